/* The public functions that build the robots of a scene: their links, joints and limits of joints,
 * groups and named configurations. */
#include <math.h>
#include <string.h>

#include "base/sized.h"
#include "math/pose.h"
#include "scene/build.h"
#include "scene/names.h"

lw_status lw_scene_add_robot(lw_scene *scene, const char *name, lw_pose base, lw_error *error)
{
    lw_model *model = NULL;
    lw_status status = lw_build_robots(scene, "robots", &model, error);
    if (status || (status = lw_build_check_name("robot", name, error)) ||
        (status = lw_build_check_pose(&base, error)) ||
        (status = lw_build_check_plane(model->planar, "a robot's base", &base, error)))
        return status;
    if (strchr(name, '/'))
        return lw_fail(error, LW_ERROR_ARGUMENT, "robot name \"%s\" holds a slash", name);
    if (lw_model_find_robot(model, name) >= 0)
        return lw_fail(error, LW_ERROR_NAME, "there are two robots named \"%s\"; give one another name",
                       name);
    lw_model_robot robot = {.name = lw_arena_string(&model->arena, name), .base = base};
    if (!robot.name || !LW_ARRAY_GROW(&model->robots) || !lw_model_add_robot(model, &robot))
        return lw_fail_memory(error);
    return LW_OK;
}

lw_status lw_scene_add_link(lw_scene *scene, const char *robot, const char *link, lw_error *error)
{
    lw_model *model = NULL;
    size_t r = 0;
    lw_status status = lw_build_robots(scene, "links", &model, error);
    if (status || (status = lw_build_find_robot(model, robot, &r, error)) ||
        (status = lw_build_check_name("link", link, error)))
        return status;
    if (lw_model_find_link(model, (int64_t)r, link) >= 0)
        return lw_fail(error, LW_ERROR_NAME, "robot \"%s\" has two links named \"%s\"",
                       model->robots.items[r].name, link);
    lw_model_link entry = {r, lw_arena_string(&model->arena, link)};
    if (!entry.name || !LW_ARRAY_GROW(&model->links) || !lw_model_add_link(model, &entry))
        return lw_fail_memory(error);
    return LW_OK;
}

static bool axis_matters(lw_joint_kind kind)
{
    return kind != LW_JOINT_FIXED && kind != LW_JOINT_FLOATING;
}

vec3 lw_build_unit_axis(vec3 axis)
{
    const double largest = max_component(abs3(axis));
    axis = v3(axis.x / largest, axis.y / largest, axis.z / largest);
    return scale(1 / norm(axis), axis);
}

static lw_status normalize_axis(lw_joint_def *joint, lw_error *error)
{
    vec3 axis = joint->axis;
    if (!finite3(axis))
        return lw_fail(error, LW_ERROR_MODEL,
                       "joint \"%s\": axis (%g, %g, %g) is not finite; give it a direction",
                       joint->name, axis.x, axis.y, axis.z);
    if (!(max_component(abs3(axis)) > 0))
        return lw_fail(error, LW_ERROR_MODEL, "joint \"%s\": axis has zero length; give it a direction",
                       joint->name);
    joint->axis = lw_build_unit_axis(axis);
    return LW_OK;
}

