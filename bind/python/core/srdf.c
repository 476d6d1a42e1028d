/* An SRDF file whose disabled pairs can be replaced. */
#include "core.h"

#include <stdlib.h>

typedef struct srdf_object {
    PyObject_HEAD lw_srdf *srdf;
} srdf_object;

static void srdf_free(PyObject *object)
{
    lw_srdf_close(((srdf_object *)object)->srdf);
    core_free(object);
}

/* Srdf(path or None, robot or None) */
static PyObject *srdf_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    const char *path, *robot;
    lw_error error;
    if (keywords && PyDict_Size(keywords))
        return core_raise(LW_ERROR_ARGUMENT, "this takes no keywords");
    if (!PyArg_ParseTuple(arguments, "zz", &path, &robot))
        return NULL;
    srdf_object *self = (srdf_object *)PyType_GenericAlloc(type, 0);
    if (!self || !lw_srdf_open(path, robot, &self->srdf, &error))
        return (PyObject *)self;
    core_drop(self);
    return core_fail(&error);
}

/* _pairs(): (a, b, reason, line) of each pair */
static PyObject *srdf_pairs(PyObject *object, PyObject *unused)
{
    (void)unused;
    const lw_srdf *srdf = ((srdf_object *)object)->srdf;
    size_t count = lw_srdf_pair_count(srdf);
    PyObject *list = PyList_New((Py_ssize_t)count);
    for (size_t i = 0; list && i < count; i++) {
        lw_srdf_pair pair = lw_srdf_pair_at(srdf, i);
        PyObject *item = Py_BuildValue("(NNNi)", core_text(pair.links[0]), core_text(pair.links[1]),
                                       core_text(pair.reason), pair.line);
        if (!item || PyList_SetItem(list, (Py_ssize_t)i, item))
            Py_CLEAR(list);
    }
    return list;
}

static PyObject *srdf_enables(PyObject *object, PyObject *arguments)
{
    const char *a, *b;
    return PyArg_ParseTuple(arguments, "ss", &a, &b)
               ? PyBool_FromLong(lw_srdf_enables(((srdf_object *)object)->srdf, a, b))
               : NULL;
}

/* _set_pairs(tuple of (a, b, reason or None)) */
static PyObject *srdf_set_pairs(PyObject *object, PyObject *given)
{
    if (!PyTuple_Check(given))
        return core_raise(LW_ERROR_ARGUMENT, "this takes pairs");
    size_t count = (size_t)PyTuple_Size(given);
    lw_srdf_pair *pairs = calloc(count + 1, sizeof *pairs);
    if (!pairs)
        return PyErr_NoMemory();
    bool taken = true;
    for (size_t i = 0; taken && i < count; i++) {
        PyObject *item = PyTuple_GetItem(given, (Py_ssize_t)i);
        taken = PyTuple_Check(item) &&
                PyArg_ParseTuple(item, "ssz", &pairs[i].links[0], &pairs[i].links[1], &pairs[i].reason);
    }
    lw_error error;
    if (!taken && !PyErr_Occurred())
        core_raise(LW_ERROR_ARGUMENT, "a pair is (link, link, reason)");
    else if (taken && lw_srdf_set_pairs(((srdf_object *)object)->srdf, pairs, count, &error))
        core_fail(&error);
    free(pairs);
    if (PyErr_Occurred())
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *srdf_text(PyObject *object, PyObject *unused)
{
    (void)unused;
    const char *text;
    size_t size;
    lw_error error;
    if (lw_srdf_text(((srdf_object *)object)->srdf, &text, &size, &error))
        return core_fail(&error);
    return PyUnicode_DecodeUTF8(text, (Py_ssize_t)size, "strict");
}

bool core_srdf_ready(PyObject *module)
{
    static PyMethodDef methods[] = {
        {"_pairs", srdf_pairs, METH_NOARGS, NULL},
        {"enables", srdf_enables, METH_VARARGS,
         "enables($self, a, b, /)\n--\n\nWhether the file enables a pair of links (names), which a "
         "disabled pair would override.\n\nExample:\n    >>> leeway.Srdf(None, "
         "robot='arm').enables('base', 'hand')\n    False"},
        {"_set_pairs", srdf_set_pairs, METH_O, NULL},
        {"text", srdf_text, METH_NOARGS,
         "text($self, /)\n--\n\nThe whole file, as text. Errors: OutOfMemoryError.\n\nExample:\n   "
         ">>> '<robot' in leeway.Srdf(None, robot='arm').text()\n    True"},
        {NULL, NULL, 0, NULL},
    };
    PyType_Slot slots[] = {
        {Py_tp_new, CORE_SLOT(srdf_new)},
        {Py_tp_dealloc, CORE_SLOT(srdf_free)},
        {Py_tp_methods, methods},
        {0, NULL},
    };
    PyType_Spec spec = {.name = "leeway._core.Srdf",
                        .basicsize = sizeof(srdf_object),
                        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                        .slots = slots};
    return core_type(module, &spec) != NULL;
}
