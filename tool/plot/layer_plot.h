/* A picture of the layers of the method expanded over time, by link (Baginski, Figures 7 to 10). */
#ifndef LW_TOOL_PLOT_LAYER_PLOT_H
#define LW_TOOL_PLOT_LAYER_PLOT_H

#include "leeway/leeway.h"

#include <stdio.h>

/* A link among the obstacles, or two links, and their steps. */
typedef struct lw_layer_row {
    const char *name, *other; /* names of the two bodies in the scene; other NULL: the obstacles */
    int64_t body, second;     /* indices of the bodies in the first step; second -1: the obstacles */
    lw_step *steps;           /* in the order of time */
    size_t count, capacity;
} lw_layer_row;

typedef struct lw_layer_chart {
    const lw_motion *motion;
    lw_layer_row *rows;
    size_t count, capacity;
} lw_layer_chart;

/* For lw_check_options.step, with the chart as the context. Error memory. */
lw_status lw_layer_chart_add(void *context, const lw_step *step);
void lw_layer_chart_free(lw_layer_chart *chart);

/* Draws the steps of a check with these options and its verdict. caption: a line below. */
void lw_layer_chart_write(FILE *file, lw_layer_chart *chart, const lw_check_options *options,
                          const lw_verdict *verdict, const char *title, const char *caption);

#endif
