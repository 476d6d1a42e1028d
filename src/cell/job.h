/* An assignment of trajectories to the robots of a cell: whether it is one, and the motion that it
 * makes.
 */
#ifndef LW_CELL_JOB_H
#define LW_CELL_JOB_H

#include "cell/cell.h"

/* Checks that the robots exist and have one sequence each at most, of trajectories of their own, each
 * of which begins where the one before it ends, and that no step is too short beside the whole. end:
 * when the last robot is done. Error argument. */
lw_status lw_job_check(const lw_cell *cell, const lw_sequence *sequences, size_t count, double *end,
                       lw_error *error);

#endif
