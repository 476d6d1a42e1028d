/* Verdicts: the library's struct, with attributes that are made when they are read. */
#include "core.h"

#include <stdlib.h>
#include <string.h>

enum { FEW_VALUES = 8 };

typedef struct verdict_object {
    PyObject_HEAD core_scene *scene;
    core_motion *motion; /* NULL: nobody has asked for the segment's motion yet, or there is none */
    /* of two configurations: one after the other; NULL: none */
    double *rows, few[2 * FEW_VALUES];
    size_t width;
    PyObject *joints; /* an argument */
    bool noticed;     /* the segment has notices */
    PyObject *claims; /* NULL: none were asked for */
    bool unmeasured;  /* a contact's points, normal and depth are not known */
    lw_verdict verdict;
} verdict_object;

static PyTypeObject *verdict_type;

PyObject *core_kind_name(lw_verdict_kind kind)
{
    static const char *const names[] = {"free", "contact", "undecided", "leaves"};
    return PyUnicode_FromString(names[kind]);
}

PyObject *core_reason_name(lw_reason reason)
{
    static const char *const names[] = {NULL,      "budget", "precision", "sampled",
                                        "stopped", "depth",  "limit"};
    return core_text(names[reason]);
}

PyObject *core_verdict_make(core_scene *scene, core_motion *motion, const lw_verdict *verdict,
                            const lw_check_options *options, PyObject *claims)
{
    verdict_object *self = (verdict_object *)PyType_GenericAlloc(verdict_type, 0);
    if (!self) {
        core_drop(claims);
        return NULL;
    }
    core_hold(scene);
    core_hold(motion);
    self->scene = scene;
    self->motion = motion;
    self->claims = claims;
    self->verdict = *verdict;
    self->unmeasured = options && options->unmeasured && verdict->kind == LW_VERDICT_CONTACT;
    return (PyObject *)self;
}

bool core_verdict_keep_rows(PyObject *verdict, PyObject *joints, size_t width, const double *from,
                            const double *to, bool noticed)
{
    verdict_object *self = (verdict_object *)verdict;
    self->rows = width <= FEW_VALUES ? self->few : malloc(2 * width * sizeof *self->rows);
    if (!self->rows) {
        PyErr_NoMemory();
        return false;
    }
    memcpy(self->rows, from, width * sizeof *from);
    memcpy(self->rows + width, to, width * sizeof *to);
    self->width = width;
    self->noticed = noticed;
    self->joints = joints;
    core_hold(joints);
    return true;
}

/* What a segment is made of again: ("segment", robot, names of joints, from, to). */
static PyObject *segment_source(const verdict_object *self, const lw_joints *joints)
{
    const size_t count = lw_joints_count(joints);
    PyObject *names = PyTuple_New((Py_ssize_t)count);
    for (size_t i = 0; names && i < count; i++)
        if (PyTuple_SetItem(names, (Py_ssize_t)i, core_text(lw_joints_name(joints, i))))
            Py_CLEAR(names);
    if (!names)
        return NULL;
    return Py_BuildValue("(sNNNN)", "segment",
                         core_text(lw_scene_robot_name(self->scene->scene, lw_joints_robot(joints))),
                         names, core_doubles(self->rows, self->width),
                         core_doubles(self->rows + self->width, self->width));
}

/* Makes the segment of two configurations a motion, once. False with an exception; without an exception
 * where there is no motion. */
static bool make_motion(verdict_object *self)
{
    const lw_joints *joints;
    size_t width;
    lw_error error;
    if (self->motion || !self->rows || !core_scene_joints(self->scene, self->joints, &joints, &width))
        return self->motion != NULL;
    core_motion *segment = core_motion_make(self->scene);
    if (!segment)
        return false;
    if (lw_motion_set_segment(segment->motion, joints, self->rows, self->rows + width, &error))
        core_fail(&error);
    else if ((segment->source = segment_source(self, joints)))
        self->motion = segment;
    if (!self->motion)
        core_drop(segment);
    return self->motion != NULL;
}

static void verdict_free(PyObject *object)
{
    verdict_object *self = (verdict_object *)object;
    core_drop(self->claims);
    core_drop(self->motion);
    core_drop(self->joints);
    core_drop(self->scene);
    if (self->rows != self->few)
        free(self->rows);
    core_free(object);
}

static const lw_verdict *of(PyObject *object)
{
    return &((verdict_object *)object)->verdict;
}

