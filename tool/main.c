/* The program: selects the command, and lists the commands in its help. */
#include "command/command.h"
#include "leeway/leeway.h"
#include "option/help.h"
#include "text/standard_streams.h"
#include "text/text.h"

#include <stdio.h>
#include <string.h>

static const lw_command *const commands[] = {&lw_check_command, &lw_cell_command,  &lw_distance_command,
                                             &lw_info_command,  &lw_plan_command,  &lw_roadmap_command,
                                             &lw_acm_command,   &lw_cover_command, &lw_view_command,
                                             &lw_plot_command,  &lw_serve_command, &lw_verify_command};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static const char documentation[] =
    "Is this motion of a robot free of collision, all along the way? Answers for the whole motion, not "
    "for samples of it, and proves the answer.";

static const char examples[] =
    "Commands:\n"
    "  check      verdicts on motions: free, contact or undecided\n"
    "  verify     whether a trajectory is safe to run: collision, limits, start, end\n"
    "  cell       verdicts on assignments of trajectories to several robots\n"
    "  distance   distances at one configuration\n"
    "  info       what was loaded: joints, groups, bodies, pairs\n"
    "  plan       a path from one configuration to another that is proven free\n"
    "  roadmap    configurations and segments that are proven free, for plan\n"
    "  acm        the pairs of links that need no checking, proven, as an SRDF\n"
    "  cover      balls that contain the links of a robot, proven, in a file\n"
    "  view       a page that shows the scene and its motions in a browser\n"
    "  plot       the clearance along a motion as a curve, in SVG\n"
    "  serve      the answers of check for programs that connect to a socket\n"
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

static const lw_command program = {.operands = "COMMAND [ARGUMENT...]",
                                   .documentation = documentation,
                                   .examples = examples,
                                   .in_order = true};

/* The answer to a former command. */
static const char was_bench[] =
    "leeway: the papers' tables are printed by a program of their own, leeway-bench, which "
    "'./run bench papers' builds and runs\n";

/* The command of a name; NULL after a message that there is none. */
static const lw_command *find_command(const char *name)
{
    const char *names[COMMAND_COUNT + 1] = {[COMMAND_COUNT] = "help"};
    if (!strcmp(name, "bench")) {
        fputs(was_bench, stderr);
        return NULL;
    }
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (!strcmp(commands[i]->name, name))
            return commands[i];
        names[i] = commands[i]->name;
    }
    lw_print(stderr, "leeway: there is no command \"%s\"%s\n", name,
             lw_suggest(name, names, COMMAND_COUNT + 1).text);
    return NULL;
}

/* ---- leeway help ------------------------------------------------------------------------------- */

typedef struct help_arguments {
    const char *name; /* name of the command to explain; NULL: the program itself */
    lw_help_layout layout;
} help_arguments;

static const lw_option help_options[] = {
    {"layout", .argument = "text|wide|man|options", .kind = LW_OPTION_CHOICE, .hidden = true,
     LW_INTO(help_arguments, layout),
     .help = "For whom: people, or programs that write the man page and what shells complete"},
    {0}};

static void read_name(const lw_command_line *line, const char *text, void *into)
{
    help_arguments *arguments = into;
    if (arguments->name)
        lw_usage_error(line, "one command at a time");
    arguments->name = text;
}

static const lw_option_group help_group = {help_options, read_name, NULL};

static int help(int argc, char **argv);

static const lw_command help_command = {
    .name = "help",
    .operands = "[COMMAND]",
    .documentation = "The help of a command.",
    .examples = "Exit status:\n  2  there is no such command\n  0  the help was printed\n",
    .groups = {{&help_group, 0}},
    .run = help};

static int help(int argc, char **argv)
{
    help_arguments arguments = {.layout = LW_HELP_TEXT};
    lw_command_line_read(&help_command, argc, argv, &arguments);
    const lw_command *command = arguments.name ? find_command(arguments.name) : &program;
    if (!command)
        return LW_EXIT_INPUT;
    lw_help_end(command, arguments.layout);
}

int main(int argc, char **argv)
{
    lw_standard_streams_begin();
    const int first = lw_command_line_read(&program, argc, argv, NULL);
    if (first >= argc)
        lw_help_words(&program);
    const lw_command *command =
        strcmp(argv[first], "help") != 0 ? find_command(argv[first]) : &help_command;
    return command ? command->run(argc - first, argv + first) : LW_EXIT_INPUT;
}
