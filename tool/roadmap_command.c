/* leeway roadmap: free configurations and free segments between them, in a file that grows. */
#include "command.h"
#include "fail.h"
#include "file_options.h"
#include "help.h"
#include "interrupt.h"
#include "numbers.h"
#include "output.h"
#include "plan_space.h"
#include "scene_options.h"
#include "text.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

enum {
    OPTION_NODES = 1800,
    OPTION_SEED,
    OPTION_SECONDS,
    OPTION_GROUP,
    OPTION_REQUEST,
    OPTION_BOUNDS,
    OPTION_THREADS
};

static const char documentation[] =
    "A roadmap of a scene: random configurations that are free, and the straight segments between "
    "neighbours of them that are proven free. It is built once, and 'leeway plan --roadmap' asks it "
    "often. A file that exists grows to so many configurations. It is saved about once a second, so "
    "that Ctrl-C, or whatever ends the program, costs no more than the last second: the same command "
    "goes on, and comes to the same roadmap."
    "\v"
    "Examples:\n"
    "  leeway roadmap cell.json --nodes 5000 -o cell.roadmap\n"
    "  leeway plan cell.json --roadmap cell.roadmap --from home --to ready\n"
    "\n"
    "The file is for one scene, one choice of joints, and their bounds; others are refused. What "
    "moves in --from and --to, or in a request, must be what moves in the roadmap: give --group, or "
    "--request, in both commands.\n"
    "\n"
    "Exit status:\n"
    "  2  wrong usage or input\n"
    "  3  it has fewer configurations than were asked for; what there is, is saved\n"
    "  0  it has them\n";

static const struct argp_option roadmap_options[] = {
    {0, 0, 0, 0, "The roadmap:", 10},
    {"nodes", OPTION_NODES, "N", 0, "How many configurations it is to have (default 1000)", 0},
    {"seed", OPTION_SEED, "N", 0, "Of all random choices (default 1, or that of the file)", 0},
    {"budget-seconds", OPTION_SECONDS, "S", 0, "How long it may take (default no bound)", 0},
    {"group", OPTION_GROUP, "NAME", 0,
     "The group whose joints move (default the SRDF's only one, else all); ROBOT/NAME with several "
     "robots, of which the others rest then",
     0},
    {"request", OPTION_REQUEST, "FILE", 0,
     "The joints that move in this MoveIt request, in YAML, and the others where it has them", 0},
    {"bounds", OPTION_BOUNDS, "JOINT=L,U,...", 0, LW_HELP_BOUNDS, 0},
    {"threads", OPTION_THREADS, "N", 0, "Threads (default 0: all processors); the roadmap is the same",
     0},
    {"out", 'o', "FILE", 0, "The roadmap's file", 0},
    {0}};

static const struct argp_child roadmap_children[] = {
    {&lw_scene_argp, 0, "", 2}, {&lw_help_argp, 0, 0, -1}, {0}};

typedef struct roadmap_arguments {
    lw_scene_options scene;
    lw_motion_options motion;
    lw_joint_choice choice;
    uint64_t nodes, seed;
    bool has_seed;
    double seconds; /* infinite: no bound */
    unsigned threads;
    const char *out;
} roadmap_arguments;

static void check_arguments(const struct argp_state *state, const roadmap_arguments *arguments)
{
    if (!arguments->out)
        lw_usage_error(state, "a roadmap needs a file: -o FILE");
    lw_check_written(state, "out", arguments->out, LW_WRITTEN_TEXT);
    if (arguments->motion.request && arguments->choice.group)
        lw_usage_error(state, "--request says which joints move; --group would say it again");
}

