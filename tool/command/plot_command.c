/* leeway plot: the clearance along a motion as a curve, and the work of methods on the motion. */
#include "command/command.h"
#include "option/file_options.h"
#include "option/method_list.h"
#include "option/only_motion.h"
#include "option/option_value.h"
#include "option/scene_options.h"
#include "part/curve_output.h"
#include "plot/layer_plot.h"
#include "text/fail.h"
#include "text/json_text.h"
#include "text/output.h"
#include "text/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 512 };

static const char documentation[] =
    "The smallest distance of the robot to its surroundings and to other robots along one motion, and "
    "between the links of one robot, as curves over time: SVG, or the numbers. What is attached and "
    "released on the way is marked. The curves are sampled; what is proven for the whole motion stands "
    "below them. With --intervals: when each --method poses the robots, and which intervals it proves, "
    "row by row below the curves; with --proof those of a proof file. With --method expanded --layers: "
    "which layer of grown links covers "
    "which link when.";

static const char examples[] =
    "Examples:\n"
    "  leeway plot cell.json --path waypoints.csv -o clearance.svg\n"
    "  leeway plot cell.json --motion 'over the post' --samples 1000 -o post.svg\n"
    "  leeway plot cell.json --from home --to ready --csv\n"
    "  leeway plot cell.json --path waypoints.csv --method slab --method sampled --intervals -o "
    "proof.svg\n"
    "  leeway plot cell.json --motion 'over the post' --proof proof.jsonl --intervals -o proof.svg\n"
    "  leeway plot cell.json --motion 'over the post' --method expanded --layers -o layers.svg\n"
    "\n"
    "Exit status:\n"
    "  2  wrong usage or input\n"
    "  0  the curve was written, whatever it shows\n";

typedef struct plot_arguments {
    lw_scene_options scene;
    lw_motion_options motion;
    const char *out, *title, *proof;
    size_t samples;
    bool csv, fixed_pairs, layers, layer_options, intervals, interval_options;
    lw_method_list methods;
    lw_check_options options; /* options of the checks whose layers or intervals are drawn */
} plot_arguments;

static const lw_option plot_options[] = {
    {.kind = LW_OPTION_HEADING, .help = "How it is drawn:"},
    {"samples", .argument = "N", .kind = LW_OPTION_COUNT, LW_INTO(plot_arguments, samples), .least = 2,
     .most = 10000000, .initial = "400", .help = "At so many times, at least 2 (default %s)"},
    {"csv", .kind = LW_OPTION_FLAG, LW_INTO(plot_arguments, csv),
     .help = "The numbers instead: time, distance and pair, the same inside robots"},
    {"fixed-pairs", .kind = LW_OPTION_FLAG, LW_INTO(plot_arguments, fixed_pairs),
     .help = "The curves are also those of pairs that the motion does not move against each other, "
             "such as a robot's base and its table"},
    {"title", .argument = "TEXT", .kind = LW_OPTION_TEXT, LW_INTO(plot_arguments, title),
     .help = "Above the curves (default the motion's name)"},
    {"method", .words = lw_method_words, .kind = LW_OPTION_OTHER, .repeat = LW_REPEATED,
     .take = lw_take_methods, LW_INTO(plot_arguments, methods),
     .help = "Which method's intervals (again for more of them) or layers are drawn"},
    {"proof", .argument = "FILE", .kind = LW_OPTION_FILE, LW_INTO(plot_arguments, proof),
     .help = "Whose intervals are drawn, too: a file of leeway check --proof. What it states is not "
             "verified: leeway-audit does that"},
    {"intervals", .kind = LW_OPTION_FLAG, LW_INTO(plot_arguments, intervals),
     .help = "Below the curves, what each method asks and proves: its samples and the intervals that "
             "it proves"},
    {"resolution", .argument = "X", .kind = LW_OPTION_NUMBER,
     LW_INTO(plot_arguments, options.resolution), LW_GIVEN(plot_arguments, interval_options),
     .low = 1e-9,
     .help = "Of the method sampled: the largest step of any joint value (default 0.0174533)"},
    {"budget-queries", .argument = "N", .kind = LW_OPTION_COUNT,
     LW_INTO(plot_arguments, options.budget_queries), LW_GIVEN(plot_arguments, interval_options),
     .most = UINT64_MAX, .help = "So many distance queries or samples at most for each method"},
    {"layers", .kind = LW_OPTION_FLAG, LW_INTO(plot_arguments, layers),
     .help = "Instead of curves, the layers that prove the motion: a block for each test, over the "
             "time that it covers"},
    {"expansion", .argument = "METRES", .kind = LW_OPTION_NUMBER,
     LW_INTO(plot_arguments, options.expansion), LW_GIVEN(plot_arguments, layer_options),
     .bound = LW_ABOVE, .help = "By how much the thinnest layer grows a link (default 0.0025)"},
    {"layer-count", .argument = "N", .kind = LW_OPTION_COUNT, LW_INTO(plot_arguments, options.layers),
     LW_GIVEN(plot_arguments, layer_options), .most = UINT32_MAX,
     .help = "How many layers, each twice as thick as the one before (default 8)"},
    {"out", 'o', .argument = "FILE", .kind = LW_OPTION_FILE, LW_INTO(plot_arguments, out),
     .help = "Into a file (default '-': standard output)"},
    {0}};

