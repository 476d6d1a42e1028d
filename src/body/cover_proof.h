/* A proof that balls contain a body together, for balls of any origin. */
#ifndef LW_BODY_COVER_PROOF_H
#define LW_BODY_COVER_PROOF_H

#include "body/cover.h"

/* What a proof leaves open. */
typedef struct lw_cover_gap {
    bool open;  /* something is not proven ... */
    vec3 point; /* ... near this point, in the body's frame */
} lw_cover_gap;

/* Whether balls contain a body together with what is inside its bounding hulls, as a cover must
 * (lw_cover). No gap is a proof in spite of rounding. A gap is a hole, or room that is less than the
 * rounding, some 2^-46 of the body's coordinates; or a ball sticks into a rounded shape by less than
 * its rounding where no other ball does: shapes with a radius are shown by their cores. Errors: memory.
 */
lw_status lw_cover_prove(const lw_geometry *geometry, const lw_ball *balls, uint32_t count,
                         lw_cover_gap *gap, lw_error *error);

#endif
