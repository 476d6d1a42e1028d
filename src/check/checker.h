/* A checker: one thread's memory, and what all methods share. */
#ifndef LW_CHECK_CHECKER_H
#define LW_CHECK_CHECKER_H

#include "bound/pair_bound.h"
#include "check/queue.h"
#include "motion/forward_kinematics.h"
#include "plane/flat_path.h"

/* A body's travel relative to a factor's frame (-1: the world), found when first asked for at a
 * placement. Pairs share them. */
typedef struct lw_known_travel {
    int32_t body, common;
    uint64_t kinematics;
    lw_travel travel;
} lw_known_travel;

typedef struct lw_pair_state {
    uint64_t motion; /* of which motion the memory is: it starts afresh with every one */
    lw_open_leaves bound;
    lw_warm_start hull_start; /* of the distance of the hulls */
    bool overlap;             /* they were not apart when last asked */
    bool separated;           /* a direction is known that parted the pair, */
    double time;              /* when, */
    vec3 separating;          /* as the frame saw it that moves both, or the world */
} lw_pair_state;

/* The smallest distance of some pairs along a motion, while it is looked for: branch and bound. */
typedef struct lw_smallest {
    double upper;  /* the smallest seen, */
    double at;     /* when, */
    int64_t pair;  /* and of which pair; -1: none below what upper was at first */
    double target; /* what is proven, or still to be; it only ever falls */
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
    lw_flat_path *paths;           /* per body; NULL: not a scene that goes the plane's own road */
    lw_flat_path *path_of;         /* per variable, scratch of making paths */
    uint64_t paths_motion;         /* of which motion, counted, the paths are */
    uint64_t samples_taken;        /* counted, to tell what is known from what is old */
    uint64_t motions;

    /* of the check that is running */
    const lw_motion *motion;
    const lw_options *options;
    lw_verdict *verdict;
    double deadline; /* seconds of the monotonic clock; INFINITY: none */
};

/* Distances, margins, targets and what counts as touching are those of the padded bodies, here and in
 * all that asks a checker; sweeps (bound/pair_bound.h) and trees know the bodies as they are. */

/* Sets the checker up for one motion: the verdict emptied, the targets are the margins. */
void lw_checker_begin(lw_checker *checker, const lw_motion *motion, const lw_options *options,
                      lw_verdict *verdict);

/* Places everything. The pairs below are given by their indices in the frozen scene. */
void lw_checker_sample(lw_checker *checker, size_t piece, double t, double half);

/* A look at a pair at the placement: whether its target is proven on [from, to], which holds the
 * placement's time. Counts a query where the trees were asked. touch: see lw_pair_bound. nearest: see
 * lw_pair_bound; may be NULL. */
lw_bound_result lw_checker_prove(lw_checker *checker, uint32_t index, double from, double to,
                                 double touch, double *nearest);

/* What slabs prove of a stretch about the placement's time. */
typedef struct lw_proven_part {
    double from, to; /* proven */
    double closes;   /* >= to: a guess when they meet, at most the end of the stretch */
    double nearest;  /* no less than the distance at the placement; infinite where none was taken */
} lw_proven_part;

/* The same on [from, to], but a slab is tried first, with the direction that parted the pair when it
 * was last looked at, and what it proves costs no query. Then the hulls of meshes are asked, and only
 * where they leave too much open the trees; both together are one query. near: a contact is expected in
 * the stretch, and slabs that turn are worth trying. part: its nearest is set always, the rest where
 * the stretch is not proven. */
lw_bound_result lw_checker_prove_slab(lw_checker *checker, uint32_t index, double from, double to,
                                      double touch, bool near, lw_proven_part *part);

/* Whether a pair is at most its margin apart at the placement. Counts a query where the trees were
 * asked. */
bool lw_checker_touches(lw_checker *checker, uint32_t index);

/* Whether a part of one body of a pair is wholly inside a solid of the other at the placement, where
 * their surfaces do not touch. */
bool lw_checker_contained(lw_checker *checker, uint32_t index);

/* How far the two bodies of a pair can travel together in the placement's interval, at most. */
double lw_checker_travel(lw_checker *checker, uint32_t index);

/* The exact distance of a pair at the placement, in the world, with the depth where they overlap. A
 * touch of 0 or more: any elements at most this far apart will do, and no depth is looked for. */
void lw_checker_distance(lw_checker *checker, uint32_t index, double touch, lw_distance *out);

/* True, with the verdict's reason set, when a budget is spent or the caller wants to stop. */
bool lw_checker_out_of_budget(lw_checker *checker);

/* Fills the verdict of a contact of a pair at a time in a piece. */
void lw_checker_report(lw_checker *checker, uint32_t index, size_t piece, double time);

/* Whether a pair touches, or one of it is inside the other, at the motion's beginning or another
 * placement of half width 0; the pair, or -1, also where the queries are spent before all pairs were
 * looked at. inside: whether solids are looked at too. */
int64_t lw_checker_touching(lw_checker *checker, bool inside);

#endif
