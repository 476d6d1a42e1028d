/* The help of a command, from the tables of its options, and the options that every command has: -h,
 * --help, --usage, --version. */
#ifndef LW_TOOL_OPTION_HELP_H
#define LW_TOOL_OPTION_HELP_H

#include "option/options.h"

#include <stdio.h>

typedef enum lw_help_layout {
    LW_HELP_TEXT,   /* for a terminal of 80 columns */
    LW_HELP_WIDE,   /* likewise, without line breaks in a text */
    LW_HELP_MAN,    /* for the man page */
    LW_HELP_OPTIONS /* one line an option, for programs: its name, the name of its argument, and "once",
                       "repeated" or "each" (lw_repeat); separated by tabs */
} lw_help_layout;

/* The rows of the options that every command has. */
extern const lw_option lw_help_options[];

void lw_help_print(FILE *file, const lw_command *command, lw_help_layout layout);

/* Prints the help, ends the program once all is written. */
_Noreturn void lw_help_end(const lw_command *command, lw_help_layout layout);

/* Prints how to get help on a program or command of this title. */
void lw_help_hint(FILE *file, const char *title);

/* For a command that needs a word and got none: prints the usage and the words on standard error, and
 * ends the program with the status LW_EXIT_INPUT. */
_Noreturn void lw_help_words(const lw_command *command);

#endif
