/* Many motions on several threads: the same bits for any number of them, errors that reach the caller,
 * and creation that fails cleanly wherever memory runs out. */
#include "random_robot.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "allocation.h"
#include "seed.h"
#include "verdicts.h"

enum { MOTIONS = 60 };

static void add_obstacles(lw_scene *scene, void *context)
{
    lw_random *random = context;
    for (int i = 0; i < 4; i++) {
        char id[32];
        lw_shape_def shape = lw_default_shape();
        lw_pose at = lw_pose_identity();
        snprintf(id, sizeof id, "obstacle%d", i);
        shape.kind = i % 2 ? LW_SHAPE_BOX : LW_SHAPE_SPHERE;
        shape.radius = 0.2;
        shape.size = (lw_vec3){0.01, 0.5, 0.5};
        at.position.x = lw_random_between(random, -2, 2);
        at.position.y = lw_random_between(random, -2, 2);
        at.position.z = lw_random_between(random, -2, 2);
        assert_int_equal(lw_scene_add_obstacle(scene, id, &shape, at, NULL), LW_OK);
    }
    lw_scene_set_margin(scene, 0.01, NULL);
}

typedef struct many {
    world *world;
    world_motion *motions[MOTIONS];
    const lw_motion *list[MOTIONS];
} many;

static many make_many(lw_random *random)
{
    many m;
    world_options options = {2, 4, 0.3};
    world_furnishing with = {.moved = lw_pose_identity(), .furnish = add_obstacles, .context = random};
    m.world = world_furnished(random, &options, &with);
    for (size_t i = 0; i < MOTIONS; i++) {
        m.motions[i] = world_motion_create(m.world);
        world_motion_random(random, m.world, WORLD_ANY, m.motions[i]);
        m.list[i] = m.motions[i]->motion;
    }
    return m;
}

static void free_many(many *m)
{
    for (size_t i = 0; i < MOTIONS; i++)
        world_motion_free(m->motions[i]);
    world_free(m->world);
}

static void test_same_for_any_number_of_threads(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int rounds = test_rounds(12, 200);
    size_t kinds[3] = {0, 0, 0};
    for (int round = 0; round < rounds; round++) {
        many m = make_many(&random);
        lw_check_options options = lw_default_check_options();
        options.clearance = round % 2;
        options.any = round % 3 == 0;
        lw_verdict alone[MOTIONS];
        lw_checker *checker = NULL;
        assert_int_equal(lw_checker_create(m.world->scene, &checker, NULL), LW_OK);
        for (size_t i = 0; i < MOTIONS; i++) {
            alone[i] = lw_default_verdict();
            assert_int_equal(lw_check(checker, m.list[i], &options, &alone[i], NULL), LW_OK);
            kinds[alone[i].kind]++;
        }
        lw_checker_destroy(checker);
        static const unsigned threads[] = {1, 2, 3, 7, 0, 5000};
        for (size_t k = 0; k < sizeof threads / sizeof *threads; k++) {
            lw_verdict verdicts[MOTIONS];
            memset(verdicts, 0x55, sizeof verdicts);
            verdicts[0] = lw_default_verdict();
            assert_int_equal(
                lw_check_many(m.world->scene, m.list, MOTIONS, &options, threads[k], verdicts, NULL),
                LW_OK);
            for (size_t i = 0; i < MOTIONS; i++)
                if (!same_verdict(&alone[i], &verdicts[i]))
                    fail_msg("round %d: with %u threads motion %zu has another verdict", round,
                             threads[k], i);
        }
        free_many(&m);
    }
    assert_true(kinds[LW_VERDICT_FREE] > 0 && kinds[LW_VERDICT_CONTACT] > 0);
}

static void test_arguments(void **state)
{
    (void)state;
    lw_random random = {1};
    many m = make_many(&random);
    many other = make_many(&random);
    lw_verdict verdicts[MOTIONS];
    verdicts[0] = lw_default_verdict();
    lw_error error = {0};
    const lw_scene *scene = m.world->scene;
    assert_int_equal(lw_check_many(scene, NULL, 0, NULL, 2, NULL, &error), LW_OK);
    assert_int_equal(lw_check_many(scene, m.list, MOTIONS, NULL, 2, NULL, &error), LW_ERROR_ARGUMENT);
    assert_int_equal(lw_check_many(scene, NULL, MOTIONS, NULL, 2, verdicts, &error), LW_ERROR_ARGUMENT);
    assert_int_equal(lw_check_many(NULL, m.list, MOTIONS, NULL, 2, verdicts, &error), LW_ERROR_STATE);
    lw_check_options options = lw_default_check_options();
    options.time_tolerance = 0;
    assert_int_equal(lw_check_many(scene, m.list, MOTIONS, &options, 2, verdicts, &error),
                     LW_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "time tolerance"));
    /* one that is of another scene, or missing */
    m.list[MOTIONS / 2] = other.list[0];
    assert_int_equal(lw_check_many(scene, m.list, MOTIONS, NULL, 3, verdicts, &error),
                     LW_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "another scene"));
    m.list[MOTIONS / 2] = NULL;
    assert_int_equal(lw_check_many(scene, m.list, MOTIONS, NULL, 3, verdicts, NULL), LW_ERROR_ARGUMENT);
    free_many(&other);
    free_many(&m);
}

