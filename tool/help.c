/* The options that every command has: -h, --help, --usage, --version. */
#include "help.h"

#include "command.h"
#include "leeway/leeway.h"

#include <stdio.h>
#include <stdlib.h>

enum { OPTION_USAGE = 900 };

/* in the group of argp's own */
static const struct argp_option help_options[] = {
    {"help", 'h', 0, 0, "Print this help", -1},
    {0, '?', 0, OPTION_HIDDEN, 0, -1},
    {"usage", OPTION_USAGE, 0, 0, "Print all options in a few lines", -1},
    {"version", 'V', 0, 0, "Print the program's version", -1},
    {0}};

static error_t parse_option(int key, char *text, struct argp_state *state)
{
    (void)text;
    switch (key) {
    case 'h':
    case '?':
        argp_state_help(state, stdout, ARGP_HELP_STD_HELP);
        return 0;
    case OPTION_USAGE:
        argp_state_help(state, stdout, ARGP_HELP_USAGE | ARGP_HELP_EXIT_OK);
        return 0;
    case 'V':
        printf("leeway %s\n", lw_version());
        exit(LW_EXIT_FREE);
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp lw_help_argp = {help_options, parse_option, 0, 0, 0, 0, 0};

void lw_help_words(const struct argp_state *state)
{
    argp_state_help(state, stderr, ARGP_HELP_USAGE | ARGP_HELP_POST_DOC | ARGP_HELP_EXIT_ERR);
}
