/* A job, an assignment of trajectories to the robots of a cell: checks that it is valid, and joins it
 * to one motion. */
#include "cell/job.h"

#include "base/error.h"
#include "motion/track.h"

#include <stdlib.h>
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

/* lw_job_check for a scene in space */
static lw_status check_in_space(const lw_cell *cell, const lw_sequence *sequences, size_t count,
                                double *end, lw_error *error)
{
    lw_course *courses;
    lw_courses_facts facts = {0};
    lw_status status = lw_courses_of(cell, sequences, count, &courses, error);
    if (!status)
        status = lw_courses_check(cell, courses, count, &facts, error);
    *end = facts.end;
    free(courses);
    return status;
}

lw_status lw_job_check(const lw_cell *cell, const lw_sequence *sequences, size_t count, double *end,
                       lw_error *error)
{
    lw_status status = LW_OK;
    if (!cell->frozen->flat)
        return check_in_space(cell, sequences, count, end, error);
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

/* ---- legs ------------------------------------------------------------------------------------ */

/* how early a leg may begin before the end of the one before it, seconds: files round their numbers */
static const double EARLY = 1e-9;
/* a leg begins at the end of the last one if it would by rounding, as a share of that time */
static const double AT_ONCE = 1e-12;

/* how many pieces of a trajectory come before its last time: all, or none where it has a single
 * waypoint */
static size_t pieces_of(const lw_motion_track *own)
{
    return own->times[0] < own->last ? own->piece_count : 0;
}

size_t lw_leg_last(const lw_cell *cell, const lw_leg *leg)
{
    const size_t pieces = pieces_of(&cell->trajectories.items[leg->trajectory]->track);
    return leg->last == SIZE_MAX ? pieces : leg->last;
}

/* the time of the trajectory at which a leg begins */
static double base_of(const lw_motion_track *own, const lw_leg *leg)
{
    return leg->first ? own->times[leg->first] : 0;
}

double lw_leg_length(const lw_cell *cell, const lw_leg *leg)
{
    const lw_motion_track *own = &cell->trajectories.items[leg->trajectory]->track;
    const size_t last = lw_leg_last(cell, leg);
    return (last == pieces_of(own) ? own->last : own->times[last]) - base_of(own, leg);
}

double lw_leg_begin(const lw_leg *leg, double before)
{
    return leg->start > before + AT_ONCE * (1 + before) ? leg->start : before;
}

static double sum(const double *values, size_t count)
{
    double total = 0;
    for (size_t i = count; i-- > 0;)
        total += values[i];
    return total;
}

double lw_track_value(const lw_motion_track *own, size_t waypoint, size_t column)
{
    const size_t terms = (size_t)own->degree + 1;
    const size_t last = pieces_of(own);
    const size_t piece = waypoint && waypoint == last ? waypoint - 1 : waypoint;
    const double *coefficients = own->coefficients + (piece * own->column_count + column) * terms;
    return piece == waypoint ? *coefficients : sum(coefficients, terms);
}

static lw_status check_leg(const lw_cell *cell, const lw_course *course, const lw_leg *leg,
                           double before, lw_error *error)
{
    const char *robot = cell->frozen->chains->names[course->robot];
    if (leg->trajectory >= cell->trajectories.count ||
        cell->trajectories.items[leg->trajectory]->robot != course->robot)
        return lw_fail(error, LW_ERROR_ARGUMENT, "trajectory %zu is not one of robot \"%s\"",
                       leg->trajectory, robot);
    const lw_trajectory *own = cell->trajectories.items[leg->trajectory];
    const size_t most = pieces_of(&own->track);
    const size_t last = lw_leg_last(cell, leg);
    if (last > most || leg->first > last || (most && leg->first == last))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "robot \"%s\": \"%s\" has waypoints 0 to %zu, and no part from %zu to %zu",
                       robot, own->name, most, leg->first, last);
    if (!(leg->start >= 0 && leg->start < HUGE_VAL))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "robot \"%s\": \"%s\" is to begin at %g s; that must be 0 or more", robot,
                       own->name, leg->start);
    if (leg->start < before - EARLY)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "robot \"%s\": \"%s\" is to begin at %g s, before the end of the one before it, "
                       "at %g s",
                       robot, own->name, leg->start, before);
    return LW_OK;
}

