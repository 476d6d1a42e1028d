/* Numbers from and to text. strtod and snprintf take the decimal point from the locale of the program
 * that uses the library, so the thread is switched to the C locale around them. */
#include "io/number.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The longest number taken: a double's exact decimal expansion has fewer than 770 digits. */
enum { LONGEST = 800 };

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static size_t skip_digits(const char *text, size_t length, size_t at)
{
    while (at < length && is_digit(text[at]))
        at++;
    return at;
}

/* sign? (digits (. digits?)? | . digits) ((e|E) sign? digits)? */
static bool is_decimal(const char *text, size_t length)
{
    size_t at = length && (text[0] == '-' || text[0] == '+') ? 1 : 0;
    size_t whole = skip_digits(text, length, at) - at;
    if (whole > 1 && text[at] == '0')
        return false;
    at += whole;
    size_t fraction = 0;
    if (at < length && text[at] == '.') {
        fraction = skip_digits(text, length, at + 1) - (at + 1);
        at += 1 + fraction;
    }
    if (whole + fraction == 0)
        return false;
    if (at < length && (text[at] == 'e' || text[at] == 'E')) {
        at++;
        if (at < length && (text[at] == '-' || text[at] == '+'))
            at++;
        size_t end = skip_digits(text, length, at);
        if (end == at)
            return false;
        at = end;
    }
    return at == length;
}

/* lower and upper: the same word, whose letters may be of either case */
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
    if (read_special(text, length, out))
        return true;
    if (length >= LONGEST || !is_decimal(text, length))
        return false;
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
