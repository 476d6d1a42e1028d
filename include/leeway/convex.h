/* Two convex shapes in motion: the time of impact, by separating slabs (Hong). */
#ifndef LEEWAY_CONVEX_H
#define LEEWAY_CONVEX_H

#include <leeway/check.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The pose and velocities of a body at the time `at`, and bounds on its motion on [at, until]. */
typedef struct lw_body_state {
    lw_pose pose;             /* world from body */
    lw_vec3 linear_velocity;  /* of the body's origin, in the world */
    lw_vec3 angular_velocity; /* in the world */
    double acceleration;      /* on [at, until]: at least the length of the origin's acceleration */
    double spin;              /* on [at, until]: at least the length of angular_velocity */
    double spin_change;       /* on [at, until]: at least the length of the angular acceleration */
} lw_body_state;

/* Fills the states of both bodies at time `at`, with bounds that hold on [at, until]. Tighter bounds
 * save work; bounds that are too small, if undetected, make the answer wrong. On entry both states have
 * the identity as their pose, and velocities and bounds 0. Any status but LW_OK ends the search for a
 * contact, which fails with this status. */
typedef lw_status (*lw_body_states_fn)(void *context, double at, double until, lw_body_state states[2]);

typedef struct lw_convex_motion {
    lw_body_states_fn states;
    void *context;
    double begin, end;
} lw_convex_motion;

typedef struct lw_convex_contact {
    size_t struct_size;
    lw_verdict_kind kind;
    double free_until;   /* proven apart on [begin, free_until) */
    double time;         /* LW_VERDICT_CONTACT: the time of impact; at most 1e-7 of the motion after
                            free_until */
    lw_distance contact; /* LW_VERDICT_CONTACT: points at `time`, in the world. The normal separates
                            them just before; if they meet at the beginning it is the shortest way out.
                            The depth is NAN unless asked for, or they meet at the beginning */
    lw_reason reason; /* LW_VERDICT_UNDECIDED: LW_REASON_PRECISION (they come nearer than 1e-11 of their
                         size, or than rounding can tell far from the origin, and are not found to meet)
                         or LW_REASON_BUDGET (1,000 slabs closed) */
    size_t steps;     /* separating slabs that closed: Hong's k */
    size_t queries;   /* distance queries */
} lw_convex_contact;
LW_STARTS(lw_convex_contact, lw_default_convex_contact)

/* Options of a first contact. Start from lw_default_contact_options(). */
typedef struct lw_contact_options {
    size_t struct_size;
    bool depth;   /* contact: compute the penetration depth at `time`, which costs as much as some
                     distance queries (default false) */
    bool trusted; /* do not test the states against their own bounds, which saves some time; states that
                     break them then make the answer wrong (default false) */
} lw_contact_options;

LW_STARTS(lw_contact_options, lw_default_contact_options)

/* Two convex shapes (no meshes), both in space or both in the plane, prepared for any number of
 * motions. The pair copies the descriptions. Errors: argument, memory. */
typedef struct lw_convex_pair lw_convex_pair;
LW_API lw_status lw_convex_pair_create(const lw_shape_def *a, const lw_shape_def *b,
                                       lw_convex_pair **out, lw_error *error);
LW_API void lw_convex_pair_destroy(lw_convex_pair *pair);

/* The first contact of a pair, by separating slabs (Hong, "A New Algorithm for Detecting the Collision
 * of Moving Objects"; PCDA for polytopes, BCDA for the rest). This is conservative advancement: no step
 * goes farther than is proven. Shapes that meet at the beginning are in contact there; shapes in the
 * plane move in it. options: NULL for the defaults. Errors: argument (no interval, states that are not
 * finite or break their own bounds), and the status that the function for the states returns; the
 * answer then says nothing. Any number of threads at once, also with one pair. */
LW_API lw_status lw_convex_pair_first_contact(const lw_convex_pair *pair,
                                              const lw_convex_motion *motion,
                                              const lw_contact_options *options, lw_convex_contact *out,
                                              lw_error *error);

/* Makes a pair for one motion and asks for its first contact. Making the pair takes longer than most
 * motions. */
LW_API lw_status lw_convex_first_contact(const lw_shape_def *a, const lw_shape_def *b,
                                         const lw_convex_motion *motion,
                                         const lw_contact_options *options, lw_convex_contact *out,
                                         lw_error *error);

#ifdef __cplusplus
}
#endif

#endif
