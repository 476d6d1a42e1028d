/* Lists that grow. */
#include "text/list.h"

#include <stdint.h>
#include <stdlib.h>

bool lw_list_reserve(void **items, size_t wanted, size_t *capacity, size_t item_size)
{
    if (wanted <= *capacity)
        return true;
    size_t room = wanted > 2 * *capacity ? wanted : 2 * *capacity;
    void *memory = room < SIZE_MAX / 4 / item_size ? realloc(*items, room * item_size) : NULL;
    if (!memory)
        return false;
    *items = memory;
    *capacity = room;
    return true;
}
