/* Motions: set once (core/set.c), then only read, by any thread. */
#include "core.h"

#include <stdlib.h>
#include <string.h>

PyTypeObject *core_motion_type;

core_motion *core_motion_make(core_scene *scene)
{
    lw_error error;
    core_motion *self = (core_motion *)PyType_GenericAlloc(core_motion_type, 0);
    if (!self)
        return NULL;
    core_hold(scene);
    self->scene = scene;
    if (!lw_motion_create(scene->scene, &self->motion, &error))
        return self;
    core_fail(&error);
    core_drop(self);
    return NULL;
}

core_motion *core_motion_of(PyObject *object, core_scene *scene)
{
    core_motion *motion = (core_motion *)object;
    if (!PyObject_TypeCheck(object, core_motion_type))
        core_raise(LW_ERROR_ARGUMENT, "this takes a motion, which Scene.motion makes");
    else if (motion->scene != scene)
        core_raise(LW_ERROR_ARGUMENT,
                   "the motion is of another scene: Scene.motion(motion) makes it one of this");
    else
        return motion;
    return NULL;
}

static void motion_free(PyObject *object)
{
    core_motion *self = (core_motion *)object;
    lw_motion_destroy(self->motion);
    core_drop(self->source);
    core_drop(self->scene);
    core_free(object);
}

static PyObject *motion_interval(PyObject *object, void *unused)
{
    (void)unused;
    double begin, end;
    lw_motion_interval(((core_motion *)object)->motion, &begin, &end);
    return Py_BuildValue("(dd)", begin, end);
}

static PyObject *motion_in_seconds(PyObject *object, void *unused)
{
    (void)unused;
    return PyBool_FromLong(lw_motion_in_seconds(((core_motion *)object)->motion));
}

static PyObject *motion_pieces(PyObject *object, void *unused)
{
    (void)unused;
    return PyLong_FromSize_t(lw_motion_piece_count(((core_motion *)object)->motion));
}

static PyObject *motion_stages(PyObject *object, void *unused)
{
    (void)unused;
    return PyLong_FromSize_t(lw_motion_stage_count(((core_motion *)object)->motion));
}

static PyObject *motion_interpolation(PyObject *object, void *unused)
{
    (void)unused;
    static const char *const names[] = {"default", "linear", "cubic", "quintic", "spline"};
    return core_text(names[lw_motion_interpolation(((core_motion *)object)->motion)]);
}

static PyObject *motion_source(PyObject *object, void *unused)
{
    (void)unused;
    PyObject *source = ((core_motion *)object)->source;
    if (!source)
        Py_RETURN_NONE;
    core_hold(source);
    return source;
}

static PyObject *motion_scene(PyObject *object, void *unused)
{
    (void)unused;
    core_scene *scene = ((core_motion *)object)->scene;
    core_hold(scene);
    return (PyObject *)scene;
}

/* payloads: the objects that are attached and released, in the order of time. */
static PyObject *motion_payloads(PyObject *object, void *unused)
{
    (void)unused;
    core_motion *self = (core_motion *)object;
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list && i < lw_motion_payload_count(self->motion); i++) {
        lw_payload_info info = lw_default_payload_info();
        lw_error error;
        if (lw_motion_payload(self->motion, i, &info, &error)) {
            core_drop(list);
            return core_fail(&error);
        }
        PyObject *item =
            Py_BuildValue("(sdNnNN)", info.kind == LW_PAYLOAD_ATTACH ? "attach" : "release", info.time,
                          core_text(lw_scene_robot_name(self->scene->scene, info.robot)),
                          (Py_ssize_t)info.waypoint, core_text(info.object), core_text(info.link));
        if (!item || PyList_Append(list, item))
            Py_CLEAR(list);
        core_drop(item);
    }
    return list;
}

PyObject *core_notices(const lw_motion *motion)
{
    size_t count = motion ? lw_motion_notice_count(motion) : 0;
    PyObject *all = PyTuple_New((Py_ssize_t)count);
    for (size_t i = 0; all && i < count; i++) {
        size_t size = lw_motion_notice(motion, i, NULL, 0) + 1;
        char *sentence = malloc(size);
        if (sentence)
            lw_motion_notice(motion, i, sentence, size);
        PyObject *text = sentence ? core_text(sentence) : PyErr_NoMemory();
        free(sentence);
        if (!text || PyTuple_SetItem(all, (Py_ssize_t)i, text))
            Py_CLEAR(all);
    }
    return all;
}

static PyObject *motion_notices(PyObject *object, void *unused)
{
    (void)unused;
    return core_notices(((core_motion *)object)->motion);
}

