/* The plane through three points. */
#ifndef LW_SHAPE_FACET_PLANE_H
#define LW_SHAPE_FACET_PLANE_H

#include <math.h>

#include "math/unit.h"

/* The plane passes through the corner between the two shorter edges, where rounding turns the normal
 * least: by a few u of `error`, the product of these edges over twice the area. */
typedef struct lw_facet_plane {
    vec3 corner, normal;  /* of unit length, to the side from which a, b, c are counter-clockwise; or
                             zero, also  where the square of the area is too small for a double */
    double error_squared; /* infinite where the normal is zero */
} lw_facet_plane;

static inline lw_facet_plane lw_plane_of(vec3 a, vec3 b, vec3 c)
{
    double ab = norm2(sub(b, a));
    double bc = norm2(sub(c, b));
    double ca = norm2(sub(a, c));
    vec3 corner = a;
    vec3 one = b;
    vec3 other = c;
    double edges = ab * ca;
    if (ca > bc && ca >= ab) { /* the corner opposite to the longest edge */
        corner = b, one = c, other = a, edges = bc * ab;
    } else if (ab > bc) {
        corner = c, one = a, other = b, edges = ca * bc;
    }
    vec3 normal = cross(sub(one, corner), sub(other, corner));
    double area2 = norm2(normal);
    if (!(area2 > LW_LEAST_SQUARE))
        return (lw_facet_plane){corner, v3(0, 0, 0), HUGE_VAL};
    return (lw_facet_plane){corner, scale(1 / sqrt(area2), normal), edges / area2};
}

/* How far p is beyond the plane, on the side to which the normal points. */
static inline double lw_beyond_plane(const lw_facet_plane *plane, vec3 p)
{
    return dot(plane->normal, sub(p, plane->corner));
}

#endif
