/* Checks of one motion at a time. A segment's path from Python to the library and back is what the
 * benchmark bench/python measures: arguments by vectorcall, no object but the verdict. */
#include "core.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* What a check is asked with. */
typedef struct question {
    lw_options options;
    core_call call;
    core_claims claims;
    PyObject *joints; /* borrowed */
} question;

static bool question_begin(question *asked, core_scene *scene, PyObject *const *values, PyObject *names)
{
    PyObject *claims = NULL;
    asked->options = lw_default_options();
    asked->call = (core_call){.notice = scene->notice};
    asked->joints = NULL;
    asked->claims = (core_claims){.call = &asked->call, .scene = scene};
    for (Py_ssize_t i = 0; names && i < PyTuple_Size(names); i++) {
        PyObject *name = PyTuple_GetItem(names, i);
        if (!PyUnicode_CompareWithASCIIString(name, "joints"))
            asked->joints = values[i];
        else if (!core_option_take(name, values[i], &asked->options, &claims))
            return false;
    }
    asked->options.stop = core_call_stop;
    asked->options.stop_context = &asked->call;
    if (!claims || claims == Py_None || claims == Py_False)
        return true;
    asked->options.claim = core_claim_take;
    asked->options.claim_context = &asked->claims;
    if (claims == Py_True)
        return (asked->claims.list = PyList_New(0)) != NULL;
    if (PyList_Check(claims)) {
        core_hold(claims);
        asked->claims.list = claims;
        return true;
    }
    asked->claims.taker = claims;
    return true;
}

static PyObject *answer(core_scene *scene, core_motion *motion, question *asked, core_worker *worker,
                        const lw_motion *what)
{
    lw_error error;
    lw_verdict verdict = lw_default_verdict();
    core_call_begin(&asked->call);
    lw_status status = lw_check(worker->checker, what, &asked->options, &verdict, &error);
    core_call_end(&asked->call);
    PyObject *list = asked->claims.list;
    asked->claims.list = NULL;
    if (!PyErr_Occurred() && !status)
        return core_verdict_make(scene, motion, &verdict, list);
    core_drop(list);
    return status ? core_fail(&error) : NULL;
}

/* The segment between two configurations, which are one for a state. */
static PyObject *check_segment(core_scene *self, PyObject *from, PyObject *to, question *asked)
{
    const lw_joints *joints;
    size_t width;
    core_row a = {0}, b = {0};
    PyObject *made = NULL;
    if (!core_scene_joints(self, asked->joints, &joints, &width))
        return NULL;
    if (core_configuration_take(self, from, "from", joints, width, &a) &&
        (from == to || core_configuration_take(self, to, "to", joints, width, &b))) {
        lw_error error;
        core_worker *worker = core_worker_take(self);
        lw_status status = LW_OK;
        if (worker) {
            lw_motion_on_notice(worker->motion, core_call_notice, &asked->call);
            asked->call.raised[0] = NULL;
            asked->call.stopped = false;
            status = lw_motion_set_segment(worker->motion, joints, a.values,
                                           from == to ? a.values : b.values, &error);
            lw_motion_on_notice(worker->motion, NULL, NULL);
            if (asked->call.raised[0])
                PyErr_Restore(asked->call.raised[0], asked->call.raised[1], asked->call.raised[2]);
            else if (status)
                core_fail(&error);
            else
                made = answer(self, NULL, asked, worker, worker->motion);
            core_worker_give(self, worker);
        }
    }
    core_row_free(&a);
    core_row_free(&b);
    return made;
}

