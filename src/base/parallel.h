/* Work on many items by several threads: each takes the next one that nobody has. */
#ifndef LW_BASE_PARALLEL_H
#define LW_BASE_PARALLEL_H

#include <stdbool.h>
#include <stddef.h>

/* Does one item; worker: below the number of threads, no two at a time the same. False: no item is
 * begun any more. */
typedef bool (*lw_parallel_fn)(void *context, unsigned worker, size_t item);

/* How many threads a caller's wish comes to for so many items: 0 is one a processor. At least 1. */
unsigned lw_parallel_threads(unsigned wanted, size_t count);

/* Returns when all that was begun is done. The calling thread works too; where threads cannot be had,
 * fewer do the same. */
void lw_parallel_run(unsigned threads, size_t count, lw_parallel_fn work, void *context);

#endif
