/* Shapes: a description with arrays of its own, and the shared shape, which is made at its first
 * use. */
#include "core.h"

#include <stdlib.h>
#include <string.h>

PyTypeObject *core_shape_type;

core_shape *core_shape_of(PyObject *object)
{
    if (PyObject_TypeCheck(object, core_shape_type))
        return (core_shape *)object;
    core_raise(LW_ERROR_ARGUMENT, "this takes a shape, such as leeway.Box(0.1, 0.1, 0.1)");
    return NULL;
}

lw_shape *core_shape_shared(core_shape *shape)
{
    lw_error error;
    if (!shape->shape && lw_shape_create(&shape->def, &shape->shape, &error))
        core_fail(&error);
    return shape->shape;
}

static void shape_free(PyObject *object)
{
    core_shape *self = (core_shape *)object;
    lw_shape_destroy(self->shape);
    free((void *)self->def.vertices);
    free((void *)self->def.triangles);
    free((void *)self->def.cells);
    free((void *)self->def.heights);
    free((void *)self->def.depths);
    core_free(object);
}

/* A copy of the bytes of a buffer; NULL if there are none. */
static void *copy_bytes(const Py_buffer *view)
{
    void *copy = view->len ? malloc((size_t)view->len) : NULL;
    if (copy)
        memcpy(copy, view->buf, (size_t)view->len);
    return copy;
}

/* Shape(kind, size, radius, length, rounding, vertices, triangles, surface, cells, unknown, heights,
 * columns, (spacing x, spacing y, floor), depths, camera): arrays as bytes; those from `cells` on may
 * be left out, as in pickles of older versions. */
static PyObject *shape_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    int kind, surface;
    lw_shape_def def = lw_default_shape();
    Py_buffer vertices, triangles, cells = {.len = 0}, heights = {.len = 0}, depths = {.len = 0};
    Py_ssize_t columns = 0;
    int unknown = LW_UNKNOWN_UNSAID;
    if (keywords && PyDict_Size(keywords))
        return core_raise(LW_ERROR_ARGUMENT, "a shape takes no keywords");
    if (!PyArg_ParseTuple(arguments, "i(ddd)dddy*y*p|y*iy*n(ddd)y*(dddddddd)", &kind, &def.size.x,
                          &def.size.y, &def.size.z, &def.radius, &def.length, &def.rounding, &vertices,
                          &triangles, &surface, &cells, &unknown, &heights, &columns, &def.spacing_x,
                          &def.spacing_y, &def.floor, &depths, &def.camera.fx, &def.camera.fy,
                          &def.camera.cx, &def.camera.cy, &def.camera.near_z, &def.camera.far_z,
                          &def.camera.error, &def.camera.relative_error))
        return NULL;
    core_shape *self = (core_shape *)PyType_GenericAlloc(type, 0);
    if (self) {
        self->def = def;
        self->def.kind = (lw_shape_kind)kind;
        self->def.mesh_mode = surface ? LW_MESH_SURFACE : LW_MESH_SOLID;
        self->def.vertex_count = (size_t)vertices.len / (3 * sizeof(double));
        self->def.vertices = copy_bytes(&vertices);
        self->def.triangle_count = (size_t)triangles.len / (3 * sizeof(uint32_t));
        self->def.triangles = copy_bytes(&triangles);
        self->def.cell_count = (size_t)cells.len / (5 * sizeof(int32_t));
        self->def.cells = copy_bytes(&cells);
        self->def.unknown = (lw_unknown)unknown;
        self->def.columns = columns > 0 ? (size_t)columns : 0;
        const size_t grid = (size_t)heights.len / sizeof(double) + (size_t)depths.len / sizeof(float);
        self->def.rows = columns > 0 ? grid / (size_t)columns : 0;
        self->def.depths = copy_bytes(&depths);
        self->def.heights = copy_bytes(&heights);
        if ((vertices.len && !self->def.vertices) || (triangles.len && !self->def.triangles) ||
            (cells.len && !self->def.cells) || (heights.len && !self->def.heights) ||
            (depths.len && !self->def.depths)) {
            core_drop(self);
            self = NULL;
            PyErr_NoMemory();
        }
    }
    PyBuffer_Release(&vertices);
    PyBuffer_Release(&triangles);
    if (cells.obj)
        PyBuffer_Release(&cells);
    if (heights.obj)
        PyBuffer_Release(&heights);
    if (depths.obj)
        PyBuffer_Release(&depths);
    return (PyObject *)self;
}

