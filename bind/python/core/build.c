/* The steps that change an open scene: one function each, found by name, so that the package can keep a
 * scene's recipe as names and arguments (leeway/_recipe.py). */
#include "core.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef lw_status (*build_step)(lw_scene *scene, PyObject *arguments, lw_error *error);

/* If the arguments are wrong, a step returns LW_OK and sets an exception. */

static lw_status dimension(lw_scene *scene, PyObject *arguments, lw_error *error)
{
    int count;
    return PyArg_ParseTuple(arguments, "i", &count) ? lw_scene_set_dimension(scene, count, error)
                                                    : LW_OK;
}

static lw_status margin(lw_scene *scene, PyObject *arguments, lw_error *error)
{
    double metres;
    return PyArg_ParseTuple(arguments, "d", &metres) ? lw_scene_set_margin(scene, metres, error)
                                                     : LW_OK;
}

static lw_status self_margin(lw_scene *scene, PyObject *arguments, lw_error *error)
{
    double metres;
    return PyArg_ParseTuple(arguments, "d", &metres) ? lw_scene_set_self_margin(scene, metres, error)
                                                     : LW_OK;
}

static lw_status pair_margin(lw_scene *scene, PyObject *arguments, lw_error *error)
{
    const char *a, *b;
    double metres;
    return PyArg_ParseTuple(arguments, "szd", &a, &b, &metres)
               ? lw_scene_set_pair_margin(scene, a, b, metres, error)
               : LW_OK;
}

static lw_status mesh_mode(lw_scene *scene, PyObject *arguments, lw_error *error)
{
    int surface;
    return PyArg_ParseTuple(arguments, "p", &surface)
               ? lw_scene_set_mesh_mode(scene, surface ? LW_MESH_SURFACE : LW_MESH_SOLID, error)
               : LW_OK;
}

static lw_status strict_limits(lw_scene *scene, PyObject *arguments, lw_error *error)
{
    int strict;
    return PyArg_ParseTuple(arguments, "p", &strict) ? lw_scene_set_strict_limits(scene, strict, error)
                                                     : LW_OK;
}

static lw_status set_strict(lw_scene *scene, PyObject *arguments, lw_error *error)
{
    int strict;
    return PyArg_ParseTuple(arguments, "p", &strict) ? lw_scene_set_strict(scene, strict, error)
                                                     : LW_OK;
}

static lw_status package_path(lw_scene *scene, PyObject *arguments, lw_error *error)
{
    const char *folder;
    return PyArg_ParseTuple(arguments, "s", &folder) ? lw_scene_add_package_path(scene, folder, error)
                                                     : LW_OK;
}

static lw_status package(lw_scene *scene, PyObject *arguments, lw_error *error)
{
    const char *name, *folder;
    return PyArg_ParseTuple(arguments, "ss", &name, &folder)
               ? lw_scene_add_package(scene, name, folder, error)
               : LW_OK;
}

static lw_status ros_paths(lw_scene *scene, PyObject *arguments, lw_error *error)
{
    const char *packages, *prefixes;
    return PyArg_ParseTuple(arguments, "zz", &packages, &prefixes)
               ? lw_scene_set_ros_paths(scene, packages, prefixes, error)
               : LW_OK;
}

static lw_status inside(lw_scene *scene, PyObject *arguments, lw_error *error)
{
    const char *folder;
    return PyArg_ParseTuple(arguments, "z", &folder) ? lw_scene_set_inside(scene, folder, error)
                                                     : LW_OK;
}

static lw_status without_mesh(lw_scene *scene, PyObject *arguments, lw_error *error)
{
    const char *link;
    return PyArg_ParseTuple(arguments, "s", &link) ? lw_scene_leave_out_mesh(scene, link, error)
                                                   : LW_OK;
}