static PyObject *motion_pose(PyObject *object, PyObject *arguments)
{
    core_motion *self = (core_motion *)object;
    const char *name;
    double time;
    lw_error error;
    lw_pose pose;
    if (!PyArg_ParseTuple(arguments, "sd", &name, &time))
        return NULL;
    int64_t body = lw_scene_find_body(self->scene->scene, name);
    if (body < 0)
        return core_raise(LW_ERROR_NAME, "there is no body '%s'", name);
    if (lw_motion_pose(self->motion, (size_t)body, time, &pose, &error))
        return core_fail(&error);
    return core_pose_value(pose);
}

static PyObject *motion_link_pose(PyObject *object, PyObject *arguments)
{
    core_motion *self = (core_motion *)object;
    const char *name, *robot = NULL;
    double time;
    lw_error error;
    lw_pose pose;
    if (!PyArg_ParseTuple(arguments, "sd|z", &name, &time, &robot))
        return NULL;
    int64_t link = lw_scene_find_link(self->scene->scene, robot, name);
    if (link < 0)
        return core_raise(LW_ERROR_NAME, "there is no link '%s', or several robots have one", name);
    if (lw_motion_link_pose(self->motion, (size_t)link, time, &pose, &error))
        return core_fail(&error);
    return core_pose_value(pose);
}

/* What the library says of a joint at a time: its values, or their rates. */
typedef lw_status (*joint_fn)(const lw_motion *motion, size_t joint, double time, double *values,
                              lw_error *error);

/* counts: of numbers, by the joint's kind. */
static PyObject *numbers_of_joint(PyObject *object, PyObject *arguments, joint_fn ask,
                                  const size_t *counts)
{
    core_motion *self = (core_motion *)object;
    const char *name, *robot = NULL;
    double time, values[7] = {0};
    lw_error error;
    if (!PyArg_ParseTuple(arguments, "sd|z", &name, &time, &robot))
        return NULL;
    int64_t joint = lw_scene_find_joint(self->scene->scene, robot, name);
    lw_joint_info info = lw_default_joint_info();
    if (joint < 0)
        return core_raise(LW_ERROR_NAME, "there is no joint '%s', or several robots have one", name);
    if (lw_scene_joint_info(self->scene->scene, (size_t)joint, &info, &error) ||
        ask(self->motion, (size_t)joint, time, values, &error))
        return core_fail(&error);
    return core_doubles(values, counts[info.kind]);
}

static PyObject *motion_joint_values(PyObject *object, PyObject *arguments)
{
    static const size_t counts[] = {0, 1, 1, 1, 3, 7};
    return numbers_of_joint(object, arguments, lw_motion_joint_values, counts);
}

static PyObject *motion_joint_rates(PyObject *object, PyObject *arguments)
{
    static const size_t counts[] = {0, 1, 1, 1, 3, 0};
    return numbers_of_joint(object, arguments, lw_motion_joint_rates, counts);
}

/* Calls a function about a joint of a motion: (joint, robot=None). */
static PyObject *ask_joint(PyObject *object, PyObject *arguments,
                           bool (*answer)(const lw_motion *motion, size_t joint))
{
    core_motion *self = (core_motion *)object;
    const char *name, *robot = NULL;
    if (!PyArg_ParseTuple(arguments, "s|z", &name, &robot))
        return NULL;
    int64_t joint = lw_scene_find_joint(self->scene->scene, robot, name);
    if (joint < 0)
        return core_raise(LW_ERROR_NAME, "there is no joint '%s', or several robots have one", name);
    return PyBool_FromLong(answer(self->motion, (size_t)joint));
}

static PyObject *motion_moves(PyObject *object, PyObject *arguments)
{
    return ask_joint(object, arguments, lw_motion_moves);
}

static PyObject *motion_approaches(PyObject *object, PyObject *arguments)
{
    return ask_joint(object, arguments, lw_motion_approaches);
}

/* bounds(joint, robot): a list of (lower, upper). */
static PyObject *motion_bounds(PyObject *object, PyObject *arguments)
{
    core_motion *self = (core_motion *)object;
    const char *name, *robot = NULL;
    double lower[7], upper[7];
    if (!PyArg_ParseTuple(arguments, "s|z", &name, &robot))
        return NULL;
    int64_t joint = lw_scene_find_joint(self->scene->scene, robot, name);
    if (joint < 0)
        return core_raise(LW_ERROR_NAME, "there is no joint '%s', or several robots have one", name);
    size_t count = lw_motion_bounds(self->motion, (size_t)joint, lower, upper);
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list && i < count; i++) {
        PyObject *pair = Py_BuildValue("(dd)", lower[i], upper[i]);
        if (!pair || PyList_Append(list, pair))
            Py_CLEAR(list);
        core_drop(pair);
    }
    return list;
}

