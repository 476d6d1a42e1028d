/* States and segments by the thread pool: rows of joint values in, arrays of answers out. States are
 * checked up to eight side by side (lanes/states.h). */
#include "base/clock.h"
#include "base/error.h"
#include "base/sized.h"
#include "check/method/methods.h"
#include "check/pool/pool.h"

#include <math.h>

typedef struct asking {
    lw_pool_call call;
    const lw_joints *joints;
    const lw_rows *rows;
    const lw_answers *answers;
    lw_rows own_rows; /* copies, if the caller's structs are of another version */
    lw_answers own_answers;
    bool states;
    bool whether;     /* of states, the answers do not say with which pair a contact is */
    size_t group;     /* number of states that are answered as one item: 1 to LW_LANES */
    double deadline;  /* seconds of the monotonic clock; INFINITY: none */
    atomic_int ended; /* the lw_reason why no more items are answered */
} asking;

static const double *row_of(const double *values, size_t stride, size_t item)
{
    return values + item * stride;
}

/* ---- arguments --------------------------------------------------------------------------------- */

static lw_status check_rows(const char *name, const double *values, size_t stride, size_t width,
                            lw_error *error)
{
    if (!values)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there are no rows `%s`", name);
    if (stride && stride < width)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "%s_stride is %zu; rows of %zu values need at least as much, or 0 for one row",
                       name, stride, width);
    return LW_OK;
}

static lw_status check_arguments(asking *work, lw_error *error)
{
    const lw_rows *rows = work->rows;
    const lw_scene *scene = work->call.pool->scene;
    if (!(rows->seconds >= 0) || !isfinite(rows->seconds))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the seconds of a call are %g; they must be finite and 0 or more",
                       rows->seconds);
    if (work->call.options.limits)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "limits do not count for segments and states: make the scene's limits strict "
                       "(lw_scene_set_strict_limits)");
    work->joints = rows->joints ? rows->joints : lw_scene_joints(scene, NULL, NULL, error);
    if (!work->joints)
        return LW_ERROR_NAME;
    if (work->joints->chains != scene->frozen->chains)
        return lw_fail(error, LW_ERROR_ARGUMENT, "the joints are of another scene than the pool");
    if (!rows->count)
        return LW_OK;
    size_t width = work->joints->value_count;
    lw_status status = check_rows("from", rows->from, rows->from_stride, width, error);
    if (!status && !work->states)
        status = check_rows("to", rows->to, rows->to_stride, width, error);
    return status;
}

/* ---- one item ---------------------------------------------------------------------------------- */

static void give(const lw_answers *answers, size_t item, const lw_verdict *verdict, uint32_t notices)
{
    if (answers->kind)
        answers->kind[item] = verdict->kind;
    if (answers->reason)
        answers->reason[item] = verdict->reason;
    if (answers->free_until)
        answers->free_until[item] = verdict->free_until;
    if (answers->time)
        answers->time[item] = verdict->time;
    if (answers->pair) {
        answers->pair[item][0] = verdict->pair[0];
        answers->pair[item][1] = verdict->pair[1];
    }
    if (answers->clearance)
        answers->clearance[item] = verdict->clearance;
    if (answers->self_clearance)
        answers->self_clearance[item] = verdict->self_clearance;
    if (answers->notices)
        answers->notices[item] = notices;
}

/* The reason why no more items are answered; LW_REASON_NONE: more are answered. Limits the options'
 * budget_seconds to the time that is left. */
static lw_reason ended(asking *work, lw_check_options *options)
{
    lw_reason reason = (lw_reason)atomic_load(&work->ended);
    if (reason)
        return reason;
    if (work->deadline < (double)INFINITY) {
        double left = work->deadline - lw_clock();
        if (!(left > 0))
            reason = LW_REASON_BUDGET;
        else if (!(options->budget_seconds > 0) || left < options->budget_seconds)
            options->budget_seconds = left;
    }
    if (!reason && options->stop && options->stop(options->stop_context))
        reason = LW_REASON_STOPPED;
    if (reason)
        atomic_store(&work->ended, (int)reason);
    return reason;
}

static lw_status set_motion(const asking *work, lw_motion *motion, size_t item, lw_error *error)
{
    const lw_rows *rows = work->rows;
    const double *from = row_of(rows->from, rows->from_stride, item);
    if (!work->states)
        return lw_motion_set_segment(motion, work->joints, from,
                                     row_of(rows->to, rows->to_stride, item), error);
    /* a path of one waypoint stands still, like the segment from it to itself */
    lw_track track = lw_default_track();
    track.joints = work->joints;
    track.point_count = 1;
    track.positions = from;
    return lw_motion_set(motion, &track, 1, error);
}

/* Checks the state or segment of an item. */
static void check_item(asking *work, unsigned worker, size_t item, const lw_check_options *options,
                       lw_verdict *verdict, lw_error *error)
{
    lw_motion *motion = work->call.pool->motions[worker];
    if (set_motion(work, motion, item, error)) {
        lw_error plain = *error;
        lw_error_set(error, plain.status, NULL, 0, 0, "%s %zu (the first is 0): %s", work->call.noun,
                     item, plain.message);
        return;
    }
    lw_pool_check_item(&work->call, worker, item, motion, options, verdict, error);
}

/* The answer for a state that needs no check, from what a block has found: free, or in contact. */
static bool is_known(const asking *work, const lw_states_left *known, size_t state, lw_verdict *verdict)
{
    if (known && work->whether && (known->met >> state & 1)) {
        verdict->kind = LW_VERDICT_CONTACT;
        verdict->free_until = 0;
        verdict->time = 0;
        return true;
    }
    if (!known || !(known->proven >> state & 1))
        return false;
    verdict->kind = LW_VERDICT_FREE;
    verdict->free_until = 1;
    return true;
}

