/* A proof that given balls together contain a body. */
#ifndef LW_BODY_COVER_COVER_PROOF_H
#define LW_BODY_COVER_COVER_PROOF_H

#include "body/cover.h"

/* The part of a body that a proof leaves open. */
typedef struct lw_cover_gap {
    bool open;  /* the balls are not proven to contain the body */
    vec3 point; /* if open: a point near the part that is not proven, in the body's frame */
} lw_cover_gap;

/* Whether balls are proven to contain a body together with everything inside its bounding hulls, as a
 * cover must (lw_cover), or one of them to contain the sphere about the body. Not open: they do, in
 * spite of rounding. Open: one of these.
 *
 *     - There is a hole.
 *     - The balls contain the body by less than the rounding errors, some 2^-46 of its coordinates.
 *     - A part of a shape with a radius lies only in a ball that reaches less than the radius into the
 *       shape: such a shape is proven by its core, in balls that are smaller by the radius.
 *     - The search ran out of cuts, or a box or prism that stands for a shape sticks out.
 *
 * Errors: memory. */
lw_status lw_cover_prove(const lw_geometry *geometry, const lw_ball *balls, uint32_t count,
                         lw_cover_gap *gap, lw_error *error);

#endif
