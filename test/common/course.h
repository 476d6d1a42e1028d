/* Courses: random motions of a bar among balls, in space and in the plane. Its distance at any time is
 * a formula, and dense sampling of the formula is the oracle. */
#ifndef LW_TEST_COURSE_H
#define LW_TEST_COURSE_H

#include "base/random.h"
#include "one_joint.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { BALLS = 6, POINTS = 5, STEPS = 250 };

/* the formula and the library may differ by it */
static const double NOISE = 1e-9;
static const double TAIL_RADIUS = 0.02;

/* A bar from its joint's origin along x, which may have a ball at its tail, before or after it in the
 * order of shapes; and its motion through the waypoints (x, y, angle). */
typedef struct course {
    bool flat;
    int balls, points; /* one point: a motion of length 0 */
    double duration;   /* seconds; 1: a path, over t from 0 to 1 */
    double ball[BALLS][3];
    double way[POINTS][3];
    double ends[6], thick, margin;
    double tail; /* the tail ball's distance behind the origin; 0: there is none */
    bool tail_first;
    lw_vec3 base; /* of the robot */
    world w;

    /* computed by the formula */
    double least[BALLS]; /* the smallest distances at the sampled times */
    double contact;      /* the first sampled time in contact; HUGE_VAL: none */
    double between;      /* bound: a distance between sampled times may be less by so much */
} course;

/* ---- the formula ------------------------------------------------------------------------------- */

static inline double mix(const course *c, int k, double share, int coordinate)
{
    double from = c->way[k][coordinate];
    return c->points == 1 ? from : from + share * (c->way[k + 1][coordinate] - from);
}

static inline double distance_to(const course *c, int ball, double time)
{
    double segment = time / c->duration * (c->points - 1);
    int k = (int)fmin(fmax(c->points - 2, 0), floor(segment));
    double share = segment - k;
    double x = c->ball[ball][0] - c->base.x - mix(c, k, share, 0);
    double y = c->ball[ball][1] - c->base.y - mix(c, k, share, 1);
    double angle = mix(c, k, share, 2);
    double along = cos(angle) * x + sin(angle) * y;
    double across = cos(angle) * y - sin(angle) * x;
    double beyond = along - fmin(fmax(along, 0), c->ends[3]);
    double to_bar = hypot(beyond, across) - c->thick;
    double to_tail = c->tail > 0 ? hypot(along + c->tail, across) - TAIL_RADIUS : to_bar;
    return fmin(to_bar, to_tail) - c->ball[ball][2];
}

static inline void sample_way(course *c)
{
    int steps = c->points == 1 ? 0 : STEPS * (c->points - 1);
    c->contact = HUGE_VAL;
    c->between = 0;
    for (int i = 0; i < c->balls; i++) {
        c->least[i] = HUGE_VAL;
        for (int s = 0; s <= steps; s++) {
            double time = steps ? c->duration * s / steps : 0;
            double here = distance_to(c, i, time);
            c->least[i] = fmin(c->least[i], here);
            if (here <= c->margin - NOISE)
                c->contact = fmin(c->contact, time);
        }
    }
    for (int k = 0; k + 1 < c->points; k++) {
        double far = hypot(c->way[k + 1][0] - c->way[k][0], c->way[k + 1][1] - c->way[k][1]) +
                     fabs(c->way[k + 1][2] - c->way[k][2]) * fmax(c->ends[3], c->tail);
        c->between = fmax(c->between, 0.5 * far / STEPS);
    }
}

static inline double least_of(const course *c)
{
    double least = HUGE_VAL;
    for (int i = 0; i < c->balls; i++)
        least = fmin(least, c->least[i]);
    return least;
}

/* ---- the scene --------------------------------------------------------------------------------- */

static inline void add_joint(world *w, lw_joint_kind kind, const char *parent, const char *child,
                             lw_vec3 axis)
{
    lw_joint_def joint = lw_default_joint();
    joint.name = child;
    joint.kind = kind;
    joint.parent = parent;
    joint.child = child;
    joint.axis = axis;
    succeed(lw_scene_add_link(w->scene, "robot", child, &w->error), &w->error);
    succeed(lw_scene_add_joint(w->scene, "robot", &joint, &w->error), &w->error);
}

