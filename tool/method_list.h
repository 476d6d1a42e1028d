/* Methods as the values of --method. */
#ifndef LW_TOOL_METHOD_LIST_H
#define LW_TOOL_METHOD_LIST_H

#include "leeway/leeway.h"

#include <argp.h>

#define LW_METHOD_NAMES "auto|bisection|slab|expanded|sampled"

/* Each method at most once, in the order of the command line. */
enum { LW_MOST_METHODS = 8 };

typedef struct lw_method_list {
    lw_method items[LW_MOST_METHODS];
    size_t count;
} lw_method_list;

/* The method of a name. Of another text argp's usage error, which exits; so for one that is there. */
lw_method lw_option_method(const struct argp_state *state, const char *text);
void lw_method_list_add(lw_method_list *list, const struct argp_state *state, const char *text);

#endif
