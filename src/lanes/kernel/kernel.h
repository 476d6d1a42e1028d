/* The SIMD kernel of a block: its functions (lanes/block.h), with the instructions that the including
 * file is compiled for. That file defines LW_KERNEL(name), which gives the functions their names. For
 * poses that are independent states it defines LW_KERNEL_STATES as well: it then gets the tests alone,
 * and bits stand for poses (lanes/kernel/points.h), else for intervals (lanes/kernel/chords.h). */
#ifndef LW_LANES_KERNEL_KERNEL_H
#define LW_LANES_KERNEL_KERNEL_H

#include "lanes/kernel/frames.h"

/* ---- poses ------------------------------------------------------------------------------------- */

#ifndef LW_KERNEL_STATES

static void pose_joint(lw_block *block, size_t index)
{
    const lw_lane_joint *joint = &block->joints[index];
    lw_lane_frame *frame = lw_frame_of(block, (int32_t)index);
    if (joint->parent < 0)
        repeat(&joint->before, frame);
    else
        compose_with(lw_frame_of(block, joint->parent), &joint->before, frame);
    doubles_4 values[2];
    take_values(block, joint, values);
    if (joint->kind == LW_ELEMENTARY_REVOLUTE)
        turn_frame(values, frame);
    else if (joint->kind == LW_ELEMENTARY_PRISMATIC)
        slide_frame(values, frame);
}

void LW_KERNEL(lw_block_pose)(lw_block *block)
{
    block->number++;
    const lw_lane_set *posed = block->posed;
    for (size_t i = 0; i < posed->joint_count; i++)
        pose_joint(block, posed->joints[i]);
}

#endif

/* The centre of a ball at all poses, computed when a block first needs it. place: index in
 * lw_block.centers. */
LW_INLINED const lw_lane_vec *center_at(lw_block *block, int32_t joint, uint32_t place,
                                        const lw_ball *ball)
{
    lw_lane_vec *center = &block->centers[place];
    if (block->centers_made[place] != block->number) {
        block->centers_made[place] = block->number;
        place_center(lw_frame_of(block, joint), ball, center);
    }
    return center;
}

/* The centre of the ball around a compound. */
LW_INLINED const lw_lane_vec *center_of_compound(lw_block *block, const lw_compound *compound)
{
    return center_at(block, compound->joint, compound->center, &compound->around);
}

/* The centres of the ball around a body, of one of its balls, and of the ball around a group of them.
 */
LW_INLINED const lw_lane_vec *center_of_body(lw_block *block, const lw_lane_body *body)
{
    return center_at(block, body->joint, body->first_center, &body->cover->around);
}

LW_INLINED const lw_lane_vec *center_of(lw_block *block, const lw_lane_body *body, uint32_t ball)
{
    return center_at(block, body->joint, body->first_center + 1 + ball, &body->cover->balls[ball]);
}

LW_INLINED const lw_lane_vec *center_of_group(lw_block *block, const lw_lane_body *body, uint32_t which)
{
    return center_at(block, body->joint, body->first_center + 1 + body->cover->count + which,
                     &body->cover->groups[which].around);
}

/* Whether the tests have come to their end, by a hit or because no unit of work is left. */
LW_INLINED bool is_over(const lw_block *block)
{
    return block->has_hit || lw_meter_is_over(block->work);
}

#ifndef LW_KERNEL_STATES

/* The box about a centre at all poses, grown on all sides. */
LW_INLINED void box_about(const lw_lane_vec *center, float by, float box[6])
{
    const lw_floats *of[3] = {&center->x, &center->y, &center->z};
    for (int i = 0; i < 3; i++) {
        range_of(of[i], &box[i], &box[3 + i]);
        box[i] -= by;
        box[3 + i] += by;
    }
}

void LW_KERNEL(lw_block_place)(lw_block *block)
{
    for (size_t i = 0; i < block->posed->compound_count; i++) {
        const lw_compound *compound = &block->posed->compounds[i];
        box_about(center_of_compound(block, compound),
                  lw_required_of_compound(block, compound) + compound->around.radius, block->boxes[i]);
    }
}

#endif

/* ---- tests: the intervals that are proven clear, and bits of no meaning above them -------------- */

#ifdef LW_KERNEL_STATES
#include "lanes/kernel/points.h"
#else
#include "lanes/kernel/outside.h"
#include "lanes/kernel/raster_chords.h"
#endif
#include "lanes/kernel/cloud.h"
#include "lanes/kernel/voxels.h"

/* The intervals of `todo` (of states: the poses) on which a point is not proven to stay farther than
 * `required` from the shape of an obstacle. coarse: the point is the centre of a ball that holds
 * others, which are tested next. */
