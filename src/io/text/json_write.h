/* Strings and numbers as JSON text, for writers whose order of fields is part of the format. */
#ifndef LW_IO_TEXT_JSON_WRITE_H
#define LW_IO_TEXT_JSON_WRITE_H

#include "io/text/text.h"

/* A string with its quotes; NULL is the empty one. Bytes that are not UTF-8 become U+FFFD. No byte
 * takes more than six. */
void lw_json_write_text(lw_text *text, const char *string);
void lw_json_write_bytes(lw_text *text, const char *string, size_t length);

/* A comma, a key and a colon, before a value that is not the first. The key must need no escapes. */
void lw_json_write_key(lw_text *text, const char *key);

/* A finite number, which reads back as the same double (round trip). */
void lw_json_write_number(lw_text *text, double value);

/* A list of finite numbers. */
void lw_json_write_numbers(lw_text *text, const double *values, size_t count);

/* A key and a finite number behind another value. */
void lw_json_write_number_key(lw_text *text, const char *key, double value);

#endif
