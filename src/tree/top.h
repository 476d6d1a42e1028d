/* How far a body reaches along a direction. */
#ifndef LW_TREE_TOP_H
#define LW_TREE_TOP_H

#include "tree/geometry.h"

/* At least the largest dot(along, p) of the body's points p, in its frame, but for rounding in the last
 * places of |along| times the extent; mostly just that, or little more. Costs a support for each of its
 * hulls, or a few boxes. The body has elements. */
double lw_geometry_top(const lw_geometry *geometry, vec3 along);

/* The same of one piece, exactly but for rounding. */
double lw_piece_top(const lw_piece *piece, vec3 along);

#endif
