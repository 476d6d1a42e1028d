/* Freezing, second step: groups of joints, and the value of each joint where nothing moves it. */
#include "math/pose.h"
#include "scene/frozen.h"
#include "scene/names.h"
#include "scene/variable_name.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int64_t lw_chains_find_joint(const lw_chains *chains, int64_t robot, const char *name)
{
    int64_t joint = lw_name_table_find_of(&chains->joint_names, robot, name);
    return joint < 0 ? -1 : chains->joint_of[joint];
}

/* Fails for the name of a joint that several robots have. */
static lw_status fail_shared(const lw_chains *chains, const char *name, lw_error *error)
{
    const char *first = NULL;
    size_t r = 0;
    for (; r < chains->robot_count; r++)
        if (lw_chains_find_joint(chains, (int64_t)r, name) >= 0) {
            if (first)
                break;
            first = chains->names[r];
        }
    return lw_fail(error, LW_ERROR_NAME,
                   "robots \"%s\" and \"%s\" both have a joint \"%s\"; name the robot too", first,
                   chains->names[r], name);
}

lw_status lw_chains_named_joint(const lw_chains *chains, const char *robot, const char *name,
                                int64_t *joint, lw_error *error)
{
    *joint = -1;
    int64_t of = robot ? lw_name_table_find(&chains->robot_names, robot) : LW_NO_OWNER;
    if (!robot && lw_name_table_find_of(&chains->joint_names, LW_SECOND_OF_NAME, name) >= 0)
        return fail_shared(chains, name, error);
    if (!robot || of >= 0) {
        *joint = lw_chains_find_joint(chains, of, name);
        return LW_OK;
    }
    lw_nearest nearest = lw_nearest_begin(robot);
    for (size_t r = 0; r < chains->robot_count; r++)
        lw_nearest_offer(&nearest, chains->names[r]);
    return lw_fail(error, LW_ERROR_NAME, "there is no robot \"%s\"%s", robot,
                   lw_nearest_hint(&nearest).text);
}

static bool is_free(const lw_frozen_joint *joint)
{
    return joint->elementary >= 0 && joint->mimic < 0 && joint->variable >= 0;
}

static void count_values(const lw_chains *chains, lw_joints *joints)
{
    joints->chains = chains;
    joints->value_count = 0;
    for (size_t i = 0; i < joints->count; i++)
        joints->value_count += lw_joint_value_count(chains->joints[joints->joints[i]].kind);
}

/* for each robot, its movable joints in the order of the file */
static lw_status default_joints(const lw_model *model, lw_chains *chains, lw_error *error)
{
    chains->defaults =
        lw_arena_array(&chains->memory->arena, chains->robot_count, sizeof *chains->defaults);
    int64_t *lists = lw_arena_array(&chains->memory->arena, chains->joint_count, sizeof *lists);
    if (!chains->defaults || !lists)
        return lw_fail_memory(error);
    size_t first = 0; /* index of a robot's first joint; its joints are consecutive, in another order */
    for (size_t r = 0; r < chains->robot_count; r++) {
        chains->defaults[r] = (lw_joints){.robot = r, .joints = lists + first};
        while (first < chains->joint_count && chains->joints[first].robot == r)
            first++;
    }
    for (size_t i = 0; i < model->joints.count; i++) {
        lw_joints *joints = &chains->defaults[model->joints.items[i].robot];
        int64_t joint = chains->joint_of[i];
        if (!model->joints.items[i].is_virtual && is_free(&chains->joints[joint]))
            lists[(size_t)(joints->joints - lists) + joints->count++] = joint;
    }
    for (size_t r = 0; r < chains->robot_count; r++)
        count_values(chains, &chains->defaults[r]);
    return LW_OK;
}

