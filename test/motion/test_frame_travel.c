/* How frames of bodies move: velocities against differences of poses, bounds against velocities all
 * over an interval of random motions of random robots, and numbers in closed form. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "math/pose.h"
#include "motion/frame_travel.h"
#include "random_robot.h"
#include "seed.h"
#include "small_scene.h"

/* ---- random motions ------------------------------------------------------------------------ */

/* Velocities at another time of the interval have changed by no more than the bounds say, to within the
 * rounding errors of both. */
static void check_time(const lw_kinematics *other, size_t body, double apart,
                       const lw_frame_travel *middle, double size)
{
    lw_frame_travel there;
    lw_frame_travel_of(other, body, &there);
    double since = fabs(apart);
    double speed = norm(middle->linear) + middle->acceleration * since;
    double slack = 1e-11 * (speed + (1 + size) * (middle->spin + norm(middle->linear)));
    if (norm(sub(there.linear, middle->linear)) > middle->acceleration * since + slack)
        fail_msg("the origin's velocity changes by %g in %g, its derivative is at most %g",
                 norm(sub(there.linear, middle->linear)), since, middle->acceleration);
    if (norm(sub(there.angular, middle->angular)) >
        middle->spin_change * since + 1e-11 * (1 + middle->spin))
        fail_msg("the angular velocity changes by %g in %g, its derivative is at most %g",
                 norm(sub(there.angular, middle->angular)), since, middle->spin_change);
    assert_true(norm(there.angular) <= middle->spin + 1e-12 * (1 + middle->spin));
}

/* The velocity is the difference of the origin's positions, to second order. */
static void check_velocity(lw_kinematics *other, const lw_motion *motion, size_t piece, size_t body,
                           double t, double half, const lw_frame_travel *middle)
{
    double h = 1e-4 * half;
    lw_kinematics_sample(other, motion, piece, t + h, 0);
    vec3 after = other->bodies[body].position;
    lw_kinematics_sample(other, motion, piece, t - h, 0);
    vec3 before = other->bodies[body].position;
    vec3 found = scale(0.5 / h, sub(after, before));
    double slack = middle->acceleration * h + 1e-13 * (1 + norm(after)) / h;
    if (norm(sub(found, middle->linear)) > slack)
        fail_msg("the origin moves at %g, not %g", norm(found), norm(middle->linear));
}

static void no_velocity_changes_beyond_its_bounds(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    size_t cases = 0;
    size_t wanted = (size_t)test_rounds(3000, 100000);
    while (cases < wanted) {
        world_options options = {2, 6, 1};
        world *w = world_random(&random, &options);
        world_motion *m = world_motion_create(w);
        lw_arena arena = {0};
        lw_kinematics kinematics;
        lw_kinematics other;
        assert_int_equal(lw_kinematics_create(&arena, w->scene, &kinematics, NULL), LW_OK);
        assert_int_equal(lw_kinematics_create(&arena, w->scene, &other, NULL), LW_OK);
        for (int k = 0; k < 4; k++) {
            world_motion_random(&random, w, WORLD_ANY, m);
            const lw_motion *motion = m->motion;
            size_t piece = lw_random_below(&random, (uint32_t)motion->pieces.count);
            lw_motion_piece span = motion->pieces.items[piece];
            double half = 0.5 * (span.end - span.begin) * lw_random_between(&random, 0.01, 1);
            double t = lw_random_between(&random, span.begin + half, span.end - half);
            if (!(half > 1e-6))
                continue;
            lw_kinematics_sample(&kinematics, motion, piece, t, half);
            for (size_t body = 0; body < w->scene->frozen->body_count; body++) {
                lw_frame_travel travel;
                double size = norm(kinematics.bodies[body].position);
                lw_frame_travel_of(&kinematics, body, &travel);
                check_velocity(&other, motion, piece, body, t, half, &travel);
                for (int i = -8; i <= 8; i++) {
                    double apart = half * i / 8;
                    lw_kinematics_sample(&other, motion, piece, t + apart, 0);
                    check_time(&other, body, apart, &travel, size);
                }
                cases++;
            }
        }
        lw_arena_free(&arena);
        world_motion_free(m);
        world_free(w);
    }
}

/* ---- closed forms ---------------------------------------------------------------------------- */

