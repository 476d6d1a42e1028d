/* Forward kinematics of many configurations without a motion: the poses of links, and their geometric
 * Jacobians.
 *
 * The elementary joints that the given joints move, directly or through a joint above, are posed anew
 * for each row; the others are posed once. A row costs a sine, a cosine and a composition for each
 * elementary joint that moves, and a composition and a quaternion for each link. One block of memory is
 * taken per call, none per row.
 *
 * The Jacobian's columns: a turn about an axis z through o moves a frame at p by z x (p - o) and turns
 * it by z; a slide along z moves it by z (Craig, Introduction to Robotics, chapter 5). The quaternion
 * of a floating joint as in check/ask/gradient.c. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "math/pose.h"
#include "motion/forward_kinematics.h"
#include "scene/ask/ask.h"

/* The frames of elementary joints at one row. */
typedef struct posing {
    const lw_frozen *frozen;
    const lw_joints *joints;
    double *values; /* per variable */
    pose *frames;   /* per elementary joint */
    bool *moving;   /* per elementary joint: whether the rows move it */
    int64_t
        *column;   /* per joint of the chains: the first column of its values; -1: not among `joints` */
    size_t *order; /* joints of the chains that the rows move, parents first */
    size_t order_count;
    void *memory;
} posing;

/* The slots of a floating joint pose it together: its last one has the frame of the child. */
static size_t last_slot(const lw_frozen_joint *joint)
{
    const size_t count =
        joint->kind == LW_JOINT_FLOATING ? LW_FLOATING_SLOTS : lw_joint_value_count(joint->kind);
    return (size_t)joint->elementary + count - 1;
}

static const pose *parent_of(const posing *p, size_t elementary)
{
    const int32_t parent = p->frozen->chains->elementary[elementary].parent;
    return parent < 0 ? NULL : &p->frames[parent];
}

/* Poses a floating joint; false where its quaternion has no length. */
static bool pose_floating(posing *p, const lw_frozen_joint *joint, lw_pose at)
{
    if (!lw_quat_normalize(&at.orientation))
        return false;
    const pose *parent = parent_of(p, (size_t)joint->elementary);
    const pose own = compose(joint->base, lw_pose_in(at));
    p->frames[last_slot(joint)] = parent ? compose(*parent, own) : own;
    return true;
}

/* Poses a joint of turns and slides. */
static void pose_joint(posing *p, const lw_frozen_joint *joint)
{
    for (size_t i = (size_t)joint->elementary; i <= last_slot(joint); i++) {
        const lw_elementary_joint *own = &p->frozen->chains->elementary[i];
        const pose *parent = parent_of(p, i);
        double value = own->offset;
        if (own->variable >= 0)
            value += own->multiplier * p->values[own->variable];
        p->frames[i] =
            lw_elementary_pose(own, parent ? compose(*parent, own->before) : own->before, value);
    }
}

/* Poses everything as the scene has it at rest, and finds the joints that the rows move. */
static void begin_posing(posing *p)
{
    const lw_chains *chains = p->frozen->chains;
    for (size_t v = 0; v < chains->variable_count; v++)
        p->values[v] = p->frozen->rest[v];
    for (size_t j = 0; j < chains->joint_count; j++)
        p->column[j] = -1;
    size_t column = 0;
    for (size_t i = 0; i < p->joints->count; i++) {
        p->column[p->joints->joints[i]] = (int64_t)column;
        column += lw_joint_value_count(chains->joints[p->joints->joints[i]].kind);
    }
    for (size_t j = 0; j < chains->joint_count; j++) {
        const lw_frozen_joint *joint = &chains->joints[j];
        if (joint->elementary < 0)
            continue;
        const int64_t leader = joint->mimic >= 0 ? joint->mimic : (int64_t)j;
        const int32_t parent = chains->elementary[joint->elementary].parent;
        const bool moves = p->column[leader] >= 0 || (parent >= 0 && p->moving[parent]);
        p->moving[last_slot(joint)] = moves;
        if (moves)
            p->order[p->order_count++] = j;
        if (joint->kind == LW_JOINT_FLOATING)
            pose_floating(p, joint, p->frozen->rest_pose[j]);
        else
            pose_joint(p, joint);
    }
}

