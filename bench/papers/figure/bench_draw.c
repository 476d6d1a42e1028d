/* Functions that the bars and the lines of a benchmark's figure share. */
#include "figure/bench_draw.h"

#include "plot/svg.h"

#include <math.h>

const char *lw_bench_color(size_t i)
{
    static const char *const colors[] = {"#1f5fbf", "#b3541e", "#3f9142", "#7a4fa3", "#c9962b",
                                         "#2a8f9e", "#a03a5c", "#6b6b6b", "#86a63a", "#5b3a1e"};
    return colors[i % (sizeof colors / sizeof *colors)];
}

bool lw_bench_is_percent(const char *unit)
{
    return unit && unit[0] == '%';
}

void lw_bench_number(double value, char text[LW_BENCH_TEXT])
{
    value += 0.0; /* no -0 */
    if (fabs(value) >= 1000 && fabs(value) < 1e7)
        snprintf(text, LW_BENCH_TEXT, "%.0f", value);
    else
        snprintf(text, LW_BENCH_TEXT, "%.4g", value);
}

void lw_bench_row_name(const lw_bench_head *row, bool shorten, char name[LW_BENCH_NAME])
{
    bool group = row->group && !shorten;
    snprintf(name, LW_BENCH_NAME, "%s%s%s", group ? row->group : "", group && *row->name ? ", " : "",
             row->name);
}

void lw_bench_panel_title(const lw_bench_strip *strip, const lw_bench_panel *panel,
                          char title[LW_BENCH_NAME])
{
    lw_bench_head head = strip->tables[0].columns[panel->columns[0]];
    if (panel->count > 1)
        head.name = "";
    lw_bench_row_name(&head, false, title);
}

double lw_bench_names_width(const lw_bench_table *table, bool shorten)
{
    double width = 0;
    for (size_t r = 0; r < table->rows.count; r++) {
        char name[LW_BENCH_NAME];
        lw_bench_row_name(&table->rows.items[r].head, shorten, name);
        width = fmax(width, lw_svg_width(name, 12.5));
    }
    return width;
}

void lw_bench_hint(FILE *file, const lw_bench_table *table, size_t row, size_t column, bool paper)
{
    char value[LW_BENCH_TEXT];
    char name[LW_BENCH_NAME];
    char text[4 * LW_BENCH_NAME];
    const lw_bench_head *head = &table->columns[column];
    const lw_bench_figure *figure = lw_bench_figure_of(table, row, column);
    const char *unit = lw_bench_unit(table, &table->rows.items[row], column);
    lw_bench_number(paper ? figure->paper : figure->value, value);
    lw_bench_row_name(&table->rows.items[row].head, false, name);
    snprintf(text, sizeof text, "%s; %s%s%s%s: %s%s%s", name, head->group ? head->group : "",
             head->group ? ", " : "", head->name, paper ? ", the paper's" : "", value, unit ? " " : "",
             unit ? unit : "");
    lw_svg_title(file, text);
}
