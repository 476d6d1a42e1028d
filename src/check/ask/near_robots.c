/* Points near the robots: the self-filter of a sensor's data, and copies of scenes without them. Each
 * point is tested against spheres about the bodies, then their boxes, then their geometry, by a query
 * for the distance of a body and a geometry of one point. */
#include "leeway/ask.h"

#include "base/error.h"
#include "body/query.h"
#include "math/pose.h"
#include "math/rounding.h"
#include "motion/motion.h"
#include "motion/stages.h"
#include "scene/build.h"
#include "scene/frozen.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 65 }; /* trees are at most 64 deep */

/* metres; rounding is far smaller, so that a point in the middle of a body is near it */
#define LEAST_MARGIN 1e-9

/* A body of a robot at a time. */
typedef struct near_body {
    const lw_geometry *geometry;
    pose at;
    double error;  /* of the position of a point of the body */
    double reach;  /* margin and padding */
    vec3 center;   /* of a sphere about the body, in the world */
    double square; /* of the radius of this sphere, grown by the reach */
} near_body;

typedef struct search {
    lw_arena arena;
    near_body *bodies;
    size_t count;
    vec3 low, high;     /* a box about all spheres */
    lw_geometry *point; /* one point, at its origin */
} search;

/* The body of a motion's scene as it is at a time: in the scene of a stage, if there are stages. */
static const lw_body *body_at(const lw_motion *motion, size_t index, double time)
{
    if (!motion->stages)
        return lw_frozen_body(motion->scene->frozen, index);
    const size_t stage = lw_motion_stage_at(motion, time);
    const lw_motion *part = lw_motion_stage(motion, stage);
    return lw_frozen_body(part->scene->frozen, (size_t)lw_motion_stage_body(motion, stage, index));
}

static lw_status add_body(search *s, const lw_motion *motion, size_t index, double time, double margin,
                          lw_error *error)
{
    const lw_body *body = body_at(motion, index, time);
    lw_pose at;
    if (body->robot < 0)
        return LW_OK;
    lw_status status = lw_motion_pose(motion, index, time, &at, error);
    if (status)
        return status;
    near_body *b = &s->bodies[s->count++];
    *b = (near_body){.geometry = body->geometry,
                     .at = lw_pose_in(at),
                     .error = LW_POSE_ROUNDING * (body->composed.steps + 1) * body->composed.length,
                     .reach = margin + body->padding};
    const double radius = body->geometry->radius + b->reach;
    b->center = transform(b->at, body->geometry->center);
    b->square = radius * radius;
    s->low = min3(s->low, sub(b->center, v3(radius, radius, radius)));
    s->high = max3(s->high, add(b->center, v3(radius, radius, radius)));
    return LW_OK;
}

static lw_status begin(search *s, const lw_motion *motion, double time, double margin, lw_error *error)
{
    const lw_part part = {.shape.core = LW_CORE_POINT, .at = pose_identity()};
    const lw_geometry_def def = {.parts = &part, .part_count = 1};
    const size_t count = motion->scene->frozen->body_count;
    s->low = v3(HUGE_VAL, HUGE_VAL, HUGE_VAL);
    s->high = neg(s->low);
    s->bodies = lw_arena_scratch(&s->arena, count + 1, sizeof *s->bodies);
    if (!s->bodies)
        return lw_fail_memory(error);
    lw_status status = lw_geometry_create(&s->arena, &def, &s->point, error);
    for (size_t i = 0; i < count && !status; i++)
        status = add_body(s, motion, i, time, margin, error);
    return status;
}

/* Whether a point is farther from a box than the reach. */
static bool is_far(const near_body *b, const lw_node *box, vec3 p)
{
    const vec3 gap = max3(sub(abs3(sub(p, box->center)), box->half), v3(0, 0, 0));
    return norm2(gap) > b->reach * b->reach;
}

/* Whether a point is farther than the reach from the boxes of all elements: a depth-first traversal,
 * the nearer child first. Most points near a body end here, at a fraction of a query's cost. */