/* checks the names, numbers and axis of a joint; normalises its axis and quaternion */
static lw_status check_joint(lw_joint_def *joint, lw_error *error)
{
    lw_status status = lw_build_check_name("joint", joint->name, error);
    if (status || (status = lw_build_check_name("joint's parent link", joint->parent, error)) ||
        (status = lw_build_check_name("joint's child link", joint->child, error)))
        return status;
    if ((int)joint->kind < LW_JOINT_FIXED || (int)joint->kind > LW_JOINT_FLOATING)
        return lw_fail(error, LW_ERROR_ARGUMENT, "joint \"%s\": there is no joint kind %d", joint->name,
                       (int)joint->kind);
    if ((status = lw_build_check_pose(&joint->origin, error)))
        return status;
    if (axis_matters(joint->kind))
        status = normalize_axis(joint, error);
    else
        joint->axis = v3(1, 0, 0);
    if (status)
        return status;
    if (!(joint->lower <= joint->upper))
        return lw_fail(
            error, LW_ERROR_MODEL,
            "joint \"%s\": lower limit %g and upper limit %g; the lower must not be above the "
            "upper",
            joint->name, joint->lower, joint->upper);
    if (!(joint->velocity > 0) || !(joint->acceleration > 0) || !(joint->jerk > 0))
        return lw_fail(
            error, LW_ERROR_MODEL,
            "joint \"%s\": largest velocity %g, acceleration %g and jerk %g; they must be above 0",
            joint->name, joint->velocity, joint->acceleration, joint->jerk);
    if (joint->lower == joint->upper && isinf(joint->lower)) {
        joint->lower = -INFINITY;
        joint->upper = INFINITY;
    }
    if (!lw_build_in_range(joint->mimic_multiplier) || !lw_build_in_range(joint->mimic_offset))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "joint \"%s\": mimic multiplier %g or offset %g is not finite, or above %g",
                       joint->name, joint->mimic_multiplier, joint->mimic_offset, LW_LARGEST);
    return LW_OK;
}

/* Takes one number of lw_joint_limits; NaN: not given. */
static void take_limit(double given, double *limit)
{
    if (!isnan(given))
        *limit = given;
}

lw_status lw_scene_set_joint_limits(lw_scene *scene, const char *robot, const char *joint,
                                    const lw_joint_limits *limits, lw_error *error)
{
    lw_model *model = NULL;
    size_t r = 0;
    lw_joint_limits own = lw_default_joint_limits();
    lw_status status = lw_build_robots(scene, "limits of joints", &model, error);
    if (status || (status = lw_build_find_robot(model, robot, &r, error)))
        return status;
    if (!joint || !limits)
        return lw_fail(error, LW_ERROR_ARGUMENT, "no joint, or no limits for it, were given");
    if ((status = lw_sized_read(LW_SIZED(joint_limits), limits, &own, error)))
        return status;
    int64_t index = lw_model_find_joint(model, (int64_t)r, joint);
    if (index < 0)
        return lw_fail(error, LW_ERROR_NAME, "robot \"%s\" has no joint \"%s\"%s", robot, joint,
                       lw_hint_joint(model, (int64_t)r, joint).text);
    lw_joint_def def = model->joints.items[index].def;
    if (def.kind == LW_JOINT_REVOLUTE || def.kind == LW_JOINT_PRISMATIC) {
        take_limit(own.lower, &def.lower);
        take_limit(own.upper, &def.upper);
    }
    take_limit(own.velocity, &def.velocity);
    take_limit(own.acceleration, &def.acceleration);
    take_limit(own.jerk, &def.jerk);
    if (!(status = check_joint(&def, error)))
        model->joints.items[index].def = def;
    return status;
}

/* Whether a joint keeps bodies of the plane z = 0 in it, to the last bit: poses about such axes have
 * zeros where they could lift a point. */
static bool stays_in_plane(const lw_joint_def *joint)
{
    bool along_z = joint->axis.x == 0 && joint->axis.y == 0;
    switch (joint->kind) {
    case LW_JOINT_FIXED:
        return true;
    case LW_JOINT_REVOLUTE:
    case LW_JOINT_CONTINUOUS:
        return along_z;
    case LW_JOINT_PRISMATIC:
        return joint->axis.z == 0;
    case LW_JOINT_PLANAR:
        return along_z && joint->axis.z > 0;
    case LW_JOINT_FLOATING:
        break;
    }
    return false;
}

