/* The parts of a claim, which a proof appends while it succeeds. */
#include "bound/claim_parts.h"

#include <stdlib.h>

#include "base/array.h"

void lw_claim_parts_add(lw_claim_parts *parts, lw_claim_part part)
{
    if (LW_ARRAY_GROW(parts))
        parts->items[parts->count++] = part;
    else
        parts->out_of_memory = true;
}

void lw_claim_parts_free(lw_claim_parts *parts)
{
    free(parts->items);
    *parts = (lw_claim_parts){0};
}
