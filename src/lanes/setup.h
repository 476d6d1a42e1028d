/* What blocks need of a scene: its joints, bodies and pairs as floats, and memory for one thread. */
#ifndef LW_LANES_SETUP_H
#define LW_LANES_SETUP_H

#include "lanes/block.h"
#include "motion/motion.h"

enum {
    LW_MOST_NEAR_OBSTACLES = 512, /* of more, nothing is tried */
    LW_MOST_REST = 256            /* pairs that a block may leave, and parts that are left in all */
};

/* A body's path from the world, as bounds see it. */
typedef struct lw_lane_chain {
    double reach;  /* how far the centres of its balls, and its hulls without their radii, are from
                    * the frame of its joint ... */
    double axis;   /* ... and from that joint's axis, at most */
    double length; /* of its pose in that frame, and of its extent */
    double steps;  /* how many poses are composed */
    double still;  /* rounding error of the pose in its joint's frame */
} lw_lane_chain;

/* The joints from the world to one, it included. */
typedef struct lw_lane_path {
    double length; /* stretched out */
    double turns;  /* of their angles, the sizes, and how many steps the poses before them take */
} lw_lane_path;

/* Parts of a sum over the joints of a body's chain that are below one (lanes/needs.c). */
typedef struct lw_lane_sum {
    double all, shared;
} lw_lane_sum;

/* What a block leaves of the intervals between its times. */
typedef struct lw_lane_rest {
    double times[LW_LANES];
    size_t count;
    lw_block_rest items[LW_MOST_REST];
} lw_lane_rest;

typedef struct lw_lanes {
    const lw_frozen *frozen;
    lw_block block;
    lw_coordinates coordinates;
    double *values;        /* per variable, eight times */
    lw_lane_chain *chains; /* per body */
    double *lengths;       /* per joint: from its parent's frame to its own, without slides; ... */
    double *slot_lengths;  /* ... that of a floating joint's slot is the motion's */
    double *slides;        /* per joint: how far it slides at most */
    double *sizes;         /* per joint: of its angles */
    lw_lane_path *paths;   /* per joint: to it */
    double *rates;         /* per joint: bounds on its rate, ... */
    double *accelerations;
    double *above;     /* ... and the rates of the turning joints above it, added up */
    lw_lane_sum *sums; /* scratch memory, per joint */
    double
        *curvatures; /* per travel of lw_pairs.travels: a bound on the second derivative of its path */
    double share;    /* of these: how far points get from the chords of their paths */
    uint32_t *travels; /* those that pairs need, by their bodies */
    size_t travel_count;
    uint32_t *travel_ends; /* per body: where its own end among these */
    double *pair_gaps;     /* per pair of the block: margin and padding */
    uint32_t (*pair_travels)[2];
    double *errors;      /* per body: rounding error of its points in a block */
    lw_lane_set all;     /* what a block of a motion poses */
    lw_lane_set some;    /* what one poses that tests some of it */
    bool steady;         /* no rate changes within the piece */
    bool *marked;        /* scratch memory: per joint, then per body */
    uint32_t *near;      /* scratch memory: obstacles */
    bool all_near;       /* the block's obstacles are all that the scene has */
    uint64_t samples;    /* at how many times robots were placed, counted */
    lw_sample_fn sample; /* NULL, or called with each of them, but for states */
    void *sample_context;
    struct lw_hull_hint *hints; /* per pair of the block, for hulls of states (lanes/state_hulls.h);
                                   NULL: these are not tried */
    struct lw_lone *lone;       /* for states by themselves (lanes/lone.h); NULL: they take a block */
    lw_lane_rest first;         /* of the block over the whole */
} lw_lanes;

/* Memory comes from the arena. Errors: memory. */
lw_status lw_lanes_create(lw_arena *arena, const lw_frozen *frozen, lw_lanes **out, lw_error *error);

/* The same robots among other obstacles. */
void lw_lanes_use(lw_lanes *lanes, const lw_frozen *frozen);

/* The poses before floating joints, which each piece of a motion has of its own. */
void lw_lanes_take_piece(lw_lanes *lanes, const lw_motion *motion, size_t piece);

/* Fills the block's obstacles with those that the boxes of its bodies may meet; false where these are
 * too many. */
bool lw_lanes_take_obstacles(lw_lanes *lanes);

/* What floats can lose. u = 2^-24 is the largest relative error of one operation.
 *
 * Of a pose, for each joint, relative to the length of the chain stretched out: its rotation is a
 * product of three, each component of which sums three products (5 u in matrix norm), with sine and
 * cosine (4 u, see sine_and_cosine in lanes/shared.h) and a constant rotation rounded to floats (2 u);
 * the sum for its position loses 6 u. Less than 24 u. */
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
