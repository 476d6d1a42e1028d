/* Procedures A, B and C of Hong's PCDA and the step of his BCDA: one slab, carried along the motion
 * until its thickness is zero. */
#ifndef LW_CONVEX_SLAB_PROCEDURES_H
#define LW_CONVEX_SLAB_PROCEDURES_H

#include "convex/pcda.h"

/* The carrier of a slab: its normal turns with it. */
typedef enum lw_carrier {
    LW_CARRIER_FIRST,
    LW_CARRIER_SECOND,
    LW_CARRIER_WORLD, /* neither body: the normal may turn at a constant rate */
    LW_CARRIER_EDGES  /* an edge of each body: the normal is perpendicular to both */
} lw_carrier;

typedef struct lw_normal_course {
    lw_carrier carrier;
    vec3 normal;    /* unit, from the first body to the second, in the carrier's frame */
    double support; /* support value of the carrying body's core along the normal, outwards */
    vec3 turn;      /* LW_CARRIER_WORLD: the normal's angular velocity */
    double since;   /* LW_CARRIER_WORLD: the time at which the normal is as given */
    vec3 edges[2];  /* LW_CARRIER_EDGES: in the bodies' frames; the normal is their product */
    double length;  /* LW_CARRIER_EDGES: the normal is at most this long */
} lw_normal_course;

/* Both bodies at a time, and bounds that hold until a later one. */
typedef struct lw_pair_sample {
    double at, until;
    lw_moving bodies[2];
} lw_pair_sample;

typedef struct lw_slab_extension {
    double time;      /* the slab separates the bodies from the first sample on, before `time` */
    bool at_end;      /* the slab separates them to the end of the motion */
    bool trusted;     /* false: at `time` the motion is not finite or breaks its bounds */
    bool open;        /* it still separates them at `time`, but not for long */
    double thickness; /* if open: about how thick it is there */
    size_t samples, instants;
} lw_slab_extension;

/* Samples the motion. False where a number is not finite or a bound does not cover a speed. */
bool lw_pcda_sample(const lw_pcda *pcda, double at, double until, lw_pair_sample *sample);

/* Samples the motion likewise, with the previous sample in `sample`. False also if the bodies did not
 * move on from there as the previous sample says by its velocities and bounds, unless the motion is
 * trusted or the previous sample is later. */
bool lw_pcda_sample_next(const lw_pcda *pcda, double at, double until, lw_pair_sample *sample);

/* The slab that the distance at a sample gives. */
lw_normal_course lw_slab_normal_course(const lw_pcda *pcda, const lw_pair_sample *sample,
                                       const lw_bracket *bracket, lw_carrier carrier);

/* The slab's normal at a sample, in the world, unit; zero: it has none. */
vec3 lw_slab_normal(const lw_normal_course *course, const lw_pair_sample *sample);

/* The slab between two edges with the nearest points. False: they are nearly parallel, or a feature is
 * no sharp edge. */
bool lw_slab_edges(const lw_pcda *pcda, const lw_pair_sample *sample, const lw_bracket *bracket,
                   lw_normal_course *out);

/* Procedures A (LW_CARRIER_FIRST), B and C (LW_CARRIER_EDGES), and the basic algorithm's step
 * (LW_CARRIER_WORLD). Carries the slab until it is closed or the motion ends. If not `closed`, it also
 * stops when the slab is nearly closed, as another direction may separate the bodies longer. sample:
 * in, the first; out, the last. */
lw_slab_extension lw_slab_extend(const lw_pcda *pcda, lw_pair_sample *sample, lw_normal_course course,
                                 bool closed);

/* About how thick a slab is tau after a sample or, if one bound does not hold for so long, as long
 * after it as the bound holds. */
double lw_slab_ahead(const lw_pcda *pcda, const lw_pair_sample *sample, lw_normal_course course,
                     double tau);

#endif
