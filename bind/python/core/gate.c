/* Gates for commands. A gate holds a reference to the scene that it is of. */
#include "core.h"

#include <stdlib.h>

typedef struct gate_object {
    PyObject_HEAD lw_gate *gate;
    core_scene *scene;
    size_t joint_count, width;
    size_t *joints; /* for lw_scene_joint_info */
    bool busy;      /* a call is running */
} gate_object;

static void gate_free(PyObject *object)
{
    gate_object *self = (gate_object *)object;
    lw_gate_destroy(self->gate);
    free(self->joints);
    core_drop(self->scene);
    core_free(object);
}

/* Finds the joints by their names; false with an exception. */
static bool find_joints(gate_object *self, const lw_joints *joints)
{
    const lw_scene *scene = self->scene->scene;
    const char *robot = lw_scene_robot_name(scene, lw_joints_robot(joints));
    self->joint_count = lw_joints_count(joints);
    self->joints = calloc(self->joint_count + 1, sizeof *self->joints);
    if (!self->joints)
        PyErr_NoMemory();
    for (size_t i = 0; self->joints && i < self->joint_count; i++)
        self->joints[i] = (size_t)lw_scene_find_joint(scene, robot, lw_joints_name(joints, i));
    return self->joints;
}

/* A row of numbers, one for each value of the joints, or one float for all; None: NULL. */
static bool take_numbers(PyObject *object, const char *what, size_t width, core_row *row,
                         const double **out)
{
    if (object == Py_None)
        return true;
    PyObject *numbers = object;
    if (PyFloat_Check(object))
        numbers = PyTuple_New((Py_ssize_t)width);
    else
        core_hold(numbers);
    for (size_t i = 0; numbers && numbers != object && i < width; i++) {
        core_hold(object);
        if (PyTuple_SetItem(numbers, (Py_ssize_t)i, object))
            Py_CLEAR(numbers);
    }
    const bool taken = numbers && core_row_take_count(numbers, what, width, row);
    core_drop(numbers);
    *out = row->values;
    return taken;
}

/* Gate(scene, joints, period, points, (stop_acceleration, stop_jerk, tolerance, tolerance_per_speed),
 * start_tolerance, budget_queries, budget_work, budget_seconds) */
static PyObject *gate_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    static const char *const names[] = {"stop_acceleration", "stop_jerk", "tolerance",
                                        "tolerance_per_speed"};
    PyObject *scene, *joints, *points, *limits[4], *queries, *work;
    lw_gate_options options = lw_default_gate_options();
    lw_check_options check = lw_default_check_options();
    core_row rows[4] = {{0}};
    const double **places[] = {&options.stop_acceleration, &options.stop_jerk, &options.tolerance,
                               &options.tolerance_per_speed};
    core_scene *of;
    uint64_t count;
    lw_error error;
    (void)keywords;
    if (!PyArg_ParseTuple(arguments, "OOdO(OOOO)dOOd", &scene, &joints, &options.period, &points,
                          &limits[0], &limits[1], &limits[2], &limits[3], &options.start_tolerance,
                          &queries, &work, &check.budget_seconds) ||
        !(of = core_scene_frozen(scene)) || !core_count_take(points, "points", UINT32_MAX, &count) ||
        !core_count_take(queries, "budget_queries", UINT64_MAX, &check.budget_queries) ||
        !core_count_take(work, "budget_work", UINT64_MAX, &check.budget_work))
        return NULL;
    gate_object *self = (gate_object *)PyType_GenericAlloc(type, 0);
    if (!self)
        return NULL;
    core_hold(of);
    self->scene = of;
    options.points = (size_t)count;
    options.check = &check;
    bool taken = core_scene_joints(of, joints, &options.joints, &self->width);
    for (int i = 0; i < 4 && taken; i++)
        taken = take_numbers(limits[i], names[i], self->width, &rows[i], places[i]);
    taken = taken && find_joints(self, options.joints);
    if (taken && lw_gate_create(of->scene, &options, &self->gate, &error)) {
        core_fail(&error);
        taken = false;
    }
    for (int i = 0; i < 4; i++)
        core_row_free(&rows[i]);
    if (taken)
        return (PyObject *)self;
    core_drop(self);
    return NULL;
}

/* (robot, name) of the joint of an answer; None where there is none. */
static PyObject *joint_of(const lw_scene *scene, const lw_gate_answer *answer)
{
    lw_joint_info joint = lw_default_joint_info();
    lw_error error;
    if (answer->joint < 0)
        Py_RETURN_NONE;
    if (lw_scene_joint_info(scene, (size_t)answer->joint, &joint, &error))
        return core_fail(&error);
    return Py_BuildValue("(NN)", core_text(lw_scene_robot_name(scene, joint.robot)),
                         core_text(joint.name));
}

static PyObject *pair_of(const lw_scene *scene, const int64_t pair[2])
{
    if (pair[0] < 0)
        Py_RETURN_NONE;
    return Py_BuildValue("(NN)", core_text(lw_scene_body_name(scene, (size_t)pair[0])),
                         core_text(lw_scene_body_name(scene, (size_t)pair[1])));
}

static PyObject *answer_tuple(const gate_object *self, const lw_gate_answer *a, const char *message)
{
    const lw_scene *scene = self->scene->scene;
    return Py_BuildValue("(NNKdNNnddNddKKKz)", core_text(lw_gate_name(a->kind)),
                         core_text(lw_gate_reason_name(a->reason)), (unsigned long long)a->passed,
                         a->time, pair_of(scene, a->pair), joint_of(scene, a), (Py_ssize_t)a->part,
                         a->value, a->limit, PyBool_FromLong((long)a->proven), a->begun, a->end,
                         (unsigned long long)a->checks, (unsigned long long)a->queries,
                         (unsigned long long)a->work, message);
}

