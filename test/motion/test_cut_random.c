/* Tests the rest of a motion that is cut, in random motions: it is the whole motion from that time on,
 * and every answer is about the rest alone. */
#include "random_robot.h"
#include "read_motion.h"
#include "seed.h"

enum { TIMES = 40 };

/* Whether a pair is shown to be within its margin at a time of a motion. */
static bool meets_at(lw_checker *checker, const lw_motion *motion, double time, size_t pair)
{
    lw_error error = {0};
    lw_distance distance;
    lw_pair_info info = lw_default_pair_info();
    succeed(lw_pair_distance(checker, motion, time, pair, &distance, &error), &error);
    succeed(lw_scene_pair_info(lw_motion_scene(motion), pair, &info, &error), &error);
    return distance.upper <= info.margin;
}

/* No pair meets on [from, to), as far as samples show. */
static void assert_free(lw_checker *checker, const lw_motion *whole, double from, double to)
{
    const size_t pairs = lw_scene_pair_count(lw_motion_scene(whole));
    for (int i = 0; i < TIMES; i++)
        for (size_t pair = 0; pair < pairs; pair++)
            if (from < to && meets_at(checker, whole, from + (to - from) * i / TIMES, pair))
                fail_msg("pair %zu meets at %.17g in [%.17g, %.17g)", pair,
                         from + (to - from) * i / TIMES, from, to);
}

/* Holds the verdict on the rest of a motion from a time on against that on the whole, and samples. */
static void check_rest(lw_checker *checker, const lw_motion *whole, lw_motion *rest, double since,
                       lw_method method, int kinds[3])
{
    lw_error error = {0};
    lw_check_options options = lw_default_check_options();
    lw_verdict of_whole = lw_default_verdict();
    lw_verdict verdict = lw_default_verdict();
    double begin;
    double end;
    options.method = method;
    options.budget_queries = 3000;
    const lw_motion *const parts[] = {whole};
    succeed(lw_motion_join(rest, parts, 1, &error), &error);
    succeed(lw_motion_cut(rest, since, &error), &error);
    lw_motion_interval(rest, &begin, &end);
    assert_true(begin == since);
    for (int i = 0; i <= 4; i++)
        assert_same_values(whole, rest, fmin(end, begin + (end - begin) * i / 4));
    succeed(lw_check(checker, whole, &options, &of_whole, &error), &error);
    succeed(lw_check(checker, rest, &options, &verdict, &error), &error);
    kinds[verdict.kind]++;
    const double tolerance = options.time_tolerance * end;
    assert_true(verdict.free_until >= since && verdict.free_until <= end);
    assert_true(of_whole.kind != LW_VERDICT_FREE || verdict.kind == LW_VERDICT_FREE);
    if (of_whole.kind == LW_VERDICT_CONTACT && of_whole.first && of_whole.free_until > since &&
        verdict.kind == LW_VERDICT_CONTACT && verdict.first)
        assert_near(verdict.time, of_whole.time, tolerance);
    assert_free(checker, whole, since, verdict.free_until);
    if (verdict.kind != LW_VERDICT_CONTACT)
        return;
    assert_true(verdict.time >= since && verdict.time <= end);
    if (verdict.first)
        assert_true(verdict.time - verdict.free_until <= tolerance);
    const int64_t pair =
        lw_scene_find_pair(lw_motion_scene(whole), (size_t)verdict.pair[0], (size_t)verdict.pair[1]);
    assert_true(pair >= 0);
    if (verdict.contact.upper <= 0) /* else one of them is inside the other */
        assert_true(meets_at(checker, whole, verdict.time, (size_t)pair));
}

static void test_random_motions(void **state)
{
    static const lw_method methods[] = {LW_METHOD_AUTO, LW_METHOD_BISECTION, LW_METHOD_SLAB,
                                        LW_METHOD_EXPANDED};
    lw_random random = {test_seed()};
    const world_options options = {2, 4, 0.2};
    int kinds[3] = {0};
    (void)state;
    for (int round = 0; round < test_rounds(60, 2000); round++) {
        world *w = world_random(&random, &options);
        world_motion *m = world_motion_create(w);
        lw_motion *rest = NULL;
        lw_checker *checker = NULL;
        lw_error error = {0};
        double begin;
        double end;
        succeed(lw_motion_create(w->scene, &rest, &error), &error);
        succeed(lw_checker_create(w->scene, &checker, &error), &error);
        world_motion_random(&random, w, WORLD_ANY, m);
        lw_motion_interval(m->motion, &begin, &end);
        for (int i = 0; i < 4 && end > 0; i++) {
            double since = i == 0 ? end : lw_random_between(&random, 0.01, 0.99) * end;
            if (i == 1 && m->track_count && m->tracks[0].def.kind == LW_TRACK_TRAJECTORY)
                since = m->tracks[0].times[m->tracks[0].def.point_count / 2]; /* at a waypoint */
            if (since > 0)
                check_rest(checker, m->motion, rest, since, methods[(round + i) % 4], kinds);
        }
        lw_checker_destroy(checker);
        lw_motion_destroy(rest);
        world_motion_free(m);
        world_free(w);
    }
    print_message("free %d, contact %d, undecided %d\n", kinds[0], kinds[1], kinds[2]);
    assert_true(kinds[LW_VERDICT_FREE] > 20 && kinds[LW_VERDICT_CONTACT] > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_motions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
