/* Rounded corners of linear trajectories: the curve of the header, computed in long double; continuous
 * velocities, rest at both ends, times kept; limits; and refusals. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "leeway/limits.h"
#include "leeway/spline.h"
#include "limited_arm.h"
#include "motion/motion.h"
#include "seed.h"

enum { MOST = 7 };

static const double none = HUGE_VAL;

static const limits free_limits[JOINTS] = {{-9, 9, {0, HUGE_VAL, HUGE_VAL, HUGE_VAL}, 1, 0},
                                           {-9, 9, {0, HUGE_VAL, HUGE_VAL, HUGE_VAL}, 1, 0},
                                           {-9, 9, {0, HUGE_VAL, HUGE_VAL, HUGE_VAL}, 1, 0},
                                           {-9, 9, {0, HUGE_VAL, HUGE_VAL, HUGE_VAL}, 1, 0}};

typedef struct corners {
    size_t count; /* of waypoints */
    double times[MOST], rows[MOST * OWN];
    double radius;
} corners;

static lw_track track_of(const corners *of)
{
    lw_track track = lw_default_track();
    track.kind = LW_TRACK_TRAJECTORY;
    track.point_count = of->count;
    track.times = of->times;
    track.positions = of->rows;
    track.interpolation = LW_INTERPOLATION_LINEAR;
    return track;
}

static long double way(const corners *of, size_t segment, size_t column)
{
    return (long double)of->rows[(segment + 1) * OWN + column] - of->rows[segment * OWN + column];
}

static long double largest_way(const corners *of, size_t segment)
{
    return fmaxl(fmaxl(fabsl(way(of, segment, 0)), fabsl(way(of, segment, 1))),
                 fabsl(way(of, segment, 2)));
}

/* The value at a time, as the header says. Half times of the blends are written to half. */
static long double wanted(const corners *of, long double t, size_t column, long double half[MOST])
{
    const size_t last = of->count - 1;
    const long double ends = last == 1 ? 2 : 1;
    long double at[MOST] = {0};
    for (size_t k = 0; k <= last; k++)
        at[k] = of->times[k];
    half[0] = of->radius * (at[1] - at[0]) / (largest_way(of, 0) + ends * of->radius);
    half[last] =
        of->radius * (at[last] - at[last - 1]) / (largest_way(of, last - 1) + ends * of->radius);
    at[0] += half[0];
    at[last] -= half[last];
    for (size_t k = 1; k < last; k++)
        half[k] = of->radius / fmaxl(largest_way(of, k - 1) / (at[k] - at[k - 1]),
                                     largest_way(of, k) / (at[k + 1] - at[k]));
    for (size_t k = 0; k <= last; k++) {
        const long double v = k ? way(of, k - 1, column) / (at[k] - at[k - 1]) : 0;
        const long double w = k < last ? way(of, k, column) / (at[k + 1] - at[k]) : 0;
        const long double q = of->rows[k * OWN + column];
        if (t < at[k] - half[k])
            return q + v * (t - at[k]);
        if (t <= at[k] + half[k])
            return q + v * (t - at[k]) +
                   (w - v) * (t - at[k] + half[k]) * (t - at[k] + half[k]) / (4 * half[k]);
    }
    return of->rows[last * OWN + column];
}

static corners random_corners(lw_random *random)
{
    corners of = {.count = 2 + lw_random_below(random, MOST - 1),
                  .radius = pow(10, lw_random_between(random, -4, 1))};
    for (size_t k = 1; k < of.count; k++)
        of.times[k] = of.times[k - 1] + lw_random_between(random, 0.3, 3);
    for (size_t i = 0; i < of.count * OWN; i++)
        of.rows[i] = lw_random_between(random, -2, 2);
    return of;
}

static void compare(const arm *a, const corners *of)
{
    static const size_t joints[OWN] = {0, 1, 3};
    lw_error error = {0};
    long double half[MOST];
    double begin, end;
    lw_motion_interval(a->motion, &begin, &end);
    assert_true(begin == 0 && end == of->times[of->count - 1]);
    for (int i = 0; i <= 200; i++) {
        const double t = i < 200 ? end * i / 200 : end;
        for (size_t c = 0; c < OWN; c++) {
            double value;
            succeed(lw_motion_joint_values(a->motion, joints[c], t, &value, &error), &error);
            const long double x = wanted(of, t, c, half);
            if (fabsl(x - value) > 1e-12L)
                fail_msg("joint %zu is at %.17g at %g, where %.17Lg is right", joints[c], value, t, x);
        }
    }
    for (size_t c = 0; c < OWN; c++)
        for (int side = 0; side < 2; side++) {
            double rate, value;
            succeed(lw_motion_joint_rates(a->motion, joints[c], side ? end : 0, &rate, &error), &error);
            succeed(lw_motion_joint_values(a->motion, joints[c], side ? end : 0, &value, &error),
                    &error);
            assert_true(fabs(rate) < 1e-9);
            assert_true(fabs(value - of->rows[(side ? of->count - 1 : 0) * OWN + c]) < 1e-15);
        }
}

