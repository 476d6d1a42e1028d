/* Tests that two configurations give one and the same motion in every form: as a segment, a path, a
 * motion in JSON, and as the start and goal of a plan by any planner; for every kind of joint, in space
 * and in the plane, half turns included. test_ompl compares OMPL's spaces with the same segments. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/random.h"
#include "math/angle.h"
#include "plan_world.h"
#include "seed.h"

enum { TIMES = 9, MOST = 7 };

/* A scene with one joint, from "floor" to "cart", and the objects that make its motions. */
typedef struct rig {
    lw_joint_kind kind;
    lw_scene *scene;
    const lw_joints *joints;
    size_t width, body;
    lw_motion *segment, *other;
    lw_planner *planner;
    lw_error error;
} rig;

static const lw_joint_kind kinds[] = {LW_JOINT_REVOLUTE, LW_JOINT_CONTINUOUS, LW_JOINT_PRISMATIC,
                                      LW_JOINT_PLANAR, LW_JOINT_FLOATING};

static void build(rig *r, lw_joint_kind kind)
{
    lw_shape_def bar = box_of(0.4, 0.1, 0.1);
    lw_joint_def joint = joint_of("j", kind, "floor", "cart");
    r->scene = new_scene();
    joint.lower = kind == LW_JOINT_REVOLUTE || kind == LW_JOINT_PRISMATIC ? -40 : joint.lower;
    joint.upper = kind == LW_JOINT_REVOLUTE || kind == LW_JOINT_PRISMATIC ? 40 : joint.upper;
    succeed(lw_scene_add_robot(r->scene, "r", lw_pose_identity(), &r->error), &r->error);
    succeed(lw_scene_add_link(r->scene, "r", "floor", &r->error), &r->error);
    succeed(lw_scene_add_link(r->scene, "r", "cart", &r->error), &r->error);
    succeed(lw_scene_add_joint(r->scene, "r", &joint, &r->error), &r->error);
    succeed(lw_scene_add_shape(r->scene, "r", "cart", &bar, lw_pose_identity(), &r->error), &r->error);
    add_wall(r->scene, "far", 0, 500, 0.1, 0.1);
    succeed(lw_scene_freeze(r->scene, &r->error), &r->error);
}

static rig rig_of(lw_joint_kind kind, bool flat)
{
    rig r = {.kind = kind};
    lw_pose far = lw_pose_identity();
    far.position.y = 500;
    if (flat)
        r.scene = disc_scene(far);
    else
        build(&r, kind);
    r.joints = lw_scene_joints(r.scene, NULL, NULL, NULL);
    r.width = lw_joints_value_count(r.joints);
    r.body = (size_t)lw_scene_find_body(r.scene, "cart");
    succeed(lw_motion_create(r.scene, &r.segment, &r.error), &r.error);
    succeed(lw_motion_create(r.scene, &r.other, &r.error), &r.error);
    double lower[MOST] = {-50, -50, -50, NAN, NAN, NAN, NAN};
    double upper[MOST] = {50, 50, 50, NAN, NAN, NAN, NAN};
    if (kind != LW_JOINT_FLOATING)
        lower[2] = upper[2] = NAN;
    if (kind != LW_JOINT_FLOATING && kind != LW_JOINT_PLANAR)
        lower[0] = upper[0] = NAN;
    lw_plan_space space = lw_default_plan_space();
    space.lower = lower;
    space.upper = upper;
    r.planner = planner_of(r.scene, &space, 1);
    return r;
}

static void rig_free(rig *r)
{
    lw_planner_destroy(r->planner);
    lw_motion_destroy(r->segment);
    lw_motion_destroy(r->other);
    lw_scene_destroy(r->scene);
}

/* An angle and another one: random, half a turn away, or half a turn plus or minus a rounding error. */
static void random_angles(lw_random *random, double *from, double *to)
{
    static const double starts[] = {0, -0.0, 0.5, LW_HALF_TURN, -LW_HALF_TURN, 0.5 * LW_HALF_TURN};
    const double turn = lw_random_below(random, 2) ? LW_HALF_TURN : -LW_HALF_TURN;
    *from = lw_random_below(random, 3) ? lw_random_between(random, -7, 7)
                                       : starts[lw_random_below(random, 6)];
    switch (lw_random_below(random, 6)) {
    case 0:
        *to = *from + turn;
        return;
    case 1:
        *to = nextafter(*from + turn, lw_random_below(random, 2) ? 9 : -9);
        return;
    case 2:
        *to = *from + 2 * turn;
        return;
    default:
        *to = lw_random_between(random, -7, 7);
    }
}

static void random_unit(lw_random *random, double *q)
{
    double size;
    do {
        size = 0;
        for (int i = 0; i < 4; i++) {
            q[i] = lw_random_between(random, -1, 1);
            size += q[i] * q[i];
        }
    } while (size < 0.01 || size > 1);
    for (int i = 0; i < 4; i++)
        q[i] /= sqrt(size);
}

