/* Splines against their definitions in long double: the recursion of Cox and de Boor, Bernstein
 * polynomials, powers. Values and rates within the errors that proofs allow for, bounds on derivatives,
 * limits against dense samples. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/random.h"
#include "leeway/spline.h"
#include "limited_arm.h"
#include "motion/motion.h"
#include "seed.h"

enum {
    MOST_ROWS = 60,
    MOST_KNOTS = MOST_ROWS + LW_SPLINE_DEGREE + 1,
    SAMPLES = 60 /* of a piece */
};

static const double none = HUGE_VAL;

static const limits unlimited[JOINTS] = {
    {-HUGE_VAL, HUGE_VAL, {0, HUGE_VAL, HUGE_VAL, HUGE_VAL}, 1, 0},
    {-HUGE_VAL, HUGE_VAL, {0, HUGE_VAL, HUGE_VAL, HUGE_VAL}, 1, 0},
    {-HUGE_VAL, HUGE_VAL, {0, HUGE_VAL, HUGE_VAL, HUGE_VAL}, -0.7, 0.1},
    {-HUGE_VAL, HUGE_VAL, {0, HUGE_VAL, HUGE_VAL, HUGE_VAL}, 1, 0}};

/* ---- definitions --------------------------------------------------------------------------------- */

typedef struct shape {
    lw_spline_kind kind;
    size_t degree, rows, knot_count, pieces;
    double points[MOST_ROWS * OWN];
    double knots[MOST_KNOTS];
    double ends[MOST_ROWS]; /* of the pieces */
} shape;

/* The B-splines of all degrees at a time within the interval of knots `span`, by the recursion of Cox
 * and de Boor: of degree k and index span - k + i, in table[k][i]. */
static void fill_table(const shape *s, size_t span, long double x,
                       long double table[LW_SPLINE_DEGREE + 1][LW_SPLINE_DEGREE + 3])
{
    memset(table, 0, (LW_SPLINE_DEGREE + 1) * sizeof *table);
    table[0][0] = 1;
    for (size_t k = 1; k <= s->degree; k++)
        for (size_t i = 0; i <= k; i++) {
            const double *t = s->knots + span - k + i;
            const long double one = (long double)t[k] - t[0];
            const long double two = (long double)t[k + 1] - t[1];
            if (i > 0 && one > 0)
                table[k][i] += (x - t[0]) / one * table[k - 1][i - 1];
            if (i < k && two > 0)
                table[k][i] += (t[k + 1] - x) / two * table[k - 1][i];
        }
}

/* A derivative of a B-spline in the table. */
static long double basis(const shape *s, size_t span, size_t k, size_t i,
                         long double table[LW_SPLINE_DEGREE + 1][LW_SPLINE_DEGREE + 3], int order)
{
    if (order == 0)
        return table[k][i];
    if (k == 0)
        return 0;
    const double *t = s->knots + span - k + i;
    const long double one = (long double)t[k] - t[0];
    const long double two = (long double)t[k + 1] - t[1];
    long double sum = 0;
    if (i > 0 && one > 0)
        sum += (long double)k / one * basis(s, span, k - 1, i - 1, table, order - 1);
    if (i < k && two > 0)
        sum -= (long double)k / two * basis(s, span, k - 1, i, table, order - 1);
    return sum;
}

static long double choose(size_t n, size_t k)
{
    long double c = 1;
    for (size_t i = 1; i <= k; i++)
        c = c * (long double)(n - i + 1) / (long double)i;
    return c;
}

/* A Bernstein polynomial, or its derivative by u. */
static long double bernstein(size_t degree, size_t i, long double u, int order)
{
    if (i > degree || degree > LW_SPLINE_DEGREE)
        return 0;
    if (order)
        return degree ? (long double)degree * ((i ? bernstein(degree - 1, i - 1, u, order - 1) : 0) -
                                               bernstein(degree - 1, i, u, order - 1))
                      : 0;
    return choose(degree, i) * powl(u, (long double)i) * powl(1 - u, (long double)(degree - i));
}

