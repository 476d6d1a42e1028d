/* Methods as the values of --method. */
#ifndef LW_TOOL_OPTION_METHOD_LIST_H
#define LW_TOOL_OPTION_METHOD_LIST_H

#include "leeway/leeway.h"
#include "option/options.h"

#define LW_METHOD_NAMES "auto|bisection|slab|expanded|sampled"

/* Each method at most once, in the order of the command line. */
enum { LW_MOST_METHODS = 8 };

typedef struct lw_method_list {
    lw_method items[LW_MOST_METHODS];
    size_t count;
} lw_method_list;

/* The readers of an option whose field is an lw_method, or an lw_method_list; of other texts, and of a
 * method that the list has, usage errors. */
void lw_take_method(const lw_command_line *line, const lw_option *option, const char *text, void *into);
void lw_take_methods(const lw_command_line *line, const lw_option *option, const char *text,
                     void *into);

#endif
