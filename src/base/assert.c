/* Assertions: how a failed one is reported. */
#include "base/assert.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

lw_asserted lw_asserted_real(double value)
{
    lw_asserted out;
    snprintf(out.text, sizeof out.text, "%.17g", value);
    return out;
}

lw_asserted lw_asserted_whole(intmax_t value)
{
    lw_asserted out;
    snprintf(out.text, sizeof out.text, "%" PRIdMAX, value);
    return out;
}

_Noreturn void lw_assert_failed(const char *file, int line, const char *what, lw_asserted a,
                                lw_asserted b)
{
    fprintf(stderr, "%s:%d: %s does not hold: %s and %s\n", file, line, what, a.text, b.text);
    abort();
}

_Noreturn void lw_assert_invalid(const char *file, int line, const char *what, const lw_error *error)
{
    fprintf(stderr, "%s:%d: %s: %s\n", file, line, what, error->message);
    abort();
}