/* Answers one item. known: the parts that a block left of some states, of which the item is number
 * `state`; NULL: not known. */
static bool answer_one(asking *work, unsigned worker, size_t item, const lw_states_left *known,
                       size_t state)
{
    lw_checker *checker = work->call.pool->checkers[worker];
    lw_check_options options = work->call.options;
    uint32_t notices = 0; /* a state that is answered side by side has none */
    lw_verdict verdict;
    lw_error error;
    lw_verdict_empty(&verdict);
    error.status = LW_OK;
    verdict.kind = LW_VERDICT_UNDECIDED;
    verdict.reason = ended(work, &options);
    if (!verdict.reason && !is_known(work, known, state, &verdict)) {
        checker->known = known && (known->listed >> state & 1) ? known : NULL;
        checker->known_state = state;
        check_item(work, worker, item, &options, &verdict, &error);
        checker->known = NULL;
        notices = (uint32_t)lw_motion_notice_count(work->call.pool->motions[worker]);
    }
    if (!error.status)
        give(work->answers, item, &verdict, notices);
    return lw_pool_keep_error(&work->call, item, &error);
}

static bool answer_segment(void *context, unsigned worker, size_t item)
{
    return answer_one(context, worker, item, NULL, 0);
}

/* Answers consecutive states side by side. */
static bool answer_group(void *context, unsigned worker, size_t group)
{
    asking *work = context;
    const double *rows[LW_LANES];
    lw_states_left known;
    size_t first = group * work->group;
    size_t rest = work->rows->count - first;
    size_t count = rest < work->group ? rest : work->group;
    bool all_ended = atomic_load(&work->ended);
    for (size_t i = 0; i < count; i++)
        rows[i] = row_of(work->rows->from, work->rows->from_stride, first + i);
    if (!all_ended)
        lw_auto_prove_states(work->call.pool->checkers[worker], work->joints, rows, count,
                             work->whether, &known);
    for (size_t i = 0; i < count; i++)
        if (!answer_one(work, worker, first + i, all_ended ? NULL : &known, i))
            return false;
    return true;
}

/* Puts states side by side, as long as there is work for each thread. */
static void answer_all(asking *work, lw_pool *pool)
{
    size_t count = work->rows->count;
    size_t share = count / pool->count + (count % pool->count > 0);
    work->group = share < LW_LANES ? share : LW_LANES;
    work->whether =
        !work->answers->pair && !work->call.options.budget_queries && !work->call.options.budget_work;
    if (count && work->states && lw_auto_serves_states(pool->checkers[0], &work->call.options))
        lw_workers_run(pool->workers, (count - 1) / work->group + 1, answer_group, work);
    else
        lw_workers_run(pool->workers, count, answer_segment, work);
}

static lw_status answer(asking *work, lw_pool *pool, const lw_check_options *options, lw_error *error)
{
    if (!pool || !work->rows || !work->answers)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a pool, rows and answers are needed");
    lw_status status = LW_OK;
    LW_SIZED_TAKE(rows, work->rows, &work->own_rows, status, error);
    if (!status)
        LW_SIZED_TAKE(answers, work->answers, &work->own_answers, status, error);
    if (status)
        return status;
    status = lw_pool_begin(pool, options, work->states ? "state" : "segment", &work->call, error);
    if (status)
        return status;
    status = check_arguments(work, error);
    if (!status) {
        work->call.options.clearance = work->answers->clearance || work->answers->self_clearance;
        work->call.options.unmeasured = true;
        work->deadline = work->rows->seconds > 0 ? lw_clock() + work->rows->seconds : (double)INFINITY;
        answer_all(work, pool);
    }
    lw_status failed = lw_pool_end(&work->call, error);
    return status ? status : failed;
}

/* Sets the members that are read before `answer` sets the others. */
static void begin(asking *work, const lw_rows *rows, const lw_answers *answers, bool states)
{
    work->rows = rows;
    work->answers = answers;
    work->states = states;
    atomic_init(&work->ended, LW_REASON_NONE);
}

lw_status lw_pool_segments(lw_pool *pool, const lw_rows *rows, const lw_check_options *options,
                           const lw_answers *answers, lw_error *error)
{
    asking work;
    begin(&work, rows, answers, false);
    return answer(&work, pool, options, error);
}

lw_status lw_pool_states(lw_pool *pool, const lw_rows *rows, const lw_check_options *options,
                         const lw_answers *answers, lw_error *error)
{
    asking work;
    begin(&work, rows, answers, true);
    return answer(&work, pool, options, error);
}

lw_status lw_pool_contacts(lw_pool *pool, const lw_rows *rows, bool *contacts, lw_error *error)
{
    asking work;
    begin(&work, rows, NULL, true);
    if (!pool || !rows || !contacts)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a pool, rows and room for answers are needed");
    lw_status status = LW_OK;
    LW_SIZED_TAKE(rows, work.rows, &work.own_rows, status, error);
    if (!status)
        status = lw_pool_begin(pool, NULL, "state", &work.call, error);
    if (status)
        return status;
    status = check_arguments(&work, error);
    for (size_t first = 0; !status && first < work.rows->count; first += LW_LANES) {
        const double *block[LW_LANES];
        size_t rest = work.rows->count - first;
        size_t count = rest < LW_LANES ? rest : LW_LANES;
        for (size_t i = 0; i < count; i++)
            block[i] = row_of(work.rows->from, work.rows->from_stride, first + i);
        unsigned found = lw_auto_contacts(pool->checkers[0], work.joints, block, count);
        for (size_t i = 0; i < count; i++)
            contacts[first + i] = found >> i & 1;
    }
    lw_status failed = lw_pool_end(&work.call, error);
    return status ? status : failed;
}