static lw_status robot(lw_scene *scene, PyObject *arguments, lw_error *error)
{
    const char *name;
    PyObject *base;
    lw_pose pose;
    return PyArg_ParseTuple(arguments, "sO", &name, &base) && core_pose_take(base, &pose)
               ? lw_scene_add_robot(scene, name, pose, error)
               : LW_OK;
}

static lw_status add_link(lw_scene *scene, PyObject *arguments, lw_error *error)
{
    const char *of, *link;
    return PyArg_ParseTuple(arguments, "ss", &of, &link) ? lw_scene_add_link(scene, of, link, error)
                                                         : LW_OK;
}

static lw_status joint(lw_scene *scene, PyObject *arguments, lw_error *error)
{
    static const char *const kinds[] = {"fixed",     "revolute", "continuous",
                                        "prismatic", "planar",   "floating"};
    const char *of, *kind;
    PyObject *origin;
    lw_joint_def def = lw_default_joint();
    if (!PyArg_ParseTuple(arguments, "sssssO(ddd)ddzddddd", &of, &def.name, &kind, &def.parent,
                          &def.child, &origin, &def.axis.x, &def.axis.y, &def.axis.z, &def.lower,
                          &def.upper, &def.mimic, &def.mimic_multiplier, &def.mimic_offset,
                          &def.velocity, &def.acceleration, &def.jerk) ||
        !core_pose_take(origin, &def.origin))
        return LW_OK;
    int index = 0;
    while (index <= LW_JOINT_FLOATING && strcmp(kinds[index], kind))
        index++;
    if (index > LW_JOINT_FLOATING) {
        core_raise(LW_ERROR_ARGUMENT, "there is no joint of kind '%s'", kind);
        return LW_OK;
    }
    def.kind = (lw_joint_kind)index;
    return lw_scene_add_joint(scene, of, &def, error);
}

static lw_status add_shape(lw_scene *scene, PyObject *arguments, lw_error *error)
{
    const char *of, *link;
    PyObject *given, *place;
    core_shape *shape;
    lw_shape *shared;
    lw_pose pose;
    return PyArg_ParseTuple(arguments, "ssOO", &of, &link, &given, &place) &&
                   (shape = core_shape_of(given)) && (shared = core_shape_shared(shape)) &&
                   core_pose_take(place, &pose)
               ? lw_scene_add_shared_shape(scene, of, link, shared, pose, error)
               : LW_OK;
}

static lw_status group(lw_scene *scene, PyObject *arguments, lw_error *error)
{
    const char *of, *name, **joints;
    PyObject *names;
    size_t count;
    if (!PyArg_ParseTuple(arguments, "ssO", &of, &name, &names) ||
        !core_texts_take(names, "a group", &joints, &count))
        return LW_OK;
    lw_status status = lw_scene_add_group(scene, of, name, joints, count, error);
    free(joints);
    return status;
}

static lw_status joint_limits(lw_scene *scene, PyObject *arguments, lw_error *error)
{
    const char *of, *name;
    lw_joint_limits limits = lw_default_joint_limits();
    return PyArg_ParseTuple(arguments, "ssddddd", &of, &name, &limits.lower, &limits.upper,
                            &limits.velocity, &limits.acceleration, &limits.jerk)
               ? lw_scene_set_joint_limits(scene, of, name, &limits, error)
               : LW_OK;
}

static lw_status load_limits(lw_scene *scene, PyObject *arguments, lw_error *error)
{
    const char *path;
    return PyArg_ParseTuple(arguments, "s", &path) ? lw_scene_load_joint_limits(scene, path, error)
                                                   : LW_OK;
}

static lw_status state(lw_scene *scene, PyObject *arguments, lw_error *error)
{
    const char *of, *in, *name, **joints;
    PyObject *names, *numbers;
    size_t count;
    if (!PyArg_ParseTuple(arguments, "szsOO", &of, &in, &name, &names, &numbers) ||
        !core_texts_take(names, "a state", &joints, &count))
        return LW_OK;
    core_row row;
    lw_status status = LW_OK;
    if (core_row_take_count(numbers, "a state", count, &row))
        status = lw_scene_add_state(scene, of, in, name, joints, row.values, count, error);
    core_row_free(&row);
    free(joints);
    return status;
}

