/* Setting motions: from JSON, by the name of a motion of the scene, or from tracks. */
#include "core.h"

#include <stdlib.h>

/* Sets the values of joints that the motion does not move: a tuple of (robot or None, joint,
 * values). */
static bool set_rest(lw_motion *motion, PyObject *rest)
{
    for (Py_ssize_t i = 0; i < PyTuple_Size(rest); i++) {
        const char *robot, *joint;
        PyObject *values;
        core_row row = {0};
        lw_error error;
        bool done = false;
        if (PyArg_ParseTuple(PyTuple_GetItem(rest, i), "zsO", &robot, &joint, &values) &&
            core_row_take(values, joint, &row)) {
            done = !lw_motion_set_joint(motion, robot, joint, row.values, row.count, &error);
            if (!done)
                core_fail(&error);
        }
        core_row_free(&row);
        if (!done)
            return false;
    }
    return true;
}

/* A motion while it is being set, and the listener for its notices. */
typedef struct setting {
    core_motion *made;
    core_call call;
} setting;

static bool setting_begin(setting *s, core_scene *scene)
{
    s->call = (core_call){.notice = scene->notice};
    s->made = core_motion_make(scene);
    if (s->made)
        lw_motion_on_notice(s->made->motion, core_call_notice, &s->call);
    return s->made != NULL;
}

/* Ends the setting: the motion, which keeps the arguments as its source; NULL with an exception. */
static core_motion *setting_end(setting *s, lw_status status, const lw_error *error, PyObject *rest,
                                PyObject *arguments)
{
    lw_motion *motion = s->made->motion;
    bool done = !status && set_rest(motion, rest);
    lw_motion_on_notice(motion, NULL, NULL);
    if (s->call.raised[0])
        PyErr_Restore(s->call.raised[0], s->call.raised[1], s->call.raised[2]);
    if (done && !PyErr_Occurred()) {
        core_hold(arguments);
        s->made->source = arguments;
        return s->made;
    }
    core_drop(s->made);
    if (status)
        core_fail(error);
    return NULL;
}

/* _motion(json, file, line, robot, group, interpolation, no_wrap, no_approach, rest): (motion, id) */
static PyObject *json_motion(PyObject *object, PyObject *arguments)
{
    core_scene *self = core_scene_frozen(object);
    const char *text, *file;
    lw_motion_defaults defaults = lw_default_motion_defaults();
    int interpolation, no_wrap, no_approach, line;
    PyObject *rest;
    setting s;
    lw_error error;
    char id[512];
    if (!self ||
        !PyArg_ParseTuple(arguments, "szizzippO!", &text, &file, &line, &defaults.robot,
                          &defaults.group, &interpolation, &no_wrap, &no_approach, &PyTuple_Type,
                          &rest) ||
        !setting_begin(&s, self))
        return NULL;
    defaults.interpolation = (lw_interpolation)interpolation;
    defaults.no_wrap = no_wrap;
    defaults.no_approach = (uint64_t)no_approach;
    lw_status status = lw_motion_read_json(self->scene, text, file, line, &defaults, s.made->motion, id,
                                           sizeof id, &error);
    core_motion *made = setting_end(&s, status, &error, rest, arguments);
    return made ? Py_BuildValue("(NN)", made, core_text(id)) : NULL;
}

/* _named_motion(index, robot, group, interpolation, no_wrap, no_approach, rest): a motion that the
 * scene's files name. */
static PyObject *named_motion(PyObject *object, PyObject *arguments)
{
    core_scene *self = core_scene_frozen(object);
    Py_ssize_t index;
    lw_motion_defaults defaults = lw_default_motion_defaults();
    int interpolation, no_wrap, no_approach;
    PyObject *rest;
    setting s;
    lw_error error;
    if (!self ||
        !PyArg_ParseTuple(arguments, "nzzippO!", &index, &defaults.robot, &defaults.group,
                          &interpolation, &no_wrap, &no_approach, &PyTuple_Type, &rest) ||
        !setting_begin(&s, self))
        return NULL;
    defaults.interpolation = (lw_interpolation)interpolation;
    defaults.no_wrap = no_wrap;
    defaults.no_approach = (uint64_t)no_approach;
    lw_status status =
        lw_scene_motion_read(self->scene, (size_t)index, &defaults, s.made->motion, NULL, 0, &error);
    return (PyObject *)setting_end(&s, status, &error, rest, arguments);
}

/* _segment(joints, source): the segment of a source as verdicts make it (core/verdict.c): ("segment",
 * robot, names of joints, from, to) */
