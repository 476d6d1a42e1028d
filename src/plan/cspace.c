/* The configuration space of a planner: its joints and bounds, random configurations, straight
 * lines. */
#include "plan/cspace.h"

#include <math.h>
#include <string.h>

#include "base/error.h"

static const double pi = 3.141592653589793;

/* a value that is outside its bounds by at most this is taken for a rounding error and moved to the
 * bound */
static const double rounded = 1e-6;

/* ---- joints ------------------------------------------------------------------------------------ */

static bool is_mimicked(const lw_scene *scene, size_t joint)
{
    lw_joint_info info = lw_default_joint_info();
    for (size_t i = 0; i < lw_scene_joint_count(scene); i++)
        if (!lw_scene_joint_info(scene, i, &info, NULL) && info.mimic == (int64_t)joint)
            return true;
    return false;
}

/* Replaces a column's limits by the caller's bounds where they are given, and checks them. */
static lw_status bound(const lw_scene *scene, const lw_joint_info *joint, const lw_plan_space *def,
                       lw_column *column, lw_error *error)
{
    const char *robot = lw_scene_robot_name(scene, joint->robot);
    if (def->lower && !isnan(def->lower[column->at]))
        column->lower = def->lower[column->at];
    if (def->upper && !isnan(def->upper[column->at]))
        column->upper = def->upper[column->at];
    if (!isfinite(column->lower) || !isfinite(column->upper))
        return lw_fail(error, LW_ERROR_LIMIT,
                       "joint \"%.60s\" of robot \"%.60s\" has no limits; planning needs bounds for it",
                       joint->name, robot);
    if (!(column->lower <= column->upper))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "joint \"%.60s\" of robot \"%.60s\" has no room between its bounds %g and %g",
                       joint->name, robot, column->lower, column->upper);
    return LW_OK;
}

/* Adds the columns of a joint. at: the index of its first value in a configuration. */
static lw_status add_joint(lw_cspace *space, size_t index, const lw_joint_info *joint, size_t at,
                           const lw_plan_space *def, lw_error *error)
{
    size_t lines = joint->kind == LW_JOINT_PLANAR ? 2 : joint->kind == LW_JOINT_FLOATING ? 3 : 0;
    lw_status status = LW_OK;
    for (size_t i = 0; i < lines && !status; i++) {
        lw_column *column = &space->columns[space->column_count++];
        *column = (lw_column){LW_COLUMN_LINE, at + i, -HUGE_VAL, HUGE_VAL, false};
        status = bound(space->scene, joint, def, column, error);
    }
    if (status)
        return status;
    lw_column *last = &space->columns[space->column_count++];
    *last = (lw_column){LW_COLUMN_LINE, at + lines, joint->lower, joint->upper, false};
    if (joint->kind == LW_JOINT_FLOATING) {
        last->kind = LW_COLUMN_SPHERE;
        return LW_OK;
    }
    /* a joint that others mimic has no free turn: after a whole turn the others would stand elsewhere
     * (lw_track) */
    bool turns = joint->kind == LW_JOINT_CONTINUOUS || joint->kind == LW_JOINT_PLANAR;
    bool given =
        (def->lower && !isnan(def->lower[last->at])) || (def->upper && !isnan(def->upper[last->at]));
    if (turns) {
        last->lower = -pi;
        last->upper = pi;
    }
    bool free = turns && !is_mimicked(space->scene, index);
    if (free && !given)
        last->kind = LW_COLUMN_TURN;
    last->wraps = free;
    return bound(space->scene, joint, def, last, error);
}

static lw_status add_joints(lw_cspace *space, const lw_joints *joints, const char *robot,
                            const lw_plan_space *def, lw_error *error)
{
    lw_status status = LW_OK;
    for (size_t i = 0; i < lw_joints_count(joints) && !status; i++) {
        int64_t index = lw_scene_find_joint(space->scene, robot, lw_joints_name(joints, i));
        lw_joint_info info = lw_default_joint_info();
        if (index < 0)
            return lw_fail(error, LW_ERROR_ARGUMENT, "the joints to plan for are of another scene");
        status = lw_scene_joint_info(space->scene, (size_t)index, &info, error);
        if (!status && info.value_count)
            status = add_joint(space, (size_t)index, &info, space->value_count, def, error);
        space->value_count += info.value_count;
    }
    return status;
}

static lw_status add_robots(lw_cspace *space, const lw_plan_space *def, lw_error *error)
{
    lw_status status = LW_OK;
    for (size_t i = 0; i < space->joints_count && !status; i++) {
        size_t robot = lw_joints_robot(space->joints[i]);
        for (size_t k = 0; k < i; k++)
            if (lw_joints_robot(space->joints[k]) == robot)
                return lw_fail(error, LW_ERROR_ARGUMENT, "joints of one robot are given twice");
        status =
            add_joints(space, space->joints[i], lw_scene_robot_name(space->scene, robot), def, error);
    }
    return status;
}