/* check(from, to, ...) or check(motion, ...) */
static PyObject *check(PyObject *object, PyObject *const *arguments, Py_ssize_t count, PyObject *names)
{
    core_scene *self = core_scene_frozen(object);
    question asked;
    if (!self)
        return NULL;
    if (count < 1 || count > 2) {
        PyErr_SetString(PyExc_TypeError, "check takes a motion, or two configurations, and options");
        return NULL;
    }
    PyObject *made = NULL;
    bool motion = PyObject_TypeCheck(arguments[0], core_motion_type);
    core_motion *what = NULL;
    core_worker *worker;
    if (!question_begin(&asked, self, arguments + count, names))
        return NULL;
    if (motion && count == 2)
        core_raise(LW_ERROR_ARGUMENT, "check takes a motion alone");
    else if (!motion && count == 1)
        core_raise(LW_ERROR_ARGUMENT,
                   "check takes a motion, or two configurations; check_state takes one");
    else if (!motion)
        made = check_segment(self, arguments[0], arguments[1], &asked);
    else if ((what = core_motion_of(arguments[0], self)) && (worker = core_worker_take(self))) {
        made = answer(self, what, &asked, worker, what->motion);
        core_worker_give(self, worker);
    }
    core_drop(asked.claims.list);
    return made;
}

/* check_state(state, ...) */
static PyObject *check_state(PyObject *object, PyObject *const *arguments, Py_ssize_t count,
                             PyObject *names)
{
    core_scene *self = core_scene_frozen(object);
    question asked;
    if (!self)
        return NULL;
    if (count != 1) {
        PyErr_SetString(PyExc_TypeError, "check_state takes one configuration, and options");
        return NULL;
    }
    if (!question_begin(&asked, self, arguments + count, names))
        return NULL;
    PyObject *made = check_segment(self, arguments[0], arguments[0], &asked);
    core_drop(asked.claims.list);
    return made;
}

/* _repeat(from, to, count): the seconds that the library alone takes for a check of this segment, so
 * many times over; for bench/python. */
static PyObject *repeat(PyObject *object, PyObject *arguments)
{
    core_scene *self = core_scene_frozen(object);
    PyObject *from, *to;
    Py_ssize_t count;
    core_row a = {0}, b = {0};
    if (!self || !PyArg_ParseTuple(arguments, "OOn", &from, &to, &count))
        return NULL;
    core_worker *worker = core_worker_take(self);
    PyObject *made = NULL;
    if (worker && core_row_take_count(from, "from", self->width, &a) &&
        core_row_take_count(to, "to", self->width, &b)) {
        lw_options options = lw_default_options();
        lw_verdict verdict = lw_default_verdict();
        struct timespec begin, end;
        clock_gettime(CLOCK_MONOTONIC, &begin);
        for (Py_ssize_t i = 0; i < count; i++) {
            lw_motion_set_segment(worker->motion, self->joints, a.values, b.values, NULL);
            lw_check(worker->checker, worker->motion, &options, &verdict, NULL);
        }
        clock_gettime(CLOCK_MONOTONIC, &end);
        made = PyFloat_FromDouble((double)(end.tv_sec - begin.tv_sec) +
                                  1e-9 * (double)(end.tv_nsec - begin.tv_nsec));
    }
    core_row_free(&a);
    core_row_free(&b);
    if (worker)
        core_worker_give(self, worker);
    return made;
}

/* _claim_lines(motion, id as JSON, index): (verdict, the lines of a file of claims about the motion).
 */
static PyObject *claim_lines(PyObject *object, PyObject *arguments)
{
    core_scene *self = core_scene_frozen(object);
    PyObject *given, *made = NULL;
    lw_claimed_motion of = lw_default_claimed_motion();
    Py_ssize_t index;
    core_motion *what;
    if (!self || !PyArg_ParseTuple(arguments, "Osn", &given, &of.id, &index) ||
        !(what = core_motion_of(given, self)))
        return NULL;
    core_worker *worker = core_worker_take(self);
    if (!worker)
        return NULL;
    core_call call = {.notice = self->notice};
    core_claims claims = {.call = &call, .scene = self, .lines = true};
    lw_options options = lw_default_options();
    lw_verdict verdict = lw_default_verdict();
    of.motion = what->motion;
    of.index = (size_t)index;
    of.verdict = &verdict;
    options.claim = core_claim_take;
    options.claim_context = &claims;
    options.stop = core_call_stop;
    options.stop_context = &call;
    claims.list = PyList_New(0);
    if (claims.list && core_claims_begin(&claims, &of)) {
        lw_error error;
        Py_ssize_t before = PyList_Size(claims.list);
        core_call_begin(&call);
        lw_status status = lw_check(worker->checker, what->motion, &options, &verdict, &error);
        core_call_end(&call);
        of.claim_count = (size_t)(PyList_Size(claims.list) - before);
        if (status)
            core_fail(&error);
        else if (!PyErr_Occurred() && core_claims_end(&claims, &of))
            made = core_verdict_make(self, what, &verdict, NULL);
    }
    core_worker_give(self, worker);
    if (made)
        return Py_BuildValue("(NN)", made, claims.list);
    core_drop(claims.list);
    return NULL;
}

