/* Two convex bodies in rigid motion, and every method that finds their first contact: the kernels,
 * whose motion is a callback, and the methods, whose motion is text of the motion schema. */
#ifndef LW_TEST_TWO_BODIES_H
#define LW_TEST_TWO_BODIES_H

#include "base/arena.h"
#include "base/random.h"
#include "leeway/leeway.h"
#include "shape/convex.h"

typedef struct flying {
    lw_shape_def shape;
    lw_pose from;            /* at time 0; in the plane turned about z */
    lw_vec3 linear, angular; /* of the body's origin */
    bool screw;              /* the velocities are constant in the body's frame, not in the world's */
} flying;

typedef struct encounter {
    flying bodies[2];
    double duration;
} encounter;

typedef enum way {
    BY_PCDA, /* lw_convex_first_contact */
    BY_BCDA, /* lw_pcda_run, the basic algorithm */
    BY_BISECTION,
    BY_SLAB, /* the slab's search over time, which the public call uses for two convex bodies only in
                the plane */
    BY_AUTO, /* PCDA for two convex bodies in space */
    BY_EXPANDED,
    WAYS
} way;

typedef struct answer {
    lw_verdict_kind kind;
    bool out_of_budget; /* of methods */
    bool first;         /* of contacts: within the tolerance */
    double free_until, time;
    lw_distance contact; /* not by BY_BCDA */
    double clearance[2]; /* if it was asked for, from the methods */
    uint64_t queries;
} answer;

/* The objects that the methods need for encounters of two shapes. */
typedef struct asking {
    lw_scene *scene;
    lw_motion *motion;
    lw_checker *checker;
    lw_arena arena;
    lw_convex shapes[2];
    lw_check_options options; /* of the methods */
} asking;

flying flying_shape(lw_shape_def shape);
lw_shape_def box_of(double x, double y, double z);
lw_shape_def ball_of(double radius);
lw_shape_def disc_of(double radius);
lw_shape_def rod_of(lw_shape_kind kind, double radius, double length); /* along z */
/* A polytope or polygon; the vertices must live as long as the shape. */
lw_shape_def hull_of(lw_shape_kind kind, const double *vertices, size_t count);
/* A pose turned by `turn`, a direction times an angle, at a position. */
lw_pose placed(lw_vec3 position, lw_vec3 turn);

/* The pose of a body of the encounter at a time, by the test's own formulas. */
lw_pose flying_pose(const flying *body, double time);
lw_body_state flying_state(const flying *body, double time);

encounter encounter_swapped(const encounter *e);
/* The encounter backwards in time, from its end to its beginning. */
encounter encounter_reversed(const encounter *e);
/* The encounter in a moved world. */
encounter encounter_moved(const encounter *e, lw_pose frame);

/* A random body; polytopes of 4 to 200 vertices in half of the cases. vertices: room for it. */
enum { MOST_VERTICES = 200 };
lw_shape_def random_shape(lw_random *random, double vertices[3 * MOST_VERTICES]);
lw_vec3 random_vector(lw_random *random, double length);
/* Two bodies whose paths cross in about half of the cases. */
encounter random_encounter(lw_random *random, double vertices[2][3 * MOST_VERTICES]);

/* The tolerances are 1e-9 of the motion and 1e-11 m. */
void asking_open(asking *a, const encounter *e);
void asking_close(asking *a);
answer ask_way(asking *a, const encounter *e, way by);
/* The motion schema's text of an encounter. */
void write_motion(const encounter *e, char *text, size_t size);
/* A lower bound on the distance of the two bodies at a time. */
double distance_at(const asking *a, const encounter *e, double time);

extern const char *const way_names[WAYS];

/* Asserts that every method, in both orders of the bodies, here and in a moved world, reports the first
 * contact at a time (within `slack` of it), or none. */
void all_meet_at(const encounter *e, double expected, double slack, int line);
void all_stay_free(const encounter *e, int line);
#define meets_at(e, expected) all_meet_at((e), (expected), 1e-12, __LINE__)
#define stays_free(e)         all_stay_free((e), __LINE__)

/* Asserts that the bodies touch at a time, at a distance of 0. It is a contact if it is at the
 * beginning, and is never called free. The numbers must be exact, so the world is not moved. */
void all_touch_at(const encounter *e, double time, int line);
#define touches_at(e, time) all_touch_at((e), (time), __LINE__)

#endif