static inline void build(course *c)
{
    world *w = &c->w;
    lw_error *error = &w->error;
    *w = (world){0};
    succeed(lw_scene_create(&w->scene, error), error);
    if (c->flat)
        succeed(lw_scene_set_dimension(w->scene, 2, error), error);
    succeed(lw_scene_set_margin(w->scene, c->margin, error), error);
    succeed(lw_scene_add_robot(w->scene, "robot", at(c->base.x, c->base.y, 0), error), error);
    succeed(lw_scene_add_link(w->scene, "robot", "ground", error), error);
    if (c->flat) {
        add_joint(w, LW_JOINT_PLANAR, "ground", "bar", (lw_vec3){0, 0, 1});
    } else {
        add_joint(w, LW_JOINT_PRISMATIC, "ground", "x", (lw_vec3){1, 0, 0});
        add_joint(w, LW_JOINT_PRISMATIC, "x", "y", (lw_vec3){0, 1, 0});
        add_joint(w, LW_JOINT_REVOLUTE, "y", "bar", (lw_vec3){0, 0, 1});
    }
    lw_shape_def bar = lw_default_shape();
    bar.kind = c->flat ? LW_SHAPE_POLYGON : LW_SHAPE_POLYTOPE;
    bar.vertices = c->ends;
    bar.vertex_count = 2;
    bar.rounding = c->thick;
    lw_shape_def ball = sphere(TAIL_RADIUS);
    ball.kind = c->flat ? LW_SHAPE_DISC : LW_SHAPE_SPHERE;
    for (int i = 0; i < 2; i++) {
        bool is_tail = (i == 0) == c->tail_first;
        if (is_tail && c->tail > 0)
            succeed(lw_scene_add_shape(w->scene, "robot", "bar", &ball, at(-c->tail, 0, 0), error),
                    error);
        if (!is_tail)
            succeed(lw_scene_add_shape(w->scene, "robot", "bar", &bar, at(0, 0, 0), error), error);
    }
    for (int i = 0; i < c->balls; i++) {
        char id[16];
        ball.radius = c->ball[i][2];
        snprintf(id, sizeof id, "%d", i);
        obstacle(w, id, ball, at(c->ball[i][0], c->ball[i][1], 0));
    }
    freeze(w);
    double times[POINTS] = {0};
    for (int k = 1; k < c->points; k++)
        times[k] = c->duration * k / (c->points - 1);
    lw_track track = lw_default_track();
    track.kind = c->points == 1 || c->duration != 1 ? LW_TRACK_TRAJECTORY : LW_TRACK_PATH;
    track.point_count = (size_t)c->points;
    track.positions = c->way[0];
    track.times = times;
    track.no_wrap = true;
    succeed(lw_motion_set(w->motion, &track, 1, error), error);
}

/* the index of the ball that a body is */
static inline int ball_of(const course *c, int64_t body)
{
    return atoi(lw_scene_body_name(c->w.scene, (size_t)body));
}

/* Few balls in the way, or many that the bar passes. */
static inline void random_course(lw_random *random, bool flat, course *c)
{
    *c = (course){.flat = flat, .duration = ldexp(1, 4 * (int)lw_random_below(random, 3) - 4)};
    c->balls = 1 + (int)lw_random_below(random, BALLS);
    c->points = 1 + (int)lw_random_below(random, POINTS);
    c->ends[3] = lw_random_between(random, 0.05, 0.4);
    c->thick = lw_random_below(random, 2) ? 0 : lw_random_between(random, 0.001, 0.05);
    c->margin = lw_random_below(random, 2) ? 0 : lw_random_between(random, 0, 0.05);
    c->tail = lw_random_below(random, 2) ? 0 : lw_random_between(random, 0.05, 0.2);
    c->tail_first = lw_random_below(random, 2);
    double aside = lw_random_below(random, 2) ? 0.4 : 0.8;
    for (int i = 0; i < c->balls; i++) {
        c->ball[i][0] = lw_random_between(random, 0, 2);
        c->ball[i][1] = (lw_random_below(random, 2) ? 1 : -1) * lw_random_between(random, 0, aside);
        c->ball[i][2] = lw_random_between(random, 0.005, 0.1);
    }
    uint32_t still = lw_random_below(random, 6); /* 0: it turns about one point; 1: it does not turn */
    for (int k = 0; k < c->points; k++) {
        c->way[k][0] = k > 0 && still == 0 ? c->way[0][0] : lw_random_between(random, 0, 2);
        c->way[k][1] = k > 0 && still == 0 ? c->way[0][1] : lw_random_between(random, -0.2, 0.2);
        c->way[k][2] = k > 0 && still == 1 ? c->way[0][2] : lw_random_between(random, -3, 3);
    }
    build(c);
    sample_way(c);
}

static inline lw_verdict ask(course *c, const lw_check_options *options)
{
    lw_verdict v = lw_default_verdict();
    succeed(lw_check(c->w.checker, c->w.motion, options, &v, &c->w.error), &c->w.error);
    return v;
}

#endif
