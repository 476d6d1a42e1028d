/* Reads the state of a robot in a message of MoveIt. */
#include "io/scene/robot_state.h"

#include <string.h>

#include "io/text/ros_message.h"
#include "math/pose.h"
#include "motion/notice.h"
#include "scene/link_pose.h"
#include "scene/variable_name.h"

/* Reads the poses of the joints in multi_dof_joint_state. */
static lw_status read_poses(lw_document *document, const lw_value *node, lw_robot_state *out)
{
    size_t transform_count = 0;
    lw_value *const *names = NULL;
    lw_value *const *transforms = NULL;
    const lw_value *list = lw_value_find(node, "transforms");
    lw_status status = lw_ros_list(document, lw_value_find(node, "joint_names"), "joint_names",
                                   &out->pose_count, &names);
    if (status || (status = lw_ros_list(document, list, "transforms", &transform_count, &transforms)))
        return status;
    if (out->pose_count != transform_count)
        return lw_value_fail(document, list ? list : node, LW_ERROR_ARGUMENT,
                             "multi_dof_joint_state has %zu joint_names, but %zu transforms",
                             out->pose_count, transform_count);
    out->pose_joints = lw_document_take(document, transform_count, sizeof *out->pose_joints);
    out->poses = lw_document_take(document, transform_count, sizeof *out->poses);
    if (!out->pose_joints || !out->poses)
        return lw_fail_memory(document->error);
    for (size_t i = 0; i < transform_count && !status; i++) {
        status = lw_value_text(document, names[i], "a joint's name", &out->pose_joints[i]);
        if (!status)
            status = lw_ros_pose(document, transforms[i], "a transform", &out->poses[i]);
    }
    return status;
}

lw_status lw_robot_state_read(lw_document *document, const lw_value *node, const char *name,
                              lw_robot_state *out)
{
    lw_value *joints = NULL;
    lw_value *poses = NULL;
    *out = (lw_robot_state){.name = name, .node = node};
    lw_document_subject(document, "%s", name);
    lw_status status = node ? lw_value_expect(document, node, name, LW_VALUE_MAP) : LW_OK;
    if (status || (status = lw_ros_part(document, node, "joint_state", &joints)) ||
        (status = lw_ros_part(document, node, "multi_dof_joint_state", &poses)) ||
        (status = lw_ros_joint_state(document, joints, &out->count, &out->joints, &out->values)))
        return status;
    return read_poses(document, poses, out);
}

lw_status lw_robot_state_read_any(lw_document *document, const lw_value *node, const char *name,
                                  lw_robot_state *out)
{
    if (lw_value_find(node, "joint_state") || lw_value_find(node, "multi_dof_joint_state"))
        return lw_robot_state_read(document, node, name, out);
    *out = (lw_robot_state){.name = name, .node = node};
    lw_document_subject(document, "%s", name);
    return lw_ros_joint_state(document, node, &out->count, &out->joints, &out->values);
}

lw_status lw_robot_state_add(lw_document *document, lw_robot_state *state, size_t count,
                             const char *const *joints, const double *values)
{
    const size_t all = state->count + count;
    const char **names = lw_document_take(document, all, sizeof *names);
    double *numbers = lw_document_take(document, all, sizeof *numbers);
    if (!names || !numbers)
        return lw_fail_memory(document->error);
    for (size_t i = 0; i < all; i++) {
        const bool own = i < state->count;
        names[i] = own ? state->joints[i] : joints[i - state->count];
        numbers[i] = own ? state->values[i] : values[i - state->count];
    }
    state->count = all;
    state->joints = names;
    state->values = numbers;
    return LW_OK;
}

lw_status lw_robot_state_add_pose(lw_document *document, lw_robot_state *state, const char *joint,
                                  lw_pose at)
{
    const size_t count = state->pose_count;
    const char **joints = lw_document_take(document, count + 1, sizeof *joints);
    lw_pose *poses = lw_document_take(document, count + 1, sizeof *poses);
    if (!joints || !poses)
        return lw_fail_memory(document->error);
    for (size_t i = 0; i <= count; i++) {
        joints[i] = i < count ? state->pose_joints[i] : joint;
        poses[i] = i < count ? state->poses[i] : at;
    }
    state->pose_count++;
    state->pose_joints = joints;
    state->poses = poses;
    return LW_OK;
}

/* Whether the caller's values override a message's. part >= 0: whether the caller has set the joint's
 * value `part` or the whole joint. part < 0: whether the caller has set the whole joint; if only some
 * of its values, they are written into `values`. */
