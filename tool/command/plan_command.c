/* leeway plan: a path from the beginning of a motion to its end, proven free. */
#include "command/command.h"
#include "command/plan_goals.h"
#include "option/explain.h"
#include "option/file_options.h"
#include "option/method_list.h"
#include "option/scene_options.h"
#include "part/path_json.h"
#include "part/planned_motion.h"
#include "part/timed_path.h"
#include "text/fail.h"
#include "text/interrupt.h"
#include "text/length_text.h"
#include "text/output.h"
#include "text/text.h"
#include "text/verdict_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char documentation[] =
    "A path from one configuration to another, straight from each of its waypoints to the next, proven "
    "free of collision all along the way. It is written as a motion in JSON, which --path of the other "
    "commands reads.";

static const char examples[] =
    "Examples:\n"
    "  leeway plan cell.json --from home --to ready -o path.json\n"
    "  leeway plan --robot panda.urdf --srdf panda.srdf --scene scene0001.yaml --request "
    "request0001.yaml -o path.json\n"
    "  leeway plan cell.json --motion lift --seed 7 --budget-seconds 2\n"
    "  leeway plan cell.json --from home --to ready --goal 1.6,0.1,0.3,0,1.17,1.57\n"
    "  leeway plan cell.json --roadmap cell.roadmap --from home --to ready\n"
    "  leeway plan cell.json --from home --to ready -o path.json --proof proof.jsonl\n"
    "  leeway plan --robot panda.urdf --srdf panda.srdf --joint-limits joint_limits.yaml --from ready "
    "--to extended --timed --format ros2\n"
    "\n"
    "Of a motion of several segments the first and the last configuration count. One seed gives one "
    "path, unless --budget-seconds ends the search. aorrtc searches for ever shorter paths until its "
    "budget is used up, or Ctrl-C ends it.\n"
    "\n"
    "Exit status:\n"
    "130  stopped by Ctrl-C before there was a path (143 by a request to terminate)\n"
    "  2  wrong usage or input\n"
    "  1  the start or the goal, or each of several goals, is in contact\n"
    "  3  no path within the budget, which does not say that there is none\n"
    "  0  the path is written\n";

typedef struct plan_arguments {
    lw_scene_options scene;
    lw_motion_options motion;
    lw_plan_options options;
    lw_timing_options timing;
    lw_joint_choice choice;
    lw_goal_options goals;
    unsigned threads;
    const char *roadmap;
    const char *out;
    const char *proof; /* NULL: none */
} plan_arguments;

static void take_planner(const lw_command_line *line, const lw_option *option, const char *text,
                         void *into)
{
    (void)option;
    lw_plan_options *options = &((plan_arguments *)into)->options;
    if (lw_plan_method_from_name(text, &options->method))
        return;
    const char *names[16];
    size_t count = 0;
    while (lw_plan_method_name((lw_plan_method)count)) {
        names[count] = lw_plan_method_name((lw_plan_method)count);
        count++;
    }
    lw_usage_error(line, "there is no planner '%s'%s", text, lw_suggest(text, names, count).text);
}

