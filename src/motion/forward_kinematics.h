/* Forward kinematics: the poses and velocities of all bodies at one time of a motion, and bounds on
 * their travel about that time. */
#ifndef LW_MOTION_FORWARD_KINEMATICS_H
#define LW_MOTION_FORWARD_KINEMATICS_H

#include "motion/motion.h"

/* The velocity of a rigid frame: a point p moves at linear + angular x p. In world axes, about the
 * world's origin. */
typedef struct lw_twist {
    vec3 linear, angular;
} lw_twist;

/* A twist as the velocity field in a frame that stands still. */
static inline lw_twist lw_twist_in(pose frame, const lw_twist *twist)
{
    return (lw_twist){.linear = rotate_back(frame.rotation,
                                            add(twist->linear, cross(twist->angular, frame.position))),
                      .angular = rotate_back(frame.rotation, twist->angular)};
}

typedef struct lw_elementary_state {
    pose frame;
    lw_twist twist;
    double rate_bound, acceleration_bound;
    double slack; /* bound on how far the joint's value may be off (lw_coordinates.slack) */
    /* sums over the chain from the root to here, with which rounding errors grow: */
    double turns;       /* the number of composed poses, and the sizes of the angles */
    double steps;       /* the number of composed poses alone */
    double length;      /* the lengths of all poses and slides */
    double speed_error; /* rounding error of a point p's velocity by twist, per 1 + 2 length + |p| */
} lw_elementary_state;

typedef struct lw_kinematics {
    const lw_frozen *frozen;
    uint64_t motion; /* a count of motions, for callers */
    size_t piece;
    double time, half;
    lw_coordinates coordinates;
    const double *deviation; /* per variable: added to the values of the motion, so that the poses are
                                those of another motion within its tolerances; NULL: nothing is */
    lw_elementary_state *elementary;
    bool *above; /* scratch memory, per elementary joint */
    bool *posed; /* per body of robots: whether it is posed at this sample. Other bodies of robots, and
                    joints that move no posed body, have values of earlier samples */
    /* per body of robots: see lw_body_pose, lw_body_center and lw_body_error */
    pose *bodies;
    vec3 *centers;
    double *error;
} lw_kinematics;

/* Whether a body is posed at the sample. */
static inline bool lw_is_posed(const lw_kinematics *kinematics, uint32_t body)
{
    return body >= kinematics->frozen->moving_count || kinematics->posed[body];
}

/* The pose of a body at the sample, the centre of its bounding sphere, and the rounding error of the
 * positions of its points. */
static inline pose lw_body_pose(const lw_kinematics *kinematics, int32_t body)
{
    const lw_frozen *frozen = kinematics->frozen;
    size_t index = (size_t)body;
    return index < frozen->moving_count
               ? kinematics->bodies[index]
               : lw_obstacle_at(&frozen->obstacles, index - frozen->moving_count)->body.local;
}

static inline vec3 lw_body_center(const lw_kinematics *kinematics, int32_t body)
{
    const lw_frozen *frozen = kinematics->frozen;
    size_t index = (size_t)body;
    return index < frozen->moving_count
               ? kinematics->centers[index]
               : lw_obstacle_at(&frozen->obstacles, index - frozen->moving_count)->center;
}

static inline double lw_body_error(const lw_kinematics *kinematics, int32_t body)
{
    const lw_frozen *frozen = kinematics->frozen;
    size_t index = (size_t)body;
    return index < frozen->moving_count
               ? kinematics->error[index]
               : lw_obstacle_at(&frozen->obstacles, index - frozen->moving_count)->error;
}

/* The rounding error of the relative position of two points of a pair: those of both bodies added up,
 * or less where a joint moves both, because both share the errors of that joint. */
double lw_pair_error(const lw_kinematics *kinematics, const lw_pair *pair);

lw_status lw_kinematics_create(lw_arena *arena, const lw_scene *scene, lw_kinematics *out,
                               lw_error *error);

/* Poses everything at time t; the bounds are over [t - half, t + half], which lies in the piece. */
void lw_kinematics_sample(lw_kinematics *kinematics, const lw_motion *motion, size_t piece, double t,
                          double half);

