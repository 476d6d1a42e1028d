/* Tests lw_check_options.sample: it is called for each time that the verdict counts as a sample, by
 * every method on the motions of the project's scenes, and changes nothing else. Also
 * lw_check_options.unmeasured, which changes only the contact. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "leeway/leeway.h"

/* Counts the samples of a check. */
typedef struct samples {
    double begin, end; /* of the motion */
    uint64_t told;
} samples;

static void take(void *context, double time)
{
    samples *taken = context;
    taken->told++;
    assert_true(time >= taken->begin && time <= taken->end);
}

static lw_status take_claim(void *context, const lw_claim *claim)
{
    (void)context;
    (void)claim;
    return LW_OK;
}

/* Checks with and without the callback; false if the method does not serve or takes no sample. */
static bool check_twice(lw_checker *checker, const lw_motion *motion, lw_check_options options)
{
    samples taken = {0};
    lw_verdict with = lw_default_verdict();
    lw_verdict without = lw_default_verdict();
    lw_motion_interval(motion, &taken.begin, &taken.end);
    if (lw_check(checker, motion, &options, &without, NULL))
        return false;
    options.sample = take;
    options.sample_context = &taken;
    assert_int_equal(lw_check(checker, motion, &options, &with, NULL), LW_OK);
    assert_int_equal(taken.told, with.samples);
    assert_memory_equal(&with, &without, sizeof with);
    return taken.told > 0;
}

/* Checks with the contact measured and unmeasured; returns whether the latter saves a query. */
static bool check_unmeasured(lw_checker *checker, const lw_motion *motion, lw_check_options options)
{
    lw_verdict measured = lw_default_verdict();
    lw_verdict unmeasured = lw_default_verdict();
    if (lw_check(checker, motion, &options, &measured, NULL))
        return false;
    options.unmeasured = true;
    assert_int_equal(lw_check(checker, motion, &options, &unmeasured, NULL), LW_OK);
    bool saved = unmeasured.queries < measured.queries;
    assert_true(unmeasured.queries <= measured.queries && unmeasured.samples <= measured.samples);
    assert_true(!saved || measured.kind == LW_VERDICT_CONTACT);
    memset(&measured.contact, 0, sizeof measured.contact);
    assert_true(unmeasured.work <= measured.work);
    measured.work = unmeasured.work;
    measured.queries = unmeasured.queries;
    measured.samples = unmeasured.samples;
    assert_memory_equal(&measured, &unmeasured, sizeof measured);
    return saved;
}

static int check_all(lw_checker *checker, const lw_motion *motion, int *saved)
{
    int checks = 0;
    for (lw_method method = LW_METHOD_AUTO; method <= LW_METHOD_EXPANDED; method++)
        for (int how = 0; how < 4; how++) {
            lw_check_options options = lw_default_check_options();
            options.method = method;
            options.any = how == 1;
            options.clearance = how == 2;
            options.claim = how == 3 ? take_claim : NULL;
            options.resolution = 0.05;
            checks += check_twice(checker, motion, options);
            *saved += check_unmeasured(checker, motion, options);
        }
    return checks;
}

static void test_scenes(void **state)
{
    (void)state;
    static const char *const paths[] = {"scenes/cell.json", "scenes/bodies.json",
                                        "scenes/two_arms.json", "scenes/pick.json",
                                        "scenes/workcell.json"};
    int checks = 0;
    int saved = 0;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        lw_scene *scene = NULL;
        lw_checker *checker = NULL;
        lw_motion *motion = NULL;
        assert_int_equal(lw_scene_create(&scene, NULL), LW_OK);
        assert_int_equal(lw_scene_load(scene, paths[i], NULL), LW_OK);
        assert_int_equal(lw_scene_freeze(scene, NULL), LW_OK);
        assert_int_equal(lw_checker_create(scene, &checker, NULL), LW_OK);
        assert_int_equal(lw_motion_create(scene, &motion, NULL), LW_OK);
        for (size_t k = 0; k < lw_scene_motion_count(scene); k++) {
            assert_int_equal(lw_scene_motion_read(scene, k, NULL, motion, NULL, 0, NULL), LW_OK);
            checks += check_all(checker, motion, &saved);
        }
        lw_motion_destroy(motion);
        lw_checker_destroy(checker);
        lw_scene_destroy(scene);
    }
    assert_true(checks > 200 && saved > 30);
}

/* A motion in which nothing moves: the eight times of a block are the same, and count as one. */
static void test_still(void **state)
{
    (void)state;
    lw_scene *scene = NULL;
    lw_checker *checker = NULL;
    lw_motion *motion = NULL;
    double values[32] = {0};
    int saved = 0;
    assert_int_equal(lw_scene_create(&scene, NULL), LW_OK);
    assert_int_equal(lw_scene_load(scene, "scenes/cell.json", NULL), LW_OK);
    assert_int_equal(lw_scene_freeze(scene, NULL), LW_OK);
    assert_int_equal(lw_checker_create(scene, &checker, NULL), LW_OK);
    assert_int_equal(lw_motion_create(scene, &motion, NULL), LW_OK);
    assert_int_equal(lw_motion_set_segment(motion, NULL, values, values, NULL), LW_OK);
    assert_true(check_all(checker, motion, &saved) > 12);
    lw_motion_destroy(motion);
    lw_checker_destroy(checker);
    lw_scene_destroy(scene);
}

/* Two convex bodies, for which PCDA answers. */
static void test_two_bodies(void **state)
{
    (void)state;
    lw_scene *scene = NULL;
    lw_checker *checker = NULL;
    lw_motion *motion = NULL;
    lw_shape_def ball = lw_default_shape();
    lw_joint_def slide = lw_default_joint();
    lw_pose away = lw_pose_identity();
    int saved = 0;
    ball.radius = 0.1;
    slide.name = "slide";
    slide.kind = LW_JOINT_PRISMATIC;
    slide.parent = "rail";
    slide.child = "ball";
    away.position.x = 1;
    assert_int_equal(lw_scene_create(&scene, NULL), LW_OK);
    assert_int_equal(lw_scene_add_robot(scene, "r", lw_pose_identity(), NULL), LW_OK);
    assert_int_equal(lw_scene_add_link(scene, "r", "rail", NULL), LW_OK);
    assert_int_equal(lw_scene_add_link(scene, "r", "ball", NULL), LW_OK);
    assert_int_equal(lw_scene_add_joint(scene, "r", &slide, NULL), LW_OK);
    assert_int_equal(lw_scene_add_shape(scene, "r", "ball", &ball, lw_pose_identity(), NULL), LW_OK);
    assert_int_equal(lw_scene_add_obstacle(scene, "wall", &ball, away, NULL), LW_OK);
    assert_int_equal(lw_scene_freeze(scene, NULL), LW_OK);
    assert_int_equal(lw_checker_create(scene, &checker, NULL), LW_OK);
    assert_int_equal(lw_motion_create(scene, &motion, NULL), LW_OK);
    assert_int_equal(lw_motion_set_segment(motion, NULL, &(double){0}, &(double){2}, NULL), LW_OK);
    assert_true(check_all(checker, motion, &saved) > 0);
    lw_motion_destroy(motion);
    lw_checker_destroy(checker);
    lw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_scenes), cmocka_unit_test(test_still),
                                       cmocka_unit_test(test_two_bodies)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
