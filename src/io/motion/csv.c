/* A parser of CSV files: waypoints as lines of numbers. Each line is first split into cells, so that
 * errors about names and numbers have a line and a column. */
#include "io/motion/csv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/array.h"
#include "io/robot/columns.h"
#include "io/text/number.h"

typedef struct cell {
    const char *text;
    size_t length;
    int column;
} cell;

typedef struct table {
    lw_document *document;
    const lw_scene *scene;
    struct {
        cell *items;
        size_t count, capacity;
    } cells; /* of the current line */
    struct {
        double *items;
        size_t count, capacity;
    } numbers;
    size_t width; /* cells in a line; 0: not known yet */
    size_t rows;
    bool indexed; /* the first column is an index, which is ignored */
    bool timed;
    bool rates; /* velocities follow the values */
    lw_columns columns;
    int first_line; /* the first line that holds numbers */
    int line;
} table;

static lw_status fail_cell(table *t, int column, lw_status status, const char *sentence)
{
    const lw_value location = {.line = t->line, .column = column};
    return lw_value_fail(t->document, &location, status, "%s", sentence);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* Splits a line into cells, separated by one comma, one semicolon or a run of blanks. In the first line
 * the first cell may be empty, since programs that write an index before each line leave its name
 * out. */
static lw_status split_line(table *t, const char *line, size_t length)
{
    t->cells.count = 0;
    const char *hash = memchr(line, '#', length);
    if (hash)
        length = (size_t)(hash - line);
    size_t at = 0;
    bool after_comma = false;
    const char comma = memchr(line, ';', length) ? ';' : ',';
    const char *decimal = comma == ';' ? memchr(line, ',', length) : NULL;
    if (decimal)
        return fail_cell(t, (int)(decimal - line) + 1, LW_ERROR_SYNTAX,
                         "the line holds semicolons and commas; write numbers with a decimal point");
    for (;;) {
        while (at < length && is_blank(line[at]))
            at++;
        bool at_end = at >= length;
        bool empty = !at_end && line[at] == comma && (after_comma || !t->cells.count);
        if (empty && !t->width && !t->cells.count && !after_comma) {
            if (!LW_ARRAY_GROW(&t->cells))
                return lw_fail_memory(t->document->error);
            t->cells.items[t->cells.count++] = (cell){line + at, 0, (int)at + 1};
            empty = false;
        }
        if ((at_end && after_comma) || empty)
            return fail_cell(t, (int)at + 1, LW_ERROR_SYNTAX, "a value is missing beside a comma");
        if (at_end)
            return LW_OK;
        if (line[at] == comma) {
            after_comma = true;
            at++;
            continue;
        }
        size_t begin = at;
        while (at < length && !is_blank(line[at]) && line[at] != comma)
            at++;
        if (!LW_ARRAY_GROW(&t->cells))
            return lw_fail_memory(t->document->error);
        t->cells.items[t->cells.count++] = (cell){line + begin, at - begin, (int)begin + 1};
        after_comma = false;
    }
}

static bool all_numbers(const table *t)
{
    double value;
    for (size_t i = 0; i < t->cells.count; i++)
        if (!lw_number_read(t->cells.items[i].text, t->cells.items[i].length, &value))
            return false;
    return true;
}

enum { PLANAR = 3 };

/* How many columns are of a planar joint: 3 for x y theta, 6 with its velocities, else 0. */
static size_t count_planar(const char *const *names, size_t count)
{
    static const char *const wanted[] = {"x", "y", "theta", "vx", "vy", "omega"};
    if (count != PLANAR && count != 2 * PLANAR)
        return 0;
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], wanted[i]) != 0)
            return 0;
    return count;
}

/* Names of a first column that is no joint's, unless a joint has this name. */
static const char *const index_names[] = {"", "index", "i", "n", "step", "waypoint", NULL};
static const char *const time_names[] = {"t", "time", NULL};

static bool is_one_of(const table *t, const char *name, const char *const *list)
{
    const lw_frozen *frozen = t->scene->frozen;
    for (size_t i = 0; i < frozen->chains->joint_count; i++)
        if (!strcmp(frozen->chains->joints[i].name, name))
            return false;
    while (*list && strcasecmp(*list, name) != 0)
        list++;
    return *list;
}

