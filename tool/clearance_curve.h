/* The smallest distances along a motion, sampled: the curves of `plot`. */
#ifndef LW_TOOL_CLEARANCE_CURVE_H
#define LW_TOOL_CLEARANCE_CURVE_H

#include "leeway/leeway.h"

enum { LW_CURVE_OTHERS, LW_CURVE_SELF, LW_CURVE_COUNT };

typedef struct lw_clearance_curve {
    size_t count;
    double *times;
    size_t *stages;                    /* the stage of each time (lw_motion_stage) */
    double *distances[LW_CURVE_COUNT]; /* between robots and all else, and inside robots; INFINITY: no
                                          pair */
    size_t *pairs[LW_CURVE_COUNT];     /* the pairs of these distances, in the scene of the stage */
} lw_clearance_curve;

/* Samples `samples` times, evenly over the motion and including both ends, and where two stages meet
 * both of them; one where the motion takes no time. Free the curve, also after an error. */
lw_status lw_clearance_curve_sample(const lw_motion *motion, size_t samples, lw_clearance_curve *out,
                                    lw_error *error);
void lw_clearance_curve_free(lw_clearance_curve *curve);

/* The index of the sample at which a curve is lowest. */
size_t lw_clearance_curve_lowest(const lw_clearance_curve *curve, int which);

#endif
