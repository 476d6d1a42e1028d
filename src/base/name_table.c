/* Indices by name: a hash table with open addressing and linear probing, never more than half full.
 * Each operation takes constant time, unless many indices have one name, or names are chosen to
 * collide. */
#include "base/name_table.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 64 };

/* The name that is looked up: the first `length` characters of a text. */
typedef struct key {
    uint64_t hash;
    int64_t owner;
    const char *text;
    size_t length;
} key;

/* FNV-1a, of the owner as one number and of each character */
static key key_of(int64_t owner, const char *text, size_t length)
{
    uint64_t hash = (0xcbf29ce484222325u ^ (uint64_t)(owner + 1)) * 0x100000001b3u;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * 0x100000001b3u;
    return (key){hash ^ hash >> 32, owner, text, length};
}

static bool is_named(const lw_name_slot *entry, const key *k)
{
    return entry->index >= 0 && entry->hash == k->hash && entry->owner == k->owner &&
           !strncmp(entry->name, k->text, k->length) && !entry->name[k->length];
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

bool lw_name_table_add_of(lw_name_table *table, int64_t owner, const char *name, int64_t index)
{
    if (2 * (table->used + 1) > table->capacity && !grow(table))
        return false;
    uint64_t hash = key_of(owner, name, strlen(name)).hash;
    put(table->slots, table->capacity, (lw_name_slot){name, hash, owner, index});
    table->used++;
    return true;
}

bool lw_name_table_add(lw_name_table *table, const char *name, int64_t index)
{
    return lw_name_table_add_of(table, LW_NO_OWNER, name, index);
}

void lw_name_table_forget(lw_name_table *table, int64_t first)
{
    for (size_t i = 0; i < table->capacity; i++)
        if (table->slots[i].name && table->slots[i].index >= first)
            table->slots[i].index = -1;
}

static size_t first_slot(const lw_name_table *table, const key *k)
{
    return table->capacity ? (size_t)k->hash & (table->capacity - 1) : 0;
}

void lw_name_table_rename(lw_name_table *table, const char *name, int64_t index)
{
    key k = key_of(LW_NO_OWNER, name, strlen(name));
    size_t slot = first_slot(table, &k);
    while (table->slots[slot].index != index)
        slot = (slot + 1) & (table->capacity - 1);
    table->slots[slot].name = name;
}

static int64_t first_of(const lw_name_table *table, key k)
{
    size_t slot = first_slot(table, &k);
    while (table->capacity && table->slots[slot].name) {
        const lw_name_slot *entry = &table->slots[slot];
        slot = (slot + 1) & (table->capacity - 1);
        if (is_named(entry, &k))
            return entry->index;
    }
    return -1;
}

int64_t lw_name_table_find(const lw_name_table *table, const char *name)
{
    return lw_name_table_find_of(table, LW_NO_OWNER, name);
}

int64_t lw_name_table_find_of(const lw_name_table *table, int64_t owner, const char *name)
{
    return first_of(table, key_of(owner, name, strlen(name)));
}

int64_t lw_name_table_find_part(const lw_name_table *table, const char *text, size_t length)
{
    return first_of(table, key_of(LW_NO_OWNER, text, length));
}

void lw_name_table_free(lw_name_table *table)
{
    free(table->slots);
    *table = (lw_name_table){0};
}
