/* Hits that are contacts for certain: the centre of a ball is nearer to the other shape than where the
 * two would touch, by more than all rounding errors. */
#include "lanes/lanes.h"
#include "lanes/required.h"
#include "lanes/states.h"

/* The rounding errors of bodies that a joint moves (-1: none), where no variable is larger than
 * `magnitude`. */
static lw_lane_error error_of(const lw_lanes *l, int32_t joint, double magnitude)
{
    if (joint < 0)
        return l->block.errors[0];
    const lw_lane_path *still = &l->still_paths[joint];
    const lw_lane_path *moved = &l->moved_paths[joint];
    lw_lane_path path = {still->length + magnitude * moved->length,
                         still->turns + magnitude * moved->turns};
    for (int32_t f = l->floats ? joint : -1; f >= 0; f = l->block.joints[f].parent)
        path.length += l->slot_lengths[f];
    return lw_lane_error_where(l->steps[joint], path);
}

/* How far the centres of a body's balls are from their computed places, at most. */
static float error_of_body(const lw_lanes *l, uint32_t index, double magnitude)
{
    const lw_lane_body *body = &l->block.bodies[index];
    const lw_lane_error error = error_of(l, body->joint, magnitude);
    return lw_lane_error_of(&error, &body->extent);
}

bool lw_lanes_is_certain(const lw_lanes *l, const lw_motion *motion, size_t piece)
{
    const lw_block *block = &l->block;
    const lw_block_hit *hit = &block->hit;
    if (!(hit->reach > 0))
        return false;
    double magnitude = lw_motion_magnitude(motion, piece);
    float lost;
    if (hit->pair == LW_NO_LANE_PAIR)
        lost = error_of_body(l, hit->body, magnitude) + block->obstacles[hit->obstacle].loss;
    else
        lost = error_of_body(l, block->pairs[hit->pair].a, magnitude) +
               error_of_body(l, block->pairs[hit->pair].b, magnitude);
    /* twice the errors of the centres: the sizes of shapes, and these sums, were rounded as well */
    float least = hit->reach - 2 * lost;
    return least > 0 && hit->square < least * least * (1 - 0x1p-18F);
}

/* ---- states ------------------------------------------------------------------------------------ */

/* The largest absolute value of a variable in any lane. */
static double largest_value(const lw_lanes *l)
{
    const size_t count = l->frozen->chains->variable_count * LW_LANES;
    double most = 0;
    for (size_t i = 0; i < count; i++)
        most = greater(most, fabs(l->values[i]));
    return most;
}

/* Sets lw_block.lost for the values of the block: for sizes up to twice that, at least 8, which is
 * above the limits of most joints that turn, so that it is seldom set again. */
static void take_lost(lw_lanes *l)
{
    const double size = largest_value(l);
    if (l->certain_size > 0 && size <= l->certain_size)
        return;
    l->certain_size = 2 * greater(size, 4);
    for (uint32_t i = 0; i < l->block.body_count; i++)
        l->block.lost[i] = error_of_body(l, i, l->certain_size);
}

unsigned lw_lanes_contacts(lw_lanes *l, size_t count)
{
    lw_block *block = &l->block;
    lw_lanes_repeat_last(l, count);
    take_lost(l);
    block->states = (1U << count) - 1;
    if (!lw_lanes_all_near(l)) {
        lw_lanes_set_states(l);
        block->posed = &l->all;
        lw_lanes_place(l, &l->first);
    } else {
        block->posed = &l->all;
        lw_block_pose(block);
    }
    return lw_lanes_take_obstacles(l) ? lw_block_contacts(block) : 0;
}
