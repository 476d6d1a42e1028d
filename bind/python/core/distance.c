/* Distances of pairs at a time of a motion, their gradients, and Jacobians. */
#include "core.h"

#include <stdlib.h>

/* A checker for a motion of a scene: a worker's; for a stage of a motion, a checker of its own. */
typedef struct borrowed {
    core_worker *worker;
    lw_checker *own, *checker;
} borrowed;

static bool borrow(core_scene *self, const lw_motion *motion, borrowed *b)
{
    lw_error error;
    *b = (borrowed){0};
    if (lw_motion_scene(motion) == self->scene) {
        b->worker = core_worker_take(self);
        b->checker = b->worker ? b->worker->checker : NULL;
    } else if (lw_checker_create(lw_motion_scene(motion), &b->own, &error)) {
        core_fail(&error);
    } else {
        b->checker = b->own;
    }
    return b->checker != NULL;
}

static void give_back(core_scene *self, borrowed *b)
{
    if (b->worker)
        core_worker_give(self, b->worker);
    lw_checker_destroy(b->own);
}

/* A place on a motion: the stage at a time. */
typedef struct place {
    core_motion *motion;
    size_t stage;
    const lw_motion *in;
    double time;
} place;

static bool find_place(core_scene *self, PyObject *motion, double time, place *at)
{
    at->motion = core_motion_of(motion, self);
    if (!at->motion)
        return false;
    at->time = time;
    at->stage = lw_motion_stage_at(at->motion->motion, time);
    at->in = lw_motion_stage(at->motion->motion, at->stage);
    return true;
}

/* The index of a body in the scene of the stage; -1 with an exception. */
static int64_t find_body(core_scene *self, const place *at, const char *name)
{
    const int64_t body = lw_scene_find_body(self->scene, name);
    if (body < 0) {
        core_raise(LW_ERROR_NAME, "there is no body '%s'", name);
        return -1;
    }
    return lw_motion_stage_body(at->motion->motion, at->stage, (size_t)body);
}

/* The index of a pair in the scene of the stage; -1 with an exception. */
static int64_t find_pair(core_scene *self, const place *at, const char *a, const char *b)
{
    const int64_t first = find_body(self, at, a);
    const int64_t second = first < 0 ? -1 : find_body(self, at, b);
    if (second < 0)
        return -1;
    const int64_t pair = lw_scene_find_pair(lw_motion_scene(at->in), (size_t)first, (size_t)second);
    if (pair < 0)
        core_raise(LW_ERROR_NAME, "'%s' and '%s' are not checked%s", a, b,
                   at->in == at->motion->motion ? ": pair_reason says why" : " at this time");
    return pair;
}

/* _pair_distance(motion, time, a, b, algorithm or None) */
static PyObject *pair_distance(PyObject *object, PyObject *arguments)
{
    core_scene *self = core_scene_frozen(object);
    PyObject *motion;
    const char *a, *b, *name;
    double time;
    place at;
    borrowed with;
    lw_distance distance;
    lw_error error;
    lw_planar_algorithm algorithm = LW_PLANAR_AUTO;
    if (!self || !PyArg_ParseTuple(arguments, "Odssz", &motion, &time, &a, &b, &name) ||
        (name && !core_planar_algorithm(name, &algorithm)) || !find_place(self, motion, time, &at))
        return NULL;
    const int64_t pair = find_pair(self, &at, a, b);
    if (pair < 0 || !borrow(self, at.in, &with))
        return NULL;
    lw_status status =
        name
            ? lw_pair_distance_by(with.checker, at.in, time, (size_t)pair, algorithm, &distance, &error)
            : lw_pair_distance(with.checker, at.in, time, (size_t)pair, &distance, &error);
    give_back(self, &with);
    return status ? core_fail(&error) : core_distance(&distance);
}

