/* Stops (lw_motion_set_stop): they begin as asked, keep the limits of acceleration and jerk, end at
 * rest where a simulation of the fastest stop ends; and the stops from an interval of a motion are
 * within the spread that is computed for it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "limited_arm.h"
#include "math/polynomial.h"
#include "motion/stop_spread.h"
#include "seed.h"

/* A random number between them. */
static double between(lw_random *random, double low, double high)
{
    return lw_random_between(random, low, high);
}

/* A magnitude from 10^-low to 10^high. */
static double magnitude(lw_random *random, double low, double high)
{
    return pow(10, between(random, -low, high));
}

/* The end of the fastest stop, simulated in small steps: the acceleration goes to the side on which the
 * rate would be left, as fast as it may. */
static long double simulated_end(lw_variable_state from, lw_brake brake, long double duration)
{
    enum { STEPS = 40000 };
    const long double step = duration / STEPS;
    const long double jerk = (long double)brake.jerk;
    const long double most = (long double)brake.acceleration;
    long double q = (long double)from.value;
    long double v = (long double)from.rate;
    long double a = (long double)from.acceleration;
    for (int i = 0; i < STEPS; i++) {
        const long double left = v + a * fabsl(a) / (2 * jerk);
        long double next = a - (left > 0 ? 1 : -1) * jerk * step;
        next = fminl(fmaxl(next, -most), most);
        q += v * step + (a + next) * step * step / 4;
        v += (a + next) / 2 * step;
        a = next;
    }
    return q;
}

static double duration_of(const lw_stop_phases *stop)
{
    double sum = 0;
    for (int i = 0; i < stop->count; i++)
        sum += stop->durations[i];
    return sum;
}

/* A derivative of a stop at a time, and beyond its end. */
static double stop_value(const lw_stop_phases *stop, double begin, int order, double time)
{
    for (int i = 0; i < stop->count; i++) {
        if (time <= stop->durations[i] || i + 1 == stop->count) {
            const double width = stop->durations[i];
            const bool ended = time > width;
            double c[LW_STOP_DEGREE + 1];
            memcpy(c, stop->c[i], sizeof c);
            int degree = LW_STOP_DEGREE;
            for (int k = 0; k < order; k++)
                lw_polynomial_derive(c, degree--, c);
            return ended && order
                       ? 0
                       : lw_polynomial_value(c, degree, fmin(time / width, 1)) / pow(width, order);
        }
        time -= stop->durations[i];
    }
    return order ? 0 : begin;
}

static void check_phases(lw_variable_state from, lw_brake brake)
{
    const bool smooth = brake.jerk < HUGE_VAL;
    const lw_stop_phases stop = lw_stop_phases_of(from, brake);
    const double whole = duration_of(&stop);
    const double rate = fabs(from.rate) + brake.acceleration * whole;
    const double size = fabs(from.value) + rate * whole;
    assert_true(whole > 0 && stop.count <= LW_STOP_PHASES);
    assert_near(stop_value(&stop, 0, 0, 0), from.value, 1e-12 * size);
    assert_near(stop_value(&stop, 0, 1, 0), from.rate, 1e-9 * rate);
    double before[2] = {from.value, from.rate};
    for (int i = 0; i <= 200; i++) {
        const double time = whole * i / 200;
        const double a = stop_value(&stop, 0, 2, time);
        assert_true(fabs(a) <= brake.acceleration * (1 + 1e-9));
        if (smooth)
            assert_true(fabs(stop_value(&stop, 0, 3, time)) <= brake.jerk * (1 + 1e-9));
        const double now[2] = {stop_value(&stop, 0, 0, time), stop_value(&stop, 0, 1, time)};
        if (i) { /* the rate is the slope of the value, and it is continuous */
            const double step = whole / 200;
            const double slope = (now[0] - before[0]) / step;
            assert_true(fabs(slope - (now[1] + before[1]) / 2) <=
                        1e-14 * size / step + brake.acceleration * step + 1e-9 * rate);
            assert_true(fabs(now[1] - before[1]) <= brake.acceleration * step + 1e-9 * rate);
        }
        memcpy(before, now, sizeof before);
    }
    double end = 0;
    int last = stop.count - 1;
    for (int i = 1; i <= LW_STOP_DEGREE; i++)
        end += i * stop.c[last][i];
    assert_near(end / stop.durations[last], 0, 1e-9 * rate);
    if (smooth)
        assert_near((double)simulated_end(from, brake, (long double)whole),
                    stop_value(&stop, 0, 0, whole), 2e-3 * rate * whole);
    else
        assert_near(whole, fabs(from.rate) / brake.acceleration, 1e-12 * whole);
}

