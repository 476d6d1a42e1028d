/* Scenes: freezing, and the joints and named configurations of a frozen one. */
#include "base/error.h"
#include "robot/names.h"
#include "robot/obstacles.h"
#include "robot/shared_shape.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_BLOCK = 1024 }; /* of the geometry that a scene has of its own */

void lw_frozen_destroy(lw_frozen *frozen)
{
    if (!frozen)
        return;
    lw_obstacles_free(&frozen->obstacles);
    lw_memory_release(frozen->world);
    lw_memory_release(frozen->geometry);
    if (frozen->chains)
        lw_memory_release(frozen->chains->memory);
    free(frozen);
}

static size_t bytes_of(const lw_memory *memory)
{
    return memory ? sizeof *memory + memory->arena.total : 0;
}

size_t lw_frozen_memory(const lw_frozen *frozen)
{
    if (!frozen)
        return 0;
    return sizeof *frozen + bytes_of(frozen->chains->memory) + bytes_of(frozen->world) +
           bytes_of(frozen->geometry) + bytes_of(frozen->obstacles.tree_memory) +
           frozen->obstacles.pages.count * sizeof(lw_obstacle_page);
}

lw_frozen *lw_frozen_share(const lw_frozen *frozen)
{
    lw_frozen *copy = malloc(sizeof *copy);
    if (!copy)
        return NULL;
    *copy = *frozen;
    if (!lw_obstacles_share(&frozen->obstacles, &copy->obstacles)) {
        free(copy);
        return NULL;
    }
    lw_memory_retain(copy->world);
    lw_memory_retain(copy->geometry);
    lw_memory_retain(copy->chains->memory);
    return copy;
}

static lw_status build_chains(const lw_scene *scene, lw_frozen *frozen, lw_error *error)
{
    if (scene->from) {
        frozen->chains = scene->from->chains;
        lw_memory_retain(frozen->chains->memory);
        return LW_OK;
    }
    lw_status status = lw_freeze_chains(scene, frozen, error);
    return status ? status : lw_freeze_groups(scene, frozen, error);
}

/* Freezes a scene: what it shares with the scene that it comes from is taken from that. */
static lw_status build(const lw_scene *scene, lw_frozen *frozen, lw_error *error)
{
    frozen->world = lw_memory_create();
    frozen->geometry = lw_memory_create();
    if (!frozen->world || !frozen->geometry)
        return lw_fail_memory(error);
    if (scene->from)
        frozen->geometry->arena.block = FIRST_BLOCK;
    frozen->mesh_mode = scene->model.mesh_mode;
    lw_status status = build_chains(scene, frozen, error);
    if (!status)
        status = lw_freeze_values(scene, frozen, error);
    if (!status)
        status = lw_freeze_bodies(scene, frozen, error);
    if (!status)
        status = lw_freeze_shapes(scene, frozen, error);
    if (!status)
        status = lw_freeze_plane(scene, frozen, error);
    if (!status)
        status = lw_freeze_obstacles(scene, frozen, error);
    if (!status)
        status = lw_freeze_pairs(scene, frozen, error);
    return status;
}

lw_status lw_scene_freeze(lw_scene *scene, lw_error *error)
{
    if (!scene)
        return lw_fail(error, LW_ERROR_ARGUMENT, "no scene was given");
    if (scene->frozen)
        return lw_fail(error, LW_ERROR_STATE, "the scene is frozen already");
    lw_error own;
    lw_error_clear(&own);
    bool moves = scene->model.owner;
    lw_frozen *frozen = moves ? scene->from : calloc(1, sizeof *frozen);
    if (!frozen)
        return lw_fail_memory(error);
    size_t notices = lw_notices_begin(scene);
    lw_status status = moves ? lw_freeze_moves(scene, frozen, &own) : build(scene, frozen, &own);
    status = lw_notices_end(scene, notices, status, &own);
    if (!status)
        status = lw_model_share(scene, &own);
    if (status) {
        if (!moves)
            lw_frozen_destroy(frozen);
        if (error)
            *error = own;
        return status;
    }
    if (!moves)
        lw_frozen_destroy(scene->from);
    scene->from = NULL;
    scene->frozen = frozen;
    return LW_OK;
}

void lw_scene_destroy(lw_scene *scene)
{
    if (!scene)
        return;
    lw_frozen_destroy(scene->frozen);
    lw_frozen_destroy(scene->from);
    free(scene->moves.items);
    free(scene->model.notices);
    if (scene->model.owner)
        lw_model_release(scene->model.owner);
    else
        lw_model_free(&scene->model);
    free(scene);
}

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
    if (joints->chains != scene->frozen->chains)
        return lw_fail(error, LW_ERROR_ARGUMENT, "the joints are of another scene");
    const lw_model *model = &scene->model;
    bool found = false;
    /* groups may share joints and names of states: the state of the own group is applied last */
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
