/* leeway cell: verdicts on assignments of trajectories to robots. */
#include "command/cell_schedule.h"
#include "command/command.h"
#include "command/delay_list.h"
#include "option/file_options.h"
#include "option/motion_source.h"
#include "option/scene_options.h"
#include "part/job_batch.h"
#include "text/fail.h"
#include "text/interrupt.h"
#include "text/json_text.h"
#include "text/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MEGABYTE = 1 << 20 };

static const char documentation[] =
    "Which assignments of trajectories to the robots of a cell are free of collision? The robots are "
    "arms or vehicles. The named motions of the scene, in seconds, are what they can do. With "
    "--conflicts: how much later may each trajectory of one robot begin than each of another one, so "
    "that the two never touch? With --jobs: each line of the jobs gives robots sequences of them, one "
    "after the other from time 0 on, or with start times and waits:\n"
    "  {\"id\": 7, \"robots\": {\"R1\": [\"a\", \"b\"], \"R2\": [{\"wait\": 1.5}, \"c\"]}}\n"
    "A robot that is done, or has no sequence, stands still. What two trajectories do is judged once "
    "and remembered. With --optimise: a file of tasks says which robots can do what, where, for how "
    "long and in which order; the answer is a schedule of least makespan that is proven free.";

static const char examples[] =
    "Examples:\n"
    "  leeway cell cell.json --jobs jobs.jsonl\n"
    "  leeway cell cell.json --trajectories tasks.jsonl --jobs - --json <jobs.jsonl\n"
    "  leeway cell cell.json --jobs jobs.jsonl --report report.html\n"
    "  leeway cell cell.json --jobs jobs.jsonl --proof proof.jsonl\n"
    "  leeway cell two_arms.json --jobs jobs.jsonl --robust 0.02\n"
    "  leeway cell two_arms.json --conflicts\n"
    "  leeway cell two_arms.json --optimise tasks.json -o schedule.json\n"
    "\n" LW_HELP_EXIT_STATUS;

typedef struct cell_arguments {
    lw_scene_options scene;
    lw_check_options options;
    const char *jobs, *trajectories, *out;
    const char *report; /* NULL: none */
    const char *proof;  /* NULL: none */
    double near;
    unsigned threads;
    size_t megabytes;
    bool json;
    bool conflicts;
    const char *tasks;        /* of --optimise; NULL: not asked */
    const char *robot_files;  /* NULL: none */
    lw_schedule_options plan; /* its threads are not used */
    double delay_tolerance;   /* 0: not given */
    double robust;
} cell_arguments;

