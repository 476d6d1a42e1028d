/* leeway check: verdicts on motions. */
#include "command/command.h"
#include "option/file_options.h"
#include "option/method_list.h"
#include "option/scene_facts.h"
#include "option/scene_options.h"
#include "part/check_batch.h"
#include "text/interrupt.h"
#include "text/text.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

static const char documentation[] =
    "Is the robot free of collision, all along each motion? Answers free (proven for the whole motion, "
    "not for samples of it), contact (with the first time, the pair and the points) or undecided.";

static const char examples[] =
    "Examples:\n"
    "  leeway check cell.json\n"
    "  leeway check cell.json --path waypoints.csv --margin 0.01\n"
    "  leeway check cell.json --motions motions.jsonl --json --threads 2\n"
    "  leeway check cell.json --motions motions.jsonl --cross\n"
    "  leeway check cell.json --trajectory a.yaml --trajectory b.yaml\n"
    "  leeway check cell.json --trajectory left=a.yaml --trajectory right=b.yaml\n"
    "  leeway check --robot panda.urdf --srdf panda.srdf --scene scene.yaml \\\n"
    "      --from ready --to 0.45,1.76,0.19,-0.87,-0.38,2.6,-0.19 --clearance\n"
    "\n"
    "Times are t from 0 to 1 for segments and paths, seconds for trajectories. Results go to standard "
    "output, one motion after the other in the order of the command line; all else goes to standard "
    "error. '-' is "
    "standard input, or output.\n"
    "\n" LW_HELP_EXIT_FIRST "  4  methods disagree (--cross)\n" LW_HELP_EXIT_VERDICTS;

/* What limits of joints are for the verdict. */
typedef enum limits_role { LIMITS_NOTICE, LIMITS_STRICT } limits_role;

typedef struct check_arguments {
    lw_scene_options scene;
    lw_motion_options motion;
    lw_check_options options;
    const char *out;
    const char *proof;  /* NULL: none */
    const char *report; /* NULL: none */
    char **command;     /* the words of the command line, ended by NULL */
    double near;
    double since;
    double blend; /* 0: corners stay */
    lw_tolerance_option tolerance;
    uint64_t cross_samples;
    limits_role limits;
    unsigned threads;
    bool threads_given, depth_tolerance_given, cross_samples_given, json, timing, cross;
} check_arguments;