/* the n-th allocation fails, for every n: an error, nothing left behind, and then it works */
static void test_memory(void **state)
{
    (void)state;
    lw_random random = {2};
    many m = make_many(&random);
    const lw_scene *scene = m.world->scene;
    lw_verdict expected[MOTIONS];
    expected[0] = lw_default_verdict();
    lw_verdict verdicts[MOTIONS];
    verdicts[0] = lw_default_verdict();
    assert_int_equal(lw_check_many(scene, m.list, MOTIONS, NULL, 1, expected, NULL), LW_OK);
    bool failed = true;
    for (size_t n = 1; failed; n++) {
        lw_checker *checker = (lw_checker *)&random;
        allocation_fail(n);
        lw_status status = lw_checker_create(scene, &checker, NULL);
        failed = allocation_failed();
        allocation_fail(0);
        assert_int_equal(status, failed ? LW_ERROR_MEMORY : LW_OK);
        assert_true(failed == (checker == NULL));
        lw_checker_destroy(checker);
    }
    failed = true;
    for (size_t n = 1; failed; n++) {
        lw_motion *motion = (lw_motion *)&random;
        allocation_fail(n);
        lw_status status = lw_motion_create(scene, &motion, NULL);
        failed = allocation_failed();
        allocation_fail(0);
        assert_int_equal(status, failed ? LW_ERROR_MEMORY : LW_OK);
        assert_true(failed == (motion == NULL));
        lw_motion_destroy(motion);
    }
    for (unsigned threads = 1; threads <= 3; threads++) {
        failed = true;
        for (size_t n = 1; failed; n++) {
            lw_error error = {0};
            allocation_fail(n);
            lw_status status = lw_check_many(scene, m.list, MOTIONS, NULL, threads, verdicts, &error);
            failed = allocation_failed();
            allocation_fail(0);
            /* a thread that starts when all is done may fail too, and reports it */
            assert_int_equal(status, failed ? LW_ERROR_MEMORY : LW_OK);
            assert_int_equal(error.status, status);
        }
        for (size_t i = 0; i < MOTIONS; i++)
            assert_true(same_verdict(&expected[i], &verdicts[i]));
    }
    free_many(&m);
}

/* a check, a distance and a new segment take no memory */
static void test_no_allocation(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int round = 0; round < 20; round++) {
        many m = make_many(&random);
        const lw_scene *scene = m.world->scene;
        lw_checker *checker = NULL;
        assert_int_equal(lw_checker_create(scene, &checker, NULL), LW_OK);
        size_t before = allocation_count();
        for (size_t i = 0; i < MOTIONS; i++) {
            lw_check_options options = lw_default_check_options();
            lw_verdict verdict = lw_default_verdict();
            options.clearance = i % 2;
            options.any = i % 3 == 0;
            options.method = i % 5 ? LW_METHOD_AUTO : LW_METHOD_SAMPLED;
            options.resolution = 0.3;
            assert_int_equal(lw_check(checker, m.list[i], &options, &verdict, NULL), LW_OK);
            double begin;
            double end;
            lw_distance distance;
            lw_motion_interval(m.list[i], &begin, &end);
            for (size_t pair = 0; pair < lw_scene_pair_count(scene); pair++)
                assert_int_equal(lw_pair_distance(checker, m.list[i], end, pair, &distance, NULL),
                                 LW_OK);
        }
        assert_int_equal(allocation_count(), before);
        /* a segment, from the second one on */
        const lw_joints *joints = lw_scene_joints(scene, m.world->robot_names[0], NULL, NULL);
        size_t count = lw_joints_value_count(joints);
        double *rows = calloc(2 * count + 1, sizeof *rows);
        for (size_t i = 0; i < 2 * count; i++)
            rows[i] = lw_random_between(&random, 0.1, 1);
        lw_motion *motion = NULL;
        assert_int_equal(lw_motion_create(scene, &motion, NULL), LW_OK);
        for (int i = 0; i < 10; i++) {
            if (i == 1)
                before = allocation_count();
            assert_int_equal(lw_motion_set_segment(motion, joints, rows, rows + count, NULL), LW_OK);
            if (count)
                rows[0] += 0.01;
        }
        assert_int_equal(allocation_count(), before);
        lw_motion_destroy(motion);
        free(rows);
        lw_checker_destroy(checker);
        free_many(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_for_any_number_of_threads),
        cmocka_unit_test(test_arguments),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_no_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
