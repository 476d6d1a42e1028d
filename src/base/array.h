/* Growing arrays: lists of items of one type, for building. The capacity doubles. */
#ifndef LW_BASE_ARRAY_H
#define LW_BASE_ARRAY_H

#include <stdbool.h>
#include <stddef.h>

#define LW_LIST(type)                                                                                  \
    struct {                                                                                           \
        type *items;                                                                                   \
        size_t count, capacity;                                                                        \
    }

/* Makes room for one more item of a growing array; false when memory ran out. */
#define LW_ARRAY_GROW(array)                                                                           \
    lw_array_grow((void **)&(array)->items, (array)->count + 1, &(array)->capacity,                    \
                  sizeof *(array)->items)

/* Makes room for `wanted` items in all; false when memory ran out. New memory is zeroed. */
#define LW_ARRAY_RESERVE(array, wanted)                                                                \
    lw_array_grow((void **)&(array)->items, (wanted), &(array)->capacity, sizeof *(array)->items)

bool lw_array_grow(void **items, size_t wanted, size_t *capacity, size_t item_size);

#endif
