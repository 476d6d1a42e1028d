/* A scene as Wu et al. see it: pairs of bodies on a straight line of joint values. */
#include "adaptive/adaptive_world.h"

#include "base/error.h"
#include "body/grown/grown.h"

#include <string.h>

static lw_status list_pairs(lw_adaptive_world *world, lw_error *error)
{
    const lw_frozen *frozen = world->frozen;
    size_t count = 0;
    world->pairs = lw_arena_array(&world->arena, frozen->pairs.count, sizeof *world->pairs);
    world->nearest = lw_arena_array(&world->arena, frozen->pairs.count, sizeof *world->nearest);
    if (!world->pairs || !world->nearest)
        return lw_fail_memory(error);
    for (lw_pair_id id = lw_frozen_next_pair(frozen, 0); id != LW_NO_PAIR;
         id = lw_frozen_next_pair(frozen, id + 1))
        world->pairs[count++] =
            (lw_adaptive_pair){(int32_t)lw_pair_first(id), (int32_t)lw_pair_second(id)};
    world->pair_count = count;
    return LW_OK;
}

lw_status lw_adaptive_open(const lw_scene *scene, lw_adaptive_world *out, lw_error *error)
{
    *out = (lw_adaptive_world){.frozen = scene->frozen};
    size_t count = scene->frozen->moving_count;
    lw_status status = lw_nested_radii_make(&out->arena, scene->frozen, &out->radii, error);
    if (!status)
        status = list_pairs(out, error);
    for (int i = 0; i < LW_ADAPTIVE_POSES && !status; i++)
        status = lw_kinematics_create(&out->arena, scene, &out->poses[i], error);
    for (int i = 0; i < 2 && !status; i++)
        status = lw_kinematics_create(&out->arena, scene, &out->ends[i], error);
    out->travel = lw_arena_array(&out->arena, count, sizeof *out->travel);
    out->curvature = lw_arena_array(&out->arena, count, sizeof *out->curvature);
    out->need = lw_arena_array(&out->arena, count, sizeof *out->need);
    if (!status && !(out->travel && out->curvature && out->need))
        status = lw_fail_memory(error);
    return status;
}

void lw_adaptive_close(lw_adaptive_world *world)
{
    lw_arena_free(&world->arena);
}

/* The travel (16) of a body over the whole line. On a straight line each coordinate changes at a
 * constant rate, so the travel is also proportional to time. */
static double travel_of(const lw_adaptive_world *world, const lw_kinematics *at, size_t body)
{
    double sum = 0;
    const double *radii = &world->radii.radii[body * world->radii.joint_count];
    const lw_elementary_joint *joints = world->frozen->chains->elementary;
    for (int32_t k = world->frozen->moving[body].elementary; k >= 0; k = joints[k].parent)
        if (at->elementary[k].rate_bound > 0)
            sum += radii[k] * at->elementary[k].rate_bound;
    return sum * LW_UPWARD;
}

void lw_adaptive_take(lw_adaptive_world *world, const lw_motion *line, lw_adaptive_counts *counts)
{
    world->line = line;
    world->counts = counts;
    for (int i = 0; i < LW_ADAPTIVE_POSES; i++)
        world->poses[i].time = HUGE_VAL;
    lw_kinematics *middle = &world->poses[0];
    lw_kinematics_sample(middle, line, 0, 0.5, 0.5);
    for (size_t i = 0; i < world->frozen->moving_count; i++) {
        lw_travel travel;
        lw_travel_of(middle, i, -1, &travel);
        world->travel[i] = travel_of(world, middle, i);
        world->curvature[i] = travel.curvature;
    }
    middle->time = HUGE_VAL;
    for (size_t i = 0; i < world->pair_count; i++)
        world->nearest[i].known = 0;
    counts->lines++;
}

const lw_kinematics *lw_adaptive_pose(lw_adaptive_world *world, double time)
{
    uint64_t bits;
    memcpy(&bits, &time, sizeof bits);
    lw_kinematics *place = &world->poses[bits * 0x9e3779b97f4a7c15U >> 58];
    if (place->time != time)
        lw_adaptive_pose_into(world, time, place);
    return place;
}

void lw_adaptive_pose_into(lw_adaptive_world *world, double time, lw_kinematics *place)
{
    lw_kinematics_sample(place, world->line, 0, time, 0);
    world->counts->poses++;
}

