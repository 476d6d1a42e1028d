/* The search for a separating axis of the swept volumes of two patches, in their linear part.
 *
 * Let hull(end) be the convex hull of a body's corners at an end of the interval. A direction n proves
 * the interval for two patches if n . (q - p) >= least at both ends, for all corners p of a and q of b
 * (bound/pair_bound.c). The points q - p span the Minkowski differences of the two hulls at either end,
 * so the condition is a lower bound along n of both differences together. The best n is therefore the
 * direction of the point of their joint convex hull that is nearest to the origin, and GJK finds it.
 * Its steps (distance/gjk_fast_simplex.h) end as soon as a support point along their direction is far
 * enough away, which proves the interval, or their nearest point is too near, which shows that no
 * direction separates both ends by the larger `least`. */
#include "bound/swept.h"

#include <float.h>

#include "body/corners.h"
#include "distance/gjk_fast_simplex.h"
#include "math/rounding.h"
#include "math/unit.h"

/* docs/decisions/proof.md, "Two patches with overlapping boxes get a separating direction by GJK" */
enum { STEPS = 12 /* more than any pair of patches of two robots took */ };

static lw_swept_map map_of(const lw_pair_bound *bound, int body, double tau)
{
    lw_swept_map map = {mat3_identity(), {0, 0, 0}};
    if (body == 1)
        map = (lw_swept_map){bound->b_in_a.rotation, bound->b_in_a.position};
    if (!bound->moves[body])
        return map;
    vec3 turn = scale(tau, bound->angular[body]);
    map.moved = add(add_scaled(map.moved, tau, bound->linear[body]), cross(turn, map.moved));
    map.turned.x = add(map.turned.x, cross(turn, map.turned.x));
    map.turned.y = add(map.turned.y, cross(turn, map.turned.y));
    map.turned.z = add(map.turned.z, cross(turn, map.turned.z));
    return map;
}

lw_swept lw_swept_make(const lw_pair_bound *bound)
{
    lw_swept swept;
    double reach =
        norm(bound->b_in_a.position) + bound->geometry[0]->extent + bound->geometry[1]->extent;
    double required = bound->target + bound->error;
    double speed = 0; /* no point is faster */
    for (int body = 0; body < 2; body++)
        if (bound->moves[body])
            speed += norm(bound->linear[body]) + reach * norm(bound->angular[body]);
    for (int end = 0; end < 2; end++) {
        double tau = end ? bound->before : bound->after;
        for (int body = 0; body < 2; body++)
            swept.map[body][end] = map_of(bound, body, end ? -tau : tau);
        /* rounding: a few dozen operations on numbers no larger than these */
        swept.least[end] = required + 0.5 * tau * tau * bound->curvature + tau * bound->speed_error +
                           LW_PAIR_BOUND_ROUNDING * (reach + tau * speed + required);
    }
    swept.tube = bound->tube;
    swept.size = reach + greater(bound->before, bound->after) * speed;
    return swept;
}

LW_INLINED lw_swept_direction direction_of(const lw_swept *swept, vec3 normal)
{
    lw_swept_direction made = {.normal = normal, .tube = swept->tube};
    for (int end = 0; end < 2; end++) {
        const lw_swept_map *a = &swept->map[0][end];
        const lw_swept_map *b = &swept->map[1][end];
        made.along[0][end] = rotate_back(a->turned, normal);
        made.along[1][end] = rotate_back(b->turned, neg(normal));
        made.least[end] = swept->least[end] - dot(normal, sub(b->moved, a->moved));
    }
    return made;
}

lw_swept_direction lw_swept_direction_of(const lw_swept *swept, vec3 normal)
{
    return direction_of(swept, normal);
}

/* ---- the search ----------------------------------------------------------------------------- */

typedef struct search {
    const lw_swept *swept;
    const lw_geometry *geometry[2];
    const lw_node *node[2];
    double radius[2]; /* the radius by which the corners of either node are grown */
    double enough;
    vec3 corner[2][2]; /* per body, and per end of the interval: the support vertex along the last
                          direction, in the body's frame */
} search;

