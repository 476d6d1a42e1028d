/* A job, an assignment of trajectories to the robots of a cell: checks that it is valid, and joins it
 * to one motion. */
#include "cell/job.h"

#include "base/error.h"
#include "motion/track.h"

#include <string.h>

/* the shortest step, as a share of the job's duration: near the job's end rounding would blur the times
 * of shorter ones */
#define TOO_SHORT 0x1p-30

/* ---- validity ---------------------------------------------------------------------------------- */

/* checks that a trajectory begins where the one before it ends */
static lw_status check_start(const lw_cell *cell, const lw_trajectory *before,
                             const lw_trajectory *next, lw_error *error)
{
    for (uint32_t i = 0; before && i < cell->robots[next->robot].body_count; i++)
        if (!lw_cell_same_pose(&before->ends[i], &next->begins[i]))
            return lw_fail(
                error, LW_ERROR_ARGUMENT,
                "robot \"%s\": \"%s\" begins at (%g, %g, %g), and \"%s\" ends at (%g, %g, %g)",
                cell->frozen->chains->names[next->robot], next->name, next->begins[i].rest[0],
                next->begins[i].rest[1], next->begins[i].rest[2], before->name, before->ends[i].rest[0],
                before->ends[i].rest[1], before->ends[i].rest[2]);
    return LW_OK;
}

static lw_status check_sequence(const lw_cell *cell, const lw_sequence *sequence, double *end,
                                lw_error *error)
{
    const char *robot = cell->frozen->chains->names[sequence->robot];
    const lw_trajectory *before = NULL;
    double stop = 0;
    if (sequence->count && !sequence->trajectories)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "robot \"%s\" is to follow %zu trajectories, but no "
                       "list of them was given",
                       robot, sequence->count);
    for (size_t i = 0; i < sequence->count; i++) {
        const size_t index = sequence->trajectories[i];
        if (index >= cell->trajectories.count ||
            cell->trajectories.items[index]->robot != sequence->robot)
            return lw_fail(error, LW_ERROR_ARGUMENT, "trajectory %zu is not one of robot \"%s\"", index,
                           robot);
        const lw_trajectory *next = cell->trajectories.items[index];
        const lw_status status = check_start(cell, before, next, error);
        if (status)
            return status;
        stop += next->duration;
        before = next;
    }
    *end = fmax(*end, stop);
    return LW_OK;
}

static lw_status check_steps(const lw_cell *cell, const lw_sequence *sequence, double end,
                             lw_error *error)
{
    for (size_t i = 0; i < sequence->count; i++) {
        const lw_trajectory *next = cell->trajectories.items[sequence->trajectories[i]];
        if (next->shortest < TOO_SHORT * end)
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "trajectory \"%s\" has steps of %g s, too short beside the %g s of all",
                           next->name, next->shortest, end);
    }
    return LW_OK;
}

lw_status lw_job_check(const lw_cell *cell, const lw_sequence *sequences, size_t count, double *end,
                       lw_error *error)
{
    lw_status status = LW_OK;
    *end = 0;
    for (size_t i = 0; i < count; i++)
        if (sequences[i].robot >= cell->robot_count)
            return lw_fail(error, LW_ERROR_ARGUMENT, "there is no robot %zu", sequences[i].robot);
    for (size_t i = 0; i < count && !status; i++) {
        for (size_t k = 0; k < i; k++)
            if (sequences[k].robot == sequences[i].robot)
                return lw_fail(error, LW_ERROR_ARGUMENT, "robot \"%s\" has two sequences",
                               cell->frozen->chains->names[sequences[i].robot]);
        status = check_sequence(cell, &sequences[i], end, error);
    }
    for (size_t i = 0; i < count && !status; i++)
        status = check_steps(cell, &sequences[i], *end, error);
    return status;
}

/* ---- the motion of a job ----------------------------------------------------------------------- */

/* columns of a planar joint, the one joint that moves a robot of a cell */
enum { MOST_COLUMNS = 3 };

/* A track under construction, joined from the trajectories of a sequence. */
typedef struct joining {
    lw_motion_track *track;
    size_t piece;
    double values[MOST_COLUMNS]; /* where the last piece ends */
} joining;

/* whether a trajectory that is joined at `start` has its first waypoint after `start` */
static bool waits(const lw_motion_track *own, double start)
{
    return start + own->times[0] > start;
}

/* how many pieces of a trajectory come before its last time: all, or none where it has a single
 * waypoint */
static size_t pieces_of(const lw_motion_track *own)
{
    return own->times[0] < own->last ? own->piece_count : 0;
}

