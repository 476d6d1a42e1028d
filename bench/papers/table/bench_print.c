/* The tables of `leeway-bench` as text and as JSON. */
#include "table/bench_print.h"
#include "text/json_text.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { CELL = 64, GAP = 2 };

/* ---- text: as wide as its figures ---------------------------------------------------------------- */

typedef struct column_widths {
    int total;
    int paper; /* width of the paper's figures in brackets; 0: none */
} column_widths;

typedef struct layout {
    int group, name; /* widths of the rows' heads */
    column_widths columns[LW_BENCH_MOST_COLUMNS];
} layout;

static int wider(int width, size_t other)
{
    return (int)other > width ? (int)other : width;
}

static size_t length_of(const char *text)
{
    size_t letters = 0;
    for (; text && *text; text++)
        letters += ((unsigned char)*text & 0xc0) != 0x80;
    return letters;
}

static void figure_text(const lw_bench_figure *figure, char text[CELL])
{
    if (figure->word)
        snprintf(text, CELL, "%s", figure->word);
    else if (lw_bench_has_number(figure))
        snprintf(text, CELL, "%.*f", figure->digits, figure->value);
    else
        snprintf(text, CELL, "%s", isinf(figure->value) ? "none" : "");
}

static void paper_text(const lw_bench_figure *figure, char text[CELL])
{
    text[0] = 0;
    if (lw_bench_has_paper(figure))
        snprintf(text, CELL, "%.*f", figure->paper_digits, figure->paper);
}

static void unit_text(const lw_bench_head *column, char text[CELL])
{
    if (column->paper_unit)
        snprintf(text, CELL, "%s (%s)", column->unit, column->paper_unit);
    else
        snprintf(text, CELL, "%s", column->unit ? column->unit : "");
}

/* A row's own unit stands behind its name. */
static void name_text(const lw_bench_head *row, char text[CELL])
{
    if (row->unit)
        snprintf(text, CELL, "%s, %s", row->name, row->unit);
    else
        snprintf(text, CELL, "%s", row->name);
}

static column_widths measure_column(const lw_bench_table *table, size_t c)
{
    char text[CELL];
    column_widths widths = {0};
    int own = 0;
    for (size_t r = 0; r < table->rows.count; r++) {
        const lw_bench_figure *figure = &table->rows.items[r].figures[c];
        figure_text(figure, text);
        own = wider(own, length_of(text));
        paper_text(figure, text);
        widths.paper = wider(widths.paper, strlen(text));
    }
    unit_text(&table->columns[c], text);
    widths.total = own + (widths.paper ? widths.paper + 3 : 0);
    widths.total = wider(widths.total, length_of(table->columns[c].name));
    widths.total = wider(widths.total, length_of(text));
    return widths;
}

static bool same_group(const lw_bench_head *one, const lw_bench_head *other)
{
    return one->group && other->group && !strcmp(one->group, other->group);
}

/* The end and the width of a group of columns. */
static size_t group_end(const lw_bench_table *table, const layout *l, size_t first, int *width)
{
    size_t end = first;
    *width = -GAP;
    do
        *width += GAP + l->columns[end++].total;
    while (end < table->column_count && same_group(&table->columns[first], &table->columns[end]));
    return end;
}

static layout measure(const lw_bench_table *table)
{
    layout l = {0};
    for (size_t r = 0; r < table->rows.count; r++) {
        char text[CELL];
        name_text(&table->rows.items[r].head, text);
        l.group = wider(l.group, length_of(table->rows.items[r].head.group));
        l.name = wider(l.name, length_of(text));
    }
    for (size_t c = 0; c < table->column_count; c++)
        l.columns[c] = measure_column(table, c);
    for (size_t c = 0, end; c < table->column_count; c = end) {
        int width;
        end = group_end(table, &l, c, &width);
        int lack = (int)length_of(table->columns[c].group) - width;
        if (lack > 0)
            l.columns[c].total += lack;
    }
    return l;
}

