/* Groups come from halving the balls again and again, along the axis along which their centres lie
 * farthest apart. */
#include "lanes/groups.h"

#include "lanes/setup.h"
#include "math/pose.h"
#include "math/rounding.h"

#include <math.h>

/* The most balls of a group. docs/decisions/lanes.md, "A block tests half-spaces, boxes of motions and
 * groups of balls, and poses only the bodies left". */
enum { MOST_BALLS = 4 };

uint32_t lw_group_count(uint32_t balls)
{
    return balls <= MOST_BALLS ? 1 : lw_group_count(balls / 2) + lw_group_count(balls - balls / 2);
}

static vec3 center_of(const lw_ball *ball)
{
    return v3((double)ball->center[0], (double)ball->center[1], (double)ball->center[2]);
}

/* The axis along which the centres lie farthest apart. */
static int longest_axis(const lw_ball *balls, uint32_t count)
{
    int longest = 0;
    float most = -1;
    for (int axis = 0; axis < 3; axis++) {
        float low = HUGE_VALF;
        float high = -HUGE_VALF;
        for (uint32_t i = 0; i < count; i++) {
            low = fminf(low, balls[i].center[axis]);
            high = fmaxf(high, balls[i].center[axis]);
        }
        if (high - low > most) {
            most = high - low;
            longest = axis;
        }
    }
    return longest;
}

/* Insertion sort, as covers have few balls. */
static void sort(lw_ball *balls, uint32_t count, int axis)
{
    for (uint32_t i = 1; i < count; i++) {
        lw_ball moved = balls[i];
        uint32_t at = i;
        for (; at > 0 && balls[at - 1].center[axis] > moved.center[axis]; at--)
            balls[at] = balls[at - 1];
        balls[at] = moved;
    }
}

lw_ball lw_ball_around(const lw_ball *balls, uint32_t count)
{
    lw_ball around = {.radius = 0};
    for (int axis = 0; axis < 3; axis++) {
        float low = HUGE_VALF;
        float high = -HUGE_VALF;
        for (uint32_t i = 0; i < count; i++) {
            low = fminf(low, balls[i].center[axis] - balls[i].radius);
            high = fmaxf(high, balls[i].center[axis] + balls[i].radius);
        }
        around.center[axis] = low + 0.5F * (high - low);
    }
    double radius = 0;
    for (uint32_t i = 0; i < count; i++) {
        double distance = norm(sub(center_of(&balls[i]), center_of(&around)));
        radius = greater(radius, (distance + (double)balls[i].radius) * LW_UPWARD);
    }
    around.radius = lw_float_above(radius);
    return around;
}

static void group(lw_grouped_cover *out, uint32_t first, uint32_t count)
{
    if (count > MOST_BALLS) {
        sort(out->balls + first, count, longest_axis(out->balls + first, count));
        group(out, first, count / 2);
        group(out, first + count / 2, count - count / 2);
        return;
    }
    out->groups[out->group_count++] =
        (lw_ball_group){lw_ball_around(out->balls + first, count), first, first + count};
}

/* Transforms a ball by a pose. The centre is rounded to floats. */
static lw_ball ball_at(const pose *at, const lw_ball *ball)
{
    vec3 center = transform(*at, center_of(ball));
    return (lw_ball){{(float)center.x, (float)center.y, (float)center.z}, ball->radius};
}

void lw_group_balls(const lw_cover *cover, const pose *at, lw_grouped_cover *out)
{
    out->around = ball_at(at, &cover->around);
    out->count = cover->count;
    out->group_count = 0;
    for (uint32_t i = 0; i < cover->count; i++)
        out->balls[i] = ball_at(at, &cover->balls[i]);
    group(out, 0, cover->count);
    if (out->group_count == 1)
        out->groups[0].around = out->around;
}
