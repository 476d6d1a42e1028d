/* A plot of curves over time as SVG: text stays text, so that it can be searched and scaled. */
#include "plot/svg_plot.h"

#include "plot/axis.h"
#include "plot/svg.h"

#include <math.h>
#include <stdlib.h>

/* pixels */
static const double WIDTH = 960;
static const double LEFT = 84;
static const double RIGHT = 928;
static const double TOP = 122;        /* top of the curves if there are no marks */
static const double HEIGHT = 338;     /* height of the curves */
static const double LOW_HEIGHT = 200; /* height of the curves if there are rows below */
static const double LINE_HEIGHT = 20;
static const double LABEL_HEIGHT = 17;
static const double TEXT = 14;   /* size of letters */
static const double MARK = 12.5; /* size of letters in labels of marks */

static const char *const colors[LW_PLOT_CURVES] = {"#1f5fbf", "#b3541e"};

/* the map from values and times to the page */
typedef struct plot_frame {
    double first, last; /* times */
    double top, bottom; /* y of the top and the bottom of the curves */
    double foot;        /* y of the axis of time, below the rows */
    double highest;     /* the top of the vertical axis, metres; it begins at 0 */
    double unit;        /* metres */
    const char *unit_name;
} plot_frame;

static double at_x(const plot_frame *frame, double time)
{
    return LEFT + (RIGHT - LEFT) * (time - frame->first) / (frame->last - frame->first);
}

static double at_y(const plot_frame *frame, double value)
{
    return frame->bottom - (frame->bottom - frame->top) * fmin(value, frame->highest) / frame->highest;
}

static plot_frame make_frame(const lw_plot *plot)
{
    plot_frame frame = {.first = plot->times[0], .last = plot->times[plot->count - 1], .top = TOP};
    if (!(frame.last > frame.first))
        frame.last = frame.first + 1;
    for (int c = 0; c < LW_PLOT_CURVES; c++) {
        const lw_plot_curve *curve = &plot->curves[c];
        if (!curve->name)
            continue;
        frame.highest = fmax(frame.highest, curve->margin);
        for (size_t i = 0; i < plot->count; i++)
            if (isfinite(curve->values[i]))
                frame.highest = fmax(frame.highest, curve->values[i]);
    }
    if (!(frame.highest > 0))
        frame.highest = 1e-3;
    double step = lw_nice_step(frame.highest, 6);
    frame.highest = step * ceil(1.04 * frame.highest / step);
    frame.unit = frame.highest > 2 ? 1 : 1e-3;
    frame.unit_name = frame.highest > 2 ? "distance (m)" : "distance (mm)";
    return frame;
}

static void write_axes(FILE *file, const lw_plot *plot, const plot_frame *frame)
{
    char text[64];
    double step = lw_nice_step(frame->highest, 6);
    for (int i = 0; i * step <= frame->highest * (1 + 1e-9); i++) {
        double y = at_y(frame, i * step);
        lw_svg_line(file, LEFT, y, RIGHT, y, i ? "class=\"grid\"" : "class=\"axis\"");
        snprintf(text, sizeof text, "%.6g", i * step / frame->unit);
        lw_svg_text(file, LEFT - 10, y + 4.5, "text-anchor=\"end\"", text);
    }
    step = lw_nice_step(frame->last - frame->first, 10);
    double from = ceil(frame->first / step - 1e-9) * step;
    for (int i = 0; from + i * step <= frame->last + 1e-9 * step; i++) {
        double x = at_x(frame, from + i * step);
        if (plot->row_count)
            lw_svg_line(file, x, frame->bottom, x, frame->foot, "class=\"grid\"");
        lw_svg_line(file, x, frame->foot, x, frame->foot + 5, "class=\"axis\"");
        snprintf(text, sizeof text, "%.6g", from + i * step);
        lw_svg_text(file, x, frame->foot + 21, "text-anchor=\"middle\"", text);
    }
    if (plot->row_count)
        lw_svg_line(file, LEFT, frame->foot, RIGHT, frame->foot, "class=\"axis\"");
    lw_svg_text(file, (LEFT + RIGHT) / 2, frame->foot + 44, "text-anchor=\"middle\"", plot->time_label);
    fprintf(file, "<text transform=\"translate(24 %.1f) rotate(-90)\" text-anchor=\"middle\">",
            (frame->top + frame->bottom) / 2);
    fprintf(file, "%s</text>\n", frame->unit_name);
}

