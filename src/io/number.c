/* Numbers from and to text. strtod and snprintf take the decimal point from the locale of the program
 * that uses the library, so the thread is switched to the C locale around them. */
#include "io/number.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The longest number accepted: a double's exact decimal expansion has fewer than 770 digits. */
enum { LONGEST = 800 };

/* A number of 64 bits can take another digit below this. */
#define MOST_DIGITS (UINT64_MAX / 10 - 1)

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* A parsed number: digits times ten to the exponent. */
typedef struct decimal {
    uint64_t digits;
    int exponent;
    bool negative;
    bool whole; /* `digits` holds all digits of the text */
} decimal;

/* adds the digits from at on to the number's; returns where they end */
static size_t take_digits(const char *text, size_t length, size_t at, decimal *number)
{
    for (; at < length && is_digit(text[at]); at++) {
        if (number->digits < MOST_DIGITS)
            number->digits = 10 * number->digits + (uint64_t)(text[at] - '0');
        else
            number->whole = false;
    }
    return at;
}

/* (e|E) sign? digits; returns where it ends, or where it begins if the text is anything else */
static size_t take_exponent(const char *text, size_t length, size_t at, decimal *number)
{
    size_t digit = at + 1;
    bool negative = digit < length && text[digit] == '-';
    if (digit < length && (negative || text[digit] == '+'))
        digit++;
    int value = 0;
    size_t end = digit;
    for (; end < length && is_digit(text[end]); end++)
        value = value < LONGEST ? 10 * value + (text[end] - '0') : value;
    number->exponent += negative ? -value : value;
    return end == digit ? at : end;
}

/* sign? (digits (. digits?)? | . digits) ((e|E) sign? digits)? */
static bool parse_decimal(const char *text, size_t length, decimal *number)
{
    *number = (decimal){.whole = true, .negative = length && text[0] == '-'};
    size_t begin = number->negative || (length && text[0] == '+') ? 1 : 0;
    size_t at = take_digits(text, length, begin, number);
    size_t count = at - begin;
    bool octal =
        count > 1 && text[begin] == '0'; /* octal in YAML 1.1, unless it has a point or an exponent */
    if (at < length && text[at] == '.') {
        size_t end = take_digits(text, length, at + 1, number);
        number->exponent -= (int)(end - (at + 1));
        count += end - (at + 1);
        at = end;
        octal = false;
    }
    if (count && at < length && (text[at] == 'e' || text[at] == 'E')) {
        size_t end = take_exponent(text, length, at, number);
        octal = octal && end == at;
        at = end;
    }
    return count && at == length && !octal;
}

/* Converts a number of few digits without strtod: digits and power are exact as doubles, so their one
 * product or quotient is the double nearest to the number (Clinger 1990). False for other numbers. */
static bool convert(const decimal *number, double *out)
{
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    if (FLT_EVAL_METHOD != 0 || !number->whole || number->digits > (uint64_t)1 << 53 ||
        number->exponent > 22 || number->exponent < -22)
        return false;
    double digits = (double)number->digits;
    double value =
        number->exponent < 0 ? digits / powers[-number->exponent] : digits * powers[number->exponent];
    *out = number->negative ? -value : value;
    return true;
}

/* whether a text is a word, given in lower and in upper case, with letters of either case */
static bool is_word(const char *text, size_t length, const char *lower, const char *upper)
{
    if (length != strlen(lower))
        return false;
    for (size_t i = 0; i < length; i++)
        if (text[i] != lower[i] && text[i] != upper[i])
            return false;
    return true;
}

static bool read_special(const char *text, size_t length, double *out)
{
    double sign = 1;
    if (length && (text[0] == '-' || text[0] == '+')) {
        sign = text[0] == '-' ? -1 : 1;
        text++;
        length--;
    }
    if (is_word(text, length, ".inf", ".INF") || is_word(text, length, "inf", "INF")) {
        *out = sign * (double)INFINITY;
        return true;
    }
    if (is_word(text, length, ".nan", ".NAN") || is_word(text, length, "nan", "NAN")) {
        *out = (double)NAN;
        return true;
    }
    return false;
}

bool lw_number_read(const char *text, size_t length, double *out)
{
    decimal number;
    if (length >= LONGEST || !parse_decimal(text, length, &number))
        return read_special(text, length, out);
    if (convert(&number, out))
        return true;
    char copy[LONGEST];
    memcpy(copy, text, length);
    copy[length] = '\0';
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!plain)
        return false;
    locale_t before = uselocale(plain);
    *out = strtod(copy, NULL);
    uselocale(before);
    freelocale(plain);
    return true;
}

void lw_number_print(double value, char text[LW_NUMBER_SIZE])
{
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    locale_t before = plain ? uselocale(plain) : (locale_t)0;
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, LW_NUMBER_SIZE, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    if (plain) {
        uselocale(before);
        freelocale(plain);
    }
}
