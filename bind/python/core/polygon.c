/* Convex shapes in the plane and their distances, one pair or many. */
#include "core.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct polygon_object {
    PyObject_HEAD lw_polygon *polygon;
} polygon_object;

static PyTypeObject *polygon_type;

static void polygon_free(PyObject *object)
{
    lw_polygon_destroy(((polygon_object *)object)->polygon);
    core_free(object);
}

/* Polygon(vertices as rows x y, radius) */
static PyObject *polygon_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    PyObject *vertices;
    double radius;
    core_rows rows;
    lw_error error;
    polygon_object *self = NULL;
    if (keywords && PyDict_Size(keywords))
        return core_raise(LW_ERROR_ARGUMENT, "a polygon takes no keywords here");
    if (!PyArg_ParseTuple(arguments, "Od", &vertices, &radius))
        return NULL;
    if (core_rows_take(vertices, "vertices", &rows)) {
        if (rows.width != 2 || (rows.count > 1 && rows.stride != 2))
            core_raise(LW_ERROR_ARGUMENT, "vertices are rows x y, one after the other");
        else if ((self = (polygon_object *)PyType_GenericAlloc(type, 0)) &&
                 lw_polygon_create(rows.values, rows.count, radius, &self->polygon, &error)) {
            core_fail(&error);
            core_drop(self);
            self = NULL;
        }
    }
    core_rows_free(&rows);
    return (PyObject *)self;
}

static PyObject *polygon_vertices(PyObject *object, PyObject *unused)
{
    (void)unused;
    const lw_polygon *polygon = ((polygon_object *)object)->polygon;
    size_t count = lw_polygon_count(polygon);
    PyObject *list = PyList_New((Py_ssize_t)count);
    for (size_t i = 0; list && i < count; i++) {
        lw_vec2 v = lw_polygon_vertex(polygon, i);
        if (PyList_SetItem(list, (Py_ssize_t)i, Py_BuildValue("(dd)", v.x, v.y)))
            Py_CLEAR(list);
    }
    return list;
}

/* Takes a pose x y angle. */
static bool take_pose(PyObject *object, lw_pose2 *out)
{
    core_row row;
    bool taken = core_row_take_count(object, "a pose in the plane", 3, &row);
    if (taken)
        *out = lw_pose2_from_angle(row.values[0], row.values[1], row.values[2]);
    core_row_free(&row);
    return taken;
}

static PyObject *separation_tuple(const lw_separation *s)
{
    return Py_BuildValue("(dd((dd)(dd))(dd)d)", s->lower, s->upper, s->points[0].x, s->points[0].y,
                         s->points[1].x, s->points[1].y, s->normal.x, s->normal.y, s->depth);
}

/* _ask(what, pose, other, pose): "touches", "distance", or "separation" */
static PyObject *polygon_ask(PyObject *object, PyObject *arguments)
{
    const char *what;
    PyObject *first, *other, *second;
    lw_pose2 a, b;
    if (!PyArg_ParseTuple(arguments, "sOO!O", &what, &first, polygon_type, &other, &second) ||
        !take_pose(first, &a) || !take_pose(second, &b))
        return NULL;
    const lw_polygon *p = ((polygon_object *)object)->polygon, *q = ((polygon_object *)other)->polygon;
    lw_separation separation;
    if (!strcmp(what, "touches"))
        return PyBool_FromLong(lw_polygon_touches(p, a, q, b));
    if (!strcmp(what, "distance"))
        return PyFloat_FromDouble(lw_polygon_distance(p, a, q, b, NULL));
    lw_polygon_separation(p, a, q, b, NULL, &separation);
    return separation_tuple(&separation);
}

bool core_planar_algorithm(const char *name, lw_planar_algorithm *out)
{
    char names[256] = "";
    size_t length = 0;
    if (lw_planar_algorithm_from_name(name, out))
        return true;
    for (int i = 0; lw_planar_algorithm_name((lw_planar_algorithm)i) && length < sizeof names; i++)
        length += (size_t)snprintf(names + length, sizeof names - length, "%s%s", i ? ", " : "",
                                   lw_planar_algorithm_name((lw_planar_algorithm)i));
    core_raise(LW_ERROR_ARGUMENT, "there is no planar algorithm '%s'; there are %s", name, names);
    return false;
}

/* _ask_by(what, algorithm, pose, other, pose): "touches" or "separation"; the answer, and the algorithm
 * that gave it */