/* whether a line joins a value of a curve and the next one */
static bool is_joined(const lw_plot *plot, const lw_plot_curve *curve, size_t i)
{
    return i + 1 < plot->count && plot->parts[i] == plot->parts[i + 1] &&
           isfinite(curve->values[i + 1]);
}

static void write_curve(FILE *file, const lw_plot *plot, const plot_frame *frame, int c)
{
    const lw_plot_curve *curve = &plot->curves[c];
    bool joined = false;
    for (size_t i = 0; i < plot->count; i++) {
        if (!isfinite(curve->values[i]))
            continue;
        if (!joined)
            fprintf(file,
                    "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" "
                    "stroke-linejoin=\"round\" points=\"",
                    colors[c]);
        fprintf(file, "%s%.2f,%.2f", joined ? " " : "", at_x(frame, plot->times[i]),
                at_y(frame, curve->values[i]));
        joined = is_joined(plot, curve, i);
        if (!joined)
            fputs("\"/>\n", file);
    }
}

static void write_lowest(FILE *file, const lw_plot *plot, const plot_frame *frame, int c)
{
    const lw_plot_curve *curve = &plot->curves[c];
    fprintf(file, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"4\" fill=\"%s\"/>\n",
            at_x(frame, plot->times[curve->lowest]), at_y(frame, curve->values[curve->lowest]),
            colors[c]);
}

static void write_margin(FILE *file, const lw_plot_curve *curve, const plot_frame *frame, int c)
{
    char attributes[64];
    double y = at_y(frame, curve->margin);
    snprintf(attributes, sizeof attributes, "stroke=\"%s\" stroke-dasharray=\"6 4\"", colors[c]);
    if (curve->margin > 0)
        lw_svg_line(file, LEFT, y, RIGHT, y, attributes);
}

/* one line per curve, so that no text covers a curve */
static void write_legend(FILE *file, const lw_plot *plot)
{
    double y = 66;
    for (int c = 0; c < LW_PLOT_CURVES; c++) {
        char attributes[64];
        if (!plot->curves[c].name)
            continue;
        snprintf(attributes, sizeof attributes, "stroke=\"%s\" stroke-width=\"3\"", colors[c]);
        lw_svg_line(file, LEFT, y, LEFT + 28, y, attributes);
        lw_svg_text(file, LEFT + 38, y + 4.5, "", plot->curves[c].name);
        y += LINE_HEIGHT;
    }
}

/* writes the band above the curves, with the proven part and the contact */
static void write_verdict(FILE *file, const lw_plot *plot, const plot_frame *frame)
{
    double end = at_x(frame, fmin(plot->proven, frame->last));
    if (end > LEFT)
        fprintf(file,
                "<rect x=\"%.2f\" y=\"%.1f\" width=\"%.2f\" height=\"5\" fill=\"#3f9142\"/>\n"
                "<rect x=\"%.2f\" y=\"%.1f\" width=\"%.2f\" height=\"%.1f\" fill=\"#3f9142\" "
                "fill-opacity=\"0.06\"/>\n",
                LEFT, frame->top - 5, end - LEFT, LEFT, frame->top, end - LEFT,
                frame->bottom - frame->top);
    if (end - LEFT > 80)
        lw_svg_text(file, LEFT, frame->top - 9, "class=\"mark proven\"", "proven free");
    if (isnan(plot->contact))
        return;
    double x = at_x(frame, plot->contact);
    bool left = x > (LEFT + RIGHT) / 2;
    lw_svg_line(file, x, frame->top - 5, x, frame->bottom, "stroke=\"#c22f2f\" stroke-width=\"2\"");
    lw_svg_text(file, x, frame->top - 9,
                left ? "class=\"mark contact\" text-anchor=\"end\"" : "class=\"mark contact\"",
                "contact");
}

