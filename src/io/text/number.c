/* Numbers from and to text. Most are converted exactly by io/text/decimal.h. For the others, strtod and
 * snprintf take the decimal point from the program's locale, so the thread is switched to the C locale
 * around them. */
#include "io/text/number.h"

#include <locale.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/text/decimal.h"

/* The longest number accepted: a double's exact decimal expansion has fewer than 770 digits. */
enum { LONGEST = 800 };

/* A number of 64 bits below this has room for another digit. */
#define MOST_DIGITS (UINT64_MAX / 10 - 1)

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* A parsed number. */
typedef struct parsed {
    lw_decimal decimal;
    bool whole; /* no digit of the text was dropped */
} parsed;

/* appends the digits from at on to the number; returns where they end */
static size_t take_digits(const char *text, size_t length, size_t at, parsed *number)
{
    for (; at < length && is_digit(text[at]); at++) {
        if (number->decimal.digits < MOST_DIGITS)
            number->decimal.digits = 10 * number->decimal.digits + (uint64_t)(text[at] - '0');
        else
            number->whole = false;
    }
    return at;
}

/* (e|E) sign? digits; returns where it ends, or where it begins if the text is anything else */
static size_t take_exponent(const char *text, size_t length, size_t at, parsed *number)
{
    size_t digit = at + 1;
    bool negative = digit < length && text[digit] == '-';
    if (digit < length && (negative || text[digit] == '+'))
        digit++;
    int value = 0;
    size_t end = digit;
    for (; end < length && is_digit(text[end]); end++)
        value = value < LONGEST ? 10 * value + (text[end] - '0') : value;
    number->decimal.exponent += negative ? -value : value;
    return end == digit ? at : end;
}

/* sign? (digits (. digits?)? | . digits) ((e|E) sign? digits)? */
static bool parse_decimal(const char *text, size_t length, parsed *number)
{
    *number = (parsed){.whole = true, .decimal.negative = length && text[0] == '-'};
    size_t begin = number->decimal.negative || (length && text[0] == '+') ? 1 : 0;
    size_t at = take_digits(text, length, begin, number);
    size_t count = at - begin;
    bool octal =
        count > 1 && text[begin] == '0'; /* octal in YAML 1.1, unless it has a point or an exponent */
    if (at < length && text[at] == '.') {
        size_t end = take_digits(text, length, at + 1, number);
        number->decimal.exponent -= (int)(end - (at + 1));
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
    parsed number;
    if (length >= LONGEST || !parse_decimal(text, length, &number))
        return read_special(text, length, out);
    if (number.whole && lw_decimal_nearest(&number.decimal, out))
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

/* by the C library, for any double */
static void print_any(double value, char text[LW_NUMBER_SIZE])
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

size_t lw_number_print_whole(uint64_t value, char text[LW_NUMBER_SIZE])
{
    static const char pairs[] = "00010203040506070809101112131415161718192021222324252627282930313233"
                                "34353637383940414243444546474849505152535455565758596061626364656667"
                                "6869707172737475767778798081828384858687888990919293949596979899";
    char digits[LW_NUMBER_SIZE];
    char *at = digits + sizeof digits;
    for (; value >= 10; value /= 100) {
        at -= 2;
        memcpy(at, pairs + 2 * (value % 100), 2);
    }
    if (value || at == digits + sizeof digits)
        *--at = (char)('0' + value);
    size_t count = (size_t)(digits + sizeof digits - at);
    memcpy(text, at, count);
    text[count] = '\0';
    return count;
}

/* copies characters, and returns the place after them */
static char *put(char *at, const char *characters, int count)
{
    memcpy(at, characters, (size_t)count);
    return at + count;
}

/* Prints as %g does: with an exponent where the first digit stands for less than 1e-4. The number must
 * be below 1e15 and have 17 digits at most. */
static size_t print_decimal(const lw_decimal *number, char text[LW_NUMBER_SIZE])
{
    static const char zeros[] = "00000000000000";
    char digits[LW_NUMBER_SIZE];
    int count = (int)lw_number_print_whole(number->digits, digits);
    /* how many digits precede the point; if negative, so many zeros follow it */
    int point = count + number->exponent;
    char *at = text;
    if (number->negative)
        *at++ = '-';
    if (point <= -4) {
        *at++ = digits[0];
        if (count > 1)
            *at++ = '.';
        at = put(at, digits + 1, count - 1);
        at = put(at, "e-", 2);
        *at++ = (char)('0' + (1 - point) / 10);
        *at++ = (char)('0' + (1 - point) % 10);
    } else if (point < 1) {
        at = put(at, "0.", 2);
        at = put(at, zeros, -point);
        at = put(at, digits, count);
    } else if (point < count) {
        at = put(at, digits, point);
        *at++ = '.';
        at = put(at, digits + point, count - point);
    } else {
        at = put(at, digits, count);
        at = put(at, zeros, point - count);
    }
    *at = '\0';
    return (size_t)(at - text);
}

size_t lw_number_print(double value, char text[LW_NUMBER_SIZE])
{
    lw_decimal number;
    if (lw_decimal_of(value, &number))
        return print_decimal(&number, text);
    print_any(value, text);
    return strlen(text);
}
