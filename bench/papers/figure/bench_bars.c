/* Bars of a benchmark's figure: a line for each row of the table, panels side by side; the paper's
 * figures as diamonds. On a logarithmic axis there are dots, since the length of a bar would mean
 * nothing. */
#include "figure/bench_draw.h"
#include "plot/axis.h"
#include "plot/svg.h"

#include <math.h>

/* pixels */
static const double NARROWEST = 150; /* panel */
static const double GAP = 26;        /* between panels */
static const double BAR = 13;
static const double BETWEEN = 9; /* rows */
static const double LEGEND = 17;
static const double SWATCH = 16;
static const double FIGURE = 50;   /* room at the right for the figure of the longest bar */
static const double LETTER = 11.5; /* of figures */

enum { MOST_TICKS = 16 };

/* Panels that stand side by side. */
typedef struct line {
    const lw_strip_place *place;
    const lw_bench_strip *strip;
    size_t first, count; /* panels */
    size_t series;       /* the most columns of a panel */
    size_t legend;       /* the most lines of a panel's legend */
    double left, width;  /* of the first panel */
    double top, bottom;  /* of the bars */
} line;

static int parts_of(const line *l)
{
    return (int)fmin((l->width - FIGURE) / 45, 8);
}

static double row_height(const line *l)
{
    return BAR * (double)l->series + BETWEEN;
}

static lw_axis make_axis(const line *l, const lw_bench_panel *panel)
{
    lw_axis axis = lw_axis_begin(lw_bench_is_percent(panel->unit));
    const lw_bench_table *table = &l->strip->tables[0];
    for (size_t r = 0; r < table->rows.count; r++)
        for (size_t i = 0; i < panel->count && lw_bench_strip_has(l->strip, r); i++) {
            lw_axis_take(&axis, lw_bench_figure_of(table, r, panel->columns[i])->value);
            lw_axis_take(&axis, lw_bench_paper_of(table, r, panel->columns[i]));
        }
    lw_axis_end(&axis, parts_of(l));
    return axis;
}

static void draw_axis(const line *l, const lw_bench_panel *panel, const lw_axis *axis, double left)
{
    FILE *file = l->place->file;
    double ticks[MOST_TICKS];
    double width = l->width - FIGURE;
    size_t count = lw_axis_ticks(axis, parts_of(l), ticks, MOST_TICKS);
    for (size_t i = 0; i < count; i++) {
        char text[LW_BENCH_TEXT];
        double x = left + width * lw_axis_at(axis, ticks[i]);
        lw_bench_number(ticks[i], text);
        lw_svg_line(file, x, l->top, x, l->bottom, "class=\"grid\"");
        lw_svg_text(file, x, l->bottom + 16, "class=\"small\" text-anchor=\"middle\"", text);
    }
    double x = left + width * lw_axis_at(axis, 0);
    lw_svg_line(file, x, l->top, x, l->bottom, "class=\"axis\"");
    lw_svg_text(file, left + width / 2, l->bottom + 34, "class=\"small\" text-anchor=\"middle\"",
                panel->unit ? panel->unit : "count");
}

static void draw_paper(const line *l, size_t row, size_t column, double x, double y)
{
    FILE *file = l->place->file;
    fprintf(file,
            "<path d=\"M%.1f,%.1fl5,5l-5,5l-5,-5z\" fill=\"#fff\" stroke=\"#222\" "
            "stroke-width=\"1.3\">",
            x, y - 5);
    lw_bench_hint(file, &l->strip->tables[0], row, column, true);
    fputs("</path>\n", file);
}

/* Draws a bar from the axis; on a logarithmic axis, a dot at the end of a line from the axis. */
static void draw_bar(const line *l, const lw_axis *axis, const char *color, double zero, double x,
                     double y, size_t row, size_t column)
{
    FILE *file = l->place->file;
    fprintf(file, "<g fill=\"%s\">", color);
    if (axis->logarithmic)
        fprintf(file,
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" "
                "stroke-opacity=\"0.35\"/><circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.6\"/>",
                zero, y, x, y, color, x, y);
    else
        fprintf(file, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>", fmin(zero, x),
                y - BAR / 2 + 1, fmax(fabs(x - zero), 0.5), BAR - 2);
    lw_bench_hint(file, &l->strip->tables[0], row, column, false);
    fputs("</g>\n", file);
}

static void draw_figure(const line *l, const lw_bench_panel *panel, const lw_axis *axis, double left,
                        size_t row, size_t i, double y)
{
    char text[LW_BENCH_TEXT];
    const lw_bench_table *table = &l->strip->tables[0];
    const double width = l->width - FIGURE;
    const size_t column = panel->columns[i];
    const double value = lw_bench_figure_of(table, row, column)->value;
    const double paper = lw_bench_paper_of(table, row, column);
    if (!isfinite(value))
        return;
    double x = left + width * lw_axis_at(axis, value);
    double label = fmax(x, left + width * lw_axis_at(axis, 0)) + (axis->logarithmic ? 8 : 5);
    draw_bar(l, axis, lw_bench_color(i), left + width * lw_axis_at(axis, 0), x, y, row, column);
    lw_bench_number(value, text);
    if (isfinite(paper)) {
        double at = left + width * lw_axis_at(axis, paper);
        if (at > x - 8 && at < label + lw_svg_width(text, LETTER) + 6)
            label = fmax(label, at + 9);
        draw_paper(l, row, column, at, y);
    }
    lw_svg_text(l->place->file, label, y + 4, "class=\"small label\"", text);
}

