/* SVG: text, lines, and the head of a plot. */
#ifndef LW_TOOL_PLOT_SVG_H
#define LW_TOOL_PLOT_SVG_H

#include <stdio.h>

/* The head of a picture of so many pixels, with a title that begins at a place, and a description for
 * who does not see it; and its end. Classes of texts: mark, label, contact, proven; of lines: grid,
 * axis, event. */
typedef struct lw_svg_head {
    const char *title, *description;
    double width, height;
    double title_x;
} lw_svg_head;
void lw_svg_begin(FILE *file, const lw_svg_head *head);
void lw_svg_end(FILE *file);

/* The title of the element that was begun last: shown where a pointer rests. */
void lw_svg_title(FILE *file, const char *text);

/* Text stays text, so that it can be searched and scaled; what XML or a terminal would act on is
 * escaped. */
void lw_svg_escaped(FILE *file, const char *text);
void lw_svg_text(FILE *file, double x, double y, const char *attributes, const char *text);

/* The width of a text in pixels at a size of letters: an estimate that few texts exceed. */
double lw_svg_width(const char *text, double size);

/* A text in lines of at most a width, broken at blanks, the first one at y. Returns where the line
 * after it would be. size: of its letters, as the attributes say. */
double lw_svg_paragraph(FILE *file, double x, double y, double width, double size,
                        const char *attributes, const char *text);

void lw_svg_line(FILE *file, double x1, double y1, double x2, double y2, const char *attributes);

#endif
