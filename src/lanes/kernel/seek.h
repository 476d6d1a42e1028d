/* Seeks hits with obstacles at the poses of a block alone, before the intervals between them are
 * tested. A part of lanes/kernel/kernel.h, which includes this file. */
#ifndef LW_LANES_KERNEL_SEEK_H
#define LW_LANES_KERNEL_SEEK_H

/* A joint's frame as an obstacle sees it. */
typedef struct view {
    const lw_lane_obstacle *obstacle;
    lw_lane_frame frame;
} view;

LW_INLINED void view_from(const lw_lane_obstacle *o, const lw_lane_frame *frame, view *out)
{
    out->obstacle = o;
    turn_into_obstacle(&frame->x, o, &out->frame.x);
    turn_into_obstacle(&frame->y, o, &out->frame.y);
    turn_into_obstacle(&frame->z, o, &out->frame.z);
    into_obstacle(&frame->position, o, &out->frame.position);
}

/* The poses at which a ball's centre is nearer than `near` to the obstacle without its radius. */
LW_INLINED unsigned poses_near(const view *v, const lw_ball *ball, float near, bool coarse,
                               lw_floats *squares)
{
    lw_lane_vec at;
    place_center(&v->frame, ball, &at);
    return point_near(&at, v->obstacle, near, coarse, squares);
}

/* The poses at which a ball that holds others may meet the obstacle. */
LW_INLINED unsigned poses_meeting(const view *v, const lw_ball *ball)
{
    lw_floats squares;
    return poses_near(v, ball, ball->radius + v->obstacle->radius, true, &squares);
}

/* Seeks a hit of a body's balls at some poses. */
static void seek_with_body(lw_block *block, const view *v, uint32_t index, unsigned poses)
{
    const lw_lane_body *body = &block->bodies[index];
    const lw_grouped_cover *cover = body->cover;
    if (cover->count > 1)
        poses &= poses_meeting(v, &cover->around);
    for (uint32_t k = 0; k < cover->group_count && poses; k++) {
        const lw_ball_group *group = &cover->groups[k];
        if (!lw_meter_take(block->work, work_of_balls(group->end - group->first)))
            return;
        if (cover->group_count > 1 && !(poses & poses_meeting(v, &group->around)))
            continue;
        for (uint32_t i = group->first; i < group->end; i++) {
            lw_floats squares;
            if (!poses_near(v, &cover->balls[i], nearness_of(body, i, v->obstacle), false, &squares))
                continue;
            note_hit(block, index, i, v->obstacle, &squares);
            return;
        }
    }
}

static void seek_with_compound(lw_block *block, const lw_compound *compound, uint32_t obstacle)
{
    const lw_lane_obstacle *o = &block->obstacles[obstacle];
    lw_lane_vec at;
    lw_floats squares;
    into_obstacle(center_of_compound(block, compound), o, &at);
    unsigned poses = point_near(&at, o, compound->around.radius + o->radius, true, &squares);
    if (!poses)
        return;
    block->sought += compound->body_count;
    view v;
    view_from(o, lw_frame_of(block, compound->joint), &v);
    for (uint32_t i = compound->body_count; i-- > 0 && poses && !is_over(block);)
        if (is_checked(block, compound->bodies[i], obstacle))
            seek_with_body(block, &v, compound->bodies[i], poses);
}

/* The box about a compound, if it is an outer one. */
LW_INLINED bool box_about_outer(lw_block *block, const lw_compound *compound, float box[6])
{
    if (compound->joint < 0 || compound->beyond > MOST_BEYOND)
        return false;
    box_about(center_of_compound(block, compound), compound->around.radius, box);
    return true;
}

/* Seeks a hit of outer compounds: most motions in contact have one with these. */
static void seek_obstacles(lw_block *block)
{
    size_t groups = (block->obstacle_count + LW_LANES - 1) / LW_LANES;
    block->has_hit = false;
    block->sought = 0;
    if (block->crowd) {
        seek_crowd(block);
        return;
    }
    for (size_t k = block->posed->compound_count; k-- > 0 && !is_over(block);) {
        const lw_compound *compound = &block->posed->compounds[k];
        float box[6];
        if (!box_about_outer(block, compound, box))
            continue;
        for (size_t group = 0; group < groups && lw_meter_take(block->work, 1); group++)
            for (unsigned near = boxes_near(block, group, box); near && !is_over(block);
                 near &= near - 1)
                seek_with_compound(block, compound,
                                   (uint32_t)(group * LW_LANES) + (uint32_t)__builtin_ctz(near));
    }
}