/* near_misses(motion, threshold, ...): the clearances' bytes. */
static PyObject *near_misses(PyObject *object, PyObject *const *arguments, Py_ssize_t count,
                             PyObject *names)
{
    core_scene *self = core_scene_frozen(object);
    question asked;
    if (!self)
        return NULL;
    core_motion *what = count == 2 ? core_motion_of(arguments[0], self) : NULL;
    double threshold = count == 2 ? PyFloat_AsDouble(arguments[1]) : 0;
    if (count != 2)
        PyErr_SetString(PyExc_TypeError, "near_misses takes a motion, a threshold, and options");
    if (!what || PyErr_Occurred() || !question_begin(&asked, self, arguments + count, names))
        return NULL;
    lw_error error;
    size_t found = 0, room = lw_scene_pair_count(self->scene);
    lw_clearance *near = calloc(room + 1, sizeof *near);
    core_worker *worker = near ? core_worker_take(self) : (core_worker *)PyErr_NoMemory();
    PyObject *made = NULL;
    while (worker && !made && !PyErr_Occurred()) {
        core_call_begin(&asked.call);
        lw_status status = lw_near_misses(worker->checker, what->motion, threshold, &asked.options,
                                          near, room, &found, &error);
        core_call_end(&asked.call);
        if (PyErr_Occurred())
            break;
        if (status)
            core_fail(&error);
        else if (found <= room)
            made =
                PyByteArray_FromStringAndSize((const char *)near, (Py_ssize_t)(found * sizeof *near));
        else { /* stages check other pairs than the scene */
            lw_clearance *more = realloc(near, (found + 1) * sizeof *near);
            if (!more)
                PyErr_NoMemory();
            near = more ? more : near;
            room = more ? found : room;
        }
    }
    if (worker)
        core_worker_give(self, worker);
    free(near);
    core_drop(asked.claims.list);
    return made;
}

/* _pair_distance(motion, time, a, b) */
static PyObject *pair_distance(PyObject *object, PyObject *arguments)
{
    core_scene *self = core_scene_frozen(object);
    PyObject *motion;
    const char *a, *b;
    double time;
    if (!self || !PyArg_ParseTuple(arguments, "Odss", &motion, &time, &a, &b))
        return NULL;
    core_motion *what = core_motion_of(motion, self);
    int64_t first = lw_scene_find_body(self->scene, a), second = lw_scene_find_body(self->scene, b);
    if (!what)
        return NULL;
    if (first < 0 || second < 0)
        return core_raise(LW_ERROR_NAME, "there is no body '%s'", first < 0 ? a : b);
    int64_t pair = lw_scene_find_pair(self->scene, (size_t)first, (size_t)second);
    if (pair < 0)
        return core_raise(LW_ERROR_NAME, "'%s' and '%s' are not checked: pair_reason says why", a, b);
    core_worker *worker = core_worker_take(self);
    if (!worker)
        return NULL;
    lw_distance distance;
    lw_error error;
    lw_status status =
        lw_pair_distance(worker->checker, what->motion, time, (size_t)pair, &distance, &error);
    core_worker_give(self, worker);
    return status ? core_fail(&error) : core_distance(&distance);
}

