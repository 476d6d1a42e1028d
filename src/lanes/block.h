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

#include "lanes/extent.h"
#include "lanes/groups.h"
#include "math/wide.h"
#include "scene/frozen.h"

enum {
    LW_LANES = 8,
    LW_ALL_POSES = (1 << LW_LANES) - 1, /* as bits */
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
    unsigned char which[4]; /* of these: which components are not 0, as bits */
} lw_float_pose;

static inline unsigned char lw_nonzero(const float v[3])
{
    return (unsigned char)((v[0] != 0) | (v[1] != 0) << 1 | (v[2] != 0) << 2);
}

/* Sets `which` of a pose whose other members are set. */
static inline void lw_float_pose_mark(lw_float_pose *at)
{
    at->which[0] = lw_nonzero(at->x);
    at->which[1] = lw_nonzero(at->y);
    at->which[2] = lw_nonzero(at->z);
    at->which[3] = lw_nonzero(at->position);
}

/* An elementary joint. Its angle or slide is multiplier * variable + offset. */
typedef struct lw_lane_joint {
    int32_t parent; /* -1: the world */
    lw_elementary_kind kind;
    int32_t variable; /* -1: none */
    double multiplier, offset;
    lw_float_pose before;
} lw_lane_joint;

/* A convex shape that contains a body, or a part of it, in the body's own frame. */
typedef struct lw_lane_hull {
    const lw_part *part;
    float (*points)[3];   /* its hull is that of these, grown by the radius; ... */
    uint32_t point_count; /* ... none: that of the part's core */
    float radius;
    lw_ball around; /* a ball that contains what it stands for */
} lw_lane_hull;

typedef struct lw_lane_body {
    int32_t joint;                 /* that moves it; -1: none */
    bool has_local;                /* else `local` is the identity */
    lw_float_pose local;           /* in the joint's frame */
    const lw_grouped_cover *cover; /* its balls, in the joint's frame */
    const lw_lane_hull *hulls;     /* that contain it together; none: not known */
    uint32_t hull_count;
    const lw_lane_hull *slices; /* that do so too, and are smaller; none: the hulls */
    uint32_t slice_count;
    bool exact;       /* it is made of its balls, ... */
    float sticks_out; /* ... of which none sticks out of it farther */
    float near; /* a body is likely to meet what comes nearer to the centre of a ball, as a share of its
                   radius */
    lw_lane_extent extent;
    float required_at_rest; /* margin and padding, and the rounding error of `local` */
    uint32_t bend;          /* in lw_block.bends: of its path in the world */
    uint32_t first_center;  /* in lw_block.centers: that of the ball around, then those of its balls,
                               then those of its groups */
} lw_lane_body;

/* Some bodies that one joint moves, or none: what is far from all of them need not be tested for each.
 */
typedef struct lw_compound {
    int32_t joint;
    const uint32_t *bodies;
    uint32_t body_count;
    lw_ball around; /* their balls around, in the joint's frame */
    lw_lane_extent extent;
    float required_at_rest; /* the largest of theirs */
    uint32_t bend;          /* that of each */
    uint32_t center;        /* in lw_block.centers; of a single body, that of the ball around it */
    uint32_t beyond; /* how many compounds are farther out on its chain, at most; of what no joint moves
                        0 */
} lw_compound;

/* Two bodies that are checked against each other, neither of them an obstacle. */
typedef struct lw_lane_pair {
    uint32_t a, b;
    int32_t common;         /* the last joint that moves both; -1: the world */
    bool self;              /* of one robot */
    bool by_boxes;          /* what its bodies need of obstacles is enough for both together */
    float required_at_rest; /* margin and padding, and twice the rounding errors of `local` of both */
    uint32_t bends[2]; /* in lw_block.bends: of the paths of both in the frame of the common joint */
    int32_t halfway;   /* the joint in the middle of the way from one to the other; -1: the world */
} lw_lane_pair;

/* Two compounds, and the pairs of a body of each, by those of the first. */
typedef struct lw_compound_pair {
    uint32_t a, b;
    int32_t common;
    bool self, by_boxes;    /* all pairs are */
    float required_at_rest; /* the largest of theirs */
    uint32_t bends[2];
    uint32_t first, end; /* in lw_block.members */
} lw_compound_pair;

/* What is tested instead of an obstacle. Of all the points as near as its radius is part of it. */
typedef enum lw_lane_shape {
    LW_LANE_BOX,
    LW_LANE_BALL,     /* about the origin */
    LW_LANE_CYLINDER, /* of radius half[0], about z */
#ifdef LW_DUMMY_KIND
    LW_LANE_DUMMY
#endif
} lw_lane_shape;

