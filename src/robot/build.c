/* The public functions that build a scene, each of which appends to the model's lists: settings,
 * robots, links, joints, groups, states, values and rules. */
#include "robot/build.h"

#include "base/real_path.h"
#include "base/sized.h"
#include "math/pose.h"
#include "robot/names.h"

#include <stdlib.h>
#include <string.h>

lw_status lw_build_open(lw_scene *scene, lw_model **model, lw_error *error)
{
    if (!scene)
        return lw_fail(error, LW_ERROR_ARGUMENT, "no scene was given");
    if (scene->frozen)
        return lw_fail(error, LW_ERROR_STATE,
                       "the scene is frozen and cannot be changed any more; lw_scene_copy gives one "
                       "that can");
    *model = &scene->model;
    return lw_model_unshare(scene, error);
}

lw_status lw_build_robots(lw_scene *scene, const char *what, lw_model **model, lw_error *error)
{
    if (scene && scene->from && !scene->frozen)
        return lw_fail(error, LW_ERROR_STATE,
                       "%s cannot be added to a scene that was copied from another one: it has the "
                       "robots of that",
                       what);
    return lw_build_open(scene, model, error);
}

lw_status lw_build_check_name(const char *what, const char *name, lw_error *error)
{
    if (!name || !*name)
        return lw_fail(error, LW_ERROR_ARGUMENT, "%s %s without a name",
                       strchr("aeiou", *what) ? "an" : "a", what);
    if (strlen(name) > 200)
        return lw_fail(error, LW_ERROR_ARGUMENT, "%s name \"%.40s...\" is longer than 200 bytes", what,
                       name);
    return LW_OK;
}

lw_status lw_build_check_length(const char *what, double value, lw_error *error)
{
    if (!(value >= 0) || !lw_build_in_range(value))
        return lw_fail(error, LW_ERROR_ARGUMENT, "%s is %g; it must be a number from 0 to %g", what,
                       value, LW_LARGEST);
    return LW_OK;
}

bool lw_build_in_range(double value)
{
    return fabs(value) <= LW_LARGEST;
}

lw_status lw_build_check_pose(lw_pose *p, lw_error *error)
{
    if (!lw_build_in_range(p->position.x) || !lw_build_in_range(p->position.y) ||
        !lw_build_in_range(p->position.z))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "a position is (%g, %g, %g); its parts must be finite and at most %g",
                       p->position.x, p->position.y, p->position.z, LW_LARGEST);
    if (!lw_quat_normalize(&p->orientation))
        return lw_fail(error, LW_ERROR_ARGUMENT, "an orientation has length zero or is not finite");
    return LW_OK;
}

lw_status lw_build_check_plane(bool planar, const char *what, const lw_pose *p, lw_error *error)
{
    if (!planar || (p->position.z == 0 && p->orientation.x == 0 && p->orientation.y == 0))
        return LW_OK;
    return lw_fail(error, LW_ERROR_ARGUMENT,
                   "%s is out of the plane; in dimension 2 z is 0 and all turns are about z", what);
}

static lw_status fail_robot(const lw_model *model, const char *name, lw_error *error)
{
    if (name)
        return lw_fail(error, LW_ERROR_NAME, "there is no robot \"%s\"%s", name,
                       lw_hint_robot(model, name).text);
    if (!model->robots.count)
        return lw_fail(error, LW_ERROR_NAME, "the scene has no robot yet; add one first");
    return lw_fail(error, LW_ERROR_NAME, "no robot was named; name one of the scene's %zu",
                   model->robots.count);
}

lw_status lw_build_find_robot(const lw_model *model, const char *name, size_t *robot, lw_error *error)
{
    if (!name && model->robots.count == 1) {
        *robot = 0;
        return LW_OK;
    }
    int64_t found = name ? lw_model_find_robot(model, name) : -1;
    if (found < 0)
        return fail_robot(model, name, error);
    *robot = (size_t)found;
    return LW_OK;
}

