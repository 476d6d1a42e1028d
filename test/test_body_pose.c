/* The pose of one body, and of two, against that of all of them, bit by bit, in random motions of
 * random robots. */
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

/* A body is where it is in another sample, with the same rounding error. */
static void is_same_body(const lw_kinematics *a, const lw_kinematics *b, uint32_t body)
{
    pose at[2] = {lw_body_pose(a, (int32_t)body), lw_body_pose(b, (int32_t)body)};
    vec3 center[2] = {lw_body_center(a, (int32_t)body), lw_body_center(b, (int32_t)body)};
    assert_memory_equal(&at[0], &at[1], sizeof at[0]);
    assert_memory_equal(&center[0], &center[1], sizeof center[0]);
    assert_true(same_bits(lw_body_error(a, (int32_t)body), lw_body_error(b, (int32_t)body)));
}

static void two_bodies_are_where_all_of_them_are(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 1};
    size_t cases = 0;
    size_t with_common = 0;
    for (int round = test_rounds(200, 10000); round > 0; round--) {
        world_options options = {3, 6, 1};
        world *w = world_random(&random, &options);
        world_motion *m = world_motion_create(w);
        const lw_frozen *frozen = w->scene->frozen;
        lw_arena arena = {0};
        lw_kinematics all;
        lw_kinematics two;
        assert_int_equal(lw_kinematics_create(&arena, w->scene, &all, NULL), LW_OK);
        assert_int_equal(lw_kinematics_create(&arena, w->scene, &two, NULL), LW_OK);
        for (int k = 0; k < 4 && frozen->moving_count > 0; k++) {
            double begin;
            double end;
            world_motion_random(&random, w, WORLD_ANY, m);
            lw_motion_interval(m->motion, &begin, &end);
            double t = lw_random_between(&random, begin, end);
            size_t piece = lw_motion_piece_at(m->motion, t);
            lw_kinematics_sample(&all, m->motion, piece, t, 0);
            for (size_t i = 0; i < frozen->moving_count; i++, cases++) {
                uint32_t a = lw_random_below(&random, (uint32_t)frozen->moving_count);
                uint32_t b = lw_random_below(&random, (uint32_t)frozen->body_count);
                lw_kinematics_pose_pair(&two, m->motion, piece, t, lw_pair_id_of(a, b));
                is_same_body(&all, &two, a);
                is_same_body(&all, &two, b);
                if (b >= frozen->moving_count || frozen->moving[a].robot != frozen->moving[b].robot)
                    continue;
                /* and what rounding makes of where they are beside each other */
                lw_pair pair = {(int32_t)a, (int32_t)b, .common = frozen->moving[a].elementary};
                if (frozen->moving[a].elementary == frozen->moving[b].elementary) {
                    assert_true(same_bits(lw_pair_error(&all, &pair), lw_pair_error(&two, &pair)));
                    with_common += pair.common >= 0;
                }
            }
        }
        lw_arena_free(&arena);
        world_motion_free(m);
        world_free(w);
    }
    assert_true(cases > 1000 && with_common > 100);
}

/* A body's travel at two samples, from one of the joints that move it, or from the world. */
static void is_same_travel(const lw_kinematics *a, const lw_kinematics *b, size_t body,
                           lw_random *random)
{
    const lw_frozen *frozen = a->frozen;
    int32_t common = frozen->moving[body].elementary;
    for (uint32_t up = lw_random_below(random, 3); up > 0 && common >= 0; up--)
        common = frozen->chains->elementary[common].parent;
    lw_travel one;
    lw_travel two;
    lw_travel_of(a, body, common, &one);
    lw_travel_of(b, body, common, &two);
    assert_memory_equal(&one, &two, sizeof one);
}

/* Samples some bodies, and all. Returns how many of robots were not among the first. */
static size_t sample_both(lw_kinematics *all, lw_kinematics *some, const lw_motion *motion,
                          lw_random *random)
{
    const lw_frozen *frozen = all->frozen;
    lw_some_bodies bodies = {.count = lw_random_below(random, LW_SOME_BODIES + 1)};
    for (size_t i = 0; i < bodies.count; i++)
        bodies.items[i] = lw_random_below(random, (uint32_t)frozen->body_count);
    double begin;
    double end;
    lw_motion_interval(motion, &begin, &end);
    double t = lw_random_between(random, begin, end);
    size_t piece = lw_motion_piece_at(motion, t);
    const lw_motion_piece *own = &motion->pieces.items[piece];
    double half = lw_random_between(random, 0, 1) * fmin(t - own->begin, own->end - t);
    lw_kinematics_sample(all, motion, piece, t, half);
    lw_kinematics_sample_some(some, motion, piece, t, half, &bodies);
    size_t left_out = 0;
    for (uint32_t body = 0; body < frozen->body_count; body++) {
        bool asked = body >= frozen->moving_count;
        for (size_t i = 0; i < bodies.count && !asked; i++)
            asked = bodies.items[i] == body;
        assert_true(lw_is_posed(all, body));
        assert_true(lw_is_posed(some, body) == asked);
        left_out += !asked;
        if (asked)
            is_same_body(all, some, body);
        if (asked && body < frozen->moving_count)
            is_same_travel(all, some, body, random);
    }
    return left_out;
}

static void some_bodies_move_as_all_of_them_do(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 2};
    size_t left_out = 0;
    for (int round = test_rounds(200, 10000); round > 0; round--) {
        world_options options = {3, 6, 1};
        world *w = world_random(&random, &options);
        world_motion *m = world_motion_create(w);
        lw_arena arena = {0};
        lw_kinematics all;
        lw_kinematics some;
        assert_int_equal(lw_kinematics_create(&arena, w->scene, &all, NULL), LW_OK);
        assert_int_equal(lw_kinematics_create(&arena, w->scene, &some, NULL), LW_OK);
        for (int k = 0; k < 8; k++) {
            world_motion_random(&random, w, WORLD_ANY, m);
            left_out += sample_both(&all, &some, m->motion, &random);
        }
        lw_arena_free(&arena);
        world_motion_free(m);
        world_free(w);
    }
    assert_true(left_out > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(some_bodies_move_as_all_of_them_do),
        cmocka_unit_test(one_body_is_where_all_of_them_are),
        cmocka_unit_test(two_bodies_are_where_all_of_them_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
