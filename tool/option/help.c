/* The help of a command, from the tables of its options. */
#include "option/help.h"

#include "leeway/leeway.h"
#include "text/exit_status.h"
#include "text/output.h"
#include "text/report.h"
#include "text/wrapped.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST_ROWS = 128 };

/* The columns of letters, long options, texts and headings; margin: the first column that stays
 * empty. */
typedef struct help_columns {
    size_t letter, name, text, heading, margin;
} help_columns;

static const help_columns usual = {2, 6, 29, 1, 79};
static const size_t usage_indent = 12;

static help_columns columns_of(lw_help_layout layout)
{
    help_columns out = usual;
    switch (layout) {
    case LW_HELP_MAN:
        out = (help_columns){0, 4, 26, 1, 70};
        break;
    case LW_HELP_WIDE:
        out.margin = SIZE_MAX;
        break;
    case LW_HELP_TEXT:
    case LW_HELP_OPTIONS:
        break;
    }
    return out;
}

/* ---- the options that every command has -------------------------------------------------------- */

static void show_help(const lw_command_line *line, const lw_option *option, const char *text,
                      void *into);
static void show_usage(const lw_command_line *line, const lw_option *option, const char *text,
                       void *into);
static void show_version(const lw_command_line *line, const lw_option *option, const char *text,
                         void *into);

const lw_option lw_help_options[] = {
    {"help", 'h', .kind = LW_OPTION_OTHER, .take = show_help, .help = "Print this help"},
    {"usage", .kind = LW_OPTION_OTHER, .take = show_usage, .help = "Print all options in a few lines"},
    {"version", 'V', .kind = LW_OPTION_OTHER, .take = show_version,
     .help = "Print the program's version"},
    {0}};

/* Ends the program, once all output is written. */
static _Noreturn void end(void)
{
    lw_error error = {0};
    if (!lw_output_close_standard(&error))
        exit(LW_EXIT_FREE);
    lw_report report = lw_report_begin();
    lw_report_error(&report, &error);
    exit(LW_EXIT_INPUT);
}

/* ---- sections: options under one heading, sorted ----------------------------------------------- */

typedef struct help_section {
    const char *heading; /* NULL: none */
    const lw_option *rows[MOST_ROWS];
    size_t count;
} help_section;

static int compare(const void *a, const void *b)
{
    const lw_option *x = *(const lw_option *const *)a;
    const lw_option *y = *(const lw_option *const *)b;
    return strcasecmp(x->name, y->name);
}

/* Reads the section that begins at a row of the command, and moves on to the next; false: there is
 * none. */
static bool next_section(const lw_command *command, size_t *index, help_section *out)
{
    int first = 0;
    int group;
    const lw_option *row;
    *out = (help_section){0};
    for (; (row = lw_command_option(command, *index, &group)); ++*index) {
        const bool begun = out->heading || out->count;
        if (begun && (group != first || row->kind == LW_OPTION_HEADING))
            break;
        first = group;
        if (row->kind == LW_OPTION_HEADING)
            out->heading = row->help;
        else if (row->kind != LW_OPTION_ALIAS && !row->hidden)
            out->rows[out->count++] = row;
    }
    qsort(out->rows, out->count, sizeof *out->rows, compare);
    return out->heading || out->count;
}

/* ---- the help ---------------------------------------------------------------------------------- */

static size_t pad_to(FILE *file, size_t column, size_t wanted)
{
    for (; column < wanted; column++)
        fputc(' ', file);
    return column;
}

/* The help text of a row, with its initial value filled in; for the caller to free. */
static char *help_of(const lw_option *row)
{
    const char *mark = row->initial ? strstr(row->help, "%s") : NULL;
    const size_t before = mark ? (size_t)(mark - row->help) : strlen(row->help);
    const size_t size = strlen(row->help) + (mark ? strlen(row->initial) : 0) + 1;
    char *text = malloc(size);
    if (text)
        snprintf(text, size, "%.*s%s%s", (int)before, row->help, mark ? row->initial : "",
                 mark ? mark + 2 : "");
    return text;
}

static size_t print_name(FILE *file, const lw_option *row, const char *argument)
{
    return (size_t)fprintf(file, "--%s%s%s", row->name, *argument ? "=" : "", argument);
}

static void print_row(FILE *file, const lw_option *row, const help_columns *columns)
{
    size_t column = 0;
    if (row->letter) {
        column = pad_to(file, column, columns->letter);
        column += (size_t)fprintf(file, "-%c, ", row->letter);
    }
    column = pad_to(file, column, columns->name);
    column += print_name(file, row, lw_option_argument(row).text);
    for (const lw_option *alias = row + 1; alias->kind == LW_OPTION_ALIAS; alias++) {
        column += (size_t)fprintf(file, ", ");
        column += print_name(file, alias, lw_option_argument(row).text);
    }
    if (column > columns->text + 3) {
        fputc('\n', file);
        column = 0;
    } else if (column >= columns->text) {
        column += (size_t)fprintf(file, "   ");
    }
    column = pad_to(file, column, columns->text);
    char *text = help_of(row);
    if (text)
        lw_print_wrapped(file, text, column, columns->text, columns->margin);
    free(text);
    fputc('\n', file);
}

