/* A parallel loop over many items, by threads that are created for it. */
#include "base/parallel.h"

#include "base/workers.h"
#include "leeway/leeway.h"

#include <sched.h>
#include <unistd.h>

enum { MOST = 1024 };

unsigned lw_processor_count(void)
{
#ifdef CPU_COUNT
    /* fails where the system has more processors than a set can hold */
    cpu_set_t processors;
    if (!sched_getaffinity(0, sizeof processors, &processors))
        return (unsigned)CPU_COUNT(&processors);
#endif
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (unsigned)online : 1;
}

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
