/* The limits of elementary joints. */
#ifndef LW_PAPERS_JOINT_LIMITS_H
#define LW_PAPERS_JOINT_LIMITS_H

#include "scene/frozen.h"

/* The least and the largest value of a joint's coordinate, including the multiplier and offset of a
 * joint that mimics. False: there are no limits, and the values are unchanged. */
bool lw_coordinate_limits(const lw_chains *chains, const lw_elementary_joint *joint, double *lower,
                          double *upper);

#endif
