/* Freezing, fourth step, in the plane only: each body as convex polygons in the frame of the one planar
 * joint that moves it, for the planar search. If another joint, or a chain of several, moves a body,
 * the whole scene is left to the methods for space. */
#include "math/rounding.h"
#include "math/vec.h"
#include "scene/obstacles.h"

#include <stdlib.h>

/* the one planar joint that moves a body, if no joint above it moves; NULL: there is none */
static const lw_frozen_joint *joint_of(const lw_chains *chains, const lw_body *body)
{
    for (size_t i = 0; i < chains->joint_count; i++) {
        const lw_frozen_joint *joint = &chains->joints[i];
        if (joint->kind == LW_JOINT_PLANAR && joint->elementary >= 0 &&
            joint->elementary + 2 == body->elementary &&
            chains->elementary[joint->elementary].parent < 0)
            return joint;
    }
    return NULL;
}

/* the joint's frame at value 0; adds to `length`, which rounding errors grow with */
static pose base_of(const lw_chains *chains, const lw_frozen_joint *joint, double *length)
{
    pose base = pose_identity();
    for (int i = 0; i < 3; i++) {
        const lw_elementary_joint *elementary = &chains->elementary[joint->elementary + i];
        base = compose(base, elementary->before);
        *length += elementary->composed.length;
    }
    return base;
}

static lw_pose2 flatten(pose p)
{
    return (lw_pose2){p.position.x, p.position.y, p.rotation.x.x, p.rotation.x.y};
}

/* moves the polygons of a body to a pose, relative to a point; raises the body's extent to theirs */
static lw_status move_parts(lw_arena *arena, const lw_body *body, pose at, vec2 less,
                            lw_flat_body *flat, lw_error *error)
{
    for (uint32_t i = 0; i < body->polygon_count; i++) {
        const lw_polygon *from = body->polygons[i];
        double *points = malloc(2 * from->count * sizeof *points);
        if (!points)
            return lw_fail_memory(error);
        for (uint32_t k = 0; k < from->count; k++) {
            vec3 p = transform(at, v3(from->vertices[k].x, from->vertices[k].y, 0));
            points[2 * k] = p.x - less.x;
            points[2 * k + 1] = p.y - less.y;
        }
        lw_polygon *part = NULL;
        lw_status status = lw_polygon_hull(arena, points, from->count, from->radius, &part, error);
        free(points);
        if (status)
            return status;
        flat->parts[i] = part;
        flat->extent = fmax(flat->extent, (part->reach + part->radius) * LW_UP_BY(8));
    }
    return LW_OK;
}

lw_status lw_flatten_body(lw_arena *arena, const lw_chains *chains, const lw_body *body,
                          const lw_frozen_joint *joint, lw_flat_body *flat, lw_error *error)
{
    double length = body->composed.length + norm(body->local.position) + body->geometry->extent;
    flat->part_count = body->polygon_count;
    flat->parts = lw_arena_array(arena, body->polygon_count, sizeof *flat->parts);
    if (!flat->parts)
        return lw_fail_memory(error);
    vec2 middle = {0, 0};
    if (joint) {
        flat->variable = joint->variable;
        flat->base = flatten(base_of(chains, joint, &length));
    } else {
        /* the frame of a body that stands still is in its middle, where its extent is small */
        vec3 center = transform(body->local, body->geometry->center);
        middle = v2(center.x, center.y);
        flat->variable = -1;
        flat->base = (lw_pose2){middle.x, middle.y, 1, 0};
    }
    /* the errors of a dozen operations on numbers of this size, and of the hull */
    flat->error = LW_FLAT_BODY_ROUNDING * length;
    return move_parts(arena, body, body->local, middle, flat, error);
}

bool lw_frozen_is_flat(const lw_model *model, const lw_frozen *frozen)
{
    bool flat = model->planar;
    for (size_t i = 0; i < frozen->moving_count && flat; i++)
        flat = frozen->moving[i].elementary < 0 || joint_of(frozen->chains, &frozen->moving[i]);
    return flat;
}

lw_status lw_freeze_plane(const lw_scene *scene, lw_frozen *frozen, lw_error *error)
{
    if (!lw_frozen_is_flat(&scene->model, frozen))
        return LW_OK;
    lw_arena *arena = &frozen->geometry->arena;
    lw_flat_body *flat = lw_arena_array(arena, frozen->moving_count, sizeof *flat);
    if (!flat)
        return lw_fail_memory(error);
    lw_status status = LW_OK;
    for (size_t i = 0; i < frozen->moving_count && !status; i++) {
        const lw_body *body = &frozen->moving[i];
        const lw_frozen_joint *joint = body->elementary < 0 ? NULL : joint_of(frozen->chains, body);
        status = lw_flatten_body(arena, frozen->chains, body, joint, &flat[i], error);
    }
    bool shared = frozen->obstacles.tree;
    for (size_t i = 0; i < frozen->obstacles.count && !shared && !status; i++) {
        lw_obstacle *obstacle = lw_obstacles_own(&frozen->obstacles, i);
        if (obstacle->was >= 0)
            continue;
        obstacle->flat_memory = lw_memory_retain(frozen->geometry);
        status = lw_flatten_body(arena, frozen->chains, &obstacle->body, NULL, &obstacle->flat, error);
    }
    if (!status)
        frozen->flat = flat;
    return status;
}
