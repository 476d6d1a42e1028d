/* The SIMD kernel of one state by itself (lanes/lone.h), with the instructions that the including file
 * is compiled for. That file defines LW_KERNEL(name), which gives the functions their names. */
#ifndef LW_LANES_KERNEL_LONE_KERNEL_H
#define LW_LANES_KERNEL_LONE_KERNEL_H

#include "lanes/kernel/outside.h"
#include "lanes/kernel/raster_poses.h"
#include "lanes/lone.h"

/* ---- poses ------------------------------------------------------------------------------------- */

LW_INLINED lw_four four_of(const float v[3])
{
    return (lw_four){v[0], v[1], v[2], 0};
}

/* The image of a vector under a rotation. */
LW_INLINED lw_four image_of(const lw_lone_frame *frame, const float v[3])
{
    return frame->x * v[0] + frame->y * v[1] + frame->z * v[2];
}

LW_INLINED void compose_four(const lw_lone_frame *frame, const lw_float_pose *at, lw_lone_frame *out)
{
    out->x = image_of(frame, at->x);
    out->y = image_of(frame, at->y);
    out->z = image_of(frame, at->z);
    out->position = image_of(frame, at->position) + frame->position;
}

LW_INLINED lw_lone_frame frame_of(const lw_float_pose *at)
{
    return (lw_lone_frame){four_of(at->x), four_of(at->y), four_of(at->z), four_of(at->position)};
}

LW_INLINED void pose_joint(const lw_block *block, lw_lone *lone, size_t index, float sine, float cosine)
{
    const lw_lane_joint *joint = &block->joints[index];
    lw_lone_frame frame;
    if (joint->parent < 0)
        frame = frame_of(&joint->before);
    else
        compose_four(lw_lone_frame_of(lone, joint->parent), &joint->before, &frame);
    if (joint->kind == LW_ELEMENTARY_REVOLUTE) {
        lw_four x = frame.x;
        lw_four y = frame.y;
        frame.x = cosine * x + sine * y;
        frame.y = cosine * y - sine * x;
    } else if (joint->kind == LW_ELEMENTARY_PRISMATIC) {
        frame.position += (float)lone->values[index] * frame.z;
    }
    *lw_lone_frame_of(lone, (int32_t)index) = frame;
}

static void pose_joints(const lw_block *block, lw_lone *lone)
{
    for (size_t first = 0; first < block->joint_count; first += LW_LANES) {
        doubles_4 angles[2];
        lw_floats sine;
        lw_floats cosine;
        load(lone->values + first, &angles[0]);
        load(lone->values + first + 4, &angles[1]);
        sine_and_cosine(angles, &sine, &cosine);
        for (size_t k = 0; k < LW_LANES && first + k < block->joint_count; k++)
            pose_joint(block, lone, first + k, sine[k], cosine[k]);
    }
}

static void place_body(lw_block *block, lw_lone *lone, size_t index)
{
    const lw_lane_body *body = &block->bodies[index];
    const lw_lone_frame *frame = lw_lone_frame_of(lone, body->joint);
    const lw_ball *around = &body->cover->around;
    lw_four center = image_of(frame, around->center) + frame->position;
    lw_lane_vec *centers = &lone->around[index / LW_LANES];
    centers->x[index % LW_LANES] = center[0];
    centers->y[index % LW_LANES] = center[1];
    centers->z[index % LW_LANES] = center[2];
    float grown = lone->required[index] + around->radius;
    lw_four low = center - grown;
    lw_four high = center + grown;
    for (int i = 0; i < 3; i++) {
        block->boxes[index][i] = low[i];
        block->boxes[index][3 + i] = high[i];
    }
}

void LW_KERNEL(lw_lone_pose)(lw_block *block, lw_lone *lone)
{
    lone->number++;
    pose_joints(block, lone);
    for (size_t i = 0; i < block->body_count; i++)
        place_body(block, lone, i);
}

LW_INLINED lw_lane_vec repeated(const float v[3])
{
    return (lw_lane_vec){ALL(v[0]), ALL(v[1]), ALL(v[2])};
}

/* The centre of one of many balls, in all lanes. */
LW_INLINED lw_lane_vec one_of(const lw_lane_vec *centers, uint32_t ball)
{
    const lw_lane_vec *eight = &centers[ball / LW_LANES];
    uint32_t lane = ball % LW_LANES;
    return repeated((float[3]){eight->x[lane], eight->y[lane], eight->z[lane]});
}

