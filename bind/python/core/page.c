/* Pages: HTML files that show a scene and its motions. */
#include "planner.h"

#include <string.h>

typedef struct page_object {
    PyObject_HEAD core_scene *scene;
    PyObject *title, *viewer; /* bytes, held for the page */
    lw_page *page;
    bool busy; /* a call runs */
} page_object;

static void page_free(PyObject *object)
{
    page_object *self = (page_object *)object;
    lw_page_destroy(self->page);
    core_drop(self->title);
    core_drop(self->viewer);
    core_drop(self->scene);
    core_free(object);
}

/* Page(scene, title as bytes, report, covers, near, viewer as bytes or None) */
static PyObject *page_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    PyObject *given, *title, *viewer;
    int report, covers;
    core_scene *scene;
    lw_page_options options = lw_default_page_options();
    if (keywords && PyDict_Size(keywords))
        return core_raise(LW_ERROR_ARGUMENT, "a page takes no keywords here");
    if (!PyArg_ParseTuple(arguments, "OSppdO", &given, &title, &report, &covers, &options.near,
                          &viewer) ||
        !(scene = core_scene_frozen(given)))
        return NULL;
    page_object *self = (page_object *)PyType_GenericAlloc(type, 0);
    if (!self)
        return NULL;
    core_hold(scene);
    core_hold(title);
    self->scene = scene;
    self->title = title;
    options.title = PyBytes_AsString(title);
    options.report = report;
    options.covers = covers;
    if (viewer != Py_None) {
        char *bytes;
        Py_ssize_t size;
        if (PyBytes_AsStringAndSize(viewer, &bytes, &size)) {
            core_drop(self);
            return NULL;
        }
        core_hold(viewer);
        self->viewer = viewer;
        options.viewer = bytes;
        options.viewer_size = (size_t)size;
    }
    lw_error error;
    if (!lw_page_create(scene->scene, &options, &self->page, &error))
        return (PyObject *)self;
    core_drop(self);
    return core_fail(&error);
}

static bool page_begin(page_object *self)
{
    if (!self->busy)
        return self->busy = true;
    core_raise(LW_ERROR_STATE, "a page takes one call at a time");
    return false;
}

enum { MOST_METHODS = 8 };

/* Takes methods by name. */
static bool take_methods(PyObject *names, lw_method methods[MOST_METHODS], size_t *count)
{
    *count = (size_t)PyTuple_Size(names);
    if (*count > MOST_METHODS) {
        core_raise(LW_ERROR_ARGUMENT, "a motion is shown by %d methods at most", MOST_METHODS);
        return false;
    }
    for (size_t i = 0; i < *count; i++) {
        const char *name = PyUnicode_AsUTF8AndSize(PyTuple_GetItem(names, (Py_ssize_t)i), NULL);
        if (!name)
            return false;
        if (!lw_method_from_name(name, &methods[i])) {
            core_raise(LW_ERROR_ARGUMENT, "there is no method '%s'", name);
            return false;
        }
    }
    return true;
}

static bool take_options(PyObject *given, lw_check_options *options)
{
    PyObject *name, *value;
    Py_ssize_t place = 0;
    while (PyDict_Next(given, &place, &name, &value))
        if (!core_option_take(name, value, options))
            return false;
    return true;
}

/* _add(motion, verdict or None, id as JSON text, name or None, samples, bounds, self, links, claims,
 * methods, options) */
