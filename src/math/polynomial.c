/* The sign changes of a polynomial: by those of its derivatives and bisection. */
#include "math/polynomial.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* Where a monotone polynomial changes its sign between two places at which its signs differ. */
static double bisect(const double *c, int degree, double low, double high)
{
    const bool rises = lw_polynomial_value(c, degree, high) > 0;
    while (high - low > 0x1p-53) {
        const double middle = 0.5 * (low + high);
        if (middle <= low || middle >= high)
            break;
        if ((lw_polynomial_value(c, degree, middle) > 0) == rises)
            high = middle;
        else
            low = middle;
    }
    return high;
}

/* The sign changes of a polynomial that is monotone between the given places. */
static int cross(const double *c, int degree, double from, double to, const double *places, int count,
                 double *out)
{
    int found = 0;
    double low = from;
    for (int i = 0; i <= count; i++) {
        const double high = i < count ? places[i] : to;
        const bool above = lw_polynomial_value(c, degree, low) > 0;
        if (above != (lw_polynomial_value(c, degree, high) > 0))
            out[found++] = bisect(c, degree, low, high);
        low = high;
    }
    return found;
}

int lw_polynomial_crossings(const double *c, int degree, double from, double to,
                            double out[LW_POLYNOMIAL_DEGREE])
{
    double derived[LW_POLYNOMIAL_DEGREE + 1][LW_POLYNOMIAL_DEGREE + 1];
    double places[LW_POLYNOMIAL_DEGREE];
    int count = 0;
    memcpy(derived[0], c, ((size_t)degree + 1) * sizeof *c);
    for (int k = 1; k < degree; k++)
        lw_polynomial_derive(derived[k - 1], degree - k + 1, derived[k]);
    for (int k = degree - 1; k >= 0; k--) {
        memcpy(places, out, (size_t)count * sizeof *out);
        count = cross(derived[k], degree - k, from, to, places, count, out);
    }
    return count;
}
