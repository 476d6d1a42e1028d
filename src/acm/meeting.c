/* Whether two bodies of a robot ever meet (lw_scene_meeting). First, random configurations, and
 * descents from the nearest of them, look for one in which the bodies meet and one in which they are
 * apart. Where all agree, branch and bound on boxes of joint values proves it for all configurations,
 * or finds a counterexample. Cost of a box: one pose, one distance query that stops early where the
 * distance is known to exceed the travel, and for "always" a few dozen points. */
#include "acm/meeting.h"

#include "acm/box_bound.h"
#include "acm/inner_ball.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/random.h"
#include "check/checker/measure.h"
#include "math/rounding.h"

#include <string.h>

enum {
    STARTS = LW_MEETING_STARTS,
    HALVINGS = 20,      /* the most halvings of a descent's step */
    DESCENT_STEPS = 60, /* the most steps of one descent */
    BALL_COST = 64,     /* cost of trying balls in a box ("always"), counted in boxes */
    CLOCK_EVERY = 64    /* steps between two looks at the clock and at options->stop */
};

/* how far values without a limit are tried, metres or radians */
static const double FAR = 4;

/* a box whose travel is no more than this, in metres, is not split any more */
static const double LEAST_TRAVEL = 1e-9;

/* ---- samples ----------------------------------------------------------------------------------- */

/* Whether the search must end: out of budget, or stopped by the caller. Sets the reason. */
static bool is_over(lw_meeting_search *s)
{
    const lw_meeting_options *options = s->options;
    lw_meeting_info *info = s->info;
    if (options->budget_boxes && s->cost >= options->budget_boxes)
        info->reason = LW_REASON_BUDGET;
    else if (s->asked++ % CLOCK_EVERY)
        return false;
    else if (options->budget_seconds > 0 && lw_clock() >= s->deadline)
        info->reason = LW_REASON_BUDGET;
    else if (options->stop && options->stop(options->stop_context))
        info->reason = LW_REASON_STOPPED;
    else
        return false;
    return true;
}

static bool both_are_known(const lw_meeting_search *s)
{
    return s->info->meets && s->info->apart;
}

double lw_meeting_measure(lw_meeting_search *s, const double *values)
{
    lw_joint_path *path = &s->path;
    size_t size = path->value_count * sizeof *values;
    lw_joint_path_pose(path, values);
    const lw_posed_pair posed = {.pair = &s->pair,
                                 .bodies = {path->bodies[0], path->bodies[1]},
                                 .at = {path->at[0], path->at[1]},
                                 .error = path->error};
    lw_distance distance;
    lw_posed_distance(&posed, s->pair.margin, &distance);
    s->info->nearest = lesser(s->info->nearest, greater(distance.upper, 0));
    if (distance.upper <= s->pair.margin && !s->info->meets) {
        s->info->meets = true;
        memcpy(s->meets, values, size);
    }
    if (distance.lower > s->pair.margin && !s->info->apart) {
        s->info->apart = true;
        memcpy(s->apart, values, size);
    }
    return distance.upper;
}

static double low_of(const lw_path_value *value)
{
    return value->low > -HUGE_VAL ? value->low : value->high < HUGE_VAL ? value->high - FAR : -FAR;
}

static double high_of(const lw_path_value *value)
{
    return value->high < HUGE_VAL ? value->high : low_of(value) + 2 * FAR;
}

/* Coordinate descent on the distance from given values, until the bodies meet. When no step along any
 * value brings the bodies nearer, the step is halved. */
static void descend(lw_meeting_search *s, double *values)
{
    size_t count = s->path.value_count;
    double best = lw_meeting_measure(s, values);
    double step = 0.125;
    int halvings = 0;
    for (int steps = 0; steps < DESCENT_STEPS && halvings < HALVINGS && !s->info->meets; steps++) {
        bool nearer = false;
        for (size_t i = 0; i < 2 * count && !s->info->meets; i++) {
            const lw_path_value *value = &s->path.values[i / 2];
            double low = low_of(value);
            double high = high_of(value);
            double old = values[i / 2];
            double way = (i % 2 ? -step : step) * (high - low);
            values[i / 2] = lesser(high, greater(low, old + way));
            double found = lw_meeting_measure(s, values);
            if (found < best) {
                best = found;
                nearer = true;
            } else {
                values[i / 2] = old;
            }
        }
        if (!nearer) {
            step *= 0.5;
            halvings++;
        }
    }
}

/* Inserts the current sample among the nearest ones, sorted by distance; returns how many are kept. */
static size_t keep_nearest(const lw_meeting_search *s, double distance, size_t kept, double *distances)
{
    size_t count = s->path.value_count;
    if (kept == STARTS && distances[STARTS - 1] <= distance)
        return kept;
    size_t place = kept < STARTS ? kept++ : STARTS - 1;
    for (; place > 0 && distances[place - 1] > distance; place--) {
        distances[place] = distances[place - 1];
        memcpy(s->starts + place * count, s->starts + (place - 1) * count, count * sizeof(double));
    }
    distances[place] = distance;
    memcpy(s->starts + place * count, s->values, count * sizeof(double));
    return kept;
}

void lw_meeting_sample(lw_meeting_search *s)
{
    const lw_joint_path *path = &s->path;
    lw_random random = {s->options->seed};
    double distances[STARTS];
    size_t kept = 0;
    s->deadline = s->options->budget_seconds > 0 ? lw_clock() + s->options->budget_seconds : HUGE_VAL;
    /* sample 0 is the middle of all ranges */
    for (uint64_t n = 0; n <= s->options->samples && !both_are_known(s) && !is_over(s); n++) {
        for (size_t i = 0; i < path->value_count; i++) {
            double low = low_of(&path->values[i]);
            double high = high_of(&path->values[i]);
            s->values[i] = n ? lw_random_between(&random, low, high) : 0.5 * low + 0.5 * high;
        }
        double distance = lw_meeting_measure(s, s->values);
        s->info->samples = n;
        kept = keep_nearest(s, distance, kept, distances);
        if (!path->value_count)
            break;
    }
    for (size_t i = 0; i < kept && !s->info->meets && path->value_count && !is_over(s); i++)
        descend(s, s->starts + i * path->value_count);
}

