/* Polytopes that are hard to search: of up to 600 vertices, on balls, on the surfaces of grids (many
 * vertices in one plane), flat, needles, with duplicate points and clusters. */
#ifndef LW_TEST_POLYTOPES_H
#define LW_TEST_POLYTOPES_H

#include "certify.h"

static inline lw_convex random_polytope(lw_random *random, lw_arena *arena)
{
    static const uint32_t most[4] = {8, 40, 150, 600};
    double points[3 * 600];
    uint32_t count = 4 + lw_random_below(random, most[lw_random_below(random, 4)] - 3);
    uint32_t kind = lw_random_below(random, 4);
    vec3 half = v3(random_length(random, 1), random_length(random, 1), random_length(random, 1));
    for (uint32_t i = 0; i < count; i++) {
        vec3 p = random_direction(random);
        if (kind == 1) /* on a box */
            p = scale(1 / max_component(abs3(p)), p);
        if (kind == 2) { /* on a box, in a grid of 8 */
            p = scale(1 / max_component(abs3(p)), p);
            p = v3(floor(4 * p.x) / 4, floor(4 * p.y) / 4, floor(4 * p.z) / 4);
        }
        if (kind == 3 && i > 0 && i % 2) { /* near another one */
            const double *other = points + 3 * lw_random_below(random, i);
            double apart = lw_random_below(random, 2) ? 0 : pow(10, lw_random_between(random, -8, -2));
            p = v3(other[0] / half.x, other[1] / half.y, other[2] / half.z);
            p = add(p, random_vector(random, apart));
        }
        points[3 * i] = half.x * p.x;
        points[3 * i + 1] = half.y * p.y;
        points[3 * i + 2] = half.z * p.z;
    }
    lw_polytope *polytope = NULL;
    if (lw_polytope_create(arena, points, count, &polytope, NULL))
        abort();
    return (lw_convex){.core = LW_CORE_POLYTOPE, .polytope = polytope};
}

#endif
