/* A parallel loop over many items, by threads that are created for it. Each thread takes the next item
 * that is not taken yet (base/workers.h keeps threads for several loops). */
#ifndef LW_BASE_PARALLEL_H
#define LW_BASE_PARALLEL_H

#include <stdbool.h>
#include <stddef.h>

/* Does one item. worker: below the number of threads, different in all calls at one time. False: no
 * further item is begun. Items are begun in their order, and an item that is begun is finished: so the
 * first item that would return false is always worked on. */
typedef bool (*lw_parallel_fn)(void *context, unsigned worker, size_t item);

/* The number of threads for a request and a number of items; the request 0 means lw_processor_count. At
 * least 1. */
unsigned lw_parallel_threads(unsigned wanted, size_t count);

/* Returns when all items that were begun are done. The calling thread works too; where threads cannot
 * be created, fewer do the work. */
void lw_parallel_run(unsigned threads, size_t count, lw_parallel_fn work, void *context);

#endif