/* Checks that a leg begins where the one before it ends. shift: the largest of the differences that
 * lw_motion_set_courses takes up. */
static lw_status check_join(const lw_cell *cell, const lw_leg *before, const lw_leg *next,
                            lw_courses_facts *facts, lw_error *error)
{
    const lw_trajectory *one = cell->trajectories.items[before->trajectory];
    const lw_trajectory *two = cell->trajectories.items[next->trajectory];
    const char *robot = cell->frozen->chains->names[one->robot];
    bool same = one->track.column_count == two->track.column_count;
    for (size_t c = 0; same && c < one->track.column_count; c++)
        same = one->track.variables[c] == two->track.variables[c];
    if (!same)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "robot \"%s\": \"%s\" moves other joints than the trajectory before it", robot,
                       two->name);
    for (size_t c = 0; c < one->track.column_count; c++) {
        const double ends = lw_track_value(&one->track, lw_leg_last(cell, before), c);
        const double begins = lw_track_value(&two->track, next->first, c);
        const double turns = one->turns[c] ? lw_shorter_turn(begins, ends) : ends - begins;
        if (!(fabs(turns) <= LW_CELL_SAME))
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "robot \"%s\": \"%s\" begins with value %zu at %g, and \"%s\" ends with it "
                           "at %g",
                           robot, two->name, c, begins, one->name, ends);
        facts->moved += fabs(ends - begins);
    }
    return LW_OK;
}

static lw_status check_course(const lw_cell *cell, const lw_course *course, lw_courses_facts *facts,
                              lw_error *error)
{
    double before = 0;
    if (course->count && !course->legs)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "robot \"%s\" is to follow %zu legs, but no list of them "
                       "was given",
                       cell->frozen->chains->names[course->robot], course->count);
    for (size_t i = 0; i < course->count; i++) {
        const lw_leg *leg = &course->legs[i];
        lw_status status = check_leg(cell, course, leg, before, error);
        if (!status && i)
            status = check_join(cell, leg - 1, leg, facts, error);
        if (status)
            return status;
        before = lw_leg_begin(leg, before) + lw_leg_length(cell, leg);
    }
    facts->end = greater(facts->end, before);
    return LW_OK;
}

lw_status lw_courses_check(const lw_cell *cell, const lw_course *courses, size_t count,
                           lw_courses_facts *facts, lw_error *error)
{
    *facts = (lw_courses_facts){0};
    lw_status status = LW_OK;
    for (size_t i = 0; i < count && !status; i++) {
        if (courses[i].robot >= cell->robot_count)
            return lw_fail(error, LW_ERROR_ARGUMENT, "there is no robot %zu", courses[i].robot);
        for (size_t k = 0; k < i; k++)
            if (courses[k].robot == courses[i].robot)
                return lw_fail(error, LW_ERROR_ARGUMENT, "robot \"%s\" has two sequences",
                               cell->frozen->chains->names[courses[i].robot]);
        status = check_course(cell, &courses[i], facts, error);
    }
    for (size_t i = 0; i < count && !status; i++)
        for (size_t k = 0; k < courses[i].count && !status; k++) {
            const lw_trajectory *own = cell->trajectories.items[courses[i].legs[k].trajectory];
            if (own->shortest < TOO_SHORT * facts->end)
                status =
                    lw_fail(error, LW_ERROR_ARGUMENT,
                            "trajectory \"%s\" has steps of %g s, too short beside the %g s of all",
                            own->name, own->shortest, facts->end);
        }
    return status;
}

