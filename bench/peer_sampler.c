/* Copies a frozen scene to FCL, and samples motions. */
#include "peer_sampler.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "motion/forward_kinematics.h"

enum { MOST_STEPS = 4096 };

/* a range of steps from low to high, whose middle is sampled next */
typedef struct range {
    size_t low, high;
} range;

struct peer_sampler {
    const lw_frozen *frozen;
    lw_arena arena;
    lw_kinematics kinematics;
    peer_fcl *fcl;
    peer_fcl_pose *poses;
    range *queue;
};

/* ---- the scene ----------------------------------------------------------------------------- */

static peer_fcl_pose pose_out(pose at)
{
    const vec3 *columns = &at.rotation.x;
    peer_fcl_pose out;
    for (int i = 0; i < 3; i++) {
        out.rotation[i][0] = columns[i].x;
        out.rotation[i][1] = columns[i].y;
        out.rotation[i][2] = columns[i].z;
    }
    out.position[0] = at.position.x;
    out.position[1] = at.position.y;
    out.position[2] = at.position.z;
    return out;
}

static bool add_triangles(peer_sampler *sampler, size_t body, bool moves, const lw_geometry *geometry)
{
    double(*triangles)[3][3] = calloc(geometry->triangle_count, sizeof *triangles);
    if (!triangles)
        return false;
    for (uint32_t i = 0; i < geometry->triangle_count; i++)
        for (int corner = 0; corner < 3; corner++) {
            triangles[i][corner][0] = geometry->triangles[i][corner].x;
            triangles[i][corner][1] = geometry->triangles[i][corner].y;
            triangles[i][corner][2] = geometry->triangles[i][corner].z;
        }
    peer_fcl_shape shape = {.kind = PEER_FCL_MESH,
                            .triangles = (const double(*)[3][3])triangles,
                            .triangle_count = geometry->triangle_count,
                            .at = pose_out(pose_identity())};
    bool added = peer_fcl_add(sampler->fcl, body, moves, &shape);
    free(triangles);
    return added;
}

/* false if FCL has no such shape */
static bool shape_of(const lw_part *piece, peer_fcl_shape *out)
{
    const lw_convex *shape = &piece->shape;
    *out = (peer_fcl_shape){.at = pose_out(piece->at)};
    switch (shape->core) {
    case LW_CORE_POINT:
        out->kind = PEER_FCL_SPHERE;
        out->size[0] = shape->radius;
        return true;
    case LW_CORE_SEGMENT:
        out->kind = PEER_FCL_CAPSULE;
        out->size[0] = shape->radius;
        out->size[1] = 2 * shape->half.z;
        return true;
    case LW_CORE_BOX:
        out->kind = PEER_FCL_BOX;
        out->size[0] = 2 * shape->half.x;
        out->size[1] = 2 * shape->half.y;
        out->size[2] = 2 * shape->half.z;
        return !(shape->radius > 0);
    case LW_CORE_CYLINDER:
        out->kind = PEER_FCL_CYLINDER;
        out->size[0] = shape->half.x;
        out->size[1] = 2 * shape->half.z;
        return !(shape->radius > 0);
    case LW_CORE_TRIANGLE:
    case LW_CORE_CONE:
    case LW_CORE_POLYTOPE:
    case LW_CORE_ELLIPSOID:
        break;
    }
    return false;
}

static bool add_body(peer_sampler *sampler, size_t index)
{
    const lw_body *body = lw_frozen_body(sampler->frozen, index);
    const lw_geometry *geometry = body->geometry;
    bool moves = body->elementary >= 0;
    if (geometry->triangle_count && !add_triangles(sampler, index, moves, geometry))
        return false;
    for (uint32_t i = 0; i < geometry->part_count; i++) {
        peer_fcl_shape shape;
        if (!shape_of(&geometry->parts[i], &shape)) {
            fprintf(stderr, "%s: has a shape that FCL has not\n", body->name);
            return false;
        }
        if (!peer_fcl_add(sampler->fcl, index, moves, &shape))
            return false;
    }
    return true;
}

static bool fill(peer_sampler *sampler, const lw_scene *scene, peer_fcl_options options)
{
    const lw_frozen *frozen = scene->frozen;
    lw_error error;
    sampler->frozen = frozen;
    if (lw_kinematics_create(&sampler->arena, scene, &sampler->kinematics, &error))
        return false;
    sampler->fcl = peer_fcl_create(frozen->body_count, options);
    sampler->poses = calloc(frozen->body_count, sizeof *sampler->poses);
    sampler->queue = calloc(MOST_STEPS + 2, sizeof *sampler->queue);
    if (!sampler->fcl || !sampler->poses || !sampler->queue)
        return false;
    for (size_t i = 0; i < frozen->body_count; i++) {
        if (!add_body(sampler, i))
            return false;
        sampler->poses[i] = pose_out(lw_frozen_body(frozen, i)->local);
    }
    for (lw_pair_id id = lw_frozen_next_pair(frozen, 0); id != LW_NO_PAIR;
         id = lw_frozen_next_pair(frozen, id + 1))
        peer_fcl_pair(sampler->fcl, lw_pair_first(id), lw_pair_second(id));
    return peer_fcl_freeze(sampler->fcl, sampler->poses);
}

