/* Queries of a scene: its robots, links, joints, bodies, pairs, covers. The package makes named tuples
 * of these tuples. */
#include "core.h"

#include <stdlib.h>
#include <string.h>

/* A function that makes an item of a list from an index. */
typedef PyObject *(*ask_one)(const lw_scene *scene, size_t index);

static PyObject *ask_list(const lw_scene *scene, size_t count, ask_one one)
{
    PyObject *list = PyList_New((Py_ssize_t)count);
    for (size_t i = 0; list && i < count; i++) {
        PyObject *item = one(scene, i);
        if (!item || PyList_SetItem(list, (Py_ssize_t)i, item))
            Py_CLEAR(list);
    }
    return list;
}

static PyObject *state_item(const lw_scene *scene, size_t robot, size_t index)
{
    lw_state_info info = lw_default_state_info();
    lw_error error;
    if (lw_scene_state_info(scene, robot, index, &info, &error))
        return core_fail(&error);
    PyObject *names = PyTuple_New((Py_ssize_t)info.count);
    for (size_t i = 0; names && i < info.count; i++)
        if (PyTuple_SetItem(names, (Py_ssize_t)i, core_text(info.joints[i])))
            Py_CLEAR(names);
    if (!names)
        return NULL;
    return Py_BuildValue("(NNNN)", core_text(info.name), core_text(info.group), names,
                         core_doubles(info.values, info.count));
}

static PyObject *robot_item(const lw_scene *scene, size_t index)
{
    lw_robot_info info = lw_default_robot_info();
    lw_error error;
    if (lw_scene_robot_info(scene, index, &info, &error))
        return core_fail(&error);
    PyObject *groups = PyTuple_New((Py_ssize_t)info.group_count);
    PyObject *states = PyTuple_New((Py_ssize_t)info.state_count);
    for (size_t i = 0; groups && i < info.group_count; i++)
        if (PyTuple_SetItem(groups, (Py_ssize_t)i, core_text(lw_scene_group_name(scene, index, i))))
            Py_CLEAR(groups);
    for (size_t i = 0; states && i < info.state_count; i++)
        if (PyTuple_SetItem(states, (Py_ssize_t)i, state_item(scene, index, i)))
            Py_CLEAR(states);
    if (groups && states)
        return Py_BuildValue("(NNnnnNNd)", core_text(info.name), core_pose(info.base),
                             (Py_ssize_t)info.root, (Py_ssize_t)info.link_count,
                             (Py_ssize_t)info.joint_count, groups, states, info.reach);
    core_drop(groups);
    core_drop(states);
    return NULL;
}

static PyObject *link_item(const lw_scene *scene, size_t index)
{
    lw_link_info info = lw_default_link_info();
    lw_error error;
    if (lw_scene_link_info(scene, index, &info, &error))
        return core_fail(&error);
    return Py_BuildValue("(NNLL)", core_text(info.name),
                         core_text(lw_scene_robot_name(scene, info.robot)), (long long)info.body,
                         (long long)info.parent_joint);
}

static PyObject *link_name(const lw_scene *scene, size_t index)
{
    lw_link_info info = lw_default_link_info();
    lw_error error;
    return lw_scene_link_info(scene, index, &info, &error) ? core_fail(&error) : core_text(info.name);
}

static PyObject *joint_item(const lw_scene *scene, size_t index)
{
    static const char *const kinds[] = {"fixed",     "revolute", "continuous",
                                        "prismatic", "planar",   "floating"};
    lw_joint_info info = lw_default_joint_info();
    lw_joint_info mimicked = lw_default_joint_info();
    lw_error error;
    if (lw_scene_joint_info(scene, index, &info, &error) ||
        (info.mimic >= 0 && lw_scene_joint_info(scene, (size_t)info.mimic, &mimicked, &error)))
        return core_fail(&error);
    return Py_BuildValue("(NsNNNNNddNddNddNd)", core_text(info.name), kinds[info.kind],
                         core_text(lw_scene_robot_name(scene, info.robot)),
                         link_name(scene, info.parent), link_name(scene, info.child),
                         core_pose(info.origin), core_vec3(info.axis), info.lower, info.upper,
                         core_text(info.mimic < 0 ? NULL : mimicked.name), info.mimic_multiplier,
                         info.mimic_offset, core_doubles(info.rest, info.value_count), info.velocity,
                         info.acceleration, PyBool_FromLong(info.stated), info.jerk);
}

