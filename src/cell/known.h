/* A hash table of pointers, with keys of two numbers: what is known of two things. */
#ifndef LW_CELL_KNOWN_H
#define LW_CELL_KNOWN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct lw_known_slot {
    uint64_t key[2];
    void *value; /* NULL: empty */
} lw_known_slot;

/* Begin with zeros. */
typedef struct lw_known {
    lw_known_slot *slots;
    size_t room, count;
} lw_known;

/* The value of a key; NULL: there is none. */
void *lw_known_find(const lw_known *known, uint64_t one, uint64_t other);

/* Adds a key that is not there yet, with a value that is not NULL. False: memory ran out. */
bool lw_known_put(lw_known *known, uint64_t one, uint64_t other, void *value);

void lw_known_free(lw_known *known);

#endif
