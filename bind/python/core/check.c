/* Checks of one motion at a time. The way of a segment from Python to the library and back is short:
 * arguments by vectorcall, no object but the verdict. The benchmark bench/python measures it. */
#include "core.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The arguments of a check. */
typedef struct question {
    lw_check_options options;
    core_call call;
    core_claims claims;
    PyObject *kept; /* the list of claims that goes to the verdict; NULL: none */
    core_watch watch;
    PyObject *joints; /* borrowed */
} question;

/* Takes the argument claims: with True or a list, the verdict keeps the claims. */
static bool take_claims(question *asked, PyObject *value)
{
    PyObject *taker;
    if (value == Py_True)
        taker = asked->kept = PyList_New(0);
    else if (!core_taker(value == Py_False ? Py_None : value, "claims", &taker))
        return false;
    if (taker && value != Py_True && PyList_Check(taker)) {
        core_hold(taker);
        asked->kept = taker;
    }
    asked->claims.taker = taker;
    asked->options.claim = taker ? core_claim_take : NULL;
    asked->options.claim_context = &asked->claims;
    return taker || value != Py_True;
}

static bool take_watch(question *asked, PyObject *steps, PyObject *samples)
{
    if (!core_taker(steps, "steps", &asked->watch.steps) ||
        !core_taker(samples, "samples", &asked->watch.samples))
        return false;
    asked->options.step = asked->watch.steps ? core_step_take : NULL;
    asked->options.sample = asked->watch.samples ? core_sample_take : NULL;
    asked->options.step_context = asked->options.sample_context = &asked->watch;
    return true;
}

/* Takes the arguments of a check. watched: claims, steps and samples are allowed. Drop `kept`
 * afterwards. */
static bool question_begin(question *asked, core_scene *scene, PyObject *const *values, PyObject *names,
                           bool watched)
{
    PyObject *taken[] = {Py_None, Py_None, Py_None, Py_None, Py_None};
    static const char *const own[] = {"joints", "stop", "claims", "steps", "samples"};
    const size_t known = watched ? 5 : 2;
    *asked = (question){.options = lw_default_check_options(), .call = {.notice = scene->notice}};
    for (Py_ssize_t i = 0; names && i < PyTuple_Size(names); i++) {
        PyObject *name = PyTuple_GetItem(names, i);
        size_t k = 0;
        while (k < known && PyUnicode_CompareWithASCIIString(name, own[k]))
            k++;
        if (k < known)
            taken[k] = values[i];
        else if (!core_option_take(name, values[i], &asked->options))
            return false;
    }
    asked->joints = taken[0];
    asked->claims.call = asked->watch.call = &asked->call;
    asked->options.stop = core_call_stop;
    asked->options.stop_context = &asked->call;
    return core_stop_take(taken[1], &asked->call) && take_watch(asked, taken[3], taken[4]) &&
           take_claims(asked, taken[2]);
}

static PyObject *answer(core_scene *scene, core_motion *motion, question *asked, core_worker *worker,
                        const lw_motion *what)
{
    lw_error error;
    lw_verdict verdict = lw_default_verdict();
    asked->watch.motion = what;
    core_call_begin(&asked->call);
    lw_status status = lw_check(worker->checker, what, &asked->options, &verdict, &error);
    core_call_end(&asked->call);
    if (status)
        core_fail(&error);
    if (PyErr_Occurred())
        return NULL;
    core_hold(asked->kept);
    return core_verdict_make(scene, motion, &verdict, &asked->options, asked->kept);
}

