/* The options that every command has: -h, --help, --usage, --version. */
#ifndef LW_TOOL_HELP_H
#define LW_TOOL_HELP_H

#include <argp.h>

/* A child parser without an input, for parsers that are run with ARGP_NO_HELP: argp's own takes -? for
 * help and not -h. */
extern const struct argp lw_help_argp;

/* For commands that need a subcommand: prints the usage and the subcommands on standard error, and
 * exits. */
void lw_help_words(const struct argp_state *state);

#endif
