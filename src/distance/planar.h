/* The default method of the plane, and what every method ends with. */
#ifndef LW_DISTANCE_PLANAR_H
#define LW_DISTANCE_PLANAR_H

#include "distance/barycode.h"

/* The distance of the cores by the method that is fastest. memory may be NULL. */
void lw_planar_search(const lw_placed *p, lw_polygon_memory *memory, lw_search *out);

/* The public answer from a search of the cores: radii, depth where they meet, and all in the world. */
void lw_planar_answer(const lw_placed *p, lw_pose2 pose_a, const lw_search *found, lw_separation *out);

#endif
