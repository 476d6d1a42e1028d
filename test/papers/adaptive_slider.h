/* A ball of 0.1 m on one joint, for the published methods of Wu et al.: it slides along x, or turns 1 m
 * from the axis z. */
#ifndef LW_TEST_ADAPTIVE_SLIDER_H
#define LW_TEST_ADAPTIVE_SLIDER_H

#include "adaptive/adaptive_world.h"
#include "one_joint.h"

typedef struct slider {
    world w;
    lw_adaptive_world seen;
    lw_adaptive_counts counts;
} slider;

/* Makes the slider with one obstacle. */
static inline void make_slider(slider *s, bool slides, const lw_shape_def *shape, lw_pose place)
{
    const lw_shape_def ball = sphere(0.1);
    lw_error error = {0};
    *s = (slider){.w = one_joint(slides ? LW_JOINT_PRISMATIC : LW_JOINT_CONTINUOUS,
                                 (lw_vec3){slides, 0, !slides}, &ball, at(slides ? 0 : 1, 0, 0))};
    obstacle(&s->w, "obstacle", *shape, place);
    freeze(&s->w);
    succeed(lw_adaptive_open(s->w.scene, &s->seen, &error), &error);
}

static inline void take(slider *s, double from, double to)
{
    lw_error error = {0};
    succeed(lw_motion_set_segment(s->w.motion, NULL, &from, &to, &error), &error);
    s->counts = (lw_adaptive_counts){0};
    lw_adaptive_take(&s->seen, s->w.motion, &s->counts);
}

static inline void drop_slider(slider *s)
{
    lw_adaptive_close(&s->seen);
    finish(&s->w);
}

#endif