static const lw_option plan_options[] = {
    {.kind = LW_OPTION_HEADING, .help = "Further goals; a path to any of them is searched:"},
    {"goal", .argument = "Q", .kind = LW_OPTION_TEXT, .repeat = LW_REPEATED,
     LW_INTO(plan_arguments, goals.typed), .help = "A goal, as --to; may be repeated"},
    {"goals", .argument = "FILE", .kind = LW_OPTION_FILE, LW_INTO(plan_arguments, goals.file),
     .help = "Goals, one a line, each as --to; '#' begins a comment"},
    {.kind = LW_OPTION_HEADING, .help = "The search:"},
    {"planner", .argument = "rrt-connect", .kind = LW_OPTION_OTHER, .take = take_planner,
     .help = "How a path is searched for: rrt-connect, prm, lazy-prm, or aorrtc for the shortest one "
             "(default rrt-connect)"},
    {"method", .words = lw_method_words, .kind = LW_OPTION_OTHER, .take = lw_take_proof,
     LW_INTO(plan_arguments, choice.method), .help = LW_HELP_PROOF},
    {"seed", .argument = "N", .kind = LW_OPTION_COUNT, LW_INTO(plan_arguments, options.seed),
     .most = UINT64_MAX, .help = "Of all random choices (default 1)"},
    {"budget-nodes", .argument = "N", .kind = LW_OPTION_COUNT,
     LW_INTO(plan_arguments, options.budget_nodes), .most = UINT64_MAX,
     .help = "How many configurations may be kept, or tried in all by aorrtc (default 100000); "
             "rrt-connect also ends after ten times as many steps that fail"},
    {"budget-seconds", .argument = "S", .kind = LW_OPTION_NUMBER,
     LW_INTO(plan_arguments, options.budget_seconds), .bound = LW_ABOVE,
     .help = "How long it may take (default no bound)"},
    {"shortcuts", .argument = "N", .kind = LW_OPTION_COUNT, LW_INTO(plan_arguments, options.shortcuts),
     .most = UINT64_MAX, .help = "How many ways to shorten the path are tried (default 200)"},
    {"range", .argument = "X", .kind = LW_OPTION_NUMBER, LW_INTO(plan_arguments, options.range),
     .bound = LW_ABOVE,
     .help = "The longest step, in radians and metres (default a share of the space)"},
    {"bounds", .argument = "JOINT=L,U,...", .kind = LW_OPTION_TEXT, .repeat = LW_REPEATED,
     LW_INTO(plan_arguments, choice.bounds), .help = LW_HELP_BOUNDS},
    {"roadmap", .argument = "FILE", .kind = LW_OPTION_FILE, LW_INTO(plan_arguments, roadmap),
     .help = "A roadmap of the same scene, joints and bounds, made by 'leeway roadmap', which is asked "
             "first"},
    {"threads", .argument = "N", .kind = LW_OPTION_COUNT, LW_INTO(plan_arguments, threads),
     .most = 1024, .help = "Threads (default 0: all processors); the path is the same"},
    {"out", 'o', .argument = "FILE", .kind = LW_OPTION_FILE, LW_INTO(plan_arguments, out),
     .help = "Where the path goes (default '-': standard output)"},
    {"proof", .argument = "FILE", .kind = LW_OPTION_FILE, LW_INTO(plan_arguments, proof),
     .help = "Also writes the proof that the path, or with --timed the trajectory, is free, as leeway "
             "check --proof does"},
    {0}};

static void finish(const lw_command_line *line, void *into)
{
    const plan_arguments *arguments = into;
    lw_check_written(line, "out", arguments->out, LW_WRITTEN_TEXT);
    if (arguments->goals.file && !strcmp(arguments->goals.file, "-") &&
        lw_motion_options_read_input(&arguments->motion))
        lw_usage_error(line, "standard input holds the motion or the goals, not both");
    if (!arguments->proof)
        return;
    lw_check_written(line, "proof", arguments->proof, LW_WRITTEN_TEXT);
    if (!strcmp(arguments->proof, "-") && (!arguments->out || !strcmp(arguments->out, "-")))
        lw_usage_error(line, "path and proof cannot both go to standard output: say --out FILE, "
                             "or another --proof FILE");
}

/* The data of the command. */
typedef struct plan_job {
    const plan_arguments *arguments;
    lw_report *report;
    lw_scene *scene;
    lw_motion *motion; /* a path from its beginning to its end is planned */
    char id[4096];
    lw_inputs inputs;
    lw_joint_space space;
    lw_goals goals;
    lw_planner *planner;
    lw_roadmap *roadmap; /* NULL: none was given */
    lw_plan plan;
    lw_timed_path timed;
    lw_claims_file proof; /* if --proof is given */
    double began;         /* the search, in seconds */
} plan_job;

/* Shows progress on a terminal; an lw_plan_options.stop, whose context is the job. */
static bool go_on(void *context)
{
    plan_job *job = context;
    lw_report_waiting(job->report, "searching", lw_clock_seconds() - job->began);
    return lw_interrupted(NULL);
}

static lw_status find(plan_job *job, lw_error *error)
{
    const plan_arguments *arguments = job->arguments;
    lw_plan_options options = arguments->options;
    lw_joint_choice choice = arguments->choice;
    choice.motion = job->motion;
    options.clearance = true;
    options.stop = go_on;
    options.stop_context = job;
    lw_status status = lw_joint_space_make(job->scene, &choice, &job->space, error);
    if (!status)
        status = lw_goals_read(job->scene, &arguments->goals, &arguments->motion, &job->space,
                               &job->goals, error);
    if (!status)
        status =
            lw_planner_create(job->scene, &job->space.def, arguments->threads, &job->planner, error);
    if (!status && arguments->roadmap)
        status = lw_roadmap_load(job->planner, arguments->roadmap, &job->roadmap, error);
    options.roadmap = job->roadmap;
    lw_interrupt_catch();
    job->began = lw_clock_seconds();
    return status ? status
                  : lw_planner_find_any(job->planner, job->space.from, job->goals.values.items,
                                        job->goals.count, &options, &job->plan, error);
}

