/* Blocks of random joints, bodies and obstacles. */
#include "random_block.h"

#include "math/pose.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- random input ------------------------------------------------------------------------------ */

static float some(lw_random *random, double low, double high)
{
    return (float)lw_random_between(random, low, high);
}

vec3 some_vector(lw_random *random, double size)
{
    double x = lw_random_between(random, -size, size);
    double y = lw_random_between(random, -size, size);
    return v3(x, y, lw_random_between(random, -size, size));
}

static mat3 some_rotation(lw_random *random)
{
    vec3 x = v3(1, 0, 0);
    vec3 y = v3(0, 1, 0);
    if (lw_random_below(random, 4)) {
        x = some_vector(random, 1);
        x = scale(1 / norm(x), x);
        y = cross(x, some_vector(random, 1));
        y = scale(1 / norm(y), y);
    }
    return (mat3){x, y, cross(x, y)};
}

pose some_place(lw_random *random, double size)
{
    pose at;
    at.rotation = some_rotation(random);
    at.position = some_vector(random, size);
    return at;
}

static void set_floats(vec3 from, float to[3])
{
    to[0] = (float)from.x;
    to[1] = (float)from.y;
    to[2] = (float)from.z;
}

static lw_float_pose some_pose(lw_random *random, double size)
{
    pose from = some_place(random, size);
    lw_float_pose at;
    set_floats(from.rotation.x, at.x);
    set_floats(from.rotation.y, at.y);
    set_floats(from.rotation.z, at.z);
    set_floats(from.position, at.position);
    if (lw_random_below(random, 4) == 0)
        at.position[lw_random_below(random, 3)] = at.position[lw_random_below(random, 3)] = 0;
    lw_float_pose_mark(&at);
    return at;
}

void make_polytope(lw_random *random, double size, polytope *out)
{
    memset(out, 0, sizeof *out);
    uint32_t count = 4 + lw_random_below(random, POINTS - 3);
    out->own.vertices = out->vertices;
    out->own.blocks = out->blocks;
    out->own.vertex_count = count;
    out->own.block_count = (count + 7) / 8;
    for (uint32_t i = 0; i < 8 * out->own.block_count; i++) {
        lw_polytope_block *block = &out->blocks[i / 8];
        if (i < count) {
            vec3 p = some_vector(random, size);
            out->vertices[i] = p;
            out->own.center = add_scaled(out->own.center, 1.0 / count, p);
            out->own.extent = greater(out->own.extent, norm(p));
        }
        uint32_t vertex = i < count ? i : i - i % 8;
        block->vertex[i % 8] = vertex;
        block->each[0][i % 8] = out->vertices[vertex].x;
        block->each[1][i % 8] = out->vertices[vertex].y;
        block->each[2][i % 8] = out->vertices[vertex].z;
    }
}

lw_convex some_convex(lw_random *random, double size, polytope *memory)
{
    lw_convex shape = {.core = (lw_core)lw_random_below(random, LW_CORE_COUNT)};
    shape.radius = lw_random_below(random, 2) ? 0 : lw_random_between(random, 0, size / 4);
    vec3 half = abs3(some_vector(random, size));
    if (shape.core != LW_CORE_POINT && shape.core != LW_CORE_TRIANGLE && shape.core != LW_CORE_POLYTOPE)
        shape.half = half;
    if (shape.core == LW_CORE_CYLINDER || shape.core == LW_CORE_CONE)
        shape.half.y = shape.half.x;
    if (shape.core == LW_CORE_SEGMENT)
        shape.half.x = shape.half.y = 0;
    for (int i = 0; i < 3 && shape.core == LW_CORE_TRIANGLE; i++)
        shape.triangle[i] = some_vector(random, size);
    if (shape.core == LW_CORE_POLYTOPE) {
        make_polytope(random, size, memory);
        shape.polytope = &memory->own;
    }
    return shape;
}

