/* A plot of curves over time as SVG. */
#ifndef LW_TOOL_PLOT_SVG_PLOT_H
#define LW_TOOL_PLOT_SVG_PLOT_H

#include "plot/method_rows.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { LW_PLOT_CURVES = 2, LW_PLOT_LINES = 5 };

/* A curve, with a dot at its lowest value. */
typedef struct lw_plot_curve {
    const char *name;     /* the name in the legend; NULL: no curve */
    const double *values; /* metres, one for each time; INFINITY: none */
    size_t lowest;        /* index of a value */
    double margin;        /* a dashed line at this height; 0: none */
} lw_plot_curve;

/* A time at which something happens. */
typedef struct lw_plot_mark {
    double time;
    const char *label;
} lw_plot_mark;

typedef struct lw_plot {
    const char *title;
    const char *time_label;             /* label of the horizontal axis */
    const char *caption[LW_PLOT_LINES]; /* lines below; NULL: none */
    size_t count;                       /* number of times, at least 1 */
    const double *times;                /* not decreasing */
    const size_t *parts; /* the part of each time; curves are interrupted between parts */
    lw_plot_curve curves[LW_PLOT_CURVES];
    const lw_plot_mark *marks; /* in the order of time */
    size_t mark_count;
    double proven;             /* a band from the first time to here marks the proven part */
    double contact;            /* a marked time; NAN: none */
    const lw_method_row *rows; /* below the curves */
    size_t row_count;
} lw_plot;

/* Writes a plot; false where memory ran out. Write errors show when the file is closed. */
bool lw_svg_plot_write(FILE *file, const lw_plot *plot);

#endif