static PyObject *page_add(PyObject *object, PyObject *arguments)
{
    page_object *self = (page_object *)object;
    PyObject *given, *verdict, *names, *options;
    Py_ssize_t samples, bounds;
    int own, links, claims;
    lw_method methods[MOST_METHODS];
    core_call call = {0};
    lw_check_options asked = lw_default_check_options();
    lw_page_motion shown = lw_default_page_motion();
    core_motion *motion;
    if (!PyArg_ParseTuple(arguments, "OOzznnpppO!O!", &given, &verdict, &shown.id, &shown.name,
                          &samples, &bounds, &own, &links, &claims, &PyTuple_Type, &names, &PyDict_Type,
                          &options) ||
        !(motion = core_motion_of(given, self->scene)) ||
        (verdict != Py_None && !(shown.verdict = core_verdict_of(verdict, motion))) ||
        !take_methods(names, methods, &shown.method_count) || !take_options(options, &asked))
        return NULL;
    if (samples < 0 || bounds < 0)
        return core_raise(LW_ERROR_ARGUMENT, "samples and bounds are counts");
    if (!page_begin(self))
        return NULL;
    asked.stop = core_call_stop;
    asked.stop_context = &call;
    shown.motion = motion->motion;
    shown.options = &asked;
    shown.samples = (size_t)samples;
    shown.bounds = (size_t)bounds;
    shown.self = own;
    shown.links = links;
    shown.claims = claims;
    shown.methods = methods;
    lw_error error;
    core_call_begin(&call);
    lw_status status = lw_page_add(self->page, &shown, &error);
    core_call_end(&call);
    self->busy = false;
    if (PyErr_Occurred())
        return NULL;
    if (status)
        return core_fail(&error);
    Py_RETURN_NONE;
}

/* _roadmap(roadmap, link as robot and name, or None) */
static PyObject *page_roadmap(PyObject *object, PyObject *arguments)
{
    page_object *self = (page_object *)object;
    PyObject *given;
    const char *robot, *name;
    int64_t link = -1;
    lw_error error;
    if (!PyArg_ParseTuple(arguments, "O!zz", core_roadmap_type, &given, &robot, &name))
        return NULL;
    core_roadmap *roadmap = (core_roadmap *)given;
    if (roadmap->planner->scene != self->scene)
        return core_raise(LW_ERROR_ARGUMENT, "the roadmap is of another scene than the page");
    if (name && (link = lw_scene_find_link(self->scene->scene, robot, name)) < 0)
        return core_raise(LW_ERROR_NAME, "there is no link '%s', or several robots have one", name);
    if (!page_begin(self))
        return NULL;
    lw_status status = LW_ERROR_STATE;
    if (core_planner_begin(roadmap->planner)) {
        status = lw_page_set_roadmap(self->page, roadmap->roadmap, link, &error);
        roadmap->planner->busy = false;
        if (status)
            core_fail(&error);
    }
    self->busy = false;
    if (status)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *page_count(PyObject *object, void *unused)
{
    (void)unused;
    return PyLong_FromSize_t(lw_page_motion_count(((page_object *)object)->page));
}

/* Appends a part to a list. */
static lw_status take_part(void *context, const char *bytes, size_t size)
{
    PyObject *part = PyBytes_FromStringAndSize(bytes, (Py_ssize_t)size);
    bool taken = part && !PyList_Append(context, part);
    core_drop(part);
    return taken ? LW_OK : LW_ERROR_MEMORY;
}

/* _parts(): the page as a list of bytes. */
static PyObject *page_parts(PyObject *object, PyObject *unused)
{
    (void)unused;
    page_object *self = (page_object *)object;
    lw_error error;
    PyObject *parts = page_begin(self) ? PyList_New(0) : NULL;
    if (!parts)
        return NULL;
    lw_status status = lw_page_write(self->page, take_part, parts, &error);
    self->busy = false;
    if (!status)
        return parts;
    core_drop(parts);
    return PyErr_Occurred() ? NULL : core_fail(&error);
}

bool core_page_ready(PyObject *module)
{
    static PyMethodDef methods[] = {
        {"_add", page_add, METH_VARARGS, NULL},
        {"_roadmap", page_roadmap, METH_VARARGS, NULL},
        {"_parts", page_parts, METH_NOARGS, NULL},
        {NULL, NULL, 0, NULL},
    };
    static PyGetSetDef attributes[] = {
        {"motion_count", page_count, NULL, "How many motions it shows.", NULL},
        {NULL, NULL, NULL, NULL, NULL},
    };
    PyType_Slot slots[] = {
        {Py_tp_new, CORE_SLOT(page_new)},
        {Py_tp_dealloc, CORE_SLOT(page_free)},
        {Py_tp_methods, methods},
        {Py_tp_getset, attributes},
        {0, NULL},
    };
    PyType_Spec spec = {.name = "leeway._core.Page",
                        .basicsize = sizeof(page_object),
                        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                        .slots = slots};
    return core_type(module, &spec) != NULL;
}