lw_status lw_courses_of(const lw_cell *cell, const lw_sequence *sequences, size_t count,
                        lw_course **out, lw_error *error)
{
    size_t legs = 0;
    *out = NULL;
    for (size_t i = 0; i < count; i++) {
        if (sequences[i].count && !sequences[i].trajectories)
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "a sequence of %zu trajectories has no list of them", sequences[i].count);
        legs += sequences[i].count;
    }
    lw_course *courses = malloc((count + 1) * sizeof *courses + legs * sizeof(lw_leg));
    if (!courses)
        return lw_fail_memory(error);
    lw_leg *next = (lw_leg *)(void *)(courses + count + 1);
    for (size_t i = 0; i < count; i++) {
        double start = 0;
        courses[i] = (lw_course){sequences[i].robot, next, sequences[i].count};
        for (size_t k = 0; k < sequences[i].count; k++) {
            const size_t index = sequences[i].trajectories[k];
            *next++ = (lw_leg){index, 0, SIZE_MAX, start};
            if (index < cell->trajectories.count)
                start += cell->trajectories.items[index]->duration;
        }
    }
    *out = courses;
    return LW_OK;
}

/* ---- the motion of a job ----------------------------------------------------------------------- */

/* A track under construction, joined from legs. */
typedef struct joining {
    lw_motion_track *track;
    size_t piece;
    double *values; /* per column: where the last piece ends */
    double *moved;  /* per column: how far the next leg is shifted */
} joining;

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

/* the time at which a leg leaves its first waypoint */
static double leaves_at(const lw_motion_track *own, const lw_leg *leg, double start)
{
    return start + (own->times[leg->first] - base_of(own, leg));
}

/* Adds a leg, shifted so that it begins where the one before it ended. The shift takes up the rounding
 * of files and whole turns. */
static void add_leg(joining *work, const lw_motion_track *own, const lw_leg *leg, size_t last,
                    double start)
{
    lw_motion_track *track = work->track;
    const size_t own_terms = (size_t)own->degree + 1;
    const size_t terms = (size_t)track->degree + 1;
    for (size_t c = 0; c < track->column_count; c++) {
        const double value = lw_track_value(own, leg->first, c);
        work->moved[c] = work->piece ? work->values[c] - value : 0;
        work->values[c] = value + work->moved[c];
    }
    if (leaves_at(own, leg, start) > track->times[work->piece])
        add_rest(work, leaves_at(own, leg, start));
    for (size_t k = leg->first; k < last; k++) {
        double *coefficients = add_piece(work, start + (own->times[k + 1] - base_of(own, leg)));
        for (size_t c = 0; c < track->column_count; c++) {
            const double *from = own->coefficients + (k * track->column_count + c) * own_terms;
            double *to = coefficients + c * terms;
            memcpy(to, from, own_terms * sizeof *to);
            to[0] += work->moved[c];
            work->values[c] = sum(to, terms);
        }
    }
}

/* How many pieces a course has. end: when it is over. */
static size_t count_pieces(const lw_cell *cell, const lw_course *course, double *end)
{
    size_t pieces = 0;
    double time = 0; /* of the last piece's end */
    double before = 0;
    for (size_t i = 0; i < course->count; i++) {
        const lw_leg *leg = &course->legs[i];
        const lw_motion_track *own = &cell->trajectories.items[leg->trajectory]->track;
        const double start = lw_leg_begin(leg, before);
        const size_t last = lw_leg_last(cell, leg);
        if (leaves_at(own, leg, start) > time) {
            pieces++;
            time = leaves_at(own, leg, start);
        }
        pieces += last - leg->first;
        if (last > leg->first)
            time = start + (own->times[last] - base_of(own, leg));
        before = start + lw_leg_length(cell, leg);
    }
    *end = before;
    return pieces;
}

