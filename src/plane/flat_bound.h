/* What one sample proves of two convex parts of bodies in the plane, over an interval of time. */
#ifndef LW_PLANE_FLAT_BOUND_H
#define LW_PLANE_FLAT_BOUND_H

#include "distance/plane/planar.h"
#include "plane/flat_path.h"

/* Two bodies at a time, and bounds over [time - half, time + half] within a piece of both paths. */
typedef struct lw_flat_sample {
    double time, half;
    const lw_flat_piece *pieces; /* of both; they outlive the sample */
    vec2 origins[2];
    vec2 between, velocity; /* from the first's origin to the second's */
    double acceleration, error;
    bool turned; /* whether the rotations, which are computed when they are needed, are known */
    lw_flat_turn turns[2];
} lw_flat_sample;

/* Two convex parts, one of each body. */
typedef struct lw_part_pair {
    const lw_polygon *parts[2];
    lw_polygon_memory memory; /* zeroed at first */
} lw_part_pair;

/* What a query tells of two parts at a sample. */
typedef struct lw_part_query {
    double lower, upper; /* the bracket of their distance */
    vec2 normal;         /* from the first to the second, in the first's frame; zero where they meet */
    lw_pose2 b_in_a;
    double size, error; /* error: by how much the distance may be less over all of the interval */
} lw_part_query;

/* What the bound proves about a sample's time. */
typedef struct lw_part_proof {
    double from, to;
    double travel; /* how far the parts travel together over half of the interval, at most */
} lw_part_proof;

/* error: rounding error of a point of either body, without that of their paths. */
void lw_flat_sample_at(const lw_flat_piece pieces[2], double error, double time, double half,
                       lw_flat_sample *out);

/* Whether two discs about the origins whose radii add up to less than `distance` stay apart all through
 * the interval: so do the origins, by more than the distance. */
bool lw_flat_discs_apart(const lw_flat_sample *sample, double distance);

/* The distance of two parts at a sample. */
void lw_flat_query(lw_flat_sample *sample, lw_part_pair *pair, lw_part_query *out);

/* Whether a query proves that the parts are at least a gap apart at the sample's time. */
static inline bool lw_flat_apart(const lw_part_query *query, double gap)
{
    return query->lower - gap - query->error >= 0;
}

/* How much of [from, to], which holds the sample's time, is proven for a gap between the parts. */
void lw_flat_prove(const lw_flat_sample *sample, const lw_part_pair *pair, const lw_part_query *query,
                   double gap, double from, double to, lw_part_proof *out);

#endif
