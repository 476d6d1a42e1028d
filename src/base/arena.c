/* A memory arena: objects are cut from large blocks, and all are freed at once. */
#include "base/arena.h"

#include <stdint.h>
#include <string.h>

#include "base/platform.h"

/* capacities are multiples of ALIGNMENT, so rounding up never exceeds them */
enum { ALIGNMENT = 64, SMALL_ALIGNMENT = 16, BLOCK_SIZE = 64 * 1024 };

struct lw_arena_block {
    lw_arena_block *next;
    size_t capacity;
    /* the bytes begin at the next multiple of ALIGNMENT */
};

static unsigned char *block_bytes(lw_arena_block *block)
{
    return (unsigned char *)block + ALIGNMENT;
}

static void *take_bytes(lw_arena *arena, size_t size, size_t alignment)
{
    if (size > SIZE_MAX / 2)
        return NULL;
    size = (size + alignment - 1) / alignment * alignment;
    size_t used = (arena->used + alignment - 1) / alignment * alignment;
    if (!arena->blocks || arena->blocks->capacity - used < size) {
        size_t ordinary = arena->block ? arena->block : BLOCK_SIZE;
        size_t capacity = size > ordinary ? (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT : ordinary;
        lw_arena_block *block = lw_aligned_take(ALIGNMENT, capacity + ALIGNMENT);
        if (!block)
            return NULL;
        block->next = arena->blocks;
        block->capacity = capacity;
        arena->blocks = block;
        if (arena->block)
            arena->block = ordinary < BLOCK_SIZE / 2 ? 2 * ordinary : BLOCK_SIZE;
        arena->total += capacity + ALIGNMENT;
        used = 0;
    }
    arena->used = used + size;
    return block_bytes(arena->blocks) + used;
}

/* Clears only the bytes that are taken, not the whole block. */
static void *take(lw_arena *arena, size_t size, size_t alignment)
{
    void *bytes = take_bytes(arena, size, alignment);
    return bytes ? memset(bytes, 0, size) : NULL;
}

void *lw_arena_take(lw_arena *arena, size_t size)
{
    return take(arena, size, ALIGNMENT);
}

void *lw_arena_take_small(lw_arena *arena, size_t size)
{
    return take(arena, size, SMALL_ALIGNMENT);
}

void *lw_arena_array(lw_arena *arena, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / 2 / size)
        return NULL;
    return lw_arena_take(arena, count * size);
}

void *lw_arena_scratch(lw_arena *arena, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / 2 / size)
        return NULL;
    return take_bytes(arena, count * size, ALIGNMENT);
}

void *lw_arena_copy(lw_arena *arena, const void *bytes, size_t size)
{
    void *copy = lw_arena_take(arena, size);
    if (copy && size)
        memcpy(copy, bytes, size);
    return copy;
}

char *lw_arena_string(lw_arena *arena, const char *string)
{
    size_t size = string ? strlen(string) + 1 : 0;
    char *copy = size ? take(arena, size, 1) : NULL;
    return copy ? memcpy(copy, string, size) : NULL;
}

void lw_arena_free(lw_arena *arena)
{
    while (arena->blocks) {
        lw_arena_block *next = arena->blocks->next;
        lw_aligned_free(arena->blocks);
        arena->blocks = next;
    }
    *arena = (lw_arena){0};
}

void lw_arena_empty(lw_arena *arena)
{
    lw_arena_block *kept = arena->blocks;
    if (kept && kept->capacity > BLOCK_SIZE)
        kept = NULL;
    else if (kept)
        arena->blocks = kept->next;
    lw_arena_free(arena);
    if (!kept)
        return;
    kept->next = NULL;
    *arena = (lw_arena){.blocks = kept, .total = kept->capacity + ALIGNMENT};
}
