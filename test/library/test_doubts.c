/* Tests obstacles and bases that are not known exactly on a scene with plain numbers: a ball of radius
 * 0.1 on a rail along x passes an obstacle at a distance of 0.1. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "leeway/leeway.h"

static const lw_method methods[] = {LW_METHOD_AUTO, LW_METHOD_BISECTION, LW_METHOD_SLAB};

/* The obstacle: a ball of radius 0.1 at (1, 0.3, 0); or a rod from (1, 0.3, 0) to (1, 1.3, 0) of that
 * radius, whose frame is its middle. */
typedef struct rail {
    lw_scene *scene;
    lw_motion *motion;
    lw_checker *checker;
} rail;

static lw_shape_def round_shape(bool rod)
{
    lw_shape_def shape = lw_default_shape();
    shape.kind = rod ? LW_SHAPE_CAPSULE : LW_SHAPE_SPHERE;
    shape.radius = 0.1;
    shape.length = rod ? 1 : 0;
    return shape;
}

static lw_pose place(bool rod)
{
    lw_pose at = lw_pose_identity();
    at.position = (lw_vec3){1, rod ? 0.8 : 0.3, 0};
    if (rod) /* z of the capsule along y */
        at.orientation = (lw_quat){sin(-0.78539816339744831), 0, 0, cos(0.78539816339744831)};
    return at;
}

static lw_scene *build(bool rod)
{
    lw_scene *scene = NULL;
    lw_joint_def x = lw_default_joint();
    const lw_shape_def ball = round_shape(false);
    const lw_shape_def obstacle = round_shape(rod);
    x.kind = LW_JOINT_PRISMATIC;
    x.name = "x";
    x.parent = "floor";
    x.child = "cart";
    x.axis = (lw_vec3){1, 0, 0};
    x.lower = -5;
    x.upper = 5;
    assert_int_equal(lw_scene_create(&scene, NULL), LW_OK);
    assert_int_equal(lw_scene_add_robot(scene, "r", lw_pose_identity(), NULL), LW_OK);
    assert_int_equal(lw_scene_add_link(scene, "r", "floor", NULL), LW_OK);
    assert_int_equal(lw_scene_add_link(scene, "r", "cart", NULL), LW_OK);
    assert_int_equal(lw_scene_add_joint(scene, "r", &x, NULL), LW_OK);
    assert_int_equal(lw_scene_add_shape(scene, "r", "cart", &ball, lw_pose_identity(), NULL), LW_OK);
    assert_int_equal(lw_scene_add_obstacle(scene, "o", &obstacle, place(rod), NULL), LW_OK);
    return scene;
}

static rail finish(lw_scene *scene)
{
    rail r = {.scene = scene};
    lw_error error = {0};
    if (lw_scene_freeze(scene, &error) || lw_motion_create(scene, &r.motion, &error) ||
        lw_checker_create(scene, &r.checker, &error))
        fail_msg("%s", error.message);
    return r;
}

static void drop(rail *r)
{
    lw_motion_destroy(r->motion);
    lw_checker_destroy(r->checker);
    lw_scene_destroy(r->scene);
}

/* A trajectory from x = 0 to 2 in 2 s; or at rest at x = 1 for 2 s. */
static void drive(lw_motion *motion, bool rests)
{
    const double times[] = {0, 2};
    const double positions[] = {rests ? 1 : 0, rests ? 1 : 2};
    lw_track track = lw_default_track();
    track.kind = LW_TRACK_TRAJECTORY;
    track.times = times;
    track.positions = positions;
    track.point_count = 2;
    assert_int_equal(lw_motion_set(motion, &track, 1, NULL), LW_OK);
}

static lw_verdict ask(const rail *r, lw_method method)
{
    lw_check_options options = lw_default_check_options();
    lw_verdict v = lw_default_verdict();
    lw_error error = {0};
    options.method = method;
    if (lw_check(r->checker, r->motion, &options, &v, &error))
        fail_msg("%s", error.message);
    return v;
}

/* Asks all methods about the rail with an uncertainty of the obstacle, and of the base. */
static void expect(bool rod, const lw_uncertainty *obstacle, const lw_uncertainty *base, bool rests,
                   lw_verdict_kind kind, bool deviates)
{
    lw_scene *scene = build(rod);
    assert_int_equal(lw_scene_set_uncertainty(scene, "o", obstacle, NULL), LW_OK);
    assert_int_equal(lw_scene_set_base_uncertainty(scene, NULL, base, NULL), LW_OK);
    rail r = finish(scene);
    drive(r.motion, rests);
    for (size_t m = 0; m < sizeof methods / sizeof *methods; m++) {
        const lw_verdict v = ask(&r, methods[m]);
        if (v.kind != kind || v.deviates != deviates)
            fail_msg("%s: verdict %d, deviates %d", lw_method_name(methods[m]), (int)v.kind,
                     (int)v.deviates);
        if (kind == LW_VERDICT_CONTACT)
            assert_true(v.contact.upper <= 1e-9 && (deviates || v.first == 1));
    }
    drop(&r);
}

