/* Batches on a thread pool: many motions, and a planner's states and segments as rows of joint
 * values. */
#ifndef LEEWAY_POOL_H
#define LEEWAY_POOL_H

#include <leeway/check.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- many motions ------------------------------------------------------------------------------ */

/* How many processors the system gives to this process, at least 1. Where a number of threads is an
 * argument, 0 stands for this number. On Linux it is that of the affinity, which taskset and containers
 * set; a quota of time does not count. Any thread. */
LW_API unsigned lw_processor_count(void);

/* Checks many motions on several threads (0: lw_processor_count; no more than there are motions). The
 * verdicts are in the order of the motions, and the same for any number of threads; start the first
 * one. Errors: argument, memory, and the status that the function for claims returns. Each call makes
 * its threads and checkers anew; a pool keeps them. */
LW_API lw_status lw_check_many(const lw_scene *scene, const lw_motion *const *motions, size_t count,
                               const lw_check_options *options, unsigned threads, lw_verdict *verdicts,
                               lw_error *error);

/* ---- pool -------------------------------------------------------------------------------------- */

/* A thread pool, each thread with a checker and a motion of its own, for callers who ask again and
 * again. Between the calls the threads sleep. The calling thread works too: it answers a single
 * question alone, and a pool of one thread creates none. To wake a thread takes tens of microseconds,
 * so that a pool of one is faster for a few edges at a time. A call returns when all is answered. The
 * answers do not depend on the number of threads, nor on earlier calls.
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
 * A pool takes one call at a time. A call while another one runs, from another thread or from a
 * function that the other one calls, is error state. The options' stop and claim, and the listener for
 * notices, are called in several threads at once; all claims of one question are made in one thread,
 * one after the other. */
typedef struct lw_pool lw_pool;

/* threads: the caller's among them; 0: lw_processor_count; 1,024 at most. If threads cannot be created,
 * the pool has fewer. It takes all the memory that its calls need, except for claims and for motions at
 * their first use. The scene, which must be frozen, must outlive it. Errors: state, argument (no place
 * for the pool), memory. */
LW_API lw_status lw_pool_create(const lw_scene *scene, unsigned threads, lw_pool **out,
                                lw_error *error);
/* Ends the threads. Not while a call runs. */
LW_API void lw_pool_destroy(lw_pool *pool);
/* Moves a pool to another scene, like lw_checker_set_scene and lw_motion_set_scene. Errors: state (not
 * frozen; while a call runs), argument (a scene with other robots), memory. */
LW_API lw_status lw_pool_set_scene(lw_pool *pool, const lw_scene *scene, lw_error *error);
/* Sets the listener for notices of rows, as lw_motion_on_notice for motions; NULL (the default): none.
 * Not while a call runs. */
LW_API void lw_pool_on_notice(lw_pool *pool, lw_notice_fn notice, void *context);
/* How many threads answer, the caller's among them. */
LW_API unsigned lw_pool_threads(const lw_pool *pool);

/* lw_check_many on the pool's threads: the verdicts are in the order of the motions; start the first
 * one. Of several errors, the first motion's is returned; the verdicts then say nothing. Errors: those
 * of lw_check_many, state. */
LW_API lw_status lw_pool_check(lw_pool *pool, const lw_motion *const *motions, size_t count,
                               const lw_check_options *options, lw_verdict *verdicts, lw_error *error);

/* States, or segments between states, as rows of joint values: row i begins at from[i * from_stride].
 * Strides are in doubles: at least lw_joints_value_count, or 0, which repeats one row, for instance for
 * the edges from one state to many. Start from lw_default_rows(). */
typedef struct lw_rows {
    size_t struct_size;
    const lw_joints *joints; /* NULL: the default joints of the scene's only robot; the others stand
                                where the scene has them */
    size_t count;            /* 0: nothing is done */
    const double *from;
    size_t from_stride;
    const double *to; /* not read for states */
    size_t to_stride;
    double seconds; /* a budget for the whole call: rows that it leaves unanswered are undecided, so
                       that answers depend on the machine; 0: no bound */
} lw_rows;

/* No rows, of the default joints. */
LW_STARTS(lw_rows, lw_default_rows)

/* Arrays for the answers: rows.count elements each, element i for row i; NULL: not wanted. Each holds
 * the member of this name of the lw_verdict that lw_check gives. Contacts are not measured
 * (lw_check_options.unmeasured). Start from lw_default_answers(). */
typedef struct lw_answers {
    size_t struct_size;
    lw_verdict_kind *kind;
    lw_reason *reason;
    double *free_until;
    double *time;
    int64_t (*pair)[2];
    lw_clearance *clearance; /* not known (see lw_clearance) for rows that are not free, and if there
                                are no such pairs */
    lw_clearance *self_clearance;
    uint32_t *notices; /* how many sentences lw_motion_notice has for the row, set as a motion; 0 for
                          rows left unanswered */
} lw_answers;

/* Nothing is wanted. */
LW_STARTS(lw_answers, lw_default_answers)

/* Checks segments, straight in joint space over t in [0, 1]. The answers are those of lw_check for
 * lw_motion_set_segment, to the bit. options: NULL for the defaults; the answers, not the options, say
 * whether a clearance is wanted. A segment that the deadline or the options' stop left unanswered is
 * undecided for that reason, and free until 0; the options' budgets are for each segment. claim.motion
 * is the segment's index. Allocates nothing, except for claims and for motions at their first use.
 * Errors: argument (NaN or a value too large, strides too small, no arrays, joints of another scene,
 * seconds that are negative or not finite), name (no default joints), limit as lw_motion_set_segment,
 * memory, state, and the status that the functions for claims and notices return. A sentence about one
 * segment begins with its index: that of the first segment that has an error. The answers then say
 * nothing. */
LW_API lw_status lw_pool_segments(lw_pool *pool, const lw_rows *rows, const lw_check_options *options,
                                  const lw_answers *answers, lw_error *error);

/* Checks states likewise: each is answered as the segment from it to itself, with one test of each pair
 * of bodies. States of one call are tested eight at a time (SIMD) if no joint is floating and no
 * clearance or claim is wanted: a planner that asks for many at once pays a fraction. Where `pair` is
 * not wanted and there is no budget of queries, states of robots made of spheres take about as long in
 * contact as free ones; with `pair` they take some times as long. */
LW_API lw_status lw_pool_states(lw_pool *pool, const lw_rows *rows, const lw_check_options *options,
                                const lw_answers *answers, lw_error *error);

/* Finds some of the states that are in contact, by a quick test that asks for no exact distance:
 * contacts[i], of rows.count, is true if a sphere of a link is so deep in an obstacle that rounding
 * errors cannot matter, and lw_pool_states then says LW_VERDICT_CONTACT; false says nothing. So a
 * planner drops random states before it asks about segments to them: eight states take about as long as
 * one segment (SIMD). Only links that are made of spheres, of robots without floating joints, are
 * found, and no rows beyond limits. The calling thread answers alone. Allocates nothing. Errors:
 * argument (strides too small, no arrays, joints of another scene), name (no default joints), state. */
LW_API lw_status lw_pool_contacts(lw_pool *pool, const lw_rows *rows, bool *contacts, lw_error *error);

#ifdef __cplusplus
}
#endif

#endif
