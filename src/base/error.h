/* Errors: a status, one sentence, and a position in a file. */
#ifndef LW_BASE_ERROR_H
#define LW_BASE_ERROR_H

#include "leeway/leeway.h"

/* Fills error (may be NULL) and returns status, so that `return lw_fail(...)` reads well. The
 * sentence names the thing, what is wrong and what would be right, without a full stop at its end.
 * These are macros, so that compilers and analysers see in each caller which status is returned. */
#define lw_fail(error, status, ...)                                                                    \
    (lw_error_set((error), (status), NULL, 0, 0, __VA_ARGS__), lw_error_status(status))

/* As lw_fail, with a position in a file. file may be NULL; line and column are 0 where unknown. */
#define lw_fail_at(error, status, file, line, column, ...)                                             \
    (lw_error_set((error), (status), (file), (line), (column), __VA_ARGS__), lw_error_status(status))

#define lw_fail_memory(error) lw_fail(error, LW_ERROR_MEMORY, "out of memory")

/* Fails because a file or folder is named by an empty text. */
#define lw_fail_unnamed(error) lw_fail(error, LW_ERROR_FILE, "the name of a file or folder is empty")

static inline lw_status lw_error_status(lw_status status)
{
    return status;
}

/* Sets the position of an error that has none yet. */
void lw_error_place(lw_error *error, const char *file, int line, int column);

/* Empties an error: status LW_OK, no text. error may be NULL. */
void lw_error_clear(lw_error *error);

#endif
