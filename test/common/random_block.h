/* Blocks of random joints, bodies and obstacles that do not fit together: balls around others do not
 * contain them, and boxes do not enclose their contents. For tests that compare kernels with each
 * other. */
#ifndef LW_TEST_RANDOM_BLOCK_H
#define LW_TEST_RANDOM_BLOCK_H

#include "base/random.h"
#include "body/point_grid.h"
#include "body/voxels.h"
#include "lanes/lone.h"
#include "shape/polytope.h"

enum {
    JOINTS = 9,
    BODIES = 6,
    BALLS = 70, /* of a body: more than a block tries pair by pair */
    HULLS = 4,
    POINTS = 24, /* of a hull, and of a polytope */
    OBSTACLES = 19,
    SCATTERED = 60, /* points of a cloud, at most */
    GROUPS = (OBSTACLES + LW_LANES - 1) / LW_LANES,
    PAIRS = BODIES * (BODIES - 1) / 2,
    REST = PAIRS + BODIES * OBSTACLES,
    BENDS = 5,
    CENTERS = BODIES * (2 + 2 * BALLS)
};

/* A polytope whose vertices are searched; nothing else of it is set. */
typedef struct polytope {
    lw_polytope own;
    vec3 vertices[POINTS];
    lw_polytope_block blocks[POINTS / 8];
} polytope;

/* A body's balls and hulls. */
typedef struct solid {
    lw_grouped_cover cover;
    lw_ball balls[BALLS];
    lw_ball_group groups[BALLS];
    lw_lane_hull hulls[2][HULLS]; /* and slices */
    lw_part parts[2][HULLS];
    polytope polytopes[2][HULLS];
    float points[2][HULLS][POINTS][3];
} solid;

/* A cloud, whose grid has random bounds. */
typedef struct some_points {
    lw_points own;
    lw_point_grid grid;
    float narrow[3][SCATTERED];
    lw_point_box boxes[SCATTERED];
    uint8_t bounds[8 * 8 * 8];
} some_points;

/* An octree, whose bounds are about the boxes below each node. */
typedef struct some_voxels {
    lw_voxels own;
    lw_voxel_box boxes[SCATTERED];
    lw_voxel_bounds bounds[SCATTERED];
} some_voxels;

/* A block, and all that it points to. left: open pairs of one test while another one runs. */
typedef struct block_scene {
    lw_block block;
    lw_lane_joint joints[JOINTS];
    lw_lane_body bodies[BODIES];
    lw_lane_pair pairs[PAIRS];
    solid solids[BODIES];
    uint8_t reasons[BODIES * (BODIES + OBSTACLES)];
    lw_lane_obstacle obstacles[OBSTACLES];
    some_points clouds[OBSTACLES];
    some_voxels octrees[OBSTACLES];
    lw_floats boxes_of_obstacles[6 * GROUPS];
    double values[JOINTS][LW_LANES];
    lw_lane_error errors[JOINTS + 1];
    lw_lane_bend bends[BENDS];
    lw_lane_frame frames[JOINTS + 1];
    lw_lane_vec centers[CENTERS];
    uint64_t made[CENTERS];
    float boxes[BODIES][6];
    uint32_t joint_order[JOINTS], body_order[BODIES], members[PAIRS];
    lw_compound compounds[BODIES], each_body[BODIES];
    lw_compound_pair compound_pairs[BODIES * (BODIES + 1) / 2];
    lw_lane_set all, each, joints_alone;
    lw_block_rest rest[REST];
    lw_block_rest left[REST];
} block_scene;

vec3 some_vector(lw_random *random, double size);
pose some_place(lw_random *random, double size);
void make_polytope(lw_random *random, double size, polytope *out);
lw_convex some_convex(lw_random *random, double size, polytope *memory);
void make_block_scene(lw_random *random, double size, block_scene *s);

/* Proves the first state of the block by itself, and by a block of equal states. Returns whether both
 * place the balls around bodies and the boxes at the same places, and leave the same pairs open; these
 * are in s->block.rest. */
bool lone_is_as_block(block_scene *s, lw_lone *lone);

#endif