/* The gap of the spheres about both bodies, rounded down. */
static double sphere_gap(const lw_adaptive_world *world, const lw_kinematics *at, lw_adaptive_pair pair)
{
    const lw_geometry *a = lw_frozen_body(world->frozen, (size_t)pair.a)->geometry;
    const lw_geometry *b = lw_frozen_body(world->frozen, (size_t)pair.b)->geometry;
    double apart = norm(sub(lw_body_center(at, pair.b), lw_body_center(at, pair.a)));
    return (1 - LW_ROUNDING(64)) * apart - (a->radius + b->radius) * LW_UP_BY(64);
}

bool lw_adaptive_within(lw_adaptive_world *world, const lw_kinematics *at, lw_adaptive_pair pair,
                        double distance)
{
    world->counts->tests++;
    if (sphere_gap(world, at, pair) > distance)
        return false;
    world->counts->trees++;
    pose b_in_a = relative(lw_body_pose(at, pair.a), lw_body_pose(at, pair.b));
    return lw_geometry_within(lw_frozen_body(world->frozen, (size_t)pair.a)->geometry,
                              lw_frozen_body(world->frozen, (size_t)pair.b)->geometry, b_in_a, distance,
                              NULL);
}

size_t lw_adaptive_touching(lw_adaptive_world *world, const lw_kinematics *at, double distance)
{
    for (size_t i = 0; i < world->pair_count; i++)
        if (world->dear ? lw_adaptive_distance(world, at, i, HUGE_VAL, distance) == 0
                        : lw_adaptive_within(world, at, world->pairs[i], distance))
            return i;
    return world->pair_count;
}

/* Some point of an element, in its body's frame. */
static vec3 some_point(const lw_geometry *geometry, uint32_t element)
{
    return element < geometry->triangle_count ? geometry->triangles[element][0] : geometry->seeds[0];
}

/* An upper bound of a pair's distance, by two points: those of the elements that came closest in its
 * last query, if there was one. */
static double upper_bound(const lw_geometry *a, const lw_geometry *b, pose b_in_a,
                          const lw_nearest_elements *nearest)
{
    vec3 p = some_point(a, nearest->known ? nearest->element[0] : 0);
    vec3 q = some_point(b, nearest->known ? nearest->element[1] : 0);
    return norm(sub(transform(b_in_a, q), p));
}

/* The gap of the boxes about both bodies. */
static double box_gap(const lw_geometry *a, const lw_geometry *b, pose b_in_a)
{
    vec3 normal;
    lw_box_frames frames;
    lw_box_frames_set(&frames, &b_in_a);
    return lw_box_gap(&frames, &a->nodes[0], &b->nodes[0], &normal);
}

double lw_adaptive_distance(lw_adaptive_world *world, const lw_kinematics *at, size_t pair,
                            double enough, double touch)
{
    const lw_adaptive_pair bodies = world->pairs[pair];
    world->counts->tests++;
    double gap = sphere_gap(world, at, bodies);
    if (gap > enough)
        return gap;
    const lw_geometry *a = lw_frozen_body(world->frozen, (size_t)bodies.a)->geometry;
    const lw_geometry *b = lw_frozen_body(world->frozen, (size_t)bodies.b)->geometry;
    pose b_in_a = relative(lw_body_pose(at, bodies.a), lw_body_pose(at, bodies.b));
    gap = greater(gap, box_gap(a, b, b_in_a));
    if (gap > touch &&
        gap >= lesser(enough * LW_UPWARD,
                      (1 - world->share) * upper_bound(a, b, b_in_a, &world->nearest[pair])))
        return gap;
    world->counts->trees++;
    const lw_query query = {
        .b_in_a = b_in_a, .enough = enough, .touch = touch, .relative = world->share};
    lw_bracket bracket;
    uint32_t elements[2];
    lw_geometry_distance(a, b, &query, &world->nearest[pair], &bracket, elements);
    if (bracket.upper <= touch)
        return 0;
    if (bracket.lower > touch)
        return greater(bracket.lower, gap);
    return lw_geometry_within(a, b, b_in_a, touch, NULL) ? 0 : greater(gap, touch * LW_UPWARD);
}

double lw_adaptive_travel(const lw_adaptive_world *world, size_t pair)
{
    size_t b = (size_t)world->pairs[pair].b;
    return world->travel[world->pairs[pair].a] +
           (b < world->frozen->moving_count ? world->travel[b] : 0);
}
