/* A block: eight poses of a motion side by side, at times that are equally far apart, and what they
 * prove of the seven intervals between them.
 *
 * Between two poses a point stays near the chord of its path: at a distance of A h^2 / 8 at most, where
 * h is the interval and A bounds the second derivative of its position. So a ball about it stays in the
 * capsule over the chord, grown by that (lanes/needs.c adds it to what a test needs). Two bodies are
 * seen from their last common joint, in whose frame the difference of two points is one path.
 *
 * Everything here is in floats. What rounding can do is part of what a test needs, too: a test that
 * succeeds is a proof, one that fails says nothing. All processors give the same bits. */
#ifndef LW_LANES_BLOCK_H
#define LW_LANES_BLOCK_H

#include "lanes/groups.h"
#include "math/wide.h"
#include "robot/frozen.h"

enum {
    LW_LANES = 8,
    LW_BLOCK_INTERVALS = LW_LANES - 1,
    LW_ALL_INTERVALS = (1 << LW_BLOCK_INTERVALS) - 1 /* as bits: bit k is from pose k to k + 1 */
};

/* A number for each pose. */
typedef float lw_floats __attribute__((vector_size(32), aligned(16)));
typedef int32_t lw_ints __attribute__((vector_size(32), aligned(16)));

typedef struct lw_lane_vec {
    lw_floats x, y, z;
} lw_lane_vec;

/* The images of the axes, and of the origin. */
typedef struct lw_lane_frame {
    lw_lane_vec x, y, z, position;
} lw_lane_frame;

LW_INLINED vec3 lw_in_lane(const lw_lane_vec *v, int lane)
{
    return v3((double)v->x[lane], (double)v->y[lane], (double)v->z[lane]);
}

LW_INLINED mat3 lw_rotation_in_lane(const lw_lane_frame *frame, int lane)
{
    return (mat3){lw_in_lane(&frame->x, lane), lw_in_lane(&frame->y, lane),
                  lw_in_lane(&frame->z, lane)};
}

/* The same of a pose that does not move. */
typedef struct lw_float_pose {
    float x[3], y[3], z[3], position[3];
} lw_float_pose;

/* An elementary joint. */
typedef struct lw_lane_joint {
    int32_t parent; /* -1: the world */
    lw_elementary_kind kind;
    lw_float_pose before;
} lw_lane_joint;

/* A convex shape that contains a body, or a part of it, in the body's frame. */
typedef struct lw_lane_hull {
    const lw_part *part;
    float (*points)[3];   /* its hull is that of these, grown by the radius; ... */
    uint32_t point_count; /* ... none: that of the part's core */
    float radius;
    lw_ball around; /* a ball that contains what it stands for */
} lw_lane_hull;

typedef struct lw_lane_body {
    int32_t joint;  /* that moves it; -1: none */
    bool has_local; /* else `local` is the identity */
    lw_float_pose local;
    const lw_grouped_cover *cover;
    const lw_lane_hull *hulls; /* that contain it together; none: not known */
    uint32_t hull_count;
    const lw_lane_hull *slices; /* that do so too, and are smaller; none: the hulls */
    uint32_t slice_count;
    float near; /* a body is likely to meet what comes nearer to the centre of a ball, as a share of its
                   radius */
    uint32_t first_center; /* in lw_block.centers: that of the ball around, then those of its balls,
                              then those of its groups */
} lw_lane_body;

/* Two bodies that are checked against each other, neither of them an obstacle. */
typedef struct lw_lane_pair {
    uint32_t a, b;
    int32_t common;  /* the last joint that moves both; -1: the world */
    bool by_boxes;   /* what its bodies need of obstacles is enough for both together */
    float need;      /* so far apart two balls, or two hulls, must be */
    int32_t halfway; /* the joint in the middle of the way from one to the other; -1: the world */
} lw_lane_pair;

/* What is tested instead of an obstacle. Of all the points as near as its radius is part of it. */
typedef enum lw_lane_shape {
    LW_LANE_BOX,
    LW_LANE_BALL,    /* about the origin */
    LW_LANE_CYLINDER /* of radius half[0], about z */
} lw_lane_shape;