/* An obstacle: a shape that contains it, of most the shape itself. */
typedef struct lw_lane_obstacle {
    float x[3], y[3], z[3],
        offset[3]; /* into its frame: products of the point with x, y, z, + offset */
    lw_lane_shape shape;
    float half[3];
    float radius;
    float loss; /* rounding errors of a test, and of its pose */
    bool exact; /* it is the shape, but for rounding errors of half of `loss` at most */
    uint32_t body;
} lw_lane_obstacle;

/* What a block poses, in order: joints together with those above them, and compounds of all bodies, or
 * none where bodies are tested that are known. */
typedef struct lw_lane_set {
    uint32_t *joints;
    size_t joint_count;
    lw_compound *compounds;
    size_t compound_count;
} lw_lane_set;

/* The intervals on which something is not proven. */
typedef struct lw_block_rest {
    uint32_t pair;      /* in lw_block.pairs; of an obstacle: LW_NO_LANE_PAIR */
    uint32_t body;      /* with an obstacle */
    uint32_t obstacle;  /* in lw_block.obstacles; LW_CROWD: some of the crowd */
    uint32_t intervals; /* of states: poses */
} lw_block_rest;

#define LW_NO_LANE_PAIR UINT32_MAX
#define LW_CROWD        UINT32_MAX

LW_INLINED bool lw_rest_is_crowd(const lw_block_rest *rest)
{
    return rest->pair == LW_NO_LANE_PAIR && rest->obstacle == LW_CROWD;
}

/* Of bodies that are made of their balls: the share of radii that leaves out what merely touches. */
#define LW_NEAR_EXACT 0.999F

/* Where a ball of a body is so deep in an obstacle, or in a ball of another body, that they are likely
 * to meet. */
typedef struct lw_block_hit {
    uint32_t pair;     /* in lw_block.pairs; with an obstacle: LW_NO_LANE_PAIR */
    uint32_t body;     /* with an obstacle */
    uint32_t obstacle; /* in lw_block.obstacles, or ... */
    int lane;
    float square;  /* of the distance of the centre there */
    float reach;   /* below which it is in contact, but for rounding; 0: not known */
    bool of_crowd; /* ... among the crowd */
} lw_block_hit;

typedef struct lw_block {
    /* of the scene */
    lw_lane_joint *joints;
    size_t joint_count;
    lw_lane_body *bodies;
    size_t body_count;
    lw_lane_pair *pairs; /* by their first bodies, then by their second ones */
    size_t pair_count;
    uint32_t *members;                /* the pairs, by their compounds */
    lw_compound_pair *compound_pairs; /* of the compounds of a block of a motion */
    size_t compound_pair_count;
    const uint8_t *reasons; /* lw_pairs.reasons, in rows of so many: */
    size_t reason_count;

    /* the obstacles that may be near, and the boxes about them: three lower and three upper bounds,
     * each of groups of eight */
    lw_lane_obstacle *obstacles;
    size_t obstacle_count;
    lw_floats *obstacle_boxes;
    /* NULL, or in place of these all obstacles that the scene has (lanes/kernel/crowd.h), and at least
     * the rounding errors of each */
    const lw_obstacles *crowd;
    float crowd_loss;
    uint32_t first_obstacle; /* among the scene's bodies */

    /* of this block */
    const double *values;  /* per variable, eight times */
    lw_lane_error *errors; /* per joint that moves bodies, before these that of what none moves */
    lw_lane_bend *bends;
    float share; /* see lw_lane_deviation_of */
    /* by how much more than their margins bodies must keep apart: from obstacles and other robots, and
     * those of one robot from each other */
    float above_margin[2];

    const lw_lane_set *posed; /* all, or what the tests of some need */

    unsigned states; /* of poses that are states, those that are tested, as bits */

    lw_lane_frame *frames;  /* of the world, then per joint: lw_frame_of */
    lw_lane_vec *centers;   /* of balls */
    uint32_t *centers_made; /* in which block they were computed */
    uint32_t number;        /* of this block */
    float (*boxes)[6]; /* per compound: about it at all times, with what it needs of obstacles; lower
                          bounds first */

    uint32_t
        sought; /* lw_block_seek_obstacles: bodies of compounds that are near an obstacle, for each */
    bool seeks; /* tests end where there is a hit */
    bool has_hit;
    lw_block_hit hit;
    lw_block_rest *rest; /* out: what is not proven */
    size_t rest_count, rest_room;
    bool overflowed; /* there was no room for all of it */
} lw_block;

