/* Axes of figures. */
#include "plot/axis.h"

#include <math.h>

/* values that lie further apart than this are shown on a logarithmic axis */
static const double FAR = 50;

double lw_nice_step(double range, int parts)
{
    double power = pow(10, floor(log10(range / parts)));
    double share = range / parts / power;
    return power * (share <= 1 ? 1 : share <= 2 ? 2 : share <= 5 ? 5 : 10);
}

lw_axis lw_axis_begin(bool linear)
{
    return (lw_axis){.smallest = HUGE_VAL, .linear = linear};
}

void lw_axis_take(lw_axis *axis, double value)
{
    if (!isfinite(value))
        return;
    axis->low = fmin(axis->low, value);
    if (value > 0)
        axis->smallest = fmin(axis->smallest, value);
    axis->largest = fmax(axis->largest, value);
}

void lw_axis_end(lw_axis *axis, int parts)
{
    axis->logarithmic = !axis->linear && axis->low >= 0 && axis->largest > FAR * axis->smallest;
    if (axis->logarithmic) {
        axis->low = pow(10, floor(log10(axis->smallest) + 1e-9));
        axis->high = pow(10, ceil(log10(axis->largest) - 1e-9));
        return;
    }
    double range = axis->largest - axis->low;
    double step = lw_nice_step(range > 0 ? range : 1, parts);
    axis->low = step * floor(axis->low / step + 1e-9);
    axis->high = step * ceil((range > 0 ? axis->largest : 1) / step - 1e-9);
}

double lw_axis_at(const lw_axis *axis, double value)
{
    if (axis->logarithmic)
        return value <= axis->low ? 0 : fmin(log(value / axis->low) / log(axis->high / axis->low), 1);
    return fmin(fmax((value - axis->low) / (axis->high - axis->low), 0), 1);
}

/* Ticks at decades, as many as there is room for. */
static size_t decades(const lw_axis *axis, int parts, double *ticks, size_t most)
{
    int first = (int)lround(log10(axis->low));
    int last = (int)lround(log10(axis->high));
    int step = 1 + (last - first - 1) / parts;
    size_t count = 0;
    for (int i = first; i <= last && count < most; i += step)
        ticks[count++] = pow(10, i);
    return count;
}

size_t lw_axis_ticks(const lw_axis *axis, int parts, double *ticks, size_t most)
{
    if (axis->logarithmic)
        return decades(axis, parts, ticks, most);
    double step = lw_nice_step(axis->high - axis->low, parts);
    size_t count = 0;
    double first = ceil(axis->low / step - 1e-9) * step;
    while (count < most && first + (double)count * step <= axis->high + 1e-9 * step) {
        ticks[count] = first + (double)count * step;
        count++;
    }
    return count;
}
