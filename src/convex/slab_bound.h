/* A lower bound of a slab's thickness after a sample: at single times, and all the way between two. */
#ifndef LW_CONVEX_SLAB_BOUND_H
#define LW_CONVEX_SLAB_BOUND_H

#include "convex/slab_procedures.h"

/* The constants of a slab. */
typedef struct lw_slab_frame {
    const lw_pcda *pcda;
    lw_normal_course course;
    double extent[2]; /* of the bodies' cores */
    double constant;  /* taken off the thickness at all times: radii, the gap, and the carrier's support
                         value */
} lw_slab_frame;

/* The thickness after a sample as if velocities did not change, and bounds on the effect of their
 * changes. In world axes. */
typedef struct lw_slab_bound {
    const lw_slab_frame *frame;
    const lw_moving *bodies; /* at the sample */
    vec3 between, velocity;  /* from the first's origin to the second's, and its derivative */
    vec3 normal[3]; /* n, w x n, w x (w x n) for a carrier that turns by w; LW_CARRIER_EDGES: the first
                       edge takes the place of n */
    vec3 other[3];  /* LW_CARRIER_EDGES: the second edge takes the place of n, which is the product of
                       both edges */
    double squared[3]; /* squares of the bodies' angular speeds, and of the normal's own */
    double unknown;    /* bound on the part of the second derivative that changes of velocities add */
    double fourth;     /* bound on the fourth derivative */
    double error;      /* rounding error of the thickness */
    double longest;    /* how long all these bounds hold */
} lw_slab_bound;

/* The slab at a time after the sample. */
typedef struct lw_slab_instant {
    double tau;
    double middle, middle_slope; /* the thickness without the support values, and its derivative */
    vec3 along[2], tilt[2];      /* the outward normal in a body's frame, and its derivative */
    vec3 point[2];               /* the body's support point along the normal, in its frame */
    double value, slope;         /* a lower bound of the thickness, and its derivative */
} lw_slab_instant;

/* The normal of a course with LW_CARRIER_WORLD, at a time. */
vec3 lw_slab_turned(const lw_normal_course *course, double at);

lw_slab_frame lw_slab_frame_of(const lw_pcda *pcda, lw_normal_course course);

/* window: how long the sample's bounds hold. The sample and the frame must outlive the bound. */
void lw_slab_bound_at(const lw_slab_frame *frame, const lw_pair_sample *sample, double window,
                      lw_slab_bound *out);

/* tau: from 0 to bound->longest. */
void lw_slab_instant_at(const lw_slab_bound *bound, double tau, lw_slab_instant *out);

/* The slab's value at the instant `at`, with the points of the instant `points` in place of its own
 * support points. */
double lw_slab_value_at(const lw_slab_bound *bound, const lw_slab_instant *points,
                        const lw_slab_instant *at, double *slope);

/* A polynomial that is a lower bound of the thickness between two instants, by its Bernstein
 * coefficients on [0, 1]. from: at the sample (tau = 0); the polynomial's variable is tau / to->tau. */
void lw_slab_below(const lw_slab_bound *bound, const lw_slab_instant *from, const lw_slab_instant *to,
                   double coefficients[5]);

/* The share of [0, 1] from 0 on over which a polynomial, given by its Bernstein coefficients, is proven
 * not to be negative, by the convex hull of these; 0 if the first is not positive. */
double lw_slab_share(const double coefficients[5]);

#endif