/* ---- states in contact ------------------------------------------------------------------------- */

/* The states of `todo` in which a ball of a body is in an obstacle for certain. As met_by_obstacle
 * (lanes/kernel/met.h) does for blocks of states, with bounds on groups of balls, and centres that are
 * placed once, in the obstacle's frame. */
static unsigned contacts_of_body(lw_block *block, const view *v, uint32_t index, unsigned todo)
{
    const lw_lane_body *body = &block->bodies[index];
    const lw_grouped_cover *cover = body->cover;
    const float lost = block->lost[index] + v->obstacle->loss;
    unsigned found = 0;
    if (!body->exact)
        return 0;
    if (cover->count > 1)
        todo &= poses_meeting(v, &cover->around);
    for (uint32_t k = 0; k < cover->group_count && todo & ~found; k++) {
        const lw_ball_group *group = &cover->groups[k];
        if (cover->group_count > 1 && !(todo & ~found & poses_meeting(v, &group->around)))
            continue;
        for (uint32_t i = group->first; i < group->end; i++) {
            lw_lane_vec at;
            place_center(&v->frame, &cover->balls[i], &at);
            found |= todo & certain_in_obstacle(body, i, &at, v->obstacle, lost);
        }
    }
    return found;
}

static unsigned contacts_of_compound(lw_block *block, const lw_compound *compound, uint32_t obstacle,
                                     unsigned todo)
{
    const lw_lane_obstacle *o = &block->obstacles[obstacle];
    lw_lane_vec at;
    lw_floats squares;
    if (!o->exact)
        return 0;
    into_obstacle(center_of_compound(block, compound), o, &at);
    todo &= point_near(&at, o, compound->around.radius + o->radius, true, &squares);
    if (!todo)
        return 0;
    view v;
    view_from(o, lw_frame_of(block, compound->joint), &v);
    unsigned found = 0;
    for (uint32_t i = compound->body_count; i-- > 0 && todo & ~found;)
        if (is_checked(block, compound->bodies[i], obstacle))
            found |= contacts_of_body(block, &v, compound->bodies[i], todo & ~found);
    return found;
}

static unsigned contacts(lw_block *block)
{
    size_t groups = (block->obstacle_count + LW_LANES - 1) / LW_LANES;
    unsigned todo = block->states;
    for (size_t k = block->posed->compound_count; k-- > 0 && todo;) {
        const lw_compound *compound = &block->posed->compounds[k];
        float box[6];
        if (!box_about_outer(block, compound, box))
            continue;
        for (size_t group = 0; group < groups; group++)
            for (unsigned near = boxes_near(block, group, box); near && todo; near &= near - 1)
                todo &= ~contacts_of_compound(
                    block, compound, (uint32_t)(group * LW_LANES) + (uint32_t)__builtin_ctz(near),
                    todo);
    }
    return block->states & ~todo;
}

/* The pose at which a body of a list comes nearest to its obstacle, by the ball around it: of the poses
 * at the ends of listed intervals. -1: the list has no obstacle. */
static int nearest_pose(lw_block *block, const lw_block_rest *rest, size_t count)
{
    int nearest = -1;
    float least = HUGE_VALF;
    for (size_t i = 0; i < count; i++) {
        if (rest[i].pair != LW_NO_LANE_PAIR || lw_rest_is_crowd(&rest[i]))
            continue;
        const lw_lane_body *body = &block->bodies[rest[i].body];
        const lw_lane_obstacle *o = &block->obstacles[rest[i].obstacle];
        lw_lane_vec at;
        lw_floats squares;
        lw_floats gaps;
        into_obstacle(center_of_body(block, body), o, &at);
        if (o->shape == LW_LANE_CLOUD)
            grid_near(o->points, &at, 0, &squares);
        else if (o->shape == LW_LANE_VOXELS)
            squares_from_voxels(o->voxels, &at, HUGE_VALF, o->work, &squares);
        else if (o->shape == LW_LANE_RASTER)
            squares_of_gaps(o->raster, &at, &squares);
        else
            squares_outside(&at, o, &squares);
        root_of(&squares, &gaps);
        gaps -= ALL(body->cover->around.radius + o->radius);
        for (unsigned poses = rest[i].intervals | rest[i].intervals << 1; poses; poses &= poses - 1) {
            int lane = __builtin_ctz(poses);
            if (gaps[lane] < least) {
                least = gaps[lane];
                nearest = lane;
            }
        }
    }
    return nearest;
}

#endif
