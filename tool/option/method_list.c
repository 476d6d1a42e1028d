/* Methods as the values of --method. */
#include "option/method_list.h"

static lw_method read_method(const lw_command_line *line, const lw_option *option, const char *text)
{
    lw_method method = LW_METHOD_AUTO;
    if (!lw_method_from_name(text, &method))
        lw_usage_error(line, "--%s takes auto, bisection, slab, expanded or sampled, not '%s'",
                       option->name, text);
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