static void test_positions(void **state)
{
    (void)state;
    const lw_uncertainty less = {.position = 0.0999};
    const lw_uncertainty more = {.position = 0.1001};
    const lw_uncertainty half = {.position = 0.05};
    const lw_uncertainty rest = {.position = 0.0499};
    for (int rests = 0; rests < 2; rests++) {
        expect(false, NULL, NULL, rests, LW_VERDICT_FREE, false);
        expect(false, &less, NULL, rests, LW_VERDICT_FREE, false);
        expect(false, &more, NULL, rests, LW_VERDICT_CONTACT, false);
        expect(false, NULL, &less, rests, LW_VERDICT_FREE, false);
        expect(false, NULL, &more, rests, LW_VERDICT_CONTACT, false);
        expect(false, &half, &rest, rests, LW_VERDICT_FREE, false);
        expect(false, &less, &rest, rests, LW_VERDICT_CONTACT, false);
    }
}

/* At rest at x = 1 the obstacle, 0.1 away, has 2 s to come. In the motion the ball is nearest to it at
 * t = 1, but a little later the obstacle has moved on: at t the gap is sqrt((t - 1)^2 + 0.09) - 0.2,
 * which v t must not exceed for all t: at v = 0.09 it does not, at 0.1 it does at t = 1. */
static void test_speeds(void **state)
{
    (void)state;
    expect(false, &(lw_uncertainty){.speed = 0.0499}, NULL, true, LW_VERDICT_FREE, false);
    expect(false, &(lw_uncertainty){.speed = 0.0501}, NULL, true, LW_VERDICT_CONTACT, false);
    expect(false, &(lw_uncertainty){.speed = 0.09}, NULL, false, LW_VERDICT_FREE, false);
    expect(false, &(lw_uncertainty){.speed = 0.1001}, NULL, false, LW_VERDICT_CONTACT, false);
    expect(false, NULL, &(lw_uncertainty){.speed = 0.0499}, true, LW_VERDICT_FREE, false);
    expect(false, NULL, &(lw_uncertainty){.speed = 0.0501}, true, LW_VERDICT_CONTACT, false);
    /* one second of these is before the motion, or not yet over at its end */
    expect(false, &(lw_uncertainty){.speed = 0.0334, .since = -1}, NULL, true, LW_VERDICT_CONTACT,
           false);
    expect(false, &(lw_uncertainty){.speed = 0.0332, .since = -1}, NULL, true, LW_VERDICT_FREE, false);
    expect(false, &(lw_uncertainty){.speed = 0.0999, .since = 1}, NULL, true, LW_VERDICT_FREE, false);
    expect(false, &(lw_uncertainty){.speed = 0.1001, .since = 1}, NULL, true, LW_VERDICT_CONTACT,
           false);
    expect(false, &(lw_uncertainty){.speed = 1, .since = 3}, NULL, false, LW_VERDICT_FREE, false);
}

/* The rod is half a metre from its middle to its end, which a turn moves across the gap, or along the
 * rail: the gap of 0.1 stays as it is to first order. */
static void test_angles(void **state)
{
    (void)state;
    expect(true, &(lw_uncertainty){.angle = 0.1}, NULL, false, LW_VERDICT_FREE, false);
    expect(false, &(lw_uncertainty){.angle = 0.3}, NULL, false, LW_VERDICT_FREE, false);
    /* the base turns about (0, 0, 0): at x = 1 the ball goes 0.1 nearer with an angle of 0.1, and by
     * way of x = 1.044 sooner: 0.2873 of 1.044 is the angle between the obstacle and the rail, of which
     * the two radii cover asin(0.2 / 1.044) = 0.1928 */
    expect(false, NULL, &(lw_uncertainty){.angle = 0.07}, false, LW_VERDICT_FREE, false);
    expect(false, NULL, &(lw_uncertainty){.angle = 0.11}, false, LW_VERDICT_CONTACT, true);
    expect(false, NULL, &(lw_uncertainty){.angle = 0.12}, true, LW_VERDICT_CONTACT, true);
}