static PyObject *polygon_ask_by(PyObject *object, PyObject *arguments)
{
    const char *what, *name;
    PyObject *first, *other, *second, *answer;
    lw_polygon_pair pair;
    lw_planar_algorithm algorithm, answered;
    lw_separation separation;
    bool touches;
    lw_error error;
    if (!PyArg_ParseTuple(arguments, "ssOO!O", &what, &name, &first, polygon_type, &other, &second) ||
        !core_planar_algorithm(name, &algorithm) || !take_pose(first, &pair.pose_a) ||
        !take_pose(second, &pair.pose_b))
        return NULL;
    pair.a = ((polygon_object *)object)->polygon;
    pair.b = ((polygon_object *)other)->polygon;
    if (!strcmp(what, "touches"))
        answer = lw_polygon_touches_by(algorithm, &pair, &touches, &answered, &error)
                     ? core_fail(&error)
                     : PyBool_FromLong(touches);
    else
        answer = lw_polygon_separation_by(algorithm, &pair, &separation, &answered, &error)
                     ? core_fail(&error)
                     : separation_tuple(&separation);
    return answer ? Py_BuildValue("(Ns)", answer, lw_planar_algorithm_name(answered)) : NULL;
}

PyObject *core_planar_algorithms(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    PyObject *all = PyList_New(0);
    for (int i = 0; all && lw_planar_algorithm_name((lw_planar_algorithm)i); i++) {
        PyObject *name = core_text(lw_planar_algorithm_name((lw_planar_algorithm)i));
        if (!name || PyList_Append(all, name))
            Py_CLEAR(all);
        core_drop(name);
    }
    return all;
}

/* _separations(poses, other, poses, out): rows x y angle; out: room for the separations. track: tracks
 * the nearest features from one row to the next. */
static PyObject *polygon_many(PyObject *object, PyObject *arguments)
{
    PyObject *first, *other, *second;
    Py_buffer out;
    int track;
    if (!PyArg_ParseTuple(arguments, "OO!Ow*p", &first, polygon_type, &other, &second, &out, &track))
        return NULL;
    core_rows a = {0}, b = {0};
    bool fits = core_rows_take(first, "poses", &a) && core_rows_take(second, "poses", &b);
    if (fits && (a.width != 3 || b.width != 3 || a.count != b.count ||
                 (size_t)out.len != a.count * sizeof(lw_separation))) {
        core_raise(LW_ERROR_ARGUMENT, "poses are rows x y angle, as many of the one as of the other");
        fits = false;
    }
    const lw_polygon *p = ((polygon_object *)object)->polygon, *q = ((polygon_object *)other)->polygon;
    lw_polygon_features features;
    lw_polygon_memory memory;
    memset(&features, 0, sizeof features);
    memset(&memory, 0, sizeof memory);
    lw_separation *answers = out.buf;
    for (size_t i = 0; fits && i < a.count; i++) {
        const double *u = a.values + i * a.stride, *v = b.values + i * b.stride;
        lw_pose2 here = lw_pose2_from_angle(u[0], u[1], u[2]);
        lw_pose2 there = lw_pose2_from_angle(v[0], v[1], v[2]);
        if (track)
            lw_polygon_track(p, here, q, there, &features, &answers[i]);
        else
            lw_polygon_separation(p, here, q, there, &memory, &answers[i]);
    }
    core_rows_free(&a);
    core_rows_free(&b);
    PyBuffer_Release(&out);
    if (!fits)
        return NULL;
    Py_RETURN_NONE;
}

bool core_polygon_ready(PyObject *module)
{
    static PyMethodDef methods[] = {
        {"_vertices", polygon_vertices, METH_NOARGS, NULL},
        {"_ask", polygon_ask, METH_VARARGS, NULL},
        {"_ask_by", polygon_ask_by, METH_VARARGS, NULL},
        {"_separations", polygon_many, METH_VARARGS, NULL},
        {NULL, NULL, 0, NULL},
    };
    PyType_Slot slots[] = {
        {Py_tp_new, CORE_SLOT(polygon_new)},
        {Py_tp_dealloc, CORE_SLOT(polygon_free)},
        {Py_tp_methods, methods},
        {0, NULL},
    };
    PyType_Spec spec = {.name = "leeway._core.Polygon",
                        .basicsize = sizeof(polygon_object),
                        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                        .slots = slots};
    return (polygon_type = core_type(module, &spec)) != NULL;
}
