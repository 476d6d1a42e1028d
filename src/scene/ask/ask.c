/* The public queries of a scene: its settings, robots, links, joints, groups and named
 * configurations. */
#include "scene/ask/ask.h"

#include "base/error.h"
#include "base/sized.h"
#include "math/pose.h"
#include "scene/ask/sizes.h"

#include <math.h>
#include <string.h>

lw_status lw_ask_frozen(const lw_scene *scene, const void *out, lw_error *error)
{
    if (!scene || !out)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "a question about a scene needs a scene and room for "
                       "the answer");
    if (!scene->frozen)
        return lw_fail(error, LW_ERROR_STATE, "the scene is not frozen yet");
    return LW_OK;
}

lw_status lw_ask_index(const char *what, size_t index, size_t count, lw_error *error)
{
    if (index < count)
        return LW_OK;
    return lw_fail(error, LW_ERROR_ARGUMENT, "there is no %s %zu; the scene has %zu, counted from 0",
                   what, index, count);
}

double lw_scene_margin(const lw_scene *scene)
{
    return scene->model.margin;
}

double lw_scene_self_margin(const lw_scene *scene)
{
    return scene->model.self_margin;
}

lw_mesh_mode lw_scene_mesh_mode(const lw_scene *scene)
{
    return scene->model.mesh_mode;
}

void lw_scene_rate_scales(const lw_scene *scene, double *velocity, double *acceleration)
{
    double *const out[] = {velocity, acceleration};
    for (int i = 0; i < 2; i++)
        if (out[i])
            *out[i] = scene->model.rate_scales[i] > 0 ? scene->model.rate_scales[i] : 1;
}

size_t lw_scene_memory(const lw_scene *scene)
{
    return sizeof *scene + lw_model_memory(&scene->model) + lw_frozen_memory(scene->frozen);
}

size_t lw_scene_file_count(const lw_scene *scene)
{
    return scene->model.files.count;
}

const char *lw_scene_file(const lw_scene *scene, size_t index)
{
    return index < scene->model.files.count ? scene->model.files.items[index] : NULL;
}

#define ROBOT_INFO LW_SIZED(robot_info)
#define LINK_INFO  LW_SIZED(link_info)
#define JOINT_INFO LW_SIZED(joint_info)
#define STATE_INFO LW_SIZED(state_info)

size_t lw_scene_object_count(const lw_scene *scene)
{
    return scene->model.objects.count;
}

/* ---- robots ------------------------------------------------------------------------------------ */

size_t lw_scene_robot_count(const lw_scene *scene)
{
    return scene->model.robots.count;
}

const char *lw_scene_robot_name(const lw_scene *scene, size_t robot)
{
    return robot < scene->model.robots.count ? scene->model.robots.items[robot].name : NULL;
}

int64_t lw_scene_find_robot(const lw_scene *scene, const char *name)
{
    return name ? lw_model_find_robot(&scene->model, name) : -1;
}

lw_status lw_scene_robot_info(const lw_scene *scene, size_t robot, lw_robot_info *out, lw_error *error)
{
    lw_status status = lw_ask_frozen(scene, out, error);
    if (status || (status = lw_ask_index("robot", robot, scene->model.robots.count, error)) ||
        (status = lw_sized_check(ROBOT_INFO, out, error)))
        return status;
    const lw_model *model = &scene->model;
    const lw_frozen *frozen = scene->frozen;
    lw_robot_info info = {.name = model->robots.items[robot].name,
                          .base = model->robots.items[robot].base,
                          .reach = lw_robot_reach(scene, robot)};
    for (size_t i = 0; i < frozen->chains->link_count; i++) {
        if (frozen->chains->links[i].robot != robot)
            continue;
        info.link_count++;
        if (frozen->chains->links[i].parent_joint < 0)
            info.root = i;
    }
    for (size_t i = 0; i < frozen->chains->joint_count; i++)
        info.joint_count += frozen->chains->joints[i].robot == robot;
    for (size_t i = 0; i < frozen->chains->group_count; i++)
        info.group_count += frozen->chains->groups[i].robot == robot;
    for (size_t i = 0; i < model->states.count; i++)
        info.state_count += model->states.items[i].robot == robot;
    lw_sized_write(ROBOT_INFO, &info, out);
    return LW_OK;
}

/* ---- links and joints -------------------------------------------------------------------------- */

size_t lw_scene_link_count(const lw_scene *scene)
{
    return scene->model.links.count;
}

lw_status lw_scene_link_info(const lw_scene *scene, size_t link, lw_link_info *out, lw_error *error)
{
    lw_status status = scene && !scene->frozen && out ? LW_OK : lw_ask_frozen(scene, out, error);
    if (status || (status = lw_ask_index("link", link, scene->model.links.count, error)) ||
        (status = lw_sized_check(LINK_INFO, out, error)))
        return status;
    lw_link_info info = {.name = scene->model.links.items[link].name,
                         .robot = scene->model.links.items[link].robot,
                         .body = -1,
                         .parent_joint = -1};
    if (scene->frozen) {
        info.body = scene->frozen->chains->links[link].body;
        info.parent_joint = scene->frozen->chains->links[link].parent_joint;
    }
    lw_sized_write(LINK_INFO, &info, out);
    return LW_OK;
}

/* finds a name with `find` in the robots: the index in the named robot, or in the only robot that has
 * it */
