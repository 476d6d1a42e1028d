/* Checks of many motions at once, on a thread pool, without the interpreter's lock. Rows are read in
 * place, in the memory of the arrays; answers are packed into the memory of the caller's array. */
#include "core.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* An element of the array of answers; leeway/_batch.py has the same as a NumPy type. */
typedef struct record {
    int32_t kind, reason;
    double free_until, time;
    int64_t pair[2];
    uint64_t notices;
} record;

typedef struct record_clearance {
    record plain;
    lw_clearance clearance, self_clearance;
} record_clearance;

/* Arrays of answers, as the library fills them. */
typedef struct answer_arrays {
    lw_answers answers;
    bool clearance;
} answer_arrays;

static void arrays_free(answer_arrays *arrays)
{
    free(arrays->answers.kind);
    free(arrays->answers.reason);
    free(arrays->answers.free_until);
    free(arrays->answers.time);
    free(arrays->answers.pair);
    free(arrays->answers.notices);
    free(arrays->answers.clearance);
    free(arrays->answers.self_clearance);
}

static bool arrays_make(answer_arrays *arrays, size_t count, bool clearance)
{
    lw_answers *a = &arrays->answers;
    count++; /* malloc(0) may return NULL */
    *a = lw_default_answers();
    arrays->clearance = clearance;
    a->kind = malloc(count * sizeof *a->kind);
    a->reason = malloc(count * sizeof *a->reason);
    a->free_until = malloc(count * sizeof *a->free_until);
    a->time = malloc(count * sizeof *a->time);
    a->pair = malloc(count * sizeof *a->pair);
    a->notices = malloc(count * sizeof *a->notices);
    if (clearance) {
        a->clearance = malloc(count * sizeof *a->clearance);
        a->self_clearance = malloc(count * sizeof *a->self_clearance);
    }
    if (a->kind && a->reason && a->free_until && a->time && a->pair && a->notices &&
        (!clearance || (a->clearance && a->self_clearance)))
        return true;
    arrays_free(arrays);
    PyErr_NoMemory();
    return false;
}

static void pack(const answer_arrays *arrays, size_t count, char *out)
{
    const lw_answers *a = &arrays->answers;
    size_t size = arrays->clearance ? sizeof(record_clearance) : sizeof(record);
    for (size_t i = 0; i < count; i++, out += size) {
        bool contact = a->kind[i] == LW_VERDICT_CONTACT || a->kind[i] == LW_VERDICT_LEAVES;
        record_clearance one = {.plain = {.kind = (int32_t)a->kind[i],
                                          .reason = (int32_t)a->reason[i],
                                          .free_until = a->free_until[i],
                                          .time = contact ? a->time[i] : (double)NAN,
                                          .pair = {a->pair[i][0], a->pair[i][1]},
                                          .notices = a->notices[i]}};
        if (!contact)
            one.plain.pair[0] = one.plain.pair[1] = -1;
        if (arrays->clearance) {
            one.clearance = a->clearance[i];
            one.self_clearance = a->self_clearance[i];
        }
        memcpy(out, &one, size);
    }
}

/* Keywords of a batch, other than the options. */
typedef struct batch_arguments {
    lw_check_options options;
    PyObject *joints; /* borrowed */
    core_call call;   /* with the function `stop` */
    unsigned threads;
    double seconds;
} batch_arguments;

static bool batch_arguments_take(PyObject *const *values, PyObject *names, batch_arguments *out)
{
    *out = (batch_arguments){.options = lw_default_check_options()};
    for (Py_ssize_t i = 0; names && i < PyTuple_Size(names); i++) {
        PyObject *name = PyTuple_GetItem(names, i);
        if (!PyUnicode_CompareWithASCIIString(name, "joints")) {
            out->joints = values[i];
        } else if (!PyUnicode_CompareWithASCIIString(name, "threads")) {
            uint64_t threads;
            if (!core_count_take(values[i], "threads", CORE_MOST_THREADS, &threads))
                return false;
            out->threads = (unsigned)threads;
        } else if (!PyUnicode_CompareWithASCIIString(name, "seconds")) {
            out->seconds = PyUnicode_Check(values[i]) ? -1 : PyFloat_AsDouble(values[i]);
            if (PyErr_Occurred() || PyUnicode_Check(values[i])) {
                PyErr_Clear();
                core_raise(LW_ERROR_ARGUMENT, "seconds takes a number");
                return false;
            }
        } else if (!PyUnicode_CompareWithASCIIString(name, "stop")) {
            if (!core_stop_take(values[i], &out->call))
                return false;
        } else if (!core_option_take(name, values[i], &out->options)) {
            return false;
        }
    }
    return true;
}