/* Some bodies, of robots and obstacles; one may be there more than once. */
enum { LW_SOME_BODIES = 16 };
typedef struct lw_some_bodies {
    size_t count;
    uint32_t items[LW_SOME_BODIES];
} lw_some_bodies;

/* lw_kinematics_sample for these bodies alone, and the joints that move them, with the same bits. */
void lw_kinematics_sample_some(lw_kinematics *kinematics, const lw_motion *motion, size_t piece,
                               double t, double half, const lw_some_bodies *bodies);

/* lw_kinematics_sample for the joints and bodies of one robot alone. slack: per variable, a bound on
 * how far its value may be from the one at t. The sample is then of values that stand still at t but
 * for that: t - half and t + half are not looked at, and no rate is above 0. NULL: an ordinary sample.
 */
void lw_kinematics_sample_robot(lw_kinematics *kinematics, const lw_motion *motion, size_t piece,
                                double t, double half, const double *slack, int64_t robot);

/* lw_kinematics_sample_some for two bodies, at one time: only their poses, centres and errors are set.
 */
void lw_kinematics_pose_pair(lw_kinematics *kinematics, const lw_motion *motion, size_t piece, double t,
                             lw_pair_id pair);

/* The frame of an elementary joint at a value of its coordinate, from its frame at 0. */
pose lw_elementary_pose(const lw_elementary_joint *elementary, pose frame, double value);

/* The pose of a body at a time of a motion. It takes no sample and no memory. */
pose lw_body_pose_at(const lw_motion *motion, const lw_body *body, double time);

/* Likewise the frame of an elementary joint, the last one of a joint. */
pose lw_elementary_pose_at(const lw_motion *motion, int32_t elementary, double time);

/* How a body moves relative to the frame of an elementary joint (common; -1: the world) over the
 * sample's interval. Everything is in world axes, at the middle of the interval. */
typedef struct lw_travel {
    lw_twist twist;      /* of the body at the middle, less the twist of the common frame */
    double curvature;    /* bound on the second derivative of any point's path in the common frame */
    double displacement; /* bound on how far any point gets from its position at the middle, the
                            deviations of a real motion included */
    double speed_error;  /* rounding error of any point's velocity by twist */
    /* of a motion with tolerances, else 0: see lw_travel_of */
    double slack;          /* the part of the displacement that is due to deviations alone */
    double mixed_bend;     /* A_1 */
    double deviation_bend; /* A_0 */
} lw_travel;

/* The bounds hold for every point of the body's geometry and are rounded up. displacement is Wu et
 * al.'s (16), or the bound by speed and curvature where that is less. Derivation: with J_j the
 * derivative of the point's position by coordinate j, |J_j| <= rho_j (revolute: the distance from the
 * axis) or 1 (prismatic); the second derivative by i and j, i nearer to the root, is axis_i x J_j if i
 * is revolute, else 0. So |p''| <= sum_j |J_j| (|q''_j| + |q'_j| (|q'_j| [j revolute] + 2 sum_{i above
 * j} |q'_i| [i revolute])). rho_j over the interval is at most rho_j at the middle plus as much as the
 * joints below j can add in it, and at most the lever arm that freezing found.
 *
 * A real motion within the tolerances has the values q(m + tau) + e with |e_j| at most slack_j. The
 * path s -> q(m + s tau) + s e, s from 0 to 1, leads there from q(m). Along it |q'_j| <= |tau| r_j +
 * slack_j and |q''_j| <= tau^2 a_j, where r_j and a_j bound rates and accelerations. By the inequality
 * above a point's path has |p''| <= A_2 tau^2 + A_1 |tau| + A_0; A_2 is `curvature`. So, by Taylor's
 * formula, |p(1) - p(0) - tau v - sum_j e_j J_j| <= (A_2 tau^2 + A_1 |tau| + A_0) / 2 with v and J_j at
 * the middle. `slack` is the sum over j of slack_j |J_j|, also at the middle. */
void lw_travel_of(const lw_kinematics *kinematics, size_t body, int32_t common, lw_travel *out);

#endif