/* Checks the segment between two configurations, which are equal for a state. */
static PyObject *check_segment(core_scene *self, PyObject *from, PyObject *to, question *asked)
{
    const lw_joints *joints;
    size_t width;
    core_row a = {0}, b = {0};
    PyObject *made = NULL;
    if (!core_scene_joints(self, asked->joints, &joints, &width))
        return NULL;
    if (core_configuration_take(self, from, "start", joints, width, &a) &&
        (from == to || core_configuration_take(self, to, "goal", joints, width, &b))) {
        lw_error error;
        core_worker *worker = core_worker_take(self);
        lw_status status = LW_OK;
        if (worker) {
            lw_motion_on_notice(worker->motion, core_call_notice, &asked->call);
            asked->call.raised[0] = NULL;
            asked->call.stopped = false;
            status = lw_motion_set_segment(worker->motion, joints, a.values,
                                           from == to ? a.values : b.values, &error);
            lw_motion_on_notice(worker->motion, NULL, NULL);
            if (asked->call.raised[0])
                PyErr_Restore(asked->call.raised[0], asked->call.raised[1], asked->call.raised[2]);
            else if (status)
                core_fail(&error);
            else
                made = answer(self, NULL, asked, worker, worker->motion);
            if (made && !core_verdict_keep_rows(made, asked->joints, width, a.values,
                                                from == to ? a.values : b.values,
                                                lw_motion_notice_count(worker->motion) > 0))
                Py_CLEAR(made);
            core_worker_give(self, worker);
        }
    }
    core_row_free(&a);
    core_row_free(&b);
    return made;
}

/* check(from, to, ...) or check(motion, ...) */
static PyObject *check(PyObject *object, PyObject *const *arguments, Py_ssize_t count, PyObject *names)
{
    core_scene *self = core_scene_frozen(object);
    question asked;
    if (!self)
        return NULL;
    if (count < 1 || count > 2) {
        PyErr_SetString(PyExc_TypeError, "check takes a motion, or two configurations, and options");
        return NULL;
    }
    PyObject *made = NULL;
    bool motion = PyObject_TypeCheck(arguments[0], core_motion_type);
    core_motion *what = NULL;
    core_worker *worker;
    if (!question_begin(&asked, self, arguments + count, names, true))
        return NULL;
    if (motion && count == 2)
        core_raise(LW_ERROR_ARGUMENT, "check takes a motion alone");
    else if (!motion && count == 1)
        core_raise(LW_ERROR_ARGUMENT,
                   "check takes a motion, or two configurations; check_state takes one");
    else if (!motion)
        made = check_segment(self, arguments[0], arguments[1], &asked);
    else if ((what = core_motion_of(arguments[0], self)) && (worker = core_worker_take(self))) {
        made = answer(self, what, &asked, worker, what->motion);
        core_worker_give(self, worker);
    }
    core_drop(asked.kept);
    return made;
}

/* check_state(state, ...) */
static PyObject *check_state(PyObject *object, PyObject *const *arguments, Py_ssize_t count,
                             PyObject *names)
{
    core_scene *self = core_scene_frozen(object);
    question asked;
    if (!self)
        return NULL;
    if (count != 1) {
        PyErr_SetString(PyExc_TypeError, "check_state takes one configuration, and options");
        return NULL;
    }
    if (!question_begin(&asked, self, arguments + count, names, true))
        return NULL;
    PyObject *made = check_segment(self, arguments[0], arguments[0], &asked);
    core_drop(asked.kept);
    return made;
}

/* _repeat(from, to, count): the time of the library alone, seconds, for `count` checks of this segment;
 * for bench/python. */
static PyObject *repeat(PyObject *object, PyObject *arguments)
{
    core_scene *self = core_scene_frozen(object);
    PyObject *from, *to;
    Py_ssize_t count;
    core_row a = {0}, b = {0};
    if (!self || !PyArg_ParseTuple(arguments, "OOn", &from, &to, &count))
        return NULL;
    core_worker *worker = core_worker_take(self);
    PyObject *made = NULL;
    if (worker && core_row_take_count(from, "from", self->width, &a) &&
        core_row_take_count(to, "to", self->width, &b)) {
        lw_check_options options = lw_default_check_options();
        lw_verdict verdict = lw_default_verdict();
        struct timespec begin, end;
        clock_gettime(CLOCK_MONOTONIC, &begin);
        for (Py_ssize_t i = 0; i < count; i++) {
            lw_motion_set_segment(worker->motion, self->joints, a.values, b.values, NULL);
            lw_check(worker->checker, worker->motion, &options, &verdict, NULL);
        }
        clock_gettime(CLOCK_MONOTONIC, &end);
        made = PyFloat_FromDouble((double)(end.tv_sec - begin.tv_sec) +
                                  1e-9 * (double)(end.tv_nsec - begin.tv_nsec));
    }
    core_row_free(&a);
    core_row_free(&b);
    if (worker)
        core_worker_give(self, worker);
    return made;
}

