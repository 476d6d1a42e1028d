/* Two convex shapes in motion: their first contact (Hong). */
#ifndef LEEWAY_CONVEX_H
#define LEEWAY_CONVEX_H

#include <leeway/check.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Where a body is at a time, how it moves then, and bounds on how it moves from then to `until`. */
typedef struct lw_body_state {
    lw_pose pose;             /* world from body */
    lw_vec3 linear_velocity;  /* of the body's origin, in the world */
    lw_vec3 angular_velocity; /* in the world */
    double acceleration;      /* at least the length of the origin's acceleration, always */
    double spin;              /* at least the length of angular_velocity, always */
    double spin_change;       /* at least the length of its derivative, always */
} lw_body_state;

/* Fills the states of both bodies at time `at`, with bounds that hold on [at, until]. Tighter bounds
 * save work; bounds that are too small make the answer wrong where that is not detected. Both states
 * are at rest at the identity when the function is called. Any status but LW_OK ends the search for a
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
    double free_until; /* proven apart from begin until here */
    double time; /* LW_VERDICT_CONTACT: they meet here; within 1e-7 of the motion after free_until */
    lw_distance contact; /* LW_VERDICT_CONTACT: points at time, in the world; the normal separates them
                            just before, and is the shortest way out where they meet at the beginning;
                            the depth, NAN unless it is asked for or they meet at the beginning */
    lw_reason reason; /* LW_VERDICT_UNDECIDED: LW_REASON_PRECISION (they come nearer than 1e-11 of their
                         size, or than rounding can tell far from the origin, and are not found to meet)
                         or LW_REASON_BUDGET (1,000 slabs closed) */
    size_t steps;     /* separating slabs that closed: Hong's k */
    size_t queries;   /* of the distance */
} lw_convex_contact;
LW_STARTS(lw_convex_contact, lw_default_convex_contact)

/* Options of a first contact. Start from lw_default_contact_options(). */
typedef struct lw_contact_options {
    size_t struct_size;
    bool depth; /* contact: compute how deep they overlap at time, which costs as much as some distances
                   (default false) */
    bool trusted; /* the states are not tested against their own bounds, which saves some time, and
                     makes the answer wrong where they break them (default false) */
} lw_contact_options;

LW_STARTS(lw_contact_options, lw_default_contact_options)

/* Two convex shapes (no meshes), both in space or both in the plane, prepared for any number of
 * motions. The pair keeps nothing of what it is made from. Errors: argument, memory. */
typedef struct lw_convex_pair lw_convex_pair;
LW_API lw_status lw_convex_pair_create(const lw_shape_def *a, const lw_shape_def *b,
                                       lw_convex_pair **out, lw_error *error);
LW_API void lw_convex_pair_destroy(lw_convex_pair *pair);

/* Their first contact, by the separating slab (Hong, "A New Algorithm for Detecting the Collision of
 * Moving Objects"; PCDA for polytopes, BCDA for the rest). No step goes farther than is proven. Shapes
 * that meet at the beginning are in contact there; shapes in the plane move in it. Errors: argument (no
 * interval, states that are not finite or break their own bounds), and what the function that fills the
 * states returns; the answer then says nothing. options: NULL for the defaults. Any
 * number of threads at once, also with one pair. */
LW_API lw_status lw_convex_pair_first_contact(const lw_convex_pair *pair,
                                              const lw_convex_motion *motion,
                                              const lw_contact_options *options, lw_convex_contact *out,
                                              lw_error *error);

/* The same for one motion, with its own pair: making that takes longer than most motions do. */
LW_API lw_status lw_convex_first_contact(const lw_shape_def *a, const lw_shape_def *b,
                                         const lw_convex_motion *motion,
                                         const lw_contact_options *options, lw_convex_contact *out,
                                         lw_error *error);

#ifdef __cplusplus
}
#endif

#endif
