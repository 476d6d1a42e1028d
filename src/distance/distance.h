/* The distance of two convex shapes, as a bracket. Dispatched by one table over the kinds of the two
 * cores. */
#ifndef LW_DISTANCE_DISTANCE_H
#define LW_DISTANCE_DISTANCE_H

#include "distance/bracket.h"
#include "shape/convex.h"

/* The distance of a and b, with b at b_in_a (Hong, (3.11)). Always ends; upper - lower is at most 1e-12
 * times the size of the shapes (the largest coordinate in a's frame), and 1e-9 in rare cases nearly in
 * contact: on rims of cylinders and cones, on needles. Where the shapes meet (radii included) lower and
 * upper are 0 and the points coincide within rounding. warm may be NULL. */
void lw_convex_distance(const lw_convex *a, const lw_convex *b, const pose *b_in_a, lw_warm_start *warm,
                        lw_bracket *out);

/* As lw_convex_distance, with an early exit: it may stop as soon as lower > enough, or upper <= touch;
 * the bracket is then wider, but still true. */
void lw_convex_distance_until(const lw_convex *a, const lw_convex *b, const pose *b_in_a, double enough,
                              double touch, lw_warm_start *warm, lw_bracket *out);

/* Turns the bracket of two bodies into the bracket of these bodies grown by a radius each. Where they
 * then meet, both points become one that lies in both. */
void lw_bracket_grow(lw_bracket *bracket, double radius_a, double radius_b);

/* The distance of two triangles in one frame. */
void lw_triangle_triangle(const vec3 a[3], const vec3 b[3], lw_bracket *out);

/* The rounding error by which lower is lowered. size: the largest coordinate of the posed points. */
double lw_distance_rounding(double size);

#endif
