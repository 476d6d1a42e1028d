/* SVG: text, lines, and the head of a plot. */
#ifndef LW_TOOL_PLOT_SVG_H
#define LW_TOOL_PLOT_SVG_H

#include <stdio.h>

/* The head of a picture: its size in pixels, a title at a place, and a description for screen readers;
 * and the end of a picture. Classes of texts: mark, label, contact, proven; of lines: grid, axis,
 * event. */
typedef struct lw_svg_head {
    const char *title, *description;
    double width, height;
    double title_x;
} lw_svg_head;
void lw_svg_begin(FILE *file, const lw_svg_head *head);
void lw_svg_end(FILE *file);

/* The title of the last element that was begun: browsers show it under the pointer. */
void lw_svg_title(FILE *file, const char *text);

/* Writes text, which stays text, so that it can be searched and scaled. Characters on which XML or a
 * terminal would act are escaped. */
void lw_svg_escaped(FILE *file, const char *text);
void lw_svg_text(FILE *file, double x, double y, const char *attributes, const char *text);

/* The estimated width in pixels of a text at a size of letters; few texts exceed it. */
double lw_svg_width(const char *text, double size);

/* Writes a text in lines of at most a width, broken at blanks, the first one at y. Returns the y of the
 * line after it. size: of the letters, as in the attributes. */
double lw_svg_paragraph(FILE *file, double x, double y, double width, double size,
                        const char *attributes, const char *text);

void lw_svg_line(FILE *file, double x1, double y1, double x2, double y2, const char *attributes);

#endif
