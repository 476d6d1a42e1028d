/* A plot of curves over time as SVG. */
#ifndef LW_TOOL_SVG_PLOT_H
#define LW_TOOL_SVG_PLOT_H

#include <stddef.h>
#include <stdio.h>

enum { LW_PLOT_CURVES = 2, LW_PLOT_LINES = 3 };

/* A curve, with a dot where it is lowest. */
typedef struct lw_plot_curve {
    const char *name;     /* in the legend; NULL: there is no such curve */
    const double *values; /* metres, one for each time */
    size_t lowest;        /* index of a value */
    double margin;        /* a dashed line at this height; 0: none */
} lw_plot_curve;

typedef struct lw_plot {
    const char *title;
    const char *time_label;             /* of the horizontal axis */
    const char *caption[LW_PLOT_LINES]; /* lines below; NULL: none */
    size_t count;                       /* of times, at least 1 */
    const double *times;                /* increasing */
    lw_plot_curve curves[LW_PLOT_CURVES];
    double proven;  /* a band from the first time to here marks the proven part */
    double contact; /* a marked time; NAN: none */
} lw_plot;

/* Writes a plot; write errors show when the file is closed. */
void lw_svg_plot_write(FILE *file, const lw_plot *plot);

#endif
