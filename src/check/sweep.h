/* How long a pair of bodies provably stays apart, before and after an instant, from one look at it. */
#ifndef LW_CHECK_SWEEP_H
#define LW_CHECK_SWEEP_H

#include "motion/placement.h"
#include "tree/query.h"

/* The leaves that kept a pair from being proven last time: looked at first next time. Zeroed: none. */
typedef struct lw_sweep_memory {
    uint32_t known;
    uint32_t leaf[2];
} lw_sweep_memory;

/* Two bodies about an instant m, in the frame of the first as it is at m. Their common frame's own
 * motion is taken off, so that what moves both cancels. */
typedef struct lw_sweep {
    const lw_geometry *geometry[2];
    pose b_in_a;
    vec3 linear[2], angular[2]; /* a point p (first's frame) of body i moves at linear + angular x p */
    bool moves[2];
    double curvature; /* bound on |second derivative|, both bodies' summed */
    double noise;     /* bound on the rounding error of speeds, both summed */
    double distance;  /* bound on what both travel together within `half` on either side */
    double half;
    double target;        /* the gap to prove: the margin, or a clearance; rounding errors are on top */
    double error;         /* of placing, both summed */
    double touch;         /* at most this far apart is contact; below 0: nothing is */
    double before, after; /* in: what is wanted; out: what is proven */
    bool contact;
    uint32_t element[2];    /* of the contact, or of the nearest leaf pair looked at */
    double nearest;         /* its distance from above; INFINITY where no leaf was looked at */
    vec3 points[2];         /* its points, first's frame */
    uint64_t leaves, boxes; /* how many pairs were looked at */
} lw_sweep;

/* Shrinks before and after to what is proven: at every time in [m - before, m + after] every pair of
 * points is more than target apart. Ends at once at a contact. memory: never NULL. */
void lw_sweep_prove(lw_sweep *sweep, lw_sweep_memory *memory);

#endif