static error_t parse_option(int key, char *text, struct argp_state *state)
{
    roadmap_arguments *arguments = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &arguments->scene;
        return 0;
    case OPTION_NODES:
        arguments->nodes = lw_option_count(state, "nodes", text, UINT32_MAX - 1);
        return 0;
    case OPTION_SEED:
        arguments->seed = lw_option_count(state, "seed", text, UINT64_MAX);
        arguments->has_seed = true;
        return 0;
    case OPTION_SECONDS:
        arguments->seconds = lw_option_number(state, "budget-seconds", text, LW_ABOVE, 0);
        return 0;
    case OPTION_GROUP:
        arguments->choice.group = text;
        return 0;
    case OPTION_REQUEST:
        arguments->motion.request = lw_option_file(state, "request", text);
        return 0;
    case OPTION_BOUNDS:
        if (!LW_LIST_GROW(&arguments->choice.bounds))
            return ENOMEM;
        arguments->choice.bounds.items[arguments->choice.bounds.count++] = text;
        return 0;
    case OPTION_THREADS:
        arguments->threads = (unsigned)lw_option_count(state, "threads", text, 1024);
        return 0;
    case 'o':
        arguments->out = lw_option_file(state, "out", text);
        return 0;
    case ARGP_KEY_END:
        check_arguments(state, arguments);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp roadmap_argp = {
    roadmap_options, parse_option, "[SCENE]", documentation, roadmap_children, 0, 0};

/* What the command works on. */
typedef struct roadmap_job {
    const roadmap_arguments *arguments;
    lw_report *report;
    lw_scene *scene;
    lw_motion *motion; /* of a request; NULL: there is none */
    lw_inputs inputs;
    lw_joint_space space;
    lw_planner *planner;
    lw_roadmap *roadmap;
} roadmap_job;

static lw_status make_planner(roadmap_job *job, lw_error *error)
{
    const roadmap_arguments *arguments = job->arguments;
    lw_joint_choice choice = arguments->choice;
    char id[64];
    lw_status status = LW_OK;
    if (arguments->motion.request)
        status = lw_read_only_motion(job->scene, &arguments->motion, job->report, &job->motion, id,
                                     sizeof id, error);
    choice.motion = job->motion;
    if (!status)
        status = lw_joint_space_make(job->scene, &choice, &job->space, error);
    return status ? status
                  : lw_planner_create(job->scene, &job->space.def, arguments->threads, &job->planner,
                                      error);
}

/* Loads the file, or begins a new one, which also shows that it can be written. */
static lw_status open_roadmap(roadmap_job *job, lw_error *error)
{
    const roadmap_arguments *arguments = job->arguments;
    struct stat file;
    bool exists = !stat(arguments->out, &file);
    if (exists && lw_inputs_hold(&job->inputs, &file))
        return lw_fail(error, LW_ERROR_FILE, "%s: results cannot go into a file that is read",
                       arguments->out);
    if (!exists) {
        lw_status status = lw_roadmap_create(job->planner, arguments->seed, &job->roadmap, error);
        return status ? status : lw_roadmap_save(job->roadmap, arguments->out, error);
    }
    lw_status status = lw_roadmap_load(job->planner, arguments->out, &job->roadmap, error);
    if (!status && arguments->has_seed && lw_roadmap_seed(job->roadmap) != arguments->seed)
        status =
            lw_fail(error, LW_ERROR_ARGUMENT, "%s: a roadmap with the seed %" PRIu64 ", not %" PRIu64,
                    arguments->out, lw_roadmap_seed(job->roadmap), arguments->seed);
    return status;
}

/* Lets it grow by a step; *grown: by as much as was asked for. */
static lw_status grow(const roadmap_job *job, uint64_t nodes, double seconds, bool *grown,
                      lw_error *error)
{
    lw_roadmap_options options = lw_default_roadmap_options();
    uint64_t before = lw_roadmap_node_count(job->roadmap);
    options.nodes = nodes;
    options.budget_seconds = seconds < HUGE_VAL ? seconds : 0;
    options.stop = lw_interrupted;
    lw_status status = lw_roadmap_grow(job->roadmap, &options, error);
    *grown = lw_roadmap_node_count(job->roadmap) == nodes;
    if (!status && lw_roadmap_node_count(job->roadmap) > before)
        status = lw_roadmap_save(job->roadmap, job->arguments->out, error);
    return status;
}

/* Grows in steps of about half a second, each of which is saved. */
static lw_status grow_all(const roadmap_job *job, lw_error *error)
{
    const roadmap_arguments *arguments = job->arguments;
    uint64_t first = lw_roadmap_node_count(job->roadmap);
    uint64_t step = 64;
    double began = lw_clock_seconds();
    double last = began;
    bool grown = true;
    lw_status status = LW_OK;
    for (uint64_t count = first; count < arguments->nodes && grown && !status;
         count = lw_roadmap_node_count(job->roadmap)) {
        double left = began + arguments->seconds - last;
        if (lw_interrupted(NULL) || !(left > 0))
            break;
        uint64_t next = arguments->nodes - count < step ? arguments->nodes : count + step;
        status = grow(job, next, left, &grown, error);
        double now = lw_clock_seconds();
        step = now - last < 0.25 ? 2 * step : now - last > 1 && step > 1 ? step / 2 : step;
        last = now;
        lw_report_progress(job->report, "configurations", lw_roadmap_node_count(job->roadmap) - first,
                           arguments->nodes - first, now - began);
    }
    return status;
}

static lw_status answer(roadmap_job *job, int *exit_status, lw_error *error)
{
    const roadmap_arguments *arguments = job->arguments;
    lw_status status = make_planner(job, error);
    if (!status && job->motion)
        status = lw_scene_options_check_sets(&arguments->scene, job->scene, job->motion, error);
    if (!status)
        status = lw_inputs_add_scene(&job->inputs, job->scene, error);
    if (!status)
        status = lw_inputs_add(&job->inputs, arguments->motion.request, error);
    if (!status)
        status = open_roadmap(job, error);
    lw_interrupt_catch();
    if (!status)
        status = grow_all(job, error);
    if (status)
        return status;
    uint64_t nodes = lw_roadmap_node_count(job->roadmap);
    lw_report_clear(job->report);
    lw_print(stdout, "%" PRIu64 " configurations, %zu segments\n", nodes,
             lw_roadmap_edge_count(job->roadmap));
    *exit_status = nodes < arguments->nodes ? LW_EXIT_UNDECIDED : LW_EXIT_FREE;
    if (nodes < arguments->nodes)
        lw_report_say(
            job->report, "%" PRIu64 " configurations of %" PRIu64 "; %s", nodes, arguments->nodes,
            lw_interrupted(NULL)            ? "the same command goes on"
            : arguments->seconds < HUGE_VAL ? "the time was over; the same command goes on"
                                            : "the last 100000 random ones were all in contact");
    return lw_output_close_standard(error);
}

int lw_roadmap_command(int argc, char **argv)
{
    roadmap_arguments arguments = {.scene = lw_default_scene_options(),
                                   .nodes = 1000,
                                   .seed = 1,
                                   .seconds = HUGE_VAL,
                                   .threads = 1};
    argp_parse(&roadmap_argp, argc, argv, ARGP_NO_HELP, NULL, &arguments);
    lw_report report = lw_report_begin();
    lw_error error = {0};
    int exit_status = LW_EXIT_INPUT;
    roadmap_job job = {.arguments = &arguments, .report = &report};
    lw_status status = lw_scene_options_load(&arguments.scene, &report, &job.scene, &error);
    if (!status)
        status = answer(&job, &exit_status, &error);
    if (status) {
        lw_report_error(&report, &error);
        exit_status = LW_EXIT_INPUT;
    }
    lw_report_end(&report);
    lw_roadmap_destroy(job.roadmap);
    lw_planner_destroy(job.planner);
    lw_joint_space_free(&job.space);
    lw_motion_destroy(job.motion);
    lw_inputs_free(&job.inputs);
    lw_scene_destroy(job.scene);
    lw_scene_options_free(&arguments.scene);
    free(arguments.choice.bounds.items);
    return exit_status;
}
