/* leeway cell: verdicts on assignments of trajectories to robots. */
#include "command.h"
#include "fail.h"
#include "file_options.h"
#include "help.h"
#include "interrupt.h"
#include "job_batch.h"
#include "json_text.h"
#include "motion_source.h"
#include "numbers.h"
#include "scene_options.h"
#include "text.h"

#include <inttypes.h>
#include <stdio.h>

enum {
    OPTION_JOBS = 1600,
    OPTION_TRAJECTORIES,
    OPTION_REMEMBER,
    OPTION_TIME_TOLERANCE,
    OPTION_DISTANCE_TOLERANCE,
    OPTION_THREADS,
    OPTION_JSON,
    OPTION_REPORT,
    OPTION_NEAR,
    OPTION_FIXED_PAIRS
};

enum { MEGABYTE = 1 << 20, DEFAULT_MEGABYTES = 64 };

static const char documentation[] =
    "Which assignments of trajectories to the robots of a cell are free of collision? The scene is in "
    "the plane; its named motions, in seconds, are what the robots can do. Each line of the jobs gives "
    "robots sequences of them, one after the other from time 0 on:\n"
    "  {\"id\": 7, \"robots\": {\"R1\": [\"a\", \"b\"], \"R2\": [\"c\"]}}\n"
    "A robot that is done, or has no sequence, stands still. What two trajectories do at one offset in "
    "time is judged once and remembered."
    "\v"
    "Examples:\n"
    "  leeway cell cell.json --jobs jobs.jsonl\n"
    "  leeway cell cell.json --trajectories tasks.jsonl --jobs - --json <jobs.jsonl\n"
    "  leeway cell cell.json --jobs jobs.jsonl --report report.html\n"
    "\n" LW_HELP_EXIT_STATUS;

static const struct argp_option cell_options[] = {
    {0, 0, 0, 0, "What is asked:", 20},
    {"jobs", OPTION_JOBS, "FILE", 0, "The jobs, one a line; '-' is standard input", 0},
    {"trajectories", OPTION_TRAJECTORIES, "FILE", 0,
     "More named motions, one a line: their ids are their names", 0},
    {"time-tolerance", OPTION_TIME_TOLERANCE, "SHARE", 0,
     "How late a contact's time may be, as a share of the trajectory's length (default 1e-4)", 0},
    {"distance-tolerance", OPTION_DISTANCE_TOLERANCE, "METRES", 0,
     "Closer to the margin than this need not be decided (default 1e-6)", 0},
    {0, 0, 0, 0, "How it is answered:", 30},
    {"json", OPTION_JSON, 0, 0, "One line of JSON a job", 0},
    {"out", 'o', "FILE", 0, "Into a file (default '-': standard output)", 0},
    {"report", OPTION_REPORT, "FILE", 0,
     "Also writes a page that shows the jobs in a browser: counts, clearances, which robots come near "
     "each other and when, and a table of which each row is opened; 20,000 jobs at most",
     0},
    {"near", OPTION_NEAR, "METRES", 0,
     "Of the report: robots that come nearer to each other than this are listed (default 0.1)", 0},
    {"fixed-pairs", OPTION_FIXED_PAIRS, 0, 0,
     "Of the report: the curves are also those of pairs that the motion does not move against each "
     "other, "
     "such as a robot's base and its table",
     0},
    {"threads", OPTION_THREADS, "N", 0, "Threads (default 0: all processors); the output is the same",
     0},
    {"remember", OPTION_REMEMBER, "MEGABYTES", 0,
     "Memory for what was judged, of all threads together (default 64)", 0},
    {0}};

static const struct argp_child cell_children[] = {
    {&lw_scene_argp, 0, "", 1}, {&lw_help_argp, 0, 0, -1}, {0}};

typedef struct cell_arguments {
    lw_scene_options scene;
    lw_options options;
    const char *jobs, *trajectories, *out;
    const char *report; /* NULL: none */
    double near;
    unsigned threads;
    size_t megabytes;
    bool json;
} cell_arguments;

