/* Claims: what bounds prove of pairs, handed to the caller's function while a check runs. */
#ifndef LW_CHECK_CLAIMS_H
#define LW_CHECK_CLAIMS_H

#include "bound/claim_parts.h"

struct lw_checker;

/* A checker's claims: of the check that is running, and memory that is kept for the next. */
typedef struct lw_claims {
    bool on;              /* claims are made: by the check itself, not by the search for a clearance */
    lw_status status;     /* why the check has to end; LW_OK: it need not */
    size_t pair;          /* of the claim that ended it */
    lw_claim_parts parts; /* of the proof that is being made */
} lw_claims;

/* Makes claims from now on, if the options of the checker's check ask for them. */
void lw_claims_begin(struct lw_checker *checker);

/* Makes no more. Errors: memory, and what the caller's function returned. */
lw_status lw_claims_end(struct lw_checker *checker, lw_error *error);

/* Claims that a pair (an index in the frozen scene) stays apart on [from, to]. The parts are read and
 * need not live longer. Call it, and the functions below, only while claims are on. */
void lw_claim_apart(struct lw_checker *checker, uint32_t pair, double from, double at, double to,
                    const lw_claim_part *parts, size_t count);

/* Claims the same of a pair whose bounding spheres, or first sphere and second box, are far apart at
 * the sample: along the direction that shows more of a gap. */
void lw_claim_far(struct lw_checker *checker, uint32_t pair, double from, double to);

/* Claims that at the sample neither body of a pair has a component in a solid of the other. */
void lw_claim_outside(struct lw_checker *checker, uint32_t pair);

/* For a pair of whole bodies in the plane: the part of a direction and its derivative by time (0 but
 * for the rule slab), both in the world, where the first body's path (plane/flat_path.h) is at `at`. */
lw_claim_part lw_claim_part_in_plane(const struct lw_checker *checker, uint32_t pair, lw_pose2 at,
                                     lw_vec2 normal, lw_vec2 turn, lw_claim_rule rule);

#endif
