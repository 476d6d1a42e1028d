/* The narrow phase of a check: whether a pair of bodies touches at the sample, and proofs for an
 * interval, first by spheres and boxes about the bodies, then by their trees. Proofs are claimed
 * (check/checker/claims.h). */
#ifndef LW_CHECK_CHECKER_PROVE_H
#define LW_CHECK_CHECKER_PROVE_H

#include "check/checker/checker.h"

/* Whether a pair is at most its margin apart at the sample. Counts a query where the trees were
 * queried. */
bool lw_checker_touches(lw_checker *checker, const lw_pair *pair);

/* Whether a pair is at most bound->touch apart, by the trees alone. Of the bound, only the geometry,
 * the pose, touch and the meter are read. Counts a query. */
bool lw_checker_touches_by(lw_checker *checker, const lw_pair *pair, const lw_pair_bound *bound);

/* Likewise for bodies at these poses, which are at most `touch` apart. */
bool lw_checker_touches_at(lw_checker *checker, const lw_pair *pair, const pose at[2], double touch);

/* Whether the spheres and boxes about a pair's bodies show at the sample, without padding, that these
 * are more than a distance apart. */
bool lw_checker_is_far(const lw_checker *checker, const lw_pair *pair, double distance);

/* The travel of a body relative to the last joint that moves both it and the other one, or to the world
 * if none does. */
const lw_travel *lw_checker_travel_of(lw_checker *checker, uint32_t body, uint32_t other);

/* A bound on the displacements of a pair's two bodies in the sample's interval, added up. */
double lw_checker_travel(lw_checker *checker, const lw_pair *pair);
/* The part of it that is due to deviations alone. */
double lw_checker_slack(lw_checker *checker, const lw_pair *pair);

/* Whether the spheres and boxes of a pair prove its target on [from, to], which lies in the sample's
 * interval. */
bool lw_checker_prove_far(lw_checker *checker, const lw_pair *pair, double from, double to);

/* Whether a pair's target is proven on [from, to], which holds the sample's time. touch: see
 * lw_pair_bound. */
lw_bound_result lw_checker_prove(lw_checker *checker, const lw_pair *pair, double from, double to,
                                 double touch);

/* Fills a pair bound; false where the spheres and boxes prove the target already. */
bool lw_checker_bound(lw_checker *checker, const lw_pair *pair, double from, double to, double touch,
                      lw_pair_bound *bound);

/* As lw_checker_bound, with a box along the world's axes in place of the pair's second body, which
 * stands still. The caller fills in the box and the rounding error of both. */
void lw_checker_bound_box(lw_checker *checker, const lw_pair *pair, double from, double to,
                          lw_pair_bound *bound);

/* The proof by the trees, for a bound that lw_checker_bound or lw_checker_bound_box has filled. Counts
 * a query. */
lw_bound_result lw_checker_prove_by_trees(lw_checker *checker, const lw_pair *pair, double from,
                                          double to, lw_pair_bound *bound);

/* The pair's state after its last query in this motion, from a hash table with a few probes. Pairs for
 * which the table has no place share one state, which starts afresh when another takes it. */
lw_pair_state *lw_checker_state(lw_checker *checker, const lw_pair *pair);

/* Some consecutive parts of the checker's claim: those of one slab, or of one slab for each pair of
 * hulls. Empty if nothing is claimed. */
typedef struct lw_claim_range {
    size_t first, count;
} lw_claim_range;

static inline size_t lw_claim_count(const lw_claim_parts *claim)
{
    return claim ? claim->count : 0;
}

/* Claims that a pair stays apart on [from, to], by some of the checker's parts. */
void lw_claim_by(lw_checker *checker, const lw_pair *pair, double from, double to,
                 const lw_claim_range *by);

#endif