static lw_variable_state random_state(lw_random *random, lw_brake brake)
{
    lw_variable_state state = {between(random, -3, 3), between(random, -1, 1) * magnitude(random, 3, 1),
                               0};
    if (brake.jerk < HUGE_VAL)
        state.acceleration = between(random, -1, 1) * brake.acceleration;
    if (lw_random_below(random, 8) == 0)
        state.acceleration = state.acceleration > 0 ? brake.acceleration : -brake.acceleration;
    return state;
}

static lw_brake random_brake(lw_random *random)
{
    const bool smooth = lw_random_below(random, 3) > 0;
    return (lw_brake){magnitude(random, 1, 1), smooth ? magnitude(random, 1, 3) : HUGE_VAL};
}

static void test_phases(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    const int rounds = test_rounds(300, 20000);
    for (int i = 0; i < rounds; i++) {
        const lw_brake brake = random_brake(&random);
        check_phases(random_state(&random, brake), brake);
    }
    /* a rate that is gone when the acceleration is: one phase */
    const lw_stop_phases stop = lw_stop_phases_of((lw_variable_state){0, 0.5, -1}, (lw_brake){2, 1});
    assert_int_equal(stop.count, 1);
    assert_near(stop.durations[0], 1, 1e-15);
    const lw_stop_phases back = lw_stop_phases_of((lw_variable_state){0, -0.5, 1}, (lw_brake){2, 1});
    assert_int_equal(back.count, 1);
    /* at rest with an acceleration */
    check_phases((lw_variable_state){1, 0, 0.5}, (lw_brake){1, 2});
    check_phases((lw_variable_state){1, 0, -0.5}, (lw_brake){1, 2});
}

/* ---- the stops from an interval ------------------------------------------------------------------ */

/* A track of one variable and one piece. */
typedef struct one_piece {
    lw_motion_track track;
    double times[2], c[LW_DEGREE + 1];
} one_piece;

static lw_variable_state state_of(const one_piece *piece, double time)
{
    const double width = piece->times[1] - piece->times[0];
    const double u = (time - piece->times[0]) / width;
    double c[LW_DEGREE + 1];
    double at[3];
    int degree = piece->track.degree;
    memcpy(c, piece->c, sizeof c);
    for (int k = 0; k < 3; k++) {
        at[k] = lw_polynomial_value(c, degree, u) / pow(width, k);
        lw_polynomial_derive(c, degree, c);
        degree -= degree > 0;
    }
    return (lw_variable_state){at[0], at[1], at[2]};
}

static void random_piece(lw_random *random, one_piece *out)
{
    *out = (one_piece){.times = {between(random, 0, 2), 0}};
    out->times[1] = out->times[0] + magnitude(random, 1, 0.5);
    out->track = (lw_motion_track){.piece_count = 1,
                                   .column_count = 1,
                                   .degree = 1 + 2 * (int)lw_random_below(random, 3),
                                   .times = out->times,
                                   .coefficients = out->c};
    for (int i = 0; i <= out->track.degree; i++)
        out->c[i] = between(random, -1, 1);
}

