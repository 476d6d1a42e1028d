/* Tests the adaptive method of Wu et al.: the number of halvings, the effect of sigma and tau, and that
 * all orders agree. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "adaptive/adaptive_cells.h"
#include "adaptive/adaptive_search.h"
#include "adaptive_slider.h"
#include "base/random.h"
#include "seed.h"

static lw_adaptive_answer search(lw_adaptive_world *seen, const lw_adaptive_options *options)
{
    lw_adaptive_queue queue = {.items = NULL};
    lw_adaptive_answer answer;
    lw_error error = {0};
    succeed(lw_adaptive_search(seen, options, &queue, &answer, &error), &error);
    lw_adaptive_queue_free(&queue);
    return answer;
}

/* Requires an answer on a line, and a number of halvings, in every order. */
static void expect(slider *s, double from, double to, double sigma, double tau,
                   lw_adaptive_answer answer, uint64_t halved)
{
    for (lw_adaptive_order order = 0; order < LW_ADAPTIVE_ORDERS; order++) {
        const lw_adaptive_options options = {.sigma = sigma, .tau = tau, .order = order, .most = 4096};
        take(s, from, to);
        lw_adaptive_answer found = search(&s->seen, &options);
        if (found != answer || s->counts.halved != halved)
            fail_msg("sigma %g, tau %g, order %d: answer %d, %d halvings", sigma, tau, order, found,
                     (int)s->counts.halved);
    }
}

/* One metre along a wall, 0.1 m beside it: a part is proven once its length is below 2 x 0.1 - tau. 1/8
 * is, and 1, 1/2 and 1/4 are not: 1 + 2 + 4 halvings. */
static void test_beside(void **state)
{
    (void)state;
    slider s;
    const lw_shape_def wall = box(9, 1, 1);
    make_slider(&s, true, &wall, at(0, 0.7, 0));
    expect(&s, 0, 1, 0.001, 0, LW_ADAPTIVE_FREE, 7);
    expect(&s, 0, 0.19, 0.001, 0, LW_ADAPTIVE_FREE, 0);
    expect(&s, 0, 0.21, 0.001, 0, LW_ADAPTIVE_FREE, 1);
    expect(&s, 0, 1, 0.099, 0, LW_ADAPTIVE_FREE, 7);
    expect(&s, 0, 1, 0.101, 0, LW_ADAPTIVE_COLLIDES, 0);
    expect(&s, 0, 1, 0.06, 0.1, LW_ADAPTIVE_FREE, 15);
    expect(&s, 0, 1, 0.09, 0.17, LW_ADAPTIVE_FREE, 63);
    drop_slider(&s);
}

/* tau / 2 is above the pair's 0.1 m, and sigma below: no distance proves a part, and none is a contact,
 * so the line is halved for ever. With tau below 2 sigma this cannot happen: a pair nearer than tau / 2
 * touches. */
static void test_tau_above_two_sigma(void **state)
{
    (void)state;
    slider s;
    const lw_shape_def wall = box(9, 1, 1);
    make_slider(&s, true, &wall, at(0, 0.7, 0));
    expect(&s, 0, 1, 0.05, 0.2, LW_ADAPTIVE_GIVEN_UP, 4096);
    expect(&s, 0, 1, 0.05, 0.3, LW_ADAPTIVE_GIVEN_UP, 4096);
    expect(&s, 0, 1, 0.0999, 0.199, LW_ADAPTIVE_FREE, 1023); /* 1/1024 < 0.2 - 0.199 */
    expect(&s, 0, 1, 0.15, 0.299, LW_ADAPTIVE_COLLIDES, 0);
    drop_slider(&s);
}

/* A swing past a ball: the distance falls to sigma like a parabola, at a time that no halving reaches.
 * At tau = 2 sigma the room that the distances leave falls with the square of a part's length. */
static void test_tau_of_two_sigma(void **state)
{
    (void)state;
    slider s;
    const lw_shape_def other = sphere(0.1);
    make_slider(&s, false, &other, at(1.3, 0, 0));
    const double sigma = 0.1 - 1e-9;
    expect(&s, -0.3, 0.4, sigma, 2 * sigma, LW_ADAPTIVE_GIVEN_UP, 4096);
    const lw_adaptive_options options = {.sigma = sigma, .tau = 1.9 * sigma};
    take(&s, -0.3, 0.4);
    assert_int_equal(search(&s.seen, &options), LW_ADAPTIVE_FREE);
    assert_true(s.counts.halved < 256); /* 0.7 x 1.11 / 256 < 0.1 sigma */
    drop_slider(&s);
}

/* Lines that end before a wall or go through it: a free line keeps more than tau / 2 from it, a
 * colliding line comes within sigma, and the search always ends. */
