/* A scene as Wu et al. see it: pairs of bodies on a straight line of joint values, their static tests
 * and distances, and their travel (16). The methods that `leeway-bench adaptive` compares share it, so
 * that all of them pay the same for a pose, a test and a distance. */
#ifndef LW_PAPERS_ADAPTIVE_WORLD_H
#define LW_PAPERS_ADAPTIVE_WORLD_H

#include "adaptive/nested_radii.h"
#include "body/query.h"
#include "motion/forward_kinematics.h"

enum { LW_ADAPTIVE_POSES = 64 };

/* Two bodies that are checked against each other; robots' bodies come before obstacles. */
typedef struct lw_adaptive_pair {
    int32_t a, b;
} lw_adaptive_pair;

/* Counts, summed over lines. */
typedef struct lw_adaptive_counts {
    uint64_t lines, contacts;
    uint64_t poses; /* times at which all bodies were posed */
    uint64_t tests; /* tests of a pair at one time, boolean or for a distance */
    uint64_t trees; /* tests that the spheres about the bodies did not decide */
    uint64_t halved;
} lw_adaptive_counts;

typedef struct lw_adaptive_world {
    lw_arena arena;
    const lw_frozen *frozen;
    lw_nested_radii radii;
    size_t pair_count;
    lw_adaptive_pair *pairs;
    lw_nearest_elements *nearest; /* the nearest elements of each pair in its last distance on the
                                     line */
    double share;                 /* relative error by which a distance may be too small, below 1 */
    bool dear;                    /* tests compute distances, as with a library that has nothing else */
    const lw_motion *line;
    double *travel;    /* (16), how far each moving body travels over the line */
    double *curvature; /* of each body: bounds the second derivative of its points' paths */
    double *need;      /* scratch: the length that each moving body needs in a step */
    lw_kinematics poses[LW_ADAPTIVE_POSES]; /* a cache of poses at the latest times */
    lw_kinematics ends[2];                  /* poses at the beginning and end of a step */
    lw_adaptive_counts *counts;             /* the counts to add to */
} lw_adaptive_world;

/* The scene is frozen, its robots have turning and sliding joints. Errors: memory. */
lw_status lw_adaptive_open(const lw_scene *scene, lw_adaptive_world *out, lw_error *error);
/* A zeroed world may be closed too. */
void lw_adaptive_close(lw_adaptive_world *world);

/* Takes a line: a motion of one piece over [0, 1], in which each coordinate changes at a constant
 * rate. */
void lw_adaptive_take(lw_adaptive_world *world, const lw_motion *line, lw_adaptive_counts *counts);

/* The poses of all bodies at a time, valid until the next call. The latest times are cached, and cost
 * nothing. */
const lw_kinematics *lw_adaptive_pose(lw_adaptive_world *world, double time);

/* Writes the poses of all bodies at a time into the caller's memory. */
void lw_adaptive_pose_into(lw_adaptive_world *world, double time, lw_kinematics *place);

/* Whether a pair is within a distance. False only if it is farther apart. */
bool lw_adaptive_within(lw_adaptive_world *world, const lw_kinematics *at, lw_adaptive_pair pair,
                        double distance);

/* The first pair that is within a distance; pair_count: none. */
size_t lw_adaptive_touching(lw_adaptive_world *world, const lw_kinematics *at, double distance);

/* A lower bound of a pair's distance: 0 if the distance is at most `touch`, else more than `touch`. If
 * the bound is below `enough`, its relative error is at most the world's share. */
double lw_adaptive_distance(lw_adaptive_world *world, const lw_kinematics *at, size_t pair,
                            double enough, double touch);

/* The travel of a pair over the whole line: beta_i + beta_j of (5), by (16). */
double lw_adaptive_travel(const lw_adaptive_world *world, size_t pair);

#endif