/* The track of a stop. */
static lw_motion_track track_of(const lw_stop_phases *stop, double *memory)
{
    memcpy(memory, stop->c, sizeof stop->c);
    return (lw_motion_track){.piece_count = (size_t)stop->count,
                             .column_count = 1,
                             .degree = LW_STOP_DEGREE,
                             .coefficients = memory};
}

/* Holds one stop against the spread about another. */
static void hold(const lw_stop_spread *spread, const lw_stop_phases *middle,
                 lw_variable_state at_middle, const lw_stop_phases *other, lw_variable_state from,
                 double *closest)
{
    const double longest = fmax(duration_of(middle), duration_of(other));
    const double low = fmin(spread->reach.low, fmin(at_middle.value, from.value));
    const double high = fmax(spread->reach.high, fmax(at_middle.value, from.value));
    for (int i = 0; i <= 40; i++) {
        const double time = longest * i / 40;
        const double value = stop_value(other, from.value, 0, time);
        const double apart = fabs(value - stop_value(middle, at_middle.value, 0, time));
        const double rates = fabs(stop_value(other, 0, 1, time) - stop_value(middle, 0, 1, time));
        assert_true(apart <= spread->value);
        assert_true(rates <= spread->rate + 1e-12 * (fabs(from.rate) + fabs(at_middle.rate)));
        assert_true(value >= low - 1e-12 * (1 + fabs(low)) && value <= high + 1e-12 * (1 + fabs(high)));
        *closest = fmax(*closest, apart / spread->value);
    }
}

static void test_spread(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    const int rounds = test_rounds(3000, 300000);
    double sharpest = 0;
    for (int i = 0; i < rounds; i++) {
        one_piece piece;
        double memory[LW_STOP_PHASES * (LW_STOP_DEGREE + 1)];
        double closest = 0;
        random_piece(&random, &piece);
        const double width = piece.times[1] - piece.times[0];
        const double half = width * magnitude(&random, 4, -0.31);
        const double at = between(&random, piece.times[0] + half, piece.times[1] - half);
        const lw_stop_rates rates = lw_stop_rates_of(&piece.track, 0, 0, at - half, at + half);
        lw_brake brake = random_brake(&random);
        /* within the limits, as the motions that are verified are */
        const double a = fmax(fabs(rates.acceleration.low), fabs(rates.acceleration.high));
        brake.acceleration = fmax(brake.acceleration, a);
        const lw_variable_state middle = state_of(&piece, at);
        const lw_stop_phases stop = lw_stop_phases_of(middle, brake);
        const lw_motion_track track = track_of(&stop, memory);
        const lw_stop_spread spread =
            lw_stop_spread_of(&rates, brake, half, middle.value, stop.count ? &track : NULL);
        for (int k = 0; k < 6; k++) {
            const double time = k == 0   ? at - half
                                : k == 1 ? at + half
                                         : between(&random, at - half, at + half);
            const lw_variable_state from = state_of(&piece, time);
            const lw_stop_phases other = lw_stop_phases_of(from, brake);
            hold(&spread, &stop, middle, &other, from, &closest);
        }
        sharpest = fmax(sharpest, closest);
    }
    assert_true(sharpest > 0.99 && sharpest <= 1);
}

/* While a motion brakes as fast as it may, all stops end at one place. */
static void test_one_end(void **state)
{
    (void)state;
    one_piece piece = {.times = {0, 1}, .c = {0, 1, -0.5}};
    piece.track = (lw_motion_track){.piece_count = 1,
                                    .column_count = 1,
                                    .degree = 2,
                                    .times = piece.times,
                                    .coefficients = piece.c};
    double memory[LW_STOP_PHASES * (LW_STOP_DEGREE + 1)];
    const lw_brake brake = {1, HUGE_VAL};
    const lw_stop_rates rates = lw_stop_rates_of(&piece.track, 0, 0, 0.2, 0.4);
    const lw_variable_state middle = state_of(&piece, 0.3);
    const lw_stop_phases stop = lw_stop_phases_of(middle, brake);
    const lw_motion_track track = track_of(&stop, memory);
    const lw_stop_spread spread = lw_stop_spread_of(&rates, brake, 0.1, middle.value, &track);
    assert_near(spread.reach.low, 0.5, 1e-12);
    assert_near(spread.reach.high, 0.5, 1e-12);
    assert_near(spread.value, 0.1 * 0.8, 1e-9);
}

