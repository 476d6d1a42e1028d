/* leeway plot: the clearance along a motion as a curve, and what was made of it; the results of
 * benchmarks (plot_bench.h). */
#include "command.h"
#include "curve_output.h"
#include "fail.h"
#include "file_options.h"
#include "help.h"
#include "json_text.h"
#include "layer_plot.h"
#include "method_list.h"
#include "motion_source.h"
#include "numbers.h"
#include "output.h"
#include "plot_bench.h"
#include "scene_options.h"
#include "text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    OPTION_SAMPLES = 1500,
    OPTION_CSV,
    OPTION_TITLE,
    OPTION_METHOD,
    OPTION_LAYERS,
    OPTION_EXPANSION,
    OPTION_LAYER_COUNT,
    OPTION_INTERVALS,
    OPTION_RESOLUTION,
    OPTION_BUDGET,
    OPTION_BENCH,
    OPTION_TABLE,
    OPTION_FIXED_PAIRS,
    TEXT = 512
};

static const char documentation[] =
    "The smallest distance of the robot to its surroundings and to other robots along one motion, and "
    "between the links of one robot, as curves over time: SVG, or the numbers. What is attached and "
    "released on the way is marked. The curves are sampled; what is proven for the whole motion stands "
    "below them. With --intervals: when each --method poses the robots, and which intervals it proves, "
    "row by row below the curves. With --method expanded --layers: which layer of grown links covers "
    "which link when. With --bench: the results of a benchmark."
    "\v"
    "Examples:\n"
    "  leeway plot cell.json --path waypoints.csv -o clearance.svg\n"
    "  leeway plot cell.json --motion 'over the post' --samples 1000 -o post.svg\n"
    "  leeway plot cell.json --from home --to ready --csv\n"
    "  leeway plot cell.json --path waypoints.csv --method slab --method sampled --intervals -o "
    "proof.svg\n"
    "  leeway plot cell.json --motion 'over the post' --method expanded --layers -o layers.svg\n"
    "  leeway plot --bench hong.json --table 1 -o hong.svg\n"
    "\n"
    "Exit status:\n"
    "  2  wrong usage or input\n"
    "  0  the curve was written, whatever it shows\n";

static const struct argp_option plot_options[] = {
    {0, 0, 0, 0, "How it is drawn:", 20},
    {"samples", OPTION_SAMPLES, "N", 0, "At so many times, at least 2 (default 400)", 0},
    {"csv", OPTION_CSV, 0, 0, "The numbers instead: time, distance and pair, the same inside robots",
     0},
    {"fixed-pairs", OPTION_FIXED_PAIRS, 0, 0,
     "The curves are also those of pairs that the motion does not move against each other, such as a "
     "robot's base and its table",
     0},
    {"title", OPTION_TITLE, "TEXT", 0, "Above the curves (default the motion's name)", 0},
    {"method", OPTION_METHOD, LW_METHOD_NAMES, 0,
     "Which method's intervals (again for more of them) or layers are drawn", 0},
    {"intervals", OPTION_INTERVALS, 0, 0,
     "Below the curves, what each method asks and proves: its samples and the intervals that it proves",
     0},
    {"resolution", OPTION_RESOLUTION, "X", 0,
     "Of the method sampled: the largest step of any joint value (default 0.0174533)", 0},
    {"budget-queries", OPTION_BUDGET, "N", 0,
     "So many distance queries or samples at most for each method", 0},
    {"layers", OPTION_LAYERS, 0, 0,
     "Instead of curves, the layers that prove the motion: a block for each test, over the time that "
     "it "
     "covers",
     0},
    {"expansion", OPTION_EXPANSION, "METRES", 0,
     "By how much the thinnest layer grows a link (default 0.0025)", 0},
    {"layer-count", OPTION_LAYER_COUNT, "N", 0,
     "How many layers, each twice as thick as the one before (default 8)", 0},
    {"bench", OPTION_BENCH, "FILE", 0,
     "Instead of a motion, the results that leeway bench NAME --json wrote", 0},
    {"table", OPTION_TABLE, "N", 0, "Only this table of --bench, from 1 (again for more of them)", 0},
    {"out", 'o', "FILE", 0, "Into a file (default '-': standard output)", 0},
    {0}};

