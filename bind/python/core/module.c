/* The module leeway._core. */
#include "core.h"

#include <stdlib.h>
#include <string.h>

/* functions of the module, without an object */

static PyObject *version(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    return core_text(lw_version());
}

static PyObject *escape(PyObject *module, PyObject *arguments)
{
    (void)module;
    const char *text;
    Py_ssize_t length;
    if (!PyArg_ParseTuple(arguments, "s#", &text, &length))
        return NULL;
    size_t size = lw_text_escape(text, (size_t)length, NULL, 0);
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)size + 1);
    if (!bytes)
        return NULL;
    char *out = PyBytes_AsString(bytes);
    lw_text_escape(text, (size_t)length, out, size + 1);
    PyObject *made = PyUnicode_DecodeUTF8(out, (Py_ssize_t)size, "replace");
    core_drop(bytes);
    return made;
}

PyObject *core_motion_kind(lw_motion_kind kind)
{
    static const char *const names[] = {NULL,      "waypoints", "motions", "trajectory",
                                        "request", "jobs",      "scene",   "several lines"};
    return core_text(names[kind]);
}

static PyObject *motion_kind(PyObject *module, PyObject *arguments)
{
    (void)module;
    const char *text;
    Py_ssize_t length;
    return PyArg_ParseTuple(arguments, "s#", &text, &length)
               ? core_motion_kind(lw_motion_kind_of(text, (size_t)length))
               : NULL;
}

/* nearest(wanted, names): the index of the nearest name, or -1 */
static PyObject *nearest(PyObject *module, PyObject *arguments)
{
    (void)module;
    const char *wanted, **names;
    PyObject *list;
    size_t count;
    if (!PyArg_ParseTuple(arguments, "sO", &wanted, &list) ||
        !core_texts_take(list, "names", &names, &count))
        return NULL;
    int64_t found = lw_text_nearest(wanted, names, count);
    free(names);
    return PyLong_FromLongLong(found);
}

/* Appends the names of the services of a method; false if memory ran out. */
static bool add_services(lw_method method, PyObject *names)
{
    bool good = true;
    for (lw_service service = LW_SERVICE_FREE; good && lw_service_name(service); service++) {
        PyObject *name = lw_method_serves(method, service) ? core_text(lw_service_name(service)) : NULL;
        good = name ? !PyList_Append(names, name) : !PyErr_Occurred();
        core_drop(name);
    }
    return good;
}

/* A dictionary from the name of each method to a list of its services' names. */
static PyObject *methods(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    PyObject *all = PyDict_New();
    bool good = all;
    for (lw_method method = LW_METHOD_AUTO; good && lw_method_name(method); method++) {
        PyObject *names = PyList_New(0);
        good = names && add_services(method, names) &&
               !PyDict_SetItemString(all, lw_method_name(method), names);
        core_drop(names);
    }
    if (good)
        return all;
    core_drop(all);
    return NULL;
}

static PyObject *pose_from_rpy(PyObject *module, PyObject *arguments)
{
    (void)module;
    lw_vec3 p, r;
    return PyArg_ParseTuple(arguments, "(ddd)(ddd)", &p.x, &p.y, &p.z, &r.x, &r.y, &r.z)
               ? core_pose(lw_pose_from_rpy(p, r.x, r.y, r.z))
               : NULL;
}

static PyObject *pose_compose(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *first, *second;
    lw_pose a, b;
    return PyArg_ParseTuple(arguments, "OO", &first, &second) && core_pose_take(first, &a) &&
                   core_pose_take(second, &b)
               ? core_pose(lw_pose_compose(a, b))
               : NULL;
}

static PyObject *pose_inverse(PyObject *module, PyObject *given)
{
    (void)module;
    lw_pose a;
    return core_pose_take(given, &a) ? core_pose(lw_pose_inverse(a)) : NULL;
}

static PyObject *pose_point(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *first;
    lw_pose a;
    lw_vec3 p;
    return PyArg_ParseTuple(arguments, "O(ddd)", &first, &p.x, &p.y, &p.z) && core_pose_take(first, &a)
               ? core_vec3(lw_pose_point(a, p))
               : NULL;
}

static PyMethodDef functions[] = {
    {"version", version, METH_NOARGS, NULL},
    {"escape", escape, METH_VARARGS, NULL},
    {"nearest", nearest, METH_VARARGS, NULL},
    {"motion_kind", motion_kind, METH_VARARGS, NULL},
    {"methods", methods, METH_NOARGS, NULL},
    {"planar_algorithms", core_planar_algorithms, METH_NOARGS, NULL},
    {"pose_from_rpy", pose_from_rpy, METH_VARARGS, NULL},
    {"pose_compose", pose_compose, METH_VARARGS, NULL},
    {"pose_inverse", pose_inverse, METH_O, NULL},
    {"pose_point", pose_point, METH_VARARGS, NULL},
    {"cloud_read", core_cloud_read, METH_VARARGS, NULL},
    {"octree_read", core_octree_read, METH_VARARGS, NULL},
    {"heights_read", core_heights_read, METH_VARARGS, NULL},
    {"depths_read", core_depths_read, METH_VARARGS, NULL},
    {"seen", core_seen, METH_VARARGS, NULL},
    {"mesh_read", core_mesh_read, METH_VARARGS, NULL},
    {"time_path", core_time_path, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

PyMODINIT_FUNC PyInit__core(void);

PyMODINIT_FUNC PyInit__core(void)
{
    static PyModuleDef definition = {.m_base = PyModuleDef_HEAD_INIT,
                                     .m_name = "leeway._core",
                                     .m_doc = "The library's handles.",
                                     .m_size = -1,
                                     .m_methods = functions};
    PyObject *module = PyModule_Create(&definition);
    if (!module)
        return NULL;
    if (core_workers_ready() && core_values_ready(module) && core_shape_ready(module) &&
        core_scene_ready(module) && core_joints_ready(module) && core_motion_ready(module) &&
        core_verdict_ready(module) && core_planner_ready(module) && core_roadmap_ready(module) &&
        core_cell_ready(module) && core_page_ready(module) && core_convex_ready(module) &&
        core_gate_ready(module) && core_running_ready(module) && core_polygon_ready(module) &&
        core_srdf_ready(module) && core_reader_ready(module))
        return module;
    core_drop(module);
    return NULL;
}
