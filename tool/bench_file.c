/* Results of `leeway bench --json` from a file (docs/schema/bench.schema.json). */
#include "bench_file.h"

#include "fail.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

typedef struct reader {
    const char *path;
    lw_bench_results *results;
    lw_error *error;
} reader;

static lw_status fail(const reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What is wrong, and that it is none of these results. */
static lw_status fail(const reader *r, const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return lw_fail_at(r->error, LW_ERROR_SYNTAX, r->path, 0, 0,
                      "these are no results of a benchmark, which leeway bench NAME --json writes: %s",
                      text);
}

/* A text of an object; NULL where it has none. */
static lw_status read_text(const reader *r, const json_t *object, const char *key, const char **out)
{
    const json_t *value = json_object_get(object, key);
    if (value && !json_is_string(value))
        return fail(r, "\"%s\" is no string", key);
    *out = lw_bench_text(r->results, value ? json_string_value(value) : NULL);
    return LW_OK;
}

/* A count of the run; 0 where there is none. */
static unsigned count_of(const json_t *object, const char *key)
{
    json_int_t value = json_integer_value(json_object_get(object, key));
    return value > 0 && value < INT32_MAX ? (unsigned)value : 0;
}

static lw_status read_head(const reader *r, const json_t *object, const char *what, lw_bench_head *out)
{
    if (!json_is_object(object) || !json_is_string(json_object_get(object, "name")))
        return fail(r, "a %s has no \"name\"", what);
    lw_status status = read_text(r, object, "name", &out->name);
    if (!status)
        status = read_text(r, object, "group", &out->group);
    if (!status)
        status = read_text(r, object, "unit", &out->unit);
    return status ? status : read_text(r, object, "paper_unit", &out->paper_unit);
}

static lw_status read_columns(const reader *r, const json_t *columns)
{
    size_t count = json_array_size(columns);
    if (!count || count > LW_BENCH_MOST_COLUMNS)
        return fail(r, "a table has 1 to %d \"columns\", not %zu", LW_BENCH_MOST_COLUMNS, count);
    for (size_t i = 0; i < count; i++) {
        lw_bench_head head = {.name = NULL};
        lw_status status = read_head(r, json_array_get(columns, i), "column", &head);
        if (status)
            return status;
        lw_bench_add_column(r->results, head);
    }
    return LW_OK;
}

static lw_status read_row(const reader *r, const json_t *row, size_t columns)
{
    const json_t *figures = json_object_get(row, "figures");
    const json_t *paper = json_object_get(row, "paper");
    lw_bench_head head = {.name = NULL};
    lw_status status = read_head(r, row, "row", &head);
    if (status)
        return status;
    if (json_array_size(figures) != columns || (paper && json_array_size(paper) != columns))
        return fail(r, "the row \"%s\" has not a figure for each of %zu columns", head.name, columns);
    lw_bench_add_row(r->results, head);
    for (size_t i = 0; i < columns; i++) {
        const json_t *figure = json_array_get(figures, i);
        if (json_is_string(figure))
            lw_bench_add_word(r->results, json_string_value(figure));
        else if (json_is_number(figure))
            lw_bench_add_figure(r->results, json_number_value(figure), 0);
        else
            lw_bench_add_nothing(r->results);
        lw_bench_set_paper(r->results, json_number_value(json_array_get(paper, i)), 0);
    }
    return LW_OK;
}

static lw_status read_table(const reader *r, const json_t *table)
{
    const json_t *title = json_object_get(table, "title");
    const json_t *rows = json_object_get(table, "rows");
    const json_t *columns = json_object_get(table, "columns");
    const json_t *over = json_object_get(table, "over");
    const json_t *at = json_object_get(over, "value");
    if (!json_is_string(title))
        return fail(r, "a table has no \"title\"");
    if (!json_array_size(rows))
        return fail(r, "the table \"%s\" has no \"rows\"", json_string_value(title));
    lw_bench_add_table(r->results, json_string_value(json_object_get(table, "unit")),
                       json_string_value(title));
    if (json_is_string(json_object_get(over, "name")) && json_is_number(at))
        lw_bench_set_over(r->results, json_string_value(json_object_get(over, "name")),
                          json_number_value(at));
    if (json_is_string(json_object_get(table, "notes")))
        lw_bench_set_notes(r->results, json_string_value(json_object_get(table, "notes")));
    lw_status status = read_columns(r, columns);
    for (size_t i = 0; i < json_array_size(rows) && !status; i++)
        status = read_row(r, json_array_get(rows, i), json_array_size(columns));
    return status;
}

static lw_status read_results(const reader *r, const json_t *root)
{
    const json_t *tables = json_object_get(root, "tables");
    if (!json_is_object(root))
        return fail(r, "it is no JSON object");
    if (!json_is_string(json_object_get(root, "bench")))
        return fail(r, "there is no \"bench\"");
    if (!json_array_size(tables))
        return fail(r, "there are no \"tables\"");
    lw_status status = read_text(r, root, "bench", &r->results->bench);
    if (!status)
        status = read_text(r, root, "paper", &r->results->paper);
    if (!status)
        status = read_text(r, root, "version", &r->results->version);
    json_int_t seed = json_integer_value(json_object_get(root, "seed"));
    r->results->seed = seed > 0 ? (uint64_t)seed : 0;
    r->results->rounds = count_of(root, "rounds");
    r->results->lines = count_of(root, "lines");
    for (size_t i = 0; i < json_array_size(tables) && !status; i++)
        status = read_table(r, json_array_get(tables, i));
    return status;
}

lw_status lw_bench_read(const char *path, lw_bench_results *out, lw_error *error)
{
    const bool standard = !strcmp(path, "-");
    const reader r = {standard ? "standard input" : path, out, error};
    FILE *file = standard ? stdin : fopen(path, "r");
    if (!file)
        return lw_fail_at(error, LW_ERROR_FILE, path, 0, 0, "cannot be read: %s", strerror(errno));
    json_error_t found = {.line = 0};
    json_t *root = json_loadf(file, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &found);
    bool unread = ferror(file);
    if (!standard)
        fclose(file);
    if (!root && unread)
        return lw_fail_at(error, LW_ERROR_FILE, r.path, 0, 0, "cannot be read");
    if (!root)
        return lw_fail_at(error, LW_ERROR_SYNTAX, r.path, found.line > 0 ? found.line : 0, 0,
                          "this is no JSON%s, and results of a benchmark are: leeway bench NAME --json "
                          "writes them",
                          json_error_code(&found) == json_error_premature_end_of_input
                              ? ", as it ends too early"
                              : "");
    lw_status status = read_results(&r, root);
    json_decref(root);
    return !status && out->out_of_memory ? lw_fail_memory(error) : status;
}
