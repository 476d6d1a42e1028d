/* Lines of a benchmark's figure over the quantity that grows from table to table: a panel for each
 * column, all with one axis; the paper's figures are dashed lines. */
#include "figure/bench_draw.h"
#include "plot/axis.h"
#include "plot/svg.h"

#include <math.h>

/* pixels */
static const double GAP = 22;   /* between panels */
static const double TICKS = 66; /* room for ticks left of the first panel */
static const double HEIGHT = 230;
static const double LEGEND = 19;

enum { MOST_TICKS = 16 };

typedef struct frame {
    const lw_strip_place *place;
    const lw_bench_strip *strip;
    lw_axis axis;
    double left, width; /* of the first panel */
    double top, bottom;
} frame;

static lw_axis make_axis(const lw_bench_strip *strip)
{
    lw_axis axis = lw_axis_begin(lw_bench_is_percent(strip->panels[0].unit));
    for (size_t t = 0; t < strip->table_count; t++)
        for (size_t r = 0; r < strip->tables[t].rows.count; r++)
            for (size_t c = 0; c < strip->tables[t].column_count && lw_bench_strip_has(strip, r); c++) {
                lw_axis_take(&axis, lw_bench_figure_of(&strip->tables[t], r, c)->value);
                lw_axis_take(&axis, lw_bench_paper_of(&strip->tables[t], r, c));
            }
    lw_axis_end(&axis, 6);
    return axis;
}

static double at_x(const frame *f, double left, double at)
{
    double first = f->strip->tables[0].at;
    double last = f->strip->tables[f->strip->table_count - 1].at;
    return left + 10 + (f->width - 20) * (at - first) / (last - first);
}

static double at_y(const frame *f, double value)
{
    return f->bottom - (f->bottom - f->top) * lw_axis_at(&f->axis, value);
}

static void draw_axes(const frame *f, double left, bool first)
{
    FILE *file = f->place->file;
    double ticks[MOST_TICKS];
    char text[LW_BENCH_TEXT];
    size_t count = lw_axis_ticks(&f->axis, 6, ticks, MOST_TICKS);
    for (size_t i = 0; i < count; i++) {
        double y = at_y(f, ticks[i]);
        lw_svg_line(file, left, y, left + f->width, y, i ? "class=\"grid\"" : "class=\"axis\"");
        lw_bench_number(ticks[i], text);
        if (first)
            lw_svg_text(file, left - 8, y + 4, "class=\"small\" text-anchor=\"end\"", text);
    }
    for (size_t t = 0; t < f->strip->table_count; t++) {
        double x = at_x(f, left, f->strip->tables[t].at);
        lw_svg_line(file, x, f->bottom, x, f->bottom + 4, "class=\"axis\"");
        lw_bench_number(f->strip->tables[t].at, text);
        lw_svg_text(file, x, f->bottom + 18, "class=\"small\" text-anchor=\"middle\"", text);
    }
    lw_svg_text(file, left + f->width / 2, f->bottom + 36, "class=\"small\" text-anchor=\"middle\"",
                f->strip->tables[0].over);
}

/* Draws a line of the figures, or of the paper's figures. */
static void draw_curve(const frame *f, double left, size_t row, size_t column, size_t color, bool paper)
{
    FILE *file = f->place->file;
    bool joined = false;
    for (size_t t = 0; t < f->strip->table_count; t++) {
        const lw_bench_table *table = &f->strip->tables[t];
        double value = paper ? lw_bench_paper_of(table, row, column)
                             : lw_bench_figure_of(table, row, column)->value;
        if (!isfinite(value))
            continue;
        if (!joined)
            fprintf(file, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"%s\" points=\"",
                    lw_bench_color(color), paper ? "1.2\" stroke-dasharray=\"4 3" : "2");
        fprintf(file, "%s%.1f,%.1f", joined ? " " : "", at_x(f, left, table->at), at_y(f, value));
        joined = true;
    }
    if (joined)
        fputs("\"/>\n", file);
    for (size_t t = 0; t < f->strip->table_count; t++) {
        const lw_bench_table *table = &f->strip->tables[t];
        double value = paper ? lw_bench_paper_of(table, row, column)
                             : lw_bench_figure_of(table, row, column)->value;
        if (!isfinite(value))
            continue;
        fprintf(file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\" stroke=\"%s\">",
                at_x(f, left, table->at), at_y(f, value), paper ? "#fff" : lw_bench_color(color),
                lw_bench_color(color));
        lw_bench_hint(file, table, row, column, paper);
        fputs("</circle>\n", file);
    }
}

static void draw_panel(const frame *f, size_t p)
{
    const lw_bench_panel *panel = &f->strip->panels[p];
    double left = f->left + (f->width + GAP) * (double)p;
    size_t color = 0;
    draw_axes(f, left, p == 0);
    char title[LW_BENCH_NAME];
    lw_bench_panel_title(f->strip, panel, title);
    lw_svg_text(f->place->file, left, f->top - 10, "class=\"mark strong\"", title);
    for (size_t r = 0; r < f->strip->tables[0].rows.count; r++)
        if (lw_bench_strip_has(f->strip, r)) {
            draw_curve(f, left, r, panel->columns[0], color, true);
            draw_curve(f, left, r, panel->columns[0], color++, false);
        }
}

static void draw_legend(const frame *f)
{
    FILE *file = f->place->file;
    double y = f->top + 4;
    size_t color = 0;
    if (f->strip->key)
        lw_svg_text(file, f->place->left, f->top - 10, "class=\"mark strong\"", f->strip->key);
    for (size_t r = 0; r < f->strip->tables[0].rows.count; r++) {
        char name[LW_BENCH_NAME];
        if (!lw_bench_strip_has(f->strip, r))
            continue;
        lw_bench_row_name(&f->strip->tables[0].rows.items[r].head, true, name);
        fprintf(file,
                "<g stroke=\"%s\" fill=\"%s\"><line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" "
                "stroke-width=\"2\"/><circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\"/></g>\n",
                lw_bench_color(color), lw_bench_color(color), f->place->left, y, f->place->left + 22, y,
                f->place->left + 11, y);
        lw_svg_text(file, f->place->left + 30, y + 4.5, "class=\"mark\"", name);
        color++;
        y += LEGEND;
    }
}

double lw_bench_draw_lines(const lw_strip_place *place, const lw_bench_strip *strip)
{
    frame f = {.place = place, .strip = strip, .axis = make_axis(strip)};
    const double panels = (double)strip->panel_count;
    f.left = place->left + 30 + lw_bench_names_width(&strip->tables[0], true) + TICKS;
    f.width = (place->right - f.left - GAP * (panels - 1)) / panels;
    f.top = place->top + 26;
    f.bottom = f.top + HEIGHT;
    draw_legend(&f);
    fprintf(place->file,
            "<text transform=\"translate(%.1f %.1f) rotate(-90)\" text-anchor=\"middle\" "
            "class=\"small\">",
            f.left - 48, (f.top + f.bottom) / 2);
    lw_svg_escaped(place->file, strip->panels[0].unit ? strip->panels[0].unit : "count");
    fputs("</text>\n", place->file);
    for (size_t p = 0; p < strip->panel_count; p++)
        draw_panel(&f, p);
    return f.bottom + 52;
}