/* A wall whose face is at x = 0.7, 0.2 from the ball, which rests at x = 1. A turn of the base moves
 * the ball along the face at first; by 0.8 it is 1 - cos 0.8 = 0.303 nearer. */
static void test_far_turns(void **state)
{
    (void)state;
    lw_scene *scene = build(false);
    lw_shape_def wall = lw_default_shape();
    lw_pose at = lw_pose_identity();
    wall.kind = LW_SHAPE_BOX;
    wall.size = (lw_vec3){1, 6, 6};
    at.position = (lw_vec3){0.2, 0, 0};
    assert_int_equal(lw_scene_add_obstacle(scene, "wall", &wall, at, NULL), LW_OK);
    at.position = (lw_vec3){9, 9, 9};
    assert_int_equal(lw_scene_move_obstacle(scene, "o", at, NULL), LW_OK);
    const lw_uncertainty turned = {.angle = 0.8};
    assert_int_equal(lw_scene_set_base_uncertainty(scene, "r", &turned, NULL), LW_OK);
    rail r = finish(scene);
    drive(r.motion, true);
    for (size_t m = 0; m < sizeof methods / sizeof *methods; m++)
        assert_int_not_equal(ask(&r, methods[m]).kind, LW_VERDICT_FREE);
    drop(&r);
}

/* An obstacle that was seen 10 s ago may be here when the motion begins. */
static void test_begin(void **state)
{
    (void)state;
    const lw_uncertainty old = {.speed = 0.0101, .since = -10};
    lw_scene *scene = build(false);
    assert_int_equal(lw_scene_set_uncertainty(scene, "o", &old, NULL), LW_OK);
    rail r = finish(scene);
    drive(r.motion, true);
    for (size_t m = 0; m < sizeof methods / sizeof *methods; m++) {
        const lw_verdict v = ask(&r, methods[m]);
        assert_true(v.kind == LW_VERDICT_CONTACT && v.time == 0 && v.contact.upper <= 0);
    }
    drop(&r);
}

static void refuse(lw_scene *scene, const lw_uncertainty *given, const char *sentence)
{
    lw_error error = {0};
    assert_int_equal(lw_scene_set_uncertainty(scene, "o", given, &error), LW_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, sentence));
    assert_int_equal(lw_scene_set_base_uncertainty(scene, "r", given, &error), LW_ERROR_ARGUMENT);
}

static void test_bad_input(void **state)
{
    (void)state;
    lw_scene *scene = build(false);
    lw_error error = {0};
    refuse(scene, &(lw_uncertainty){.position = -1}, "position of its uncertainty is -1");
    refuse(scene, &(lw_uncertainty){.angle = 3.2}, "angle of its uncertainty is 3.2");
    refuse(scene, &(lw_uncertainty){.speed = (double)NAN}, "speed");
    refuse(scene, &(lw_uncertainty){.since = (double)INFINITY}, "time");
    assert_int_equal(lw_scene_set_uncertainty(scene, "nobody", NULL, &error), LW_ERROR_NAME);
    assert_int_equal(lw_scene_set_uncertainty(scene, NULL, NULL, &error), LW_ERROR_NAME);
    assert_int_equal(lw_scene_set_base_uncertainty(scene, "nobody", NULL, &error), LW_ERROR_NAME);
    assert_int_equal(lw_scene_set_uncertainty(NULL, "o", NULL, &error), LW_ERROR_ARGUMENT);
    rail r = finish(scene);
    assert_int_equal(lw_scene_set_uncertainty(scene, "o", NULL, &error), LW_ERROR_STATE);
    assert_int_equal(lw_scene_set_base_uncertainty(scene, "r", NULL, &error), LW_ERROR_STATE);
    assert_true(lw_scene_uncertainty(scene, 99).position == 0);
    drop(&r);
}

static lw_status take_claim(void *context, const lw_claim *claim)
{
    (void)context;
    (void)claim;
    return LW_OK;
}

/* Checks with options, which must fail with a sentence. */
static void refuse_check(const rail *r, const lw_check_options *options, const char *sentence)
{
    lw_verdict v = lw_default_verdict();
    lw_error error = {0};
    assert_int_equal(lw_check(r->checker, r->motion, options, &v, &error), LW_ERROR_ARGUMENT);
    if (!strstr(error.message, sentence))
        fail_msg("%s", error.message);
}

