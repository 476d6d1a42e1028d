/* A block: eight poses of a motion, equally far apart in time, and the proofs of the seven intervals
 * between them (lanes/lanes.h tells how blocks are used).
 *
 * Between two poses a point stays near the chord of its path: at a distance of A h^2 / 8 at most, where
 * h is the length of the interval and A bounds the second derivative of the point's position. So a ball
 * about the point stays in the capsule over the chord, grown by that distance, which is part of the
 * required distance (lanes/required.c). Two bodies are seen in the frame of their last common joint,
 * where the difference of two points is one path.
 *
 * Poses and tests are in floats. A bound on their rounding errors is part of the required distance,
 * too: a test that succeeds is a proof, one that fails says nothing. All processors give the same bits.
 */
#ifndef LW_LANES_BLOCK_H
#define LW_LANES_BLOCK_H

#include "base/meter.h"
#include "lanes/extent.h"
#include "lanes/groups.h"
#include "math/wide.h"
#include "scene/frozen.h"

enum {
    LW_LANES = 8,
    LW_ALL_POSES = (1 << LW_LANES) - 1, /* as bits */
    LW_BLOCK_INTERVALS = LW_LANES - 1,
    LW_ALL_INTERVALS = (1 << LW_BLOCK_INTERVALS) - 1 /* bit k: the interval from pose k to k + 1 */
};

/* A SIMD vector: a number for each pose. It fills one AVX register, or two registers of four
 * (lanes/kernel/eight.h). */
typedef float lw_floats __attribute__((vector_size(32), aligned(16)));
typedef int32_t lw_ints __attribute__((vector_size(32), aligned(16)));

typedef struct lw_lane_vec {
    lw_floats x, y, z;
} lw_lane_vec;

/* Eight frames: the images of the axes, and of the origin. */
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

/* A pose that is the same in all lanes: the images of the axes, and of the origin. */
typedef struct lw_float_pose {
    float x[3], y[3], z[3], position[3];
    unsigned char which[4]; /* per vector: its components that are not 0, as bits */
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
    float (*points)[3];   /* the shape is the hull of these points, grown by the radius */
    uint32_t point_count; /* 0: the shape is the part's core, grown by the radius */
    float radius;
    lw_ball around; /* contains the body, or the part of it that the shape contains */
} lw_lane_hull;

typedef struct lw_lane_body {
    int32_t joint;                 /* the last joint that moves the body; -1: none */
    bool has_local;                /* false: `local` is the identity */
    lw_float_pose local;           /* in the joint's frame */
    const lw_grouped_cover *cover; /* its balls, in the joint's frame */
    const lw_lane_hull *hulls;     /* shapes that contain the body together; none: not known */
    uint32_t hull_count;
    const lw_lane_hull *slices; /* smaller shapes that together contain it; none: the hulls serve */
    uint32_t slice_count;
    bool exact;       /* the body is made of the balls of its cover */
    float sticks_out; /* if exact: the most by which a ball sticks out of the body */
    float near; /* share of a ball's radius: the body is likely to meet an obstacle that comes nearer to
                   the ball's centre */
    lw_lane_extent extent;
    float required_at_rest; /* margin and padding, and the rounding error of `local` */
    uint32_t bend;          /* index in lw_block.bends: the bend of its paths, seen from the world */
    uint32_t first_center;  /* index in lw_block.centers: the centre of the ball around it; the centres
                               of its balls follow, then those of its groups */
} lw_lane_body;

/* A compound: the bodies that one joint moves, or those of a robot that no joint moves, with a bounding
 * sphere around all. An obstacle that is far from the compound need not be tested against each of them.
 */
typedef struct lw_compound {
    int32_t joint;
    const uint32_t *bodies;
    uint32_t body_count;
    lw_ball around; /* contains the balls around its bodies; in the joint's frame */
    lw_lane_extent extent;
    float required_at_rest; /* the largest required_at_rest of its bodies */
    uint32_t bend;          /* index in lw_block.bends, the same for each of its bodies */
    uint32_t center;        /* index in lw_block.centers; of a single body, the body's first_center */
    uint32_t beyond; /* how many compounds are farther out, on the chain with the most of them; 0 if no
                        joint moves it */
} lw_compound;

