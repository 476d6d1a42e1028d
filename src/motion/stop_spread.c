/* How stops from an interval of moments differ. */
#include "motion/stop_spread.h"

#include "math/polynomial.h"

#include <string.h>

/* A factor and a share of sizes above all rounding errors of these bounds and of the polynomials of
 * stops. */
static const double UP = 1 + 0x1p-40;
static const double ROUNDING = 0x1p-44;

static lw_range widened(lw_range r, double x)
{
    return (lw_range){lesser(r.low, x), greater(r.high, x)};
}

static double size_of(lw_range r)
{
    return greater(fabs(r.low), fabs(r.high));
}

/* The range of a polynomial on [from, to], within [0, 1]. */
static lw_range range_of(const double *c, int degree, double from, double to)
{
    double rate[LW_DEGREE + 1];
    double extrema[LW_POLYNOMIAL_DEGREE];
    double size = 0;
    const double first = lw_polynomial_value(c, degree, from);
    lw_range out = {first, first};
    lw_polynomial_derive(c, degree, rate);
    const int count = lw_polynomial_crossings(rate, degree > 0 ? degree - 1 : 0, from, to, extrema);
    for (int i = 0; i < count; i++)
        out = widened(out, lw_polynomial_value(c, degree, extrema[i]));
    out = widened(out, lw_polynomial_value(c, degree, to));
    for (int i = 0; i <= degree; i++)
        size += fabs(c[i]);
    return (lw_range){out.low - ROUNDING * size, out.high + ROUNDING * size};
}

lw_stop_rates lw_stop_rates_of(const lw_motion_track *track, size_t column, size_t piece, double begin,
                               double end)
{
    const size_t terms = (size_t)track->degree + 1;
    const double *c = track->coefficients + (piece * track->column_count + column) * terms;
    const double width = track->times[piece + 1] - track->times[piece];
    const double from = lesser(greater((begin - track->times[piece]) / width, 0), 1);
    const double to = lesser(greater((end - track->times[piece]) / width, from), 1);
    double derived[LW_DEGREE + 1] = {0};
    lw_range ranges[3];
    int degree = track->degree;
    double per = 1;
    memcpy(derived, c, terms * sizeof *derived);
    for (int k = 0; k < 3; k++) {
        lw_polynomial_derive(derived, degree, derived);
        degree -= degree > 0;
        per /= width;
        const lw_range r = range_of(derived, degree, from, to);
        ranges[k] = (lw_range){r.low * per, r.high * per};
    }
    return (lw_stop_rates){ranges[0], ranges[1], ranges[2]};
}

/* The largest of |1 + s q'' / A|; s: the sign of the rate, which may change. */
static double left_over(const lw_stop_rates *of, double most)
{
    if (of->rate.low < 0 && of->rate.high > 0)
        return 1 + size_of(of->acceleration) / most;
    const double s = of->rate.high > 0 ? 1 : -1;
    return greater(fabs(1 + s * of->acceleration.low / most),
                   fabs(1 + s * of->acceleration.high / most));
}

/* Without a limit of jerk. Such a stop does not turn around: it is between its beginning, which is in
 * the motion itself, and its end. */
static void spread_at_once(const lw_stop_rates *of, lw_brake brake, double half,
                           const lw_motion_track *stop, lw_stop_spread *out)
{
    const double v = size_of(of->rate);
    const double left = left_over(of, brake.acceleration);
    const double end = stop ? lw_polynomial_value(stop->coefficients, stop->degree, 1) : out->reach.low;
    const double more = half * v * left * UP + ROUNDING * (fabs(end) + v * half);
    out->value = half * v * greater(1, left);
    out->rate = half * size_of(of->acceleration);
    out->reach = (lw_range){end - more, end + more};
}

/* With a limit of jerk. */
static void spread_smoothly(const lw_stop_rates *of, lw_stop_change change, double half,
                            lw_stop_spread *out)
{
    const double a = size_of(of->acceleration);
    const double j = size_of(of->jerk);
    out->value =
        half * (size_of(of->rate) + a * change.value_by_rate + j * change.value_by_acceleration);
    out->rate = half * (a + j * change.rate_by_acceleration);
}

/* Where the track of a variable is during a stop. */
static lw_range places_of(const lw_motion_track *stop, double value)
{
    lw_range out = {value, value};
    for (size_t k = 0; stop && k < stop->piece_count; k++) {
        const lw_range r =
            range_of(stop->coefficients + k * ((size_t)stop->degree + 1), stop->degree, 0, 1);
        out = widened(widened(out, r.low), r.high);
    }
    return out;
}

lw_stop_spread lw_stop_spread_of(const lw_stop_rates *rates, lw_brake brake, double half, double value,
                                 const lw_motion_track *stop)
{
    const double v = size_of(rates->rate);
    const double a = size_of(rates->acceleration);
    lw_stop_spread out = {.moves = true, .reach = {value, value}};
    if (v == 0 && a == 0)
        return out;
    const lw_stop_change change = lw_stop_change_of(v, a, brake);
    if (brake.jerk == HUGE_VAL)
        spread_at_once(rates, brake, half, stop, &out);
    else
        spread_smoothly(rates, change, half, &out);
    out.value = out.value * UP + ROUNDING * (fabs(value) + v * (half + change.value_by_rate));
    out.rate *= UP;
    if (brake.jerk == HUGE_VAL)
        return out;
    const lw_range places = places_of(stop, value);
    out.reach = (lw_range){places.low - out.value, places.high + out.value};
    return out;
}