static void test_refused(void **state)
{
    (void)state;
    lw_scene *scene = build(false);
    const lw_uncertainty shifted = {.position = 0.01};
    assert_int_equal(lw_scene_set_uncertainty(scene, "o", &shifted, NULL), LW_OK);
    rail r = finish(scene);
    lw_error error = {0};
    drive(r.motion, false);
    lw_check_options options = lw_default_check_options();
    options.claim = take_claim;
    refuse_check(&r, &options, "proofs do not know it");
    /* a shift is a padding for all else */
    options = lw_default_check_options();
    options.clearance = 1;
    options.method = LW_METHOD_AUTO;
    lw_verdict v = lw_default_verdict();
    assert_int_equal(lw_check(r.checker, r.motion, &options, &v, &error), LW_OK);
    assert_true(v.clearance.lower <= 0.09 + 1e-9 && v.clearance.upper >= 0.09 - 1e-9 &&
                v.clearance.lower > 0.088);
    lw_scene *copy = NULL;
    assert_int_equal(lw_scene_copy(r.scene, &copy, &error), LW_OK);
    const lw_uncertainty moves = {.position = 0.01, .speed = 0.01};
    assert_int_equal(lw_scene_set_uncertainty(copy, "o", &moves, NULL), LW_OK);
    rail other = finish(copy);
    drive(other.motion, false);
    assert_true(lw_scene_uncertainty(copy, 1).speed == 0.01);
    assert_true(lw_scene_uncertainty(r.scene, 1).speed == 0);
    refuse_check(&other, &options, "clearances do not know it");
    options = lw_default_check_options();
    options.leaving = 1;
    refuse_check(&other, &options, "motions that leave contacts do not know it");
    options = lw_default_check_options();
    options.method = LW_METHOD_EXPANDED;
    refuse_check(&other, &options, "may be turned or move; these do: auto, bisection, slab");
    const double from[] = {0};
    const double to[] = {2};
    assert_int_equal(lw_motion_set_segment(other.motion, NULL, from, to, NULL), LW_OK);
    options = lw_default_check_options();
    refuse_check(&other, &options, "paths have no times in seconds");
    /* an obstacle that is moved keeps it, one that is attached may not have any */
    lw_scene *moved = NULL;
    assert_int_equal(lw_scene_copy(copy, &moved, &error), LW_OK);
    assert_int_equal(lw_scene_move_obstacle(moved, "o", place(true), &error), LW_OK);
    assert_int_equal(lw_scene_freeze(moved, &error), LW_OK);
    assert_true(lw_scene_uncertainty(moved, 1).speed == 0.01);
    lw_scene *held = NULL;
    assert_int_equal(lw_scene_copy(moved, &held, &error), LW_OK);
    assert_int_equal(
        lw_scene_attach_obstacle(held, "r", "cart", "o", lw_pose_identity(), NULL, 0, &error),
        LW_ERROR_STATE);
    assert_non_null(strstr(error.message, "is not known exactly; set its uncertainty to 0"));
    lw_scene_destroy(held);
    lw_scene_destroy(moved);
    drop(&other);
    drop(&r);
}

/* A scene in JSON keeps them. */
static void test_json(void **state)
{
    (void)state;
    static char text[4096];
    const lw_uncertainty own[] = {{0.25, 0.5, 1.5, -2}, {.angle = 0.125}};
    lw_scene *scene = build(false);
    lw_scene *read = NULL;
    lw_error error = {0};
    assert_int_equal(lw_scene_set_base_uncertainty(scene, "r", &own[0], NULL), LW_OK);
    assert_int_equal(lw_scene_set_uncertainty(scene, "o", &own[1], NULL), LW_OK);
    rail r = finish(scene);
    if (lw_scene_json(scene, text, sizeof text, NULL, &error))
        fail_msg("%s", error.message);
    assert_non_null(strstr(text, "\"uncertainty\": {\"angle\": 0.125}"));
    FILE *file = fopen("test_doubts.json", "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0 && fclose(file) == 0);
    assert_int_equal(lw_scene_create(&read, NULL), LW_OK);
    if (lw_scene_load(read, "test_doubts.json", &error) || lw_scene_freeze(read, &error))
        fail_msg("%s", error.message);
    remove("test_doubts.json");
    for (size_t i = 0; i < 2; i++) {
        const lw_uncertainty got = lw_scene_uncertainty(read, i);
        assert_true(got.position == own[i].position && got.angle == own[i].angle &&
                    got.speed == own[i].speed && got.since == own[i].since);
    }
    lw_scene_destroy(read);
    drop(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_positions), cmocka_unit_test(test_speeds),  cmocka_unit_test(test_angles),
        cmocka_unit_test(test_bad_input), cmocka_unit_test(test_refused), cmocka_unit_test(test_json),
        cmocka_unit_test(test_far_turns), cmocka_unit_test(test_begin)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
