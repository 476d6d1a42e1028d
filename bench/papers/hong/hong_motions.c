/* Hong's objects and motions, generated ("A New Algorithm for Detecting the Collision of Moving
 * Objects", Figure 6 and Table II). The paper draws its objects without numbers: hexagonal cylinders
 * whose axes are 22 and 45 degrees off their faces' normals, and an arm in two finenesses. Here K1 is
 * long, from the axis that it turns about outwards, so that one turn passes most of its surroundings,
 * and K2 starts anywhere there: three quarters of these motions end in contact by themselves, as in the
 * paper. */
#include "hong/hong_motions.h"

#include "base/error.h"
#include "math/pose.h"

#include <stdlib.h>

static const double turn = 6.283185307179586;
static const double degree = 6.283185307179586 / 360;
static const double farthest = 2.4; /* the largest distance of K2's starts from the axis */
static const double nearest = 0.3;
static const double height = 0.8; /* the largest distance of K2's starts from the plane z = 0 */

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

lw_status lw_hong_states(void *context, double at, double until, lw_body_state states[2])
{
    (void)until;
    const lw_hong_start *s = context;
    double sine; /* the sine of a quarter of K1's angle, which is half of K2's */
    double cosine;
    lw_sincos(turn / 4 * at, &sine, &cosine);
    states[0].pose.orientation = (lw_quat){0, 0, 2 * sine * cosine, 1 - 2 * sine * sine};
    states[0].angular_velocity = (lw_vec3){0, 0, turn};
    states[0].spin = turn;
    const lw_quat *q = &s->orientation;
    states[1].pose.position = s->position;
    states[1].pose.orientation = (lw_quat){q->x * cosine + q->y * sine, q->y * cosine - q->x * sine,
                                           q->z * cosine + q->w * sine, q->w * cosine - q->z * sine};
    states[1].angular_velocity = scale(turn / 2, s->rotation.z);
    states[1].spin = norm(states[1].angular_velocity);
    return LW_OK;
}

lw_hong_start lw_hong_start_of(lw_quat orientation, vec3 position)
{
    return (lw_hong_start){lw_rotation_from_quat(orientation), orientation, position};
}

/* Writes a ring of points in the plane z = along, with its centre moved along x. */
static void ring(vec3 *points, int sides, double radius, double along, double aside)
{
    for (int i = 0; i < sides; i++) {
        double sine;
        double cosine;
        lw_sincos(turn * i / sides, &sine, &cosine);
        points[i] = v3(aside + radius * cosine, radius * sine, along);
    }
}

/* Turns points so that the z axis becomes x, and the x axis points up. */
static void lay(vec3 *points, int count)
{
    for (int i = 0; i < count; i++)
        points[i] = v3(points[i].z, -points[i].y, points[i].x);
}

static lw_status hull(lw_arena *arena, const vec3 *points, int count, lw_convex *out, lw_error *error)
{
    lw_polytope *polytope = NULL;
    lw_status status = lw_polytope_create(arena, &points[0].x, (size_t)count, &polytope, error);
    *out = (lw_convex){.core = LW_CORE_POLYTOPE, .polytope = polytope};
    return status;
}

/* The shift of one end against the other. */
static double skewed(double degrees, double length)
{
    double sine;
    double cosine;
    lw_sincos(degrees * degree, &sine, &cosine);
    return length * sine / cosine;
}

lw_status lw_hong_bar(lw_arena *arena, lw_convex *out, lw_error *error)
{
    vec3 points[12];
    const double length = 2;
    double aside = 0.5 * skewed(22, length);
    ring(points, 6, 0.3, 0, -aside);
    ring(points + 6, 6, 0.3, length, aside);
    lay(points, 12);
    return hull(arena, points, 12, out, error);
}

lw_status lw_hong_prism(lw_arena *arena, lw_convex *out, lw_error *error)
{
    vec3 points[12];
    double aside = skewed(45, 0.35);
    ring(points, 6, 0.35, -0.35, -aside);
    ring(points + 6, 6, 0.35, 0.35, aside);
    return hull(arena, points, 12, out, error);
}

lw_status lw_hong_arm(lw_arena *arena, int sides, lw_convex *out, lw_error *error)
{
    static const double along[] = {-0.2, 0, 1.8, 2};
    static const double radius[] = {0.2, 0.3, 0.2, 0.1};
    vec3 *points = malloc((size_t)4 * (size_t)sides * sizeof *points);
    if (!points)
        return lw_fail_memory(error);
    for (int k = 0; k < 4; k++)
        ring(points + k * sides, sides, radius[k], along[k], 0);
    lay(points, 4 * sides);
    lw_status status = hull(arena, points, 4 * sides, out, error);
    free(points);
    return status;
}

lw_hong_start lw_hong_random_start(lw_random *random)
{
    lw_quat q;
    do
        q = (lw_quat){lw_random_between(random, -1, 1), lw_random_between(random, -1, 1),
                      lw_random_between(random, -1, 1), lw_random_between(random, -1, 1)};
    while (!(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w < 1) || !lw_quat_normalize(&q));
    double sine;
    double cosine;
    lw_sincos(lw_random_between(random, 0, turn), &sine, &cosine);
    double away = lw_random_between(random, nearest, farthest);
    return lw_hong_start_of(q,
                            v3(away * cosine, away * sine, lw_random_between(random, -height, height)));
}

void lw_hong_draw(const lw_pcda *slab, lw_random *random, size_t tries, int contacts, int frees,
                  lw_hong_starts *out)
{
    lw_pcda search = *slab;
    search.moves = lw_hong_moves;
    out->contacts = out->frees = 0;
    out->tries = out->touching = out->colliding = 0;
    while (out->tries < tries && (out->contacts < contacts || out->frees < frees)) {
        lw_hong_start one = lw_hong_random_start(random);
        search.context = &one;
        lw_pcda_result found = lw_pcda_run(&search);
        out->tries++;
        if (found.state == LW_PCDA_FREE) {
            if (out->frees < frees)
                out->free[out->frees++] = one;
        } else if (found.time > 0) {
            out->colliding++;
            if (found.state == LW_PCDA_CONTACT && out->contacts < contacts)
                out->contact[out->contacts++] = one;
        } else
            out->touching++;
    }
}

lw_shape_def lw_hong_shape(const lw_convex *polytope)
{
    lw_shape_def shape = lw_default_shape();
    shape.kind = LW_SHAPE_POLYTOPE;
    shape.vertices = &polytope->polytope->vertices[0].x;
    shape.vertex_count = polytope->polytope->vertex_count;
    return shape;
}
