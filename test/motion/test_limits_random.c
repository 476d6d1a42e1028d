/* Violations of joint limits against long double Hermite interpolation of random trajectories, sampled
 * densely. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/random.h"
#include "limited_arm.h"
#include "seed.h"

enum {
    POINTS = 4,
    SAMPLES = 120, /* of a piece */
    ROOM = 4000
};

static const double none = HUGE_VAL;

/* Column of the values that a joint follows. */
static const size_t column_of[JOINTS] = {0, 1, 0, 2};

/* ---- the oracle --------------------------------------------------------------------------------- */

typedef struct trajectory {
    int degree;
    size_t count;
    double times[POINTS], rows[3][POINTS * OWN]; /* positions, velocities, accelerations */
} trajectory;

/* The polynomial of a piece in u: Hermite interpolation by divided differences, u = 0 and 1 repeated.
 * terms[0]: the sum of the magnitudes of the terms of derivative 0, and so on, by time. */
static void interpolate(const trajectory *t, size_t column, size_t piece, long double c[6],
                        long double terms[ORDERS])
{
    const int nodes = t->degree + 1;
    const long double w = (long double)t->times[piece + 1] - t->times[piece];
    const long double share[3] = {1, w, w * w / 2}; /* a derivative in u over its factorial */
    long double table[6][6];
    for (int i = 0; i < nodes; i++)
        table[i][0] = t->rows[0][(piece + (2 * i >= nodes)) * OWN + column];
    for (int k = 1; k < nodes; k++)
        for (int i = 0; i + k < nodes; i++) {
            const bool same = (2 * i >= nodes) == (2 * (i + k) >= nodes);
            table[i][k] = same ? share[k] * t->rows[k][(piece + (2 * i >= nodes)) * OWN + column]
                               : table[i + 1][k - 1] - table[i][k - 1];
        }
    /* Newton's form into powers of u */
    for (int i = 0; i < 6; i++)
        c[i] = 0;
    for (int k = nodes; k-- > 0;) {
        const long double node = 2 * k >= nodes;
        for (int i = 5; i > 0; i--)
            c[i] = c[i - 1] - node * c[i];
        c[0] = table[0][k] - node * c[0];
    }
    for (int order = 0; order < ORDERS; order++) {
        terms[order] = 0;
        for (int i = order; i < 6; i++) {
            long double factor = 1;
            for (int k = 0; k < order; k++)
                factor *= (i - k) / w;
            terms[order] += fabsl(factor * c[i]);
        }
    }
}

static long double derivative(const long double c[6], long double w, long double u, int order)
{
    long double value = 0;
    for (int i = 5; i >= order; i--) {
        long double factor = 1;
        for (int k = 0; k < order; k++)
            factor *= (i - k) / w;
        value = value * u + factor * c[i];
    }
    return value;
}

/* A joint's polynomial on a piece. */
typedef struct oracle {
    long double c[6], terms[ORDERS], w;
    double start;
} oracle;

static oracle oracle_of(const arm *a, const trajectory *t, size_t joint, size_t piece)
{
    oracle o = {.start = t->times[piece], .w = (long double)t->times[piece + 1] - t->times[piece]};
    interpolate(t, column_of[joint], piece, o.c, o.terms);
    const long double multiplier = joint == 2 ? a->of[2].multiplier : 1;
    for (int i = 0; i < 6; i++)
        o.c[i] *= multiplier;
    for (int order = 0; order < ORDERS; order++)
        o.terms[order] *= fabsl(multiplier);
    if (joint == 2)
        o.c[0] += a->of[2].offset;
    return o;
}

/* How far off the library may be: 1e-9 of the limit, and what terms that cancel round by. */
static long double allowed(const oracle *o, int order, double limit)
{
    return 1e-9L * (1 + fabsl(limit)) + 0x1p-40L * o->terms[order];
}

static double limit_of(const arm *a, size_t joint, int order, int side)
{
    const limits *l = &a->of[joint];
    if (order == 0)
        return joint == 3 ? none : side ? -l->lower : l->upper;
    return l->rates[order];
}

/* ---- comparison --------------------------------------------------------------------------------- */

typedef struct tally {
    size_t pieces, violations, jumps, clean;
} tally;

static bool is_on_side(const lw_violation *v, size_t joint, int order, int side)
{
    return v->joint == joint && (int)v->kind == order &&
           (v->limit < 0 || (v->limit == 0 && v->value < 0)) == (side == 1);
}

