/* Between which values an elementary joint moves. */
#ifndef LW_PAPERS_JOINT_LIMITS_H
#define LW_PAPERS_JOINT_LIMITS_H

#include "scene/frozen.h"

/* The least and the largest value of its coordinate, with the multiplier and offset of one that mimics.
 * False: there are no limits, and the values are left as they are. */
bool lw_coordinate_limits(const lw_chains *chains, const lw_elementary_joint *joint, double *lower,
                          double *upper);

#endif
