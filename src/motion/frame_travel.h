/* How the frame of a body moves: its velocity at a time of a motion, and bounds on how that changes
 * about it. */
#ifndef LW_MOTION_FRAME_TRAVEL_H
#define LW_MOTION_FRAME_TRAVEL_H

#include "motion/forward_kinematics.h"

/* How a body's frame moves in the world. The bounds hold over the sample's interval and are rounded
 * up. */
typedef struct lw_frame_travel {
    vec3 linear;         /* velocity of the frame's origin at the sample */
    vec3 angular;        /* angular velocity there */
    double acceleration; /* bound on the second derivative of the origin's path; next to nothing if only
                            slides and one turn about the origin itself move the frame, all evenly */
    double spin;         /* bound on the angular velocity */
    double spin_change;  /* bound on the derivative of the angular velocity; 0 if one joint alone
                            turns, evenly */
} lw_frame_travel;

/* Derivation: as in lw_travel_of, for the origin alone, |p''| <= sum_j |J_j| (|q''_j| + |q'_j| (|q'_j|
 * [j revolute] + 2 sum_{i above j} |q'_i| [i revolute])). The angular velocity is w = sum_j q'_j z_j
 * over the revolute joints, and an axis turns with the joints above it, |z'_j| <= sum_{i above j}
 * |q'_i|; so |w| <= sum_j |q'_j| and |w'| <= sum_j (|q''_j| + |q'_j| sum_{i above j} |q'_i|). */
void lw_frame_travel_of(const lw_kinematics *kinematics, size_t body, lw_frame_travel *out);

/* A bound on the rounding error of the position of a point of the body, grown by a radius, when it is
 * extrapolated from the pose and the velocities of any sample in the sample's interval to any other
 * time in it; rounded up. Derivation: with e the error of the angular velocity and L the length of the
 * chain with the grown body, the twist's linear part errs by e (1 + 2 L) (lw_elementary_state), so the
 * velocity of the origin, which lies at most L from the world's, by e (1 + 3 L), and by |w| times the
 * origin's own error; the body's extent, which L holds, adds e times as much for the turn. These errors
 * of velocities count for the time between the two times, at most twice `half`. The error of the pose
 * at the sample is added: that of the body's points, with the radius added to the length. */
double lw_frame_travel_error(const lw_kinematics *kinematics, size_t body, double radius);

#endif
