/* The module leeway._core: the library's handles as Python objects, by CPython's limited interface of
 * 3.10, so that one built module serves 3.10 and all later ones. The package beside it (leeway/) wraps
 * them for users. Nothing here needs NumPy: arrays come and go as buffers.
 *
 * An object owns its C handle, and holds a reference to each object that the handle needs. Python
 * objects change with the interpreter's lock held; the library works without it. */
#ifndef LEEWAY_PYTHON_CORE_H
#define LEEWAY_PYTHON_CORE_H

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030A0000
#include <Python.h>

#include "buffer.h"

#include "leeway/leeway.h"

/* Takes or drops a reference to an object; NULL does nothing. */
static inline void core_hold(void *object)
{
    Py_XINCREF((PyObject *)object);
}

static inline void core_drop(void *object)
{
    Py_XDECREF((PyObject *)object);
}

/* A function as the value of a type's slot. ISO C does not convert function pointers to void *, but all
 * machines that CPython runs on do. */
static inline void *core_slot(void (*function)(void))
{
    void *value;
    memcpy(&value, &function, sizeof value);
    return value;
}
#define CORE_SLOT(function) core_slot((void (*)(void))(function))
/* A function with METH_FASTCALL, or with keywords, for a table of methods. */
#define CORE_FAST(function) (PyCFunction)(void (*)(void))(function)

/* ---- errors and calls (core/call.c) ----------------------------------------------------------- */

/* A call of the library without the interpreter's lock, during which it may call back. Functions that
 * call back take the lock; the first exception that one of them raises ends the call. */
typedef struct core_call {
    PyThreadState *state; /* of the calling thread */
    uintptr_t thread;     /* the calling thread, which alone looks for signals */
    long long looked;     /* when it last did, nanoseconds */
    bool stopped;         /* read and written by several threads, atomically */
    bool ended;           /* likewise: the caller's function asked to stop, without an exception */
    PyObject *stop;       /* borrowed: the caller's function, called 20 times a second; NULL: none */
    PyObject *raised[3];  /* the first exception, as PyErr_Fetch gives it */
    PyObject *notice; /* borrowed: called with each notice; NULL: warnings; None: notices are dropped */
    bool many;        /* warnings: one for all notices of the call, with their number */
    size_t notices;   /* how many there were; under the interpreter's lock */
    char *first;      /* the first one */
} core_call;

/* Begin releases the interpreter's lock, end takes it. After the end, an exception that was raised in
 * between is the current one. */
void core_call_begin(core_call *call);
void core_call_end(core_call *call);
/* Keeps the current exception for the end of the call; with the lock held. */
void core_call_keep(core_call *call);
/* Whether an exception is kept; between begin and end. */
bool core_call_failed(const core_call *call);
/* For lw_check_options.stop: true once an exception was kept, a signal's handler raised one, or the
 * caller's function returned true. */
bool core_call_stop(void *call);
/* The option `stop`: a function, or None; false with an exception. */
bool core_stop_take(PyObject *value, core_call *call);
/* For a lw_notice_fn. */
lw_status core_call_notice(void *context, const char *file, int line, const char *sentence);

/* Raises the exception of an error, unless one is set already. Returns NULL. */
PyObject *core_fail(const lw_error *error);
/* Raises the exception of a status, with a sentence. Returns NULL. */
PyObject *core_raise(lw_status status, const char *format, ...) LW_PRINTF(2, 3);

/* ---- arguments (core/arguments.c) ------------------------------------------------------------- */

/* Numbers in a row, from a buffer of doubles or a sequence of numbers. */
enum { CORE_ROW = 32 };
typedef struct core_row {
    double *values;
    size_t count;
    double few[CORE_ROW]; /* the numbers, unless there are more */
} core_row;

/* Takes the numbers of an object; what: its name in errors. Free the row also after a failure. */
bool core_row_take(PyObject *object, const char *what, core_row *row);
/* Likewise, for exactly `count` numbers. */
bool core_row_take_count(PyObject *object, const char *what, size_t count, core_row *row);
void core_row_free(core_row *row);

/* Rows of doubles, in the memory of their array. */
typedef struct core_rows {
    Py_buffer view;
    bool held;
    const double *values;
    size_t count, width;
    size_t stride; /* in doubles */
} core_rows;

