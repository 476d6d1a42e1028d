/* Errors: a status, one sentence, and where in which file. */
#ifndef LW_BASE_ERROR_H
#define LW_BASE_ERROR_H

#include "leeway/leeway.h"

/* Fills error (may be NULL) and returns status, so that `return lw_fail(...)` reads well. The
 * sentence names the thing, what is wrong and what would be right; no full stop at its end. */
lw_status lw_fail(lw_error *error, lw_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same with a place. file may be NULL; line and column 0 where unknown. */
lw_status lw_fail_at(lw_error *error, lw_status status, const char *file, int line, int column,
                     const char *format, ...) __attribute__((format(printf, 6, 7)));

lw_status lw_fail_memory(lw_error *error);

/* Sets the place of an error that has none yet. */
void lw_error_place(lw_error *error, const char *file, int line, int column);

/* Empties an error: status LW_OK, no text. error may be NULL. */
void lw_error_clear(lw_error *error);

/* "file:line:column: message", as much of the place as is known, into text. */
void lw_error_format(const lw_error *error, char *text, size_t size);

#endif
