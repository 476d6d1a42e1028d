/* Results of `leeway-bench --json` from a file (docs/schema/bench.schema.json). */
#include "figure/bench_file.h"

#include <string.h>

#include "base/error.h"
#include "io/text/json.h"

typedef struct reader {
    lw_document document;
    lw_bench_results *results;
} reader;

#define fail(reader, value, ...)                                                                       \
    lw_value_fail(&(reader)->document, (value), LW_ERROR_SYNTAX, __VA_ARGS__)

/* Reads a whole number above 0 from its text, since a double has only 53 bits. 0: it is no such number,
 * or above most. */
static uint64_t whole_of(const lw_value *value, uint64_t most)
{
    uint64_t whole = 0;
    for (size_t i = 0; lw_value_is(value, LW_VALUE_NUMBER) && i < value->source_length; i++) {
        const char digit = value->source[i];
        if (digit < '0' || digit > '9' || whole > (most - (uint64_t)(digit - '0')) / 10)
            return 0;
        whole = 10 * whole + (uint64_t)(digit - '0');
    }
    return whole;
}

/* Reads a text of an object; NULL: it has none. */
static lw_status read_text(reader *r, const lw_value *object, const char *key, const char **out)
{
    const lw_value *value = lw_value_member(object, key);
    if (value && !lw_value_is(value, LW_VALUE_TEXT))
        return fail(r, value, "\"%s\" is no string", key);
    *out = lw_bench_text(r->results, lw_value_as_text(value));
    return LW_OK;
}

static lw_status read_head(reader *r, const lw_value *object, const char *what, lw_bench_head *out)
{
    if (!lw_value_as_text(lw_value_member(object, "name")))
        return fail(r, object, "a %s has no \"name\"", what);
    lw_status status = read_text(r, object, "name", &out->name);
    if (!status)
        status = read_text(r, object, "group", &out->group);
    if (!status)
        status = read_text(r, object, "unit", &out->unit);
    return status ? status : read_text(r, object, "paper_unit", &out->paper_unit);
}

/* table: for the place of an error */
static lw_status read_columns(reader *r, const lw_value *table, const lw_value *columns)
{
    const size_t count = lw_value_item_count(columns);
    if (!count || count > LW_BENCH_MOST_COLUMNS)
        return fail(r, columns ? columns : table, "a table has 1 to %d \"columns\", not %zu",
                    LW_BENCH_MOST_COLUMNS, count);
    for (size_t i = 0; i < count; i++) {
        lw_bench_head head = {.name = NULL};
        lw_status status = read_head(r, columns->items[i], "column", &head);
        if (status)
            return status;
        lw_bench_add_column(r->results, head);
    }
    return LW_OK;
}

static lw_status read_row(reader *r, const lw_value *row, size_t columns)
{
    const lw_value *figures = lw_value_member(row, "figures");
    const lw_value *paper = lw_value_member(row, "paper");
    lw_bench_head head = {.name = NULL};
    lw_status status = read_head(r, row, "row", &head);
    if (status)
        return status;
    if (lw_value_item_count(figures) != columns || (paper && lw_value_item_count(paper) != columns))
        return fail(r, row, "the row \"%s\" has not a figure for each of %zu columns", head.name,
                    columns);
    lw_bench_add_row(r->results, head);
    for (size_t i = 0; i < columns; i++) {
        const lw_value *figure = figures->items[i];
        if (figure->kind == LW_VALUE_TEXT)
            lw_bench_add_word(r->results, figure->text);
        else if (figure->kind == LW_VALUE_NUMBER)
            lw_bench_add_figure(r->results, figure->number, 0);
        else
            lw_bench_add_nothing(r->results);
        lw_bench_set_paper(r->results, lw_value_as_number(lw_value_item(paper, i)), 0);
    }
    return LW_OK;
}

static lw_status read_table(reader *r, const lw_value *table)
{
    const char *title = lw_value_as_text(lw_value_member(table, "title"));
    const lw_value *rows = lw_value_member(table, "rows");
    const lw_value *columns = lw_value_member(table, "columns");
    const lw_value *over = lw_value_member(table, "over");
    const lw_value *at = lw_value_member(over, "value");
    const char *notes = lw_value_as_text(lw_value_member(table, "notes"));
    if (!title)
        return fail(r, table, "a table has no \"title\"");
    if (!lw_value_item_count(rows))
        return fail(r, table, "the table \"%s\" has no \"rows\"", title);
    lw_bench_add_table(r->results, lw_value_as_text(lw_value_member(table, "unit")), title);
    if (lw_value_as_text(lw_value_member(over, "name")) && lw_value_is(at, LW_VALUE_NUMBER))
        lw_bench_set_over(r->results, lw_value_as_text(lw_value_member(over, "name")), at->number);
    if (notes)
        lw_bench_set_notes(r->results, notes);
    lw_status status = read_columns(r, table, columns);
    for (size_t i = 0; i < rows->count && !status; i++)
        status = read_row(r, rows->items[i], columns->count);
    return status;
}

static lw_status read_results(reader *r, const lw_value *root)
{
    const lw_value *tables = lw_value_member(root, "tables");
    lw_bench_results *out = r->results;
    if (root->kind != LW_VALUE_MAP)
        return fail(r, root, "it is no JSON object");
    if (!lw_value_as_text(lw_value_member(root, "bench")))
        return fail(r, root, "there is no \"bench\"");
    if (!lw_value_item_count(tables))
        return fail(r, root, "there are no \"tables\"");
    lw_status status = read_text(r, root, "bench", &out->bench);
    if (!status)
        status = read_text(r, root, "paper", &out->paper);
    if (!status)
        status = read_text(r, root, "version", &out->version);
    out->seed = whole_of(lw_value_member(root, "seed"), UINT64_MAX);
    out->rounds = (unsigned)whole_of(lw_value_member(root, "rounds"), INT32_MAX - 1);
    out->lines = (unsigned)whole_of(lw_value_member(root, "lines"), INT32_MAX - 1);
    for (size_t i = 0; i < tables->count && !status; i++)
        status = read_table(r, tables->items[i]);
    return status;
}

lw_status lw_bench_read(const char *path, lw_bench_results *out, lw_error *error)
{
    const char *const name = strcmp(path, "-") != 0 ? path : "standard input";
    reader r = {.document = {.file = name, .error = error}, .results = out};
    char *text = NULL;
    size_t length = 0;
    lw_value *root = NULL;
    lw_status status = lw_document_read(&r.document, path, &text, &length);
    if (!status) {
        lw_document_subject(&r.document, "these are no results of a benchmark, which leeway-bench NAME "
                                         "--json writes");
        status = lw_json_parse(&r.document, text, length, 1, &root);
    }
    if (!status)
        status = read_results(&r, root);
    lw_document_free(&r.document);
    return !status && out->out_of_memory ? lw_fail_memory(error) : status;
}
