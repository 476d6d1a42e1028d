/* How thick a slab is some time after a look, and that it is no thinner on the way there. */
#ifndef LW_CONVEX_SLAB_BOUND_H
#define LW_CONVEX_SLAB_BOUND_H

#include "convex/slab_procedures.h"

/* What stays the same all along a slab. */
typedef struct lw_slab_frame {
    const lw_pcda *pcda;
    lw_normal_course course;
    double extent[2]; /* of the bodies' cores */
    double within;    /* of the thickness, what is no point's: radii, and the body ridden on */
} lw_slab_frame;

/* The thickness as seen from a look, as long as all velocities stay as they are. In the world's axes at
 * the look. */
typedef struct lw_slab_bound {
    const lw_slab_frame *frame;
    const lw_moving *bodies; /* at the look */
    vec3 between, velocity;  /* of the origins */
    vec3 normal[3];          /* n, w x n, w x (w x n) as what is ridden on turns by w; or the first */
    vec3 other[3];           /* edge likewise, and the second: then n is their product */
    double squared[3];       /* of the angular velocities, of the normal's too if it turns by itself */
    double unknown;          /* bound of what the velocities' changes add to the second derivative */
    double fourth;           /* bound of the fourth derivative */
    double error;            /* of rounding */
    double longest;          /* it holds so long */
} lw_slab_bound;

/* Some time after the look. */
typedef struct lw_slab_instant {
    double tau;
    double middle, middle_slope; /* the thickness but for the points, and its derivative */
    vec3 along[2], tilt[2];      /* the normal as a body sees it, outwards, and its derivative */
    vec3 point[2];               /* the body's farthest along it */
    double value, slope;         /* at most the thickness, and its derivative */
} lw_slab_instant;

/* The normal of a course that rides on neither body, at a time. */
vec3 lw_slab_turned(const lw_normal_course *course, double at);

lw_slab_frame lw_slab_frame_of(const lw_pcda *pcda, lw_normal_course course);

/* window: how long the look's bounds hold. The look and the frame must outlive it. */
void lw_slab_bound_at(const lw_slab_frame *frame, const lw_pair_sample *sample, double window,
                      lw_slab_bound *out);

/* tau: from 0 to bound->longest. */
void lw_slab_instant_at(const lw_slab_bound *bound, double tau, lw_slab_instant *out);

/* The value that the points of one instant have at another. */
double lw_slab_value_at(const lw_slab_bound *bound, const lw_slab_instant *points,
                        const lw_slab_instant *at, double *slope);

/* The thickness is at least the polynomial of tau / to->tau that has these Bernstein coefficients, from
 * `from`, which is at 0, to `to`. */
void lw_slab_below(const lw_slab_bound *bound, const lw_slab_instant *from, const lw_slab_instant *to,
                   double coefficients[5]);

/* Up to where in [0, 1] such a polynomial is sure not to be negative: where its coefficients' convex
 * hull is not; 0 where the first is not positive. */
double lw_slab_share(const double coefficients[5]);

#endif
