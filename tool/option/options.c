/* Reads the command line by the tables of its options, with getopt_long: it permutes operands and
 * options, and accepts the beginning of a long option's name if no other begins so. */
#include "option/options.h"

#include "leeway/leeway.h"
#include "option/help.h"
#include "option/option_value.h"
#include "text/exit_status.h"
#include "text/text.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_OPTIONS = 128, /* of a command */
    LONG = 256          /* getopt_long's value for the first long option: above all letters */
};

/* ---- the options of a command ------------------------------------------------------------------ */

static bool is_last(const lw_option *option)
{
    return option->kind == LW_OPTION_HEADING && !option->help;
}

static size_t count_rows(const lw_option *options)
{
    size_t count = 0;
    while (!is_last(&options[count]))
        count++;
    return count;
}

const lw_option *lw_command_option(const lw_command *command, size_t index, int *group)
{
    for (*group = 0; *group < LW_MOST_GROUPS && command->groups[*group].group; ++*group) {
        const lw_option *options = command->groups[*group].group->options;
        size_t count = count_rows(options);
        if (index < count)
            return &options[index];
        index -= count;
    }
    *group = -1;
    return index < count_rows(lw_help_options) ? &lw_help_options[index] : NULL;
}

/* The options of a command, group after group, and the tables for getopt_long that are made of them.
 * getopt_long answers a long option with LONG + the option's index in `rows`, and a short one with its
 * letter. */
typedef struct option_reader {
    lw_command_line line;
    void *arguments;
    const lw_option *rows[MOST_OPTIONS];
    int groups[MOST_OPTIONS];
    bool is_given[MOST_OPTIONS];
    size_t count;
    struct option longs[MOST_OPTIONS + 1];
    char letters[2 * MOST_OPTIONS + 4];
} option_reader;

/* The row that has an alias's kind and field. */
static size_t resolve(const option_reader *reader, size_t row)
{
    while (reader->rows[row]->kind == LW_OPTION_ALIAS)
        row--;
    return row;
}

void lw_command_title(const lw_command *command, char *title, size_t size)
{
    snprintf(title, size, "%s%s%s", command->program ? command->program : "leeway",
             command->name ? " " : "", command->name ? command->name : "");
}

bool lw_option_takes(const lw_option *option)
{
    return option->words || option->argument;
}

lw_option_text lw_option_argument(const lw_option *option)
{
    if (option->words)
        return option->words();
    lw_option_text out = {""};
    if (option->argument)
        snprintf(out.text, sizeof out.text, "%s", option->argument);
    return out;
}

static void begin(option_reader *reader, const lw_command *command, void *arguments)
{
    size_t long_count = 0;
    char *letter = reader->letters;
    reader->line.command = command;
    lw_command_title(command, reader->line.title, sizeof reader->line.title);
    reader->arguments = arguments;
    if (command->in_order)
        *letter++ = '+';
    *letter++ = ':'; /* tells a missing argument from an unknown option */
    for (size_t i = 0; i < MOST_OPTIONS; i++) {
        const lw_option *row = lw_command_option(command, i, &reader->groups[i]);
        if (!row)
            break;
        reader->rows[reader->count++] = row;
        const bool takes = lw_option_takes(reader->rows[resolve(reader, i)]);
        if (row->letter) {
            *letter++ = row->letter;
            if (takes)
                *letter++ = ':';
        }
        if (row->name)
            reader->longs[long_count++] = (struct option){
                row->name, takes ? required_argument : no_argument, NULL, LONG + (int)i};
    }
}

/* The struct of a row's group. */
static void *into_of(const option_reader *reader, size_t row)
{
    const int group = reader->groups[row];
    return group < 0 ? NULL : (char *)reader->arguments + reader->line.command->groups[group].at;
}

static void set_initial(const option_reader *reader)
{
    for (size_t i = 0; i < reader->count; i++)
        if (reader->rows[i]->initial)
            lw_option_store(&reader->line, reader->rows[i], reader->rows[i]->initial,
                            into_of(reader, i));
}

/* ---- usage errors ----------------------------------------------------------------------------- */

