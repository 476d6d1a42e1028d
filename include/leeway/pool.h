/* Many questions: motions on several threads, and a planner's states and segments in a row. */
#ifndef LEEWAY_POOL_H
#define LEEWAY_POOL_H

#include <leeway/check.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- many motions ------------------------------------------------------------------------------ */

/* How many processors the system gives to this process, at least 1: so many threads 0 stands for,
 * wherever a number of threads is asked for. On Linux those of its affinity, which taskset and
 * containers set; a quota of time does not count. Any thread. */
LW_API unsigned lw_processor_count(void);

/* Answers for many motions on several threads (0: lw_processor_count; no more than there are motions);
 * verdicts are in the motions' order and the same for any number of threads; the first is started.
 * Errors: argument, memory, and what the function that takes claims returns. It makes the threads and
 * their checkers anew each time: a pool keeps them. */
LW_API lw_status lw_check_many(const lw_scene *scene, const lw_motion *const *motions, size_t count,
                               const lw_check_options *options, unsigned threads, lw_verdict *verdicts,
                               lw_error *error);

/* ---- pool -------------------------------------------------------------------------------------- */

/* Threads that are kept, each with a checker and a motion of its own, for callers who ask again and
 * again. Between the calls the threads sleep. The calling thread works too: a question alone is
 * answered by it, and a pool of one thread makes none. To wake a thread takes tens of microseconds, so
 * that a few edges at a time are answered sooner by a pool of one. A call returns when all is answered.
 * The answers do not depend on the number of threads, nor on what was asked before.
 *
 *     double near[COUNT][7];
 *     lw_verdict_kind kinds[COUNT];
 *     lw_rows rows = lw_default_rows();
 *     lw_answers answers = lw_default_answers();
 *     rows.count = COUNT;
 *     rows.from = here;
 *     rows.to = near[0];
 *     rows.to_stride = 7;
 *     answers.kind = kinds;
 *     lw_pool_create(scene, 0, &pool, &error);
 *     lw_pool_segments(pool, &rows, &options, &answers, &error);
 *
 * A pool takes one call at a time; a call while another one runs, be it from another thread or from a
 * function that the other one calls, is error state. The options' stop and claim, and the function that
 * takes notices, are called in several threads at once; all claims of one question are made in one
 * thread, one after the other. */
typedef struct lw_pool lw_pool;

/* threads: the caller's among them; 0: lw_processor_count; 1,024 at most. Where threads
 * cannot be had, the pool has fewer. It takes all the memory that its calls need, but for what motions
 * take at their first use, and claims. The scene, which must be frozen, must outlive it. Errors: state,
 * argument (no place for the pool), memory. */
LW_API lw_status lw_pool_create(const lw_scene *scene, unsigned threads, lw_pool **out,
                                lw_error *error);
/* Ends the threads. Not while a call runs. */
LW_API void lw_pool_destroy(lw_pool *pool);
/* Makes a pool one of another scene, as lw_checker_set_scene and lw_motion_set_scene do. Errors: state
 * (not frozen; while a call runs), argument (a scene with other robots), memory. */
LW_API lw_status lw_pool_set_scene(lw_pool *pool, const lw_scene *scene, lw_error *error);
/* Where the notices of rows go, as those of motions do; NULL (the default): nowhere. Not while a call
 * runs. */
LW_API void lw_pool_on_notice(lw_pool *pool, lw_notice_fn notice, void *context);
/* How many threads answer, the caller's among them. */
LW_API unsigned lw_pool_threads(const lw_pool *pool);

/* What lw_check_many does, with the pool's threads: verdicts are in the motions' order, and the first
 * is started. Of several errors, the first motion's is returned; the verdicts then say nothing. Errors:
 * those of lw_check_many, state. */
LW_API lw_status lw_pool_check(lw_pool *pool, const lw_motion *const *motions, size_t count,
                               const lw_check_options *options, lw_verdict *verdicts, lw_error *error);

/* States, or segments between states, as rows of joint values: row i begins at from[i * from_stride].
 * Strides are in doubles: at least lw_joints_value_count, or 0, which repeats one row, as for the edges
 * from one state to many. Start from lw_default_rows(). */
typedef struct lw_rows {
    size_t struct_size;
    const lw_joints *joints; /* NULL: the default joints of the scene's only robot; the others stand
                                where the scene has them */
    size_t count;            /* 0: nothing is done */
    const double *from;
    size_t from_stride;
    const double *to; /* not read for states */
    size_t to_stride;
    double seconds; /* for the whole call, after which what is not answered is undecided; 0: no bound.
                       Then answers depend on the machine */
} lw_rows;

/* No rows, of the default joints. */
LW_STARTS(lw_rows, lw_default_rows)

/* Where the answers go: arrays of rows.count elements, of which element i is about row i, or NULL for
 * what is not wanted. Contacts are not measured (lw_check_options.unmeasured). Each is the number of
 * this name in the lw_verdict that lw_check gives. Start from lw_default_answers(). */
typedef struct lw_answers {
    size_t struct_size;
    lw_verdict_kind *kind;
    lw_reason *reason;
    double *free_until;
    double *time;
    int64_t (*pair)[2];
    lw_clearance *clearance; /* not known: of what is not free, and where there are no such pairs */
    lw_clearance *self_clearance;
    uint32_t *notices; /* how many sentences lw_motion_notice has of the row, set as a motion; 0 of what
                          was left unanswered */
} lw_answers;

/* Nothing is wanted. */
LW_STARTS(lw_answers, lw_default_answers)

/* Answers for segments, straight in joint space over t in [0, 1], as lw_check does for
 * lw_motion_set_segment, to the bit. options: NULL for the defaults; whether a clearance is wanted is
 * taken from the answers instead. What the deadline or the options' stop left unanswered is undecided
 * for that reason, and free until 0; the options' budgets are for each segment. claim.motion is the
 * segment's index. Allocates nothing, but for claims and for motions at their first use. Errors:
 * argument (NaN or a value too large, strides too small, no arrays, joints of another scene, no such
 * seconds), name (no default joints), limit as lw_motion_set_segment, memory, state, and what the
 * functions that take claims and notices return. A sentence about one segment begins with its index:
 * that of the first segment that has an error. The answers then say nothing. */
LW_API lw_status lw_pool_segments(lw_pool *pool, const lw_rows *rows, const lw_check_options *options,
                                  const lw_answers *answers, lw_error *error);

/* The same for states: each is answered as the segment from it to itself, which takes one look at each
 * pair of bodies. States of one call are looked at eight at a time where no joint is floating and no
 * clearance or claim is wanted: a planner that asks for many at once pays a fraction. */
LW_API lw_status lw_pool_states(lw_pool *pool, const lw_rows *rows, const lw_check_options *options,
                                const lw_answers *answers, lw_error *error);

#ifdef __cplusplus
}
#endif

#endif