static const lw_option check_options[] = {
    {.kind = LW_OPTION_HEADING, .help = "What is asked:"},
    {"any", .kind = LW_OPTION_FLAG, LW_INTO(check_arguments, options.any),
     .help = "Any contact serves, not only the first"},
    {"clearance", .kind = LW_OPTION_FLAG, LW_INTO(check_arguments, options.clearance),
     .help = "Also the smallest distance along a free motion"},
    {"near", .argument = "METRES", .kind = LW_OPTION_NUMBER, LW_INTO(check_arguments, near),
     .bound = LW_ABOVE,
     .help = "Also the pairs that come nearer than this during the motion, each with its smallest "
             "distance"},
    {"fixed-pairs", .kind = LW_OPTION_FLAG, LW_INTO(check_arguments, options.fixed_pairs),
     .help = "In what --near lists and in the curves of a --report also pairs that the motion does not "
             "move against each other, such as a robot's base and its table; verdicts and clearances "
             "are always of all pairs"},
    {"since", .argument = "T", .kind = LW_OPTION_NUMBER, LW_INTO(check_arguments, since),
     .help =
         "Only from this time of each motion's own clock on, as of one that is under way: nothing "
         "is said of what comes before, an approach too. A motion that ends earlier is judged where "
         "it stands then"},
    {"tolerance", .argument = "SIZE|FILE", .kind = LW_OPTION_OTHER, .take = lw_take_tolerance,
     LW_INTO(check_arguments, tolerance),
     .help =
         "Free only if every motion is whose joints stay so near to this one's, radians or metres: how "
         "well the controller follows. A file has 'joint: {constant: SIZE, per_speed: SECONDS}' for "
         "each joint. A contact that only such a motion has is said to deviate"},
    {"blend", .argument = "RADIUS", .kind = LW_OPTION_NUMBER, LW_INTO(check_arguments, blend),
     .bound = LW_ABOVE,
     .help =
         "Rounds the corners of linear trajectories by parabolas, as controllers do: a blend begins "
         "or ends where the joint that moves farthest is so far from its waypoint, radians or "
         "metres; the trajectory begins and ends at rest"},
    {"leaving", .kind = LW_OPTION_FLAG, LW_INTO(check_arguments, options.leaving),
     .help = "A motion may begin in contact, if it leaves that and gets nowhere deeper: says when the "
             "last pair has left, or what fails"},
    {"depth-tolerance", .argument = "METRES", .kind = LW_OPTION_NUMBER,
     LW_INTO(check_arguments, options.depth_tolerance), .bound = LW_ABOVE,
     LW_GIVEN(check_arguments, depth_tolerance_given),
     .help = "Of --leaving: by how much a pair may get deeper than it is at the beginning (default "
             "1e-4)"},
    {"limits", .argument = "notice|strict", .kind = LW_OPTION_CHOICE, LW_INTO(check_arguments, limits),
     .first = LIMITS_NOTICE,
     .help =
         "strict: a motion that violates a limit of a joint before any contact is a contact, with "
         "the reason limit: of position, and where it is in seconds of velocity, acceleration and "
         "jerk, where the scene or --joint-limits states such limits. --strict-limits says the same. "
         "notice (default): values of waypoints outside their limits are told"},
    {"method", .words = lw_method_words, .kind = LW_OPTION_OTHER, .take = lw_take_method,
     LW_INTO(check_arguments, options.method),
     .help =
         "How it is decided (default auto); expanded does without distances, sampled proves nothing"},
    {"cross", .kind = LW_OPTION_FLAG, LW_INTO(check_arguments, cross),
     .help =
         "All methods that serve the scene answer, and their verdicts are compared, with each other "
         "and with distances at sampled times. If they disagree, all that a report needs is "
         "printed, and the exit status is 4"},
    {"cross-samples", .argument = "N", .kind = LW_OPTION_COUNT, LW_INTO(check_arguments, cross_samples),
     .most = UINT32_MAX, LW_GIVEN(check_arguments, cross_samples_given),
     .help = "Of --cross: at how many times of a motion distances are sampled (default 100)"},
    {"time-tolerance", .argument = "SHARE", .kind = LW_OPTION_NUMBER,
     LW_INTO(check_arguments, options.time_tolerance), .bound = LW_ABOVE,
     .help = "How late a contact's time may be, as a share of the motion's length (default 1e-4)"},
    {"distance-tolerance", .argument = "METRES", .kind = LW_OPTION_NUMBER,
     LW_INTO(check_arguments, options.distance_tolerance), .bound = LW_ABOVE,
     .help = "Closer to the margin than this need not be decided (default 1e-6)"},
    {"clearance-relative", .argument = "SHARE", .kind = LW_OPTION_NUMBER,
     LW_INTO(check_arguments, options.clearance_relative),
     .help = "How wide the bracket of the clearance may be, as a share of it (default 0.01), where "
             "that is more than --clearance-absolute"},
    {"clearance-absolute", .argument = "METRES", .kind = LW_OPTION_NUMBER,
     LW_INTO(check_arguments, options.clearance_absolute), .bound = LW_ABOVE,
     .help = "How wide the bracket of the clearance may be in any case (default 1e-5)"},
    {"budget-queries", .argument = "N", .kind = LW_OPTION_COUNT,
     LW_INTO(check_arguments, options.budget_queries), .most = UINT64_MAX,
     .help = "Undecided after so many distance queries, or so many samples of the methods sampled and "
             "expanded (default 0: no bound)"},
    {"budget-work", .argument = "N", .kind = LW_OPTION_COUNT,
     LW_INTO(check_arguments, options.budget_work), .most = UINT64_MAX,
     .help = "Undecided after so many units of work, which bounds the time of a check (default 0: no "
             "bound)"},
    {"budget-seconds", .argument = "SECONDS", .kind = LW_OPTION_NUMBER,
     LW_INTO(check_arguments, options.budget_seconds),
     .help = "Undecided after so long (default 0: no bound); the one option that can make outputs "
             "differ from run to run"},
    {"resolution", .argument = "STEP", .kind = LW_OPTION_NUMBER,
     LW_INTO(check_arguments, options.resolution), .bound = LW_ABOVE,
     .help = "Of the method sampled: the largest step of a joint's value, radians or metres (default "
             "0.0174533)"},
    {"expansion", .argument = "METRES", .kind = LW_OPTION_NUMBER,
     LW_INTO(check_arguments, options.expansion), .bound = LW_ABOVE,
     .help = "Of the method expanded: by how much the thinnest layer grows a link (default 0.0025)"},
    {"layer-count", .argument = "N", .kind = LW_OPTION_COUNT, LW_INTO(check_arguments, options.layers),
     .most = UINT32_MAX,
     .help =
         "Of the method expanded: how many layers, each twice as thick as the one before (default 8)"},
    {.kind = LW_OPTION_HEADING, .help = "How it is answered:"},
    {"json", .kind = LW_OPTION_FLAG, LW_INTO(check_arguments, json),
     .help = "One line of JSON a motion"},
    {"out", 'o', .argument = "FILE", .kind = LW_OPTION_FILE, LW_INTO(check_arguments, out),
     .help = "Into a file (default '-': standard output)"},
    {"proof", .argument = "FILE", .kind = LW_OPTION_FILE, LW_INTO(check_arguments, proof),
     .help = "Also writes the proof of each verdict, for programs that verify it (leeway-audit): JSON "
             "Lines; in CBOR, which is shorter, if FILE ends with .cbor"},
    {"report", .argument = "FILE", .kind = LW_OPTION_FILE, LW_INTO(check_arguments, report),
     .help = "Also writes a page that shows the motions in a browser, with counts, clearances and a "
             "table, and with several robots which come nearer to each other than --near (there 0.1); "
             "asks for clearances as --clearance does"},
    {"threads", .argument = "N", .kind = LW_OPTION_COUNT, LW_INTO(check_arguments, threads),
     .most = 1024, LW_GIVEN(check_arguments, threads_given),
     .help = "Threads for a batch (default 0: all processors); the output is the same"},
    {"timing", .kind = LW_OPTION_FLAG, LW_INTO(check_arguments, timing),
     .help = "How long each check took, one after the other on one thread: --threads 1 is the only one "
             "that goes with it"},
    {0}};

