#include "text/length_text.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DIGITS = 17 /* enough to tell any two doubles apart */ };

/* A text may exceed a proven length by this share: a 0.2 that is off by rounding prints as 0.2. */
static const double NOISE = 1e-12;

/* A decimal number: its digits d.ddd and the power of ten. */
typedef struct decimal {
    char text[40];
    long power;
} decimal;

static decimal to_decimal(double value, int digits)
{
    decimal out;
    snprintf(out.text, sizeof out.text, "%.*e", digits - 1, value);
    char *power = strchr(out.text, 'e');
    out.power = strtol(power + 1, NULL, 10);
    *power = '\0';
    return out;
}

static double to_double(const decimal *of)
{
    char text[64];
    snprintf(text, sizeof text, "%se%ld", of->text, of->power);
    return strtod(text, NULL);
}

/* Whether a number is above (way -1) or below (way 1) a value by more than NOISE. */
static bool is_beyond(const decimal *number, double value, int way)
{
    return way * (value - to_double(number)) > NOISE * fabs(value);
}

/* Rounds a value to so many decimal digits: to the nearest number, or if that is beyond the value, to
 * the next one below (way -1) or above it (way 1). */
static decimal round_to(double value, int digits, int way)
{
    decimal nearest = to_decimal(value, digits);
    if (!is_beyond(&nearest, value, way))
        return nearest;
    /* below a power of ten the digits are finer */
    double leading = pow(10, (double)nearest.power);
    double step = leading * pow(10, 1 - digits) * (fabs(value) < leading ? 0.1 : 1);
    decimal next = to_decimal(to_double(&nearest) + way * step, digits);
    return is_beyond(&next, value, way) ? to_decimal(value, MOST_DIGITS) : next;
}

/* Writes a number times a power of ten as %g does, digit by digit, so that nothing is rounded. */
static void write_shifted(const decimal *of, long shift, int digits, char *text, size_t size)
{
    const bool negative = of->text[0] == '-';
    const long power = of->power + shift;
    char all[MOST_DIGITS + 1] = {0};
    int count = 0;
    for (const char *c = of->text; *c && count < MOST_DIGITS; c++)
        if (*c >= '0' && *c <= '9')
            all[count++] = *c;
    while (count > 1 && all[count - 1] == '0')
        all[--count] = '\0';
    const char *sign = negative ? "-" : "";
    if (strcmp(all, "0") == 0)
        snprintf(text, size, "0");
    else if (power < -4 || power >= digits)
        snprintf(text, size, "%s%c%s%se%+03ld", sign, all[0], count > 1 ? "." : "", all + 1, power);
    else if (power < 0)
        snprintf(text, size, "%s0.%.*s%s", sign, (int)(-power - 1), "0000", all);
    else if (count <= power + 1)
        snprintf(text, size, "%s%s%.*s", sign, all, (int)(power + 1 - count), "0000000000000000");
    else
        snprintf(text, size, "%s%.*s.%s", sign, (int)(power + 1), all, all + power + 1);
}

/* Writes a length. way: -1 rounds down, 1 up, 0 to the nearest number. least: a text that is rounded
 * down gets more digits until it is not below this. */
static void length_text(double metres, int way, double least, char *text, size_t size)
{
    double size_of = fabs(metres);
    char number[64];
    if (!isfinite(metres)) {
        snprintf(text, size, "%.4g m", metres);
        return;
    }
    const bool is_metres = size_of >= 1;
    const bool is_millimetres = !is_metres && (size_of >= 1e-4 || size_of == 0);
    int digits = is_metres || is_millimetres ? 4 : 3;
    decimal rounded = round_to(metres, digits, way);
    while (way < 0 && digits < MOST_DIGITS && to_double(&rounded) < least)
        rounded = round_to(metres, ++digits, way);
    write_shifted(&rounded, is_metres ? 0 : is_millimetres ? 3 : 6, digits, number, sizeof number);
    snprintf(text, size, "%s %s", number, is_metres ? "m" : is_millimetres ? "mm" : "um");
}

void lw_length_text(double metres, char *text, size_t size)
{
    length_text(metres, 0, -INFINITY, text, size);
}

void lw_depth_text(double lower, double upper, char *text, size_t size)
{
    char first[64];
    char last[64];
    bool open = upper - lower > 0.02 * upper && upper - lower > 1e-6;
    lw_length_text(open && lower > 0 ? lower : 0, first, sizeof first);
    lw_length_text(upper, last, sizeof last);
    snprintf(text, size, open ? "%s to %s" : "%.0sabout %s", first, last);
}

void lw_at_least_text(double metres, double margin, char *text, size_t size)
{
    length_text(metres, -1, fmin(metres, margin), text, size);
}

void lw_at_most_text(double metres, char *text, size_t size)
{
    length_text(metres, 1, -INFINITY, text, size);
}
