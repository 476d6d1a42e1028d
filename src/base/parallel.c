/* A parallel loop over many items, by threads that are created for it. */
#include "base/parallel.h"

#include "base/workers.h"
#include "leeway/leeway.h"

enum { MOST = 1024 };

unsigned lw_parallel_threads(unsigned wanted, size_t count)
{
    if (!wanted)
        wanted = lw_processor_count();
    if (wanted > MOST)
        wanted = MOST;
    if (wanted > count)
        wanted = (unsigned)count;
    return wanted ? wanted : 1;
}

void lw_parallel_run(unsigned threads, size_t count, lw_parallel_fn work, void *context)
{
    lw_workers *workers = lw_workers_create(threads);
    if (workers)
        lw_workers_run(workers, count, work, context);
    else
        for (size_t item = 0; item < count && work(context, 0, item); item++) {
        }
    lw_workers_destroy(workers);
}
