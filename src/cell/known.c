/* A hash table of pointers, with keys of two numbers, by linear probing. */
#include "cell/known.h"

#include <stdlib.h>

#include "base/hash.h"

/* the slot of a key, or the empty one that it would take; the table has room */
static lw_known_slot *slot_of(const lw_known *known, uint64_t one, uint64_t other)
{
    uint64_t hash = one;
    lw_hash_add(&hash, other);
    for (size_t at = (size_t)hash;; at++) {
        lw_known_slot *slot = &known->slots[at & (known->room - 1)];
        if (!slot->value || (slot->key[0] == one && slot->key[1] == other))
            return slot;
    }
}

void *lw_known_find(const lw_known *known, uint64_t one, uint64_t other)
{
    return known->room ? slot_of(known, one, other)->value : NULL;
}

/* keeps at least twice as many slots as keys */
static bool grow(lw_known *known)
{
    enum { FIRST = 64 };
    if (2 * (known->count + 1) <= known->room)
        return true;
    lw_known next = {.room = known->room ? 2 * known->room : FIRST, .count = known->count};
    next.slots = calloc(next.room, sizeof *next.slots);
    if (!next.slots)
        return false;
    for (size_t i = 0; i < known->room; i++)
        if (known->slots[i].value)
            *slot_of(&next, known->slots[i].key[0], known->slots[i].key[1]) = known->slots[i];
    free(known->slots);
    *known = next;
    return true;
}

bool lw_known_put(lw_known *known, uint64_t one, uint64_t other, void *value)
{
    if (!grow(known))
        return false;
    *slot_of(known, one, other) = (lw_known_slot){{one, other}, value};
    known->count++;
    return true;
}

void lw_known_free(lw_known *known)
{
    free(known->slots);
    *known = (lw_known){0};
}