/* Prints the options, each under its heading; returns whether one has a letter and an argument. */
static bool print_sections(FILE *file, const lw_command *command, const help_columns *columns)
{
    help_section section;
    bool has_headings = false;
    bool has_both = false;
    for (size_t index = 0, number = 0; next_section(command, &index, &section); number++) {
        has_headings = has_headings || section.heading;
        if (number && has_headings)
            fputc('\n', file);
        if (section.heading) {
            pad_to(file, 0, columns->heading);
            fprintf(file, "%s\n", section.heading);
        }
        for (size_t i = 0; i < section.count; i++) {
            print_row(file, section.rows[i], columns);
            has_both = has_both || (section.rows[i]->letter && lw_option_takes(section.rows[i]));
        }
    }
    return has_both;
}

static void print_options(FILE *file, const lw_command *command)
{
    static const char *const repeats[] = {
        [LW_ONCE] = "once", [LW_REPEATED] = "repeated", [LW_ONCE_EACH] = "each"};
    int group;
    const lw_option *real = lw_help_options;
    const lw_option *row;
    for (size_t i = 0; (row = lw_command_option(command, i, &group)); i++) {
        real = row->kind == LW_OPTION_ALIAS ? real : row;
        if (row->kind == LW_OPTION_HEADING || row->hidden)
            continue;
        const lw_option_text argument = lw_option_argument(real);
        if (row->letter)
            fprintf(file, "-%c\t%s\t%s\n", row->letter, argument.text, repeats[real->repeat]);
        fprintf(file, "--%s\t%s\t%s\n", row->name, argument.text, repeats[real->repeat]);
    }
}

void lw_help_print(FILE *file, const lw_command *command, lw_help_layout layout)
{
    const help_columns columns = columns_of(layout);
    if (layout == LW_HELP_OPTIONS) {
        print_options(file, command);
        return;
    }
    char title[64];
    lw_command_title(command, title, sizeof title);
    fprintf(file, "Usage: %s [OPTION...] %s\n", title, command->operands);
    lw_print_wrapped(file, command->documentation, 0, 0, columns.margin);
    fputs("\n\n", file);
    if (print_sections(file, command, &columns)) {
        fputc('\n', file);
        lw_print_wrapped(file,
                         "Mandatory or optional arguments to long options are also mandatory or "
                         "optional for any corresponding short options.\n",
                         0, 0, columns.margin);
    }
    if (command->tables) {
        fputc('\n', file);
        command->tables(file);
    }
    fputc('\n', file);
    lw_print_wrapped(file, command->examples, 0, 0, columns.margin);
}

void lw_help_end(const lw_command *command, lw_help_layout layout)
{
    lw_help_print(stdout, command, layout);
    end();
}

static void show_help(const lw_command_line *line, const lw_option *option, const char *text,
                      void *into)
{
    (void)option, (void)text, (void)into;
    lw_help_end(line->command, LW_HELP_TEXT);
}

static void show_version(const lw_command_line *line, const lw_option *option, const char *text,
                         void *into)
{
    (void)option, (void)text, (void)into;
    const char *program = line->command->program;
    printf("%s %s\n", program ? program : "leeway", lw_version());
    end();
}

/* ---- the usage --------------------------------------------------------------------------------- */

/* Lists the letters without an argument, then those with one. */
static void list_letters(FILE *file, const lw_command *command)
{
    help_section section;
    fputs(" [-", file);
    for (size_t index = 0; next_section(command, &index, &section);)
        for (size_t i = 0; i < section.count; i++)
            if (section.rows[i]->letter && !lw_option_takes(section.rows[i]))
                fputc(section.rows[i]->letter, file);
    fputc(']', file);
    for (size_t index = 0; next_section(command, &index, &section);)
        for (size_t i = 0; i < section.count; i++)
            if (section.rows[i]->letter && lw_option_takes(section.rows[i]))
                fprintf(file, " [-%c %s]", section.rows[i]->letter,
                        lw_option_argument(section.rows[i]).text);
}

static void list_names(FILE *file, const lw_command *command)
{
    help_section section;
    for (size_t index = 0; next_section(command, &index, &section);)
        for (size_t i = 0; i < section.count; i++) {
            const lw_option *row = section.rows[i];
            const lw_option *name = row;
            do {
                fputs(" [", file);
                print_name(file, name, lw_option_argument(row).text);
                fputc(']', file);
            } while ((++name)->kind == LW_OPTION_ALIAS);
        }
}

static void print_usage(FILE *file, const lw_command *command)
{
    char *text = NULL;
    size_t size = 0;
    FILE *list = open_memstream(&text, &size);
    if (!list)
        return;
    char title[64];
    lw_command_title(command, title, sizeof title);
    fprintf(list, "Usage: %s", title);
    list_letters(list, command);
    list_names(list, command);
    fprintf(list, " %s\n", command->operands);
    if (!fclose(list))
        lw_print_wrapped(file, text, 0, usage_indent, usual.margin);
    free(text);
}

static void show_usage(const lw_command_line *line, const lw_option *option, const char *text,
                       void *into)
{
    (void)option, (void)text, (void)into;
    print_usage(stdout, line->command);
    end();
}

void lw_help_hint(FILE *file, const char *title)
{
    char text[256];
    snprintf(text, sizeof text, "Try `%s --help' or `%s --usage' for more information.\n", title,
             title);
    lw_print_wrapped(file, text, 0, 0, usual.margin);
}

void lw_help_words(const lw_command *command)
{
    print_usage(stderr, command);
    fputc('\n', stderr);
    lw_print_wrapped(stderr, command->examples, 0, 0, usual.margin);
    exit(LW_EXIT_INPUT);
}