static PyObject *body_item(const lw_scene *scene, size_t index)
{
    lw_body_info info = lw_default_body_info();
    lw_error error;
    if (lw_scene_body_info(scene, index, &info, &error))
        return core_fail(&error);
    PyObject *robot =
        info.robot < 0 ? core_text(NULL) : core_text(lw_scene_robot_name(scene, (size_t)info.robot));
    PyObject *link = info.link < 0 ? core_text(NULL) : link_name(scene, (size_t)info.link);
    return Py_BuildValue("(NNNNNdNdnNN)", core_text(info.name), robot, link,
                         PyBool_FromLong(info.attached), PyBool_FromLong(info.moves), info.padding,
                         core_vec3(info.center), info.radius, (Py_ssize_t)info.shape_count,
                         core_vec3(info.low), core_vec3(info.high));
}

static PyObject *body_name(const lw_scene *scene, size_t index)
{
    return core_text(lw_scene_body_name(scene, index));
}

static PyObject *pair_item(const lw_scene *scene, size_t index)
{
    lw_pair_info info = lw_default_pair_info();
    lw_error error;
    if (lw_scene_pair_info(scene, index, &info, &error))
        return core_fail(&error);
    return Py_BuildValue("(NNNdd)", body_name(scene, info.bodies[0]), body_name(scene, info.bodies[1]),
                         PyBool_FromLong(info.self), info.margin, info.padding);
}

static PyObject *file_item(const lw_scene *scene, size_t index)
{
    return PyUnicode_DecodeFSDefault(lw_scene_file(scene, index));
}

static PyObject *motion_item(const lw_scene *scene, size_t index)
{
    return core_text(lw_scene_motion_name(scene, index));
}

PyObject *core_list(const lw_scene *scene, const char *what)
{
    static const struct {
        const char *name;
        size_t (*count)(const lw_scene *scene);
        ask_one one;
    } lists[] = {
        {"robots", lw_scene_robot_count, robot_item},    {"links", lw_scene_link_count, link_item},
        {"joints", lw_scene_joint_count, joint_item},    {"bodies", lw_scene_body_count, body_item},
        {"names", lw_scene_body_count, body_name},       {"pairs", lw_scene_pair_count, pair_item},
        {"motions", lw_scene_motion_count, motion_item},
    };
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (!strcmp(what, lists[i].name))
            return ask_list(scene, lists[i].count(scene), lists[i].one);
    return core_raise(LW_ERROR_ARGUMENT, "a scene has no list of %s", what);
}

/* _list(what) */
static PyObject *list(PyObject *object, PyObject *arguments)
{
    core_scene *self = core_scene_frozen(object);
    const char *what;
    return self && PyArg_ParseTuple(arguments, "s", &what) ? core_list(self->scene, what) : NULL;
}

static PyObject *robot_name(const lw_scene *scene, size_t index)
{
    return core_text(lw_scene_robot_name(scene, index));
}

/* _robots(): the names; of open scenes too. */
static PyObject *robots(PyObject *object, PyObject *unused)
{
    (void)unused;
    const lw_scene *scene = ((core_scene *)object)->scene;
    if (!scene)
        return core_raise(LW_ERROR_STATE, "the scene has been given away");
    return ask_list(scene, lw_scene_robot_count(scene), robot_name);
}

