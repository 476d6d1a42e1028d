/* Proofs of states: by a block of eight, by one state by itself, and by hulls. */
#include "lanes/states.h"

#include "lanes/lone.h"
#include "lanes/required.h"
#include "lanes/state_hulls.h"
#include "math/pose.h"

/* Poses one state by itself. The block will list unproven pairs in lanes->first. */
static void place_lone(lw_lanes *lanes)
{
    lw_block *block = &lanes->block;
    lw_lone_set(lanes, lanes->lone);
    lw_lone_pose(block, lanes->lone);
    block->rest = lanes->first.items;
    block->rest_room = LW_MOST_REST;
    block->rest_count = 0;
    block->overflowed = false;
}

/* ---- hulls of pairs that balls leave ------------------------------------------------------------ */

static pose frame_in_lane(const lw_lane_frame *frame, int lane)
{
    return (pose){lw_rotation_in_lane(frame, lane), lw_in_lane(&frame->position, lane)};
}

static vec3 of_four(lw_four v)
{
    return v3((double)v[0], (double)v[1], (double)v[2]);
}

static pose frame_of_four(const lw_lone_frame *frame)
{
    return (pose){{of_four(frame->x), of_four(frame->y), of_four(frame->z)}, of_four(frame->position)};
}

/* The frame of a joint in the state of one lane, or in that of `lone`. */
static pose frame_at(const lw_lanes *lanes, const lw_lone *lone, int32_t joint, int lane)
{
    return lone ? frame_of_four(lw_lone_frame_of(lone, joint))
                : frame_in_lane(lw_frame_of(&lanes->block, joint), lane);
}

/* Whether the hulls of a pair prove it in the state of one lane, or in that of `lone`. */
static bool hulls_apart(const lw_lanes *lanes, const lw_lone *lone, uint32_t index, int lane)
{
    const lw_block *block = &lanes->block;
    const lw_lane_pair *pair = &block->pairs[index];
    const uint32_t bodies[2] = {pair->a, pair->b};
    lw_hull_pair of = {
        .required = (double)(lone ? lone->pair_required[index] : lw_required_of_pair(block, pair)),
        .halfway = frame_at(lanes, lone, pair->halfway, lane).rotation};
    for (int i = 0; i < 2; i++) {
        of.body[i] = &block->bodies[bodies[i]];
        of.at[i] = compose(frame_at(lanes, lone, of.body[i]->joint, lane),
                           lanes->frozen->moving[bodies[i]].local);
    }
    return lw_state_hulls_apart(&of, &lanes->hints[index]);
}

/* Takes states off the list of pairs that balls leave. */
static void drop_met(lw_lane_rest *left, unsigned met)
{
    size_t kept = 0;
    for (size_t i = 0; i < left->count && met; i++) {
        lw_block_rest rest = left->items[i];
        rest.intervals &= ~met;
        if (rest.intervals)
            left->items[kept++] = rest;
    }
    left->count = met ? kept : left->count;
}

/* Takes the pairs that hulls prove off the list of those that balls leave. */
static void prove_by_hulls(lw_lanes *lanes, const lw_lone *lone)
{
    lw_lane_rest *left = &lanes->first;
    size_t kept = 0;
    for (size_t i = 0; i < left->count; i++) {
        lw_block_rest rest = left->items[i];
        unsigned of_pair = rest.pair == LW_NO_LANE_PAIR ? 0 : rest.intervals;
        for (unsigned bits = of_pair; bits; bits &= bits - 1) {
            int lane = __builtin_ctz(bits);
            rest.intervals &= ~((unsigned)hulls_apart(lanes, lone, rest.pair, lane) << lane);
        }
        if (rest.intervals)
            left->items[kept++] = rest;
    }
    left->count = kept;
}

/* ---- states ------------------------------------------------------------------------------------ */

/* Tests so many states, whose values are in the first lanes; the lanes behind hold values of one of
 * them. False where nothing is known. */
static bool prove(lw_lanes *lanes, size_t count, bool whether)
{
    lw_block *block = &lanes->block;
    bool lone = count == 1 && lanes->lone;
    block->states = (1U << count) - 1;
    block->met = 0;
    block->whether = whether;
    if (lone) {
        lw_meter_take(block->work, LW_WORK_BODY + (int64_t)block->body_count);
        place_lone(lanes);
    } else {
        lw_lanes_set_states(lanes);
        lw_lanes_place(lanes, &lanes->first);
    }
    if (!lw_lanes_take_obstacles(lanes))
        return false;
    if (lone)
        lw_lone_prove(block, lanes->lone);
    else
        lw_block_prove_states(block);
    lanes->first.count = block->rest_count;
    return !block->overflowed && !lw_meter_is_over(block->work);
}