static int64_t find_in_robots(const lw_scene *scene, const char *robot, const char *name,
                              int64_t (*find)(const lw_scene *, int64_t, const char *))
{
    if (!name)
        return -1;
    if (robot) {
        int64_t only = lw_model_find_robot(&scene->model, robot);
        return only < 0 ? -1 : find(scene, only, name);
    }
    int64_t found = -1;
    for (size_t r = 0; r < scene->model.robots.count; r++) {
        int64_t here = find(scene, (int64_t)r, name);
        if (here >= 0 && found >= 0)
            return -1;
        if (here >= 0)
            found = here;
    }
    return found;
}

static int64_t find_link(const lw_scene *scene, int64_t robot, const char *name)
{
    return lw_model_find_link(&scene->model, robot, name);
}

int64_t lw_scene_find_link(const lw_scene *scene, const char *robot, const char *link)
{
    return find_in_robots(scene, robot, link, find_link);
}

size_t lw_scene_joint_count(const lw_scene *scene)
{
    return scene->frozen ? scene->frozen->chains->joint_count : 0;
}

/* Writes the values of a joint where nothing moves it, and returns their count. */
static size_t rest_of(const lw_frozen *frozen, size_t index, double values[7])
{
    const lw_frozen_joint *joint = &frozen->chains->joints[index];
    if (joint->elementary < 0 || joint->mimic >= 0 || joint->variable < 0)
        return 0;
    size_t count = lw_joint_value_count(joint->kind);
    if (joint->kind != LW_JOINT_FLOATING) {
        memcpy(values, &frozen->rest[joint->variable], count * sizeof *values);
        return count;
    }
    const lw_pose *p = &frozen->rest_pose[index];
    const double all[7] = {p->position.x,    p->position.y,    p->position.z,   p->orientation.x,
                           p->orientation.y, p->orientation.z, p->orientation.w};
    memcpy(values, all, sizeof all);
    return count;
}

lw_status lw_scene_joint_info(const lw_scene *scene, size_t joint, lw_joint_info *out, lw_error *error)
{
    lw_status status = lw_ask_frozen(scene, out, error);
    if (status || (status = lw_ask_index("joint", joint, scene->frozen->chains->joint_count, error)) ||
        (status = lw_sized_check(JOINT_INFO, out, error)))
        return status;
    const lw_frozen *frozen = scene->frozen;
    const lw_frozen_joint *of = &frozen->chains->joints[joint];
    const lw_joint_def *def = &scene->model.joints.items[of->definition].def;
    bool limited = of->kind == LW_JOINT_REVOLUTE || of->kind == LW_JOINT_PRISMATIC;
    lw_joint_info info = {.name = of->name,
                          .kind = of->kind,
                          .robot = of->robot,
                          .parent = (size_t)of->parent_link,
                          .child = (size_t)of->child_link,
                          .origin = def->origin,
                          .axis = def->axis,
                          .lower = limited ? of->lower : -HUGE_VAL,
                          .upper = limited ? of->upper : HUGE_VAL,
                          .mimic = of->mimic,
                          .velocity = def->velocity,
                          .acceleration = def->acceleration,
                          .stated = frozen->stated[joint],
                          .jerk = def->jerk};
    if (of->mimic >= 0) {
        info.mimic_multiplier = frozen->chains->elementary[of->elementary].multiplier;
        info.mimic_offset = frozen->chains->elementary[of->elementary].offset;
    }
    info.value_count = rest_of(frozen, joint, info.rest);
    lw_sized_write(JOINT_INFO, &info, out);
    return LW_OK;
}

static int64_t find_joint(const lw_scene *scene, int64_t robot, const char *name)
{
    return lw_chains_find_joint(scene->frozen->chains, robot, name);
}

int64_t lw_scene_find_joint(const lw_scene *scene, const char *robot, const char *joint)
{
    return scene->frozen ? find_in_robots(scene, robot, joint, find_joint) : -1;
}

/* ---- groups and named configurations ----------------------------------------------------------- */

const char *lw_scene_group_name(const lw_scene *scene, size_t robot, size_t group)
{
    const lw_frozen *frozen = scene->frozen;
    for (size_t i = 0; frozen && i < frozen->chains->group_count; i++)
        if (frozen->chains->groups[i].robot == robot && !group--)
            return frozen->chains->groups[i].name;
    return NULL;
}

lw_status lw_scene_state_info(const lw_scene *scene, size_t robot, size_t state, lw_state_info *out,
                              lw_error *error)
{
    lw_robot_info of = lw_default_robot_info();
    lw_status status = lw_ask_frozen(scene, out, error);
    if (status || (status = lw_sized_check(STATE_INFO, out, error)) ||
        (status = lw_scene_robot_info(scene, robot, &of, error)))
        return status;
    size_t left = state;
    for (size_t i = 0; i < scene->model.states.count; i++) {
        const lw_model_state *entry = &scene->model.states.items[i];
        if (entry->robot != robot || left--)
            continue;
        lw_state_info info = {.name = entry->name,
                              .group = entry->group,
                              .joints = (const char *const *)entry->joints,
                              .values = entry->values,
                              .count = entry->joint_count};
        lw_sized_write(STATE_INFO, &info, out);
        return LW_OK;
    }
    return lw_fail(error, LW_ERROR_ARGUMENT,
                   "robot \"%s\" has no named configuration %zu; it has %zu, counted from 0", of.name,
                   state, of.state_count);
}
