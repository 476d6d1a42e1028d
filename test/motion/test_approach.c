/* Tests motion/approach.h: trajectories whose first waypoint stands at a time above 0 begin with the
 * way to it from where the robot is, as the trajectory with one waypoint more does; and whether the
 * place of the robot is known. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/random.h"
#include "expect.h"
#include "motion/motion.h"
#include "seed.h"
#include "small_scene.h"
#include "written.h"

enum { JOINTS = 3, MOST = 4, VALUES = 11 };

/* Robots "a" and "b", each with a chain of j1, a revolute, j2, a planar, and j3, a floating
 * one, and obstacle "far". */
static lw_scene *open_scene(void)
{
    static const lw_joint_kind kinds[JOINTS] = {LW_JOINT_REVOLUTE, LW_JOINT_PLANAR, LW_JOINT_FLOATING};
    lw_scene *scene = new_scene();
    add_chain(scene, "a", kinds, JOINTS);
    add_chain(scene, "b", kinds, 2);
    return scene;
}

static void set(lw_scene *scene, const char *robot, const char *joint, const double *values,
                size_t count)
{
    lw_error error = {0};
    succeed(lw_scene_set_joint(scene, robot, joint, values, count, &error), &error);
}

static lw_motion *motion_of(const lw_scene *scene)
{
    lw_error error = {0};
    lw_motion *motion = NULL;
    succeed(lw_motion_create(scene, &motion, &error), &error);
    return motion;
}

static lw_scene *frozen(lw_scene *scene)
{
    lw_error error = {0};
    succeed(lw_scene_freeze(scene, &error), &error);
    return scene;
}

/* Whether a sentence of the motion holds a text. */
static bool says(const lw_motion *motion, const char *part)
{
    char text[600];
    for (size_t i = 0; i < lw_motion_notice_count(motion); i++) {
        lw_motion_notice(motion, i, text, sizeof text);
        if (strstr(text, part))
            return true;
    }
    return false;
}

static double value_of(const lw_motion *motion, const char *robot, const char *joint, double time,
                       int component)
{
    double values[7];
    lw_error error = {0};
    int64_t index = lw_scene_find_joint(lw_motion_scene(motion), robot, joint);
    succeed(lw_motion_joint_values(motion, (size_t)index, time, values, &error), &error);
    return values[component];
}

/* A trajectory of robot "a" from joint values at time 0 on, at rest there; the definition of it without
 * its first row has to begin with the approach. */
typedef struct course {
    double times[MOST + 1], rows[3][(MOST + 1) * VALUES];
    lw_track whole, late;
} course;

static void random_course(lw_random *random, const lw_joints *joints, const double *start, course *c)
{
    const size_t width = lw_joints_value_count(joints);
    const bool floats = lw_joints_count(joints) == JOINTS;
    const size_t points = 1 + lw_random_below(random, MOST);
    const uint32_t order = floats ? 0 : lw_random_below(random, 3);
    memset(c, 0, sizeof *c);
    memcpy(c->rows[0], start, width * sizeof *start);
    for (size_t i = 1; i <= points; i++) {
        c->times[i] = c->times[i - 1] + lw_random_between(random, 0.01, 2);
        for (size_t k = 0; k < 3; k++)
            for (size_t v = 0; v < width; v++)
                c->rows[k][i * width + v] = lw_random_between(random, -1, 1);
    }
    c->whole = lw_default_track();
    c->whole.kind = LW_TRACK_TRAJECTORY;
    c->whole.joints = joints;
    c->whole.point_count = points + 1;
    c->whole.times = c->times;
    c->whole.positions = c->rows[0];
    c->whole.velocities = order > 0 ? c->rows[1] : NULL;
    c->whole.accelerations = order > 1 ? c->rows[2] : NULL;
    c->late = c->whole;
    c->late.point_count--;
    c->late.times++;
    c->late.positions += width;
    c->late.velocities += order > 0 ? width : 0;
    c->late.accelerations += order > 1 ? width : 0;
}

/* Both motions are the same to the bit. */
static void assert_same(const lw_motion *a, const lw_motion *b)
{
    double ends[2][2];
    lw_motion_interval(a, &ends[0][0], &ends[0][1]);
    lw_motion_interval(b, &ends[1][0], &ends[1][1]);
    assert_memory_equal(ends[0], ends[1], sizeof ends[0]);
    assert_int_equal(lw_motion_piece_count(a), lw_motion_piece_count(b));
    assert_int_equal(lw_motion_interpolation(a), lw_motion_interpolation(b));
    for (int i = 0; i <= 20; i++) {
        const double t = fmin(ends[0][1], ends[0][1] * i / 20);
        for (size_t body = 0; body < lw_scene_body_count(lw_motion_scene(a)); body++) {
            lw_pose poses[2];
            assert_int_equal(lw_motion_pose(a, body, t, &poses[0], NULL), LW_OK);
            assert_int_equal(lw_motion_pose(b, body, t, &poses[1], NULL), LW_OK);
            assert_memory_equal(&poses[0], &poses[1], sizeof poses[0]);
        }
    }
}

