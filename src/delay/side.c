/* One of two robots whose clocks differ: windows of its time, and where it is during each. */
#include "delay/side.h"

#include <stdlib.h>

#include "base/error.h"
#include "math/pose.h"
#include "math/rounding.h"
#include "motion/track.h"

/* The least and the largest value of each variable in each piece. */
static void find_ranges(lw_side *side)
{
    const lw_motion *motion = side->motion;
    lw_coordinates *x = &side->kinematics.coordinates;
    for (size_t p = 0; p < motion->pieces.count; p++) {
        const lw_motion_piece *piece = &motion->pieces.items[p];
        double *least = side->ranges + 2 * p * side->variable_count;
        double *most = least + side->variable_count;
        double t = 0.5 * (piece->begin + piece->end);
        double half = greater(piece->end - t, t - piece->begin);
        lw_motion_coordinates(motion, p, t, half, x);
        for (size_t i = 0; i < side->variable_count; i++) {
            double way = half * x->rate_bound[i] * LW_UPWARD + LW_POSE_ROUNDING * x->magnitude[i];
            if (x->slackens)
                way += x->slack[i] * LW_UPWARD;
            least[i] = x->value[i] - way;
            most[i] = x->value[i] + way;
        }
    }
}

static bool add_window(lw_side *side, lw_window window)
{
    if (!LW_ARRAY_GROW(&side->windows))
        return false;
    side->windows.items[side->windows.count++] = window;
    return true;
}

/* Lists the robot's bodies, and takes the memory whose size is known. */
static bool take_memory(lw_side *side)
{
    const lw_frozen *frozen = side->frozen;
    side->variable_count = frozen->chains->variable_count;
    side->bodies = lw_arena_array(&side->arena, frozen->moving_count, sizeof *side->bodies);
    side->slack = lw_arena_array(&side->arena, side->variable_count, sizeof *side->slack);
    side->value = lw_arena_array(&side->arena, side->variable_count, sizeof *side->value);
    side->ranges = lw_arena_array(&side->arena, side->motion->pieces.count,
                                  2 * side->variable_count * sizeof *side->ranges);
    if (!side->bodies || !side->slack || !side->value || !side->ranges)
        return false;
    for (uint32_t i = 0; i < frozen->moving_count; i++)
        if (frozen->moving[i].robot == side->robot)
            side->bodies[side->body_count++] = i;
    for (size_t j = 0; j < frozen->chains->joint_count; j++) {
        const lw_frozen_joint *joint = &frozen->chains->joints[j];
        side->floats |= joint->kind == LW_JOINT_FLOATING && (int64_t)joint->robot == side->robot;
    }
    return true;
}

lw_status lw_side_create(const lw_motion *motion, size_t robot, lw_side *out, lw_error *error)
{
    *out = (lw_side){.motion = motion, .frozen = motion->scene->frozen, .robot = (int64_t)robot};
    lw_status status = lw_kinematics_create(&out->arena, motion->scene, &out->kinematics, error);
    if (status)
        return status;
    const size_t last = motion->pieces.count - 1;
    if (!take_memory(out) || !add_window(out, (lw_window){0}) ||
        !add_window(out, (lw_window){.begin = -HUGE_VAL, .end = motion->begin}) ||
        !add_window(out,
                    (lw_window){.begin = motion->end, .end = HUGE_VAL, .first = last, .last = last}) ||
        !add_window(out, (lw_window){.begin = motion->begin, .end = motion->end, .last = last}) ||
        !add_window(out, (lw_window){.begin = motion->begin, .end = motion->begin}))
        return lw_fail_memory(error);
    find_ranges(out);
    return LW_OK;
}

void lw_side_destroy(lw_side *side)
{
    free(side->windows.items);
    free(side->samples.items);
    free(side->swayed.items);
    lw_arena_free(&side->arena);
}

static bool is_endless(const lw_window *window)
{
    return !(window->end - window->begin < HUGE_VAL);
}

/* The middle of a window that lies in one piece. */
static double middle_of(const lw_window *window)
{
    return window->begin + 0.5 * (window->end - window->begin);
}

bool lw_side_divides(const lw_side *side, uint32_t window)
{
    const lw_window *own = &side->windows.items[window];
    double middle = middle_of(own);
    return own->first != own->last || (!is_endless(own) && own->begin < middle && middle < own->end);
}