static void set_joints(lw_random *random, double size, block_scene *s)
{
    for (int i = 0; i < JOINTS; i++) {
        lw_lane_joint *joint = &s->joints[i];
        bool is_tree = lw_random_below(random, 3) == 0;
        joint->parent = is_tree ? (int32_t)lw_random_below(random, (uint32_t)i + 1) - 1 : i - 1;
        joint->kind = (lw_elementary_kind)lw_random_below(random, 3);
        joint->before = some_pose(random, 0.3 * size);
        bool turns = joint->kind == LW_ELEMENTARY_REVOLUTE;
        double reach = turns ? 4 : 0.3 * size;
        double from = lw_random_between(random, -reach, reach);
        double to = lw_random_below(random, 4) ? lw_random_between(random, -reach, reach) : from;
        for (int k = 0; k < LW_LANES; k++)
            s->values[i][k] = from + (to - from) * k / 7;
        /* some joints have no variable, some that of the joint before */
        uint32_t kind = lw_random_below(random, 6);
        joint->variable = kind == 0 ? -1 : kind == 1 && i ? i - 1 : i;
        joint->multiplier = lw_random_below(random, 2) ? 1 : lw_random_between(random, -2, 2);
        joint->offset = lw_random_below(random, 2) ? 0 : lw_random_between(random, -reach, reach);
    }
}

static lw_ball some_ball(lw_random *random, double away, double size)
{
    lw_ball ball;
    set_floats(some_vector(random, away), ball.center);
    ball.radius = some(random, 0, size);
    return ball;
}

static void set_hull(lw_random *random, double size, solid *of, int which, int i)
{
    lw_part *part = &of->parts[which][i];
    lw_lane_hull *hull = &of->hulls[which][i];
    part->shape = some_convex(random, 0.1 * size, &of->polytopes[which][i]);
    part->at = some_place(random, 0.1 * size);
    hull->part = part;
    hull->points = of->points[which][i];
    hull->point_count = lw_random_below(random, 3) ? 1 + lw_random_below(random, POINTS) : 0;
    for (uint32_t k = 0; k < hull->point_count; k++)
        set_floats(some_vector(random, 0.1 * size), hull->points[k]);
    hull->radius = some(random, 0, 0.02 * size);
    hull->around = some_ball(random, 0.05 * size, 0.2 * size);
}

static lw_lane_extent some_extent(lw_random *random, double size)
{
    lw_lane_extent extent;
    extent.reach = some(random, 0, size);
    extent.axis = some(random, 0, size);
    extent.length = some(random, 0, size);
    return extent;
}

/* Bounds on rounding errors and on the curvature of paths, for bodies of a size. */
static void set_bounds(lw_random *random, double size, block_scene *s)
{
    for (int i = 0; i <= JOINTS; i++) {
        s->errors[i].per_length = some(random, 0, 1e-5);
        s->errors[i].own = some(random, 0, 1e-5 * size);
    }
    for (int i = 0; i < BENDS; i++) {
        s->bends[i].per_axis = some(random, 0, 0.01);
        s->bends[i].per_reach = some(random, 0, 0.01);
        s->bends[i].own = some(random, 0, 0.01 * size);
    }
}

