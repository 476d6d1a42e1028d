/* Table I of Hong's PCDA: what a slab rides on, by the vertices that carry the near points. */
#ifndef LW_CONVEX_SLAB_TABLE_H
#define LW_CONVEX_SLAB_TABLE_H

#include "convex/slab_procedures.h"

/* What Table I remembers from step to step. Zeroed: nothing. */
typedef struct lw_slab_flags {
    uint32_t feature[2][3];
    int32_t count[2];
    int flag;
} lw_slab_flags;

/* Step 4. */
void lw_slab_raise_flag(lw_slab_flags *known, const lw_bracket *now);

/* Table I, procedure C left to its caller. */
lw_carrier lw_slab_choose(const lw_bracket *now, int flag);

#endif
