/* One state by itself, vectorised over balls. Eight balls of a body are computed side by side; a block
 * (lanes/block.h) computes eight poses instead. The frames of joints are held in registers of four
 * numbers.
 *
 * The tests of a ball and an obstacle, and of two balls, add and multiply as those of a block of states
 * do (lanes/kernel/kernel.h, lanes/kernel/points.h), in the same order and for the same required
 * distances. So their rounding errors are those of a block (lanes/setup.h), and they leave the pairs
 * that a block of this state leaves. All processors give the same bits. */
#ifndef LW_LANES_LONE_H
#define LW_LANES_LONE_H

#include "lanes/setup.h"

enum {
    LW_LONE_MOST_BODIES = 64, /* more bodies have too many pairs to keep all their required distances */
    LW_LONE_MOST_BALLS = 64   /* balls and groups of a body: a set of them is held as bits */
};

typedef float lw_four __attribute__((vector_size(16)));

/* The images of the axes, and of the origin. The fourth number of each has no meaning. */
typedef struct lw_lone_frame {
    lw_four x, y, z, position;
} lw_lone_frame;

/* Eight balls, as a structure of arrays. */
typedef struct lw_lone_eight {
    lw_lane_vec center;
    lw_floats radius;
} lw_lone_eight;

/* The balls of a body, then those around its groups where it has several. */
typedef struct lw_lone_body {
    uint32_t first, end; /* its balls, in eights */
    uint32_t ball_count;
    uint64_t all;            /* its balls and groups, as bits */
    const uint64_t *members; /* per group: its balls, as bits; NULL: there are no groups */
} lw_lone_body;

typedef struct lw_lone {
    lw_lone_body *bodies;
    lw_lone_eight *eights; /* in the frames of their joints */
    uint32_t *pairs;       /* per two bodies, in rows of `row`: index in lw_block.pairs; not checked:
                              LW_NO_LANE_PAIR */
    uint32_t row;          /* a multiple of eight */

    /* required distances as a block has them, for all states whose joints have values of the same
     * `sizes` */
    bool known;
    double *sizes;        /* per joint */
    float *required;      /* per body */
    float *errors;        /* per body: the rounding errors of the centres of its balls */
    float *pair_required; /* per pair */
    float *far_squares;   /* per two bodies, as `pairs`: the squared required distance of the centres of
                             the balls around them; less than 0: the pair is not checked */

    /* of this state */
    double *values;        /* per joint, in eights: the angle or the slide */
    lw_lone_frame *frames; /* [0]: the world's; then per joint (lw_lone_frame_of) */
    lw_lane_vec *around;   /* the centres of the balls around bodies, in eights */
    lw_lane_vec *centers;  /* centres of eight balls each, computed when the body's are first needed */
    uint64_t *made;        /* per body: the number of the state for which its centres were computed */
    uint64_t number;
} lw_lone;

/* The frame of a joint; of -1: the world's. */
static inline lw_lone_frame *lw_lone_frame_of(const lw_lone *lone, int32_t joint)
{
    return &lone->frames[joint + 1];
}

/* For a block whose joints, bodies and pairs are set; NULL where there are too many bodies, or balls of
 * one. Errors: memory. */
lw_status lw_lone_create(lw_arena *arena, const lw_block *block, lw_lone **out, lw_error *error);

/* Copies the required distances of a block's bodies and pairs. */
void lw_lone_take_required(const lw_block *block, lw_lone *lone);

/* Takes the values of a state out of the first lanes of lanes->values, and finds its required
 * distances, where they are not known already: those of a block whose eight lanes all hold this state.
 */
void lw_lone_set(lw_lanes *lanes, lw_lone *lone);

/* Poses everything, and fills lw_block.boxes. */
void lw_lone_pose(lw_block *block, lw_lone *lone);
/* Tests all bodies and pairs, as lw_block_prove_states does of the first state of a block. */
void lw_lone_prove(lw_block *block, lw_lone *lone);

/* Both functions are compiled twice: for every processor, and for one with AVX2 (math/wide.h). */
void lw_lone_pose_narrow(lw_block *block, lw_lone *lone);
void lw_lone_prove_narrow(lw_block *block, lw_lone *lone);
#ifdef LW_HAS_WIDE
void lw_lone_pose_wide(lw_block *block, lw_lone *lone);
void lw_lone_prove_wide(lw_block *block, lw_lone *lone);
#endif

#endif