static void blends_are_those_of_the_header(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    lw_error error = {0};
    limits of[JOINTS];
    size_t blended = 0;
    size_t refused = 0;
    memcpy(of, free_limits, sizeof of);
    for (int i = 0; i < JOINTS; i++)
        of[i].rates[2] = 1e9; /* a limit of acceleration forbids jumps of velocity */
    arm a = make_arm(of);
    for (int i = 0; i < test_rounds(2000, 100000); i++) {
        const corners c = random_corners(&random);
        const lw_track track = track_of(&c);
        size_t jumps;
        long double half[MOST];
        succeed(lw_motion_set(a.motion, &track, 1, &error), &error);
        succeed(lw_motion_limits(a.motion, 0, NULL, 0, &jumps, &error), &error);
        assert_true(jumps >= c.count - 2);
        (void)wanted(&c, 0, 0, half);
        bool fits = true;
        for (size_t k = 0; k + 1 < c.count; k++) {
            const long double ends = (k ? 1 : 2) * half[k] + (k + 2 < c.count ? 1 : 2) * half[k + 1];
            fits = fits && ends < (c.times[k + 1] - (long double)c.times[k]) * (1 - 1e-5L);
        }
        lw_status status = lw_motion_blend(a.motion, c.radius, &error);
        if (!fits) {
            refused += status != LW_OK;
            continue;
        }
        succeed(status, &error);
        blended++;
        compare(&a, &c);
        assert_int_equal(lw_motion_interpolation(a.motion), LW_INTERPOLATION_SPLINE);
        assert_int_equal(lw_motion_piece_count(a.motion), 2 * c.count - 1);
        succeed(lw_motion_limits(a.motion, 1e-6, NULL, 0, &jumps, &error), &error);
        assert_int_equal(jumps, 0);
    }
    printf("%zu blended, %zu refused\n", blended, refused);
    assert_true(blended > 1000 && refused > 100);
    drop_arm(&a);
}

/* The acceleration in a blend is (w - v) / 2 h: of 1 rad in 2 s, radius 0.1, it is known. */
static void accelerations_count(void **state)
{
    (void)state;
    const corners of = {.count = 2, .times = {0, 2}, .rows = {0, 0, 0, 1, 0, 0}, .radius = 0.1};
    /* h = 0.1 * 2 / 1.2, v = 1 / (2 - 2 h) = 0.6, the acceleration v / 2 h = 1.8 */
    limits with[JOINTS];
    const lw_track track = track_of(&of);
    lw_error error = {0};
    for (int i = 0; i < 2; i++) {
        memcpy(with, free_limits, sizeof with);
        with[0].rates[1] = i ? 0.6 - 1e-3 : 0.6 + 1e-9;
        with[0].rates[2] = i ? 1.8 - 1e-3 : 1.8 + 1e-9;
        arm a = make_arm(with);
        lw_violation found[4];
        size_t count;
        succeed(lw_motion_set(a.motion, &track, 1, &error), &error);
        succeed(lw_motion_blend(a.motion, of.radius, &error), &error);
        succeed(lw_motion_limits(a.motion, 1e-9, found, 4, &count, &error), &error);
        assert_int_equal(count, i ? 3 : 0);
        if (i) {
            assert_int_equal(found[0].kind, LW_LIMIT_ACCELERATION);
            assert_true(fabs(found[0].value - 1.8) < 1e-12 && found[0].begin == 0);
            assert_int_equal(found[1].kind, LW_LIMIT_VELOCITY);
            assert_true(fabs(found[1].value - 0.6) < 1e-12);
        }
        drop_arm(&a);
    }
}

/* No blend where the velocity stays the same, and none where nothing moves. */
static void straight_waypoints_are_passed(void **state)
{
    (void)state;
    const struct {
        size_t count, pieces;
        double rows[5]; /* of the first joint, a second apart */
    } cases[] = {
        {4, 6, {0, 0, 1, 2}},    /* rest, blend, line, blend to the faster last line, line, blend */
        {3, 2, {1, 1, 1}},       /* two lines at rest */
        {5, 8, {0, 1, 2, 3, 4}}, /* four lines and four blends: none in the middle */
    };
    lw_error error = {0};
    arm a = make_arm(free_limits);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        corners of = {.count = cases[i].count};
        double value;
        for (size_t k = 0; k < of.count; k++) {
            of.times[k] = (double)k;
            of.rows[k * OWN] = cases[i].rows[k];
        }
        const lw_track track = track_of(&of);
        succeed(lw_motion_set(a.motion, &track, 1, &error), &error);
        succeed(lw_motion_blend(a.motion, 0.1, &error), &error);
        assert_int_equal(lw_motion_piece_count(a.motion), cases[i].pieces);
        succeed(lw_motion_joint_values(a.motion, 0, (double)of.count - 1, &value, &error), &error);
        assert_true(fabs(value - cases[i].rows[of.count - 1]) < 1e-15);
    }
    drop_arm(&a);
}