static const lw_option cell_options[] = {
    {.kind = LW_OPTION_HEADING, .help = "What is asked:"},
    {"jobs", .argument = "FILE", .kind = LW_OPTION_FILE, LW_INTO(cell_arguments, jobs),
     .help = "The jobs, one a line; '-' is standard input"},
    {"conflicts", .kind = LW_OPTION_FLAG, LW_INTO(cell_arguments, conflicts),
     .help =
         "In place of jobs: of each two trajectories of two robots, in the plane or in space, by how "
         "much the second may begin later, proven free, and by how much it meets the first"},
    {"delay-tolerance", .argument = "SECONDS", .kind = LW_OPTION_NUMBER,
     LW_INTO(cell_arguments, delay_tolerance), .bound = LW_ABOVE,
     .help = "Of --conflicts: delays are told apart no more finely (default 0.001)"},
    {"robust", .argument = "SECONDS", .kind = LW_OPTION_NUMBER, LW_INTO(cell_arguments, robust),
     .bound = LW_ABOVE,
     .help = "Of jobs: free is free for all starts of trajectories that are up to so much earlier or "
             "later"},
    {"optimise", .argument = "FILE", .kind = LW_OPTION_FILE, LW_INTO(cell_arguments, tasks),
     .help = "In place of jobs: tasks, of which each is done by one robot. Prints a schedule of least "
             "makespan, proven free; '-' is standard input"},
    {"budget-seconds", .argument = "S", .kind = LW_OPTION_NUMBER,
     LW_INTO(cell_arguments, plan.budget_seconds), .bound = LW_ABOVE, .initial = "60",
     .help = "Of --optimise: how long the search for the schedule may take (default %s); the ways are "
             "planned before it, and the schedule is proven after it"},
    {"budget-nodes", .argument = "N", .kind = LW_OPTION_COUNT,
     LW_INTO(cell_arguments, plan.budget_nodes), .most = UINT64_MAX,
     .help = "Of --optimise: how many schedules and parts of schedules are tried (default no bound). "
             "The answer is then the same on every machine, if the seconds suffice"},
    {"seed", .argument = "N", .kind = LW_OPTION_COUNT, LW_INTO(cell_arguments, plan.seed),
     .most = UINT64_MAX, .help = "Of --optimise: of all random choices (default 1)"},
    {"slack", .argument = "SECONDS", .kind = LW_OPTION_NUMBER, LW_INTO(cell_arguments, plan.slack),
     .help = "Of --optimise: nothing meets as long as each robot is this close to the schedule's time "
             "(default 0.02)"},
    {"robot-files", .argument = "NAME", .kind = LW_OPTION_FILE, LW_INTO(cell_arguments, robot_files),
     .help = "Of --optimise: also writes the trajectory of each robot, in a file whose name "
             "begins with NAME: NAMEleft.json, if the robot is named left"},
    {"trajectories", .argument = "FILE", .kind = LW_OPTION_FILE, LW_INTO(cell_arguments, trajectories),
     .help = "More named motions, one a line: their ids are their names"},
    {"time-tolerance", .argument = "SHARE", .kind = LW_OPTION_NUMBER,
     LW_INTO(cell_arguments, options.time_tolerance), .bound = LW_ABOVE,
     .help = "How late a contact's time may be, as a share of the trajectory's length (default 1e-4)"},
    {"distance-tolerance", .argument = "METRES", .kind = LW_OPTION_NUMBER,
     LW_INTO(cell_arguments, options.distance_tolerance), .bound = LW_ABOVE,
     .help = "Closer to the margin than this need not be decided (default 1e-6)"},
    {.kind = LW_OPTION_HEADING, .help = "How it is answered:"},
    {"json", .kind = LW_OPTION_FLAG, LW_INTO(cell_arguments, json), .help = "One line of JSON a job"},
    {"out", 'o', .argument = "FILE", .kind = LW_OPTION_FILE, LW_INTO(cell_arguments, out),
     .help = "Into a file (default '-': standard output)"},
    {"report", .argument = "FILE", .kind = LW_OPTION_FILE, LW_INTO(cell_arguments, report),
     .help =
         "Also writes a page that shows the jobs in a browser: counts, clearances, which robots come "
         "near each other and when, and a table of which each row is opened; 20,000 jobs at most. Of "
         "--optimise: the schedule, its motion and a Gantt chart. Of --conflicts: the trajectories, "
         "and a "
         "matrix of the delays"},
    {"near", .argument = "METRES", .kind = LW_OPTION_NUMBER, LW_INTO(cell_arguments, near),
     .bound = LW_ABOVE,
     .help = "Of the report: robots that come nearer to each other than this are listed (default 0.1)"},
    {"fixed-pairs", .kind = LW_OPTION_FLAG, LW_INTO(cell_arguments, options.fixed_pairs),
     .help = "Of the report: the curves are also those of pairs that the motion does not move against "
             "each other, such as a robot's base and its table"},
    {"proof", .argument = "FILE", .kind = LW_OPTION_FILE, LW_INTO(cell_arguments, proof),
     .help =
         "Also writes the proof of each verdict, of each job as one motion, as leeway check --proof "
         "does"},
    {"threads", .argument = "N", .kind = LW_OPTION_COUNT, LW_INTO(cell_arguments, threads),
     .most = 1024, .help = "Threads (default 0: all processors); the output is the same"},
    {"remember", .argument = "MEGABYTES", .kind = LW_OPTION_COUNT, LW_INTO(cell_arguments, megabytes),
     .most = 1 << 20, .initial = "64",
     .help = "Memory for what was judged, of all threads together (default %s)"},
    {0}};

