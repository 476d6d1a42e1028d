/* Lists that grow. */
#ifndef LW_TOOL_TEXT_LIST_H
#define LW_TOOL_TEXT_LIST_H

#include <stdbool.h>
#include <stddef.h>

/* A zeroed list is empty; its items are freed by free(). */
#define LW_LIST(type)                                                                                  \
    struct {                                                                                           \
        type *items;                                                                                   \
        size_t count, capacity;                                                                        \
    }

/* Makes room for one more item; false where memory ran out. */
#define LW_LIST_GROW(list) LW_LIST_RESERVE(list, (list)->count + 1)

/* Makes room for so many items in all. */
#define LW_LIST_RESERVE(list, wanted)                                                                  \
    lw_list_reserve((void **)&(list)->items, (wanted), &(list)->capacity, sizeof *(list)->items)

bool lw_list_reserve(void **items, size_t wanted, size_t *capacity, size_t item_size);

#endif