lw_status lw_course_join(const lw_cell *cell, const lw_course *course, lw_motion_track *track,
                         lw_error *error)
{
    const lw_motion_track *first = &cell->trajectories.items[course->legs[0].trajectory]->track;
    const size_t columns = first->column_count;
    joining work = {.track = track};
    double end;
    const size_t pieces = count_pieces(cell, course, &end);
    int degree = 0;
    for (size_t i = 0; i < course->count; i++) {
        const lw_motion_track *own = &cell->trajectories.items[course->legs[i].trajectory]->track;
        degree = own->degree > degree ? own->degree : degree;
    }
    track->joints = first->joints;
    track->piece_count = pieces ? pieces : 1;
    track->degree = degree;
    track->column_count = columns;
    track->floating_count = 0;
    lw_status status = lw_track_take_memory(track, error);
    if (status)
        return status;
    if (!(work.values = calloc(2 * columns + 1, sizeof *work.values)))
        return lw_fail_memory(error);
    work.moved = work.values + columns;
    memcpy(track->variables, first->variables, columns * sizeof *track->variables);
    track->times[0] = 0;
    track->last = end;
    double before = 0;
    for (size_t i = 0; i < course->count; i++) {
        const lw_leg *leg = &course->legs[i];
        const double start = lw_leg_begin(leg, before);
        add_leg(&work, &cell->trajectories.items[leg->trajectory]->track, leg, lw_leg_last(cell, leg),
                start);
        before = start + lw_leg_length(cell, leg);
    }
    /* a track without pieces becomes that of a single waypoint: one piece at rest, which begins at the
     * last time */
    if (!pieces)
        add_rest(&work, track->last + 1);
    free(work.values);
    return LW_OK;
}

/* Sets a motion to courses that were checked. */
static lw_status set_courses(lw_motion *motion, const lw_cell *cell, const lw_course *courses,
                             size_t count, lw_error *error)
{
    lw_status status = LW_OK;
    motion->seconds = true;
    for (size_t i = 0; i < count && !status; i++) {
        if (!courses[i].count)
            continue;
        status = lw_course_join(cell, &courses[i], &motion->tracks.items[motion->tracks.count], error);
        motion->tracks.count += !status;
        for (size_t k = 0; k < courses[i].count; k++) {
            const lw_trajectory *next = cell->trajectories.items[courses[i].legs[k].trajectory];
            if (next->interpolation > motion->interpolation)
                motion->interpolation = next->interpolation;
        }
    }
    return lw_motion_end(motion, status, error);
}

static lw_status check_cell(const lw_motion *motion, const lw_cell *cell, lw_error *error)
{
    return motion->scene == cell->scene
               ? LW_OK
               : lw_fail(error, LW_ERROR_ARGUMENT, "the motion is of another scene than the cell");
}

lw_status lw_motion_set_courses(lw_motion *motion, const lw_cell *cell, const lw_course *courses,
                                size_t count, lw_error *error)
{
    lw_courses_facts facts;
    if (!motion || !cell || (count && !courses))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "lw_motion_set_courses needs a motion, a cell and courses");
    lw_status status = check_cell(motion, cell, error);
    if (!status)
        status = lw_motion_begin(motion, count, error);
    if (!status)
        status = lw_courses_check(cell, courses, count, &facts, error);
    return status ? status : set_courses(motion, cell, courses, count, error);
}

lw_status lw_motion_set_job(lw_motion *motion, const lw_cell *cell, const lw_sequence *sequences,
                            size_t count, lw_error *error)
{
    double end;
    lw_course *courses = NULL;
    if (!motion || !cell || (count && !sequences))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "lw_motion_set_job needs a motion, a cell and sequences");
    lw_status status = check_cell(motion, cell, error);
    if (!status)
        status = lw_motion_begin(motion, count, error);
    if (!status)
        status = lw_job_check(cell, sequences, count, &end, error);
    if (!status)
        status = lw_courses_of(cell, sequences, count, &courses, error);
    if (!status)
        status = set_courses(motion, cell, courses, count, error);
    free(courses);
    return status;
}
