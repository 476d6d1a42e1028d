/* The joints and bounds for which leeway plan and leeway roadmap plan. */
#include "part/plan_space.h"

#include "option/method_list.h"
#include "option/motion_source.h"
#include "text/fail.h"
#include "text/numbers.h"
#include "text/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool has_joint(const lw_joints *joints, const char *name)
{
    for (size_t i = 0; i < lw_joints_count(joints); i++)
        if (!strcmp(lw_joints_name(joints, i), name))
            return true;
    return false;
}

/* Finds the joints of a robot that are in the group; NULL: the group is not of this robot. */
static lw_status find_group(const lw_scene *scene, const char *group, size_t robot,
                            const lw_joints **robot_joints, lw_error *error)
{
    char of[256];
    const char *name = lw_scene_robot_name(scene, robot);
    lw_motion_defaults defaults = lw_group_defaults(scene, group, of, sizeof of);
    *robot_joints = NULL;
    if (defaults.robot && strcmp(defaults.robot, name) != 0)
        return LW_OK;
    *robot_joints = lw_scene_joints(scene, name, defaults.group, error);
    return *robot_joints ? LW_OK : error->status;
}

/* The joints of a robot that the motion moves, or that are in the group, and that have values of their
 * own, in file order. */
static lw_status add_robot(const lw_scene *scene, const lw_joint_choice *choice, size_t robot,
                           lw_joint_space *space, lw_error *error)
{
    const lw_motion *motion = choice->motion;
    const lw_joints *group = NULL;
    lw_status status = motion ? LW_OK : find_group(scene, choice->group, robot, &group, error);
    if (status)
        return status;
    const lw_joints *all = lw_scene_movable_joints(scene, robot);
    const char *name = lw_scene_robot_name(scene, robot);
    const char **names = calloc(lw_joints_count(all) + 1, sizeof *names);
    size_t count = 0;
    if (!names)
        return lw_fail_memory(error);
    for (size_t i = 0; i < lw_joints_count(all); i++) {
        int64_t joint = lw_scene_find_joint(scene, name, lw_joints_name(all, i));
        bool chosen = motion ? joint >= 0 && lw_motion_moves(motion, (size_t)joint)
                             : group && has_joint(group, lw_joints_name(all, i));
        if (chosen)
            names[count++] = lw_joints_name(all, i);
    }
    if (count)
        status = lw_joints_create(scene, name, names, count, &space->joints[space->count], error);
    space->count += count && !status;
    free(names);
    return status;
}

/* The index of a joint of the scene. */
static size_t index_of(const lw_scene *scene, const lw_joints *joints, size_t i)
{
    const char *robot = lw_scene_robot_name(scene, lw_joints_robot(joints));
    return (size_t)lw_scene_find_joint(scene, robot, lw_joints_name(joints, i));
}

/* The end of a segment is off by a rounding error: takes the number of 15 digits within that error. */
static void round_ends(double *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char text[LW_NUMBER_SIZE];
        snprintf(text, sizeof text, "%.15g", values[i]);
        double rounded = strtod(text, NULL);
        if (fabs(rounded - values[i]) <= 4e-16 * fabs(values[i]))
            values[i] = rounded;
    }
}

/* Keeps a bound of a request, if it has one. */
static void keep_bound(double bound, double *out)
{
    if (isfinite(bound))
        *out = bound;
}

/* Reads the values at both ends, and the bounds of the motion's request. */
static lw_status read_ends(const lw_scene *scene, const lw_motion *motion, lw_joint_space *space,
                           lw_error *error)
{
    double begin;
    double end;
    size_t at = 0;
    lw_status status = LW_OK;
    lw_motion_interval(motion, &begin, &end);
    for (size_t r = 0; r < space->count; r++)
        for (size_t i = 0; i < lw_joints_count(space->joints[r]) && !status; i++) {
            size_t joint = index_of(scene, space->joints[r], i);
            lw_joint_info info = lw_default_joint_info();
            double values[2][7];
            status = lw_scene_joint_info(scene, joint, &info, error);
            if (!status)
                status = lw_motion_joint_values(motion, joint, begin, values[0], error);
            if (!status)
                status = lw_motion_joint_values(motion, joint, end, values[1], error);
            if (status)
                return status;
            round_ends(values[0], info.value_count);
            round_ends(values[1], info.value_count);
            double bounds[2][7];
            lw_motion_bounds(motion, joint, bounds[0], bounds[1]);
            for (size_t k = 0; k < info.value_count; k++) {
                keep_bound(bounds[0][k], &space->lower[at + k]);
                keep_bound(bounds[1][k], &space->upper[at + k]);
            }
            memcpy(space->from + at, values[0], info.value_count * sizeof *space->from);
            memcpy(space->to + at, values[1], info.value_count * sizeof *space->to);
            at += info.value_count;
        }
    return status;
}