LW_INLINED unsigned open_of_shape(const lw_lane_vec *at, const lw_lane_obstacle *o, float required,
                                  unsigned todo, bool coarse)
{
    lw_lane_vec p;
    cloud_query q;
    into_obstacle(at, o, &p);
    switch (o->shape) {
    case LW_LANE_BALL:
        return todo & ~clear_of_origin(&p, required + o->radius);
    case LW_LANE_CYLINDER:
        return todo & ~clear_of_cylinder(&p, o->half, required + o->radius);
    case LW_LANE_BOX:
        return todo & ~clear_of_box(&p, o->half, required + o->radius);
    case LW_LANE_CLOUD:
        ask_cloud(&p, required + o->radius, &q);
        return open_of_cloud(o->points, &q, todo, coarse, o->work);
    case LW_LANE_VOXELS:
        into_grid(o->voxels, &p);
        ask_cloud(&p, (required + o->radius) * voxels_a_metre(o->voxels), &q);
        return open_of_voxels(o->voxels, &q, todo, o->work);
    case LW_LANE_RASTER:
        into_raster(o->raster, &p);
        ask_cloud(&p, required + o->radius, &q);
        return open_of_raster(o->raster, &q, todo, o->work);
    }
    return todo;
}

/* The intervals (of states: the poses) on which two points stay farther apart than `required`. common:
 * the joint in whose frame their chords are seen. */
LW_INLINED unsigned clear_of_ball(const lw_block *block, int32_t common, const lw_lane_vec *a,
                                  const lw_lane_vec *b, float required)
{
    lw_lane_vec d = {b->x - a->x, b->y - a->y, b->z - a->z};
    if (!IN_COMMON_FRAME || common < 0)
        return clear_of_origin(&d, required);
    const lw_lane_frame *f = lw_frame_of(block, common);
    lw_lane_vec in_common = {d.x * f->x.x + d.y * f->x.y + d.z * f->x.z,
                             d.x * f->y.x + d.y * f->y.y + d.z * f->y.z,
                             d.x * f->z.x + d.y * f->z.y + d.z * f->z.z};
    return clear_of_origin(&in_common, required);
}

/* Two bodies that are tested against each other, and their required distance. */
typedef struct two_bodies {
    const lw_lane_body *a, *b;
    uint32_t pair;  /* in lw_block.pairs */
    int32_t common; /* joint, in whose frame they are seen */
    float required;
} two_bodies;

/* ---- pairs by their hulls ----------------------------------------------------------------------- */

#ifndef LW_KERNEL_STATES
#include "lanes/kernel/hulls.h"
#endif

/* The units of work of so many balls that are tested against one shape. */
LW_INLINED int64_t work_of_balls(uint32_t count)
{
    return 1 + count / 4;
}

/* ---- bodies: the intervals of `todo` that are not proven clear ----------------------------------- */

#include "lanes/kernel/hits.h"

/* The intervals of `todo` on which a group of balls is not proven clear of an obstacle. required: the
 * distance of the body, with the obstacle's loss. */
static unsigned open_of_group(lw_block *block, uint32_t index, uint32_t which,
                              const lw_lane_obstacle *o, float required, unsigned todo)
{
    const lw_lane_body *body = &block->bodies[index];
    const lw_grouped_cover *cover = body->cover;
    const lw_ball_group *group = &cover->groups[which];
    if (cover->group_count > 1)
        todo = open_of_shape(center_of_group(block, body, which), o, required + group->around.radius,
                             todo, true);
    unsigned open = 0;
    lw_meter_take(block->work, work_of_balls(group->end - group->first));
    for (uint32_t i = group->first; i < group->end && open != todo; i++) {
        unsigned own =
            open_of_shape(center_of(block, body, i), o, required + cover->balls[i].radius, todo, false);
        if (own && block->seeks && seek(block, index, i, o))
            return todo;
        open |= own;
    }
    return open;
}

static unsigned open_of_obstacle(lw_block *block, uint32_t index, const lw_lane_obstacle *o,
                                 unsigned todo)
{
    const lw_lane_body *body = &block->bodies[index];
    const lw_grouped_cover *cover = body->cover;
    float required = lw_required_of_body(block, body) + o->loss;
    lw_meter_take(block->work, 1);
    todo = open_of_shape(center_of_body(block, body), o, required + cover->around.radius, todo,
                         cover->count > 1);
    if (todo && cover->count == 1 && block->seeks)
        seek(block, index, 0, o);
    if (!todo || cover->count == 1)
        return todo;
    unsigned open = 0;
    for (uint32_t i = 0; i < cover->group_count && open != todo; i++)
        open |= open_of_group(block, index, i, o, required, todo & ~open);
    return open;
}

