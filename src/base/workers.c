/* A thread pool: threads that are kept, and sleep while there is nothing to do. */
#include "base/workers.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

/* A thread of the pool. */
typedef struct helper {
    lw_workers *workers;
    unsigned index; /* number of the worker, from 1 on: the caller of lw_workers_run is worker 0 */
    pthread_t thread;
} helper;

struct lw_workers {
    helper *helpers;
    unsigned helper_count;

    /* the current work; set only while no helper is at work */
    lw_parallel_fn work;
    void *context;
    size_t items;
    atomic_size_t next;
    atomic_bool ended; /* an item returned false */

    pthread_mutex_t mutex;
    pthread_cond_t wake; /* signalled when helpers are wanted, or are to leave */
    pthread_cond_t idle; /* signalled when the last helper at work is done */
    unsigned wanted;     /* helpers that may still begin; the mutex guards wanted to leaving */
    unsigned at_work;    /* how many helpers have begun and are not done */
    bool leaving;        /* the threads are to end */
};

static void take_items(lw_workers *workers, unsigned worker)
{
    while (!atomic_load(&workers->ended)) {
        size_t item = atomic_fetch_add(&workers->next, 1);
        if (item >= workers->items)
            return;
        if (!workers->work(workers->context, worker, item))
            atomic_store(&workers->ended, true);
    }
}

static void *help(void *argument)
{
    const helper *own = argument;
    lw_workers *workers = own->workers;
    pthread_mutex_lock(&workers->mutex);
    for (;;) {
        while (!workers->wanted && !workers->leaving)
            pthread_cond_wait(&workers->wake, &workers->mutex);
        if (workers->leaving)
            break;
        workers->wanted--;
        workers->at_work++;
        pthread_mutex_unlock(&workers->mutex);
        take_items(workers, own->index);
        pthread_mutex_lock(&workers->mutex);
        if (--workers->at_work == 0)
            pthread_cond_signal(&workers->idle);
    }
    pthread_mutex_unlock(&workers->mutex);
    return NULL;
}

static bool make_locks(lw_workers *workers)
{
    if (pthread_mutex_init(&workers->mutex, NULL))
        return false;
    if (!pthread_cond_init(&workers->wake, NULL)) {
        if (!pthread_cond_init(&workers->idle, NULL))
            return true;
        pthread_cond_destroy(&workers->wake);
    }
    pthread_mutex_destroy(&workers->mutex);
    return false;
}

lw_workers *lw_workers_create(unsigned count)
{
    lw_workers *workers = calloc(1, sizeof *workers);
    helper *helpers = calloc(count, sizeof *helpers);
    if (!workers || !helpers || !make_locks(workers)) {
        free(helpers);
        free(workers);
        return NULL;
    }
    workers->helpers = helpers;
    for (unsigned i = 0; i + 1 < count; i++) {
        helpers[i] = (helper){.workers = workers, .index = i + 1};
        if (pthread_create(&helpers[i].thread, NULL, help, &helpers[i]))
            break;
        workers->helper_count++;
    }
    return workers;
}

void lw_workers_destroy(lw_workers *workers)
{
    if (!workers)
        return;
    pthread_mutex_lock(&workers->mutex);
    workers->leaving = true;
    pthread_cond_broadcast(&workers->wake);
    pthread_mutex_unlock(&workers->mutex);
    for (unsigned i = 0; i < workers->helper_count; i++)
        pthread_join(workers->helpers[i].thread, NULL);
    pthread_cond_destroy(&workers->idle);
    pthread_cond_destroy(&workers->wake);
    pthread_mutex_destroy(&workers->mutex);
    free(workers->helpers);
    free(workers);
}

unsigned lw_workers_count(const lw_workers *workers)
{
    return workers->helper_count + 1;
}

/* Wakes `count` helpers, or all where there are fewer. */
static void call_helpers(lw_workers *workers, size_t count)
{
    pthread_mutex_lock(&workers->mutex);
    workers->wanted = count < workers->helper_count ? (unsigned)count : workers->helper_count;
    for (unsigned i = 0; i < workers->wanted; i++)
        pthread_cond_signal(&workers->wake);
    pthread_mutex_unlock(&workers->mutex);
}

/* Waits for the helpers that have begun. One that wakes up later finds that it is not wanted. */
static void await_helpers(lw_workers *workers)
{
    pthread_mutex_lock(&workers->mutex);
    workers->wanted = 0;
    while (workers->at_work)
        pthread_cond_wait(&workers->idle, &workers->mutex);
    pthread_mutex_unlock(&workers->mutex);
}

static void set_items(lw_workers *workers, size_t items, lw_parallel_fn work, void *context)
{
    workers->work = work;
    workers->context = context;
    workers->items = items;
    atomic_store(&workers->next, 0);
    atomic_store(&workers->ended, false);
}

void lw_workers_begin(lw_workers *workers, size_t items, lw_parallel_fn work, void *context)
{
    set_items(workers, items, work, context);
    call_helpers(workers, items);
}

void lw_workers_end(lw_workers *workers)
{
    take_items(workers, 0);
    await_helpers(workers);
}

void lw_workers_run(lw_workers *workers, size_t items, lw_parallel_fn work, void *context)
{
    if (items < 2 || !workers->helper_count) {
        bool good = true;
        for (size_t item = 0; item < items && good; item++)
            good = work(context, 0, item);
        return;
    }
    set_items(workers, items, work, context);
    call_helpers(workers, items - 1); /* and the caller */
    lw_workers_end(workers);
}
