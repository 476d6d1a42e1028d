/* Adaptive collision detection along a straight line (Wu et al., sections 2.2, 2.3 and 5). */
#ifndef LW_PAPERS_ADAPTIVE_SEARCH_H
#define LW_PAPERS_ADAPTIVE_SEARCH_H

#include "adaptive/adaptive_world.h"

/* Which of the pairs and their parts of the line comes next. */
typedef enum lw_adaptive_order {
    LW_ADAPTIVE_STACK,        /* the one that was left last */
    LW_ADAPTIVE_LENGTH,       /* the longest (15), of those the one that was left first */
    LW_ADAPTIVE_LENGTH_FIRST, /* the longest, of those the one that lacks most, by xi of (14) */
    LW_ADAPTIVE_LACK_FIRST,   /* the one that lacks most, of those the longest: section 2.3 */
    LW_ADAPTIVE_ORDERS
} lw_adaptive_order;

typedef struct lw_adaptive_options {
    double sigma; /* a pair that is no farther apart than this touches, metres */
    double tau;   /* of (18), metres; 0: (5) and (13) */
    lw_adaptive_order order;
    double
        share; /* by which share of it a distance may be too small, below 1; 0: exact, as published */
    uint64_t most; /* after so many halvings of one line the rest is given up; 0: never */
} lw_adaptive_options;

typedef enum lw_adaptive_answer {
    LW_ADAPTIVE_FREE,     /* at every time each pair is more than tau / 2 apart */
    LW_ADAPTIVE_COLLIDES, /* some pair is at most sigma apart at a time */
    LW_ADAPTIVE_GIVEN_UP
} lw_adaptive_answer;

/* Parts of the line that wait, as a heap; zeroed it is empty. Kept from line to line for its memory. */
typedef struct lw_adaptive_part {
    size_t pair;
    double from, to;
    double distances[2]; /* at both ends: alpha_ij(q_a) and alpha_ij(q_b) */
    double travel;       /* beta_i + beta_j between them */
    double lack;         /* (14) */
    uint64_t number;     /* in the order in which they were left */
} lw_adaptive_part;

typedef struct lw_adaptive_queue {
    lw_adaptive_part *items;
    size_t count, capacity;
    uint64_t number;
} lw_adaptive_queue;

/* Answers for the line that the world has taken. For tau < 2 sigma it ends after so many halvings of
 * each pair as bring its travel below 2 sigma - tau; otherwise a pair that stays between sigma and
 * tau / 2 is halved for ever (docs/papers.md). Errors: memory. */
lw_status lw_adaptive_search(lw_adaptive_world *world, const lw_adaptive_options *options,
                             lw_adaptive_queue *queue, lw_adaptive_answer *out, lw_error *error);

void lw_adaptive_queue_free(lw_adaptive_queue *queue);

#endif
