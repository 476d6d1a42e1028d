/* The pose of one body, and of two, against that of all of them, bit by bit, in random motions of
 * random robots. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "allocation.h"
#include "check/checker/checker.h"
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

/* A random world, a motion in it, and the kinematics that it is sampled into. */
typedef struct sampled {
    world *w;
    world_motion *m;
    lw_arena arena;
    lw_kinematics all, some;
} sampled;

static void set_up(lw_random *random, sampled *s)
{
    world_options options = {3, 6, 1};
    s->w = world_random(random, &options);
    s->m = world_motion_create(s->w);
    s->arena = (lw_arena){0};
    assert_int_equal(lw_kinematics_create(&s->arena, s->w->scene, &s->all, NULL), LW_OK);
    assert_int_equal(lw_kinematics_create(&s->arena, s->w->scene, &s->some, NULL), LW_OK);
}

static void tear_down(sampled *s)
{
    lw_arena_free(&s->arena);
    world_motion_free(s->m);
    world_free(s->w);
}

static void one_body_is_where_all_of_them_are(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    size_t cases = 0;
    for (int round = test_rounds(200, 10000); round > 0; round--) {
        sampled s;
        set_up(&random, &s);
        for (int k = 0; k < 4; k++) {
            double begin;
            double end;
            world_motion_random(&random, s.w, WORLD_ANY, s.m);
            lw_motion_interval(s.m->motion, &begin, &end);
            double t = k == 0 ? begin : k == 1 ? end : lw_random_between(&random, begin, end);
            lw_kinematics_sample(&s.all, s.m->motion, lw_motion_piece_at(s.m->motion, t), t, 0);
            for (size_t i = 0; i < s.w->scene->frozen->body_count; i++, cases++) {
                lw_pose got;
                size_t before = allocation_count();
                assert_int_equal(lw_motion_pose(s.m->motion, i, t, &got, NULL), LW_OK);
                assert_int_equal(allocation_count(), before);
                assert_true(same_pose(got, lw_pose_out(lw_body_pose(&s.all, (int32_t)i))));
            }
        }
        tear_down(&s);
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
        sampled s;
        set_up(&random, &s);
        const lw_frozen *frozen = s.w->scene->frozen;
        for (int k = 0; k < 4 && frozen->moving_count > 0; k++) {
            double begin;
            double end;
            world_motion_random(&random, s.w, WORLD_ANY, s.m);
            lw_motion_interval(s.m->motion, &begin, &end);
            double t = lw_random_between(&random, begin, end);
            size_t piece = lw_motion_piece_at(s.m->motion, t);
            lw_kinematics_sample(&s.all, s.m->motion, piece, t, 0);
            for (size_t i = 0; i < frozen->moving_count; i++, cases++) {
                uint32_t a = lw_random_below(&random, (uint32_t)frozen->moving_count);
                uint32_t b = lw_random_below(&random, (uint32_t)frozen->body_count);
                lw_kinematics_pose_pair(&s.some, s.m->motion, piece, t, lw_pair_id_of(a, b));
                is_same_body(&s.all, &s.some, a);
                is_same_body(&s.all, &s.some, b);
                if (b >= frozen->moving_count || frozen->moving[a].robot != frozen->moving[b].robot)
                    continue;
                /* and the rounding error of their relative position */
                lw_pair pair = {(int32_t)a, (int32_t)b, .common = frozen->moving[a].elementary};
                if (frozen->moving[a].elementary == frozen->moving[b].elementary) {
                    assert_true(same_bits(lw_pair_error(&s.all, &pair), lw_pair_error(&s.some, &pair)));
                    with_common += pair.common >= 0;
                }
            }
        }
        tear_down(&s);
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
        sampled s;
        set_up(&random, &s);
        for (int k = 0; k < 8; k++) {
            world_motion_random(&random, s.w, WORLD_ANY, s.m);
            left_out += sample_both(&s.all, &s.some, s.m->motion, &random);
        }
        tear_down(&s);
    }
    assert_true(left_out > 1000);
}

/* A sample of some bodies serves the pairs of these, at its time, in its check. */
static void a_sample_serves_what_it_posed(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 3};
    size_t served[2] = {0};
    for (int round = test_rounds(200, 10000); round > 0; round--) {
        sampled s;
        set_up(&random, &s);
        world_motion_random(&random, s.w, WORLD_ANY, s.m);
        const lw_check_options defaults = lw_default_check_options();
        lw_verdict verdict;
        lw_checker *checker = NULL;
        assert_int_equal(lw_checker_create(s.w->scene, &checker, NULL), LW_OK);
        lw_checker_begin(checker, s.m->motion, &defaults, &verdict);
        lw_some_bodies bodies = {.count = 3};
        for (size_t i = 0; i < bodies.count; i++)
            bodies.items[i] = lw_random_below(&random, (uint32_t)s.w->scene->frozen->body_count);
        double t = s.m->motion->begin;
        lw_checker_sample_some(checker, 0, t, 0, &bodies);
        for (uint32_t a = 0; a < s.w->scene->frozen->moving_count; a++)
            for (uint32_t b = a + 1; b < s.w->scene->frozen->body_count; b++) {
                lw_pair_id pair = lw_pair_id_of(a, b);
                bool both =
                    lw_is_posed(&checker->kinematics, a) && lw_is_posed(&checker->kinematics, b);
                assert_true(lw_checker_is_at(checker, 0, t, pair) == both);
                assert_false(lw_checker_is_at(checker, 0, t + 1e-3, pair));
                served[both]++;
            }
        lw_checker_end(checker);
        lw_checker_destroy(checker);
        tear_down(&s);
    }
    assert_true(served[0] > 100 && served[1] > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sample_serves_what_it_posed),
        cmocka_unit_test(some_bodies_move_as_all_of_them_do),
        cmocka_unit_test(one_body_is_where_all_of_them_are),
        cmocka_unit_test(two_bodies_are_where_all_of_them_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
