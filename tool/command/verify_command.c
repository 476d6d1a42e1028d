/* leeway verify: whether a robot may run a trajectory. */
#include "command/command.h"
#include "option/file_options.h"
#include "option/only_motion.h"
#include "option/scene_options.h"
#include "option/tolerance_option.h"
#include "part/result_line.h"
#include "text/fail.h"
#include "text/interrupt.h"
#include "text/json_text.h"
#include "text/output.h"
#include "text/text.h"
#include "text/verdict_text.h"

#include <inttypes.h>
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
    double start_tolerance, blend; /* blend 0: corners stay */
    lw_tolerance_option tolerance;
    double slack; /* seconds */
    bool json, stop;
} verify_arguments;

static const lw_option verify_options[] = {
    {.kind = LW_OPTION_HEADING, .help = "What is asked:"},
    {"start-tolerance", .argument = "DISTANCE", .kind = LW_OPTION_NUMBER,
     LW_INTO(verify_arguments, start_tolerance),
     .help = "How far a joint may be from where the motion begins, radians or metres (default 0.01)"},
    {"tolerance", .argument = "SIZE|FILE", .kind = LW_OPTION_OTHER, .take = lw_take_tolerance,
     LW_INTO(verify_arguments, tolerance),
     .help =
         "Safe only if every motion is whose joints stay so near to this one's, radians or metres: "
         "how well the controller follows. A file has 'joint: {constant: SIZE, per_speed: SECONDS}' "
         "for each joint"},
    {"blend", .argument = "RADIUS", .kind = LW_OPTION_NUMBER, LW_INTO(verify_arguments, blend),
     .bound = LW_ABOVE,
     .help =
         "Rounds the corners of linear trajectories by parabolas, as controllers do: a blend begins "
         "or ends where the joint that moves farthest is so far from its waypoint, radians or "
         "metres; the trajectory begins and ends at rest"},
    {"slack", .argument = "SECONDS", .kind = LW_OPTION_NUMBER, LW_INTO(verify_arguments, slack),
     .help =
         "Safe only if the robots are free of each other, too, however early or late each is, by at "
         "most so much; not with --stop"},
    {"stop", .kind = LW_OPTION_FLAG, LW_INTO(verify_arguments, stop),
     .help =
         "Safe only if the stop from every moment of the trajectory is free, too: each joint brakes "
         "by itself, as fast as its limits of acceleration and jerk allow"},
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
    if (arguments->stop && arguments->slack > 0)
        lw_usage_error(line, "--slack does not go with --stop");
    if (lw_scene_options_read_input(&arguments->scene) &&
        lw_motion_options_read_input(&arguments->motion))
        lw_usage_error(line, "standard input holds the robot or the motion, not both");
}

/* What is known of the motion. */
typedef struct findings {
    const lw_scene *scene;
    lw_motion *motion;
    lw_verdict verdict; /* with limits */
    lw_safety safety;
    lw_motion *stop; /* the stop that is at fault; NULL: none is */
    lw_verdict stop_verdict;
} findings;

enum { NAMES = 200 };

/* Adds a name to a list, or counts it where there is no room. */
static void add_name(char *names, size_t *left_out, const char *name)
{
    const size_t used = strlen(names);
    if (*left_out || used + strlen(name) + 5 > NAMES)
        ++*left_out;
    else
        snprintf(names + used, NAMES - used, "%s\"%s\"", used ? ", " : "", name);
}

/* Gives the motion a notice of the joints whose start is not compared. */
static lw_status tell_unstated(const findings *of, lw_error *error)
{
    char names[NAMES] = "";
    char more[40] = "";
    size_t left_out = 0;
    lw_error sentence;
    for (size_t i = 0; i < lw_scene_joint_count(of->scene); i++) {
        lw_joint_info joint = lw_default_joint_info();
        lw_status status = lw_scene_joint_info(of->scene, i, &joint, error);
        if (status)
            return status;
        if (joint.mimic < 0 && lw_motion_moves(of->motion, i) && !joint.stated &&
            !lw_motion_approaches(of->motion, i))
            add_name(names, &left_out, joint.name);
    }
    if (!*names && !left_out)
        return LW_OK;
    if (left_out)
        snprintf(more, sizeof more, "%s%zu more", *names ? " and " : "", left_out);
    lw_fail(&sentence, LW_ERROR_NOTICE,
            "nothing states where these joints are before the motion, so that its start is not "
            "compared: %s%s",
            names, more);
    return lw_motion_add_notice(of->motion, sentence.message, error);
}