static PyObject *is_free(PyObject *object, void *unused)
{
    (void)unused;
    return PyBool_FromLong(of(object)->kind == LW_VERDICT_FREE);
}

static PyObject *is_contact(PyObject *object, void *unused)
{
    (void)unused;
    return PyBool_FromLong(of(object)->kind == LW_VERDICT_CONTACT);
}

static PyObject *is_undecided(PyObject *object, void *unused)
{
    (void)unused;
    return PyBool_FromLong(of(object)->kind == LW_VERDICT_UNDECIDED);
}

static PyObject *is_leaving(PyObject *object, void *unused)
{
    (void)unused;
    return PyBool_FromLong(of(object)->kind == LW_VERDICT_LEAVES);
}

static PyObject *kind(PyObject *object, void *unused)
{
    (void)unused;
    return core_kind_name(of(object)->kind);
}

static PyObject *reason(PyObject *object, void *unused)
{
    (void)unused;
    const lw_verdict *verdict = of(object);
    const bool has = verdict->kind == LW_VERDICT_UNDECIDED || verdict->reason == LW_REASON_LIMIT;
    return core_reason_name(has ? verdict->reason : LW_REASON_NONE);
}

static PyObject *free_until(PyObject *object, void *unused)
{
    (void)unused;
    return PyFloat_FromDouble(of(object)->free_until);
}

/* Attributes of a contact. They are None for other verdicts; the measured ones are None if the contact
 * was not measured. */

static PyObject *time_of(PyObject *object, void *unused)
{
    (void)unused;
    if (of(object)->kind != LW_VERDICT_CONTACT && of(object)->kind != LW_VERDICT_LEAVES)
        Py_RETURN_NONE;
    return PyFloat_FromDouble(of(object)->time);
}

static PyObject *first(PyObject *object, void *unused)
{
    (void)unused;
    if (of(object)->kind != LW_VERDICT_CONTACT)
        Py_RETURN_NONE;
    return PyBool_FromLong(of(object)->first);
}

static PyObject *segment(PyObject *object, void *unused)
{
    (void)unused;
    if (of(object)->kind != LW_VERDICT_CONTACT || of(object)->segment < 0)
        Py_RETURN_NONE;
    return PyLong_FromLongLong(of(object)->segment);
}

static PyObject *pair(PyObject *object, void *unused)
{
    (void)unused;
    const lw_verdict *verdict = of(object);
    const lw_scene *scene = ((verdict_object *)object)->scene->scene;
    if (verdict->kind == LW_VERDICT_FREE || verdict->pair[0] < 0)
        Py_RETURN_NONE;
    return Py_BuildValue("(NN)", core_text(lw_scene_body_name(scene, (size_t)verdict->pair[0])),
                         core_text(lw_scene_body_name(scene, (size_t)verdict->pair[1])));
}

static bool is_measured(PyObject *object)
{
    return of(object)->kind == LW_VERDICT_CONTACT && of(object)->reason != LW_REASON_LIMIT &&
           !((verdict_object *)object)->unmeasured;
}

static PyObject *points(PyObject *object, void *unused)
{
    (void)unused;
    if (!is_measured(object))
        Py_RETURN_NONE;
    return Py_BuildValue("(NN)", core_vec3(of(object)->contact.points[0]),
                         core_vec3(of(object)->contact.points[1]));
}

static PyObject *normal(PyObject *object, void *unused)
{
    (void)unused;
    if (!is_measured(object))
        Py_RETURN_NONE;
    return core_vec3(of(object)->contact.normal);
}

static PyObject *depth(PyObject *object, void *unused)
{
    (void)unused;
    if (!is_measured(object))
        Py_RETURN_NONE;
    return PyFloat_FromDouble(of(object)->contact.depth);
}

static PyObject *distance(PyObject *object, void *unused)
{
    (void)unused;
    if (!is_measured(object))
        Py_RETURN_NONE;
    return Py_BuildValue("(dd)", of(object)->contact.lower, of(object)->contact.upper);
}

static PyObject *clearance(PyObject *object, void *unused)
{
    (void)unused;
    return core_clearance(((verdict_object *)object)->scene->scene, &of(object)->clearance);
}

static PyObject *self_clearance(PyObject *object, void *unused)
{
    (void)unused;
    return core_clearance(((verdict_object *)object)->scene->scene, &of(object)->self_clearance);
}