/* Takes an array of two dimensions with contiguous rows. Free it also after a failure. */
bool core_rows_take(PyObject *object, const char *what, core_rows *rows);
void core_rows_free(core_rows *rows);

/* Texts in a list, as the library takes them. The texts live as long as the list. NULL: none. */
bool core_texts_take(PyObject *object, const char *what, const char ***texts, size_t *count);

/* The position and quaternion of 7 numbers. */
bool core_pose_take(PyObject *object, lw_pose *out);
PyObject *core_pose(lw_pose pose);       /* a tuple of a position and a quaternion */
PyObject *core_pose_value(lw_pose pose); /* a leeway.Pose */
PyObject *core_vec3(lw_vec3 vector);
PyObject *core_doubles(const double *values, size_t count);
/* A Clearance, a Distance and a Violation, named tuples. */
bool core_values_ready(PyObject *module);
PyObject *core_violation(const lw_scene *scene, const lw_violation *violation);
PyObject *core_clearance(const lw_scene *scene, const lw_clearance *clearance);
PyObject *core_distance(const lw_distance *distance);
PyObject *core_text(const char *text); /* NULL: None */

/* Takes an integer from 0 to most, of any type with __index__; name: in errors. */
bool core_count_take(PyObject *value, const char *name, uint64_t most, uint64_t *out);
/* The method of a name; false with an exception where there is none. */
bool core_method_take(PyObject *value, lw_method *out);
/* A text without zero bytes, which lives as long as the object; NULL with an exception, or without one
 * if the object is no text. */
const char *core_text_take(PyObject *object);

/* Sets an option of a check from a keyword; an unknown name is an error. */
bool core_option_take(PyObject *name, PyObject *value, lw_check_options *options);

/* Text that the library writes as snprintf does. */
typedef lw_status (*core_writer)(const void *of, char *text, size_t size, size_t *length,
                                 lw_error *error);
PyObject *core_write(core_writer writer, const void *of);
/* Likewise, as bytes. */
PyObject *core_write_bytes(core_writer writer, const void *of);

/* ---- scenes (core/scene.c, core/build.c, core/ask.c) ------------------------------------------- */

typedef struct core_family core_family;

typedef struct core_scene {
    PyObject_HEAD lw_scene *scene; /* NULL: it was given away */
    bool frozen;
    bool busy;               /* open, and a call is changing it */
    uint64_t serial;         /* unique for each scene */
    core_family *family;     /* checkers and pools, shared by a scene and its copies */
    const lw_joints *joints; /* the default joints; NULL: none */
    size_t width;            /* values of a configuration of these */
    PyObject *notice;        /* as in core_call */
} core_scene;

extern PyTypeObject *core_scene_type;
bool core_scene_ready(PyObject *module);
/* The frozen scene of an object; NULL with an exception. */
core_scene *core_scene_frozen(PyObject *object);
/* Methods of scenes in other files. */
PyObject *core_scene_do(PyObject *object, PyObject *arguments);
extern PyMethodDef core_ask_methods[];
extern PyMethodDef core_check_methods[];
extern PyMethodDef core_batch_methods[];
extern PyMethodDef core_distance_methods[];
extern PyMethodDef core_kinematics_methods[];
extern PyMethodDef core_look_methods[];
extern PyMethodDef core_set_methods[];
extern PyMethodDef core_verify_methods[];
/* A list of tuples for the scene's "bodies", "pairs" and so on; NULL with an exception. */
PyObject *core_list(const lw_scene *scene, const char *what);
/* The joints of an argument; None: the default ones. */
bool core_scene_joints(core_scene *self, PyObject *object, const lw_joints **joints, size_t *width);
/* Takes a configuration from numbers or the name of a state. */
bool core_configuration_take(core_scene *self, PyObject *object, const char *what,
                             const lw_joints *joints, size_t width, core_row *row);

/* Ordered joints; holds a reference to its scene. */
typedef struct core_joints {
    PyObject_HEAD core_scene *scene;
    const lw_joints *joints;
    lw_joints *own;
} core_joints;
extern PyTypeObject *core_joints_type;
bool core_joints_ready(PyObject *module);
PyObject *core_joints_make(core_scene *scene, const lw_joints *joints, lw_joints *own);