/* Poses the joints that the rows move at one row. */
static lw_status pose_row(posing *p, size_t index, const double *row, lw_error *error)
{
    const lw_chains *chains = p->frozen->chains;
    size_t column = 0;
    for (size_t i = 0; i < p->joints->count; i++) {
        const lw_frozen_joint *joint = &chains->joints[p->joints->joints[i]];
        const size_t count = lw_joint_value_count(joint->kind);
        for (size_t k = 0; k < count; k++, column++) {
            if (!(fabs(row[column]) <= LW_LARGEST))
                return lw_fail(error, LW_ERROR_ARGUMENT,
                               "row %zu: the value %g of joint \"%s\" is not a number of at most %g",
                               index, row[column], joint->name, LW_LARGEST);
            if (joint->kind != LW_JOINT_FLOATING)
                p->values[(size_t)joint->variable + k] = row[column];
        }
    }
    for (size_t i = 0; i < p->order_count; i++) {
        const size_t j = p->order[i];
        const lw_frozen_joint *joint = &chains->joints[j];
        if (joint->kind != LW_JOINT_FLOATING) {
            pose_joint(p, joint);
            continue;
        }
        lw_pose at = p->frozen->rest_pose[j];
        if (p->column[j] >= 0) {
            const double *v = row + p->column[j];
            at = (lw_pose){{v[0], v[1], v[2]}, {v[3], v[4], v[5], v[6]}};
        }
        if (!pose_floating(p, joint, at))
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "row %zu: the quaternion of joint \"%s\" has length 0", index, joint->name);
    }
    return LW_OK;
}

/* The frame of a link, in the world. */
static pose link_frame(const posing *p, const lw_frozen_link *link)
{
    return link->elementary < 0 ? link->local : compose(p->frames[link->elementary], link->local);
}

/* Checks what both functions take, and takes memory, which the caller frees; frames NULL: it failed. */
static lw_status take(posing *p, const char *asked, const lw_scene *scene, const lw_joints *joints,
                      lw_error *error)
{
    *p = (posing){0};
    lw_status status = lw_ask_frozen(scene, p, error);
    if (status)
        return status;
    if (!joints && !(joints = lw_scene_joints(scene, NULL, NULL, error)))
        return LW_ERROR_NAME;
    const lw_chains *chains = scene->frozen->chains;
    if (joints->chains != chains)
        return lw_fail(error, LW_ERROR_ARGUMENT, "%s: the joints are of another scene", asked);
    p->frozen = scene->frozen;
    p->joints = joints;
    const size_t frames = chains->elementary_count * sizeof *p->frames;
    const size_t values = chains->variable_count * sizeof *p->values;
    const size_t columns = chains->joint_count * sizeof *p->column;
    const size_t order = chains->joint_count * sizeof *p->order;
    char *at = p->memory = calloc(1, frames + values + columns + order + chains->elementary_count + 1);
    if (!at)
        return lw_fail_memory(error);
    p->frames = (pose *)at;
    p->values = (double *)(at += frames);
    p->column = (int64_t *)(at += values);
    p->order = (size_t *)(at += columns);
    p->moving = (bool *)(at + order);
    begin_posing(p);
    return LW_OK;
}

static lw_status refuse_link(const lw_chains *chains, size_t link, lw_error *error)
{
    return link < chains->link_count ? LW_OK
                                     : lw_fail(error, LW_ERROR_ARGUMENT, "there is no link %zu", link);
}

lw_status lw_scene_link_poses(const lw_scene *scene, const lw_joints *joints, const double *rows,
                              size_t count, size_t stride, const size_t *links, size_t link_count,
                              lw_pose *out, lw_error *error)
{
    posing p;
    if ((!rows || !out) && count)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_scene_link_poses needs rows, and room for poses");
    lw_status status = take(&p, "lw_scene_link_poses", scene, joints, error);
    if (!p.frames)
        return status;
    const lw_chains *chains = p.frozen->chains;
    if (!links)
        link_count = chains->link_count;
    for (size_t i = 0; !status && links && i < link_count; i++)
        status = refuse_link(chains, links[i], error);
    for (size_t r = 0; !status && r < count; r++, rows += stride) {
        status = pose_row(&p, r, rows, error);
        for (size_t i = 0; !status && i < link_count; i++)
            *out++ = lw_pose_out(link_frame(&p, &chains->links[links ? links[i] : i]));
    }
    free(p.memory);
    return status;
}