lw_status lw_build_find_link(const lw_model *model, size_t robot, const char *name, size_t *link,
                             lw_error *error)
{
    int64_t found = name ? lw_model_find_link(model, (int64_t)robot, name) : -1;
    if (found < 0)
        return lw_fail(error, LW_ERROR_NAME, "robot \"%s\" has no link \"%s\"%s",
                       model->robots.items[robot].name, name ? name : "",
                       lw_hint_link(model, (int64_t)robot, name).text);
    *link = (size_t)found;
    return LW_OK;
}

lw_status lw_build_copy_strings(lw_arena *arena, const char *const *strings, size_t count,
                                const char *what, char ***out, lw_error *error)
{
    if (count && !strings)
        return lw_fail(error, LW_ERROR_ARGUMENT, "%zu names for %s, but no list of them", count, what);
    char **copy = lw_arena_array(arena, count, sizeof *copy);
    if (!copy)
        return lw_fail_memory(error);
    for (size_t i = 0; i < count; i++) {
        if (!strings[i] || !*strings[i])
            return lw_fail(error, LW_ERROR_ARGUMENT, "name %zu of the list for %s is empty", i, what);
        if (!(copy[i] = lw_arena_string(arena, strings[i])))
            return lw_fail_memory(error);
    }
    *out = copy;
    return LW_OK;
}

lw_status lw_scene_create(lw_scene **out, lw_error *error)
{
    if (!out)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_scene_create needs a place for the scene");
    *out = NULL;
    lw_scene *scene = calloc(1, sizeof *scene);
    if (!scene)
        return lw_fail_memory(error);
    scene->model.notices = calloc(1, sizeof *scene->model.notices);
    if (!scene->model.notices) {
        lw_scene_destroy(scene);
        return lw_fail_memory(error);
    }
    *out = scene;
    return LW_OK;
}

void lw_scene_on_notice(lw_scene *scene, lw_notice_fn notice, void *context)
{
    scene->model.notices->listener = notice;
    scene->model.notices->context = context;
}

lw_status lw_scene_set_margin(lw_scene *scene, double margin, lw_error *error)
{
    lw_model *model = NULL;
    lw_status status = lw_build_open(scene, &model, error);
    if (!status && !(status = lw_build_check_length("the margin", margin, error)))
        model->margin = margin;
    return status;
}

lw_status lw_scene_set_self_margin(lw_scene *scene, double margin, lw_error *error)
{
    lw_model *model = NULL;
    lw_status status = lw_build_open(scene, &model, error);
    if (!status && !(status = lw_build_check_length("the self margin", margin, error)))
        model->self_margin = margin;
    return status;
}

lw_status lw_scene_set_pair_margin(lw_scene *scene, const char *a, const char *b, double margin,
                                   lw_error *error)
{
    lw_model *model = NULL;
    lw_status status = lw_build_open(scene, &model, error);
    if (status || (status = lw_build_check_length("a pair's margin", margin, error)) ||
        (status = lw_build_check_name("body", a, error)) ||
        (b && (status = lw_build_check_name("body", b, error))))
        return status;
    lw_model_margin entry = {lw_arena_string(&model->arena, a), lw_arena_string(&model->arena, b),
                             margin};
    if (!entry.a || (b && !entry.b) || !LW_ARRAY_GROW(&model->margins))
        return lw_fail_memory(error);
    model->margins.items[model->margins.count++] = entry;
    return LW_OK;
}

lw_status lw_scene_set_mesh_mode(lw_scene *scene, lw_mesh_mode mode, lw_error *error)
{
    lw_model *model = NULL;
    lw_status status = lw_build_open(scene, &model, error);
    if (status)
        return status;
    if (mode != LW_MESH_SOLID && mode != LW_MESH_SURFACE)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there is no mesh mode %d", (int)mode);
    model->mesh_mode = mode;
    return LW_OK;
}