/* Asks for clearances for a report, if the method has them. */
static void ask_for_clearances(check_arguments *arguments)
{
    if (arguments->report && lw_method_serves(arguments->options.method, LW_SERVICE_CLEARANCE))
        arguments->options.clearance = true;
}

/* Refuses the options that exclude --leaving. */
static void check_leaving(const lw_command_line *line, const check_arguments *arguments)
{
    const lw_method method = arguments->options.method;
    if (!arguments->options.leaving && arguments->depth_tolerance_given)
        lw_usage_error(line, "--depth-tolerance is of --leaving");
    if (!arguments->options.leaving)
        return;
    if (arguments->proof)
        lw_usage_error(line,
                       "--proof: proofs are of pairs that stay apart: they do not go with --leaving");
    if (arguments->report)
        lw_usage_error(line, "--report shows what is free: it does not go with --leaving");
    if (!lw_method_serves(method, LW_SERVICE_LEAVING))
        lw_usage_error(line, "the method %s does not serve --leaving; %s do", lw_method_name(method),
                       lw_methods_that_serve(LW_SERVICE_LEAVING).text);
}

/* Refuses the options that exclude --tolerance. */
static void check_tolerance(const lw_command_line *line, const check_arguments *arguments)
{
    const lw_method method = arguments->options.method;
    const char *other = arguments->options.clearance ? "clearance"
                        : arguments->near > 0        ? "near"
                        : arguments->options.leaving ? "leaving"
                        : arguments->proof           ? "proof"
                        : arguments->report          ? "report"
                                                     : NULL;
    if (!lw_tolerance_given(&arguments->tolerance))
        return;
    if (other)
        lw_usage_error(line, "--%s is of the motion itself: it does not go with --tolerance", other);
    if (!lw_method_serves(method, LW_SERVICE_TOLERANCES))
        lw_usage_error(line, "the method %s does not serve --tolerance; %s do", lw_method_name(method),
                       lw_methods_that_serve(LW_SERVICE_TOLERANCES).text);
}

/* Refuses the options that exclude --cross. */
static void check_cross(const lw_command_line *line, const check_arguments *arguments)
{
    if (!arguments->cross && arguments->cross_samples_given)
        lw_usage_error(line, "--cross-samples is of --cross");
    if (arguments->cross && arguments->proof)
        lw_usage_error(line, "--proof: a proof is of one method: it does not go with --cross");
    if (arguments->cross && lw_tolerance_given(&arguments->tolerance))
        lw_usage_error(line, "--cross compares methods on the motion itself: it does not go with "
                             "--tolerance");
    if (arguments->cross && arguments->timing)
        lw_usage_error(line, "--timing is of one method: it does not go with --cross");
}

