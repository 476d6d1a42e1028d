/* Tiles of the coordination space of two robots.
 *
 * Let a point p of the first body and a point q of the second be d apart along a direction n at the
 * samples. Anywhere in the two windows, p is at most |n . v_p| + b_p from there along n, where v_p is
 * its velocity times half the window's length and b_p its second-order term (lw_swayed_body), and q
 * likewise. Both windows are free of each other, so that nothing cancels: gap >= d - |n . v_p| - |n .
 * v_q| - b_p - b_q. The first-order terms are those of a tube (bound/tube.h) with one part per body,
 * its twist. */
#include "delay/tile.h"

#include "base/error.h"
#include "body/inner_ball.h"
#include "bound/far.h"
#include "math/pose.h"
#include "math/rounding.h"
#include "math/unit.h"

/* Bodies that get farther than this share of their size are proven by spheres alone, or after the
 * windows are halved: with a quarter and with twice of it the search took longer. */
static const double LONG_WAY = 0.5;
static const double SMALL_PART = 0x1p-6;

/* how far from the surfaces a point inside both bodies is sought, metres */
enum { STARTS = 2 };
static const double starts[STARTS] = {1e-2, 1e-3};

/* Lists the pairs between the bodies of both sides. */
static bool list_pairs(lw_crossings *crossings)
{
    const lw_side *one = &crossings->side[0];
    const lw_side *other = &crossings->side[1];
    const lw_frozen *frozen = one->frozen;
    crossings->items = lw_arena_array(&crossings->arena, one->body_count * other->body_count,
                                      sizeof *crossings->items);
    if (!crossings->items)
        return false;
    for (uint32_t i = 0; i < one->body_count; i++)
        for (uint32_t j = 0; j < other->body_count; j++) {
            const uint32_t own[2] = {one->bodies[i], other->bodies[j]};
            const bool swap = own[1] < own[0];
            const uint32_t a = own[swap];
            const uint32_t b = own[!swap];
            if (lw_frozen_reason(frozen, a, b) != LW_PAIR_CHECKED)
                continue;
            lw_crossing *item = &crossings->items[crossings->count++];
            item->pair = lw_frozen_pair(frozen, lw_pair_id_of(a, b));
            item->place[0] = i;
            item->place[1] = j;
            item->side[0] = swap;
            item->side[1] = !swap;
        }
    return true;
}

lw_status lw_crossings_create(const lw_motion *const motions[2], const size_t robots[2],
                              lw_crossings *out, lw_error *error)
{
    *out = (lw_crossings){0};
    lw_status status = LW_OK;
    for (int i = 0; i < 2 && !status; i++)
        status = lw_side_create(motions[i], robots[i], &out->side[i], error);
    if (!status && !list_pairs(out))
        status = lw_fail_memory(error);
    return status;
}

void lw_crossings_destroy(lw_crossings *crossings)
{
    for (int i = 0; i < 2; i++)
        lw_side_destroy(&crossings->side[i]);
    lw_arena_free(&crossings->arena);
}

/* A pair in a tile: body [0] is the pair's `a`. */
typedef struct crossing_pair {
    const lw_geometry *geometry[2];
    const lw_swayed_body *body[2];
    double target; /* the margin, with the paddings */
    double error;
} crossing_pair;

static crossing_pair look_at(const lw_crossings *crossings, const uint32_t window[2],
                             const lw_crossing *crossing)
{
    const lw_frozen *frozen = crossings->side[0].frozen;
    const int *side = crossing->side;
    const int32_t body[2] = {crossing->pair.a, crossing->pair.b};
    crossing_pair p = {.target = lw_pair_unpadded(&crossing->pair, crossing->pair.margin)};
    for (int i = 0; i < 2; i++) {
        p.geometry[i] = lw_frozen_body(frozen, (size_t)body[i])->geometry;
        p.body[i] =
            &lw_side_bodies(&crossings->side[side[i]], window[side[i]])[crossing->place[side[i]]];
        p.error += p.body[i]->error;
    }
    return p;
}

/* Whether the bodies are more than a distance apart at the samples, by spheres and boxes. */
static bool are_far(const crossing_pair *p, double distance)
{
    lw_standing s[2];
    for (int i = 0; i < 2; i++)
        s[i] = (lw_standing){p->geometry[i], p->body[i]->at, p->body[i]->center};
    return lw_are_far(&s[0], &s[1], distance) || lw_sphere_is_far(&s[1], &s[0], distance);
}

/* The radius of the smaller body. It counts as a part of the larger one's at least: it may be a point.
 */
static double size_of(const crossing_pair *p)
{
    double one = p->geometry[0]->radius;
    double other = p->geometry[1]->radius;
    return greater(lesser(one, other), SMALL_PART * greater(one, other));
}

/* A body's twist as the part of a tube in the frame of the first body. */
static lw_tube_part part_of(const crossing_pair *p, int body)
{
    const lw_twist own = lw_twist_in(p->body[0]->at, &p->body[body]->twist);
    return (lw_tube_part){.slide = own.linear, .turn = own.angular, .slack = 1};
}

