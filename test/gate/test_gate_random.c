/* lw_gate_check on random chunks, against an oracle that evaluates the motion by the textbook formulas
 * of Hermite and of a constant deceleration, and samples it densely. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/random.h"
#include "gate_table.h"
#include "seed.h"

enum { POINTS = 12, SAMPLES = 24, STOP_SAMPLES = 96 };

/* A chunk, and the oracle's view of it. */
typedef struct chunk {
    double start[OWN], rates[OWN], points[POINTS * OWN];
    size_t count;
    double period;
} chunk;

static double velocity_of(const chunk *c, size_t point, int joint)
{
    const double *p = c->points + point * OWN + joint;
    const double before = point ? p[-OWN] : c->start[joint];
    return point + 1 == c->count ? (*p - before) / c->period : (p[OWN] - before) / (2 * c->period);
}

/* The value (order 0), velocity or acceleration on the way to a waypoint, from 0, at a share u of it,
 * by Hermite's basis functions. */
static double way_at(const chunk *c, size_t point, int joint, double u, int order)
{
    const double h = c->period;
    const double p0 = point ? c->points[(point - 1) * OWN + joint] : c->start[joint];
    const double m0 = h * (point ? velocity_of(c, point - 1, joint) : c->rates[joint]);
    const double p1 = c->points[point * OWN + joint];
    const double m1 = h * velocity_of(c, point, joint);
    if (order == 0)
        return (1 + 2 * u) * (1 - u) * (1 - u) * p0 + u * (1 - u) * (1 - u) * m0 +
               u * u * (3 - 2 * u) * p1 + u * u * (u - 1) * m1;
    if (order == 1)
        return (6 * u * (u - 1) * (p0 - p1) + (1 - u) * (1 - 3 * u) * m0 + u * (3 * u - 2) * m1) / h;
    return ((12 * u - 6) * (p0 - p1) + (6 * u - 4) * m0 + (6 * u - 2) * m1) / (h * h);
}

/* How safe a part of a chunk is: the least gap, and the least room to a limit, relative to it. */
typedef struct room {
    double gap, limits;
} room;

static void narrow(room *r, double gap, double limits)
{
    r->gap = fmin(r->gap, gap);
    r->limits = fmin(r->limits, limits);
}

/* The least gap with each value off by a tolerance, to either side or not at all. */
static double gap_within(const gate_table *t, const double *q, double tolerance)
{
    double gap = table_gap(t, q);
    for (int corner = 0; tolerance > 0 && corner < 8; corner++) {
        double off[OWN];
        for (int i = 0; i < OWN; i++)
            off[i] = q[i] + (corner >> i & 1 ? tolerance : -tolerance);
        gap = fmin(gap, table_gap(t, off));
    }
    return gap;
}

static room room_on_way(const gate_table *t, const chunk *c, size_t point, double tolerance)
{
    room r = {HUGE_VAL, HUGE_VAL};
    for (int s = 0; s <= SAMPLES; s++) {
        double q[OWN];
        for (int i = 0; i < OWN; i++) {
            const double u = (double)s / SAMPLES;
            q[i] = way_at(c, point, i, u, 0);
            narrow(&r, HUGE_VAL, t->reach - fabs(q[i]));
            narrow(&r, HUGE_VAL, 1 - fabs(way_at(c, point, i, u, 1)) / t->velocity);
            narrow(&r, HUGE_VAL, 1 - fabs(way_at(c, point, i, u, 2)) / t->acceleration);
        }
        narrow(&r, gap_within(t, q, tolerance), HUGE_VAL);
    }
    return r;
}

/* The stop from the end of the way to a waypoint. */
static room room_of_stop(const gate_table *t, const chunk *c, size_t point, double tolerance)
{
    room r = {HUGE_VAL, HUGE_VAL};
    double longest = 0;
    for (int i = 0; i < OWN; i++)
        longest = fmax(longest, fabs(velocity_of(c, point, i)) / t->acceleration);
    for (int s = 0; s <= STOP_SAMPLES; s++) {
        double q[OWN];
        for (int i = 0; i < OWN; i++) {
            const double v = velocity_of(c, point, i);
            const double time = fmin(longest * s / STOP_SAMPLES, fabs(v) / t->acceleration);
            q[i] =
                c->points[point * OWN + i] + v * time - copysign(t->acceleration, v) * time * time / 2;
            narrow(&r, HUGE_VAL, t->reach - fabs(q[i]));
        }
        narrow(&r, gap_within(t, q, tolerance), HUGE_VAL);
    }
    return r;
}

static chunk random_chunk(lw_random *random)
{
    chunk c = {.count = 1 + lw_random_below(random, POINTS),
               .period = lw_random_between(random, 0.02, 0.1)};
    double velocity[OWN];
    double at[OWN];
    for (int i = 0; i < OWN; i++) {
        at[i] = c.start[i] = lw_random_between(random, -1.2, 1.2);
        velocity[i] = c.rates[i] = lw_random_between(random, -1.5, 1.5);
    }
    for (size_t k = 0; k < c.count; k++)
        for (int i = 0; i < OWN; i++) {
            const double change = lw_random_between(random, -3, 3) * c.period;
            at[i] += (velocity[i] + change / 2) * c.period;
            velocity[i] += change;
            c.points[k * OWN + i] = at[i];
        }
    return c;
}

