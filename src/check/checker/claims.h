/* Claims: the proofs of bounds for pairs, passed to the caller's function while a check runs. */
#ifndef LW_CHECK_CHECKER_CLAIMS_H
#define LW_CHECK_CHECKER_CLAIMS_H

#include "base/sized.h"
#include "bound/claim_parts.h"
#include "scene/frozen.h"

struct lw_checker;

/* A checker's claims: of the check that is running, and memory that is kept for the next. */
typedef struct lw_claims {
    bool on;              /* whether claims are made: not during the search for a clearance */
    bool of_contact;      /* whether a contact is to be claimed after the verdict */
    lw_status status;     /* the last result of the caller's function */
    size_t pair;          /* index of the pair of the last claim that the function was given */
    lw_claim_parts parts; /* parts of the proof that is being made */
    LW_SIZED_SHOWN(claim) shown;
    struct lw_lanes_record *record; /* of the blocks of the check, if their claims are asked for; NULL:
                                       none is kept */
    struct lw_lanes_record *kept;   /* the memory of records; NULL: none yet */
} lw_claims;

/* Whether a claim could not be made or taken: the check has to end. */
static inline bool lw_claims_failed(const lw_claims *claims)
{
    return claims->status || claims->parts.out_of_memory;
}

/* Ends claims. Errors: memory, and the status that the caller's function returned. */
lw_status lw_claims_end(struct lw_checker *checker, lw_error *error);

/* Claims that a pair stays apart on [from, to]. The parts are read and need not live longer. Call it,
 * and the functions below, only while claims are on. */
void lw_claim_apart(struct lw_checker *checker, const lw_pair *pair, double from, double at, double to,
                    const lw_claim_part *parts, size_t count);

/* Claims that a pair stays apart because its bounding spheres, or the first body's sphere and the
 * second's box, are far apart at the sample. The claim's direction is that of the larger gap. */
void lw_claim_far(struct lw_checker *checker, const lw_pair *pair, double from, double to);

/* Claims what balls prove of pairs in a block of eight poses: LW_CLAIM_BLOCK, or LW_CLAIM_FINER. */
void lw_claim_block(struct lw_checker *checker, bool is_finer, double begin, double end,
                    const lw_claim_intervals *intervals, size_t count);

/* Claims that at the sample neither body of a pair has a component in a solid of the other. */
void lw_claim_outside(struct lw_checker *checker, const lw_pair *pair);

/* Claims that a pair is in contact at a time: by a point of the core of an element of each body, or by
 * one of the inner body alone, which is in the other's closed mesh. Points are in the frames of the
 * bodies' geometry. */
void lw_claim_contact(struct lw_checker *checker, const lw_pair *pair, double time,
                      const uint32_t elements[2], const vec3 points[2]);
void lw_claim_inside(struct lw_checker *checker, const lw_pair *pair, double time, int inner,
                     uint32_t element, vec3 point);

#endif
