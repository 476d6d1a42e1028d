/* Many motions on several threads, each with a checker of its own. Nothing is carried over from one
 * motion to the next, so the verdicts do not depend on which thread took which motion. */
#include "base/error.h"
#include "base/parallel.h"
#include "check/checker.h"

#include <pthread.h>
#include <stdlib.h>

typedef struct batch {
    const lw_motion *const *motions;
    const lw_options *options; /* NULL: the defaults */
    lw_verdict *verdicts;
    lw_checker **checkers; /* one for each thread */
    pthread_mutex_t mutex;
    lw_error error; /* the first failure's; under the mutex */
} batch;

/* The claims of one motion of a batch. */
typedef struct item_claims {
    const lw_options *options;
    size_t item;
    bool refused; /* the caller's function did not take one */
} item_claims;

static lw_status take_claim(void *context, const lw_claim *claim)
{
    item_claims *claims = context;
    lw_claim own = *claim;
    own.motion = claims->item;
    lw_status status = claims->options->claim(claims->options->claim_context, &own);
    claims->refused = status != LW_OK;
    return status;
}

/* lw_check, with claims that tell which motion they are of */
static lw_status check_item(batch *work, unsigned worker, size_t item, lw_error *error)
{
    item_claims claims = {.options = work->options, .item = item};
    lw_options own = work->options ? *work->options : lw_default_options();
    if (own.claim) {
        own.claim = take_claim;
        own.claim_context = &claims;
    }
    lw_status status =
        lw_check(work->checkers[worker], work->motions[item], &own, &work->verdicts[item], error);
    if (!claims.refused)
        return status;
    lw_error plain = *error;
    return lw_fail(error, status, "motion %zu (the first is 0): %s", item, plain.message);
}

static bool check_one(void *context, unsigned worker, size_t item)
{
    batch *work = context;
    lw_error error = {0};
    if (!check_item(work, worker, item, &error))
        return true;
    pthread_mutex_lock(&work->mutex);
    if (!work->error.status)
        work->error = error;
    pthread_mutex_unlock(&work->mutex);
    return false;
}

static lw_status run(const lw_scene *scene, batch *work, size_t count, unsigned threads,
                     lw_error *error)
{
    lw_status status = LW_OK;
    for (unsigned i = 0; i < threads && !status; i++)
        status = lw_checker_create(scene, &work->checkers[i], error);
    if (status)
        return status;
    if (pthread_mutex_init(&work->mutex, NULL))
        return lw_fail_memory(error);
    lw_parallel_run(threads, count, check_one, work);
    pthread_mutex_destroy(&work->mutex);
    if (work->error.status && error)
        *error = work->error;
    return work->error.status;
}

lw_status lw_check_many(const lw_scene *scene, const lw_motion *const *motions, size_t count,
                        const lw_options *options, unsigned threads, lw_verdict *verdicts,
                        lw_error *error)
{
    if (!scene || !scene->frozen)
        return lw_fail(error, LW_ERROR_STATE, "motions are checked in a frozen scene");
    if (!count)
        return LW_OK;
    if (!motions || !verdicts)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_check_many needs motions and room for verdicts");
    threads = lw_parallel_threads(threads, count);
    batch work = {.motions = motions, .options = options, .verdicts = verdicts};
    work.checkers = calloc(threads, sizeof(lw_checker *));
    lw_status status = work.checkers ? run(scene, &work, count, threads, error) : lw_fail_memory(error);
    for (unsigned i = 0; work.checkers && i < threads; i++)
        lw_checker_destroy(work.checkers[i]);
    free(work.checkers);
    return status;
}