/* _motion(json, robot, group, interpolation, no_wrap): (motion, id) */
static PyObject *make_motion(PyObject *object, PyObject *arguments)
{
    core_scene *self = core_scene_frozen(object);
    const char *text, *file;
    lw_motion_defaults defaults = lw_default_motion_defaults();
    int interpolation, no_wrap, line;
    if (!self || !PyArg_ParseTuple(arguments, "szizzip", &text, &file, &line, &defaults.robot,
                                   &defaults.group, &interpolation, &no_wrap))
        return NULL;
    defaults.interpolation = (lw_interpolation)interpolation;
    defaults.no_wrap = no_wrap;
    core_motion *made = core_motion_make(self);
    if (!made)
        return NULL;
    lw_error error;
    char id[512];
    core_call call = {.notice = self->notice};
    lw_motion_on_notice(made->motion, core_call_notice, &call);
    lw_status status = lw_motion_read_json(self->scene, text, file, line, &defaults, made->motion, id,
                                           sizeof id, &error);
    lw_motion_on_notice(made->motion, NULL, NULL);
    if (call.raised[0])
        PyErr_Restore(call.raised[0], call.raised[1], call.raised[2]);
    if (status || PyErr_Occurred()) {
        core_drop(made);
        return status ? core_fail(&error) : NULL;
    }
    core_hold(arguments);
    made->source = arguments;
    return Py_BuildValue("(NN)", made, core_text(id));
}

/* _named_motion(index): a motion that the scene's files name. */
static PyObject *named_motion(PyObject *object, PyObject *arguments)
{
    core_scene *self = core_scene_frozen(object);
    Py_ssize_t index;
    lw_motion_defaults defaults = lw_default_motion_defaults();
    if (!self || !PyArg_ParseTuple(arguments, "nzz", &index, &defaults.robot, &defaults.group))
        return NULL;
    core_motion *made = core_motion_make(self);
    if (!made)
        return NULL;
    lw_error error;
    core_call call = {.notice = self->notice};
    lw_motion_on_notice(made->motion, core_call_notice, &call);
    lw_status status =
        lw_scene_motion_read(self->scene, (size_t)index, &defaults, made->motion, NULL, 0, &error);
    lw_motion_on_notice(made->motion, NULL, NULL);
    if (call.raised[0])
        PyErr_Restore(call.raised[0], call.raised[1], call.raised[2]);
    core_hold(arguments);
    made->source = arguments;
    if (!status && !PyErr_Occurred())
        return (PyObject *)made;
    core_drop(made);
    return status ? core_fail(&error) : NULL;
}

PyMethodDef core_check_methods[] = {
    {"check", CORE_FAST(check), METH_FASTCALL | METH_KEYWORDS,
     "check(motion, **options) or check(from, to, *, joints=None, **options)\n\n"
     "Whether a motion is free of collision, all along the way: a Verdict. from, to: configurations, "
     "as many numbers as the joints have values (radians, metres), or names of states; the motion is "
     "the straight segment between them over t in [0, 1]. Options: clearance, any, method, claims, "
     "time_tolerance, distance_tolerance, clearance_relative, clearance_absolute, budget_queries, "
     "budget_seconds, resolution, expansion, layers (docs/python.md)."},
    {"check_state", CORE_FAST(check_state), METH_FASTCALL | METH_KEYWORDS,
     "check_state(state, *, joints=None, **options)\n\nThe Verdict on one configuration."},
    {"_claim_lines", claim_lines, METH_VARARGS, NULL},
    {"_repeat", repeat, METH_VARARGS, NULL},
    {"_near_misses", CORE_FAST(near_misses), METH_FASTCALL | METH_KEYWORDS, NULL},
    {"_pair_distance", pair_distance, METH_VARARGS, NULL},
    {"_motion", make_motion, METH_VARARGS, NULL},
    {"_named_motion", named_motion, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