/* A chain of joints, each one metre along x from the one before, the last link's sphere at the last
 * joint or `aside` of it; a trajectory of straight pieces; sampled in its middle. */
typedef struct chain {
    lw_scene *scene;
    lw_motion *motion;
    lw_arena arena;
    lw_kinematics kinematics;
} chain;

static chain make_chain(const lw_joint_def *joints, size_t count, double aside, const double *rows,
                        double end)
{
    static const char *const links[] = {"a", "b", "c", "d"};
    chain c = {.scene = new_scene()};
    lw_error e = {LW_OK, "", "", 0, 0};
    lw_shape_def sphere = sphere_of(0.1);
    lw_pose place = lw_pose_identity();
    place.position.x = aside;
    succeed(lw_scene_add_robot(c.scene, "r", lw_pose_identity(), &e), &e);
    for (size_t i = 0; i <= count; i++)
        succeed(lw_scene_add_link(c.scene, "r", links[i], &e), &e);
    for (size_t i = 0; i < count; i++)
        succeed(lw_scene_add_joint(c.scene, "r", &joints[i], &e), &e);
    succeed(lw_scene_add_shape(c.scene, "r", links[count], &sphere, place, &e), &e);
    succeed(lw_scene_freeze(c.scene, &e), &e);
    succeed(lw_motion_create(c.scene, &c.motion, &e), &e);
    lw_track track = lw_default_track();
    track.kind = LW_TRACK_TRAJECTORY;
    track.point_count = 2;
    track.times = (double[]){0, end};
    track.positions = rows;
    succeed(lw_motion_set(c.motion, &track, 1, &e), &e);
    succeed(lw_kinematics_create(&c.arena, c.scene, &c.kinematics, &e), &e);
    lw_kinematics_sample(&c.kinematics, c.motion, 0, 0.5 * end, 0.5 * end);
    return c;
}

static void drop_chain(chain *c)
{
    lw_arena_free(&c->arena);
    lw_motion_destroy(c->motion);
    lw_scene_destroy(c->scene);
}

/* A turn at 3 rad/s, and on it a point at 2 m: w^2 r is all its acceleration, and its spin is even. */
static void an_even_turn_has_the_acceleration_of_its_circle(void **state)
{
    (void)state;
    const lw_joint_def turn = joint_of("turn", LW_JOINT_CONTINUOUS, "a", "b");
    chain c = make_chain(&turn, 1, 2, (double[]){0, 6}, 2);
    lw_frame_travel travel;
    lw_frame_travel_of(&c.kinematics, 0, &travel);
    assert_near(travel.acceleration, 18, 1e-9);
    assert_near(travel.spin, 3, 1e-9);
    assert_near(norm(travel.linear), 6, 1e-12);
    assert_true(travel.acceleration >= 18 && travel.spin >= 3 && travel.spin_change == 0);
    drop_chain(&c);
    /* about itself */
    c = make_chain(&turn, 1, 0, (double[]){0, 6}, 2);
    lw_frame_travel_of(&c.kinematics, 0, &travel);
    assert_true(travel.acceleration < 1e-11 && norm(travel.linear) < 1e-12);
    drop_chain(&c);
}

/* At the end, 2 m out and going on at 1 m/s while it turns at 3 rad/s, the point's acceleration is
 * |(9 * 2, 2 * 3 * 1)|. In the middle, where it is sampled, it is 1 m out. */
static void a_slide_reaches_out_within_the_interval(void **state)
{
    (void)state;
    lw_joint_def joints[] = {joint_of("turn", LW_JOINT_CONTINUOUS, "a", "b"),
                             joint_of("slide", LW_JOINT_PRISMATIC, "b", "c")};
    joints[1].origin = lw_pose_identity();
    joints[1].axis = v3(1, 0, 0);
    joints[1].upper = 2;
    chain c = make_chain(joints, 2, 0, (double[]){0, 0, 6, 2}, 2);
    lw_frame_travel travel;
    lw_frame_travel_of(&c.kinematics, 0, &travel);
    assert_true(travel.acceleration >= hypot(18, 6));
    assert_near(travel.acceleration, 18 + 6, 1e-9);
    drop_chain(&c);
}

/* Two turns in a plane, stretched at most 2 m, however long the interval is; and about axes at a right
 * angle, where the second turns with the first. */