static lw_status link_padding(lw_scene *scene, PyObject *arguments, lw_error *error)
{
    const char *of, *link;
    double scale, padding;
    return PyArg_ParseTuple(arguments, "szdd", &of, &link, &scale, &padding)
               ? lw_scene_set_link_padding(scene, of, link, scale, padding, error)
               : LW_OK;
}

static lw_status set_joint(lw_scene *scene, PyObject *arguments, lw_error *error)
{
    const char *of, *name;
    PyObject *numbers;
    core_row row = {0};
    lw_status status = LW_OK;
    if (!PyArg_ParseTuple(arguments, "zsO", &of, &name, &numbers))
        return LW_OK;
    if (core_row_take(numbers, "a joint", &row))
        status = lw_scene_set_joint(scene, of, name, row.values, row.count, error);
    core_row_free(&row);
    return status;
}

static lw_status obstacle(lw_scene *scene, PyObject *arguments, lw_error *error)
{
    const char *id;
    PyObject *given, *place;
    core_shape *shape;
    lw_shape *shared;
    lw_pose pose;
    return PyArg_ParseTuple(arguments, "sOO", &id, &given, &place) && (shape = core_shape_of(given)) &&
                   (shared = core_shape_shared(shape)) && core_pose_take(place, &pose)
               ? lw_scene_add_shared_obstacle(scene, id, shared, pose, error)
               : LW_OK;
}

static lw_status attach(lw_scene *scene, PyObject *arguments, lw_error *error)
{
    const char *of, *link, *id, **touch;
    PyObject *given, *place, *names;
    core_shape *shape;
    lw_shape *shared;
    lw_pose pose;
    size_t count;
    if (!PyArg_ParseTuple(arguments, "sssOOO", &of, &link, &id, &given, &place, &names) ||
        !(shape = core_shape_of(given)) || !(shared = core_shape_shared(shape)) ||
        !core_pose_take(place, &pose) || !core_texts_take(names, "touch_links", &touch, &count))
        return LW_OK;
    lw_status status =
        lw_scene_add_shared_attached(scene, of, link, id, shared, pose, touch, count, error);
    free(touch);
    return status;
}

static lw_status attach_obstacle(lw_scene *scene, PyObject *arguments, lw_error *error)
{
    const char *of, *link, *id, **touch;
    PyObject *place, *names;
    lw_pose pose;
    size_t count;
    if (!PyArg_ParseTuple(arguments, "sssOO", &of, &link, &id, &place, &names) ||
        !core_pose_take(place, &pose) || !core_texts_take(names, "touch_links", &touch, &count))
        return LW_OK;
    lw_status status = lw_scene_attach_obstacle(scene, of, link, id, pose, touch, count, error);
    free(touch);
    return status;
}

static lw_status move(lw_scene *scene, PyObject *arguments, lw_error *error)
{
    const char *id;
    PyObject *place;
    lw_pose pose;
    return PyArg_ParseTuple(arguments, "sO", &id, &place) && core_pose_take(place, &pose)
               ? lw_scene_move_obstacle(scene, id, pose, error)
               : LW_OK;
}

/* A name, which may be None, and an uncertainty. */
static bool take_uncertainty(PyObject *arguments, const char **name, lw_uncertainty *out)
{
    return PyArg_ParseTuple(arguments, "zdddd", name, &out->position, &out->angle, &out->speed,
                            &out->since);
}

static lw_status uncertainty(lw_scene *scene, PyObject *arguments, lw_error *error)
{
    const char *id;
    lw_uncertainty own;
    return take_uncertainty(arguments, &id, &own) ? lw_scene_set_uncertainty(scene, id, &own, error)
                                                  : LW_OK;
}

