/* Finds, in a block of states, the states in which balls make a contact certain: the centre of a ball
 * of one body is nearer to the other body than where the two would touch, by more than all rounding
 * errors. Only bodies that are made of balls are looked at, with each other or with an obstacle whose
 * shape the tests know exactly (lanes/certain.c does the same for motions). A part of
 * lanes/kernel/kernel.h, which includes this file. */
#ifndef LW_LANES_KERNEL_MET_H
#define LW_LANES_KERNEL_MET_H

/* The rounding errors of the centres of a body's balls, at most. */
LW_INLINED float error_of_body(const lw_block *block, const lw_lane_body *body)
{
    return lw_lane_error_of(&block->errors[body->joint + 1], &body->extent);
}

/* The poses of `todo` at which balls of a body are certainly in an obstacle. */
static unsigned met_by_obstacle(lw_block *block, const lw_lane_body *body, const lw_lane_obstacle *o,
                                unsigned todo)
{
    if (!body->exact || !o->exact)
        return 0;
    const float lost = error_of_body(block, body) + o->loss;
    unsigned met = 0;
    for (uint32_t i = 0; i < body->cover->count && met != todo; i++) {
        lw_lane_vec p;
        into_obstacle(center_of(block, body, i), o, &p);
        met |= todo & certain_in_obstacle(body, i, &p, o, lost);
    }
    return met;
}

/* The poses of `todo` at which a ball is certainly in balls of another body. lost: the rounding errors
 * of both. */
static unsigned met_by_ball(lw_block *block, const held_ball *held, const lw_lane_body *body,
                            float lost, unsigned todo)
{
    unsigned met = 0;
    for (uint32_t j = 0; j < body->cover->count && met != todo; j++) {
        const lw_lane_vec *center = center_of(block, body, j);
        lw_lane_vec d = {center->x - held->center->x, center->y - held->center->y,
                         center->z - held->center->z};
        lw_floats squares = d.x * d.x + d.y * d.y + d.z * d.z;
        const float reach = body->cover->balls[j].radius - body->sticks_out + held->radius;
        met |= todo & certain_of(&squares, reach, lost);
    }
    return met;
}

/* The poses of `todo` at which the balls of two bodies are certainly in each other. */
static unsigned met_by_pair(lw_block *block, const two_bodies *two, unsigned todo)
{
    const lw_lane_body *a = two->a;
    const lw_lane_body *b = two->b;
    if (!a->exact || !b->exact)
        return 0;
    const float lost = error_of_body(block, a) + error_of_body(block, b);
    const held_ball around = {center_of_body(block, b), b->cover->around.radius, 0, -1};
    unsigned met = 0;
    for (uint32_t i = 0; i < a->cover->count && met != todo; i++) {
        const lw_lane_vec *center = center_of(block, a, i);
        float radius = a->cover->balls[i].radius;
        unsigned near = open_of_held(block, &around, center, radius, todo & ~met);
        const held_ball held = {center, radius - a->sticks_out, 0, -1};
        if (near)
            met |= met_by_ball(block, &held, b, lost, near);
    }
    return met;
}

/* Leaves the unproven states of a pair, and notes those in which a contact is certain. */
static void leave_states(lw_block *block, lw_block_rest rest)
{
    leave(block, rest);
    block->met |= rest.meets;
    if (block->whether) {
        block->states &= ~rest.meets;
        block->has_hit = !block->states;
    }
}

/* Few pairs are left: out of line, these functions leave the registers to the tests. */
static __attribute__((noinline)) void leave_states_of_pair(lw_block *block, const two_bodies *two,
                                                           unsigned open)
{
    unsigned meets = met_by_pair(block, two, open);
    leave_states(block, (lw_block_rest){.pair = two->pair, .intervals = open, .meets = meets});
}

static __attribute__((noinline)) void leave_states_of_obstacle(lw_block *block, uint32_t body,
                                                               uint32_t obstacle, unsigned open)
{
    unsigned meets = met_by_obstacle(block, &block->bodies[body], &block->obstacles[obstacle], open);
    leave_states(block, (lw_block_rest){LW_NO_LANE_PAIR, body, obstacle, open, meets});
}

#endif