/* Removes units from the header: "t [s]", "elbow[rad]". Units other than s, m and rad are errors: the
 * caller has to convert first. */
static lw_status take_units(table *t)
{
    size_t kept = 0;
    for (size_t i = 0; i < t->cells.count; i++) {
        cell c = t->cells.items[i];
        const char *open = memchr(c.text, '[', c.length);
        size_t name = open ? (size_t)(open - c.text) : c.length;
        if (open) {
            size_t length = c.length - name;
            bool known = (length == 3 && (!strncmp(open, "[s]", 3) || !strncmp(open, "[m]", 3))) ||
                         (length == 5 && !strncmp(open, "[rad]", 5));
            if (!known)
                return fail_cell(t, c.column, LW_ERROR_SYNTAX,
                                 "a unit of the header is not [s], [m] or [rad], the only ones");
        }
        if (open && !name)
            continue; /* the cell is the unit of the one before */
        c.length = name;
        t->cells.items[kept++] = c;
    }
    t->cells.count = kept;
    return LW_OK;
}

/* Reads the first line: a header with the names of the columns, or a first waypoint of the default
 * joints. */
static lw_status begin(table *t, const lw_motion_defaults *defaults, bool *is_header)
{
    const lw_value location = {.line = t->line, .column = t->cells.items[0].column};
    *is_header = !all_numbers(t);
    lw_status status = *is_header ? take_units(t) : LW_OK;
    if (status)
        return status;
    t->width = t->cells.count;
    if (!*is_header)
        return lw_columns_of_group(t->scene, t->document, &location, defaults->robot, defaults->group,
                                   &t->columns);
    /* a line that begins with a number is no header, but a waypoint with a mistake in a number */
    double value;
    if (lw_number_read(t->cells.items[0].text, t->cells.items[0].length, &value)) {
        *is_header = false;
        return lw_columns_of_group(t->scene, t->document, &location, defaults->robot, defaults->group,
                                   &t->columns);
    }
    if (!t->cells.items[0].length &&
        (t->width < 2 || lw_number_read(t->cells.items[1].text, t->cells.items[1].length, &value)))
        return fail_cell(t, 1, LW_ERROR_SYNTAX, "a value is missing beside a comma");
    const char **names = lw_document_take(t->document, t->width, sizeof *names);
    if (!names)
        return lw_fail_memory(t->document->error);
    for (size_t i = 0; i < t->width; i++) {
        cell c = t->cells.items[i];
        if (c.length >= 2 && c.text[0] == '"' && c.text[c.length - 1] == '"') {
            c.text++;
            c.length -= 2;
        }
        if (!(names[i] = lw_document_text(t->document, c.text, c.length)))
            return lw_fail_memory(t->document->error);
    }
    t->indexed = is_one_of(t, names[0], index_names);
    t->timed = t->width > t->indexed && is_one_of(t, names[t->indexed], time_names);
    size_t before = (size_t)t->indexed + t->timed;
    if (t->width == before)
        return fail_cell(t, 1, LW_ERROR_SYNTAX,
                         t->timed ? "the header names no joint beside the time t"
                                  : "the header names no joint beside the index");
    size_t planar = count_planar(names + before, t->width - before);
    if (!planar)
        return lw_columns_of_names(t->scene, t->document, &location, defaults->robot, names + before,
                                   t->width - before, &t->columns);
    t->rates = planar > PLANAR;
    if (t->rates && !t->timed)
        return fail_cell(t, 1, LW_ERROR_SYNTAX, "velocities need a first column t, the time");
    return lw_columns_of_group(t->scene, t->document, &location, defaults->robot, defaults->group,
                               &t->columns);
}

/* How many cells a line has. */
static size_t width_of(const table *t)
{
    return (size_t)t->indexed + t->timed + t->columns.count * (t->rates ? 2 : 1);
}

