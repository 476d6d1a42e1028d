/* What deviations of a real motion take off the gap of two bodies: the first-order part.
 *
 * A motion within the tolerances (lw_travel_of in motion/forward_kinematics.h has the derivation) moves
 * a point p by sum_j e_j J_j(p), with |e_j| <= slack_j, beside terms that do not depend on a direction.
 * Along n that is at most sum_j slack_j |n . J_j(p)|, where J_j = axis_j x (p - origin_j) if the joint
 * turns, and axis_j if it slides; and n . (turn x (p - origin)) = (n x turn) . (p - origin), which over
 * a box is largest in size at a corner. It is far less than slack_j times the lever arm: joints that
 * move the bodies along each other, not towards each other, take nothing off. Only joints below the
 * last one that moves both bodies count. */
#ifndef LW_BOUND_TUBE_H
#define LW_BOUND_TUBE_H

#include "body/geometry.h"
#include "math/pose.h"

/* One way in which a body may be off: it moves a point p by at most `slack` times slide + turn x (p -
 * origin), forwards or back. In the frame of the first body. */
typedef struct lw_tube_part {
    vec3 slide, turn, origin;
    double slack;
} lw_tube_part;

/* A turn by at most an angle about any axis through an origin, in the frame of the first body: beside a
 * term that does not depend on a direction (check/checker/doubt.h) it moves a point p along n by at
 * most angle |n x (p - origin)|. */
typedef struct lw_tube_spin {
    vec3 origin;
    double angle; /* radians; 0: none */
} lw_tube_spin;

/* The deviations of a pair. */
typedef struct lw_tube {
    pose b_in_a;
    lw_tube_spin spins[2];  /* per body */
    lw_tube_part *parts[2]; /* per body */
    uint32_t count[2];
    double rounding[2]; /* per body: what the rounding errors of its parts may add to its reach */
} lw_tube;

/* How far deviations move the points of a node of one body (0 or 1) along a direction of length 1 or a
 * little more, at most, either way. normal: in the first body's frame. tube NULL: 0. */
double lw_tube_reach_of(const lw_tube *tube, int body, vec3 normal, const lw_node *node);

static inline double lw_tube_reach(const lw_tube *tube, int body, vec3 normal, const lw_node *node)
{
    return tube ? lw_tube_reach_of(tube, body, normal, node) : 0;
}

#endif
