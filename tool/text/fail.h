/* Errors of the program itself, in the form of the library's. */
#ifndef LW_TOOL_TEXT_FAIL_H
#define LW_TOOL_TEXT_FAIL_H

#include "leeway/leeway.h"

/* Fills error (may be NULL) with a sentence and returns status. */
#define lw_fail(error, status, ...)                                                                    \
    (lw_error_set((error), (status), NULL, 0, 0, __VA_ARGS__), lw_fail_status(status))

/* Likewise with a place in a file, as lw_error_set. */
#define lw_fail_at(error, status, file, line, column, ...)                                             \
    (lw_error_set((error), (status), (file), (line), (column), __VA_ARGS__), lw_fail_status(status))

#define lw_fail_memory(error) lw_fail(error, LW_ERROR_MEMORY, "out of memory")

static inline lw_status lw_fail_status(lw_status status)
{
    return status;
}

#endif