/* _files(): of open scenes too. */
static PyObject *files(PyObject *object, PyObject *unused)
{
    (void)unused;
    const lw_scene *scene = ((core_scene *)object)->scene;
    if (!scene)
        return core_raise(LW_ERROR_STATE, "the scene has been given away");
    return ask_list(scene, lw_scene_file_count(scene), file_item);
}

/* _facts(): (dimension, margin, self margin, surfaces, memory, rate scales) */
static PyObject *facts(PyObject *object, PyObject *unused)
{
    (void)unused;
    const lw_scene *scene = ((core_scene *)object)->scene;
    double velocity, acceleration;
    if (!scene)
        return core_raise(LW_ERROR_STATE, "the scene has been given away");
    lw_scene_rate_scales(scene, &velocity, &acceleration);
    return Py_BuildValue("(iddNndd)", lw_scene_dimension(scene), lw_scene_margin(scene),
                         lw_scene_self_margin(scene),
                         PyBool_FromLong(lw_scene_mesh_mode(scene) == LW_MESH_SURFACE),
                         (Py_ssize_t)lw_scene_memory(scene), velocity, acceleration);
}

/* _pair_count(): how many pairs of bodies are checked */
static PyObject *pair_count(PyObject *object, PyObject *unused)
{
    (void)unused;
    core_scene *self = core_scene_frozen(object);
    return self ? PyLong_FromSize_t(lw_scene_pair_count(self->scene)) : NULL;
}

static PyObject *fingerprint(PyObject *object, PyObject *unused)
{
    (void)unused;
    core_scene *self = core_scene_frozen(object);
    uint64_t number = 0;
    lw_error error;
    if (!self)
        return NULL;
    if (lw_scene_fingerprint(self->scene, &number, &error))
        return core_fail(&error);
    return PyLong_FromUnsignedLongLong(number);
}

/* _joints(robot, group, names): joints in the order of a group, or given by name. */
static PyObject *joints(PyObject *object, PyObject *arguments)
{
    core_scene *self = core_scene_frozen(object);
    const char *robot, *group, **texts;
    PyObject *names;
    size_t count;
    lw_error error;
    if (!self || !PyArg_ParseTuple(arguments, "zzO", &robot, &group, &names))
        return NULL;
    if (names == Py_None) {
        const lw_joints *found = lw_scene_joints(self->scene, robot, group, &error);
        return found ? core_joints_make(self, found, NULL) : core_fail(&error);
    }
    if (!core_texts_take(names, "joints", &texts, &count))
        return NULL;
    lw_joints *own = NULL;
    lw_status status = lw_joints_create(self->scene, robot, texts, count, &own, &error);
    free(texts);
    return status ? core_fail(&error) : core_joints_make(self, own, own);
}

/* _movable_joints(robot) */
static PyObject *movable_joints(PyObject *object, PyObject *arguments)
{
    core_scene *self = core_scene_frozen(object);
    const char *robot;
    if (!self || !PyArg_ParseTuple(arguments, "s", &robot))
        return NULL;
    int64_t index = lw_scene_find_robot(self->scene, robot);
    if (index < 0)
        return core_raise(LW_ERROR_NAME, "there is no robot '%s'", robot);
    return core_joints_make(self, lw_scene_movable_joints(self->scene, (size_t)index), NULL);
}

/* _state(joints or None, state, before): the values of a named state. */
static PyObject *state(PyObject *object, PyObject *arguments)
{
    core_scene *self = core_scene_frozen(object);
    PyObject *given, *name;
    const lw_joints *order;
    size_t width;
    core_row row = {0};
    if (!self || !PyArg_ParseTuple(arguments, "OU", &given, &name) ||
        !core_scene_joints(self, given, &order, &width))
        return NULL;
    PyObject *made = core_configuration_take(self, name, "a state", order, width, &row)
                         ? core_doubles(row.values, row.count)
                         : NULL;
    core_row_free(&row);
    return made;
}