/* _claim_lines(motion, id as JSON, index, cbor): (verdict, the lines of a proof about the motion, texts
 * or bytes). */
static PyObject *claim_lines(PyObject *object, PyObject *arguments)
{
    core_scene *self = core_scene_frozen(object);
    PyObject *given, *made = NULL;
    lw_claimed_motion of = lw_default_claimed_motion();
    Py_ssize_t index;
    int cbor;
    core_motion *what;
    if (!self || !PyArg_ParseTuple(arguments, "Osnp", &given, &of.id, &index, &cbor) ||
        !(what = core_motion_of(given, self)))
        return NULL;
    core_worker *worker = core_worker_take(self);
    if (!worker)
        return NULL;
    core_call call = {.notice = self->notice};
    core_claims claims = {.call = &call, .lines = true, .cbor = cbor, .taker = PyList_New(0)};
    lw_check_options options = lw_default_check_options();
    lw_verdict verdict = lw_default_verdict();
    of.motion = what->motion;
    of.index = (size_t)index;
    of.verdict = &verdict;
    options.claim = core_claim_take;
    options.claim_context = &claims;
    options.blocks = true;
    options.stop = core_call_stop;
    options.stop_context = &call;
    if (claims.taker && core_claims_begin(&claims, &of)) {
        lw_error error;
        Py_ssize_t before = PyList_Size(claims.taker);
        core_call_begin(&call);
        lw_status status = lw_check(worker->checker, what->motion, &options, &verdict, &error);
        core_call_end(&call);
        of.claim_count = (size_t)(PyList_Size(claims.taker) - before);
        if (status)
            core_fail(&error);
        else if (!PyErr_Occurred() && core_claims_end(&claims, &of))
            made = core_verdict_make(self, what, &verdict, &options, NULL);
    }
    core_worker_give(self, worker);
    if (made)
        return Py_BuildValue("(NN)", made, claims.taker);
    core_drop(claims.taker);
    return NULL;
}

/* near_misses(motion, threshold, ...): the clearances' bytes. */
static PyObject *near_misses(PyObject *object, PyObject *const *arguments, Py_ssize_t count,
                             PyObject *names)
{
    core_scene *self = core_scene_frozen(object);
    question asked;
    if (!self)
        return NULL;
    core_motion *what = count == 2 ? core_motion_of(arguments[0], self) : NULL;
    double threshold = count == 2 ? PyFloat_AsDouble(arguments[1]) : 0;
    if (count != 2)
        PyErr_SetString(PyExc_TypeError, "near_misses takes a motion, a threshold, and options");
    if (!what || PyErr_Occurred() || !question_begin(&asked, self, arguments + count, names, false))
        return NULL;
    lw_error error;
    size_t found = 0, room = lw_scene_pair_count(self->scene);
    lw_clearance *near = calloc(room + 1, sizeof *near);
    core_worker *worker = near ? core_worker_take(self) : (core_worker *)PyErr_NoMemory();
    PyObject *made = NULL;
    while (worker && !made && !PyErr_Occurred()) {
        core_call_begin(&asked.call);
        lw_status status = lw_near_misses(worker->checker, what->motion, threshold, &asked.options,
                                          near, room, &found, &error);
        core_call_end(&asked.call);
        if (PyErr_Occurred())
            break;
        if (status)
            core_fail(&error);
        else if (found <= room)
            made =
                PyByteArray_FromStringAndSize((const char *)near, (Py_ssize_t)(found * sizeof *near));
        else { /* stages check other pairs than the scene */
            lw_clearance *more = realloc(near, (found + 1) * sizeof *near);
            if (!more)
                PyErr_NoMemory();
            near = more ? more : near;
            room = more ? found : room;
        }
    }
    if (worker)
        core_worker_give(self, worker);
    free(near);
    return made;
}

