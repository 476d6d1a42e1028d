/* Further goals of leeway plan: --goal Q, and the lines of --goals FILE. */
#include "command/plan_goals.h"

#include "text/fail.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_GOALS = 1000000, LONGEST_LINE = 1 << 16 };

/* What goals are read with. */
typedef struct reading {
    const lw_scene *scene;
    const lw_joint_space *space;
    lw_motion_defaults defaults;
    lw_motion *motion; /* stands at a goal */
    lw_goals *out;
} reading;

static lw_status grow(reading *r, size_t width, double **values, lw_error *error)
{
    if (r->out->count >= MOST_GOALS)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there are more than %d goals", (int)MOST_GOALS);
    if (!LW_LIST_RESERVE(&r->out->values, r->out->values.count + width))
        return lw_fail_memory(error);
    *values = r->out->values.items + r->out->values.count;
    r->out->values.count += width;
    r->out->count++;
    return LW_OK;
}

/* Reads the values of the joints that are planned for where the motion stands. */
static lw_status take_values(reading *r, const char *where, int line, lw_error *error)
{
    const lw_joints *joints = r->space->joints[0];
    const char *robot = lw_scene_robot_name(r->scene, lw_joints_robot(joints));
    double *values = NULL;
    size_t at = 0;
    lw_status status = grow(r, lw_joints_value_count(joints), &values, error);
    for (size_t i = 0; i < lw_joints_count(joints) && !status; i++) {
        const char *name = lw_joints_name(joints, i);
        const int64_t joint = lw_scene_find_joint(r->scene, robot, name);
        lw_joint_info info = lw_default_joint_info();
        status = lw_scene_joint_info(r->scene, (size_t)joint, &info, error);
        if (!status && !lw_motion_moves(r->motion, (size_t)joint))
            status =
                lw_fail_at(error, LW_ERROR_ARGUMENT, where, line, 0,
                           "the goal has no value for joint \"%s\" of robot \"%s\", which the motion "
                           "moves",
                           name, robot);
        if (!status)
            status = lw_motion_joint_values(r->motion, (size_t)joint, 0, values + at, error);
        at += info.value_count;
    }
    return status;
}

/* Reads a goal. where, line: for errors. */
static lw_status add_goal(reading *r, const char *text, const char *where, int line, lw_error *error)
{
    lw_error own = {0};
    lw_status status = lw_typed_motion(r->scene, &r->defaults, where, &text, NULL, 1, r->motion, &own);
    if (status)
        return lw_fail_at(error, status, where, line, 0, "%s", own.message);
    return take_values(r, where, line, error);
}

/* The text of a line without blanks at its ends and without a comment. */
static char *trim(char *line)
{
    line[strcspn(line, "#\r\n")] = '\0';
    line += strspn(line, " \t");
    size_t length = strlen(line);
    while (length && strchr(" \t", line[length - 1]))
        line[--length] = '\0';
    return line;
}

static lw_status read_lines(reading *r, FILE *file, const char *path, lw_error *error)
{
    char *line = malloc(LONGEST_LINE);
    if (!line)
        return lw_fail_memory(error);
    const size_t before = r->out->count;
    lw_status status = LW_OK;
    for (int number = 1; !status && fgets(line, LONGEST_LINE, file); number++) {
        if (strlen(line) == LONGEST_LINE - 1)
            status = lw_fail_at(error, LW_ERROR_SYNTAX, path, number, 0,
                                "the line is longer than %d characters", LONGEST_LINE - 2);
        char *text = trim(line);
        if (!status && *text)
            status = add_goal(r, text, path, number, error);
    }
    if (!status && ferror(file))
        status = lw_fail_at(error, LW_ERROR_FILE, path, 0, 0, "cannot be read");
    if (!status && r->out->count == before)
        status = lw_fail_at(error, LW_ERROR_ARGUMENT, path, 0, 0, "there is no goal");
    free(line);
    return status;
}

static lw_status read_file(reading *r, const char *path, lw_error *error)
{
    if (!strcmp(path, "-"))
        return read_lines(r, stdin, "standard input", error);
    FILE *file = fopen(path, "r");
    if (!file)
        return lw_fail_at(error, LW_ERROR_FILE, path, 0, 0, "cannot be read: %s", strerror(errno));
    lw_status status = read_lines(r, file, path, error);
    fclose(file);
    return status;
}

static lw_status add_end(reading *r, lw_error *error)
{
    size_t width = 0;
    double *values = NULL;
    for (size_t i = 0; i < r->space->count; i++)
        width += lw_joints_value_count(r->space->joints[i]);
    lw_status status = grow(r, width, &values, error);
    if (!status)
        memcpy(values, r->space->to, width * sizeof *values);
    return status;
}

lw_status lw_goals_read(const lw_scene *scene, const lw_goal_options *options,
                        const lw_motion_options *motion, const lw_joint_space *space, lw_goals *out,
                        lw_error *error)
{
    char robot[256];
    *out = (lw_goals){.count = 0};
    reading r = {.scene = scene,
                 .space = space,
                 .defaults = lw_motion_options_defaults(motion, scene, robot, sizeof robot),
                 .out = out};
    lw_status status = add_end(&r, error);
    if (status || (!options->typed.count && !options->file))
        return status;
    if (space->count > 1)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "--goal and --goals are for the motion of one robot; this one moves %zu",
                       space->count);
    status = lw_motion_create(scene, &r.motion, error);
    for (size_t i = 0; i < options->typed.count && !status; i++)
        status = add_goal(&r, options->typed.items[i], "--goal", 0, error);
    if (!status && options->file)
        status = read_file(&r, options->file, error);
    lw_motion_destroy(r.motion);
    return status;
}

void lw_goals_free(lw_goals *goals)
{
    free(goals->values.items);
}