/* ---- motions ------------------------------------------------------------------------------------- */

static const double NONE = HUGE_VAL;

/* j0 turns, j1 slides, j2 turns by -2 j0 + 1, j3 turns without end. */
static arm usual_arm(double jerk)
{
    const limits of[JOINTS] = {{-3, 3, {0, 2, 4, jerk}, 0, 0},
                               {-1, 1, {0, 1, 2, jerk}, 0, 0},
                               {-9, 9, {0, NONE, 4, NONE}, -2, 1},
                               {0, 0, {0, NONE, 3, jerk}, 0, 0}};
    return make_arm(of);
}

static void test_motion(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    lw_error error = {0};
    const int rounds = test_rounds(200, 20000);
    for (int smooth = 0; smooth < 2; smooth++) {
        arm a = usual_arm(smooth ? 20 : NONE);
        for (int i = 0; i < rounds; i++) {
            const double values[OWN] = {between(&random, -0.2, 0.2), between(&random, -0.2, 0.2),
                                        between(&random, -9, 9)};
            const double rates[OWN] = {between(&random, -1, 1), between(&random, -0.5, 0.5),
                                       lw_random_below(&random, 3) ? between(&random, -5, 5) : 0};
            const double accelerations[OWN] = {between(&random, -1, 1), between(&random, -1, 1), 0};
            lw_violation violation;
            size_t count;
            double begin;
            double end;
            succeed(lw_motion_set_stop(a.motion, NULL, values, rates, accelerations, &error), &error);
            lw_motion_interval(a.motion, &begin, &end);
            assert_true(begin == 0 && lw_motion_in_seconds(a.motion));
            succeed(lw_motion_limits(a.motion, LW_LIMITS_SLACK, &violation, 1, &count, &error), &error);
            assert_int_equal(count, 0);
            double longest = 0;
            for (size_t k = 0; k < OWN; k++) {
                const size_t joint = k < 2 ? k : 3;
                double now;
                succeed(lw_motion_joint_values(a.motion, joint, 0, &now, &error), &error);
                assert_near(now, values[k], 1e-15 * (1 + fabs(values[k])));
                succeed(lw_motion_joint_rates(a.motion, joint, 0, &now, &error), &error);
                assert_near(now, rates[k], 1e-12);
                succeed(lw_motion_joint_rates(a.motion, joint, end, &now, &error), &error);
                assert_near(now, 0, 1e-12);
                /* j2 turns twice as fast as j0, and brakes by 4 at most */
                const double most = k == 0 ? 2 : k == 1 ? 2 : 3;
                longest = fmax(longest, fabs(rates[k]) / most);
            }
            if (smooth)
                assert_true(end >= longest);
            else
                assert_near(end, longest, 1e-12);
        }
        drop_arm(&a);
    }
}