/* Checks once more the stop that is in contact, for its verdict. */
static lw_status examine_stop(lw_checker *checker, findings *of, const lw_check_options *options,
                              lw_error *error)
{
    const size_t index = lw_motion_stage_at(of->motion, of->safety.time);
    const lw_motion *stage = lw_motion_stage(of->motion, index);
    const lw_scene *scene = lw_motion_scene(stage);
    of->stop_verdict = lw_default_verdict();
    lw_status status = lw_motion_create(scene, &of->stop, error);
    if (!status)
        status = lw_motion_set_stop_at(of->stop, stage, of->safety.time, error);
    if (!status)
        status = lw_checker_set_scene(checker, scene, error);
    if (!status)
        status = lw_check(checker, of->stop, options, &of->stop_verdict, error);
    return status;
}

static lw_status examine(const verify_arguments *arguments, findings *of, lw_error *error)
{
    lw_checker *checker = NULL;
    lw_check_options check = lw_default_check_options();
    lw_verify_options options = lw_default_verify_options();
    check.limits = 1;
    check.stop = lw_interrupted;
    options.check = &check;
    options.start_tolerance = arguments->start_tolerance;
    options.stops = arguments->stop;
    options.slack = arguments->slack;
    of->verdict = lw_default_verdict();
    of->safety = lw_default_safety();
    lw_status status = lw_tolerance_set(&arguments->tolerance, of->motion, error);
    if (!status && arguments->blend > 0)
        status = lw_motion_blend(of->motion, arguments->blend, error);
    if (!status)
        status = lw_checker_create(of->scene, &checker, error);
    if (!status)
        status = lw_verify(checker, of->motion, &options, &of->verdict, &of->safety, error);
    if (!status && of->safety.unstated)
        status = tell_unstated(of, error);
    if (!status && of->safety.reason == LW_SAFETY_REASON_STOP)
        status = examine_stop(checker, of, &check, error);
    lw_checker_destroy(checker);
    return status;
}

/* ---- the answer ---------------------------------------------------------------------------------- */

static int status_of(lw_safety_kind kind)
{
    switch (kind) {
    case LW_SAFETY_SAFE:
        return LW_EXIT_FREE;
    case LW_SAFETY_UNSAFE:
        return LW_EXIT_CONTACT;
    case LW_SAFETY_UNDECIDED:
        break;
    }
    return LW_EXIT_UNDECIDED;
}

/* The joint of the reason, and its robot where there are several. */
static lw_joint_info joint_of(const findings *of, const char **robot)
{
    lw_joint_info joint = lw_default_joint_info();
    *robot = NULL;
    if (!lw_scene_joint_info(of->scene, (size_t)of->safety.joint, &joint, NULL) &&
        lw_scene_robot_count(of->scene) > 1)
        *robot = lw_scene_robot_name(of->scene, joint.robot);
    return joint;
}

static void number_field(FILE *file, const char *key, double number)
{
    fprintf(file, ", \"%s\": ", key);
    lw_print_number(file, number);
}

/* Prints the joint that is at fault at an end, or beyond a limit. */
static void print_joint_json(FILE *file, const findings *of)
{
    const lw_safety *safety = &of->safety;
    const char *robot;
    const lw_joint_info joint = joint_of(of, &robot);
    if (robot) {
        fputs(", \"robot\": ", file);
        lw_print_string(file, robot);
    }
    fputs(", \"joint\": ", file);
    lw_print_string(file, joint.name);
    if (joint.value_count > 1)
        fprintf(file, ", \"part\": %zu", safety->part);
    number_field(file, "value", safety->value);
    if (safety->limit != 0)
        number_field(file, "limit", safety->limit);
    if (safety->reason == LW_SAFETY_REASON_START)
        number_field(file, "robot_at", safety->robot_at);
}

/* Prints how many stops were checked, and the verdict of the one that is at fault. */
static lw_status print_stops_json(FILE *file, const findings *of, lw_error *error)
{
    const lw_result result = {.struct_size = sizeof(lw_result),
                              .scene = of->stop ? lw_motion_scene(of->stop) : NULL,
                              .motion = of->stop,
                              .verdict = &of->stop_verdict};
    fprintf(file, ", \"stops\": %" PRIu64, of->safety.stops);
    number_field(file, "stops_until", of->safety.stops_until);
    if (!of->stop)
        return LW_OK;
    fputs(", \"stop\": ", file);
    return lw_result_line(file, &result, "", error);
}

/* Prints the bodies of two robots that are early or late, and their times. */
static void print_slack_json(FILE *file, const findings *of)
{
    for (int i = 0; i < 2; i++) {
        fputs(i ? ", " : ", \"pair\": [", file);
        lw_print_string(file, lw_scene_body_name(of->scene, (size_t)of->safety.pair[i]));
    }
    fputs("], \"times\": [", file);
    lw_print_number(file, of->safety.times[0]);
    fputs(", ", file);
    lw_print_number(file, of->safety.times[1]);
    fputc(']', file);
}