/* Prints why there is no path. */
static int say_why(const plan_job *job)
{
    const lw_plan *plan = &job->plan;
    char text[64];
    if (plan->kind == LW_PLAN_NONE) {
        const char *why = plan->reason == LW_REASON_STOPPED ? "the search was stopped"
                          : plan->reason == LW_REASON_PRECISION
                              ? "a path is too near to a contact to tell"
                              : "no path was found within the budget";
        lw_report_say(job->report,
                      "%s: %" PRIu64 " configurations, %" PRIu64
                      " segments, and %.3g was missing between start and goal",
                      why, plan->nodes, plan->edges, plan->closest);
        return plan->reason == LW_REASON_STOPPED ? lw_interrupt_exit() : LW_EXIT_UNDECIDED;
    }
    const char *what = plan->kind != LW_PLAN_GOAL_IN_CONTACT ? "start"
                       : job->goals.count > 1                ? "first goal, as each goal,"
                                                             : "goal";
    if (plan->contact->kind == LW_VERDICT_CONTACT) {
        const lw_distance *contact = &plan->contact->contact;
        lw_depth_text(-contact->upper, contact->depth, text, sizeof text);
        lw_report_say(job->report, "the %s is in contact: %s and %s overlap by %s", what,
                      lw_scene_body_name(job->scene, (size_t)plan->contact->pair[0]),
                      lw_scene_body_name(job->scene, (size_t)plan->contact->pair[1]), text);
    } else {
        lw_report_say(job->report, "the %s is too near to a contact to tell", what);
    }
    return LW_EXIT_CONTACT;
}

/* Prints a line about a path that was written to a file. */
static lw_status print_summary(const plan_job *job, lw_error *error)
{
    const lw_plan *plan = &job->plan;
    char text[64];
    lw_print(stdout, "%zu waypoints, %.4g long", plan->point_count, plan->length);
    const lw_clearance *kinds[] = {&plan->clearance, &plan->self_clearance};
    for (int i = 0; i < 2; i++)
        if (kinds[i]->pair[0] >= 0) {
            double margin = 0;
            lw_pair_margin(job->scene, kinds[i]->pair, &margin);
            lw_at_least_text(kinds[i]->lower, margin, text, sizeof text);
            lw_print(stdout, "; %s at least %s", i ? "between links" : "clearance", text);
        }
    if (job->goals.count > 1)
        lw_print(stdout, "; goal %zu of %zu", plan->goal + 1, job->goals.count);
    if (job->timed.point_count)
        lw_print(stdout, "; %.4g s", job->timed.times[job->timed.point_count - 1]);
    lw_print(stdout, "; %" PRIu64 " segments checked\n", plan->edges);
    return lw_output_close_standard(error);
}

/* Opens the file of --proof, before there is work to lose. */
static lw_status open_proof(plan_job *job, lw_error *error)
{
    const plan_arguments *arguments = job->arguments;
    if (!arguments->proof)
        return LW_OK;
    return lw_claims_file_open(&job->proof, arguments->proof, arguments->out, &job->inputs, error);
}

/* Writes the proof of the path, or of its trajectory. */
static lw_status prove(plan_job *job, lw_error *error)
{
    lw_motion *motion = NULL;
    lw_status status = lw_motion_create(job->scene, &motion, error);
    if (!status)
        status = lw_motion_set_plan(motion, job->planner, &job->plan,
                                    job->arguments->timing.timed ? &job->timed : NULL, error);
    if (!status)
        status = lw_planned_motion_prove(job->scene, motion, job->id, job->arguments->choice.method,
                                         &job->proof, error);
    if (!status)
        status = lw_claims_file_close(&job->proof, error);
    lw_motion_destroy(motion);
    return status;
}

/* Reads what is planned, and the files that it came from. */
static lw_status read_all(plan_job *job, lw_error *error)
{
    const plan_arguments *arguments = job->arguments;
    lw_status status = lw_read_only_motion(job->scene, &arguments->motion, job->report, &job->motion,
                                           job->id, sizeof job->id, error);
    if (!status)
        status = lw_scene_options_check_sets(&arguments->scene, job->scene, job->motion, error);
    if (!status)
        lw_explain_motion(&arguments->scene, job->scene, job->motion, job->id, job->report);
    if (!status)
        status = lw_inputs_add_scene(&job->inputs, job->scene, error);
    if (!status)
        status = lw_motion_options_inputs(&arguments->motion, &job->inputs, error);
    if (!status)
        status = lw_inputs_add(&job->inputs, arguments->goals.file, error);
    return status ? status : lw_inputs_add(&job->inputs, arguments->roadmap, error);
}

