/* The named tuples of the module: Clearance, Distance and Violation. */
#include "core.h"

#include <string.h>

static PyTypeObject *clearance_type, *distance_type, *violation_type;

static PyTypeObject *named_tuple(PyObject *module, PyStructSequence_Desc *description)
{
    PyTypeObject *type = PyStructSequence_NewType(description);
    if (!type)
        return NULL;
    core_hold(type);
    if (!PyModule_AddObject(module, strrchr(description->name, '.') + 1, (PyObject *)type))
        return type;
    core_drop(type);
    core_drop(type);
    return NULL;
}

static bool violations_ready(PyObject *module)
{
    static PyStructSequence_Field fields[] = {
        {"kind", "'position', 'velocity', 'acceleration', 'jerk', 'velocity_jump' or "
                 "'acceleration_jump'"},
        {"robot", "the joint's robot"},
        {"joint", "the name of the joint"},
        {"part", "which of its values, from 0: x, y, theta of a planar joint"},
        {"segment", "of the path or trajectory; None: no track moves the joint"},
        {"begin", "the value is beyond the limit from here: t, or seconds"},
        {"end", "to here; of a jump as begin"},
        {"time", "when it is farthest beyond"},
        {"value", "its value then; of a jump: by how much it jumps"},
        {"limit", "the limit on this side, with its sign; of a jump: 0"},
        {NULL, NULL},
    };
    PyStructSequence_Desc violations = {
        "leeway._core.Violation",
        "A stretch of time in which a joint is beyond one of its limits: kind, robot, joint, part, "
        "segment, begin, end, time, value, limit; radians or metres, per second, second^2, "
        "second^3.\n\nExample:\n"
        "    >>> fast = scene.trajectory([0, 0.001], [home, home + 0.1])\n"
        "    >>> fast.limits()[0].kind, fast.limits()[0].joint\n    ('velocity', 'joint_1')",
        fields, 10};
    return (violation_type = named_tuple(module, &violations)) != NULL;
}

bool core_values_ready(PyObject *module)
{
    static PyStructSequence_Field clearance[] = {
        {"lower", "never above the true smallest distance, metres"},
        {"upper", "the distance of `pair` at the time `at`, metres"},
        {"at", "t in [0, 1], or seconds"},
        {"pair", "the names of the two bodies"},
        {NULL, NULL},
    };
    static PyStructSequence_Field distance[] = {
        {"lower", "never above the true distance, metres; minus the depth where they overlap"},
        {"upper", "never below the true distance, metres; 0 or less where they meet"},
        {"points", "one on each body, ((x, y, z), (x, y, z)), metres, world"},
        {"normal", "unit, from the first to the second"},
        {"depth",
         "how far the second moves along the normal to come free, metres; 0 where they are apart"},
        {NULL, NULL},
    };
    PyStructSequence_Desc clearances = {
        "leeway._core.Clearance",
        "How near bodies come to each other over a motion: lower, upper (metres), at, "
        "pair.\n\nExample:\n"
        "    >>> free = scene.check(home, 'ready', clearance=True)\n"
        "    >>> free.clearance and free.clearance.pair\n    ('shoulder', 'table')",
        clearance, 4};
    PyStructSequence_Desc distances = {
        "leeway._core.Distance",
        "What is known of the distance between two bodies: lower, upper (metres), points, normal, "
        "depth.\n\nExample:\n"
        "    >>> round(leeway.Sphere(1).distance(leeway.Sphere(1), None, (0, 0, 5)).upper, 9)\n    3.0",
        distance, 5};
    return (clearance_type = named_tuple(module, &clearances)) &&
           (distance_type = named_tuple(module, &distances)) && violations_ready(module);
}

/* A named tuple of items, which it takes over; NULL if an item is NULL. */
static PyObject *named(PyTypeObject *type, PyObject *const *items, Py_ssize_t count)
{
    PyObject *made = PyStructSequence_New(type);
    bool whole = made != NULL;
    for (Py_ssize_t i = 0; i < count; i++) {
        whole = whole && items[i];
        if (made)
            PyStructSequence_SetItem(made, i, items[i]);
        else
            core_drop(items[i]);
    }
    if (whole)
        return made;
    core_drop(made);
    return NULL;
}

PyObject *core_clearance(const lw_scene *scene, const lw_clearance *c)
{
    if (c->pair[0] < 0 || c->pair[1] < 0)
        Py_RETURN_NONE;
    PyObject *items[] = {PyFloat_FromDouble(c->lower), PyFloat_FromDouble(c->upper),
                         PyFloat_FromDouble(c->at),
                         Py_BuildValue("(NN)", core_text(lw_scene_body_name(scene, (size_t)c->pair[0])),
                                       core_text(lw_scene_body_name(scene, (size_t)c->pair[1])))};
    return named(clearance_type, items, 4);
}

PyObject *core_violation(const lw_scene *scene, const lw_violation *v)
{
    lw_joint_info joint = lw_default_joint_info();
    lw_error error;
    if (lw_scene_joint_info(scene, v->joint, &joint, &error))
        return core_fail(&error);
    PyObject *items[] = {core_text(lw_limit_name(v->kind)),
                         core_text(lw_scene_robot_name(scene, joint.robot)),
                         core_text(joint.name),
                         PyLong_FromSize_t(v->part),
                         v->segment < 0 ? core_text(NULL) : PyLong_FromLongLong(v->segment),
                         PyFloat_FromDouble(v->begin),
                         PyFloat_FromDouble(v->end),
                         PyFloat_FromDouble(v->time),
                         PyFloat_FromDouble(v->value),
                         PyFloat_FromDouble(v->limit)};
    return named(violation_type, items, 10);
}

PyObject *core_distance(const lw_distance *d)
{
    PyObject *items[] = {PyFloat_FromDouble(d->lower), PyFloat_FromDouble(d->upper),
                         Py_BuildValue("(NN)", core_vec3(d->points[0]), core_vec3(d->points[1])),
                         core_vec3(d->normal), PyFloat_FromDouble(d->depth)};
    return named(distance_type, items, 5);
}
