/* A memory arena: objects are cut from large blocks, and all are freed at once. Building a scene
 * allocates from it; queries never do. */
#ifndef LW_BASE_ARENA_H
#define LW_BASE_ARENA_H

#include <stddef.h>

typedef struct lw_arena_block lw_arena_block;

typedef struct lw_arena {
    lw_arena_block *blocks; /* newest first */
    size_t used;            /* bytes taken of the newest block */
    size_t total;           /* bytes of all blocks, for lw_scene_memory */
    size_t block; /* size of the next block, a multiple of 64; doubled with each block up to the
                     ordinary size. 0: all blocks are ordinary. For arenas that may stay small */
} lw_arena;

/* A zeroed arena is empty and ready. */

/* size bytes, zeroed, aligned to 64; NULL when memory ran out. size 0 gives a valid pointer. */
void *lw_arena_take(lw_arena *arena, size_t size);

/* count elements of size bytes each; NULL also where the product overflows. */
void *lw_arena_array(lw_arena *arena, size_t count, size_t size);

/* As lw_arena_take, but aligned to 16: for many small objects. */
void *lw_arena_take_small(lw_arena *arena, size_t size);

/* As lw_arena_array, but not zeroed: for memory that may mostly stay unused. */
void *lw_arena_scratch(lw_arena *arena, size_t count, size_t size);

/* A copy of bytes, aligned to 64, or of a string, not aligned. NULL in, NULL out for strings. */
void *lw_arena_copy(lw_arena *arena, const void *bytes, size_t size);
char *lw_arena_string(lw_arena *arena, const char *string);

void lw_arena_free(lw_arena *arena);

/* Frees all that was taken, but keeps a block of ordinary size for later. */
void lw_arena_empty(lw_arena *arena);

#endif
