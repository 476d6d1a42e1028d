/* Newton's method where GJK meets the rim of a cylinder or cone, or an ellipsoid. */
#ifndef LW_DISTANCE_RIM_H
#define LW_DISTANCE_RIM_H

#include "distance/gjk_state.h"

/* Moves the points of the simplex along their rims and ellipsoids to the nearest points, as long as the
 * simplex stays the same. True where that brought the simplex nearer to the origin, or by less than
 * slack farther: gjk then holds the new one; otherwise it is as it was. normal: unit, the direction
 * that was found; zero where none was. */
bool lw_rim_step(const lw_proxies *proxies, double slack, lw_gjk *gjk, vec3 *normal);

#endif
