/* Conversion of arguments from Python (rows of numbers, arrays, texts, poses, options) and of values to
 * Python. */
#include "core.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whether a buffer's items are doubles of this machine. */
static bool holds_doubles(const Py_buffer *view)
{
    const char *format = view->format ? view->format : "B";
    if (*format == '@' || *format == '=' || *format == '<')
        format++;
    return view->itemsize == sizeof(double) && !strcmp(format, "d");
}

static bool make_room(core_row *row, size_t count)
{
    row->count = count;
    row->values = row->few;
    if (count <= CORE_ROW)
        return true;
    row->values = malloc(count * sizeof *row->values);
    if (!row->values)
        PyErr_NoMemory();
    return row->values != NULL;
}

void core_row_free(core_row *row)
{
    if (row->values != row->few)
        free(row->values);
    row->values = NULL;
}

static bool take_sequence(PyObject *object, const char *what, core_row *row)
{
    if (PyUnicode_Check(object) || PyBytes_Check(object) || !PySequence_Check(object)) {
        core_raise(LW_ERROR_ARGUMENT, "%s takes numbers", what);
        return false;
    }
    Py_ssize_t count = PySequence_Size(object);
    if (count < 0 || !make_room(row, (size_t)count))
        return false;
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *item = PySequence_GetItem(object, i);
        if (!item)
            return false;
        row->values[i] = PyFloat_AsDouble(item);
        bool bad = row->values[i] == -1 && PyErr_Occurred();
        core_drop(item);
        if (bad) {
            PyErr_Clear();
            core_raise(LW_ERROR_ARGUMENT, "%s takes numbers, and its element %zd is none", what, i);
            return false;
        }
    }
    return true;
}

bool core_row_take(PyObject *object, const char *what, core_row *row)
{
    row->values = NULL;
    row->count = 0;
    if (!PyObject_CheckBuffer(object) || PyBytes_Check(object))
        return take_sequence(object, what, row);
    Py_buffer view;
    if (PyObject_GetBuffer(object, &view, PyBUF_STRIDED_RO | PyBUF_FORMAT))
        return false;
    bool taken = false;
    if (view.ndim == 2) {
        core_raise(LW_ERROR_ARGUMENT,
                   "%s takes one row of numbers, not an array of 2 dimensions, of shape (%zd, %zd)",
                   what, view.shape[0], view.shape[1]);
    } else if (view.ndim != 1) {
        core_raise(LW_ERROR_ARGUMENT, "%s takes one row of numbers, not an array of %d dimensions",
                   what, view.ndim);
    } else if (!holds_doubles(&view)) {
        taken = take_sequence(object, what, row);
    } else if (make_room(row, (size_t)view.shape[0])) {
        const char *item = view.buf;
        for (size_t i = 0; i < row->count; i++, item += view.strides[0])
            memcpy(&row->values[i], item, sizeof(double));
        taken = true;
    }
    PyBuffer_Release(&view);
    return taken;
}

bool core_row_take_count(PyObject *object, const char *what, size_t count, core_row *row)
{
    if (!core_row_take(object, what, row))
        return false;
    if (row->count == count)
        return true;
    core_raise(LW_ERROR_ARGUMENT, "%s takes %zu numbers, not %zu", what, count, row->count);
    return false;
}

bool core_rows_take(PyObject *object, const char *what, core_rows *rows)
{
    memset(rows, 0, sizeof *rows);
    if (!PyObject_CheckBuffer(object)) {
        core_raise(LW_ERROR_ARGUMENT, "%s takes an array of float64 with a row for each motion", what);
        return false;
    }
    Py_buffer *view = &rows->view;
    if (PyObject_GetBuffer(object, view, PyBUF_STRIDED_RO | PyBUF_FORMAT))
        return false;
    rows->held = true;
    const Py_ssize_t item = sizeof(double);
    if (view->ndim != 2)
        core_raise(LW_ERROR_ARGUMENT, "%s takes an array of 2 dimensions, not %d", what, view->ndim);
    else if (!holds_doubles(view))
        core_raise(LW_ERROR_ARGUMENT,
                   "%s takes an array of float64, not of '%s': A.astype(float) makes it one", what,
                   view->format ? view->format : "B");
    else if ((uintptr_t)view->buf % _Alignof(double))
        core_raise(LW_ERROR_ARGUMENT,
                   "%s takes numbers at addresses that doubles have: A.copy() has them", what);
    else if ((view->shape[1] > 1 && view->strides[1] != item) ||
             (view->shape[0] > 1 && (view->strides[0] % item ||
                                     (view->strides[0] && view->strides[0] < view->shape[1] * item))))
        core_raise(LW_ERROR_ARGUMENT,
                   "%s takes rows whose numbers lie side by side: numpy.ascontiguousarray makes them",
                   what);
    else {
        rows->values = view->buf;
        rows->count = (size_t)view->shape[0];
        rows->width = (size_t)view->shape[1];
        rows->stride = view->shape[0] > 1 ? (size_t)(view->strides[0] / item) : rows->width;
        return true;
    }
    return false;
}