/* Makes limits count, and refuses the options that exclude that. --strict-limits says the same; with
 * those options it makes values outside limits an error, as it does in other commands. */
static void take_limits(const lw_command_line *line, check_arguments *arguments)
{
    const bool excluded = arguments->proof || arguments->cross || arguments->report;
    const bool alias = arguments->scene.strict_limits && !excluded;
    if (arguments->limits != LIMITS_STRICT && !alias)
        return;
    arguments->options.limits = 1;
    arguments->scene.strict_limits = false;
    if (arguments->proof)
        lw_usage_error(
            line, "--proof: proofs are of pairs that stay apart: they do not go with --limits strict");
    if (arguments->cross)
        lw_usage_error(line, "--cross compares what methods say of collisions: it does not go with "
                             "--limits strict");
    if (arguments->report)
        lw_usage_error(line, "--report shows collisions: it does not go with --limits strict");
}

/* Refuses the options that exclude a proof. */
static void check_proof(const lw_command_line *line, const check_arguments *arguments)
{
    const lw_method method = arguments->options.method;
    if (!arguments->proof)
        return;
    lw_check_written(line, "proof", arguments->proof, LW_WRITTEN_TEXT);
    if (!lw_method_serves(method, LW_SERVICE_CLAIMS))
        lw_usage_error(line, "the method %s proves nothing: there is no proof to write",
                       lw_method_name(method));
    if (!strcmp(arguments->proof, "-") && (!arguments->out || !strcmp(arguments->out, "-")))
        lw_usage_error(line, "proof and results cannot both go to standard output: say --out FILE, "
                             "or --proof FILE");
}

static void finish(const lw_command_line *line, void *into)
{
    check_arguments *arguments = into;
    const lw_method method = arguments->options.method;
    take_limits(line, arguments);
    check_leaving(line, arguments);
    check_cross(line, arguments);
    check_tolerance(line, arguments);
    lw_check_written(line, "out", arguments->out, LW_WRITTEN_TEXT);
    if (arguments->report)
        lw_check_written(line, "report", arguments->report, LW_WRITTEN_PAGE);
    if (lw_scene_options_read_input(&arguments->scene) &&
        lw_motion_options_read_input(&arguments->motion))
        lw_usage_error(line, "standard input holds the robot or the motions, not both");
    if (arguments->timing && arguments->threads_given && arguments->threads != 1)
        lw_usage_error(line,
                       "--timing checks one motion after the other: it goes with --threads 1 only");
    /* a method that proves no motion free leaves clearances out */
    if ((arguments->options.clearance || arguments->near > 0) &&
        !lw_method_serves(method, LW_SERVICE_CLEARANCE) && lw_method_serves(method, LW_SERVICE_FREE))
        lw_usage_error(line, "the method %s serves neither --clearance nor --near; %s do",
                       lw_method_name(method), lw_methods_that_serve(LW_SERVICE_CLEARANCE).text);
    check_proof(line, arguments);
    if (arguments->options.fixed_pairs && !(arguments->near > 0) && !arguments->report)
        lw_usage_error(line, "--fixed-pairs is of what --near lists and of the curves of a --report");
    ask_for_clearances(arguments);
}

/* Prints how many pairs the SRDF disables without a proof, because a verdict holds only for the
 * others. */
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

/* The files that the command reads and writes besides the results. */
typedef struct check_files {
    lw_inputs inputs;
    lw_claims_file proof; /* if --proof is given */
    lw_report_page page;  /* if --report is given */
} check_files;

/* Writes the report about the checked motions. */
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

/* Says that methods disagree, which is a mistake in the program. command: the words of the command
 * line, ended by NULL. */
static void say_disagreement(lw_report *report, char **command, uint64_t motions)
{
    char line[4096] = "";
    size_t length = 0;
    for (size_t i = 0; command[i] && length < sizeof line; i++)
        length +=
            (size_t)snprintf(line + length, sizeof line - length, "%s%s", i ? " " : "", command[i]);
    lw_report_say(report,
                  "methods disagree about %" PRIu64 " motion%s: please report it, with the lines that "
                  "tell of it, the files and the command: leeway %s",
                  motions, motions == 1 ? "" : "s", line);
}

