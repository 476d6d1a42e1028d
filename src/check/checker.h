/* A checker: the memory of one thread, and the functions that the methods share. */
#ifndef LW_CHECK_CHECKER_H
#define LW_CHECK_CHECKER_H

#include "bound/pair_bound.h"
#include "check/claims.h"
#include "check/queue.h"
#include "motion/forward_kinematics.h"
#include "plane/flat_path.h"

/* A body's travel relative to the frame of an elementary joint (-1: the world), computed when a sample
 * first needs it. Pairs share them. */
typedef struct lw_known_travel {
    int32_t body, common;
    uint64_t sample; /* of which sample, counted, the travel is */
    lw_travel travel;
} lw_known_travel;

typedef struct lw_pair_state {
    uint64_t motion; /* counted; a state starts afresh with every motion */
    lw_open_leaves bound;
    lw_warm_start hull_start; /* for the distance of the hulls */
    bool overlap;             /* the hulls were not apart when last queried */
    bool separated;           /* a direction is known that separated the pair */
    double time;              /* at which time it did */
    vec3 separating;          /* in the frame of the joint that moves both, or the world's */
} lw_pair_state;

/* The smallest distance of some pairs along a motion, while branch and bound searches for it. */
typedef struct lw_smallest {
    double upper;  /* the smallest distance found */
    double at;     /* at which time */
    int64_t pair;  /* of which pair; -1: of none, none was below the first `upper` */
    double target; /* proven, or still to be proven; it only ever falls */
    bool open;     /* the target could not be proven */
} lw_smallest;

struct lw_checker {
    lw_arena arena;
    const lw_scene *scene;
    const lw_frozen *frozen;
    lw_kinematics kinematics;
    lw_queue queue;
    lw_known_travel *travels;
    size_t travel_count;
    uint32_t (*travel_of_pair)[2]; /* per pair: indices into travels */
    lw_pair_state *states;         /* per pair */
    double *targets;               /* per pair: the gap that is being proven now */
    lw_smallest *smallest;         /* one for each pair, or two for them all */
    lw_flat_path *paths;           /* per body; NULL: not a scene in the plane (check/planar.h) */
    lw_flat_path *path_of;         /* per variable; scratch memory while paths are made */
    uint64_t paths_motion;         /* of which motion, counted, the paths are */
    uint64_t samples_taken;        /* counted, to tell which travels are of this sample */
    uint64_t motions;
    lw_claims claims;

    /* of the check that is running */
    const lw_motion *motion;
    const lw_options *options;
    lw_verdict *verdict;
    double deadline; /* seconds of the monotonic clock; INFINITY: none */
};

/* Distances, margins, targets and contacts are those of the padded bodies, here and in all callers of a
 * checker; pair bounds (bound/pair_bound.h) and trees know the bodies without padding. */

/* Prepares the checker for one motion: empties the verdict and sets the targets to the margins. */
void lw_checker_begin(lw_checker *checker, const lw_motion *motion, const lw_options *options,
                      lw_verdict *verdict);

/* Forgets the motion, the options and the verdict, which are the caller's. */
void lw_checker_end(lw_checker *checker);

/* Poses everything at time t, with bounds over [t - half, t + half] within the piece. The functions
 * below speak of this sample; pairs are given by their indices in the frozen scene. */
void lw_checker_sample(lw_checker *checker, size_t piece, double t, double half);

/* Whether a pair's target is proven on [from, to], which holds the sample's time; claims what it
 * proves. Counts a query where the trees were queried. touch: see lw_pair_bound. nearest: see
 * lw_pair_bound; may be NULL. */
lw_bound_result lw_checker_prove(lw_checker *checker, uint32_t index, double from, double to,
                                 double touch, double *nearest);

/* What slabs prove of an interval about the sample's time. */
typedef struct lw_proven_part {
    double from, to; /* the part that is proven */
    double closes;   /* >= to: a guess of when the bodies meet, at most the end of the interval */
    double nearest;  /* no less than the distance at the sample; infinite where none was queried */
} lw_proven_part;

/* The same on [from, to], but first tries a slab along the direction that separated the pair at its
 * last query; what that proves costs no query. Then queries the hulls of meshes, and only where they
 * leave too much open the trees; both together are one query. near: a contact is expected in the
 * interval, and slabs that turn are worth trying. part: its nearest is always set, the rest where the
 * interval is not proven. */
lw_bound_result lw_checker_prove_slab(lw_checker *checker, uint32_t index, double from, double to,
                                      double touch, bool near, lw_proven_part *part);

/* Whether a pair is at most its margin apart at the sample. Counts a query of the trees. */
bool lw_checker_touches(lw_checker *checker, uint32_t index);

/* Whether a part of one body lies wholly inside a solid of the other at the sample; claims that it does
 * not. Meant for bodies whose surfaces do not touch. */
bool lw_checker_contained(lw_checker *checker, uint32_t index);

/* How far the two bodies of a pair travel together in the sample's interval, at most. */
double lw_checker_travel(lw_checker *checker, uint32_t index);

/* The exact distance of a pair at the sample, in the world, with the depth where they overlap. A touch
 * of 0 or more: any elements at most this far apart will do, and no depth is computed. */
void lw_checker_distance(lw_checker *checker, uint32_t index, double touch, lw_distance *out);

/* True, with the verdict's reason set, when a budget is used up, the caller wants to stop, or a claim
 * could not be made. */
bool lw_checker_out_of_budget(lw_checker *checker);

/* Fills the verdict of a contact of a pair at a time in a piece. */
void lw_checker_report(lw_checker *checker, uint32_t index, size_t piece, double time);

/* The first pair that touches, or of which one body is inside the other, at the motion's beginning or
 * at another sample of half width 0; -1 where there is none, and where the queries are used up before
 * all pairs were queried. inside: whether solids are tested too. */
int64_t lw_checker_touching(lw_checker *checker, bool inside);

#endif
