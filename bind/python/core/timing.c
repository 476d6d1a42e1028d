/* The times of a path within limits. */
#include "core.h"

PyObject *core_timed_path(const lw_timed_path *timed, size_t waypoints)
{
    size_t each = timed->point_count * sizeof(double), all = each * timed->value_count;
    return Py_BuildValue("(nny#y#y#y#)", (Py_ssize_t)timed->point_count, (Py_ssize_t)timed->value_count,
                         (const char *)timed->times, (Py_ssize_t)each, (const char *)timed->positions,
                         (Py_ssize_t)all, (const char *)timed->velocities, (Py_ssize_t)all,
                         (const char *)timed->waypoints, (Py_ssize_t)(waypoints * sizeof(double)));
}

/* time_path(path, velocities, accelerations, corners or None): (points, values, times, positions,
 * velocities, waypoints), arrays as bytes. */
PyObject *core_time_path(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *path, *velocities, *accelerations, *corners, *made = NULL;
    if (!PyArg_ParseTuple(arguments, "OOOO", &path, &velocities, &accelerations, &corners))
        return NULL;
    core_rows rows;
    core_row v = {0}, a = {0}, c = {0};
    if (core_rows_take(path, "path", &rows) &&
        core_row_take_count(velocities, "velocities", rows.width, &v) &&
        core_row_take_count(accelerations, "accelerations", rows.width, &a) &&
        (corners == Py_None || core_row_take_count(corners, "corners", rows.count, &c))) {
        lw_timing timing = lw_default_timing();
        lw_timed_path timed = lw_default_timed_path();
        lw_error error;
        timing.path = rows.values;
        timing.point_count = rows.count;
        timing.value_count = rows.width;
        timing.velocities = v.values;
        timing.accelerations = a.values;
        timing.corners = c.values;
        if (rows.count > 1 && rows.stride != rows.width)
            core_raise(LW_ERROR_ARGUMENT, "the path's rows must lie one after the other");
        else if (lw_time_path(&timing, &timed, &error))
            core_fail(&error);
        else {
            made = core_timed_path(&timed, rows.count);
            lw_timed_path_free(&timed);
        }
    }
    core_rows_free(&rows);
    core_row_free(&v);
    core_row_free(&a);
    core_row_free(&c);
    return made;
}
