/* The options that select motions: parsing them, and applying them to a scene. */
#include "motion_options.h"

#include "fail.h"
#include "json_text.h"
#include "numbers.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const lw_option motion_options[] = {
    {.kind = LW_OPTION_HEADING, .help = "The motions; without any of these, all that the scene names:"},
    {"from", .argument = "Q", .kind = LW_OPTION_TEXT, LW_INTO(lw_motion_options, from),
     .help = "Where a straight segment in joint space begins: values separated by commas, or the name "
             "of a state; ROBOT=Q with several robots"},
    {"to", .argument = "Q", .kind = LW_OPTION_TEXT, LW_INTO(lw_motion_options, to),
     .help = "Where the segment ends"},
    {"path", .argument = "FILE", .kind = LW_OPTION_FILE, LW_INTO(lw_motion_options, path),
     .help = "Waypoints: CSV, a ROS JointTrajectory in YAML or JSON, or one motion in JSON"},
    {"trajectory", .kind = LW_OPTION_ALIAS},
    {"motions", .argument = "FILE", .kind = LW_OPTION_FILE, LW_INTO(lw_motion_options, motions),
     .help = "JSON Lines, one motion a line"},
    {"request", .argument = "FILE", .kind = LW_OPTION_FILE, LW_INTO(lw_motion_options, request),
     .help = "From the start to the goal of a MoveIt request, in YAML"},
    {"motion", .argument = "NAME", .kind = LW_OPTION_TEXT, LW_INTO(lw_motion_options, motion),
     .help = "Only the motion of this name: of the scene's, or of those in the file"},
    {"group", .argument = "NAME", .kind = LW_OPTION_TEXT, LW_INTO(lw_motion_options, group),
     .help = "The group whose joints the values are for (default the SRDF's only one, else the movable "
             "joints in the URDF's order); ROBOT/NAME with several robots"},
    {"interpolation", .argument = "linear|cubic|quintic", .kind = LW_OPTION_CHOICE,
     LW_INTO(lw_motion_options, interpolation), .first = LW_INTERPOLATION_LINEAR,
     .help = "Between the waypoints of trajectories that do not say (default the highest that their "
             "data serve)"},
    {"no-wrap", .kind = LW_OPTION_FLAG, LW_INTO(lw_motion_options, no_wrap),
     .help = "Continuous joints do not turn the shorter way"},
    {0}};

static void finish(const lw_command_line *line, void *into)
{
    const lw_motion_options *options = into;
    int sources = (options->from || options->to) + (options->path != NULL) +
                  (options->motions != NULL) + (options->request != NULL);
    if (!options->from != !options->to)
        lw_usage_error(line, "--from and --to belong together: --%s is missing",
                       options->from ? "to" : "from");
    else if (sources > 1)
        lw_usage_error(line, "only one of --from with --to, --path, --motions and --request at a time");
    else if (options->motion && sources && !options->motions)
        lw_usage_error(line,
                       "--motion chooses among the scene's motions, or with --motions among those "
                       "of a file");
}

const lw_option_group lw_motion_group = {motion_options, NULL, finish};

bool lw_motion_options_read_input(const lw_motion_options *options)
{
    return (options->path && !strcmp(options->path, "-")) ||
           (options->motions && !strcmp(options->motions, "-"));
}

lw_status lw_motion_options_inputs(const lw_motion_options *options, lw_inputs *inputs, lw_error *error)
{
    const char *const paths[] = {options->path, options->motions, options->request};
    lw_status status = LW_OK;
    for (size_t i = 0; i < sizeof paths / sizeof *paths && !status; i++)
        status = lw_inputs_add(inputs, paths[i], error);
    return status;
}

/* ---- what they mean for a scene ---------------------------------------------------------------- */

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

/* the length of the robot's name in ROBOT=Q; 0: there is none */
static size_t robot_length(const char *text)
{
    const char *equals = strchr(text, '=');
    return equals ? (size_t)(equals - text) : 0;
}

static lw_status write_segment(FILE *file, const char *from, const char *to, lw_error *error)
{
    size_t length = robot_length(from);
    if (length != robot_length(to) || strncmp(from, to, length) != 0)
        return lw_fail(error, LW_ERROR_ARGUMENT, "'%s' and '%s' are not of the same robot", from, to);
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
    bool robots = robot_length(from[0]) > 0;
    lw_status status = LW_OK;
    fputs(robots ? "{\"robots\":{" : "", file);
    for (size_t i = 0; i < count && !status; i++) {
        fputs(i ? "," : "", file);
        if (!robots && i)
            status = lw_fail(error, LW_ERROR_ARGUMENT, "'%s' does not say which robot: ROBOT=%s",
                             from[0], from[0]);
        else if (robots && !robot_length(from[i]))
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
    if (robots > 1 && !defaults->robot && !robot_length(from[0])) {
        lw_fail(&own, status, "the scene has %zu robots; say which is meant: %s=%s", robots,
                lw_scene_robot_name(scene, 0), from[0]);
    } else {
        char *text = write_motion(from, end, count, &own);
        if (text)
            status = lw_motion_read_json(scene, text, NULL, 0, defaults, motion, NULL, 0, &own);
        free(text);
    }
    /* a user who gave one configuration did not name it "from" */
    const char *begin = to ? NULL : strstr(own.message, "from has ");
    if (status && begin)
        lw_fail_at(error, status, where, 0, 0, "%.*sthe configuration %s", (int)(begin - own.message),
                   own.message, begin + strlen("from "));
    else if (status)
        lw_fail_at(error, status, where, 0, 0, "%s", own.message);
    return status;
}