void lw_usage_error(const lw_command_line *line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    lw_print(stderr, "%s: ", line->title);
    lw_print_arguments(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    lw_help_hint(stderr, line->title);
    exit(LW_EXIT_INPUT);
}

/* Writes "; did you mean --margin?" for an unknown name, or nothing. */
static const char *nearest(const option_reader *reader, const char *name, char *text, size_t size)
{
    const char *names[MOST_OPTIONS];
    for (size_t i = 0; i < reader->count; i++)
        names[i] = reader->rows[i]->hidden ? NULL : reader->rows[i]->name;
    for (size_t i = 0; i < reader->count; i++)
        if (reader->rows[i]->kind == LW_OPTION_HEADING)
            names[i] = NULL;
    const int64_t found = lw_text_nearest(name, names, reader->count);
    text[0] = '\0';
    if (found >= 0)
        snprintf(text, size, "; did you mean --%s?", names[found]);
    return text;
}

static _Noreturn void fail_long(const option_reader *reader, const char *argument)
{
    char possibilities[1024] = "";
    char suggestion[128];
    size_t used = 0;
    size_t count = 0;
    const size_t length = strcspn(argument, "=");
    char *name = strndup(argument, length);
    if (!name)
        lw_usage_out_of_memory(&reader->line);
    for (const struct option *option = reader->longs; option->name && length; option++) {
        if (strncmp(option->name, name, length) != 0 || used + 64 > sizeof possibilities)
            continue;
        used += (size_t)snprintf(possibilities + used, sizeof possibilities - used, " '--%s'",
                                 option->name);
        count++;
    }
    if (count > 1)
        lw_usage_error(&reader->line, "option '--%s' is ambiguous; possibilities:%s", name,
                       possibilities);
    lw_usage_error(&reader->line, "unrecognized option '--%s'%s", argument,
                   nearest(reader, name, suggestion, sizeof suggestion));
}

/* Fails for an unknown letter, perhaps the first of a long option with one dash. */
static _Noreturn void fail_letter(const option_reader *reader, int argc, char **argv)
{
    const char letter[] = {(char)optopt, '\0'};
    char suggestion[128] = "";
    const char *argument = optind < argc ? argv[optind] : "";
    if (argument[0] == '-' && argument[1] == letter[0] && argument[2])
        nearest(reader, argument + 1, suggestion, sizeof suggestion);
    lw_usage_error(&reader->line, "invalid option -- '%s'%s", letter, suggestion);
}

static _Noreturn void fail_option(const option_reader *reader, int answer, int argc, char **argv)
{
    const char letter[] = {(char)optopt, '\0'};
    const lw_option *row = optopt >= LONG ? reader->rows[optopt - LONG] : NULL;
    if (row && answer == ':')
        lw_usage_error(&reader->line, "option '--%s' requires an argument", row->name);
    if (row)
        lw_usage_error(&reader->line, "option '--%s' doesn't allow an argument", row->name);
    if (answer == ':')
        lw_usage_error(&reader->line, "option requires an argument -- '%s'", letter);
    if (optopt)
        fail_letter(reader, argc, argv);
    fail_long(reader, argv[optind - 1] + strspn(argv[optind - 1], "-"));
}

/* ---- reading ----------------------------------------------------------------------------------- */

static size_t row_of_letter(const option_reader *reader, int letter)
{
    size_t row = 0;
    while (row < reader->count && reader->rows[row]->letter != letter)
        row++;
    return row;
}

static void take(option_reader *reader, size_t named, const char *text)
{
    const size_t row = resolve(reader, named);
    lw_option option = *reader->rows[row];
    if (reader->rows[named]->name) /* errors show the name that was typed */
        option.name = reader->rows[named]->name;
    if (reader->is_given[row] && option.repeat == LW_ONCE)
        lw_usage_error(&reader->line, "--%s is given twice", option.name);
    reader->is_given[row] = true;
    lw_option_store(&reader->line, &option, text, into_of(reader, row));
    if (option.given)
        ((bool *)into_of(reader, row))[option.given - 1] = true;
}

static void read_options(option_reader *reader, int argc, char **argv)
{
    optind = 0; /* getopt_long begins anew */
    opterr = 0;
    for (;;) {
        optopt = 0;
        const int answer = getopt_long(argc, argv, reader->letters, reader->longs, NULL);
        if (answer == -1)
            return;
        if (answer == '?' && optopt == '?')
            lw_help_end(reader->line.command, LW_HELP_TEXT);
        else if (answer == '?' || answer == ':')
            fail_option(reader, answer, argc, argv);
        else
            take(reader, answer >= LONG ? (size_t)(answer - LONG) : row_of_letter(reader, answer),
                 optarg);
    }
}

static void read_operands(const option_reader *reader, int argc, char **argv)
{
    const lw_command *command = reader->line.command;
    for (int i = optind; i < argc; i++) {
        int group = 0;
        while (group < LW_MOST_GROUPS && command->groups[group].group &&
               !command->groups[group].group->operand)
            group++;
        if (group == LW_MOST_GROUPS || !command->groups[group].group)
            lw_usage_error(&reader->line, "too many arguments: '%s'", argv[i]);
        command->groups[group].group->operand(&reader->line, argv[i],
                                              (char *)reader->arguments + command->groups[group].at);
    }
}

static void finish(const option_reader *reader)
{
    const lw_command *command = reader->line.command;
    for (int i = LW_MOST_GROUPS - 1; i >= 0; i--)
        if (command->groups[i].group && command->groups[i].group->finish)
            command->groups[i].group->finish(&reader->line,
                                             (char *)reader->arguments + command->groups[i].at);
    if (command->finish)
        command->finish(&reader->line, reader->arguments);
}

int lw_command_line_read(const lw_command *command, int argc, char **argv, void *arguments)
{
    option_reader reader = {.count = 0};
    begin(&reader, command, arguments);
    set_initial(&reader);
    read_options(&reader, argc, argv);
    const int operand = optind;
    if (command->in_order)
        return operand;
    read_operands(&reader, argc, argv);
    finish(&reader);
    return argc;
}