static void test_margin(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    slider s;
    const lw_shape_def wall = box(0.001, 4, 4);
    make_slider(&s, true, &wall, at(0.5, 0, 0));
    for (int round = 0; round < test_rounds(2000, 100000); round++) {
        double gap = lw_random_between(&random, -0.05, 0.05);
        double sigma = exp(lw_random_between(&random, -8, -3));
        const lw_adaptive_options options = {.sigma = sigma,
                                             .tau = lw_random_between(&random, 0, 1.99) * sigma,
                                             .order = lw_random_below(&random, LW_ADAPTIVE_ORDERS),
                                             .share = lw_random_between(&random, 0, 0.9)};
        take(&s, 0, 0.3995 - gap);
        if (search(&s.seen, &options) == LW_ADAPTIVE_FREE)
            assert_true(gap > 0.5 * options.tau);
        else
            assert_true(gap <= sigma + 1e-12);
    }
    drop_slider(&s);
}

/* A failure of (13) is no proof of a contact: the ball swings round a post inside its circle, comes
 * near nothing, and travels far. */
static void test_failing_is_no_contact(void **state)
{
    (void)state;
    slider s;
    const lw_shape_def post = sphere(0.5);
    make_slider(&s, false, &post, at(0, 0, 0));
    take(&s, 0, 3);
    assert_true(lw_adaptive_travel(&s.seen, 0) > 2 * 0.4);
    const lw_adaptive_options options = {.sigma = 0.001, .order = LW_ADAPTIVE_LACK_FIRST};
    assert_int_equal(search(&s.seen, &options), LW_ADAPTIVE_FREE);
    assert_true(s.counts.halved > 0);
    drop_slider(&s);
}

/* Random lines in the cells: never free where the method slab finds a contact, never a contact where it
 * proves a clearance above sigma. */
static void test_cells(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int round = 0; round < test_rounds(60, 3000); round++) {
        int cell = round % LW_ADAPTIVE_CELLS;
        static lw_scene *scenes[LW_ADAPTIVE_CELLS];
        size_t triangles;
        lw_error error = {0};
        lw_motion *motion = NULL;
        lw_checker *checker = NULL;
        lw_adaptive_world seen;
        lw_adaptive_counts counts = {0};
        double ends[2][LW_ADAPTIVE_MOST_JOINTS];
        double limits[2][LW_ADAPTIVE_MOST_JOINTS];
        if (round < LW_ADAPTIVE_CELLS) {
            succeed(lw_adaptive_scene(cell, &scenes[cell], &triangles, &error), &error);
            succeed(lw_scene_freeze(scenes[cell], &error), &error);
        }
        lw_adaptive_limits(cell, limits[0], limits[1]);
        for (int i = 0; i < 2 * lw_adaptive_cells[cell].joints; i++)
            ends[i % 2][i / 2] = lw_random_between(&random, limits[0][i / 2], limits[1][i / 2]);
        succeed(lw_motion_create(scenes[cell], &motion, &error), &error);
        succeed(lw_adaptive_set_line(cell, scenes[cell], motion, ends[0], ends[1], &error), &error);
        succeed(lw_checker_create(scenes[cell], &checker, &error), &error);
        lw_verdict verdict = lw_default_verdict();
        lw_check_options wanted = lw_default_check_options();
        wanted.clearance = true;
        succeed(lw_check(checker, motion, &wanted, &verdict, &error), &error);
        succeed(lw_adaptive_open(scenes[cell], &seen, &error), &error);
        for (lw_adaptive_order order = 0; order < LW_ADAPTIVE_ORDERS; order++) {
            const lw_adaptive_options options = {
                .sigma = 0.003, .tau = 0.003, .order = order, .share = round % 2 ? 0.8 : 0};
            lw_adaptive_take(&seen, motion, &counts);
            lw_adaptive_answer found = search(&seen, &options);
            if (found == LW_ADAPTIVE_FREE)
                assert_true(verdict.kind == LW_VERDICT_FREE && verdict.clearance.upper > 0.0015);
            else
                assert_true(verdict.kind != LW_VERDICT_FREE || verdict.clearance.lower <= 0.003);
        }
        lw_adaptive_close(&seen);
        lw_checker_destroy(checker);
        lw_motion_destroy(motion);
        if (round >= test_rounds(60, 3000) - LW_ADAPTIVE_CELLS)
            lw_scene_destroy(scenes[cell]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_beside),
        cmocka_unit_test(test_tau_above_two_sigma),
        cmocka_unit_test(test_tau_of_two_sigma),
        cmocka_unit_test(test_margin),
        cmocka_unit_test(test_failing_is_no_contact),
        cmocka_unit_test(test_cells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