static lw_status named_groups(const lw_model *model, lw_chains *chains, lw_error *error)
{
    chains->groups =
        lw_arena_array(&chains->memory->arena, model->groups.count, sizeof *chains->groups);
    if (!chains->groups)
        return lw_fail_memory(error);
    for (size_t g = 0; g < model->groups.count; g++) {
        const lw_model_group *group = &model->groups.items[g];
        int64_t *list = lw_arena_array(&chains->memory->arena, group->joint_count, sizeof *list);
        if (!list)
            return lw_fail_memory(error);
        lw_joints *joints = &chains->groups[chains->group_count++];
        *joints = (lw_joints){.name = group->name, .robot = group->robot, .joints = list};
        for (size_t i = 0; i < group->joint_count; i++) {
            int64_t joint = lw_chains_find_joint(chains, (int64_t)group->robot, group->joints[i]);
            if (joint < 0)
                return lw_fail(error, LW_ERROR_NAME, "group \"%s\": robot \"%s\" has no joint \"%s\"%s",
                               group->name, chains->names[group->robot], group->joints[i],
                               lw_hint_joint(model, (int64_t)group->robot, group->joints[i]).text);
            bool listed = false;
            for (size_t k = 0; k < joints->count; k++)
                listed = listed || list[k] == joint;
            if (is_free(&chains->joints[joint]) && !listed)
                list[joints->count++] = joint;
        }
        count_values(chains, joints);
    }
    return LW_OK;
}

/* Sets one of a joint's values. */
static void set_part(lw_frozen *frozen, const lw_frozen_joint *joint, size_t index, size_t part,
                     double value)
{
    lw_pose *p = &frozen->rest_pose[index];
    double *const of_pose[] = {&p->position.x,    &p->position.y,    &p->position.z,
                               &p->orientation.x, &p->orientation.y, &p->orientation.z,
                               &p->orientation.w};
    *(joint->kind == LW_JOINT_FLOATING ? of_pose[part]
                                       : &frozen->rest[(size_t)joint->variable + part]) = value;
}

static lw_status set_rest(lw_frozen *frozen, const lw_frozen_joint *joint, size_t index,
                          const double *values, lw_error *error)
{
    if (joint->kind != LW_JOINT_FLOATING) {
        memcpy(&frozen->rest[joint->variable], values,
               lw_joint_value_count(joint->kind) * sizeof *values);
        return LW_OK;
    }
    lw_pose p = {{values[0], values[1], values[2]}, {values[3], values[4], values[5], values[6]}};
    lw_quat unit = p.orientation;
    if (!lw_quat_normalize(&unit))
        return lw_fail(error, LW_ERROR_ARGUMENT, "joint \"%s\": its quaternion has length zero",
                       joint->name);
    frozen->rest_pose[index] = p;
    return LW_OK;
}

/* Finds the joint of an entry, and the index of the one value that it sets; *part -1: it sets all.
 * *joint -1: there is no such joint. */
static lw_status find_joint(const lw_chains *chains, const lw_model_value *value, int64_t *joint,
                            int64_t *part, lw_error *error)
{
    const size_t length = lw_variable_joint_length(value->joint);
    *part = -1;
    lw_status status = lw_chains_named_joint(chains, value->robot, value->joint, joint, error);
    if (status || *joint >= 0 || !length)
        return status;
    int64_t found = -1;
    char *name = calloc(length + 1, 1);
    if (!name)
        return lw_fail_memory(error);
    memcpy(name, value->joint, length);
    const char *variable = value->joint + length + 1;
    if (lw_variable_find(LW_JOINT_PLANAR, variable) >= 0 ||
        lw_variable_find(LW_JOINT_FLOATING, variable) >= 0)
        status = lw_chains_named_joint(chains, value->robot, name, &found, error);
    free(name);
    if (found >= 0)
        *part = lw_variable_find(chains->joints[found].kind, variable);
    *joint = *part < 0 ? -1 : found;
    return status;
}