static bool is_far_from_elements(const near_body *b, vec3 p)
{
    uint32_t stack[DEEPEST];
    int count = 1;
    lw_node rooms[3];
    stack[0] = 0;
    while (count) {
        const lw_node *node = lw_node_at(b->geometry, stack[--count], &rooms[0]);
        if (is_far(b, node, p))
            continue;
        if (node->child < 0)
            return false;
        const uint32_t first = (uint32_t)node->child;
        const lw_node *one = lw_node_at(b->geometry, first, &rooms[1]);
        const lw_node *other = lw_node_at(b->geometry, first + 1, &rooms[2]);
        const bool swap = norm2(sub(p, one->center)) < norm2(sub(p, other->center));
        stack[count++] = first + swap;
        stack[count++] = first + !swap;
    }
    return true;
}

/* Whether a point off the surfaces is inside a solid of the body. A solid angle is summed over all
 * triangles of a mesh, so points outside of all bounding hulls are excluded first. */
static bool is_inside(const search *s, const near_body *b, const pose *in_body, double wrong)
{
    const lw_geometry *geometry = b->geometry;
    bool maybe = !geometry->hull_count;
    vec3 inside;
    for (uint32_t i = 0; i < geometry->hull_count && geometry->solid_count && !maybe; i++) {
        const pose in_hull = {mat3_identity(),
                              transform_back(geometry->hulls[i].at, in_body->position)};
        lw_bracket bracket;
        lw_convex_distance_until(&geometry->hulls[i].shape, &s->point->parts[0].shape, &in_hull, wrong,
                                 -1, NULL, &bracket);
        maybe = !(bracket.lower > wrong);
    }
    return maybe && lw_geometry_contained(geometry, s->point, *in_body, &inside);
}

/* Whether a point of the world is shown to be near a body. error: of the point's position. */
static bool is_near(const search *s, const near_body *b, vec3 place, double error)
{
    if (norm2(sub(place, b->center)) > b->square)
        return false;
    const pose in_body = {mat3_identity(), transform_back(b->at, place)};
    if (is_far(b, &b->geometry->nodes[0], in_body.position))
        return false;
    /* a bound on the error of the position in the body, and on that of the body's own points */
    const double wrong =
        error + b->error + LW_ROUNDING(64) * (norm(place) + norm(b->at.position) + b->geometry->extent);
    const double target = b->reach - wrong;
    const lw_query query = {
        .b_in_a = in_body, .enough = greater(target, wrong), .touch = greater(target, 0)};
    lw_bracket bracket;
    uint32_t elements[2];
    if (is_far_from_elements(b, in_body.position))
        return is_inside(s, b, &in_body, wrong);
    lw_geometry_distance(b->geometry, s->point, &query, NULL, &bracket, elements);
    if (bracket.upper <= target)
        return true;
    /* a point that may be on the surface has no inside to be in */
    return bracket.lower > wrong && is_inside(s, b, &in_body, wrong);
}

static bool is_near_any(const search *s, pose at, const double *point)
{
    if (!isfinite(point[0]) || !isfinite(point[1]) || !isfinite(point[2]))
        return false;
    const vec3 own = v3(point[0], point[1], point[2]);
    const vec3 place = transform(at, own);
    if (place.x < s->low.x || place.x > s->high.x || place.y < s->low.y || place.y > s->high.y ||
        place.z < s->low.z || place.z > s->high.z)
        return false;
    const double error = LW_TRANSFORM_ROUNDING * (norm(own) + norm(at.position));
    for (size_t i = 0; i < s->count; i++)
        if (is_near(s, &s->bodies[i], place, error))
            return true;
    return false;
}

static lw_status check(const lw_motion *motion, double margin, lw_error *error)
{
    if (!(margin >= LEAST_MARGIN) || !lw_build_in_range(margin))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the margin about robots is %g; it must be a number from %g to %g", margin,
                       LEAST_MARGIN, LW_LARGEST);
    if (motion->scene->model.planar)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a scene in the plane has no clouds of points");
    return LW_OK;
}

lw_status lw_points_near_robots(const lw_motion *motion, double time, double margin,
                                const double *points, size_t count, lw_pose at, bool *out,
                                lw_error *error)
{
    if (!motion || (count && (!points || !out)))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "lw_points_near_robots needs a motion, points, and room for the answers");
    lw_status status = check(motion, margin, error);
    if (status)
        return status;
    if (!lw_quat_normalize(&at.orientation))
        return lw_fail(error, LW_ERROR_ARGUMENT, "the orientation's length must be near 1");
    search s = {0};
    const pose frame = lw_pose_in(at);
    status = begin(&s, motion, time, margin, error);
    for (size_t i = 0; i < count && !status; i++)
        out[i] = is_near_any(&s, frame, points + 3 * i);
    lw_arena_free(&s.arena);
    return status;
}