/* An approach is a part of the trajectory: its end is a corner. */
static void approaches_are_rounded(void **state)
{
    (void)state;
    const corners of = {.count = 2, .times = {1, 2}, .rows = {1, 0, 0, 0, 0, 0}};
    const double start[OWN] = {0, 0, 0};
    lw_track track = track_of(&of);
    lw_error error = {0};
    arm a = make_arm(free_limits);
    double value;
    track.start = start;
    succeed(lw_motion_set(a.motion, &track, 1, &error), &error);
    assert_true(lw_motion_approaches(a.motion, 0));
    succeed(lw_motion_blend(a.motion, 0.1, &error), &error);
    assert_int_equal(lw_motion_piece_count(a.motion), 5);
    assert_false(lw_motion_approaches(a.motion, 0));
    succeed(lw_motion_joint_values(a.motion, 0, 1, &value, &error), &error);
    assert_true(fabs(value - 0.95) < 1e-12);
    drop_arm(&a);
}

static void refuse(lw_motion *motion, double radius, const char *sentence)
{
    lw_error error = {0};
    double before = -1;
    double after = -2;
    if (motion)
        succeed(lw_motion_joint_values(motion, 0, 0.5, &before, &error), &error);
    assert_int_equal(lw_motion_blend(motion, radius, &error), LW_ERROR_ARGUMENT);
    if (!strstr(error.message, sentence))
        fail_msg("\"%s\" is not in \"%s\"", sentence, error.message);
    if (motion)
        succeed(lw_motion_joint_values(motion, 0, 0.5, &after, &error), &error);
    assert_true(!motion || before == after);
}

static void what_has_no_corners_is_refused(void **state)
{
    (void)state;
    const corners of = {.count = 3, .times = {0, 1, 2}, .rows = {0, 0, 0, 1, 0, 0, 0, 1, 0}};
    lw_track track = track_of(&of);
    lw_error error = {0};
    arm a = make_arm(free_limits);
    refuse(NULL, 0.1, "no motion was given");
    succeed(lw_motion_set(a.motion, &track, 1, &error), &error);
    refuse(a.motion, 0, "the radius of blends is 0; it must be above 0");
    refuse(a.motion, -1, "the radius of blends is -1");
    refuse(a.motion, NAN, "the radius of blends is nan");
    refuse(a.motion, none, "the radius of blends is inf");
    refuse(a.motion, 0.5, "blends of radius 0.5 at waypoints 0 and 1 overlap: there are 1 s between");
    refuse(a.motion, 1e9, "blends of radius 1e+09 at waypoints 0 and 1 overlap");
    succeed(lw_motion_blend(a.motion, 0.1, &error), &error);
    refuse(a.motion, 0.1, "this motion has no corners");
    succeed(lw_motion_set(a.motion, &track, 1, &error), &error);
    succeed(lw_motion_cut(a.motion, 0.25, &error), &error);
    refuse(a.motion, 0.1, "the motion was cut; blend it before");
    succeed(lw_motion_set(a.motion, &track, 1, &error), &error);
    lw_payload take = lw_default_payload();
    take.waypoint = 1;
    take.object = "can";
    take.link = "l4";
    track.payloads = &take;
    track.payload_count = 1;
    succeed(lw_motion_set(a.motion, &track, 1, &error), &error);
    refuse(a.motion, 0.1, "the motion attaches or releases objects at waypoints");
    track = track_of(&of);
    track.velocities = of.rows;
    track.interpolation = LW_INTERPOLATION_CUBIC;
    succeed(lw_motion_set(a.motion, &track, 1, &error), &error);
    refuse(a.motion, 0.1, "this motion has no corners");
    track = track_of(&of);
    track.kind = LW_TRACK_PATH;
    succeed(lw_motion_set(a.motion, &track, 1, &error), &error);
    refuse(a.motion, 0.1, "this motion is no trajectory");
    drop_arm(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blends_are_those_of_the_header), cmocka_unit_test(accelerations_count),
        cmocka_unit_test(straight_waypoints_are_passed),  cmocka_unit_test(approaches_are_rounded),
        cmocka_unit_test(what_has_no_corners_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
