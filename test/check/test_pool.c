/* Thread pools: the answers are those of lw_check bit for bit, for arms in space, vehicles in the plane
 * and flying bodies, for any strides, numbers of threads and sets of arrays that are wanted. */
#include "pool_scenes.h"

#include <dirent.h>

#include "allocation.h"
#include "seed.h"

static void test_answers(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    size_t kinds[2][3] = {{0}};
    size_t cleared = 0;
    int rounds = test_rounds(60, 2000);
    for (int round = 0; round < rounds; round++) {
        kind which = (kind)(round % KINDS);
        lw_scene *scene = scene_of(&random, which);
        lw_pool *pools[3];
        lw_error error = {0};
        for (int t = 0; t < 3; t++)
            succeed(lw_pool_create(scene, threads_tried[t], &pools[t], &error), &error);
        for (int again = 0; again < 4; again++) {
            static questions q;
            static room r;
            lw_verdict verdicts[COUNT];
            verdicts[0] = lw_default_verdict();
            bool states = again % 2;
            ask(&random, scene, which, &q);
            unsigned wanted = lw_random_below(&random, 3) ? lw_random_below(&random, ALL + 1) : ALL;
            bool given = wanted & (CLEARANCE | SELF);
            lw_check_options options = random_options(&random, which != CART && !given);
            options.clearance = given;
            alone(scene, &q, states, &options, verdicts);
            for (size_t i = 0; i < COUNT; i++) {
                kinds[states][verdicts[i].kind]++;
                cleared +=
                    verdicts[i].clearance.pair[0] >= 0 && verdicts[i].self_clearance.pair[0] >= 0;
            }
            q.rows.seconds = lw_random_below(&random, 2) ? 0 : 1e6;
            for (int t = 0; t < 3; t++) {
                /* the arrays of answers decide whether clearances are wanted */
                options.clearance = t ? given : !given;
                q.rows.count = t == 2 ? lw_random_below(&random, COUNT + 1) : COUNT;
                lw_answers answers = answers_in(&r, wanted);
                succeed(call(pools[t], states, &q.rows, &options, &answers, &error), &error);
                same_answers(&r, wanted, verdicts, q.rows.count);
            }
        }
        for (int t = 0; t < 3; t++)
            lw_pool_destroy(pools[t]);
        lw_scene_destroy(scene);
    }
    for (int states = 0; states < 2; states++)
        assert_true(kinds[states][LW_VERDICT_FREE] > 5 * (size_t)rounds &&
                    kinds[states][LW_VERDICT_CONTACT] > 5 * (size_t)rounds);
    assert_true(kinds[0][LW_VERDICT_UNDECIDED] > 0 && cleared > (size_t)rounds);
}

/* ---- motions ----------------------------------------------------------------------------------- */

static void test_motions(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 1};
    static questions q;
    lw_error error = {0};
    lw_scene *scene = scene_of(&random, ARM);
    lw_motion *motions[COUNT];
    lw_verdict wanted[COUNT];
    wanted[0] = lw_default_verdict();
    lw_verdict got[COUNT];
    ask(&random, scene, ARM, &q);
    alone(scene, &q, false, NULL, wanted);
    for (size_t i = 0; i < COUNT; i++) {
        succeed(lw_motion_create(scene, &motions[i], &error), &error);
        succeed(lw_motion_set_segment(motions[i], NULL, q.from + i * q.rows.from_stride,
                                      q.to + i * q.rows.to_stride, &error),
                &error);
    }
    const lw_motion *const *list = (const lw_motion *const *)motions;
    for (unsigned threads = 1; threads <= 4; threads++) {
        lw_pool *pool = NULL;
        succeed(lw_pool_create(scene, threads, &pool, &error), &error);
        assert_int_equal(lw_pool_threads(pool), threads);
        for (size_t count = 0; count <= COUNT; count += 1 + count / 2) {
            memset(got, 0x55, sizeof got);
            if (count)
                got[0] = lw_default_verdict();
            succeed(lw_pool_check(pool, list, count, NULL, got, &error), &error);
            for (size_t i = 0; i < count; i++)
                assert_true(same_verdict(&got[i], &wanted[i]));
            assert_true(count == COUNT || untouched(got[count]));
        }
        refused(lw_pool_check(pool, NULL, 1, NULL, got, &error), LW_ERROR_ARGUMENT, &error, "motions");
        refused(lw_pool_check(pool, list, 1, NULL, NULL, &error), LW_ERROR_ARGUMENT, &error, "room");
        succeed(lw_pool_check(pool, NULL, 0, NULL, NULL, &error), &error);
        lw_pool_destroy(pool);
    }
    refused(lw_pool_check(NULL, list, 1, NULL, got, &error), LW_ERROR_ARGUMENT, &error, "no pool");
    for (size_t i = 0; i < COUNT; i++)
        lw_motion_destroy(motions[i]);
    lw_scene_destroy(scene);
}