#ifndef LW_KERNEL_STATES
#include "lanes/kernel/crowd.h"
#endif

/* Balls of a body, and the intervals on which each is not proven clear of something. */
enum { MOST_NEAR_BALLS = 64 };
typedef struct near_balls {
    uint32_t count;
    uint32_t ball[MOST_NEAR_BALLS];
    unsigned open[MOST_NEAR_BALLS];
} near_balls;

/* A ball that other balls are tested against: their centres must be apart by `required` and both radii.
 */
typedef struct held_ball {
    const lw_lane_vec *center;
    float radius;
    float required;
    int32_t common; /* joint, in whose frame */
} held_ball;

/* The intervals of `todo` on which a ball is not proven clear of the held one. */
LW_INLINED unsigned open_of_held(const lw_block *block, const held_ball *held,
                                 const lw_lane_vec *center, float radius, unsigned todo)
{
    return todo & ~clear_of_ball(block, held->common, center, held->center,
                                 held->required + radius + held->radius);
}

/* Lists the balls of a body that are not proven clear of the held one. The body has MOST_NEAR_BALLS at
 * most. */
static void find_near_balls(lw_block *block, const lw_lane_body *body, const held_ball *held,
                            unsigned todo, near_balls *near)
{
    const lw_grouped_cover *cover = body->cover;
    near->count = 0;
    for (uint32_t k = 0; k < cover->group_count; k++) {
        const lw_ball_group *group = &cover->groups[k];
        unsigned in_group = todo;
        if (cover->group_count > 1)
            in_group =
                open_of_held(block, held, center_of_group(block, body, k), group->around.radius, todo);
        lw_meter_take(block->work, work_of_balls(group->end - group->first));
        for (uint32_t i = group->first; i < group->end && in_group; i++) {
            unsigned open =
                open_of_held(block, held, center_of(block, body, i), cover->balls[i].radius, in_group);
            near->ball[near->count] = i;
            near->open[near->count] = open;
            near->count += open != 0;
        }
    }
}

/* The intervals of `todo` on which a ball of the first body is not proven clear of the second one's
 * balls. */
static unsigned open_of_ball(lw_block *block, const two_bodies *two, uint32_t ball, unsigned todo)
{
    const lw_grouped_cover *cover = two->b->cover;
    const held_ball held = {center_of(block, two->a, ball), 0,
                            two->required + two->a->cover->balls[ball].radius, two->common};
    unsigned open = 0;
    for (uint32_t k = 0; k < cover->group_count && open != todo; k++) {
        const lw_ball_group *group = &cover->groups[k];
        unsigned in_group = todo & ~open;
        if (cover->group_count > 1)
            in_group = open_of_held(block, &held, center_of_group(block, two->b, k),
                                    group->around.radius, in_group);
        lw_meter_take(block->work, work_of_balls(group->end - group->first));
        for (uint32_t j = group->first; j < group->end && in_group & ~open; j++) {
            unsigned own = open_of_held(block, &held, center_of(block, two->b, j),
                                        cover->balls[j].radius, in_group & ~open);
            if (own && block->seeks)
                seek_balls(block, two, ball, j);
            open |= own;
        }
    }
    return open;
}

/* The intervals on which some balls of the first body are not proven clear of the second one's balls.
 * by_around: the balls were found near another ball, so the ball around the second body is tried first.
 */
static unsigned open_of_near(lw_block *block, const two_bodies *two, const near_balls *near,
                             bool by_around)
{
    const lw_grouped_cover *cover = two->b->cover;
    unsigned open = 0;
    for (uint32_t k = 0; k < near->count; k++) {
        uint32_t i = near->ball[k];
        unsigned todo = near->open[k] & ~open;
        if (by_around && todo) {
            const held_ball held = {center_of_body(block, two->b), cover->around.radius, two->required,
                                    two->common};
            todo = open_of_held(block, &held, center_of(block, two->a, i),
                                two->a->cover->balls[i].radius, todo);
        }
        if (todo && cover->count > 1)
            todo = open_of_ball(block, two, i, todo);
        else if (todo && block->seeks)
            seek_balls(block, two, i, 0);
        open |= todo;
    }
    return open;
}