static const double rest[VALUES] = {0.5, -0.3, 0.2, 1, 0.1, 0.2, 0.3, 0, 0.6, 0, 0.8};

/* Of every interpolation and number of waypoints, of one robot and of two on a clock. */
static void an_approach_is_a_waypoint_at_time_0(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    lw_error error = {0};
    lw_scene *scene = open_scene();
    for (int r = 0; r < 2; r++) {
        set(scene, r ? "b" : "a", "j1", rest, 1);
        set(scene, r ? "b" : "a", "j2", rest + 1, 3);
    }
    set(scene, "a", "j3", rest + 4, 7);
    frozen(scene);
    const lw_joints *joints[2] = {lw_scene_joints(scene, "a", NULL, NULL),
                                  lw_scene_joints(scene, "b", NULL, NULL)};
    lw_motion *whole = motion_of(scene);
    lw_motion *late = motion_of(scene);
    for (int round = 0; round < test_rounds(400, 20000); round++) {
        course courses[2];
        const size_t count = 1 + lw_random_below(&random, 2);
        const size_t first = lw_random_below(&random, 2);
        const bool given = lw_random_below(&random, 3) == 0;
        double start[VALUES];
        lw_track tracks[2][2];
        memcpy(start, rest, sizeof rest);
        start[0] += given ? 0.25 : 0;
        for (size_t i = 0; i < count; i++) {
            random_course(&random, joints[(first + i) % 2], start, &courses[i]);
            courses[i].late.start = given ? start : NULL;
            tracks[0][i] = courses[i].whole;
            tracks[1][i] = courses[i].late;
        }
        succeed(lw_motion_set(whole, tracks[0], count, &error), &error);
        succeed(lw_motion_set(late, tracks[1], count, &error), &error);
        assert_same(whole, late);
        assert_int_equal(lw_motion_notice_count(late), lw_motion_notice_count(whole));
        assert_true(
            lw_motion_approaches(late, (size_t)lw_scene_find_joint(scene, first ? "b" : "a", "j2")));
        assert_false(lw_motion_approaches(whole, 0) || lw_motion_approaches(late, SIZE_MAX));
    }
    lw_motion_destroy(whole);
    lw_motion_destroy(late);
    lw_scene_destroy(scene);
}

static lw_track late_point(const lw_scene *scene, const double *row)
{
    static const double times[1] = {2};
    lw_track track = lw_default_track();
    track.kind = LW_TRACK_TRAJECTORY;
    track.joints = lw_scene_joints(scene, "b", NULL, NULL);
    track.point_count = 1;
    track.times = times;
    track.positions = row;
    return track;
}

static const double goal[4] = {1, 1, 2, 3};

