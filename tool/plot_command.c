/* leeway plot: the clearance along a motion as a curve. */
#include "clearance_curve.h"
#include "command.h"
#include "fail.h"
#include "help.h"
#include "layer_plot.h"
#include "motion_source.h"
#include "numbers.h"
#include "output.h"
#include "scene_options.h"
#include "svg_plot.h"
#include "text.h"
#include "verdict_text.h"

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
    TEXT = 512
};

static const char documentation[] =
    "The smallest distance of the robot to its surroundings and to other robots along one motion, and "
    "between the links of one robot, as curves over time: SVG, or the numbers. What is attached and "
    "released on the way is marked. The curves are sampled; what is proven for the whole motion stands "
    "below them. With --method expanded --layers: which layer of grown links covers which link when."
    "\v"
    "Examples:\n"
    "  leeway plot cell.json --path waypoints.csv -o clearance.svg\n"
    "  leeway plot cell.json --motion 'over the post' --samples 1000 -o post.svg\n"
    "  leeway plot cell.json --from home --to ready --csv\n"
    "  leeway plot cell.json --motion 'over the post' --method expanded --layers -o layers.svg\n"
    "\n"
    "Exit status:\n"
    "  2  wrong usage or input\n"
    "  0  the curve was written, whatever it shows\n";

static const struct argp_option plot_options[] = {
    {0, 0, 0, 0, "How it is drawn:", 20},
    {"samples", OPTION_SAMPLES, "N", 0, "At so many times, at least 2 (default 400)", 0},
    {"csv", OPTION_CSV, 0, 0, "The numbers instead: time, distance and pair, the same inside robots",
     0},
    {"title", OPTION_TITLE, "TEXT", 0, "Above the curves (default the motion's name)", 0},
    {"method", OPTION_METHOD, "expanded", 0, "Which method's layers are drawn", 0},
    {"layers", OPTION_LAYERS, 0, 0,
     "Instead of curves, the layers that prove the motion: a block for each test, over the time that "
     "it "
     "covers",
     0},
    {"expansion", OPTION_EXPANSION, "METRES", 0,
     "By how much the thinnest layer grows a link (default 0.0025)", 0},
    {"layer-count", OPTION_LAYER_COUNT, "N", 0,
     "How many layers, each twice as thick as the one before (default 8)", 0},
    {"out", 'o', "FILE", 0, "Into a file (default '-': standard output)", 0},
    {0}};

static const struct argp_child plot_children[] = {
    {&lw_scene_argp, 0, "", 1}, {&lw_motion_argp, 0, "", 10}, {&lw_help_argp, 0, 0, -1}, {0}};

typedef struct plot_arguments {
    lw_scene_options scene;
    lw_motion_options motion;
    const char *out, *title;
    size_t samples;
    bool csv, expanded, layers, layer_options;
    lw_options options; /* of the check whose layers are drawn */
} plot_arguments;

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
    case OPTION_TITLE:
        arguments->title = text;
        return 0;
    case 'o':
        arguments->out = text;
        return 0;
    case OPTION_METHOD:
        if (strcmp(text, "expanded") != 0)
            lw_usage_error(state, "--method takes expanded here, whose layers are drawn, not '%s'",
                           text);
        arguments->expanded = true;
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
    case ARGP_KEY_END:
        if (arguments->layers != arguments->expanded ||
            (arguments->layer_options && !arguments->layers))
            lw_usage_error(state, "layers are drawn by --method expanded --layers, both");
        if (arguments->layers && arguments->csv)
            lw_usage_error(state, "--csv gives the numbers of the curves: there are none of layers");
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

/* the motion to plot, its verdict, and its curves */
typedef struct plot_subject {
    const lw_scene *scene;
    lw_motion *motion;
    char name[TEXT];
    lw_verdict verdict;
    lw_clearance_curve curve;
    lw_plot_mark *marks; /* with labels of their own */
    size_t mark_count;
} plot_subject;

static lw_status read_motion(const plot_arguments *arguments, plot_subject *subject, lw_report *report,
                             lw_error *error)
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

static lw_status check_motion(plot_subject *subject, const lw_options *options, lw_error *error)
{
    lw_checker *checker = NULL;
    subject->verdict = lw_default_verdict();
    lw_status status = lw_checker_create(subject->scene, &checker, error);
    if (!status)
        status = lw_check(checker, subject->motion, options, &subject->verdict, error);
    lw_checker_destroy(checker);
    return status;
}

/* the name of one of the two bodies that are nearest at a sample of a curve */
static const char *body_name(const plot_subject *subject, int curve, size_t sample, int which)
{
    const size_t stage = subject->curve.stages[sample];
    const lw_scene *scene = lw_motion_scene(lw_motion_stage(subject->motion, stage));
    size_t bodies[2];
    lw_scene_pair(scene, subject->curve.pairs[curve][sample], bodies);
    return lw_scene_body_name(scene, bodies[which]);
}

