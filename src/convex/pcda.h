/* BCDA and PCDA (Hong): the time of impact of two convex bodies in motion, by separating slabs. A
 * direction that separates the bodies now goes on separating them for a while. The slab, (3.9), lies
 * between the two supporting half spaces, (3.6), along a direction; docs/papers.md lists the paper's
 * equations and where each of them is. */
#ifndef LW_CONVEX_PCDA_H
#define LW_CONVEX_PCDA_H

#include "distance/distance.h"

/* One body at a time `at`, in the world, and bounds on [at, until]. */
typedef struct lw_moving {
    pose pose;
    vec3 linear;         /* velocity of the body's origin */
    vec3 angular;        /* angular velocity */
    double acceleration; /* at least the length of linear's derivative */
    double spin;         /* at least the length of angular */
    double spin_change;  /* at least the length of angular's derivative */
} lw_moving;

/* The poses and velocities of both bodies at `at`, and bounds that hold until `until` >= at. */
typedef void (*lw_moves)(void *context, double at, double until, lw_moving bodies[2]);

typedef enum lw_pcda_state {
    LW_PCDA_FREE,    /* proven apart throughout the motion */
    LW_PCDA_CONTACT, /* apart before `time`; at `contact` they meet */
    LW_PCDA_NEAR, /* apart before `time`; there the proven distance is at most `near` + `gap`, or slabs
                     gain no more time; no contact was found */
    LW_PCDA_BUDGET, /* apart before `time`; the steps ran out, or the search was stopped */
    LW_PCDA_MOTION  /* apart before `time`, where the motion is not finite or breaks its own bounds */
} lw_pcda_state;

/* The procedures that are used. */
typedef enum lw_pcda_kind {
    LW_PCDA_BASIC,    /* BCDA: the normal is fixed in the world */
    LW_PCDA_POLYTOPES /* PCDA: procedures A, B and C by Table I; if a shape has no vertices, A, B or a
                         fixed normal. After some slabs the normal may also go on turning as it has
                         turned since the last one */
} lw_pcda_kind;

typedef struct lw_pcda {
    const lw_convex *shapes[2];
    lw_moves moves;
    void *context;
    double begin, end;
    lw_pcda_kind kind;
    double size;  /* extent of both shapes, radii included: rounding errors are relative to it */
    double near;  /* the paper's epsilon */
    double gap;   /* the bodies count as apart only if they are farther apart than this, which covers
                     errors of the poses and velocities; a contact is claimed only where the shapes
                     themselves meet */
    double delay; /* a contact may be this much later than `time`; 0: as little as can be */
    size_t steps; /* at most so many slabs */
    bool trusted; /* the motion is not checked against its own bounds */
    bool (*stop)(void *context); /* NULL, or asked before each distance: true ends the search */
} lw_pcda;

typedef struct lw_pcda_result {
    lw_pcda_state state;
    double time;     /* proven apart on [begin, time) */
    double contact;  /* LW_PCDA_CONTACT: a time at which the bodies meet */
    vec3 points[2];  /* LW_PCDA_CONTACT: where they meet, in the world */
    vec3 normal;     /* LW_PCDA_CONTACT: the unit normal that separated them before; zero: none did */
    size_t steps;    /* slabs that were carried until they closed: the paper's k */
    size_t queries;  /* queries for the distance */
    size_t samples;  /* samples of the motion */
    size_t instants; /* times at which a slab's thickness was evaluated: the paper's n, summed */
} lw_pcda_result;

/* Default values: PCDA on the time [0, 1]; near is 1e-11 of the shapes' extents; no gap, no delay;
 * 1,000 steps; not trusted. */
lw_pcda lw_default_pcda(const lw_convex *a, const lw_convex *b, lw_moves moves, void *context);

lw_pcda_result lw_pcda_run(const lw_pcda *pcda);

#endif
