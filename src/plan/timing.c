/* Time parametrisation of a path: trapezoidal velocity profiles along its segments, with corners that
 * are rounded by parabolic blends where the caller asks for it. Along a segment from a to b all values
 * move as a + s (b - a), with s from 0 to 1, so that the limits of the values are limits of s: its
 * velocity is at most v = min V_i / |b_i - a_i|, its acceleration w = min W_i / |b_i - a_i|.
 *
 * A waypoint between two segments is passed at s' = c v on the first and c v on the second. For a time
 * T about it the velocity goes evenly from the one to the other; so the corner is cut off from s = 1 -
 * c v T / 2 on the first to s = c v T / 2 on the second, and the acceleration is within its limits
 * where T is the largest of |step of the velocity's value i| / W_i. The length that is cut off grows as
 * c^2. c is chosen so small that a corner cuts off at most a quarter of each segment, and that the rest
 * is long enough to brake from any such velocity to rest.
 *
 * The rest of a segment, of length l, is accelerated from one corner's velocity to v, held, and braked
 * to the other's; or, where v is not reached, to sqrt(w l + the mean of the squares of both).
 *
 * Times are whole nanoseconds, which ROS's messages hold. Durations are rounded up, and the velocity
 * that is held is computed from them, so it is lower than v. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/sized.h"

enum { MOST_ROWS = 4 /* the most rows of a segment and the corner behind it */ };

static const double second = 1e9; /* nanoseconds */
static const double most_seconds = 9.2e9;

/* Where corners are passed without a stop, limits are tightened by this share. Rounding of durations to
 * nanoseconds changes velocities by less, since no piece is shorter than a millisecond.
 * docs/decisions/planning.md, "A trajectory cuts the corners of a path and is proven by itself". */
static const double to_spare = 1e-4;
static const double least_piece = 1e6; /* nanoseconds */

/* A segment, and the corner behind it. */
typedef struct segment {
    const double *a, *b;
    size_t last; /* the waypoint at its end */
    double v, w;
    double begins, ends;         /* the velocities of s at its corners */
    double from, to;             /* s after the corner before it, and before the corner behind it */
    double held;                 /* the velocity of s in its middle */
    int64_t ramp, middle, brake; /* nanoseconds; all three are whole */
    int64_t corner;              /* duration of the corner behind it; 0: the path stops there */
    double share;                /* the largest share of both velocities at that corner */
} segment;

typedef struct plan_in_time {
    const lw_timing *timing;
    segment *segments; /* only segments of positive length */
    size_t count;
} plan_in_time;

/* A number of seconds in nanoseconds, rounded up by more than its own rounding error. */
static double nanoseconds(double seconds)
{
    return ceil(fmax(seconds, 0) * second * (1 + 0x1p-50));
}

/* The largest velocity and acceleration of s from a to b; false: a equals b. */
static bool find_limits(const lw_timing *timing, const double *a, const double *b, segment *out)
{
    bool moves = false;
    double part = timing->corners ? 1 - to_spare : 1;
    *out = (segment){.a = a, .b = b, .v = HUGE_VAL, .w = HUGE_VAL, .to = 1};
    for (size_t i = 0; i < timing->value_count; i++) {
        double way = fabs(b[i] - a[i]);
        if (!(way > 0))
            continue;
        moves = true;
        out->v = fmin(out->v, part * timing->velocities[i] / way);
        out->w = fmin(out->w, part * timing->accelerations[i] / way);
    }
    return moves;
}

/* ---- corners ----------------------------------------------------------------------------------- */

/* The largest share c of both segments' velocities at which the corner fits on the segments. whole:
 * out, the corner's duration at a share of 1, seconds. */
static double room_at(const lw_timing *timing, const segment *one, const segment *two, double *whole)
{
    double longest = 0;
    for (size_t i = 0; i < timing->value_count; i++) {
        double step = two->v * (two->b[i] - two->a[i]) - one->v * (one->b[i] - one->a[i]);
        longest = fmax(longest, fabs(step) / ((1 - to_spare) * timing->accelerations[i]));
    }
    double fastest = fmax(one->v, two->v);
    *whole = longest;
    if (!(fastest < HUGE_VAL))
        return 0;
    double share = fmin(1, fmin(sqrt(one->w) / one->v, sqrt(two->w) / two->v));
    /* 0.49 instead of 0.5, since times are rounded up */
    return longest > 0 ? fmin(share, sqrt(0.49 / (fastest * longest))) : share;
}

