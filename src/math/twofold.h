/* Numbers as unevaluated sums of two doubles (double-double arithmetic, Dekker 1971), each with a bound
 * on its error: about 100 bits, of which the bound tells how many hold. u is 2^-53. Magnitudes of up to
 * 2^900 are fine. */
#ifndef LW_MATH_TWOFOLD_H
#define LW_MATH_TWOFOLD_H

#include <math.h>

typedef struct lw_twofold {
    double high, low; /* |low| <= u |high| */
    double error;     /* the exact number is at most so far from high + low */
} lw_twofold;

/* Bounds of errors are rounded up by this factor: they come from a dozen operations. */
static const double LW_TWOFOLD_UP = 1 + 0x1p-40;

/* A double, without an error. */
static inline lw_twofold lw_twofold_of(double x)
{
    return (lw_twofold){.high = x};
}

/* a + b without an error (Knuth, The Art of Computer Programming, volume 2, 4.2.2). */
static inline lw_twofold lw_twofold_sum(double a, double b)
{
    const double sum = a + b;
    const double of_b = sum - a;
    return (lw_twofold){.high = sum, .low = (a - (sum - of_b)) + (b - of_b)};
}

/* A product of two doubles without an error, but for underflow (Dekker). */
static inline lw_twofold lw_twofold_product(double a, double b)
{
    static const double splitter = 0x1p27 + 1;
    const double of_a = splitter * a;
    const double of_b = splitter * b;
    const double a1 = of_a - (of_a - a);
    const double b1 = of_b - (of_b - b);
    const double a2 = a - a1;
    const double b2 = b - b1;
    const double product = a * b;
    return (lw_twofold){.high = product,
                        .low = ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2,
                        .error = a != 0 && b != 0 ? 0x1p-1000 : 0};
}

/* Brings a sum, |low| well below |high|, into the form of a twofold number. */
static inline lw_twofold lw_twofold_round(double high, double low, double error)
{
    const double sum = high + low;
    return (lw_twofold){.high = sum, .low = low - (sum - high), .error = error * LW_TWOFOLD_UP};
}

static inline lw_twofold lw_twofold_negative(lw_twofold x)
{
    return (lw_twofold){-x.high, -x.low, x.error};
}

/* Errs by at most 4 u^2 (|x| + |y|): the sum of the low parts, and its sum with that of the high ones,
 * are rounded. */
static inline lw_twofold lw_twofold_add(lw_twofold x, lw_twofold y)
{
    const lw_twofold sum = lw_twofold_sum(x.high, y.high);
    return lw_twofold_round(sum.high, sum.low + (x.low + y.low),
                            x.error + y.error + 0x1p-103 * (fabs(x.high) + fabs(y.high)));
}

/* Errs by at most 8 u^2 |x y|: the product of the low parts is left out, two products and three sums of
 * the size u |x y| are rounded. */
static inline lw_twofold lw_twofold_multiply(lw_twofold x, lw_twofold y)
{
    const lw_twofold p = lw_twofold_product(x.high, y.high);
    const double low = p.low + (x.high * y.low + x.low * y.high);
    const double errors = x.error * fabs(y.high) + y.error * fabs(x.high) + x.error * y.error + p.error;
    return lw_twofold_round(p.high, low, errors * (1 + 0x1p-50) + 0x1p-102 * fabs(p.high));
}

/* x / y of numbers without an error, y not 0: one step of Newton's method on the quotient of the high
 * parts, which leaves at most 32 u^2 of it. */
static inline lw_twofold lw_twofold_divide(lw_twofold x, lw_twofold y)
{
    const double first = x.high / y.high;
    const lw_twofold rest =
        lw_twofold_add(x, lw_twofold_negative(lw_twofold_multiply(lw_twofold_of(first), y)));
    return lw_twofold_round(first, rest.high / y.high,
                            0x1p-101 * fabs(first) + (x.high != 0 ? 0x1p-1000 : 0));
}

#endif