static bool set_by_caller(const lw_scene *scene, const lw_frozen_joint *joint, int64_t part,
                          double values[7])
{
    const char *robot = scene->frozen->chains->names[joint->robot];
    for (size_t i = 0; i < scene->model.values.count; i++) {
        const lw_model_value *value = &scene->model.values.items[i];
        const int64_t given = value->rank == LW_RANK_CALLER
                                  ? lw_model_value_part(value, robot, joint->name, joint->kind)
                                  : LW_NO_VALUE;
        if (given == LW_ALL_VALUES || (given >= 0 && given == part))
            return true;
        if (given >= 0 && part < 0)
            values[given] = value->values[0];
    }
    return false;
}

int64_t lw_robot_state_joint(const lw_columns *columns, const char *name)
{
    const lw_chains *chains = columns->joints.chains;
    const int64_t robot = (int64_t)columns->joints.robot;
    const int64_t joint = lw_chains_find_joint(chains, robot, name);
    const size_t length = strlen(chains->names[robot]);
    if (joint >= 0 || strncmp(name, chains->names[robot], length) != 0 || name[length] != '/')
        return joint;
    return lw_chains_find_joint(chains, robot, name + length + 1);
}

lw_status lw_robot_state_find(lw_document *document, const lw_columns *columns, const char *name,
                              int64_t *joint, int64_t *value)
{
    const size_t length = lw_variable_joint_length(name);
    *value = -1;
    *joint = lw_robot_state_joint(columns, name);
    if (*joint >= 0 || !length)
        return LW_OK;
    const char *joint_name = lw_document_text(document, name, length);
    if (!joint_name)
        return lw_fail_memory(document->error);
    const int64_t found = lw_robot_state_joint(columns, joint_name);
    if (found >= 0)
        *value = lw_variable_find(columns->joints.chains->joints[found].kind, name + length + 1);
    *joint = *value < 0 ? -1 : found;
    return LW_OK;
}

/* Finds the index of a joint among the columns' joints, and the index of its first value in a row. */
static bool find_place(const lw_columns *columns, int64_t joint, size_t *place, size_t *column)
{
    *column = 0;
    for (*place = 0; *place < columns->joints.count; ++*place) {
        const int64_t index = columns->joints.joints[*place];
        if (index == joint)
            return true;
        *column += lw_joint_value_count(columns->joints.chains->joints[index].kind);
    }
    return false;
}

lw_status lw_robot_state_pose_values(lw_document *document, const lw_value *node, const char *name,
                                     const lw_frozen_joint *joint, lw_pose at, double values[7],
                                     size_t *count)
{
    lw_quat q = at.orientation;
    if (q.w < 0)
        q = (lw_quat){-q.x, -q.y, -q.z, -q.w};
    const double all[7] = {at.position.x, at.position.y, at.position.z, q.x, q.y, q.z, q.w};
    *count = lw_joint_value_count(joint->kind);
    memcpy(values, all, sizeof all);
    if (*count == 1)
        return lw_value_fail(document, node, LW_ERROR_ARGUMENT,
                             "%s gives joint \"%.60s\" a pose, which is neither planar nor floating",
                             name, joint->name);
    if (*count == 3 && (q.x != 0 || q.y != 0 || at.position.z != 0))
        return lw_value_fail(document, node, LW_ERROR_ARGUMENT,
                             "%s: the pose of the planar joint \"%.60s\" is out of its plane", name,
                             joint->name);
    if (*count == 3)
        values[2] = 2 * lw_atan2(q.z, q.w);
    return LW_OK;
}

/* One entry of a state: a joint, or one of its values, with its numbers. */
typedef struct entry {
    const char *name;
    int64_t joint; /* -1: the robot has none of this name */
    const lw_frozen_joint *frozen;
    int64_t value; /* index of the joint's value; -1: the whole joint */
    double values[7];
    size_t count;
    bool still; /* the joint has no value of its own: it is fixed, or mimics another */
} entry;

/* The entry of an index: first the values of joint_state, then the poses. */
static lw_status entry_at(lw_document *document, const lw_robot_state *state, const lw_columns *columns,
                          size_t i, entry *out)
{
    const bool single = i < state->count;
    const size_t k = single ? i : i - state->count;
    *out = (entry){.name = single ? state->joints[k] : state->pose_joints[k], .count = 1};
    lw_status status = lw_robot_state_find(document, columns, out->name, &out->joint, &out->value);
    if (!single && out->value >= 0)
        out->joint = -1; /* one value of a joint cannot have a pose */
    if (status || out->joint < 0)
        return status;
    out->frozen = &columns->joints.chains->joints[out->joint];
    out->still = out->frozen->elementary < 0 || out->frozen->mimic >= 0;
    if (out->still)
        return LW_OK;
    if (!single)
        return lw_robot_state_pose_values(document, state->node, state->name, out->frozen,
                                          state->poses[k], out->values, &out->count);
    out->values[0] = state->values[k];
    if (out->value < 0 && lw_joint_value_count(out->frozen->kind) > 1)
        return lw_value_fail(
            document, state->node, LW_ERROR_ARGUMENT,
            "%s: joint \"%.60s\" takes %zu values; give it in multi_dof_joint_state, or "
            "as \"%.60s/%s\" and so on",
            state->name, out->name, lw_joint_value_count(out->frozen->kind), out->name,
            lw_variable_name(out->frozen->kind, 0));
    return LW_OK;
}