/* A component of the centres of eight balls in the world. */
LW_INLINED void place_component(const lw_lone_frame *frame, int i, const lw_lane_vec *own,
                                lw_floats *out)
{
    *out = own->x * ALL(frame->x[i]) + own->y * ALL(frame->y[i]) + own->z * ALL(frame->z[i]) +
           ALL(frame->position[i]);
}

static void place_balls(const lw_block *block, lw_lone *lone, uint32_t index)
{
    if (lone->made[index] == lone->number)
        return;
    lone->made[index] = lone->number;
    const lw_lone_frame *frame = lw_lone_frame_of(lone, block->bodies[index].joint);
    for (uint32_t e = lone->bodies[index].first; e < lone->bodies[index].end; e++) {
        const lw_lane_vec *own = &lone->eights[e].center;
        place_component(frame, 0, own, &lone->centers[e].x);
        place_component(frame, 1, own, &lone->centers[e].y);
        place_component(frame, 2, own, &lone->centers[e].z);
    }
}

/* ---- tests ------------------------------------------------------------------------------------- */

#include "lanes/kernel/cloud.h"
#include "lanes/kernel/voxels.h"

/* The open balls of a body that are in open groups. open: balls and groups, as bits. */
LW_INLINED uint64_t open_balls(const lw_lone_body *body, uint64_t open)
{
    if (!body->members)
        return open & body->all;
    uint64_t of_groups = 0;
    for (uint64_t groups = (open & body->all) >> body->ball_count; groups; groups &= groups - 1)
        of_groups |= body->members[__builtin_ctzll(groups)];
    return open & of_groups;
}

/* The points of eight, as bits, that are farther from an obstacle than each must be. fine: those that
 * are centres of balls which hold no others. */
LW_INLINED unsigned outside_obstacle(const lw_lane_vec *at, const lw_lane_obstacle *o,
                                     const lw_floats *required, unsigned fine)
{
    lw_lane_vec p;
    cloud_query q;
    unsigned open;
    into_obstacle(at, o, &p);
    const lw_floats grown = *required + ALL(o->radius);
    lw_floats scaled;
    switch (o->shape) {
    case LW_LANE_BALL:
        return outside_origin(&p, &grown);
    case LW_LANE_CYLINDER:
        return outside_cylinder(&p, o->half, &grown);
    case LW_LANE_BOX:
        return outside_box(&p, o->half, &grown);
    case LW_LANE_CLOUD:
        ask_places(&p, &grown, &q);
        open = open_of_cloud(o->points, &q, LW_ALL_POSES, true, o->work);
        return ~((open & ~fine) | open_of_tree(o->points, &q, open & fine, o->work));
    case LW_LANE_VOXELS:
        into_grid(o->voxels, &p);
        scaled = grown * ALL(voxels_a_metre(o->voxels));
        ask_places(&p, &scaled, &q);
        return ~open_of_voxels(o->voxels, &q, LW_ALL_POSES, o->work);
    case LW_LANE_RASTER:
        into_raster(o->raster, &p);
        ask_places(&p, &grown, &q);
        return ~open_of_raster(o->raster, &q, LW_ALL_POSES, o->work);
    }
    return 0;
}

/* The balls and groups of an eight that are not outside, as bits among all of the body. */
LW_INLINED uint64_t eight_of(const lw_lone_body *body, uint32_t eight, unsigned outside)
{
    return (uint64_t)(~outside & 0xff) << LW_LANES * (eight - body->first);
}

/* The lanes of an eight that are balls of the body; the others are balls about groups, or not used. */
LW_INLINED unsigned balls_of_eight(const lw_lone_body *body, uint32_t eight)
{
    const uint32_t before = LW_LANES * (eight - body->first);
    const uint32_t left = body->ball_count > before ? body->ball_count - before : 0;
    return left < LW_LANES ? (1U << left) - 1 : LW_ALL_POSES;
}

static bool is_obstacle_open(const lw_block *block, lw_lone *lone, uint32_t index,
                             const lw_lane_obstacle *o)
{
    const lw_lone_body *body = &lone->bodies[index];
    float required = lone->required[index] + o->loss;
    lw_lane_vec around = one_of(lone->around, index);
    const lw_floats of_around = ALL(required + block->bodies[index].cover->around.radius);
    if (outside_obstacle(&around, o, &of_around, body->ball_count == 1) & 1)
        return false;
    if (body->ball_count == 1)
        return true;
    place_balls(block, lone, index);
    uint64_t open = 0;
    for (uint32_t e = body->first; e < body->end; e++) {
        const lw_floats of_each = ALL(required) + lone->eights[e].radius;
        open |= eight_of(body, e,
                         outside_obstacle(&lone->centers[e], o, &of_each, balls_of_eight(body, e)));
    }
    return open_balls(body, open) != 0;
}