/* What posing the second body and the twist in the first body's frame rounds (bound/pair_bound.h has
 * it for speeds). */
static double twist_error(const crossing_pair *p, int body)
{
    const lw_twist *twist = &p->body[body]->twist;
    double far = norm(p->body[0]->at.position) + norm(p->body[1]->at.position);
    return LW_FIELD_ROUNDING * (norm(twist->angular) * far + norm(twist->linear)) +
           norm(twist->angular) * 4 * p->error;
}

static lw_pair_bound bound_of(const crossing_pair *p)
{
    lw_pair_bound bound = {.target = p->target, .error = p->error};
    bound.b_in_a = relative(p->body[0]->at, p->body[1]->at);
    for (int i = 0; i < 2; i++)
        bound.geometry[i] = p->geometry[i];
    return bound;
}

bool lw_tile_prove(lw_crossings *crossings, const uint32_t window[2], lw_crossing *crossing)
{
    const crossing_pair p = look_at(crossings, window, crossing);
    const double displacement = p.body[0]->displacement + p.body[1]->displacement;
    crossing->nearest = HUGE_VAL;
    if (!(displacement < HUGE_VAL))
        return false;
    if (are_far(&p, p.target + 2 * p.error + displacement))
        return true;
    if (displacement > LONG_WAY * size_of(&p))
        return false;
    lw_pair_bound bound = bound_of(&p);
    lw_tube_part parts[2];
    lw_tube tube = {.b_in_a = bound.b_in_a};
    for (int i = 0; i < 2; i++) {
        parts[i] = part_of(&p, i);
        tube.parts[i] = &parts[i];
        tube.count[i] = norm2(parts[i].slide) + norm2(parts[i].turn) > 0;
        bound.target += (p.body[i]->bend + twist_error(&p, i)) * LW_UPWARD;
    }
    bound.displacement = displacement;
    bound.tube = &tube;
    bound.touch = -1;
    crossings->queries++;
    bool proven = lw_pair_bound_prove(&bound, &crossing->leaves) == LW_BOUND_PROVEN;
    crossing->nearest = bound.nearest - p.target;
    return proven;
}

/* The direction from a point of an element into its body, in the body's frame. */
static vec3 inwards(const lw_geometry *geometry, uint32_t element, vec3 point)
{
    if (element >= geometry->triangle_count) {
        lw_element_room room;
        lw_convex shape;
        pose at;
        lw_geometry_element(geometry, element, &room, &shape, &at);
        return lw_unit(sub(at.position, point));
    }
    const vec3 *corner = geometry->triangles[element];
    return lw_unit(cross(sub(corner[2], corner[0]), sub(corner[1], corner[0])));
}

/* A lower bound of how deep a contact is: by balls in both bodies about points that lie a little inside
 * of both surfaces, where these cross. */
static double depth_of(const crossing_pair *p, const lw_pair_bound *bound,
                       const lw_element_contact *contact)
{
    const lw_posed_geometries posed = {.body = {p->geometry[0], p->geometry[1]},
                                       .at = {pose_identity(), bound->b_in_a}};
    const vec3 at = contact->bracket.points[0];
    vec3 way = inwards(p->geometry[0], contact->element[0], at);
    way = add(way, rotate(bound->b_in_a.rotation,
                          inwards(p->geometry[1], contact->element[1],
                                  transform_back(bound->b_in_a, contact->bracket.points[1]))));
    way = lw_unit(way);
    double depth = 0;
    for (int i = 0; i < STARTS && !(depth > 0); i++)
        depth = lw_inner_balls(&posed, add_scaled(at, starts[i], way));
    return depth;
}

bool lw_tile_touches(lw_crossings *crossings, const uint32_t window[2], const lw_crossing *crossing,
                     bool deep, double *robust)
{
    const crossing_pair p = look_at(crossings, window, crossing);
    if (are_far(&p, p.target + 2 * p.error))
        return false;
    lw_pair_bound bound = bound_of(&p);
    bound.touch = p.target;
    lw_element_contact contact;
    crossings->queries++;
    if (!lw_pair_bound_touches(&bound, &contact))
        return false;
    /* the true poses are up to `error` from those here */
    double depth = deep ? depth_of(&p, &bound, &contact) : 0;
    *robust = greater(greater(depth, p.target - contact.bracket.upper) - 2 * p.error, 0);
    return true;
}

bool lw_tile_contains(const lw_crossings *crossings, const uint32_t window[2],
                      const lw_crossing *crossing)
{
    const crossing_pair p = look_at(crossings, window, crossing);
    vec3 point;
    return (p.geometry[0]->solid_count || p.geometry[1]->solid_count) && !are_far(&p, 2 * p.error) &&
           lw_geometry_contained(p.geometry[0], p.geometry[1], relative(p.body[0]->at, p.body[1]->at),
                                 &point);
}