static lw_status add_row(table *t)
{
    const lw_value location = {.line = t->line, .column = t->cells.items[0].column};
    size_t wanted = width_of(t);
    size_t before = (size_t)t->indexed + t->timed;
    if (!t->rows && t->cells.count != wanted)
        return lw_columns_fail(t->scene, t->document, &location, &t->columns, "a waypoint",
                               t->cells.count > before ? t->cells.count - before : 0);
    if (t->cells.count != wanted)
        return lw_value_fail(t->document, &location, LW_ERROR_SYNTAX,
                             "the line has %zu values; those before it have %zu", t->cells.count,
                             wanted);
    if (!LW_ARRAY_RESERVE(&t->numbers, t->numbers.count + wanted))
        return lw_fail_memory(t->document->error);
    for (size_t i = 0; i < wanted; i++) {
        const cell *c = &t->cells.items[i];
        double *value = &t->numbers.items[t->numbers.count];
        char sentence[100];
        if (!lw_number_read(c->text, c->length, value)) {
            snprintf(sentence, sizeof sentence, "\"%.*s\" is not a number",
                     c->length < 40 ? (int)c->length : 40, c->text);
            return fail_cell(t, c->column, LW_ERROR_SYNTAX, sentence);
        }
        const lw_value at = {.line = t->line, .column = c->column};
        lw_status status = lw_check_range(t->document, &at, "a value", *value);
        if (status)
            return status;
        t->numbers.count++;
    }
    const double *times = t->numbers.items + t->numbers.count - wanted + t->indexed;
    if (t->timed && t->rows && !(times[0] > times[-(ptrdiff_t)wanted]))
        return fail_cell(t, t->cells.items[0].column, LW_ERROR_ARGUMENT,
                         "times must increase from line to line");
    if (t->timed && times[0] < 0)
        return fail_cell(t, t->cells.items[0].column, LW_ERROR_ARGUMENT, "a time must be 0 or more");
    t->rows++;
    return LW_OK;
}

static lw_status read_lines(table *t, const char *text, size_t length,
                            const lw_motion_defaults *defaults)
{
    const char *at = text;
    const char *end = text + length;
    if (length >= 3 && !memcmp(at, "\xef\xbb\xbf", 3))
        at += 3;
    lw_status status = LW_OK;
    for (t->line = 1; at < end && !status; t->line++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t line_length = (size_t)((newline ? newline : end) - at);
        status = split_line(t, at, line_length);
        at += line_length + 1;
        if (status || !t->cells.count)
            continue;
        bool is_header = false;
        if (!t->width) {
            t->first_line = t->line;
            status = begin(t, defaults, &is_header);
        }
        if (!status && !is_header)
            status = add_row(t);
    }
    return status;
}

static lw_status set_motion(table *t, const lw_motion_defaults *defaults, lw_motion *motion)
{
    const lw_value location = {.line = t->first_line};
    size_t width = width_of(t);
    size_t count = t->columns.joints.value_count;
    if (!t->rows)
        return lw_value_fail(t->document, NULL, LW_ERROR_SYNTAX, "there is no waypoint in the file");
    double *times = lw_document_take(t->document, t->rows, sizeof *times);
    double *positions = lw_document_take(t->document, t->rows, count * sizeof *positions);
    double *velocities = lw_document_take(t->document, t->rows, count * sizeof *velocities);
    if (!times || !positions || !velocities)
        return lw_fail_memory(t->document->error);
    for (size_t i = 0; i < t->rows; i++) {
        const double *row = t->numbers.items + i * width + t->indexed;
        times[i] = row[0];
        lw_columns_apply(&t->columns, row + t->timed, positions + i * count);
        if (t->rates)
            lw_columns_apply(&t->columns, row + t->timed + t->columns.count, velocities + i * count);
    }
    lw_track track = lw_default_track();
    track.joints = &t->columns.joints;
    track.kind = t->timed ? LW_TRACK_TRAJECTORY : LW_TRACK_PATH;
    track.point_count = t->rows;
    track.positions = positions;
    track.times = t->timed ? times : NULL;
    track.velocities = t->rates ? velocities : NULL;
    track.interpolation = defaults->interpolation;
    track.no_approach = defaults->no_approach;
    track.no_wrap = defaults->no_wrap;
    return lw_value_place(t->document, &location, lw_motion_set(motion, &track, 1, t->document->error));
}

lw_status lw_csv_set(const lw_scene *scene, lw_document *document, const char *text, size_t length,
                     const lw_motion_defaults *defaults, lw_motion *motion)
{
    table t = {.document = document, .scene = scene};
    lw_status status = lw_motion_set(motion, NULL, 0, document->error);
    if (!status)
        status = read_lines(&t, text, length, defaults);
    if (!status)
        status = set_motion(&t, defaults, motion);
    free(t.cells.items);
    free(t.numbers.items);
    return status;
}
