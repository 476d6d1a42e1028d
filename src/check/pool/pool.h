/* A thread pool: threads that are kept, each a worker with a checker and a motion of its own. */
#ifndef LW_CHECK_POOL_POOL_H
#define LW_CHECK_POOL_POOL_H

#include "base/workers.h"
#include "check/checker/checker.h"

#include <pthread.h>
#include <stdatomic.h>

struct lw_pool {
    const lw_scene *scene;
    lw_workers *workers;
    unsigned count; /* number of workers, each with a checker and a motion */
    lw_checker **checkers;
    lw_motion **motions;
    atomic_bool busy; /* a call is being answered */
    pthread_mutex_t mutex;
};

/* One call of a pool. */
typedef struct lw_pool_call {
    lw_pool *pool;
    lw_check_options options;
    const char *noun; /* the word for an item in errors' sentences */
    lw_error error;   /* of the first item that failed; the pool's mutex guards it and `failed` */
    size_t failed;    /* index of the first item that failed */
} lw_pool_call;

/* Begins a call: the pool is busy from here on, until lw_pool_end. options may be NULL. Errors: state,
 * where it is busy already; argument. */
lw_status lw_pool_begin(lw_pool *pool, const lw_check_options *options, const char *noun,
                        lw_pool_call *call, lw_error *error);
/* Ends a call. Error: that of the first item that failed, if one did. */
lw_status lw_pool_end(lw_pool_call *call, lw_error *error);

/* Checks the motion of an item by a worker's checker. Its claims carry the item's index. */
lw_status lw_pool_check_item(lw_pool_call *call, unsigned worker, size_t item, const lw_motion *motion,
                             const lw_check_options *options, lw_verdict *verdict, lw_error *error);

/* Keeps the error of an item, unless an earlier item has one. Returns true if `error` says that all
 * went well. */
bool lw_pool_keep_error(lw_pool_call *call, size_t item, const lw_error *error);

#endif