/* Finds the trajectory of the path; the clearances that are printed become those of the trajectory. */
static lw_status find_times(plan_job *job, lw_error *error)
{
    const lw_timing_options *timing = &job->arguments->timing;
    lw_timed_options options = lw_default_timed_options();
    options.stops = timing->stops;
    options.velocity_scale = timing->velocity_scale;
    options.acceleration_scale = timing->acceleration_scale;
    if (timing->format != LW_FORMAT_JSON && job->space.count > 1)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "a JointTrajectory is of one robot; several robots need --format json");
    lw_status status = lw_plan_timed(job->planner, &job->plan, &options, &job->timed, error);
    if (status)
        return status;
    if (job->timed.unlimited_count)
        lw_report_say(job->report,
                      "%zu values have no largest acceleration: %g rad/s^2 (m/s^2) is taken; "
                      "--joint-limits can give them",
                      job->timed.unlimited_count, options.acceleration);
    job->plan.clearance = job->timed.clearance;
    job->plan.self_clearance = job->timed.self_clearance;
    return LW_OK;
}

/* Writes the path, or its trajectory. */
static lw_status write_path(plan_job *job, lw_output *output, lw_error *error)
{
    const plan_arguments *arguments = job->arguments;
    lw_status status = lw_output_begin(output, error);
    if (status)
        return status;
    if (arguments->timing.timed)
        lw_timed_path_print(output->file, job->id, job->scene, &job->space, &job->plan,
                            &arguments->timing, &job->timed);
    else
        lw_path_json(output->file, job->id, job->scene, &job->space.def, &job->plan);
    return lw_output_close(output, error);
}

static lw_status answer(plan_job *job, int *exit_status, lw_error *error)
{
    const plan_arguments *arguments = job->arguments;
    lw_status status = read_all(job, error);
    if (!status)
        status = open_proof(job, error);
    if (!status)
        status = find(job, error);
    lw_report_clear(job->report);
    if (!status && job->plan.kind != LW_PLAN_FOUND)
        *exit_status = say_why(job);
    if (status || job->plan.kind != LW_PLAN_FOUND)
        return status;
    if (arguments->timing.timed)
        status = find_times(job, error);
    if (!status && arguments->proof)
        status = prove(job, error);
    lw_output output = lw_output_to(arguments->out, LW_OUTPUT_DOCUMENT, &job->inputs);
    if (!status)
        status = write_path(job, &output, error);
    if (!status && output.path)
        status = print_summary(job, error);
    lw_output_abandon(&output);
    *exit_status = LW_EXIT_FREE;
    return status;
}

static int run(int argc, char **argv)
{
    plan_arguments arguments = {.scene = lw_default_scene_options(),
                                .options = lw_default_plan_options()};
    lw_command_line_read(&lw_plan_command, argc, argv, &arguments);
    lw_report report = lw_report_begin();
    lw_error error = {0};
    int exit_status = LW_EXIT_INPUT;
    plan_job job = {.arguments = &arguments,
                    .report = &report,
                    .plan = lw_default_plan(),
                    .timed = lw_default_timed_path()};
    lw_status status = lw_scene_options_load(&arguments.scene, &report, &job.scene, &error);
    if (!status)
        status = answer(&job, &exit_status, &error);
    if (status) {
        lw_report_error(&report, &error);
        exit_status = LW_EXIT_INPUT;
    }
    lw_report_end(&report);
    lw_claims_file_free(&job.proof);
    lw_timed_path_free(&job.timed);
    lw_roadmap_destroy(job.roadmap);
    lw_planner_destroy(job.planner);
    lw_goals_free(&job.goals);
    lw_joint_space_free(&job.space);
    lw_motion_destroy(job.motion);
    lw_inputs_free(&job.inputs);
    lw_scene_destroy(job.scene);
    lw_scene_options_free(&arguments.scene);
    lw_motion_options_free(&arguments.motion);
    free(arguments.choice.bounds.items);
    free(arguments.goals.typed.items);
    return exit_status;
}

static const lw_option_group plan_group = {plan_options, NULL, NULL};

const lw_command lw_plan_command = {.name = "plan",
                                    .operands = "[SCENE]",
                                    .documentation = documentation,
                                    .examples = examples,
                                    .groups = {{&lw_motion_group, offsetof(plan_arguments, motion)},
                                               {&lw_scene_group, offsetof(plan_arguments, scene)},
                                               {&plan_group, 0},
                                               {&lw_timing_group, offsetof(plan_arguments, timing)}},
                                    .finish = finish,
                                    .run = run};
