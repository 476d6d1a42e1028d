/* Distances and contacts as they are reported: in the world, with nearest points, normal and
 * penetration depth. */
#ifndef LW_CHECK_CHECKER_MEASURE_H
#define LW_CHECK_CHECKER_MEASURE_H

#include "bound/pair_bound.h"
#include "scene/frozen.h"

typedef struct lw_posed_pair {
    const lw_pair *pair; /* its padding */
    const lw_body *bodies[2];
    pose at[2];                        /* poses of their geometry in the world */
    double error;                      /* rounding error of the positions of points, of both poses */
    const lw_element_contact *contact; /* elements that are known to meet; NULL: none are known */
    lw_meter *work;                    /* as in lw_depth_query */
    bool without_depth;                /* where bodies overlap, their distance is just 0 or less */
} lw_posed_pair;

/* The exact distance of the two bodies, with the depth where they overlap. touch: see
 * lw_checker_distance. */
void lw_posed_distance(const lw_posed_pair *posed, double touch, lw_distance *out);

/* How far a pair of the scene is apart at most at a time of the motion, in metres; 0 if it overlaps.
 * What lw_pair_distance gives without the depth, which can take a thousand times as long. Errors: as
 * that. */
lw_status lw_pair_apart(lw_checker *checker, const lw_motion *motion, double time, size_t pair,
                        double *apart, lw_error *error);

#endif