/* The balls and groups of a body that are not farther from a point than `before`, their radius and
 * `after`, added up in this order. Bits above those of the body have no meaning. */
LW_INLINED uint64_t near_point(const lw_lone *lone, const lw_lone_body *body, const lw_lane_vec *point,
                               float before, float after)
{
    uint64_t near = 0;
    for (uint32_t e = body->first; e < body->end; e++) {
        const lw_lane_vec *centers = &lone->centers[e];
        lw_lane_vec d = {centers->x - point->x, centers->y - point->y, centers->z - point->z};
        lw_floats required = ALL(before) + lone->eights[e].radius + ALL(after);
        near |= eight_of(body, e, outside_origin(&d, &required));
    }
    return near;
}

/* Whether some ball of a set is not proven clear of the balls of a body. */
static bool meet(const lw_lone *lone, const lw_lone_body *a, uint64_t of_a, const lw_lone_body *b,
                 float required)
{
    bool open = of_a && b->ball_count == 1;
    for (; of_a && !open; of_a &= of_a - 1) {
        uint32_t ball = (uint32_t)__builtin_ctzll(of_a);
        lw_lane_vec center = one_of(&lone->centers[a->first], ball);
        float radius = lone->eights[a->first + ball / LW_LANES].radius[ball % LW_LANES];
        open = open_balls(b, near_point(lone, b, &center, required + radius, 0)) != 0;
    }
    return open;
}

/* Whether the balls of a pair do not prove it, where the balls around its bodies did not. */
static bool is_pair_open(const lw_block *block, lw_lone *lone, const lw_lane_pair *pair, float required)
{
    const lw_lone_body *a = &lone->bodies[pair->a];
    const lw_lone_body *b = &lone->bodies[pair->b];
    if (a->ball_count == 1 && b->ball_count == 1)
        return true;
    place_balls(block, lone, pair->a);
    place_balls(block, lone, pair->b);
    lw_lane_vec around = one_of(lone->around, pair->b);
    float radius = block->bodies[pair->b].cover->around.radius;
    uint64_t of_a = open_balls(a, near_point(lone, a, &around, required, radius));
    return meet(lone, a, of_a, b, required);
}

/* ---- contacts that balls make certain (lanes/kernel/met.h) -------------------------------------- */

/* The balls of a body in an eight, as bits, that certainly are in something: their centres have these
 * squared distances from it, where less than `reach` and the ball's radius is a contact. Sums are those
 * of a block, in the same order. */
LW_INLINED unsigned certain_balls(const lw_block *block, const lw_lone *lone, uint32_t index,
                                  uint32_t eight, const lw_floats *squares, float reach, float lost)
{
    const float sticks_out = block->bodies[index].sticks_out;
    const lw_floats of_each = lone->eights[eight].radius - ALL(sticks_out) + ALL(reach);
    return certain_of_each(squares, &of_each, lost) & balls_of_eight(&lone->bodies[index], eight);
}

/* Whether a ball of a body is certainly in an obstacle; the centres of its balls are placed. */
static bool meets_obstacle(const lw_block *block, lw_lone *lone, uint32_t index,
                           const lw_lane_obstacle *o)
{
    const lw_lone_body *body = &lone->bodies[index];
    if (!block->bodies[index].exact || !o->exact)
        return false;
    place_balls(block, lone, index);
    unsigned certain = 0;
    for (uint32_t e = body->first; e < body->end && !certain; e++) {
        lw_lane_vec p;
        lw_floats squares;
        into_obstacle(&lone->centers[e], o, &p);
        squares_outside(&p, o, &squares);
        certain =
            certain_balls(block, lone, index, e, &squares, o->radius, lone->errors[index] + o->loss);
    }
    return certain != 0;
}

/* Whether a ball is certainly in a ball of another body. */
LW_INLINED bool meets_ball(const lw_block *block, const lw_lone *lone, const lw_lane_vec *center,
                           float radius, uint32_t index, float lost)
{
    const lw_lone_body *body = &lone->bodies[index];
    unsigned certain = 0;
    for (uint32_t e = body->first; e < body->end && !certain; e++) {
        const lw_lane_vec *own = &lone->centers[e];
        lw_lane_vec d = {own->x - center->x, own->y - center->y, own->z - center->z};
        lw_floats squares = d.x * d.x + d.y * d.y + d.z * d.z;
        certain = certain_balls(block, lone, index, e, &squares, radius, lost);
    }
    return certain != 0;
}

