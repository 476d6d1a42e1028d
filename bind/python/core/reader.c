/* Motions from files, one at a time. */
#include "core.h"

#include <string.h>

typedef struct reader_object {
    PyObject_HEAD core_scene *scene;
    lw_motion_reader *reader;
    PyObject *defaults; /* robot, group, interpolation, no_wrap, no_approach */
    bool busy;
} reader_object;

static void reader_free(PyObject *object)
{
    reader_object *self = (reader_object *)object;
    lw_motion_reader_close(self->reader);
    core_drop(self->defaults);
    core_drop(self->scene);
    core_free(object);
}

/* Reader(scene, path, format, robot, group, interpolation, no_wrap, no_approach) */
static PyObject *reader_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    PyObject *given;
    const char *path;
    int format, interpolation, no_wrap, no_approach;
    core_scene *scene;
    lw_motion_defaults defaults = lw_default_motion_defaults();
    lw_error error;
    if (keywords && PyDict_Size(keywords))
        return core_raise(LW_ERROR_ARGUMENT, "a reader takes no keywords here");
    if (!PyArg_ParseTuple(arguments, "Osizzipp", &given, &path, &format, &defaults.robot,
                          &defaults.group, &interpolation, &no_wrap, &no_approach) ||
        !(scene = core_scene_frozen(given)))
        return NULL;
    defaults.interpolation = (lw_interpolation)interpolation;
    defaults.no_wrap = no_wrap;
    defaults.no_approach = (uint64_t)no_approach;
    reader_object *self = (reader_object *)PyType_GenericAlloc(type, 0);
    if (!self)
        return NULL;
    core_hold(scene);
    self->scene = scene;
    self->defaults = PyTuple_GetSlice(arguments, 3, 8);
    if (!self->defaults) {
        core_drop(self);
        return NULL;
    }
    if (!lw_motion_reader_open(scene->scene, path, (lw_motion_format)format, &defaults, &self->reader,
                               &error))
        return (PyObject *)self;
    core_drop(self);
    return core_fail(&error);
}

static PyObject *reader_itself(PyObject *object)
{
    core_hold(object);
    return object;
}

/* Gives the last motion the arguments of Scene._motion that make it again, if its text is known. False
 * with an exception. */
static bool keep_source(const reader_object *self, core_motion *motion)
{
    size_t length;
    const char *text = lw_motion_reader_text(self->reader, &length);
    if (!text)
        return true;
    PyObject *of[5];
    for (Py_ssize_t i = 0; i < 5; i++)
        of[i] = PyTuple_GetItem(self->defaults, i);
    motion->source =
        Py_BuildValue("(NOiOOOOO())", PyUnicode_DecodeUTF8(text, (Py_ssize_t)length, "surrogateescape"),
                      Py_None, 0, of[0], of[1], of[2], of[3], of[4]);
    return motion->source != NULL;
}

/* The next (id as JSON, motion). After an error in one line it can read the next one. */
static PyObject *reader_next(PyObject *object)
{
    reader_object *self = (reader_object *)object;
    if (self->busy)
        return core_raise(LW_ERROR_STATE, "a reader takes one call at a time");
    core_motion *motion = core_motion_make(self->scene);
    if (!motion)
        return NULL;
    core_call call = {.notice = self->scene->notice};
    const char *id = NULL;
    bool more = false;
    lw_error error;
    self->busy = true;
    lw_motion_on_notice(motion->motion, core_call_notice, &call);
    core_call_begin(&call);
    lw_status status = lw_motion_reader_next(self->reader, motion->motion, &id, &more, &error);
    core_call_end(&call);
    lw_motion_on_notice(motion->motion, NULL, NULL);
    self->busy = false;
    if (status)
        core_fail(&error);
    if (!PyErr_Occurred() && more && keep_source(self, motion))
        return Py_BuildValue("(NN)", core_text(id), motion);
    core_drop(motion);
    return NULL;
}

static PyObject *reader_waits(PyObject *object, void *unused)
{
    (void)unused;
    reader_object *self = (reader_object *)object;
    return self->busy ? core_raise(LW_ERROR_STATE, "a reader takes one call at a time")
                      : PyBool_FromLong(lw_motion_reader_waits(self->reader));
}

static PyObject *reader_kind(PyObject *object, void *unused)
{
    (void)unused;
    reader_object *self = (reader_object *)object;
    return self->busy ? core_raise(LW_ERROR_STATE, "a reader takes one call at a time")
                      : core_motion_kind(lw_motion_reader_kind(self->reader));
}

bool core_reader_ready(PyObject *module)
{
    static PyGetSetDef attributes[] = {
        {"waits", reader_waits, NULL,
         "Whether the next motion would have to be waited for, because its line has not arrived yet.",
         NULL},
        {"kind", reader_kind, NULL,
         "What the file, or its current line, is likely to be where it could not be read "
         "(leeway.motion_kind).",
         NULL},
        {NULL, NULL, NULL, NULL, NULL},
    };
    PyType_Slot slots[] = {
        {Py_tp_new, CORE_SLOT(reader_new)},
        {Py_tp_dealloc, CORE_SLOT(reader_free)},
        {Py_tp_getset, attributes},
        {Py_tp_iter, CORE_SLOT(reader_itself)},
        {Py_tp_iternext, CORE_SLOT(reader_next)},
        {0, NULL},
    };
    PyType_Spec spec = {.name = "leeway._core.Reader",
                        .basicsize = sizeof(reader_object),
                        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                        .slots = slots};
    return core_type(module, &spec) != NULL;
}