/* _near_robots(motion, time, margin, points, pose, out): a bool a point */
static PyObject *near_robots(PyObject *object, PyObject *arguments)
{
    core_scene *self = core_scene_frozen(object);
    PyObject *motion, *points, *given, *into;
    double time, margin;
    lw_pose pose;
    place at;
    core_rows rows = {0};
    Py_buffer out = {0};
    lw_status status = LW_ERROR_ARGUMENT;
    lw_error error;
    bool ready =
        self &&
        PyArg_ParseTuple(arguments, "OddOOO", &motion, &time, &margin, &points, &given, &into) &&
        core_pose_take(given, &pose) && find_place(self, motion, time, &at) &&
        core_rows_take(points, "points", &rows) && !PyObject_GetBuffer(into, &out, PyBUF_WRITABLE);
    if (ready && (rows.width != 3 || rows.stride != 3 || (size_t)out.len != rows.count)) {
        core_raise(LW_ERROR_ARGUMENT, "points are rows of 3 numbers, n x 3");
        ready = false;
    }
    if (ready) {
        Py_BEGIN_ALLOW_THREADS;
        status =
            lw_points_near_robots(at.in, time, margin, rows.values, rows.count, pose, out.buf, &error);
        Py_END_ALLOW_THREADS;
    }
    core_rows_free(&rows);
    if (out.obj)
        PyBuffer_Release(&out);
    return !ready ? NULL : status ? core_fail(&error) : core_text(NULL);
}

/* _seen(motion, time, margin, views, resolution): the bytes of the cells that views have seen */
static PyObject *seen(PyObject *object, PyObject *arguments)
{
    core_scene *self = core_scene_frozen(object);
    PyObject *motion, *views;
    double time, margin, resolution;
    place at;
    if (!self || !PyArg_ParseTuple(arguments, "OddOd", &motion, &time, &margin, &views, &resolution) ||
        !find_place(self, motion, time, &at))
        return NULL;
    return core_seen_by(views, resolution, at.in, time, margin);
}

/* _pair_gradient(motion, time, a, b, joints or None): (the Distance, its gradient) */
static PyObject *pair_gradient(PyObject *object, PyObject *arguments)
{
    core_scene *self = core_scene_frozen(object);
    PyObject *motion, *given;
    const char *a, *b;
    double time;
    size_t width;
    const lw_joints *joints;
    place at;
    borrowed with;
    lw_distance distance;
    lw_error error;
    if (!self || !PyArg_ParseTuple(arguments, "OdssO", &motion, &time, &a, &b, &given) ||
        !core_scene_joints(self, given, &joints, &width) || !find_place(self, motion, time, &at))
        return NULL;
    const int64_t pair = find_pair(self, &at, a, b);
    double *gradient = pair < 0 ? NULL : malloc((width + 1) * sizeof *gradient);
    if (!gradient || !borrow(self, at.in, &with)) {
        free(gradient);
        return pair < 0 || gradient ? NULL : PyErr_NoMemory();
    }
    lw_status status = lw_pair_distance(with.checker, at.in, time, (size_t)pair, &distance, &error);
    if (!status)
        status = lw_pair_gradient(with.checker, at.in, time, (size_t)pair, &distance, joints, gradient,
                                  &error);
    give_back(self, &with);
    PyObject *made =
        status ? core_fail(&error)
               : Py_BuildValue("(NN)", core_distance(&distance), core_doubles(gradient, width));
    free(gradient);
    return made;
}

/* _body_jacobian(motion, time, body, x, y, z, joints or None): 3 rows, one after the other */
static PyObject *body_jacobian(PyObject *object, PyObject *arguments)
{
    core_scene *self = core_scene_frozen(object);
    PyObject *motion, *given;
    const char *name;
    double time;
    size_t width;
    lw_vec3 point;
    const lw_joints *joints;
    place at;
    borrowed with;
    lw_error error;
    if (!self ||
        !PyArg_ParseTuple(arguments, "OdsdddO", &motion, &time, &name, &point.x, &point.y, &point.z,
                          &given) ||
        !core_scene_joints(self, given, &joints, &width) || !find_place(self, motion, time, &at))
        return NULL;
    const int64_t body = find_body(self, &at, name);
    double *jacobian = body < 0 ? NULL : malloc((3 * width + 1) * sizeof *jacobian);
    if (!jacobian || !borrow(self, at.in, &with)) {
        free(jacobian);
        return body < 0 || jacobian ? NULL : PyErr_NoMemory();
    }
    lw_status status =
        lw_body_jacobian(with.checker, at.in, time, (size_t)body, point, joints, jacobian, &error);
    give_back(self, &with);
    PyObject *made = status ? core_fail(&error) : core_doubles(jacobian, 3 * width);
    free(jacobian);
    return made;
}

PyMethodDef core_distance_methods[] = {
    {"_body_jacobian", body_jacobian, METH_VARARGS, NULL},
    {"_pair_distance", pair_distance, METH_VARARGS, NULL},
    {"_near_robots", near_robots, METH_VARARGS, NULL},
    {"_seen", seen, METH_VARARGS, NULL},
    {"_pair_gradient", pair_gradient, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