/* ---- marks: a line each, with a label above the band --------------------------------------------- */

/* the place of the label of a mark */
typedef struct label_place {
    double x, width;
    size_t row; /* from 0, upwards */
} label_place;

/* Places the labels, the last one first: each begins at its line, or ends at the edge of the page, and
 * is in the lowest row above all those that it would overlap. Returns how many rows there are. */
static size_t place_labels(const lw_plot *plot, const plot_frame *frame, label_place *places)
{
    size_t rows = 0;
    for (size_t i = plot->mark_count; i-- > 0;) {
        label_place *own = &places[i];
        own->width = lw_svg_width(plot->marks[i].label, MARK);
        own->x = fmax(fmin(at_x(frame, plot->marks[i].time), WIDTH - 8 - own->width), 8);
        own->row = 0;
        for (size_t k = i + 1; k < plot->mark_count; k++)
            if (places[k].x < own->x + own->width && places[k].row >= own->row)
                own->row = places[k].row + 1;
        rows = own->row + 1 > rows ? own->row + 1 : rows;
    }
    return rows;
}

static void write_marks(FILE *file, const lw_plot *plot, const plot_frame *frame,
                        const label_place *places)
{
    double lowest = frame->top - 9 - LABEL_HEIGHT;
    for (size_t i = 0; i < plot->mark_count; i++) {
        double x = at_x(frame, plot->marks[i].time);
        lw_svg_line(file, x, lowest - LABEL_HEIGHT * (double)places[i].row + 4, x, frame->bottom,
                    "class=\"event\"");
    }
    for (size_t i = 0; i < plot->mark_count; i++)
        lw_svg_text(file, places[i].x, lowest - LABEL_HEIGHT * (double)places[i].row,
                    "class=\"mark label\"", plot->marks[i].label);
}

/* Writes the caption; returns the y of the line after it. file NULL: nothing is written. */
static double write_caption(FILE *file, const lw_plot *plot, double y)
{
    for (int i = 0; i < LW_PLOT_LINES && plot->caption[i]; i++)
        y = lw_svg_paragraph(file, LEFT, y, RIGHT - LEFT, TEXT, "", plot->caption[i]);
    return y;
}

bool lw_svg_plot_write(FILE *file, const lw_plot *plot)
{
    label_place *places = calloc(plot->mark_count + 1, sizeof *places);
    if (!places)
        return false;
    plot_frame frame = make_frame(plot);
    frame.top += LABEL_HEIGHT * (double)place_labels(plot, &frame, places) + (plot->mark_count ? 6 : 0);
    frame.bottom = frame.top + (plot->row_count ? LOW_HEIGHT : HEIGHT);
    frame.foot = frame.bottom + lw_method_rows_height(plot->rows, plot->row_count);
    lw_svg_begin(file, &(lw_svg_head){plot->title, plot->caption[0], WIDTH,
                                      write_caption(NULL, plot, frame.foot + 74), LEFT});
    write_legend(file, plot);
    write_axes(file, plot, &frame);
    write_verdict(file, plot, &frame);
    write_marks(file, plot, &frame, places);
    free(places);
    for (int c = LW_PLOT_CURVES - 1; c >= 0; c--) {
        if (!plot->curves[c].name)
            continue;
        write_margin(file, &plot->curves[c], &frame, c);
        write_curve(file, plot, &frame, c);
    }
    for (int c = LW_PLOT_CURVES - 1; c >= 0; c--)
        if (plot->curves[c].name)
            write_lowest(file, plot, &frame, c);
    lw_row_span span = {LEFT, RIGHT, frame.first, frame.last};
    if (plot->row_count)
        lw_method_rows_write(file, plot->rows, plot->row_count, &span, frame.bottom);
    write_caption(file, plot, frame.foot + 74);
    lw_svg_end(file);
    return true;
}