/* Two bodies that are checked against each other, neither of them an obstacle. */
typedef struct lw_lane_pair {
    uint32_t a, b;
    int32_t common; /* the last joint that moves both; -1: the world */
    bool self;      /* of one robot */
    bool by_boxes;  /* boxes of its compounds that are apart prove it: they are grown enough for its
                       margin */
    float required_at_rest; /* margin and padding, and twice the rounding errors of `local` of both */
    uint32_t bends[2]; /* indices in lw_block.bends: the bends of the paths of a and of b, seen from
                          `common` */
    int32_t halfway;   /* the joint in the middle of the chain from one to the other; -1: the world */
} lw_lane_pair;

/* Two compounds, and the pairs of a body of each, sorted by the body of the first. */
typedef struct lw_compound_pair {
    uint32_t a, b;
    int32_t common;
    bool self, by_boxes;    /* hold for all of its pairs */
    float required_at_rest; /* the largest required_at_rest of its pairs */
    uint32_t bends[2];
    uint32_t first, end; /* in lw_block.members */
} lw_compound_pair;

/* The core of the shape that is tested in place of an obstacle. The shape has all points that are
 * within lw_lane_obstacle.radius of the core. */
typedef enum lw_lane_shape {
    LW_LANE_BOX,
    LW_LANE_BALL,     /* about the origin */
    LW_LANE_CYLINDER, /* a cylinder of radius half[0] about z */
    LW_LANE_CLOUD,    /* the points of a cloud, in its own frame */
    LW_LANE_VOXELS,   /* the boxes of an octree, in its own frame */
    LW_LANE_RASTER,   /* the cells of a height field or a depth image, in its own frame */
#ifdef LW_DUMMY_KIND
    LW_LANE_DUMMY
#endif
} lw_lane_shape;

/* An obstacle, as a shape that contains it: its own shape where the tests know that. */
typedef struct lw_lane_obstacle {
    float x[3], y[3], z[3], offset[3]; /* a point in its frame: the dot products of the point with x, y
                                          and z, plus offset */
    lw_lane_shape shape;
    float half[3];
    float radius;
    float loss; /* bounds the rounding errors of a test, and of its pose */
    bool exact; /* the shape is the obstacle's own, up to rounding errors of at most loss / 2 */
    const lw_points *points; /* of a cloud */
    const lw_voxels *voxels; /* of an octree */
    const lw_raster *raster; /* of a height field or a depth image */
    lw_meter *work;          /* as in lw_block; for the searches of clouds, octrees and rasters */
    uint32_t body;
} lw_lane_obstacle;

/* The joints and compounds that a block poses, in order: joints together with those above them. The
 * compounds are those of all bodies, or none where the block tests a list of pairs
 * (lw_block_prove_rest). */
typedef struct lw_lane_set {
    uint32_t *joints;
    size_t joint_count;
    lw_compound *compounds;
    size_t compound_count;
} lw_lane_set;

/* A pair, and the intervals on which it is not proven. */
typedef struct lw_block_rest {
    uint32_t pair;      /* index in lw_block.pairs; with an obstacle: LW_NO_LANE_PAIR */
    uint32_t body;      /* with an obstacle */
    uint32_t obstacle;  /* index in lw_block.obstacles; LW_CROWD: any of the crowd */
    uint32_t intervals; /* the unproven intervals as bits; for states: the poses */
    uint32_t meets;     /* for states: those of the poses in which balls make a contact certain */
} lw_block_rest;

#define LW_NO_LANE_PAIR UINT32_MAX
#define LW_CROWD        UINT32_MAX

LW_INLINED bool lw_rest_is_crowd(const lw_block_rest *rest)
{
    return rest->pair == LW_NO_LANE_PAIR && rest->obstacle == LW_CROWD;
}

/* Whether two entries are about the same pair. */
LW_INLINED bool lw_rest_is_same(const lw_block_rest *a, const lw_block_rest *b)
{
    return a->pair == b->pair && a->body == b->body && a->obstacle == b->obstacle;
}

/* For bodies that are made of their balls: the share of the radii within which they are likely to meet.
 * It is less than 1, so that a mere touch is no hit. */
#define LW_NEAR_EXACT 0.999F

/* A hit: a pose at which a ball of a body is so deep in an obstacle, or in a ball of another body, that
 * the two bodies are likely to meet. It proves nothing. */
typedef struct lw_block_hit {
    uint32_t pair;     /* index in lw_block.pairs; with an obstacle: LW_NO_LANE_PAIR */
    uint32_t body;     /* with an obstacle */
    uint32_t obstacle; /* index in lw_block.obstacles, or in the crowd */
    int lane;
    float square;  /* the squared distance at that pose: of the ball's centre from the obstacle's core
                      (in the crowd: from the obstacle's box), or of the two balls' centres */
    float reach;   /* at a shorter distance the two are in contact, up to rounding; 0: not known */
    bool of_crowd; /* `obstacle` is an index in lw_block.crowd */
} lw_block_hit;

