/* One slab, carried along the motion until its thickness is zero. */
#ifndef LW_CHECK_SLAB_STEP_H
#define LW_CHECK_SLAB_STEP_H

#include "check/slab.h"

/* What the slab's normal rides on. */
typedef enum lw_ride {
    LW_RIDE_FIRST,
    LW_RIDE_SECOND,
    LW_RIDE_WORLD, /* on neither, but it may turn */
    LW_RIDE_EDGES  /* on an edge of each body: it is perpendicular to both */
} lw_ride;

typedef struct lw_course {
    lw_ride ride;
    vec3 normal;      /* unit, from the first body to the second, in the frame that it rides on */
    double held;      /* how far the core of the body that is ridden on reaches along it */
    vec3 turn;        /* LW_RIDE_WORLD: how it turns, */
    double since;     /* from this time on */
    vec3 edges[2];    /* LW_RIDE_EDGES: in the bodies' frames; the normal is their product */
    double stretched; /* and no longer than this */
} lw_course;

/* Both bodies at a time, and bounds that hold until another. */
typedef struct lw_look {
    double at, until;
    lw_moving bodies[2];
} lw_look;

typedef struct lw_carried {
    double time;      /* the slab parts the bodies on [from, time) */
    bool at_end;      /* and all the way */
    bool trusted;     /* false: the motion was found to be impossible at time */
    bool open;        /* it still parts them at time, but not for long */
    double thickness; /* if open: about */
    size_t looks, instants;
} lw_carried;

/* False where a number is not finite or a bound does not cover a speed. */
bool lw_slab_look(const lw_slab *slab, double at, double until, lw_look *look);

/* The same, and false where the bodies came there from the last look, or if that is not earlier from
 * anywhere, otherwise than it told, unless the slab's motion is trusted. */
bool lw_slab_look_on(const lw_slab *slab, double at, double until, lw_look *look);

/* The slab that a distance at a look gives. */
lw_course lw_slab_course(const lw_slab *slab, const lw_look *look, const lw_bracket *bracket,
                         lw_ride ride);

/* The slab's normal at a look, in the world, unit; zero where it has none. */
vec3 lw_slab_normal(const lw_course *course, const lw_look *look);

/* The slab between two edges that carry the near points. False where they are nearly parallel. */
bool lw_slab_edges(const lw_slab *slab, const lw_look *look, const lw_bracket *bracket, lw_course *out);

/* Procedures A (LW_RIDE_FIRST), B and C (LW_RIDE_EDGES), and the basic algorithm's step, from a look
 * that goes on to the end of the motion. Until it is closed, or, unless `closed` is asked for, until it
 * is nearly so and another direction may part them longer. look: in, the first; out, the last. */
lw_carried lw_slab_carry(const lw_slab *slab, lw_look *look, lw_course course, bool closed);

/* How thick a slab is tau after a look, or as long after it as one bound reaches: about. */
double lw_slab_ahead(const lw_slab *slab, const lw_look *look, lw_course course, double tau);

#endif
