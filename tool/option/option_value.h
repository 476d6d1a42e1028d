/* The values of options: from the texts of the command line to the fields of structs. */
#ifndef LW_TOOL_OPTION_OPTION_VALUE_H
#define LW_TOOL_OPTION_OPTION_VALUE_H

#include "option/options.h"

/* Reads the text by the kind of the option, and writes the value into the option's field of the group's
 * struct. A wrong text is a usage error, which ends the program. text NULL: the option has no
 * argument. */
void lw_option_store(const lw_command_line *line, const lw_option *option, const char *text,
                     void *into);

/* Adds to the list. */
void lw_texts_add(const lw_command_line *line, lw_texts *texts, const char *text);

/* The name of a file or a folder; an empty one is a usage error. option: the name of the option. */
const char *lw_option_file(const lw_command_line *line, const char *option, const char *text);
const char *lw_option_folder(const lw_command_line *line, const char *option, const char *text);

/* A whole number of an option that is not a count. */
uint64_t lw_option_count(const lw_command_line *line, const char *option, const char *text,
                         uint64_t least, uint64_t most);

_Noreturn void lw_usage_out_of_memory(const lw_command_line *line);

#endif
