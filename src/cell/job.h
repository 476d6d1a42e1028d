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

#endif