lw_status lw_scene_set_dimension(lw_scene *scene, int dimension, lw_error *error)
{
    lw_model *model = NULL;
    lw_status status = lw_build_open(scene, &model, error);
    if (status)
        return status;
    if (dimension != 2 && dimension != 3)
        return lw_fail(error, LW_ERROR_ARGUMENT, "dimension is %d; it must be 2 or 3", dimension);
    if (model->planar != (dimension == 2) && (model->robots.count || model->objects.count))
        return lw_fail(error, LW_ERROR_STATE,
                       "the scene holds robots or obstacles of dimension %d already",
                       model->planar ? 2 : 3);
    model->planar = dimension == 2;
    return LW_OK;
}

int lw_scene_dimension(const lw_scene *scene)
{
    return scene->model.planar ? 2 : 3;
}

lw_status lw_scene_set_strict_limits(lw_scene *scene, bool strict, lw_error *error)
{
    lw_model *model = NULL;
    lw_status status = lw_build_open(scene, &model, error);
    if (!status)
        model->strict_limits = strict;
    return status;
}

lw_status lw_scene_set_strict(lw_scene *scene, bool strict, lw_error *error)
{
    lw_model *model = NULL;
    lw_status status = lw_build_open(scene, &model, error);
    if (!status)
        model->notices->strict = strict;
    return status;
}

lw_status lw_scene_add_package_path(lw_scene *scene, const char *folder, lw_error *error)
{
    lw_model *model = NULL;
    lw_status status = lw_build_open(scene, &model, error);
    if (status)
        return status;
    if (!folder || !*folder)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a package path is empty");
    char *copy = lw_arena_string(&model->arena, folder);
    if (!copy || !LW_ARRAY_GROW(&model->package_paths))
        return lw_fail_memory(error);
    model->package_paths.items[model->package_paths.count++] = copy;
    return LW_OK;
}

lw_status lw_scene_add_package(lw_scene *scene, const char *name, const char *folder, lw_error *error)
{
    lw_model *model = NULL;
    lw_status status = lw_build_open(scene, &model, error);
    if (status || (status = lw_build_check_name("package", name, error)))
        return status;
    if (strchr(name, '/'))
        return lw_fail(error, LW_ERROR_ARGUMENT, "package name \"%s\" holds a slash", name);
    if (!folder || !*folder)
        return lw_fail(error, LW_ERROR_ARGUMENT, "the folder of package \"%s\" is empty", name);
    lw_model_package package = {lw_arena_string(&model->arena, name),
                                lw_arena_string(&model->arena, folder)};
    if (!package.name || !package.folder || !LW_ARRAY_GROW(&model->packages))
        return lw_fail_memory(error);
    model->packages.items[model->packages.count++] = package;
    return LW_OK;
}

lw_status lw_scene_set_ros_paths(lw_scene *scene, const char *package_path, const char *prefix_path,
                                 lw_error *error)
{
    lw_model *model = NULL;
    lw_status status = lw_build_open(scene, &model, error);
    if (status)
        return status;
    char *packages = lw_arena_string(&model->arena, package_path);
    char *prefixes = lw_arena_string(&model->arena, prefix_path);
    if ((package_path && !packages) || (prefix_path && !prefixes))
        return lw_fail_memory(error);
    model->ros_package_path = packages;
    model->ament_prefix_path = prefixes;
    return LW_OK;
}

lw_status lw_scene_set_inside(lw_scene *scene, const char *folder, lw_error *error)
{
    lw_model *model = NULL;
    lw_status status = lw_build_open(scene, &model, error);
    if (status)
        return status;
    if (!folder) {
        model->inside = NULL;
        return LW_OK;
    }
    char *real = NULL;
    if ((status = lw_real_path(folder, &real, error)))
        return status;
    char *copy = lw_arena_string(&model->arena, real);
    free(real);
    if (!copy)
        return lw_fail_memory(error);
    model->inside = copy;
    return LW_OK;
}

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
    lw_model_robot robot = {lw_arena_string(&model->arena, name), base};
    if (!robot.name || !LW_ARRAY_GROW(&model->robots))
        return lw_fail_memory(error);
    model->robots.items[model->robots.count++] = robot;
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
    if (!entry.name || !LW_ARRAY_GROW(&model->links))
        return lw_fail_memory(error);
    model->links.items[model->links.count++] = entry;
    return LW_OK;
}

