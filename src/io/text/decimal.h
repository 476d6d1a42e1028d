/* Decimal numbers of few digits and the doubles nearest to them, in whole numbers without rounding. */
#ifndef LW_IO_TEXT_DECIMAL_H
#define LW_IO_TEXT_DECIMAL_H

#include <stdbool.h>
#include <stdint.h>

/* digits times ten to the exponent, or the negative of that */
typedef struct lw_decimal {
    uint64_t digits;
    int exponent;
    bool negative;
} lw_decimal;

/* The double nearest to a number; of two that are equally near, the even one. False, and nothing set,
 * for numbers that need more than 64 bits: exponents below -27, or above 22 and from 1 on with more
 * than 53 bits of digits. */
bool lw_decimal_nearest(const lw_decimal *number, double *out);

/* The shortest of 15 to 17 digits, each rounded as printf does, whose nearest double is the given one;
 * zeros at their end are left out. 0 has no digits and exponent 0. False, and nothing set, unless the
 * double is 0 or its magnitude from 2^-33 to less than 1e14. */
bool lw_decimal_of(double value, lw_decimal *out);

#endif