/* appends a piece that ends at a time; returns its coefficients, all zero */
static double *add_piece(joining *work, double end)
{
    lw_motion_track *track = work->track;
    const size_t size = track->column_count * ((size_t)track->degree + 1);
    double *coefficients = track->coefficients + work->piece++ * size;
    track->times[work->piece] = end;
    memset(coefficients, 0, size * sizeof *coefficients);
    return coefficients;
}

static void add_rest(joining *work, double end)
{
    double *coefficients = add_piece(work, end);
    for (size_t c = 0; c < work->track->column_count; c++)
        coefficients[c * ((size_t)work->track->degree + 1)] = work->values[c];
}

static double sum(const double *values, size_t count)
{
    double total = 0;
    for (size_t i = count; i-- > 0;)
        total += values[i];
    return total;
}

/* Adds a trajectory, shifted so that it begins where the one before it ended. The shift takes up the
 * rounding of files and whole turns. */
static void add_trajectory(joining *work, const lw_motion_track *own, double start)
{
    lw_motion_track *track = work->track;
    const size_t own_terms = (size_t)own->degree + 1;
    const size_t terms = (size_t)track->degree + 1;
    double moved[MOST_COLUMNS] = {0};
    for (size_t c = 0; c < track->column_count; c++) {
        const double value = own->coefficients[c * own_terms];
        moved[c] = work->piece ? work->values[c] - value : 0;
        work->values[c] = value + moved[c];
    }
    if (waits(own, start))
        add_rest(work, start + own->times[0]);
    for (size_t k = 0; k < pieces_of(own); k++) {
        double *coefficients = add_piece(work, start + own->times[k + 1]);
        for (size_t c = 0; c < track->column_count; c++) {
            const double *from = own->coefficients + (k * track->column_count + c) * own_terms;
            double *to = coefficients + c * terms;
            memcpy(to, from, own_terms * sizeof *to);
            to[0] += moved[c];
            work->values[c] = sum(to, terms);
        }
    }
}

/* Joins the trajectories of a sequence, which must have at least one. */
static lw_status join(const lw_cell *cell, const lw_sequence *sequence, lw_motion_track *track,
                      lw_error *error)
{
    const lw_motion_track *first = &cell->trajectories.items[sequence->trajectories[0]]->track;
    joining work = {.track = track};
    double start = 0;
    size_t pieces = 0;
    int degree = 0;
    for (size_t i = 0; i < sequence->count; i++) {
        const lw_trajectory *next = cell->trajectories.items[sequence->trajectories[i]];
        pieces += pieces_of(&next->track) + waits(&next->track, start);
        degree = next->track.degree > degree ? next->track.degree : degree;
        start += next->duration;
        if (next->track.column_count != first->column_count)
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "robot \"%s\": \"%s\" moves other joints than the trajectory before it",
                           cell->frozen->chains->names[sequence->robot], next->name);
    }
    track->joints = first->joints;
    track->piece_count = pieces ? pieces : 1;
    track->degree = degree;
    track->column_count = first->column_count;
    track->floating_count = 0;
    lw_status status = lw_track_take_memory(track, error);
    if (status)
        return status;
    memcpy(track->variables, first->variables, first->column_count * sizeof *track->variables);
    track->times[0] = 0;
    track->last = start;
    start = 0;
    for (size_t i = 0; i < sequence->count; i++) {
        const lw_trajectory *next = cell->trajectories.items[sequence->trajectories[i]];
        add_trajectory(&work, &next->track, start);
        start += next->duration;
    }
    /* a track without pieces becomes that of a single waypoint: one piece at rest, which begins at the
     * last time */
    if (!pieces)
        add_rest(&work, track->last + 1);
    return LW_OK;
}

lw_status lw_motion_set_job(lw_motion *motion, const lw_cell *cell, const lw_sequence *sequences,
                            size_t count, lw_error *error)
{
    double end;
    if (!motion || !cell || (count && !sequences))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "lw_motion_set_job needs a motion, a cell and sequences");
    if (motion->scene != cell->scene)
        return lw_fail(error, LW_ERROR_ARGUMENT, "the motion is of another scene than the cell");
    lw_status status = lw_motion_begin(motion, count, error);
    if (!status)
        status = lw_job_check(cell, sequences, count, &end, error);
    motion->seconds = true;
    for (size_t i = 0; i < count && !status; i++) {
        if (!sequences[i].count)
            continue;
        status = join(cell, &sequences[i], &motion->tracks.items[motion->tracks.count], error);
        motion->tracks.count += !status;
        for (size_t k = 0; k < sequences[i].count; k++) {
            const lw_trajectory *next = cell->trajectories.items[sequences[i].trajectories[k]];
            if (next->interpolation > motion->interpolation)
                motion->interpolation = next->interpolation;
        }
    }
    return lw_motion_end(motion, status, error);
}