static const struct argp_child plot_children[] = {
    {&lw_scene_argp, 0, "", 1}, {&lw_motion_argp, 0, "", 10}, {&lw_help_argp, 0, 0, -1}, {0}};

typedef struct plot_arguments {
    lw_scene_options scene;
    lw_motion_options motion;
    const char *out, *title;
    size_t samples;
    bool csv, fixed_pairs, layers, layer_options, intervals, interval_options;
    lw_method_list methods;
    lw_plot_bench bench;
    lw_options options; /* of the checks whose layers or intervals are drawn */
} plot_arguments;

static void add_table(plot_arguments *arguments, const char *text, const struct argp_state *state)
{
    size_t table = lw_option_count(state, "table", text, SIZE_MAX);
    if (!table)
        lw_usage_error(state, "--table counts from 1");
    if (!LW_LIST_GROW(&arguments->bench.tables))
        argp_failure(state, LW_EXIT_INPUT, 0, "out of memory");
    arguments->bench.tables.items[arguments->bench.tables.count++] = table;
}

/* Whether the command line names a scene or a motion. */
static bool has_motion(const plot_arguments *arguments)
{
    const lw_scene_options *scene = &arguments->scene;
    const lw_motion_options *motion = &arguments->motion;
    return scene->file || scene->robots.count || scene->scenes.count || motion->from || motion->to ||
           motion->path || motion->motions || motion->request || motion->motion;
}

static void check_usage(const plot_arguments *arguments, const struct argp_state *state)
{
    lw_check_written(state, "out", arguments->out, arguments->csv ? LW_WRITTEN_TEXT : LW_WRITTEN_SVG);
    if (arguments->bench.tables.count && !arguments->bench.path)
        lw_usage_error(state, "--table takes --bench");
    if (arguments->bench.path &&
        (arguments->csv || arguments->fixed_pairs || arguments->methods.count || arguments->layers ||
         arguments->intervals || has_motion(arguments)))
        lw_usage_error(state, "--bench draws the results of a benchmark, and no motion beside them");
    bool expanded = arguments->methods.count == 1 && arguments->methods.items[0] == LW_METHOD_EXPANDED;
    if (arguments->layers && arguments->intervals)
        lw_usage_error(state, "--layers or --intervals, not both");
    if (arguments->layers && !expanded)
        lw_usage_error(state, "--layers are those of --method expanded");
    if (arguments->intervals && !arguments->methods.count)
        lw_usage_error(state, "--intervals takes the methods: --method slab --method sampled");
    if (arguments->methods.count && !arguments->layers && !arguments->intervals)
        lw_usage_error(state, "--method takes --intervals, or --layers for those of expanded");
    if (arguments->layer_options && !arguments->layers && !arguments->intervals)
        lw_usage_error(state, "--expansion and --layer-count take --layers or --intervals");
    if (arguments->interval_options && !arguments->intervals)
        lw_usage_error(state, "--resolution and --budget-queries take --intervals");
    if (arguments->csv && (arguments->layers || arguments->intervals))
        lw_usage_error(state, "--csv gives the numbers of the curves, not of layers or intervals");
    if (arguments->fixed_pairs && arguments->layers)
        lw_usage_error(state, "--fixed-pairs is of the curves, instead of which --layers draws layers");
}