static bool axis_matters(lw_joint_kind kind)
{
    return kind != LW_JOINT_FIXED && kind != LW_JOINT_FLOATING;
}

static lw_status normalize_axis(lw_joint_def *joint, lw_error *error)
{
    vec3 axis = joint->axis;
    if (!finite3(axis))
        return lw_fail(error, LW_ERROR_MODEL,
                       "joint \"%s\": axis (%g, %g, %g) is not finite; give it a direction",
                       joint->name, axis.x, axis.y, axis.z);
    double largest = max_component(abs3(axis));
    if (!(largest > 0))
        return lw_fail(error, LW_ERROR_MODEL, "joint \"%s\": axis has zero length; give it a direction",
                       joint->name);
    axis = v3(axis.x / largest, axis.y / largest, axis.z / largest);
    joint->axis = scale(1 / norm(axis), axis);
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
    if (!(joint->velocity > 0) || !(joint->acceleration > 0))
        return lw_fail(error, LW_ERROR_MODEL,
                       "joint \"%s\": largest velocity %g and acceleration %g; they must be above 0",
                       joint->name, joint->velocity, joint->acceleration);
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

/* One number of lw_joint_limits. */
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
    if ((status = lw_sized_read(LW_SIZED(joint_limits, default_joint_limits), limits, &own, error)))
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
    if (!(status = check_joint(&def, error)))
        model->joints.items[index].def = def;
    return status;
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
    if ((status = lw_sized_read(LW_SIZED(joint_def, default_joint), joint, &def, error)) ||
        (status = check_joint(&def, error)) ||
        (status = lw_build_check_plane(model->planar, "a joint's origin", &def.origin, error)))
        return status;
    bool in_plane = def.kind == LW_JOINT_FIXED || (def.kind == LW_JOINT_PLANAR && def.axis.x == 0 &&
                                                   def.axis.y == 0 && def.axis.z > 0);
    if (model->planar && !in_plane)
        return lw_fail(
            error, LW_ERROR_MODEL,
            "joint \"%s\" leads out of the plane; in dimension 2 joints are planar with axis "
            "z, or fixed",
            def.name);
    if (lw_model_find_joint(model, (int64_t)r, def.name) >= 0)
        return lw_fail(error, LW_ERROR_NAME, "robot \"%s\" has two joints named \"%s\"",
                       model->robots.items[r].name, def.name);
    def.name = lw_arena_string(&model->arena, def.name);
    def.parent = lw_arena_string(&model->arena, def.parent);
    def.child = lw_arena_string(&model->arena, def.child);
    def.mimic = lw_arena_string(&model->arena, def.mimic);
    if (!def.name || !def.parent || !def.child || (joint->mimic && !def.mimic) ||
        !LW_ARRAY_GROW(&model->joints))
        return lw_fail_memory(error);
    model->joints.items[model->joints.count++] = (lw_model_joint){.robot = r, .def = def};
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

lw_status lw_scene_padding(lw_scene *scene, const char *robot, const char *link, const double *factor,
                           const double *padding, lw_error *error)
{
    lw_model *model = NULL;
    size_t r = 0;
    lw_status status = lw_build_open(scene, &model, error);
    if (status || (robot && (status = lw_build_find_robot(model, robot, &r, error))) ||
        (padding && (status = lw_build_check_length("a link's padding", *padding, error))))
        return status;
    if (factor && (!(*factor > 0) || !lw_build_in_range(*factor)))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "a link's scale is %g; it must be above 0 and at most %g", *factor, LW_LARGEST);
    lw_model_padding entry = {.robot = robot ? (int64_t)r : -1,
                              .link = lw_arena_string(&model->arena, link),
                              .has_scale = factor,
                              .has_padding = padding,
                              .scale = factor ? *factor : 1,
                              .padding = padding ? *padding : 0};
    if ((link && !entry.link) || !LW_ARRAY_GROW(&model->paddings))
        return lw_fail_memory(error);
    model->paddings.items[model->paddings.count++] = entry;
    return LW_OK;
}

