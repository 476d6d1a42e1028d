/* The values of options: from the texts of the command line to the fields of structs. */
#include "option/option_value.h"

#include "text/numbers.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void lw_usage_out_of_memory(const lw_command_line *line)
{
    lw_usage_error(line, "out of memory");
}

void lw_texts_add(const lw_command_line *line, lw_texts *texts, const char *text)
{
    if (!LW_LIST_GROW(texts))
        lw_usage_out_of_memory(line);
    texts->items[texts->count++] = text;
}

const char *lw_option_file(const lw_command_line *line, const char *option, const char *text)
{
    if (!*text)
        lw_usage_error(line, "--%s takes a file, and its name is empty", option);
    return text;
}

const char *lw_option_folder(const lw_command_line *line, const char *option, const char *text)
{
    if (!*text)
        lw_usage_error(line, "--%s takes a folder, and its name is empty", option);
    return text;
}

static double read_number(const lw_command_line *line, const lw_option *option, const char *text)
{
    double value = 0;
    size_t count;
    const bool above = option->bound == LW_ABOVE;
    bool good = lw_numbers_read(text, &value, 1, &count);
    good = good && (above ? value > option->low : value >= option->low);
    if (good && (option->high <= 0 || value <= option->high))
        return value;
    char most[64] = "";
    if (option->high > 0)
        snprintf(most, sizeof most, " and at most %g", option->high);
    lw_usage_error(line, "--%s takes a number %s %g%s, not '%s'", option->name,
                   above ? "above" : "of at least", option->low, most, text);
}

uint64_t lw_option_count(const lw_command_line *line, const char *option, const char *text,
                         uint64_t least, uint64_t most)
{
    uint64_t value = 0;
    bool good = *text;
    for (const char *c = text; *c && good; c++) {
        uint64_t digit = (uint64_t)(*c - '0');
        good = *c >= '0' && *c <= '9' && value <= (most - digit) / 10;
        value = 10 * value + digit;
    }
    if (!good || value < least)
        lw_usage_error(line, "--%s takes a whole number from %" PRIu64 " to %" PRIu64 ", not '%s'",
                       option, least, most, text);
    return value;
}

/* Writes the words of "a|b|c" as "a, b or c". */
static void say_words(const char *words, char *out, size_t size)
{
    size_t used = 0;
    for (const char *at = words; *at && used + 8 < size; at++) {
        const char *separator = *at != '|' ? NULL : strchr(at + 1, '|') ? ", " : " or ";
        if (!separator) {
            out[used++] = *at;
            continue;
        }
        memcpy(out + used, separator, strlen(separator));
        used += strlen(separator);
    }
    out[used] = '\0';
}

static unsigned read_choice(const lw_command_line *line, const lw_option *option, const char *text)
{
    unsigned index = 0;
    for (const char *word = option->argument; *word; index++) {
        const size_t length = strcspn(word, "|");
        if (strlen(text) == length && !strncmp(word, text, length))
            return option->first + index;
        word += length + (word[length] == '|');
    }
    char words[256];
    say_words(option->argument, words, sizeof words);
    lw_usage_error(line, "--%s takes %s, not '%s'", option->name, words, text);
}

static void store_integer(uint64_t value, void *field, size_t size)
{
    const uint32_t narrow = (uint32_t)value;
    if (size == sizeof(bool))
        *(bool *)field = value != 0;
    else if (size == sizeof narrow)
        memcpy(field, &narrow, size);
    else
        memcpy(field, &value, size);
}

static void store_text(const lw_command_line *line, const lw_option *option, const char *text,
                       void *field)
{
    if (option->kind == LW_OPTION_FILE)
        lw_option_file(line, option->name, text);
    else if (option->kind == LW_OPTION_FOLDER)
        lw_option_folder(line, option->name, text);
    if (option->repeat == LW_ONCE)
        *(const char **)field = text;
    else
        lw_texts_add(line, field, text);
}

void lw_option_store(const lw_command_line *line, const lw_option *option, const char *text, void *into)
{
    char *field = (char *)into + option->at;
    switch (option->kind) {
    case LW_OPTION_HEADING:
    case LW_OPTION_ALIAS:
        return;
    case LW_OPTION_FLAG:
        store_integer(1, field, option->size);
        return;
    case LW_OPTION_TEXT:
    case LW_OPTION_FILE:
    case LW_OPTION_FOLDER:
        store_text(line, option, text, field);
        return;
    case LW_OPTION_NUMBER:
        *(double *)(void *)field = read_number(line, option, text);
        return;
    case LW_OPTION_COUNT:
        store_integer(lw_option_count(line, option->name, text, option->least, option->most), field,
                      option->size);
        return;
    case LW_OPTION_CHOICE:
        store_integer(read_choice(line, option, text), field, option->size);
        return;
    case LW_OPTION_OTHER:
        option->take(line, option, text, into);
        return;
    }
}
