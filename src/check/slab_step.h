/* One slab, carried along the motion until its thickness is zero. */
#ifndef LW_CHECK_SLAB_STEP_H
#define LW_CHECK_SLAB_STEP_H

#include "check/slab.h"

/* What the slab's normal rides on. */
typedef enum lw_ride { LW_RIDE_FIRST, LW_RIDE_SECOND, LW_RIDE_WORLD } lw_ride;

typedef struct lw_course {
    lw_ride ride;
    vec3 normal;      /* unit, from the first body to the second, in the frame that it rides on */
    double held;      /* how far the core of the body that is ridden on reaches along it */
    uint32_t near[2]; /* a vertex of each that was near */
} lw_course;

/* Both bodies at a time, and bounds that hold until another. */
typedef struct lw_look {
    double at, until;
    lw_moving bodies[2];
} lw_look;

typedef struct lw_carried {
    double time;  /* the slab parts the bodies on [from, time) */
    bool at_end;  /* and all the way */
    bool trusted; /* false: the motion was found to be impossible at time */
    bool open;    /* it still parts them at time, but not for long */
    size_t looks;
} lw_carried;

/* The motion as one body sees the other, or the world both: bounds of second derivatives. */
typedef struct lw_turning {
    double spin;   /* of one body relative to the other, squared, plus its change */
    double offset; /* of the line between the origins, in the frame ridden on */
} lw_turning;

/* tau: how long the bounds are to hold. */
lw_turning lw_slab_turning(const lw_moving bodies[2], lw_ride ride, double tau, double spins[2]);

/* False where a number is not finite or a bound does not cover a speed. */
bool lw_slab_look(const lw_slab *slab, double at, double until, lw_look *look);

/* The slab that a distance at a look gives. */
lw_course lw_slab_course(const lw_slab *slab, const lw_look *look, const lw_bracket *bracket,
                         lw_ride ride);

/* Procedures A (LW_RIDE_FIRST) and B, and the basic algorithm's step, from a look that goes on to the
 * end of the motion. A course that parts the bodies there is taken for granted. Until it is closed, or,
 * unless `closed` is asked for, until it is nearly so and another direction may part them longer. */
lw_carried lw_slab_carry(const lw_slab *slab, const lw_look *first, lw_course course, bool closed);

/* How thick the slab of a course is at a look, about. */
double lw_slab_thickness(const lw_slab *slab, const lw_look *look, lw_course course);

/* Procedure C. edges: two vertices of each polytope; normal: in the world. False where the edges'
 * common normal does not part the bodies, or is about to leave a wedge: another procedure is to be used
 * then. */
bool lw_slab_carry_wedges(const lw_slab *slab, const lw_look *first, uint32_t edges[2][3], vec3 normal,
                          lw_carried *out);

#endif
