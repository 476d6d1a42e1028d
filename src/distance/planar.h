/* What every method of the plane ends with. */
#ifndef LW_DISTANCE_PLANAR_H
#define LW_DISTANCE_PLANAR_H

#include "distance/barycode.h"

/* The public answer from a search of the cores: radii, depth where they meet, and all in the world. */
void lw_planar_answer(const lw_placed *p, lw_pose2 pose_a, const lw_search *found, lw_separation *out);

#endif