/* The index of the first value of a joint in a configuration; -1: it is not planned. */
static int64_t place_of(const lw_scene *scene, const lw_joint_space *space, size_t joint)
{
    size_t at = 0;
    for (size_t r = 0; r < space->count; r++)
        for (size_t i = 0; i < lw_joints_count(space->joints[r]); i++) {
            size_t index = index_of(scene, space->joints[r], i);
            lw_joint_info info = lw_default_joint_info();
            if (index == joint)
                return (int64_t)at;
            if (!lw_scene_joint_info(scene, index, &info, NULL))
                at += info.value_count;
        }
    return -1;
}

/* Brings the angle of a continuous joint within bounds by whole turns, if they can: a segment turns the
 * shorter way, perhaps to another whole turn than the goal that was typed. */
static void unwind(double lower, double upper, double *angle)
{
    static const double turn = 2 * 3.14159265358979323846;
    static const double rounded = 1e-9;
    double turns = *angle < lower - rounded ? ceil((lower - rounded - *angle) / turn)
                                            : -ceil((*angle - upper - rounded) / turn);
    if (*angle >= lower - rounded && *angle <= upper + rounded)
        return;
    double moved = *angle + turns * turn;
    if (moved < lower - rounded || moved > upper + rounded)
        return;
    char text[LW_NUMBER_SIZE];
    snprintf(text, sizeof text, "%.12g", moved); /* the typed number, without rounding errors */
    double near = strtod(text, NULL);
    *angle = fabs(near - moved) <= 1e-14 ? near : moved;
}

/* Applies one --bounds. */
static lw_status set_bounds(const lw_scene *scene, const char *text, lw_joint_space *space,
                            lw_error *error)
{
    char name[256];
    double numbers[14];
    size_t count = 0;
    const char *equals = strchr(text, '=');
    if (!equals || (size_t)(equals - text) >= sizeof name ||
        !lw_numbers_read(equals + 1, numbers, sizeof numbers / sizeof *numbers, &count) || !count ||
        count % 2)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "--bounds takes JOINT=LOWER,UPPER and further pairs of numbers, not '%s'", text);
    memcpy(name, text, (size_t)(equals - text));
    name[equals - text] = '\0';
    char *slash = strchr(name, '/');
    if (slash)
        *slash = '\0';
    const char *joint_name = slash ? slash + 1 : name;
    int64_t joint = lw_scene_find_joint(scene, slash ? name : NULL, joint_name);
    int64_t at = joint >= 0 ? place_of(scene, space, (size_t)joint) : -1;
    if (at < 0)
        return lw_fail(error, LW_ERROR_NAME, "--bounds: no joint \"%s\" is planned for", joint_name);
    lw_joint_info info = lw_default_joint_info();
    lw_status status = lw_scene_joint_info(scene, (size_t)joint, &info, error);
    size_t most = info.kind == LW_JOINT_FLOATING ? 3 : info.value_count;
    if (!status && count / 2 > most)
        status = lw_fail(error, LW_ERROR_ARGUMENT, "--bounds: joint \"%s\" takes at most %zu pairs",
                         joint_name, most);
    if (!status && !isnan(space->lower[at]))
        status = lw_fail(error, LW_ERROR_ARGUMENT, "--bounds: joint \"%s\" is given twice", joint_name);
    for (size_t i = 0; i < count / 2 && !status; i++) {
        /* fmax and fmin ignore a NaN, which stands for no bound yet */
        space->lower[(size_t)at + i] = fmax(space->lower[(size_t)at + i], numbers[2 * i]);
        space->upper[(size_t)at + i] = fmin(space->upper[(size_t)at + i], numbers[2 * i + 1]);
    }
    size_t angle = info.kind == LW_JOINT_CONTINUOUS ? 0 : info.kind == LW_JOINT_PLANAR ? 2 : SIZE_MAX;
    if (!status && angle < count / 2) {
        unwind(numbers[2 * angle], numbers[2 * angle + 1], &space->from[(size_t)at + angle]);
        unwind(numbers[2 * angle], numbers[2 * angle + 1], &space->to[(size_t)at + angle]);
    }
    return status;
}