lw_status lw_scene_set_link_padding(lw_scene *scene, const char *robot, const char *link, double factor,
                                    double padding, lw_error *error)
{
    return lw_scene_padding(scene, robot, link, &factor, &padding, error);
}

lw_status lw_scene_value(lw_scene *scene, const char *robot, const char *joint, const double *values,
                         size_t count, lw_rank rank, lw_error *error)
{
    lw_model *model = NULL;
    lw_status status = lw_build_open(scene, &model, error);
    if (status || (status = lw_build_check_name("joint", joint, error)))
        return status;
    if (!values || !count || count > 7)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "joint \"%s\" was given %zu values; joints have 1, 3 or 7", joint,
                       values ? count : 0);
    lw_model_value entry = {.count = count, .rank = rank};
    for (size_t i = 0; i < count; i++) {
        if (!lw_build_in_range(values[i]))
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "joint \"%s\": its value is %g; it must be finite and at most %g", joint,
                           values[i], LW_LARGEST);
        entry.values[i] = values[i];
    }
    entry.robot = lw_arena_string(&model->arena, robot);
    entry.joint = lw_arena_string(&model->arena, joint);
    if ((robot && !entry.robot) || !entry.joint || !LW_ARRAY_GROW(&model->values))
        return lw_fail_memory(error);
    model->values.items[model->values.count++] = entry;
    return LW_OK;
}

lw_status lw_scene_set_joint(lw_scene *scene, const char *robot, const char *joint,
                             const double *values, size_t count, lw_error *error)
{
    return lw_scene_value(scene, robot, joint, values, count, LW_RANK_CALLER, error);
}

/* Adds a rule with copies of its names. */
static lw_status add_rule(lw_scene *scene, const char *a, const char *b, lw_model_rule rule,
                          lw_error *error)
{
    lw_model *model = NULL;
    lw_status status = lw_build_open(scene, &model, error);
    if (status || (status = lw_build_check_name("body", a, error)) ||
        (b && (status = lw_build_check_name("body", b, error))))
        return status;
    rule.a = lw_arena_string(&model->arena, a);
    rule.b = lw_arena_string(&model->arena, b);
    if (!rule.a || (b && !rule.b) || !LW_ARRAY_GROW(&model->rules))
        return lw_fail_memory(error);
    model->rules.items[model->rules.count++] = rule;
    return LW_OK;
}

lw_status lw_scene_rule(lw_scene *scene, int64_t robot, const char *a, const char *b, bool allowed,
                        lw_rank rank, lw_error *error)
{
    const lw_model_rule rule = {.robot = robot, .allowed = allowed, .rank = rank};
    return add_rule(scene, a, b, rule, error);
}

lw_status lw_scene_let_touch(lw_scene *scene, const char *object, int64_t robot, const char *name,
                             lw_error *error)
{
    const lw_model_rule rule = {
        .robot = robot, .allowed = true, .rank = LW_RANK_CALLER, .of_object = true};
    return add_rule(scene, object, name, rule, error);
}

lw_status lw_scene_allow_pair(lw_scene *scene, const char *a, const char *b, bool allowed,
                              lw_error *error)
{
    return lw_scene_rule(scene, -1, a, b, allowed, LW_RANK_CALLER, error);
}

lw_status lw_scene_add_motion(lw_scene *scene, const char *name, const char *json, const char *file,
                              int line, lw_error *error)
{
    lw_model *model = NULL;
    lw_status status = lw_build_robots(scene, "motions", &model, error);
    if (status || (status = lw_build_check_name("motion", name, error)))
        return status;
    if (!json)
        return lw_fail(error, LW_ERROR_ARGUMENT, "motion \"%s\" without its text", name);
    lw_model_motion entry = {lw_arena_string(&model->arena, name), lw_arena_string(&model->arena, json),
                             lw_arena_string(&model->arena, file), line};
    if (!entry.name || !entry.json || (file && !entry.file) || !LW_ARRAY_GROW(&model->motions))
        return lw_fail_memory(error);
    model->motions.items[model->motions.count++] = entry;
    return LW_OK;
}