static bool find_body(const lw_scene *scene, const char *name, size_t *out)
{
    int64_t body = lw_scene_find_body(scene, name);
    *out = (size_t)body;
    if (body < 0)
        core_raise(LW_ERROR_NAME, "there is no body '%s'", name);
    return body >= 0;
}

/* _has_object(name): whether there is an obstacle or a carried object of this name */
static PyObject *has_object(PyObject *object, PyObject *arguments)
{
    core_scene *self = core_scene_frozen(object);
    const char *name;
    lw_body_info info = lw_default_body_info();
    lw_error error;
    if (!self || !PyArg_ParseTuple(arguments, "s", &name))
        return NULL;
    const int64_t body = lw_scene_find_body(self->scene, name);
    if (body < 0)
        Py_RETURN_FALSE;
    if (lw_scene_body_info(self->scene, (size_t)body, &info, &error))
        return core_fail(&error);
    return PyBool_FromLong(info.robot < 0 || info.attached);
}

static PyObject *pair_reason(PyObject *object, PyObject *arguments)
{
    static const char *const names[] = {"checked", "rigid",  "adjacent",  "touch",  "robot",
                                        "scene",   "caller", "obstacles", "sampled"};
    core_scene *self = core_scene_frozen(object);
    const char *a, *b;
    size_t first, second;
    lw_pair_reason reason;
    lw_error error;
    if (!self || !PyArg_ParseTuple(arguments, "ss", &a, &b) || !find_body(self->scene, a, &first) ||
        !find_body(self->scene, b, &second))
        return NULL;
    if (lw_scene_pair_reason(self->scene, first, second, &reason, &error))
        return core_fail(&error);
    return core_text(names[reason]);
}

/* _shapes(body): (pose, file, shape's tuple) of each */
static PyObject *shapes(PyObject *object, PyObject *arguments)
{
    core_scene *self = core_scene_frozen(object);
    const char *name;
    size_t body;
    lw_error error;
    lw_body_info info = lw_default_body_info();
    if (!self || !PyArg_ParseTuple(arguments, "s", &name) || !find_body(self->scene, name, &body))
        return NULL;
    if (lw_scene_body_info(self->scene, body, &info, &error))
        return core_fail(&error);
    PyObject *made = PyList_New((Py_ssize_t)info.shape_count);
    for (size_t i = 0; made && i < info.shape_count; i++) {
        lw_body_shape shape = lw_default_body_shape();
        lw_shape_def def = lw_default_shape();
        if (lw_scene_body_shape(self->scene, body, i, &shape, &def, &error)) {
            core_drop(made);
            return core_fail(&error);
        }
        PyObject *item = Py_BuildValue("(NNN)", core_pose(shape.pose), core_text(shape.file),
                                       core_shape_tuple(&def));
        if (!item || PyList_SetItem(made, (Py_ssize_t)i, item))
            Py_CLEAR(made);
    }
    return made;
}

/* _cover(body): (excess, fingerprint, file, [(center, radius, excess)]) */
static PyObject *cover(PyObject *object, PyObject *arguments)
{
    core_scene *self = core_scene_frozen(object);
    const char *name;
    size_t body;
    lw_error error;
    lw_cover_info info = lw_default_cover_info();
    if (!self || !PyArg_ParseTuple(arguments, "s", &name) || !find_body(self->scene, name, &body))
        return NULL;
    if (lw_scene_cover_info(self->scene, body, &info, &error))
        return core_fail(&error);
    PyObject *balls = PyList_New((Py_ssize_t)info.ball_count);
    for (size_t i = 0; balls && i < info.ball_count; i++) {
        lw_cover_ball ball;
        if (lw_scene_cover_ball(self->scene, body, i, &ball, &error)) {
            core_drop(balls);
            return core_fail(&error);
        }
        PyObject *item = Py_BuildValue("(Ndd)", core_vec3(ball.center), ball.radius, ball.excess);
        if (!item || PyList_SetItem(balls, (Py_ssize_t)i, item))
            Py_CLEAR(balls);
    }
    if (!balls)
        return NULL;
    return Py_BuildValue("(dKNN)", info.excess, (unsigned long long)info.fingerprint,
                         core_text(info.file), balls);
}