/* Holds the scene that the gate is of now. */
static void follow_scene(gate_object *self, core_scene *scene)
{
    if (!scene || scene == self->scene || lw_gate_scene(self->gate) != scene->scene)
        return;
    core_scene *old = self->scene;
    core_hold(scene);
    self->scene = scene;
    core_drop(old);
}

static PyObject *ask(gate_object *self, const lw_gate_request *request, core_scene *scene)
{
    lw_gate_answer answer = lw_default_gate_answer();
    lw_error error;
    lw_status status;
    if (self->busy)
        return core_raise(LW_ERROR_STATE, "another thread asks this gate");
    self->busy = true;
    core_hold(scene);
    Py_BEGIN_ALLOW_THREADS;
    status = lw_gate_check(self->gate, request, &answer, &error);
    Py_END_ALLOW_THREADS;
    self->busy = false;
    follow_scene(self, scene);
    core_drop(scene);
    if (status && answer.reason != LW_GATE_REASON_INPUT)
        return core_fail(&error);
    return answer_tuple(self, &answer, status ? error.message : NULL);
}

/* _check(time, values, rates, points, velocities or None, scene or None) */
static PyObject *gate_check(PyObject *object, PyObject *arguments)
{
    gate_object *self = (gate_object *)object;
    PyObject *values, *rates, *points, *velocities, *given, *made = NULL;
    lw_gate_request request = lw_default_gate_request();
    core_row rows[2] = {{0}};
    core_rows chunk[2] = {{.held = false}};
    core_scene *scene = NULL;
    if (!PyArg_ParseTuple(arguments, "dOOOOO", &request.time, &values, &rates, &points, &velocities,
                          &given) ||
        (given != Py_None && !(scene = core_scene_frozen(given))))
        return NULL;
    if (core_row_take_count(values, "values", self->width, &rows[0]) &&
        core_row_take_count(rates, "rates", self->width, &rows[1]) &&
        core_rows_take(points, "points", &chunk[0]) &&
        (velocities == Py_None || core_rows_take(velocities, "velocities", &chunk[1]))) {
        request.values = rows[0].values;
        request.rates = rows[1].values;
        request.points = chunk[0].values;
        request.velocities = velocities == Py_None ? NULL : chunk[1].values;
        request.count = chunk[0].count;
        request.scene = scene ? scene->scene : NULL;
        made = ask(self, &request, scene);
    }
    for (int i = 0; i < 2; i++) {
        core_rows_free(&chunk[i]);
        core_row_free(&rows[i]);
    }
    return made;
}

/* Writes the values of the joints at some times, a row each; false with an exception. */
static bool write_rows(const gate_object *self, const double *times, size_t count, double *out)
{
    const lw_motion *motion = lw_gate_motion(self->gate);
    lw_error error;
    for (size_t i = 0; i < count; i++) {
        double *row = out + i * self->width;
        for (size_t k = 0; k < self->joint_count; k++) {
            lw_joint_info joint = lw_default_joint_info();
            if (lw_motion_joint_values(motion, self->joints[k], times[i], row, &error) ||
                lw_scene_joint_info(self->scene->scene, self->joints[k], &joint, &error)) {
                core_fail(&error);
                return false;
            }
            row += joint.value_count;
        }
    }
    return true;
}

/* _values(times, out): the motion of the last answer, at times of its own */
static PyObject *gate_values(PyObject *object, PyObject *arguments)
{
    gate_object *self = (gate_object *)object;
    PyObject *given;
    Py_buffer out;
    core_row times = {0};
    if (!PyArg_ParseTuple(arguments, "Ow*", &given, &out))
        return NULL;
    bool written = core_row_take(given, "times", &times);
    if (written && (self->busy || !lw_gate_motion(self->gate))) {
        core_raise(LW_ERROR_STATE, self->busy ? "another thread asks this gate"
                                              : "the gate has no motion: it has given no answer yet");
        written = false;
    }
    if (written && (size_t)out.len != times.count * self->width * sizeof(double)) {
        core_raise(LW_ERROR_ARGUMENT, "the answers need other memory");
        written = false;
    }
    written = written && write_rows(self, times.values, times.count, out.buf);
    core_row_free(&times);
    PyBuffer_Release(&out);
    if (!written)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *gate_width(PyObject *object, void *unused)
{
    (void)unused;
    return PyLong_FromSize_t(((gate_object *)object)->width);
}

static PyObject *gate_scene(PyObject *object, void *unused)
{
    (void)unused;
    core_scene *scene = ((gate_object *)object)->scene;
    core_hold(scene);
    return (PyObject *)scene;
}

bool core_gate_ready(PyObject *module)
{
    static PyMethodDef methods[] = {
        {"_check", gate_check, METH_VARARGS, NULL},
        {"_values", gate_values, METH_VARARGS, NULL},
        {NULL, NULL, 0, NULL},
    };
    static PyGetSetDef properties[] = {
        {"_width", gate_width, NULL, NULL, NULL},
        {"_scene", gate_scene, NULL, NULL, NULL},
        {NULL, NULL, NULL, NULL, NULL},
    };
    PyType_Slot slots[] = {
        {Py_tp_new, CORE_SLOT(gate_new)},
        {Py_tp_dealloc, CORE_SLOT(gate_free)},
        {Py_tp_methods, methods},
        {Py_tp_getset, properties},
        {0, NULL},
    };
    PyType_Spec spec = {.name = "leeway._core.Gate",
                        .basicsize = sizeof(gate_object),
                        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                        .slots = slots};
    return core_type(module, &spec);
}