lw_status lw_scene_add_joint(lw_scene *scene, const char *robot, const lw_joint_def *joint,
                             lw_error *error)
{
    lw_model *model = NULL;
    size_t r = 0;
    lw_status status = lw_build_robots(scene, "joints", &model, error);
    if (status || (status = lw_build_find_robot(model, robot, &r, error)))
        return status;
    if (!joint)
        return lw_fail(error, LW_ERROR_ARGUMENT, "no joint was given");
    lw_joint_def def = lw_default_joint();
    if ((status = lw_sized_read(LW_SIZED(joint_def), joint, &def, error)) ||
        (status = check_joint(&def, error)) ||
        (status = lw_build_check_plane(model->planar, "a joint's origin", &def.origin, error)))
        return status;
    if (model->planar && !stays_in_plane(&def))
        return lw_fail(error, LW_ERROR_MODEL,
                       "joint \"%s\" leads out of the plane; in dimension 2 joints turn about z or -z, "
                       "slide along an axis whose z is 0, are planar with axis z, or fixed",
                       def.name);
    if (lw_model_find_joint(model, (int64_t)r, def.name) >= 0)
        return lw_fail(error, LW_ERROR_NAME, "robot \"%s\" has two joints named \"%s\"",
                       model->robots.items[r].name, def.name);
    def.name = lw_arena_string(&model->arena, def.name);
    def.parent = lw_arena_string(&model->arena, def.parent);
    def.child = lw_arena_string(&model->arena, def.child);
    def.mimic = lw_arena_string(&model->arena, def.mimic);
    if (!def.name || !def.parent || !def.child || (joint->mimic && !def.mimic) ||
        !LW_ARRAY_GROW(&model->joints) ||
        !lw_model_add_joint(model, &(lw_model_joint){.robot = r, .def = def}))
        return lw_fail_memory(error);
    return LW_OK;
}

lw_status lw_scene_add_group(lw_scene *scene, const char *robot, const char *group,
                             const char *const *joints, size_t count, lw_error *error)
{
    lw_model *model = NULL;
    size_t r = 0;
    lw_status status = lw_build_robots(scene, "groups", &model, error);
    if (status || (status = lw_build_find_robot(model, robot, &r, error)) ||
        (status = lw_build_check_name("group", group, error)))
        return status;
    lw_model_group entry = {r, lw_arena_string(&model->arena, group), NULL, count};
    if (!entry.name)
        return lw_fail_memory(error);
    if ((status = lw_build_copy_strings(&model->arena, joints, count, "a group", &entry.joints, error)))
        return status;
    if (!LW_ARRAY_GROW(&model->groups))
        return lw_fail_memory(error);
    model->groups.items[model->groups.count++] = entry;
    return LW_OK;
}

lw_status lw_scene_add_state(lw_scene *scene, const char *robot, const char *group, const char *state,
                             const char *const *joints, const double *values, size_t count,
                             lw_error *error)
{
    lw_model *model = NULL;
    size_t r = 0;
    lw_status status = lw_build_robots(scene, "named configurations", &model, error);
    if (status || (status = lw_build_find_robot(model, robot, &r, error)) ||
        (status = lw_build_check_name("state", state, error)))
        return status;
    if (count && (!values || !joints))
        return lw_fail(error, LW_ERROR_ARGUMENT, "state \"%s\" without joints or values", state);
    for (size_t i = 0; i < count; i++)
        if (!lw_build_in_range(values[i]))
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "state \"%s\": the value of joint \"%s\" is %g; it must be finite and at "
                           "most %g",
                           state, joints[i] ? joints[i] : "", values[i], LW_LARGEST);
    lw_model_state entry = {r,
                            lw_arena_string(&model->arena, group),
                            lw_arena_string(&model->arena, state),
                            NULL,
                            lw_arena_copy(&model->arena, values, count * sizeof *values),
                            count};
    if ((group && !entry.group) || !entry.name || !entry.values)
        return lw_fail_memory(error);
    if ((status = lw_build_copy_strings(&model->arena, joints, count, "a state", &entry.joints, error)))
        return status;
    if (!LW_ARRAY_GROW(&model->states))
        return lw_fail_memory(error);
    model->states.items[model->states.count++] = entry;
    return LW_OK;
}