/* How many threads this process has. */
static size_t thread_count(void)
{
    DIR *folder = opendir("/proc/self/task");
    size_t count = 0;
    const struct dirent *entry;
    while (folder && (entry = readdir(folder)))
        count += entry->d_name[0] != '.';
    if (folder)
        closedir(folder);
    return count;
}

static void test_threads(void **state)
{
    (void)state;
    lw_random random = {3};
    static questions q;
    static room r;
    lw_error error = {0};
    lw_scene *scene = scene_of(&random, ARM);
    lw_pool *pool = NULL;
    size_t before = thread_count();
    for (unsigned threads = 1; threads <= 5; threads++) {
        succeed(lw_pool_create(scene, threads, &pool, &error), &error);
        ask(&random, scene, ARM, &q);
        lw_answers answers = answers_in(&r, ALL);
        succeed(lw_pool_segments(pool, &q.rows, NULL, &answers, &error), &error);
        if (before)
            assert_int_equal(thread_count(), before + threads - 1);
        lw_pool_destroy(pool);
    }
    succeed(lw_pool_create(scene, 0, &pool, &error), &error);
    assert_true(lw_pool_threads(pool) >= 1);
    lw_pool_destroy(pool);
    lw_pool_destroy(NULL);
    lw_scene_destroy(scene);
}

/* ---- memory ------------------------------------------------------------------------------------ */

static void test_memory(void **state)
{
    (void)state;
    lw_random random = {7};
    static questions q;
    static room r;
    lw_error error = {0};
    lw_scene *scene = scene_of(&random, ARM);
    lw_pool *pool = NULL;
    bool failed = true;
    for (size_t n = 1; failed; n++) {
        pool = (lw_pool *)&random;
        allocation_fail(n);
        lw_status status = lw_pool_create(scene, 3, &pool, &error);
        failed = allocation_failed();
        allocation_fail(0);
        assert_int_equal(status, failed ? LW_ERROR_MEMORY : LW_OK);
        assert_true(failed == (pool == NULL));
        if (failed)
            refused(status, LW_ERROR_MEMORY, &error, "memory");
    }
    /* the first rows take memory, by each thread that gets some */
    ask(&random, scene, ARM, &q);
    lw_answers answers = answers_in(&r, KIND);
    failed = true;
    for (size_t n = 1; failed; n++) {
        allocation_fail(n);
        lw_status status = lw_pool_segments(pool, &q.rows, NULL, &answers, &error);
        failed = allocation_failed();
        allocation_fail(0);
        assert_int_equal(status, failed ? LW_ERROR_MEMORY : LW_OK);
    }
    lw_pool_destroy(pool);
    /* nothing is allocated after the first call */
    succeed(lw_pool_create(scene, 1, &pool, &error), &error);
    succeed(lw_pool_segments(pool, &q.rows, NULL, &answers, &error), &error);
    size_t before = allocation_count();
    for (int i = 0; i < 10; i++) {
        ask(&random, scene, ARM, &q);
        answers = answers_in(&r, ALL);
        succeed(call(pool, i % 2, &q.rows, NULL, &answers, &error), &error);
    }
    assert_int_equal(allocation_count(), before);
    lw_pool_destroy(pool);
    lw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answers),
        cmocka_unit_test(test_motions),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
