/* A crowd, very many obstacles at once: the intervals of a block on which a body is proven clear of all
 * of them, by the bounding volume hierarchy over their boxes. A part of lanes/kernel/kernel.h, which
 * includes this file.
 *
 * A ball that goes along chords stays in the boxes about these, grown by its radius. The distance of
 * such a box from an obstacle's box comes from floating-point operations that are monotonic: it never
 * grows when a box grows, so a box about others is found at least as near as each of them. Nodes of the
 * tree therefore only save time: the intervals that are found depend neither on the tree nor on how the
 * scene was built. */
#ifndef LW_LANES_KERNEL_CROWD_H
#define LW_LANES_KERNEL_CROWD_H

#include "lanes/setup.h"
#include "scene/obstacles.h"

enum { CROWD_LEVELS = 64 };

/* A ball of a body, as the boxes about the chords of its centre. */
typedef struct crowd_ball {
    lw_floats low[3], high[3];
    float required; /* without the rounding error of an obstacle's pose */
    float square;   /* square of the sum of `required` and the largest such error */
    uint32_t body;  /* the body whose ball it is */
} crowd_ball;

LW_INLINED float float_below(double value)
{
    return -lw_float_above(-value);
}

/* The squares of the distances of eight boxes from a box. Every operation is monotonic: none of them
 * grows when a box grows. */
LW_INLINED void squares_from(const lw_floats from_low[3], const lw_floats from_high[3],
                             const double low[3], const double high[3], lw_floats *squares)
{
    const lw_floats zero = {0};
    lw_floats sum = zero;
    for (int i = 0; i < 3; i++) {
        float least = float_below(low[i]);
        float most = lw_float_above(high[i]);
        lw_floats gap = GREATER(ALL(least) - from_high[i], from_low[i] - ALL(most));
        gap = GREATER(gap, zero);
        sum += gap * gap;
    }
    *squares = sum;
}

/* The intervals on which a ball may come as near to a box as a distance. square: of that distance. */
LW_INLINED unsigned near_box(const crowd_ball *ball, const double low[3], const double high[3],
                             float square)
{
    lw_floats sum;
    squares_from(ball->low, ball->high, low, high, &sum);
    sum *= KEPT_OF_SQUARE;
    lw_ints far = COMPARE_ALL(sum, >, square);
    return ~bits_of(&far) & LW_ALL_INTERVALS;
}

/* The intervals of `todo` on which a ball may come near an obstacle. */
static unsigned near_obstacle(const lw_block *block, const crowd_ball *ball, uint32_t index,
                              unsigned todo)
{
    const uint8_t *reasons = block->reasons + ball->body * block->reason_count;
    if (reasons[block->first_obstacle + index] != LW_PAIR_CHECKED)
        return 0;
    const lw_obstacle *own = lw_obstacle_at(block->crowd, index);
    const double low[3] = {own->box.low.x, own->box.low.y, own->box.low.z};
    const double high[3] = {own->box.high.x, own->box.high.y, own->box.high.z};
    float required = ball->required + lw_float_above(2 * own->error);
    return near_box(ball, low, high, required * required) & todo;
}

/* The intervals of `todo` on which a ball may come near an obstacle of a leaf. An obstacle that has
 * moved since the tree was made is tested where it is now. */
static unsigned near_leaf(const lw_block *block, const crowd_ball *ball, const lw_box_leaf *leaf,
                          unsigned todo)
{
    unsigned near = 0;
    for (uint32_t i = 0; i < leaf->count && todo & ~near; i++) {
        const double low[3] = {leaf->low[0][i], leaf->low[1][i], leaf->low[2][i]};
        const double high[3] = {leaf->high[0][i], leaf->high[1][i], leaf->high[2][i]};
        unsigned bits = near_box(ball, low, high, ball->square) & todo & ~near;
        if (bits)
            near |= near_obstacle(block, ball, leaf->items[i], bits);
    }
    return near;
}

/* Some intervals at a node of the tree. */
typedef struct crowd_visit {
    int32_t node;
    unsigned todo;
} crowd_visit;

