/* The options that every command has: -h, --help, --usage, --version. */
#include "help.h"

#include "command.h"
#include "leeway/leeway.h"
#include "output.h"
#include "report.h"

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

/* Ends the program, once all that it printed is written. */
static _Noreturn void end(void)
{
    lw_error error = {0};
    if (!lw_output_close_standard(&error))
        exit(LW_EXIT_FREE);
    lw_report report = lw_report_begin();
    lw_report_error(&report, &error);
    exit(LW_EXIT_INPUT);
}

static error_t parse_option(int key, char *text, struct argp_state *state)
{
    (void)text;
    switch (key) {
    case 'h':
    case '?':
        argp_state_help(state, stdout, ARGP_HELP_STD_HELP & ~(unsigned)ARGP_HELP_EXIT_OK);
        end();
    case OPTION_USAGE:
        argp_state_help(state, stdout, ARGP_HELP_USAGE);
        end();
    case 'V':
        printf("leeway %s\n", lw_version());
        end();
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp lw_help_argp = {help_options, parse_option, 0, 0, 0, 0, 0};

void lw_help_words(const struct argp_state *state)
{
    argp_state_help(state, stderr, ARGP_HELP_USAGE | ARGP_HELP_POST_DOC | ARGP_HELP_EXIT_ERR);
}
