/* The pose of one body against that of all of them, bit by bit, in random motions of random robots. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "allocation.h"
#include "math/pose.h"
#include "motion/forward_kinematics.h"
#include "random_robot.h"
#include "seed.h"
#include "verdicts.h"

static bool same_pose(lw_pose a, lw_pose b)
{
    return same_vector(a.position, b.position) && same_bits(a.orientation.x, b.orientation.x) &&
           same_bits(a.orientation.y, b.orientation.y) && same_bits(a.orientation.z, b.orientation.z) &&
           same_bits(a.orientation.w, b.orientation.w);
}

static void one_body_is_where_all_of_them_are(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    size_t cases = 0;
    for (int round = test_rounds(200, 10000); round > 0; round--) {
        world_options options = {3, 6, 1};
        world *w = world_random(&random, &options);
        world_motion *m = world_motion_create(w);
        lw_arena arena = {0};
        lw_kinematics kinematics;
        assert_int_equal(lw_kinematics_create(&arena, w->scene, &kinematics, NULL), LW_OK);
        for (int k = 0; k < 4; k++) {
            double begin;
            double end;
            world_motion_random(&random, w, WORLD_ANY, m);
            lw_motion_interval(m->motion, &begin, &end);
            double t = k == 0 ? begin : k == 1 ? end : lw_random_between(&random, begin, end);
            lw_kinematics_sample(&kinematics, m->motion, lw_motion_piece_at(m->motion, t), t, 0);
            for (size_t i = 0; i < w->scene->frozen->body_count; i++, cases++) {
                lw_pose got;
                size_t before = allocation_count();
                assert_int_equal(lw_motion_pose(m->motion, i, t, &got, NULL), LW_OK);
                assert_int_equal(allocation_count(), before);
                assert_true(same_pose(got, lw_pose_out(lw_body_pose(&kinematics, (int32_t)i))));
            }
        }
        lw_arena_free(&arena);
        world_motion_free(m);
        world_free(w);
    }
    assert_true(cases > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_body_is_where_all_of_them_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