/* The intervals of `todo` on which the balls of two bodies are not proven clear of each other. */
static unsigned open_of_balls(lw_block *block, const two_bodies *two, unsigned todo)
{
    const lw_grouped_cover *a = two->a->cover;
    const lw_grouped_cover *b = two->b->cover;
    const held_ball held = {center_of_body(block, two->b), b->around.radius, two->required,
                            two->common};
    lw_meter_take(block->work, 1);
    todo = open_of_held(block, &held, center_of_body(block, two->a), a->around.radius, todo);
    if (todo && a->count == 1 && b->count == 1 && block->seeks)
        seek_balls(block, two, 0, 0);
    if (!todo || (a->count == 1 && b->count == 1) || a->count > MOST_NEAR_BALLS)
        return todo;
    near_balls near;
    find_near_balls(block, two->a, &held, todo, &near);
    return open_of_near(block, two, &near, false);
}

/* ---- pairs and compounds: open intervals are left in lw_block.rest ------------------------------- */

#ifdef LW_KERNEL_STATES
#include "lanes/kernel/met.h"
#endif

LW_INLINED two_bodies bodies_of(const lw_block *block, const lw_lane_pair *pair)
{
    return (two_bodies){&block->bodies[pair->a], &block->bodies[pair->b],
                        (uint32_t)(pair - block->pairs), pair->common,
                        lw_required_of_pair(block, pair)};
}

/* Leaves the intervals of a pair that balls leave open and hulls do not prove. Of states no hulls are
 * tried here: the trees, or hulls with directions that are remembered (lanes/state_hulls.h), settle
 * such a pair sooner. */
static void leave_pair(lw_block *block, const two_bodies *two, unsigned open)
{
#ifndef LW_KERNEL_STATES
    if (open && !block->has_hit && lw_meter_take(block->work, LW_WORK_BLOCK_HULLS))
        open = open_of_pair_hulls(block, two, open);
    leave(block, (lw_block_rest){.pair = two->pair, .intervals = open});
#else
    if (open)
        leave_states_of_pair(block, two, open);
#endif
}

static void prove_pair(lw_block *block, uint32_t index, unsigned todo)
{
    const two_bodies two = bodies_of(block, &block->pairs[index]);
    leave_pair(block, &two, open_of_balls(block, &two, todo));
}

static void prove_obstacle(lw_block *block, uint32_t body, uint32_t obstacle, unsigned todo)
{
    unsigned open = open_of_obstacle(block, body, &block->obstacles[obstacle], todo);
#ifdef LW_KERNEL_STATES
    if (open)
        leave_states_of_obstacle(block, body, obstacle, open);
#else
    leave(block, (lw_block_rest){LW_NO_LANE_PAIR, body, obstacle, open, 0});
#endif
}

/* Whether a body may not meet an obstacle. */
LW_INLINED bool is_checked(const lw_block *block, uint32_t body, uint32_t obstacle)
{
    const uint8_t *reasons = block->reasons + body * block->reason_count;
    return reasons[block->obstacles[obstacle].body] == LW_PAIR_CHECKED;
}

/* Tests a compound and then its bodies against an obstacle: the last bodies first, as prove_obstacles
 * does. */
static void prove_obstacle_of_compound(lw_block *block, const lw_compound *compound, uint32_t obstacle)
{
    unsigned todo = ALL_TESTED(block);
    const lw_lane_obstacle *o = &block->obstacles[obstacle];
    if (compound->body_count > 1)
        todo = open_of_shape(
            center_of_compound(block, compound), o,
            lw_required_of_compound(block, compound) + o->loss + compound->around.radius, todo, true);
    for (uint32_t i = compound->body_count; i-- > 0 && todo && !is_over(block);)
        if (is_checked(block, compound->bodies[i], obstacle))
            prove_obstacle(block, compound->bodies[i], obstacle, todo);
}

/* Tests links far from the base first, as they meet obstacles more often. */
static void prove_obstacles(lw_block *block)
{
    size_t groups = (block->obstacle_count + LW_LANES - 1) / LW_LANES;
    block->has_hit = false;
#ifndef LW_KERNEL_STATES
    if (block->crowd) {
        prove_crowd(block);
        return;
    }
#endif
    for (size_t i = block->posed->compound_count; i-- > 0 && !is_over(block);)
        for (size_t group = 0; group < groups && lw_meter_take(block->work, 1); group++)
            for (unsigned near = boxes_near(block, group, block->boxes[i]); near && !is_over(block);
                 near &= near - 1)
                prove_obstacle_of_compound(block, &block->posed->compounds[i],
                                           (uint32_t)(group * LW_LANES) +
                                               (uint32_t)__builtin_ctz(near));
}

#ifdef LW_KERNEL_STATES

void LW_KERNEL(lw_block_prove)(lw_block *block)
{
    prove_obstacles(block);
    for (uint32_t i = 0; i < block->pair_count && !is_over(block); i++)
        prove_pair(block, i, ALL_TESTED(block));
}

