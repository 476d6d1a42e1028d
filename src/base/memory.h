/* A memory arena with a reference count: several owners share it, and it is freed when the last one
 * releases it. */
#ifndef LW_BASE_MEMORY_H
#define LW_BASE_MEMORY_H

#include <stdatomic.h>
#include <stdbool.h>

#include "base/arena.h"

typedef struct lw_memory lw_memory;
struct lw_memory {
    atomic_size_t references;
    lw_arena arena; /* filled while the memory is made; read-only afterwards */
    struct {
        lw_memory **items;
        size_t count, capacity;
    } held; /* other memories that the contents point into; this one is an owner of each */
};

/* A new memory with one owner; NULL when memory ran out. */
lw_memory *lw_memory_create(void);

/* Adds an owner, and returns the memory; removes an owner. Any thread. NULL does nothing. */
lw_memory *lw_memory_retain(lw_memory *memory);
void lw_memory_release(lw_memory *memory);

/* Makes `memory` an owner of `other` until it is freed itself. A call that repeats the last one adds
 * nothing. False when memory ran out. */
bool lw_memory_hold(lw_memory *memory, lw_memory *other);

#endif
