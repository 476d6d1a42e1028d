/* Real numbers as balls in doubles: a middle and a radius, which contain the true number. The middle of
 * a result is rounded to nearest; the radius grows by the operands' radii and by the rounding. */
#ifndef LW_AUDIT_REAL_DOUBLE_H
#define LW_AUDIT_REAL_DOUBLE_H

#include <arb.h>
#include <math.h>
#include <stdbool.h>

typedef struct real {
    double middle, radius;
} real;

/* half a unit in the last place of 1; more than the rounding of a sum of few positive terms; more than
 * what is lost to underflow */
#define HALF_UNIT 0x1p-53
#define UPWARD    (1 + 0x1p-50)
#define LEAST     0x1p-1000

static inline real exact(double value)
{
    return (real){value, 0};
}

static inline real rounded(double middle, double radius)
{
    return (real){middle, (radius + fabs(middle) * HALF_UNIT) * UPWARD + LEAST};
}

static inline real plus(real a, real b)
{
    return rounded(a.middle + b.middle, a.radius + b.radius);
}

static inline real minus(real a, real b)
{
    return rounded(a.middle - b.middle, a.radius + b.radius);
}

static inline real times(real a, real b)
{
    return rounded(a.middle * b.middle,
                   (fabs(a.middle) * b.radius + fabs(b.middle) * a.radius + a.radius * b.radius) *
                       UPWARD);
}

static inline real negative(real a)
{
    return (real){-a.middle, a.radius};
}

/* A double near the number. */
static inline double near(real a)
{
    return a.middle;
}

/* The number is more than 0, for certain. NaN: it is not. */
static inline bool positive(real a)
{
    return a.middle > a.radius * UPWARD;
}

/* The absolute value's upper bound, as a number without a radius. */
static inline real size_above(real a)
{
    return exact((fabs(a.middle) + a.radius) * UPWARD);
}

/* An upper bound of a number. */
static inline double above(real a)
{
    double sum = a.middle + a.radius;
    return sum + fabs(sum) * 0x1p-50 + 0x1p-1000;
}

/* The larger of two numbers: what is none, after an overflow, stays so. */
static inline double most_of(double a, double b)
{
    return b != b || b > a ? b : a;
}

static inline bool is_number(real a)
{
    return a.middle == a.middle && a.radius == a.radius;
}

/* The larger one: what is no number stays so. */
static inline real larger(real a, real b)
{
    if (!is_number(a) || !is_number(b))
        return is_number(a) ? b : a;
    return (real){a.middle > b.middle ? a.middle : b.middle, a.radius > b.radius ? a.radius : b.radius};
}

static inline real lesser_of(real a, real b)
{
    if (!is_number(a) || !is_number(b))
        return is_number(a) ? b : a;
    return (real){a.middle < b.middle ? a.middle : b.middle, a.radius > b.radius ? a.radius : b.radius};
}

/* The root of a number that is not negative, apart from its radius. */
static inline real root(real a)
{
    double low = a.middle - a.radius * UPWARD;
    double high = (fabs(a.middle) + a.radius) * UPWARD;
    low = low > 0 ? sqrt(low) * (1 - 0x1p-51) : 0;
    high = sqrt(high) * UPWARD;
    double middle = low + 0.5 * (high - low);
    return (real){middle, (high - low) * UPWARD + fabs(middle) * 0x1p-51};
}

/* 1 / a; infinite where a may be 0. */
static inline real inverse(real a)
{
    double least = (fabs(a.middle) - a.radius * UPWARD) * (1 - 0x1p-50);
    if (!(least > 0))
        return (real){0, HUGE_VAL};
    double middle = 1 / a.middle;
    /* two divisions: a product of large numbers would be infinite, and the radius 0 */
    return rounded(middle, a.radius / least / fabs(a.middle) * UPWARD);
}

/* The library of balls of any precision gives sine and cosine. */
static inline void sine_cosine(real a, real *sine, real *cosine)
{
    static _Thread_local arb_t x, s, c;
    static _Thread_local bool ready;
    if (!ready) {
        arb_init(x);
        arb_init(s);
        arb_init(c);
        ready = true;
    }
    arb_set_d(x, a.middle);
    arb_sin_cos(s, c, x, 64);
    /* slopes are at most 1 */
    double off = (a.radius + 0x1p-52) * UPWARD;
    *sine = (real){arf_get_d(arb_midref(s), ARF_RND_NEAR), (off + mag_get_d(arb_radref(s))) * UPWARD};
    *cosine = (real){arf_get_d(arb_midref(c), ARF_RND_NEAR), (off + mag_get_d(arb_radref(c))) * UPWARD};
}

#endif