/* A stop from a time of a motion begins as the motion is then, with its tolerances. */
static void test_stop_at(void **state)
{
    (void)state;
    lw_error error = {0};
    arm a = usual_arm(20);
    lw_motion *stop;
    succeed(lw_motion_create(a.scene, &stop, &error), &error);
    lw_track track = lw_default_track();
    track.kind = LW_TRACK_TRAJECTORY;
    track.point_count = 3;
    track.times = (const double[]){0, 2, 4};
    track.positions = (const double[]){0, 0, 0, 0.5, -0.5, 1, 1, 0, 0};
    track.velocities = (const double[]){0, 0, 0, 0.4, 0, -0.3, 0, 0, 0};
    succeed(lw_motion_set(a.motion, &track, 1, &error), &error);
    succeed(lw_motion_set_tolerances(a.motion, 0.25, 0.125, &error), &error);
    for (int i = 0; i <= 40; i++) {
        const double time = 0.1 * i;
        succeed(lw_motion_set_stop_at(stop, a.motion, fmin(time, 4), &error), &error);
        for (size_t joint = 0; joint < JOINTS; joint++) {
            double then[2];
            double now[2];
            double constant;
            double per_speed;
            lw_motion_joint_values(a.motion, joint, time, &then[0], NULL);
            lw_motion_joint_rates(a.motion, joint, time, &then[1], NULL);
            succeed(lw_motion_joint_values(stop, joint, 0, &now[0], &error), &error);
            succeed(lw_motion_joint_rates(stop, joint, 0, &now[1], &error), &error);
            assert_near(now[0], then[0], 1e-12);
            assert_near(now[1], then[1], 1e-9);
            assert_int_equal(lw_motion_tolerance(stop, joint, &constant, &per_speed), 1);
            assert_near(constant, joint == 2 ? 0.5 : 0.25, 0);
            assert_near(per_speed, 0.125, 0);
        }
    }
    /* a motion without tolerances takes them away */
    lw_motion_clear_tolerance(a.motion);
    succeed(lw_motion_set_stop_at(stop, a.motion, 1, &error), &error);
    double none[2] = {1, 1};
    lw_motion_tolerance(stop, 0, &none[0], &none[1]);
    assert_true(none[0] == 0 && none[1] == 0);
    lw_motion_destroy(stop);
    drop_arm(&a);
}

/* Before a track begins, and after it ends, its joints rest. */
static void test_between_tracks(void **state)
{
    (void)state;
    lw_error error = {0};
    arm a = usual_arm(20);
    lw_motion *stop;
    lw_joints *joints[2];
    lw_track tracks[2] = {lw_default_track(), lw_default_track()};
    const double times[2][2] = {{0, 4}, {1, 2}};
    const double positions[] = {0.25, 0.5};
    succeed(lw_motion_create(a.scene, &stop, &error), &error);
    for (int i = 0; i < 2; i++) {
        const char *const name = i ? "j1" : "j0";
        succeed(lw_joints_create(a.scene, NULL, &name, 1, &joints[i], &error), &error);
        tracks[i].kind = LW_TRACK_TRAJECTORY;
        tracks[i].joints = joints[i];
        tracks[i].point_count = 2;
        tracks[i].times = times[i];
        tracks[i].positions = positions;
        tracks[i].no_approach = true;
    }
    succeed(lw_motion_set(a.motion, tracks, 2, &error), &error);
    for (int i = 0; i <= 8; i++) {
        double rates[2];
        const double time = 0.5 * i;
        succeed(lw_motion_set_stop_at(stop, a.motion, time, &error), &error);
        for (size_t k = 0; k < 2; k++)
            succeed(lw_motion_joint_rates(stop, k, 0, &rates[k], &error), &error);
        assert_near(rates[0], 0.0625, 1e-12);
        assert_near(rates[1], time < 1 || time > 2 ? 0 : 0.25, 1e-12);
    }
    lw_motion_destroy(stop);
    lw_joints_destroy(joints[0]);
    lw_joints_destroy(joints[1]);
    drop_arm(&a);
}

