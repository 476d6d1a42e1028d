/* plane/flat_depth.h: the penetration depth of bodies of the plane, by all functions that report it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/random.h"
#include "leeway/leeway.h"
#include "seed.h"
#include "small_scene.h"
#include "wide_plane.h"

enum { CORNERS = 5 };

/* Corners on a circle, in order: convex. */
static lw_shape_def random_outline(lw_random *random, double corners[3 * CORNERS])
{
    double radius = lw_random_between(random, 0.3, 1);
    for (int i = 0; i < CORNERS; i++) {
        double angle = 6.283185307179586 * (i + lw_random_between(random, 0, 0.9)) / CORNERS;
        corners[3 * i] = radius * cos(angle);
        corners[3 * i + 1] = radius * sin(angle);
        corners[3 * i + 2] = 0;
    }
    lw_shape_def shape = lw_default_shape();
    shape.kind = LW_SHAPE_POLYGON;
    shape.vertices = corners;
    shape.vertex_count = CORNERS;
    return shape;
}

static wide_outline outline_at(const double corners[3 * CORNERS], lw_pose2 at)
{
    double flat[2 * CORNERS];
    for (int i = 0; i < 2 * CORNERS; i++)
        flat[i] = corners[3 * (i / 2) + i % 2];
    return wide_outline_of(flat, CORNERS, at, (lw_vec2){0, 0});
}

static lw_pose turned(double x, double y, double angle)
{
    return lw_pose_from_rpy((lw_vec3){x, y, 0}, 0, 0, angle);
}

/* A motion at rest, in contact from the beginning. */
static lw_status still(void *context, double at, double until, lw_body_state states[2])
{
    const lw_pose *pose = context;
    (void)at;
    (void)until;
    states[1].pose = *pose;
    return LW_OK;
}

/* The depth of two convex outlines, against their separation in long double. */
static void test_convex_outlines(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int deep = 0;
    for (int round = 0; round < 400; round++) {
        double corners[2][3 * CORNERS];
        lw_shape_def shapes[2];
        shapes[0] = lw_default_shape();
        for (int i = 0; i < 2; i++)
            shapes[i] = random_outline(&random, corners[i]);
        double x = lw_random_between(&random, -1, 1);
        double y = lw_random_between(&random, -1, 1);
        double angle = lw_random_between(&random, -3, 3);
        wide_outline one = outline_at(corners[0], lw_pose2_from_angle(0, 0, 0));
        wide_outline other = outline_at(corners[1], lw_pose2_from_angle(x, y, angle));
        double depth = (double)-wide_separation(&one, &other);
        if (depth < 1e-6)
            continue;
        deep++;
        lw_error error = {0};
        lw_distance found;
        lw_pose at = turned(x, y, angle);
        succeed(lw_shape_distance(&shapes[0], lw_pose_identity(), &shapes[1], at, &found, &error),
                &error);
        assert_near(found.depth, depth, 1e-12);
        lw_convex_motion motion = {still, &at, 0, 1};
        lw_convex_contact contact = lw_default_convex_contact();
        succeed(lw_convex_first_contact(&shapes[0], &shapes[1], &motion, NULL, &contact, &error),
                &error);
        assert_true(contact.kind == LW_VERDICT_CONTACT && contact.time == 0);
        assert_near(contact.contact.depth, depth, 1e-12);
        /* moved that far along the normal they only just touch */
        lw_vec3 n = contact.contact.normal;
        assert_near(n.x * found.normal.x + n.y * found.normal.y, 1, 1e-9);
        other = outline_at(corners[1], lw_pose2_from_angle(x + depth * n.x, y + depth * n.y, angle));
        assert_near((double)wide_separation(&one, &other), 0, 1e-12);
    }
    assert_true(deep > 150);
}

/* The foot of a car whose outline is an L starts in a post: the depth of its deepest part counts. */
static void test_an_outline_of_parts(void **state)
{
    (void)state;
    const double outline[] = {0, 0, 0, 2, 0, 0, 2, 1, 0, 1, 1, 0, 1, 2, 0, 0, 2, 0};
    lw_shape_def car = lw_default_shape();
    car.kind = LW_SHAPE_POLYGON;
    car.vertices = outline;
    car.vertex_count = 6;
    lw_shape_def post = lw_default_shape();
    post.kind = LW_SHAPE_DISC;
    post.radius = 0.5;
    lw_error error = {0};
    lw_scene *scene = new_scene();
    succeed(lw_scene_set_dimension(scene, 2, &error), &error);
    succeed(lw_scene_add_robot(scene, "car", lw_pose_identity(), &error), &error);
    succeed(lw_scene_add_link(scene, "car", "road", &error), &error);
    succeed(lw_scene_add_link(scene, "car", "body", &error), &error);
    lw_joint_def joint = joint_of("joint", LW_JOINT_PLANAR, "road", "body");
    joint.origin.position.x = 0;
    succeed(lw_scene_add_joint(scene, "car", &joint, &error), &error);
    succeed(lw_scene_add_shape(scene, "car", "body", &car, lw_pose_identity(), &error), &error);
    succeed(lw_scene_add_obstacle(scene, "post", &post, turned(2.375, 0.5, 1), &error), &error);
    succeed(lw_scene_freeze(scene, &error), &error);
    lw_motion *motion = NULL;
    lw_checker *checker = NULL;
    succeed(lw_motion_create(scene, &motion, &error), &error);
    succeed(lw_checker_create(scene, &checker, &error), &error);
    const double from[] = {0, 0, 0};
    const double to[] = {-3, 0, 0};
    lw_verdict v = lw_default_verdict();
    succeed(lw_motion_set_segment(motion, NULL, from, to, &error), &error);
    succeed(lw_check(checker, motion, NULL, &v, &error), &error);
    assert_true(v.kind == LW_VERDICT_CONTACT && v.time == 0);
    assert_near(v.contact.depth, 0.125, 1e-12);
    assert_near(v.contact.normal.x, 1, 1e-12);
    assert_near(v.contact.normal.y, 0, 1e-12);
    lw_checker_destroy(checker);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_convex_outlines),
        cmocka_unit_test(test_an_outline_of_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
