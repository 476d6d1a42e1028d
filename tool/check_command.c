/* leeway check: verdicts on motions. */
#include "check_batch.h"
#include "command.h"
#include "file_options.h"
#include "help.h"
#include "interrupt.h"
#include "method_list.h"
#include "numbers.h"
#include "scene_facts.h"
#include "scene_options.h"
#include "text.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

enum {
    OPTION_METHOD = 1200,
    OPTION_ANY,
    OPTION_CLEARANCE,
    OPTION_NEAR,
    OPTION_TIME_TOLERANCE,
    OPTION_DISTANCE_TOLERANCE,
    OPTION_CLEARANCE_RELATIVE,
    OPTION_CLEARANCE_ABSOLUTE,
    OPTION_BUDGET_QUERIES,
    OPTION_BUDGET_SECONDS,
    OPTION_RESOLUTION,
    OPTION_EXPANSION,
    OPTION_LAYERS,
    OPTION_THREADS,
    OPTION_JSON,
    OPTION_CLAIMS,
    OPTION_REPORT,
    OPTION_TIMING,
    OPTION_FIXED_PAIRS
};

static const char documentation[] =
    "Is the robot free of collision, all along each motion? Answers free (proven for the whole motion, "
    "not for samples of it), contact (with the first time, the pair and the points) or undecided."
    "\v"
    "Examples:\n"
    "  leeway check cell.json\n"
    "  leeway check cell.json --path waypoints.csv --margin 0.01\n"
    "  leeway check cell.json --motions motions.jsonl --json --threads 2\n"
    "  leeway check --robot panda.urdf --srdf panda.srdf --scene scene.yaml \\\n"
    "      --from ready --to 0.45,1.76,0.19,-0.87,-0.38,2.6,-0.19 --clearance\n"
    "\n"
    "Times are t from 0 to 1 for segments and paths, seconds for trajectories. Results go to standard "
    "output, one motion after the other in their order; all else goes to standard error. '-' is "
    "standard input, or output.\n"
    "\n" LW_HELP_EXIT_STATUS;

static const struct argp_option check_options[] = {
    {0, 0, 0, 0, "What is asked:", 20},
    {"any", OPTION_ANY, 0, 0, "Any contact serves, not only the first", 0},
    {"clearance", OPTION_CLEARANCE, 0, 0, "Also the smallest distance along a free motion", 0},
    {"near", OPTION_NEAR, "METRES", 0,
     "Also the pairs that come nearer than this during the motion, each with its smallest distance", 0},
    {"fixed-pairs", OPTION_FIXED_PAIRS, 0, 0,
     "In what --near lists and in the curves of a --report also pairs that the motion does not move "
     "against each other, such as a robot's base and its table; verdicts and clearances are always of "
     "all "
     "pairs",
     0},
    {"method", OPTION_METHOD, LW_METHOD_NAMES, 0,
     "How it is decided (default auto); expanded does without distances, sampled proves nothing", 0},
    {"time-tolerance", OPTION_TIME_TOLERANCE, "SHARE", 0,
     "How late a contact's time may be, as a share of the motion's length (default 1e-4)", 0},
    {"distance-tolerance", OPTION_DISTANCE_TOLERANCE, "METRES", 0,
     "Closer to the margin than this need not be decided (default 1e-6)", 0},
    {"clearance-relative", OPTION_CLEARANCE_RELATIVE, "SHARE", 0,
     "How wide the bracket of the clearance may be, as a share of it (default 0.01), where that is "
     "more than --clearance-absolute",
     0},
    {"clearance-absolute", OPTION_CLEARANCE_ABSOLUTE, "METRES", 0,
     "How wide the bracket of the clearance may be in any case (default 1e-5)", 0},
    {"budget-queries", OPTION_BUDGET_QUERIES, "N", 0,
     "Undecided after so many distance queries, or so many samples of the methods sampled and expanded "
     "(default 0: no bound)",
     0},
    {"budget-seconds", OPTION_BUDGET_SECONDS, "SECONDS", 0,
     "Undecided after so long (default 0: no bound); the one option that can make outputs differ from "
     "run to run",
     0},
    {"resolution", OPTION_RESOLUTION, "STEP", 0,
     "Of the method sampled: the largest step of a joint's value, radians or metres (default "
     "0.0174533)",
     0},
    {"expansion", OPTION_EXPANSION, "METRES", 0,
     "Of the method expanded: by how much the thinnest layer grows a link (default 0.0025)", 0},
    {"layer-count", OPTION_LAYERS, "N", 0,
     "Of the method expanded: how many layers, each twice as thick as the one before (default 8)", 0},
    {0, 0, 0, 0, "How it is answered:", 30},
    {"json", OPTION_JSON, 0, 0, "One line of JSON a motion", 0},
    {"out", 'o', "FILE", 0, "Into a file (default '-': standard output)", 0},
    {"claims", OPTION_CLAIMS, "FILE", 0,
     "Also writes the proof of each verdict, for programs that verify it: JSON Lines", 0},
    {"report", OPTION_REPORT, "FILE", 0,
     "Also writes a page that shows the motions in a browser, with counts, clearances and a table, and "
     "with several robots which come nearer to each other than --near (there 0.1); asks for clearances "
     "as --clearance does",
     0},
    {"threads", OPTION_THREADS, "N", 0,
     "Threads for a batch (default 0: all processors); the output is the same", 0},
    {"timing", OPTION_TIMING, 0, 0,
     "How long each check took, one after the other on one thread: --threads 1 is the only one that "
     "goes with it",
     0},
    {0}};