static PyObject *claims(PyObject *object, void *unused)
{
    (void)unused;
    PyObject *list = ((verdict_object *)object)->claims;
    if (!list)
        Py_RETURN_NONE;
    core_hold(list);
    return list;
}

/* ---- motions that begin in contact (leaving) ---- */

static PyObject *failure(PyObject *object, void *unused)
{
    (void)unused;
    static const char *const names[] = {NULL, "new", "deeper", "stays"};
    return core_text(names[of(object)->failure]);
}

static PyObject *deviates(PyObject *object, void *unused)
{
    (void)unused;
    return PyBool_FromLong(of(object)->deviates != 0);
}

static PyObject *kept_until(PyObject *object, void *unused)
{
    (void)unused;
    if (!of(object)->start_pairs)
        Py_RETURN_NONE;
    return PyFloat_FromDouble(of(object)->kept_until);
}

static PyObject *start_distance(PyObject *object, void *unused)
{
    (void)unused;
    const double *bracket = of(object)->start_distance;
    if (bracket[0] == 0 && bracket[1] == 0)
        Py_RETURN_NONE;
    return Py_BuildValue("(dd)", bracket[0], bracket[1]);
}

static PyObject *counts(PyObject *object, void *which)
{
    const lw_verdict *verdict = of(object);
    const uint64_t all[] = {verdict->pairs, verdict->queries, verdict->samples, verdict->start_pairs};
    return PyLong_FromUnsignedLongLong(all[*(const int *)which]);
}

static PyObject *scene_of(PyObject *object, void *unused)
{
    (void)unused;
    PyObject *scene = (PyObject *)((verdict_object *)object)->scene;
    core_hold(scene);
    return scene;
}

static PyObject *motion_of(PyObject *object, void *unused)
{
    (void)unused;
    verdict_object *self = (verdict_object *)object;
    if (!make_motion(self))
        return PyErr_Occurred() ? NULL : core_text(NULL);
    core_hold(self->motion);
    return (PyObject *)self->motion;
}

static PyObject *violation(PyObject *object, void *unused)
{
    (void)unused;
    verdict_object *self = (verdict_object *)object;
    lw_violation first;
    size_t count = 0;
    lw_error error;
    if (self->verdict.reason != LW_REASON_LIMIT)
        Py_RETURN_NONE;
    if (!make_motion(self))
        return NULL;
    if (lw_motion_limits(self->motion->motion, LW_LIMITS_SLACK, &first, 1, &count, &error))
        return core_fail(&error);
    if (!count)
        Py_RETURN_NONE;
    return core_violation(self->scene->scene, &first);
}

static PyObject *notices(PyObject *object, void *unused)
{
    (void)unused;
    verdict_object *self = (verdict_object *)object;
    if (self->noticed && !make_motion(self))
        return NULL;
    return core_notices(self->motion ? self->motion->motion : NULL);
}

static bool has_all_numbers(const verdict_object *self)
{
    if (self->unmeasured)
        core_raise(LW_ERROR_ARGUMENT,
                   "the contact was not measured: a check without unmeasured gives all its numbers");
    return !self->unmeasured;
}

const lw_verdict *core_verdict_of(PyObject *object, core_motion *motion)
{
    verdict_object *self = (verdict_object *)object;
    if (!PyObject_TypeCheck(object, verdict_type))
        core_raise(LW_ERROR_ARGUMENT, "this takes a verdict, which Scene.check gives");
    else if (self->motion != motion)
        core_raise(LW_ERROR_ARGUMENT, "the verdict is on another motion");
    else if (has_all_numbers(self))
        return &self->verdict;
    return NULL;
}

static lw_status write_line(const void *result, char *text, size_t size, size_t *length,
                            lw_error *error)
{
    return lw_result_json(result, text, size, length, error);
}

static PyObject *result_line(verdict_object *self, const char *id, const lw_clearance *near,
                             size_t near_count, double microseconds)
{
    /* for a segment without notices, and within its limits, only the motion's unit is written: any
     * motion over [0, 1] serves */
    core_motion *made = NULL;
    if ((self->noticed || self->verdict.reason == LW_REASON_LIMIT) && !make_motion(self))
        return NULL;
    core_motion *motion = self->motion;
    if (!motion && !(motion = made = core_motion_make(self->scene)))
        return NULL;
    lw_result result = lw_default_result();
    result.scene = self->scene->scene;
    result.motion = motion->motion;
    result.id = id;
    result.near = near;
    result.near_count = near_count;
    result.microseconds = microseconds;
    result.verdict = &self->verdict;
    PyObject *line = core_write(write_line, &result);
    core_drop(made);
    return line;
}

