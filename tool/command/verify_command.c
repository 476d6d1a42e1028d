/* leeway verify: whether a robot may run a trajectory. */
#include "command/command.h"
#include "option/file_options.h"
#include "option/motion_ends.h"
#include "option/only_motion.h"
#include "option/scene_options.h"
#include "part/result_line.h"
#include "text/fail.h"
#include "text/interrupt.h"
#include "text/json_text.h"
#include "text/output.h"
#include "text/text.h"
#include "text/verdict_text.h"

#include <string.h>

static const char documentation[] =
    "Is a trajectory safe to run? One answer: safe to run, or the first reason why not: a collision, a "
    "limit of position, velocity, acceleration or jerk, a jump of velocity, a start too far from where "
    "the robot is, a start or an end that is not at rest. Limits are those of the URDF, the scene and "
    "--joint-limits; what none of them states has no limit.";

static const char examples[] =
    "Examples:\n"
    "  leeway verify cell.json --trajectory trajectory.json --joint-limits joint_limits.yaml\n"
    "  leeway verify cell.json --trajectory trajectory.json --set joint_1=0.5 --json\n"
    "\n"
    "Where the robot is: --set, or the scene's robot_state.\n"
    "\n" LW_HELP_EXIT_FIRST LW_HELP_EXIT_STOPPED "  2  wrong usage or input\n"
    "  1  unsafe\n"
    "  3  undecided\n"
    "  0  safe to run\n";

typedef struct verify_arguments {
    lw_scene_options scene;
    lw_motion_options motion;
    const char *out;
    double start_tolerance;
    bool json;
} verify_arguments;

static const lw_option verify_options[] = {
    {.kind = LW_OPTION_HEADING, .help = "What is asked:"},
    {"start-tolerance", .argument = "DISTANCE", .kind = LW_OPTION_NUMBER,
     LW_INTO(verify_arguments, start_tolerance),
     .help = "How far a joint may be from where the motion begins, radians or metres (default 0.01)"},
    {.kind = LW_OPTION_HEADING, .help = "How it is answered:"},
    {"json", .kind = LW_OPTION_FLAG, LW_INTO(verify_arguments, json), .help = "One line of JSON"},
    {"out", 'o', .argument = "FILE", .kind = LW_OPTION_FILE, LW_INTO(verify_arguments, out),
     .help = "Into a file (default '-': standard output)"},
    {0}};

static void finish(const lw_command_line *line, void *into)
{
    verify_arguments *arguments = into;
    lw_check_written(line, "out", arguments->out, LW_WRITTEN_TEXT);
    /* limits count in the verdict */
    arguments->scene.strict_limits = false;
    if (lw_scene_options_read_input(&arguments->scene) &&
        lw_motion_options_read_input(&arguments->motion))
        lw_usage_error(line, "standard input holds the robot or the motion, not both");
}

/* What is known of the motion. */
typedef struct findings {
    const lw_scene *scene;
    lw_motion *motion;
    lw_verdict verdict; /* with limits */
    lw_end begin, end;
} findings;

/* The first reason why the motion is not safe. */
typedef struct answer {
    int status;         /* the exit status */
    const char *reason; /* NULL: safe */
    const lw_end *at;   /* the end that is at fault; NULL: the verdict says it */
    double time;
} answer;

static const char *reason_of(const findings *of)
{
    static const char *const reasons[] = {NULL,      "budget", "precision", "sampled",
                                          "stopped", "depth",  "limit"};
    lw_violation first;
    size_t count = 0;
    if (of->verdict.kind == LW_VERDICT_CONTACT && of->verdict.reason != LW_REASON_LIMIT)
        return "collision";
    if (of->verdict.reason == LW_REASON_LIMIT &&
        !lw_motion_limits(of->motion, LW_LIMITS_SLACK, &first, 1, &count, NULL) && count)
        return lw_limit_name(first.kind);
    return reasons[of->verdict.reason];
}