static void set_bodies(lw_random *random, double size, block_scene *s)
{
    uint32_t center = 0;
    for (int i = 0; i < BODIES; i++) {
        solid *of = &s->solids[i];
        lw_lane_body *body = &s->bodies[i];
        /* many have the same joint as the body before */
        body->joint = i && lw_random_below(random, 2)
                          ? s->bodies[i - 1].joint
                          : (int32_t)lw_random_below(random, JOINTS + 1) - 1;
        body->has_local = lw_random_below(random, 2);
        body->local = some_pose(random, 0.1 * size);
        body->cover = &of->cover;
        of->cover.balls = of->balls;
        of->cover.count = 1 + lw_random_below(random, lw_random_below(random, 6) ? 20 : BALLS);
        of->cover.around = some_ball(random, 0.1 * size, 0.3 * size);
        for (uint32_t k = 0; k < of->cover.count; k++)
            of->balls[k] = some_ball(random, 0.1 * size, 0.05 * size);
        of->cover.groups = of->groups;
        of->cover.group_count = 0;
        for (uint32_t k = 0; k < of->cover.count;) {
            uint32_t end = k + 1 + lw_random_below(random, of->cover.count - k);
            lw_ball ball = some_ball(random, 0.1 * size, 0.2 * size);
            of->groups[of->cover.group_count++] = (lw_ball_group){ball, k, end};
            k = end;
        }
        for (int which = 0; which < 2; which++)
            for (int k = 0; k < HULLS; k++)
                set_hull(random, size, of, which, k);
        body->hulls = of->hulls[0];
        body->hull_count = size > 1e9 ? 0 : lw_random_below(random, HULLS + 1);
        body->slices = of->hulls[1];
        body->slice_count = lw_random_below(random, HULLS + 1);
        body->first_center = center;
        center += 1 + of->cover.count + of->cover.group_count;
        body->extent = some_extent(random, size);
        body->required_at_rest = some(random, 0, 0.02 * size);
        body->bend = lw_random_below(random, BENDS);
        body->exact = lw_random_below(random, 2);
        body->sticks_out = body->exact ? some(random, 0, 0.001 * size) : 0;
        body->near = some(random, 0.5, 1);
    }
}

/* Compounds of the bodies of each joint, in an order in which these are adjacent. */
static void set_compounds(lw_random *random, double size, block_scene *s)
{
    uint32_t placed = 0;
    for (int32_t joint = -1; joint < JOINTS; joint++) {
        uint32_t first = placed;
        for (uint32_t i = 0; i < BODIES; i++)
            if (s->bodies[i].joint == joint)
                s->body_order[placed++] = i;
        if (placed == first)
            continue;
        size_t which = s->all.compound_count++;
        s->compounds[which] = (lw_compound){.joint = joint,
                                            .bodies = &s->body_order[first],
                                            .body_count = placed - first,
                                            .around = some_ball(random, 0.1 * size, 0.3 * size),
                                            .extent = some_extent(random, size),
                                            .required_at_rest = some(random, 0, 0.02 * size),
                                            .bend = lw_random_below(random, BENDS),
                                            .beyond = lw_random_below(random, 3),
                                            .center = (uint32_t)(CENTERS - 1 - which)};
    }
    for (uint32_t i = 0; i < BODIES; i++) {
        const lw_lane_body *body = &s->bodies[s->body_order[i]];
        s->each_body[s->body_order[i]] = (lw_compound){.joint = body->joint,
                                                       .bodies = &s->body_order[i],
                                                       .body_count = 1,
                                                       .around = body->cover->around,
                                                       .extent = body->extent,
                                                       .required_at_rest = body->required_at_rest,
                                                       .bend = body->bend,
                                                       .center = body->first_center};
    }
    s->each.compound_count = BODIES;
}

static int32_t common_joint(const block_scene *s, int32_t a, int32_t b)
{
    while (a != b)
        if (a > b)
            a = s->joints[a].parent;
        else
            b = s->joints[b].parent;
    return a;
}

static void set_pairs(lw_random *random, double size, block_scene *s)
{
    uint32_t count = 0;
    for (uint32_t a = 0; a < BODIES; a++)
        for (uint32_t b = a + 1; b < BODIES; b++) {
            lw_lane_pair *pair = &s->pairs[count++];
            *pair = (lw_lane_pair){.a = a, .b = b};
            pair->common = common_joint(s, s->bodies[a].joint, s->bodies[b].joint);
            pair->required_at_rest = some(random, 0, 0.02 * size);
            pair->bends[0] = lw_random_below(random, BENDS);
            pair->bends[1] = lw_random_below(random, BENDS);
        }
}