/* json(id=None, near=None, microseconds=0): id is JSON text; near: the bytes of clearances. */
static PyObject *json(PyObject *object, PyObject *arguments, PyObject *keywords)
{
    static char *const names[] = {"id", "near", "microseconds", NULL};
    verdict_object *self = (verdict_object *)object;
    const char *id = NULL;
    PyObject *given = Py_None;
    double microseconds = 0;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|zOd", (char **)names, &id, &given,
                                     &microseconds) ||
        !has_all_numbers(self))
        return NULL;
    Py_buffer near = {0};
    if (given != Py_None && PyObject_GetBuffer(given, &near, PyBUF_SIMPLE))
        return NULL;
    size_t count = (size_t)near.len / sizeof(lw_clearance);
    PyObject *line = NULL;
    if ((size_t)near.len != count * sizeof(lw_clearance))
        core_raise(LW_ERROR_ARGUMENT, "near takes what Scene.near_misses gives");
    else
        line = result_line(self, id, near.obj ? near.buf : NULL, count, microseconds);
    if (near.obj)
        PyBuffer_Release(&near);
    return line;
}

static int truth(PyObject *object)
{
    return of(object)->kind == LW_VERDICT_FREE || of(object)->kind == LW_VERDICT_LEAVES;
}

static PyObject *verdict_same(PyObject *a, PyObject *b, int how)
{
    return core_same(a, b, how, "verdict_same");
}

static Py_hash_t verdict_hash(PyObject *object)
{
    return core_hash(object, "verdict_hash");
}

static PyObject *verdict_text(PyObject *object)
{
    return core_ask_package(object, "verdict_text");
}

static PyObject *verdict_reduce(PyObject *object, PyObject *unused)
{
    (void)unused;
    return core_ask_package(object, "verdict_reduce");
}

/* The numbers of a verdict as a tuple, and back: for comparisons and pickles. */
#define VERDICT_FORM "(iiddiLLLdd(ddd)(ddd)(ddd)dLLdddLLdddKKKKdddiii)"

/* _state() */
static PyObject *verdict_state(PyObject *object, PyObject *unused)
{
    (void)unused;
    const lw_verdict *v = of(object);
    const lw_distance *d = &v->contact;
    const lw_clearance *c = &v->clearance, *own = &v->self_clearance;
    return Py_BuildValue(
        VERDICT_FORM, (int)v->kind, (int)v->reason, v->free_until, v->time, (int)v->first,
        (long long)v->segment, (long long)v->pair[0], (long long)v->pair[1], d->lower, d->upper,
        d->points[0].x, d->points[0].y, d->points[0].z, d->points[1].x, d->points[1].y, d->points[1].z,
        d->normal.x, d->normal.y, d->normal.z, d->depth, (long long)c->pair[0], (long long)c->pair[1],
        c->lower, c->upper, c->at, (long long)own->pair[0], (long long)own->pair[1], own->lower,
        own->upper, own->at, (unsigned long long)v->pairs, (unsigned long long)v->queries,
        (unsigned long long)v->samples, (unsigned long long)v->start_pairs, v->kept_until,
        v->start_distance[0], v->start_distance[1], (int)v->failure, (int)v->deviates,
        (int)((verdict_object *)object)->unmeasured);
}

static bool is_body(const lw_scene *scene, long long body)
{
    return body >= -1 && body < (long long)lw_scene_body_count(scene);
}