static const struct argp_child check_children[] = {
    {&lw_scene_argp, 0, "", 1}, {&lw_motion_argp, 0, "", 10}, {&lw_help_argp, 0, 0, -1}, {0}};

typedef struct check_arguments {
    lw_scene_options scene;
    lw_motion_options motion;
    lw_options options;
    const char *out;
    const char *claims; /* NULL: none */
    const char *report; /* NULL: none */
    double near;
    unsigned threads;
    bool threads_given, json, timing;
} check_arguments;

/* parses the options with a number; false: the key is none of them */
static bool parse_tolerance(int key, const char *text, const struct argp_state *state,
                            lw_options *options)
{
    switch (key) {
    case OPTION_TIME_TOLERANCE:
        options->time_tolerance = lw_option_number(state, "time-tolerance", text, LW_ABOVE, 0);
        return true;
    case OPTION_DISTANCE_TOLERANCE:
        options->distance_tolerance = lw_option_number(state, "distance-tolerance", text, LW_ABOVE, 0);
        return true;
    case OPTION_CLEARANCE_RELATIVE:
        options->clearance_relative =
            lw_option_number(state, "clearance-relative", text, LW_AT_LEAST, 0);
        return true;
    case OPTION_CLEARANCE_ABSOLUTE:
        options->clearance_absolute = lw_option_number(state, "clearance-absolute", text, LW_ABOVE, 0);
        return true;
    case OPTION_BUDGET_QUERIES:
        options->budget_queries = lw_option_count(state, "budget-queries", text, UINT64_MAX);
        return true;
    case OPTION_BUDGET_SECONDS:
        options->budget_seconds = lw_option_number(state, "budget-seconds", text, LW_AT_LEAST, 0);
        return true;
    case OPTION_RESOLUTION:
        options->resolution = lw_option_number(state, "resolution", text, LW_ABOVE, 0);
        return true;
    case OPTION_EXPANSION:
        options->expansion = lw_option_number(state, "expansion", text, LW_ABOVE, 0);
        return true;
    case OPTION_LAYERS:
        options->layers = (uint32_t)lw_option_count(state, "layer-count", text, UINT32_MAX);
        return true;
    default:
        return false;
    }
}

/* A report shows clearances, where the method has them. */
static void ask_for_clearances(check_arguments *arguments)
{
    const lw_method method = arguments->options.method;
    if (arguments->report && method != LW_METHOD_EXPANDED && method != LW_METHOD_SAMPLED)
        arguments->options.clearance = true;
}

