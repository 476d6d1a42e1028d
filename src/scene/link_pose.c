/* Poses of the links of an open scene, along the chain of joints from a link up to the root. For each
 * joint of the chain, the time grows with the number of all joints and stated values. */
#include "scene/link_pose.h"

#include <string.h>

#include "math/pose.h"
#include "scene/variable_name.h"

int64_t lw_model_value_part(const lw_model_value *value, const char *robot, const char *joint,
                            lw_joint_kind kind)
{
    if (value->robot && strcmp(value->robot, robot) != 0)
        return LW_NO_VALUE;
    if (!strcmp(value->joint, joint))
        return LW_ALL_VALUES;
    const int64_t part = value->count == 1 ? lw_variable_of(joint, kind, value->joint) : -1;
    return part < 0 ? LW_NO_VALUE : part;
}

bool lw_model_stated_values(const lw_model *model, size_t joint, double values[7])
{
    const lw_model_joint *of = &model->joints.items[joint];
    const char *robot = model->robots.items[of->robot].name;
    const size_t count = lw_joint_value_count(of->def.kind);
    bool stated = false;
    memset(values, 0, 7 * sizeof *values);
    values[6] = of->def.kind == LW_JOINT_FLOATING;
    for (int rank = LW_RANK_ROBOT; rank <= LW_RANK_CALLER; rank++)
        for (size_t i = 0; i < model->values.count; i++) {
            const lw_model_value *value = &model->values.items[i];
            const int64_t part = value->rank == (lw_rank)rank
                                     ? lw_model_value_part(value, robot, of->def.name, of->def.kind)
                                     : LW_NO_VALUE;
            stated = stated || part != LW_NO_VALUE;
            if (part >= 0)
                values[part] = value->values[0];
            else if (part == LW_ALL_VALUES && value->count == count)
                memcpy(values, value->values, count * sizeof *values);
        }
    return stated;
}

int64_t lw_model_followed_joint(const lw_model *model, size_t joint, double *multiplier, double *offset)
{
    const int64_t robot = (int64_t)model->joints.items[joint].robot;
    int64_t at = (int64_t)joint;
    *multiplier = 1;
    *offset = 0;
    for (size_t steps = 0; at >= 0 && steps <= model->joints.count; steps++) {
        const lw_joint_def *def = &model->joints.items[at].def;
        if (!def->mimic || def->kind == LW_JOINT_FIXED)
            return at;
        *offset += *multiplier * def->mimic_offset;
        *multiplier *= def->mimic_multiplier;
        at = lw_model_find_joint(model, robot, def->mimic);
    }
    return -1;
}

/* The values of a joint, also of one that mimics another. */
static lw_status values_of(const lw_model *model, size_t joint, double values[7], lw_error *error)
{
    const lw_joint_def *def = &model->joints.items[joint].def;
    double multiplier;
    double offset;
    const int64_t free_joint = lw_model_followed_joint(model, joint, &multiplier, &offset);
    if (free_joint < 0)
        return lw_fail(error, LW_ERROR_MODEL,
                       "joint \"%s\" mimics itself, or a joint that there is not", def->name);
    lw_model_stated_values(model, (size_t)free_joint, values);
    if (lw_joint_value_count(def->kind) == 1)
        values[0] = multiplier * values[0] + offset;
    return LW_OK;
}

static lw_quat turn_about(vec3 axis, double angle)
{
    double sine;
    double cosine;
    lw_sincos(angle / 2, &sine, &cosine);
    return (lw_quat){axis.x * sine, axis.y * sine, axis.z * sine, cosine};
}

/* The pose that a joint's values give its child, in the frame of the joint. */
static lw_status motion_of(const lw_joint_def *def, const double values[7], lw_pose *out,
                           lw_error *error)
{
    *out = lw_pose_identity();
    const vec3 x = lw_perpendicular(def->axis);
    const bool about_z = def->axis.x == 0 && def->axis.y == 0 && def->axis.z > 0;
    switch (def->kind) {
    case LW_JOINT_REVOLUTE:
    case LW_JOINT_CONTINUOUS:
        out->orientation = turn_about(def->axis, values[0]);
        return LW_OK;
    case LW_JOINT_PRISMATIC:
        out->position = scale(values[0], def->axis);
        return LW_OK;
    case LW_JOINT_PLANAR:
        out->orientation = turn_about(def->axis, values[2]);
        out->position = about_z ? v3(values[0], values[1], 0)
                                : add(scale(values[0], x), scale(values[1], cross(def->axis, x)));
        return LW_OK;
    case LW_JOINT_FLOATING:
        *out =
            (lw_pose){{values[0], values[1], values[2]}, {values[3], values[4], values[5], values[6]}};
        if (!lw_quat_normalize(&out->orientation))
            return lw_fail(error, LW_ERROR_MODEL, "joint \"%s\": its quaternion has length zero",
                           def->name);
        return LW_OK;
    case LW_JOINT_FIXED:
        return LW_OK;
    }
    return LW_OK;
}

/* The joint whose child a link is; -1: it is the root. */
static int64_t joint_above(const lw_model *model, const lw_model_link *link)
{
    for (size_t i = 0; i < model->joints.count; i++)
        if (model->joints.items[i].robot == link->robot &&
            !strcmp(model->joints.items[i].def.child, link->name))
            return (int64_t)i;
    return -1;
}

lw_status lw_model_link_pose(const lw_model *model, size_t link, lw_pose *out, bool *chain,
                             lw_error *error)
{
    const size_t robot = model->links.items[link].robot;
    *out = lw_pose_identity();
    for (size_t steps = 0; steps <= model->joints.count; steps++) {
        const int64_t joint = joint_above(model, &model->links.items[link]);
        if (joint < 0) {
            *out = lw_pose_compose(model->robots.items[robot].base, *out);
            return LW_OK;
        }
        const lw_joint_def *def = &model->joints.items[joint].def;
        double values[7];
        lw_pose moved;
        lw_status status = values_of(model, (size_t)joint, values, error);
        if (status || (status = motion_of(def, values, &moved, error)))
            return status;
        *out = lw_pose_compose(lw_pose_compose(def->origin, moved), *out);
        if (chain && def->kind != LW_JOINT_FIXED)
            chain[joint] = !chain[joint];
        const int64_t parent = lw_model_find_link(model, (int64_t)robot, def->parent);
        if (parent < 0)
            return lw_fail(error, LW_ERROR_MODEL, "joint \"%s\": there is no link \"%s\"", def->name,
                           def->parent);
        link = (size_t)parent;
    }
    return lw_fail(error, LW_ERROR_MODEL, "link \"%s\" of robot \"%s\" is part of a loop of joints",
                   model->links.items[link].name, model->robots.items[robot].name);
}
