/* An axis of a figure: linear from 0, or logarithmic where the values lie far apart. */
#ifndef LW_TOOL_PLOT_AXIS_H
#define LW_TOOL_PLOT_AXIS_H

#include <stdbool.h>
#include <stddef.h>

/* The step of 1, 2 or 5 times a power of ten that divides a range into at most so many parts. */
double lw_nice_step(double range, int parts);

typedef struct lw_axis {
    double low, high; /* low is 0 on a linear axis */
    bool linear;      /* linear regardless of the values */
    bool logarithmic;
    double smallest, largest; /* the smallest and largest value above 0 */
} lw_axis;

/* Starts an axis, takes values (those that are not finite are skipped), and ends it. The axis is linear
 * if `linear` is set, or if a value is negative. */
lw_axis lw_axis_begin(bool linear);
void lw_axis_take(lw_axis *axis, double value);
void lw_axis_end(lw_axis *axis, int parts);

/* The position of a value: 0 at the low end, 1 at the high one; values outside are clamped to the
 * ends. */
double lw_axis_at(const lw_axis *axis, double value);

/* The ticks: at most `most`, in order. Returns how many. */
size_t lw_axis_ticks(const lw_axis *axis, int parts, double *ticks, size_t most);

#endif