PyObject *core_shape_tuple(const lw_shape_def *def)
{
    return Py_BuildValue(
        "(i(ddd)dddy#y#Ny#iy#n(ddd)y#(dddddddd))", (int)def->kind, def->size.x, def->size.y,
        def->size.z, def->radius, def->length, def->rounding,
        def->vertices ? (const char *)def->vertices : "",
        (Py_ssize_t)(def->vertices ? def->vertex_count * 3 * sizeof(double) : 0),
        def->triangles ? (const char *)def->triangles : "",
        (Py_ssize_t)(def->triangles ? def->triangle_count * 3 * sizeof(uint32_t) : 0),
        PyBool_FromLong(def->mesh_mode == LW_MESH_SURFACE), def->cells ? (const char *)def->cells : "",
        (Py_ssize_t)(def->cells ? def->cell_count * 5 * sizeof(int32_t) : 0), (int)def->unknown,
        def->heights ? (const char *)def->heights : "",
        (Py_ssize_t)(def->heights ? def->rows * def->columns * sizeof(double) : 0),
        (Py_ssize_t)def->columns, def->spacing_x, def->spacing_y, def->floor,
        def->depths ? (const char *)def->depths : "",
        (Py_ssize_t)(def->depths ? def->rows * def->columns * sizeof(float) : 0), def->camera.fx,
        def->camera.fy, def->camera.cx, def->camera.cy, def->camera.near_z, def->camera.far_z,
        def->camera.error, def->camera.relative_error);
}

static PyObject *shape_tuple(PyObject *object, PyObject *unused)
{
    (void)unused;
    return core_shape_tuple(&((core_shape *)object)->def);
}

