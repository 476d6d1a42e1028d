/* Indices by name: open addressing with linear probing, never more than half full. Each operation takes
 * constant time, unless names are chosen to collide. */
#include "base/name_table.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 64 };

/* FNV-1a */
static uint64_t hash_of(const char *name)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (const unsigned char *at = (const unsigned char *)name; *at; at++)
        hash = (hash ^ *at) * 0x100000001b3u;
    return hash ^ hash >> 32;
}

static void put(lw_name_slot *slots, size_t capacity, lw_name_slot entry)
{
    size_t slot = (size_t)entry.hash & (capacity - 1);
    while (slots[slot].name)
        slot = (slot + 1) & (capacity - 1);
    slots[slot] = entry;
}

/* Doubles the room, and drops removed entries. */
static bool grow(lw_name_table *table)
{
    size_t capacity = table->capacity ? 2 * table->capacity : FIRST_CAPACITY;
    lw_name_slot *slots = calloc(capacity, sizeof *slots);
    if (!slots)
        return false;
    size_t used = 0;
    /* a run of slots may wrap around the end: start behind an empty slot, so that entries of one name
     * keep their order */
    size_t start = 0;
    while (start < table->capacity && table->slots[start].name)
        start++;
    for (size_t i = 0; i < table->capacity; i++) {
        const lw_name_slot *entry = &table->slots[(start + i) & (table->capacity - 1)];
        if (!entry->name || entry->index < 0)
            continue;
        put(slots, capacity, *entry);
        used++;
    }
    free(table->slots);
    *table = (lw_name_table){slots, used, capacity};
    return true;
}

bool lw_name_table_add(lw_name_table *table, const char *name, int64_t index)
{
    if (2 * (table->used + 1) > table->capacity && !grow(table))
        return false;
    put(table->slots, table->capacity, (lw_name_slot){name, hash_of(name), index});
    table->used++;
    return true;
}

void lw_name_table_forget(lw_name_table *table, int64_t first)
{
    for (size_t i = 0; i < table->capacity; i++)
        if (table->slots[i].name && table->slots[i].index >= first)
            table->slots[i].index = -1;
}

void lw_name_table_rename(lw_name_table *table, const char *name, int64_t index)
{
    size_t slot = lw_name_table_begin(table, name);
    while (table->slots[slot].index != index)
        slot = (slot + 1) & (table->capacity - 1);
    table->slots[slot].name = name;
}

size_t lw_name_table_begin(const lw_name_table *table, const char *name)
{
    return table->capacity ? (size_t)hash_of(name) & (table->capacity - 1) : 0;
}

int64_t lw_name_table_next(const lw_name_table *table, const char *name, size_t *slot)
{
    uint64_t hash = hash_of(name);
    while (table->capacity && table->slots[*slot].name) {
        const lw_name_slot *entry = &table->slots[*slot];
        *slot = (*slot + 1) & (table->capacity - 1);
        if (entry->index >= 0 && entry->hash == hash && !strcmp(entry->name, name))
            return entry->index;
    }
    return -1;
}

int64_t lw_name_table_find(const lw_name_table *table, const char *name)
{
    size_t slot = lw_name_table_begin(table, name);
    return lw_name_table_next(table, name, &slot);
}

void lw_name_table_free(lw_name_table *table)
{
    free(table->slots);
    *table = (lw_name_table){0};
}
