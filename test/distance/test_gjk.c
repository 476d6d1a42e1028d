/* Tests distance/gjk.h and distance/simplex.h: nearest points of simplices against a long-double search
 * of all their faces; the fast path with SIMD registers of all widths; every search ends. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <float.h>

#include "certify.h"
#include "distance/gjk.h"
#include "distance/gjk_fast.h"
#include "distance/simplex.h"
#include "polytopes.h"
#include "seed.h"

/* A simplex of 1 ... 4 points, now and then flat, a needle, or with the origin in one of its parts. */
static int random_simplex(lw_random *random, vec3 w[4], double *size)
{
    int count = 1 + (int)lw_random_below(random, 4);
    double flat = lw_random_below(random, 2) ? 1 : pow(10, lw_random_between(random, -9, 0));
    vec3 away = random_vector(random, lw_random_below(random, 2) ? 0.3 : 3);
    mat3 turn = random_rotation(random);
    *size = 0;
    for (int i = 0; i < count; i++) {
        vec3 p = random_vector(random, 1);
        p.z *= flat;
        w[i] = rotate(turn, add(p, away));
        if (count > 1 && lw_random_below(random, 20) == 0)
            w[i] = scale(lw_random_between(random, -1, 1), w[0]);
        *size = fmax(*size, norm(w[i]));
    }
    return count;
}

/* The least distance of the origin from all faces, edges and corners. */
static long double least(const vec3 *w, int count)
{
    wide origin = {0, 0, 0};
    long double best = HUGE_VALL;
    for (int i = 0; i < count; i++)
        for (int j = i; j < count; j++)
            for (int k = j; k < count; k++)
                best = fminl(best, wide_point_triangle(origin, widen(w[i]), widen(w[j]), widen(w[k])));
    return best;
}

static long double determinant(wide a, wide b, wide c)
{
    return wide_dot(a, wide_cross(b, c));
}

/* 1: the origin is inside, -1: outside, 0: too close to a face to tell. */
static int inside(const vec3 *w)
{
    wide v[4] = {widen(w[0]), widen(w[1]), widen(w[2]), widen(w[3])};
    long double all = determinant(wide_sub(v[1], v[0]), wide_sub(v[2], v[0]), wide_sub(v[3], v[0]));
    long double part[4] = {determinant(v[1], v[2], v[3]), -determinant(v[0], v[2], v[3]),
                           determinant(v[0], v[1], v[3]), -determinant(v[0], v[1], v[2])};
    int sign = 1;
    for (int i = 0; i < 4; i++) {
        if (fabsl(part[i]) < 1e-12L)
            return 0;
        if ((part[i] > 0) != (all > 0))
            sign = -1;
    }
    return sign;
}

static void test_simplices(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int rounds = test_rounds(40000, 1000000);
    for (int i = 0; i < rounds; i++) {
        vec3 w[4];
        double size;
        int count = random_simplex(&random, w, &size);
        double rounding = 1e-15 * size;
        lw_nearest nearest;
        lw_simplex_nearest(w, count, rounding, &nearest);
        long double expected = least(w, count);
        int where = count == 4 ? inside(w) : -1;
        if (where == 0)
            continue;
        if ((nearest.count == 4) != (where > 0))
            fail_msg("round %d: the origin is %s", i, where > 0 ? "inside" : "outside");
        if (where > 0)
            expected = 0;
        double length = sqrt(nearest.square);
        if (fabsl(length - expected) > 1e-14L * size)
            fail_msg("round %d: %d points: %.17g instead of %.17Lg", i, count, length, expected);
        vec3 kept[4];
        double sum = 0;
        assert_true(nearest.count >= 1 && nearest.count <= count);
        for (int k = 0; k < nearest.count; k++) {
            assert_true(nearest.index[k] < count);
            assert_true(k == 0 || nearest.index[k] > nearest.index[k - 1]);
            assert_true(nearest.weight[k] >= 0);
            kept[k] = w[nearest.index[k]];
        }
        lw_simplex_correct(kept, nearest.count, nearest.v, nearest.weight);
        vec3 v = {0, 0, 0};
        for (int k = 0; k < nearest.count; k++) {
            sum += nearest.weight[k];
            v = add_scaled(v, nearest.weight[k], kept[k]);
        }
        assert_true(fabs(sum - 1) < 1e-15);
        assert_true(norm(sub(v, nearest.v)) <= 1e-13 * size);
        lw_nearest slow;
        lw_simplex_nearest_of_all(w, count, rounding, &slow);
        assert_true(where > 0 || fabs(sqrt(slow.square) - length) <= 1e-14 * size);
    }
}

static void expect_same_bits(const lw_gjk *a, const lw_gjk *b, bool done)
{
    assert_int_equal(a->count, b->count);
    assert_memory_equal(a->w, b->w, (size_t)a->count * sizeof a->w[0]);
    for (int s = 0; s < 2; s++) {
        assert_memory_equal(a->vertex[s], b->vertex[s], (size_t)a->count * sizeof a->vertex[s][0]);
        assert_memory_equal(a->point[s], b->point[s], (size_t)a->count * sizeof a->point[s][0]);
    }
    if (!done)
        return;
    assert_memory_equal(&a->lower, &b->lower, sizeof a->lower);
    assert_memory_equal(a->weight, b->weight, (size_t)a->count * sizeof a->weight[0]);
}