/* The most threads that may be asked for. */
enum { CORE_MOST_THREADS = 1024 };

/* ---- workers (core/workers.c) ------------------------------------------------------------------ */

/* A checker with a motion, for one call at a time. */
typedef struct core_worker {
    struct core_worker *next;
    uint64_t serial; /* of its scene */
    lw_checker *checker;
    lw_motion *motion;
} core_worker;

/* A pool, for one call at a time. */
typedef struct core_pool {
    struct core_pool *next;
    uint64_t serial;
    unsigned asked; /* how many threads were asked for */
    unsigned forks; /* core_forks() when it was made: tells its process */
    lw_pool *pool;
} core_pool;

core_family *core_family_create(void);
core_family *core_family_hold(core_family *family);
void core_family_drop(core_family *family);
/* An idle worker, moved to the scene, or a new one. NULL with an exception. */
core_worker *core_worker_take(core_scene *scene);
void core_worker_give(core_scene *scene, core_worker *worker);
core_pool *core_pool_take(core_scene *scene, unsigned threads);
void core_pool_give(core_scene *scene, core_pool *pool);
bool core_workers_ready(void);
/* How many forks lead to this process: threads stay in the process that made them. */
unsigned core_forks(void);

/* ---- motions (core/motion.c) ------------------------------------------------------------------- */

typedef struct core_motion {
    PyObject_HEAD core_scene *scene;
    lw_motion *motion;
    PyObject *source; /* the arguments that made it (core/set.c); NULL: a line of a file */
} core_motion;
extern PyTypeObject *core_motion_type;
bool core_motion_ready(PyObject *module);
/* A motion of the scene, which stands still. */
core_motion *core_motion_make(core_scene *scene);
/* The motion of an object, which must be of this scene; NULL with an exception. */
core_motion *core_motion_of(PyObject *object, core_scene *scene);

/* ---- verdicts (core/verdict.c) ------------------------------------------------------------------ */

/* The notices of a motion, a tuple of sentences; empty where it is NULL. */
PyObject *core_notices(const lw_motion *motion);
PyObject *core_motion_since(PyObject *object, PyObject *arguments);  /* core/set.c */
PyObject *core_motion_blend(PyObject *object, PyObject *arguments);  /* core/set.c */
PyObject *core_motion_within(PyObject *object, PyObject *arguments); /* core/set.c */
PyObject *core_motion_stop(PyObject *object, PyObject *arguments);   /* core/set.c */

/* motion NULL: a segment. claims: NULL, or a list that it takes over. options: those of the check;
 * NULL: the defaults. */
PyObject *core_verdict_make(core_scene *scene, core_motion *motion, const lw_verdict *verdict,
                            const lw_check_options *options, PyObject *claims);
/* Gives the two configurations to the verdict on them, which makes their segment a motion where it is
 * asked for. joints: an argument; noticed: the segment has notices. False with an exception. */
bool core_verdict_keep_rows(PyObject *verdict, PyObject *joints, size_t width, const double *from,
                            const double *to, bool noticed);
bool core_verdict_ready(PyObject *module);
/* _verdict(motion, claims, state): a verdict from its numbers, for pickles. */
PyObject *core_verdict_again(PyObject *object, PyObject *arguments);
/* The verdict of an object, which must be on this motion; NULL with an exception. */
const lw_verdict *core_verdict_of(PyObject *object, core_motion *motion);
/* show(path=None, **options) of motions and verdicts: leeway._page.show of the object. */
PyObject *core_show(PyObject *object, PyObject *arguments, PyObject *keywords);
PyObject *core_kind_name(lw_verdict_kind kind);
PyObject *core_reason_name(lw_reason reason); /* None: there is none */

/* Events during a check (claims, steps, samples) go to a taker: a list, or a function (core/look.c). */

/* Takes a taker from an argument; None gives NULL. name: in errors. */
bool core_taker(PyObject *value, const char *name, PyObject **out);
/* Gives an item to a taker, and drops it; false with an exception, also if the item is NULL. */
bool core_deliver(PyObject *taker, PyObject *item);
/* The result of a function of a module of the package, such as "leeway._facts", for one argument, which
 * is dropped; NULL with an exception, also if the argument is NULL. */
