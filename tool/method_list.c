/* Methods as the values of --method. */
#include "method_list.h"

#include "text.h"

lw_method lw_option_method(const struct argp_state *state, const char *text)
{
    lw_method method = LW_METHOD_AUTO;
    if (!lw_method_from_name(text, &method))
        lw_usage_error(state, "--method takes auto, bisection, slab, expanded or sampled, not '%s'",
                       text);
    return method;
}

void lw_method_list_add(lw_method_list *list, const struct argp_state *state, const char *text)
{
    const lw_method method = lw_option_method(state, text);
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i] == method)
            lw_usage_error(state, "--method %s is there twice", text);
    list->items[list->count++] = method;
}
