/* Methods as the values of --method, and their services. */
#ifndef LW_TOOL_OPTION_METHOD_LIST_H
#define LW_TOOL_OPTION_METHOD_LIST_H

#include "leeway/leeway.h"
#include "option/options.h"

#include <stdio.h>

/* Each method at most once, in the order of the command line. */
enum { LW_MOST_METHODS = 8 };

typedef struct lw_method_list {
    lw_method items[LW_MOST_METHODS];
    size_t count;
} lw_method_list;

/* Names of methods, as a text. */
typedef struct lw_method_text {
    char text[256];
} lw_method_text;

/* All methods as the argument of an option: "auto|slab". */
lw_option_text lw_method_words(void);

/* The methods that offer a service, as in "auto, bisection and slab". */
lw_method_text lw_methods_that_serve(lw_service service);

/* Prints a line for each method with its services, below a heading. */
void lw_print_methods(FILE *file);

/* The readers of an option whose field is an lw_method, or an lw_method_list. Usage errors: an unknown
 * method, or one that the list has already. */
void lw_take_method(const lw_command_line *line, const lw_option *option, const char *text, void *into);
void lw_take_methods(const lw_command_line *line, const lw_option *option, const char *text,
                     void *into);

#endif