/* Finds the support points, against a direction, of the Minkowski differences at both ends of the
 * interval, and keeps the nearer one. Returns its product with the direction. */
LW_INLINED double find_nearest(search *s, vec3 d, corner *out, fast_kind how)
{
    vec3 point[2][2];
    for (int body = 0; body < 2; body++) {
        const lw_swept_map *map = s->swept->map[body];
        vec3 outwards = body ? neg(d) : d;
        const vec3 along[2] = {rotate_back(map[0].turned, outwards),
                               rotate_back(map[1].turned, outwards)};
        vec3 *found = s->corner[body];
        lw_node_supports(s->geometry[body], s->node[body], along, found, how != NARROW);
        for (int end = 0; end < 2; end++)
            point[body][end] = add(rotate(map[end].turned, found[end]), map[end].moved);
    }
    vec3 between[2] = {sub(point[1][0], point[0][0]), sub(point[1][1], point[0][1])};
    double low[2] = {dot(d, between[0]), dot(d, between[1])};
    int nearer = low[1] < low[0];
    out->w = x4_all(between[nearer]);
    out->vertices = 0;
    return low[nearer];
}

/* Whether the last direction proves the interval. All other corners reach no farther than the last
 * support vertices, except for the rounding that `least` has room for. */
LW_INLINED bool is_proven(const search *s, vec3 normal)
{
    const lw_swept_direction direction = direction_of(s->swept, normal);
    double tube = lw_tube_reach(s->swept->tube, 0, normal, s->node[0]) +
                  lw_tube_reach(s->swept->tube, 1, normal, s->node[1]);
    for (int end = 0; end < 2; end++) {
        double reach = tube;
        for (int body = 0; body < 2; body++) {
            vec3 along = direction.along[body][end];
            reach += dot(along, s->corner[body][end]) + s->radius[body] * norm(along);
        }
        if (!(-reach >= direction.least[end]))
            return false;
    }
    return true;
}

LW_INLINED bool separate(search *s, vec3 *normal, fast_kind how)
{
    double rounding = LW_ROUNDING(32) * s->swept->size;
    double rounding2 = rounding * rounding;
    double enough2 = s->enough * s->enough;
    fast_simplex f = {.count = 0};
    corner new;
    double first = find_nearest(s, *normal, &new, how);
    if (first > 0 && first * first > enough2 * norm2(*normal)) {
        *normal = lw_unit(*normal);
        if (is_proven(s, *normal))
            return true;
    }
    move_to_point(&f, &new);
    for (int step = 0; step < STEPS; step++) {
        /* the nearest point of the simplex */
        if (!(f.height > 0 && f.height * f.height > enough2 * f.square))
            return false;
        vec3 d = x4_lane(&f.d, 0);
        double low = find_nearest(s, d, &new, how);
        if (low > 0 && low * low > enough2 * f.square) {
            *normal = scale(1 / sqrt(f.square), d);
            return f.square > LW_LEAST_SQUARE && is_proven(s, *normal);
        }
        bool clear = f.count == 1   ? advance_from_point(&f, &new, rounding2)
                     : f.count == 2 ? advance_from_edge(&f, &new, rounding2)
                                    : advance_from_face(&f, &new, f.height - low, rounding2, how);
        if (!clear || f.count == 4)
            return false;
    }
    return false;
}

static bool separate_in_twos(search *s, vec3 *normal)
{
    return separate(s, normal, NARROW);
}

LW_WIDE static bool separate_in_fours(search *s, vec3 *normal)
{
    return separate(s, normal, WIDE);
}

bool lw_swept_separate(const lw_swept *swept, const lw_geometry *const geometry[2],
                       const lw_node *const node[2], vec3 *normal)
{
    search s;
    s.swept = swept;
    s.enough = greater(swept->least[0], swept->least[1]);
    for (int body = 0; body < 2; body++) {
        s.geometry[body] = geometry[body];
        s.node[body] = node[body];
        s.radius[body] = lw_node_radius(geometry[body], node[body]);
        s.enough += s.radius[body];
    }
    return lw_has_wide() ? separate_in_fours(&s, normal) : separate_in_twos(&s, normal);
}