/* _trace(motion, ...): (verdict, the samples' bytes, the proofs' bytes) */
static PyObject *trace(PyObject *object, PyObject *const *arguments, Py_ssize_t count, PyObject *names)
{
    core_scene *self = core_scene_frozen(object);
    question asked;
    if (!self)
        return NULL;
    if (count != 1)
        return core_raise(LW_ERROR_ARGUMENT, "trace takes a motion, and options");
    core_motion *what = core_motion_of(arguments[0], self);
    core_worker *worker;
    if (!what || !question_begin(&asked, self, arguments + count, names, false) ||
        !(worker = core_worker_take(self)))
        return NULL;
    lw_verdict verdict = lw_default_verdict();
    lw_trace t = lw_default_trace();
    lw_error error;
    core_call_begin(&asked.call);
    lw_status status =
        lw_check_traced(worker->checker, what->motion, &asked.options, &verdict, &t, &error);
    core_call_end(&asked.call);
    core_worker_give(self, worker);
    PyObject *made = NULL;
    if (status)
        core_fail(&error);
    else if (!PyErr_Occurred())
        made =
            Py_BuildValue("(NNN)", core_verdict_make(self, what, &verdict, &asked.options, NULL),
                          PyBytes_FromStringAndSize((const char *)t.samples,
                                                    (Py_ssize_t)(t.sample_count * sizeof *t.samples)),
                          PyBytes_FromStringAndSize((const char *)t.proofs,
                                                    (Py_ssize_t)(t.proof_count * sizeof *t.proofs)));
    if (!status)
        lw_trace_free(&t);
    return made;
}

/* The conflicts of a cross-check: (kind, methods, time, pair, allowed, (lower, upper), rounding) each;
 * where no distance was measured, None for the last four. */
static PyObject *conflicts_of(const lw_scene *scene, const lw_cross *cross)
{
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list && i < cross->conflict_count; i++) {
        const lw_conflict *c = &cross->conflicts[i];
        const char *one = lw_method_name(c->methods[0]), *other = lw_method_name(c->methods[1]);
        const char *kind = lw_conflict_name(c->kind);
        PyObject *item = c->pair[0] < 0
                             ? Py_BuildValue("(s(ss)dOOOO)", kind, one, other, c->time, Py_None,
                                             Py_None, Py_None, Py_None)
                             : Py_BuildValue("(s(ss)d(ss)d(dd)d)", kind, one, other, c->time,
                                             lw_scene_body_name(scene, (size_t)c->pair[0]),
                                             lw_scene_body_name(scene, (size_t)c->pair[1]), c->allowed,
                                             c->distance.lower, c->distance.upper, c->rounding);
        if (!item || PyList_Append(list, item))
            Py_CLEAR(list);
        core_drop(item);
    }
    return list;
}

/* The verdict of each method, by its name; None: it does not serve. */
static PyObject *verdicts_of(core_scene *scene, core_motion *motion, const question *asked,
                             const lw_cross *cross)
{
    PyObject *made = PyDict_New();
    for (size_t i = 0; made && i < cross->method_count; i++) {
        PyObject *verdict = Py_None;
        if (cross->verdicts[i])
            verdict = core_verdict_make(scene, motion, cross->verdicts[i], &asked->options, NULL);
        else
            core_hold(verdict);
        if (!verdict || PyDict_SetItemString(made, lw_method_name((lw_method)i), verdict))
            Py_CLEAR(made);
        core_drop(verdict);
    }
    return made;
}

/* _cross_check(motion, samples, ...): (verdicts, conflicts, served, undecided, grazing, samples,
 * distances) */
static PyObject *cross_check(PyObject *object, PyObject *const *arguments, Py_ssize_t count,
                             PyObject *names)
{
    core_scene *self = core_scene_frozen(object);
    question asked;
    lw_cross_options options = lw_default_cross_options();
    if (!self)
        return NULL;
    if (count != 2)
        return core_raise(LW_ERROR_ARGUMENT, "cross_check takes a motion, and options");
    core_motion *what = core_motion_of(arguments[0], self);
    core_worker *worker;
    if (!what || !core_count_take(arguments[1], "samples", UINT32_MAX, &options.samples) ||
        !question_begin(&asked, self, arguments + count, names, false) ||
        !(worker = core_worker_take(self)))
        return NULL;
    lw_cross cross = lw_default_cross();
    lw_error error;
    options.check = &asked.options;
    core_call_begin(&asked.call);
    lw_status status = lw_cross_check(worker->checker, what->motion, &options, &cross, &error);
    core_call_end(&asked.call);
    core_worker_give(self, worker);
    PyObject *made = NULL;
    if (status)
        core_fail(&error);
    else if (!PyErr_Occurred())
        made = Py_BuildValue("(NNnnnKK)", verdicts_of(self, what, &asked, &cross),
                             conflicts_of(self->scene, &cross), (Py_ssize_t)cross.served,
                             (Py_ssize_t)cross.undecided, (Py_ssize_t)cross.grazing,
                             (unsigned long long)cross.samples, (unsigned long long)cross.distances);
    if (!status)
        lw_cross_free(&cross);
    return made;
}