typedef struct cover_of {
    const lw_scene *scene;
    size_t robot;
} cover_of;

static lw_status write_cover(const void *of, char *text, size_t size, size_t *length, lw_error *error)
{
    const cover_of *what = of;
    return lw_scene_cover_json(what->scene, what->robot, text, size, length, error);
}

/* _cover_json(robot) */
static PyObject *cover_json(PyObject *object, PyObject *arguments)
{
    core_scene *self = core_scene_frozen(object);
    const char *name;
    if (!self || !PyArg_ParseTuple(arguments, "s", &name))
        return NULL;
    int64_t robot = lw_scene_find_robot(self->scene, name);
    if (robot < 0)
        return core_raise(LW_ERROR_NAME, "there is no robot '%s'", name);
    return core_write(write_cover, &(cover_of){self->scene, (size_t)robot});
}

static lw_status write_scene(const void *scene, char *text, size_t size, size_t *length,
                             lw_error *error)
{
    return lw_scene_json(scene, text, size, length, error);
}

/* _json() */
static PyObject *scene_json(PyObject *object, PyObject *unused)
{
    (void)unused;
    core_scene *self = core_scene_frozen(object);
    return self ? core_write(write_scene, self->scene) : NULL;
}

/* _claims_scene(cbor): the first line of a proof, text or bytes. */
static PyObject *claims_scene(PyObject *object, PyObject *arguments)
{
    core_scene *self = core_scene_frozen(object);
    int cbor;
    if (!self || !PyArg_ParseTuple(arguments, "p", &cbor))
        return NULL;
    return core_claims_scene(self->scene, cbor);
}

/* How many values the movable joints of a body's robot have; 0 for an obstacle. */
static size_t width_of(const lw_scene *scene, size_t body)
{
    lw_body_info info = lw_default_body_info();
    if (lw_scene_body_info(scene, body, &info, NULL) || info.robot < 0)
        return 0;
    return lw_joints_value_count(lw_scene_movable_joints(scene, (size_t)info.robot));
}

/* The values of a configuration; None if none was found. */
static PyObject *found_values(bool found, const double *values, size_t count)
{
    return found ? core_doubles(values, count) : core_text(NULL);
}

/* _meeting(a, b, budget_boxes, budget_seconds, samples, seed, skip_adjacent, stop) */
static PyObject *meeting(PyObject *object, PyObject *arguments)
{
    static const char *const kinds[] = {"undecided", "never", "always", "sometimes"};
    core_scene *self = core_scene_frozen(object);
    const char *a, *b;
    size_t first, second;
    int skip;
    PyObject *stop;
    core_call call = {0};
    PyObject *boxes, *samples, *seed;
    lw_meeting_options options = lw_default_meeting_options();
    lw_meeting_info info = lw_default_meeting_info();
    lw_error error;
    if (!self ||
        !PyArg_ParseTuple(arguments, "ssOdOOpO", &a, &b, &boxes, &options.budget_seconds, &samples,
                          &seed, &skip, &stop) ||
        !core_count_take(boxes, "budget_boxes", UINT64_MAX, &options.budget_boxes) ||
        !core_count_take(samples, "samples", UINT64_MAX, &options.samples) ||
        !core_count_take(seed, "seed", UINT64_MAX, &options.seed) || !core_stop_take(stop, &call) ||
        !find_body(self->scene, a, &first) || !find_body(self->scene, b, &second))
        return NULL;
    size_t width = width_of(self->scene, first);
    double *values = calloc(2 * width + 1, sizeof *values);
    if (!values)
        return PyErr_NoMemory();
    options.meets = values;
    options.apart = values + width;
    options.skip_adjacent = skip;
    options.stop = core_call_stop;
    options.stop_context = &call;
    core_call_begin(&call);
    lw_status status = lw_scene_meeting(self->scene, first, second, &options, &info, &error);
    core_call_end(&call);
    PyObject *made = NULL;
    if (status)
        core_fail(&error);
    else if (!PyErr_Occurred())
        made = Py_BuildValue("(sNNNNNdKKNN)", kinds[info.meeting], core_reason_name(info.reason),
                             PyBool_FromLong(info.unbounded), PyBool_FromLong(info.meets),
                             PyBool_FromLong(info.apart), PyBool_FromLong(info.adjacent), info.nearest,
                             (unsigned long long)info.samples, (unsigned long long)info.boxes,
                             found_values(info.meets, values, width),
                             found_values(info.apart, values + width, width));
    free(values);
    return made;
}

