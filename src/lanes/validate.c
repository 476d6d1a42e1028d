/* Validates a block: whether it is as its tests take it to be. */
#include "lanes/validate.h"

#include <inttypes.h>
#include <math.h>

#include "base/error.h"

/* more than rounding to floats can do, as a share of sizes */
static const double SLACK = 1e-5;

static bool ball_holds(const lw_ball *outer, const lw_ball *inner)
{
    const double apart = norm(sub(lw_ball_center(outer), lw_ball_center(inner)));
    const double size = (double)outer->radius + norm(lw_ball_center(outer));
    return apart + (double)inner->radius <= (double)outer->radius + SLACK * size;
}

/* Each function returns a fault, as half a sentence; NULL: there is none. */
static const char *joint_fault(const lw_block *block, size_t i)
{
    const lw_lane_joint *joint = &block->joints[i];
    if (joint->parent < -1 || joint->parent >= (int32_t)i)
        return "its parent does not come before it";
    return isfinite(joint->multiplier) && isfinite(joint->offset) ? NULL
                                                                  : "its coordinate is not finite";
}

/* Groups follow each other, and the ball of each contains the balls of the group. A single group is an
 * exception: its ball is the one around the body, and balls of a cover may stick out of that. */
static const char *cover_fault(const lw_grouped_cover *cover)
{
    uint32_t next = 0;
    for (uint32_t g = 0; g < cover->group_count; g++) {
        const lw_ball_group *group = &cover->groups[g];
        if (group->first != next || group->end <= group->first || group->end > cover->count)
            return "its groups of balls do not follow each other";
        for (uint32_t b = group->first; b < group->end; b++)
            if (cover->group_count > 1 && !ball_holds(&group->around, &cover->balls[b]))
                return "a ball sticks out of its group's";
        next = group->end;
    }
    return next == cover->count ? NULL : "a ball of it is in no group";
}

static const char *body_fault(const lw_block *block, size_t i)
{
    const lw_lane_body *body = &block->bodies[i];
    if (body->joint < -1 || body->joint >= (int32_t)block->joint_count)
        return "a joint moves it that there is not";
    if (!(body->required_at_rest >= 0) || !(body->extent.reach >= 0) || !(body->extent.axis >= 0))
        return "its required distance at rest or its extent is negative";
    return body->cover ? cover_fault(body->cover) : NULL;
}

static const char *pair_fault(const lw_block *block, size_t i)
{
    const lw_lane_pair *pair = &block->pairs[i];
    if (pair->a >= pair->b || pair->b >= block->body_count)
        return "its bodies are not in order";
    if (i &&
        lw_pair_id_of(pair->a, pair->b) <= lw_pair_id_of(block->pairs[i - 1].a, block->pairs[i - 1].b))
        return "it does not come behind the one before it";
    if (pair->common < -1 || pair->common >= (int32_t)block->joint_count)
        return "it is seen from a joint that there is not";
    return pair->required_at_rest >= 0 ? NULL : "its required distance at rest is negative";
}

static const char *rest_fault(const lw_block *block, size_t i)
{
    const lw_block_rest *rest = &block->rest[i];
    if (!rest->intervals || rest->intervals > LW_ALL_POSES)
        return "it is of no interval, or of one that there is not";
    if (rest->pair != LW_NO_LANE_PAIR)
        return rest->pair < block->pair_count ? NULL : "it is of a pair that there is not";
    if (rest->body >= block->body_count)
        return "it is of a body that there is not";
    return rest->obstacle == LW_CROWD || rest->obstacle < block->obstacle_count
               ? NULL
               : "it is of an obstacle that there is not";
}

static lw_status validate_each(const lw_block *block, size_t count, const char *what,
                               const char *(*fault_of)(const lw_block *, size_t), lw_error *error)
{
    for (size_t i = 0; i < count; i++) {
        const char *fault = fault_of(block, i);
        if (fault)
            return lw_fail(error, LW_ERROR_STATE, "%s %zu of the block: %s", what, i, fault);
    }
    return LW_OK;
}

lw_status lw_block_validate(const lw_block *block, lw_error *error)
{
    lw_status status = validate_each(block, block->joint_count, "joint", joint_fault, error);
    if (!status)
        status = validate_each(block, block->body_count, "body", body_fault, error);
    if (!status)
        status = validate_each(block, block->pair_count, "pair", pair_fault, error);
    if (!status && block->rest)
        status = validate_each(block, block->rest_count, "rest", rest_fault, error);
    return status;
}
