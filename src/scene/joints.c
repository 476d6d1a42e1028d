/* Joints in the order of a configuration's values: a robot's own, those of a group, or some by name;
 * and named states of them. */
#include "base/error.h"
#include "scene/frozen.h"
#include "scene/names.h"

#include <stdlib.h>
#include <string.h>

static const lw_joints *find_joints(const lw_chains *chains, size_t robot, const char *group)
{
    const lw_joints *only = NULL;
    size_t count = 0;
    for (size_t i = 0; i < chains->group_count; i++) {
        if (chains->groups[i].robot != robot)
            continue;
        if (group && !strcmp(chains->groups[i].name, group))
            return &chains->groups[i];
        only = &chains->groups[i];
        count++;
    }
    if (group)
        return NULL;
    return count == 1 && only->count ? only : &chains->defaults[robot];
}

const lw_joints *lw_scene_joints(const lw_scene *scene, const char *robot, const char *group,
                                 lw_error *error)
{
    if (!scene->frozen) {
        lw_fail(error, LW_ERROR_STATE, "the scene is not frozen yet");
        return NULL;
    }
    int64_t r = robot                            ? lw_model_find_robot(&scene->model, robot)
                : scene->model.robots.count == 1 ? 0
                                                 : -1;
    if (r < 0) {
        if (!scene->model.robots.count)
            lw_fail(error, LW_ERROR_NAME, "the scene has no robot, so that nothing moves in it");
        else if (robot)
            lw_fail(error, LW_ERROR_NAME, "there is no robot \"%s\"%s", robot,
                    lw_hint_robot(&scene->model, robot).text);
        else
            lw_fail(error, LW_ERROR_NAME, "the scene has %zu robots; name the one that is meant",
                    scene->model.robots.count);
        return NULL;
    }
    const lw_joints *joints = find_joints(scene->frozen->chains, (size_t)r, group);
    if (!joints)
        lw_fail(error, LW_ERROR_NAME, "robot \"%s\" has no group \"%s\"%s",
                scene->frozen->chains->names[r], group, lw_hint_group(&scene->model, r, group).text);
    return joints;
}

const lw_joints *lw_scene_movable_joints(const lw_scene *scene, size_t robot)
{
    return scene->frozen && robot < scene->frozen->chains->robot_count
               ? &scene->frozen->chains->defaults[robot]
               : NULL;
}

/* Adds a joint by its name, unless it is fixed or follows another one. */
static lw_status add_named(const lw_chains *chains, const lw_model *model, const char *name,
                           int64_t *list, lw_joints *joints, lw_error *error)
{
    int64_t index = lw_chains_find_joint(chains, (int64_t)joints->robot, name);
    if (index < 0)
        return lw_fail(error, LW_ERROR_NAME, "robot \"%s\" has no joint \"%s\"%s",
                       chains->names[joints->robot], name,
                       lw_hint_joint(model, (int64_t)joints->robot, name).text);
    const lw_frozen_joint *joint = &chains->joints[index];
    if (joint->elementary < 0 || joint->mimic >= 0)
        return lw_fail(error, LW_ERROR_ARGUMENT, "joint \"%s\" has no value of its own", name);
    for (size_t i = 0; i < joints->count; i++)
        if (list[i] == index)
            return lw_fail(error, LW_ERROR_ARGUMENT, "joint \"%s\" is named twice", name);
    list[joints->count++] = index;
    joints->value_count += lw_joint_value_count(joint->kind);
    return LW_OK;
}

lw_status lw_joints_create(const lw_scene *scene, const char *robot, const char *const *names,
                           size_t count, lw_joints **out, lw_error *error)
{
    if (!out || !scene || !names || !count)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "a scene, names of joints or a place for these is missing");
    *out = NULL;
    const lw_joints *all = lw_scene_joints(scene, robot, NULL, error);
    if (!all)
        return scene->frozen ? LW_ERROR_NAME : LW_ERROR_STATE;
    /* the list lies behind the joints */
    if (count > all->chains->joint_count)
        return lw_fail(error, LW_ERROR_ARGUMENT, "%zu joints are named, of %zu in all", count,
                       all->chains->joint_count);
    lw_joints *joints = calloc(1, sizeof *joints + count * sizeof(int64_t));
    if (!joints)
        return lw_fail_memory(error);
    int64_t *list = (int64_t *)(joints + 1);
    *joints = (lw_joints){.robot = all->robot, .chains = all->chains, .joints = list};
    lw_status status = LW_OK;
    for (size_t i = 0; i < count && !status; i++) {
        status = names[i] ? add_named(all->chains, &scene->model, names[i], list, joints, error)
                          : lw_fail(error, LW_ERROR_ARGUMENT, "the name of a joint is missing");
    }
    if (status)
        free(joints);
    else
        *out = joints;
    return status;
}

void lw_joints_destroy(lw_joints *joints)
{
    free(joints);
}

size_t lw_joints_robot(const lw_joints *joints)
{
    return joints->robot;
}

size_t lw_joints_count(const lw_joints *joints)
{
    return joints->count;
}

size_t lw_joints_value_count(const lw_joints *joints)
{
    return joints->value_count;
}

const char *lw_joints_name(const lw_joints *joints, size_t joint)
{
    return joint < joints->count ? joints->chains->joints[joints->joints[joint]].name : NULL;
}

static void apply_state(const lw_model_state *state, const lw_joints *joints, double *values)
{
    for (size_t k = 0; k < joints->count; k++) {
        const lw_frozen_joint *joint = &joints->chains->joints[joints->joints[k]];
        for (size_t v = 0; v < state->joint_count; v++)
            if (!strcmp(state->joints[v], joint->name) && lw_joint_value_count(joint->kind) == 1)
                *values = state->values[v];
        values += lw_joint_value_count(joint->kind);
    }
}

lw_status lw_scene_state(const lw_scene *scene, const lw_joints *joints, const char *state,
                         double *values, lw_error *error)
{
    if (!scene || !joints || !state || !values)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "lw_scene_state needs a scene, joints, a state's name and room for values");
    if (!scene->frozen || joints->chains != scene->frozen->chains)
        return lw_fail(error, LW_ERROR_ARGUMENT, "the joints are of another scene");
    const lw_model *model = &scene->model;
    bool found = false;
    /* groups may share joints and names of states: the joints' own group is applied last */
    for (int own = 0; own < 2; own++)
        for (size_t i = 0; i < model->states.count; i++) {
            const lw_model_state *entry = &model->states.items[i];
            bool is_own = joints->name && entry->group && !strcmp(entry->group, joints->name);
            if (entry->robot != joints->robot || strcmp(entry->name, state) || is_own != (own == 1))
                continue;
            found = true;
            apply_state(entry, joints, values);
        }
    if (!found)
        return lw_fail(error, LW_ERROR_NAME, "robot \"%s\" has no state named \"%s\"%s",
                       joints->chains->names[joints->robot], state,
                       lw_hint_state(model, (int64_t)joints->robot, state).text);
    return LW_OK;
}