/* a span as (from, to, verdict, the two bodies or None, the two times or None) */
static PyObject *delay_span(const lw_scene *scene, const lw_delay_span *span)
{
    static const char *const verdicts[] = {"free", "contact", "undecided", "leaves"};
    if (span->kind != LW_VERDICT_CONTACT)
        return Py_BuildValue("(ddsOO)", span->from, span->to, verdicts[span->kind], Py_None, Py_None);
    return Py_BuildValue("(dds(ss)(dd))", span->from, span->to, verdicts[span->kind],
                         lw_scene_body_name(scene, (size_t)span->pair[0]),
                         lw_scene_body_name(scene, (size_t)span->pair[1]), span->time[0],
                         span->time[1]);
}

/* _delays(first, second, robot, robot, from, to, tolerance, budget_tiles, stop) */
static PyObject *delays(PyObject *object, PyObject *arguments)
{
    core_scene *self = core_scene_frozen(object);
    PyObject *motions[2];
    core_motion *of[2];
    const char *names[2];
    PyObject *tiles;
    PyObject *stop;
    core_call call = {0};
    lw_delay_options options = lw_default_delay_options();
    lw_delays found = lw_default_delays();
    lw_error error = {0};
    if (!self ||
        !PyArg_ParseTuple(arguments, "OOssdddOO", &motions[0], &motions[1], &names[0], &names[1],
                          &options.from, &options.to, &options.tolerance, &tiles, &stop) ||
        !core_count_take(tiles, "budget_tiles", UINT64_MAX, &options.budget_tiles) ||
        !core_stop_take(stop, &call))
        return NULL;
    int64_t robots[2];
    for (int i = 0; i < 2; i++) {
        if (!(of[i] = core_motion_of(motions[i], self)))
            return NULL;
        robots[i] = lw_scene_find_robot(self->scene, names[i]);
        if (robots[i] < 0)
            return core_raise(LW_ERROR_NAME, "there is no robot '%s'", names[i]);
    }
    options.stop = core_call_stop;
    options.stop_context = &call;
    core_call_begin(&call);
    lw_status status = lw_delays_find(of[0]->motion, (size_t)robots[0], of[1]->motion,
                                      (size_t)robots[1], &options, &found, &error);
    core_call_end(&call);
    if (status)
        return core_fail(&error);
    PyObject *list = PyErr_Occurred() ? NULL : PyTuple_New((Py_ssize_t)found.count);
    for (size_t i = 0; list && i < found.count; i++) {
        PyObject *span = delay_span(self->scene, &found.spans[i]);
        if (span)
            PyTuple_SetItem(list, (Py_ssize_t)i, span);
        else
            Py_CLEAR(list);
    }
    PyObject *made = NULL;
    if (list)
        made = Py_BuildValue("(NNKK)", list, PyBool_FromLong(found.complete),
                             (unsigned long long)found.tiles, (unsigned long long)found.queries);
    lw_delays_free(&found);
    return made;
}