/* The reported violation that a time is in, within `near`; NULL: none. */
static const lw_violation *find(const lw_violation *list, size_t count, size_t joint, int order,
                                int side, double time, double near)
{
    for (size_t i = 0; i < count; i++)
        if (is_on_side(&list[i], joint, order, side) && time >= list[i].begin - near &&
            time <= list[i].end + near)
            return &list[i];
    return NULL;
}

/* Compares a joint's samples on a piece with what was reported. */
static void compare_samples(const arm *a, const trajectory *t, size_t joint, size_t piece,
                            const lw_violation *list, size_t count)
{
    const oracle o = oracle_of(a, t, joint, piece);
    for (int order = 0; order < ORDERS; order++)
        for (int side = 0; side < 2; side++) {
            const double limit = limit_of(a, joint, order, side);
            const long double sign = side ? -1 : 1;
            const long double off = allowed(&o, order, limit);
            for (int i = 0; i <= SAMPLES && limit < none; i++) {
                const long double u = (long double)i / SAMPLES;
                const long double value = sign * derivative(o.c, o.w, u, order);
                const double time = (double)(o.start + u * o.w);
                if (value > limit + off) {
                    const lw_violation *v = find(list, count, joint, order, side, time, 1e-13);
                    if (!v)
                        fail_msg("joint %zu, order %d: %Lg at %g is beyond %g, and not reported", joint,
                                 order, value, time, limit);
                    if (value > (side ? -1 : 1) * v->value + off)
                        fail_msg("joint %zu, order %d: %Lg at %g is farther than %g", joint, order,
                                 value, time, v->value);
                } else if (value < limit - off && i > 0 && i < SAMPLES &&
                           find(list, count, joint, order, side, time, -1e-13)) {
                    fail_msg("joint %zu, order %d: %Lg at %g is within %g, but reported", joint, order,
                             value, time, limit);
                }
            }
        }
}

/* Each reported stretch is there: its farthest value, and its length. */
static void compare_stretch(const arm *a, const trajectory *t, const lw_violation *v)
{
    size_t piece = 0;
    while (piece + 2 < t->count && v->time > t->times[piece + 1])
        piece++;
    const int order = (int)v->kind;
    const bool is_low = v->limit < 0;
    bool found = false;
    /* at a waypoint the value may be that of either piece */
    for (size_t k = 0; k < 2 && piece + k + 1 < t->count; k++) {
        const oracle o = oracle_of(a, t, v->joint, piece + k);
        const long double u = ((long double)v->time - o.start) / o.w;
        const long double value = derivative(o.c, o.w, u, order);
        const long double moves = order < 3 ? o.terms[order + 1] * 0x1p-50L * (1 + v->time) : 0;
        const long double off = allowed(&o, order, v->limit) + moves;
        found =
            found || (fabsl(value - v->value) <= off && (is_low ? -1 : 1) * (v->value - v->limit) > 0);
    }
    if (!found)
        fail_msg("joint %zu, %s: %.17g at %.17g is not there", v->joint, lw_limit_name(v->kind),
                 v->value, v->time);
    assert_true(v->begin <= v->time && v->time <= v->end);
    assert_true(limit_of(a, v->joint, order, is_low) == (is_low ? -v->limit : v->limit));
}

static void compare_jumps(const arm *a, const trajectory *t, const lw_violation *list, size_t count,
                          tally *all)
{
    for (size_t joint = 0; joint < JOINTS; joint++)
        for (int order = 1; order < 3; order++)
            for (size_t k = 1; k + 1 < t->count; k++) {
                const oracle one = oracle_of(a, t, joint, k - 1);
                const oracle two = oracle_of(a, t, joint, k);
                const long double jump =
                    derivative(two.c, two.w, 0, order) - derivative(one.c, one.w, 1, order);
                const long double off = allowed(&one, order, 0) + allowed(&two, order, 0);
                const limits *l = &a->of[joint];
                const bool counts =
                    order == 1 ? l->rates[2] < none || l->rates[3] < none : l->rates[3] < none;
                const lw_violation *found = NULL;
                for (size_t i = 0; i < count; i++)
                    if (list[i].joint == joint && list[i].begin == t->times[k] &&
                        list[i].kind ==
                            (order == 1 ? LW_LIMIT_VELOCITY_JUMP : LW_LIMIT_ACCELERATION_JUMP))
                        found = &list[i];
                if (fabsl(jump) > off && counts != (found != NULL))
                    fail_msg("joint %zu, order %d: a jump of %Lg at %g", joint, order, jump,
                             t->times[k]);
                if (found && fabsl(found->value - jump) > off)
                    fail_msg("a jump of %Lg is reported as %g", jump, found->value);
                if (found)
                    assert_true(counts && found->begin == found->end && found->segment == (int64_t)k);
                all->jumps += found != NULL;
            }
}

