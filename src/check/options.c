/* The options of a check: their valid values, and the beginning of every check. */
#include "base/error.h"
#include "base/sized.h"
#include "check/methods.h"

#include <math.h>

lw_status lw_check_options(const lw_options *options, lw_error *error)
{
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
        {"the expansion", options->expansion, 1e-9},
    };
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++)
        if (!(bounds[i].value >= bounds[i].least) || !isfinite(bounds[i].value))
            return lw_fail(error, LW_ERROR_ARGUMENT, "%s is %g; it must be finite and %g or more",
                           bounds[i].name, bounds[i].value, bounds[i].least);
    if (options->clearance_relative >= 1)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the relative tolerance of the clearance is %g; it must be below 1",
                       options->clearance_relative);
    if (options->layers < 1 || options->layers > LW_MOST_LAYERS)
        return lw_fail(error, LW_ERROR_ARGUMENT, "%u layers; there must be 1 to %d",
                       (unsigned)options->layers, (int)LW_MOST_LAYERS);
    return LW_OK;
}

lw_status lw_check_begin(lw_checker *checker, const lw_motion *motion, const lw_options *options,
                         lw_verdict *verdict, lw_error *error)
{
    if (motion->scene != checker->scene)
        return lw_fail(error, LW_ERROR_ARGUMENT, "the motion is of another scene than the checker");
    lw_status status = LW_OK;
    if (!options) {
        checker->own_options = lw_default_options();
        options = &checker->own_options;
    } else {
        LW_SIZED_TAKE(options, default_options, options, &checker->own_options, status, error);
    }
    if (!status)
        status = lw_check_options(options, error);
    if (!status)
        lw_checker_begin(checker, motion, options, verdict);
    return status;
}