/* The schedule as JSON text. */
static PyObject *schedule_text(const lw_schedule *schedule, const lw_tasks *tasks)
{
    size_t length = 0;
    lw_error error = {0};
    if (lw_schedule_json(schedule, tasks, NULL, 0, &length, &error))
        return core_fail(&error);
    char *text = PyMem_Malloc(length + 1);
    if (!text)
        return PyErr_NoMemory();
    lw_status status = lw_schedule_json(schedule, tasks, text, length + 1, &length, &error);
    PyObject *made = status ? core_fail(&error) : PyUnicode_FromStringAndSize(text, (Py_ssize_t)length);
    PyMem_Free(text);
    return made;
}

/* _optimise(tasks as JSON, seed, budget_nodes, budget_seconds, slack, threads, stop) */
static PyObject *optimise(PyObject *object, PyObject *arguments)
{
    core_scene *self = core_scene_frozen(object);
    const char *text;
    Py_ssize_t length;
    PyObject *seed;
    PyObject *nodes;
    PyObject *stop;
    core_call call = {0};
    lw_schedule_options options = lw_default_schedule_options();
    lw_tasks *tasks = NULL;
    lw_schedule *schedule = NULL;
    lw_error error = {0};
    if (!self ||
        !PyArg_ParseTuple(arguments, "s#OOddIO", &text, &length, &seed, &nodes, &options.budget_seconds,
                          &options.slack, &options.threads, &stop) ||
        !core_count_take(seed, "seed", UINT64_MAX, &options.seed) ||
        !core_count_take(nodes, "budget_nodes", UINT64_MAX, &options.budget_nodes) ||
        !core_stop_take(stop, &call))
        return NULL;
    if (lw_tasks_read_json(self->scene, text, (size_t)length, NULL, &tasks, &error))
        return core_fail(&error);
    options.stop = core_call_stop;
    options.stop_context = &call;
    core_call_begin(&call);
    lw_status status = lw_schedule_find(tasks, &options, &schedule, &error);
    core_call_end(&call);
    PyObject *made = NULL;
    if (status)
        core_fail(&error);
    else if (!PyErr_Occurred())
        made = schedule_text(schedule, tasks);
    lw_schedule_destroy(schedule);
    lw_tasks_destroy(tasks);
    return made;
}

PyMethodDef core_ask_methods[] = {
    {"_list", list, METH_VARARGS, NULL},
    {"_robots", robots, METH_NOARGS, NULL},
    {"_files", files, METH_NOARGS, NULL},
    {"_facts", facts, METH_NOARGS, NULL},
    {"_pair_count", pair_count, METH_NOARGS, NULL},
    {"_fingerprint", fingerprint, METH_NOARGS, NULL},
    {"_joints", joints, METH_VARARGS, NULL},
    {"_movable_joints", movable_joints, METH_VARARGS, NULL},
    {"_state", state, METH_VARARGS, NULL},
    {"_has_object", has_object, METH_VARARGS, NULL},
    {"pair_reason", pair_reason, METH_VARARGS,
     "pair_reason($self, a, b, /)\n--\n\nWhy a pair of bodies (names) is checked ('checked'), "
     "or is not: 'rigid', 'adjacent', 'touch', 'robot', 'scene', 'caller', 'obstacles' or "
     "'sampled'. Errors: NameUnknownError.\n\nExample:\n    >>> scene.pair_reason('post', "
     "'shelf')\n    'obstacles'"},
    {"_shapes", shapes, METH_VARARGS, NULL},
    {"_cover", cover, METH_VARARGS, NULL},
    {"_cover_json", cover_json, METH_VARARGS, NULL},
    {"_claims_scene", claims_scene, METH_VARARGS, NULL},
    {"_json", scene_json, METH_NOARGS, NULL},
    {"_meeting", meeting, METH_VARARGS, NULL},
    {"_delays", delays, METH_VARARGS, NULL},
    {"_optimise", optimise, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