void core_rows_free(core_rows *rows)
{
    if (rows->held)
        PyBuffer_Release(&rows->view);
    rows->held = false;
}

const char *core_text_take(PyObject *object)
{
    Py_ssize_t length;
    const char *text = PyUnicode_Check(object) ? PyUnicode_AsUTF8AndSize(object, &length) : NULL;
    if (!text || strlen(text) == (size_t)length)
        return text;
    core_raise(LW_ERROR_ARGUMENT, "there is a zero byte in the name '%s...'", text);
    return NULL;
}

bool core_texts_take(PyObject *object, const char *what, const char ***texts, size_t *count)
{
    *texts = NULL;
    *count = 0;
    if (object == Py_None)
        return true;
    if (!PyTuple_Check(object)) {
        core_raise(LW_ERROR_ARGUMENT, "%s takes names", what);
        return false;
    }
    *count = (size_t)PyTuple_Size(object);
    *texts = malloc((*count + 1) * sizeof **texts);
    if (!*texts) {
        PyErr_NoMemory();
        return false;
    }
    for (size_t i = 0; i < *count; i++) {
        PyObject *item = PyTuple_GetItem(object, (Py_ssize_t)i);
        (*texts)[i] = item ? core_text_take(item) : NULL;
        if (!(*texts)[i]) {
            if (!PyErr_Occurred())
                core_raise(LW_ERROR_ARGUMENT, "%s takes names, and its element %zu is none", what, i);
            free(*texts);
            *texts = NULL;
            return false;
        }
    }
    return true;
}

bool core_pose_take(PyObject *object, lw_pose *out)
{
    core_row row;
    bool taken = core_row_take_count(object, "a pose", 7, &row);
    if (taken) {
        const double *v = row.values;
        *out = (lw_pose){{v[0], v[1], v[2]}, {v[3], v[4], v[5], v[6]}};
    }
    core_row_free(&row);
    return taken;
}

PyObject *core_pose(lw_pose p)
{
    return Py_BuildValue("((ddd)(dddd))", p.position.x, p.position.y, p.position.z, p.orientation.x,
                         p.orientation.y, p.orientation.z, p.orientation.w);
}

PyObject *core_package(const char *module, const char *function, PyObject *argument)
{
    PyObject *of = argument ? PyImport_ImportModule(module) : NULL;
    PyObject *made = of ? PyObject_CallMethod(of, function, "(O)", argument) : NULL;
    core_drop(of);
    core_drop(argument);
    return made;
}

PyObject *core_ask_package(PyObject *object, const char *function)
{
    core_hold(object);
    return core_package("leeway._same", function, object);
}

PyObject *core_same(PyObject *a, PyObject *b, int how, const char *function)
{
    if ((how != Py_EQ && how != Py_NE) || Py_TYPE(a) != Py_TYPE(b)) {
        core_hold(Py_NotImplemented);
        return Py_NotImplemented;
    }
    PyObject *same = core_package("leeway._same", function, Py_BuildValue("(OO)", a, b));
    const int truth = same ? PyObject_IsTrue(same) : -1;
    core_drop(same);
    return truth < 0 ? NULL : PyBool_FromLong(truth == (how == Py_EQ));
}

Py_hash_t core_hash(PyObject *object, const char *function)
{
    PyObject *made = core_ask_package(object, function);
    const Py_hash_t hash = made ? (Py_hash_t)PyLong_AsSsize_t(made) : -1;
    core_drop(made);
    return hash;
}

PyObject *core_pose_value(lw_pose p)
{
    return core_package("leeway._pose", "pose_of", core_pose(p));
}

PyObject *core_vec3(lw_vec3 v)
{
    return Py_BuildValue("(ddd)", v.x, v.y, v.z);
}

PyObject *core_doubles(const double *values, size_t count)
{
    PyObject *tuple = PyTuple_New((Py_ssize_t)count);
    for (size_t i = 0; tuple && i < count; i++)
        if (PyTuple_SetItem(tuple, (Py_ssize_t)i, PyFloat_FromDouble(values[i]))) {
            core_drop(tuple);
            return NULL;
        }
    return tuple;
}

PyObject *core_text(const char *text)
{
    if (!text)
        Py_RETURN_NONE;
    return PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "surrogateescape");
}

/* ---- options ---------------------------------------------------------------------------------- */

static bool take_double(PyObject *value, const char *name, double *out)
{
    if (!PyUnicode_Check(value))
        *out = PyFloat_AsDouble(value);
    if (!PyUnicode_Check(value) && !PyErr_Occurred())
        return true;
    PyErr_Clear();
    core_raise(LW_ERROR_ARGUMENT, "%s takes a number", name);
    return false;
}

bool core_count_take(PyObject *value, const char *name, uint64_t most, uint64_t *out)
{
    PyObject *whole = PyNumber_Index(value);
    if (whole)
        *out = PyLong_AsUnsignedLongLong(whole);
    core_drop(whole);
    if (!PyErr_Occurred() && *out <= most)
        return true;
    PyErr_Clear();
    if (most == UINT64_MAX)
        core_raise(LW_ERROR_ARGUMENT, "%s takes a whole number from 0 on", name);
    else
        core_raise(LW_ERROR_ARGUMENT, "%s takes a whole number from 0 to %llu", name,
                   (unsigned long long)most);
    return false;
}

