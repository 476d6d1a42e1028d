/* A check of a motion as planners do it: FCL at samples. It uses the same triangles and primitives, the
 * same pairs of bodies and the same kinematics as Leeway. */
#ifndef BENCH_PEER_SAMPLER_H
#define BENCH_PEER_SAMPLER_H

#include "leeway/leeway.h"
#include "peer_fcl.h"

typedef struct peer_sampler peer_sampler;

/* NULL, with a sentence on standard error, if FCL lacks a shape of the scene, or memory ran out. The
 * scene must outlive it. */
peer_sampler *peer_sampler_create(const lw_scene *scene, peer_fcl_options options);
void peer_sampler_destroy(peer_sampler *sampler);

/* The number of steps of a segment: no step is longer than `resolution` in any joint value. */
size_t peer_steps(const double *from, const double *to, size_t count, double resolution);
/* The number of steps of a segment in MoveIt: the distance is the sum of the joints' changes, the
 * longest valid segment 0.005 of the sum of the joints' ranges (longest_valid_segment_fraction;
 * ModelBasedStateSpace and JointModelGroup::getMaximumExtent add the ranges up, each times a distance
 * factor of 1). */
size_t peer_steps_moveit(const lw_joints *joints, const double *from, const double *to);

typedef enum peer_order {
    PEER_IN_TIME, /* from the start to the end: finds the first contact */
    PEER_HALVING  /* the start, the end, then middles of halves, as OMPL's DiscreteMotionValidator:
                     finds any contact sooner */
} peer_order;

/* Whether any pair touches at any of the steps + 1 samples of a segment; stops at the first. */
bool peer_sampler_touches(peer_sampler *sampler, const lw_motion *motion, size_t steps,
                          peer_order order);
/* Poses the robot at all samples without tests, to time the kinematics alone. */
void peer_sampler_place(peer_sampler *sampler, const lw_motion *motion, size_t steps);

#endif