/* A pair of two bodies that balls left open, neither of them an obstacle. */
typedef struct lw_noted_pair {
    uint32_t pair;      /* index in lw_block.pairs */
    uint32_t open;      /* the intervals that balls left open, as bits */
    uint32_t by_hulls;  /* those of them that directions of bounding hulls prove */
    uint32_t by_slices; /* those of the rest that directions of slices prove */
} lw_noted_pair;

/* A direction that separates a hull of each of two bodies. */
typedef struct lw_noted_direction {
    uint32_t pair;      /* index in lw_block.pairs */
    uint32_t hulls[2];  /* of the pair's first body, and of its second; LW_EVERY_HULL: all of them */
    uint32_t intervals; /* on which it separates them, as bits */
    float normal[3];    /* from the first body to the second; in the frame of lw_lane_pair.common */
} lw_noted_direction;

#define LW_EVERY_HULL UINT32_MAX

/* A direction that separates some slices of two bodies. Of a body without slices, its hulls count as
 * slices. */
typedef struct lw_noted_slices {
    uint32_t pair;                      /* index in lw_block.pairs */
    uint64_t apart[LW_BLOCK_INTERVALS]; /* per interval, the pairs of slices that it separates: bit i *
                                           (count of the second body) + j */
    float normal[3];                    /* as lw_noted_direction.normal */
} lw_noted_slices;

enum { LW_MOST_NOTED_PAIRS = 256, LW_MOST_NOTED_DIRECTIONS = 1024, LW_MOST_NOTED_SLICES = 256 };

/* Notes of a block's proofs of pairs of two bodies, from which claims are made. Pairs that are not
 * listed are proven by balls. */
typedef struct lw_block_notes {
    size_t pair_count, direction_count, slices_count;
    bool overflowed; /* there was no room for all: the notes say nothing */
    lw_noted_pair pairs[LW_MOST_NOTED_PAIRS];
    lw_noted_direction directions[LW_MOST_NOTED_DIRECTIONS];
    lw_noted_slices slices[LW_MOST_NOTED_SLICES];
} lw_block_notes;

typedef struct lw_block {
    /* of the scene */
    lw_lane_joint *joints;
    size_t joint_count;
    lw_lane_body *bodies;
    size_t body_count;
    lw_lane_pair *pairs; /* sorted by first body, then by second */
    size_t pair_count;
    uint32_t *members;                /* indices of pairs, grouped by compound pair */
    lw_compound_pair *compound_pairs; /* pairs of the compounds of a block of a motion */
    size_t compound_pair_count;
    const uint8_t *reasons; /* lw_pairs.reasons, in rows of reason_count */
    size_t reason_count;

    /* the obstacles that may be near, and the boxes about them in groups of eight: for each group three
     * lower bounds, then three upper bounds */
    lw_lane_obstacle *obstacles;
    size_t obstacle_count;
    lw_floats *obstacle_boxes;
    /* NULL, or all obstacles of the scene, which then take the place of `obstacles`
     * (lanes/kernel/crowd.h); crowd_loss bounds the rounding error of each */
    const lw_obstacles *crowd;
    float crowd_loss;
    uint32_t first_obstacle; /* index of the first among the scene's bodies */

    /* of this block */
    const double *values;  /* per variable, one for each pose */
    lw_lane_error *errors; /* one entry per joint; entry 0 is for bodies that no joint moves */
    lw_lane_bend *bends;   /* one entry per joint that moves bodies and joint from which their paths are
                              seen (lw_lanes.seen) */
    float share;           /* see lw_lane_deviation_of */
    /* target less margin, metres: [0] of pairs with obstacles and of two robots, [1] within one robot
     */
    float above_margin[2];

    const lw_lane_set *posed; /* the joints and compounds that are posed: all, or those that the tests
                                 of some pairs need */

    /* of a block of states, poses as bits: those that are tested, and those of them in which balls make
     * a contact certain. whether: in these nothing further is tested */
    unsigned states, met;
    bool whether;
    float *lost; /* per body: bounds the rounding errors of its balls' centres, for contacts that
                    are certain (lw_block_contacts) */

    lw_lane_frame *frames;  /* [0]: the world's; then per joint (lw_frame_of) */
    lw_lane_vec *centers;   /* centres of balls, each computed when it is first needed: read by
                               center_at (lanes/kernel/kernel.h) alone */
    uint64_t *centers_made; /* per centre: the number of the block for which it was computed */
    uint64_t number;        /* counts the blocks: the number of this one */
    float (*boxes)[6]; /* per compound: the box about it at all poses, grown by its required distance
                          from obstacles; lower bounds first */

    uint32_t sought; /* set by lw_block_seek_obstacles: how many bodies are in compounds near an
                        obstacle, counted for each obstacle */
    bool seeks;      /* tests have an early exit at a hit */
    bool has_hit;
    lw_block_hit hit;
    lw_block_rest *rest; /* out: the unproven pairs */
    size_t rest_count, rest_room;
    bool overflowed;       /* `rest` had no room for all unproven pairs */
    lw_block_notes *notes; /* NULL: none are made */
    lw_meter *work; /* whose units the tests take; where they are used up, the block's results mean
                      nothing */
} lw_block;