static void compare(arm *a, const trajectory *t, tally *all)
{
    static lw_violation list[ROOM];
    lw_error error = {0};
    lw_track track = lw_default_track();
    size_t count = 0;
    track.kind = LW_TRACK_TRAJECTORY;
    track.point_count = t->count;
    track.times = t->times;
    track.positions = t->rows[0];
    track.velocities = t->degree > 1 ? t->rows[1] : NULL;
    track.accelerations = t->degree > 3 ? t->rows[2] : NULL;
    succeed(lw_motion_set(a->motion, &track, 1, &error), &error);
    succeed(lw_motion_limits(a->motion, 0, list, ROOM, &count, &error), &error);
    assert_true(count <= ROOM);
    for (size_t i = 1; i < count; i++)
        assert_true(list[i - 1].begin <= list[i].begin);
    for (size_t joint = 0; joint < JOINTS; joint++)
        for (size_t k = 0; k + 1 < t->count; k++)
            compare_samples(a, t, joint, k, list, count);
    for (size_t i = 0; i < count; i++)
        if (list[i].kind <= LW_LIMIT_JERK)
            compare_stretch(a, t, &list[i]);
    compare_jumps(a, t, list, count, all);
    /* the first ones are the same where there is less room */
    lw_violation few[3];
    size_t again;
    const size_t room = 1 + count % 3;
    succeed(lw_motion_limits(a->motion, 0, few, room, &again, &error), &error);
    assert_int_equal(again, count);
    for (size_t i = 0; i < room && i < count; i++)
        assert_true(few[i].kind == list[i].kind && few[i].joint == list[i].joint &&
                    few[i].begin == list[i].begin && few[i].end == list[i].end &&
                    few[i].value == list[i].value && few[i].limit == list[i].limit);
    all->pieces += t->count - 1;
    all->violations += count;
    all->clean += count == 0;
}

static double maybe(lw_random *random, double low, double high)
{
    return lw_random_below(random, 3) ? low * pow(high / low, lw_random_between(random, 0, 1)) : none;
}

static void test_random(void **state)
{
    (void)state;
    enum { ARMS = 50 };
    lw_random random = {test_seed()};
    const int motions = test_motion_count(4000, 500000);
    tally all = {0};
    for (int i = 0; i < ARMS; i++) {
        limits of[JOINTS];
        for (int j = 0; j < JOINTS; j++)
            of[j] = (limits){
                .lower = -maybe(&random, 1, 9),
                .upper = maybe(&random, 1, 9),
                .rates = {0, maybe(&random, 1, 30), maybe(&random, 4, 300), maybe(&random, 20, 5000)},
                .multiplier = lw_random_between(&random, -2, 2),
                .offset = lw_random_between(&random, -0.5, 0.5)};
        arm a = make_arm(of);
        for (int m = 0; m < motions / ARMS; m++) {
            trajectory t = {.degree = 1 + 2 * (int)lw_random_below(&random, 3),
                            .count = 2 + lw_random_below(&random, POINTS - 1)};
            const double pace = pow(10, lw_random_between(&random, -1, 1));
            for (size_t k = 1; k < t.count; k++)
                t.times[k] = t.times[k - 1] + pace * lw_random_between(&random, 0.3, 1);
            for (size_t k = 0; k < t.count * OWN; k++) {
                t.rows[0][k] = lw_random_between(&random, -1.5, 1.5);
                t.rows[1][k] = lw_random_between(&random, -2, 2) / pace;
                t.rows[2][k] = lw_random_between(&random, -3, 3) / (pace * pace);
            }
            compare(&a, &t, &all);
        }
        drop_arm(&a);
    }
    printf("%zu pieces, %zu violations, %zu jumps, %zu motions without\n", all.pieces, all.violations,
           all.jumps, all.clean);
    assert_true(all.pieces > (size_t)motions && all.violations > (size_t)motions && all.jumps > 100 &&
                all.clean > (size_t)motions / 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
