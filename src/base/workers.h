/* Threads that are kept, and sleep while there is nothing to do. */
#ifndef LW_BASE_WORKERS_H
#define LW_BASE_WORKERS_H

#include "base/parallel.h"

typedef struct lw_workers lw_workers;

/* So many workers, 1 or more (lw_parallel_threads), of which the caller of lw_workers_run is number 0;
 * where threads cannot be created, fewer. NULL: memory ran out. */
lw_workers *lw_workers_create(unsigned count);
void lw_workers_destroy(lw_workers *workers);

/* How many there are, the caller among them. */
unsigned lw_workers_count(const lw_workers *workers);

/* Returns when all items that were begun are done. The calling thread works too, alone where there is
 * one item. One call at a time. */
void lw_workers_run(lw_workers *workers, size_t items, lw_parallel_fn work, void *context);

/* The same in two steps, between which the calling thread does something else while the other workers
 * begin: it works too in the second, which returns when all items that were begun are done. */
void lw_workers_begin(lw_workers *workers, size_t items, lw_parallel_fn work, void *context);
void lw_workers_end(lw_workers *workers);

#endif