static void pad(FILE *file, const char *text, int width, bool right)
{
    int blanks = width - (int)length_of(text);
    if (right)
        fprintf(file, "%*s", blanks > 0 ? blanks : 0, "");
    fputs(text ? text : "", file);
    if (!right)
        fprintf(file, "%*s", blanks > 0 ? blanks : 0, "");
}

static void print_label(FILE *file, const layout *l, const char *group, const char *name)
{
    if (l->group)
        pad(file, group, l->group + GAP, false);
    pad(file, name, l->name, false);
}

static void print_groups(FILE *file, const lw_bench_table *table, const layout *l)
{
    bool any = false;
    for (size_t c = 0; c < table->column_count; c++)
        any = any || table->columns[c].group;
    if (!any)
        return;
    print_label(file, l, NULL, NULL);
    for (size_t c = 0, end; c < table->column_count; c = end) {
        int width;
        end = group_end(table, l, c, &width);
        fprintf(file, "%*s", GAP, "");
        pad(file, table->columns[c].group, end < table->column_count ? width : 0, false);
    }
    fputc('\n', file);
}

static void print_heads(FILE *file, const lw_bench_table *table, const layout *l)
{
    char unit[CELL];
    bool any = false;
    print_groups(file, table, l);
    print_label(file, l, NULL, NULL);
    for (size_t c = 0; c < table->column_count; c++) {
        fprintf(file, "%*s", GAP, "");
        pad(file, table->columns[c].name, l->columns[c].total, true);
        any = any || table->columns[c].unit;
    }
    fputc('\n', file);
    if (!any)
        return;
    print_label(file, l, NULL, NULL);
    for (size_t c = 0; c < table->column_count; c++) {
        unit_text(&table->columns[c], unit);
        fprintf(file, "%*s", GAP, "");
        pad(file, unit, l->columns[c].total, true);
    }
    fputc('\n', file);
}

static void print_row(FILE *file, const lw_bench_table *table, const layout *l, const lw_bench_row *row)
{
    char text[CELL];
    name_text(&row->head, text);
    print_label(file, l, row->head.group, text);
    for (size_t c = 0; c < table->column_count; c++) {
        const column_widths *w = &l->columns[c];
        fprintf(file, "%*s", GAP, "");
        figure_text(&row->figures[c], text);
        pad(file, text, w->total - (w->paper ? w->paper + 3 : 0), true);
        paper_text(&row->figures[c], text);
        if (*text)
            fprintf(file, " (%*s)", w->paper, text);
        else if (w->paper)
            fprintf(file, "%*s", w->paper + 3, "");
    }
    fputc('\n', file);
}

static bool has_paper(const lw_bench_table *table)
{
    for (size_t r = 0; r < table->rows.count; r++)
        for (size_t c = 0; c < table->column_count; c++)
            if (lw_bench_has_paper(&table->rows.items[r].figures[c]))
                return true;
    return false;
}

/* Prints the paper, and the settings of the run. */
static void print_run(FILE *file, const lw_bench_results *results)
{
    fprintf(file, "%s\nseed %" PRIu64, results->paper, results->seed);
    if (results->lines)
        fprintf(file, ", %u random lines of each case", results->lines);
    if (results->rounds)
        fprintf(file, ", medians of %u round%s", results->rounds, results->rounds == 1 ? "" : "s");
    fputc('\n', file);
}

void lw_bench_print_text(FILE *file, const lw_bench_results *results)
{
    print_run(file, results);
    for (size_t i = 0; i < results->tables.count; i++) {
        const lw_bench_table *table = &results->tables.items[i];
        layout l = measure(table);
        fprintf(file, "\n%s%s%s%s\n", table->title, table->unit ? "; " : "",
                table->unit ? table->unit : "", has_paper(table) ? " (the paper's)" : "");
        print_heads(file, table, &l);
        for (size_t r = 0; r < table->rows.count; r++)
            print_row(file, table, &l, &table->rows.items[r]);
        if (table->notes)
            fprintf(file, "%s\n", table->notes);
    }
}

