/* The parts of a claim, which a proof appends while it succeeds. */
#ifndef LW_BOUND_CLAIM_PARTS_H
#define LW_BOUND_CLAIM_PARTS_H

#include "leeway/leeway.h"

/* A growing list on the heap. Zeroed: empty. */
typedef struct lw_claim_parts {
    lw_claim_part *items;
    size_t count, capacity;
    bool out_of_memory; /* a part is missing */
} lw_claim_parts;

void lw_claim_parts_add(lw_claim_parts *parts, lw_claim_part part);

void lw_claim_parts_free(lw_claim_parts *parts);

#endif