PyMethodDef core_check_methods[] = {
    {"check", CORE_FAST(check), METH_FASTCALL | METH_KEYWORDS,
     "check($self, motion, to=None, /, *, joints=None, clearance=False, any=False, "
     "unmeasured=False, fixed_pairs=False, leaving=False, depth_tolerance=1e-4, limits=False, "
     "method='auto', "
     "claims=None, steps=None, samples=None, stop=None, time_tolerance=1e-4, "
     "distance_tolerance=1e-6, clearance_relative=0.01, clearance_absolute=1e-5, "
     "budget_queries=0, budget_work=0, budget_seconds=0.0, resolution=0.0174533, expansion=0.0025, "
     "layers=8)\n--\n\nWhether a motion is free of collision, all along the way: a "
     "Verdict.\n\ncheck(motion) takes a Motion of this scene. check(start, goal) takes two "
     "configurations, each as many numbers as the joints have values (radians, metres) in any "
     "sequence or 1-d array, or the name of a state; the motion is the straight segment "
     "between them over t in [0, 1].\n\njoints: what Scene.joints gives; None: the default "
     "ones. Options (docs/python.md has all of them): clearance: also measure the clearance of "
     "a free motion; any: any contact will do, not the first; unmeasured: no points and depth "
     "of a contact; leaving, with depth_tolerance (metres): the motion may begin in contact, "
     "and must leave it; limits: a violated limit of a joint is a contact; method; claims: True, a "
     "list or a function for the proof; steps, "
     "samples: a list or a function for what the method does; stop: a function that ends the "
     "check; time_tolerance (a share of the motion), distance_tolerance (metres); "
     "clearance_relative, clearance_absolute (metres): tolerances of the clearance; "
     "budget_queries, budget_work, budget_seconds: 0 for none; resolution (radians or metres) of the "
     "method "
     "sampled; expansion (metres), layers of the method expanded; fixed_pairs: always so "
     "here.\n\nErrors: ArgumentError (numbers of another count, not finite, a motion of "
     "another scene, a wrong option), NameUnknownError (no such state), LimitError (in a scene "
     "with strict limits).\n\nExample:\n    >>> verdict = scene.check(home, 'ready', "
     "clearance=True)\n    >>> verdict.free, verdict.clearance and verdict.clearance.pair\n    (True, "
     "('shoulder', 'table'))"},
    {"check_state", CORE_FAST(check_state), METH_FASTCALL | METH_KEYWORDS,
     "check_state($self, state, /, *, joints=None, clearance=False, any=False, "
     "unmeasured=False, fixed_pairs=False, leaving=False, depth_tolerance=1e-4, limits=False, "
     "method='auto', "
     "claims=None, steps=None, samples=None, stop=None, time_tolerance=1e-4, "
     "distance_tolerance=1e-6, clearance_relative=0.01, clearance_absolute=1e-5, "
     "budget_queries=0, budget_work=0, budget_seconds=0.0, resolution=0.0174533, expansion=0.0025, "
     "layers=8)\n--\n\nThe Verdict on one configuration: as many numbers as the joints have "
     "values (radians, metres), or the name of a state. Options and errors: those of "
     "check.\n\nExample:\n    >>> scene.check_state('home').free\n    True"},
    {"_claim_lines", claim_lines, METH_VARARGS, NULL},
    {"_verdict", core_verdict_again, METH_VARARGS, NULL},
    {"_repeat", repeat, METH_VARARGS, NULL},
    {"_near_misses", CORE_FAST(near_misses), METH_FASTCALL | METH_KEYWORDS, NULL},
    {"_cross_check", CORE_FAST(cross_check), METH_FASTCALL | METH_KEYWORDS, NULL},
    {"_trace", CORE_FAST(trace), METH_FASTCALL | METH_KEYWORDS, NULL},
    {NULL, NULL, 0, NULL},
};
