/* What blocks need of a scene: its joints, bodies and pairs as floats, and memory for one thread. */
#ifndef LW_LANES_SETUP_H
#define LW_LANES_SETUP_H

#include "lanes/block.h"
#include "math/simd.h"
#include "motion/motion.h"

/* docs/decisions/obstacles.md, "More than 512 near obstacles become one item, a crowd" */
enum {
    LW_MOST_NEAR_OBSTACLES = 512, /* of more, none is tried by itself */
    LW_MOST_REST = 256,           /* pairs that a block may leave, and parts that are left in all */
    LW_STILL_STEPS = 2            /* poses that are composed to that of a body that no joint moves */
};

/* The joints from the world to one, it included. */
typedef struct lw_lane_path {
    double length; /* stretched out */
    double turns;  /* of their angles, the sizes, and how many steps the poses before them take */
} lw_lane_path;

/* Sums over the joints from the world to one, it included, of their weights in a bound on the second
 * derivative of paths: of those that turn; of these times how far each joint is; of those that slide;
 * and 0. The same without the joint itself, if it turns, whose weight is in the place of the 0. And
 * what is taken off each per rate of what turns the frame in which the path is seen. */
typedef struct lw_lane_sums {
    lw_doubles_4 all, shared;
    lw_doubles_4 all_but_last, shared_but_last;
    double far;   /* their chain, stretched out */
    double rates; /* of those that turn */
} lw_lane_sums;

/* What moves bodies, and the joint in whose frame their paths are seen (-1: the world); it moves them,
 * too. */
typedef struct lw_lane_seen {
    int32_t joint, from;
} lw_lane_seen;

/* What a block leaves of the intervals between its times. */
typedef struct lw_lane_rest {
    double times[LW_LANES];
    size_t count;
    lw_block_rest items[LW_MOST_REST];
} lw_lane_rest;

/* A part of a motion's piece. */
typedef struct lw_lane_part {
    const lw_motion *motion;
    size_t piece;
    double interval;     /* between two poses, at most */
    bool required_known; /* are known, and boxes grown by them */
} lw_lane_part;

typedef struct lw_lanes {
    const lw_frozen *frozen;
    lw_block block;
    lw_coordinates coordinates;
    double *values;              /* per variable, eight times */
    double *spare_values;        /* the same of other times; ... */
    lw_lane_frame *spare_frames; /* ... and where joints are then, while the block keeps its own */
    double *lengths;           /* per joint: from its parent's frame to its own, without slides; ... */
    double *slot_lengths;      /* ... that of a floating joint's slot is the motion's */
    double *steps;             /* per joint: how many poses are composed to those of its bodies */
    double *slides;            /* per joint: how far it slides at most */
    double *sizes;             /* per joint: of its angles */
    lw_lane_path *paths;       /* per joint: to it */
    lw_lane_path *still_paths; /* per joint: to it, where all variables are 0, but for floating joints'
                                  slots; ... */
    lw_lane_path *moved_paths; /* ... and what is added per unit of the largest variable */
    bool floats;               /* there are floating joints */
    double *rates;             /* per joint: bounds on the derivatives of its coordinate */
    double *accelerations;
    lw_lane_sums *sums; /* of the world, then per joint: lw_lane_sums_of */
    lw_lane_seen *seen; /* per bend of the block, by their joints; the first one is of what stands still
                           where it is seen */
    size_t seen_count;
    uint32_t *seen_ends;     /* per joint: where its own end among these */
    uint32_t *seen_in_world; /* per joint: which of them it is, seen from the world; 0: none */
    double square;           /* of the intervals of the block's bends */
    lw_lane_set all;         /* what a block of a motion poses */
    lw_lane_set each;        /* what one of states poses: each body is a compound of its own */
    lw_lane_set some;        /* what one poses that tests some of it */
    bool steady;             /* no rate changes within the piece */
    bool *marked;            /* scratch memory: per joint */
    uint32_t *near;          /* scratch memory: obstacles */
    bool all_near;           /* the block's obstacles are all that the scene has */
    bool crowds;             /* many obstacles may be the block's crowd: the caller's choice */
    uint64_t samples;        /* at how many times robots were placed, counted */
    lw_sample_fn sample;     /* NULL, or called with each of them, but for states */
    void *sample_context;
    struct lw_hull_hint *hints; /* per pair of the block, for hulls of states (lanes/state_hulls.h);
                                   NULL: these are not tried */
    struct lw_lone *lone;       /* for states by themselves (lanes/lone.h); NULL: they take a block */
    lw_lane_part part;          /* that the block over the whole is of */
    lw_lane_rest first;         /* of that block */
} lw_lanes;

/* The sums of a joint; of -1: the world's, which are none. */
static inline lw_lane_sums *lw_lane_sums_of(const lw_lanes *lanes, int32_t joint)
{
    return &lanes->sums[joint + 1];
}

/* Memory comes from the arena. Errors: memory. */
lw_status lw_lanes_create(lw_arena *arena, const lw_frozen *frozen, lw_lanes **out, lw_error *error);

/* The same robots among other obstacles. */
void lw_lanes_use(lw_lanes *lanes, const lw_frozen *frozen);

/* The poses before floating joints, which each piece of a motion has of its own. */
void lw_lanes_take_piece(lw_lanes *lanes, const lw_motion *motion, size_t piece);

/* Whether all obstacles are the block's, whatever its boxes are. */
bool lw_lanes_all_near(const lw_lanes *lanes);

/* Fills the block's obstacles with those that the boxes of its bodies may meet; false where these are
 * too many. */
bool lw_lanes_take_obstacles(lw_lanes *lanes);

/* Makes all obstacles the block's crowd, for the poses of a motion. False where the caller asked for
 * none, or they are. */
bool lw_lanes_take_crowd(lw_lanes *lanes);

/* What floats can lose. u = 2^-24 is the largest relative error of one operation.
 *
 * Of a pose, for each joint, relative to the length of the chain stretched out: its rotation is a
 * product of three, each component of which sums three products (5 u in matrix norm), with sine and
 * cosine (4 u, see sine_and_cosine in lanes/kernel/shared.h) and a constant rotation rounded to floats
 * (2 u); the sum for its position loses 6 u. Less than 24 u. */
#define LW_FLOAT_POSE_ROUNDING (32 * 0x1p-24)
/* Of a test, relative to the distances of what is tested from the origin: a transform into an
 * obstacle's frame, of which the rotation is rounded (12 u), and sums of four terms (8 u), all as
 * vectors (times 2). */
#define LW_FLOAT_TEST_ROUNDING (64 * 0x1p-24)

/* A float that is at least a number; infinite where that is too large. */
static inline float lw_float_above(double value)
{
    return (float)(value + fabs(value) * 0x1p-22);
}

#endif
