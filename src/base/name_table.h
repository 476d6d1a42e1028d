/* Indices by name, in a hash table. Several indices may have one name: they are found in the order in
 * which they were added. */
#ifndef LW_BASE_NAME_TABLE_H
#define LW_BASE_NAME_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct lw_name_slot {
    const char *name; /* NULL: empty */
    uint64_t hash;    /* of the name, so that most names need not be read */
    int64_t index;    /* -1: removed */
} lw_name_slot;

/* Zeroed: empty and ready. */
typedef struct lw_name_table {
    lw_name_slot *slots;
    size_t used, capacity; /* slots; removed ones count as used. capacity: 0 or a power of two */
} lw_name_table;

/* Adds an index. The name is not copied and must outlive the table. False when memory ran out; the
 * table is then as before. */
bool lw_name_table_add(lw_name_table *table, const char *name, int64_t index);

/* Removes all indices from a given one on. */
void lw_name_table_forget(lw_name_table *table, int64_t first);

/* Another string of the same text for an index that is in the table. */
void lw_name_table_rename(lw_name_table *table, const char *name, int64_t index);

/* The first index of a name, -1 where there is none. */
int64_t lw_name_table_find(const lw_name_table *table, const char *name);

/* The next index of a name; -1 after the last. lw_name_table_begin gives the first slot. */
size_t lw_name_table_begin(const lw_name_table *table, const char *name);
int64_t lw_name_table_next(const lw_name_table *table, const char *name, size_t *slot);

void lw_name_table_free(lw_name_table *table);

#endif