static void cut_corner(const lw_timing *timing, segment *one, segment *two)
{
    double whole;
    double share = fmin(one->share, room_at(timing, one, two, &whole));
    double time = fmax(nanoseconds(share * whole), least_piece);
    double reach = 0.5 * share * fmax(one->v, two->v) * time / second;
    one->corner = 0;
    one->ends = two->begins = 0;
    one->to = 1;
    two->from = 0;
    if (!(share > 0) || !(reach <= 0.25))
        return;
    one->corner = (int64_t)time;
    one->ends = share * one->v;
    two->begins = share * two->v;
    one->to = 1 - 0.5 * one->ends * time / second;
    two->from = 0.5 * two->begins * time / second;
}

/* ---- segments ---------------------------------------------------------------------------------- */

/* The duration of a change of velocity at the largest acceleration, in nanoseconds. */
static double change(const segment *s, double from, double to)
{
    double least = s->begins > 0 || s->ends > 0 ? least_piece : 1;
    return fmax(nanoseconds(fabs(to - from) / s->w), least);
}

/* Finds the durations of a segment between its corners; false: it takes too long. */
static bool find_durations(segment *s)
{
    double length = s->to - s->from;
    double squares = 0.5 * (s->begins * s->begins + s->ends * s->ends);
    double top = sqrt(s->w * length + squares);
    bool reached = s->v < top; /* v is reached, and held */
    if (reached)
        top = s->v;
    double ramp = change(s, s->begins, top);
    double brake = change(s, s->ends, top);
    double rest = length - 0.5 * (s->begins * ramp + s->ends * brake) / second;
    double middle = reached ? nanoseconds(rest / s->v - 0.5 * (ramp + brake) / second) : 0;
    double total = ramp + middle + brake;
    if (!(total < most_seconds * second))
        return false;
    s->ramp = (int64_t)ramp;
    s->middle = (int64_t)middle;
    s->brake = (int64_t)brake;
    s->held = second * rest / (0.5 * (ramp + brake) + middle);
    return true;
}

/* Whether the rounded durations keep the limits. They may not where the corners leave too little
 * room. */
static bool keeps_limits(const segment *s)
{
    double most = s->begins > 0 || s->ends > 0 ? 1 + 0.5 * to_spare : 1 + 1e-9;
    return s->held >= 0 && s->held <= s->v * most &&
           fabs(s->held - s->begins) * second <= s->w * (double)s->ramp * most &&
           fabs(s->held - s->ends) * second <= s->w * (double)s->brake * most;
}

static lw_status find_segments(plan_in_time *plan, lw_error *error)
{
    const lw_timing *timing = plan->timing;
    for (size_t k = 1; k < timing->point_count; k++) {
        const double *a = timing->path + (k - 1) * timing->value_count;
        segment *s = &plan->segments[plan->count];
        if (!find_limits(timing, a, a + timing->value_count, s))
            continue;
        s->last = k;
        s->share = timing->corners ? timing->corners[k] : 0;
        plan->count++;
    }
    for (bool again = true; again;) {
        again = false;
        for (size_t k = 1; k < plan->count; k++)
            cut_corner(timing, &plan->segments[k - 1], &plan->segments[k]);
        for (size_t k = 0; k < plan->count; k++) {
            segment *s = &plan->segments[k];
            if (!find_durations(s))
                return lw_fail(error, LW_ERROR_ARGUMENT, "the path takes more than %g seconds",
                               most_seconds);
            if (keeps_limits(s) || (s->begins == 0 && s->ends == 0))
                continue;
            s->share = 0;
            if (k > 0)
                plan->segments[k - 1].share = 0;
            again = true;
        }
    }
    return LW_OK;
}

/* ---- rows -------------------------------------------------------------------------------------- */

/* Adds a row: s on the segment, and its velocity. */
static void add_row(lw_timed_path *out, int64_t time, const double *a, const double *b, double s,
                    double velocity)
{
    double *positions = out->positions + out->point_count * out->value_count;
    double *velocities = out->velocities + out->point_count * out->value_count;
    for (size_t i = 0; i < out->value_count; i++) {
        double way = b[i] - a[i];
        /* from the nearer end, so that both ends are exact */
        positions[i] = s < 0.5 ? a[i] + s * way : b[i] - (1 - s) * way;
        velocities[i] = velocity * way;
    }
    out->times[out->point_count++] = (double)time / second;
}