static void check_usage(const lw_command_line *line, const plot_arguments *arguments)
{
    lw_check_written(line, "out", arguments->out, arguments->csv ? LW_WRITTEN_TEXT : LW_WRITTEN_SVG);
    const bool layered = arguments->methods.count == 1 &&
                         lw_method_serves(arguments->methods.items[0], LW_SERVICE_STEPS);
    if (arguments->layers && arguments->intervals)
        lw_usage_error(line, "--layers or --intervals, not both");
    if (arguments->layers && !layered)
        lw_usage_error(line, "--layers are those of --method %s",
                       lw_methods_that_serve(LW_SERVICE_STEPS).text);
    if (arguments->intervals && !arguments->methods.count && !arguments->proof)
        lw_usage_error(line,
                       "--intervals takes the methods: --method slab --method sampled; or --proof");
    if (arguments->proof && !arguments->intervals)
        lw_usage_error(line, "--proof takes --intervals");
    if (arguments->methods.count && !arguments->layers && !arguments->intervals)
        lw_usage_error(line, "--method takes --intervals, or --layers for those of %s",
                       lw_methods_that_serve(LW_SERVICE_STEPS).text);
    if (arguments->layer_options && !arguments->layers && !arguments->intervals)
        lw_usage_error(line, "--expansion and --layer-count take --layers or --intervals");
    if (arguments->interval_options && !arguments->intervals)
        lw_usage_error(line, "--resolution and --budget-queries take --intervals");
    if (arguments->csv && (arguments->layers || arguments->intervals))
        lw_usage_error(line, "--csv gives the numbers of the curves, not of layers or intervals");
    if (arguments->fixed_pairs && arguments->layers)
        lw_usage_error(line, "--fixed-pairs is of the curves, instead of which --layers draws layers");
}

static void finish(const lw_command_line *line, void *into)
{
    const plot_arguments *arguments = into;
    check_usage(line, arguments);
    if (lw_scene_options_read_input(&arguments->scene) &&
        lw_motion_options_read_input(&arguments->motion))
        lw_usage_error(line, "standard input holds the robot or the motion, not both");
}

static lw_status read_motion(const plot_arguments *arguments, lw_plot_subject *subject,
                             lw_report *report, lw_error *error)
{
    lw_only_motion only = {0};
    lw_status status =
        lw_only_motion_read(subject->scene, &arguments->motion, "plot", report, &only, error);
    subject->motion = only.motion;
    subject->is_batch = only.is_batch;
    snprintf(subject->name, sizeof subject->name, "%s",
             only.is_batch ? only.name : "Clearance along the motion");
    return status;
}

static lw_status check_motion(lw_plot_subject *subject, const lw_check_options *options,
                              lw_error *error)
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
    lw_check_options options = arguments->options;
    options.method = arguments->methods.items[0];
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

/* reads the proof, and checks the motion by each of the methods */
static lw_status check_methods(const plot_arguments *arguments, lw_plot_subject *subject,
                               lw_error *error)
{
    lw_checker *checker = NULL;
    if (!arguments->intervals)
        return LW_OK;
    subject->rows = calloc(arguments->methods.count + 1, sizeof *subject->rows);
    if (!subject->rows)
        return lw_fail_memory(error);
    lw_status status = LW_OK;
    if (arguments->proof) {
        lw_method_row *row = &subject->rows[subject->row_count++];
        row->proof = arguments->proof;
        status =
            lw_method_row_read(row, subject->motion, subject->is_batch ? subject->name : NULL, error);
    }
    if (!status)
        status = lw_checker_create(subject->scene, &checker, error);
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

/* prints the curves of the motion, and its verdict */
static lw_status print_curves(FILE *file, const plot_arguments *arguments, lw_plot_subject *subject,
                              lw_error *error)
{
    lw_check_options options = lw_default_check_options();
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
        status = lw_inputs_add(&inputs, arguments->proof, error);
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

static int run(int argc, char **argv)
{
    plot_arguments arguments = {.scene = lw_default_scene_options(),
                                .options = lw_default_check_options()};
    lw_command_line_read(&lw_plot_command, argc, argv, &arguments);
    lw_report report = lw_report_begin();
    lw_error error = {0};
    lw_status status = plot_motion(&arguments, &report, &error);
    if (status)
        lw_report_error(&report, &error);
    lw_report_end(&report);
    lw_scene_options_free(&arguments.scene);
    lw_motion_options_free(&arguments.motion);
    return status ? LW_EXIT_INPUT : LW_EXIT_FREE;
}

static const lw_option_group plot_group = {plot_options, NULL, NULL};

const lw_command lw_plot_command = {.name = "plot",
                                    .operands = "[SCENE]",
                                    .documentation = documentation,
                                    .examples = examples,
                                    .groups = {{&lw_scene_group, offsetof(plot_arguments, scene)},
                                               {&lw_motion_group, offsetof(plot_arguments, motion)},
                                               {&plot_group, 0}},
                                    .finish = finish,
                                    .run = run};
