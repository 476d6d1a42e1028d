/* Hits that are contacts for certain: the centre of a ball is nearer to the other shape than where the
 * two would touch, by more than all rounding errors. */
#include "lanes/lanes.h"
#include "lanes/required.h"

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
