/* Strings and numbers as JSON text, for writers whose order of fields is part of the format. */
#ifndef LW_IO_JSON_WRITE_H
#define LW_IO_JSON_WRITE_H

#include <stdio.h>

/* A string with its quotes; NULL is the empty one. Bytes that are not UTF-8 become U+FFFD. */
void lw_json_write_text(FILE *file, const char *text);

/* A finite number, so that it reads back as the same double. */
void lw_json_write_number(FILE *file, double value);

#endif