/* The value of a column on a piece, or a derivative by time. */
static long double wanted(const shape *s, size_t piece, size_t column, long double t, int order)
{
    const long double begin = s->ends[piece];
    const long double width = s->ends[piece + 1] - begin;
    long double table[LW_SPLINE_DEGREE + 1][LW_SPLINE_DEGREE + 3];
    size_t span = 0;
    long double sum = 0;
    while (s->knots[span + 1] <= s->ends[piece])
        span++;
    if (s->kind == LW_SPLINE_BSPLINE)
        fill_table(s, span, t, table);
    for (size_t i = 0; i <= s->degree; i++) {
        size_t row = 0;
        long double factor = 0;
        switch (s->kind) {
        case LW_SPLINE_BEZIER:
            row = piece * s->degree + i;
            factor = bernstein(s->degree, i, (t - begin) / width, order) / powl(width, order);
            break;
        case LW_SPLINE_BSPLINE:
            row = span - s->degree + i;
            factor = basis(s, span, s->degree, i, table, order);
            break;
        case LW_SPLINE_POLYNOMIAL:
            row = piece * (s->degree + 1) + i;
            factor = i >= (size_t)order ? powl(t - begin, (long double)i - order) : 0;
            for (int k = 0; k < order; k++)
                factor *= (long double)i - k;
            break;
        }
        sum += factor * s->points[row * OWN + column];
    }
    return sum;
}

/* ---- random splines ------------------------------------------------------------------------------ */

static void find_ends(shape *s)
{
    const size_t first = s->kind == LW_SPLINE_BSPLINE ? s->degree : 0;
    s->pieces = 0;
    s->ends[0] = s->knots[first];
    for (size_t i = first; i + 1 + first < s->knot_count; i++)
        if (s->knots[i + 1] > s->knots[i])
            s->ends[++s->pieces] = s->knots[i + 1];
}

/* Knots of a B-spline from 0 on: even, uneven or repeated, with ends that are repeated or not. */
static void random_knots(lw_random *random, shape *s, size_t pieces, double pace)
{
    const bool clamped = lw_random_below(random, 2);
    const double uneven = lw_random_below(random, 2) ? -4 : 0;
    const size_t p = s->degree;
    s->rows = pieces + p;
    s->knot_count = s->rows + p + 1;
    s->knots[p] = 0;
    for (size_t i = p; i-- > 0;)
        s->knots[i] = clamped ? 0 : s->knots[i + 1] - pace * lw_random_between(random, 0.1, 1);
    size_t times = 1;
    for (size_t i = p + 1; i < s->knot_count; i++) {
        const bool end = i > s->rows;
        const bool repeat = i > p + 1 && i < s->rows && times < p && !lw_random_below(random, 4);
        const double step = pace * pow(10, lw_random_between(random, uneven, 0));
        times = repeat ? times + 1 : 1;
        s->knots[i] = s->knots[i - 1] + (repeat || (end && clamped) ? 0 : step);
    }
}

static shape random_shape(lw_random *random)
{
    shape s = {.kind = (lw_spline_kind)lw_random_below(random, 3),
               .degree = 1 + lw_random_below(random, LW_SPLINE_DEGREE)};
    const size_t pieces = 1 + lw_random_below(random, 5);
    const double least = s.kind == LW_SPLINE_POLYNOMIAL ? 0.5 : -1;
    const double pace = pow(10, lw_random_between(random, least, 1));
    if (s.kind == LW_SPLINE_BSPLINE) {
        random_knots(random, &s, pieces, pace);
    } else {
        s.rows = s.kind == LW_SPLINE_BEZIER ? pieces * s.degree + 1 : pieces * (s.degree + 1);
        s.knot_count = pieces + 1;
        for (size_t i = 1; i <= pieces; i++)
            s.knots[i] = s.knots[i - 1] + pace * lw_random_between(random, 0.1, 1);
    }
    const double offset = lw_random_below(random, 4) ? 0 : 100;
    for (size_t i = 0; i < s.rows * OWN; i++)
        s.points[i] = offset + lw_random_between(random, -1.5, 1.5);
    find_ends(&s);
    if (s.kind != LW_SPLINE_POLYNOMIAL)
        return s;
    /* coefficients of the size of the values, and pieces that meet */
    for (size_t r = 0; r < s.rows; r++)
        for (size_t c = 0; c < OWN; c++) {
            const size_t piece = r / (s.degree + 1);
            double *p = &s.points[r * OWN + c];
            *p /= pow(s.ends[piece + 1] - s.ends[piece], (double)(r % (s.degree + 1)));
            if (piece && r % (s.degree + 1) == 0)
                *p = (double)wanted(&s, piece - 1, c, s.ends[piece], 0);
        }
    return s;
}

