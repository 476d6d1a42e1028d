/* Methods as the values of --method, and their services. */
#include "option/method_list.h"

#include <string.h>

_Static_assert((int)LW_METHOD_EXPANDED < (int)LW_MOST_METHODS, "room for each method");

/* Appends the methods that prove, or the others, to a list of `count` methods. */
static size_t collect(bool prove, size_t count, lw_method methods[LW_MOST_METHODS])
{
    for (lw_method method = LW_METHOD_AUTO; lw_method_name(method); method++)
        if (lw_method_serves(method, LW_SERVICE_FREE) == prove)
            methods[count++] = method;
    return count;
}

/* All methods in the order of the help: those that prove before the others. */
static size_t all_methods(lw_method methods[LW_MOST_METHODS])
{
    return collect(false, collect(true, 0, methods), methods);
}

/* Joins the names of methods, as in "auto, slab and expanded". */
static void join(const lw_method *methods, size_t count, const char *between, const char *before_last,
                 char *text, size_t size)
{
    text[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        const size_t length = strlen(text);
        snprintf(text + length, size - length, "%s%s",
                 i == 0          ? ""
                 : i + 1 < count ? between
                                 : before_last,
                 lw_method_name(methods[i]));
    }
}

lw_option_text lw_method_words(void)
{
    lw_option_text words;
    lw_method methods[LW_MOST_METHODS];
    const size_t count = all_methods(methods);
    join(methods, count, "|", "|", words.text, sizeof words.text);
    return words;
}

lw_method_text lw_methods_that_serve(lw_service service)
{
    lw_method methods[LW_MOST_METHODS];
    const size_t all = all_methods(methods);
    size_t count = 0;
    for (size_t i = 0; i < all; i++)
        if (lw_method_serves(methods[i], service))
            methods[count++] = methods[i];
    lw_method_text out;
    join(methods, count, ", ", " and ", out.text, sizeof out.text);
    return out;
}

void lw_print_methods(FILE *file)
{
    lw_method methods[LW_MOST_METHODS];
    const size_t count = all_methods(methods);
    fputs("What the methods serve:\n", file);
    for (size_t i = 0; i < count; i++) {
        const char *between = " ";
        fprintf(file, "  %-10s", lw_method_name(methods[i]));
        for (lw_service service = LW_SERVICE_FREE; lw_service_name(service); service++)
            if (lw_method_serves(methods[i], service)) {
                fprintf(file, "%s%s", between, lw_service_name(service));
                between = ", ";
            }
        fputc('\n', file);
    }
}

static lw_method read_method(const lw_command_line *line, const lw_option *option, const char *text)
{
    lw_method method = LW_METHOD_AUTO;
    lw_method methods[LW_MOST_METHODS];
    const size_t count = all_methods(methods);
    char names[256];
    join(methods, count, ", ", " or ", names, sizeof names);
    if (!lw_method_from_name(text, &method))
        lw_usage_error(line, "--%s takes %s, not '%s'", option->name, names, text);
    return method;
}

void lw_take_method(const lw_command_line *line, const lw_option *option, const char *text, void *into)
{
    *(lw_method *)(void *)((char *)into + option->at) = read_method(line, option, text);
}

void lw_take_methods(const lw_command_line *line, const lw_option *option, const char *text, void *into)
{
    lw_method_list *list = (lw_method_list *)(void *)((char *)into + option->at);
    const lw_method method = read_method(line, option, text);
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i] == method)
            lw_usage_error(line, "--%s %s is there twice", option->name, text);
    list->items[list->count++] = method;
}
