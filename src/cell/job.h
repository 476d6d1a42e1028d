/* A job, an assignment of trajectories to the robots of a cell: checks that it is valid, and joins it
 * to one motion. */
#ifndef LW_CELL_JOB_H
#define LW_CELL_JOB_H

#include "cell/cell.h"

/* Checks that each robot exists and has one sequence at most, that a sequence has trajectories of its
 * own robot, that each trajectory begins where the one before it ends, and that no step is too short
 * beside the whole job (2^-30 of it). end: out, the time at which the last robot is done, seconds.
 * Error: argument. */
lw_status lw_job_check(const lw_cell *cell, const lw_sequence *sequences, size_t count, double *end,
                       lw_error *error);

/* Facts about courses that are valid. */
typedef struct lw_courses_facts {
    double end;   /* when the last robot is done, seconds */
    double moved; /* no leg is shifted by more than this, in the value of any joint, to begin where the
                     one before it ended */
} lw_courses_facts;

/* lw_job_check for courses. */
lw_status lw_courses_check(const lw_cell *cell, const lw_course *courses, size_t count,
                           lw_courses_facts *facts, lw_error *error);

/* The courses of sequences, in one allocation, which the caller frees. Errors: argument (a sequence
 * without its list), memory. */
lw_status lw_courses_of(const lw_cell *cell, const lw_sequence *sequences, size_t count,
                        lw_course **out, lw_error *error);

/* Joins the legs of a course, which must be valid and have at least one. Error: memory. */
lw_status lw_course_join(const lw_cell *cell, const lw_course *course, lw_motion_track *track,
                         lw_error *error);

/* Of a valid leg: its last waypoint, how long it takes, and when it begins after another one that ends
 * at a time. */
size_t lw_leg_last(const lw_cell *cell, const lw_leg *leg);
double lw_leg_length(const lw_cell *cell, const lw_leg *leg);
double lw_leg_begin(const lw_leg *leg, double before);

/* The value of a track's column at a waypoint. */
double lw_track_value(const lw_motion_track *own, size_t waypoint, size_t column);

#endif
