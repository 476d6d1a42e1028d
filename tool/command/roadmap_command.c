/* leeway roadmap: grows a roadmap (PRM) in a file: free configurations, and free segments between
 * them. */
#include "command/command.h"
#include "option/file_options.h"
#include "option/method_list.h"
#include "option/scene_options.h"
#include "part/plan_space.h"
#include "text/fail.h"
#include "text/interrupt.h"
#include "text/output.h"
#include "text/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

static const char documentation[] =
    "A roadmap of a scene: random configurations that are free, and the straight segments between "
    "neighbours of them that are proven free. It is built once, and 'leeway plan --roadmap' asks it "
    "often. A file that exists grows to so many configurations. It is saved about every half second, "
    "so that Ctrl-C, or whatever ends the program, costs no more than that: the same command goes on, "
    "and comes to the same roadmap.";

static const char examples[] =
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

typedef struct roadmap_arguments {
    lw_scene_options scene;
    const char *request; /* NULL: none */
    lw_joint_choice choice;
    uint64_t nodes, seed;
    bool has_seed;
    double seconds; /* infinite: no bound */
    unsigned threads;
    const char *out;
} roadmap_arguments;

static const lw_option roadmap_options[] = {
    {.kind = LW_OPTION_HEADING, .help = "The roadmap:"},
    {"nodes", .argument = "N", .kind = LW_OPTION_COUNT, LW_INTO(roadmap_arguments, nodes),
     .most = UINT32_MAX - 1, .initial = "1000",
     .help = "How many configurations it is to have (default %s)"},
    {"seed", .argument = "N", .kind = LW_OPTION_COUNT, LW_INTO(roadmap_arguments, seed),
     .most = UINT64_MAX, LW_GIVEN(roadmap_arguments, has_seed), .initial = "1",
     .help = "Of all random choices (default %s, or that of the file)"},
    {"budget-seconds", .argument = "S", .kind = LW_OPTION_NUMBER, LW_INTO(roadmap_arguments, seconds),
     .bound = LW_ABOVE, .help = "How long it may take (default no bound)"},
    {"group", .argument = "NAME", .kind = LW_OPTION_TEXT, LW_INTO(roadmap_arguments, choice.group),
     .help = "The group whose joints move (default the SRDF's only one, else all); ROBOT/NAME with "
             "several robots, of which the others rest then"},
    {"request", .argument = "FILE", .kind = LW_OPTION_FILE, LW_INTO(roadmap_arguments, request),
     .help = "The joints that move in this MoveIt request, in YAML, and the others where it has them"},
    {"method", .words = lw_method_words, .kind = LW_OPTION_OTHER, .take = lw_take_proof,
     LW_INTO(roadmap_arguments, choice.method), .help = LW_HELP_PROOF},
    {"bounds", .argument = "JOINT=L,U,...", .kind = LW_OPTION_TEXT, .repeat = LW_REPEATED,
     LW_INTO(roadmap_arguments, choice.bounds), .help = LW_HELP_BOUNDS},
    {"threads", .argument = "N", .kind = LW_OPTION_COUNT, LW_INTO(roadmap_arguments, threads),
     .most = 1024, .help = "Threads (default 0: all processors); the roadmap is the same"},
    {"out", 'o', .argument = "FILE", .kind = LW_OPTION_FILE, LW_INTO(roadmap_arguments, out),
     .help = "The roadmap's file"},
    {0}};

static void finish(const lw_command_line *line, void *into)
{
    const roadmap_arguments *arguments = into;
    if (!arguments->out)
        lw_usage_error(line, "a roadmap needs a file: -o FILE");
    lw_check_written(line, "out", arguments->out, LW_WRITTEN_TEXT);
    if (arguments->request && arguments->choice.group)
        lw_usage_error(line, "--request says which joints move; --group would say it again");
}

/* The data of the command. */
typedef struct roadmap_job {
    const roadmap_arguments *arguments;
    lw_report *report;
    lw_scene *scene;
    lw_motion *motion; /* the motion of a request; NULL: none was given */
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
    lw_motion_choice request = {LW_CHOICE_REQUEST, arguments->request};
    const lw_motion_options options = {.choices = {.items = &request, .count = 1}};
    if (arguments->request)
        status =
            lw_read_only_motion(job->scene, &options, job->report, &job->motion, id, sizeof id, error);
    choice.motion = job->motion;
    if (!status)
        status = lw_joint_space_make(job->scene, &choice, &job->space, error);
    return status ? status
                  : lw_planner_create(job->scene, &job->space.def, arguments->threads, &job->planner,
                                      error);
}

/* Loads the file, or begins a new one; this shows that it can be written. */
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

/* Grows the roadmap by a step. *grown: the step is complete. */
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

/* Grows the roadmap in steps of about half a second, and saves it after each. */
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
        status = lw_inputs_add(&job->inputs, arguments->request, error);
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

static int run(int argc, char **argv)
{
    roadmap_arguments arguments = {.scene = lw_default_scene_options(), .seconds = HUGE_VAL};
    lw_command_line_read(&lw_roadmap_command, argc, argv, &arguments);
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

static const lw_option_group roadmap_group = {roadmap_options, NULL, NULL};

const lw_command lw_roadmap_command = {
    .name = "roadmap",
    .operands = "[SCENE]",
    .documentation = documentation,
    .examples = examples,
    .groups = {{&lw_scene_group, offsetof(roadmap_arguments, scene)}, {&roadmap_group, 0}},
    .finish = finish,
    .run = run};
