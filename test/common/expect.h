/* Expectations of tests: a call fails with a status and a part of its sentence, or a number is near
 * another. */
#ifndef LW_TEST_EXPECT_H
#define LW_TEST_EXPECT_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "leeway/leeway.h"

/* refused(call(..., &error), LW_ERROR_NAME, &error, "no link \"hand\""); leaves the error empty. */
#define refused(call, wanted, error, part) check_refusal((call), (wanted), (error), (part), __LINE__)

static inline void check_refusal(lw_status got, lw_status wanted, lw_error *error, const char *part,
                                 int line)
{
    if (got != wanted || error->status != wanted)
        fail_msg("line %d: status %s, in the error %s, not %s (%s)", line, lw_status_name(got),
                 lw_status_name(error->status), lw_status_name(wanted), error->message);
    if (!strstr(error->message, part))
        fail_msg("line %d: \"%s\" does not say \"%s\"", line, error->message, part);
    if (strchr(error->message, '\n') || error->message[strlen(error->message) - 1] == '.')
        fail_msg("line %d: \"%s\" is not one sentence without a full stop", line, error->message);
    *error = (lw_error){LW_OK, "", "", 0, 0};
}

/* Fails, with both values, if they are more than the tolerance apart. */
#define assert_near(got, wanted, tolerance) check_near((got), (wanted), (tolerance), __LINE__)

static inline void check_near(double got, double wanted, double tolerance, int line)
{
    if (!(fabs(got - wanted) <= tolerance))
        fail_msg("line %d: %.17g is not within %g of %.17g", line, got, tolerance, wanted);
}

/* The status of a function that returns a pointer, or NULL and an error. */
static inline lw_status status_of(const void *pointer, const lw_error *error)
{
    return pointer ? LW_OK : error->status;
}

#endif