/* checks the motions of the source to the end, and prints the summary */
static int check(const check_arguments *arguments, lw_report *report, const lw_scene *scene,
                 lw_motion_source *source, check_files *files)
{
    lw_claims_file *proof = arguments->proof ? &files->proof : NULL;
    lw_error error = {0};
    lw_output output = lw_output_to(arguments->out, LW_OUTPUT_LINES, &files->inputs);
    lw_check_options options = arguments->options;
    if (proof) {
        options.blocks = 1;
        options.claim = lw_claims_file_take;
        options.claim_context = proof;
        if (lw_claims_file_begin(proof, scene, &error))
            lw_report_error(report, &error);
    }
    say_sampled(report, scene);
    lw_interrupt_catch();
    lw_cross_options cross = lw_default_cross_options();
    cross.check = &options;
    cross.samples = arguments->cross_samples;
    lw_batch batch = {.scene = scene,
                      .source = source,
                      .scene_options = &arguments->scene,
                      .options = &options,
                      .output = &output,
                      .proof = proof,
                      .page = arguments->report ? &files->page : NULL,
                      .report = report,
                      .threads = arguments->threads,
                      .json = arguments->json,
                      .near = arguments->near,
                      .since = arguments->since,
                      .blend = arguments->blend,
                      .tolerance = &arguments->tolerance,
                      .cross = arguments->cross ? &cross : NULL,
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
    if (counts.disagreed)
        say_disagreement(report, arguments->command, counts.disagreed);
    if (proof && lw_claims_file_close(proof, &error))
        lw_report_error(report, &error);
    if (proof && (proof->failed || proof->output.failed))
        counts.failed = true;
    if (arguments->report && !close_page(files, report))
        counts.failed = true;
    return lw_counts_exit(&counts, report, "there is no motion to check");
}

/* Opens the files of --proof and --report, before there is work to lose. */
static lw_status open_files(const check_arguments *arguments, const lw_scene *scene, check_files *files,
                            lw_error *error)
{
    /* metres: the report lists robots that come nearer, unless --near gives another distance */
    const double usual_near = 0.1;
    const bool several = lw_scene_robot_count(scene) > 1;
    lw_status status = lw_inputs_add_scene(&files->inputs, scene, error);
    if (!status)
        status = lw_motion_options_inputs(&arguments->motion, &files->inputs, error);
    if (!status)
        status = lw_tolerance_inputs(&arguments->tolerance, &files->inputs, error);
    if (!status && arguments->proof)
        status =
            lw_claims_file_open(&files->proof, arguments->proof, arguments->out, &files->inputs, error);
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

static int run(int argc, char **argv)
{
    check_arguments arguments = {.scene = lw_default_scene_options(),
                                 .options = lw_default_check_options(),
                                 .cross_samples = lw_default_cross_options().samples};
    arguments.options.stop = lw_interrupted;
    arguments.command = argv;
    lw_command_line_read(&lw_check_command, argc, argv, &arguments);

    lw_report report = lw_report_begin();
    lw_error error = {0};
    lw_scene *scene = NULL;
    lw_motion_source *source = NULL;
    check_files files = {0};
    int exit_status = LW_EXIT_INPUT;
    if (lw_scene_options_load(&arguments.scene, &report, &scene, &error) ||
        lw_motion_source_open(scene, &arguments.motion, &report, &source, &error) ||
        open_files(&arguments, scene, &files, &error))
        lw_report_error(&report, &error);
    else
        exit_status = check(&arguments, &report, scene, source, &files);
    lw_report_page_free(&files.page);
    lw_claims_file_free(&files.proof);
    lw_report_end(&report);
    lw_motion_source_close(source);
    lw_scene_destroy(scene);
    lw_scene_options_free(&arguments.scene);
    lw_motion_options_free(&arguments.motion);
    lw_inputs_free(&files.inputs);
    return exit_status;
}

static const lw_option_group check_group = {check_options, NULL, NULL};

const lw_command lw_check_command = {.name = "check",
                                     .operands = "[SCENE]",
                                     .documentation = documentation,
                                     .tables = lw_print_methods,
                                     .examples = examples,
                                     .groups = {{&lw_scene_group, offsetof(check_arguments, scene)},
                                                {&lw_motion_group, offsetof(check_arguments, motion)},
                                                {&check_group, 0}},
                                     .finish = finish,
                                     .run = run};
