/* Tests the timing of paths: limits are kept and reached, the path is never left, and the time is the
 * shortest one of a trapezoidal velocity profile. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "allocation.h"
#include "base/random.h"
#include "seed.h"
#include "small_scene.h"

enum { WIDTH = 4, POINTS = 6 };

typedef struct question {
    double path[POINTS * WIDTH], velocities[WIDTH], accelerations[WIDTH], corners[POINTS];
    lw_timing timing;
} question;

static void ask(question *q, lw_random *random)
{
    q->timing = lw_default_timing();
    q->timing.path = q->path;
    q->timing.point_count = 1 + lw_random_below(random, POINTS);
    q->timing.value_count = 1 + lw_random_below(random, WIDTH);
    q->timing.velocities = q->velocities;
    q->timing.accelerations = q->accelerations;
    double size = pow(10, lw_random_between(random, -3, 1));
    for (size_t i = 0; i < POINTS * WIDTH; i++)
        q->path[i] = lw_random_between(random, -size, size);
    for (size_t i = 0; i < WIDTH; i++) {
        q->velocities[i] = pow(10, lw_random_between(random, -1, 1));
        q->accelerations[i] = pow(10, lw_random_between(random, -1, 1));
        /* some values rest, some have no limit of their velocity */
        bool rests = !lw_random_below(random, 4);
        if (!lw_random_below(random, 8))
            q->velocities[i] = HUGE_VAL;
        for (size_t k = 1; k < q->timing.point_count; k++)
            if (rests)
                q->path[k * q->timing.value_count + i % q->timing.value_count] =
                    q->path[i % q->timing.value_count];
    }
}

/* The shortest time of a segment from rest to rest, if all values follow one law along it. The value
 * with the tightest velocity limit and the value with the tightest acceleration limit, relative to
 * their ways, decide. */
static double shortest(const question *q, const double *a, const double *b)
{
    double v = HUGE_VAL;
    double w = HUGE_VAL;
    for (size_t i = 0; i < q->timing.value_count; i++) {
        double way = fabs(b[i] - a[i]);
        if (way > 0) {
            v = fmin(v, q->velocities[i] / way);
            w = fmin(w, q->accelerations[i] / way);
        }
    }
    if (w == HUGE_VAL)
        return 0;
    return v * v / w < 1 ? 1 / v + v / w : 2 / sqrt(w);
}

/* The cubic between two rows, at a share u of their interval: position, velocity and acceleration of a
 * value. */
static void spline(const lw_timed_path *t, size_t row, size_t i, double u, double out[3])
{
    double h = t->times[row + 1] - t->times[row];
    size_t at = row * t->value_count + i;
    double p = t->positions[at];
    double q = t->positions[at + t->value_count];
    double m = h * t->velocities[at];
    double n = h * t->velocities[at + t->value_count];
    double c2 = 3 * (q - p) - 2 * m - n;
    double c3 = 2 * (p - q) + m + n;
    out[0] = p + u * (m + u * (c2 + u * c3));
    out[1] = (m + u * (2 * c2 + u * 3 * c3)) / h;
    out[2] = (2 * c2 + 6 * u * c3) / (h * h);
}

/* The distance of a configuration from a segment: the largest one over its values. */
static double off_segment(const double *a, const double *b, const double *p, size_t width)
{
    double along = 0;
    double square = 0;
    double off = 0;
    for (size_t i = 0; i < width; i++) {
        along += (p[i] - a[i]) * (b[i] - a[i]);
        square += (b[i] - a[i]) * (b[i] - a[i]);
    }
    double s = square > 0 ? fmin(fmax(along / square, 0), 1) : 0;
    for (size_t i = 0; i < width; i++)
        off = fmax(off, fabs(a[i] + s * (b[i] - a[i]) - p[i]));
    return off;
}

