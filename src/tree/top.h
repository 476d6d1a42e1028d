/* How far a body reaches along a direction. */
#ifndef LW_TREE_TOP_H
#define LW_TREE_TOP_H

#include "tree/geometry.h"

/* At least the largest dot(along, p) of the body's points p, in its frame, but for rounding in the last
 * places of |along| times the extent; mostly just that. Costs a few dozen boxes at most. The body has
 * elements. */
double lw_geometry_top(const lw_geometry *geometry, vec3 along);

#endif