/* Nobody has said where the robot is: it stands at the first waypoint, and a notice says so. */
static void a_start_that_is_not_known_is_a_notice(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = open_scene();
    set(scene, "a", "j1", rest, 1); /* of another robot */
    frozen(scene);
    lw_motion *motion = motion_of(scene);
    lw_track track = late_point(scene, goal);
    succeed(lw_motion_set(motion, &track, 1, &error), &error);
    assert_int_equal(lw_motion_notice_count(motion), 1);
    assert_true(says(motion, "the first point of the trajectory of robot \"b\" is at 2 s"));
    assert_near(value_of(motion, "b", "j1", 0, 0), 1, 0);
    assert_near(value_of(motion, "b", "j2", 1, 2), 3, 0);
    assert_false(lw_motion_approaches(motion, (size_t)lw_scene_find_joint(scene, "b", "j1")));
    /* asked for, it is no assumption */
    track.no_approach = true;
    succeed(lw_motion_set(motion, &track, 1, &error), &error);
    assert_int_equal(lw_motion_notice_count(motion), 0);
    assert_near(value_of(motion, "b", "j1", 1, 0), 1, 0);
    /* a start is known where it is given, and where the first time is 0 none is needed */
    track.no_approach = false;
    track.start = (double[]){-1, 0, 0, 0};
    succeed(lw_motion_set(motion, &track, 1, &error), &error);
    assert_int_equal(lw_motion_notice_count(motion), 0);
    assert_near(value_of(motion, "b", "j1", 1, 0), 0, 1e-15);
    track.start = NULL;
    track.times = (double[]){0};
    succeed(lw_motion_set(motion, &track, 1, &error), &error);
    assert_int_equal(lw_motion_notice_count(motion), 0);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

static void joints_that_nobody_stated_are_named(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = open_scene();
    set(scene, "b", "j2", rest + 1, 3);
    frozen(scene);
    lw_motion *motion = motion_of(scene);
    lw_track track = late_point(scene, goal);
    succeed(lw_motion_set(motion, &track, 1, &error), &error);
    assert_int_equal(lw_motion_notice_count(motion), 1);
    assert_true(says(motion, "taken to be at 0: \"j1\""));
    assert_near(value_of(motion, "b", "j1", 1, 0), 0.5, 1e-15);
    assert_near(value_of(motion, "b", "j2", 0, 1), 0.2, 0);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

static void notices_of_starts_are_errors_where_they_are(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = open_scene();
    succeed(lw_scene_set_strict(scene, true, &error), &error);
    frozen(scene);
    lw_motion *motion = motion_of(scene);
    lw_track track = late_point(scene, goal);
    refused(lw_motion_set(motion, &track, 1, &error), LW_ERROR_NOTICE, &error,
            "the way to that point is not judged");
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

static void starts_that_are_none_are_refused(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = frozen(open_scene());
    lw_motion *motion = motion_of(scene);
    lw_track track = late_point(scene, goal);
    track.start = (double[]){0, 0, NAN, 0};
    refused(lw_motion_set(motion, &track, 1, &error), LW_ERROR_ARGUMENT, &error,
            "a value of the start is nan");
    track.start = goal;
    track.times = (double[]){1e-300};
    refused(lw_motion_set(motion, &track, 1, &error), LW_ERROR_ARGUMENT, &error,
            "the first time is 1e-300; it must be 0, or 1e-15 at least");
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

/* The way from -1 to 1 along z passes a post; both ends are far from it. */
static void a_contact_on_the_way_is_found(void **state)
{
    (void)state;
    lw_error error = {0};
    static const lw_joint_kind kinds[] = {LW_JOINT_PRISMATIC};
    lw_scene *scene = new_scene();
    lw_shape_def ball = lw_default_shape();
    ball.radius = 0.1;
    add_chain(scene, "r", kinds, 1);
    lw_pose post = lw_pose_identity();
    post.position.x = 1;
    succeed(lw_scene_add_obstacle(scene, "post", &ball, post, &error), &error);
    set(scene, "r", "j1", (double[]){-1}, 1);
    frozen(scene);
    lw_motion *motion = motion_of(scene);
    lw_checker *checker = NULL;
    lw_verdict verdict = lw_default_verdict();
    succeed(lw_checker_create(scene, &checker, &error), &error);
    lw_track track = late_point(scene, (double[]){1});
    track.joints = NULL;
    succeed(lw_motion_set(motion, &track, 1, &error), &error);
    succeed(lw_check(checker, motion, NULL, &verdict, &error), &error);
    assert_int_equal(verdict.kind, LW_VERDICT_CONTACT);
    assert_int_equal(verdict.segment, 0);
    assert_true(verdict.time > 0 && verdict.time < 2);
    lw_checker_destroy(checker);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

/* Waypoints of payloads are counted without the approach, which is the segment before the first. */
static void payloads_count_the_waypoints_of_the_trajectory(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_shape_def ball = lw_default_shape();
    ball.radius = 0.1;
    lw_scene *scene = open_scene();
    set(scene, "b", "j1", rest, 1);
    set(scene, "b", "j2", rest + 1, 3);
    lw_pose far = lw_pose_identity();
    far.position.x = 50;
    succeed(lw_scene_add_obstacle(scene, "cup", &ball, far, &error), &error);
    frozen(scene);
    lw_motion *motion = motion_of(scene);
    lw_payload payloads[2] = {lw_default_payload(), lw_default_payload()};
    static const char *const touch[] = {"l1"};
    payloads[0].object = payloads[1].object = "cup";
    payloads[0].link = "l2";
    payloads[0].touch_links = touch;
    payloads[0].touch_link_count = 1;
    payloads[1].kind = LW_PAYLOAD_RELEASE;
    payloads[1].waypoint = 1;
    const double rows[8] = {1, 1, 2, 3, 1.5, 1, 2, 3};
    lw_track track = late_point(scene, rows);
    track.times = (double[]){2, 5};
    track.point_count = 2;
    track.payloads = payloads;
    track.payload_count = 2;
    succeed(lw_motion_set(motion, &track, 1, &error), &error);
    lw_payload_info info = lw_default_payload_info();
    for (size_t i = 0; i < 2; i++) {
        succeed(lw_motion_payload(motion, i, &info, &error), &error);
        assert_int_equal(info.waypoint, i);
        assert_true(info.time == track.times[i]);
    }
    /* the touch links of an object that is attached at waypoint 0 touch it from time 0 on, and at rest
     * after */
    double begin, end;
    lw_motion_interval(lw_motion_stage(motion, 0), &begin, &end);
    assert_true(begin == 0 && end == 2);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_approach_is_a_waypoint_at_time_0),
        cmocka_unit_test(a_start_that_is_not_known_is_a_notice),
        cmocka_unit_test(joints_that_nobody_stated_are_named),
        cmocka_unit_test(notices_of_starts_are_errors_where_they_are),
        cmocka_unit_test(starts_that_are_none_are_refused),
        cmocka_unit_test(a_contact_on_the_way_is_found),
        cmocka_unit_test(payloads_count_the_waypoints_of_the_trajectory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
