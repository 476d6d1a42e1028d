/* Time slack. With a robot at its own time t + s and another one at t + u, both shifts at most the
 * slack, their times differ by at most twice the slack. All such pairs of times are on the diagonals of
 * the coordination space whose delays are at most twice the slack. So the robots are free of each other
 * however their shifts change exactly if they are at each of these constant delays. */
#include "delay/slack.h"

#include "base/error.h"
#include "math/rounding.h"
#include "motion/motion.h"

/* Delays are told apart no more coarsely than by this share of those that are asked about. */
static const double SHARE = 0.0625;
/* But no more finely than this, in seconds. */
static const double LEAST = 1e-12;

/* Whether a contact is shown at a delay of at most `most`: some delay of the span is so short that all
 * delays within the tolerance of it are. */
static bool is_within(const lw_delay_span *span, double most, double tolerance)
{
    return span->from <= most - tolerance && span->to >= tolerance - most;
}

/* The contact with a body and a time of the first robot, and then of the second. */
static lw_delay_span in_order(const lw_motion *motion, size_t first, const lw_delay_span *span)
{
    lw_delay_span out = *span;
    if (motion->scene->frozen->moving[span->pair[0]].robot != (int64_t)first) {
        out.pair[0] = span->pair[1];
        out.pair[1] = span->pair[0];
    }
    return out;
}

/* Takes what two robots do at the delays of the options, unless a contact is known. */
static lw_status prove_two(const lw_motion *motion, const size_t robots[2],
                           const lw_delay_options *options, lw_delay_span *out, bool *ended,
                           lw_error *error)
{
    lw_delays found = lw_default_delays();
    lw_status status = lw_delays_find(motion, robots[0], motion, robots[1], options, &found, error);
    if (status)
        return status;
    *ended |= !found.complete;
    for (size_t i = 0; i < found.count && out->kind != LW_VERDICT_CONTACT; i++) {
        const lw_delay_span *span = &found.spans[i];
        if (span->kind == LW_VERDICT_CONTACT && is_within(span, options->to, options->tolerance)) {
            *out = in_order(motion, robots[0], span);
        } else if (span->kind != LW_VERDICT_FREE && out->kind == LW_VERDICT_FREE) {
            *out = *span;
            out->kind = LW_VERDICT_UNDECIDED;
        }
    }
    lw_delays_free(&found);
    return LW_OK;
}

lw_status lw_slack_prove(const lw_motion *motion, double slack, const lw_delay_options *options,
                         lw_delay_span *out, bool *ended, lw_error *error)
{
    const lw_frozen *frozen = motion->scene->frozen;
    const size_t robots = frozen->chains->robot_count;
    const double most = 2 * slack;
    lw_delay_options own = *options;
    *out = (lw_delay_span){.from = -most, .to = most, .kind = LW_VERDICT_FREE, .pair = {-1, -1}};
    *ended = false;
    if (!(slack >= 0 && most < HUGE_VAL))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the time slack is %g s; it must be finite and 0 or more", slack);
    if (slack > 0 && lw_frozen_fastest(frozen) > 0)
        return lw_fail(
            error, LW_ERROR_ARGUMENT,
            "bodies of the scene may move with a clock of their own, which a time slack does "
            "not know");
    own.from = -most;
    own.to = most;
    own.tolerance = greater(lesser(options->tolerance, most * SHARE), LEAST);
    lw_status status = LW_OK;
    for (size_t a = 0; a < robots && slack > 0; a++)
        for (size_t b = a + 1; b < robots && !status && out->kind != LW_VERDICT_CONTACT; b++)
            if (lw_motion_moves_robot(motion, a) && lw_motion_moves_robot(motion, b))
                status = prove_two(motion, (size_t[]){a, b}, &own, out, ended, error);
    return status;
}