static lw_spline spline_of(const shape *s)
{
    lw_spline spline = lw_default_spline();
    spline.kind = s->kind;
    spline.degree = s->degree;
    spline.point_count = s->rows;
    spline.points = s->points;
    spline.knot_count = s->knot_count;
    spline.knots = s->knots;
    return spline;
}

/* ---- values -------------------------------------------------------------------------------------- */

static void compare_bounds(const arm *a, const shape *s, size_t piece, lw_random *random,
                           lw_coordinates *at)
{
    static const size_t variables[OWN] = {0, 1, 2};
    const lw_motion_piece span = a->motion->pieces.items[piece];
    const double t = lw_random_between(random, span.begin, span.end);
    const double half = fmin(t - span.begin, span.end - t) * lw_random_between(random, 0, 1);
    lw_motion_coordinates(a->motion, piece, t, half, at);
    double times[LW_TIMES], values[LW_TIMES * (JOINTS + OWN)];
    for (int i = 0; i < LW_TIMES; i++)
        times[i] = t;
    lw_motion_values(a->motion, piece, times, values);
    for (size_t c = 0; c < OWN; c++) {
        const size_t v = variables[c];
        const long double value = wanted(s, piece, c, t, 0);
        const long double rate = wanted(s, piece, c, t, 1);
        /* what rounds the share of the piece that has passed moves both values along the curve */
        const long double late = 0x1p-51L * (t + span.end);
        const long double allowed = 0x1p-47L * at->magnitude[v] + late * at->rate_bound[v];
        if (fabsl(value - at->value[v]) > allowed || fabsl(value - values[v * LW_TIMES]) > allowed)
            fail_msg("%s of degree %zu: %.20Lg at %.17g is %.17g, and may err by %Lg",
                     lw_spline_name(s->kind), s->degree, value, t, at->value[v], allowed);
        if (fabsl(rate - at->rate[v]) > at->rate_error[v] + late * at->acceleration_bound[v])
            fail_msg("%s of degree %zu: rate %.20Lg at %.17g is %.17g, and may err by %g",
                     lw_spline_name(s->kind), s->degree, rate, t, at->rate[v], at->rate_error[v]);
        for (int i = -4; i <= 4; i++) {
            const long double near = t + (long double)half * i / 4;
            const long double room = 1 + 0x1p-40L;
            assert_true(fabsl(wanted(s, piece, c, near, 1)) <= at->rate_bound[v] * room);
            assert_true(fabsl(wanted(s, piece, c, near, 2)) <=
                        at->acceleration_bound[v] * room + 0x1p-52L * at->rate_bound[v]);
        }
    }
}

static void splines_have_their_values(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    lw_error error = {0};
    arm a = make_arm(unlimited);
    lw_arena arena = {0};
    lw_coordinates at;
    const int rounds = test_rounds(3000, 100000);
    assert_true(lw_coordinates_take(&arena, a.motion->chains->variable_count, &at));
    for (int i = 0; i < rounds; i++) {
        const shape s = random_shape(&random);
        const lw_spline spline = spline_of(&s);
        succeed(lw_motion_set_splines(a.motion, &spline, 1, &error), &error);
        double begin, end;
        lw_motion_interval(a.motion, &begin, &end);
        assert_true(begin == 0 && end == s.ends[s.pieces]);
        assert_true(lw_motion_in_seconds(a.motion));
        assert_int_equal(lw_motion_interpolation(a.motion), LW_INTERPOLATION_SPLINE);
        assert_int_equal(lw_motion_piece_count(a.motion), s.pieces);
        for (int k = 0; k < 4; k++)
            compare_bounds(&a, &s, lw_random_below(&random, (uint32_t)s.pieces), &random, &at);
    }
    lw_arena_free(&arena);
    drop_arm(&a);
}