static lw_status base_uncertainty(lw_scene *scene, PyObject *arguments, lw_error *error)
{
    const char *robot;
    lw_uncertainty own;
    if (!take_uncertainty(arguments, &robot, &own))
        return LW_OK;
    return lw_scene_set_base_uncertainty(scene, robot, &own, error);
}

static lw_status release(lw_scene *scene, PyObject *arguments, lw_error *error)
{
    const char *id;
    PyObject *place;
    lw_pose pose;
    return PyArg_ParseTuple(arguments, "sO", &id, &place) && core_pose_take(place, &pose)
               ? lw_scene_release(scene, id, pose, error)
               : LW_OK;
}

static lw_status take_away(lw_scene *scene, PyObject *arguments, lw_error *error)
{
    const char *id;
    return PyArg_ParseTuple(arguments, "s", &id) ? lw_scene_remove(scene, id, error) : LW_OK;
}

static lw_status allow(lw_scene *scene, PyObject *arguments, lw_error *error)
{
    const char *a, *b;
    int allowed;
    return PyArg_ParseTuple(arguments, "szp", &a, &b, &allowed)
               ? lw_scene_allow_pair(scene, a, b, allowed, error)
               : LW_OK;
}

static lw_status cover_balls(lw_scene *scene, PyObject *arguments, lw_error *error)
{
    Py_ssize_t balls;
    return PyArg_ParseTuple(arguments, "n", &balls)
               ? lw_scene_set_cover_balls(scene, balls < 0 ? 0 : (size_t)balls, error)
               : LW_OK;
}

static lw_status load_cover(lw_scene *scene, PyObject *arguments, lw_error *error)
{
    const char *of, *path;
    return PyArg_ParseTuple(arguments, "zs", &of, &path) ? lw_scene_load_cover(scene, of, path, error)
                                                         : LW_OK;
}

/* A scene is read without the interpreter's lock: the strings live as long as the arguments. */

static lw_status load(lw_scene *scene, PyObject *arguments, lw_error *error)
{
    const char *path;
    if (!PyArg_ParseTuple(arguments, "s", &path))
        return LW_OK;
    return lw_scene_load(scene, path, error);
}

static lw_status load_robot(lw_scene *scene, PyObject *arguments, lw_error *error)
{
    const char *urdf, *srdf, *name;
    PyObject *base;
    lw_pose pose;
    if (!PyArg_ParseTuple(arguments, "szzO", &urdf, &srdf, &name, &base) ||
        (base != Py_None && !core_pose_take(base, &pose)))
        return LW_OK;
    return lw_scene_load_robot(scene, urdf, srdf, name, base == Py_None ? NULL : &pose, error);
}

static lw_status load_octree(lw_scene *scene, PyObject *arguments, lw_error *error)
{
    const char *path, *id;
    int unknown;
    PyObject *at;
    lw_pose pose;
    if (!PyArg_ParseTuple(arguments, "sziO", &path, &id, &unknown, &at) || !core_pose_take(at, &pose))
        return LW_OK;
    return lw_scene_load_octree(scene, path, id, (lw_unknown)unknown, pose, error);
}

static lw_status load_heights(lw_scene *scene, PyObject *arguments, lw_error *error)
{
    const char *path, *id;
    lw_vec3 spacing;
    double floor;
    PyObject *at;
    lw_pose pose;
    if (!PyArg_ParseTuple(arguments, "sz(ddd)dO", &path, &id, &spacing.x, &spacing.y, &spacing.z,
                          &floor, &at) ||
        !core_pose_take(at, &pose))
        return LW_OK;
    return lw_scene_load_heights(scene, path, id, spacing, floor, pose, error);
}

static lw_status set_unknown(lw_scene *scene, PyObject *arguments, lw_error *error)
{
    int unknown;
    if (!PyArg_ParseTuple(arguments, "i", &unknown))
        return LW_OK;
    return lw_scene_set_unknown(scene, (lw_unknown)unknown, error);
}

