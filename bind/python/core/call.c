/* Calls of the library without the interpreter's lock, and exceptions: for the library's errors, and
 * from functions that the library calls back. */
#include "core.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The interval at which a call looks for signals, and asks the function that may stop it. Taking the
 * lock for that may take 5 ms if other threads run Python. */
static const long long LOOK_NANOSECONDS = 50000000;

static long long now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (long long)time.tv_sec * 1000000000 + time.tv_nsec;
}

void core_call_begin(core_call *call)
{
    call->thread = (uintptr_t)pthread_self();
    call->looked = 0;
    call->stopped = call->ended = false;
    call->raised[0] = call->raised[1] = call->raised[2] = NULL;
    call->state = PyEval_SaveThread();
}

static bool give_warning(const char *sentence, const char *file, int line)
{
    PyObject *module = PyImport_ImportModule("leeway._errors");
    PyObject *done = module ? PyObject_CallMethod(module, "warn", "szi", sentence, file, line) : NULL;
    bool given = done != NULL;
    core_drop(done);
    core_drop(module);
    return given;
}

void core_call_end(core_call *call)
{
    PyEval_RestoreThread(call->state);
    if (call->first && !call->raised[0]) {
        size_t more = call->notices - 1;
        PyObject *text = more
                             ? PyUnicode_FromFormat("%s (and %zu more in this call)", call->first, more)
                             : PyUnicode_FromString(call->first);
        const char *sentence = text ? PyUnicode_AsUTF8AndSize(text, NULL) : NULL;
        if (!sentence || !give_warning(sentence, NULL, 0))
            core_call_keep(call);
        core_drop(text);
    }
    free(call->first);
    call->first = NULL;
    if (call->raised[0])
        PyErr_Restore(call->raised[0], call->raised[1], call->raised[2]);
}

void core_call_keep(core_call *call)
{
    PyObject *raised[3];
    PyErr_Fetch(&raised[0], &raised[1], &raised[2]);
    if (!call->raised[0]) {
        for (int i = 0; i < 3; i++)
            call->raised[i] = raised[i];
    } else {
        for (int i = 0; i < 3; i++)
            core_drop(raised[i]);
    }
    __atomic_store_n(&call->stopped, true, __ATOMIC_RELEASE);
}

bool core_call_failed(const core_call *call)
{
    return __atomic_load_n(&call->stopped, __ATOMIC_ACQUIRE);
}

bool core_stop_take(PyObject *value, core_call *call)
{
    call->stop = value == Py_None ? NULL : value;
    if (value == Py_None || PyCallable_Check(value))
        return true;
    core_raise(LW_ERROR_ARGUMENT, "stop takes a function that says whether to end");
    return false;
}

/* Asks the caller's function whether to stop; false with an exception. */
static bool ask_for_end(core_call *call)
{
    PyObject *answer = call->stop ? PyObject_CallNoArgs(call->stop) : NULL;
    int truth = answer ? PyObject_IsTrue(answer) : 0;
    core_drop(answer);
    if (truth > 0)
        __atomic_store_n(&call->ended, true, __ATOMIC_RELAXED);
    return !PyErr_Occurred();
}

bool core_call_stop(void *context)
{
    core_call *call = context;
    if (core_call_failed(call) || __atomic_load_n(&call->ended, __ATOMIC_RELAXED))
        return true;
    if ((uintptr_t)pthread_self() != call->thread)
        return false;
    /* a short call reads the clock once and never looks */
    long long time = now();
    if (!call->looked)
        call->looked = time;
    if (time - call->looked < LOOK_NANOSECONDS)
        return false;
    call->looked = time;
    PyGILState_STATE lock = PyGILState_Ensure();
    if (PyErr_CheckSignals() || !ask_for_end(call))
        core_call_keep(call);
    PyGILState_Release(lock);
    return core_call_failed(call) || __atomic_load_n(&call->ended, __ATOMIC_RELAXED);
}

/* Counts a notice; keeps the first one for the end of the call. */
static void count_notice(core_call *call, const char *sentence)
{
    if (call->notices++)
        return;
    call->first = strdup(sentence);
}

lw_status core_call_notice(void *context, const char *file, int line, const char *sentence)
{
    core_call *call = context;
    if (call->notice == Py_None)
        return LW_OK;
    PyGILState_STATE lock = PyGILState_Ensure();
    if (call->notice) {
        PyObject *done = PyObject_CallFunction(call->notice, "szi", sentence, file, line);
        if (!done)
            core_call_keep(call);
        core_drop(done);
    } else if (call->many) {
        count_notice(call, sentence);
    } else if (!give_warning(sentence, file, line)) {
        core_call_keep(call);
    }
    PyGILState_Release(lock);
    return core_call_failed(call) ? LW_ERROR_STOPPED : LW_OK;
}

PyObject *core_fail(const lw_error *error)
{
    if (PyErr_Occurred())
        return NULL;
    PyObject *module = PyImport_ImportModule("leeway._errors");
    if (!module)
        return NULL;
    PyObject *made = PyObject_CallMethod(module, "of_status", "sssii", lw_status_name(error->status),
                                         error->message, error->file, error->line, error->column);
    if (made)
        PyErr_SetObject((PyObject *)Py_TYPE(made), made);
    core_drop(made);
    core_drop(module);
    return NULL;
}

PyObject *core_raise(lw_status status, const char *format, ...)
{
    lw_error error = {.status = status};
    va_list list;
    va_start(list, format);
    vsnprintf(error.message, sizeof error.message, format, list);
    va_end(list);
    return core_fail(&error);
}
