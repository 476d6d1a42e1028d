/* Tests check/method/auto.c: a motion that begins in contact ends there, before blocks refine their
 * open intervals, whether the first contact or any is asked for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "humanoid.h"
#include "seed.h"

/* A motion with 60 samples or more would be one that blocks refine to its end. */
enum { MOTIONS = 300, FEW_SAMPLES = 40 };

typedef struct bench {
    lw_scene *scene;
    lw_checker *checker;
    lw_motion *motion;
    lw_error error;
} bench;

static void succeed(lw_status status, const lw_error *error)
{
    if (status)
        fail_msg("%s", error->message);
}

static bench open_bench(void)
{
    bench b = {0};
    succeed(lw_scene_create(&b.scene, &b.error), &b.error);
    succeed(humanoid_add(b.scene, &b.error), &b.error);
    /* a foot in the floor, and a shelf beside the robot */
    lw_shape_def box = lw_default_shape();
    box.kind = LW_SHAPE_BOX;
    box.size = (lw_vec3){4, 4, 0.1};
    lw_pose at = lw_pose_identity();
    at.position.z = -0.8;
    succeed(lw_scene_add_obstacle(b.scene, "floor", &box, at, &b.error), &b.error);
    box.size = (lw_vec3){0.4, 0.4, 0.05};
    at.position = (lw_vec3){0.6, 0.2, 0.3};
    succeed(lw_scene_add_obstacle(b.scene, "shelf", &box, at, &b.error), &b.error);
    succeed(lw_scene_freeze(b.scene, &b.error), &b.error);
    succeed(lw_checker_create(b.scene, &b.checker, &b.error), &b.error);
    succeed(lw_motion_create(b.scene, &b.motion, &b.error), &b.error);
    return b;
}

static void close_bench(bench *b)
{
    lw_motion_destroy(b->motion);
    lw_checker_destroy(b->checker);
    lw_scene_destroy(b->scene);
}

static lw_verdict ask(bench *b, lw_method method, bool any)
{
    lw_verdict verdict = lw_default_verdict();
    lw_check_options options = lw_default_check_options();
    options.method = method;
    options.any = any;
    succeed(lw_check(b->checker, b->motion, &options, &verdict, &b->error), &b->error);
    return verdict;
}

/* A random motion: the given share of the way between two random configurations. */
static void set_motion(bench *b, lw_random *random, double share)
{
    double from[HUMANOID_JOINTS];
    double to[HUMANOID_JOINTS];
    humanoid_draw(random, from);
    humanoid_draw(random, to);
    for (int i = 0; i < HUMANOID_JOINTS; i++)
        to[i] = from[i] + share * (to[i] - from[i]);
    succeed(lw_motion_set_segment(b->motion, NULL, from, to, &b->error), &b->error);
}

/* Both questions agree with the method slab, which looks at every pair, and take about equally many
 * samples. */
static void test_humanoid(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    bench b = open_bench();
    uint64_t samples[2] = {0, 0};
    int begins = 0;
    int later = 0;
    for (int i = 0; i < MOTIONS; i++) {
        set_motion(&b, &random, i % 2 ? 1 : 0.2);
        const lw_verdict slab = ask(&b, LW_METHOD_SLAB, false);
        const lw_verdict first = ask(&b, LW_METHOD_AUTO, false);
        const lw_verdict any = ask(&b, LW_METHOD_AUTO, true);
        assert_int_equal(first.kind, slab.kind);
        assert_int_equal(any.kind, slab.kind);
        bool at_once = slab.kind == LW_VERDICT_CONTACT && slab.time == 0;
        assert_int_equal(first.kind == LW_VERDICT_CONTACT && first.time == 0, at_once);
        begins += at_once;
        later += slab.kind == LW_VERDICT_CONTACT && !at_once;
        if (!at_once)
            continue;
        samples[0] += first.samples;
        samples[1] += any.samples;
        assert_true(first.samples <= FEW_SAMPLES);
    }
    assert_true(begins > MOTIONS / 4);
    assert_true(later > 0);
    assert_true((double)samples[1] <= 1.05 * (double)samples[0]);
    close_bench(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_humanoid)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