PyObject *core_verdict_again(PyObject *object, PyObject *arguments)
{
    core_scene *self = core_scene_frozen(object);
    PyObject *motion, *claims, *state;
    lw_verdict v = lw_default_verdict();
    lw_distance *d = &v.contact;
    int kind, reason, first, failure, deviating, unmeasured;
    long long in, pairs[6];
    unsigned long long counts[4];
    if (!self || !PyArg_ParseTuple(arguments, "OOO!", &motion, &claims, &PyTuple_Type, &state) ||
        !PyArg_ParseTuple(state, "iiddiLLLdd(ddd)(ddd)(ddd)dLLdddLLdddKKKKdddiii", &kind, &reason,
                          &v.free_until, &v.time, &first, &in, &pairs[0], &pairs[1], &d->lower,
                          &d->upper, &d->points[0].x, &d->points[0].y, &d->points[0].z, &d->points[1].x,
                          &d->points[1].y, &d->points[1].z, &d->normal.x, &d->normal.y, &d->normal.z,
                          &d->depth, &pairs[2], &pairs[3], &v.clearance.lower, &v.clearance.upper,
                          &v.clearance.at, &pairs[4], &pairs[5], &v.self_clearance.lower,
                          &v.self_clearance.upper, &v.self_clearance.at, &counts[0], &counts[1],
                          &counts[2], &counts[3], &v.kept_until, &v.start_distance[0],
                          &v.start_distance[1], &failure, &deviating, &unmeasured))
        return NULL;
    bool sound = kind >= 0 && kind <= LW_VERDICT_LEAVES && reason >= 0 &&
                 reason <= LW_REASON_TOLERANCE && failure >= 0 && failure <= LW_FAILURE_STAYS &&
                 deviating >= 0 && deviating <= 1;
    for (size_t i = 0; i < 6; i++)
        sound = sound && is_body(self->scene, pairs[i]);
    core_motion *on = NULL;
    if (!sound)
        return core_raise(LW_ERROR_ARGUMENT, "the pickle of a verdict is broken");
    if (motion != Py_None && !(on = core_motion_of(motion, self)))
        return NULL;
    v.kind = (lw_verdict_kind)kind;
    v.reason = (lw_reason)reason;
    v.first = first;
    v.segment = in;
    v.failure = (lw_failure)failure;
    v.deviates = deviating != 0;
    for (size_t i = 0; i < 2; i++) {
        v.pair[i] = pairs[i];
        v.clearance.pair[i] = pairs[2 + i];
        v.self_clearance.pair[i] = pairs[4 + i];
    }
    v.pairs = counts[0];
    v.queries = counts[1];
    v.samples = counts[2];
    v.start_pairs = counts[3];
    if (claims == Py_None)
        claims = NULL;
    core_hold(claims);
    PyObject *made = core_verdict_make(self, on, &v, NULL, claims);
    if (made)
        ((verdict_object *)made)->unmeasured = unmeasured;
    return made;
}

