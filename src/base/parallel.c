/* Work on many items by several threads. */
#include "base/parallel.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

enum { MOST = 1024 };

typedef struct shared {
    lw_parallel_fn work;
    void *context;
    size_t count;
    atomic_size_t next;
    atomic_uint workers;
    atomic_bool ended;
} shared;

unsigned lw_parallel_threads(unsigned wanted, size_t count)
{
    if (!wanted) {
        long processors = sysconf(_SC_NPROCESSORS_ONLN);
        wanted = processors > 0 ? (unsigned)processors : 1;
    }
    if (wanted > MOST)
        wanted = MOST;
    if (wanted > count)
        wanted = (unsigned)count;
    return wanted ? wanted : 1;
}

static void *run(void *argument)
{
    shared *all = argument;
    unsigned worker = atomic_fetch_add(&all->workers, 1);
    while (!atomic_load(&all->ended)) {
        size_t item = atomic_fetch_add(&all->next, 1);
        if (item >= all->count)
            break;
        if (!all->work(all->context, worker, item))
            atomic_store(&all->ended, true);
    }
    return NULL;
}

void lw_parallel_run(unsigned threads, size_t count, lw_parallel_fn work, void *context)
{
    shared all = {.work = work, .context = context, .count = count};
    pthread_t handles[MOST];
    unsigned started = 0;
    while (started + 1 < threads && started + 1 < MOST &&
           !pthread_create(&handles[started], NULL, run, &all))
        started++;
    run(&all);
    for (unsigned i = 0; i < started; i++)
        pthread_join(handles[i], NULL);
}