static void finish(const lw_command_line *line, void *into)
{
    const cell_arguments *arguments = into;
    lw_check_written(line, "out", arguments->out, LW_WRITTEN_TEXT);
    if (arguments->report)
        lw_check_written(line, "report", arguments->report, LW_WRITTEN_PAGE);
    if (arguments->proof)
        lw_check_written(line, "proof", arguments->proof, LW_WRITTEN_TEXT);
    if (arguments->proof && !strcmp(arguments->proof, "-") &&
        (!arguments->out || !strcmp(arguments->out, "-")))
        lw_usage_error(line, "results and proof cannot both go to standard output: say --out FILE, or "
                             "another --proof FILE");
    if (arguments->conflicts && (arguments->jobs || arguments->proof))
        lw_usage_error(line, "--conflicts is in place of jobs, and has no proof");
    if (arguments->tasks &&
        (arguments->jobs || arguments->conflicts || arguments->proof || arguments->trajectories))
        lw_usage_error(line, "--optimise is in place of jobs, and has no proof");
    if (!arguments->tasks && arguments->robot_files)
        lw_usage_error(line, "--robot-files is of --optimise");
    if (!arguments->jobs && !arguments->conflicts && !arguments->tasks)
        lw_usage_error(line, "say which jobs: --jobs FILE; or --conflicts; or --optimise FILE");
    if (arguments->delay_tolerance > 0 && !arguments->conflicts)
        lw_usage_error(line, "--delay-tolerance is of --conflicts");
    if (arguments->robust > 0 && !arguments->jobs)
        lw_usage_error(line, "--robust is of jobs: say --jobs FILE");
    if (arguments->near > 0 && !arguments->report)
        lw_usage_error(line, "--near is of the report: say --report FILE too");
    if (arguments->options.fixed_pairs && !arguments->report)
        lw_usage_error(line, "--fixed-pairs is of the report: say --report FILE too");
}

/* Takes a named trajectory. A taker that keeps the motion sets it to NULL. */
typedef lw_status take_trajectory(void *into, const char *name, lw_motion **motion, lw_error *error);

/* Reads all motions of the scene, or of a file. left_out: counts paths of the scene, which are left out
 * then; NULL: these are the taker's to refuse. */
static lw_status read_trajectories(const lw_scene *scene, const char *file, lw_report *report,
                                   take_trajectory *take, void *into, size_t *left_out, lw_error *error)
{
    enum { NAME = 512 };
    lw_motion_choice choice = {LW_CHOICE_TRAJECTORIES, file};
    const lw_motion_options options = {.choices = {.items = &choice, .count = file ? 1 : 0},
                                       .trajectories = true};
    lw_motion *motion = NULL;
    lw_motion_source *source = NULL;
    lw_status status = lw_motion_source_open(scene, &options, NULL, &source, error);
    bool more = true;
    while (!status && more) {
        const char *id;
        char name[NAME];
        if (!motion)
            status = lw_report_motion(report, scene, &motion, error);
        if (!status)
            status = lw_motion_source_next(source, motion, &id, &more, error);
        if (status || !more)
            break;
        if (left_out && !file && !lw_motion_in_seconds(motion)) {
            ++*left_out;
            continue;
        }
        lw_plain_id(id, name, sizeof name);
        status = take(into, name, &motion, error);
    }
    lw_motion_destroy(motion);
    lw_motion_source_close(source);
    return status;
}

static lw_status take_for_cell(void *into, const char *name, lw_motion **motion, lw_error *error)
{
    return lw_cell_add(into, name, *motion, error);
}

static void say_left_out(lw_report *report, size_t count)
{
    if (count)
        lw_report_say(report, "%zu motion%s of the scene over t from 0 to 1 %s left out", count,
                      count == 1 ? "" : "s", count == 1 ? "is" : "are");
}

