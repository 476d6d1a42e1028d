/* Tables of a benchmark as strips and panels. */
#include "figure/bench_strips.h"

#include <math.h>
#include <string.h>

/* Whether two texts are equal; NULL equals only NULL. */
static bool same(const char *one, const char *other)
{
    return one == other || (one && other && !strcmp(one, other));
}

static bool same_head(const lw_bench_head *one, const lw_bench_head *other)
{
    return same(one->group, other->group) && same(one->name, other->name) &&
           same(one->unit, other->unit);
}

static bool same_table(const lw_bench_table *one, const lw_bench_table *other)
{
    bool equal = one->over && same(one->over, other->over) && same(one->unit, other->unit) &&
                 one->column_count == other->column_count && one->rows.count == other->rows.count &&
                 other->at > one->at;
    for (size_t c = 0; equal && c < one->column_count; c++)
        equal = same_head(&one->columns[c], &other->columns[c]);
    for (size_t r = 0; equal && r < one->rows.count; r++)
        equal = same_head(&one->rows.items[r].head, &other->rows.items[r].head);
    return equal;
}

size_t lw_bench_same_tables(const lw_bench_table *tables, size_t count)
{
    size_t end = 1;
    while (end < count && same_table(&tables[end - 1], &tables[end]))
        end++;
    return end;
}

static const char *key_of(const lw_bench_strip *strip, size_t row)
{
    const lw_bench_head *head = &strip->tables[0].rows.items[row].head;
    return strip->grows ? head->group : head->unit;
}

const lw_bench_figure *lw_bench_figure_of(const lw_bench_table *table, size_t row, size_t column)
{
    return &table->rows.items[row].figures[column];
}

double lw_bench_paper_of(const lw_bench_table *table, size_t row, size_t column)
{
    return table->columns[column].paper_unit ? (double)NAN
                                             : lw_bench_figure_of(table, row, column)->paper;
}

/* Whether a column has a number in the strip's rows. */
static bool has_numbers(const lw_bench_strip *strip, size_t column)
{
    for (size_t t = 0; t < strip->table_count; t++)
        for (size_t r = 0; r < strip->tables[t].rows.count; r++)
            if (same(key_of(strip, r), strip->key) &&
                lw_bench_has_number(lw_bench_figure_of(&strip->tables[t], r, column)))
                return true;
    return false;
}

/* The unit of a column in the strip: that of its first row. */
static const char *unit_of(const lw_bench_strip *strip, size_t first_row, size_t column)
{
    return lw_bench_unit(&strip->tables[0], &strip->tables[0].rows.items[first_row], column);
}

static void add_column(lw_bench_strip *strip, size_t first_row, size_t column)
{
    const lw_bench_head *head = &strip->tables[0].columns[column];
    const char *unit = unit_of(strip, first_row, column);
    for (size_t p = 0; p < strip->panel_count && !strip->grows; p++) {
        lw_bench_panel *panel = &strip->panels[p];
        const char *group = strip->tables[0].columns[panel->columns[0]].group;
        if (same(panel->unit, unit) && same(group, head->group)) {
            panel->columns[panel->count++] = column;
            return;
        }
    }
    strip->panels[strip->panel_count++] =
        (lw_bench_panel){.unit = unit, .count = 1, .columns = {column}};
}

bool lw_bench_strip_at(const lw_bench_table *tables, size_t table_count, size_t i, lw_bench_strip *out)
{
    *out = (lw_bench_strip){.tables = tables, .table_count = table_count, .grows = table_count > 1};
    out->key = key_of(out, i);
    for (size_t r = 0; r < i; r++)
        if (same(key_of(out, r), out->key))
            return false;
    for (size_t c = 0; c < tables[0].column_count; c++)
        if (has_numbers(out, c))
            add_column(out, i, c);
    return true;
}

bool lw_bench_strip_has(const lw_bench_strip *strip, size_t row)
{
    if (!same(key_of(strip, row), strip->key))
        return false;
    for (size_t t = 0; t < strip->table_count; t++)
        for (size_t c = 0; c < strip->tables[t].column_count; c++)
            if (lw_bench_has_number(lw_bench_figure_of(&strip->tables[t], row, c)))
                return true;
    return false;
}