lw_status lw_cspace_make(lw_arena *arena, const lw_scene *scene, const lw_plan_space *def,
                         lw_cspace *out, lw_error *error)
{
    const lw_joints *only = NULL;
    *out = (lw_cspace){.scene = scene, .joints_count = def->joints_count};
    if (!def->joints) {
        only = lw_scene_joints(scene, NULL, NULL, error);
        if (!only)
            return error ? error->status : LW_ERROR_NAME;
        out->joints_count = 1;
    }
    if (!out->joints_count)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there are no joints to plan for");
    size_t values = 0;
    out->joints = lw_arena_array(arena, out->joints_count, sizeof *out->joints);
    if (!out->joints)
        return lw_fail_memory(error);
    for (size_t i = 0; i < out->joints_count; i++) {
        out->joints[i] = only ? only : def->joints[i];
        if (!out->joints[i])
            return lw_fail(error, LW_ERROR_ARGUMENT, "joints to plan for are missing");
        values += lw_joints_value_count(out->joints[i]);
    }
    if (!values)
        return lw_fail(error, LW_ERROR_ARGUMENT, "the joints to plan for have nothing that moves");
    out->columns = lw_arena_array(arena, values, sizeof *out->columns);
    if (!out->columns)
        return lw_fail_memory(error);
    lw_status status = add_robots(out, def, error);
    bool room = false;
    for (size_t i = 0; i < out->column_count && !status; i++) {
        const lw_column *column = &out->columns[i];
        room = room || column->kind != LW_COLUMN_LINE || column->lower < column->upper;
    }
    return status || room
               ? status
               : lw_fail(error, LW_ERROR_ARGUMENT, "no joint has room to move between its bounds");
}

/* ---- configurations ---------------------------------------------------------------------------- */

static double dot4(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

static bool make_unit(double *q)
{
    double length = sqrt(dot4(q, q));
    for (int i = 0; i < LW_QUATERNION; i++)
        q[i] /= length;
    return isfinite(q[0]) && length > 0;
}

lw_status lw_cspace_take(const lw_cspace *space, const char *what, const double *given, double *out,
                         lw_error *error)
{
    if (!given)
        return lw_fail(error, LW_ERROR_ARGUMENT, "the %s is missing", what);
    memcpy(out, given, space->value_count * sizeof *out);
    for (size_t i = 0; i < space->value_count; i++)
        if (!isfinite(out[i]))
            return lw_fail(error, LW_ERROR_ARGUMENT, "value %zu of the %s is not finite", i + 1, what);
    for (size_t i = 0; i < space->column_count; i++) {
        const lw_column *column = &space->columns[i];
        double *value = &out[column->at];
        if (column->kind == LW_COLUMN_SPHERE && !make_unit(value))
            return lw_fail(error, LW_ERROR_ARGUMENT, "value %zu of the %s begins no quaternion",
                           column->at + 1, what);
        if (column->kind != LW_COLUMN_LINE)
            continue;
        if (*value < column->lower - rounded || *value > column->upper + rounded)
            return lw_fail(error, LW_ERROR_LIMIT,
                           "value %zu of the %s is %g, outside its limits %g and %g", column->at + 1,
                           what, *value, column->lower, column->upper);
        *value = fmin(fmax(*value, column->lower), column->upper);
    }
    return LW_OK;
}

/* A random rotation, uniform over all rotations (Shoemake 1992). */
static void sample_rotation(lw_random *random, double *q)
{
    double share = lw_random_between(random, 0, 1);
    double a = lw_random_between(random, 0, 2 * pi);
    double b = lw_random_between(random, 0, 2 * pi);
    q[0] = sqrt(1 - share) * sin(a);
    q[1] = sqrt(1 - share) * cos(a);
    q[2] = sqrt(share) * sin(b);
    q[3] = sqrt(share) * cos(b);
}

void lw_cspace_sample(const lw_cspace *space, lw_random *random, double *out)
{
    for (size_t i = 0; i < space->column_count; i++) {
        const lw_column *column = &space->columns[i];
        if (column->kind == LW_COLUMN_SPHERE)
            sample_rotation(random, &out[column->at]);
        else
            out[column->at] = lw_random_between(random, column->lower, column->upper);
    }
}

/* ---- lines ------------------------------------------------------------------------------------- */

static double angle_between(const double *a, const double *b)
{
    double apart[LW_QUATERNION];
    double sign = dot4(a, b) < 0 ? -1 : 1;
    for (int i = 0; i < LW_QUATERNION; i++)
        apart[i] = b[i] * sign - a[i];
    return 4 * asin(fmin(1, 0.5 * sqrt(dot4(apart, apart))));
}

double lw_cspace_length(const lw_cspace *space, const double *a, const double *b)
{
    double sum = 0;
    for (size_t i = 0; i < space->column_count; i++) {
        const lw_column *column = &space->columns[i];
        size_t at = column->at;
        double step = column->kind == LW_COLUMN_LINE   ? b[at] - a[at]
                      : column->kind == LW_COLUMN_TURN ? lw_shorter_turn(a[at], b[at])
                                                       : angle_between(&a[at], &b[at]);
        sum += step * step;
    }
    return sqrt(sum);
}

static void slerp(const double *a, const double *b, double share, double *out)
{
    double angle = 0.5 * angle_between(a, b);
    double sign = dot4(a, b) < 0 ? -1 : 1;
    double of_a = angle > 1e-9 ? sin((1 - share) * angle) / sin(angle) : 1 - share;
    double of_b = angle > 1e-9 ? sin(share * angle) / sin(angle) : share;
    double q[LW_QUATERNION];
    for (int i = 0; i < LW_QUATERNION; i++)
        q[i] = of_a * a[i] + of_b * sign * b[i];
    make_unit(q);
    memcpy(out, q, sizeof q);
}

void lw_cspace_between(const lw_cspace *space, const double *a, const double *b, double share,
                       double *out)
{
    for (size_t i = 0; i < space->column_count; i++) {
        const lw_column *column = &space->columns[i];
        size_t at = column->at;
        if (column->kind == LW_COLUMN_SPHERE) {
            slerp(&a[at], &b[at], share, &out[at]);
        } else {
            double step =
                column->kind == LW_COLUMN_TURN ? lw_shorter_turn(a[at], b[at]) : b[at] - a[at];
            double whole = column->kind == LW_COLUMN_TURN ? a[at] + step : b[at];
            out[at] = share < 1 ? a[at] + share * step : whole;
        }
    }
}
