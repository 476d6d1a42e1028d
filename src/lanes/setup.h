/* A scene as blocks see it: its joints, bodies, pairs and obstacles in floats, and the memory of one
 * thread. */
#ifndef LW_LANES_SETUP_H
#define LW_LANES_SETUP_H

#include "lanes/block.h"
#include "math/simd.h"
#include "motion/motion.h"

/* docs/decisions/obstacles.md, "More than 512 near obstacles become one item, a crowd" */
enum {
    LW_MOST_NEAR_OBSTACLES = 512, /* if more are near, none is tested by itself */
    LW_MOST_REST = 256,           /* unproven pairs of a block, and unproven parts in all */
    LW_STILL_STEPS = 2            /* poses composed to that of a body that no joint moves */
};

/* The chain of joints from the world to one of them, that one included. */
typedef struct lw_lane_path {
    double length; /* of the chain stretched out */
    double turns;  /* sizes of the joints' values, plus the number of poses composed */
} lw_lane_path;

/* Sums over a chain of joints, from the world to one of them, for a bound on the second derivative of
 * paths (lanes/bends.c), in which each joint has a weight. The four sums of `all` are
 *     [0] the weights of joints that turn,
 *     [1] these weights times the length of the chain to the joint,
 *     [2] the weights of joints that slide,
 *     [3] 0.
 * `all_but_last` leaves the last joint out if it turns, and has its weight in [3] instead. `shared` and
 * `shared_but_last` are the same sums with twice the joint's rate as its weight. For paths that are
 * seen in the frame of a joint `from`, `shared_but_last` of the joint less `shared` of `from`, times
 * the rates of `from`, is subtracted from `all_but_last` of the joint less `all` of `from`
 * (bend_in_frame in lanes/bends.c). */
typedef struct lw_lane_sums {
    lw_doubles_4 all, shared;
    lw_doubles_4 all_but_last, shared_but_last;
    double far;   /* length of the chain, stretched out */
    double rates; /* of the joints that turn, added up */
} lw_lane_sums;

/* A joint that moves bodies, and the joint `from` in whose frame their paths are seen (-1: the world).
 * `from` is above `joint` on its chain. */
typedef struct lw_lane_seen {
    int32_t joint, from;
} lw_lane_seen;

/* The times of a block, and the unproven pairs that it leaves. */
typedef struct lw_lane_rest {
    double times[LW_LANES];
    size_t count;
    lw_block_rest items[LW_MOST_REST];
} lw_lane_rest;

/* A part of a motion's piece. */
typedef struct lw_lane_part {
    const lw_motion *motion;
    size_t piece;
    double interval;     /* longest time between two poses */
    bool required_known; /* the required distances are known, and the boxes grown by them */
} lw_lane_part;

typedef struct lw_lanes {
    const lw_frozen *frozen;
    lw_block block;
    lw_coordinates coordinates;
    double *values;              /* per variable, one for each pose */
    double *spare_values;        /* values of poses between those of the block, where hits are sought */
    lw_lane_frame *spare_frames; /* frames of these poses, while the block keeps its own */
    double *lengths;      /* per joint: distance of its frame from its parent's, without slides */
    double *slot_lengths; /* per slot of a floating joint: length of the pose that a motion puts into
                             it; else 0 */
    double *steps;        /* per joint: how many poses are composed to those of its bodies */
    double *slides;       /* per joint: how far it slides at most */
    double *sizes;        /* per joint: bound on the size of its value */
    lw_lane_path *paths;  /* per joint: the chain to it */
    lw_lane_path *still_paths; /* per joint: the chain to it where all variables are 0, without the
                                  slots of floating joints */
    lw_lane_path *moved_paths; /* per joint: added to still_paths per unit of the largest variable */
    bool floats;               /* there are floating joints */
    double *rates;             /* per joint: bounds on the derivatives of its coordinate */
    double *accelerations;
    double *slacks;     /* per joint: bound on how far its value may be off (lw_coordinates.slack) */
    lw_lane_sums *sums; /* [0]: the world's; then per joint (lw_lane_sums_of) */
    lw_lane_seen *seen; /* per bend of the block, sorted by joint; the first is for bodies that stand
                           still where they are seen */
    size_t seen_count;
    uint32_t *seen_ends;     /* per joint: the end of its entries in `seen` */
    uint32_t *seen_in_world; /* per joint: index in `seen` of its paths in the world; 0: none */
    bool exact;              /* some bodies that a joint moves are made of their balls */
    double certain_size;     /* lw_block.lost is known for variables up to this size; 0: for none */
    double square;           /* h^2 / 8 for the intervals that the block's bends are for */
    double per_square;       /* 1 / square, rounded up */
    lw_lane_set all;         /* posed by a block of a motion */
    lw_lane_set each;        /* posed by a block of states: each body is a compound of its own */
    lw_lane_set some;        /* posed by a block that tests some pairs */
    bool steady;             /* no rate changes within the part */
    bool *marked;            /* scratch memory: per joint */
    uint32_t *near;          /* scratch memory: obstacles */
    bool all_near;           /* the block's obstacles are all that the scene has */
    bool crowds;             /* the caller allows many obstacles to be the block's crowd */
    uint64_t samples;        /* count of times at which robots were posed */
    lw_sample_fn sample; /* NULL, or called with each time at which robots are posed; not for states */
    void *sample_context;
    struct lw_hull_hint *hints;     /* per pair of the block, for hulls of states (lanes/state_hulls.h);
                                       NULL: no hulls are tried */
    struct lw_lone *lone;           /* for one state by itself (lanes/lone.h); NULL: it takes a block */
    struct lw_lanes_record *record; /* of blocks of motions (lanes/record.h); NULL: none is kept */
    lw_lane_part part;              /* the part of a piece that the first block covers */
    lw_lane_rest first;             /* the times and unproven pairs of the first block */
} lw_lanes;