/* The frame of a joint; of -1: the world's. */
LW_INLINED lw_lane_frame *lw_frame_of(const lw_block *block, int32_t joint)
{
    return &block->frames[joint + 1];
}

/* So far from an obstacle the centre of a ball must be, without the ball's radius and the obstacle's
 * loss: of bodies that a joint moves. */
LW_INLINED float lw_required_of_obstacles(const lw_block *block, int32_t joint, float at_rest,
                                          uint32_t bend, const lw_lane_extent *extent)
{
    float error = lw_lane_error_of(&block->errors[joint + 1], extent);
    float deviation = lw_lane_deviation_of(&block->bends[bend], extent, block->share);
    return (at_rest + block->above_margin[0] + error + deviation) * LW_REQUIRED_UPWARD;
}

LW_INLINED float lw_required_of_body(const lw_block *block, const lw_lane_body *body)
{
    return lw_required_of_obstacles(block, body->joint, body->required_at_rest, body->bend,
                                    &body->extent);
}

LW_INLINED float lw_required_of_compound(const lw_block *block, const lw_compound *compound)
{
    return lw_required_of_obstacles(block, compound->joint, compound->required_at_rest, compound->bend,
                                    &compound->extent);
}

/* So far apart two balls, or two hulls, must be. The frame of the common joint, in which they are
 * tested, has errors of the same size as theirs. */
LW_INLINED float lw_required_of_two(const lw_block *block, const int32_t joints[2],
                                    const lw_lane_extent *const extents[2], float at_rest,
                                    const uint32_t bends[2])
{
    float errors = 0;
    float deviations = 0;
    for (int i = 0; i < 2; i++) {
        errors += lw_lane_error_of(&block->errors[joints[i] + 1], extents[i]);
        deviations += lw_lane_deviation_of(&block->bends[bends[i]], extents[i], block->share);
    }
    return (at_rest + 2 * errors + deviations) * LW_REQUIRED_UPWARD;
}

LW_INLINED float lw_required_of_pair(const lw_block *block, const lw_lane_pair *pair)
{
    const lw_lane_body *a = &block->bodies[pair->a];
    const lw_lane_body *b = &block->bodies[pair->b];
    return lw_required_of_two(block, (int32_t[]){a->joint, b->joint},
                              (const lw_lane_extent *const[]){&a->extent, &b->extent},
                              pair->required_at_rest + block->above_margin[pair->self], pair->bends);
}

/* Poses the joints that the block has to. */
void lw_block_pose(lw_block *block);
/* After that: places the balls around compounds, and finds the boxes about them, with what they need of
 * obstacles. */
void lw_block_place(lw_block *block);
/* After lw_block_pose: seeks a hit of outer compounds with an obstacle, at the poses alone, which takes
 * less than to test what is between them. Nothing is proven. */
void lw_block_seek_obstacles(lw_block *block);
/* The pose at which a body comes nearest to an obstacle, by the ball around it, of what the block has
 * left, and of the poses at the ends of intervals that it has left. -1: it has left no obstacle. */
int lw_block_nearest_pose(lw_block *block, const lw_block_rest *rest, size_t count);
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
void lw_block_place_narrow(lw_block *block);
void lw_block_seek_obstacles_narrow(lw_block *block);
int lw_block_nearest_pose_narrow(lw_block *block, const lw_block_rest *rest, size_t count);
void lw_block_prove_obstacles_narrow(lw_block *block);
void lw_block_prove_pairs_narrow(lw_block *block);
void lw_block_prove_rest_narrow(lw_block *block, const lw_block_rest *rest, size_t count);
void lw_block_prove_states_narrow(lw_block *block);
#ifdef LW_HAS_WIDE
void lw_block_pose_wide(lw_block *block);
void lw_block_place_wide(lw_block *block);
void lw_block_seek_obstacles_wide(lw_block *block);
int lw_block_nearest_pose_wide(lw_block *block, const lw_block_rest *rest, size_t count);
void lw_block_prove_obstacles_wide(lw_block *block);
void lw_block_prove_pairs_wide(lw_block *block);
void lw_block_prove_rest_wide(lw_block *block, const lw_block_rest *rest, size_t count);
void lw_block_prove_states_wide(lw_block *block);
#endif

#endif
