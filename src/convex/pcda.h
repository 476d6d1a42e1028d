/* Two convex bodies in motion, by the separating slab (Hong): the direction that parts them now goes on
 * parting them for a while. The slab, (3.9), is what lies between the two supporting half spaces,
 * (3.6), along a direction; docs/papers.md has the paper's equations and where each of them is. */
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

/* Where both bodies are at `at`, and how they move until `until` >= at. */
typedef void (*lw_moves)(void *context, double at, double until, lw_moving bodies[2]);

typedef enum lw_pcda_state {
    LW_PCDA_FREE,    /* proven apart all along */
    LW_PCDA_CONTACT, /* apart before `time`; at `contact` they meet */
    LW_PCDA_NEAR,    /* apart before `time`, and no farther than `near` there; contact is not shown */
    LW_PCDA_BUDGET,  /* apart before `time`; the steps ran out */
    LW_PCDA_MOTION   /* apart before `time`; there the motion is not finite, or breaks its own bounds */
} lw_pcda_state;

/* Which procedures are used. */
typedef enum lw_pcda_kind {
    LW_PCDA_BASIC,    /* BCDA: the normal stays as it is in the world */
    LW_PCDA_POLYTOPES /* PCDA: A, B and C by Table I; where a shape has no vertices, A, B or BASIC;
                         after some slabs also with the normal as it has turned since the last */
} lw_pcda_kind;

typedef struct lw_pcda {
    const lw_convex *shapes[2];
    lw_moves moves;
    void *context;
    double begin, end;
    lw_pcda_kind kind;
    double size;  /* of both shapes, about their origins: what rounding is relative to */
    double near;  /* the paper's epsilon */
    size_t steps; /* no more than these */
    bool trusted; /* the motion is not held against its own bounds */
} lw_pcda;

typedef struct lw_pcda_result {
    lw_pcda_state state;
    double time;     /* proven apart on [begin, time) */
    double contact;  /* if LW_PCDA_CONTACT: */
    vec3 points[2];  /* where they meet, in the world, */
    vec3 normal;     /* and what parted them before, unit; zero where nothing did */
    size_t steps;    /* slabs that were carried until they closed: the paper's k */
    size_t queries;  /* of the distance */
    size_t samples;  /* at where the bodies are */
    size_t instants; /* at which a slab's thickness was taken: the paper's n, summed */
} lw_pcda_result;

/* near at 1e-11 of the shapes' extents, 1,000 steps, not trusted. */
lw_pcda lw_default_pcda(const lw_convex *a, const lw_convex *b, lw_moves moves, void *context);

lw_pcda_result lw_pcda_run(const lw_pcda *pcda);

#endif
