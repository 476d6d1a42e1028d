/* Rounds the corners of linear trajectories by parabolas (Craig, Introduction to Robotics, 7.3). A
 * blend about a corner is the Bézier curve of the points at which it touches the lines and the corner
 * itself. The first and the last blend are those of corners half their time within the motion, beyond
 * which the robot rests. All points of the new curve are doubles, from which its polynomials follow. */
#include "leeway/spline.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "motion/motion.h"
#include "motion/track.h"

/* The least part of the time between two waypoints that has to be left between two blends. */
static const double LEAST_LINE = 1e-6;

/* Velocities that differ by less than this share of the faster one's are the same. */
static const double SAME = 0x1p-40;

enum { BLEND_DEGREE = 2, TERMS = BLEND_DEGREE + 1 };

/* A corner: the parabola from `time - half` to `time + half`. half 0: there is none. */
typedef struct corner {
    double time, half;
} corner;

/* A linear trajectory, its corners, and the curve that it becomes. */
typedef struct blending {
    const lw_motion_track *from;
    corner *corners; /* one for each waypoint */
    size_t columns, piece_count;
    lw_motion_track to;
} blending;

static const double *line_of(const blending *b, size_t segment, size_t column)
{
    return b->from->coefficients + (segment * b->columns + column) * 2;
}

static double waypoint(const blending *b, size_t k, size_t column)
{
    if (k < b->from->piece_count)
        return line_of(b, k, column)[0];
    const double *line = line_of(b, k - 1, column);
    return line[0] + line[1];
}

/* The time that a segment's line takes from corner to corner. */
static double time_of(const blending *b, size_t segment)
{
    return b->corners[segment + 1].time - b->corners[segment].time;
}

static double velocity_of(const blending *b, size_t segment, size_t column)
{
    return line_of(b, segment, column)[1] / time_of(b, segment);
}

/* How far the joint moves on a segment that moves farthest. */
static double way_of(const blending *b, size_t segment)
{
    double most = 0;
    for (size_t c = 0; c < b->columns; c++)
        most = greater(most, fabs(line_of(b, segment, c)[1]));
    return most;
}

/* Whether the velocity is the same before and after an inner waypoint. */
static bool goes_on(const blending *b, size_t k, double speed)
{
    for (size_t c = 0; c < b->columns; c++)
        if (fabs(velocity_of(b, k, c) - velocity_of(b, k - 1, c)) > SAME * speed)
            return false;
    return true;
}

/* Finds the corners. On a segment of T seconds over a way D that begins or ends at rest, a blend of the
 * radius r has h D / (T - n h) = r, n the number of its ends that do. */
static void find_corners(blending *b, double radius)
{
    const lw_motion_track *from = b->from;
    const size_t last = from->piece_count;
    const double ends = last == 1 ? 2 : 1;
    for (size_t k = 0; k <= last; k++)
        b->corners[k] = (corner){.time = from->times[k]};
    for (size_t side = 0; side < 2; side++) {
        const size_t segment = side ? last - 1 : 0;
        const double way = way_of(b, segment);
        const double width = from->times[segment + 1] - from->times[segment];
        if (way > 0)
            b->corners[side ? last : 0].half = radius * width / (way + ends * radius);
    }
    b->corners[0].time += b->corners[0].half;
    b->corners[last].time -= b->corners[last].half;
    for (size_t k = 1; k < last; k++) {
        const double speed =
            greater(way_of(b, k - 1) / time_of(b, k - 1), way_of(b, k) / time_of(b, k));
        if (!goes_on(b, k, speed))
            b->corners[k].half = radius / speed;
    }
}

/* Blends must not overlap. Counts the pieces. */
static lw_status check_corners(blending *b, double radius, lw_error *error)
{
    const double *times = b->from->times;
    b->piece_count = b->corners[0].half > 0;
    for (size_t k = 0; k < b->from->piece_count; k++) {
        const double taken = b->corners[k].half + b->corners[k + 1].half;
        if (!(time_of(b, k) - taken >= LEAST_LINE * (times[k + 1] - times[k])))
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "blends of radius %g at waypoints %zu and %zu overlap: there are %.6g s "
                           "between the waypoints, at %.6g s and %.6g s; take a smaller radius",
                           radius, k - (k && b->from->approaches), k + 1 - b->from->approaches,
                           times[k + 1] - times[k], times[k], times[k + 1]);
        b->piece_count += 1 + (b->corners[k + 1].half > 0);
    }
    return LW_OK;
}

/* Where a line meets the blend at its beginning (end 0) or its end (end 1). */
static double touch(const blending *b, size_t segment, size_t column, size_t end)
{
    const corner *at = &b->corners[segment + end];
    const double q = waypoint(b, segment + end, column);
    const double way = velocity_of(b, segment, column) * at->half;
    return end ? q - way : q + way;
}