bool core_verdict_ready(PyObject *module)
{
    static const int which[] = {0, 1, 2, 3};
    static PyGetSetDef attributes[] = {
        {"free", is_free, NULL, "Proven: no pair is within its margin anywhere in the motion.", NULL},
        {"contact", is_contact, NULL, "A pair is at most its margin apart at `time`.", NULL},
        {"undecided", is_undecided, NULL, "Neither was shown; `reason` says why.", NULL},
        {"leaves", is_leaving, NULL,
         "Asked with leaving=True, proven: it begins in contact, gets nowhere deeper, and is free from "
         "`time` on.",
         NULL},
        {"kind", kind, NULL, "'free', 'contact', 'undecided' or 'leaves'.", NULL},
        {"reason", reason, NULL,
         "Undecided: 'budget', 'precision', 'sampled', 'stopped' or 'depth'. A contact with "
         "limits=True: "
         "'limit', if the motion violates a limit of a joint (Motion.limits). Else None.",
         NULL},
        {"free_until", free_until, NULL,
         "No pair is within its margin from the beginning until here: proven. t, or seconds.", NULL},
        {"time", time_of, NULL, "Contact, leaves: when; t in [0, 1], or seconds. Else None.", NULL},
        {"first", first, NULL, "Contact: proven to be the first, within the time tolerance. Else None.",
         NULL},
        {"segment", segment, NULL, "Contact: which segment of a path or trajectory, from 0. Else None.",
         NULL},
        {"pair", pair, NULL,
         "Contact: the names of the two bodies. Leaves: of the last to leave. Undecided for 'depth': "
         "whose depth. Else None.",
         NULL},
        {"points", points, NULL,
         "Contact: a point on each body, ((x, y, z), (x, y, z)), metres, world. Else, and unmeasured, "
         "None.",
         NULL},
        {"normal", normal, NULL,
         "Contact: unit, from the first body to the second. Else, and unmeasured, None.", NULL},
        {"distance", distance, NULL,
         "Contact: (lower, upper), a bracket of the distance, metres, minus the depth where they "
         "overlap. "
         "Else, and unmeasured, None.",
         NULL},
        {"depth", depth, NULL,
         "Contact: how far the second body moves along the way out to come free, metres. Else, and "
         "unmeasured, None.",
         NULL},
        {"clearance", clearance, NULL,
         "Free, with clearance=True: the smallest distance of robots from obstacles and from other "
         "robots, a Clearance. Else None.",
         NULL},
        {"self_clearance", self_clearance, NULL, "The same of links inside one robot.", NULL},
        {"claims", claims, NULL, "The claims that prove it, where they were asked for; else None.",
         NULL},
        {"violation", violation, NULL,
         "Reason 'limit': the first Violation of a limit (Motion.limits). Else None.", NULL},
        {"notices", notices, NULL,
         "What was repaired, ignored or assumed when the motion was made: a tuple of sentences.", NULL},
        {"deviates", deviates, NULL,
         "Whether not the motion itself, but one within its tolerance is in contact (Motion.within).",
         NULL},
        {"failure", failure, NULL,
         "Leaving, contact: 'new' (the pair was free at the beginning), 'deeper' or 'stays' (at the "
         "end). Else None.",
         NULL},
        {"kept_until", kept_until, NULL,
         "Leaving, where it begins in contact: until then nothing gets deeper or comes into contact, "
         "proven. Else None.",
         NULL},
        {"start_distance", start_distance, NULL,
         "Leaving: (lower, upper), the distance of `pair` at the beginning, minus its depth, where it "
         "was in contact then. Else None.",
         NULL},
        {"start_pairs", counts, NULL,
         "Leaving: how many pairs are in contact at the beginning; 0: the verdict is the ordinary one.",
         (void *)&which[3]},
        {"pairs", counts, NULL, "How many pairs were checked; 0: free says nothing.",
         (void *)&which[0]},
        {"queries", counts, NULL, "Distance queries of pairs.", (void *)&which[1]},
        {"samples", counts, NULL, "Times at which the robots were posed.", (void *)&which[2]},
        {"scene", scene_of, NULL, "The scene that it is about.", NULL},
        {"motion", motion_of, NULL,
         "The motion that it is on; of two configurations the segment between them, of a state a "
         "motion that "
         "stands there. None: of a planner's start or goal.",
         NULL},
        {NULL, NULL, NULL, NULL, NULL},
    };
    static PyMethodDef methods[] = {
        {"__reduce__", verdict_reduce, METH_NOARGS, NULL},
        {"_state", verdict_state, METH_NOARGS, NULL},
        {"json", CORE_FAST(json), METH_VARARGS | METH_KEYWORDS,
         "json($self, id=None, near=None, microseconds=0.0)\n--\n\nThe line that `leeway check --json` "
         "prints. id: JSON text. near: what Scene.near_misses gives, as with --near. microseconds: "
         "what "
         "the check took, as with --timing; 0 is left out. Errors: ArgumentError (the contact was not "
         "measured).\n\nExample:\n    >>> 'contact' in verdict.json()\n    True"},
        {"show", CORE_FAST(core_show), METH_VARARGS | METH_KEYWORDS,
         "show($self, path=None, *, title='Leeway', name=None, samples=240, bounds=60, inside=True, "
         "links=True, claims=True, methods=(), fixed_pairs=False, clearance=False, method='auto')\n"
         "--\n\nA Page of the motion and this verdict on it, which shows itself in a notebook. path: a "
         "file to write it to. The other options are those of Page.add. Errors: ArgumentError (a "
         "verdict on the start or goal of a planner has no motion), "
         "OSError.\n\nExample:\n    >>> page = verdict.show(samples=10)"},
        {NULL, NULL, 0, NULL},
    };
    PyType_Slot slots[] = {
        {Py_tp_dealloc, CORE_SLOT(verdict_free)},
        {Py_tp_getset, attributes},
        {Py_tp_methods, methods},
        {Py_nb_bool, CORE_SLOT(truth)},
        {Py_tp_richcompare, CORE_SLOT(verdict_same)},
        {Py_tp_hash, CORE_SLOT(verdict_hash)},
        {Py_tp_repr, CORE_SLOT(verdict_text)},
        {Py_tp_doc, "The verdict on a motion: free (proven), in contact, undecided, or, with leaving, "
                    "leaves. It is true "
                    "only if it is free or leaves. Verdicts compare by what they say and on what, and "
                    "pickle with their "
                    "scene.\n\nExample:\n    >>> verdict.contact, verdict.pair\n    (True, "
                    "('finger_left', 'post'))"},
        {0, NULL},
    };
    PyType_Spec spec = {.name = "leeway._core.Verdict",
                        .basicsize = sizeof(verdict_object),
                        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                        .slots = slots};
    return (verdict_type = core_type(module, &spec)) != NULL;
}
