/* Pairs of cores whose nearest points have a closed form: a point and a point, a segment or a box. */
#ifndef LW_DISTANCE_PRIMITIVE_H
#define LW_DISTANCE_PRIMITIVE_H

#include "distance/gjk_state.h"

/* Each fills out as lw_gjk_run would, and proves the lower bound by the same supports. False where the
 * ends do not meet, or where the point lies inside: GJK must decide. */
typedef bool (*lw_primitive)(const lw_proxies *proxies, lw_gjk *out);

bool lw_primitive_points(const lw_proxies *proxies, lw_gjk *out);
bool lw_primitive_point_first(const lw_proxies *proxies, lw_gjk *out);
bool lw_primitive_point_second(const lw_proxies *proxies, lw_gjk *out);

#endif