static void check_limits(const question *q, const lw_timed_path *t)
{
    size_t width = t->value_count;
    size_t segment = 1;
    for (size_t row = 0; row + 1 < t->point_count; row++) {
        /* rows from one rest to the next belong to one segment */
        while (
            segment < q->timing.point_count &&
            !memcmp(q->path + segment * width, q->path + (segment - 1) * width, width * sizeof(double)))
            segment++;
        const double *a = q->path + (segment - 1) * width;
        for (int k = 0; k <= 8; k++) {
            double position[WIDTH] = {0};
            for (size_t i = 0; i < width; i++) {
                double now[3];
                spline(t, row, i, k / 8.0, now);
                position[i] = now[0];
                assert_true(fabs(now[1]) <= q->velocities[i] * (1 + 1e-9));
                assert_true(fabs(now[2]) <= q->accelerations[i] * (1 + 1e-6));
            }
            assert_true(off_segment(a, a + width, position, width) < 1e-14 * (1 + fabs(a[0]) + 10));
        }
        bool rests = true;
        for (size_t i = 0; i < width; i++)
            rests = rests && t->velocities[(row + 1) * width + i] == 0;
        segment += rests;
    }
    assert_true(segment >= q->timing.point_count);
}

static void test_random(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int held = 0;
    int not_held = 0;
    for (int done = 0; done < test_rounds(5000, 500000); done++) {
        question q;
        lw_error error = {0};
        lw_timed_path t = lw_default_timed_path();
        ask(&q, &random);
        if (q.timing.point_count == 1)
            continue;
        succeed(lw_time_path(&q.timing, &t, &error), &error);
        size_t width = q.timing.value_count;
        size_t last = q.timing.point_count - 1;
        assert_int_equal(t.value_count, width);
        assert_memory_equal(t.positions, q.path, width * sizeof(double));
        assert_memory_equal(t.positions + (t.point_count - 1) * width, q.path + last * width,
                            width * sizeof(double));
        assert_true(t.times[0] == 0);
        for (size_t i = 1; i < t.point_count; i++) {
            assert_true(t.times[i] > t.times[i - 1]);
            double nanoseconds = t.times[i] * 1e9;
            assert_true(fabs(nanoseconds - round(nanoseconds)) <= 1e-15 * nanoseconds);
        }
        double least = 0;
        size_t moves = 0;
        for (size_t k = 1; k <= last; k++) {
            double time = shortest(&q, q.path + (k - 1) * width, q.path + k * width);
            least += time;
            moves += time > 0;
        }
        /* rounded up by three nanoseconds per segment at most */
        assert_true(t.times[t.point_count - 1] >= least * (1 - 1e-12));
        assert_true(t.times[t.point_count - 1] <= least * (1 + 1e-12) + 4e-9 * (double)moves + 1e-9);
        if (moves)
            check_limits(&q, &t);
        held += t.point_count > 1 + 2 * moves;
        not_held += t.point_count < 1 + 3 * moves;
        lw_timed_path_free(&t);
    }
    assert_true(held > 100 && not_held > 100);
}

/* The distance of a configuration from the whole path. */
static double off_path(const question *q, const double *p)
{
    size_t width = q->timing.value_count;
    double least = HUGE_VAL;
    for (size_t k = 1; k < q->timing.point_count; k++)
        least = fmin(least, off_segment(q->path + (k - 1) * width, q->path + k * width, p, width));
    return least;
}

static double longest_way(const question *q)
{
    double longest = 0;
    for (size_t k = q->timing.value_count; k < q->timing.point_count * q->timing.value_count; k++)
        longest = fmax(longest, fabs(q->path[k] - q->path[k - q->timing.value_count]));
    return longest;
}

/* Checks the limits of the trajectory, and that it leaves the path only near waypoints; returns the
 * number of row intervals in which it does. */