static void print_csv_name(FILE *file, const char *name)
{
    if (!strpbrk(name, ",\"")) {
        lw_print(file, ",%s", name);
        return;
    }
    fputs(",\"", file);
    for (size_t length; (length = strcspn(name, "\"")), true; name += length + 1) {
        lw_print(file, "%.*s", (int)length, name);
        if (!name[length])
            break;
        fputs("\"\"", file);
    }
    fputc('"', file);
}

static void print_csv(FILE *file, const plot_subject *subject)
{
    const lw_clearance_curve *curve = &subject->curve;
    fputs("t,distance,first,second,self_distance,self_first,self_second\n", file);
    for (size_t i = 0; i < curve->count; i++) {
        lw_print_number(file, curve->times[i]);
        for (int c = 0; c < LW_CURVE_COUNT; c++) {
            if (!isfinite(curve->distances[c][i])) {
                fputs(",,,", file);
                continue;
            }
            fputc(',', file);
            lw_print_number(file, curve->distances[c][i]);
            print_csv_name(file, body_name(subject, c, i, 0));
            print_csv_name(file, body_name(subject, c, i, 1));
        }
        fputc('\n', file);
    }
}

/* writes the caption: the verdict on the first line, its basis on the second */
static void describe_verdict(const plot_subject *subject, char *text, size_t size)
{
    const lw_verdict *verdict = &subject->verdict;
    char time[64];
    char lower[64];
    char upper[64];
    if (verdict->kind == LW_VERDICT_CONTACT) {
        lw_time_text(subject->motion, verdict->time, time, sizeof time);
        snprintf(text, size, "In contact at %s: %s and %s.", time,
                 lw_scene_body_name(subject->scene, (size_t)verdict->pair[0]),
                 lw_scene_body_name(subject->scene, (size_t)verdict->pair[1]));
    } else if (verdict->kind == LW_VERDICT_UNDECIDED) {
        lw_time_text(subject->motion, verdict->free_until, time, sizeof time);
        snprintf(text, size, "Undecided: %s. Proven free until %s.", lw_reason_text(verdict->reason),
                 time);
    } else if (verdict->clearance.pair[0] >= 0) {
        lw_length_text(verdict->clearance.lower, lower, sizeof lower);
        lw_length_text(verdict->clearance.upper, upper, sizeof upper);
        snprintf(text, size,
                 "Proven free all along: the smallest distance to others is between %s and %s.", lower,
                 upper);
    } else {
        snprintf(text, size, "Proven free all along.");
    }
}

/* writes the legend of a curve: its name, and where its lowest sample is */
static void describe_curve(const plot_subject *subject, int which, const lw_plot_curve *curve,
                           char *text, size_t size)
{
    static const char *const names[] = {"to obstacles and other robots", "inside the robot"};
    char lowest[64];
    char margin[64];
    lw_length_text(curve->values[curve->lowest], lowest, sizeof lowest);
    lw_length_text(curve->margin, margin, sizeof margin);
    snprintf(text, size, "%s: lowest sample %s, %s and %s%s%s", names[which], lowest,
             body_name(subject, which, curve->lowest, 0), body_name(subject, which, curve->lowest, 1),
             curve->margin > 0 ? "; dashed: margin " : "", curve->margin > 0 ? margin : "");
}

/* the label of what is attached or released */
static char *payload_label(const plot_subject *subject, const lw_payload_info *payload)
{
    const char *verb = payload->kind == LW_PAYLOAD_ATTACH ? "attach" : "release";
    const char *name = NULL;
    lw_robot_info robot = lw_default_robot_info();
    if (lw_scene_robot_count(subject->scene) > 1 &&
        !lw_scene_robot_info(subject->scene, payload->robot, &robot, NULL))
        name = robot.name;
    const size_t size = strlen(verb) + strlen(payload->object) + (name ? strlen(name) : 0) + 5;
    char *label = malloc(size);
    if (label)
        snprintf(label, size, "%s %s%s%s%s", verb, payload->object, name ? " (" : "", name ? name : "",
                 name ? ")" : "");
    return label;
}

/* marks what is attached and released on the way */
static lw_status mark_payloads(plot_subject *subject, lw_error *error)
{
    const size_t count = lw_motion_payload_count(subject->motion);
    lw_status status = LW_OK;
    subject->marks = calloc(count + 1, sizeof *subject->marks);
    if (!subject->marks)
        return lw_fail_memory(error);
    for (size_t i = 0; i < count && !status; i++) {
        lw_payload_info payload = lw_default_payload_info();
        status = lw_motion_payload(subject->motion, i, &payload, error);
        if (status)
            break;
        char *label = payload_label(subject, &payload);
        subject->marks[subject->mark_count++] = (lw_plot_mark){payload.time, label};
        status = label ? LW_OK : lw_fail_memory(error);
    }
    return status;
}

