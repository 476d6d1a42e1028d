/* Buffers of CPython, which its headers declare for the limited interface from 3.11 on. 3.10 has the
 * same struct, flags and functions, and exports them; 3.11 made them stable as they were. */
#ifndef LEEWAY_PYTHON_BUFFER_H
#define LEEWAY_PYTHON_BUFFER_H

#include <Python.h>

typedef struct Py_buffer {
    void *buf;
    PyObject *obj;
    Py_ssize_t len;
    Py_ssize_t itemsize;
    int readonly;
    int ndim;
    char *format;
    Py_ssize_t *shape;
    Py_ssize_t *strides;
    Py_ssize_t *suboffsets;
    void *internal;
} Py_buffer;

enum { PyBUF_SIMPLE = 0, PyBUF_WRITABLE = 1, PyBUF_FORMAT = 4, PyBUF_STRIDED_RO = 0x18 };

PyAPI_FUNC(int) PyObject_CheckBuffer(PyObject *object);
PyAPI_FUNC(int) PyObject_GetBuffer(PyObject *object, Py_buffer *view, int flags);
PyAPI_FUNC(void) PyBuffer_Release(Py_buffer *view);

#endif