/* The sums of a joint; of -1: the world's, which are 0. */
static inline lw_lane_sums *lw_lane_sums_of(const lw_lanes *lanes, int32_t joint)
{
    return &lanes->sums[joint + 1];
}

/* Memory comes from the arena. Errors: memory. */
lw_status lw_lanes_create(lw_arena *arena, const lw_frozen *frozen, lw_lanes **out, lw_error *error);

/* Goes on with another scene: the same robots among other obstacles. */
void lw_lanes_use(lw_lanes *lanes, const lw_frozen *frozen);

/* Sets the poses in the slots of floating joints, which each piece of a motion has of its own. */
void lw_lanes_take_piece(lw_lanes *lanes, const lw_motion *motion, size_t piece);

/* Whether obstacles are so few that the block takes all of them, wherever its boxes are. */
bool lw_lanes_all_near(const lw_lanes *lanes);

/* Broad phase: fills the block's obstacles with those that may meet the box about all of its compounds;
 * with all obstacles, where these are few. False: they are too many. */
bool lw_lanes_take_obstacles(lw_lanes *lanes);

/* The shape that is tested in place of an obstacle, in the frame of the obstacle's geometry: a point, a
 * box or a cylinder with a radius. It contains the obstacle, and the shape of a block's tests contains
 * it. */
lw_part lw_lanes_around(const lw_geometry *geometry);

/* Whether the box about an obstacle, by which the broad phase leaves it out, contains this shape too.
 * The shape about an ellipsoid may be larger. */
bool lw_lanes_around_is_boxed(const lw_geometry *geometry);

/* Makes all obstacles the block's crowd, for a block of a motion. False: the caller allows none
 * (lw_lanes.crowds), or they already are. */
bool lw_lanes_take_crowd(lw_lanes *lanes);

/* Rounding errors of floats. u = 2^-24 is the largest relative error of one operation.
 *
 * Of a pose, for each joint, relative to the length of the chain stretched out: its rotation is a
 * product of three, each component of which sums three products (5 u in matrix norm), with sine and
 * cosine (4 u, see sine_and_cosine in lanes/kernel/shared.h) and a constant rotation rounded to floats
 * (2 u); the sum for its position loses 6 u. Less than 24 u. */
#define LW_FLOAT_POSE_ROUNDING (32 * 0x1p-24)
/* Of a test, relative to the distances of the tested points from the origin: a transform into an
 * obstacle's frame, of which the rotation is rounded (12 u), and sums of four terms (8 u), all as
 * vectors (times 2). */
#define LW_FLOAT_TEST_ROUNDING (64 * 0x1p-24)

/* Outward rounding: a float that is at least the given number, up to 2^-150 where floats are subnormal;
 * infinite where that is too large. */
static inline float lw_float_above(double value)
{
    return (float)(value + fabs(value) * 0x1p-22);
}

#endif
