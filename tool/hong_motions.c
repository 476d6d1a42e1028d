/* Hong's objects and motions, generated ("A New Algorithm for Detecting the Collision of Moving
 * Objects", Figure 6 and Table II). The paper draws its objects without giving numbers: hexagonal
 * cylinders skewed by 22 and 45 degrees and an arm in two finenesses, here a tapered bar of four rings.
 * K1 turns once about the world's z, K2 half as far about its own. */
#include "hong_motions.h"

#include "base/error.h"
#include "math/pose.h"

#include <stdlib.h>

static const double turn = 6.283185307179586;

void lw_hong_moves(void *context, double at, double until, lw_moving bodies[2])
{
    (void)until;
    const lw_hong_start *s = context;
    double sine;
    double cosine;
    lw_sincos(turn / 2 * at, &sine, &cosine);
    double sine2 = 2 * sine * cosine;
    double cosine2 = 1 - 2 * sine * sine;
    const mat3 *r = &s->rotation;
    vec3 angular = scale(turn / 2, r->z);
    bodies[0] = (lw_moving){.pose = {{{cosine2, sine2, 0}, {-sine2, cosine2, 0}, {0, 0, 1}}, {0, 0, 0}},
                            .angular = {0, 0, turn},
                            .spin = turn};
    bodies[1] = (lw_moving){.pose = {{add_scaled(scale(cosine, r->x), sine, r->y),
                                      add_scaled(scale(cosine, r->y), -sine, r->x), r->z},
                                     s->position},
                            .angular = angular,
                            .spin = norm(angular)};
}

/* A ring at a height, its middle moved along x. */
static void ring(double *points, int sides, double radius, double height, double aside)
{
    for (int i = 0; i < sides; i++) {
        double sine;
        double cosine;
        lw_sincos(turn * i / sides, &sine, &cosine);
        points[3 * i] = aside + radius * cosine;
        points[3 * i + 1] = radius * sine;
        points[3 * i + 2] = height;
    }
}

static lw_status hull(lw_arena *arena, const double *points, int count, lw_convex *out, lw_error *error)
{
    lw_polytope *polytope = NULL;
    lw_status status = lw_polytope_create(arena, points, (size_t)count, &polytope, error);
    *out = (lw_convex){.core = LW_CORE_POLYTOPE, .polytope = polytope};
    return status;
}

lw_status lw_hong_cylinder(lw_arena *arena, double degrees, lw_convex *out, lw_error *error)
{
    double points[3 * 12];
    double sine;
    double cosine;
    lw_sincos(degrees * turn / 360, &sine, &cosine);
    double aside = 0.3 * sine / cosine;
    ring(points, 6, 0.25, -0.3, -aside);
    ring(points + 3 * 6, 6, 0.25, 0.3, aside);
    return hull(arena, points, 12, out, error);
}

lw_status lw_hong_arm(lw_arena *arena, int sides, lw_convex *out, lw_error *error)
{
    static const double along[] = {-0.1, 0, 0.9, 1};
    static const double radius[] = {0.12, 0.2, 0.12, 0.07};
    double *points = malloc((size_t)12 * (size_t)sides * sizeof *points);
    if (!points)
        return lw_fail_memory(error);
    for (int k = 0; k < 4; k++) {
        double *here = points + 3 * k * sides;
        ring(here, sides, radius[k], along[k], 0);
        for (int i = 0; i < sides; i++) {
            double height = here[3 * i + 2];
            here[3 * i + 2] = here[3 * i];
            here[3 * i] = height;
        }
    }
    lw_status status = hull(arena, points, 4 * sides, out, error);
    free(points);
    return status;
}

lw_hong_start lw_hong_random_start(lw_random *random)
{
    lw_quat q;
    vec3 p;
    do
        q = (lw_quat){lw_random_between(random, -1, 1), lw_random_between(random, -1, 1),
                      lw_random_between(random, -1, 1), lw_random_between(random, -1, 1)};
    while (!(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w < 1) || !lw_quat_normalize(&q));
    do
        p = v3(lw_random_between(random, -1.3, 1.3), lw_random_between(random, -1.3, 1.3),
               lw_random_between(random, -1, 1));
    while (norm2(p) < 0.04);
    return (lw_hong_start){lw_rotation_from_quat(q), p};
}

void lw_hong_starts(const lw_slab *slab, lw_random *random, int tries, const int asked[2],
                    lw_hong_start *starts[2], int counts[2])
{
    counts[0] = counts[1] = 0;
    lw_slab search = *slab;
    search.moves = lw_hong_moves;
    for (int i = 0; i < tries && (counts[0] < asked[0] || counts[1] < asked[1]); i++) {
        lw_hong_start one = lw_hong_random_start(random);
        search.context = &one;
        lw_slab_result found = lw_slab_check(&search);
        int half = found.state == LW_SLAB_FREE;
        bool counts_as = half || (found.state == LW_SLAB_CONTACT && found.time > 0);
        if (counts_as && counts[half] < asked[half])
            starts[half][counts[half]++] = one;
    }
}