/* A Jacobian while it is filled: 6 rows of `width`; how the link's origin moves and how it turns. */
typedef struct filling {
    double *rows;
    size_t width;
    vec3 origin; /* of the link's frame */
} filling;

static void add_column(const filling *to, size_t column, vec3 linear, vec3 angular)
{
    const double parts[6] = {linear.x, linear.y, linear.z, angular.x, angular.y, angular.z};
    for (size_t i = 0; i < 6; i++)
        to->rows[i * to->width + column] += parts[i];
}

static void add_turning(const filling *to, size_t column, vec3 spin, vec3 center)
{
    add_column(to, column, cross(spin, sub(to->origin, center)), spin);
}

/* Adds the columns of turns and slides. */
static void add_elementary(const posing *p, const lw_frozen_joint *joint, size_t column,
                           const filling *to)
{
    for (size_t i = 0; i < lw_joint_value_count(joint->kind); i++) {
        const size_t index = (size_t)joint->elementary + i;
        const lw_elementary_joint *own = &p->frozen->chains->elementary[index];
        const vec3 axis = scale(own->multiplier, p->frames[index].rotation.z);
        if (own->kind == LW_ELEMENTARY_REVOLUTE)
            add_turning(to, column + i, axis, p->frames[index].position);
        else
            add_column(to, column + i, axis, v3(0, 0, 0));
    }
}

/* Adds the columns of a floating joint: x, y, z, and the quaternion x, y, z, w. */
static void add_floating(const posing *p, const lw_frozen_joint *joint, size_t column,
                         const double *values, const filling *to)
{
    const pose *parent = parent_of(p, (size_t)joint->elementary);
    const mat3 turn = parent ? mul(parent->rotation, joint->base.rotation) : joint->base.rotation;
    const vec3 axes[3] = {turn.x, turn.y, turn.z};
    const vec3 center = p->frames[last_slot(joint)].position;
    lw_quat q = {values[3], values[4], values[5], values[6]};
    /* the derivative by a quaternion that is not of unit length is that much smaller */
    const double length = sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    const double share = 2 / (length * length);
    const vec3 v = rotate(turn, v3(q.x, q.y, q.z));
    for (size_t i = 0; i < 3; i++) {
        add_column(to, column + i, axes[i], v3(0, 0, 0));
        add_turning(to, column + 3 + i, scale(share, add(scale(q.w, axes[i]), cross(v, axes[i]))),
                    center);
    }
    add_turning(to, column + 6, scale(-share, v), center);
}

static void fill(const posing *p, const double *row, const lw_frozen_link *link, double *out)
{
    const lw_chains *chains = p->frozen->chains;
    const filling to = {out, p->joints->value_count, link_frame(p, link).position};
    memset(out, 0, 6 * to.width * sizeof *out);
    for (int64_t above = link->parent_joint; above >= 0;) {
        const lw_frozen_joint *joint = &chains->joints[above];
        const int64_t column = p->column[joint->mimic >= 0 ? joint->mimic : above];
        if (joint->elementary >= 0 && column >= 0) {
            if (joint->kind == LW_JOINT_FLOATING)
                add_floating(p, joint, (size_t)column, row + column, &to);
            else
                add_elementary(p, joint, (size_t)column, &to);
        }
        above = chains->links[joint->parent_link].parent_joint;
    }
}

lw_status lw_scene_link_jacobians(const lw_scene *scene, const lw_joints *joints, const double *rows,
                                  size_t count, size_t stride, size_t link, double *out,
                                  lw_error *error)
{
    posing p;
    if ((!rows || !out) && count)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "lw_scene_link_jacobians needs rows, and room for Jacobians");
    lw_status status = take(&p, "lw_scene_link_jacobians", scene, joints, error);
    if (!p.frames)
        return status;
    status = refuse_link(p.frozen->chains, link, error);
    for (size_t r = 0; !status && r < count; r++, rows += stride, out += 6 * p.joints->value_count) {
        status = pose_row(&p, r, rows, error);
        if (!status)
            fill(&p, rows, &p.frozen->chains->links[link], out);
    }
    free(p.memory);
    return status;
}
