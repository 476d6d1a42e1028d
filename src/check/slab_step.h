/* One slab, carried along the motion until its thickness is zero. */
#ifndef LW_CHECK_SLAB_STEP_H
#define LW_CHECK_SLAB_STEP_H

#include "check/slab.h"

/* What the slab's normal rides on. */
typedef enum lw_ride { LW_RIDE_FIRST, LW_RIDE_SECOND, LW_RIDE_WORLD } lw_ride;

typedef struct lw_carried {
    double time;  /* the slab parts the bodies on [from, time) */
    bool at_end;  /* and all the way */
    bool trusted; /* false: the motion was found to be impossible at time */
    size_t looks;
} lw_carried;

/* The motion as one body sees the other, or the world both: bounds of second derivatives. */
typedef struct lw_turning {
    double spin;   /* of one body relative to the other, squared, plus its change */
    double offset; /* of the line between the origins, in the frame ridden on */
} lw_turning;

/* tau: how long the bounds are to hold. */
lw_turning lw_slab_turning(const lw_moving bodies[2], lw_ride ride, double tau, double spins[2]);

/* Whether all numbers are finite and the bounds cover the speeds. */
bool lw_slab_sane(const lw_moving bodies[2]);

/* Procedures A (LW_RIDE_FIRST) and B, and the basic algorithm's step. normal: unit, in the world,
 * from the first to the second. */
lw_carried lw_slab_carry(const lw_slab *slab, double from, vec3 normal, lw_ride ride);

/* Procedure C. edges: two vertices of each polytope. False where the edges' common normal does not part
 * the bodies, or is about to leave a wedge: another procedure is to be used then. */
bool lw_slab_carry_wedges(const lw_slab *slab, double from, const uint32_t (*edges)[3], vec3 normal,
                          lw_carried *out);

#endif
