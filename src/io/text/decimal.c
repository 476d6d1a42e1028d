/* Exact conversion between decimal numbers of few digits and doubles.
 *
 * To a double: digits / 10^k is (digits / 5^k) / 2^k. One division of 128 by 64 bits gives the first 63
 * bits or more of digits / 5^k, and its remainder tells whether nonzero bits follow. Rounding to 53
 * bits needs no more than that. From a double: m 2^e = (m 5^p) 2^(e + p) / 10^p, where m 5^p has 116
 * bits at most. */
#include "io/text/decimal.h"

#include <float.h>
#include <math.h>
#include <string.h>

__extension__ typedef unsigned __int128 wide;

/* docs/decisions/files.md, "Decimals are read and printed in whole numbers" */
enum { MOST_FIVES = 27 };

/* 5^27 has 63 bits */
static const uint64_t fives[MOST_FIVES + 1] = {1u,
                                               5u,
                                               25u,
                                               125u,
                                               625u,
                                               3125u,
                                               15625u,
                                               78125u,
                                               390625u,
                                               1953125u,
                                               9765625u,
                                               48828125u,
                                               244140625u,
                                               1220703125u,
                                               6103515625u,
                                               30517578125u,
                                               152587890625u,
                                               762939453125u,
                                               3814697265625u,
                                               19073486328125u,
                                               95367431640625u,
                                               476837158203125u,
                                               2384185791015625u,
                                               11920928955078125u,
                                               59604644775390625u,
                                               298023223876953125u,
                                               1490116119384765625u,
                                               7450580596923828125u};

/* 2^n for a normal double */
static double power_of_two(int n)
{
    uint64_t bits = (uint64_t)(DBL_MAX_EXP - 1 + n) << (DBL_MANT_DIG - 1);
    double power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

/* digits / 10^k; digits above 0, k from 1 to MOST_FIVES */
static double quotient(uint64_t digits, int k)
{
    int up = __builtin_clzll(digits);
    int down = __builtin_clzll(fives[k]);
    wide dividend = (wide)(digits << up) << 63;
    uint64_t divisor = fives[k] << down;
    uint64_t bits = (uint64_t)(dividend / divisor); /* from 2^62 on */
    bits |= (wide)bits * divisor != dividend; /* sticky bit: 1 if there is a remainder, for rounding */
    return (double)bits * power_of_two(down - up - 63 - k);
}

bool lw_decimal_nearest(const lw_decimal *number, double *out)
{
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    int exponent = number->exponent;
    double value;
    if (FLT_EVAL_METHOD == 0 && number->digits <= (uint64_t)1 << DBL_MANT_DIG && exponent <= 22 &&
        exponent >= -22) {
        /* digits and power are exact as doubles, so their one product or quotient is the nearest double
         * (Clinger 1990) */
        double digits = (double)number->digits;
        value = exponent < 0 ? digits / powers[-exponent] : digits * powers[exponent];
    } else if (!number->digits) {
        value = 0;
    } else if (exponent == 0) {
        value = (double)number->digits;
    } else if (exponent < 0 && exponent >= -MOST_FIVES) {
        value = quotient(number->digits, -exponent);
    } else {
        return false;
    }
    *out = number->negative ? -value : value;
    return true;
}

/* A number's first 18 digits. */
typedef struct first_digits {
    uint64_t digits;
    int exponent;  /* power of ten of the last of these digits */
    bool others;   /* whether digits other than 0 follow */
    uint64_t near; /* a decimal farther from the number than so many units of the last digit is nearest
                      to another double */
} first_digits;

/* value: from 2^-33 to less than 1e14 */
static first_digits take_first(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint64_t mantissa = (bits & (((uint64_t)1 << 52) - 1)) | (uint64_t)1 << 52;
    int exponent = (int)(bits >> 52) - 1023;
    /* floor(exponent * log10(2)): the decimal exponent of the first digit, or one less */
    int tens = (exponent * 78913 - (exponent < 0 ? (1 << 18) - 1 : 0)) / (1 << 18);
    int scale = 17 - tens;
    int shift = 52 - exponent - scale;
    wide product = (wide)mantissa * fives[scale]; /* value * 10^scale = product / 2^shift */
    first_digits first = {.exponent = -scale, .near = (fives[scale] >> (shift + 1)) + 2};
    first.digits = (uint64_t)(product >> shift);
    first.others = (wide)first.digits << shift != product;
    if (first.digits >= 1000000000000000000u) {
        first.others = first.others || first.digits % 10;
        first.digits /= 10;
        first.exponent++;
        first.near = first.near / 10 + 1;
    }
    return first;
}

/* The number rounded to 18 - count digits, half to even. count: 1 to 3; unit: 10^count. */
static inline lw_decimal round_off(const first_digits *first, int count, uint64_t unit)
{
    lw_decimal rounded = {first->digits / unit, first->exponent + count, false};
    uint64_t rest = first->digits % unit;
    uint64_t half = unit / 2;
    bool odd = rounded.digits & 1;
    rounded.digits += rest > half || (rest == half && (first->others || odd));
    return rounded;
}

/* whether a number that was rounded to a unit reads back as the value */
static inline bool is_same(const first_digits *first, const lw_decimal *rounded, uint64_t unit,
                           double value)
{
    double back = 0;
    uint64_t whole = rounded->digits * unit;
    uint64_t off = whole > first->digits ? whole - first->digits : first->digits - whole;
    return off <= first->near && lw_decimal_nearest(rounded, &back) && back == value;
}

bool lw_decimal_of(double value, lw_decimal *out)
{
    double magnitude = fabs(value);
    if (magnitude == 0) {
        *out = (lw_decimal){0, 0, signbit(value)};
        return true;
    }
    if (!(magnitude >= 0x1p-33 && magnitude < 1e14))
        return false;
    first_digits first = take_first(magnitude);
    lw_decimal number = round_off(&first, 3, 1000);
    if (!is_same(&first, &number, 1000, magnitude)) {
        number = round_off(&first, 2, 100);
        if (!is_same(&first, &number, 100, magnitude))
            number = round_off(&first, 1, 10);
    }
    while (number.digits % 10 == 0) {
        number.digits /= 10;
        number.exponent++;
    }
    *out = number;
    out->negative = value < 0;
    return true;
}