static void test_refused(void **state)
{
    (void)state;
    lw_error error = {0};
    arm a = usual_arm(20);
    arm other = usual_arm(NONE);
    const double zeros[OWN] = {0};
    const double nan[OWN] = {0, (double)NAN, 0};
    refused(lw_motion_set_stop(NULL, NULL, zeros, zeros, NULL, &error), LW_ERROR_ARGUMENT, &error,
            "needs a motion");
    refused(lw_motion_set_stop(a.motion, NULL, zeros, NULL, NULL, &error), LW_ERROR_ARGUMENT, &error,
            "needs a motion");
    refused(lw_motion_set_stop(a.motion, NULL, nan, zeros, NULL, &error), LW_ERROR_ARGUMENT, &error,
            "its value is");
    refused(lw_motion_set_stop(a.motion, NULL, zeros, nan, NULL, &error), LW_ERROR_ARGUMENT, &error,
            "its velocity is");
    refused(lw_motion_set_stop(a.motion, NULL, zeros, zeros, nan, &error), LW_ERROR_ARGUMENT, &error,
            "acceleration is");
    refused(lw_motion_set_stop(a.motion, lw_scene_movable_joints(other.scene, 0), zeros, zeros, NULL,
                               &error),
            LW_ERROR_ARGUMENT, &error, "another scene");
    refused(lw_motion_set_stop(a.motion, NULL, zeros, (const double[]){0, 1.1, 0}, NULL, &error),
            LW_ERROR_ARGUMENT, &error, "\"j1\" moves at 1.1, faster than its limit 1");
    refused(lw_motion_set_stop(a.motion, NULL, zeros, zeros, (const double[]){0, 2.1, 0}, &error),
            LW_ERROR_ARGUMENT, &error, "\"j1\" has the acceleration 2.1, beyond its limit 2");
    /* without a limit of jerk the acceleration does not matter */
    succeed(lw_motion_set_stop(other.motion, NULL, zeros, (const double[]){0, 0.5, 0},
                               (const double[]){0, 2.1, 0}, &error),
            &error);
    const limits of[JOINTS] = {{-3, 3, {0, NONE, NONE, 5}, 0, 0},
                               {-1, 1, {0, NONE, 1e-300, NONE}, 0, 0},
                               {-9, 9, {0, NONE, NONE, NONE}, 0, 1},
                               {0, 0, {0, NONE, NONE, NONE}, 0, 0}};
    arm free = make_arm(of);
    refused(lw_motion_set_stop(free.motion, NULL, zeros, (const double[]){1, 0, 0}, NULL, &error),
            LW_ERROR_ARGUMENT, &error, "\"j0\" moves and has no limit of acceleration");
    refused(lw_motion_set_stop(free.motion, NULL, zeros, (const double[]){0, 1, 0}, NULL, &error),
            LW_ERROR_ARGUMENT, &error, "more than 1e+09 s to stop");
    succeed(lw_motion_set_stop(free.motion, NULL, zeros, zeros, NULL, &error), &error);
    double end;
    double begin;
    lw_motion_interval(free.motion, &begin, &end);
    assert_true(begin == 0 && end == 0);

    refused(lw_motion_set_stop_at(a.motion, a.motion, 0, &error), LW_ERROR_ARGUMENT, &error,
            "needs two motions");
    refused(lw_motion_set_stop_at(a.motion, other.motion, 0, &error), LW_ERROR_ARGUMENT, &error,
            "different scenes");
    lw_motion *of_path;
    succeed(lw_motion_create(a.scene, &of_path, &error), &error);
    refused(lw_motion_set_stop_at(a.motion, of_path, 0, &error), LW_ERROR_ARGUMENT, &error,
            "a path has no times");
    succeed(lw_motion_set_stop(of_path, NULL, zeros, (const double[]){1, 0, 0}, NULL, &error), &error);
    refused(lw_motion_set_stop_at(a.motion, of_path, 9, &error), LW_ERROR_ARGUMENT, &error,
            "outside the motion");
    refused(lw_motion_set_stop_at(a.motion, of_path, (double)NAN, &error), LW_ERROR_ARGUMENT, &error,
            "outside the motion");
    succeed(lw_motion_set_stop_at(a.motion, of_path, 0, &error), &error);
    lw_motion_destroy(of_path);
    drop_arm(&free);
    drop_arm(&other);
    drop_arm(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_phases),         cmocka_unit_test(test_spread),
        cmocka_unit_test(test_one_end),        cmocka_unit_test(test_motion),
        cmocka_unit_test(test_stop_at),        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_between_tracks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
