/* Reads the robot_state of a planning scene: rest values of joints, which they have where no motion
 * moves them. */
#include <string.h>

#include "io/scene/moveit_scene.h"
#include "io/text/ros_message.h"
#include "math/pose.h"
#include "scene/variable_name.h"

/* Sets one of the values of a planar or floating joint, in all robots that have it. *known: set where
 * there is one. */
static lw_status set_one_of(lw_scene *scene, lw_document *document, const lw_value *location,
                            const char *name, double value, bool *known)
{
    const lw_model *model = &scene->model;
    lw_status status = LW_OK;
    for (size_t i = 0; i < model->joints.count && !status; i++) {
        const lw_joint_def *joint = &model->joints.items[i].def;
        if (lw_variable_of(joint->name, joint->kind, name) < 0)
            continue;
        *known = true;
        status =
            lw_value_place(document, location,
                           lw_scene_value(scene, model->robots.items[model->joints.items[i].robot].name,
                                          name, &value, 1, LW_RANK_SCENE, document->error));
    }
    return status;
}

/* Sets the value of a joint in all robots that have it. Fixed joints have no value, and mimic joints
 * follow others. */
static lw_status set_single(lw_scene *scene, lw_document *document, const lw_value *location,
                            const char *name, double value)
{
    const lw_model *model = &scene->model;
    bool known = false;
    lw_status status = set_one_of(scene, document, location, name, value, &known);
    for (size_t i = 0; i < model->joints.count && !status; i++) {
        const lw_joint_def *joint = &model->joints.items[i].def;
        if (strcmp(joint->name, name))
            continue;
        known = true;
        size_t count = lw_joint_value_count(joint->kind);
        if (count > 1)
            return lw_value_fail(document, location, LW_ERROR_ARGUMENT,
                                 "joint \"%.60s\" takes %zu values; give it in multi_dof_joint_state, "
                                 "or as \"%.60s/%s\" and so on",
                                 name, count, name, lw_variable_name(joint->kind, 0));
        if (count && !joint->mimic)
            status = lw_value_place(
                document, location,
                lw_scene_value(scene, model->robots.items[model->joints.items[i].robot].name, name,
                               &value, 1, LW_RANK_SCENE, document->error));
    }
    if (!known && model->robots.count)
        lw_scene_notice(scene, document->file, location->line,
                        "robot_state names joint \"%.60s\", which no robot has", name);
    return status;
}

static bool is_identity(lw_pose p)
{
    return p.position.x == 0 && p.position.y == 0 && p.position.z == 0 && p.orientation.x == 0 &&
           p.orientation.y == 0 && p.orientation.z == 0;
}

/* Sets the values of a planar or floating joint of a robot. */
static lw_status set_multiple(lw_scene *scene, lw_document *document, const lw_value *location,
                              const lw_model_joint *joint, lw_pose at)
{
    lw_quat q = at.orientation;
    if (q.w < 0) /* the same rotation, whose heading is then at most half a turn */
        q = (lw_quat){-q.x, -q.y, -q.z, -q.w};
    double values[7] = {at.position.x, at.position.y, at.position.z, q.x, q.y, q.z, q.w};
    size_t count = lw_joint_value_count(joint->def.kind);
    if (count == 3) {
        if (q.x != 0 || q.y != 0 || at.position.z != 0)
            return lw_value_fail(document, location, LW_ERROR_ARGUMENT,
                                 "the pose of the planar joint \"%.60s\" is out of its plane",
                                 joint->def.name);
        values[2] = 2 * lw_atan2(q.z, q.w);
    }
    if (count < 3)
        return lw_value_fail(document, location, LW_ERROR_ARGUMENT,
                             "joint \"%.60s\" is neither planar nor floating", joint->def.name);
    return lw_value_place(document, location,
                          lw_scene_value(scene, scene->model.robots.items[joint->robot].name,
                                         joint->def.name, values, count, LW_RANK_SCENE,
                                         document->error));
}

/* Sets a robot's base by a joint that no robot has: it is taken for an SRDF's virtual joint, whose
 * transform is the pose of the root link in the world. */
static lw_status set_base(lw_scene *scene, lw_document *document, const lw_value *location,
                          const char *name, lw_pose at)
{
    lw_model *model = &scene->model;
    if (is_identity(at) || !model->robots.count)
        return LW_OK;
    if (model->robots.count > 1)
        return lw_value_fail(
            document, location, LW_ERROR_NAME,
            "no robot has a joint \"%.60s\"; with several robots give their bases apart", name);
    if (lw_pose_same(model->robots.items[0].base, at))
        return LW_OK;
    if (scene->from)
        return lw_value_fail(
            document, location, LW_ERROR_STATE,
            "joint \"%.60s\" puts the robot elsewhere than in the scene that this one was "
            "copied from",
            name);
    if (is_identity(model->robots.items[0].base))
        model->robots.items[0].base = at;
    else
        lw_scene_notice(scene, document->file, location->line,
                        "the robot was given a base; the pose of joint \"%.60s\" is ignored", name);
    return LW_OK;
}

static lw_status add_multiple(lw_scene *scene, lw_document *document, const lw_value *node)
{
    size_t count = 0;
    size_t transform_count = 0;
    lw_value *const *names = NULL;
    lw_value *const *transforms = NULL;
    const lw_value *list = lw_value_find(node, "transforms");
    lw_status status =
        lw_ros_list(document, lw_value_find(node, "joint_names"), "joint_names", &count, &names);
    if (status || (status = lw_ros_list(document, list, "transforms", &transform_count, &transforms)))
        return status;
    if (count != transform_count)
        return lw_value_fail(document, list ? list : node, LW_ERROR_ARGUMENT,
                             "multi_dof_joint_state has %zu joint_names, but %zu transforms", count,
                             transform_count);
    for (size_t i = 0; i < count && !status; i++) {
        const char *name = NULL;
        lw_pose at;
        if ((status = lw_value_text(document, names[i], "a joint's name", &name)) ||
            (status = lw_ros_pose(document, transforms[i], "a transform", &at)))
            return status;
        int64_t joint = lw_model_find_joint(&scene->model, -1, name);
        status = joint < 0 ? set_base(scene, document, transforms[i], name, at)
                           : set_multiple(scene, document, transforms[i],
                                          &scene->model.joints.items[joint], at);
    }
    return status;
}

lw_status lw_moveit_add_state(lw_scene *scene, lw_document *document, const lw_value *node)
{
    size_t count = 0;
    const char **names = NULL;
    double *positions = NULL;
    lw_value *joints = NULL;
    lw_value *multiple = NULL;
    lw_document_subject(document, "robot_state");
    lw_status status = lw_ros_part(document, node, "joint_state", &joints);
    if (status || (status = lw_ros_part(document, node, "multi_dof_joint_state", &multiple)))
        return status;
    status = lw_ros_joint_state(document, joints, &count, &names, &positions);
    for (size_t i = 0; i < count && !status; i++)
        status = set_single(scene, document, lw_value_find(joints, "name")->items[i], names[i],
                            positions[i]);
    if (!status)
        status = add_multiple(scene, document, multiple);
    return status;
}
