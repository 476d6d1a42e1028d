/* The options that select motions: parsing them, and applying them to a scene. */
#include "option/motion_options.h"

#include "option/option_value.h"
#include "text/fail.h"
#include "text/json_text.h"
#include "text/numbers.h"
#include "text/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void choose(const lw_command_line *line, lw_motion_options *options, lw_motion_choice_kind kind,
                   const char *text)
{
    if (!LW_LIST_GROW(&options->choices))
        lw_usage_out_of_memory(line);
    options->choices.items[options->choices.count++] = (lw_motion_choice){kind, text};
}

static void take_end(const lw_command_line *line, lw_motion_options *options, lw_texts *ends,
                     const char *text)
{
    if (!options->from.count && !options->to.count)
        choose(line, options, LW_CHOICE_SEGMENT, NULL);
    lw_texts_add(line, ends, text);
}

static void take_from(const lw_command_line *line, const lw_option *option, const char *text,
                      void *into)
{
    lw_motion_options *options = into;
    (void)option;
    take_end(line, options, &options->from, text);
}

static void take_to(const lw_command_line *line, const lw_option *option, const char *text, void *into)
{
    lw_motion_options *options = into;
    (void)option;
    take_end(line, options, &options->to, text);
}

static void take_path(const lw_command_line *line, const lw_option *option, const char *text,
                      void *into)
{
    const size_t robot = lw_robot_length(text);
    lw_option_file(line, option->name, text + robot + (robot > 0));
    choose(line, into, LW_CHOICE_PATH, text);
}

static void take_motions(const lw_command_line *line, const lw_option *option, const char *text,
                         void *into)
{
    choose(line, into, LW_CHOICE_MOTIONS, lw_option_file(line, option->name, text));
}

static void take_request(const lw_command_line *line, const lw_option *option, const char *text,
                         void *into)
{
    choose(line, into, LW_CHOICE_REQUEST, lw_option_file(line, option->name, text));
}

static void take_motion(const lw_command_line *line, const lw_option *option, const char *text,
                        void *into)
{
    (void)option;
    choose(line, into, LW_CHOICE_MOTION, text);
}

static const lw_option motion_options[] = {
    {.kind = LW_OPTION_HEADING, .help = "The motions; without any of these, all that the scene names:"},
    {"from", .argument = "Q", .kind = LW_OPTION_OTHER, .repeat = LW_ONCE_EACH, .take = take_from,
     .help = "Where a straight segment in joint space begins: values separated by commas, or the name "
             "of a state; ROBOT=Q with several robots, once for each"},
    {"to", .argument = "Q", .kind = LW_OPTION_OTHER, .repeat = LW_ONCE_EACH, .take = take_to,
     .help = "Where the segment ends; ROBOT=Q with several robots, once for each"},
    {"path", .argument = "FILE", .kind = LW_OPTION_OTHER, .repeat = LW_REPEATED, .take = take_path,
     .help = "Waypoints: CSV, a ROS JointTrajectory in YAML or JSON, or one motion in JSON; may be "
             "repeated. With several robots ROBOT=FILE, once for each that moves: together one motion, "
             "on one clock"},
    {"trajectory", .kind = LW_OPTION_ALIAS},
    {"motions", .argument = "FILE", .kind = LW_OPTION_OTHER, .repeat = LW_REPEATED,
     .take = take_motions, .help = "JSON Lines, one motion a line; may be repeated"},
    {"request", .argument = "FILE", .kind = LW_OPTION_OTHER, .repeat = LW_REPEATED,
     .take = take_request,
     .help = "From the start to the goal of a MoveIt request, in YAML; may be repeated"},
    {"motion", .argument = "NAME", .kind = LW_OPTION_OTHER, .repeat = LW_REPEATED, .take = take_motion,
     .help = "Only the motion of this name: of the scene's, or of those in the files of --motions; may "
             "be repeated"},
    {"group", .argument = "NAME", .kind = LW_OPTION_TEXT, LW_INTO(lw_motion_options, group),
     .help = "The group whose joints the values are for (default the SRDF's only one, else the movable "
             "joints in the URDF's order); ROBOT/NAME with several robots"},
    {"interpolation", .argument = "linear|cubic|quintic", .kind = LW_OPTION_CHOICE,
     LW_INTO(lw_motion_options, interpolation), .first = LW_INTERPOLATION_LINEAR,
     .help = "Between the waypoints of trajectories that do not say (default the highest that their "
             "data serve)"},
    {"no-wrap", .kind = LW_OPTION_FLAG, LW_INTO(lw_motion_options, no_wrap),
     .help = "Continuous joints and headings of planar joints do not turn the shorter way"},
    {0}};

