/* Table I of Hong's PCDA: the carrier of a slab, by the features of the nearest points. */
#ifndef LW_CONVEX_SLAB_TABLE_H
#define LW_CONVEX_SLAB_TABLE_H

#include "convex/slab_procedures.h"

/* The state of Table I from step to step. Zeroed: nothing. */
typedef struct lw_slab_flags {
    uint32_t feature[2][3];
    int32_t count[2];
    int flag;
} lw_slab_flags;

/* Step 4 of PCDA: raises the flag if the nearest points have the same features as before, of one kind
 * on both bodies, and the row of Table I has a further column; clears it otherwise. */
void lw_slab_raise_flag(lw_slab_flags *known, const lw_bracket *now);

/* The carrier by Table I, without procedure C, which the caller chooses. */
lw_carrier lw_slab_choose(const lw_bracket *now, int flag);

#endif
