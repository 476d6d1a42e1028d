/* A proof, from one sample, that two convex parts of bodies in the plane stay apart over an interval of
 * time. */
#ifndef LW_PLANE_FLAT_BOUND_H
#define LW_PLANE_FLAT_BOUND_H

#include "distance/plane/planar.h"
#include "plane/flat_path.h"

/* Two bodies at a time, and bounds over [time - half, time + half], within a piece of both paths. */
typedef struct lw_flat_sample {
    double time, half;
    const lw_flat_piece *pieces; /* one of each body's path; they outlive the sample */
    vec2 origins[2];
    vec2 between, velocity; /* from the first's origin to the second's */
    double acceleration, error;
    bool turned; /* whether the rotations are known; they are computed when they are needed */
    lw_flat_turn turns[2];
} lw_flat_sample;

/* Two convex parts, one of each body. */
typedef struct lw_part_pair {
    const lw_polygon *parts[2];
    lw_polygon_memory memory; /* zeroed at first */
} lw_part_pair;

/* The distance of two parts at a sample. */
typedef struct lw_part_query {
    double lower, upper; /* the bracket of their distance */
    vec2 normal;         /* from the first to the second, in the first's frame; zero where they meet */
    lw_pose2 b_in_a;
    double size, error; /* error: the distance may be less by this, anywhere in the interval */
} lw_part_query;

/* The part of an interval about a sample that is proven. */
typedef struct lw_part_proof {
    double from, to;
    double travel; /* the parts travel together no farther than this over half of the interval */
} lw_part_proof;

/* error: rounding error of a point of either body, without the errors of the paths. */
void lw_flat_sample_at(const lw_flat_piece pieces[2], double error, double time, double half,
                       lw_flat_sample *out);

/* Whether two discs about the bodies' origins stay apart throughout the interval, if their radii add up
 * to less than `distance`: the origins then stay farther apart than that. */
bool lw_flat_discs_apart(const lw_flat_sample *sample, double distance);

/* The distance of two parts at a sample. */
void lw_flat_query(lw_flat_sample *sample, lw_part_pair *pair, lw_part_query *out);

/* Whether a query proves that the parts are at least a gap apart at the sample's time. */
static inline bool lw_flat_apart(const lw_part_query *query, double gap)
{
    return query->lower - gap - query->error >= 0;
}

/* The part of [from, to], which contains the sample's time, over which the parts are proven to stay
 * `gap` apart. */
void lw_flat_prove(const lw_flat_sample *sample, const lw_part_pair *pair, const lw_part_query *query,
                   double gap, double from, double to, lw_part_proof *out);

#endif
