/* The judge's memo table, of fixed size: the answer for two items (trajectories or rests) at one offset
 * in time. */
#ifndef LW_CELL_JUDGED_TABLE_H
#define LW_CELL_JUDGED_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "scene/frozen.h"

/* The ids of the two items, and the time at which the second one begins, or the one that rests, in
 * seconds on the clock on which they are judged. */
typedef struct lw_judged_key {
    uint32_t a, b;
    double offset; /* compared bit by bit */
} lw_judged_key;

typedef struct lw_judged {
    lw_judged_key key;
    double contact; /* time of the contact, seconds on the clock of the key; HUGE_VAL: none */
    double proven;
    lw_pair_id pair;  /* the pair of bodies in contact */
    uint32_t queries; /* how many distance queries it took */
    bool known;       /* false: an empty slot */
    bool unresolved, exhausted;
} lw_judged;

typedef struct lw_judged_table {
    lw_judged *slots; /* buckets of LW_BUCKET */
    size_t buckets;   /* a power of two; 0: nothing is remembered */
} lw_judged_table;

enum { LW_BUCKET = 4 };

/* A table of at most `bytes` bytes. Error: memory. */
lw_status lw_judged_table_create(size_t bytes, lw_judged_table *out, lw_error *error);
void lw_judged_table_free(lw_judged_table *table);

/* Forgets all answers. */
void lw_judged_table_clear(lw_judged_table *table);

/* The answer under a key; NULL where there is none, or where it was overwritten. */
const lw_judged *lw_judged_table_find(const lw_judged_table *table, lw_judged_key key);

/* Stores an answer. The oldest of the four slots of its bucket is overwritten. */
void lw_judged_table_put(lw_judged_table *table, lw_judged judged);

#endif
