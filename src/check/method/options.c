/* The options of a check: their valid values, and the beginning of every check. */
#include "base/error.h"
#include "base/sized.h"
#include "check/method/methods.h"

#include <math.h>
#include <string.h>

/* The numbers among the options, and the least value of each. */
static const struct {
    const char *name;
    size_t at; /* in lw_check_options */
    double least;
} bounds[] = {
    {"the time tolerance", offsetof(lw_check_options, time_tolerance), 1e-12},
    {"the distance tolerance", offsetof(lw_check_options, distance_tolerance), 1e-12},
    {"the relative tolerance of the clearance", offsetof(lw_check_options, clearance_relative), 0},
    {"the absolute tolerance of the clearance", offsetof(lw_check_options, clearance_absolute), 1e-12},
    {"the time budget", offsetof(lw_check_options, budget_seconds), 0},
    {"the resolution", offsetof(lw_check_options, resolution), 1e-9},
    {"the expansion", offsetof(lw_check_options, expansion), 1e-9},
    {"the depth tolerance", offsetof(lw_check_options, depth_tolerance), 1e-9},
};

lw_status lw_validate_options(const lw_check_options *options, lw_error *error)
{
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
        double value;
        memcpy(&value, (const char *)options + bounds[i].at, sizeof value);
        if (!(value >= bounds[i].least) || !isfinite(value))
            return lw_fail(error, LW_ERROR_ARGUMENT, "%s is %g; it must be finite and %g or more",
                           bounds[i].name, value, bounds[i].least);
    }
    if (options->clearance_relative >= 1)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the relative tolerance of the clearance is %g; it must be below 1",
                       options->clearance_relative);
    if (options->leaving && options->claim)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "claims are of pairs that stay apart: none are made of a motion that leaves "
                       "contacts");
    if (options->limits && options->claim)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "claims are of pairs that stay apart: none are made of the limits of joints");
    if (options->layers < 1 || options->layers > LW_MOST_LAYERS)
        return lw_fail(error, LW_ERROR_ARGUMENT, "%u layers; there must be 1 to %d",
                       (unsigned)options->layers, (int)LW_MOST_LAYERS);
    return LW_OK;
}

lw_status lw_check_begin(lw_checker *checker, const lw_motion *motion, const lw_check_options *options,
                         lw_verdict *verdict, lw_error *error)
{
    if (motion->scene != checker->scene)
        return lw_fail(error, LW_ERROR_ARGUMENT, "the motion is of another scene than the checker");
    lw_status status = LW_OK;
    if (!options) {
        checker->own_options = lw_default_check_options();
        options = &checker->own_options;
    } else {
        LW_SIZED_TAKE(check_options, options, &checker->own_options, status, error);
    }
    if (!status)
        status = lw_validate_options(options, error);
    if (!status)
        lw_checker_begin(checker, motion, options, verdict);
    return status;
}

double lw_clearance_target(const void *context, double upper)
{
    const lw_check_options *options = ((const lw_checker *)context)->options;
    return fmax(0, upper - fmax(options->clearance_relative * upper, options->clearance_absolute));
}