static PyObject *segment_motion(PyObject *object, PyObject *arguments)
{
    core_scene *self = core_scene_frozen(object);
    PyObject *given, *source;
    const lw_joints *joints;
    size_t width;
    core_row from = {0}, to = {0};
    core_motion *made = NULL;
    setting s;
    lw_error error;
    if (!self || !PyArg_ParseTuple(arguments, "OO!", &given, &PyTuple_Type, &source) ||
        !core_scene_joints(self, given, &joints, &width))
        return NULL;
    PyObject *start = PyTuple_GetItem(source, 3);
    PyObject *goal = start ? PyTuple_GetItem(source, 4) : NULL;
    PyObject *rest = goal ? PyTuple_New(0) : NULL;
    if (rest && core_row_take_count(start, "start", width, &from) &&
        core_row_take_count(goal, "goal", width, &to) && setting_begin(&s, self)) {
        lw_status status =
            lw_motion_set_segment(s.made->motion, joints, from.values, to.values, &error);
        made = setting_end(&s, status, &error, rest, source);
    }
    core_row_free(&from);
    core_row_free(&to);
    core_drop(rest);
    return (PyObject *)made;
}

/* Ends a setting to another motion that was changed. Its source is (how, what, the other one's source),
 * if that one has any. */
static PyObject *changed_end(setting *s, const core_motion *from, const char *how, PyObject *what,
                             lw_status status, lw_error *error)
{
    core_motion *made = NULL;
    PyObject *rest = PyTuple_New(0);
    PyObject *source = from->source && from->source != Py_None
                           ? Py_BuildValue("(sOO)", how, what, from->source)
                           : core_text(NULL);
    if (rest && source)
        made = setting_end(s, status, error, rest, source);
    else
        core_drop(s->made);
    core_drop(rest);
    core_drop(source);
    return (PyObject *)made;
}

PyObject *core_motion_since(PyObject *object, PyObject *arguments)
{
    core_motion *self = (core_motion *)object;
    const lw_motion *const parts[] = {self->motion};
    double time;
    setting s;
    lw_error error;
    PyObject *what = PyArg_ParseTuple(arguments, "d", &time) ? PyFloat_FromDouble(time) : NULL;
    PyObject *made = NULL;
    if (what && setting_begin(&s, self->scene)) {
        lw_status status = lw_motion_join(s.made->motion, parts, 1, &error);
        if (!status)
            status = lw_motion_cut(s.made->motion, time, &error);
        made = changed_end(&s, self, "since", what, status, &error);
    }
    core_drop(what);
    return made;
}

PyObject *core_motion_blend(PyObject *object, PyObject *arguments)
{
    core_motion *self = (core_motion *)object;
    const lw_motion *const parts[] = {self->motion};
    double radius;
    setting s;
    lw_error error;
    PyObject *what = PyArg_ParseTuple(arguments, "d", &radius) ? PyFloat_FromDouble(radius) : NULL;
    PyObject *made = NULL;
    if (what && setting_begin(&s, self->scene)) {
        lw_status status = lw_motion_join(s.made->motion, parts, 1, &error);
        if (!status)
            status = lw_motion_blend(s.made->motion, radius, &error);
        made = changed_end(&s, self, "blend", what, status, &error);
    }
    core_drop(what);
    return made;
}

/* Sets the tolerance of a motion: of all joints, or of some. Python's error, if any, is set where this
 * is false. */
static bool set_within(lw_motion *motion, core_scene *scene, PyObject *arguments, lw_status *status,
                       lw_error *error)
{
    PyObject *tolerance, *per_speed = NULL, *joints = Py_None;
    core_row rows[2] = {{0}, {0}};
    if (!PyArg_ParseTuple(arguments, "O|OO", &tolerance, &per_speed, &joints))
        return false;
    if (PyUnicode_Check(tolerance) && !per_speed && joints == Py_None) {
        const char *path = PyUnicode_AsUTF8AndSize(tolerance, NULL);
        if (path)
            *status = lw_motion_load_tolerance(motion, path, error);
        return path != NULL;
    }
    if (joints == Py_None) {
        double constant = PyFloat_AsDouble(tolerance);
        double rate = per_speed ? PyFloat_AsDouble(per_speed) : 0;
        if (PyErr_Occurred())
            return false;
        *status = lw_motion_set_tolerances(motion, constant, rate, error);
        return true;
    }
    const lw_joints *of;
    size_t width;
    bool taken = core_scene_joints(scene, joints, &of, &width) &&
                 core_row_take_count(tolerance, "tolerance", width, &rows[0]) &&
                 (!per_speed || core_row_take_count(per_speed, "per_speed", width, &rows[1]));
    if (taken)
        *status = lw_motion_set_tolerance(motion, of, rows[0].values, per_speed ? rows[1].values : NULL,
                                          error);
    core_row_free(&rows[0]);
    core_row_free(&rows[1]);
    return taken;
}