/* limits(slack=LW_LIMITS_SLACK) */
static PyObject *motion_limits(PyObject *object, PyObject *arguments, PyObject *keywords)
{
    static char *const names[] = {"slack", NULL};
    const core_motion *self = (core_motion *)object;
    double slack = LW_LIMITS_SLACK;
    size_t count;
    lw_error error;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|d", (char **)names, &slack))
        return NULL;
    if (lw_motion_limits(self->motion, slack, NULL, 0, &count, &error))
        return core_fail(&error);
    lw_violation *list = malloc((count + 1) * sizeof *list);
    if (!list)
        return PyErr_NoMemory();
    PyObject *all = NULL;
    if (lw_motion_limits(self->motion, slack, list, count, &count, &error))
        core_fail(&error);
    else
        all = PyTuple_New((Py_ssize_t)count);
    for (size_t i = 0; all && i < count; i++) {
        PyObject *item = core_violation(self->scene->scene, &list[i]);
        if (!item || PyTuple_SetItem(all, (Py_ssize_t)i, item))
            Py_CLEAR(all);
    }
    free(list);
    return all;
}

/* stage_at(time) */
static PyObject *motion_stage_at(PyObject *object, PyObject *arguments)
{
    double time;
    return PyArg_ParseTuple(arguments, "d", &time)
               ? PyLong_FromSize_t(lw_motion_stage_at(((core_motion *)object)->motion, time))
               : NULL;
}

PyObject *core_show(PyObject *object, PyObject *arguments, PyObject *keywords)
{
    PyObject *module = PyImport_ImportModule("leeway._page");
    PyObject *function = module ? PyObject_GetAttrString(module, "show") : NULL;
    PyObject *own = PyTuple_New(1 + PyTuple_Size(arguments));
    PyObject *page = NULL;
    if (function && own) {
        core_hold(object);
        PyTuple_SetItem(own, 0, object);
        for (Py_ssize_t i = 0; i < PyTuple_Size(arguments); i++) {
            PyObject *argument = PyTuple_GetItem(arguments, i);
            core_hold(argument);
            PyTuple_SetItem(own, i + 1, argument);
        }
        page = PyObject_Call(function, own, keywords);
    }
    core_drop(own);
    core_drop(function);
    core_drop(module);
    return page;
}

static PyObject *motion_same(PyObject *a, PyObject *b, int how)
{
    return core_same(a, b, how, "motion_same");
}

static Py_hash_t motion_hash(PyObject *object)
{
    return core_hash(object, "motion_hash");
}

static PyObject *motion_text(PyObject *object)
{
    return core_ask_package(object, "motion_text");
}

static PyObject *motion_reduce(PyObject *object, PyObject *unused)
{
    (void)unused;
    return core_ask_package(object, "motion_reduce");
}

