/* Inspection of a check: its steps and samples while it runs, the curve of the distance, and the stages
 * of a motion. */
#include "core.h"

bool core_taker(PyObject *value, const char *name, PyObject **out)
{
    *out = value == Py_None ? NULL : value;
    if (value == Py_None || PyList_Check(value) || PyCallable_Check(value))
        return true;
    core_raise(LW_ERROR_ARGUMENT, "%s takes a list or a function", name);
    return false;
}

bool core_deliver(PyObject *taker, PyObject *item)
{
    if (!item)
        return false;
    bool delivered;
    if (PyList_Check(taker)) {
        delivered = !PyList_Append(taker, item);
    } else {
        PyObject *answer = PyObject_CallFunctionObjArgs(taker, item, NULL);
        delivered = answer != NULL;
        core_drop(answer);
    }
    core_drop(item);
    return delivered;
}

/* The name of a body; None for -1. */
static PyObject *body_text(const lw_scene *scene, int64_t body)
{
    return core_text(body < 0 ? NULL : lw_scene_body_name(scene, (size_t)body));
}

/* The scene of a stage of a motion. */
static const lw_scene *stage_scene(const lw_motion *motion, size_t stage)
{
    const lw_motion *of = lw_motion_stage(motion, stage);
    return lw_motion_scene(of ? of : motion);
}

lw_status core_step_take(void *context, const lw_step *step)
{
    const core_watch *watch = context;
    PyGILState_STATE lock = PyGILState_Ensure();
    const lw_scene *scene = stage_scene(watch->motion, step->stage);
    PyObject *tuple = Py_BuildValue("(NNdd(dd)in)", body_text(scene, step->body),
                                    body_text(scene, step->other), step->from, step->to, step->clear[0],
                                    step->clear[1], (int)step->layer, (Py_ssize_t)step->stage);
    if (!core_deliver(watch->steps, core_package("leeway._facts", "step_of", tuple)))
        core_call_keep(watch->call);
    PyGILState_Release(lock);
    return core_call_failed(watch->call) ? LW_ERROR_STOPPED : LW_OK;
}

void core_sample_take(void *context, double time)
{
    const core_watch *watch = context;
    PyGILState_STATE lock = PyGILState_Ensure();
    if (!core_call_failed(watch->call) && !core_deliver(watch->samples, PyFloat_FromDouble(time)))
        core_call_keep(watch->call);
    PyGILState_Release(lock);
}

/* ---- curves ------------------------------------------------------------------------------------ */

static PyObject *bytes_of(const void *items, size_t count, size_t size)
{
    return PyBytes_FromStringAndSize(items, (Py_ssize_t)(count * size));
}

/* _curve(motion, samples, fixed_pairs): times, stages, and for both kinds of pairs distances, pairs and
 * points, as bytes. */
static PyObject *curve(PyObject *object, PyObject *arguments)
{
    core_scene *self = core_scene_frozen(object);
    PyObject *given;
    Py_ssize_t samples;
    int fixed;
    core_motion *motion;
    if (!self || !PyArg_ParseTuple(arguments, "Onp", &given, &samples, &fixed) ||
        !(motion = core_motion_of(given, self)))
        return NULL;
    lw_curve c = lw_default_curve();
    c.fixed_pairs = fixed;
    core_call call = {0};
    lw_error error;
    core_call_begin(&call);
    lw_status status = lw_curve_sample(motion->motion, samples < 0 ? 0 : (size_t)samples, &c, &error);
    core_call_end(&call);
    if (status)
        return core_fail(&error);
    size_t n = c.count, point = sizeof **c.points;
    PyObject *made = Py_BuildValue(
        "(NNNNNNNN)", bytes_of(c.times, n, sizeof(double)), bytes_of(c.stages, n, sizeof(size_t)),
        bytes_of(c.distances[0], n, sizeof(double)), bytes_of(c.pairs[0], n, sizeof(size_t)),
        bytes_of(c.points[0], n, point), bytes_of(c.distances[1], n, sizeof(double)),
        bytes_of(c.pairs[1], n, sizeof(size_t)), bytes_of(c.points[1], n, point));
    lw_curve_free(&c);
    return made;
}

/* ---- stages ------------------------------------------------------------------------------------ */

/* _stages(motion): (begin, end, bodies, pairs) for each stage; bodies and pairs as _list gives them. */
static PyObject *stages(PyObject *object, PyObject *given)
{
    core_scene *self = core_scene_frozen(object);
    core_motion *motion = self ? core_motion_of(given, self) : NULL;
    if (!motion)
        return NULL;
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list && i < lw_motion_stage_count(motion->motion); i++) {
        const lw_motion *stage = lw_motion_stage(motion->motion, i);
        const lw_scene *scene = lw_motion_scene(stage);
        double begin, end;
        lw_motion_interval(stage, &begin, &end);
        PyObject *item =
            Py_BuildValue("(ddNN)", begin, end, core_list(scene, "bodies"), core_list(scene, "pairs"));
        if (!item || PyList_Append(list, item))
            Py_CLEAR(list);
        core_drop(item);
    }
    return list;
}

PyMethodDef core_look_methods[] = {
    {"_curve", curve, METH_VARARGS, NULL},
    {"_stages", stages, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
