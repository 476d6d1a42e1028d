/* The direction of a vector, however short it is.
 *
 * The square of a length below 1e-154 is denormal or zero: its root errs by more than rounding, and a
 * vector divided by it is not of unit length. A bound along such a direction would be stretched. */
#ifndef LW_MATH_UNIT_H
#define LW_MATH_UNIT_H

#include "math/vec.h"

/* Squares of lengths above this, and the products of which they are sums, err by rounding alone. */
#define LW_LEAST_SQUARE 1e-280

static __attribute__((noinline, unused)) vec3 lw_scaled_by_largest(vec3 v)
{
    double largest = max_component(abs3(v));
    return largest > 0 ? v3(v.x / largest, v.y / largest, v.z / largest) : v3(0, 0, 0);
}

/* A vector of the same direction whose length can be squared: v itself, unless it is too short; then v
 * over its largest component. Zero stays zero. */
static inline vec3 lw_squarable(vec3 v)
{
    return norm2(v) > LW_LEAST_SQUARE ? v : lw_scaled_by_largest(v);
}

/* A vector of unit length along v; zero where v is zero. */
static inline vec3 lw_unit(vec3 v)
{
    vec3 sized = lw_squarable(v);
    double length = norm(sized);
    return length > 0 ? scale(1 / length, sized) : v3(0, 0, 0);
}

#endif
