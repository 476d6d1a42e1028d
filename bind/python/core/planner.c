/* Planners. A planner holds its scene, the joints that it moves, and its threads. */
#include "planner.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

PyTypeObject *core_planner_type;

static void planner_free(PyObject *object)
{
    core_planner *self = (core_planner *)object;
    /* the planner's threads stay in the process that made it */
    if (self->planner && self->forks == core_forks())
        lw_planner_destroy(self->planner);
    core_drop(self->joints);
    core_drop(self->rest);
    core_drop(self->scene);
    core_free(object);
}

/* Takes bounds: None, or one number per value (NaN: the joint's). */
static bool take_bounds(PyObject *object, const char *what, core_row *row, const double **out)
{
    *out = NULL;
    row->values = NULL;
    if (object == Py_None)
        return true;
    if (!core_row_take(object, what, row))
        return false;
    *out = row->values;
    return true;
}

/* Planner(scene, tuple of joints, lower, upper, rest, threads, check) */
static PyObject *planner_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    PyObject *given, *joints, *lower, *upper, *rest, *number, *method;
    uint64_t threads;
    core_scene *scene;
    core_motion *motion = NULL;
    const lw_joints *list[16];
    size_t width = 0;
    lw_plan_space space = lw_default_plan_space();
    if (keywords && PyDict_Size(keywords))
        return core_raise(LW_ERROR_ARGUMENT, "a planner takes no keywords here");
    if (!PyArg_ParseTuple(arguments, "OO!OOOOO", &given, &PyTuple_Type, &joints, &lower, &upper, &rest,
                          &number, &method) ||
        !core_method_take(method, &space.check) ||
        !core_count_take(number, "threads", CORE_MOST_THREADS, &threads) ||
        !(scene = core_scene_frozen(given)) ||
        (rest != Py_None && !(motion = core_motion_of(rest, scene))))
        return NULL;
    size_t count = (size_t)PyTuple_Size(joints);
    if (count > sizeof list / sizeof *list)
        return core_raise(LW_ERROR_ARGUMENT, "a planner moves 16 robots at most");
    for (size_t i = 0; i < count; i++) {
        size_t more;
        if (!core_scene_joints(scene, PyTuple_GetItem(joints, (Py_ssize_t)i), &list[i], &more))
            return NULL;
        width += more;
    }
    if (!count)
        width = scene->width;
    core_row low = {0}, high = {0};
    core_planner *self = NULL;
    space.joints = count ? list : NULL;
    space.joints_count = count;
    space.rest = motion ? motion->motion : NULL;
    if (!take_bounds(lower, "lower", &low, &space.lower) ||
        !take_bounds(upper, "upper", &high, &space.upper))
        goto end;
    if ((space.lower && low.count != width) || (space.upper && high.count != width)) {
        core_raise(LW_ERROR_ARGUMENT, "bounds take %zu numbers, one for each value", width);
        goto end;
    }
    self = (core_planner *)PyType_GenericAlloc(type, 0);
    if (!self)
        goto end;
    core_hold(scene);
    core_hold(joints);
    core_hold(rest);
    self->scene = scene;
    self->joints = joints;
    self->rest = rest;
    self->forks = core_forks();
    lw_error error;
    if (lw_planner_create(scene->scene, &space, (unsigned)threads, &self->planner, &error)) {
        core_fail(&error);
        core_drop(self);
        self = NULL;
    }
end:
    core_row_free(&low);
    core_row_free(&high);
    return (PyObject *)self;
}

bool core_planner_begin(core_planner *self)
{
    if (self->forks != core_forks())
        core_raise(LW_ERROR_STATE, "the planner is of the process that this one was forked from: make "
                                   "another one here");
    else if (self->busy)
        core_raise(LW_ERROR_STATE, "the planner takes one call at a time");
    else
        return self->busy = true;
    return false;
}

static PyObject *plan_tuple(core_scene *scene, const lw_plan *plan)
{
    static const char *const kinds[] = {"found", "start in contact", "goal in contact", "none"};
    bool found = plan->kind == LW_PLAN_FOUND;
    PyObject *contact = NULL;
    if (plan->kind == LW_PLAN_START_IN_CONTACT || plan->kind == LW_PLAN_GOAL_IN_CONTACT) {
        contact = core_verdict_make(scene, NULL, plan->contact, NULL, NULL);
        if (!contact)
            return NULL;
    }
    return Py_BuildValue(
        "(sNy#nnddNNNKKKn)", kinds[plan->kind], core_reason_name(plan->reason),
        found ? (const char *)plan->path : "",
        (Py_ssize_t)(found ? plan->point_count * plan->value_count * sizeof(double) : 0),
        (Py_ssize_t)(found ? plan->point_count : 0), (Py_ssize_t)plan->value_count, plan->length,
        plan->closest, contact ? contact : core_text(NULL),
        found ? core_clearance(scene->scene, &plan->clearance) : core_text(NULL),
        found ? core_clearance(scene->scene, &plan->self_clearance) : core_text(NULL),
        (unsigned long long)plan->nodes, (unsigned long long)plan->edges,
        (unsigned long long)plan->shortened, (Py_ssize_t)plan->goal);
}

/* Copies a tuple of goals. NULL: an exception is raised. */
static double *take_goals(PyObject *tuple, size_t width, size_t *count)
{
    *count = (size_t)PyTuple_Size(tuple);
    double *goals = calloc(*count * width + 1, sizeof *goals);
    if (!goals) {
        PyErr_NoMemory();
        return NULL;
    }
    for (size_t i = 0; i < *count; i++) {
        char name[40] = "goal";
        core_row row = {0};
        if (*count > 1)
            snprintf(name, sizeof name, "goal with index %zu", i);
        const bool good = core_row_take_count(PyTuple_GetItem(tuple, (Py_ssize_t)i), name, width, &row);
        if (good)
            memcpy(goals + i * width, row.values, width * sizeof *goals);
        core_row_free(&row);
        if (!good) {
            free(goals);
            return NULL;
        }
    }
    return goals;
}