static bool is_of(const block_scene *s, const lw_lane_pair *pair, const lw_compound_pair *both)
{
    int32_t a = s->bodies[pair->a].joint;
    int32_t b = s->bodies[pair->b].joint;
    int32_t one = s->compounds[both->a].joint;
    int32_t other = s->compounds[both->b].joint;
    return (a == one && b == other) || (a == other && b == one);
}

static void set_compound_pairs(lw_random *random, double size, block_scene *s)
{
    uint32_t placed = 0;
    for (uint32_t a = 0; a < s->all.compound_count; a++)
        for (uint32_t b = a; b < s->all.compound_count; b++) {
            lw_compound_pair both = {.a = a, .b = b, .first = placed};
            both.common = common_joint(s, s->compounds[a].joint, s->compounds[b].joint);
            both.by_boxes = lw_random_below(random, 2);
            both.required_at_rest = some(random, 0, 0.02 * size);
            both.bends[0] = lw_random_below(random, BENDS);
            both.bends[1] = lw_random_below(random, BENDS);
            for (uint32_t i = 0; i < PAIRS; i++)
                if (is_of(s, &s->pairs[i], &both))
                    s->members[placed++] = i;
            both.end = placed;
            if (both.end > both.first)
                s->compound_pairs[s->block.compound_pair_count++] = both;
        }
}

/* Fills a cloud with points; boxes are about those below each node. */
static void set_cloud(lw_random *random, double size, some_points *out)
{
    lw_points *own = &out->own;
    const int32_t row = 8;
    own->count = 20 + lw_random_below(random, SCATTERED - 19);
    own->stored = 7;
    own->boxes = out->boxes;
    own->grid = &out->grid;
    for (int k = 0; k < 3; k++) {
        own->narrow[k] = out->narrow[k];
        for (uint32_t i = 0; i < own->count; i++)
            out->narrow[k][i] = some(random, -size, size);
        for (uint32_t node = 0; node < own->stored; node++) {
            const lw_heap_range range = lw_points_below(own, node);
            float low = out->narrow[k][range.first];
            float high = low;
            for (uint32_t i = range.first; i < range.end; i++) {
                low = out->narrow[k][i] < low ? out->narrow[k][i] : low;
                high = out->narrow[k][i] > high ? out->narrow[k][i] : high;
            }
            out->boxes[node].low[k] = low;
            out->boxes[node].high[k] = high;
        }
        out->grid.origin[k] = (float)-size;
        out->grid.last[k] = 7;
    }
    out->grid.inverse = (float)(4 / size);
    out->grid.step = (float)(0.01 * size);
    out->grid.row = row;
    out->grid.plane = row * row;
    out->grid.bounds = out->bounds;
    for (int i = 0; i < row * row * row; i++)
        out->bounds[i] = (uint8_t)lw_random_below(random, 120);
}

/* Fills an octree with boxes within `size` of the origin. Other boxes may be around it. */
static void set_octree(lw_random *random, double size, some_voxels *out)
{
    enum { SIDE = 40 };
    lw_voxels *own = &out->own;
    own->inner = 20 + lw_random_below(random, SCATTERED - 19);
    own->outer_reach = lw_random_below(random, 2) ? 1e4 * size : 0;
    own->count = own->inner + (own->outer_reach > 0 ? LW_OUTER_BOXES : 0);
    own->stored = 7;
    own->unit = size / SIDE;
    own->known = SIDE + (int32_t)lw_random_below(random, SIDE);
    own->boxes = out->boxes;
    own->bounds = out->bounds;
    for (uint32_t i = 0; i < own->inner; i++) {
        out->boxes[i].level = (uint8_t)lw_random_below(random, 4);
        out->boxes[i].along = (uint8_t)lw_random_below(random, 7);
        for (int k = 0; k < 3; k++)
            out->boxes[i].low[k] =
                (uint16_t)(LW_VOXELS_HALF - SIDE + lw_random_below(random, 2 * SIDE));
    }
    for (uint32_t node = 0; node < own->stored; node++) {
        const lw_heap_range range = lw_voxels_below(own, node);
        lw_voxel_bounds *bounds = &out->bounds[node];
        *bounds = (lw_voxel_bounds){{UINT16_MAX, UINT16_MAX, UINT16_MAX}, {0, 0, 0}};
        for (uint32_t i = range.first; i < range.end; i++) {
            const lw_voxel_bounds box = lw_voxel_bounds_of(&out->boxes[i]);
            for (int k = 0; k < 3; k++) {
                bounds->low[k] = box.low[k] < bounds->low[k] ? box.low[k] : bounds->low[k];
                bounds->last[k] = box.last[k] > bounds->last[k] ? box.last[k] : bounds->last[k];
            }
        }
    }
}