static error_t parse_option(int key, char *text, struct argp_state *state)
{
    cell_arguments *arguments = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &arguments->scene;
        return 0;
    case OPTION_JOBS:
        arguments->jobs = lw_option_file(state, "jobs", text);
        return 0;
    case OPTION_TRAJECTORIES:
        arguments->trajectories = lw_option_file(state, "trajectories", text);
        return 0;
    case OPTION_REMEMBER:
        arguments->megabytes = (size_t)lw_option_count(state, "remember", text, 1 << 20);
        return 0;
    case OPTION_TIME_TOLERANCE:
        arguments->options.time_tolerance =
            lw_option_number(state, "time-tolerance", text, LW_ABOVE, 0);
        return 0;
    case OPTION_DISTANCE_TOLERANCE:
        arguments->options.distance_tolerance =
            lw_option_number(state, "distance-tolerance", text, LW_ABOVE, 0);
        return 0;
    case OPTION_THREADS:
        arguments->threads = (unsigned)lw_option_count(state, "threads", text, 1024);
        return 0;
    case OPTION_JSON:
        arguments->json = true;
        return 0;
    case OPTION_REPORT:
        arguments->report = lw_option_file(state, "report", text);
        return 0;
    case OPTION_NEAR:
        arguments->near = lw_option_number(state, "near", text, LW_ABOVE, 0);
        return 0;
    case OPTION_FIXED_PAIRS:
        arguments->options.fixed_pairs = 1;
        return 0;
    case 'o':
        arguments->out = lw_option_file(state, "out", text);
        return 0;
    case ARGP_KEY_END:
        lw_check_written(state, "out", arguments->out, LW_WRITTEN_TEXT);
        if (arguments->report)
            lw_check_written(state, "report", arguments->report, LW_WRITTEN_PAGE);
        if (!arguments->jobs)
            lw_usage_error(state, "say which jobs: --jobs FILE");
        if (arguments->near > 0 && !arguments->report)
            lw_usage_error(state, "--near is of the report: say --report FILE too");
        if (arguments->options.fixed_pairs && !arguments->report)
            lw_usage_error(state, "--fixed-pairs is of the report: say --report FILE too");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp cell_argp = {
    cell_options, parse_option, "[SCENE]", documentation, cell_children, 0, 0};

/* adds all motions of the scene, or of a file, as trajectories */
static lw_status add_trajectories(const lw_scene *scene, const char *file, lw_motion *motion,
                                  lw_cell *cell, lw_error *error)
{
    enum { NAME = 512 };
    lw_motion_options options = {.motions = file, .trajectories = true};
    lw_motion_source *source = NULL;
    lw_status status = lw_motion_source_open(scene, &options, &source, error);
    bool more = true;
    while (!status && more) {
        const char *id;
        char name[NAME];
        status = lw_motion_source_next(source, motion, &id, &more, error);
        if (status || !more)
            break;
        lw_plain_id(id, name, sizeof name);
        status = lw_cell_add(cell, name, motion, error);
    }
    lw_motion_source_close(source);
    return status;
}

static lw_status load(const cell_arguments *arguments, lw_report *report, lw_scene **scene,
                      lw_cell **cell, lw_error *error)
{
    lw_motion *motion = NULL;
    lw_status status = lw_scene_options_load(&arguments->scene, report, scene, error);
    if (!status)
        status = lw_cell_create(*scene, cell, error);
    if (!status)
        status = lw_report_motion(report, *scene, &motion, error);
    if (!status && lw_scene_motion_count(*scene))
        status = add_trajectories(*scene, NULL, motion, *cell, error);
    if (!status && arguments->trajectories)
        status = add_trajectories(*scene, arguments->trajectories, motion, *cell, error);
    if (!status && !lw_cell_trajectory_count(*cell))
        status = lw_fail(error, LW_ERROR_ARGUMENT,
                         "the scene names no motions; say what the robots can do: --trajectories");
    lw_motion_destroy(motion);
    return status;
}

static void print_summary(const lw_output *output, lw_report *report, const lw_job_counts *counts)
{
    lw_counts_print(output->file, &counts->jobs, "job");
    lw_print(output->file, "; %" PRIu64 " pairs\n", counts->pairs);
    if (report->terminal)
        lw_report_say(report, "%" PRIu64 " of %" PRIu64 " pairs were remembered", counts->remembered,
                      counts->pairs);
}

/* What the command reads and writes besides the results. */
typedef struct cell_files {
    lw_inputs inputs;
    lw_report_page page; /* where --report is given */
} cell_files;

/* Opens the file of --report, before there is work to lose. */
static lw_status open_files(const cell_arguments *arguments, const lw_scene *scene, cell_files *files,
                            lw_error *error)
{
    const double usual_near = 0.1; /* metres */
    lw_status status = lw_inputs_add_scene(&files->inputs, scene, error);
    if (!status)
        status = lw_inputs_add(&files->inputs, arguments->trajectories, error);
    if (!status)
        status = lw_inputs_add(&files->inputs, arguments->jobs, error);
    if (status || !arguments->report)
        return status;
    const lw_output output = lw_output_to(arguments->report, LW_OUTPUT_DOCUMENT, &files->inputs);
    files->page.options = &arguments->options;
    files->page.threads = arguments->threads;
    return lw_report_page_open(&files->page, scene, lw_page_title(&arguments->scene),
                               arguments->near > 0 ? arguments->near : usual_near, &output,
                               arguments->out, error);
}

/* Writes the report of what was judged. */
static bool close_page(lw_report_page *page, lw_report *report)
{
    lw_error error = {0};
    if (lw_report_page_finish(page, &error))
        lw_report_error(report, &error);
    bool written = !page->failed;
    if (page->left_out)
        lw_report_say(report, "the report shows the first %zu jobs, and not the %" PRIu64 " after them",
                      lw_page_motion_count(page->page), page->left_out);
    if (lw_page_motion_count(page->page) && lw_report_page_close(page, &error)) {
        lw_report_error(report, &error);
        written = false;
    }
    return written;
}

static int judge(const cell_arguments *arguments, lw_report *report, const lw_scene *scene,
                 const lw_cell *cell, cell_files *files)
{
    lw_error error = {0};
    lw_output output = lw_output_to(arguments->out, LW_OUTPUT_LINES, &files->inputs);
    lw_interrupt_catch();
    lw_job_batch batch = {.scene = scene,
                          .cell = cell,
                          .path = arguments->jobs,
                          .options = &arguments->options,
                          .output = &output,
                          .page = arguments->report ? &files->page : NULL,
                          .report = report,
                          .threads = arguments->threads,
                          .remember = arguments->megabytes * MEGABYTE,
                          .json = arguments->json};
    lw_job_counts counts = lw_job_batch_run(&batch);
    bool summed_up =
        !arguments->json && !output.failed && lw_counts_done(&counts.jobs) + counts.jobs.unreadable > 0;
    if (summed_up && lw_output_begin(&output, &error)) {
        lw_report_error(report, &error);
        counts.jobs.failed = true;
    } else if (summed_up) {
        print_summary(&output, report, &counts);
    }
    if (counts.jobs.stopped)
        lw_report_say(report, "stopped");
    if (lw_output_close(&output, &error)) {
        lw_report_error(report, &error);
        counts.jobs.failed = true;
    }
    if (arguments->report && !close_page(&files->page, report))
        counts.jobs.failed = true;
    return lw_counts_exit(&counts.jobs, report, "there is no job to judge");
}

int lw_cell_command(int argc, char **argv)
{
    cell_arguments arguments = {.scene = lw_default_scene_options(),
                                .options = lw_default_options(),
                                .threads = 1,
                                .megabytes = DEFAULT_MEGABYTES};
    arguments.options.stop = lw_interrupted;
    argp_parse(&cell_argp, argc, argv, ARGP_NO_HELP, NULL, &arguments);
    lw_report report = lw_report_begin();
    lw_error error = {0};
    lw_scene *scene = NULL;
    lw_cell *cell = NULL;
    cell_files files = {0};
    int status = LW_EXIT_INPUT;
    if (load(&arguments, &report, &scene, &cell, &error) ||
        open_files(&arguments, scene, &files, &error))
        lw_report_error(&report, &error);
    else
        status = judge(&arguments, &report, scene, cell, &files);
    lw_report_page_free(&files.page);
    lw_report_end(&report);
    lw_cell_destroy(cell);
    lw_scene_destroy(scene);
    lw_scene_options_free(&arguments.scene);
    lw_inputs_free(&files.inputs);
    return status;
}