static error_t parse_option(int key, char *text, struct argp_state *state)
{
    check_arguments *arguments = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &arguments->scene;
        state->child_inputs[1] = &arguments->motion;
        return 0;
    case OPTION_METHOD:
        arguments->options.method = lw_option_method(state, text);
        return 0;
    case OPTION_ANY:
        arguments->options.any = true;
        return 0;
    case OPTION_CLEARANCE:
        arguments->options.clearance = true;
        return 0;
    case OPTION_NEAR:
        arguments->near = lw_option_number(state, "near", text, LW_ABOVE, 0);
        return 0;
    case OPTION_FIXED_PAIRS:
        arguments->options.fixed_pairs = 1;
        return 0;
    case OPTION_THREADS:
        arguments->threads = (unsigned)lw_option_count(state, "threads", text, 1024);
        arguments->threads_given = true;
        return 0;
    case OPTION_JSON:
        arguments->json = true;
        return 0;
    case 'o':
        arguments->out = lw_option_file(state, "out", text);
        return 0;
    case OPTION_CLAIMS:
        arguments->claims = lw_option_file(state, "claims", text);
        return 0;
    case OPTION_REPORT:
        arguments->report = lw_option_file(state, "report", text);
        return 0;
    case OPTION_TIMING:
        arguments->timing = true;
        return 0;
    case ARGP_KEY_END:
        lw_check_written(state, "out", arguments->out, LW_WRITTEN_TEXT);
        if (arguments->report)
            lw_check_written(state, "report", arguments->report, LW_WRITTEN_PAGE);
        if (arguments->claims)
            lw_check_written(state, "claims", arguments->claims, LW_WRITTEN_TEXT);
        if (lw_scene_options_read_input(&arguments->scene) &&
            lw_motion_options_read_input(&arguments->motion))
            lw_usage_error(state, "standard input holds the robot or the motions, not both");
        if (arguments->timing && arguments->threads_given && arguments->threads != 1)
            lw_usage_error(state,
                           "--timing checks one motion after the other: it goes with --threads 1 only");
        if (arguments->options.method == LW_METHOD_EXPANDED &&
            (arguments->options.clearance || arguments->near > 0))
            lw_usage_error(state, "the method expanded serves neither --clearance nor --near; auto, "
                                  "bisection and slab do");
        if (arguments->claims && arguments->options.method == LW_METHOD_SAMPLED)
            lw_usage_error(state, "the method sampled proves nothing: there are no claims to write");
        if (arguments->claims && !strcmp(arguments->claims, "-") &&
            (!arguments->out || !strcmp(arguments->out, "-")))
            lw_usage_error(state,
                           "claims and results cannot both go to standard output: say --out FILE, "
                           "or --claims FILE");
        if (arguments->options.fixed_pairs && !(arguments->near > 0) && !arguments->report)
            lw_usage_error(state,
                           "--fixed-pairs is of what --near lists and of the curves of a --report");
        ask_for_clearances(arguments);
        return 0;
    default:
        return parse_tolerance(key, text, state, &arguments->options) ? 0 : ARGP_ERR_UNKNOWN;
    }
}

static const struct argp check_argp = {
    check_options, parse_option, "[SCENE]", documentation, check_children, 0, 0};

/* Says how many pairs the SRDF switches off without a proof, for then a verdict holds for the others.
 */
static void say_sampled(lw_report *report, const lw_scene *scene)
{
    size_t counts[LW_PAIR_REASONS];
    lw_pair_reasons_count(scene, counts);
    size_t sampled = counts[LW_PAIR_SAMPLED];
    if (sampled)
        lw_report_say(report,
                      "%zu pair%s not checked because of samples alone, which prove nothing "
                      "(leeway info --pairs lists them)",
                      sampled, sampled == 1 ? " is" : "s are");
}

/* What the command reads and writes besides the results. */
typedef struct check_files {
    lw_inputs inputs;
    lw_claims_file claims; /* where --claims is given */
    lw_report_page page;   /* where --report is given */
} check_files;

/* Writes the report of what was checked. */
static bool close_page(check_files *files, lw_report *report)
{
    lw_error error = {0};
    bool written = !files->page.failed;
    if (lw_page_motion_count(files->page.page) && lw_report_page_close(&files->page, &error)) {
        lw_report_error(report, &error);
        written = false;
    }
    return written;
}

