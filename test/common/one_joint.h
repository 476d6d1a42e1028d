/* A robot of one joint among obstacles, whose motions have answers in closed form. */
#ifndef LW_TEST_ONE_JOINT_H
#define LW_TEST_ONE_JOINT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "leeway/leeway.h"

static inline lw_shape_def box(double x, double y, double z)
{
    lw_shape_def shape = lw_default_shape();
    shape.kind = LW_SHAPE_BOX;
    shape.size = (lw_vec3){x, y, z};
    return shape;
}

static inline lw_shape_def sphere(double radius)
{
    lw_shape_def shape = lw_default_shape();
    shape.radius = radius;
    return shape;
}

static inline lw_pose at(double x, double y, double z)
{
    lw_pose place = lw_pose_identity();
    place.position = (lw_vec3){x, y, z};
    return place;
}

static inline void succeed(lw_status status, const lw_error *error)
{
    if (status)
        fail_msg("%s", error->message);
}

typedef struct world {
    lw_scene *scene;
    lw_motion *motion;
    lw_checker *checker;
    lw_error error;
} world;

/* a robot of one joint, whose moving link carries a shape */
static inline world one_joint(lw_joint_kind kind, lw_vec3 axis, const lw_shape_def *shape,
                              lw_pose place)
{
    world w = {0};
    succeed(lw_scene_create(&w.scene, &w.error), &w.error);
    succeed(lw_scene_add_robot(w.scene, "robot", lw_pose_identity(), &w.error), &w.error);
    succeed(lw_scene_add_link(w.scene, "robot", "base", &w.error), &w.error);
    succeed(lw_scene_add_link(w.scene, "robot", "link", &w.error), &w.error);
    lw_joint_def joint = lw_default_joint();
    joint.name = "joint";
    joint.kind = kind;
    joint.parent = "base";
    joint.child = "link";
    joint.axis = axis;
    succeed(lw_scene_add_joint(w.scene, "robot", &joint, &w.error), &w.error);
    succeed(lw_scene_add_shape(w.scene, "robot", "link", shape, place, &w.error), &w.error);
    return w;
}

static inline void obstacle(world *w, const char *id, lw_shape_def shape, lw_pose place)
{
    succeed(lw_scene_add_obstacle(w->scene, id, &shape, place, &w->error), &w->error);
}

/* Whether scenes get another obstacle, out of reach: two convex bodies alone go to PCDA. */
static bool one_more_obstacle;

static inline void freeze(world *w)
{
    if (one_more_obstacle)
        obstacle(w, "out of reach", sphere(0.1), at(0, 0, 1e6));
    succeed(lw_scene_freeze(w->scene, &w->error), &w->error);
    succeed(lw_motion_create(w->scene, &w->motion, &w->error), &w->error);
    succeed(lw_checker_create(w->scene, &w->checker, &w->error), &w->error);
}

static inline void finish(world *w)
{
    lw_checker_destroy(w->checker);
    lw_motion_destroy(w->motion);
    lw_scene_destroy(w->scene);
}

static inline lw_verdict check(world *w, double from, double to, const lw_check_options *options)
{
    lw_verdict verdict = lw_default_verdict();
    succeed(lw_motion_set_segment(w->motion, NULL, &from, &to, &w->error), &w->error);
    succeed(lw_check(w->checker, w->motion, options, &verdict, &w->error), &w->error);
    return verdict;
}

#endif
