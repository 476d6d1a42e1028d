/* The data about a motion that `plot` draws, and the output of its curves. */
#ifndef LW_TOOL_PART_CURVE_OUTPUT_H
#define LW_TOOL_PART_CURVE_OUTPUT_H

#include "plot/svg_plot.h"

enum { LW_CURVE_OTHERS, LW_CURVE_SELF, LW_CURVE_COUNT }; /* indices as in lw_curve */

/* The motion to plot, its verdict, and its curves */
typedef struct lw_plot_subject {
    const lw_scene *scene;
    lw_motion *motion;
    char name[512];
    bool is_batch; /* `name` is the id of the motion */
    lw_verdict verdict;
    lw_curve curve;
    lw_plot_mark *marks; /* allocated with their labels; see lw_free_marks */
    size_t mark_count;
    lw_method_row *rows; /* one for each method whose intervals are drawn */
    size_t row_count;
} lw_plot_subject;

/* The verdict as a sentence. */
void lw_describe_verdict(const lw_plot_subject *subject, char *text, size_t size);

/* Marks the objects that are attached and released on the way. Errors: memory. Free the marks, also
 * after an error. */
lw_status lw_mark_payloads(lw_plot_subject *subject, lw_error *error);
void lw_free_marks(lw_plot_subject *subject);

/* Writes the curves as numbers, or as SVG with all that the subject has. title NULL: the motion's name.
 * Errors: memory; write errors show when the file is closed. */
void lw_print_curves_csv(FILE *file, const lw_plot_subject *subject);
lw_status lw_print_curves_svg(FILE *file, const lw_plot_subject *subject, const char *title,
                              lw_error *error);

#endif