PyObject *core_motion_within(PyObject *object, PyObject *arguments)
{
    core_motion *self = (core_motion *)object;
    const lw_motion *const parts[] = {self->motion};
    setting s;
    lw_error error;
    if (!setting_begin(&s, self->scene))
        return NULL;
    lw_status status = lw_motion_join(s.made->motion, parts, 1, &error);
    if (!status && !set_within(s.made->motion, self->scene, arguments, &status, &error)) {
        core_drop(s.made);
        return NULL;
    }
    return changed_end(&s, self, "within", arguments, status, &error);
}

PyObject *core_motion_stop(PyObject *object, PyObject *arguments)
{
    core_motion *self = (core_motion *)object;
    double time;
    setting s;
    lw_error error;
    PyObject *what = PyArg_ParseTuple(arguments, "d", &time) ? PyFloat_FromDouble(time) : NULL;
    PyObject *made = NULL;
    if (what && setting_begin(&s, self->scene)) {
        lw_status status = lw_motion_set_stop_at(s.made->motion, self->motion, time, &error);
        made = changed_end(&s, self, "stop", what, status, &error);
    }
    core_drop(what);
    return made;
}

/* _stop(joints, source): the stop of a source: ("braking", robot, names of joints, values, rates,
 * accelerations or None) */
static PyObject *stop_motion(PyObject *object, PyObject *arguments)
{
    static const char *const whats[] = {"values", "rates", "accelerations"};
    core_scene *self = core_scene_frozen(object);
    PyObject *given, *source;
    const lw_joints *joints;
    size_t width;
    core_row rows[3] = {{0}, {0}, {0}};
    core_motion *made = NULL;
    setting s;
    lw_error error;
    if (!self || !PyArg_ParseTuple(arguments, "OO!", &given, &PyTuple_Type, &source) ||
        !core_scene_joints(self, given, &joints, &width))
        return NULL;
    bool taken = true;
    for (Py_ssize_t i = 0; i < 3 && taken; i++) {
        PyObject *item = PyTuple_GetItem(source, 3 + i);
        taken = item && (item == Py_None || core_row_take_count(item, whats[i], width, &rows[i]));
    }
    PyObject *rest = taken ? PyTuple_New(0) : NULL;
    if (rest && setting_begin(&s, self)) {
        lw_status status = lw_motion_set_stop(s.made->motion, joints, rows[0].values, rows[1].values,
                                              rows[2].values, &error);
        made = setting_end(&s, status, &error, rest, source);
    }
    for (int i = 0; i < 3; i++)
        core_row_free(&rows[i]);
    core_drop(rest);
    return (PyObject *)made;
}

/* ---- tracks ------------------------------------------------------------------------------------ */

/* A track, and the Python memory that it points into. */
typedef struct taken_track {
    core_rows rows[3]; /* positions, velocities, accelerations */
    core_row times, start;
    lw_payload *payloads;
    size_t payload_count;
} taken_track;

static void track_free(taken_track *taken)
{
    for (int i = 0; i < 3; i++)
        core_rows_free(&taken->rows[i]);
    core_row_free(&taken->times);
    core_row_free(&taken->start);
    for (size_t i = 0; i < taken->payload_count; i++) {
        free((void *)taken->payloads[i].touch_links);
        free((void *)taken->payloads[i].may_touch);
    }
    free(taken->payloads);
}

/* Takes contiguous rows, as wide as a configuration, as many as there are points. */
static bool take_packed(PyObject *object, const char *what, size_t width, core_rows *rows,
                        size_t *points, const double **out)
{
    *out = NULL;
    if (object == Py_None)
        return true;
    if (!core_rows_take(object, what, rows))
        return false;
    *out = rows->values;
    if (rows->width != width || (rows->count > 1 && rows->stride != width))
        core_raise(LW_ERROR_ARGUMENT, "%s are rows of %zu numbers, one for each value of the joints",
                   what, width);
    else if (*points && rows->count != *points)
        core_raise(LW_ERROR_ARGUMENT, "%s have %zu rows, the positions have %zu", what, rows->count,
                   *points);
    else
        *points = rows->count;
    return !PyErr_Occurred();
}

/* Takes a payload: (waypoint, object, link or None to release, touch links, may touch). */
static bool take_payload(PyObject *item, lw_payload *out)
{
    Py_ssize_t waypoint;
    PyObject *touch, *may;
    *out = lw_default_payload();
    if (!PyArg_ParseTuple(item, "nszOO", &waypoint, &out->object, &out->link, &touch, &may) ||
        !core_texts_take(touch, "touch_links", (const char ***)&out->touch_links,
                         &out->touch_link_count) ||
        !core_texts_take(may, "may_touch", (const char ***)&out->may_touch, &out->may_touch_count))
        return false;
    out->kind = out->link ? LW_PAYLOAD_ATTACH : LW_PAYLOAD_RELEASE;
    out->waypoint = waypoint < 0 ? SIZE_MAX : (size_t)waypoint;
    return true;
}

