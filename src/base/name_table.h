/* Indices by name, in a hash table. A name may belong to an owner, such as the robot of a link, and is
 * then looked up together with it. Several indices may have one name: a look-up finds the one that was
 * added first, and adding takes time that grows with their number. */
#ifndef LW_BASE_NAME_TABLE_H
#define LW_BASE_NAME_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct lw_name_slot {
    const char *name; /* NULL: empty */
    uint64_t hash; /* of the owner and the name; names are compared only where the hashes are equal */
    int64_t owner;
    int64_t index; /* -1: removed */
} lw_name_slot;

/* Zeroed: empty and ready. */
typedef struct lw_name_table {
    lw_name_slot *slots;
    size_t used, capacity; /* in slots; removed slots count as used; capacity: 0 or a power of two */
} lw_name_table;

/* The owner of names without an owner. */
enum { LW_NO_OWNER = -1 };

/* Adds an index. The name is not copied and must outlive the table. False when memory ran out; the
 * table is then as before. */
bool lw_name_table_add(lw_name_table *table, const char *name, int64_t index);
bool lw_name_table_add_of(lw_name_table *table, int64_t owner, const char *name, int64_t index);

/* Removes all indices that are at least `first`. */
void lw_name_table_forget(lw_name_table *table, int64_t first);

/* Replaces the name of an index in the table by another string of the same text. For names without
 * owner. */
void lw_name_table_rename(lw_name_table *table, const char *name, int64_t index);

/* The first index of a name, -1 where there is none. lw_name_table_find_part: the name is the first
 * `length` characters of the text. */
int64_t lw_name_table_find(const lw_name_table *table, const char *name);
int64_t lw_name_table_find_of(const lw_name_table *table, int64_t owner, const char *name);
int64_t lw_name_table_find_part(const lw_name_table *table, const char *text, size_t length);

void lw_name_table_free(lw_name_table *table);

#endif