static int check_corners(const question *q, const lw_timed_path *t)
{
    size_t width = t->value_count;
    double way = longest_way(q);
    int cut = 0;
    for (size_t row = 0; row + 1 < t->point_count; row++) {
        double off = 0;
        for (int k = 0; k <= 8; k++) {
            double position[WIDTH] = {0};
            for (size_t i = 0; i < width; i++) {
                double now[3];
                spline(t, row, i, k / 8.0, now);
                position[i] = now[0];
                assert_true(fabs(now[1]) <= q->velocities[i] * (1 + 1e-9));
                assert_true(fabs(now[2]) <= q->accelerations[i] * (1 + 1e-9));
            }
            off = fmax(off, off_path(q, position));
        }
        assert_true(off <= way / 8);
        if (off < 1e-12 * (1 + way))
            continue;
        cut++;
        /* it leaves the path only about a waypoint */
        double middle = 0.5 * (t->times[row] + t->times[row + 1]);
        double least = HUGE_VAL;
        for (size_t k = 1; k + 1 < q->timing.point_count; k++)
            least = fmin(least, fabs(t->waypoints[k] - middle));
        assert_true(least <= 1e-12 * (1 + middle));
    }
    return cut;
}

/* Passing corners: the limits are the same, the time is never much longer, and the path is left only at
 * corners. */
static void test_corners(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int cut = 0;
    int faster = 0;
    for (int done = 0; done < test_rounds(5000, 500000); done++) {
        question q;
        lw_error error = {0};
        lw_timed_path stops = lw_default_timed_path();
        lw_timed_path t = lw_default_timed_path();
        ask(&q, &random);
        if (q.timing.point_count == 1)
            continue;
        succeed(lw_time_path(&q.timing, &stops, &error), &error);
        q.timing.corners = q.corners;
        for (int i = 0; i < POINTS; i++)
            q.corners[i] = lw_random_below(&random, 3) ? lw_random_between(&random, 0, 1) : done % 2;
        succeed(lw_time_path(&q.timing, &t, &error), &error);
        size_t width = q.timing.value_count;
        size_t last = q.timing.point_count - 1;
        assert_memory_equal(t.positions, q.path, width * sizeof(double));
        assert_memory_equal(t.positions + (t.point_count - 1) * width, q.path + last * width,
                            width * sizeof(double));
        for (size_t i = 0; i < width; i++) {
            assert_true(t.velocities[i] == 0);
            assert_true(t.velocities[(t.point_count - 1) * width + i] == 0);
        }
        for (size_t i = 1; i < t.point_count; i++)
            assert_true(t.times[i] > t.times[i - 1]);
        assert_true(t.waypoints[0] == 0);
        for (size_t k = 1; k <= last; k++)
            assert_true(t.waypoints[k] >= t.waypoints[k - 1]);
        double end = t.times[t.point_count - 1];
        assert_true(t.waypoints[last] <= end && t.waypoints[last] >= end - 2e-9);
        cut += check_corners(&q, &t);
        /* never much slower than from rest to rest: the limits are used with a little to spare, and no
         * piece is shorter than a millisecond */
        double whole = stops.times[stops.point_count - 1];
        assert_true(end <= whole * (1 + 2e-4) + 0.003 * (double)q.timing.point_count);
        faster += end < 0.9 * whole;
        lw_timed_path_free(&t);
        lw_timed_path_free(&stops);
    }
    assert_true(cut > 500 && faster > 500);
}

/* By hand: 1 rad at 0.5 rad/s and 1 rad/s^2 takes 2 + 0.5 s; at 2 rad/s, 2 s. */
static void test_by_hand(void **state)
{
    (void)state;
    lw_error error = {0};
    const double path[] = {0, 1};
    double velocity = 0.5;
    double acceleration = 1;
    lw_timing timing = lw_default_timing();
    lw_timed_path t = lw_default_timed_path();
    timing.path = path;
    timing.point_count = 2;
    timing.value_count = 1;
    timing.velocities = &velocity;
    timing.accelerations = &acceleration;
    succeed(lw_time_path(&timing, &t, &error), &error);
    assert_int_equal(t.point_count, 4);
    const double times[] = {0, 0.5, 2, 2.5};
    const double positions[] = {0, 0.125, 0.875, 1};
    const double velocities[] = {0, 0.5, 0.5, 0};
    for (int i = 0; i < 4; i++) {
        assert_true(fabs(t.times[i] - times[i]) < 3e-9);
        assert_true(fabs(t.positions[i] - positions[i]) < 3e-9);
        assert_true(fabs(t.velocities[i] - velocities[i]) < 3e-9);
    }
    lw_timed_path_free(&t);
    velocity = 2;
    succeed(lw_time_path(&timing, &t, &error), &error);
    assert_int_equal(t.point_count, 3);
    assert_true(fabs(t.times[2] - 2) < 3e-9);
    assert_true(fabs(t.velocities[1] - 1) < 3e-9);
    lw_timed_path_free(&t);
    /* a path that stays where it is */
    for (timing.point_count = 1; timing.point_count <= 2; timing.point_count++) {
        const double still[] = {3, 3};
        timing.path = still;
        succeed(lw_time_path(&timing, &t, &error), &error);
        assert_int_equal(t.point_count, 2);
        assert_true(t.times[1] == 1e-9 && t.positions[0] == 3 && t.positions[1] == 3);
        assert_true(t.velocities[0] == 0 && t.velocities[1] == 0);
        lw_timed_path_free(&t);
    }
}