static void set_obstacles(lw_random *random, double size, block_scene *s)
{
    for (int i = 0; i < OBSTACLES; i++) {
        lw_lane_obstacle *o = &s->obstacles[i];
        lw_float_pose at = some_pose(random, size);
        memcpy(o->x, at.x, sizeof o->x);
        memcpy(o->y, at.y, sizeof o->y);
        memcpy(o->z, at.z, sizeof o->z);
        memcpy(o->offset, at.position, sizeof o->offset);
        for (int k = 0; k < 3; k++)
            o->half[k] = some(random, 0, 0.4 * size);
        o->loss = some(random, 0, 0.01 * size);
        o->exact = lw_random_below(random, 2);
        o->radius = lw_random_below(random, 2) ? some(random, 0, 0.2 * size) : 0;
        o->shape = (lw_lane_shape)lw_random_below(random, 5);
        if (o->shape == LW_LANE_VOXELS) {
            o->voxels = &s->octrees[i].own;
            set_octree(random, size, &s->octrees[i]);
        }
        if (o->shape == LW_LANE_CLOUD) {
            o->points = &s->clouds[i].own;
            set_cloud(random, size, &s->clouds[i]);
        }
        o->body = (uint32_t)(BODIES + i);
    }
    for (int i = 0; i < LW_LANES * GROUPS; i++)
        for (int k = 0; k < 3; k++) {
            lw_floats *group = s->boxes_of_obstacles + (ptrdiff_t)6 * (i / LW_LANES);
            float low = some(random, -size, 0.5 * size);
            float high = low + some(random, 0, size);
            group[k][i % LW_LANES] = i < OBSTACLES ? low : HUGE_VALF;
            group[3 + k][i % LW_LANES] = i < OBSTACLES ? high : -HUGE_VALF;
        }
}

void make_block_scene(lw_random *random, double size, block_scene *s)
{
    memset(s, 0, sizeof *s);
    set_joints(random, size, s);
    set_bounds(random, size, s);
    set_bodies(random, size, s);
    set_compounds(random, size, s);
    set_pairs(random, size, s);
    set_compound_pairs(random, size, s);
    set_obstacles(random, size, s);
    for (uint32_t i = 0; i < JOINTS; i++)
        s->joint_order[i] = i;
    s->all = (lw_lane_set){s->joint_order, JOINTS, s->compounds, s->all.compound_count};
    s->each = (lw_lane_set){s->joint_order, JOINTS, s->each_body, BODIES};
    s->joints_alone = (lw_lane_set){s->joint_order, JOINTS, NULL, 0};
    for (int i = 0; i < LW_LANES; i++)
        s->frames[0].x.x[i] = s->frames[0].y.y[i] = s->frames[0].z.z[i] = 1;
    s->block = (lw_block){.joints = s->joints,
                          .joint_count = JOINTS,
                          .bodies = s->bodies,
                          .body_count = BODIES,
                          .pairs = s->pairs,
                          .pair_count = PAIRS,
                          .members = s->members,
                          .compound_pairs = s->compound_pairs,
                          .compound_pair_count = s->block.compound_pair_count,
                          .reasons = s->reasons,
                          .reason_count = BODIES + OBSTACLES,
                          .obstacles = s->obstacles,
                          .obstacle_count = OBSTACLES,
                          .obstacle_boxes = s->boxes_of_obstacles,
                          .values = s->values[0],
                          .errors = s->errors,
                          .bends = s->bends,
                          .share = lw_random_below(random, 4) ? some(random, 0, 1) : 0,
                          .posed = &s->all,
                          .states = 1 + lw_random_below(random, 255),
                          .frames = s->frames,
                          .centers = s->centers,
                          .centers_made = s->made,
                          .boxes = s->boxes,
                          .rest = s->rest,
                          .rest_room = REST};
    for (size_t i = 0; i < sizeof s->reasons; i++)
        s->reasons[i] = lw_random_below(random, 5) ? LW_PAIR_CHECKED : LW_PAIR_ADJACENT;
}