static lw_status load(const cell_arguments *arguments, lw_report *report, lw_scene **scene,
                      lw_cell **cell, lw_error *error)
{
    size_t left_out = 0;
    lw_status status = lw_scene_options_load(&arguments->scene, report, scene, error);
    if (!status)
        status = lw_cell_create(*scene, cell, error);
    if (!status && lw_scene_motion_count(*scene))
        status = read_trajectories(*scene, NULL, report, take_for_cell, *cell, &left_out, error);
    if (!status && arguments->trajectories)
        status = read_trajectories(*scene, arguments->trajectories, report, take_for_cell, *cell, NULL,
                                   error);
    if (!status && lw_cell_trajectory_count(*cell))
        say_left_out(report, left_out);
    if (!status && !lw_cell_trajectory_count(*cell))
        status = lw_fail(
            error, LW_ERROR_ARGUMENT,
            "the scene names no motions in seconds; say what the robots can do: --trajectories");
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

/* Of the report, metres. */
#define USUAL_NEAR 0.1

/* The files that the command reads and writes besides the results. */
typedef struct cell_files {
    lw_inputs inputs;
    lw_report_page page; /* if --report is given */
    lw_job_proof proof;  /* if --proof is given */
} cell_files;

/* Opens the page of --report. */
static lw_status open_page(const cell_arguments *arguments, const lw_scene *scene,
                           const lw_inputs *inputs, lw_report_page *page, lw_error *error)
{
    const lw_output output = lw_output_to(arguments->report, LW_OUTPUT_DOCUMENT, inputs);
    page->options = &arguments->options;
    page->threads = arguments->threads;
    return lw_report_page_open(page, scene, lw_page_title(&arguments->scene),
                               arguments->near > 0 ? arguments->near : USUAL_NEAR, &output,
                               arguments->out, error);
}

/* Opens the files of --report and --proof, before there is work to lose. */
static lw_status open_files(const cell_arguments *arguments, const lw_scene *scene, const lw_cell *cell,
                            cell_files *files, lw_error *error)
{
    lw_status status = lw_inputs_add_scene(&files->inputs, scene, error);
    if (!status)
        status = lw_inputs_add(&files->inputs, arguments->trajectories, error);
    if (!status)
        status = lw_inputs_add(&files->inputs, arguments->jobs, error);
    if (!status && arguments->proof)
        status = lw_job_proof_open(&files->proof, scene, cell, &arguments->options, arguments->proof,
                                   arguments->out, &files->inputs, error);
    if (status || !arguments->report)
        return status;
    return open_page(arguments, scene, &files->inputs, &files->page, error);
}

/* Writes the report about the judged jobs. */
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
                          .proof = arguments->proof ? &files->proof : NULL,
                          .report = report,
                          .threads = arguments->threads,
                          .remember = arguments->megabytes * MEGABYTE,
                          .flat = lw_scene_dimension(scene) == 2,
                          .robust = arguments->robust,
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
    if (arguments->proof && lw_job_proof_close(&files->proof, &error))
        lw_report_error(report, &error);
    counts.jobs.failed |= files->proof.file.failed || files->proof.file.output.failed;
    return lw_counts_exit(&counts.jobs, report, "there is no job to judge");
}

static lw_status take_for_list(void *into, const char *name, lw_motion **motion, lw_error *error)
{
    lw_motion *own = *motion;
    *motion = NULL;
    return lw_delay_list_add(into, name, own, error);
}

static lw_status list_ways(const cell_arguments *arguments, lw_delay_list *list, lw_error *error)
{
    size_t left_out = 0;
    lw_status status = LW_OK;
    if (lw_scene_robot_count(list->scene) < 2)
        status =
            lw_fail(error, LW_ERROR_ARGUMENT, "conflicts are between two robots; the scene has %zu",
                    lw_scene_robot_count(list->scene));
    if (!status && lw_scene_motion_count(list->scene))
        status =
            read_trajectories(list->scene, NULL, list->report, take_for_list, list, &left_out, error);
    if (!status && arguments->trajectories)
        status = read_trajectories(list->scene, arguments->trajectories, list->report, take_for_list,
                                   list, &left_out, error);
    if (!status)
        say_left_out(list->report, left_out);
    if (!status && !list->motions.count)
        status = lw_fail(error, LW_ERROR_ARGUMENT,
                         "the scene names no motions in seconds; say what the robots can do: "
                         "--trajectories");
    return status;
}

static int optimise(const cell_arguments *arguments, lw_report *report, const lw_scene *scene)
{
    lw_schedule_request request = {.scene = scene,
                                   .tasks = arguments->tasks,
                                   .out = arguments->out,
                                   .robots = arguments->robot_files,
                                   .json = arguments->json,
                                   .page = arguments->report,
                                   .title = lw_page_title(&arguments->scene),
                                   .near = arguments->near > 0 ? arguments->near : USUAL_NEAR,
                                   .check = &arguments->options,
                                   .options = arguments->plan,
                                   .report = report};
    request.options.threads = arguments->threads;
    request.options.stop = lw_interrupted;
    return lw_schedule_run(&request);
}