static error_t parse_option(int key, char *text, struct argp_state *state)
{
    plot_arguments *arguments = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &arguments->scene;
        state->child_inputs[1] = &arguments->motion;
        return 0;
    case OPTION_SAMPLES:
        arguments->samples = lw_option_count(state, "samples", text, 10000000);
        if (arguments->samples < 2)
            lw_usage_error(state, "--samples takes at least 2");
        return 0;
    case OPTION_CSV:
        arguments->csv = true;
        return 0;
    case OPTION_FIXED_PAIRS:
        arguments->fixed_pairs = true;
        return 0;
    case OPTION_TITLE:
        arguments->title = text;
        return 0;
    case 'o':
        arguments->out = lw_option_file(state, "out", text);
        return 0;
    case OPTION_METHOD:
        lw_method_list_add(&arguments->methods, state, text);
        return 0;
    case OPTION_INTERVALS:
        arguments->intervals = true;
        return 0;
    case OPTION_RESOLUTION:
        arguments->options.resolution = lw_option_number(state, "resolution", text, LW_AT_LEAST, 1e-9);
        arguments->interval_options = true;
        return 0;
    case OPTION_BUDGET:
        arguments->options.budget_queries = lw_option_count(state, "budget-queries", text, UINT64_MAX);
        arguments->interval_options = true;
        return 0;
    case OPTION_LAYERS:
        arguments->layers = true;
        return 0;
    case OPTION_EXPANSION:
        arguments->options.expansion = lw_option_number(state, "expansion", text, LW_ABOVE, 0);
        arguments->layer_options = true;
        return 0;
    case OPTION_LAYER_COUNT:
        arguments->options.layers = (uint32_t)lw_option_count(state, "layer-count", text, UINT32_MAX);
        arguments->layer_options = true;
        return 0;
    case OPTION_BENCH:
        arguments->bench.path = lw_option_file(state, "bench", text);
        arguments->scene.may_lack = true;
        return 0;
    case OPTION_TABLE:
        add_table(arguments, text, state);
        return 0;
    case ARGP_KEY_END:
        check_usage(arguments, state);
        if (lw_scene_options_read_input(&arguments->scene) &&
            lw_motion_options_read_input(&arguments->motion))
            lw_usage_error(state, "standard input holds the robot or the motion, not both");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp plot_argp = {
    plot_options, parse_option, "[SCENE]", documentation, plot_children, 0, 0};

static lw_status read_motion(const plot_arguments *arguments, lw_plot_subject *subject,
                             lw_report *report, lw_error *error)
{
    lw_motion_source *source = NULL;
    lw_motion *second = NULL;
    const char *id;
    bool more = false;
    lw_status status = lw_motion_source_open(subject->scene, &arguments->motion, &source, error);
    if (!status)
        status = lw_report_motion(report, subject->scene, &subject->motion, error);
    if (!status)
        status = lw_report_motion(report, subject->scene, &second, error);
    if (!status)
        status = lw_motion_source_next(source, subject->motion, &id, &more, error);
    if (!status && !more)
        status = lw_fail(error, LW_ERROR_ARGUMENT, "there is no motion to plot");
    if (!status) {
        lw_plain_id(id, subject->name, sizeof subject->name);
        if (!lw_motion_source_is_batch(source))
            snprintf(subject->name, sizeof subject->name, "Clearance along the motion");
        status = lw_motion_source_next(source, second, &id, &more, error);
    }
    if (!status && more)
        status =
            lw_fail(error, LW_ERROR_ARGUMENT,
                    "there are several motions, and one can be plotted: choose it with --motion NAME");
    lw_motion_destroy(second);
    lw_motion_source_close(source);
    return status;
}

static lw_status check_motion(lw_plot_subject *subject, const lw_options *options, lw_error *error)
{
    lw_checker *checker = NULL;
    subject->verdict = lw_default_verdict();
    lw_status status = lw_checker_create(subject->scene, &checker, error);
    if (!status)
        status = lw_check(checker, subject->motion, options, &subject->verdict, error);
    lw_checker_destroy(checker);
    return status;
}

/* draws the layers that prove the motion */
static lw_status print_layers(FILE *file, const plot_arguments *arguments, lw_plot_subject *subject,
                              lw_error *error)
{
    lw_layer_chart chart = {.motion = subject->motion};
    lw_options options = arguments->options;
    options.method = LW_METHOD_EXPANDED;
    options.step = lw_layer_chart_add;
    options.step_context = &chart;
    lw_status status = check_motion(subject, &options, error);
    if (!status) {
        char verdict[TEXT];
        char caption[2 * TEXT];
        lw_describe_verdict(subject, verdict, sizeof verdict);
        snprintf(
            caption, sizeof caption,
            "%s A block is a test of a link grown by so much, over the time that it covers; elsewhere "
            "bounding spheres suffice.",
            verdict);
        lw_layer_chart_write(file, &chart, &options, &subject->verdict,
                             arguments->title ? arguments->title : subject->name, caption);
    }
    lw_layer_chart_free(&chart);
    return status;
}

/* checks the motion by each of the methods */
static lw_status check_methods(const plot_arguments *arguments, lw_plot_subject *subject,
                               lw_error *error)
{
    lw_checker *checker = NULL;
    if (!arguments->intervals)
        return LW_OK;
    subject->rows = calloc(arguments->methods.count, sizeof *subject->rows);
    if (!subject->rows)
        return lw_fail_memory(error);
    lw_status status = lw_checker_create(subject->scene, &checker, error);
    for (size_t i = 0; i < arguments->methods.count && !status; i++) {
        lw_method_row *row = &subject->rows[subject->row_count++];
        row->method = arguments->methods.items[i];
        status = lw_method_row_check(row, checker, subject->motion, &arguments->options, error);
    }
    lw_checker_destroy(checker);
    return status;
}

static void free_rows(lw_plot_subject *subject)
{
    for (size_t i = 0; i < subject->row_count; i++)
        lw_method_row_free(&subject->rows[i]);
    free(subject->rows);
}

/* the curves of the motion, and what is proven of it */
static lw_status print_curves(FILE *file, const plot_arguments *arguments, lw_plot_subject *subject,
                              lw_error *error)
{
    lw_options options = lw_default_options();
    options.clearance = true;
    lw_status status = LW_OK;
    if (!arguments->csv)
        status = check_motion(subject, &options, error);
    if (!status && !arguments->csv)
        status = lw_mark_payloads(subject, error);
    if (!status && !arguments->csv)
        status = check_methods(arguments, subject, error);
    subject->curve.fixed_pairs = arguments->fixed_pairs;
    if (!status)
        status = lw_curve_sample(subject->motion, arguments->samples, &subject->curve, error);
    if (!status && arguments->csv)
        lw_print_curves_csv(file, subject);
    else if (!status)
        status = lw_print_curves_svg(file, subject, arguments->title, error);
    return status;
}

static lw_status answer(const plot_arguments *arguments, lw_plot_subject *subject, lw_report *report,
                        lw_error *error)
{
    lw_inputs inputs = {0};
    lw_output output = lw_output_to(arguments->out, LW_OUTPUT_DOCUMENT, &inputs);
    lw_status status = read_motion(arguments, subject, report, error);
    if (!status)
        status = lw_scene_options_check_sets(&arguments->scene, subject->scene, subject->motion, error);
    if (!status)
        status = lw_inputs_add_scene(&inputs, subject->scene, error);
    if (!status)
        status = lw_motion_options_inputs(&arguments->motion, &inputs, error);
    if (!status)
        status = lw_output_begin(&output, error);
    if (!status)
        status = arguments->layers ? print_layers(output.file, arguments, subject, error)
                                   : print_curves(output.file, arguments, subject, error);
    if (!status)
        status = lw_output_close(&output, error);
    lw_output_abandon(&output);
    lw_inputs_free(&inputs);
    return status;
}

/* Draws a motion. */
static lw_status plot_motion(const plot_arguments *arguments, lw_report *report, lw_error *error)
{
    lw_scene *scene = NULL;
    lw_plot_subject subject = {.curve = lw_default_curve()};
    lw_status status = lw_scene_options_load(&arguments->scene, report, &scene, error);
    if (!status) {
        subject.scene = scene;
        status = answer(arguments, &subject, report, error);
    }
    lw_free_marks(&subject);
    free_rows(&subject);
    lw_curve_free(&subject.curve);
    lw_motion_destroy(subject.motion);
    lw_scene_destroy(scene);
    return status;
}

int lw_plot_command(int argc, char **argv)
{
    plot_arguments arguments = {
        .scene = lw_default_scene_options(), .samples = 400, .options = lw_default_options()};
    argp_parse(&plot_argp, argc, argv, ARGP_NO_HELP, NULL, &arguments);
    lw_report report = lw_report_begin();
    lw_error error = {0};
    lw_status status = arguments.bench.path ? lw_plot_bench_draw(&arguments.bench, arguments.title,
                                                                 arguments.out, &error)
                                            : plot_motion(&arguments, &report, &error);
    if (status)
        lw_report_error(&report, &error);
    lw_report_end(&report);
    lw_scene_options_free(&arguments.scene);
    free(arguments.bench.tables.items);
    return status ? LW_EXIT_INPUT : LW_EXIT_FREE;
}