size_t lw_robot_length(const char *text)
{
    const char *equals = strchr(text, '=');
    return equals ? (size_t)(equals - text) : 0;
}

/* Whether two texts name the same robot, or both none. */
static bool same_robot(const char *a, const char *b)
{
    const size_t length = lw_robot_length(a);
    return length == lw_robot_length(b) && !strncmp(a, b, length);
}

void lw_check_robots(const lw_command_line *line, const char *option, const lw_texts *configurations)
{
    for (size_t i = 1; i < configurations->count; i++)
        for (size_t k = 0; k < i; k++) {
            const char *text = configurations->items[i];
            if (!same_robot(text, configurations->items[k]))
                continue;
            const int length = (int)lw_robot_length(text);
            if (length)
                lw_usage_error(line, "--%s is given twice for the robot \"%.*s\"", option, length,
                               text);
            lw_usage_error(line, "--%s is given twice; with several robots it is ROBOT=%s", option,
                           text);
        }
}

/* Puts the ends into the order of the beginnings. */
static void match_ends(const lw_command_line *line, const lw_texts *from, lw_texts *to)
{
    if (!from->count != !to->count)
        lw_usage_error(line, "--from and --to belong together: --%s is missing",
                       from->count ? "to" : "from");
    for (size_t i = 0; i < from->count; i++) {
        size_t k = i;
        while (k < to->count && !same_robot(from->items[i], to->items[k]))
            k++;
        if (k >= to->count)
            lw_usage_error(line, "--from and --to belong together: there is no --to for '%s'",
                           from->items[i]);
        const char *end = to->items[k];
        to->items[k] = to->items[i];
        to->items[i] = end;
    }
    if (to->count > from->count)
        lw_usage_error(line, "--from and --to belong together: there is no --from for '%s'",
                       to->items[from->count]);
}

/* Whether a choice is read from standard input. */
static bool reads_input(const lw_motion_choice *choice)
{
    const char *text = choice->text;
    switch (choice->kind) {
    case LW_CHOICE_PATH:
        return !strcmp(text + lw_robot_length(text) + (lw_robot_length(text) > 0), "-");
    case LW_CHOICE_MOTIONS:
    case LW_CHOICE_TRAJECTORIES:
    case LW_CHOICE_REQUEST:
        return !strcmp(text, "-");
    case LW_CHOICE_SEGMENT:
    case LW_CHOICE_MOTION:
        break;
    }
    return false;
}

static size_t count_inputs(const lw_motion_options *options)
{
    size_t count = 0;
    for (size_t i = 0; i < options->choices.count; i++)
        count += reads_input(&options->choices.items[i]);
    return count;
}

static void finish(const lw_command_line *line, void *into)
{
    lw_motion_options *options = into;
    lw_check_robots(line, "from", &options->from);
    lw_check_robots(line, "to", &options->to);
    match_ends(line, &options->from, &options->to);
    if (count_inputs(options) > 1)
        lw_usage_error(line, "standard input holds one file of motions: '-' can be given once");
}

const lw_option_group lw_motion_group = {motion_options, NULL, finish};

void lw_motion_options_free(lw_motion_options *options)
{
    free(options->choices.items);
    free(options->from.items);
    free(options->to.items);
}

bool lw_motion_options_read_input(const lw_motion_options *options)
{
    return count_inputs(options) > 0;
}

lw_status lw_motion_options_inputs(const lw_motion_options *options, lw_inputs *inputs, lw_error *error)
{
    lw_status status = LW_OK;
    for (size_t i = 0; i < options->choices.count && !status; i++) {
        const lw_motion_choice *choice = &options->choices.items[i];
        if (choice->kind == LW_CHOICE_SEGMENT || choice->kind == LW_CHOICE_MOTION)
            continue;
        const size_t robot = choice->kind == LW_CHOICE_PATH ? lw_robot_length(choice->text) : 0;
        status = lw_inputs_add(inputs, choice->text, error);
        if (!status && robot)
            status = lw_inputs_add(inputs, choice->text + robot + 1, error);
    }
    return status;
}

/* ---- applying them to a scene ---------------------------------------------------------------- */

lw_motion_defaults lw_group_defaults(const lw_scene *scene, const char *group, char *robot, size_t size)
{
    lw_motion_defaults defaults = {.struct_size = sizeof(lw_motion_defaults), .group = group};
    const char *slash = group ? strchr(group, '/') : NULL;
    if (!slash || (size_t)(slash - group) >= size)
        return defaults;
    memcpy(robot, group, (size_t)(slash - group));
    robot[slash - group] = '\0';
    if (lw_scene_find_robot(scene, robot) < 0)
        return defaults;
    defaults.robot = robot;
    defaults.group = slash[1] ? slash + 1 : NULL;
    return defaults;
}