/* Writes the piece that ends at a time, and returns its coefficients. */
static double *add_piece(blending *b, double end)
{
    lw_motion_track *to = &b->to;
    to->times[++b->piece_count] = end;
    return to->coefficients + (b->piece_count - 1) * b->columns * TERMS;
}

static void add_blend(blending *b, size_t k)
{
    const corner *at = &b->corners[k];
    const size_t last = b->from->piece_count;
    double *c = add_piece(b, k == last ? b->from->times[last] : at->time + at->half);
    for (size_t column = 0; column < b->columns; column++, c += TERMS) {
        const double q = waypoint(b, k, column);
        const double before = k ? touch(b, k - 1, column, 1) : q;
        const double after = k < last ? touch(b, k, column, 0) : q;
        c[0] = before;
        c[1] = 2 * (q - before);
        c[2] = (after - q) - (q - before);
    }
}

static void add_line(blending *b, size_t segment)
{
    const corner *next = &b->corners[segment + 1];
    double *c = add_piece(b, next->time - next->half);
    for (size_t column = 0; column < b->columns; column++, c += TERMS) {
        c[0] = touch(b, segment, column, 0);
        c[1] = touch(b, segment, column, 1) - c[0];
        c[2] = 0;
    }
}

/* Makes the curve of a trajectory whose corners are known. */
static lw_status make_curve(blending *b, lw_error *error)
{
    const lw_motion_track *from = b->from;
    lw_motion_track *to = &b->to;
    *to = *from;
    to->memory = (lw_track_memory){.numbers = {.items = NULL}};
    to->piece_count = b->piece_count;
    to->degree = BLEND_DEGREE;
    to->approaches = false;
    lw_status status = lw_track_take_memory(to, error);
    if (status)
        return status;
    memcpy(to->variables, from->variables, b->columns * sizeof *to->variables);
    to->times[0] = from->times[0];
    b->piece_count = 0;
    if (b->corners[0].half > 0)
        add_blend(b, 0);
    for (size_t k = 0; k < from->piece_count; k++) {
        add_line(b, k);
        if (b->corners[k + 1].half > 0)
            add_blend(b, k + 1);
    }
    return LW_OK;
}

/* Replaces a track by its curve. One that has a single waypoint stays. */
static lw_status blend_track(const lw_motion_track *from, double radius, blending *b, lw_error *error)
{
    *b = (blending){.from = from, .columns = from->column_count};
    if (!(from->last > from->times[0]))
        return LW_OK;
    b->corners = calloc(from->piece_count + 1, sizeof *b->corners);
    if (!b->corners)
        return lw_fail_memory(error);
    find_corners(b, radius);
    lw_status status = check_corners(b, radius, error);
    return status ? status : make_curve(b, error);
}

static lw_status check_blended(const lw_motion *motion, double radius, lw_error *error)
{
    if (!motion)
        return lw_fail(error, LW_ERROR_ARGUMENT, "no motion was given");
    if (!(radius > 0) || !(radius <= LW_LARGEST))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the radius of blends is %g; it must be above 0, and at most %g", radius,
                       LW_LARGEST);
    if (!motion->seconds || motion->interpolation != LW_INTERPOLATION_LINEAR)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "blends are of the corners of linear trajectories; this motion %s",
                       motion->seconds ? "has no corners" : "is no trajectory");
    if (motion->stages)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the motion attaches or releases objects at waypoints, which blends would miss");
    if (motion->begin > 0)
        return lw_fail(error, LW_ERROR_ARGUMENT, "the motion was cut; blend it before");
    for (size_t i = 0; i < motion->tracks.count; i++)
        if (motion->tracks.items[i].floating_count)
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "joint \"%s\" is floating; blends are of joints with one value or three",
                           motion->chains->joints[motion->tracks.items[i].floating[0]].name);
    return LW_OK;
}

lw_status lw_motion_blend(lw_motion *motion, double radius, lw_error *error)
{
    lw_status status = check_blended(motion, radius, error);
    if (status)
        return status;
    const size_t count = motion->tracks.count;
    blending *all = calloc(count + 1, sizeof *all);
    if (!all)
        return lw_fail_memory(error);
    for (size_t i = 0; i < count && !status; i++)
        status = blend_track(&motion->tracks.items[i], radius, &all[i], error);
    for (size_t i = 0; i < count; i++) {
        free(all[i].corners);
        if (!all[i].to.memory.numbers.items)
            continue;
        if (!status) {
            const lw_motion_track old = motion->tracks.items[i];
            motion->tracks.items[i] = all[i].to;
            all[i].to = old;
        }
        lw_track_free(&all[i].to);
    }
    free(all);
    if (status)
        return status;
    motion->interpolation = LW_INTERPOLATION_SPLINE;
    return lw_motion_end(motion, LW_OK, error);
}