static lw_status set_occupancy_threshold(lw_scene *scene, PyObject *arguments, lw_error *error)
{
    double threshold;
    if (!PyArg_ParseTuple(arguments, "d", &threshold))
        return LW_OK;
    return lw_scene_set_occupancy_threshold(scene, threshold, error);
}

static lw_status load_cloud(lw_scene *scene, PyObject *arguments, lw_error *error)
{
    const char *path, *id;
    double radius;
    PyObject *at;
    lw_pose pose;
    if (!PyArg_ParseTuple(arguments, "szdO", &path, &id, &radius, &at) || !core_pose_take(at, &pose))
        return LW_OK;
    return lw_scene_load_cloud(scene, path, id, radius, pose, error);
}

static const struct {
    const char *name;
    build_step step;
} steps[] = {
    {"set_dimension", dimension},
    {"set_margin", margin},
    {"set_self_margin", self_margin},
    {"set_pair_margin", pair_margin},
    {"set_mesh_surfaces", mesh_mode},
    {"set_strict_limits", strict_limits},
    {"set_strict", set_strict},
    {"add_package_path", package_path},
    {"add_package", package},
    {"set_ros_paths", ros_paths},
    {"set_inside", inside},
    {"leave_out_mesh", without_mesh},
    {"add_robot", robot},
    {"add_link", add_link},
    {"add_joint", joint},
    {"add_shape", add_shape},
    {"add_group", group},
    {"set_joint_limits", joint_limits},
    {"load_joint_limits", load_limits},
    {"add_state", state},
    {"set_link_padding", link_padding},
    {"set_joint", set_joint},
    {"add_obstacle", obstacle},
    {"attach", attach},
    {"attach_obstacle", attach_obstacle},
    {"move", move},
    {"set_uncertainty", uncertainty},
    {"set_base_uncertainty", base_uncertainty},
    {"release", release},
    {"remove", take_away},
    {"allow_pair", allow},
    {"set_cover_balls", cover_balls},
    {"load_cover", load_cover},
    {"load", load},
    {"load_robot", load_robot},
    {"load_cloud", load_cloud},
    {"load_octree", load_octree},
    {"load_heights", load_heights},
    {"set_unknown", set_unknown},
    {"set_occupancy_threshold", set_occupancy_threshold},
};

/* _do(name, arguments): takes one step, and returns whether it made an obstacle or carried object.
 * Files are read with the interpreter's lock held: they take milliseconds; freezing takes longer. */
PyObject *core_scene_do(PyObject *object, PyObject *arguments)
{
    core_scene *self = (core_scene *)object;
    const char *name;
    PyObject *values;
    if (!PyArg_ParseTuple(arguments, "sO!", &name, &PyTuple_Type, &values))
        return NULL;
    if (!self->scene || self->frozen || self->busy)
        return core_raise(LW_ERROR_STATE,
                          "%s: the scene is frozen, or has been given away: edit() begins "
                          "an open one as it is",
                          name);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        if (strcmp(steps[i].name, name))
            continue;
        lw_error error;
        core_call call = {.notice = self->notice};
        lw_scene_on_notice(self->scene, core_call_notice, &call);
        self->busy = true;
        size_t objects = lw_scene_object_count(self->scene);
        lw_status status = steps[i].step(self->scene, values, &error);
        self->busy = false;
        lw_scene_on_notice(self->scene, NULL, NULL);
        if (call.raised[0])
            PyErr_Restore(call.raised[0], call.raised[1], call.raised[2]);
        if (status)
            return core_fail(&error);
        if (PyErr_Occurred())
            return NULL;
        return PyBool_FromLong(lw_scene_object_count(self->scene) > objects);
    }
    return core_raise(LW_ERROR_ARGUMENT, "a scene has no step '%s'", name);
}