static unsigned near_tree(const lw_block *block, const crowd_ball *ball, unsigned todo)
{
    const lw_box_tree *tree = block->crowd->tree;
    unsigned near = 0;
    if (!tree->node_count) {
        for (uint32_t i = 0; i < tree->leaf_count && lw_meter_take(block->work, 1); i++)
            near |= near_leaf(block, ball, &tree->leaves[i], todo & ~near);
        return near;
    }
    crowd_visit waiting[CROWD_LEVELS];
    int count = 0;
    waiting[count++] = (crowd_visit){0, todo};
    while (count && todo & ~near) {
        crowd_visit at = waiting[--count];
        if (!lw_meter_take(block->work, 1))
            return todo;
        const lw_box_node *node = &tree->nodes[at.node];
        at.todo &= ~near;
        if (at.todo)
            at.todo &= near_box(ball, node->low, node->high, ball->square);
        if (!at.todo)
            continue;
        if (node->child < 0) {
            near |= near_leaf(block, ball, &tree->leaves[-1 - node->child], at.todo);
            continue;
        }
        waiting[count++] = (crowd_visit){node->child + 1, at.todo};
        waiting[count++] = (crowd_visit){node->child, at.todo};
    }
    return near;
}

/* The intervals of `todo` on which a ball of a body is not proven clear of the crowd. required: the
 * distance of its centre from obstacles. */
static unsigned open_of_crowd(const lw_block *block, uint32_t body, const lw_lane_vec *center,
                              float required, unsigned todo)
{
    const lw_floats *of[3] = {&center->x, &center->y, &center->z};
    crowd_ball ball;
    for (int i = 0; i < 3; i++) {
        lw_floats next = NEXT_POSE(*of[i]);
        /* infinity or NaN at either pose makes both bounds NaN: the gap along this axis is then 0 */
        lw_floats none = (*of[i] + next) * 0;
        ball.low[i] = none - GREATER(-*of[i], -next);
        ball.high[i] = none + GREATER(*of[i], next);
    }
    ball.required = required;
    ball.square = (required + block->crowd_loss) * (required + block->crowd_loss);
    ball.body = body;
    unsigned near = near_tree(block, &ball, todo);
    for (size_t i = 0; i < block->crowd->moved_count && todo & ~near && lw_meter_take(block->work, 1);
         i++)
        near |= near_obstacle(block, &ball, block->crowd->moved[i], todo & ~near);
    return near;
}

/* ---- hits -------------------------------------------------------------------------------------- */

/* The obstacle whose box comes nearest to the centre of a ball at a pose; of several as near, the
 * first. */
typedef struct crowd_nearest {
    const lw_lane_vec *center;
    uint32_t body;
    uint32_t obstacle; /* LW_CROWD: none yet */
    int lane;
    float square; /* square of the distance; as long as there is no obstacle, of the largest distance
                     allowed */
} crowd_nearest;

/* Finds the squares of the distances of a centre from a box. False where all are more than the least so
 * far. */
LW_INLINED bool may_be_nearer(const crowd_nearest *nearest, const double low[3], const double high[3],
                              lw_floats *squares)
{
    const lw_floats at[3] = {nearest->center->x, nearest->center->y, nearest->center->z};
    squares_from(at, at, low, high, squares);
    lw_ints near = COMPARE_ALL(*squares, <=, nearest->square);
    return bits_of(&near);
}

static void take_nearer(const lw_block *block, crowd_nearest *nearest, uint32_t index)
{
    const lw_obstacle *own = lw_obstacle_at(block->crowd, index);
    const double low[3] = {own->box.low.x, own->box.low.y, own->box.low.z};
    const double high[3] = {own->box.high.x, own->box.high.y, own->box.high.z};
    const uint8_t *reasons = block->reasons + nearest->body * block->reason_count;
    lw_floats squares;
    if (reasons[block->first_obstacle + index] != LW_PAIR_CHECKED ||
        !may_be_nearer(nearest, low, high, &squares))
        return;
    int lane = least_lane(&squares);
    if (squares[lane] == nearest->square && nearest->obstacle < index)
        return;
    nearest->obstacle = index;
    nearest->lane = lane;
    nearest->square = squares[lane];
}

static void take_nearer_of_leaf(const lw_block *block, crowd_nearest *nearest, const lw_box_leaf *leaf)
{
    for (uint32_t i = 0; i < leaf->count; i++) {
        const double low[3] = {leaf->low[0][i], leaf->low[1][i], leaf->low[2][i]};
        const double high[3] = {leaf->high[0][i], leaf->high[1][i], leaf->high[2][i]};
        lw_floats squares;
        if (may_be_nearer(nearest, low, high, &squares))
            take_nearer(block, nearest, leaf->items[i]);
    }
}

