/* Tests fixed resolution of Wu et al.: counts that follow from the rules, the contacts that (4) misses,
 * and that sound steps miss none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "adaptive/adaptive_cells.h"
#include "adaptive/fixed_steps.h"
#include "adaptive_slider.h"
#include "base/random.h"
#include "seed.h"

/* A metre, less one millimetre, in steps of 2 cm: 49 tests between those at the ends. The sound steps
 * aim 0.5 % short. */
static void test_slide(void **state)
{
    (void)state;
    slider s;
    const lw_shape_def wall = box(1, 4, 4);
    make_slider(&s, true, &wall, at(3.5, 0, 0));
    take(&s, 0, 0.999);
    assert_false(lw_fixed_published(&s.seen, 0.01));
    assert_int_equal(s.counts.tests, 51);
    take(&s, 0, 0.999);
    assert_false(lw_fixed_right(&s.seen, 0.01));
    assert_in_range(s.counts.tests, 51, 53);
    assert_int_equal(s.counts.contacts, 0);
    drop_slider(&s);
}

/* A wall: a ball within the resolution of it is in contact. */
static void test_wall(void **state)
{
    (void)state;
    slider s;
    const lw_shape_def wall = box(1, 4, 4);
    make_slider(&s, true, &wall, at(1, 0, 0)); /* begins at 0.5, met at 0.4 */
    for (int k = 0; k < 2; k++) {
        take(&s, 0, 0.389);
        assert_false((k ? lw_fixed_right : lw_fixed_published)(&s.seen, 0.01));
        take(&s, 0, 0.391);
        assert_true((k ? lw_fixed_right : lw_fixed_published)(&s.seen, 0.01));
        assert_int_equal(s.counts.contacts, 1);
        /* a line through the wall is tested between its ends, too */
        take(&s, -0.2, 2);
        assert_true((k ? lw_fixed_right : lw_fixed_published)(&s.seen, 0.001));
    }
    drop_slider(&s);
}

/* A swing by 0.2: (2) is r (1 - cos 0.1) = 5.5 mm, with r the largest distance of the box about the
 * ball from the axis. At 1 cm (3) allows one step, which (4) shortens to 20 / 25.5 of it: one test
 * between those at the ends, on a path of 0.22 m. At all three tests the ball is more than 1 cm from a
 * post that it hits on the way: it is within 1 cm at angles up to 0.046. */
static void test_swing(void **state)
{
    (void)state;
    slider s;
    const lw_shape_def post = box(0.002, 0.002, 1);
    make_slider(&s, false, &post, at(1.1, 0, 0));
    take(&s, -0.06, 0.14);
    assert_false(lw_fixed_published(&s.seen, 0.01));
    assert_int_equal(s.counts.tests, 3);
    assert_true(check(&s.w, -0.06, 0.14, NULL).kind == LW_VERDICT_CONTACT);
    take(&s, -0.06, 0.14);
    assert_true(lw_fixed_right(&s.seen, 0.01));
    drop_slider(&s);
}

/* Swings that graze a thin post: at all resolutions the published steps miss many contacts, the sound
 * ones none. If the post is out of reach by more than the resolution, no contact is found. */
static void test_posts(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    unsigned passed = 0;
    for (int round = 0; round < test_rounds(200, 5000); round++) {
        lw_scene *scene = NULL;
        lw_motion *motion = NULL;
        lw_adaptive_world seen;
        lw_adaptive_counts counts = {0};
        lw_error error = {0};
        double from = lw_random_between(&random, -1, 0);
        double to = from + lw_random_between(&random, 0.02, 1);
        double resolution = lw_adaptive_precisions[round % LW_ADAPTIVE_PRECISIONS];
        bool meets = round % 2;
        succeed(lw_adaptive_post(lw_random_between(&random, from, to),
                                 meets ? -1e-6 : 1.02 * resolution, &scene, &error),
                &error);
        succeed(lw_scene_freeze(scene, &error), &error);
        succeed(lw_motion_create(scene, &motion, &error), &error);
        succeed(lw_motion_set_segment(motion, NULL, &from, &to, &error), &error);
        succeed(lw_adaptive_open(scene, &seen, &error), &error);
        lw_adaptive_take(&seen, motion, &counts);
        passed += meets && !lw_fixed_published(&seen, resolution);
        lw_adaptive_take(&seen, motion, &counts);
        assert_int_equal(lw_fixed_right(&seen, resolution), meets);
        lw_adaptive_close(&seen);
        lw_motion_destroy(motion);
        lw_scene_destroy(scene);
    }
    assert_true(passed > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slide),
        cmocka_unit_test(test_wall),
        cmocka_unit_test(test_swing),
        cmocka_unit_test(test_posts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