/* ---- boxes ------------------------------------------------------------------------------------- */

/* Poses the path at the middle of the last box, and bounds the travel within the box. */
static double enter_box(lw_meeting_search *s)
{
    size_t count = s->path.value_count;
    const double *low = s->boxes.items + (s->box_count - 1) * 2 * count;
    const double *high = low + count;
    for (size_t i = 0; i < count; i++) {
        s->values[i] = 0.5 * low[i] + 0.5 * high[i];
        s->half[i] = greater(high[i] - s->values[i], s->values[i] - low[i]) * LW_UPWARD;
    }
    lw_joint_path_pose(&s->path, s->values);
    return lw_joint_path_travel(&s->path, s->half, s->shares);
}

/* Replaces the last box by its two halves along the value with the largest share of the travel. Errors:
 * memory. */
static lw_status split_box(lw_meeting_search *s, lw_error *error)
{
    size_t count = s->path.value_count;
    size_t along = 0;
    for (size_t i = 1; i < count; i++)
        if (s->shares[i] > s->shares[along])
            along = i;
    if (!LW_ARRAY_RESERVE(&s->boxes, (s->box_count + 1) * 2 * count))
        return lw_fail_memory(error);
    double *box = s->boxes.items + (s->box_count - 1) * 2 * count;
    double *other = box + 2 * count;
    memcpy(other, box, 2 * count * sizeof *box);
    box[count + along] = other[along] = s->values[along];
    s->box_count++;
    return LW_OK;
}

/* Whether the bodies are proven apart in the whole current box. */
static bool is_apart(lw_meeting_search *s, double travel)
{
    lw_joint_path *path = &s->path;
    double needed = (s->pair.margin + travel + path->error) * LW_UPWARD;
    pose b_in_a = relative(path->at[0], path->at[1]);
    s->cost++;
    return !lw_geometry_within(path->bodies[0]->geometry, path->bodies[1]->geometry, b_in_a, needed,
                               &s->memory) ||
           lw_box_is_apart(path, s->half, s->pair.margin, travel);
}

/* Whether the ball about a point of one body that lies inside the other has a radius above `needed`. */
static bool has_ball(const lw_meeting_search *s, int end, size_t point, double needed)
{
    const lw_joint_path *path = &s->path;
    const lw_inner_points *points = &s->points[end];
    pose in_other = relative(path->at[1 - end], path->at[end]);
    const lw_geometry *other = path->bodies[1 - end]->geometry;
    double far = norm(in_other.position) + path->bodies[end]->geometry->extent + other->extent;
    double error = 2 * path->error + LW_COMPOSED_ROUNDING * far;
    return lw_inner_ball(other, transform(in_other, points->points[point]), error,
                         point < points->seeds) > needed;
}

/* Whether the bodies are proven to meet in the whole current box. The point whose ball proved a box
 * last is tried first. */
static bool is_met(lw_meeting_search *s, double travel)
{
    s->cost += BALL_COST;
    if (s->last_point < s->points[s->last_end].count && has_ball(s, s->last_end, s->last_point, travel))
        return true;
    for (int end = 0; end < 2; end++)
        for (size_t i = 0; i < s->points[end].count; i++)
            if (has_ball(s, end, i, travel)) {
                s->last_end = end;
                s->last_point = i;
                return true;
            }
    return false;
}

/* Measures the distance at the middle of a box that is not proven, where it may be a counterexample.
 * Without this, the search would split boxes down to the boundary of contact, and end there
 * undecided. */
static void look(lw_meeting_search *s, bool never)
{
    const lw_joint_path *path = &s->path;
    if (!never) {
        lw_meeting_measure(s, s->values);
        return;
    }
    double touching = (s->pair.margin + path->error) * LW_UPWARD;
    pose b_in_a = relative(path->at[0], path->at[1]);
    if (lw_geometry_within(path->bodies[0]->geometry, path->bodies[1]->geometry, b_in_a, touching,
                           NULL))
        lw_meeting_measure(s, s->values);
}

lw_status lw_meeting_prove(lw_meeting_search *s, lw_error *error)
{
    size_t count = s->path.value_count;
    bool never = !s->info->meets;
    if (!LW_ARRAY_RESERVE(&s->boxes, 2 * count + 1))
        return lw_fail_memory(error);
    for (size_t i = 0; i < count; i++) {
        s->boxes.items[i] = s->path.values[i].low;
        s->boxes.items[count + i] = s->path.values[i].high;
    }
    for (int end = 0; end < 2 && !never; end++)
        lw_inner_points_find(s->path.bodies[end]->geometry, &s->points[end]);
    for (s->box_count = 1; s->box_count > 0;) {
        if (is_over(s))
            return LW_OK;
        double travel = enter_box(s);
        s->info->boxes++;
        if (never ? is_apart(s, travel) : is_met(s, travel)) {
            s->box_count--;
            continue;
        }
        look(s, never);
        if (both_are_known(s))
            return LW_OK;
        if (!(travel > LEAST_TRAVEL)) {
            s->info->reason = LW_REASON_PRECISION;
            return LW_OK;
        }
        lw_status status = split_box(s, error);
        if (status)
            return status;
    }
    s->info->meeting = never ? LW_MEETING_NEVER : LW_MEETING_ALWAYS;
    return LW_OK;
}