/* applies one entry of the scene: an unknown name is an error if the caller gave it, else a notice */
static lw_status apply_value(const lw_scene *scene, lw_frozen *frozen, size_t which, lw_error *error)
{
    const lw_model_value *value = &scene->model.values.items[which];
    int64_t index;
    int64_t part;
    lw_status status = find_joint(frozen->chains, value, &index, &part, error);
    if (status)
        return status;
    lw_hint hint = {""};
    if (index < 0)
        hint = lw_hint_joint(&scene->model,
                             value->robot ? lw_model_find_robot(&scene->model, value->robot) : -1,
                             value->joint);
    if (index < 0 && value->rank == LW_RANK_CALLER)
        return lw_fail(error, LW_ERROR_NAME, "there is no joint \"%s\" to set%s", value->joint,
                       hint.text);
    if (index < 0 && which < scene->model.known.values)
        return LW_OK;
    if (index < 0) {
        lw_scene_notice(scene, NULL, 0, "a value for joint \"%s\", which does not exist, is ignored%s",
                        value->joint, hint.text);
        return LW_OK;
    }
    const lw_frozen_joint *joint = &frozen->chains->joints[index];
    if (!is_free(joint))
        return LW_OK;
    if (part >= 0 && value->count != 1)
        return lw_fail(error, LW_ERROR_ARGUMENT, "\"%s\" is one value of a joint and was given %zu",
                       value->joint, value->count);
    if (part < 0 && value->count != lw_joint_value_count(joint->kind))
        return lw_fail(error, LW_ERROR_ARGUMENT, "joint \"%s\" takes %zu values and was given %zu",
                       value->joint, lw_joint_value_count(joint->kind), value->count);
    frozen->stated[index] = true;
    if (part < 0)
        return set_rest(frozen, joint, (size_t)index, value->values, error);
    set_part(frozen, joint, (size_t)index, (size_t)part, value->values[0]);
    return LW_OK;
}

/* Makes the orientations of floating joints unit quaternions, when all their values are known. */
static lw_status normalize_rest(lw_frozen *frozen, lw_error *error)
{
    for (size_t i = 0; i < frozen->chains->joint_count; i++) {
        const lw_frozen_joint *joint = &frozen->chains->joints[i];
        if (frozen->stated[i] && joint->kind == LW_JOINT_FLOATING &&
            !lw_quat_normalize(&frozen->rest_pose[i].orientation))
            return lw_fail(error, LW_ERROR_ARGUMENT, "joint \"%s\": its quaternion has length zero",
                           joint->name);
    }
    return LW_OK;
}

lw_status lw_freeze_groups(const lw_scene *scene, lw_frozen *frozen, lw_error *error)
{
    lw_status status = default_joints(&scene->model, frozen->chains, error);
    return status ? status : named_groups(&scene->model, frozen->chains, error);
}

lw_status lw_freeze_values(const lw_scene *scene, lw_frozen *frozen, lw_error *error)
{
    const lw_model *model = &scene->model;
    const lw_chains *chains = frozen->chains;
    lw_arena *arena = &frozen->world->arena;
    frozen->rest = lw_arena_array(arena, chains->variable_count, sizeof *frozen->rest);
    frozen->rest_pose = lw_arena_array(arena, chains->joint_count, sizeof *frozen->rest_pose);
    frozen->stated = lw_arena_array(arena, chains->joint_count, sizeof *frozen->stated);
    if (!frozen->rest || !frozen->rest_pose || !frozen->stated)
        return lw_fail_memory(error);
    for (size_t i = 0; i < chains->joint_count; i++)
        frozen->rest_pose[i] = lw_pose_identity();
    for (int rank = LW_RANK_ROBOT; rank <= LW_RANK_CALLER; rank++)
        for (size_t i = 0; i < model->values.count; i++)
            if (model->values.items[i].rank == (lw_rank)rank) {
                lw_status status = apply_value(scene, frozen, i, error);
                if (status)
                    return status;
            }
    return normalize_rest(frozen, error);
}
