/* A thread pool: threads that are kept, and sleep while there is nothing to do. */
#ifndef LW_BASE_WORKERS_H
#define LW_BASE_WORKERS_H

#include "base/parallel.h"

typedef struct lw_workers lw_workers;

/* A pool of `count` workers, 1 or more (lw_parallel_threads). The caller of lw_workers_run is worker 0,
 * so one thread fewer is created; where threads cannot be created, there are fewer workers. NULL:
 * memory ran out. */
lw_workers *lw_workers_create(unsigned count);
void lw_workers_destroy(lw_workers *workers);

/* How many workers there are, the caller among them. */
unsigned lw_workers_count(const lw_workers *workers);

/* Returns when all items that were begun are done. The calling thread works too, alone where there is
 * one item. One call at a time. */
void lw_workers_run(lw_workers *workers, size_t items, lw_parallel_fn work, void *context);

/* lw_workers_run in two steps: lw_workers_begin starts the other workers and returns, so that the
 * calling thread can do something else meanwhile; in lw_workers_end it works too, until all items that
 * were begun are done. */
void lw_workers_begin(lw_workers *workers, size_t items, lw_parallel_fn work, void *context);
void lw_workers_end(lw_workers *workers);

#endif