/* ---- single states ----------------------------------------------------------------------------- */

static int by_place(const void *a, const void *b)
{
    const lw_block_rest *one = a;
    const lw_block_rest *other = b;
    if (one->pair != other->pair)
        return one->pair < other->pair ? -1 : 1;
    if (one->body != other->body)
        return one->body < other->body ? -1 : 1;
    return (one->obstacle > other->obstacle) - (one->obstacle < other->obstacle);
}

/* Proves the first state of a scene without a block. The open pairs go to s->left; returns their
 * number. */
static size_t prove_lone(block_scene *s, lw_lone *lone)
{
    for (int i = 0; i < JOINTS; i++) {
        const lw_lane_joint *joint = &s->joints[i];
        double given = joint->variable < 0 ? 0 : s->values[joint->variable][0];
        lone->values[i] = joint->offset + joint->multiplier * given;
    }
    s->block.rest_count = 0;
    s->block.posed = &s->each;
    lw_lone_take_required(&s->block, lone);
    lw_lone_pose(&s->block, lone);
    lw_lone_prove(&s->block, lone);
    memcpy(s->left, s->rest, sizeof s->rest);
    return s->block.rest_count;
}

/* Proves the same state by a block whose states are all equal to it; the open pairs go to s->rest. */
static size_t prove_eight_times(block_scene *s)
{
    for (int i = 0; i < JOINTS; i++)
        for (int k = 1; k < LW_LANES; k++)
            s->values[i][k] = s->values[i][0];
    s->block.states = 1;
    s->block.rest_count = 0;
    lw_block_pose(&s->block);
    lw_block_place(&s->block);
    lw_block_prove_states(&s->block);
    return s->block.rest_count;
}

/* Compares the balls around bodies and their boxes with those of the block. */
static bool same_places(const block_scene *s, const lw_lone *lone, float (*boxes)[6])
{
    bool same = true;
    for (int i = 0; i < BODIES; i++) {
        const lw_lane_vec *own = &lone->around[i / LW_LANES];
        const lw_lane_vec *should = &s->centers[s->bodies[i].first_center];
        same &= own->x[i % LW_LANES] == should->x[0] && own->y[i % LW_LANES] == should->y[0] &&
                own->z[i % LW_LANES] == should->z[0];
        for (int k = 0; k < 6; k++)
            same &= boxes[i][k] == s->boxes[i][k];
    }
    return same;
}

bool lone_is_as_block(block_scene *s, lw_lone *lone)
{
    float boxes[BODIES][6];
    size_t count = prove_lone(s, lone);
    memcpy(boxes, s->boxes, sizeof boxes);
    bool same = prove_eight_times(s) == count && same_places(s, lone, boxes);
    qsort(s->left, count, sizeof *s->left, by_place);
    qsort(s->rest, count, sizeof *s->rest, by_place);
    for (size_t i = 0; i < count && same; i++)
        same = by_place(&s->left[i], &s->rest[i]) == 0 && s->left[i].intervals == 1;
    return same;
}
