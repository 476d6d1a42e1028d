/* Small scenes for tests that do not need random ones. */
#ifndef LW_TEST_SMALL_SCENE_H
#define LW_TEST_SMALL_SCENE_H

#include <stdio.h>

#include "expect.h"

/* Fails if a call that must succeed does not. */
#define succeed(call, error) check_success((call), (error), __LINE__)

static inline void check_success(lw_status status, lw_error *error, int line)
{
    if (status)
        fail_msg("line %d: %s: %s", line, lw_status_name(status), error->message);
}

static inline lw_scene *new_scene(void)
{
    lw_scene *scene = NULL;
    assert_int_equal(lw_scene_create(&scene, NULL), LW_OK);
    return scene;
}

/* A frozen scene, and what asks about it. */
typedef struct built_scene {
    lw_scene *scene;
    lw_checker *checker;
    lw_motion *motion;
} built_scene;

/* Freezes a scene, which is dropped with the rest. */
static inline built_scene build_on(lw_scene *scene)
{
    lw_error error = {LW_OK, "", "", 0, 0};
    built_scene b = {.scene = scene};
    succeed(lw_scene_freeze(scene, &error), &error);
    succeed(lw_checker_create(scene, &b.checker, &error), &error);
    succeed(lw_motion_create(scene, &b.motion, &error), &error);
    return b;
}

static inline void drop_built(built_scene *b)
{
    lw_motion_destroy(b->motion);
    lw_checker_destroy(b->checker);
    lw_scene_destroy(b->scene);
}

static inline lw_shape_def sphere_of(double radius)
{
    lw_shape_def shape = lw_default_shape();
    shape.radius = radius;
    return shape;
}

/* A joint about or along z, one metre along x from its parent. */
static inline lw_joint_def joint_of(const char *name, lw_joint_kind kind, const char *parent,
                                    const char *child)
{
    lw_joint_def joint = lw_default_joint();
    joint.name = name;
    joint.kind = kind;
    joint.parent = parent;
    joint.child = child;
    joint.origin.position.x = 1;
    joint.axis = (lw_vec3){0, 0, 1};
    return joint;
}

/* A robot that is a chain: links l0 to ln, each a sphere of radius 0.1, and joints j1 to jn between
 * them. */
static inline void add_chain(lw_scene *scene, const char *name, const lw_joint_kind *kinds,
                             size_t count)
{
    lw_error error = {LW_OK, "", "", 0, 0};
    lw_shape_def sphere = sphere_of(0.1);
    succeed(lw_scene_add_robot(scene, name, lw_pose_identity(), &error), &error);
    for (size_t i = 0; i <= count; i++) {
        char link[32];
        char above[32];
        char joint[32];
        snprintf(link, sizeof link, "l%zu", i);
        snprintf(above, sizeof above, "l%zu", i ? i - 1 : 0);
        snprintf(joint, sizeof joint, "j%zu", i);
        succeed(lw_scene_add_link(scene, name, link, &error), &error);
        succeed(lw_scene_add_shape(scene, name, link, &sphere, lw_pose_identity(), &error), &error);
        if (!i)
            continue;
        lw_joint_def def = joint_of(joint, kinds[i - 1], above, link);
        succeed(lw_scene_add_joint(scene, name, &def, &error), &error);
    }
}

/* A frozen scene in the plane: the disc "cart" of radius 0.1, which a planar joint of the robot "r"
 * moves from the link "floor", and another disc, the obstacle "post". */
static inline lw_scene *disc_scene(lw_pose post)
{
    lw_error error = {LW_OK, "", "", 0, 0};
    lw_scene *scene = new_scene();
    lw_shape_def disc = sphere_of(0.1);
    lw_joint_def joint = joint_of("at", LW_JOINT_PLANAR, "floor", "cart");
    disc.kind = LW_SHAPE_DISC;
    joint.origin = lw_pose_identity();
    succeed(lw_scene_set_dimension(scene, 2, &error), &error);
    succeed(lw_scene_add_robot(scene, "r", lw_pose_identity(), &error), &error);
    succeed(lw_scene_add_link(scene, "r", "floor", &error), &error);
    succeed(lw_scene_add_link(scene, "r", "cart", &error), &error);
    succeed(lw_scene_add_joint(scene, "r", &joint, &error), &error);
    succeed(lw_scene_add_shape(scene, "r", "cart", &disc, lw_pose_identity(), &error), &error);
    succeed(lw_scene_add_obstacle(scene, "post", &disc, post, &error), &error);
    succeed(lw_scene_freeze(scene, &error), &error);
    return scene;
}

/* The notices of a scene: their number, and the last one. */
typedef struct notices {
    int count;
    char last[480];
} notices;

static inline lw_status take_notice(void *context, const char *file, int line, const char *sentence)
{
    notices *all = context;
    (void)file;
    (void)line;
    all->count++;
    snprintf(all->last, sizeof all->last, "%s", sentence);
    return LW_OK;
}

#endif
