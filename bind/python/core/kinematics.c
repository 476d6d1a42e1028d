/* Forward kinematics: poses of links and their Jacobians, for many configurations at once, without the
 * interpreter's lock. Rows are read in place; answers go to the memory of the caller's array. */
#include "core.h"

#include <stdlib.h>

/* The rows of a call, and the memory for its answers. */
typedef struct posed_rows {
    const lw_joints *joints;
    core_rows rows;
    size_t width;
    Py_buffer out;
} posed_rows;

static void let_go(posed_rows *p)
{
    core_rows_free(&p->rows);
    if (p->out.obj)
        PyBuffer_Release(&p->out);
}

/* Takes the arguments; let them go also after a failure. */
static bool take_rows(core_scene *self, PyObject *joints, PyObject *rows, PyObject *out, posed_rows *p)
{
    if (!core_scene_joints(self, joints, &p->joints, &p->width) ||
        !core_rows_take(rows, "Q", &p->rows) || PyObject_GetBuffer(out, &p->out, PyBUF_WRITABLE))
        return false;
    if (p->rows.width == p->width)
        return true;
    core_raise(LW_ERROR_ARGUMENT, "a configuration of these joints has %zu values, the rows have %zu",
               p->width, p->rows.width);
    return false;
}

/* Whether the memory is for so many numbers a row; false with an exception. */
static bool has_room(const posed_rows *p, size_t numbers)
{
    const size_t bytes = p->rows.count * numbers * sizeof(double);
    if ((size_t)p->out.len != bytes)
        core_raise(LW_ERROR_ARGUMENT, "the answers need %zu bytes, not %zd", bytes, p->out.len);
    return (size_t)p->out.len == bytes;
}

/* The index of a link by name; robot NULL: the only robot with such a link. False with an exception. */
static bool find_link(const core_scene *self, const char *robot, const char *name, size_t *out)
{
    const int64_t link = lw_scene_find_link(self->scene, robot, name);
    *out = (size_t)link;
    if (link < 0)
        core_raise(LW_ERROR_NAME, "there is no link '%s', or several robots have one", name);
    return link >= 0;
}

/* _link_poses(joints or None, rows, names or None, robot or None, out): 7 numbers a link and row */
static PyObject *link_poses(PyObject *object, PyObject *arguments)
{
    core_scene *self = core_scene_frozen(object);
    PyObject *joints, *rows, *given, *out, *done = NULL;
    const char *robot, **names = NULL;
    size_t count = 0, *links = NULL;
    posed_rows p = {0};
    lw_error error;
    if (!self || !PyArg_ParseTuple(arguments, "OOOzO", &joints, &rows, &given, &robot, &out))
        return NULL;
    bool taken =
        take_rows(self, joints, rows, out, &p) && core_texts_take(given, "links", &names, &count);
    if (taken && names) {
        links = malloc((count + 1) * sizeof *links);
        if (!links)
            PyErr_NoMemory();
        taken = links != NULL;
        for (size_t i = 0; taken && i < count; i++)
            taken = find_link(self, robot, names[i], &links[i]);
    }
    if (taken && has_room(&p, 7 * (names ? count : lw_scene_link_count(self->scene)))) {
        lw_status status;
        Py_BEGIN_ALLOW_THREADS;
        status = lw_scene_link_poses(self->scene, p.joints, p.rows.values, p.rows.count, p.rows.stride,
                                     links, count, p.out.buf, &error);
        Py_END_ALLOW_THREADS;
        done = status ? core_fail(&error) : core_text(NULL);
    }
    free(links);
    free(names);
    let_go(&p);
    return done;
}

/* _link_jacobians(joints or None, rows, link, robot or None, out): 6 numbers a value and row */
static PyObject *link_jacobians(PyObject *object, PyObject *arguments)
{
    core_scene *self = core_scene_frozen(object);
    PyObject *joints, *rows, *out, *done = NULL;
    const char *robot, *name;
    size_t link;
    posed_rows p = {0};
    lw_error error;
    if (!self || !PyArg_ParseTuple(arguments, "OOszO", &joints, &rows, &name, &robot, &out))
        return NULL;
    if (take_rows(self, joints, rows, out, &p) && has_room(&p, 6 * p.width) &&
        find_link(self, robot, name, &link)) {
        lw_status status;
        Py_BEGIN_ALLOW_THREADS;
        status = lw_scene_link_jacobians(self->scene, p.joints, p.rows.values, p.rows.count,
                                         p.rows.stride, link, p.out.buf, &error);
        Py_END_ALLOW_THREADS;
        done = status ? core_fail(&error) : core_text(NULL);
    }
    let_go(&p);
    return done;
}

PyMethodDef core_kinematics_methods[] = {
    {"_link_poses", link_poses, METH_VARARGS, NULL},
    {"_link_jacobians", link_jacobians, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
