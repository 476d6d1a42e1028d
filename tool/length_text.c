#include "length_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How much of a length its change to another unit may lose. */
static const double UNIT_ROUNDING = 1e-12;

/* A number of so many decimal digits: the nearest one, or where that is beyond the value, the next one
 * below (-1) or above it (1). */
static double to_digits(double value, int digits, int way)
{
    char text[32];
    snprintf(text, sizeof text, "%.*e", digits - 1, value);
    double nearest = strtod(text, NULL);
    if (!(way * (value - nearest) > UNIT_ROUNDING * fabs(value)))
        return nearest;
    double leading = pow(10, (double)strtol(strchr(text, 'e') + 1, NULL, 10));
    double step = leading * pow(10, 1 - digits) * (fabs(value) < leading ? 0.1 : 1);
    snprintf(text, sizeof text, "%.*e", digits - 1, nearest + way * step);
    return strtod(text, NULL);
}

/* way: 0, the nearest. */
static void length_text(double metres, int way, char *text, size_t size)
{
    double size_of = fabs(metres);
    if (!isfinite(metres))
        snprintf(text, size, "%.4g m", metres);
    else if (size_of >= 1)
        snprintf(text, size, "%.4g m", to_digits(metres, 4, way));
    else if (size_of >= 1e-4 || size_of == 0)
        snprintf(text, size, "%.4g mm", to_digits(1e3 * metres, 4, way));
    else
        snprintf(text, size, "%.3g um", to_digits(1e6 * metres, 3, way));
}

void lw_length_text(double metres, char *text, size_t size)
{
    length_text(metres, 0, text, size);
}

void lw_at_least_text(double metres, char *text, size_t size)
{
    length_text(metres, -1, text, size);
}

void lw_at_most_text(double metres, char *text, size_t size)
{
    length_text(metres, 1, text, size);
}