/* Whether the balls of two bodies are certainly in each other. */
static bool meets_pair(const lw_block *block, lw_lone *lone, const lw_lane_pair *pair)
{
    const lw_lane_body *a = &block->bodies[pair->a];
    if (!a->exact || !block->bodies[pair->b].exact)
        return false;
    place_balls(block, lone, pair->a);
    place_balls(block, lone, pair->b);
    float lost = lone->errors[pair->a] + lone->errors[pair->b];
    bool meets = false;
    for (uint32_t i = 0; i < a->cover->count && !meets; i++) {
        lw_lane_vec center = one_of(&lone->centers[lone->bodies[pair->a].first], i);
        meets =
            meets_ball(block, lone, &center, a->cover->balls[i].radius - a->sticks_out, pair->b, lost);
    }
    return meets;
}

/* Leaves a pair that balls do not prove. */
static void leave_open(lw_block *block, lw_block_rest rest)
{
    rest.intervals = 1;
    leave(block, rest);
    block->met |= rest.meets;
    block->has_hit = block->whether && block->met;
}

/* Few pairs are left: out of line, these functions leave the registers to the tests. */
static __attribute__((noinline)) void leave_open_pair(lw_block *block, lw_lone *lone, uint32_t pair)
{
    leave_open(block,
               (lw_block_rest){.pair = pair, .meets = meets_pair(block, lone, &block->pairs[pair])});
}

static __attribute__((noinline)) void leave_open_obstacle(lw_block *block, lw_lone *lone, uint32_t body,
                                                          uint32_t obstacle)
{
    const bool meets = meets_obstacle(block, lone, body, &block->obstacles[obstacle]);
    leave_open(block, (lw_block_rest){
                          .pair = LW_NO_LANE_PAIR, .body = body, .obstacle = obstacle, .meets = meets});
}

/* The units of work of a body's balls, eight at a time, against one shape. */
LW_INLINED int64_t lone_work(const lw_lone *lone, uint32_t body)
{
    return 1 + (lone->bodies[body].end - lone->bodies[body].first) / 4;
}

/* ---- bodies and pairs ---------------------------------------------------------------------------- */

static void prove_pairs(lw_block *block, lw_lone *lone, uint32_t first)
{
    const lw_lane_vec around = one_of(lone->around, first);
    for (uint32_t begin = first / LW_LANES * LW_LANES; begin < lone->row; begin += LW_LANES) {
        const lw_lane_vec *centers = &lone->around[begin / LW_LANES];
        lw_lane_vec d = {centers->x - around.x, centers->y - around.y, centers->z - around.z};
        size_t place = (size_t)first * lone->row + begin;
        lw_floats far;
        memcpy(&far, lone->far_squares + place, sizeof far);
        for (unsigned near = ~outside_square(&d, &far) & 0xff; near && !block->has_hit;
             near &= near - 1) {
            uint32_t pair = lone->pairs[place + (size_t)__builtin_ctz(near)];
            if (pair == LW_NO_LANE_PAIR)
                continue;
            const lw_lane_pair *two = &block->pairs[pair];
            if (!lw_meter_take(block->work, lone_work(lone, two->a) * lone_work(lone, two->b)))
                return;
            if (is_pair_open(block, lone, &block->pairs[pair], lone->pair_required[pair]))
                leave_open_pair(block, lone, pair);
        }
    }
}

static void prove_obstacles(lw_block *block, lw_lone *lone, uint32_t body)
{
    const uint8_t *reasons = block->reasons + body * block->reason_count;
    size_t groups = (block->obstacle_count + LW_LANES - 1) / LW_LANES;
    for (size_t group = 0; group < groups && lw_meter_take(block->work, 1); group++)
        for (unsigned near = boxes_near(block, group, block->boxes[body]); near && !block->has_hit;
             near &= near - 1) {
            uint32_t i = (uint32_t)(group * LW_LANES) + (uint32_t)__builtin_ctz(near);
            const lw_lane_obstacle *o = &block->obstacles[i];
            if (!lw_meter_take(block->work, lone_work(lone, body)))
                return;
            if (reasons[o->body] == LW_PAIR_CHECKED && is_obstacle_open(block, lone, body, o))
                leave_open_obstacle(block, lone, body, i);
        }
}

void LW_KERNEL(lw_lone_prove)(lw_block *block, lw_lone *lone)
{
    block->has_hit = false;
    for (uint32_t body = (uint32_t)block->body_count; body-- > 0 && !block->has_hit;)
        prove_obstacles(block, lone, body);
    for (uint32_t first = 0; first < block->body_count && !block->has_hit; first++)
        prove_pairs(block, lone, first);
}

#endif
