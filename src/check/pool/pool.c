/* A thread pool: threads that are kept, each a worker with a checker and a motion of its own. No state
 * is carried over from one item to the next, so the answers do not depend on which thread took which
 * item. */
#include "check/pool/pool.h"

#include "base/error.h"
#include "base/sized.h"
#include "check/method/methods.h"

#include <stdlib.h>

static lw_status make_members(lw_pool *pool, lw_error *error)
{
    pool->checkers = calloc(pool->count, sizeof(lw_checker *));
    pool->motions = calloc(pool->count, sizeof(lw_motion *));
    if (!pool->checkers || !pool->motions)
        return lw_fail_memory(error);
    lw_status status = LW_OK;
    for (unsigned i = 0; i < pool->count && !status; i++) {
        status = lw_checker_create(pool->scene, &pool->checkers[i], error);
        if (!status)
            status = lw_motion_create(pool->scene, &pool->motions[i], error);
    }
    return status;
}

lw_status lw_pool_create(const lw_scene *scene, unsigned threads, lw_pool **out, lw_error *error)
{
    if (!out)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_pool_create needs a place for the pool");
    *out = NULL;
    if (!scene || !scene->frozen)
        return lw_fail(error, LW_ERROR_STATE, "a pool is of a frozen scene");
    lw_pool *pool = calloc(1, sizeof *pool);
    if (!pool)
        return lw_fail_memory(error);
    if (pthread_mutex_init(&pool->mutex, NULL)) {
        free(pool);
        return lw_fail_memory(error);
    }
    pool->scene = scene;
    pool->workers = lw_workers_create(lw_parallel_threads(threads, SIZE_MAX));
    pool->count = pool->workers ? lw_workers_count(pool->workers) : 0;
    lw_status status = pool->workers ? make_members(pool, error) : lw_fail_memory(error);
    if (status) {
        lw_pool_destroy(pool);
        return status;
    }
    *out = pool;
    return LW_OK;
}

/* Takes the pool for one call: an atomic flag refuses a second one. */
static lw_status make_busy(lw_pool *pool, lw_error *error)
{
    if (atomic_exchange(&pool->busy, true))
        return lw_fail(error, LW_ERROR_STATE,
                       "the pool is answering another call; it takes one at a time");
    return LW_OK;
}

/* Replaces the checkers that do not suit a scene; on an error, all stay. */
static lw_status change_checkers(lw_pool *pool, const lw_scene *scene, lw_error *error)
{
    lw_checker **made = calloc(pool->count, sizeof(lw_checker *));
    if (!made)
        return lw_fail_memory(error);
    lw_status status = LW_OK;
    for (unsigned i = 0; i < pool->count && !status; i++)
        if (!lw_checker_suits(pool->checkers[i], scene))
            status = lw_checker_create(scene, &made[i], error);
    for (unsigned i = 0; i < pool->count; i++) {
        if (status) {
            lw_checker_destroy(made[i]);
        } else if (made[i]) {
            lw_checker_destroy(pool->checkers[i]);
            pool->checkers[i] = made[i];
        } else {
            lw_checker_use(pool->checkers[i], scene);
        }
    }
    free(made);
    return status;
}

lw_status lw_pool_set_scene(lw_pool *pool, const lw_scene *scene, lw_error *error)
{
    if (!pool)
        return lw_fail(error, LW_ERROR_ARGUMENT, "no pool was given");
    if (!scene || !scene->frozen)
        return lw_fail(error, LW_ERROR_STATE, "a pool is of a frozen scene");
    if (scene->frozen->chains != pool->motions[0]->chains)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the scene has other robots than the pool: neither came from the other");
    lw_status status = make_busy(pool, error);
    if (status)
        return status;
    status = change_checkers(pool, scene, error);
    if (!status) {
        pool->scene = scene;
        for (unsigned i = 0; i < pool->count && !status; i++)
            status = lw_motion_set_scene(pool->motions[i], scene, error);
    }
    atomic_store(&pool->busy, false);
    return status;
}

void lw_pool_destroy(lw_pool *pool)
{
    if (!pool)
        return;
    lw_workers_destroy(pool->workers);
    for (unsigned i = 0; pool->checkers && i < pool->count; i++)
        lw_checker_destroy(pool->checkers[i]);
    for (unsigned i = 0; pool->motions && i < pool->count; i++)
        lw_motion_destroy(pool->motions[i]);
    free(pool->checkers);
    free(pool->motions);
    pthread_mutex_destroy(&pool->mutex);
    free(pool);
}

void lw_pool_on_notice(lw_pool *pool, lw_notice_fn notice, void *context)
{
    for (unsigned i = 0; i < pool->count; i++)
        lw_motion_on_notice(pool->motions[i], notice, context);
}

unsigned lw_pool_threads(const lw_pool *pool)
{
    return pool->count;
}

/* ---- a call ------------------------------------------------------------------------------------ */

lw_status lw_pool_begin(lw_pool *pool, const lw_check_options *options, const char *noun,
                        lw_pool_call *call, lw_error *error)
{
    call->pool = pool;
    call->noun = noun;
    call->error.status = LW_OK;
    call->failed = 0;
    call->options = lw_default_check_options();
    lw_status status = LW_OK;
    if (options)
        status = lw_sized_read(LW_SIZED(check_options), options, &call->options, error);
    if (!status)
        status = lw_validate_options(&call->options, error);
    return status ? status : make_busy(pool, error);
}

lw_status lw_pool_end(lw_pool_call *call, lw_error *error)
{
    atomic_store(&call->pool->busy, false);
    if (call->error.status && error)
        *error = call->error;
    return call->error.status;
}

bool lw_pool_keep_error(lw_pool_call *call, size_t item, const lw_error *error)
{
    if (!error->status)
        return true;
    pthread_mutex_lock(&call->pool->mutex);
    if (!call->error.status || item < call->failed) {
        call->error = *error;
        call->failed = item;
    }
    pthread_mutex_unlock(&call->pool->mutex);
    return false;
}

/* The claims of one item. */
typedef struct item_claims {
    const lw_check_options *options;
    size_t item;
    bool refused; /* the caller's function returned an error for a claim */
    LW_SIZED_SHOWN(claim) shown;
} item_claims;

static lw_status take_claim(void *context, const lw_claim *claim)
{
    item_claims *claims = context;
    lw_claim *shown = &claims->shown.known;
    *shown = *claim;
    shown->motion = claims->item;
    lw_status status = claims->options->claim(claims->options->claim_context, shown);
    claims->refused = status != LW_OK;
    return status;
}

lw_status lw_pool_check_item(lw_pool_call *call, unsigned worker, size_t item, const lw_motion *motion,
                             const lw_check_options *options, lw_verdict *verdict, lw_error *error)
{
    lw_checker *checker = call->pool->checkers[worker];
    if (!options->claim)
        return lw_check(checker, motion, options, verdict, error);
    item_claims claims = {.options = options, .item = item};
    lw_check_options own = *options;
    own.claim = take_claim;
    own.claim_context = &claims;
    lw_status status = lw_check(checker, motion, &own, verdict, error);
    if (!claims.refused)
        return status;
    lw_error plain = *error;
    return lw_fail(error, status, "%s %zu (the first is 0): %s", call->noun, item, plain.message);
}