static void free_marks(plot_subject *subject)
{
    for (size_t i = 0; i < subject->mark_count; i++)
        free((char *)subject->marks[i].label);
    free(subject->marks);
}

/* at how many times a curve is sampled, at some of them in two stages */
static size_t count_times(const lw_clearance_curve *curve)
{
    size_t count = 1;
    for (size_t i = 1; i < curve->count; i++)
        count += curve->times[i] > curve->times[i - 1];
    return count;
}

static const char breaks_text[] =
    "They break where other pairs are checked from then on: what is carried changes, or what may touch "
    "it.";

static lw_status print_svg(FILE *file, const plot_arguments *arguments, const plot_subject *subject,
                           lw_error *error)
{
    const double margins[] = {lw_scene_margin(subject->scene), lw_scene_self_margin(subject->scene)};
    const lw_clearance_curve *curve = &subject->curve;
    const lw_verdict *verdict = &subject->verdict;
    char legends[LW_CURVE_COUNT][TEXT];
    char caption[2][TEXT];
    const bool breaks = lw_motion_stage_count(subject->motion) > 1;
    lw_plot plot = {.title = arguments->title ? arguments->title : subject->name,
                    .time_label = lw_motion_in_seconds(subject->motion) ? "time (s)" : "t",
                    .caption = {caption[0], caption[1], breaks ? breaks_text : NULL},
                    .count = curve->count,
                    .times = curve->times,
                    .parts = curve->stages,
                    .marks = subject->marks,
                    .mark_count = subject->mark_count,
                    .contact = verdict->kind == LW_VERDICT_CONTACT ? verdict->time : (double)NAN};
    plot.proven =
        verdict->kind == LW_VERDICT_FREE ? curve->times[curve->count - 1] : verdict->free_until;
    for (int c = 0; c < LW_CURVE_COUNT; c++) {
        size_t lowest = lw_clearance_curve_lowest(curve, c);
        if (!isfinite(curve->distances[c][lowest]))
            continue;
        plot.curves[c] = (lw_plot_curve){legends[c], curve->distances[c], lowest, margins[c]};
        describe_curve(subject, c, &plot.curves[c], legends[c], sizeof legends[c]);
    }
    describe_verdict(subject, caption[0], sizeof caption[0]);
    snprintf(caption[1], sizeof caption[1],
             "The curves are sampled at %zu times and joined by straight lines; only the verdict is "
             "proven.",
             count_times(curve));
    return lw_svg_plot_write(file, &plot) ? LW_OK : lw_fail_memory(error);
}

/* draws the layers that prove the motion */
static lw_status print_layers(FILE *file, const plot_arguments *arguments, plot_subject *subject,
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
        describe_verdict(subject, verdict, sizeof verdict);
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

/* the curves of the motion, and what is proven of it */
static lw_status print_curves(FILE *file, const plot_arguments *arguments, plot_subject *subject,
                              lw_error *error)
{
    lw_options options = lw_default_options();
    options.clearance = true;
    lw_status status = LW_OK;
    if (!arguments->csv)
        status = check_motion(subject, &options, error);
    if (!status && !arguments->csv)
        status = mark_payloads(subject, error);
    if (!status)
        status = lw_clearance_curve_sample(subject->motion, arguments->samples, &subject->curve, error);
    if (!status && arguments->csv)
        print_csv(file, subject);
    else if (!status)
        status = print_svg(file, arguments, subject, error);
    return status;
}

static lw_status answer(const plot_arguments *arguments, plot_subject *subject, lw_report *report,
                        lw_error *error)
{
    lw_inputs inputs = {0};
    lw_output output = lw_output_to(arguments->out, LW_OUTPUT_DOCUMENT, &inputs);
    lw_status status = read_motion(arguments, subject, report, error);
    if (!status)
        status = lw_scene_options_check_sets(&arguments->scene, subject->scene, subject->motion, report,
                                             error);
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

int lw_plot_command(int argc, char **argv)
{
    plot_arguments arguments = {
        .scene = lw_default_scene_options(), .samples = 400, .options = lw_default_options()};
    argp_parse(&plot_argp, argc, argv, ARGP_NO_HELP, NULL, &arguments);
    lw_report report = lw_report_begin();
    lw_error error = {0};
    lw_scene *scene = NULL;
    plot_subject subject = {0};
    lw_status status = lw_scene_options_load(&arguments.scene, &report, &scene, &error);
    if (!status) {
        subject.scene = scene;
        status = answer(&arguments, &subject, &report, &error);
    }
    if (status)
        lw_report_error(&report, &error);
    lw_report_end(&report);
    free_marks(&subject);
    lw_clearance_curve_free(&subject.curve);
    lw_motion_destroy(subject.motion);
    lw_scene_destroy(scene);
    lw_scene_options_free(&arguments.scene);
    return status ? LW_EXIT_INPUT : LW_EXIT_FREE;
}