static const char *fault_name(const lw_end *end, bool begins)
{
    switch (end->fault) {
    case LW_END_FAR:
        return "start";
    case LW_END_MOVES:
        return begins ? "start_moving" : "end_moving";
    case LW_END_JUMPS:
        return "velocity_jump";
    case LW_END_FINE:
        break;
    }
    return NULL;
}

static answer conclude(const findings *of)
{
    double begin;
    double end;
    lw_motion_interval(of->motion, &begin, &end);
    if (of->begin.fault)
        return (answer){LW_EXIT_CONTACT, fault_name(&of->begin, true), &of->begin, begin};
    if (of->verdict.kind == LW_VERDICT_CONTACT)
        return (answer){LW_EXIT_CONTACT, reason_of(of), NULL, of->verdict.time};
    if (of->end.fault)
        return (answer){LW_EXIT_CONTACT, fault_name(&of->end, false), &of->end, end};
    if (of->verdict.kind == LW_VERDICT_UNDECIDED)
        return (answer){LW_EXIT_UNDECIDED, reason_of(of), NULL, of->verdict.free_until};
    return (answer){LW_EXIT_FREE, NULL, NULL, end};
}

static lw_status examine(findings *of, double tolerance, lw_error *error)
{
    lw_checker *checker = NULL;
    lw_check_options options = lw_default_check_options();
    options.limits = 1;
    options.stop = lw_interrupted;
    of->verdict = lw_default_verdict();
    if (!lw_motion_in_seconds(of->motion))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "a path has no times, so that its velocities are not known: verify takes a "
                       "trajectory");
    lw_status status = lw_end_begin(of->motion, tolerance, &of->begin, error);
    if (!status)
        status = lw_end_last(of->motion, &of->end, error);
    if (!status)
        status = lw_checker_create(of->scene, &checker, error);
    if (!status)
        status = lw_check(checker, of->motion, &options, &of->verdict, error);
    lw_checker_destroy(checker);
    return status;
}

/* ---- the answer ---------------------------------------------------------------------------------- */

static const char *word_of(int status)
{
    return status == LW_EXIT_FREE ? "safe" : status == LW_EXIT_CONTACT ? "unsafe" : "undecided";
}

/* The joint of an end, and its robot where there are several. */
static lw_joint_info joint_of(const findings *of, const lw_end *end, const char **robot)
{
    lw_joint_info joint = lw_default_joint_info();
    *robot = NULL;
    if (!lw_scene_joint_info(of->scene, end->joint, &joint, NULL) &&
        lw_scene_robot_count(of->scene) > 1)
        *robot = lw_scene_robot_name(of->scene, joint.robot);
    return joint;
}

static void print_fault_json(FILE *file, const findings *of, const lw_end *end)
{
    const char *robot;
    const lw_joint_info joint = joint_of(of, end, &robot);
    if (robot) {
        fputs(", \"robot\": ", file);
        lw_print_string(file, robot);
    }
    fputs(", \"joint\": ", file);
    lw_print_string(file, joint.name);
    fputs(", \"value\": ", file);
    lw_print_number(file, end->value);
    if (end->fault != LW_END_FAR)
        return;
    fputs(", \"robot_at\": ", file);
    lw_print_number(file, end->robot);
}

static lw_status print_json(FILE *file, const findings *of, const answer *found,
                            const lw_result *result, lw_error *error)
{
    fprintf(file, "{\"answer\": \"%s\"", word_of(found->status));
    if (found->reason) {
        fprintf(file, ", \"reason\": \"%s\", \"time\": ", found->reason);
        lw_print_number(file, found->time);
    }
    if (found->at)
        print_fault_json(file, of, found->at);
    fputs(", \"check\": ", file);
    return lw_result_line(file, result, "}\n", error);
}

