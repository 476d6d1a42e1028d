/* Pairs that are in contact where a motion begins, and must not get deeper: a search for the first time
 * at which one of them does, or at which another pair comes into contact. */
#ifndef LW_CHECK_ASK_KEPT_H
#define LW_CHECK_ASK_KEPT_H

#include "base/array.h"
#include "check/checker/checker.h"

/* A pair in contact where the motion begins. A distance below 0 is a penetration depth. */
typedef struct lw_kept_pair {
    uint32_t bodies[2];        /* of the motion's scene */
    lw_pair_id id;             /* in the scene that is searched; LW_NO_PAIR: it is not checked there */
    double lower, upper;       /* bracket of the distance where the motion begins */
    double deeper, not_deeper; /* a distance below `deeper` is deeper, one above `not_deeper` is not */
} lw_kept_pair;

typedef struct lw_kept {
    LW_LIST(lw_kept_pair) pairs;
    const lw_kept_pair *open; /* the pair that was left undecided first; NULL: none */
    double open_from;         /* when; HUGE_VAL: never */
} lw_kept;

/* The pair of this id; NULL: it is not one of them. */
const lw_kept_pair *lw_kept_find(const lw_kept *kept, lw_pair_id id);

/* Searches all pieces of the checker's motion for the first time at which a pair of checker->kept_pairs
 * gets deeper or another pair is within its margin; lw_conclude makes the verdict. */
void lw_kept_search(lw_checker *checker, lw_time_search *search);

#endif