/* The frame of a joint; of -1: the world's. */
LW_INLINED lw_lane_frame *lw_frame_of(const lw_block *block, int32_t joint)
{
    return &block->frames[joint + 1];
}

/* The required distance of a ball's centre from an obstacle, without the ball's radius and the
 * obstacle's loss, for bodies that `joint` moves (-1: none). */
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

/* The required distance of two balls or two hulls, without their radii. Errors count twice: the frame
 * of the common joint, in which the test is made, has errors of the same size. */
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

/* Forward kinematics: poses the joints of lw_block.posed. */
void lw_block_pose(lw_block *block);
/* After lw_block_pose: places the balls around compounds, and fills lw_block.boxes. */
void lw_block_place(lw_block *block);
/* After lw_block_pose: seeks a hit of outer compounds (lw_compound.beyond) with an obstacle, at the
 * poses alone, which takes less time than to test the intervals between them. It proves nothing. */
void lw_block_seek_obstacles(lw_block *block);
/* After lw_block_pose, of up to eight states (lw_block.states): those in which a ball of an outer
 * compound is in an obstacle for certain, whatever the rounding errors, as bits. Only bodies that are
 * made of balls, and obstacles whose shape is known exactly, are tested. */
unsigned lw_block_contacts(lw_block *block);
/* Of unproven pairs with an obstacle, and the poses at the ends of their unproven intervals: the pose
 * at which a body, by the ball around it, comes nearest to its obstacle. -1: there is no such pair. */
int lw_block_nearest_pose(lw_block *block, const lw_block_rest *rest, size_t count);
/* Tests all bodies against the obstacles. */
void lw_block_prove_obstacles(lw_block *block);
/* Tests all pairs. */
void lw_block_prove_pairs(lw_block *block);
/* Tests the unproven pairs of another block, those with obstacles and those of two bodies. */
void lw_block_prove_rest(lw_block *block, const lw_block_rest *rest, size_t count);
/* Tests all bodies and pairs in each of up to eight states, which are independent of each other. */
void lw_block_prove_states(lw_block *block);

/* Each of these functions is compiled twice: for every processor, and for one with AVX2
 * (math/wide.h). */
void lw_block_pose_narrow(lw_block *block);
void lw_block_place_narrow(lw_block *block);
void lw_block_seek_obstacles_narrow(lw_block *block);
unsigned lw_block_contacts_narrow(lw_block *block);
int lw_block_nearest_pose_narrow(lw_block *block, const lw_block_rest *rest, size_t count);
void lw_block_prove_obstacles_narrow(lw_block *block);
void lw_block_prove_pairs_narrow(lw_block *block);
void lw_block_prove_rest_narrow(lw_block *block, const lw_block_rest *rest, size_t count);
void lw_block_prove_states_narrow(lw_block *block);
#ifdef LW_HAS_WIDE
void lw_block_pose_wide(lw_block *block);
void lw_block_place_wide(lw_block *block);
void lw_block_seek_obstacles_wide(lw_block *block);
unsigned lw_block_contacts_wide(lw_block *block);
int lw_block_nearest_pose_wide(lw_block *block, const lw_block_rest *rest, size_t count);
void lw_block_prove_obstacles_wide(lw_block *block);
void lw_block_prove_pairs_wide(lw_block *block);
void lw_block_prove_rest_wide(lw_block *block, const lw_block_rest *rest, size_t count);
void lw_block_prove_states_wide(lw_block *block);
#endif

#endif
