/* One slab, carried along the motion until its thickness is zero. */
#ifndef LW_CONVEX_SLAB_PROCEDURES_H
#define LW_CONVEX_SLAB_PROCEDURES_H

#include "convex/pcda.h"

/* What the slab's normal rides on. */
typedef enum lw_carrier {
    LW_CARRIER_FIRST,
    LW_CARRIER_SECOND,
    LW_CARRIER_WORLD, /* on neither, but it may turn */
    LW_CARRIER_EDGES  /* on an edge of each body: it is perpendicular to both */
} lw_carrier;

typedef struct lw_normal_course {
    lw_carrier carrier;
    vec3 normal;      /* unit, from the first body to the second, in the frame that it rides on */
    double held;      /* how far the core of the body that is ridden on reaches along it */
    vec3 turn;        /* LW_CARRIER_WORLD: how it turns, */
    double since;     /* from this time on */
    vec3 edges[2];    /* LW_CARRIER_EDGES: in the bodies' frames; the normal is their product */
    double stretched; /* and no longer than this */
} lw_normal_course;

/* Both bodies at a time, and bounds that hold until another. */
typedef struct lw_pair_sample {
    double at, until;
    lw_moving bodies[2];
} lw_pair_sample;

typedef struct lw_slab_extension {
    double time;      /* the slab parts the bodies on [from, time) */
    bool at_end;      /* and all the way */
    bool trusted;     /* false: the motion was found to be impossible at time */
    bool open;        /* it still parts them at time, but not for long */
    double thickness; /* if open: about */
    size_t samples, instants;
} lw_slab_extension;

/* False where a number is not finite or a bound does not cover a speed. */
bool lw_pcda_sample(const lw_pcda *pcda, double at, double until, lw_pair_sample *sample);

/* The same, and false where the bodies came there from the last look, or if that is not earlier from
 * anywhere, otherwise than it told, unless the slab's motion is trusted. */
bool lw_pcda_sample_next(const lw_pcda *pcda, double at, double until, lw_pair_sample *sample);

/* The slab that a distance at a look gives. */
lw_normal_course lw_slab_normal_course(const lw_pcda *pcda, const lw_pair_sample *sample,
                                       const lw_bracket *bracket, lw_carrier carrier);

/* The slab's normal at a look, in the world, unit; zero where it has none. */
vec3 lw_slab_normal(const lw_normal_course *course, const lw_pair_sample *sample);

/* The slab between two edges that carry the near points. False where they are nearly parallel. */
bool lw_slab_edges(const lw_pcda *pcda, const lw_pair_sample *sample, const lw_bracket *bracket,
                   lw_normal_course *out);

/* Procedures A (LW_CARRIER_FIRST), B and C (LW_CARRIER_EDGES), and the basic algorithm's step, from a
 * look that goes on to the end of the motion. Until it is closed, or, unless `closed` is asked for,
 * until it is nearly so and another direction may part them longer. look: in, the first; out, the last.
 */
lw_slab_extension lw_slab_extend(const lw_pcda *pcda, lw_pair_sample *sample, lw_normal_course course,
                                 bool closed);

/* How thick a slab is tau after a look, or as long after it as one bound reaches: about. */
double lw_slab_ahead(const lw_pcda *pcda, const lw_pair_sample *sample, lw_normal_course course,
                     double tau);

#endif