/* An obstacle: a shape that contains it, of most the shape itself. */
typedef struct lw_lane_obstacle {
    float x[3], y[3], z[3],
        offset[3]; /* into its frame: products of the point with x, y, z, + offset */
    lw_lane_shape shape;
    float half[3];
    float radius;
    float loss; /* rounding errors of a test, and of its pose */
    uint32_t body;
} lw_lane_obstacle;

/* What a block poses, in order: joints together with those above them. */
typedef struct lw_lane_set {
    uint32_t *joints;
    size_t joint_count;
    uint32_t *bodies;
    size_t body_count;
} lw_lane_set;

/* The intervals on which something is not proven. */
typedef struct lw_block_rest {
    uint32_t pair;      /* in lw_block.pairs; of an obstacle: LW_NO_LANE_PAIR */
    uint32_t body;      /* with an obstacle */
    uint32_t obstacle;  /* in lw_block.obstacles */
    uint32_t intervals; /* of states: poses */
} lw_block_rest;

#define LW_NO_LANE_PAIR UINT32_MAX

/* Where a ball of a body is so deep in an obstacle that the body is likely to meet it. */
typedef struct lw_block_hit {
    uint32_t body;
    uint32_t obstacle; /* in lw_block.obstacles */
    int lane;
} lw_block_hit;

typedef struct lw_block {
    /* of the scene */
    lw_lane_joint *joints;
    size_t joint_count;
    lw_lane_body *bodies;
    size_t body_count;
    lw_lane_pair *pairs;
    size_t pair_count;
    const uint8_t *reasons; /* lw_pairs.reasons, in rows of so many: */
    size_t reason_count;

    /* the obstacles that may be near, and the boxes about them: three lower and three upper bounds,
     * each of groups of eight */
    lw_lane_obstacle *obstacles;
    size_t obstacle_count;
    lw_floats *obstacle_boxes;

    /* of this block; per joint: the angle less quarter turns, and how many these are; or the slide */
    float (*values)[LW_LANES];
    int32_t (*quarters)[LW_LANES];
    float *needs; /* per body: so far from an obstacle the centre of a ball must be, without the ball's
                     radius and the obstacle's loss */

    const lw_lane_set *posed; /* all, or what the tests of some need */

    unsigned states; /* of poses that are states, those that are tested, as bits */

    lw_lane_frame *frames;  /* per joint */
    lw_lane_frame *placed;  /* per body */
    lw_lane_vec *centers;   /* of balls */
    uint32_t *centers_made; /* in which block they were computed */
    uint32_t number;        /* of this block */
    float (*boxes)[6]; /* per body: about it at all times, with what it needs; lower bounds first */

    bool seeks; /* tests against obstacles end where there is a hit */
    bool has_hit;
    lw_block_hit hit;
    lw_block_rest *rest; /* out: what is not proven */
    size_t rest_count, rest_room;
    bool overflowed; /* there was no room for all of it */
} lw_block;

/* Poses what the block has to, and finds the boxes of these bodies. */
void lw_block_pose(lw_block *block);
/* Tests all bodies against the obstacles. */
void lw_block_prove_obstacles(lw_block *block);
/* Tests all pairs. */
void lw_block_prove_pairs(lw_block *block);
/* Both of what another block has left. */
void lw_block_prove_rest(lw_block *block, const lw_block_rest *rest, size_t count);
/* Tests all bodies and pairs at each of up to eight states, which have nothing to do with each other.
 */
void lw_block_prove_states(lw_block *block);

/* These for every processor, and for one with wide registers (math/wide.h). */
void lw_block_pose_narrow(lw_block *block);
void lw_block_prove_obstacles_narrow(lw_block *block);
void lw_block_prove_pairs_narrow(lw_block *block);
void lw_block_prove_rest_narrow(lw_block *block, const lw_block_rest *rest, size_t count);
void lw_block_prove_states_narrow(lw_block *block);
#ifdef LW_HAS_WIDE
void lw_block_pose_wide(lw_block *block);
void lw_block_prove_obstacles_wide(lw_block *block);
void lw_block_prove_pairs_wide(lw_block *block);
void lw_block_prove_rest_wide(lw_block *block, const lw_block_rest *rest, size_t count);
void lw_block_prove_states_wide(lw_block *block);
#endif

#endif