static void two_turns(void **state)
{
    (void)state;
    lw_joint_def joints[] = {joint_of("turn", LW_JOINT_CONTINUOUS, "a", "b"),
                             joint_of("next", LW_JOINT_CONTINUOUS, "b", "c")};
    chain c = make_chain(joints, 2, 1, (double[]){0, 0, 6, 6}, 2);
    lw_frame_travel travel;
    lw_frame_travel_of(&c.kinematics, 0, &travel);
    /* 2 m * 9 + 1 m * 9 + 2 * 3 * 3 m/s */
    assert_near(travel.acceleration, 45, 1e-9);
    assert_near(travel.spin, 6, 1e-9);
    assert_near(travel.spin_change, 9, 1e-9);
    drop_chain(&c);
    joints[1].axis = v3(0, 1, 0);
    c = make_chain(joints, 2, 1, (double[]){0, 0, 6, 6}, 2);
    lw_frame_travel_of(&c.kinematics, 0, &travel);
    assert_near(norm(travel.angular), 3 * sqrt(2), 1e-12);
    assert_true(travel.spin_change >= 9); /* |z' q'| = |w x y q'| */
    drop_chain(&c);
}

/* A body that flies straight and turns evenly, when it is extrapolated from its velocities at any time,
 * stays as near to its true place as the error bound says; and that bound is small. */
static void what_is_carried_on_stays_within_its_error(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int round = test_rounds(300, 20000); round > 0; round--) {
        lw_joint_def joint = joint_of("fly", LW_JOINT_FLOATING, "a", "b");
        double a[7] = {0, 0, 0, 0, 0, 0, 1};
        double b[7];
        for (int i = 0; i < 7; i++)
            b[i] = lw_random_between(&random, -1, 1);
        double rows[14];
        for (int i = 0; i < 7; i++) {
            rows[i] = a[i];
            rows[7 + i] = b[i];
        }
        double end = lw_random_between(&random, 0.1, 10);
        chain c = make_chain(&joint, 1, 0, rows, end);
        double error = lw_frame_travel_error(&c.kinematics, 0, 0);
        assert_true(error >= c.kinematics.error[0] && error < 1e-10);
        double from = lw_random_between(&random, 0, end);
        lw_kinematics_sample(&c.kinematics, c.motion, 0, from, 0);
        lw_frame_travel travel;
        lw_frame_travel_of(&c.kinematics, 0, &travel);
        pose at = c.kinematics.bodies[0];
        double spin = norm(travel.angular);
        mat3 turn = lw_rotation(scale(1 / spin, travel.angular), spin * (end - from));
        at.position = add_scaled(at.position, end - from, travel.linear);
        at.rotation = mul(turn, at.rotation);
        lw_kinematics_sample(&c.kinematics, c.motion, 0, end, 0);
        vec3 corner = v3(0.1, 0, 0);
        double wrong = norm(sub(transform(at, corner), transform(c.kinematics.bodies[0], corner)));
        assert_true(wrong <= error);
        drop_chain(&c);
    }
}

static void what_stands_still_does_not_move(void **state)
{
    (void)state;
    const lw_joint_def turn = joint_of("turn", LW_JOINT_CONTINUOUS, "a", "b");
    chain c = make_chain(&turn, 1, 2, (double[]){1, 1}, 2);
    lw_frame_travel travel;
    lw_frame_travel_of(&c.kinematics, 0, &travel);
    assert_true(travel.acceleration == 0 && travel.spin == 0 && travel.spin_change == 0);
    assert_true(norm(travel.linear) == 0 && norm(travel.angular) == 0);
    assert_near(lw_frame_travel_error(&c.kinematics, 0, 0) / c.kinematics.error[0], 1, 1e-12);
    assert_true(lw_frame_travel_error(&c.kinematics, 0, 1) > 1.1 * c.kinematics.error[0]);
    drop_chain(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_velocity_changes_beyond_its_bounds),
        cmocka_unit_test(an_even_turn_has_the_acceleration_of_its_circle),
        cmocka_unit_test(a_slide_reaches_out_within_the_interval),
        cmocka_unit_test(two_turns),
        cmocka_unit_test(what_is_carried_on_stays_within_its_error),
        cmocka_unit_test(what_stands_still_does_not_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
