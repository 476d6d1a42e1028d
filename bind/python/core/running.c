/* Motions that run while the world changes. The object holds a reference to the scene that it is of. */
#include "core.h"

typedef struct running_object {
    PyObject_HEAD lw_running *running;
    core_scene *scene;
    bool busy; /* a call is running */
} running_object;

static void running_free(PyObject *object)
{
    running_object *self = (running_object *)object;
    lw_running_destroy(self->running);
    core_drop(self->scene);
    core_free(object);
}

/* Running(motion, budget_queries, budget_seconds) */
static PyObject *running_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    PyObject *given, *queries;
    lw_check_options options = lw_default_check_options();
    lw_error error;
    (void)keywords;
    if (!PyArg_ParseTuple(arguments, "OOd", &given, &queries, &options.budget_seconds) ||
        !core_count_take(queries, "budget_queries", UINT64_MAX, &options.budget_queries))
        return NULL;
    if (!PyObject_TypeCheck(given, core_motion_type))
        return core_raise(LW_ERROR_ARGUMENT, "this takes a motion, which Scene.motion makes");
    core_motion *motion = (core_motion *)given;
    running_object *self = (running_object *)PyType_GenericAlloc(type, 0);
    if (!self)
        return NULL;
    core_hold(motion->scene);
    self->scene = motion->scene;
    if (!lw_running_create(motion->motion, &options, &self->running, &error))
        return (PyObject *)self;
    core_drop(self);
    return core_fail(&error);
}

static PyObject *answer_of(const lw_scene *scene, const lw_verdict *verdict)
{
    const bool contact = verdict->kind == LW_VERDICT_CONTACT;
    PyObject *time = contact ? PyFloat_FromDouble(verdict->time) : core_text(NULL);
    PyObject *pair = core_text(NULL);
    if (contact && verdict->pair[0] >= 0) {
        core_drop(pair);
        pair = Py_BuildValue("(NN)", core_text(lw_scene_body_name(scene, (size_t)verdict->pair[0])),
                             core_text(lw_scene_body_name(scene, (size_t)verdict->pair[1])));
    }
    return Py_BuildValue("(NNdNN)", core_kind_name(verdict->kind), core_reason_name(verdict->reason),
                         verdict->free_until, time, pair);
}

/* _update(scene, now) */
static PyObject *running_update(PyObject *object, PyObject *arguments)
{
    running_object *self = (running_object *)object;
    PyObject *given;
    core_scene *scene;
    double now;
    lw_verdict verdict = lw_default_verdict();
    lw_error error;
    lw_status status;
    if (!PyArg_ParseTuple(arguments, "Od", &given, &now) || !(scene = core_scene_frozen(given)))
        return NULL;
    if (self->busy)
        return core_raise(LW_ERROR_STATE, "another thread asks about this motion");
    self->busy = true;
    core_hold(scene);
    Py_BEGIN_ALLOW_THREADS;
    status = lw_running_update(self->running, scene->scene, now, &verdict, &error);
    Py_END_ALLOW_THREADS;
    self->busy = false;
    if (status) {
        core_drop(scene);
        return core_fail(&error);
    }
    core_scene *old = self->scene;
    self->scene = scene;
    core_drop(old);
    return answer_of(scene->scene, &verdict);
}

bool core_running_ready(PyObject *module)
{
    static PyMethodDef methods[] = {
        {"_update", running_update, METH_VARARGS, NULL},
        {NULL, NULL, 0, NULL},
    };
    PyType_Slot slots[] = {
        {Py_tp_new, CORE_SLOT(running_new)},
        {Py_tp_dealloc, CORE_SLOT(running_free)},
        {Py_tp_methods, methods},
        {0, NULL},
    };
    PyType_Spec spec = {.name = "leeway._core.Running",
                        .basicsize = sizeof(running_object),
                        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                        .slots = slots};
    return core_type(module, &spec);
}
