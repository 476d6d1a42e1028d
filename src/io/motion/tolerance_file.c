/* Reads a file of tolerances: how far each joint may be from its place in a motion. Or the goal of a
 * FollowJointTrajectory action of ROS (control_msgs), which states them. */
#include "io/text/document.h"
#include "io/text/ros_message.h"
#include "leeway/tolerance.h"
#include "motion/motion.h"
#include "motion/stages.h"
#include "motion/tolerance.h"
#include "scene/names.h"

#include <string.h>

static const char *const known_keys[] = {"constant", "per_speed", NULL};

/* The tolerances of all variables, which a file changes. */
typedef struct numbers {
    double *constant, *per_speed;
} numbers;

/* Reads one number for all values of a joint, or a list of one for each. node NULL: they become 0. */
static lw_status read_numbers(lw_document *document, const lw_value *node, const char *name,
                              size_t count, double *out)
{
    lw_status status = LW_OK;
    for (size_t i = 0; i < count; i++)
        out[i] = 0;
    if (!node)
        return LW_OK;
    if (node->kind == LW_VALUE_LIST)
        return lw_value_numbers(document, node, name, out, count);
    for (size_t i = 0; i < count && !status; i++)
        status = lw_value_distance(document, node, name, &out[i]);
    return status;
}

/* Lists of numbers may hold negative ones. */
static lw_status refuse_negative(lw_document *document, const lw_value *node, const char *name,
                                 size_t count, const double *values)
{
    for (size_t i = 0; i < count; i++)
        if (!(values[i] >= 0))
            return lw_value_fail(document, node, LW_ERROR_ARGUMENT, "%s is %g; it must be 0 or more",
                                 name, values[i]);
    return LW_OK;
}

/* Reads the tolerance of a joint: a number, or {constant, per_speed}. */
static lw_status read_tolerance(lw_document *document, const lw_value *given,
                                const lw_frozen_joint *joint, const numbers *out)
{
    const bool is_map = given->kind == LW_VALUE_MAP;
    const lw_value *constant = is_map ? lw_value_find(given, "constant") : given;
    const lw_value *per_speed = is_map ? lw_value_find(given, "per_speed") : NULL;
    const size_t count = lw_joint_value_count(joint->kind);
    double *constants = out->constant + joint->variable;
    double *rates = out->per_speed + joint->variable;
    lw_status status = is_map ? lw_value_keys(document, given, "its tolerance", known_keys) : LW_OK;
    if (!status)
        status = read_numbers(document, constant, "constant", count, constants);
    if (!status)
        status = read_numbers(document, per_speed, "per_speed", count, rates);
    if (!status)
        status = refuse_negative(document, given, "constant", count, constants);
    if (!status)
        status = refuse_negative(document, given, "per_speed", count, rates);
    return status;
}

/* Whether a joint has values of its own that a tolerance can be of. */
static bool takes_tolerance(const lw_frozen_joint *joint)
{
    return joint->variable >= 0 && joint->mimic < 0 && joint->kind != LW_JOINT_FLOATING;
}

/* Reads the tolerance of a joint for all robots that have a joint of this name. */
static lw_status read_joint(const lw_motion *motion, lw_document *document, const lw_member *member,
                            const numbers *out)
{
    const lw_chains *chains = motion->chains;
    size_t found = 0;
    lw_document_subject(document, "joint \"%.60s\"", member->key);
    for (size_t i = 0; i < chains->joint_count; i++) {
        const lw_frozen_joint *joint = &chains->joints[i];
        if (strcmp(joint->name, member->key) != 0)
            continue;
        if (!takes_tolerance(joint))
            return lw_value_fail(document, member->value, LW_ERROR_ARGUMENT,
                                 "it is fixed or floating, or follows another joint: it has no "
                                 "tolerance of its own");
        lw_status status = read_tolerance(document, member->value, joint, out);
        if (status)
            return status;
        found++;
    }
    return found ? LW_OK
                 : lw_value_fail(document, member->value, LW_ERROR_NAME, "no robot has such a joint%s",
                                 lw_hint_joint(&motion->scene->model, -1, member->key).text);
}

static lw_status read_all(lw_motion *motion, lw_document *document, const lw_value *root)
{
    const size_t count = motion->chains->variable_count;
    const lw_tolerances *own = motion->tolerances;
    double *memory = lw_document_take(document, 2 * count + 1, sizeof *memory);
    lw_status status = LW_OK;
    if (!memory)
        return lw_fail_memory(document->error);
    const numbers out = {memory, memory + count};
    for (size_t i = 0; i < count; i++) {
        out.constant[i] = own ? own->constant[i] : 0;
        out.per_speed[i] = own ? own->per_speed[i] : 0;
    }
    for (size_t i = 0; i < root->count && !status; i++)
        status = read_joint(motion, document, &root->members[i], &out);
    if (!status)
        status = lw_tolerances_set(motion, out.constant, out.per_speed, document->error);
    return status;
}

