/* Adaptive collision detection along a straight line (Wu et al., sections 2.2, 2.3 and 5). */
#ifndef LW_PAPERS_ADAPTIVE_SEARCH_H
#define LW_PAPERS_ADAPTIVE_SEARCH_H

#include "adaptive/adaptive_world.h"

/* The order of the waiting parts, each a pair and a part of the line. */
typedef enum lw_adaptive_order {
    LW_ADAPTIVE_STACK,        /* the part that was queued last */
    LW_ADAPTIVE_LENGTH,       /* the longest (15), among equals the one that was queued first */
    LW_ADAPTIVE_LENGTH_FIRST, /* the longest, among equals the one with the largest lack, xi of (14) */
    LW_ADAPTIVE_LACK_FIRST,   /* the one with the largest lack, among equals the longest: section 2.3 */
    LW_ADAPTIVE_ORDERS
} lw_adaptive_order;

typedef struct lw_adaptive_options {
    double sigma; /* metres: a pair at most so far apart touches */
    double tau;   /* the margin of (18), metres; 0: by (5) and (13) */
    lw_adaptive_order order;
    double share;  /* relative error by which a distance may be too small, below 1; 0: exact, as
                      published */
    uint64_t most; /* after so many halvings of one line the rest is dropped; 0: no limit */
} lw_adaptive_options;

typedef enum lw_adaptive_answer {
    LW_ADAPTIVE_FREE,     /* at all times each pair is more than tau / 2 apart */
    LW_ADAPTIVE_COLLIDES, /* some pair is at most sigma apart at a time */
    LW_ADAPTIVE_GIVEN_UP
} lw_adaptive_answer;

/* Parts of the line that wait, as a heap; zeroed it is empty. Kept from line to line for its memory. */
typedef struct lw_adaptive_part {
    size_t pair;
    double from, to;
    double distances[2]; /* at `from` and at `to`: alpha_ij(q_a) and alpha_ij(q_b) */
    double travel;       /* beta_i + beta_j from `from` to `to` */
    double lack;         /* (14) */
    uint64_t number;     /* counts parts in the order of queueing */
} lw_adaptive_part;

typedef struct lw_adaptive_queue {
    lw_adaptive_part *items;
    size_t count, capacity;
    uint64_t number;
} lw_adaptive_queue;

/* Checks the line that the world has taken. For tau < 2 sigma it ends once the halvings of each pair
 * bring the travel below 2 sigma - tau; otherwise a pair that stays between sigma and tau / 2 apart is
 * halved for ever (docs/papers.md). Errors: memory. */
lw_status lw_adaptive_search(lw_adaptive_world *world, const lw_adaptive_options *options,
                             lw_adaptive_queue *queue, lw_adaptive_answer *out, lw_error *error);

void lw_adaptive_queue_free(lw_adaptive_queue *queue);

#endif
