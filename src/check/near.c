/* Near misses: each pair's smallest distance along a motion, where it is below a threshold. The
 * threshold is the first target of the branch and bound, so pairs that stay farther apart cost no more
 * than a check with that margin. */
#include "base/error.h"
#include "check/methods.h"

#include <math.h>

lw_status lw_near_misses(lw_checker *checker, const lw_motion *motion, double threshold,
                         const lw_options *options, lw_near_miss *out, size_t *count, lw_error *error)
{
    if (!checker || !motion || !out || !count)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "lw_near_misses needs a checker, a motion, and room for pairs and their count");
    *count = 0;
    if (!(threshold > 0) || !isfinite(threshold))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the threshold of near misses is %g; it must be finite and above 0", threshold);
    lw_verdict ignored;
    lw_status status = lw_check_begin(checker, motion, options, &ignored, error);
    if (status)
        return status;
    const lw_frozen *frozen = checker->frozen;
    for (size_t i = 0; i < frozen->pair_count; i++)
        checker->smallest[i] =
            (lw_smallest){.upper = threshold, .target = threshold, .at = motion->begin, .pair = -1};
    /* a part inside a solid is in contact, however far its surface is */
    lw_checker_sample(checker, 0, motion->begin, 0);
    for (uint32_t i = 0; i < frozen->pair_count; i++)
        if (lw_checker_contained(checker, i))
            checker->smallest[i] = (lw_smallest){.at = motion->begin, .pair = i};
    lw_find_smallest(checker, true);
    for (size_t i = 0; i < frozen->pair_count; i++) {
        const lw_smallest *smallest = &checker->smallest[i];
        if (smallest->pair < 0 && !smallest->open)
            continue;
        double lower = smallest->open ? 0 : fmin(smallest->target, smallest->upper);
        out[(*count)++] = (lw_near_miss){.pair = {frozen->pairs[i].a, frozen->pairs[i].b},
                                         .distance = {lower, smallest->upper},
                                         .at = smallest->at};
    }
    lw_checker_end(checker);
    return LW_OK;
}
