/* Many motions by the threads of a thread pool, which may be made for the call. */
#include "base/error.h"
#include "base/sized.h"
#include "check/pool/pool.h"

#include <string.h>

typedef struct batch {
    lw_pool_call call;
    const lw_motion *const *motions;
    lw_verdict *verdicts; /* the struct_size of the first is set */
    size_t stride;        /* from one verdict to the next, in bytes */
} batch;

static bool check_one(void *context, unsigned worker, size_t item)
{
    batch *work = context;
    lw_error error = {0};
    lw_verdict *verdict = (lw_verdict *)(void *)((char *)work->verdicts + item * work->stride);
    if (item) /* the first verdict has its size, and other threads may read that */
        memcpy(verdict, &work->stride, sizeof work->stride);
    lw_pool_check_item(&work->call, worker, item, work->motions[item], &work->call.options, verdict,
                       &error);
    return lw_pool_keep_error(&work->call, item, &error);
}

lw_status lw_pool_check(lw_pool *pool, const lw_motion *const *motions, size_t count,
                        const lw_check_options *options, lw_verdict *verdicts, lw_error *error)
{
    if (!pool)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there is no pool to check motions");
    if (count && (!motions || !verdicts))
        return lw_fail(error, LW_ERROR_ARGUMENT, "motions to check, or room for verdicts, are missing");
    batch work = {.motions = motions, .verdicts = verdicts};
    lw_status status = count ? lw_sized_check(LW_SIZED(verdict), verdicts, error) : LW_OK;
    if (status)
        return status;
    work.stride = count ? verdicts->struct_size : 0;
    status = lw_pool_begin(pool, options, "motion", &work.call, error);
    if (status)
        return status;
    lw_workers_run(pool->workers, count, check_one, &work);
    return lw_pool_end(&work.call, error);
}

lw_status lw_check_many(const lw_scene *scene, const lw_motion *const *motions, size_t count,
                        const lw_check_options *options, unsigned threads, lw_verdict *verdicts,
                        lw_error *error)
{
    if (!scene || !scene->frozen)
        return lw_fail(error, LW_ERROR_STATE, "motions are checked in a frozen scene");
    if (!count)
        return LW_OK;
    if (!motions || !verdicts)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_check_many needs motions and room for verdicts");
    lw_pool *pool = NULL;
    lw_status status = lw_pool_create(scene, lw_parallel_threads(threads, count), &pool, error);
    if (!status)
        status = lw_pool_check(pool, motions, count, options, verdicts, error);
    lw_pool_destroy(pool);
    return status;
}
