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

/* Whether a path's last name ends with a dot and this ending, which is in lower case; the path's case
 * does not matter. */
bool lw_path_ends(const char *path, const char *ending);

/* What reading a file came to: its status, and where that is an error, the problem's sentence and place
 * with the file's path. */
static inline lw_status lw_file_fail(const char *path, lw_status status, const lw_error *problem,
                                     lw_error *error)
{
    if (status == LW_ERROR_MEMORY)
        return lw_fail_memory(error);
    if (status)
        return lw_fail_at(error, status, path, problem->line, problem->column, "%s", problem->message);
    return LW_OK;
}

#endif
