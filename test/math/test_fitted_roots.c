/* Tests math/fitted_roots.h by families of functions whose roots have formulas. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/random.h"
#include "math/fitted_roots.h"
#include "seed.h"

enum { MOST = 12, ENOUGH = 20000 };

/* level - cos(rate x + phase): its first root after 0 is a formula. */
typedef struct wave {
    double level, rate, phase;
} wave;

typedef struct waves {
    wave item[MOST];
    size_t count;
} waves;

static void wave_values(void *context, double at, double *values)
{
    const waves *all = context;
    for (size_t i = 0; i < all->count; i++)
        values[i] = all->item[i].level - cos(all->item[i].rate * at + all->item[i].phase);
}

/* rate x + phase = 2 pi n - acos(level) is where the cosine rises to the level. */
static double wave_root(wave w)
{
    static const double turn = 6.283185307179586;
    if (w.level > 1)
        return HUGE_VAL;
    double angle = turn * ceil((w.phase + acos(w.level)) / turn) - acos(w.level);
    return (angle - w.phase) / w.rate;
}

/* Waves that are all positive at 0. */
static waves random_waves(lw_random *random, size_t count, double lowest, double highest)
{
    waves all = {.count = count};
    for (size_t i = 0; i < count; i++) {
        wave *w = &all.item[i];
        do {
            w->level = lw_random_between(random, lowest, highest);
            w->rate = lw_random_between(random, 0.2, 12);
            w->phase = lw_random_between(random, 0, 6.28);
        } while (w->level - cos(w->phase) < 1e-3);
    }
    return all;
}

static double first_of(const waves *all)
{
    double first = HUGE_VAL;
    for (size_t i = 0; i < all->count; i++)
        first = fmin(first, wave_root(all->item[i]));
    return first;
}

/* A cubic with one root: the fits are exact, so the root is found up to the tolerance mu. */
static void cubic(void *context, double at, double *values)
{
    double root = *(const double *)context;
    values[0] = (root - at) * (at * at + 1);
}

static void test_fits_find_a_cubics_root(void **state)
{
    (void)state;
    double values[4];
    for (int i = 0; i < 19; i++) {
        double root = 0.05 + 0.1 * i;
        lw_fitted found =
            lw_fitted_root(cubic, &root, 1, 0, 2, lw_default_fitting(1e-9), ENOUGH, values);
        assert_int_equal(found.state, LW_FITTED_FOUND);
        assert_true(found.root <= root && root - found.root <= 1e-9);
        assert_true(found.abscissas < 60);
    }
    double beyond = 5;
    lw_fitted none = lw_fitted_root(cubic, &beyond, 1, 0, 2, lw_default_fitting(1e-9), ENOUGH, values);
    assert_int_equal(none.state, LW_FITTED_NONE);
}

/* On waves the fits find the first root, unless they step over it. The method is allowed to be wrong;
 * the paper claims that it seldom is. */
static void test_fits_find_most_first_roots(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    static double values[4 * MOST];
    int right = 0;
    int rounds = test_rounds(2000, 20000);
    for (int round = 0; round < rounds; round++) {
        size_t count = 1 + lw_random_below(&random, MOST);
        waves all = random_waves(&random, count, -0.5, 1.05);
        double first = first_of(&all);
        lw_fitted found =
            lw_fitted_root(wave_values, &all, count, 0, 2, lw_default_fitting(1e-9), ENOUGH, values);
        bool there = found.state == LW_FITTED_FOUND || found.state == LW_FITTED_PAST;
        bool agrees = first <= 2 ? there && fabs(found.root - first) < 2e-9
                                 : found.state == LW_FITTED_NONE || found.root > 2 - 1e-9;
        right += agrees;
    }
    printf("fits: %d of %d right\n", right, rounds);
    assert_true(right > rounds * 9 / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fits_find_a_cubics_root),
        cmocka_unit_test(test_fits_find_most_first_roots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