void lw_take_proof(const lw_command_line *line, const lw_option *option, const char *text, void *into)
{
    const lw_method *method = (const lw_method *)(void *)((char *)into + option->at);
    lw_take_method(line, option, text, into);
    if (!lw_method_serves(*method, LW_SERVICE_FREE))
        lw_usage_error(line, "--%s %s proves nothing; %s do", option->name, text,
                       lw_methods_that_serve(LW_SERVICE_FREE).text);
}

lw_status lw_joint_space_make(const lw_scene *scene, const lw_joint_choice *choice, lw_joint_space *out,
                              lw_error *error)
{
    lw_status status = LW_OK;
    *out = (lw_joint_space){.def = lw_default_plan_space()};
    out->joints = calloc(lw_scene_robot_count(scene) + 1, sizeof(lw_joints *));
    if (!out->joints)
        return lw_fail_memory(error);
    for (size_t r = 0; r < lw_scene_robot_count(scene) && !status; r++)
        status = add_robot(scene, choice, r, out, error);
    if (!status && !out->count)
        status = lw_fail(error, LW_ERROR_ARGUMENT,
                         choice->motion ? "the motion moves no joint" : "nothing in the scene moves");
    size_t width = 0;
    for (size_t r = 0; r < out->count; r++)
        width += lw_joints_value_count(out->joints[r]);
    out->from = calloc(4 * width + 1, sizeof *out->from);
    if (!status && !out->from)
        status = lw_fail_memory(error);
    if (status)
        return status;
    out->to = out->from + width;
    out->lower = out->to + width;
    out->upper = out->lower + width;
    for (size_t i = 0; i < 2 * width; i++)
        out->lower[i] = (double)NAN;
    if (choice->motion)
        status = read_ends(scene, choice->motion, out, error);
    for (size_t i = 0; i < choice->bounds.count && !status; i++)
        status = set_bounds(scene, choice->bounds.items[i], out, error);
    out->def.joints = (const lw_joints *const *)out->joints;
    out->def.joints_count = out->count;
    out->def.lower = out->lower;
    out->def.upper = out->upper;
    out->def.rest = choice->motion;
    out->def.check = choice->method;
    return status;
}

lw_status lw_read_only_motion(const lw_scene *scene, const lw_motion_options *options,
                              lw_report *report, lw_motion **out, char *id, size_t size,
                              lw_error *error)
{
    lw_motion_source *source = NULL;
    const char *own = "0";
    bool more = false;
    lw_motion *second = NULL;
    lw_status status = lw_motion_source_open(scene, options, report, &source, error);
    if (!status)
        status = lw_report_motion(report, scene, out, error);
    if (!status)
        status = lw_motion_source_next(source, *out, &own, &more, error);
    if (!status && !more)
        status = lw_fail(error, LW_ERROR_ARGUMENT, "there is no motion whose ends could be joined");
    snprintf(id, size, "%s", own);
    if (!status)
        status = lw_motion_create(scene, &second, error);
    if (!status)
        status = lw_motion_source_next(source, second, &own, &more, error);
    if (!status && more)
        status = lw_fail(
            error, LW_ERROR_ARGUMENT,
            "there are several motions; give one, or say with --motion the ends of which are meant");
    if (!status && lw_motion_payload_count(*out))
        status = lw_fail(error, LW_ERROR_ARGUMENT,
                         "the motion takes or puts down objects; a path is planned for each part");
    lw_motion_destroy(second);
    lw_motion_source_close(source);
    return status;
}

void lw_joint_space_free(lw_joint_space *space)
{
    for (size_t r = 0; r < space->count; r++)
        lw_joints_destroy(space->joints[r]);
    free((void *)space->joints);
    free(space->from);
}