/* checks the motions of the source to the end, and prints the summary */
static int check(const check_arguments *arguments, lw_report *report, const lw_scene *scene,
                 lw_motion_source *source, check_files *files)
{
    lw_claims_file *claims = arguments->claims ? &files->claims : NULL;
    lw_error error = {0};
    lw_output output = lw_output_to(arguments->out, LW_OUTPUT_LINES, &files->inputs);
    lw_options options = arguments->options;
    if (claims) {
        options.claim = lw_claims_file_take;
        options.claim_context = claims;
        if (lw_claims_file_begin(claims, scene, &error))
            lw_report_error(report, &error);
    }
    say_sampled(report, scene);
    lw_interrupt_catch();
    lw_batch batch = {.scene = scene,
                      .source = source,
                      .scene_options = &arguments->scene,
                      .options = &options,
                      .output = &output,
                      .claims = claims,
                      .page = arguments->report ? &files->page : NULL,
                      .report = report,
                      .threads = arguments->threads,
                      .json = arguments->json,
                      .near = arguments->near,
                      .timing = arguments->timing};
    lw_counts counts = lw_batch_run(&batch);
    uint64_t done = lw_counts_done(&counts);
    bool summed_up = !arguments->json && done + counts.unreadable > 1 && !output.failed;
    if (summed_up && lw_output_begin(&output, &error)) {
        lw_report_error(report, &error);
        counts.failed = true;
    } else if (summed_up) {
        lw_counts_print(output.file, &counts, "motion");
        fputc('\n', output.file);
    }
    if (counts.stopped)
        lw_report_say(report, "stopped after %" PRIu64 " motion%s", done, done == 1 ? "" : "s");
    if (lw_output_close(&output, &error)) {
        lw_report_error(report, &error);
        counts.failed = true;
    }
    if (claims && lw_claims_file_close(claims, &error))
        lw_report_error(report, &error);
    if (claims && (claims->failed || claims->output.failed))
        counts.failed = true;
    if (arguments->report && !close_page(files, report))
        counts.failed = true;
    return lw_counts_exit(&counts, report, "there is no motion to check");
}

/* Opens the files of --claims and --report, before there is work to lose. */
static lw_status open_files(const check_arguments *arguments, const lw_scene *scene, check_files *files,
                            lw_error *error)
{
    /* between robots, where nobody says how near is near, metres */
    const double usual_near = 0.1;
    const bool several = lw_scene_robot_count(scene) > 1;
    lw_status status = lw_inputs_add_scene(&files->inputs, scene, error);
    if (!status)
        status = lw_motion_options_inputs(&arguments->motion, &files->inputs, error);
    if (!status && arguments->claims)
        status = lw_claims_file_open(&files->claims, arguments->claims, arguments->out, &files->inputs,
                                     error);
    if (status || !arguments->report)
        return status;
    const lw_output output = lw_output_to(arguments->report, LW_OUTPUT_DOCUMENT, &files->inputs);
    files->page.options = &arguments->options;
    files->page.threads = arguments->threads;
    return lw_report_page_open(&files->page, scene, lw_page_title(&arguments->scene),
                               arguments->near > 0 ? arguments->near
                               : several           ? usual_near
                                                   : 0,
                               &output, arguments->out, error);
}

int lw_check_command(int argc, char **argv)
{
    check_arguments arguments = {.scene = lw_default_scene_options(), .options = lw_default_options()};
    arguments.options.stop = lw_interrupted;
    argp_parse(&check_argp, argc, argv, ARGP_NO_HELP, NULL, &arguments);

    lw_report report = lw_report_begin();
    lw_error error = {0};
    lw_scene *scene = NULL;
    lw_motion_source *source = NULL;
    check_files files = {0};
    int exit_status = LW_EXIT_INPUT;
    if (lw_scene_options_load(&arguments.scene, &report, &scene, &error) ||
        lw_motion_source_open(scene, &arguments.motion, &source, &error) ||
        open_files(&arguments, scene, &files, &error))
        lw_report_error(&report, &error);
    else
        exit_status = check(&arguments, &report, scene, source, &files);
    lw_report_page_free(&files.page);
    lw_output_abandon(&files.claims.output);
    lw_report_end(&report);
    lw_motion_source_close(source);
    lw_scene_destroy(scene);
    lw_scene_options_free(&arguments.scene);
    lw_inputs_free(&files.inputs);
    return exit_status;
}