/* Without knots: the same numbers as with the knots that the header names. */
static void knots_have_defaults(void **state)
{
    (void)state;
    static const double points[] = {0, 1, 2, 3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8};
    static const double clamped[] = {0, 0, 0, 1.5, 3, 4.5, 4.5, 4.5};
    static const double joints[] = {0, 2.25, 4.5};
    static const double shifted[] = {-3, -2, -1, 0, 1, 2, 3, 4}; /* a duration of 3 becomes 4.5 */
    static const double other[] = {-3, -1.5, 0, 1.5, 3, 4.5, 6, 7.5};
    lw_error error = {0};
    arm a = make_arm(unlimited);
    arm b = make_arm(unlimited);
    const struct {
        lw_spline_kind kind;
        const double *one, *two;
        size_t count;
        double duration;
    } cases[] = {{LW_SPLINE_BSPLINE, NULL, clamped, 8, 4.5},
                 {LW_SPLINE_BEZIER, NULL, joints, 3, 4.5},
                 {LW_SPLINE_BSPLINE, shifted, other, 8, 4.5}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_spline spline = lw_default_spline();
        spline.kind = cases[i].kind;
        spline.degree = 2;
        spline.point_count = 5;
        spline.points = points;
        spline.knots = cases[i].one;
        spline.knot_count = cases[i].one ? cases[i].count : 0;
        spline.duration = cases[i].duration;
        succeed(lw_motion_set_splines(a.motion, &spline, 1, &error), &error);
        spline.knots = cases[i].two;
        spline.knot_count = cases[i].count;
        spline.duration = 0;
        succeed(lw_motion_set_splines(b.motion, &spline, 1, &error), &error);
        double ends[2];
        lw_motion_interval(a.motion, &ends[0], &ends[1]);
        assert_true(ends[1] == 4.5);
        for (int k = 0; k <= 10; k++)
            for (size_t j = 0; j < JOINTS; j++) {
                double values[2];
                succeed(lw_motion_joint_values(a.motion, j, 0.45 * k, &values[0], &error), &error);
                succeed(lw_motion_joint_values(b.motion, j, 0.45 * k, &values[1], &error), &error);
                assert_true(values[0] == values[1]);
            }
    }
    drop_arm(&a);
    drop_arm(&b);
}

/* Uneven knots: with a step of 1e-4 among steps of 1 the highest coefficient is 1e-36 of the points. */
static void uneven_knots_are_exact(void **state)
{
    (void)state;
    shape s = {.kind = LW_SPLINE_BSPLINE, .degree = 9, .rows = 12, .knot_count = 22};
    lw_error error = {0};
    lw_random random = {1};
    lw_arena arena = {0};
    lw_coordinates at;
    arm a = make_arm(unlimited);
    for (size_t i = 10; i < s.knot_count; i++)
        s.knots[i] = i == 10 ? 1e-4 : (double)i - 10 + 1e-4;
    for (size_t i = 0; i < 3; i++)
        s.points[(9 + i) * OWN] = s.points[(9 + i) * OWN + 1] = 1 + (double)i;
    s.points[OWN + 2] = 1;
    find_ends(&s);
    const lw_spline spline = spline_of(&s);
    succeed(lw_motion_set_splines(a.motion, &spline, 1, &error), &error);
    assert_true(lw_coordinates_take(&arena, a.motion->chains->variable_count, &at));
    for (int i = 0; i < 300; i++)
        compare_bounds(&a, &s, lw_random_below(&random, (uint32_t)s.pieces), &random, &at);
    double value;
    succeed(lw_motion_joint_values(a.motion, 0, 1e-4, &value, &error), &error);
    assert_true(value > 0 && fabsl(value / wanted(&s, 0, 0, 1e-4L, 0) - 1) < 1e-12L);
    lw_arena_free(&arena);
    drop_arm(&a);
}