/* _find(from, tuple of goals, method, seed, nodes, seconds, range, shortcuts, clearance,
 * roadmap, stop) */
static PyObject *planner_find(PyObject *object, PyObject *arguments)
{
    core_planner *self = (core_planner *)object;
    PyObject *from, *to, *roadmap, *stop;
    core_call call = {0};
    const char *method;
    PyObject *seed, *nodes, *shortcuts;
    int clearance;
    lw_plan_options options = lw_default_plan_options();
    if (!PyArg_ParseTuple(arguments, "OOsOOddOpOO", &from, &to, &method, &seed, &nodes,
                          &options.budget_seconds, &options.range, &shortcuts, &clearance, &roadmap,
                          &stop) ||
        !core_stop_take(stop, &call) || !core_count_take(seed, "seed", UINT64_MAX, &options.seed) ||
        !core_count_take(nodes, "nodes", UINT64_MAX, &options.budget_nodes) ||
        !core_count_take(shortcuts, "shortcuts", UINT64_MAX, &options.shortcuts))
        return NULL;
    if (!lw_plan_method_from_name(method, &options.method))
        return core_raise(LW_ERROR_ARGUMENT,
                          "there is no planner '%s': rrt-connect, prm, lazy-prm and "
                          "aorrtc are",
                          method);
    if (roadmap != Py_None) {
        core_roadmap *kept = (core_roadmap *)roadmap;
        if (!PyObject_TypeCheck(roadmap, core_roadmap_type) || kept->planner != self)
            return core_raise(LW_ERROR_ARGUMENT, "the roadmap is not one of this planner");
        options.roadmap = kept->roadmap;
    }
    size_t width = lw_planner_value_count(self->planner);
    core_row a = {0};
    double *goals = NULL;
    size_t count = 0;
    PyObject *made = NULL;
    if (core_row_take_count(from, "start", width, &a) && (goals = take_goals(to, width, &count)) &&
        core_planner_begin(self)) {
        lw_plan plan = lw_default_plan();
        lw_error error;
        options.clearance = clearance;
        options.stop = core_call_stop;
        options.stop_context = &call;
        core_call_begin(&call);
        lw_status status =
            lw_planner_find_any(self->planner, a.values, goals, count, &options, &plan, &error);
        core_call_end(&call);
        self->busy = false;
        if (status)
            core_fail(&error);
        else if (!PyErr_Occurred())
            made = plan_tuple(self->scene, &plan);
    }
    core_row_free(&a);
    free(goals);
    return made;
}

/* _timed(path, stops, velocity_scale, acceleration_scale): as time_path, and the two clearances and the
 * number of values without a largest acceleration */
static PyObject *planner_timed(PyObject *object, PyObject *arguments)
{
    core_planner *self = (core_planner *)object;
    PyObject *path, *made = NULL;
    int stops;
    core_rows rows;
    core_call call = {0};
    lw_timed_options options = lw_default_timed_options();
    if (!PyArg_ParseTuple(arguments, "Opdd", &path, &stops, &options.velocity_scale,
                          &options.acceleration_scale))
        return NULL;
    if (core_rows_take(path, "path", &rows) && core_planner_begin(self)) {
        lw_plan plan = lw_default_plan();
        lw_timed_path timed = lw_default_timed_path();
        lw_error error;
        plan.path = rows.values;
        plan.point_count = rows.count;
        plan.value_count = rows.width;
        options.stops = stops;
        core_call_begin(&call);
        lw_status status = lw_plan_timed(self->planner, &plan, &options, &timed, &error);
        core_call_end(&call);
        self->busy = false;
        if (status)
            core_fail(&error);
        else if (!PyErr_Occurred())
            made = Py_BuildValue("(NNNn)", core_timed_path(&timed, rows.count),
                                 core_clearance(self->scene->scene, &timed.clearance),
                                 core_clearance(self->scene->scene, &timed.self_clearance),
                                 (Py_ssize_t)timed.unlimited_count);
        lw_timed_path_free(&timed);
    }
    core_rows_free(&rows);
    return made;
}

static PyObject *planner_width(PyObject *object, void *unused)
{
    (void)unused;
    return PyLong_FromSize_t(lw_planner_value_count(((core_planner *)object)->planner));
}

bool core_planner_ready(PyObject *module)
{
    static PyMethodDef methods[] = {
        {"_find", planner_find, METH_VARARGS, NULL},
        {"_timed", planner_timed, METH_VARARGS, NULL},
        {NULL, NULL, 0, NULL},
    };
    static PyGetSetDef attributes[] = {
        {"value_count", planner_width, NULL, "How many values a configuration has.", NULL},
        {NULL, NULL, NULL, NULL, NULL},
    };
    PyType_Slot slots[] = {
        {Py_tp_new, CORE_SLOT(planner_new)},
        {Py_tp_dealloc, CORE_SLOT(planner_free)},
        {Py_tp_methods, methods},
        {Py_tp_getset, attributes},
        {0, NULL},
    };
    PyType_Spec spec = {.name = "leeway._core.Planner",
                        .basicsize = sizeof(core_planner),
                        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                        .slots = slots};
    return (core_planner_type = core_type(module, &spec)) != NULL;
}