static bool take_payloads(PyObject *list, taken_track *taken)
{
    size_t count = (size_t)PyTuple_Size(list);
    taken->payloads = calloc(count + 1, sizeof *taken->payloads);
    if (!taken->payloads) {
        PyErr_NoMemory();
        return false;
    }
    for (size_t i = 0; i < count && !PyErr_Occurred(); i++) {
        taken->payload_count++;
        take_payload(PyTuple_GetItem(list, (Py_ssize_t)i), &taken->payloads[i]);
    }
    return !PyErr_Occurred();
}

/* Takes a vector of 3 numbers. */
static bool take_vector(PyObject *object, const char *what, lw_vec3 *out)
{
    core_row row;
    bool taken = core_row_take_count(object, what, 3, &row);
    if (taken)
        *out = (lw_vec3){row.values[0], row.values[1], row.values[2]};
    core_row_free(&row);
    return taken;
}

/* Takes a track: (kind, joints, positions, velocities, accelerations, times, interpolation, no_wrap,
 * pose, linear velocity, angular velocity, in body frame, duration, payloads, start, no_approach). */
static bool take_track(core_scene *scene, PyObject *item, taken_track *taken, lw_track *out)
{
    PyObject *joints, *positions, *velocities, *accelerations, *times, *pose, *linear, *angular, *list,
        *start;
    int kind, interpolation, no_wrap, in_body, no_approach;
    size_t width;
    *out = lw_default_track();
    if (!PyArg_ParseTuple(item, "iOOOOOipOOOpdO!Op", &kind, &joints, &positions, &velocities,
                          &accelerations, &times, &interpolation, &no_wrap, &pose, &linear, &angular,
                          &in_body, &out->duration, &PyTuple_Type, &list, &start, &no_approach) ||
        !core_scene_joints(scene, joints, &out->joints, &width))
        return false;
    out->kind = (lw_track_kind)kind;
    out->interpolation = (lw_interpolation)interpolation;
    out->no_wrap = no_wrap;
    out->in_body_frame = in_body;
    out->no_approach = no_approach;
    if (!take_packed(positions, "positions", width, &taken->rows[0], &out->point_count,
                     &out->positions) ||
        !take_packed(velocities, "velocities", width, &taken->rows[1], &out->point_count,
                     &out->velocities) ||
        !take_packed(accelerations, "accelerations", width, &taken->rows[2], &out->point_count,
                     &out->accelerations) ||
        !core_pose_take(pose, &out->pose) ||
        !take_vector(linear, "linear_velocity", &out->linear_velocity) ||
        !take_vector(angular, "angular_velocity", &out->angular_velocity) ||
        !take_payloads(list, taken))
        return false;
    out->payloads = taken->payloads;
    out->payload_count = taken->payload_count;
    if (start != Py_None) {
        if (!core_row_take_count(start, "start", width, &taken->start))
            return false;
        out->start = taken->start.values;
    }
    if (times == Py_None)
        return true;
    if (!core_row_take_count(times, "times", out->point_count, &taken->times))
        return false;
    out->times = taken->times.values;
    return true;
}

/* _tracks(tracks, rest, again): again: the data from which the motion is made again for another
 * scene. */
static PyObject *track_motion(PyObject *object, PyObject *arguments)
{
    core_scene *self = core_scene_frozen(object);
    PyObject *list, *rest, *again, *made = NULL;
    setting s;
    lw_error error;
    if (!self ||
        !PyArg_ParseTuple(arguments, "O!O!O", &PyTuple_Type, &list, &PyTuple_Type, &rest, &again))
        return NULL;
    size_t count = (size_t)PyTuple_Size(list);
    taken_track *taken = calloc(count + 1, sizeof *taken);
    lw_track *tracks = calloc(count + 1, sizeof *tracks);
    bool whole = taken && tracks;
    if (!whole)
        PyErr_NoMemory();
    for (size_t i = 0; whole && i < count; i++)
        whole = take_track(self, PyTuple_GetItem(list, (Py_ssize_t)i), &taken[i], &tracks[i]);
    if (whole && setting_begin(&s, self))
        made = (PyObject *)setting_end(&s, lw_motion_set(s.made->motion, tracks, count, &error), &error,
                                       rest, again);
    for (size_t i = 0; taken && i < count; i++)
        track_free(&taken[i]);
    free(taken);
    free(tracks);
    return made;
}

PyMethodDef core_set_methods[] = {
    {"_motion", json_motion, METH_VARARGS, NULL},
    {"_named_motion", named_motion, METH_VARARGS, NULL},
    {"_segment", segment_motion, METH_VARARGS, NULL},
    {"_stop", stop_motion, METH_VARARGS, NULL},
    {"_tracks", track_motion, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
