/* lw_cross_check_many: all methods on many motions, by the threads of a thread pool. */
#include "base/error.h"
#include "base/sized.h"
#include "check/pool/pool.h"

#include <string.h>

typedef struct batch {
    lw_pool_call call;
    const lw_motion *const *motions;
    const lw_cross_options *options;
    lw_cross *out; /* the struct_size of the first is set */
    size_t stride; /* from one to the next, in bytes */
} batch;

static lw_cross *item_of(const batch *work, size_t item)
{
    return (lw_cross *)(void *)((char *)work->out + item * work->stride);
}

static bool check_one(void *context, unsigned worker, size_t item)
{
    batch *work = context;
    lw_error error = {0};
    lw_cross_check(work->call.pool->checkers[worker], work->motions[item], work->options,
                   item_of(work, item), &error);
    return lw_pool_keep_error(&work->call, item, &error);
}

/* Empties all answers, so that those that were made can be told apart. */
static void empty(const batch *work, size_t count)
{
    const lw_cross none = lw_default_cross();
    for (size_t i = 0; i < count; i++) {
        memcpy(item_of(work, i), &work->stride, sizeof work->stride);
        lw_sized_write(LW_SIZED(cross), &none, item_of(work, i));
    }
}

static lw_status check_all(lw_pool *pool, batch *work, size_t count, lw_error *error)
{
    lw_status status = lw_pool_begin(pool, NULL, "motion", &work->call, error);
    if (status)
        return status;
    empty(work, count);
    lw_workers_run(pool->workers, count, check_one, work);
    status = lw_pool_end(&work->call, error);
    for (size_t i = 0; status && i < count; i++)
        lw_cross_free(item_of(work, i));
    return status;
}

lw_status lw_cross_check_many(const lw_scene *scene, const lw_motion *const *motions, size_t count,
                              const lw_cross_options *options, unsigned threads, lw_cross *out,
                              lw_error *error)
{
    if (!scene || !scene->frozen)
        return lw_fail(error, LW_ERROR_STATE, "motions are checked in a frozen scene");
    if (!count)
        return LW_OK;
    if (!motions || !out)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "lw_cross_check_many needs motions and room for the answers");
    lw_status status = lw_sized_check(LW_SIZED(cross), out, error);
    if (status)
        return status;
    lw_pool *pool = NULL;
    batch work = {.motions = motions, .options = options, .out = out, .stride = out->struct_size};
    status = lw_pool_create(scene, lw_parallel_threads(threads, count), &pool, error);
    if (!status)
        status = check_all(pool, &work, count, error);
    lw_pool_destroy(pool);
    return status;
}