size_t lw_lanes_prove_state(lw_lanes *lanes, const lw_motion *motion, lw_unproven *left)
{
    size_t variables = lanes->frozen->chains->variable_count;
    lw_lanes_take_piece(lanes, motion, 0);
    lw_motion_coordinates(motion, 0, motion->begin, 0, &lanes->coordinates);
    for (size_t i = 0; i < variables; i++)
        for (size_t lane = 0; lane < LW_LANES; lane++)
            lanes->values[i * LW_LANES + lane] = lanes->coordinates.value[i];
    if (!prove(lanes, 1, false))
        return LW_MOST_REST + 1;
    for (size_t i = 0; i < lanes->first.count; i++)
        left[i] = (lw_unproven){lw_block_pair(&lanes->block, &lanes->first.items[i]), motion->begin,
                                motion->end, lanes->first.items[i].meets};
    return lanes->first.count;
}

bool lw_lanes_serves_states(const lw_lanes *lanes)
{
    const lw_chains *chains = lanes->frozen->chains;
    for (size_t i = 0; i < chains->joint_count; i++)
        if (chains->joints[i].kind == LW_JOINT_FLOATING)
            return false;
    return true;
}

/* A block of one state tests a body against an obstacle only if their boxes overlap. Returns, of the
 * states in which the test fails here, those in which a block of that state alone would make it. */
static unsigned meeting(const lw_block *block, const lw_block_rest *rest)
{
    const lw_lane_body *body = &block->bodies[rest->body];
    const lw_lane_vec *center = &block->centers[body->first_center];
    const lw_floats *of[3] = {&center->x, &center->y, &center->z};
    const lw_floats *box = block->obstacle_boxes + 6 * (size_t)(rest->obstacle / LW_LANES);
    float grown = lw_required_of_body(block, body) + body->cover->around.radius;
    unsigned states = 0;
    for (unsigned bits = rest->intervals; bits; bits &= bits - 1) {
        int lane = __builtin_ctz(bits);
        bool apart = false;
        for (int i = 0; i < 3; i++) {
            float low = (*of[i])[lane] - grown;
            float high = (*of[i])[lane] + grown;
            apart |= box[i][rest->obstacle % LW_LANES] > high;
            apart |= box[3 + i][rest->obstacle % LW_LANES] < low;
        }
        states |= (unsigned)!apart << lane;
    }
    return states;
}

static void list_left(const lw_lanes *lanes, size_t count, lw_states_left *left)
{
    const lw_block *block = &lanes->block;
    unsigned open = 0;
    for (size_t i = 0; i < lanes->first.count; i++) {
        const lw_block_rest *rest = &lanes->first.items[i];
        bool among = rest->pair == LW_NO_LANE_PAIR && count > 1;
        unsigned states = among ? meeting(block, rest) : rest->intervals;
        if (!states)
            continue;
        open |= states;
        left->items[left->count].pair = lw_block_pair(block, rest);
        left->items[left->count].meets = rest->meets;
        left->items[left->count++].states = states;
    }
    left->proven = block->states & ~(open | block->met);
    /* among many obstacles, a block of one state alone may have fewer that are near */
    bool all_near = count == 1 || lanes->all_near;
    for (size_t lane = 0; lane < count && all_near; lane++)
        if ((open >> lane & 1) && (count == 1 || lw_lanes_required_is_own(lanes, lane, lanes->sizes)))
            left->listed |= 1U << lane;
}

void lw_lanes_repeat_last(lw_lanes *lanes, size_t count)
{
    size_t variables = lanes->frozen->chains->variable_count;
    for (size_t i = 0; i < variables; i++)
        for (size_t lane = count; lane < LW_LANES; lane++)
            lanes->values[i * LW_LANES + lane] = lanes->values[i * LW_LANES + count - 1];
}

void lw_lanes_prove_states(lw_lanes *lanes, size_t count, bool whether, lw_states_left *left)
{
    lw_lanes_repeat_last(lanes, count);
    left->proven = left->listed = 0;
    left->count = 0;
    const bool known = prove(lanes, count, whether);
    left->met = lanes->block.met;
    if (!known)
        return;
    if (whether)
        drop_met(&lanes->first, left->met);
    if (lanes->hints)
        prove_by_hulls(lanes, count == 1 ? lanes->lone : NULL);
    list_left(lanes, count, left);
}
