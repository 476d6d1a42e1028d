/* Whether a motion is safe to run; and stops, which are set as other motions are (core/set.c). */
#include "core.h"

/* (robot, name) of the joint of an answer; None where there is none. */
static PyObject *joint_of(const lw_scene *scene, const lw_safety *safety)
{
    lw_joint_info joint = lw_default_joint_info();
    lw_error error;
    if (safety->joint < 0)
        Py_RETURN_NONE;
    if (lw_scene_joint_info(scene, (size_t)safety->joint, &joint, &error))
        return core_fail(&error);
    return Py_BuildValue("(NN)", core_text(lw_scene_robot_name(scene, joint.robot)),
                         core_text(joint.name));
}

/* ((body, body), (time, time)) of two robots that are early or late; None where there are none. */
static PyObject *slack_of(const lw_scene *scene, const lw_safety *safety)
{
    if (safety->pair[0] < 0)
        Py_RETURN_NONE;
    return Py_BuildValue("((NN)(dd))", core_text(lw_scene_body_name(scene, (size_t)safety->pair[0])),
                         core_text(lw_scene_body_name(scene, (size_t)safety->pair[1])),
                         safety->times[0], safety->times[1]);
}

static PyObject *answer(core_scene *scene, core_motion *motion, const lw_safety *safety,
                        const lw_verdict *verdict, const lw_check_options *options)
{
    PyObject *slack = slack_of(scene->scene, safety);
    return Py_BuildValue("(NNdNndddKKdNN)", core_text(lw_safety_name(safety->kind)),
                         core_text(lw_safety_reason_name(safety->reason)), safety->time,
                         joint_of(scene->scene, safety), (Py_ssize_t)safety->part, safety->value,
                         safety->limit, safety->robot_at, (unsigned long long)safety->unstated,
                         (unsigned long long)safety->stops, safety->stops_until,
                         core_verdict_make(scene, motion, verdict, options, NULL), slack);
}

static PyObject *ask(core_scene *self, core_motion *what, const lw_verify_options *options,
                     lw_check_options *check, core_call *call)
{
    core_worker *worker = core_worker_take(self);
    lw_verdict verdict = lw_default_verdict();
    lw_safety safety = lw_default_safety();
    lw_error error;
    if (!worker)
        return NULL;
    core_call_begin(call);
    lw_status status = lw_verify(worker->checker, what->motion, options, &verdict, &safety, &error);
    core_call_end(call);
    core_worker_give(self, worker);
    if (status)
        core_fail(&error);
    return PyErr_Occurred() ? NULL : answer(self, what, &safety, &verdict, check);
}

/* _verify(motion, start, joints, start_tolerance, stops, budget_stops, stop, slack): what leeway.verify
 * makes a Safety of. */
static PyObject *verify(PyObject *object, PyObject *arguments)
{
    core_scene *self = core_scene_frozen(object);
    PyObject *motion, *start, *joints, *budget, *stop;
    lw_verify_options options = lw_default_verify_options();
    lw_check_options check = lw_default_check_options();
    core_row row = {0};
    size_t width;
    int stops;
    if (!self || !PyArg_ParseTuple(arguments, "OOOdpOOd", &motion, &start, &joints,
                                   &options.start_tolerance, &stops, &budget, &stop, &options.slack))
        return NULL;
    core_call call = {.notice = self->notice};
    core_motion *what = core_motion_of(motion, self);
    if (!what || !core_stop_take(stop, &call) ||
        !core_count_take(budget, "budget_stops", UINT64_MAX, &options.budget_stops))
        return NULL;
    PyObject *made = NULL;
    check.limits = 1;
    check.stop = core_call_stop;
    check.stop_context = &call;
    options.check = &check;
    options.stops = (uint64_t)stops;
    if (start == Py_None) {
        made = ask(self, what, &options, &check, &call);
    } else if (core_scene_joints(self, joints, &options.start_joints, &width) &&
               core_configuration_take(self, start, "start", options.start_joints, width, &row)) {
        options.start = row.values;
        made = ask(self, what, &options, &check, &call);
    }
    core_row_free(&row);
    return made;
}

PyMethodDef core_verify_methods[] = {
    {"_verify", verify, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