static lw_status print_json(FILE *file, const findings *of, const lw_result *result, lw_error *error)
{
    const lw_safety *safety = &of->safety;
    lw_status status = LW_OK;
    fprintf(file, "{\"answer\": \"%s\"", lw_safety_name(safety->kind));
    if (safety->reason) {
        fprintf(file, ", \"reason\": \"%s\"", lw_safety_reason_name(safety->reason));
        number_field(file, "time", safety->time);
    }
    if (safety->joint >= 0)
        print_joint_json(file, of);
    if (safety->pair[0] >= 0)
        print_slack_json(file, of);
    if (safety->stops)
        status = print_stops_json(file, of, error);
    fputs(", \"check\": ", file);
    return status ? status : lw_result_line(file, result, "}\n", error);
}

/* Whether the reason is about an end of the motion: the jumps of velocity on the way are within it. */
static bool is_at_end(const findings *of)
{
    double begin;
    double end;
    lw_motion_interval(of->motion, &begin, &end);
    return of->safety.reason == LW_SAFETY_REASON_START ||
           of->safety.reason == LW_SAFETY_REASON_START_MOVING ||
           of->safety.reason == LW_SAFETY_REASON_END_MOVING ||
           (of->safety.reason == LW_SAFETY_REASON_VELOCITY_JUMP &&
            (of->safety.time <= begin || of->safety.time >= end));
}

static void print_end(FILE *file, const findings *of)
{
    const char *robot;
    const lw_joint_info joint = joint_of(of, &robot);
    char at[64];
    lw_time_text(of->motion, of->safety.time, at, sizeof at);
    lw_print(file, ": joint %s%s%s ", robot ? robot : "", robot ? "/" : "", joint.name);
    if (of->safety.reason == LW_SAFETY_REASON_START)
        lw_print(file, "begins at %.9g, and the robot is at %.9g\n", of->safety.value,
                 of->safety.robot_at);
    else
        lw_print(file, "has the velocity %.9g at %s, where it has to rest\n", of->safety.value, at);
}

/* Prints how many stops were checked, and the verdict of the one that is at fault. */
static void print_stops(const lw_output *output, const findings *of)
{
    FILE *file = output->file;
    const lw_safety *safety = &of->safety;
    const lw_result result = {.struct_size = sizeof(lw_result),
                              .scene = of->stop ? lw_motion_scene(of->stop) : NULL,
                              .motion = of->stop,
                              .verdict = &of->stop_verdict};
    char at[64];
    lw_time_text(of->motion, safety->stops_until, at, sizeof at);
    if (safety->kind == LW_SAFETY_SAFE)
        lw_print(file, "the stops from all moments are free (%" PRIu64 " checked)\n", safety->stops);
    else
        lw_print(file, "the stops from moments before %s are free (%" PRIu64 " checked)\n", at,
                 safety->stops);
    if (!of->stop)
        return;
    lw_time_text(of->motion, safety->time, at, sizeof at);
    lw_print(file, "the stop from %s: ", at);
    lw_verdict_print(output, &result);
}

static void print_text(const lw_output *output, const findings *of, const lw_result *result)
{
    FILE *file = output->file;
    const lw_safety *safety = &of->safety;
    const char *reason = lw_safety_reason_name(safety->reason);
    fputs(safety->kind == LW_SAFETY_SAFE ? "safe to run" : lw_safety_name(safety->kind), file);
    if (is_at_end(of))
        print_end(file, of);
    else
        lw_print(file, "%s%s\n", reason ? ": " : "", reason ? reason : "");
    if (safety->pair[0] >= 0)
        lw_print(file, "%s at %.9g s touches %s at %.9g s\n",
                 lw_scene_body_name(of->scene, (size_t)safety->pair[0]), safety->times[0],
                 lw_scene_body_name(of->scene, (size_t)safety->pair[1]), safety->times[1]);
    if (safety->stops)
        print_stops(output, of);
    lw_verdict_print(output, result);
}

static lw_status print(const verify_arguments *arguments, const findings *of, lw_output *output,
                       lw_error *error)
{
    const lw_result result = {.struct_size = sizeof(lw_result),
                              .scene = of->scene,
                              .motion = of->motion,
                              .verdict = &of->verdict};
    lw_status status = lw_output_begin(output, error);
    if (!status && arguments->json)
        status = print_json(output->file, of, &result, error);
    else if (!status)
        print_text(output, of, &result);
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
    if (!status)
        status = lw_tolerance_inputs(&arguments->tolerance, &inputs, error);
    lw_interrupt_catch();
    if (!status)
        status = examine(arguments, of, error);
    if (!status) {
        *exit_status = lw_interrupted(NULL) ? lw_interrupt_exit() : status_of(of->safety.kind);
        status = print(arguments, of, &output, error);
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
    lw_motion_destroy(of.stop);
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