#else

/* Whether the boxes about two compounds, grown by their required distances, are apart. */
LW_INLINED bool boxes_apart(const float a[6], const float b[6])
{
    return (a[0] > b[3]) | (a[1] > b[4]) | (a[2] > b[5]) | (b[0] > a[3]) | (b[1] > a[4]) |
           (b[2] > a[5]);
}

/* Tests the pairs of two compounds. Balls of the first one's bodies are tested against the ball around
 * the second compound, and only those that come near it against each of its bodies. */
static void prove_members(lw_block *block, const lw_compound_pair *pair)
{
    const lw_compound *a = &block->posed->compounds[pair->a];
    const lw_compound *b = &block->posed->compounds[pair->b];
    float required = lw_required_of_two(
        block, (int32_t[]){a->joint, b->joint}, (const lw_lane_extent *const[]){&a->extent, &b->extent},
        pair->required_at_rest + block->above_margin[pair->self], pair->bends);
    const held_ball held = {center_of_compound(block, b), b->around.radius, required, pair->common};
    unsigned todo =
        open_of_held(block, &held, center_of_compound(block, a), a->around.radius, ALL_TESTED(block));
    const lw_lane_body *first = NULL;
    near_balls near;
    near.count = 0;
    for (uint32_t k = pair->first; k < pair->end && todo && !is_over(block); k++) {
        uint32_t index = block->members[k];
        two_bodies two = bodies_of(block, &block->pairs[index]);
        if (two.a->joint != a->joint) {
            const lw_lane_body *other = two.a;
            two.a = two.b;
            two.b = other;
        }
        if (two.a->cover->count > MOST_NEAR_BALLS) {
            leave_pair(block, &two, open_of_balls(block, &two, todo));
            continue;
        }
        if (two.a != first)
            find_near_balls(block, two.a, &held, todo, &near);
        first = two.a;
        if (near.count)
            leave_pair(block, &two, open_of_near(block, &two, &near, true));
    }
}

/* Notes the intervals that balls leave open of pairs that boxes in the world prove. Claims of balls are
 * about chords in the frame of a pair's common joint, which boxes in the world say nothing of. */
static void note_apart(lw_block *block, const lw_compound_pair *pair)
{
    const bool seeks = block->seeks;
    block->seeks = false;
    for (uint32_t k = pair->first; k < pair->end; k++) {
        uint32_t index = block->members[k];
        const two_bodies two = bodies_of(block, &block->pairs[index]);
        unsigned open = open_of_balls(block, &two, LW_ALL_INTERVALS);
        if (open)
            begin_notes(block, index, two.a, open);
    }
    block->seeks = seeks;
}

static void prove_compound_pair(lw_block *block, const lw_compound_pair *pair)
{
    if (pair->by_boxes && block->above_margin[pair->self] <= 2 * block->above_margin[0] &&
        boxes_apart(block->boxes[pair->a], block->boxes[pair->b])) {
        if (block->notes && pair->common >= 0)
            note_apart(block, pair);
        return;
    }
    if (pair->end == pair->first + 1)
        prove_pair(block, block->members[pair->first], ALL_TESTED(block));
    else
        prove_members(block, pair);
}

#include "lanes/kernel/seek.h"

void LW_KERNEL(lw_block_seek_obstacles)(lw_block *block)
{
    seek_obstacles(block);
}

unsigned LW_KERNEL(lw_block_contacts)(lw_block *block)
{
    return contacts(block);
}

int LW_KERNEL(lw_block_nearest_pose)(lw_block *block, const lw_block_rest *rest, size_t count)
{
    return nearest_pose(block, rest, count);
}

void LW_KERNEL(lw_block_prove_obstacles)(lw_block *block)
{
    prove_obstacles(block);
}

void LW_KERNEL(lw_block_prove_pairs)(lw_block *block)
{
    block->has_hit = false;
    for (size_t i = 0; i < block->compound_pair_count && !is_over(block); i++)
        prove_compound_pair(block, &block->compound_pairs[i]);
}

void LW_KERNEL(lw_block_prove_rest)(lw_block *block, const lw_block_rest *rest, size_t count)
{
    block->has_hit = false;
    for (size_t i = 0; i < count && !is_over(block); i++)
        if (rest[i].pair != LW_NO_LANE_PAIR)
            prove_pair(block, rest[i].pair, ALL_TESTED(block));
        else if (lw_rest_is_crowd(&rest[i]))
            prove_crowd_of_body(block, rest[i].body);
        else
            prove_obstacle(block, rest[i].body, rest[i].obstacle, ALL_TESTED(block));
}

#endif

#endif
