/* Scenes: creating, freezing, copying, and moving a scene from one object to another. */
#include "core.h"

#include <string.h>

PyTypeObject *core_scene_type;

PyTypeObject *core_type(PyObject *module, PyType_Spec *spec)
{
    PyObject *type = PyType_FromModuleAndSpec(module, spec, NULL);
    if (!type)
        return NULL;
    const char *name = strrchr(spec->name, '.');
    Py_INCREF(type);
    if (PyModule_AddObject(module, name ? name + 1 : spec->name, type)) {
        Py_DECREF(type);
        Py_DECREF(type);
        return NULL;
    }
    return (PyTypeObject *)type;
}

void core_free(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    freefunc release;
    void *slot = PyType_GetSlot(type, Py_tp_free);
    memcpy(&release, &slot, sizeof release);
    release(self);
    Py_DECREF(type);
}

static void scene_free(PyObject *object)
{
    core_scene *self = (core_scene *)object;
    lw_scene_destroy(self->scene);
    core_family_drop(self->family);
    core_drop(self->notice);
    core_free(object);
}

core_scene *core_scene_frozen(PyObject *object)
{
    if (!PyObject_TypeCheck(object, core_scene_type)) {
        core_raise(LW_ERROR_ARGUMENT, "this takes a scene");
        return NULL;
    }
    core_scene *self = (core_scene *)object;
    if (self->scene && self->frozen)
        return self;
    core_raise(LW_ERROR_STATE, "the scene is not frozen");
    return NULL;
}

/* _open(scene or None, notice): begins an open scene, empty or as a copy of a frozen one. notice:
 * called with each notice; True: they become warnings; None: they are dropped. */
static PyObject *scene_open(PyObject *object, PyObject *arguments)
{
    core_scene *self = (core_scene *)object, *from = NULL;
    PyObject *begin, *notice;
    if (!PyArg_ParseTuple(arguments, "OO", &begin, &notice))
        return NULL;
    if (self->scene || self->family)
        return core_raise(LW_ERROR_STATE, "the scene has begun already");
    if (begin != Py_None && !(from = core_scene_frozen(begin)))
        return NULL;
    lw_error error;
    if (from ? lw_scene_copy(from->scene, &self->scene, &error) : lw_scene_create(&self->scene, &error))
        return core_fail(&error);
    self->family = from ? core_family_hold(from->family) : core_family_create();
    if (!self->family)
        return PyErr_NoMemory();
    self->notice = notice == Py_True ? NULL : notice;
    core_hold(self->notice);
    Py_RETURN_NONE;
}

/* _freeze(into): freezes this open scene and gives it to a new object. */
static PyObject *scene_freeze(PyObject *object, PyObject *into)
{
    static uint64_t serials; /* under the interpreter's lock */
    core_scene *self = (core_scene *)object, *taker = (core_scene *)into;
    if (!self->scene || self->frozen || self->busy)
        return core_raise(LW_ERROR_STATE, "the scene has been frozen already, or is being changed");
    if (!PyObject_TypeCheck(into, core_scene_type) || taker->scene || taker->family)
        return core_raise(LW_ERROR_STATE, "a frozen scene goes to a new object");
    lw_error error;
    core_call call = {.notice = self->notice};
    self->busy = true;
    lw_scene_on_notice(self->scene, core_call_notice, &call);
    core_call_begin(&call);
    lw_status status = lw_scene_freeze(self->scene, &error);
    core_call_end(&call);
    lw_scene_on_notice(self->scene, NULL, NULL);
    self->busy = false;
    if (status)
        return core_fail(&error);
    taker->scene = self->scene;
    taker->family = self->family;
    taker->notice = self->notice;
    taker->frozen = true;
    taker->serial = ++serials;
    taker->joints = lw_scene_joints(taker->scene, NULL, NULL, NULL);
    taker->width = taker->joints ? lw_joints_value_count(taker->joints) : 0;
    self->scene = NULL;
    self->family = NULL;
    self->notice = NULL;
    if (PyErr_Occurred()) /* the listener raised an exception, and freezing went on */
        return NULL;
    Py_RETURN_NONE;
}

