/* Work cells, each with a judge and a reader of jobs. */
#include "core.h"

#include <string.h>

typedef struct cell_object {
    PyObject_HEAD core_scene *scene;
    lw_cell *cell;
    lw_judge *judge;       /* NULL until the first job */
    lw_job_reader *reader; /* the same */
    size_t remember;
    bool busy;
} cell_object;

static PyTypeObject *cell_type;

static void cell_free(PyObject *object)
{
    cell_object *self = (cell_object *)object;
    lw_job_reader_destroy(self->reader);
    lw_judge_destroy(self->judge);
    lw_cell_destroy(self->cell);
    core_drop(self->scene);
    core_free(object);
}

/* Cell(scene, remember) */
static PyObject *cell_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    PyObject *given;
    Py_ssize_t remember;
    core_scene *scene;
    lw_error error;
    if (keywords && PyDict_Size(keywords))
        return core_raise(LW_ERROR_ARGUMENT, "a cell takes no keywords here");
    if (!PyArg_ParseTuple(arguments, "On", &given, &remember) || !(scene = core_scene_frozen(given)))
        return NULL;
    cell_object *self = (cell_object *)PyType_GenericAlloc(type, 0);
    if (!self)
        return NULL;
    core_hold(scene);
    self->scene = scene;
    self->remember = remember < 0 ? 0 : (size_t)remember;
    if (!lw_cell_create(scene->scene, &self->cell, &error))
        return (PyObject *)self;
    core_drop(self);
    return core_fail(&error);
}

static bool cell_begin(cell_object *self)
{
    if (!self->busy)
        return self->busy = true;
    core_raise(LW_ERROR_STATE, "a cell takes one call at a time");
    return false;
}

/* _add(name, motion) */
static PyObject *cell_add(PyObject *object, PyObject *arguments)
{
    cell_object *self = (cell_object *)object;
    const char *name;
    PyObject *motion;
    core_motion *of;
    lw_error error;
    if (!PyArg_ParseTuple(arguments, "sO", &name, &motion) ||
        !(of = core_motion_of(motion, self->scene)))
        return NULL;
    if (self->judge || self->busy)
        return core_raise(LW_ERROR_STATE, "a cell takes its trajectories before its first job");
    if (lw_cell_add(self->cell, name, of->motion, &error))
        return core_fail(&error);
    Py_RETURN_NONE;
}

static PyObject *cell_names(PyObject *object, void *unused)
{
    (void)unused;
    const lw_cell *cell = ((cell_object *)object)->cell;
    size_t count = lw_cell_trajectory_count(cell);
    PyObject *names = PyList_New((Py_ssize_t)count);
    for (size_t i = 0; names && i < count; i++)
        if (PyList_SetItem(names, (Py_ssize_t)i, core_text(lw_cell_trajectory_name(cell, i))))
            Py_CLEAR(names);
    return names;
}

typedef struct judged_job {
    const lw_cell *cell;
    const char *id;
    const lw_cell_verdict *verdict;
} judged_job;

static lw_status write_line(const void *of, char *text, size_t size, size_t *length, lw_error *error)
{
    const judged_job *j = of;
    return lw_cell_verdict_json(j->cell, j->id, j->verdict, text, size, length, error);
}

/* _judge(job as JSON, file, line, time_tolerance, distance_tolerance, robust): its verdict as JSON */
static PyObject *cell_judge(PyObject *object, PyObject *arguments)
{
    cell_object *self = (cell_object *)object;
    const char *text, *file;
    Py_ssize_t length;
    int line;
    double robust;
    lw_check_options options = lw_default_check_options();
    if (!PyArg_ParseTuple(arguments, "s#ziddd", &text, &length, &file, &line, &options.time_tolerance,
                          &options.distance_tolerance, &robust) ||
        !cell_begin(self))
        return NULL;
    lw_error error;
    lw_job job = lw_default_job();
    lw_cell_verdict verdict = lw_default_cell_verdict();
    core_call call = {0};
    PyObject *made = NULL;
    options.stop = core_call_stop;
    options.stop_context = &call;
    core_call_begin(&call);
    lw_status status =
        self->judge ? LW_OK : lw_judge_create(self->cell, self->remember, &self->judge, &error);
    if (!status && !self->reader)
        status = lw_job_reader_create(self->cell, &self->reader, &error);
    if (!status)
        status = lw_job_read(self->reader, text, (size_t)length, file, line, &job, &error);
    if (!status && (job.timed || robust != 0))
        status =
            lw_judge_courses(self->judge, job.courses, job.count, robust, &options, &verdict, &error);
    else if (!status)
        status = lw_judge_job(self->judge, job.sequences, job.count, &options, &verdict, &error);
    core_call_end(&call);
    self->busy = false;
    if (status)
        core_fail(&error);
    else if (!PyErr_Occurred())
        made = core_write(write_line, &(judged_job){self->cell, job.id, &verdict});
    return made;
}

/* _motion(job as JSON): the job as a motion */
static PyObject *cell_motion(PyObject *object, PyObject *arguments)
{
    cell_object *self = (cell_object *)object;
    const char *text;
    Py_ssize_t length;
    lw_error error;
    lw_job job = lw_default_job();
    if (!PyArg_ParseTuple(arguments, "s#", &text, &length) || !cell_begin(self))
        return NULL;
    core_motion *made = core_motion_make(self->scene);
    lw_status status = LW_OK;
    if (made && !self->reader)
        status = lw_job_reader_create(self->cell, &self->reader, &error);
    if (made && !status)
        status = lw_job_read(self->reader, text, (size_t)length, NULL, 0, &job, &error);
    if (made && !status && job.timed)
        status = lw_motion_set_courses(made->motion, self->cell, job.courses, job.count, &error);
    else if (made && !status)
        status = lw_motion_set_job(made->motion, self->cell, job.sequences, job.count, &error);
    self->busy = false;
    if (!made || !status)
        return (PyObject *)made;
    core_drop(made);
    return core_fail(&error);
}

static PyObject *cell_counts(PyObject *object, PyObject *unused)
{
    (void)unused;
    cell_object *self = (cell_object *)object;
    uint64_t judged = 0, remembered = 0;
    if (self->judge)
        lw_judge_counts(self->judge, &judged, &remembered);
    return Py_BuildValue("(KK)", (unsigned long long)judged, (unsigned long long)remembered);
}

bool core_cell_ready(PyObject *module)
{
    static PyMethodDef methods[] = {
        {"_add", cell_add, METH_VARARGS, NULL},
        {"_judge", cell_judge, METH_VARARGS, NULL},
        {"_motion", cell_motion, METH_VARARGS, NULL},
        {"_counts", cell_counts, METH_NOARGS, NULL},
        {NULL, NULL, 0, NULL},
    };
    static PyGetSetDef attributes[] = {
        {"trajectories", cell_names, NULL, "The names of its trajectories.", NULL},
        {NULL, NULL, NULL, NULL, NULL},
    };
    PyType_Slot slots[] = {
        {Py_tp_new, CORE_SLOT(cell_new)},
        {Py_tp_dealloc, CORE_SLOT(cell_free)},
        {Py_tp_methods, methods},
        {Py_tp_getset, attributes},
        {0, NULL},
    };
    PyType_Spec spec = {.name = "leeway._core.Cell",
                        .basicsize = sizeof(cell_object),
                        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                        .slots = slots};
    return (cell_type = core_type(module, &spec)) != NULL;
}