static void find_nearest(const lw_block *block, crowd_nearest *nearest)
{
    const lw_box_tree *tree = block->crowd->tree;
    for (uint32_t i = 0; !tree->node_count && i < tree->leaf_count; i++)
        take_nearer_of_leaf(block, nearest, &tree->leaves[i]);
    int32_t waiting[CROWD_LEVELS];
    int count = 0;
    if (tree->node_count)
        waiting[count++] = 0;
    while (count && lw_meter_take(block->work, 1)) {
        const lw_box_node *node = &tree->nodes[waiting[--count]];
        lw_floats squares;
        if (!may_be_nearer(nearest, node->low, node->high, &squares))
            continue;
        if (node->child < 0) {
            take_nearer_of_leaf(block, nearest, &tree->leaves[-1 - node->child]);
            continue;
        }
        waiting[count++] = node->child + 1;
        waiting[count++] = node->child;
    }
    for (size_t i = 0; i < block->crowd->moved_count && lw_meter_take(block->work, 1); i++)
        take_nearer(block, nearest, block->crowd->moved[i]);
}

/* Whether an obstacle comes so near to the centre of a ball at a pose that its body is likely to meet
 * it: if so, notes a hit. It proves nothing. */
static bool seek_in_crowd(lw_block *block, uint32_t index, uint32_t ball)
{
    const lw_lane_body *body = &block->bodies[index];
    float near = body->near * body->cover->balls[ball].radius;
    crowd_nearest nearest = {center_of(block, body, ball), index, LW_CROWD, 0, near * near};
    find_nearest(block, &nearest);
    if (nearest.obstacle == LW_CROWD)
        return false;
    block->has_hit = true;
    block->hit = (lw_block_hit){LW_NO_LANE_PAIR, index,          nearest.obstacle,
                                nearest.lane,    nearest.square, .of_crowd = true};
    return true;
}

/* Seeks a hit of outer bodies with the crowd, as seek_obstacles (lanes/kernel/seek.h) does with
 * obstacles one by one. */
static void seek_crowd(lw_block *block)
{
    block->has_hit = false;
    block->sought = 0;
    for (size_t k = block->posed->compound_count; k-- > 0 && !is_over(block);) {
        const lw_compound *compound = &block->posed->compounds[k];
        if (compound->joint < 0 || compound->beyond > MOST_BEYOND)
            continue;
        for (uint32_t i = compound->body_count; i-- > 0 && !is_over(block);) {
            uint32_t index = compound->bodies[i];
            const lw_lane_body *body = &block->bodies[index];
            if (!open_of_crowd(block, index, center_of_body(block, body), body->cover->around.radius,
                               LW_ALL_INTERVALS))
                continue;
            block->sought++;
            for (uint32_t b = 0; b < body->cover->count && !is_over(block); b++)
                seek_in_crowd(block, index, b);
        }
    }
}

/* ---- bodies ------------------------------------------------------------------------------------ */

/* The intervals of `todo` on which a group of balls is not proven clear of the crowd. */
static unsigned open_of_crowd_group(lw_block *block, uint32_t index, uint32_t which, float required,
                                    unsigned todo)
{
    const lw_lane_body *body = &block->bodies[index];
    const lw_grouped_cover *cover = body->cover;
    const lw_ball_group *group = &cover->groups[which];
    if (cover->group_count > 1)
        todo = open_of_crowd(block, index, center_of_group(block, body, which),
                             required + group->around.radius, todo);
    unsigned open = 0;
    for (uint32_t i = group->first; i < group->end && todo & ~open; i++) {
        unsigned own = open_of_crowd(block, index, center_of(block, body, i),
                                     required + cover->balls[i].radius, todo & ~open);
        if (own && block->seeks && seek_in_crowd(block, index, i))
            return todo;
        open |= own;
    }
    return open;
}

static void prove_crowd_of_body(lw_block *block, uint32_t index)
{
    const lw_lane_body *body = &block->bodies[index];
    const lw_grouped_cover *cover = body->cover;
    float required = lw_required_of_body(block, body);
    unsigned todo = open_of_crowd(block, index, center_of_body(block, body),
                                  required + cover->around.radius, LW_ALL_INTERVALS);
    unsigned open = cover->count == 1 ? todo : 0;
    if (open && block->seeks)
        seek_in_crowd(block, index, 0);
    for (uint32_t i = 0; i < cover->group_count && todo & ~open && !is_over(block); i++)
        open |= open_of_crowd_group(block, index, i, required, todo & ~open);
    leave(block, (lw_block_rest){LW_NO_LANE_PAIR, index, LW_CROWD, open, 0});
}

/* Tests the last bodies first, as prove_obstacles does. */
static void prove_crowd(lw_block *block)
{
    for (size_t i = block->posed->compound_count; i-- > 0;) {
        const lw_compound *compound = &block->posed->compounds[i];
        for (uint32_t k = compound->body_count; k-- > 0 && !is_over(block);)
            prove_crowd_of_body(block, compound->bodies[k]);
    }
}

#endif