static void print_fault(FILE *file, const findings *of, const lw_end *end, double time)
{
    const char *robot;
    const lw_joint_info joint = joint_of(of, end, &robot);
    char at[64];
    lw_time_text(of->motion, time, at, sizeof at);
    lw_print(file, ": joint %s%s%s ", robot ? robot : "", robot ? "/" : "", joint.name);
    if (end->fault == LW_END_FAR)
        lw_print(file, "begins at %.9g, and the robot is at %.9g\n", end->value, end->robot);
    else
        lw_print(file, "has the velocity %.9g at %s, where it has to rest\n", end->value, at);
}

static void print_text(const lw_output *output, const findings *of, const answer *found,
                       const lw_result *result)
{
    FILE *file = output->file;
    fputs(found->status == LW_EXIT_FREE ? "safe to run" : word_of(found->status), file);
    if (found->at)
        print_fault(file, of, found->at, found->time);
    else
        lw_print(file, "%s%s\n", found->reason ? ": " : "", found->reason ? found->reason : "");
    lw_verdict_print(output, result);
}

static lw_status print(const verify_arguments *arguments, const findings *of, const answer *found,
                       lw_output *output, lw_error *error)
{
    const lw_result result = {.struct_size = sizeof(lw_result),
                              .scene = of->scene,
                              .motion = of->motion,
                              .verdict = &of->verdict};
    lw_status status = lw_output_begin(output, error);
    if (!status && arguments->json)
        status = print_json(output->file, of, found, &result, error);
    else if (!status)
        print_text(output, of, found, &result);
    return status ? status : lw_output_close(output, error);
}

/* ---- the command --------------------------------------------------------------------------------- */

static lw_status verify(const verify_arguments *arguments, findings *of, lw_report *report,
                        int *exit_status, lw_error *error)
{
    lw_inputs inputs = {0};
    lw_only_motion only = {0};
    lw_output output = lw_output_to(arguments->out, LW_OUTPUT_LINES, &inputs);
    lw_status status =
        lw_only_motion_read(of->scene, &arguments->motion, "verify", report, &only, error);
    of->motion = only.motion;
    if (!status)
        status = lw_inputs_add_scene(&inputs, of->scene, error);
    if (!status)
        status = lw_motion_options_inputs(&arguments->motion, &inputs, error);
    lw_interrupt_catch();
    if (!status)
        status = examine(of, arguments->start_tolerance, error);
    if (!status) {
        const answer found = conclude(of);
        *exit_status = lw_interrupted(NULL) ? lw_interrupt_exit() : found.status;
        status = print(arguments, of, &found, &output, error);
    }
    lw_output_abandon(&output);
    lw_inputs_free(&inputs);
    return status;
}

static int run(int argc, char **argv)
{
    verify_arguments arguments = {.scene = lw_default_scene_options(), .start_tolerance = 0.01};
    lw_command_line_read(&lw_verify_command, argc, argv, &arguments);
    lw_report report = lw_report_begin();
    lw_error error = {0};
    lw_scene *scene = NULL;
    findings of = {0};
    int exit_status = LW_EXIT_INPUT;
    lw_status status = lw_scene_options_load(&arguments.scene, &report, &scene, &error);
    of.scene = scene;
    if (!status)
        status = verify(&arguments, &of, &report, &exit_status, &error);
    if (status) {
        lw_report_error(&report, &error);
        exit_status = LW_EXIT_INPUT;
    }
    lw_report_end(&report);
    lw_motion_destroy(of.motion);
    lw_scene_destroy(scene);
    lw_scene_options_free(&arguments.scene);
    lw_motion_options_free(&arguments.motion);
    return exit_status;
}

static const lw_option_group verify_group = {verify_options, NULL, NULL};

const lw_command lw_verify_command = {.name = "verify",
                                      .operands = "[SCENE]",
                                      .documentation = documentation,
                                      .examples = examples,
                                      .groups = {{&lw_scene_group, offsetof(verify_arguments, scene)},
                                                 {&lw_motion_group, offsetof(verify_arguments, motion)},
                                                 {&verify_group, 0}},
                                      .finish = finish,
                                      .run = run};