static void random_pair(lw_random *random, const rig *r, double *from, double *to)
{
    for (size_t i = 0; i < r->width; i++) {
        from[i] = lw_random_between(random, -20, 20);
        to[i] = lw_random_below(random, 4) ? lw_random_between(random, -20, 20) : from[i];
    }
    if (r->kind == LW_JOINT_FLOATING) {
        random_unit(random, from + 3);
        random_unit(random, to + 3);
    } else if (r->kind != LW_JOINT_PRISMATIC) {
        random_angles(random, from + r->width - 1, to + r->width - 1);
    }
}

/* Compares the other motion with the segment, pose by pose. */
static void assert_one_sweep(const rig *r, const char *how)
{
    for (int i = 0; i < TIMES; i++) {
        lw_pose a;
        lw_pose b;
        const double t = i / (TIMES - 1.0);
        assert_int_equal(lw_motion_pose(r->segment, r->body, t, &a, NULL), LW_OK);
        assert_int_equal(lw_motion_pose(r->other, r->body, t, &b, NULL), LW_OK);
        const double off = fabs(a.position.x - b.position.x) + fabs(a.position.y - b.position.y) +
                           fabs(a.position.z - b.position.z);
        const double along =
            fabs(a.orientation.x * b.orientation.x + a.orientation.y * b.orientation.y +
                 a.orientation.z * b.orientation.z + a.orientation.w * b.orientation.w);
        if (off > 1e-12 || along < 1 - 1e-12)
            fail_msg("%s, joints of kind %d: at %g a pose is off by %g m, or %g short of 1", how,
                     (int)r->kind, t, off, 1 - along);
    }
}

static void set_json(rig *r, const double *from, const double *to, const char *form)
{
    char text[1000];
    char rows[2][300];
    for (int e = 0; e < 2; e++) {
        size_t used = 0;
        for (size_t i = 0; i < r->width; i++)
            used += (size_t)snprintf(rows[e] + used, sizeof rows[e] - used, "%s%.17g", i ? ", " : "",
                                     (e ? to : from)[i]);
    }
    snprintf(text, sizeof text, form, rows[0], rows[1]);
    succeed(lw_motion_read_json(r->scene, text, NULL, 0, NULL, r->other, NULL, 0, &r->error),
            &r->error);
}

/* Compares the segment with the planner's path, literally and as a follower reads it that takes the
 * shorter turn. */
static void hold_plan(rig *r, const double *from, const double *to, lw_plan_method method)
{
    lw_plan_options options = lw_default_plan_options();
    options.method = method;
    options.shortcuts = 0;
    const lw_plan plan = find(r->planner, from, to, &options);
    assert_int_equal(plan.kind, LW_PLAN_FOUND);
    lw_track track = lw_default_track();
    track.joints = r->joints;
    track.point_count = plan.point_count;
    track.positions = plan.path;
    for (int wrap = 0; wrap < 2; wrap++) {
        track.no_wrap = !wrap;
        succeed(lw_motion_set(r->other, &track, 1, &r->error), &r->error);
        assert_one_sweep(r, wrap ? "a path that was planned" : "a plan");
    }
}

static void hold(rig *r, lw_random *random, int rounds)
{
    lw_track track = lw_default_track();
    double rows[2][MOST];
    double ends[2 * MOST];
    for (int round = 0; round < rounds; round++) {
        random_pair(random, r, rows[0], rows[1]);
        memcpy(ends, rows[0], r->width * sizeof *ends);
        memcpy(ends + r->width, rows[1], r->width * sizeof *ends);
        succeed(lw_motion_set_segment(r->segment, r->joints, rows[0], rows[1], &r->error), &r->error);
        track.joints = r->joints;
        track.point_count = 2;
        track.positions = ends;
        succeed(lw_motion_set(r->other, &track, 1, &r->error), &r->error);
        assert_one_sweep(r, "a path");
        set_json(r, rows[0], rows[1], "{\"from\": [%s], \"to\": [%s]}");
        assert_one_sweep(r, "from and to");
        set_json(r, rows[0], rows[1], "{\"path\": [[%s], [%s]]}");
        assert_one_sweep(r, "a path in JSON");
        hold_plan(r, rows[0], rows[1], (lw_plan_method)(round % 3));
    }
}

static void all_kinds_of_joints_have_one_sweep(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        rig r = rig_of(kinds[k], false);
        hold(&r, &random, test_rounds(1000, 20000));
        rig_free(&r);
    }
    rig flat = rig_of(LW_JOINT_PLANAR, true);
    hold(&flat, &random, test_rounds(1000, 20000));
    rig_free(&flat);
}

/* For two angles half a turn apart the difference of the numbers decides the direction, independent of
 * the turns before. */