/* ---- goals --------------------------------------------------------------------------------------- */

/* Reads the tolerances of positions in a goal's list; of two for one joint the larger one counts.
 * *found: counts them. */
static lw_status read_goal_list(const lw_motion *motion, lw_document *document, const lw_value *list,
                                const char *key, double *constants, size_t *found)
{
    const lw_chains *chains = motion->chains;
    lw_status status = lw_value_expect(document, list, key, LW_VALUE_LIST);
    for (size_t i = 0; i < lw_value_item_count(list) && !status; i++) {
        const lw_value *item = list->items[i];
        lw_value *name_node = NULL;
        lw_value *position = NULL;
        const char *name = NULL;
        double size = 0;
        if ((status = lw_value_need(document, item, "name", &name_node)) ||
            (status = lw_value_text(document, name_node, "name", &name)) ||
            (status = lw_value_need(document, item, "position", &position)) ||
            (status = lw_value_quantity(document, position, "position", &size)))
            return status;
        lw_document_subject(document, "joint \"%.60s\"", name);
        if (size < 0)
            return lw_value_fail(document, position, LW_ERROR_ARGUMENT,
                                 "its position in %s is %g: it may be anywhere, for which nothing can "
                                 "be proven",
                                 key, size);
        size_t joint = 0;
        while (joint < chains->joint_count && (strcmp(chains->joints[joint].name, name) != 0 ||
                                               !takes_tolerance(&chains->joints[joint])))
            joint++;
        if (joint == chains->joint_count)
            return lw_value_fail(document, name_node, LW_ERROR_NAME,
                                 "no robot has such a joint with a tolerance of its own%s",
                                 lw_hint_joint(&motion->scene->model, -1, name).text);
        for (; joint < chains->joint_count && size > 0; joint++) {
            const lw_frozen_joint *own = &chains->joints[joint];
            if (strcmp(own->name, name) != 0 || !takes_tolerance(own))
                continue;
            ++*found;
            for (size_t k = 0; k < lw_joint_value_count(own->kind); k++)
                constants[own->variable + (int32_t)k] =
                    greater(constants[own->variable + (int32_t)k], size);
        }
    }
    return status;
}

/* The goal in a message: the message itself, or its part. NULL: it is none. */
static const lw_value *goal_of(const lw_value *root)
{
    const lw_value *inner = lw_value_find(root, "goal");
    const lw_value *goal = inner ? inner : root;
    return lw_value_find(goal, "path_tolerance") || lw_value_find(goal, "goal_tolerance") ? goal : NULL;
}

/* Sets the tolerances of a goal: those of the path, and where those of its end are larger these, since
 * the robot stays there. 0 leaves a joint to its controller, and keeps what is set. */
static lw_status read_goal(lw_motion *motion, lw_document *document, const lw_value *goal)
{
    static const char *const keys[] = {"path_tolerance", "goal_tolerance"};
    const size_t count = motion->chains->variable_count;
    const lw_tolerances *own = motion->tolerances;
    double *memory = lw_document_take(document, 2 * count + 1, sizeof *memory);
    size_t found = 0;
    lw_status status = LW_OK;
    if (!memory)
        return lw_fail_memory(document->error);
    const numbers out = {memory, memory + count};
    for (size_t i = 0; i < 2 && !status; i++) {
        const lw_value *list = lw_value_find(goal, keys[i]);
        if (list)
            status = read_goal_list(motion, document, list, keys[i], out.constant, &found);
    }
    document->subject[0] = '\0';
    if (!status && !found)
        return lw_value_fail(document, goal, LW_ERROR_ARGUMENT,
                             "the goal has no tolerance of a position in path_tolerance and "
                             "goal_tolerance");
    for (size_t i = 0; i < count && own; i++) {
        const bool named = out.constant[i] > 0;
        out.per_speed[i] = named ? 0 : own->per_speed[i];
        out.constant[i] = named ? out.constant[i] : own->constant[i];
    }
    return status ? status : lw_tolerances_set(motion, out.constant, out.per_speed, document->error);
}

lw_status lw_motion_load_tolerance(lw_motion *motion, const char *path, lw_error *error)
{
    if (!motion || !path)
        return lw_fail(error, LW_ERROR_ARGUMENT, "no motion or no file was given");
    lw_document document = {.file = path, .error = error};
    lw_value *root = NULL;
    lw_status status = lw_ros_read(&document, path, "map of tolerances", &root);
    if (!status && root) {
        const lw_value *goal = goal_of(root);
        status = goal ? read_goal(motion, &document, goal) : read_all(motion, &document, root);
    }
    lw_document_free(&document);
    return status;
}
