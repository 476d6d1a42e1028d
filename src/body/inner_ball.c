/* Balls inside two bodies at once. If a point p lies inside a solid and no triangle of the body is
 * nearer than d, the ball of radius d about p lies within the solid; within a part the radius is the
 * depth of p in it. If both bodies hold balls about p, with radii c and d, then a translation that
 * separates the bodies separates the balls, and is no shorter than c + d. The climb steps away from the
 * nearest points of both surfaces, by less than the smaller radius, so that it stays inside. Costs two
 * distances a step, and at the beginning a solid angle for each triangle of the solids whose boxes hold
 * the point. */
#include "body/inner_ball.h"

#include "body/points.h"
#include "body/query.h"
#include "body/voxels.h"
#include "distance/depth.h"
#include "math/pose.h"
#include "math/rounding.h"
#include "math/unit.h"

enum { CLIMB = 24, /* steps */ HALVINGS = 3 };

/* A ball about a point within a body, and the nearest point of the surface. */
typedef struct inner {
    double radius; /* 0: none is known */
    vec3 nearest;
} inner;

/* Whether distances are measured to all surfaces of a mesh. They are not if it was repaired: the faces
 * that the repair added are not measured. */
static bool is_measured(const lw_mesh *mesh)
{
    for (uint32_t i = 0; i < mesh->component_count; i++)
        if (mesh->components[i].mended)
            return false;
    return true;
}

static bool is_in_solid(const lw_geometry *body, vec3 point)
{
    for (uint32_t i = 0; i < body->solid_count; i++)
        if (is_measured(body->solids[i]) && lw_mesh_contains(body->solids[i], point))
            return true;
    return false;
}

static void try_part(const lw_part *part, vec3 point, inner *best)
{
    const lw_convex dot_shape = {.core = LW_CORE_POINT};
    pose at = pose_identity();
    at.position = transform_back(part->at, point);
    lw_depth found;
    lw_convex_depth(&part->shape, &dot_shape, &at, &found);
    if (found.lower > best->radius)
        *best = (inner){found.lower, transform(part->at, found.points[0])};
}

/* Tries the parts; of an octree the box in which the point lies deepest. */
static void try_parts(const lw_geometry *body, vec3 point, inner *best)
{
    uint32_t which;
    lw_part room;
    if (body->voxels) {
        if (lw_voxels_distance(body->voxels, point, body->voxels->radius, &which) <
            body->voxels->radius)
            try_part(lw_part_at(body, which, &room), point, best);
        return;
    }
    for (uint32_t i = 0; i < body->part_count; i++)
        try_part(&body->parts[i], point, best);
}

/* Tries the ball of a cloud in which the point lies deepest. */
static void try_points(const lw_points *points, vec3 point, inner *best)
{
    uint32_t which;
    double depth = lw_points_depth(points, point, &which);
    if (!(depth > best->radius))
        return;
    vec3 center = lw_point(points, which);
    vec3 out = lw_unit(sub(point, center));
    out = norm2(out) > 0 ? out : v3(0, 0, 1);
    *best = (inner){depth, add_scaled(center, points->radius, out)};
}

/* Tries the ball that reaches to the nearest element. Returns a lower bound of the distance of the
 * point from all elements. */
static double try_surface(const lw_geometry *body, vec3 point, lw_meter *work, inner *best)
{
    lw_part part = {{.core = LW_CORE_POINT}, pose_identity()};
    lw_node node = {.child = -1};
    const lw_geometry one = {
        .nodes = &node, .node_count = 1, .part_count = 1, .parts = &part, .seeds = &part.at.position};
    lw_query query = {.enough = HUGE_VAL, .touch = -1, .relative = 0.01, .work = work};
    query.b_in_a = pose_identity();
    query.b_in_a.position = point;
    lw_bracket found;
    uint32_t pair[2];
    lw_geometry_distance(body, &one, &query, NULL, &found, pair);
    if (found.lower > best->radius)
        *best = (inner){found.lower, found.points[0]};
    return found.lower;
}

typedef struct state {
    const lw_posed_geometries *pair;
    vec3 point;
    bool in_solid[2];  /* per body: whether the point is known to lie in one of its solids */
    double surface[2]; /* per body, if the point is: no element is nearer to it than this */
    inner balls[2];
} state;

static double sum_of(const state *s)
{
    return s->balls[0].radius > 0 && s->balls[1].radius > 0 ? s->balls[0].radius + s->balls[1].radius
                                                            : 0;
}

/* Fills the balls about the point; both need a positive radius. */
static void measure(state *s)
{
    for (int k = 0; k < 2; k++) {
        const lw_geometry *body = s->pair->body[k];
        vec3 point = transform_back(s->pair->at[k], s->point);
        double rounding = LW_COMPOSED_ROUNDING * (body->extent + norm(point) + norm(s->point));
        inner found = {0, {0, 0, 0}};
        try_parts(body, point, &found);
        if (body->points)
            try_points(body->points, point, &found);
        s->surface[k] = s->in_solid[k] ? try_surface(body, point, s->pair->work, &found) : 0;
        s->balls[k].radius = greater(found.radius - rounding, 0);
        s->balls[k].nearest = transform(s->pair->at[k], found.nearest);
        if (!(s->balls[k].radius > 0))
            return;
    }
}

/* The unit direction away from both surfaces; zero where they face each other across the point. */
static vec3 uphill(const state *s)
{
    vec3 way = v3(0, 0, 0);
    for (int k = 0; k < 2; k++) {
        vec3 from = sub(s->point, s->balls[k].nearest);
        double length = norm(from);
        if (length > 0)
            way = add_scaled(way, 1 / length, from);
    }
    double length = norm(way);
    return length > 1e-3 ? scale(1 / length, way) : v3(0, 0, 0);
}

/* Takes a step that raises the sum of the two radii; false if no tried step does. */
static bool climb(state *s)
{
    vec3 way = uphill(s);
    double length = 0.9 * lesser(s->balls[0].radius, s->balls[1].radius);
    for (int i = 0; i < HALVINGS && norm2(way) > 0; i++) {
        state next = *s;
        next.point = add_scaled(s->point, length, way);
        for (int k = 0; k < 2; k++) {
            /* a step within a part may leave the solid */
            next.in_solid[k] = s->in_solid[k] && length < s->surface[k];
            next.balls[k].radius = 0;
        }
        measure(&next);
        if (sum_of(&next) > sum_of(s) * (1 + 1e-3)) {
            *s = next;
            return true;
        }
        length *= 0.3;
    }
    return false;
}

double lw_inner_balls(const lw_posed_geometries *pair, vec3 point)
{
    state s = {.pair = pair, .point = point};
    for (int k = 0; k < 2; k++)
        s.in_solid[k] = is_in_solid(pair->body[k], transform_back(pair->at[k], point));
    measure(&s);
    if (!(sum_of(&s) > 0))
        return 0;
    for (int i = 0; i < CLIMB && climb(&s); i++)
        continue;
    return sum_of(&s);
}