/* ---- limits -------------------------------------------------------------------------------------- */

/* How far the library may be off: 1e-9 of the limit, and what terms that cancel round by. */
static long double allowed_of(const arm *a, size_t piece, size_t column, int order, double limit)
{
    const lw_motion_track *track = &a->motion->tracks.items[0];
    const size_t terms = (size_t)track->degree + 1;
    const double *c = track->coefficients + (piece * track->column_count + column) * terms;
    const long double width = track->times[piece + 1] - track->times[piece];
    long double size = 0;
    for (size_t i = (size_t)order; i < terms; i++) {
        long double factor = 1;
        for (int k = 0; k < order; k++)
            factor *= ((long double)i - k) / width;
        size += factor * fabsl((long double)c[i]);
    }
    return 1e-9L * (1 + fabsl((long double)limit)) + 0x1p-40L * size;
}

static const lw_violation *find(const lw_violation *list, size_t count, size_t joint, int order,
                                bool below, double time)
{
    for (size_t i = 0; i < count; i++)
        if (list[i].joint == joint && (int)list[i].kind == order && (list[i].limit < 0) == below &&
            time >= list[i].begin - 1e-9 && time <= list[i].end + 1e-9)
            return &list[i];
    return NULL;
}

/* Compares dense samples with what is reported, and what is reported with the definition. */
static void compare_limits(const arm *a, const shape *s, size_t *violations)
{
    static lw_violation list[4000];
    static const size_t joints[OWN] = {0, 1, 3};
    lw_error error = {0};
    size_t count = 0;
    succeed(lw_motion_limits(a->motion, 0, list, 4000, &count, &error), &error);
    assert_true(count <= 4000);
    *violations += count;
    for (size_t piece = 0; piece < s->pieces; piece++)
        for (size_t c = 0; c < OWN; c++)
            for (int order = c == 2; order < ORDERS; order++) {
                const limits *of = &a->of[joints[c]];
                for (int i = 0; i <= SAMPLES; i++) {
                    const long double t =
                        s->ends[piece] +
                        ((long double)s->ends[piece + 1] - s->ends[piece]) * i / SAMPLES;
                    const long double x = wanted(s, piece, c, t, order);
                    const double upper = order ? of->rates[order] : of->upper;
                    const double lower = order ? -of->rates[order] : of->lower;
                    const long double off = allowed_of(a, piece, c, order, upper);
                    const bool missed =
                        (x > upper + off && !find(list, count, joints[c], order, false, (double)t)) ||
                        (x < lower - off && !find(list, count, joints[c], order, true, (double)t));
                    if (missed)
                        fail_msg("%s of degree %zu: derivative %d of joint %zu is %Lg at %Lg, and no "
                                 "violation is reported",
                                 lw_spline_name(s->kind), s->degree, order, joints[c], x, t);
                }
            }
    for (size_t i = 0; i < count; i++) {
        const lw_violation *v = &list[i];
        size_t c = 0;
        while (c < OWN && joints[c] != v->joint)
            c++;
        if (c == OWN || (int)v->kind >= ORDERS)
            continue;
        size_t piece = 0;
        while (piece + 1 < s->pieces && v->time >= s->ends[piece + 1])
            piece++;
        const size_t before = piece && v->time == s->ends[piece] ? piece - 1 : piece;
        const int order = (int)v->kind;
        const double side = v->limit < 0 ? -1 : 1;
        const long double off =
            allowed_of(a, piece, c, order, v->limit) + allowed_of(a, before, c, order, v->limit);
        const long double x = fmaxl(side * wanted(s, piece, c, v->time, order),
                                    side * wanted(s, before, c, v->time, order));
        if (x < side * v->limit - off || fabsl(x - side * v->value) > off)
            fail_msg(
                "%s of degree %zu: derivative %d of joint %zu is %Lg at %g, reported as %g beyond %g",
                lw_spline_name(s->kind), s->degree, order, v->joint, x, v->time, side * v->value,
                side * v->limit);
    }
}

