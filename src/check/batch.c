/* Many motions on several threads: each takes the next one that nobody has, with a checker of its
 * own. Nothing is carried from motion to motion, so the verdicts do not depend on who took which. */
#include "check/checker.h"

#include "base/error.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct batch {
    const lw_scene *scene;
    const lw_motion *const *motions;
    size_t count;
    const lw_options *options;
    lw_verdict *verdicts;
    atomic_size_t next;
    atomic_bool failed;
    pthread_mutex_t mutex;
    lw_error error; /* the first failure's; under the mutex */
} batch;

static void fail(batch *work, const lw_error *error)
{
    pthread_mutex_lock(&work->mutex);
    if (!work->error.status)
        work->error = *error;
    pthread_mutex_unlock(&work->mutex);
    atomic_store(&work->failed, true);
}

static void *run(void *argument)
{
    batch *work = argument;
    lw_checker *checker = NULL;
    lw_error error = {0};
    if (lw_checker_create(work->scene, &checker, &error)) {
        fail(work, &error);
        return NULL;
    }
    while (!atomic_load(&work->failed)) {
        size_t i = atomic_fetch_add(&work->next, 1);
        if (i >= work->count)
            break;
        if (lw_check(checker, work->motions[i], work->options, &work->verdicts[i], &error))
            fail(work, &error);
    }
    lw_checker_destroy(checker);
    return NULL;
}

lw_status lw_check_many(const lw_scene *scene, const lw_motion *const *motions, size_t count,
                        const lw_options *options, unsigned threads, lw_verdict *verdicts,
                        lw_error *error)
{
    enum { MOST = 1024 };
    if (!scene || !scene->frozen)
        return lw_fail(error, LW_ERROR_STATE, "motions are checked in a frozen scene");
    if (!count)
        return LW_OK;
    if (!motions || !verdicts)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_check_many needs motions and room for verdicts");
    if (!threads) {
        long processors = sysconf(_SC_NPROCESSORS_ONLN);
        threads = processors > 0 ? (unsigned)processors : 1;
    }
    if (threads > MOST)
        threads = MOST;
    if (threads > count)
        threads = (unsigned)count;
    batch work = {
        .scene = scene, .motions = motions, .count = count, .options = options, .verdicts = verdicts};
    pthread_t handles[MOST];
    if (pthread_mutex_init(&work.mutex, NULL))
        return lw_fail_memory(error);
    /* the calling thread works too; where a thread cannot be had, fewer do the same */
    unsigned started = 0;
    while (started + 1 < threads && !pthread_create(&handles[started], NULL, run, &work))
        started++;
    run(&work);
    for (unsigned i = 0; i < started; i++)
        pthread_join(handles[i], NULL);
    pthread_mutex_destroy(&work.mutex);
    if (!work.error.status)
        return LW_OK;
    if (error)
        *error = work.error;
    return work.error.status;
}