/* Sets the listener for notices and the function that stops the call. */
static void batch_begin(batch_arguments *given, core_scene *scene)
{
    given->call.notice = scene->notice;
    given->call.many = true;
    given->options.stop = core_call_stop;
    given->options.stop_context = &given->call;
}

/* Asks a pool about rows; raises the call's exceptions. seconds: the time of the library alone. */
static bool ask(core_scene *self, const lw_rows *rows, bool states, batch_arguments *given,
                const lw_answers *answers, double *seconds)
{
    lw_error error;
    core_pool *pool = core_pool_take(self, given->threads);
    if (!pool)
        return false;
    batch_begin(given, self);
    lw_pool_on_notice(pool->pool, core_call_notice, &given->call);
    struct timespec begin, end;
    core_call_begin(&given->call);
    clock_gettime(CLOCK_MONOTONIC, &begin);
    lw_status status = states ? lw_pool_states(pool->pool, rows, &given->options, answers, &error)
                              : lw_pool_segments(pool->pool, rows, &given->options, answers, &error);
    clock_gettime(CLOCK_MONOTONIC, &end);
    core_call_end(&given->call);
    *seconds = (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec);
    core_pool_give(self, pool);
    if (status)
        core_fail(&error);
    return !PyErr_Occurred();
}

/* A batch of segments, or of states if to is NULL; out: the memory of records. Returns the time of the
 * library alone, seconds, for bench/python. */
static PyObject *batch(core_scene *self, PyObject *from, PyObject *to, PyObject *out,
                       batch_arguments *given)
{
    core_rows a = {0}, b = {0};
    Py_buffer memory = {0};
    answer_arrays arrays;
    bool clearance = given->options.clearance;
    lw_rows rows = lw_default_rows();
    size_t width, size = clearance ? sizeof(record_clearance) : sizeof(record);
    PyObject *done = NULL;
    double seconds = 0;
    if (!core_scene_joints(self, given->joints, &rows.joints, &width) ||
        !core_rows_take(from, to ? "A" : "Q", &a) || (to && !core_rows_take(to, "B", &b)) ||
        PyObject_GetBuffer(out, &memory, PyBUF_WRITABLE))
        goto end;
    rows.count = to && a.count == 1 ? b.count : a.count;
    if (a.width != width || (to && b.width != width)) {
        core_raise(LW_ERROR_ARGUMENT,
                   "a configuration of these joints has %zu values, the rows have %zu", width,
                   a.width != width ? a.width : b.width);
        goto end;
    }
    if (to && a.count != b.count && a.count != 1 && b.count != 1) {
        core_raise(LW_ERROR_ARGUMENT, "A has %zu rows and B has %zu: as many, or one for all", a.count,
                   b.count);
        goto end;
    }
    if ((size_t)memory.len != rows.count * size) {
        core_raise(LW_ERROR_ARGUMENT, "the answers need %zu bytes, not %zd", rows.count * size,
                   memory.len);
        goto end;
    }
    rows.from = a.values;
    rows.from_stride = a.count == rows.count ? a.stride : 0;
    rows.to = b.values;
    rows.to_stride = b.count == rows.count ? b.stride : 0;
    rows.seconds = given->seconds;
    if (!arrays_make(&arrays, rows.count, clearance))
        goto end;
    if (ask(self, &rows, !to, given, &arrays.answers, &seconds)) {
        pack(&arrays, rows.count, memory.buf);
        done = PyFloat_FromDouble(seconds);
    }
    arrays_free(&arrays);
end:
    if (memory.obj)
        PyBuffer_Release(&memory);
    core_rows_free(&a);
    core_rows_free(&b);
    return done;
}

