/* A memory arena with a reference count. */
#include "base/memory.h"

#include "base/array.h"

#include <stdlib.h>

lw_memory *lw_memory_create(void)
{
    lw_memory *memory = calloc(1, sizeof *memory);
    if (memory)
        atomic_init(&memory->references, 1);
    return memory;
}

lw_memory *lw_memory_retain(lw_memory *memory)
{
    /* the caller is an owner, so the count cannot fall to 0 meanwhile: relaxed order is enough */
    if (memory)
        atomic_fetch_add_explicit(&memory->references, 1, memory_order_relaxed);
    return memory;
}

void lw_memory_release(lw_memory *memory)
{
    /* the thread that frees it must see all that other threads did with it before they released it */
    if (!memory || atomic_fetch_sub_explicit(&memory->references, 1, memory_order_acq_rel) > 1)
        return;
    for (size_t i = 0; i < memory->held.count; i++)
        lw_memory_release(memory->held.items[i]);
    free(memory->held.items);
    lw_arena_free(&memory->arena);
    free(memory);
}

bool lw_memory_hold(lw_memory *memory, lw_memory *other)
{
    size_t count = memory->held.count;
    if (count && memory->held.items[count - 1] == other)
        return true;
    if (!LW_ARRAY_GROW(&memory->held))
        return false;
    memory->held.items[memory->held.count++] = lw_memory_retain(other);
    return true;
}