static PyMethodDef motion_methods[] = {
    {"__reduce__", motion_reduce, METH_NOARGS, NULL},
    {"pose", motion_pose, METH_VARARGS,
     "pose($self, body, time, /)\n--\n\nThe Pose of a body's geometry at a time, metres, in the world. "
     "body: its name. time: t in [0, 1], or seconds. Errors: NameUnknownError, ArgumentError (a time "
     "outside the motion).\n\nExample:\n    >>> motion.pose('post', 0.5).position\n    (0.386, 0.2935, "
     "0.21)"},
    {"link_pose", motion_link_pose, METH_VARARGS,
     "link_pose($self, link, time, robot=None, /)\n--\n\nThe Pose of a link's frame at a time, metres, "
     "in the world. Errors: NameUnknownError (no such link, or one of several robots), ArgumentError "
     "(a "
     "time outside the motion).\n\nExample:\n    >>> leeway.Pose() @ motion.link_pose('flange', 0) "
     "== motion.link_pose('flange', 0)\n    True"},
    {"joint_values", motion_joint_values, METH_VARARGS,
     "joint_values($self, joint, time, robot=None, /)\n--\n\nThe 0, 1, 3 or 7 values of a joint at a "
     "time, radians and metres, a tuple. Errors: NameUnknownError, ArgumentError (a time outside the "
     "motion).\n\nExample:\n    >>> len(motion.joint_values('joint_2', 0.5))\n    1"},
    {"joint_rates", motion_joint_rates, METH_VARARGS,
     "joint_rates($self, joint, time, robot=None, /)\n--\n\nHow fast the values of a joint change at a "
     "time, radians and metres per second (of a path per t), a tuple of 1 or 3; empty for a fixed or "
     "floating joint. Errors: NameUnknownError, ArgumentError (a time outside the motion).\n\n"
     "Example:\n    >>> len(motion.joint_rates('joint_2', 0.5))\n    1"},
    {"since", core_motion_since, METH_VARARGS,
     "since($self, time, /)\n--\n\nThe motion from a time of its own clock on, as a motion: nothing is "
     "asked or said of what comes before. A time after its end leaves it standing there, with a "
     "notice. "
     "Errors: ArgumentError (a time that is not finite).\n\nExample:\n    >>> "
     "motion.since(0.25).interval\n    (0.25, 1.0)"},
    {"blend", core_motion_blend, METH_VARARGS,
     "blend($self, radius, /)\n--\n\nA linear trajectory with its corners rounded by parabolas, as a "
     "motion (lw_motion_blend). radius: how far from its waypoint a blend begins or ends, radians or "
     "metres, of the joint that moves farthest. It begins and ends at rest; waypoints keep their "
     "times. "
     "Errors: ArgumentError (a radius that is not above 0 or lets blends overlap, a motion that is no "
     "linear trajectory, attaches or releases objects, or was cut).\n\nExample:\n    >>> "
     "scene.trajectory([0, 1, 2], [home, ready, home]).blend(0.01).piece_count\n    5"},
    {"within", core_motion_within, METH_VARARGS,
     "within($self, tolerance, per_speed=0.0, joints=None, /)\n--\n\nThe motion with a tolerance, as a "
     "motion: a check of it is about every motion whose values are at each time within tolerance + "
     "per_speed times the speed there of this one's. Radians or metres, and seconds: a number each, "
     "for "
     "all joints but floating ones, or with joints (Joints) one for each of their values. Or alone the "
     "name of a file of tolerances, as of `leeway check --tolerance`. Errors: "
     "ArgumentError (a negative number, a floating joint), FileError, ParseError, "
     "NameUnknownError.\n\nExample:\n    >>> "
     "motion.within(0.001).tolerances[0][1:3]\n    ('joint_1', (0.001,))"},
    {"stop", core_motion_stop, METH_VARARGS,
     "stop($self, time, /)\n--\n\nThe stop from a time of the motion, seconds, as a motion that begins "
     "at "
     "0: each joint brakes by itself, as fast as its limits of acceleration and jerk allow, until it "
     "rests. It has the motion's tolerances. Errors: ArgumentError (a path, a time outside the motion, "
     "a "
     "joint that moves and has no limit of acceleration or is beyond a limit, a motion that attaches "
     "or "
     "releases objects).\n\nExample:\n    >>> slow = scene.trajectory([0, 9], [home, home])\n    >>> "
     "slow.stop(3.0).interval\n    (0.0, 0.0)"},
    {"show", CORE_FAST(core_show), METH_VARARGS | METH_KEYWORDS,
     "show($self, path=None, *, title='Leeway', name=None, samples=240, bounds=60, inside=True, "
     "links=True, claims=True, methods=(), fixed_pairs=False, clearance=False, method='auto')\n--\n\n"
     "A Page of the motion, which shows itself in a notebook. path: a file to write it to. The other "
     "options are those of Page.add. Errors: "
     "OSError.\n\nExample:\n    >>> page = motion.show(samples=10)"},
    {"bounds", motion_bounds, METH_VARARGS,
     "bounds($self, joint, robot=None, /)\n--\n\nA list of (lower, upper), radians or metres, within "
     "which the request that the motion was read from wants each value of a joint to stay. Errors: "
     "NameUnknownError.\n\nExample:\n    >>> len(motion.bounds('joint_1'))\n    1"},
    {"limits", CORE_FAST(motion_limits), METH_VARARGS | METH_KEYWORDS,
     "limits($self, slack=1e-06)\n--\n\nWhere the motion violates the limits of joints, exactly: a "
     "tuple of Violation, by the time of their begin. Positions; of a motion in seconds velocities, "
     "accelerations and jerks, and jumps of them, too. slack: what is let pass, of positions in "
     "radians or metres, of the others as a share of the limit. Errors: ArgumentError (a slack below "
     "0)."
     "\n\nExample:\n    >>> motion.limits()\n    ()"},
    {"stage_at", motion_stage_at, METH_VARARGS,
     "stage_at($self, time, /)\n--\n\nThe index of the stage that holds a time, of two that meet there "
     "the later.\n\nExample:\n    >>> motion.stage_at(0.5)\n    0"},
    {"moves", motion_moves, METH_VARARGS,
     "moves($self, joint, robot=None, /)\n--\n\nWhether the motion, not the scene, says where a joint "
     "is. Errors: NameUnknownError.\n\nExample:\n    >>> motion.moves('joint_1')\n    True"},
    {"approaches", motion_approaches, METH_VARARGS,
     "approaches($self, joint, robot=None, /)\n--\n\nWhether the motion moves a joint and begins with "
     "the way from where it is at time 0 to a later first waypoint. Errors: NameUnknownError.\n\n"
     "Example:\n    >>> motion.approaches('joint_1')\n    False"},
    {NULL, NULL, 0, NULL},
};

