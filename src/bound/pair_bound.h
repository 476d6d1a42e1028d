/* Whether a pair of bodies provably stays apart about an instant, from one look at it. */
#ifndef LW_BOUND_PAIR_BOUND_H
#define LW_BOUND_PAIR_BOUND_H

#include "tree/query.h"

/* The leaves that kept a pair from being proven last time: looked at first next time. Zeroed: none. */
typedef struct lw_open_leaves {
    uint32_t known;
    uint32_t leaf[2];
} lw_open_leaves;

/* Two bodies about an instant m, in the frame of the first as it is at m. Their common frame's own
 * motion is taken off, so that what moves both cancels. */
typedef struct lw_pair_bound {
    const lw_geometry *geometry[2];
    pose b_in_a;
    vec3 linear[2], angular[2]; /* a point p (first's frame) of body i moves at linear + angular x p */
    bool moves[2];
    double curvature;     /* bound on |second derivative|, both bodies' summed */
    double speed_error;   /* bound on the rounding error of speeds, both summed */
    double distance;      /* bound on what both travel together in the interval */
    double target;        /* the gap to prove: the margin, or a clearance; rounding errors are on top */
    double error;         /* of placing, both summed */
    double touch;         /* at most this far apart at m is contact; below 0: nothing is looked for */
    double before, after; /* the interval is [m - before, m + after] */
    double nearest;       /* out: the least distance, from above, of the elements looked at; DBL_MAX */
    vec3 normal;          /* out: unit, from the first to the second of these elements; zero: none */
} lw_pair_bound;

typedef enum lw_bound_result {
    LW_BOUND_PROVEN,  /* all through the interval every two points are more than the target apart */
    LW_BOUND_CONTACT, /* at m the bodies are at most `touch` apart */
    LW_BOUND_OPEN     /* neither is known */
} lw_bound_result;

/* Costs a few boxes where the bodies are far apart, some dozens and a few elements where they are
 * close. memory: never NULL. */
lw_bound_result lw_pair_bound_prove(lw_pair_bound *bound, lw_open_leaves *leaves);

/* Whether the bodies are at most `touch` apart at m; of the sweep only the geometry, the pose and
 * touch are read. */
bool lw_pair_bound_touches(lw_pair_bound *bound);

/* How far a slab reaches, as shares of the way from the middle to an end of the interval. */
typedef struct lw_slab_share_open {
    double open;  /* it is open to here, proven */
    double close; /* where it would close if nothing accelerated: no proof, but a guess; at most 1 */
} lw_slab_share_open;

/* How much of the interval before and after m one direction proves for the whole bodies: unit, from
 * the first to the second, in the first's frame; turn: how fast it turns meanwhile (what is along the
 * normal is left out). False, and 0, where it does not part them at m. No touch is asked about. */
bool lw_pair_slab(const lw_pair_bound *bound, vec3 normal, vec3 turn, lw_slab_share_open *before,
                  lw_slab_share_open *after);

/* The same for each pair of the bodies' hulls, along a direction in which that pair is apart: what all
 * pairs prove. False where some pair is not apart, or a body has no hulls. Sets the sweep's normal, of
 * the nearest two. memory: of the pair of bodies, never NULL. */
bool lw_pair_slab_of_hulls(lw_pair_bound *bound, lw_warm_start *leaves, lw_slab_share_open *before,
                           lw_slab_share_open *after);

#endif
