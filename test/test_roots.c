/* math/roots.h and math/fitted_roots.h: families whose roots are formulas. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/random.h"
#include "math/fitted_roots.h"
#include "math/roots.h"
#include "seed.h"

enum { MOST = 400, ENOUGH = 20000 };

/* level - cos(rate x + phase): its first root after 0 is a formula, and its derivatives are bounded. */
typedef struct wave {
    double level, rate, phase;
} wave;

typedef struct waves {
    wave item[MOST];
    size_t count;
} waves;

static void wave_jets(void *context, double at, double until, lw_jet *jets)
{
    const waves *all = context;
    assert_true(until >= at);
    for (size_t i = 0; i < all->count; i++) {
        wave w = all->item[i];
        double angle = w.rate * at + w.phase;
        /* the C library's error is below one ulp, the angle's below two of up to 200 */
        double error = 1e-15 + 1e-15 * fabs(angle);
        jets[i] = (lw_jet){.value = w.level - cos(angle) - error,
                           .error = 2 * error,
                           .slope = w.rate * sin(angle) - w.rate * error,
                           .bend = w.rate * w.rate};
    }
}

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

/* All positive at 0. */
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

static void test_no_root_is_passed(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    lw_jet jets[MOST];
    int found = 0;
    int none = 0;
    for (int round = 0; round < test_rounds(2000, 40000); round++) {
        size_t count = 1 + lw_random_below(&random, round % 50 ? 6 : MOST);
        static const double lowest[] = {-0.5, 0.9, 0.9995};
        waves all = random_waves(&random, count, lowest[round % 3], 1.05);
        double first = first_of(&all);
        lw_family family = {wave_jets, &all, count};
        lw_root root = lw_first_root(&family, 0, 2, 1e-9, ENOUGH, jets);
        if (root.before > first)
            fail_msg("round %d: a root at %.17g is passed: %.17g", round, first, root.before);
        if (root.state == LW_ROOT_NONE) {
            assert_true(first > 2 && root.before == 2);
            none++;
        } else if (root.state == LW_ROOT_CROSSED) {
            assert_true(first <= 2 && root.after >= first - 1e-13);
            assert_true(first - root.before <= 1e-8);
            found++;
        } else {
            /* only where a crest is so near the level that what it is above it drowns in the error */
            assert_int_equal(root.state, LW_ROOT_NEAR);
            assert_true(fabs(all.item[root.which].level - 1) < 1e-6 || fabs(first - 2) < 1e-8);
        }
    }
    assert_true(found > 200 && none > 200);
}

/* level 1 + dip: as near to a double root as can be, from either side. */
static void test_near_double_roots(void **state)
{
    (void)state;
    lw_jet jets[1];
    double dip = 1e-2;
    for (int place = 2; place <= 13; place++) {
        waves above = {.item = {{1 + dip, 3, 2}}, .count = 1};
        lw_family family = {wave_jets, &above, 1};
        lw_root root = lw_first_root(&family, 0, 2, 1e-9, ENOUGH, jets);
        assert_int_equal(root.state, LW_ROOT_NONE);
        /* the parabola clears the dip after a number of steps that grows as the dip's logarithm */
        assert_true(root.evaluations < 120);
        waves below = {.item = {{1 - dip, 3, 2}}, .count = 1};
        family.context = &below;
        double first = wave_root(below.item[0]);
        root = lw_first_root(&family, 0, 2, 1e-9, ENOUGH, jets);
        assert_true(root.state == LW_ROOT_CROSSED || (dip < 1e-11 && root.state == LW_ROOT_NEAR));
        /* the error of cosine and acos about 1: 1e-16 over the slope there */
        assert_true(root.before <= first + 1e-15 / sqrt(dip));
        assert_true(first - root.before < 1e-8);
        dip /= 10;
    }
}

static void test_roots_at_the_ends(void **state)
{
    (void)state;
    lw_jet jets[1];
    waves at_begin = {.item = {{1, 1, 0}}, .count = 1};
    lw_family family = {wave_jets, &at_begin, 1};
    lw_root root = lw_first_root(&family, 0, 1, 1e-9, ENOUGH, jets);
    assert_true(root.state == LW_ROOT_NEAR && root.before == 0);

    /* 1/2 - cos(x + 2) reaches zero at 5 pi / 3 - 2 */
    waves at_end = {.item = {{0.5, 1, 2}}, .count = 1};
    family.context = &at_end;
    double end = wave_root(at_end.item[0]);
    root = lw_first_root(&family, 0, end - 1e-7, 1e-9, ENOUGH, jets);
    assert_int_equal(root.state, LW_ROOT_NONE);
    root = lw_first_root(&family, 0, end + 1e-7, 1e-9, ENOUGH, jets);
    assert_int_equal(root.state, LW_ROOT_CROSSED);
    root = lw_first_root(&family, 0, end, 1e-9, ENOUGH, jets);
    assert_true(root.state != LW_ROOT_NONE || root.before == end);
}

static void hostile_jets(void *context, double at, double until, lw_jet *jets)
{
    (void)at;
    (void)until;
    jets[0] = *(const lw_jet *)context;
}

static void test_jets_that_say_nothing_stop_the_search(void **state)
{
    (void)state;
    lw_jet jets[1];
    lw_jet bad[] = {{NAN, 0, 1, 0}, {1, 0, NAN, 0}, {1, 0, 0, NAN}, {1, 0, 0, HUGE_VAL}, {-1, 0, 1, 0}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        lw_family family = {hostile_jets, &bad[i], 1};
        lw_root root = lw_first_root(&family, 3, 4, 1e-9, ENOUGH, jets);
        assert_true(root.before == 3);
        assert_int_equal(root.state, bad[i].value < 0 ? LW_ROOT_CROSSED : LW_ROOT_NEAR);
    }
    lw_jet rising = {1, 0, 1, 0};
    lw_family family = {hostile_jets, &rising, 1};
    assert_int_equal(lw_first_root(&family, 3, 4, 1e-9, ENOUGH, jets).state, LW_ROOT_NONE);
    /* a budget of evaluations is kept; what is proven holds */
    waves long_way = {.item = {{1.5, 12, 0}}, .count = 1};
    family = (lw_family){wave_jets, &long_way, 1};
    lw_root root = lw_first_root(&family, 0, 100, 1e-9, 5, jets);
    assert_true(root.state == LW_ROOT_BUDGET && root.evaluations == 5 && root.before > 0);
}

/* A cubic with one root: the fits are exact, and the root is found to mu. */
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

/* On waves the fits agree with the certified search, but for what they step over. A fit of this kind
 * is allowed to be wrong; that it mostly is not is the paper's claim. */
static void test_fits_agree_with_the_certified_search(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    static double values[4 * MOST];
    int right = 0;
    int rounds = test_rounds(2000, 20000);
    for (int round = 0; round < rounds; round++) {
        size_t count = 1 + lw_random_below(&random, 12);
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
        cmocka_unit_test(test_no_root_is_passed),
        cmocka_unit_test(test_near_double_roots),
        cmocka_unit_test(test_roots_at_the_ends),
        cmocka_unit_test(test_jets_that_say_nothing_stop_the_search),
        cmocka_unit_test(test_fits_find_a_cubics_root),
        cmocka_unit_test(test_fits_agree_with_the_certified_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