/* The tolerance of a joint, appended to a list where it has one; false where that fails. */
static bool add_tolerance(const core_motion *self, size_t joint, PyObject *list)
{
    const lw_scene *scene = self->scene->scene;
    double constant[3], per_speed[3];
    lw_joint_info info = lw_default_joint_info();
    lw_error error;
    size_t count = lw_motion_tolerance(self->motion, joint, constant, per_speed);
    bool any = false;
    for (size_t i = 0; i < count; i++)
        any = any || constant[i] > 0 || per_speed[i] > 0;
    if (!any)
        return true;
    if (lw_scene_joint_info(scene, joint, &info, &error)) {
        core_fail(&error);
        return false;
    }
    PyObject *item =
        Py_BuildValue("(NNNN)", core_text(lw_scene_robot_name(scene, info.robot)), core_text(info.name),
                      core_doubles(constant, count), core_doubles(per_speed, count));
    bool good = item && !PyList_Append(list, item);
    core_drop(item);
    return good;
}

static PyObject *motion_tolerances(PyObject *object, void *unused)
{
    (void)unused;
    const core_motion *self = (const core_motion *)object;
    PyObject *list = PyList_New(0);
    bool good = list;
    for (size_t j = 0; good && j < lw_scene_joint_count(self->scene->scene); j++)
        good = add_tolerance(self, j, list);
    if (good)
        return list;
    core_drop(list);
    return NULL;
}

bool core_motion_ready(PyObject *module)
{
    static PyGetSetDef attributes[] = {
        {"interval", motion_interval, NULL,
         "(begin, end): t from 0 to 1, or seconds; one that since() made begins then.", NULL},
        {"in_seconds", motion_in_seconds, NULL, "Whether its times are in seconds.", NULL},
        {"piece_count", motion_pieces, NULL, "How many pieces it has: segments, stretches.", NULL},
        {"stage_count", motion_stages, NULL, "In how many stages payloads divide it (Scene.stages).",
         NULL},
        {"interpolation", motion_interpolation, NULL, "What is between the waypoints.", NULL},
        {"payloads", motion_payloads, NULL,
         "A list of (kind, time, robot, waypoint, object, link): what is attached and released.", NULL},
        {"notices", motion_notices, NULL,
         "What was repaired, ignored or assumed when it was made: a tuple of sentences.", NULL},
        {"tolerances", motion_tolerances, NULL,
         "A list of (robot, joint, constants, per_speeds), of the joints that within() gave a "
         "tolerance, "
         "and those that follow them.",
         NULL},
        {"_source", motion_source, NULL, NULL, NULL},
        {"scene", motion_scene, NULL, "The scene that it is of.", NULL},
        {NULL, NULL, NULL, NULL, NULL},
    };
    PyType_Slot slots[] = {
        {Py_tp_dealloc, CORE_SLOT(motion_free)},
        {Py_tp_getset, attributes},
        {Py_tp_methods, motion_methods},
        {Py_tp_richcompare, CORE_SLOT(motion_same)},
        {Py_tp_hash, CORE_SLOT(motion_hash)},
        {Py_tp_repr, CORE_SLOT(motion_text)},
        {Py_tp_doc,
         "Where the robots are at each time; made by Scene.motion and its kin, and only read. "
         "Motions compare by what made them, and pickle with their scene.\n\n"
         "Example:\n    >>> motion.interval, motion.in_seconds\n    ((0.0, 1.0), False)"},
        {0, NULL},
    };
    PyType_Spec spec = {.name = "leeway._core.Motion",
                        .basicsize = sizeof(core_motion),
                        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                        .slots = slots};
    return (core_motion_type = core_type(module, &spec)) != NULL;
}