static void half_turns_go_as_the_numbers_say(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    rig r = rig_of(LW_JOINT_CONTINUOUS, false);
    for (int round = 0; round < 1000; round++) {
        const double angle = lw_random_between(&random, -3, 3);
        const double turn = round % 2 ? LW_HALF_TURN : -LW_HALF_TURN;
        /* in binary64 the difference may be above or below half a turn */
        const double to = angle + turn;
        const bool within = fabs(to - angle) <= LW_HALF_TURN;
        assert_true(copysign(1, lw_shorter_turn(angle, to)) == (within ? 1 : -1) * copysign(1, turn));
        double rows[] = {angle - 4 * copysign(1, turn), angle, to}; /* the first row turns by 2.28 */
        lw_track track = lw_default_track();
        track.joints = r.joints;
        track.point_count = 3;
        track.positions = rows;
        succeed(lw_motion_set(r.other, &track, 1, &r.error), &r.error);
        double values[2];
        for (int i = 0; i < 2; i++)
            succeed(lw_motion_joint_values(r.other, 0, 0.5 + 0.5 * i, &values[i], &r.error), &r.error);
        assert_near(values[1] - values[0], lw_shorter_turn(angle, to), 1e-14);
    }
    rig_free(&r);
}

/* Checks that the motion has one notice, and that it contains a text. */
static void assert_says(const lw_motion *motion, const char *part)
{
    char text[600] = "";
    lw_motion_notice(motion, 0, text, sizeof text);
    if (lw_motion_notice_count(motion) != 1 || !strstr(text, part))
        fail_msg("%zu notices, \"%s\", not \"%s\"", lw_motion_notice_count(motion), text, part);
}

/* A notice tells of headings that turn the longer way because they are taken literally; others give
 * none. */
static void literal_headings_are_noticed(void **state)
{
    (void)state;
    rig r = rig_of(LW_JOINT_PLANAR, false);
    const double rows[] = {0, 0, 1, 0, 0, 3, 1, 0, -3, 1, 0, 3};
    const double times[] = {0, 1, 2, 3};
    lw_track track = lw_default_track();
    track.joints = r.joints;
    track.positions = rows;
    track.times = times;
    for (int form = 0; form < 2; form++) {
        track.kind = form ? LW_TRACK_TRAJECTORY : LW_TRACK_PATH;
        track.no_wrap = !form;
        track.point_count = 4;
        succeed(lw_motion_set(r.other, &track, 1, &r.error), &r.error);
        assert_says(r.other,
                    "joint \"j\": from waypoint 1 to 2, from 3 to -3, its heading turns by -6 as "
                    "the numbers say; the shorter way is 0.283185307; 2 times in all");
        track.point_count = 2;
        succeed(lw_motion_set(r.other, &track, 1, &r.error), &r.error);
        assert_int_equal(lw_motion_notice_count(r.other), 0);
    }
    track.kind = LW_TRACK_PATH;
    track.no_wrap = false;
    track.point_count = 4;
    succeed(lw_motion_set(r.other, &track, 1, &r.error), &r.error);
    assert_says(r.other,
                "from waypoint 1 to 2, from 3 to -3, it turns the shorter way, by 0.283185307");
    /* in an approach, and behind one */
    track.kind = LW_TRACK_TRAJECTORY;
    track.times = times + 1;
    track.point_count = 3;
    track.start = (double[]){0, 0, 6};
    succeed(lw_motion_set(r.other, &track, 1, &r.error), &r.error);
    assert_says(r.other, "from the start to waypoint 0, from 6 to 1, its heading turns by -5");
    track.start = rows;
    succeed(lw_motion_set(r.other, &track, 1, &r.error), &r.error);
    assert_says(r.other, "from waypoint 1 to 2, from 3 to -3");
    rig_free(&r);
}

/* Setting one segment after another takes a faster path in the code, which compiles nothing anew. */
static void segments_in_a_row_turn_the_shorter_way(void **state)
{
    (void)state;
    rig r = rig_of(LW_JOINT_PLANAR, false);
    const double from[] = {0, 0, 3};
    const double near[] = {0, 0, 2};
    const double far[] = {0, 0, -3};
    double values[3];
    for (int i = 0; i < 2; i++) {
        succeed(lw_motion_set_segment(r.segment, r.joints, from, near, &r.error), &r.error);
        assert_int_equal(lw_motion_notice_count(r.segment), 0);
        succeed(lw_motion_set_segment(r.segment, r.joints, from, far, &r.error), &r.error);
        succeed(lw_motion_joint_values(r.segment, 0, 1, values, &r.error), &r.error);
        assert_near(values[2], 2 * LW_HALF_TURN - 3, 1e-15);
        assert_int_equal(lw_motion_notice_count(r.segment), 1);
    }
    rig_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_kinds_of_joints_have_one_sweep),
        cmocka_unit_test(half_turns_go_as_the_numbers_say),
        cmocka_unit_test(literal_headings_are_noticed),
        cmocka_unit_test(segments_in_a_row_turn_the_shorter_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