lw_motion_defaults lw_motion_options_defaults(const lw_motion_options *options, const lw_scene *scene,
                                              char *robot, size_t size)
{
    lw_motion_defaults defaults = lw_group_defaults(scene, options->group, robot, size);
    defaults.interpolation = options->interpolation;
    defaults.no_wrap = options->no_wrap;
    defaults.no_approach = options->trajectories; /* trajectories of a cell follow one another */
    return defaults;
}

static lw_status write_text(FILE *file, const char *text, size_t length, lw_error *error)
{
    return lw_print_string_part(file, text, length)
               ? LW_OK
               : lw_fail(error, LW_ERROR_ARGUMENT, "'%s' is not valid UTF-8", text);
}

/* writes a configuration as JSON: an array, or a state's name */
static lw_status write_configuration(FILE *file, const char *text, lw_error *error)
{
    if (!strchr(text, ',') && (!*text || !strchr("+-.0123456789", text[0])))
        return write_text(file, text, strlen(text), error);
    size_t capacity = strlen(text) / 2 + 1;
    size_t count;
    double *values = calloc(capacity, sizeof *values);
    if (!values)
        return lw_fail_memory(error);
    lw_status status = LW_OK;
    if (!lw_numbers_read(text, values, capacity, &count)) {
        status = lw_fail(error, LW_ERROR_ARGUMENT,
                         "a configuration is finite numbers separated by commas, or the name of a "
                         "state, not '%s'",
                         text);
        count = 0;
    }
    for (size_t i = 0; i < count; i++) {
        char number[LW_NUMBER_SIZE];
        lw_number_text(values[i], number);
        fprintf(file, "%s%s", i ? "," : "[", number);
    }
    fputc(']', file);
    free(values);
    return status;
}

/* from and to name the same robot, or none */
static lw_status write_segment(FILE *file, const char *from, const char *to, lw_error *error)
{
    size_t length = lw_robot_length(from);
    if (length) {
        lw_status status = write_text(file, from, length, error);
        if (status)
            return status;
        fputc(':', file);
        length++;
    }
    fputs("{\"from\":", file);
    lw_status status = write_configuration(file, from + length, error);
    fputs(",\"to\":", file);
    if (!status)
        status = write_configuration(file, to + length, error);
    fputc('}', file);
    return status;
}

/* writes the motion as JSON text, for the caller to free; NULL and an error where a configuration is
 * malformed */
static char *write_motion(const char *const *from, const char *const *to, size_t count, lw_error *error)
{
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    if (!file) {
        lw_fail_memory(error);
        return NULL;
    }
    bool robots = lw_robot_length(from[0]) > 0;
    lw_status status = LW_OK;
    fputs(robots ? "{\"robots\":{" : "", file);
    for (size_t i = 0; i < count && !status; i++) {
        fputs(i ? "," : "", file);
        if (!robots && i)
            status = lw_fail(error, LW_ERROR_ARGUMENT, "'%s' does not say which robot: ROBOT=%s",
                             from[0], from[0]);
        else if (robots && !lw_robot_length(from[i]))
            status = lw_fail(error, LW_ERROR_ARGUMENT, "'%s' does not say which robot: ROBOT=%s",
                             from[i], from[i]);
        else
            status = write_segment(file, from[i], to[i], error);
    }
    fputs(robots ? "}}" : "", file);
    bool written = !ferror(file);
    if ((fclose(file) || !written) && !status)
        status = lw_fail_memory(error);
    if (!status)
        return text;
    free(text);
    return NULL;
}

lw_status lw_typed_motion(const lw_scene *scene, const lw_motion_defaults *defaults, const char *where,
                          const char *const *from, const char *const *to, size_t count,
                          lw_motion *motion, lw_error *error)
{
    const char *const *end = to ? to : from;
    size_t robots = lw_scene_robot_count(scene);
    lw_error own = {0};
    lw_status status = LW_ERROR_ARGUMENT;
    if (robots > 1 && !defaults->robot && !lw_robot_length(from[0])) {
        lw_fail(&own, status, "the scene has %zu robots; say which is meant: %s=%s", robots,
                lw_scene_robot_name(scene, 0), from[0]);
    } else {
        char *text = write_motion(from, end, count, &own);
        if (text)
            status = lw_motion_read_json(scene, text, NULL, 0, defaults, motion, NULL, 0, &own);
        free(text);
    }
    /* a user who gave one configuration did not call it "from" */
    const char *begin = to ? NULL : strstr(own.message, "from has ");
    if (status && begin)
        lw_fail_at(error, status, where, 0, 0, "%.*sthe configuration %s", (int)(begin - own.message),
                   own.message, begin + strlen("from "));
    else if (status)
        lw_fail_at(error, status, where, 0, 0, "%s", own.message);
    return status;
}
