/* Assertions: conditions that the code relies on. Where LW_ASSERTS is defined, as in debug builds and
 * under the sanitizers, a failed assertion prints both values, or the error's sentence, and aborts;
 * elsewhere it costs nothing. */
#ifndef LW_BASE_ASSERT_H
#define LW_BASE_ASSERT_H

#include <stdint.h>

#include "base/error.h"

/* A number as text. */
typedef struct lw_asserted {
    char text[40];
} lw_asserted;

lw_asserted lw_asserted_real(double value);
lw_asserted lw_asserted_whole(intmax_t value);

_Noreturn void lw_assert_failed(const char *file, int line, const char *what, lw_asserted a,
                                lw_asserted b);
_Noreturn void lw_assert_invalid(const char *file, int line, const char *what, const lw_error *error);

/* LW_ASSERT(a, <=, b) compares two numbers; each is evaluated twice. LW_ASSERT_VALID(call, error)
 * asserts that a call returns LW_OK; otherwise its error is printed. A validation that runs out of
 * memory returns LW_OK. */
#ifdef LW_ASSERTS
#define LW_ASSERTED(x)                                                                                 \
    _Generic((x), float : lw_asserted_real, double : lw_asserted_real, default : lw_asserted_whole)(x)
#define LW_ASSERT(a, op, b)                                                                            \
    ((a)op(b)                                                                                          \
         ? (void)0                                                                                     \
         : lw_assert_failed(__FILE__, __LINE__, #a " " #op " " #b, LW_ASSERTED(a), LW_ASSERTED(b)))
#define LW_ASSERT_VALID(call, error)                                                                   \
    ((call) ? lw_assert_invalid(__FILE__, __LINE__, #call, (error)) : (void)0)
#else
#define LW_ASSERT(a, op, b)          ((void)sizeof((a)op(b)))
#define LW_ASSERT_VALID(call, error) ((void)sizeof(call), (void)sizeof(error))
#endif

#endif