peer_sampler *peer_sampler_create(const lw_scene *scene, peer_fcl_options options)
{
    peer_sampler *sampler = calloc(1, sizeof *sampler);
    if (sampler && fill(sampler, scene, options))
        return sampler;
    fprintf(stderr, "FCL: the scene cannot be built\n");
    peer_sampler_destroy(sampler);
    return NULL;
}

void peer_sampler_destroy(peer_sampler *sampler)
{
    if (!sampler)
        return;
    lw_arena_free(&sampler->arena);
    peer_fcl_destroy(sampler->fcl);
    free(sampler->poses);
    free(sampler->queue);
    free(sampler);
}

/* ---- steps --------------------------------------------------------------------------------- */

static size_t steps_of(double count)
{
    return count < 1 ? 1 : count > MOST_STEPS ? MOST_STEPS : (size_t)ceil(count);
}

size_t peer_steps(const double *from, const double *to, size_t count, double resolution)
{
    double most = 0;
    for (size_t i = 0; i < count; i++)
        most = fmax(most, fabs(to[i] - from[i]));
    return steps_of(most / resolution);
}

size_t peer_steps_moveit(const lw_joints *joints, const double *from, const double *to)
{
    double extent = 0;
    double distance = 0;
    for (size_t i = 0; i < joints->count; i++) {
        const lw_frozen_joint *joint = &joints->chains->joints[joints->joints[i]];
        bool endless = joint->kind == LW_JOINT_CONTINUOUS || isinf(joint->upper) || isinf(joint->lower);
        extent += endless ? 6.283185307179586 : joint->upper - joint->lower;
        distance += fabs(to[i] - from[i]);
    }
    return steps_of(distance / (0.005 * extent));
}

/* ---- samples ------------------------------------------------------------------------------- */

static void place(peer_sampler *sampler, const lw_motion *motion, size_t sample, size_t steps)
{
    const lw_frozen *frozen = sampler->frozen;
    lw_kinematics_sample(&sampler->kinematics, motion, 0, (double)sample / (double)steps, 0);
    for (size_t i = 0; i < frozen->body_count; i++)
        if (lw_frozen_body(frozen, i)->elementary >= 0)
            sampler->poses[i] = pose_out(sampler->kinematics.bodies[i]);
}

static bool touches_at(peer_sampler *sampler, const lw_motion *motion, size_t sample, size_t steps)
{
    place(sampler, motion, sample, steps);
    return peer_fcl_touches(sampler->fcl, sampler->poses);
}

static bool touches_in_time(peer_sampler *sampler, const lw_motion *motion, size_t steps)
{
    for (size_t sample = 0; sample <= steps; sample++)
        if (touches_at(sampler, motion, sample, steps))
            return true;
    return false;
}

static bool touches_halving(peer_sampler *sampler, const lw_motion *motion, size_t steps)
{
    if (touches_at(sampler, motion, 0, steps) || touches_at(sampler, motion, steps, steps))
        return true;
    range *queue = sampler->queue;
    size_t first = 0;
    size_t end = 0;
    if (steps >= 2)
        queue[end++] = (range){1, steps - 1};
    /* every sample is the middle of one range, so the queue is as long as there are samples */
    while (first < end) {
        range now = queue[first++];
        size_t middle = (now.low + now.high) / 2;
        if (touches_at(sampler, motion, middle, steps))
            return true;
        if (now.low < middle)
            queue[end++] = (range){now.low, middle - 1};
        if (middle < now.high)
            queue[end++] = (range){middle + 1, now.high};
    }
    return false;
}

bool peer_sampler_touches(peer_sampler *sampler, const lw_motion *motion, size_t steps,
                          peer_order order)
{
    if (peer_fcl_still_touches(sampler->fcl))
        return true;
    return order == PEER_IN_TIME ? touches_in_time(sampler, motion, steps)
                                 : touches_halving(sampler, motion, steps);
}

void peer_sampler_place(peer_sampler *sampler, const lw_motion *motion, size_t steps)
{
    for (size_t sample = 0; sample <= steps; sample++)
        place(sampler, motion, sample, steps);
}