/* Writes the names of all methods, as in "auto, slab and sampled". */
static void list_methods(char *text, size_t size)
{
    size_t length = 0;
    for (lw_method method = LW_METHOD_AUTO; lw_method_name(method) && length < size; method++) {
        const char *between = lw_method_name((lw_method)(method + 1)) ? ", " : " and ";
        length += (size_t)snprintf(text + length, size - length, "%s%s", length ? between : "",
                                   lw_method_name(method));
    }
}

bool core_method_take(PyObject *value, lw_method *out)
{
    const char *name = PyUnicode_Check(value) ? PyUnicode_AsUTF8AndSize(value, NULL) : NULL;
    if (name && lw_method_from_name(name, out))
        return true;
    PyErr_Clear();
    char methods[256];
    list_methods(methods, sizeof methods);
    core_raise(LW_ERROR_ARGUMENT, "there is no method '%s': %s are", name ? name : "(not a text)",
               methods);
    return false;
}

static bool is_name(PyObject *name, const char *text)
{
    return !PyUnicode_CompareWithASCIIString(name, text);
}

static bool take_flag(PyObject *value, const char *name, bool *out)
{
    int truth = PyUnicode_Check(value) ? -1 : PyObject_IsTrue(value);
    *out = truth > 0;
    if (truth < 0 && !PyErr_Occurred())
        core_raise(LW_ERROR_ARGUMENT, "%s takes True or False", name);
    return truth >= 0;
}

bool core_option_take(PyObject *name, PyObject *value, lw_check_options *options)
{
    static const struct {
        const char *name;
        size_t offset;
    } numbers[] = {{"time_tolerance", offsetof(lw_check_options, time_tolerance)},
                   {"distance_tolerance", offsetof(lw_check_options, distance_tolerance)},
                   {"clearance_relative", offsetof(lw_check_options, clearance_relative)},
                   {"clearance_absolute", offsetof(lw_check_options, clearance_absolute)},
                   {"budget_seconds", offsetof(lw_check_options, budget_seconds)},
                   {"resolution", offsetof(lw_check_options, resolution)},
                   {"expansion", offsetof(lw_check_options, expansion)},
                   {"depth_tolerance", offsetof(lw_check_options, depth_tolerance)}};
    if (is_name(name, "clearance"))
        return take_flag(value, "clearance", &options->clearance);
    if (is_name(name, "any"))
        return take_flag(value, "any", &options->any);
    if (is_name(name, "unmeasured"))
        return take_flag(value, "unmeasured", &options->unmeasured);
    const bool fixed_pairs = is_name(name, "fixed_pairs");
    if (fixed_pairs || is_name(name, "leaving")) {
        bool flag = false;
        bool taken = take_flag(value, fixed_pairs ? "fixed_pairs" : "leaving", &flag);
        *(fixed_pairs ? &options->fixed_pairs : &options->leaving) = flag;
        return taken;
    }
    if (is_name(name, "limits")) {
        bool flag = false;
        bool taken = take_flag(value, "limits", &flag);
        options->limits = flag;
        return taken;
    }
    if (is_name(name, "method"))
        return core_method_take(value, &options->method);
    if (is_name(name, "budget_queries"))
        return core_count_take(value, "budget_queries", UINT64_MAX, &options->budget_queries);
    if (is_name(name, "budget_work"))
        return core_count_take(value, "budget_work", UINT64_MAX, &options->budget_work);
    if (is_name(name, "layers")) {
        uint64_t layers = 0;
        bool taken = core_count_take(value, "layers", UINT32_MAX, &layers);
        options->layers = (uint32_t)layers;
        return taken;
    }
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (is_name(name, numbers[i].name))
            return take_double(value, numbers[i].name, (double *)((char *)options + numbers[i].offset));
    PyErr_Format(PyExc_TypeError, "there is no option '%U'", name);
    return false;
}

/* Makes a text of UTF-8. */
static PyObject *make_text(const char *text, Py_ssize_t length)
{
    return PyUnicode_DecodeUTF8(text, length, "surrogateescape");
}

static PyObject *write_as(core_writer writer, const void *of,
                          PyObject *(*make)(const char *, Py_ssize_t))
{
    char few[2048];
    size_t length = 0;
    lw_error error;
    if (writer(of, few, sizeof few, &length, &error))
        return core_fail(&error);
    if (length < sizeof few)
        return make(few, (Py_ssize_t)length);
    char *text = malloc(length + 1);
    if (!text)
        return PyErr_NoMemory();
    PyObject *made = NULL;
    if (writer(of, text, length + 1, &length, &error))
        core_fail(&error);
    else
        made = make(text, (Py_ssize_t)length);
    free(text);
    return made;
}

PyObject *core_write(core_writer writer, const void *of)
{
    return write_as(writer, of, make_text);
}

PyObject *core_write_bytes(core_writer writer, const void *of)
{
    return write_as(writer, of, PyBytes_FromStringAndSize);
}