/* A warm start from a query nearby, of any vertices, even some that do not exist, or an empty one. */
static lw_warm_start random_memory(lw_random *random, const lw_convex *a, const lw_convex *b,
                                   const pose *at)
{
    lw_warm_start memory = {0};
    int what = (int)lw_random_below(random, 3);
    if (what == 1) {
        pose nearby = {at->rotation, add(at->position, random_vector(random, 0.1))};
        lw_bracket bracket;
        lw_convex_distance(a, b, &nearby, &memory, &bracket);
    } else if (what == 2) {
        memory.count = lw_random_below(random, 6);
        for (int s = 0; s < 2; s++)
            for (int i = 0; i < 4; i++)
                memory.vertex[s][i] = lw_random_below(random, (s ? b : a)->polytope->vertex_count + 1);
    }
    return memory;
}

/* Checks that the vertices' differences enclose the origin with positive weights. */
static void expect_enclosed(const lw_proxies *proxies, const lw_gjk *gjk)
{
    vec3 v = {0, 0, 0};
    double sum = 0;
    assert_int_equal(gjk->count, 4);
    for (int i = 0; i < 4; i++) {
        vec3 of_a = lw_proxy_vertex(&proxies->proxy[0], gjk->vertex[0][i]);
        vec3 of_b = lw_proxy_vertex(&proxies->proxy[1], gjk->vertex[1][i]);
        assert_true(gjk->weight[i] > 0);
        sum += gjk->weight[i];
        v = add_scaled(v, gjk->weight[i], sub(of_b, of_a));
    }
    assert_true(fabs(sum - 1) < 1e-15);
    assert_true(norm(v) <= 2 * lw_proxies_contact(proxies));
    assert_true(norm(sub(gjk->nearest[1], gjk->nearest[0])) <= 2 * lw_proxies_contact(proxies));
}

/* The fast path gives the same bits with SIMD registers of all widths, whatever it begins with. Its
 * distance agrees with that of the ordinary search. */
static void test_the_fast_path(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int rounds = test_rounds(3000, 100000);
    int clear = 0;
    int inside = 0;
    int of_all = 0;
    for (int i = 0; i < rounds; i++) {
        lw_arena arena = {0};
        lw_convex a = random_polytope(&random, &arena);
        lw_convex b = random_polytope(&random, &arena);
        pose at = {random_rotation(&random),
                   random_vector(&random, lw_convex_extent(&a) + lw_convex_extent(&b))};
        lw_proxies proxies;
        lw_proxies_make(&a, &b, &at, &proxies);
        lw_gjk_limits limits = {HUGE_VAL, -1};
        lw_gjk found[3];
        bool done[3] = {false};
        int variants = lw_gjk_fast_variant_count(&proxies);
        of_all += variants == 3;
        lw_warm_start memory = random_memory(&random, &a, &b, &at);
        for (int k = 0; k < variants; k++) {
            found[k] = (lw_gjk){.v = at.position};
            done[k] = lw_gjk_fast_variants[k](&proxies, limits, &memory, &found[k]);
            assert_int_equal(done[0], done[k]);
            expect_same_bits(&found[0], &found[k], done[0]);
        }
        lw_gjk gjk;
        lw_gjk_run(&proxies, limits, NULL, &gjk);
        clear += done[0] && !found[0].overlap;
        inside += done[0] && found[0].overlap;
        if (done[0])
            assert_int_equal(found[0].overlap, gjk.overlap);
        if (done[0] && found[0].overlap) {
            expect_enclosed(&proxies, &found[0]);
        } else if (done[0]) {
            double allowed = 4 * lw_proxies_tolerance(&proxies);
            assert_true(fabs(norm(found[0].v) - norm(gjk.v)) <= allowed);
            assert_true(fabs(found[0].lower - gjk.lower) <= allowed);
            assert_true(fabs(norm(found[0].v) - found[0].lower) <= allowed);
        }
        lw_arena_free(&arena);
    }
    assert_true(clear > rounds / 3 && inside > rounds / 20);
    assert_true(of_all > rounds / 100 || !lw_has_wide());
}

/* Few steps, on average and at worst: a search that reaches its limit of steps is a fault. */
static void test_steps(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int rounds = test_rounds(400, 20000);
    for (int a = 0; a < LW_CORE_COUNT; a++)
        for (int b = 0; b < LW_CORE_COUNT; b++) {
            lw_arena arena = {0};
            long steps = 0;
            for (int i = 0; i < rounds; i++) {
                lw_convex p = random_shape(&random, &arena, (lw_core)a, 1);
                lw_convex q = random_shape(&random, &arena, (lw_core)b, 1);
                pose at = {random_rotation(&random), random_vector(&random, 2)};
                lw_proxies proxies;
                lw_gjk gjk;
                lw_proxies_make(&p, &q, &at, &proxies);
                lw_gjk_run(&proxies, (lw_gjk_limits){HUGE_VAL, -1}, NULL, &gjk);
                steps += gjk.iterations;
                if (gjk.iterations >= 100)
                    fail_msg("%d and %d, round %d: %d steps", a, b, i, gjk.iterations);
            }
            if (steps > 8L * rounds)
                fail_msg("%d and %d: %ld steps in %d searches", a, b, steps, rounds);
            lw_arena_free(&arena);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_simplices),
        cmocka_unit_test(test_the_fast_path),
        cmocka_unit_test(test_steps),
    };
    return cmocka_run_group_tests_name("gjk", tests, NULL, NULL);
}