static void test_arguments(void **state)
{
    (void)state;
    lw_error error = {0};
    double path[] = {0, 1};
    double velocity = 1;
    double acceleration = 1;
    lw_timing timing = lw_default_timing();
    lw_timed_path t = lw_default_timed_path();
    refused(lw_time_path(NULL, &t, &error), LW_ERROR_ARGUMENT, &error, "missing");
    refused(lw_time_path(&timing, NULL, &error), LW_ERROR_ARGUMENT, &error, "missing");
    refused(lw_time_path(&timing, &t, &error), LW_ERROR_ARGUMENT, &error, "missing");
    timing.path = path;
    timing.point_count = 2;
    timing.value_count = 1;
    timing.velocities = &velocity;
    timing.accelerations = &acceleration;
    const double bad[] = {0, -1, (double)NAN};
    for (int i = 0; i < 3; i++) {
        velocity = bad[i];
        refused(lw_time_path(&timing, &t, &error), LW_ERROR_ARGUMENT, &error,
                "value 1 has the largest");
        velocity = 1;
        acceleration = bad[i];
        refused(lw_time_path(&timing, &t, &error), LW_ERROR_ARGUMENT, &error,
                "value 1 has the largest");
        acceleration = 1;
    }
    acceleration = HUGE_VAL;
    refused(lw_time_path(&timing, &t, &error), LW_ERROR_ARGUMENT, &error, "acceleration finite");
    acceleration = 1;
    path[1] = (double)NAN;
    refused(lw_time_path(&timing, &t, &error), LW_ERROR_ARGUMENT, &error,
            "value 1 of point 2 is not finite");
    static const double far[] = {1e10, 1e19, 1e300};
    for (int i = 0; i < 3; i++) {
        path[1] = far[i];
        refused(lw_time_path(&timing, &t, &error), LW_ERROR_ARGUMENT, &error, "takes more than");
    }
    assert_null(t.times);
    const double corners[] = {0.5, 1.5};
    const double low[] = {-0.1, 0.5};
    path[1] = 1;
    timing.corners = corners;
    refused(lw_time_path(&timing, &t, &error), LW_ERROR_ARGUMENT, &error, "corner 2");
    timing.corners = low;
    refused(lw_time_path(&timing, &t, &error), LW_ERROR_ARGUMENT, &error, "corner 1");
    timing.corners = NULL;
    path[1] = 1e-300;
    succeed(lw_time_path(&timing, &t, &error), &error);
    assert_true(t.point_count == 3 && t.positions[2] == 1e-300);
    lw_timed_path_free(&t);
    lw_timed_path_free(NULL);
}

static void test_memory(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_random random = {1};
    question q;
    do
        ask(&q, &random);
    while (q.timing.point_count < 3);
    for (size_t n = 1;; n++) {
        lw_timed_path t = lw_default_timed_path();
        allocation_fail(n);
        lw_status status = lw_time_path(&q.timing, &t, &error);
        bool failed = allocation_failed();
        allocation_fail(0);
        assert_int_equal(status, failed ? LW_ERROR_MEMORY : LW_OK);
        lw_timed_path_free(&t);
        if (!failed)
            break;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),  cmocka_unit_test(test_corners),
        cmocka_unit_test(test_by_hand), cmocka_unit_test(test_arguments),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