static void limits_of_splines_are_found(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    lw_error error = {0};
    size_t pieces = 0;
    size_t violations = 0;
    const int motions = test_motion_count(1000, 20000);
    const limits of[JOINTS] = {{-1, 1.2, {0, 2, 20, 300}, 1, 0},
                               {-0.5, 1.4, {0, 3, 30, none}, 1, 0},
                               {-none, none, {0, none, none, none}, 1, 0},
                               {-none, none, {0, 1, 10, 100}, 1, 0}};
    arm a = make_arm(of);
    for (int i = 0; i < motions; i++) {
        const shape s = random_shape(&random);
        const lw_spline spline = spline_of(&s);
        succeed(lw_motion_set_splines(a.motion, &spline, 1, &error), &error);
        compare_limits(&a, &s, &violations);
        pieces += s.pieces;
    }
    printf("%zu pieces, %zu violations\n", pieces, violations);
    assert_true(violations > (size_t)motions);
    drop_arm(&a);
}

/* The values of a spline that are outside their limits give a notice. */
static void values_outside_limits_are_told(void **state)
{
    (void)state;
    static const double points[] = {0, 0, 0, 4, 0, 0, 0, 0, 0};
    const limits of[JOINTS] = {{-1, 1.9, {0, none, none, none}, 1, 0},
                               {-1, 1, {0, none, none, none}, 1, 0},
                               {-9, 9, {0, none, none, none}, 1, 0},
                               {-none, none, {0, none, none, none}, 1, 0}};
    lw_error error = {0};
    arm a = make_arm(of);
    lw_spline spline = lw_default_spline();
    spline.kind = LW_SPLINE_BEZIER;
    spline.degree = 2;
    spline.point_count = 3;
    spline.points = points;
    spline.duration = 2;
    succeed(lw_motion_set_splines(a.motion, &spline, 1, &error), &error);
    assert_int_equal(lw_motion_notice_count(a.motion), 1);
    char text[200];
    lw_motion_notice(a.motion, 0, text, sizeof text);
    assert_non_null(strstr(text, "joint \"j0\": its value at 1 s, 2, is outside its limits -1 to 1.9"));
    /* its highest value is 2 at half time: the control point at 4 is none */
    const double low[] = {0, 0, 0, 3.7, 0, 0, 0, 0, 0};
    spline.points = low;
    succeed(lw_motion_set_splines(a.motion, &spline, 1, &error), &error);
    assert_int_equal(lw_motion_notice_count(a.motion), 0);
    /* where it ends outside, that is told */
    const double end[] = {0, 0, 0, 0, 0, 0, 2.5, 0, 0};
    spline.points = end;
    succeed(lw_motion_set_splines(a.motion, &spline, 1, &error), &error);
    assert_int_equal(lw_motion_notice_count(a.motion), 1);
    lw_motion_notice(a.motion, 0, text, sizeof text);
    assert_non_null(strstr(text, "joint \"j0\": its value at 2 s, 2.5, is outside its limits"));
    /* of a trajectory the waypoint is told, and nothing between that is not farther outside */
    const double times[] = {0, 1};
    const double rates[] = {0, 0, 0, 0, 0, 0};
    lw_track track = lw_default_track();
    track.kind = LW_TRACK_TRAJECTORY;
    track.point_count = 2;
    track.times = times;
    track.positions = end + 3;
    track.velocities = rates;
    succeed(lw_motion_set(a.motion, &track, 1, &error), &error);
    assert_int_equal(lw_motion_notice_count(a.motion), 1);
    lw_motion_notice(a.motion, 0, text, sizeof text);
    assert_non_null(strstr(text, "joint \"j0\": value 2.5 is outside its limits"));
    const double beyond[] = {0, 0, 0, -9, 0, 0};
    track.velocities = beyond;
    succeed(lw_motion_set(a.motion, &track, 1, &error), &error);
    assert_int_equal(lw_motion_notice_count(a.motion), 2);
    drop_arm(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(splines_have_their_values),      cmocka_unit_test(knots_have_defaults),
        cmocka_unit_test(uneven_knots_are_exact),         cmocka_unit_test(limits_of_splines_are_found),
        cmocka_unit_test(values_outside_limits_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
