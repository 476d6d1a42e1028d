/* The joint constraints of a request's path. On a straight piece a value stays between its values at
 * both ends, so only the ends need checking. */
#include "io/motion/path_constraints.h"

#include <string.h>

#include "math/angle.h"
#include "motion/track.h"
#include "motion/value_bounds.h"
#include "scene/names.h"

/* tolerance, since files round their numbers */
static const double SLACK = 1e-9;

/* A constraint on one variable of the scene. */
typedef struct bounds {
    const lw_joint_constraint *of;
    const lw_frozen_joint *joint;
    int32_t variable;
    bool turns; /* an angle, equal modulo whole turns */
    double lower, upper;
} bounds;

/* The index of a joint's value by its name after joint/; -1: none. */
static int64_t value_of(const lw_frozen_joint *joint, const char *name)
{
    static const char *const planar[] = {"x", "y", "theta"};
    static const char *const floating[] = {"trans_x", "trans_y", "trans_z"};
    for (int64_t i = 0; i < 3; i++)
        if (!strcmp(name, joint->kind == LW_JOINT_PLANAR ? planar[i] : floating[i]))
            return i;
    return -1;
}

static lw_status find_variable(lw_document *document, const lw_joint_constraint *constraint,
                               const lw_columns *columns, bounds *out)
{
    const lw_chains *chains = columns->joints.chains;
    const char *slash = strrchr(constraint->joint, '/');
    const char *name = constraint->joint;
    int64_t index = lw_robot_state_joint(columns, name);
    int64_t value = 0;
    if (index < 0 && slash) {
        name = lw_document_text(document, constraint->joint, (size_t)(slash - constraint->joint));
        if (!name)
            return lw_fail_memory(document->error);
        index = lw_robot_state_joint(columns, name);
    }
    if (index < 0)
        return lw_value_fail(
            document, constraint->node, LW_ERROR_NAME,
            "path_constraints name joint \"%.60s\", which robot \"%.60s\" does not have",
            constraint->joint, chains->names[columns->joints.robot]);
    out->joint = &chains->joints[index];
    if (out->joint->elementary < 0 || out->joint->mimic >= 0)
        return lw_value_fail(
            document, constraint->node, LW_ERROR_ARGUMENT,
            "path_constraints name joint \"%.60s\", which is fixed or follows another one",
            constraint->joint);
    if (lw_joint_value_count(out->joint->kind) > 1)
        value = name == constraint->joint ? -1 : value_of(out->joint, slash + 1);
    if (value < 0)
        return lw_value_fail(document, constraint->node, LW_ERROR_ARGUMENT,
                             "path_constraints name \"%.60s\"; of joint \"%.60s\" the values %s can be "
                             "constrained",
                             constraint->joint, out->joint->name,
                             out->joint->kind == LW_JOINT_PLANAR ? "x, y and theta"
                                                                 : "trans_x, trans_y and trans_z");
    out->of = constraint;
    out->variable = out->joint->variable + (int32_t)value;
    out->turns = lw_turning_value(out->joint) == (int)value;
    out->lower = constraint->lower;
    out->upper = constraint->upper;
    return LW_OK;
}

/* Shifts the bounds of an angle by whole turns, so that they are nearest to a value. */
static void move_near(bounds *b, double value)
{
    const double turn = 2 * LW_HALF_TURN;
    const double turns = b->turns ? rint((value - 0.5 * (b->lower + b->upper)) / turn) : 0;
    b->lower += turns * turn;
    b->upper += turns * turn;
}

static lw_status check_contradiction(lw_document *document, const bounds *a, bounds b)
{
    move_near(&b, 0.5 * (a->lower + a->upper));
    if (b.lower <= a->upper + SLACK && a->lower <= b.upper + SLACK)
        return LW_OK;
    return lw_value_fail(
        document, b.of->node, LW_ERROR_ARGUMENT,
        "path_constraints contradict each other: \"%.60s\" has to stay from %.9g to %.9g, "
        "and from %.9g to %.9g",
        b.of->joint, a->of->lower, a->of->upper, b.of->lower, b.of->upper);
}

static lw_status check_limits(lw_document *document, const bounds *b)
{
    if (lw_joint_value_count(b->joint->kind) > 1 || b->joint->kind == LW_JOINT_CONTINUOUS ||
        (b->lower <= b->joint->upper + SLACK && b->upper >= b->joint->lower - SLACK))
        return LW_OK;
    return lw_value_fail(
        document, b->of->node, LW_ERROR_ARGUMENT,
        "path_constraints keep joint \"%.60s\" from %.9g to %.9g, outside its limits %g "
        "to %g",
        b->joint->name, b->lower, b->upper, b->joint->lower, b->joint->upper);
}

/* Checks that the motion keeps one constraint. */
static lw_status check_motion(lw_document *document, bounds *b, const lw_motion *motion)
{
    for (size_t piece = 0; piece < motion->pieces.count; piece++) {
        const lw_motion_piece span = motion->pieces.items[piece];
        const double from = lw_motion_value(motion, piece, span.begin, b->variable);
        const double to = lw_motion_value(motion, piece, span.end, b->variable);
        if (!piece)
            move_near(b, from);
        const bool all = b->turns && b->upper - b->lower >= 2 * LW_HALF_TURN;
        if (all || (lesser(from, to) >= b->lower - SLACK && greater(from, to) <= b->upper + SLACK))
            continue;
        return lw_value_fail(
            document, b->of->node, LW_ERROR_LIMIT,
            "path_constraints keep \"%.60s\" from %.9g to %.9g, and the straight way from "
            "start to goal takes it from %.9g to %.9g",
            b->of->joint, b->lower, b->upper, from, to);
    }
    return LW_OK;
}

lw_status lw_path_constraints_check(lw_document *document, const lw_moveit_request *request,
                                    const lw_columns *columns, lw_motion *motion)
{
    bounds *all = lw_document_take(document, request->path_count, sizeof *all);
    lw_status status = all ? LW_OK : lw_fail_memory(document->error);
    for (size_t i = 0; i < request->path_count && !status; i++) {
        status = find_variable(document, &request->path[i], columns, &all[i]);
        if (!status)
            status = check_limits(document, &all[i]);
        for (size_t k = 0; k < i && !status; k++)
            if (all[k].variable == all[i].variable)
                status = check_contradiction(document, &all[k], all[i]);
    }
    for (size_t i = 0; i < request->path_count && !status; i++) {
        status = check_motion(document, &all[i], motion);
        if (!status)
            status = lw_value_bounds_add(motion, all[i].variable, all[i].lower, all[i].upper,
                                         document->error);
    }
    return status;
}
