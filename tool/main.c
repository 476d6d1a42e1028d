/* The program: selects the command, and lists the commands in its help. */
#include "command.h"
#include "help.h"
#include "leeway/leeway.h"
#include "text.h"

#include <argp.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct command {
    const char *name;
    const char *title; /* the program's name in the command's help */
    int (*run)(int argc, char **argv);
} command;

static const command commands[] = {{"check", "leeway check", lw_check_command},
                                   {"cell", "leeway cell", lw_cell_command},
                                   {"distance", "leeway distance", lw_distance_command},
                                   {"info", "leeway info", lw_info_command},
                                   {"plan", "leeway plan", lw_plan_command},
                                   {"roadmap", "leeway roadmap", lw_roadmap_command},
                                   {"acm", "leeway acm", lw_acm_command},
                                   {"cover", "leeway cover", lw_cover_command},
                                   {"view", "leeway view", lw_view_command},
                                   {"plot", "leeway plot", lw_plot_command},
                                   {"bench", "leeway bench", lw_bench_command}};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static const char documentation[] =
    "Is this motion of a robot free of collision, all along the way? Answers for the whole motion, not "
    "for samples of it, and proves the answer."
    "\v"
    "Commands:\n"
    "  check      verdicts on motions: free, contact or undecided\n"
    "  cell       verdicts on assignments of trajectories to several robots\n"
    "  distance   distances at one configuration\n"
    "  info       what was loaded: joints, groups, bodies, pairs\n"
    "  plan       a path from one configuration to another that is proven free\n"
    "  roadmap    configurations and segments that are proven free, for plan\n"
    "  acm        the pairs of links that need no checking, proven, as an SRDF\n"
    "  cover      balls that contain the links of a robot, proven, in a file\n"
    "  view       a page that shows the scene and its motions in a browser\n"
    "  plot       the clearance along a motion as a curve, in SVG\n"
    "  bench      a paper's table again, from generated data\n"
    "  help       the help of a command\n"
    "\n"
    "'leeway COMMAND --help' tells more.\n"
    "\n"
    "Examples:\n"
    "  leeway check cell.json\n"
    "  leeway check cell.json --from home --to ready --clearance\n"
    "  leeway plan cell.json --from home --to ready -o path.json\n"
    "  leeway view cell.json --path path.json -o motion.html\n"
    "  leeway plot cell.json --path waypoints.csv -o clearance.svg\n"
    "\n"
    "A scene is Leeway's JSON or MoveIt's YAML, with robots from URDF and SRDF. Metres, radians and "
    "seconds throughout.\n"
    "\n" LW_HELP_EXIT_STATUS;

typedef struct main_arguments {
    int command; /* its index in argv; 0: none */
} main_arguments;

static error_t parse_option(int key, char *text, struct argp_state *state)
{
    main_arguments *arguments = state->input;
    (void)text;
    switch (key) {
    case ARGP_KEY_ARG:
        /* the rest of the arguments belongs to the command */
        arguments->command = state->next - 1;
        state->next = state->argc;
        return 0;
    case ARGP_KEY_NO_ARGS:
        lw_help_words(state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child main_children[] = {{&lw_help_argp, 0, 0, -1}, {0}};

static const struct argp main_argp = {
    0, parse_option, "COMMAND [ARGUMENT...]", documentation, main_children, 0, 0};

static int unknown_command(const char *name)
{
    const char *names[COMMAND_COUNT + 1] = {[COMMAND_COUNT] = "help"};
    for (int i = 0; i < COMMAND_COUNT; i++)
        names[i] = commands[i].name;
    lw_print(stderr, "leeway: there is no command \"%s\"%s\n", name,
             lw_suggest(name, names, COMMAND_COUNT + 1).text);
    return LW_EXIT_INPUT;
}

static int run_command(const char *name, int argc, char **argv)
{
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(commands[i].name, name) != 0)
            continue;
        char title[64];
        snprintf(title, sizeof title, "%s", commands[i].title);
        argv[0] = title;
        return commands[i].run(argc, argv);
    }
    return unknown_command(name);
}

static int help(const char *name)
{
    char help_option[] = "--help";
    char program[] = "leeway";
    char *arguments[] = {program, help_option, NULL};
    if (name)
        return run_command(name, 2, arguments);
    return argp_parse(&main_argp, 2, arguments, ARGP_IN_ORDER | ARGP_NO_HELP, NULL,
                      &(main_arguments){0});
}

/* Opens something in the place of standard streams that are closed, so that no file gets their numbers
 * and with them what is printed. Reading and writing there fails as on a closed one. */
static void fill_standard(void)
{
    for (int number = 0; number <= STDERR_FILENO; number++)
        if (fcntl(number, F_GETFD) < 0 && open("/dev/null", number ? O_RDONLY : O_WRONLY) < 0)
            exit(LW_EXIT_INPUT);
}

int main(int argc, char **argv)
{
    main_arguments arguments = {0};
    argp_err_exit_status = LW_EXIT_INPUT;
    fill_standard();
    /* a reader that has closed the pipe shows up as a failed write (output.c) */
    signal(SIGPIPE, SIG_IGN);
    char program[] = "leeway";
    if (argc)
        argv[0] = program;
    argp_parse(&main_argp, argc, argv, ARGP_IN_ORDER | ARGP_NO_HELP, NULL, &arguments);
    const char *name = argv[arguments.command];
    if (!strcmp(name, "help"))
        return help(argc > arguments.command + 1 ? argv[arguments.command + 1] : NULL);
    return run_command(name, argc - arguments.command, argv + arguments.command);
}
