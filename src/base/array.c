/* A growing array, for building. */
#include "base/array.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

bool lw_array_grow(void **items, size_t wanted, size_t *capacity, size_t item_size)
{
    if (wanted <= *capacity)
        return true;
    if (wanted > SIZE_MAX / 4 / item_size)
        return false;
    size_t grown = *capacity ? 2 * *capacity : 8;
    if (grown < wanted)
        grown = wanted;
    unsigned char *memory = realloc(*items, grown * item_size);
    if (!memory)
        return false;
    memset(memory + *capacity * item_size, 0, (grown - *capacity) * item_size);
    *items = memory;
    *capacity = grown;
    return true;
}
