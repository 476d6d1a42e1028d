/* Two convex shapes in motion, which a Python function gives. */
#include "core.h"

typedef struct pair_object {
    PyObject_HEAD lw_convex_pair *pair;
} pair_object;

static PyTypeObject *pair_type;

static void pair_free(PyObject *object)
{
    lw_convex_pair_destroy(((pair_object *)object)->pair);
    core_free(object);
}

/* ConvexPair(a, b) */
static PyObject *pair_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    PyObject *first, *second;
    core_shape *a, *b;
    lw_error error;
    if (keywords && PyDict_Size(keywords))
        return core_raise(LW_ERROR_ARGUMENT, "a pair takes no keywords");
    if (!PyArg_ParseTuple(arguments, "OO", &first, &second) || !(a = core_shape_of(first)) ||
        !(b = core_shape_of(second)))
        return NULL;
    pair_object *self = (pair_object *)PyType_GenericAlloc(type, 0);
    if (!self || !lw_convex_pair_create(&a->def, &b->def, &self->pair, &error))
        return (PyObject *)self;
    core_drop(self);
    return core_fail(&error);
}

typedef struct states_call {
    core_call *call;
    PyObject *states;
} states_call;

/* One body's state from (pose of 7, linear velocity of 3, angular velocity of 3, acceleration, spin,
 * spin change), 16 numbers in a row. */
static bool take_state(PyObject *object, lw_body_state *out)
{
    core_row row;
    bool taken = core_row_take_count(object, "the state of a body", 16, &row);
    if (taken) {
        const double *v = row.values;
        out->pose = (lw_pose){{v[0], v[1], v[2]}, {v[3], v[4], v[5], v[6]}};
        out->linear_velocity = (lw_vec3){v[7], v[8], v[9]};
        out->angular_velocity = (lw_vec3){v[10], v[11], v[12]};
        out->acceleration = v[13];
        out->spin = v[14];
        out->spin_change = v[15];
    }
    core_row_free(&row);
    return taken;
}

static lw_status fill_states(void *context, double at, double until, lw_body_state states[2])
{
    states_call *asked = context;
    PyGILState_STATE lock = PyGILState_Ensure();
    PyObject *answer = PyObject_CallFunction(asked->states, "dd", at, until);
    if (!answer) {
        core_call_keep(asked->call);
    } else {
        for (Py_ssize_t i = 0; i < 2 && !core_call_failed(asked->call); i++) {
            PyObject *item = PySequence_GetItem(answer, i);
            if (!item || !take_state(item, &states[i]))
                core_call_keep(asked->call);
            core_drop(item);
        }
    }
    core_drop(answer);
    if (PyErr_CheckSignals())
        core_call_keep(asked->call);
    PyGILState_Release(lock);
    return core_call_failed(asked->call) ? LW_ERROR_STOPPED : LW_OK;
}

/* _first_contact(states, begin, end, depth, trusted) */
static PyObject *first_contact(PyObject *object, PyObject *arguments)
{
    PyObject *states;
    int depth, trusted;
    core_call call = {0};
    states_call asked = {.call = &call};
    lw_convex_motion motion = {.states = fill_states, .context = &asked};
    lw_contact_options options = lw_default_contact_options();
    lw_convex_contact contact = lw_default_convex_contact();
    lw_error error;
    if (!PyArg_ParseTuple(arguments, "Oddpp", &states, &motion.begin, &motion.end, &depth, &trusted))
        return NULL;
    asked.states = states;
    options.depth = depth;
    options.trusted = trusted;
    core_call_begin(&call);
    lw_status status = lw_convex_pair_first_contact(((pair_object *)object)->pair, &motion, &options,
                                                    &contact, &error);
    core_call_end(&call);
    if (status)
        core_fail(&error);
    if (PyErr_Occurred())
        return NULL;
    bool met = contact.kind == LW_VERDICT_CONTACT;
    PyObject *time = met ? PyFloat_FromDouble(contact.time) : core_text(NULL);
    PyObject *where = met ? core_distance(&contact.contact) : core_text(NULL);
    return Py_BuildValue("(NNdNNnn)", core_kind_name(contact.kind), core_reason_name(contact.reason),
                         contact.free_until, time, where, (Py_ssize_t)contact.steps,
                         (Py_ssize_t)contact.queries);
}

bool core_convex_ready(PyObject *module)
{
    static PyMethodDef methods[] = {
        {"_first_contact", first_contact, METH_VARARGS, NULL},
        {NULL, NULL, 0, NULL},
    };
    PyType_Slot slots[] = {
        {Py_tp_new, CORE_SLOT(pair_new)},
        {Py_tp_dealloc, CORE_SLOT(pair_free)},
        {Py_tp_methods, methods},
        {0, NULL},
    };
    PyType_Spec spec = {.name = "leeway._core.ConvexPair",
                        .basicsize = sizeof(pair_object),
                        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                        .slots = slots};
    return (pair_type = core_type(module, &spec)) != NULL;
}