lw_status lw_robot_state_put(const lw_scene *scene, lw_document *document, const lw_robot_state *state,
                             const lw_columns *columns, double *row, bool *given)
{
    for (size_t i = 0; i < state->count + state->pose_count; i++) {
        entry e;
        size_t place;
        size_t column;
        lw_status status = entry_at(document, state, columns, i, &e);
        if (status)
            return status;
        if (e.joint < 0 || e.still || !find_place(columns, e.joint, &place, &column) ||
            (given && set_by_caller(scene, e.frozen, e.value, e.values)))
            continue;
        memcpy(row + column + (e.value < 0 ? 0 : e.value), e.values, e.count * sizeof *row);
        if (given)
            given[place] = true;
    }
    return LW_OK;
}

/* Checks the pose of a joint that the robot does not have: it is taken for an SRDF's virtual joint,
 * whose pose is that of the root link in the world. */
static lw_status check_base(const lw_scene *scene, lw_document *document, const lw_robot_state *state,
                            const lw_columns *columns, size_t i)
{
    const lw_pose at = state->poses[i];
    if (lw_pose_same(at, lw_pose_identity()) ||
        lw_pose_same(at, scene->model.robots.items[columns->joints.robot].base))
        return LW_OK;
    return lw_value_fail(document, state->node, LW_ERROR_STATE,
                         "%s: joint \"%.60s\" puts robot \"%.60s\" elsewhere than the scene has it",
                         state->name, state->pose_joints[i],
                         columns->joints.chains->names[columns->joints.robot]);
}

/* Checks that the objects which the state attaches are carried in the scene. */
static lw_status check_attached(const lw_scene *scene, lw_document *document,
                                const lw_robot_state *state)
{
    size_t count = 0;
    lw_value *const *items = NULL;
    lw_status status = lw_ros_list(document, lw_value_find(state->node, "attached_collision_objects"),
                                   "attached_collision_objects", &count, &items);
    for (size_t i = 0; i < count && !status; i++) {
        const lw_value *object = lw_value_find(items[i], "object");
        lw_value *id = NULL;
        const char *name = "";
        if (!object)
            object = items[i];
        if ((status = lw_value_need(document, object, "id", &id)) ||
            (status = lw_value_text(document, id, "id", &name)))
            return status;
        if (!lw_model_is_carried(&scene->model, lw_model_find_object(&scene->model, name)))
            status = lw_value_fail(document, items[i], LW_ERROR_NAME,
                                   "%s attaches object \"%.60s\", which no robot carries in the scene; "
                                   "put it into the scene's robot_state",
                                   state->name, name);
    }
    return status;
}

/* Fills in all values of a joint of which the state gives only some: the others rest. */
static lw_status complete(const lw_scene *scene, lw_document *document, const lw_robot_state *state,
                          const lw_columns *columns, entry *of)
{
    lw_columns one = *columns;
    lw_status status = LW_OK;
    one.joints.joints = &of->joint;
    one.joints.count = 1;
    of->count = lw_joint_value_count(of->frozen->kind);
    lw_columns_rest(scene, &one, of->values);
    for (size_t i = 0; i < state->count && !status; i++) {
        entry e;
        status = entry_at(document, state, columns, i, &e);
        if (!status && e.joint == of->joint && e.value >= 0 &&
            !set_by_caller(scene, e.frozen, e.value, e.values))
            of->values[e.value] = e.values[0];
    }
    return status;
}

lw_status lw_robot_state_set_others(const lw_scene *scene, lw_document *document,
                                    const lw_robot_state *state, const lw_columns *columns,
                                    lw_motion *motion)
{
    const char *robot = columns->joints.chains->names[columns->joints.robot];
    lw_status status = check_attached(scene, document, state);
    for (size_t i = 0; i < state->count + state->pose_count && !status; i++) {
        entry e;
        size_t place;
        size_t column;
        status = entry_at(document, state, columns, i, &e);
        if (status)
            return status;
        if (e.joint < 0 && i < state->count)
            status = lw_motion_give_notice(motion, LW_ERROR_NOTICE, document->file, document->error,
                                           "%s names joint \"%s\", which the robot does not have",
                                           state->name, e.name);
        else if (e.joint < 0)
            status = check_base(scene, document, state, columns, i - state->count);
        else if (!e.still && !find_place(columns, e.joint, &place, &column) &&
                 !set_by_caller(scene, e.frozen, e.value, e.values)) {
            if (e.value >= 0)
                status = complete(scene, document, state, columns, &e);
            if (!status)
                status = lw_motion_set_joint(motion, robot, e.frozen->name, e.values, e.count,
                                             document->error);
        }
    }
    return status;
}
