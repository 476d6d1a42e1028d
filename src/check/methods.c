/* The table of methods, and the call that asks one of them. A new method is a file and a row. */
#include "check/methods.h"

#include "base/error.h"
#include "check/planar.h"

#include <math.h>
#include <string.h>

/* the default is the first row with a proof that is fastest today */
static const lw_method_row methods[] = {
    {LW_AUTO, "auto", lw_check_bisection, lw_check_planar},
    {LW_BISECTION, "bisection", lw_check_bisection, lw_check_planar},
    {LW_SLAB, "slab", lw_check_slab, lw_check_planar},
    {LW_SAMPLED, "sampled", lw_check_sampled, NULL},
};

bool lw_method_from_name(const char *name, lw_method *out)
{
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (!strcmp(methods[i].name, name)) {
            *out = methods[i].method;
            return true;
        }
    return false;
}

static const lw_method_row *find_method(lw_method method)
{
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (methods[i].method == method)
            return &methods[i];
    return NULL;
}

const char *lw_method_name(lw_method method)
{
    const lw_method_row *row = find_method(method);
    return row ? row->name : NULL;
}

static const lw_options defaults = {.method = LW_AUTO,
                                    .time_tolerance = 1e-4,
                                    .distance_tolerance = 1e-6,
                                    .clearance_relative = 0.01,
                                    .clearance_absolute = 1e-5,
                                    .resolution = 0.0174533};

lw_options lw_default_options(void)
{
    return defaults;
}

static lw_status check_options(const lw_options *options, lw_error *error)
{
    if (!find_method(options->method))
        return lw_fail(error, LW_ERROR_ARGUMENT, "there is no method %d", (int)options->method);
    const struct {
        const char *name;
        double value, least;
    } bounds[] = {
        {"the time tolerance", options->time_tolerance, 1e-12},
        {"the distance tolerance", options->distance_tolerance, 1e-12},
        {"the relative tolerance of the clearance", options->clearance_relative, 0},
        {"the absolute tolerance of the clearance", options->clearance_absolute, 1e-12},
        {"the time budget", options->budget_seconds, 0},
        {"the resolution", options->resolution, 1e-9},
    };
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++)
        if (!(bounds[i].value >= bounds[i].least) || !isfinite(bounds[i].value))
            return lw_fail(error, LW_ERROR_ARGUMENT, "%s is %g; it must be finite and %g or more",
                           bounds[i].name, bounds[i].value, bounds[i].least);
    if (options->clearance_relative >= 1)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the relative tolerance of the clearance is %g; it must be below 1",
                       options->clearance_relative);
    return LW_OK;
}

lw_status lw_check_begin(lw_checker *checker, const lw_motion *motion, const lw_options *options,
                         lw_verdict *verdict, lw_error *error)
{
    if (!options)
        options = &defaults;
    if (motion->scene != checker->scene)
        return lw_fail(error, LW_ERROR_ARGUMENT, "the motion is of another scene than the checker");
    lw_status status = check_options(options, error);
    if (!status)
        lw_checker_begin(checker, motion, options, verdict);
    return status;
}

lw_status lw_check(lw_checker *checker, const lw_motion *motion, const lw_options *options,
                   lw_verdict *out, lw_error *error)
{
    if (!checker || !motion || !out)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_check needs a checker, a motion and a verdict");
    lw_status status = lw_check_begin(checker, motion, options, out, error);
    if (status)
        return status;
    const lw_method_row *method = find_method(checker->options->method);
    if (checker->frozen->flat && method->check_flat)
        method->check_flat(checker);
    else
        method->check(checker);
    if (out->kind == LW_FREE && checker->options->clearance)
        lw_check_clearance(checker);
    checker->options = NULL;
    return LW_OK;
}
