/* Whole files as bytes. */
#ifndef LW_IO_FILE_H
#define LW_IO_FILE_H

#include "base/error.h"

/* The bytes of a regular file and a zero after them, to be freed. A file of more than limit bytes is
 * refused before it is read. Errors: file, memory. */
lw_status lw_file_read(const char *path, size_t limit, char **bytes, size_t *size, lw_error *error);

/* The same of standard input, to its end; what is more than limit is refused once so much was read. */
lw_status lw_file_read_input(size_t limit, char **bytes, size_t *size, lw_error *error);

#endif