/* Prints the delays of all pairs of trajectories. */
static int find_conflicts(const cell_arguments *arguments, lw_report *report, const lw_scene *scene)
{
    lw_error error = {0};
    lw_inputs inputs = {0};
    lw_delay_options options = lw_default_delay_options();
    options.stop = lw_interrupted;
    if (arguments->delay_tolerance > 0)
        options.tolerance = arguments->delay_tolerance;
    lw_output output = lw_output_to(arguments->out, LW_OUTPUT_LINES, &inputs);
    lw_delay_list list = {.scene = scene,
                          .options = &options,
                          .output = &output,
                          .report = report,
                          .json = arguments->json};
    lw_report_page page = {0};
    lw_status status = lw_inputs_add_scene(&inputs, scene, &error);
    if (!status)
        status = lw_inputs_add(&inputs, arguments->trajectories, &error);
    if (!status)
        status = list_ways(arguments, &list, &error);
    if (!status && arguments->report) {
        status = open_page(arguments, scene, &inputs, &page, &error);
        list.page = &page;
    }
    lw_counts counts = {.failed = status};
    if (status)
        lw_report_error(report, &error);
    lw_interrupt_catch();
    if (!status)
        counts = lw_delay_list_print(&list);
    if (!list.json && lw_counts_done(&counts)) {
        lw_print(output.file,
                 "%" PRIu64 " pairs of trajectories: %" PRIu64 " free at all delays, %" PRIu64
                 " in contact at some, %" PRIu64 " undecided at some\n",
                 lw_counts_done(&counts), counts.verdicts[LW_VERDICT_FREE],
                 counts.verdicts[LW_VERDICT_CONTACT], counts.verdicts[LW_VERDICT_UNDECIDED]);
    }
    if (counts.stopped)
        lw_report_say(report, "stopped");
    if (lw_output_close(&output, &error)) {
        lw_report_error(report, &error);
        counts.failed = true;
    }
    if (list.page && !counts.failed && !counts.stopped && lw_delay_list_close_page(&list, &error)) {
        lw_report_error(report, &error);
        counts.failed = true;
    }
    if (list.page)
        lw_report_page_free(&page);
    lw_delay_list_free(&list);
    lw_inputs_free(&inputs);
    return lw_counts_exit(&counts, report, "there are no trajectories of two robots");
}

static int run(int argc, char **argv)
{
    cell_arguments arguments = {.scene = lw_default_scene_options(),
                                .options = lw_default_check_options(),
                                .plan = lw_default_schedule_options()};
    arguments.options.stop = lw_interrupted;
    lw_command_line_read(&lw_cell_command, argc, argv, &arguments);
    lw_report report = lw_report_begin();
    lw_error error = {0};
    lw_scene *scene = NULL;
    lw_cell *cell = NULL;
    cell_files files = {0};
    int status = LW_EXIT_INPUT;
    if (arguments.conflicts || arguments.tasks) {
        if (lw_scene_options_load(&arguments.scene, &report, &scene, &error))
            lw_report_error(&report, &error);
        else
            status = (arguments.tasks ? optimise : find_conflicts)(&arguments, &report, scene);
    } else if (load(&arguments, &report, &scene, &cell, &error) ||
               open_files(&arguments, scene, cell, &files, &error))
        lw_report_error(&report, &error);
    else
        status = judge(&arguments, &report, scene, cell, &files);
    lw_report_page_free(&files.page);
    lw_job_proof_free(&files.proof);
    lw_report_end(&report);
    lw_cell_destroy(cell);
    lw_scene_destroy(scene);
    lw_scene_options_free(&arguments.scene);
    lw_inputs_free(&files.inputs);
    return status;
}

static const lw_option_group cell_group = {cell_options, NULL, NULL};

const lw_command lw_cell_command = {
    .name = "cell",
    .operands = "[SCENE]",
    .documentation = documentation,
    .examples = examples,
    .groups = {{&lw_scene_group, offsetof(cell_arguments, scene)}, {&cell_group, 0}},
    .finish = finish,
    .run = run};
