/* An arena that several owners share: it is freed when the last of them gives it up. */
#ifndef LW_BASE_MEMORY_H
#define LW_BASE_MEMORY_H

#include <stdatomic.h>
#include <stdbool.h>

#include "base/arena.h"

typedef struct lw_memory lw_memory;
struct lw_memory {
    atomic_size_t references;
    lw_arena arena; /* whoever makes the memory takes from it; then it is read-only */
    struct {
        lw_memory **items;
        size_t count, capacity;
    } held; /* what the contents point into */
};

/* A new one with one owner; NULL when memory ran out. */
lw_memory *lw_memory_create(void);

/* One owner more, which it returns, and one less. Any thread. NULL does nothing. */
lw_memory *lw_memory_retain(lw_memory *memory);
void lw_memory_release(lw_memory *memory);

/* Makes a memory an owner of another one; of the same one as in the last call, once. False when memory
 * ran out. */
bool lw_memory_hold(lw_memory *memory, lw_memory *other);

#endif
