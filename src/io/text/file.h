/* Whole files as bytes. */
#ifndef LW_IO_TEXT_FILE_H
#define LW_IO_TEXT_FILE_H

#include "base/error.h"

/* The bytes of a regular file and a zero byte after them, for the caller to free. A file of more than
 * limit bytes is refused before it is read. Errors: file, memory. */
lw_status lw_file_read(const char *path, size_t limit, char **bytes, size_t *size, lw_error *error);

/* As lw_file_read, of standard input up to its end. It is refused as soon as more than limit bytes were
 * read. */
lw_status lw_file_read_input(size_t limit, char **bytes, size_t *size, lw_error *error);

#endif
