/* Building the tables of `leeway-bench`. */
#include "table/bench_results.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void lw_bench_results_free(lw_bench_results *results)
{
    for (size_t i = 0; i < results->tables.count; i++)
        free(results->tables.items[i].rows.items);
    for (size_t i = 0; i < results->texts.count; i++)
        free(results->texts.items[i]);
    free(results->tables.items);
    free(results->texts.items);
    *results = (lw_bench_results){.bench = NULL};
}

/* Takes over an allocated text. */
static const char *own(lw_bench_results *results, char *text)
{
    if (!text || !LW_LIST_GROW(&results->texts)) {
        results->out_of_memory = true;
        free(text);
        return NULL;
    }
    results->texts.items[results->texts.count++] = text;
    return text;
}

const char *lw_bench_text(lw_bench_results *results, const char *text)
{
    return text ? own(results, strdup(text)) : NULL;
}

static lw_bench_head own_head(lw_bench_results *results, lw_bench_head head)
{
    return (lw_bench_head){lw_bench_text(results, head.group), lw_bench_text(results, head.name),
                           lw_bench_text(results, head.unit), lw_bench_text(results, head.paper_unit)};
}

/* The last table that was added; NULL: adding it failed. */
static lw_bench_table *last_table(lw_bench_results *results)
{
    size_t count = results->tables.count;
    return results->out_of_memory || !count ? NULL : &results->tables.items[count - 1];
}

static lw_bench_row *last_row(lw_bench_results *results)
{
    lw_bench_table *table = last_table(results);
    return table && table->rows.count ? &table->rows.items[table->rows.count - 1] : NULL;
}

void lw_bench_add_table(lw_bench_results *results, const char *unit, const char *title)
{
    const lw_bench_table table = {.title = lw_bench_text(results, title),
                                  .unit = lw_bench_text(results, unit)};
    if (results->out_of_memory || !LW_LIST_GROW(&results->tables))
        results->out_of_memory = true;
    else
        results->tables.items[results->tables.count++] = table;
}

void lw_bench_set_over(lw_bench_results *results, const char *over, double at)
{
    lw_bench_table *table = last_table(results);
    if (!table)
        return;
    table->over = lw_bench_text(results, over);
    table->at = at;
}

void lw_bench_set_notes(lw_bench_results *results, const char *notes)
{
    lw_bench_table *table = last_table(results);
    if (table)
        table->notes = lw_bench_text(results, notes);
}

void lw_bench_add_column(lw_bench_results *results, lw_bench_head head)
{
    lw_bench_table *table = last_table(results);
    if (table && table->column_count < LW_BENCH_MOST_COLUMNS)
        table->columns[table->column_count++] = own_head(results, head);
}

void lw_bench_add_columns(lw_bench_results *results, const lw_bench_head *heads, size_t count)
{
    for (size_t i = 0; i < count; i++)
        lw_bench_add_column(results, heads[i]);
}

void lw_bench_add_row(lw_bench_results *results, lw_bench_head head)
{
    lw_bench_table *table = last_table(results);
    if (!table || !LW_LIST_GROW(&table->rows)) {
        results->out_of_memory = true;
        return;
    }
    lw_bench_row *row = &table->rows.items[table->rows.count++];
    *row = (lw_bench_row){.head = own_head(results, head)};
    for (size_t i = 0; i < LW_BENCH_MOST_COLUMNS; i++)
        row->figures[i].value = row->figures[i].paper = NAN;
}

static void add(lw_bench_results *results, lw_bench_figure figure)
{
    const lw_bench_table *table = last_table(results);
    lw_bench_row *row = last_row(results);
    if (row && row->count < table->column_count)
        row->figures[row->count++] = figure;
}

void lw_bench_add_figure(lw_bench_results *results, double value, int digits)
{
    add(results, (lw_bench_figure){.value = value, .digits = digits, .paper = NAN});
}

void lw_bench_add_word(lw_bench_results *results, const char *word)
{
    add(results, (lw_bench_figure){.word = lw_bench_text(results, word), .value = NAN, .paper = NAN});
}

void lw_bench_add_nothing(lw_bench_results *results)
{
    add(results, (lw_bench_figure){.value = NAN, .paper = NAN});
}

void lw_bench_set_paper(lw_bench_results *results, double paper, int digits)
{
    lw_bench_row *row = last_row(results);
    if (!row || !row->count || !(paper > 0))
        return;
    row->figures[row->count - 1].paper = paper;
    row->figures[row->count - 1].paper_digits = digits;
}

const char *lw_bench_unit(const lw_bench_table *table, const lw_bench_row *row, size_t column)
{
    if (row->head.unit)
        return row->head.unit;
    return table->columns[column].unit ? table->columns[column].unit : table->unit;
}

bool lw_bench_has_number(const lw_bench_figure *figure)
{
    return isfinite(figure->value);
}

bool lw_bench_has_paper(const lw_bench_figure *figure)
{
    return isfinite(figure->paper);
}