/* _check(): makes the shared shape, and so finds errors. */
static PyObject *shape_check(PyObject *object, PyObject *unused)
{
    (void)unused;
    if (!core_shape_shared((core_shape *)object))
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *shape_memory(PyObject *object, void *unused)
{
    (void)unused;
    return PyLong_FromSize_t(lw_shape_memory(((core_shape *)object)->shape));
}

/* _distance(pose, other, pose) */
static PyObject *shape_distance(PyObject *object, PyObject *arguments)
{
    PyObject *place, *other, *other_place;
    core_shape *second;
    lw_pose a, b;
    lw_distance distance;
    lw_error error;
    if (!PyArg_ParseTuple(arguments, "OOO", &place, &other, &other_place) ||
        !(second = core_shape_of(other)) || !core_pose_take(place, &a) ||
        !core_pose_take(other_place, &b))
        return NULL;
    if (lw_shape_distance(&((core_shape *)object)->def, a, &second->def, b, &distance, &error))
        return core_fail(&error);
    return core_distance(&distance);
}

/* _mesh_info(): the counts of the mesh, and those of its components */
static PyObject *shape_mesh_info(PyObject *object, PyObject *unused)
{
    (void)unused;
    const lw_shape_def *def = &((core_shape *)object)->def;
    lw_mesh_info info = lw_default_mesh_info();
    lw_error error;
    if (lw_shape_mesh_info(def, &info, NULL, 0, &error))
        return core_fail(&error);
    size_t count = info.component_count;
    lw_component_info *parts = calloc(count + 1, sizeof *parts);
    if (!parts)
        return PyErr_NoMemory();
    parts[0] = lw_default_component_info();
    PyObject *list = NULL;
    if (lw_shape_mesh_info(def, &info, parts, count, &error))
        core_fail(&error);
    else
        list = PyList_New((Py_ssize_t)count);
    for (size_t i = 0; list && i < count; i++) {
        const lw_component_info *p = &parts[i];
        PyObject *item =
            Py_BuildValue("(nNNNnNN)", (Py_ssize_t)p->triangle_count, PyBool_FromLong(p->closed),
                          PyBool_FromLong(p->repaired), PyBool_FromLong(p->hollow),
                          (Py_ssize_t)p->open_edges, core_vec3(p->low), core_vec3(p->high));
        if (!item || PyList_SetItem(list, (Py_ssize_t)i, item))
            Py_CLEAR(list);
    }
    free(parts);
    if (!list)
        return NULL;
    return Py_BuildValue("(nnnnnnN)", (Py_ssize_t)info.triangle_count, (Py_ssize_t)info.left_out,
                         (Py_ssize_t)info.segment_count, (Py_ssize_t)info.closed_count,
                         (Py_ssize_t)info.repaired_count, (Py_ssize_t)info.cavity_count, list);
}

/* mesh_read(path, scale): the bytes of the vertices and of the triangles of a mesh file */
PyObject *core_mesh_read(PyObject *module, PyObject *arguments)
{
    (void)module;
    const char *path;
    lw_vec3 scale;
    lw_error error;
    lw_shape_def mesh = lw_default_shape();
    if (!PyArg_ParseTuple(arguments, "s(ddd)", &path, &scale.x, &scale.y, &scale.z))
        return NULL;
    lw_status status;
    Py_BEGIN_ALLOW_THREADS;
    status = lw_mesh_read(path, scale, &mesh, &error);
    Py_END_ALLOW_THREADS;
    if (status)
        return core_fail(&error);
    PyObject *made = Py_BuildValue("(y#y#)", (const char *)mesh.vertices,
                                   (Py_ssize_t)(3 * mesh.vertex_count * sizeof *mesh.vertices),
                                   (const char *)mesh.triangles,
                                   (Py_ssize_t)(3 * mesh.triangle_count * sizeof *mesh.triangles));
    lw_mesh_free(&mesh);
    return made;
}

/* cloud_read(path): the bytes of the points of a cloud's file */
PyObject *core_cloud_read(PyObject *module, PyObject *arguments)
{
    (void)module;
    const char *path;
    lw_error error;
    lw_shape_def cloud = lw_default_shape();
    if (!PyArg_ParseTuple(arguments, "s", &path))
        return NULL;
    lw_status status;
    Py_BEGIN_ALLOW_THREADS;
    status = lw_cloud_read(path, &cloud, &error);
    Py_END_ALLOW_THREADS;
    if (status)
        return core_fail(&error);
    PyObject *made = PyBytes_FromStringAndSize(
        (const char *)cloud.vertices, (Py_ssize_t)(3 * cloud.vertex_count * sizeof *cloud.vertices));
    lw_cloud_free(&cloud);
    return made;
}

/* octree_read(path, threshold): the bytes of the cells of an octree's file, and the resolution */
PyObject *core_octree_read(PyObject *module, PyObject *arguments)
{
    (void)module;
    const char *path;
    double threshold;
    lw_error error;
    lw_shape_def octree = lw_default_shape();
    if (!PyArg_ParseTuple(arguments, "sd", &path, &threshold))
        return NULL;
    lw_status status;
    Py_BEGIN_ALLOW_THREADS;
    status = lw_octree_read(path, threshold, &octree, &error);
    Py_END_ALLOW_THREADS;
    if (status)
        return core_fail(&error);
    PyObject *made =
        Py_BuildValue("(y#d)", octree.cells ? (const char *)octree.cells : "",
                      (Py_ssize_t)(5 * octree.cell_count * sizeof *octree.cells), octree.length);
    lw_octree_free(&octree);
    return made;
}

/* heights_read(path, scale): the bytes of the heights of a file, and how many columns they have */
PyObject *core_heights_read(PyObject *module, PyObject *arguments)
{
    (void)module;
    const char *path;
    lw_vec3 spacing = {1, 1, 1};
    lw_error error;
    lw_shape_def field = lw_default_shape();
    if (!PyArg_ParseTuple(arguments, "sd", &path, &spacing.z))
        return NULL;
    lw_status status;
    Py_BEGIN_ALLOW_THREADS;
    status = lw_heights_read(path, spacing, 0, &field, &error);
    Py_END_ALLOW_THREADS;
    if (status)
        return core_fail(&error);
    PyObject *made = Py_BuildValue("(y#n)", (const char *)field.heights,
                                   (Py_ssize_t)(field.rows * field.columns * sizeof *field.heights),
                                   (Py_ssize_t)field.columns);
    lw_heights_free(&field);
    return made;
}

/* depths_read(path, scale): the bytes of the depths of a file, and how many columns they have */
PyObject *core_depths_read(PyObject *module, PyObject *arguments)
{
    (void)module;
    const char *path;
    double scale;
    lw_error error;
    lw_shape_def image = lw_default_shape();
    if (!PyArg_ParseTuple(arguments, "sd", &path, &scale))
        return NULL;
    lw_status status;
    Py_BEGIN_ALLOW_THREADS;
    status = lw_depth_image_read(path, scale, &image, &error);
    Py_END_ALLOW_THREADS;
    if (status)
        return core_fail(&error);
    PyObject *made = Py_BuildValue("(y#n)", (const char *)image.depths,
                                   (Py_ssize_t)(image.rows * image.columns * sizeof *image.depths),
                                   (Py_ssize_t)image.columns);
    lw_depth_image_free(&image);
    return made;
}

/* Views from a sequence of (shape, pose), for the caller to free. NULL with an exception. */
static lw_view *take_views(PyObject *given, Py_ssize_t *count)
{
    *count = PySequence_Size(given);
    lw_view *views = *count < 0 ? NULL : calloc((size_t)*count + 1, sizeof *views);
    bool ready = views != NULL;
    if (*count >= 0 && !views)
        PyErr_NoMemory();
    for (Py_ssize_t i = 0; i < *count && ready; i++) {
        PyObject *one = PySequence_GetItem(given, i);
        PyObject *shape;
        PyObject *at;
        ready = one && PyArg_ParseTuple(one, "OO", &shape, &at);
        core_shape *image = ready ? core_shape_of(shape) : NULL;
        ready = image && core_pose_take(at, &views[i].pose);
        if (ready)
            views[i].image = &image->def;
        Py_XDECREF(one); /* the sequence keeps it */
    }
    if (!ready) {
        free(views);
        return NULL;
    }
    return views;
}

PyObject *core_seen_by(PyObject *given, double resolution, const lw_motion *robots, double time,
                       double margin)
{
    Py_ssize_t count;
    lw_error error;
    lw_shape_def octree = lw_default_shape();
    lw_view *views = take_views(given, &count);
    lw_status status;
    if (!views)
        return NULL;
    Py_BEGIN_ALLOW_THREADS;
    status = lw_seen_octree(views, (size_t)count, resolution, robots, time, margin, &octree, &error);
    Py_END_ALLOW_THREADS;
    free(views);
    if (status)
        return core_fail(&error);
    PyObject *made = PyBytes_FromStringAndSize(
        (const char *)octree.cells, (Py_ssize_t)(5 * octree.cell_count * sizeof *octree.cells));
    lw_octree_free(&octree);
    return made;
}

/* seen(views, resolution): the bytes of the cells of the octree that views have seen */
PyObject *core_seen(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *views;
    double resolution;
    if (!PyArg_ParseTuple(arguments, "Od", &views, &resolution))
        return NULL;
    return core_seen_by(views, resolution, NULL, 0, 0);
}

bool core_shape_ready(PyObject *module)
{
    static PyGetSetDef attributes[] = {
        {"memory", shape_memory, NULL, "How many bytes scenes share of it; 0: none has it yet.", NULL},
        {NULL, NULL, NULL, NULL, NULL},
    };
    static PyMethodDef methods[] = {
        {"_tuple", shape_tuple, METH_NOARGS, NULL},
        {"_check", shape_check, METH_NOARGS, NULL},
        {"_distance", shape_distance, METH_VARARGS, NULL},
        {"_mesh_info", shape_mesh_info, METH_NOARGS, NULL},
        {NULL, NULL, 0, NULL},
    };
    PyType_Slot slots[] = {
        {Py_tp_new, CORE_SLOT(shape_new)},
        {Py_tp_dealloc, CORE_SLOT(shape_free)},
        {Py_tp_getset, attributes},
        {Py_tp_methods, methods},
        {0, NULL},
    };
    PyType_Spec spec = {.name = "leeway._core.Shape",
                        .basicsize = sizeof(core_shape),
                        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                        .slots = slots};
    return (core_shape_type = core_type(module, &spec)) != NULL;
}