/* _segments(from, to, out, ...) */
static PyObject *segments(PyObject *object, PyObject *const *arguments, Py_ssize_t count,
                          PyObject *names)
{
    core_scene *self = core_scene_frozen(object);
    batch_arguments given;
    if (!self || !batch_arguments_take(arguments + count, names, &given))
        return NULL;
    if (count != 3)
        return core_raise(LW_ERROR_ARGUMENT, "this takes two arrays and memory");
    return batch(self, arguments[0], arguments[1], arguments[2], &given);
}

/* _states(states, out, ...) */
static PyObject *states(PyObject *object, PyObject *const *arguments, Py_ssize_t count, PyObject *names)
{
    core_scene *self = core_scene_frozen(object);
    batch_arguments given;
    if (!self || !batch_arguments_take(arguments + count, names, &given))
        return NULL;
    if (count != 2)
        return core_raise(LW_ERROR_ARGUMENT, "this takes an array and memory");
    return batch(self, arguments[0], NULL, arguments[1], &given);
}

/* The motions of a list, held by it; NULL with an exception. */
static const lw_motion **list_motions(core_scene *self, PyObject *list, size_t count)
{
    const lw_motion **motions = malloc((count + 1) * sizeof *motions);
    if (!motions)
        return (const lw_motion **)PyErr_NoMemory();
    for (size_t i = 0; i < count; i++) {
        core_motion *motion = core_motion_of(PyTuple_GetItem(list, (Py_ssize_t)i), self);
        if (!motion) {
            free(motions);
            return NULL;
        }
        motions[i] = motion->motion;
    }
    return motions;
}

/* _motions(tuple of motions, ...): a list of verdicts. */
static PyObject *motions(PyObject *object, PyObject *const *arguments, Py_ssize_t number,
                         PyObject *names)
{
    core_scene *self = core_scene_frozen(object);
    batch_arguments given;
    if (!self || !batch_arguments_take(arguments + number, names, &given))
        return NULL;
    if (number != 1 || !PyTuple_Check(arguments[0]))
        return core_raise(LW_ERROR_ARGUMENT, "this takes motions");
    size_t count = (size_t)PyTuple_Size(arguments[0]);
    const lw_motion **list = list_motions(self, arguments[0], count);
    lw_verdict *verdicts = list ? calloc(count + 1, sizeof *verdicts) : NULL;
    core_pool *pool = verdicts ? core_pool_take(self, given.threads) : NULL;
    PyObject *made = NULL;
    if (list && !verdicts)
        PyErr_NoMemory();
    if (pool) {
        lw_error error;
        verdicts[0] = lw_default_verdict();
        batch_begin(&given, self);
        core_call_begin(&given.call);
        lw_status status = lw_pool_check(pool->pool, list, count, &given.options, verdicts, &error);
        core_call_end(&given.call);
        core_pool_give(self, pool);
        if (status)
            core_fail(&error);
        made = PyErr_Occurred() ? NULL : PyList_New((Py_ssize_t)count);
    }
    for (size_t i = 0; made && i < count; i++) {
        core_motion *motion = (core_motion *)PyTuple_GetItem(arguments[0], (Py_ssize_t)i);
        if (PyList_SetItem(made, (Py_ssize_t)i,
                           core_verdict_make(self, motion, &verdicts[i], &given.options, NULL)))
            Py_CLEAR(made);
    }
    free(verdicts);
    free(list);
    return made;
}

PyMethodDef core_batch_methods[] = {
    {"_segments", CORE_FAST(segments), METH_FASTCALL | METH_KEYWORDS, NULL},
    {"_states", CORE_FAST(states), METH_FASTCALL | METH_KEYWORDS, NULL},
    {"_motions", CORE_FAST(motions), METH_FASTCALL | METH_KEYWORDS, NULL},
    {NULL, NULL, 0, NULL},
};
