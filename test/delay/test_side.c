/* Tests the windows of a robot's time: no point of a body gets farther than they say. And a tile in
 * which only the second-order term keeps a wrong proof away. */
#include "furnished.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "delay/tile.h"
#include "math/pose.h"
#include "meshes.h"
#include "seed.h"

enum { WINDOWS = 12, TIMES = 8 };

/* The points of the bodies at a time of the window, against its sample. */
static void check_window(lw_random *random, lw_side *side, lw_kinematics *kinematics, uint32_t window,
                         double error)
{
    const lw_window *own = &side->windows.items[window];
    const double share = lw_random_below(random, 3) ? lw_random_between(random, 0, 1)
                                                    : (double)lw_random_below(random, 2);
    const double time = fmin(own->end, own->begin + share * (own->end - own->begin));
    lw_kinematics_sample(kinematics, side->motion, lw_motion_piece_at(side->motion, time), time, 0);
    const lw_swayed_body *bodies = lw_side_bodies(side, window);
    for (size_t i = 0; i < side->body_count; i++) {
        const lw_geometry *geometry = side->frozen->moving[side->bodies[i]].geometry;
        const vec3 point = lw_seed(geometry, lw_random_below(random, lw_seed_count(geometry)));
        const vec3 from = transform(bodies[i].at, point);
        const vec3 to = transform(lw_body_pose(kinematics, (int32_t)side->bodies[i]), point);
        const vec3 n = random_direction(random);
        const vec3 first = add(bodies[i].twist.linear, cross(bodies[i].twist.angular, from));
        assert_true(norm(sub(to, from)) <= bodies[i].displacement + error);
        assert_true(fabs(dot(n, sub(to, from))) <= fabs(dot(n, first)) + bodies[i].bend + error);
        assert_true(!own->rests || norm(sub(to, from)) <= error);
    }
}

static void ask(bench *b, uint64_t seed, bool any, void *context)
{
    (void)seed;
    (void)any;
    size_t *windows = context;
    const lw_motion *motion = b->motion->motion;
    if (motion->stages || !motion->pieces.count)
        return;
    lw_side side;
    lw_arena arena = {0};
    lw_kinematics kinematics;
    const size_t robots = motion->chains->robot_count;
    assert_int_equal(lw_side_create(motion, lw_random_below(&b->random, (uint32_t)robots), &side, NULL),
                     LW_OK);
    assert_int_equal(lw_kinematics_create(&arena, motion->scene, &kinematics, NULL), LW_OK);
    uint32_t window = LW_WINDOW_WHOLE;
    for (int i = 0; i < WINDOWS; i++) {
        assert_true(lw_side_sample(&side, window));
        for (int k = 0; k < TIMES; k++)
            check_window(&b->random, &side, &kinematics, window, 1e-9);
        ++*windows;
        if (!lw_side_divides(&side, window))
            break;
        assert_true(lw_side_halve(&side, window));
        window = side.windows.items[window].child + lw_random_below(&b->random, 2);
    }
    lw_side_destroy(&side);
    lw_arena_free(&arena);
}

static void test_random_windows(void **state)
{
    (void)state;
    static bench b;
    b.random.state = test_seed();
    size_t windows = 0;
    furnished_each(&b, test_motion_count(1000, 40000), ask, &windows);
    assert_true(windows > 4000);
}

static void succeed(lw_status status, const lw_error *error)
{
    if (status)
        fail_msg("%s", error->message);
}

/* A small ball on a circle, which in the middle moves along a wall; to both sides of there it comes to
 * the wall by more than its distance. */
static void test_bend(void **state)
{
    (void)state;
    static const double gap = 0.0002;
    static const double angles[] = {-0.022, 0.022};
    static const double times[] = {0, 1};
    lw_error error = {0};
    lw_scene *scene;
    lw_motion *motion;
    lw_shape_def ball = lw_default_shape();
    ball.radius = 0.001;
    lw_shape_def wall = lw_default_shape();
    wall.kind = LW_SHAPE_BOX;
    wall.size = (lw_vec3){1, 4, 4};
    lw_joint_def turn = lw_default_joint();
    turn.name = "turn";
    turn.kind = LW_JOINT_REVOLUTE;
    turn.axis = (lw_vec3){0, 0, 1};
    turn.parent = "ground";
    turn.child = "ball";
    turn.origin.position.x = ball.radius + gap - 1;
    lw_pose at = lw_pose_identity();
    at.position.x = 1;
    lw_pose behind = lw_pose_identity();
    behind.position.x = -0.5;
    succeed(lw_scene_create(&scene, &error), &error);
    succeed(lw_scene_add_robot(scene, "arm", lw_pose_identity(), &error), &error);
    succeed(lw_scene_add_link(scene, "arm", "ground", &error), &error);
    succeed(lw_scene_add_link(scene, "arm", "ball", &error), &error);
    succeed(lw_scene_add_joint(scene, "arm", &turn, &error), &error);
    succeed(lw_scene_add_shape(scene, "arm", "ball", &ball, at, &error), &error);
    succeed(lw_scene_add_robot(scene, "post", lw_pose_identity(), &error), &error);
    succeed(lw_scene_add_link(scene, "post", "wall", &error), &error);
    succeed(lw_scene_add_shape(scene, "post", "wall", &wall, behind, &error), &error);
    succeed(lw_scene_freeze(scene, &error), &error);
    succeed(lw_motion_create(scene, &motion, &error), &error);
    lw_track track = lw_default_track();
    track.kind = LW_TRACK_TRAJECTORY;
    track.joints = lw_scene_joints(scene, "arm", NULL, &error);
    track.point_count = 2;
    track.times = times;
    track.positions = angles;
    succeed(lw_motion_set(motion, &track, 1, &error), &error);
    const lw_motion *const motions[2] = {motion, motion};
    lw_crossings crossings;
    succeed(lw_crossings_create(motions, (const size_t[]){0, 1}, &crossings, &error), &error);
    assert_int_equal(crossings.count, 1);
    uint32_t window[2] = {LW_WINDOW_WHOLE, LW_WINDOW_BEFORE};
    for (int side = 0; side < 2; side++)
        assert_true(lw_side_sample(&crossings.side[side], window[side]));
    assert_false(lw_tile_prove(&crossings, window, &crossings.items[0]));
    assert_true(crossings.queries == 1 && crossings.items[0].nearest > 0);
    /* the middle quarter of its time is proven: there the ball stays away */
    for (int half = 0; half < 2; half++) {
        assert_true(lw_side_halve(&crossings.side[0], window[0]));
        window[0] = crossings.side[0].windows.items[window[0]].child + (half == 0);
    }
    assert_true(lw_side_sample(&crossings.side[0], window[0]));
    assert_true(lw_tile_prove(&crossings, window, &crossings.items[0]));
    lw_crossings_destroy(&crossings);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_windows),
                                       cmocka_unit_test(test_bend)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