/* ---- scenes ------------------------------------------------------------------------------------ */

/* A shape of an obstacle, and what is left of it. */
typedef struct filtered {
    lw_body_shape shape;
    lw_shape_def def;
    pose at;          /* in the world */
    double *vertices; /* of a cloud that lost points; NULL: the shape is as it was */
    size_t lost;
} filtered;

static lw_status filter_shape(const search *s, filtered *f, lw_error *error)
{
    if (f->def.kind != LW_SHAPE_CLOUD)
        return LW_OK;
    const size_t count = f->def.vertex_count;
    f->vertices = malloc(3 * count * sizeof *f->vertices);
    if (!f->vertices)
        return lw_fail_memory(error);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (!is_near_any(s, f->at, f->def.vertices + 3 * i))
            memcpy(f->vertices + 3 * kept++, f->def.vertices + 3 * i, 3 * sizeof *f->vertices);
    f->lost = count - kept;
    f->def.vertices = f->vertices;
    f->def.vertex_count = kept;
    return LW_OK;
}

/* Adds what is left of a shape to the obstacle's successor in the copy. */
static lw_status put_shape(lw_scene *copy, const char *id, const filtered *f, lw_error *error)
{
    lw_model *model = &copy->model;
    if (f->vertices && !f->def.vertex_count)
        return LW_OK;
    lw_status status = lw_scene_add_obstacle(copy, id, &f->def, lw_pose_out(f->at), error);
    if (!status)
        status = lw_model_name_file(model, f->shape.file, error);
    if (!status && f->vertices)
        model->shapes.items[model->shapes.count - 1].points =
            (lw_cloud_count){.left_out = (uint32_t)f->shape.left_out,
                             .joined = (uint32_t)f->shape.joined,
                             .filtered = (uint32_t)(f->shape.filtered + f->lost)};
    return status;
}

/* Filters an obstacle's clouds; where points are lost, the copy gets the obstacle anew. */
static lw_status filter_obstacle(const search *s, const lw_motion *motion, size_t body, double time,
                                 lw_scene *copy, size_t *lost, lw_error *error)
{
    lw_body_info info = lw_default_body_info();
    lw_pose at;
    lw_status status = lw_scene_body_info(motion->scene, body, &info, error);
    if (!status)
        status = lw_motion_pose(motion, body, time, &at, error);
    if (status || info.robot >= 0)
        return status;
    filtered *shapes = calloc(info.shape_count, sizeof *shapes);
    size_t own = 0;
    if (!shapes)
        return lw_fail_memory(error);
    for (size_t i = 0; i < info.shape_count && !status; i++) {
        filtered *f = &shapes[i];
        f->shape = lw_default_body_shape();
        f->def = lw_default_shape();
        status = lw_scene_body_shape(motion->scene, body, i, &f->shape, &f->def, error);
        f->at = compose(lw_pose_in(at), lw_pose_in(f->shape.pose));
        if (!status)
            status = filter_shape(s, f, error);
        own += f->lost;
    }
    if (!status && own)
        status = lw_scene_remove(copy, info.name, error);
    for (size_t i = 0; i < info.shape_count && own && !status; i++)
        status = put_shape(copy, info.name, &shapes[i], error);
    for (size_t i = 0; i < info.shape_count; i++)
        free(shapes[i].vertices);
    free(shapes);
    *lost += own;
    return status;
}

lw_status lw_scene_filter_robots(const lw_motion *motion, double time, double margin, lw_scene **out,
                                 size_t *count, lw_error *error)
{
    if (!motion || !out)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "lw_scene_filter_robots needs a motion and room for a scene");
    search s = {0};
    lw_scene *copy = NULL;
    size_t lost = 0;
    lw_status status = check(motion, margin, error);
    if (!status)
        status = begin(&s, motion, time, margin, error);
    if (!status)
        status = lw_scene_copy(motion->scene, &copy, error);
    for (size_t i = 0; i < lw_scene_body_count(motion->scene) && !status; i++)
        status = filter_obstacle(&s, motion, i, time, copy, &lost, error);
    lw_arena_free(&s.arena);
    if (status) {
        lw_scene_destroy(copy);
        return status;
    }
    *out = copy;
    if (count)
        *count = lost;
    return LW_OK;
}
