/* Exact conversion between decimal numbers of few digits and doubles, in integer arithmetic. */
#ifndef LW_IO_TEXT_DECIMAL_H
#define LW_IO_TEXT_DECIMAL_H

#include <stdbool.h>
#include <stdint.h>

/* digits * 10^exponent, with its sign */
typedef struct lw_decimal {
    uint64_t digits;
    int exponent;
    bool negative;
} lw_decimal;

/* The double nearest to a number, ties to even. False, and nothing set, for numbers that need more than
 * 64 bits: exponents below -27, exponents above 22, and exponents from 1 on where the digits need more
 * than 53 bits. */
bool lw_decimal_nearest(const lw_decimal *number, double *out);

/* The decimal number with the fewest digits, 15 to 17, each time rounded as printf does, that reads
 * back as the given double (round trip); zeros at its end are dropped. 0 has no digits and exponent 0.
 * False, and nothing set, unless the double is 0 or its magnitude from 2^-33 to less than 1e14. */
bool lw_decimal_of(double value, lw_decimal *out);

#endif
