/* The public functions that set a scene's settings, paths, values and rules. For robots see
 * build_robot.c. */
#include "scene/build.h"

#include "base/real_path.h"
#include "math/pose.h"
#include "scene/names.h"

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

lw_status lw_scene_set_unknown(lw_scene *scene, lw_unknown unknown, lw_error *error)
{
    lw_model *model = NULL;
    lw_status status = lw_build_open(scene, &model, error);
    if (status)
        return status;
    if (unknown < LW_UNKNOWN_UNSAID || unknown > LW_UNKNOWN_OBSTACLE)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there is no kind %d of unknown space", (int)unknown);
    model->unknown = unknown;
    return LW_OK;
}

lw_status lw_scene_set_occupancy_threshold(lw_scene *scene, double threshold, lw_error *error)
{
    lw_model *model = NULL;
    lw_status status = lw_build_open(scene, &model, error);
    if (status)
        return status;
    if (!(threshold > 0 && threshold < 1))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the threshold of occupancy is %g; it must be between 0 and 1", threshold);
    model->occupied = threshold;
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