static lw_status add_segments(const plan_in_time *plan, lw_timed_path *out, lw_error *error)
{
    const lw_timing *timing = plan->timing;
    int64_t time = 0;
    size_t passed = 0;
    add_row(out, 0, timing->path, timing->path, 0, 0);
    for (size_t k = 0; k < plan->count; k++) {
        const segment *s = &plan->segments[k];
        double ramp = (double)s->ramp / second;
        double brake = (double)s->brake / second;
        if ((double)time + (double)s->ramp + (double)s->middle + (double)s->brake + (double)s->corner >
            most_seconds * second)
            return lw_fail(error, LW_ERROR_ARGUMENT, "the path takes more than %g seconds",
                           most_seconds);
        /* waypoints that repeat the one before have its time */
        for (; passed < s->last; passed++)
            out->waypoints[passed] = passed ? out->waypoints[passed - 1] : 0;
        add_row(out, time += s->ramp, s->a, s->b, s->from + 0.5 * (s->begins + s->held) * ramp,
                s->held);
        if (s->middle)
            add_row(out, time += s->middle, s->a, s->b, s->to - 0.5 * (s->ends + s->held) * brake,
                    s->held);
        add_row(out, time += s->brake, s->a, s->b, s->to, s->ends);
        out->waypoints[passed++] = ((double)time + 0.5 * (double)s->corner) / second;
        if (s->corner) {
            const segment *next = s + 1;
            add_row(out, time += s->corner, next->a, next->b, next->from, next->begins);
        }
    }
    for (; passed < timing->point_count; passed++)
        out->waypoints[passed] = (double)time / second;
    if (out->point_count == 1)
        add_row(out, 1, timing->path, timing->path, 0, 0);
    return LW_OK;
}

static lw_status check(const lw_timing *timing, lw_error *error)
{
    if (!timing->path || !timing->velocities || !timing->accelerations || !timing->point_count ||
        !timing->value_count)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a path, or how fast it may be followed, is missing");
    for (size_t i = 0; i < timing->value_count; i++)
        if (!(timing->velocities[i] > 0) || !(timing->accelerations[i] > 0) ||
            isinf(timing->accelerations[i]))
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "value %zu has the largest velocity %g and acceleration %g; they must be "
                           "above 0, and the acceleration finite",
                           i + 1, timing->velocities[i], timing->accelerations[i]);
    for (size_t i = 0; timing->corners && i < timing->point_count; i++)
        if (!(timing->corners[i] >= 0 && timing->corners[i] <= 1))
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "corner %zu is to be passed at a share of %g; it must be from 0 to 1", i + 1,
                           timing->corners[i]);
    for (size_t i = 0; i < timing->point_count * timing->value_count; i++)
        if (!isfinite(timing->path[i]))
            return lw_fail(error, LW_ERROR_ARGUMENT, "value %zu of point %zu is not finite",
                           i % timing->value_count + 1, i / timing->value_count + 1);
    return LW_OK;
}

lw_status lw_time_path(const lw_timing *timing, lw_timed_path *out, lw_error *error)
{
    lw_timing own = lw_default_timing();
    lw_timed_path timed = lw_default_timed_path();
    if (!timing || !out)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a path, or a place for it in time, is missing");
    lw_status status = lw_sized_check(LW_SIZED(timed_path), out, error);
    if (!status)
        status = lw_sized_read(LW_SIZED(timing), timing, &own, error);
    if (!status)
        status = check(&own, error);
    if (status)
        return status;
    size_t rows = own.point_count * MOST_ROWS;
    plan_in_time plan = {.timing = &own};
    timed.value_count = own.value_count;
    timed.times = calloc(rows, sizeof *timed.times);
    timed.positions = calloc(rows, own.value_count * sizeof *timed.positions);
    timed.velocities = calloc(rows, own.value_count * sizeof *timed.velocities);
    timed.waypoints = calloc(own.point_count, sizeof *timed.waypoints);
    plan.segments = calloc(own.point_count, sizeof *plan.segments);
    if (!timed.times || !timed.positions || !timed.velocities || !timed.waypoints || !plan.segments)
        status = lw_fail_memory(error);
    if (!status)
        status = find_segments(&plan, error);
    if (!status)
        status = add_segments(&plan, &timed, error);
    free(plan.segments);
    if (status)
        lw_timed_path_free(&timed);
    else
        lw_sized_write(LW_SIZED(timed_path), &timed, out);
    return status;
}

void lw_timed_path_free(lw_timed_path *timed)
{
    if (!timed)
        return;
    free(timed->times);
    free(timed->positions);
    free(timed->velocities);
    free(timed->waypoints);
    timed->times = timed->positions = timed->velocities = timed->waypoints = NULL;
    timed->point_count = 0;
}
