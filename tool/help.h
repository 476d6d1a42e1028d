/* The options that every command has: -h, --help, --usage, --version. */
#ifndef LW_TOOL_HELP_H
#define LW_TOOL_HELP_H

#include <argp.h>

/* A child parser without an input, for parsers that are run with ARGP_NO_HELP: argp's own takes -? for
 * help and not -h. */
extern const struct argp lw_help_argp;

/* For bare commands that need a word: the usage and what words there are, on standard error; exits. */
void lw_help_words(const struct argp_state *state);

#endif