/* Draws the names of a panel's columns beside their colours, from left to right; file NULL: only
 * measures them. Returns the number of lines. */
static size_t draw_legend(FILE *file, const lw_bench_strip *strip, const lw_bench_panel *panel,
                          double left, double width, double y)
{
    double x = left;
    size_t lines = panel->count > 1;
    for (size_t i = 0; i < panel->count && panel->count > 1; i++) {
        const char *name = strip->tables[0].columns[panel->columns[i]].name;
        double taken = SWATCH + lw_svg_width(name, 12.5);
        if (x > left && x + taken > left + width) {
            x = left;
            y += LEGEND;
            lines++;
        }
        if (file) {
            fprintf(file, "<rect x=\"%.1f\" y=\"%.1f\" width=\"10\" height=\"10\" fill=\"%s\"/>\n", x,
                    y - 9, lw_bench_color(i));
            lw_svg_text(file, x + SWATCH, y, "class=\"mark\"", name);
        }
        x += taken + 20;
    }
    return lines;
}

static void draw_panel(const line *l, const lw_bench_panel *panel, double left)
{
    FILE *file = l->place->file;
    const lw_axis axis = make_axis(l, panel);
    const lw_bench_table *table = &l->strip->tables[0];
    double legend = l->top - 12 - LEGEND * (double)l->legend;
    char title[LW_BENCH_NAME];
    lw_bench_panel_title(l->strip, panel, title);
    lw_svg_text(file, left, legend, "class=\"mark strong\"", title);
    draw_legend(file, l->strip, panel, left, l->width, legend + LEGEND);
    draw_axis(l, panel, &axis, left);
    double y = l->top;
    for (size_t r = 0; r < table->rows.count; r++) {
        if (!lw_bench_strip_has(l->strip, r))
            continue;
        double first = y + (row_height(l) - BAR * (double)(panel->count - 1)) / 2;
        for (size_t i = 0; i < panel->count; i++)
            draw_figure(l, panel, &axis, left, r, i, first + BAR * (double)i);
        y += row_height(l);
    }
}

/* Draws the names at the left. */
static void draw_names(const line *l)
{
    const lw_bench_table *table = &l->strip->tables[0];
    double y = l->top;
    for (size_t r = 0; r < table->rows.count; r++) {
        char name[LW_BENCH_NAME];
        if (!lw_bench_strip_has(l->strip, r))
            continue;
        lw_bench_row_name(&table->rows.items[r].head, false, name);
        lw_svg_text(l->place->file, l->left - 12, y + row_height(l) / 2 + 4.5,
                    "class=\"mark\" text-anchor=\"end\"", name);
        y += row_height(l);
    }
}

static double draw_line(line *l, double top)
{
    size_t rows = 0;
    for (size_t r = 0; r < l->strip->tables[0].rows.count; r++)
        rows += lw_bench_strip_has(l->strip, r);
    bool titled = false;
    for (size_t i = 0; i < l->count; i++) {
        const lw_bench_panel *panel = &l->strip->panels[l->first + i];
        size_t lines = draw_legend(NULL, l->strip, panel, 0, l->width, 0);
        l->series = panel->count > l->series ? panel->count : l->series;
        l->legend = lines > l->legend ? lines : l->legend;
        char title[LW_BENCH_NAME];
        lw_bench_panel_title(l->strip, panel, title);
        titled = titled || *title;
    }
    l->top = top + (titled ? 26 : 8) + LEGEND * (double)l->legend;
    l->bottom = l->top + row_height(l) * (double)rows;
    draw_names(l);
    for (size_t i = 0; i < l->count; i++)
        draw_panel(l, &l->strip->panels[l->first + i], l->left + (l->width + GAP) * (double)i);
    return l->bottom + 50;
}

double lw_bench_draw_bars(const lw_strip_place *place, const lw_bench_strip *strip)
{
    double left = place->left + lw_bench_names_width(&strip->tables[0], false) + 12;
    double room = place->right - left;
    size_t fit = (size_t)fmax((room + GAP) / (NARROWEST + GAP), 1);
    size_t lines = (strip->panel_count + fit - 1) / fit;
    size_t across = (strip->panel_count + lines - 1) / lines;
    double top = place->top;
    for (size_t first = 0; first < strip->panel_count; first += across) {
        line l = {.place = place, .strip = strip, .first = first, .left = left};
        l.count = strip->panel_count - first < across ? strip->panel_count - first : across;
        l.width = (room - GAP * (double)(across - 1)) / (double)across;
        top = draw_line(&l, top);
    }
    return top;
}