static PyMethodDef life_methods[] = {
    {"_open", scene_open, METH_VARARGS, NULL},
    {"_freeze", scene_freeze, METH_O, NULL},
    {"_do", core_scene_do, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

/* The methods of all files in one array, which lives as long as the type. */
static PyMethodDef *all_methods(void)
{
    static PyMethodDef all[64];
    PyMethodDef *const parts[] = {life_methods,       core_ask_methods,        core_check_methods,
                                  core_batch_methods, core_distance_methods,   core_look_methods,
                                  core_set_methods,   core_kinematics_methods, core_verify_methods};
    size_t count = 0;
    for (size_t part = 0; part < sizeof parts / sizeof *parts; part++)
        for (const PyMethodDef *method = parts[part]; method->ml_name; method++)
            if (count + 1 < sizeof all / sizeof *all)
                all[count++] = *method;
    return all;
}

bool core_scene_ready(PyObject *module)
{
    PyType_Slot slots[] = {
        {Py_tp_dealloc, CORE_SLOT(scene_free)},
        {Py_tp_new, CORE_SLOT(PyType_GenericNew)},
        {Py_tp_methods, all_methods()},
        {Py_tp_doc, "A handle of a scene, open or frozen."},
        {0, NULL},
    };
    PyType_Spec spec = {.name = "leeway._core.Scene",
                        .basicsize = sizeof(core_scene),
                        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                        .slots = slots};
    return (core_scene_type = core_type(module, &spec)) != NULL;
}

/* ---- joints ------------------------------------------------------------------------------------ */

PyTypeObject *core_joints_type;

PyObject *core_joints_make(core_scene *scene, const lw_joints *joints, lw_joints *own)
{
    core_joints *self = (core_joints *)PyType_GenericAlloc(core_joints_type, 0);
    if (!self) {
        lw_joints_destroy(own);
        return NULL;
    }
    core_hold(scene);
    self->scene = scene;
    self->joints = joints;
    self->own = own;
    return (PyObject *)self;
}

static void joints_free(PyObject *object)
{
    core_joints *self = (core_joints *)object;
    lw_joints_destroy(self->own);
    core_drop(self->scene);
    core_free(object);
}

static PyObject *joints_names(PyObject *object, void *unused)
{
    (void)unused;
    const lw_joints *joints = ((core_joints *)object)->joints;
    size_t count = lw_joints_count(joints);
    PyObject *names = PyTuple_New((Py_ssize_t)count);
    for (size_t i = 0; names && i < count; i++)
        if (PyTuple_SetItem(names, (Py_ssize_t)i, core_text(lw_joints_name(joints, i)))) {
            core_drop(names);
            return NULL;
        }
    return names;
}

static PyObject *joints_robot(PyObject *object, void *unused)
{
    (void)unused;
    core_joints *self = (core_joints *)object;
    return core_text(lw_scene_robot_name(self->scene->scene, lw_joints_robot(self->joints)));
}

static PyObject *joints_same(PyObject *a, PyObject *b, int how)
{
    return core_same(a, b, how, "joints_same");
}

static Py_hash_t joints_hash(PyObject *object)
{
    return core_hash(object, "joints_hash");
}

static PyObject *joints_text(PyObject *object)
{
    return core_ask_package(object, "joints_text");
}

static PyObject *joints_reduce(PyObject *object, PyObject *unused)
{
    (void)unused;
    return core_ask_package(object, "joints_reduce");
}

static PyObject *joints_scene(PyObject *object, void *unused)
{
    (void)unused;
    core_scene *scene = ((core_joints *)object)->scene;
    core_hold(scene);
    return (PyObject *)scene;
}

static Py_ssize_t joints_length(PyObject *object)
{
    return (Py_ssize_t)lw_joints_value_count(((core_joints *)object)->joints);
}

bool core_joints_ready(PyObject *module)
{
    static PyGetSetDef attributes[] = {
        {"names", joints_names, NULL, "The joints' names, in the order of a configuration.", NULL},
        {"robot", joints_robot, NULL, "The name of the robot whose joints they are.", NULL},
        {"scene", joints_scene, NULL, "The scene that they are of.", NULL},
        {NULL, NULL, NULL, NULL, NULL},
    };
    static PyMethodDef methods[] = {
        {"__reduce__", joints_reduce, METH_NOARGS, NULL},
        {NULL, NULL, 0, NULL},
    };
    PyType_Slot slots[] = {
        {Py_tp_dealloc, CORE_SLOT(joints_free)},
        {Py_tp_getset, attributes},
        {Py_tp_methods, methods},
        {Py_tp_richcompare, CORE_SLOT(joints_same)},
        {Py_tp_hash, CORE_SLOT(joints_hash)},
        {Py_tp_repr, CORE_SLOT(joints_text)},
        {Py_sq_length, CORE_SLOT(joints_length)},
        {Py_tp_doc,
         "Joints in the order in which a configuration lists their values. Its length is the "
         "number of values. Made by Scene.joints.\n\nExample:\n    >>> len(scene.joints()), "
         "scene.joints().names[0]\n    (6, 'joint_1')"},
        {0, NULL},
    };
    PyType_Spec spec = {.name = "leeway._core.Joints",
                        .basicsize = sizeof(core_joints),
                        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                        .slots = slots};
    return (core_joints_type = core_type(module, &spec)) != NULL;
}

bool core_scene_joints(core_scene *self, PyObject *object, const lw_joints **joints, size_t *width)
{
    if (!object || object == Py_None) {
        lw_error error;
        *joints = self->joints;
        *width = self->width;
        if (self->joints)
            return true;
        lw_scene_joints(self->scene, NULL, NULL, &error);
        core_fail(&error);
        return false;
    }
    if (!PyObject_TypeCheck(object, core_joints_type)) {
        core_raise(LW_ERROR_ARGUMENT, "joints takes what Scene.joints gives");
        return false;
    }
    *joints = ((core_joints *)object)->joints;
    *width = lw_joints_value_count(*joints);
    return true;
}

bool core_configuration_take(core_scene *self, PyObject *object, const char *what,
                             const lw_joints *joints, size_t width, core_row *row)
{
    if (!PyUnicode_Check(object))
        return core_row_take_count(object, what, width, row);
    lw_error error;
    const char *state = core_text_take(object);
    row->values = NULL;
    if (!state)
        return false;
    if (width > CORE_ROW) {
        core_raise(LW_ERROR_ARGUMENT, "named states are for robots of at most %d values", CORE_ROW);
        return false;
    }
    /* joints that the state does not name stand where the scene has them */
    row->values = row->few;
    row->count = width;
    size_t value = 0;
    const char *robot = lw_scene_robot_name(self->scene, lw_joints_robot(joints));
    for (size_t i = 0; i < lw_joints_count(joints); i++) {
        lw_joint_info info = lw_default_joint_info();
        int64_t joint = lw_scene_find_joint(self->scene, robot, lw_joints_name(joints, i));
        if (joint < 0 || lw_scene_joint_info(self->scene, (size_t)joint, &info, &error))
            continue;
        for (size_t k = 0; k < info.value_count && value < width; k++)
            row->values[value++] = info.rest[k];
    }
    if (!lw_scene_state(self->scene, joints, state, row->values, &error))
        return true;
    core_fail(&error);
    return false;
}