bool lw_side_halve(lw_side *side, uint32_t window)
{
    if (side->windows.items[window].child)
        return true;
    lw_window one = side->windows.items[window];
    one.child = one.sample = 0;
    one.rests = false;
    lw_window two = one;
    if (one.first == one.last) {
        one.end = two.begin = middle_of(&one);
    } else {
        one.last = one.first + (one.last - one.first) / 2;
        two.first = one.last + 1;
        one.end = two.begin = side->motion->pieces.items[two.first].begin;
    }
    uint32_t child = (uint32_t)side->windows.count;
    if (!add_window(side, one) || !add_window(side, two))
        return false;
    side->windows.items[window].child = child;
    return true;
}

/* Sets side->slack to how far each variable gets, anywhere in a window, from its value at a time. */
static void find_slack(lw_side *side, const lw_window *window, double time)
{
    const size_t count = side->variable_count;
    lw_coordinates *x = &side->kinematics.coordinates;
    lw_motion_coordinates(side->motion, window->first, time, 0, x);
    for (size_t i = 0; i < count; i++) {
        side->value[i] = x->value[i];
        side->slack[i] = 0;
    }
    for (size_t p = window->first; p <= window->last; p++) {
        const double *least = side->ranges + 2 * p * count;
        const double *most = least + count;
        for (size_t i = 0; i < count; i++) {
            double way = greater(side->value[i] - least[i], most[i] - side->value[i]);
            side->slack[i] = greater(side->slack[i], way * LW_UPWARD);
        }
    }
}

/* Where a body is, and how far it gets, by the sample of the robot. half: of the window. */
static lw_swayed_body sway(const lw_side *side, uint32_t body, double half, bool one_piece)
{
    const lw_kinematics *kinematics = &side->kinematics;
    lw_travel travel;
    lw_travel_of(kinematics, body, -1, &travel);
    lw_swayed_body out = {.at = lw_body_pose(kinematics, (int32_t)body),
                          .center = lw_body_center(kinematics, (int32_t)body),
                          .error = lw_body_error(kinematics, (int32_t)body),
                          .displacement = travel.displacement,
                          .bend = travel.displacement};
    /* where the window has corners the velocity at the sample says nothing about the rest of it */
    if (!one_piece)
        return out;
    out.twist = (lw_twist){scale(half, travel.twist.linear), scale(half, travel.twist.angular)};
    out.bend = (0.5 * half * half * travel.curvature + half * travel.speed_error) * LW_UPWARD;
    if (!kinematics->coordinates.slackens)
        return out;
    /* deviations in no direction (lw_travel_of has the inequality) */
    out.deviation = (travel.slack + 0.5 * travel.deviation_bend) * LW_UPWARD;
    out.bend += (out.deviation + 0.5 * half * travel.mixed_bend) * LW_UPWARD;
    return out;
}

bool lw_side_sample(lw_side *side, uint32_t window)
{
    lw_window *own = &side->windows.items[window];
    if (own->sample)
        return true;
    const size_t wanted = side->swayed.count + side->body_count;
    if (!LW_ARRAY_GROW(&side->samples) || !LW_ARRAY_RESERVE(&side->swayed, wanted + side->body_count))
        return false;
    const lw_motion_piece *piece = &side->motion->pieces.items[own->first];
    bool endless = is_endless(own);
    bool one_piece = own->first == own->last;
    double time = endless     ? (own->end < HUGE_VAL ? own->end : own->begin)
                  : one_piece ? middle_of(own)
                              : piece->end;
    double half = endless ? 0 : greater(own->end - time, time - own->begin);
    if (!one_piece)
        find_slack(side, own, time);
    lw_kinematics_sample_robot(&side->kinematics, side->motion, own->first, time, half,
                               one_piece ? NULL : side->slack, side->robot);
    own->rests = true;
    for (size_t i = 0; i < side->body_count; i++) {
        lw_swayed_body *body = &side->swayed.items[side->swayed.count++];
        *body = sway(side, side->bodies[i], half, one_piece);
        if (!one_piece && side->floats)
            body->displacement = body->bend = HUGE_VAL;
        own->rests &= body->displacement <= body->deviation;
    }
    side->samples.items[side->samples.count++] = (lw_window_sample){.time = time, .centred = one_piece};
    own->sample = (uint32_t)side->samples.count;
    return true;
}