static lw_gate_answer ask(lw_gate *gate, const chunk *c)
{
    lw_error error = {0};
    lw_gate_request request = lw_default_gate_request();
    lw_gate_answer answer = lw_default_gate_answer();
    request.values = c->start;
    request.rates = c->rates;
    request.points = c->points;
    request.count = c->count;
    succeed(lw_gate_check(gate, &request, &answer, &error), &error);
    return answer;
}

/* What the oracle says of an answer. */
typedef struct tally {
    int passed, cut, stopped; /* answers */
    int safe, kept_back;      /* parts that are safe by 5 mm, and of these, which did not pass */
} tally;

/* Compares an answer with the oracle: what passes is safe, and what is clearly safe passes. */
static void compare(const gate_table *t, const chunk *c, double tolerance, const lw_gate_answer *answer,
                    tally *all)
{
    room way = {HUGE_VAL, HUGE_VAL};
    size_t safe = 0;
    for (size_t k = 0; k < c->count; k++) {
        const room step = room_on_way(t, c, k, tolerance);
        const room stop = room_of_stop(t, c, k, tolerance);
        narrow(&way, step.gap, step.limits);
        const double gap = fmin(way.gap, stop.gap);
        const double limits = fmin(way.limits, stop.limits);
        if (gap > 0.005 && limits > 1e-3)
            safe = k + 1;
        if (k + 1 == answer->passed && (gap < 0 || limits < -2e-6))
            fail_msg("unsafe: %zu of %zu waypoints pass, gap %g, room to limits %g", k + 1, c->count,
                     gap, limits);
    }
    all->passed += answer->kind == LW_GATE_PASS && answer->passed == c->count;
    all->cut += answer->kind == LW_GATE_PASS && answer->passed < c->count;
    all->stopped += answer->kind == LW_GATE_STOP;
    all->safe += safe > 0;
    all->kept_back += safe > answer->passed;
}

/* What passes is the motion that the gate shows. */
static void compare_motion(const gate_table *t, const chunk *c, const lw_gate_answer *answer)
{
    const lw_motion *motion = lw_gate_motion(t->gate);
    for (size_t k = 0; k < answer->passed; k++)
        for (size_t i = 0; i < OWN; i++) {
            double value;
            const double time = ((double)k + 0.3) * c->period;
            assert_int_equal(lw_motion_joint_values(motion, i, time, &value, NULL), LW_OK);
            assert_true(fabs(value - way_at(c, k, (int)i, 0.3, 0)) < 1e-9);
        }
    for (size_t i = 0; i < OWN && answer->passed; i++) {
        double value;
        const double v = velocity_of(c, answer->passed - 1, (int)i);
        const double rest =
            c->points[(answer->passed - 1) * OWN + i] + v * fabs(v) / (2 * t->acceleration);
        assert_int_equal(lw_motion_joint_values(motion, i, answer->end, &value, NULL), LW_OK);
        assert_true(fabs(value - rest) < 1e-9);
    }
}

static void try_table(lw_random *random, double tolerance, tally *all)
{
    lw_error error = {0};
    gate_table t = open_table();
    const double tolerances[OWN] = {tolerance, tolerance, tolerance};
    t.reach = lw_random_between(random, 1, 2);
    t.velocity = lw_random_between(random, 1, 3);
    t.acceleration = lw_random_between(random, 2, 8);
    for (int i = 0; i < BALLS; i++)
        for (int k = 0; k < 2; k++)
            t.balls[i][k] = lw_random_between(random, -2, 2);
    build_table(&t);
    for (int i = 0; i < 20; i++) {
        const chunk c = random_chunk(random);
        lw_gate_options options = lw_default_gate_options();
        options.period = c.period;
        options.points = POINTS;
        options.tolerance = tolerance > 0 ? tolerances : NULL;
        succeed(lw_gate_create(t.scene, &options, &t.gate, &error), &error);
        const lw_gate_answer answer = ask(t.gate, &c);
        compare(&t, &c, tolerance, &answer, all);
        compare_motion(&t, &c, &answer);
        lw_gate_destroy(t.gate);
        t.gate = NULL;
    }
    drop_table(&t);
}

static void check_random(double tolerance)
{
    lw_random random = {test_seed()};
    tally all = {0};
    const int count = test_motion_count(2000, 1000000);
    for (int i = 0; i < count; i += 20)
        try_table(&random, tolerance, &all);
    print_message("%d pass, %d are cut, %d stop; %d of %d safe ones were kept back\n", all.passed,
                  all.cut, all.stopped, all.kept_back, all.safe);
    assert_true(all.passed * 20 > count && all.cut * 50 > count && all.stopped * 20 > count);
    assert_true(all.kept_back * 100 <= all.safe);
}

static void test_random_chunks(void **state)
{
    (void)state;
    check_random(0);
}

static void test_random_tolerances(void **state)
{
    (void)state;
    check_random(0.01);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_chunks),
        cmocka_unit_test(test_random_tolerances),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