/* ---- JSON -------------------------------------------------------------------------------------- */

static void print_field(FILE *file, const char *name, const char *text)
{
    if (!text)
        return;
    fprintf(file, ", \"%s\": ", name);
    lw_print_string(file, text);
}

static void print_head(FILE *file, const lw_bench_head *head)
{
    fputs("{\"name\": ", file);
    lw_print_string(file, head->name);
    print_field(file, "group", head->group);
    print_field(file, "unit", head->unit);
    print_field(file, "paper_unit", head->paper_unit);
}

static void print_figures(FILE *file, const lw_bench_table *table, const lw_bench_row *row)
{
    for (size_t c = 0; c < table->column_count; c++) {
        char text[CELL];
        const lw_bench_figure *figure = &row->figures[c];
        figure_text(figure, text);
        fputs(c ? ", " : "", file);
        if (figure->word)
            lw_print_string(file, figure->word);
        else
            fputs(lw_bench_has_number(figure) ? text : "null", file);
    }
}

static bool row_has_paper(const lw_bench_table *table, const lw_bench_row *row)
{
    for (size_t c = 0; c < table->column_count; c++)
        if (lw_bench_has_paper(&row->figures[c]))
            return true;
    return false;
}

static void print_json_row(FILE *file, const lw_bench_table *table, const lw_bench_row *row)
{
    print_head(file, &row->head);
    fputs(", \"figures\": [", file);
    print_figures(file, table, row);
    if (row_has_paper(table, row)) {
        fputs("], \"paper\": [", file);
        for (size_t c = 0; c < table->column_count; c++) {
            char text[CELL];
            paper_text(&row->figures[c], text);
            fprintf(file, "%s%s", c ? ", " : "", *text ? text : "null");
        }
    }
    fputs("]}", file);
}

static void print_json_table(FILE *file, const lw_bench_table *table)
{
    fputs("\n    {\"title\": ", file);
    lw_print_string(file, table->title);
    print_field(file, "unit", table->unit);
    if (table->over) {
        fputs(", \"over\": {\"name\": ", file);
        lw_print_string(file, table->over);
        fputs(", \"value\": ", file);
        lw_print_number(file, table->at);
        fputs("}", file);
    }
    fputs(",\n     \"columns\": [", file);
    for (size_t c = 0; c < table->column_count; c++) {
        fputs(c ? ", " : "", file);
        print_head(file, &table->columns[c]);
        fputs("}", file);
    }
    fputs("],\n     \"rows\": [", file);
    for (size_t r = 0; r < table->rows.count; r++) {
        fputs(r ? ",\n       " : "\n       ", file);
        print_json_row(file, table, &table->rows.items[r]);
    }
    fputs("]", file);
    if (table->notes) {
        fputs(",\n     \"notes\": ", file);
        lw_print_string(file, table->notes);
    }
    fputs("}", file);
}

void lw_bench_print_json(FILE *file, const lw_bench_results *results)
{
    fputs("{\"bench\": ", file);
    lw_print_string(file, results->bench);
    print_field(file, "paper", results->paper);
    fprintf(file, ",\n  \"version\": ");
    lw_print_string(file, results->version);
    fprintf(file, ", \"seed\": %" PRIu64, results->seed);
    if (results->rounds)
        fprintf(file, ", \"rounds\": %u", results->rounds);
    if (results->lines)
        fprintf(file, ", \"lines\": %u", results->lines);
    fputs(",\n  \"tables\": [", file);
    for (size_t i = 0; i < results->tables.count; i++) {
        fputs(i ? "," : "", file);
        print_json_table(file, &results->tables.items[i]);
    }
    fputs("]}\n", file);
}