PyObject *core_package(const char *module, const char *function, PyObject *argument);
/* Slots and methods that leeway/_same.py answers: KIND_same(pair) for ==, KIND_hash(object),
 * KIND_text(object) for repr, KIND_reduce(object) for pickles. */
PyObject *core_same(PyObject *a, PyObject *b, int how, const char *function);
Py_hash_t core_hash(PyObject *object, const char *function);
PyObject *core_ask_package(PyObject *object, const char *function);

/* The steps and samples of a check. */
typedef struct core_watch {
    core_call *call;
    const lw_motion *motion;
    PyObject *steps, *samples; /* takers, borrowed; NULL: none */
} core_watch;
lw_status core_step_take(void *context, const lw_step *step);
void core_sample_take(void *context, double time);

/* The first line of a proof: text, or bytes in CBOR. */
PyObject *core_claims_scene(const lw_scene *scene, bool cbor);

/* The claims of a check (core/claims.c). */
typedef struct core_claims {
    core_call *call;
    PyObject *taker; /* borrowed */
    bool lines;      /* the taker gets lines of a proof */
    bool cbor;       /* bytes in CBOR, not text */
} core_claims;
/* Appends the lines before a motion's claims, and the one after them; false with an exception. */
bool core_claims_begin(core_claims *claims, const lw_claimed_motion *of);
bool core_claims_end(core_claims *claims, const lw_claimed_motion *of);
lw_status core_claim_take(void *context, const lw_claim *claim);

/* ---- shapes and the rest ------------------------------------------------------------------------ */

typedef struct core_shape {
    PyObject_HEAD lw_shape_def def; /* its arrays are this object's */
    lw_shape *shape;                /* NULL: not made yet */
} core_shape;
extern PyTypeObject *core_shape_type;
/* The cells, as bytes, of what views have seen: `given`, a sequence of (shape, pose), which must not
 * change. */
PyObject *core_seen_by(PyObject *given, double resolution, const lw_motion *robots, double time,
                       double margin);
bool core_shape_ready(PyObject *module);
core_shape *core_shape_of(PyObject *object);
lw_shape *core_shape_shared(core_shape *shape); /* NULL with an exception */
PyObject *core_shape_tuple(const lw_shape_def *def);
PyObject *core_mesh_read(PyObject *module, PyObject *arguments);
PyObject *core_cloud_read(PyObject *module, PyObject *arguments);
PyObject *core_octree_read(PyObject *module, PyObject *arguments);
PyObject *core_heights_read(PyObject *module, PyObject *arguments);
PyObject *core_depths_read(PyObject *module, PyObject *arguments);
PyObject *core_seen(PyObject *module, PyObject *arguments);

bool core_planner_ready(PyObject *module);
bool core_roadmap_ready(PyObject *module);
/* core/timing.c */
PyObject *core_time_path(PyObject *module, PyObject *arguments);
/* (points, values, times, positions, velocities, waypoints), arrays as bytes. */
PyObject *core_timed_path(const lw_timed_path *timed, size_t waypoints);
bool core_cell_ready(PyObject *module);
bool core_page_ready(PyObject *module);
bool core_convex_ready(PyObject *module);
bool core_gate_ready(PyObject *module);
bool core_running_ready(PyObject *module);
bool core_polygon_ready(PyObject *module);
/* The planar algorithm of a name; false with an exception that lists the names. */
bool core_planar_algorithm(const char *name, lw_planar_algorithm *out);
/* planar_algorithms(): the names of the algorithms of the plane. */
PyObject *core_planar_algorithms(PyObject *module, PyObject *unused);
bool core_srdf_ready(PyObject *module);
bool core_reader_ready(PyObject *module);
PyObject *core_motion_kind(lw_motion_kind kind); /* None: unknown */

/* Creates a type and adds it to a module; NULL with an exception. */
PyTypeObject *core_type(PyObject *module, PyType_Spec *spec);
/* Frees an object of a type that core_type made. */
void core_free(PyObject *self);

#endif
