/* Roadmaps. A roadmap belongs to a planner, and the two take one call at a time together. */
#include "planner.h"

#include <string.h>

PyTypeObject *core_roadmap_type;

static void roadmap_free(PyObject *object)
{
    core_roadmap *self = (core_roadmap *)object;
    if (self->planner && self->planner->forks == core_forks())
        lw_roadmap_destroy(self->roadmap);
    core_drop(self->planner);
    core_free(object);
}

/* Roadmap(planner, seed, path or None) */
static PyObject *roadmap_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    PyObject *planner;
    PyObject *given;
    uint64_t seed;
    const char *path;
    if (keywords && PyDict_Size(keywords))
        return core_raise(LW_ERROR_ARGUMENT, "a roadmap takes no keywords here");
    if (!PyArg_ParseTuple(arguments, "O!Oz", core_planner_type, &planner, &given, &path) ||
        !core_count_take(given, "seed", UINT64_MAX, &seed) ||
        !core_planner_begin((core_planner *)planner))
        return NULL;
    core_roadmap *self = (core_roadmap *)PyType_GenericAlloc(type, 0);
    lw_error error;
    lw_status status = LW_OK;
    core_planner *of = (core_planner *)planner;
    if (self) {
        core_hold(planner);
        self->planner = of;
        status = path ? lw_roadmap_load(of->planner, path, &self->roadmap, &error)
                      : lw_roadmap_create(of->planner, seed, &self->roadmap, &error);
    }
    of->busy = false;
    if (!status)
        return (PyObject *)self;
    core_drop(self);
    return core_fail(&error);
}

/* _grow(nodes, seconds, stop) */
static PyObject *roadmap_grow(PyObject *object, PyObject *arguments)
{
    core_roadmap *self = (core_roadmap *)object;
    lw_roadmap_options options = lw_default_roadmap_options();
    PyObject *nodes, *stop;
    core_call call = {0};
    if (!PyArg_ParseTuple(arguments, "OdO", &nodes, &options.budget_seconds, &stop) ||
        !core_count_take(nodes, "nodes", UINT64_MAX, &options.nodes) || !core_stop_take(stop, &call) ||
        !core_planner_begin(self->planner))
        return NULL;
    lw_error error;
    options.stop = core_call_stop;
    options.stop_context = &call;
    core_call_begin(&call);
    lw_status status = lw_roadmap_grow(self->roadmap, &options, &error);
    core_call_end(&call);
    self->planner->busy = false;
    if (status)
        core_fail(&error);
    if (PyErr_Occurred())
        return NULL;
    Py_RETURN_NONE;
}

/* _save(path) */
static PyObject *roadmap_save(PyObject *object, PyObject *arguments)
{
    core_roadmap *self = (core_roadmap *)object;
    const char *path;
    lw_error error;
    if (!PyArg_ParseTuple(arguments, "s", &path) || !core_planner_begin(self->planner))
        return NULL;
    lw_status status = lw_roadmap_save(self->roadmap, path, &error);
    self->planner->busy = false;
    if (status)
        return core_fail(&error);
    Py_RETURN_NONE;
}

/* _configurations(): rows of values, as bytes, and the number of values of a row */
static PyObject *roadmap_configurations(PyObject *object, PyObject *unused)
{
    (void)unused;
    core_roadmap *self = (core_roadmap *)object;
    if (!core_planner_begin(self->planner))
        return NULL;
    size_t count = lw_roadmap_node_count(self->roadmap);
    size_t width = lw_planner_value_count(self->planner->planner);
    PyObject *made = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(count * width * sizeof(double)));
    double *values = made ? (double *)(void *)PyBytes_AsString(made) : NULL;
    for (size_t i = 0; made && i < count; i++)
        lw_roadmap_configuration(self->roadmap, i, values + i * width, NULL);
    self->planner->busy = false;
    return made ? Py_BuildValue("(Nn)", made, (Py_ssize_t)width) : NULL;
}

/* _segments(): rows of two indices of configurations, as bytes */
static PyObject *roadmap_segments(PyObject *object, PyObject *unused)
{
    (void)unused;
    core_roadmap *self = (core_roadmap *)object;
    if (!core_planner_begin(self->planner))
        return NULL;
    size_t count = lw_roadmap_edge_count(self->roadmap), nodes[2];
    PyObject *made = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(count * sizeof nodes));
    char *out = made ? PyBytes_AsString(made) : NULL;
    for (size_t i = 0; made && i < count; i++) {
        lw_roadmap_segment(self->roadmap, i, nodes, NULL);
        memcpy(out + i * sizeof nodes, nodes, sizeof nodes);
    }
    self->planner->busy = false;
    return made;
}

static PyObject *roadmap_counts(PyObject *object, PyObject *unused)
{
    (void)unused;
    const lw_roadmap *roadmap = ((core_roadmap *)object)->roadmap;
    return Py_BuildValue("(nnK)", (Py_ssize_t)lw_roadmap_node_count(roadmap),
                         (Py_ssize_t)lw_roadmap_edge_count(roadmap),
                         (unsigned long long)lw_roadmap_seed(roadmap));
}

bool core_roadmap_ready(PyObject *module)
{
    static PyMethodDef methods[] = {
        {"_grow", roadmap_grow, METH_VARARGS, NULL},
        {"_save", roadmap_save, METH_VARARGS, NULL},
        {"_configurations", roadmap_configurations, METH_NOARGS, NULL},
        {"_segments", roadmap_segments, METH_NOARGS, NULL},
        {"_counts", roadmap_counts, METH_NOARGS, NULL},
        {NULL, NULL, 0, NULL},
    };
    PyType_Slot slots[] = {
        {Py_tp_new, CORE_SLOT(roadmap_new)},
        {Py_tp_dealloc, CORE_SLOT(roadmap_free)},
        {Py_tp_methods, methods},
        {0, NULL},
    };
    PyType_Spec spec = {.name = "leeway._core.Roadmap",
                        .basicsize = sizeof(core_roadmap),
                        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                        .slots = slots};
    return (core_roadmap_type = core_type(module, &spec)) != NULL;
}
