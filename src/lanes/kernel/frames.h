/* Forward kinematics of eight poses side by side: frames are composed and moved, with the instructions
 * that the including file is compiled for. */
#ifndef LW_LANES_KERNEL_FRAMES_H
#define LW_LANES_KERNEL_FRAMES_H

#include "lanes/kernel/shared.h"

/* The image of a vector under a rotation. */
LW_INLINED void image(const lw_lane_frame *frame, const float v[3], lw_lane_vec *out)
{
    const lw_floats x = ALL(v[0]);
    const lw_floats y = ALL(v[1]);
    const lw_floats z = ALL(v[2]);
    lw_lane_vec sum = {frame->x.x * x + frame->y.x * y + frame->z.x * z,
                       frame->x.y * x + frame->y.y * y + frame->z.y * z,
                       frame->x.z * x + frame->y.z * y + frame->z.z * z};
    *out = sum;
}

LW_INLINED void stretch(const lw_lane_vec *v, float by, lw_lane_vec *out)
{
    const lw_floats all = ALL(by);
    *out = (lw_lane_vec){v->x * all, v->y * all, v->z * all};
}

/* The image of a vector of which `which` tells the components that are not 0, as bits: in the poses of
 * joints, most are 0. */
LW_INLINED void image_of_some(const lw_lane_frame *frame, const float v[3], unsigned which,
                              lw_lane_vec *out)
{
    switch (which) {
    case 1:
        stretch(&frame->x, v[0], out);
        return;
    case 2:
        stretch(&frame->y, v[1], out);
        return;
    case 4:
        stretch(&frame->z, v[2], out);
        return;
    default:
        image(frame, v, out);
        return;
    }
}

LW_INLINED void compose_with(const lw_lane_frame *frame, const lw_float_pose *at, lw_lane_frame *out)
{
    lw_lane_vec x, y, z;
    image_of_some(frame, at->x, at->which[0], &x);
    image_of_some(frame, at->y, at->which[1], &y);
    image_of_some(frame, at->z, at->which[2], &z);
    lw_lane_vec position = {{0}, {0}, {0}};
    if (at->which[3])
        image_of_some(frame, at->position, at->which[3], &position);
    out->x = x;
    out->y = y;
    out->z = z;
    out->position.x = position.x + frame->position.x;
    out->position.y = position.y + frame->position.y;
    out->position.z = position.z + frame->position.z;
}

/* A pose that is the same at all times. */
LW_INLINED void repeat(const lw_float_pose *at, lw_lane_frame *out)
{
    const lw_floats zero = {0};
    const float *from[4] = {at->x, at->y, at->z, at->position};
    lw_lane_vec *to[4] = {&out->x, &out->y, &out->z, &out->position};
    for (int i = 0; i < 4; i++)
        *to[i] = (lw_lane_vec){zero + ALL(from[i][0]), zero + ALL(from[i][1]), zero + ALL(from[i][2])};
}

/* The angles or slides of a joint. */
LW_INLINED void take_values(const lw_block *block, const lw_lane_joint *joint, doubles_4 out[2])
{
    doubles_4 low = {0};
    doubles_4 high = {0};
    if (joint->variable >= 0) {
        const double *given = block->values + (size_t)joint->variable * LW_LANES;
        load(given, &low);
        load(given + 4, &high);
    }
    out[0] = joint->offset + joint->multiplier * low;
    out[1] = joint->offset + joint->multiplier * high;
}

LW_INLINED void turn_frame(const doubles_4 angles[2], lw_lane_frame *frame)
{
    lw_floats s;
    lw_floats c;
    sine_and_cosine(angles, &s, &c);
    lw_lane_vec x = frame->x;
    lw_lane_vec y = frame->y;
    frame->x = (lw_lane_vec){c * x.x + s * y.x, c * x.y + s * y.y, c * x.z + s * y.z};
    frame->y = (lw_lane_vec){c * y.x - s * x.x, c * y.y - s * x.y, c * y.z - s * x.z};
}

LW_INLINED void slide_frame(const doubles_4 slides[2], lw_lane_frame *frame)
{
    const lw_floats by = JOIN(__builtin_convertvector(slides[0], floats_4),
                              __builtin_convertvector(slides[1], floats_4));
    frame->position.x += by * frame->z.x;
    frame->position.y += by * frame->z.y;
    frame->position.z += by * frame->z.z;
}

LW_INLINED void place_center(const lw_lane_frame *frame, const lw_ball *ball, lw_lane_vec *out)
{
    image(frame, ball->center, out);
    out->x += frame->position.x;
    out->y += frame->position.y;
    out->z += frame->position.z;
}

#endif
