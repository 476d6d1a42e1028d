/* The state of a robot in a message of MoveIt (moveit_msgs/RobotState) from which a motion begins:
 * start_state of a request, trajectory_start of a trajectory. */
#ifndef LW_IO_SCENE_ROBOT_STATE_H
#define LW_IO_SCENE_ROBOT_STATE_H

#include "io/robot/columns.h"
#include "io/text/document.h"

/* What lives in the document. A later value of a joint replaces an earlier one. */
typedef struct lw_robot_state {
    const char *name;     /* of the part of the message, for errors: "start_state" */
    const lw_value *node; /* NULL: there is none */
    size_t count;
    const char **joints;
    double *values;
    size_t pose_count; /* of joints of several values */
    const char **pose_joints;
    lw_pose *poses;
} lw_robot_state;

/* node NULL: a state without values. Errors: syntax, argument, memory. */
lw_status lw_robot_state_read(lw_document *document, const lw_value *node, const char *name,
                              lw_robot_state *out);

/* The same from a RobotState, or from a JointState by itself. */
lw_status lw_robot_state_read_any(lw_document *document, const lw_value *node, const char *name,
                                  lw_robot_state *out);

/* Adds the values of joints as later ones. */
lw_status lw_robot_state_add(lw_document *document, lw_robot_state *state, size_t count,
                             const char *const *joints, const double *values);

/* Adds the pose of a joint as a later one. */
lw_status lw_robot_state_add_pose(lw_document *document, lw_robot_state *state, const char *joint,
                                  lw_pose at);

/* The values of a planar or floating joint at a pose; of a planar one the heading is half a turn at
 * most. name: what gives the pose, for errors. Errors: argument (it is out of the joint's plane, or the
 * joint has one value). */
lw_status lw_robot_state_pose_values(lw_document *document, const lw_value *node, const char *name,
                                     const lw_frozen_joint *joint, lw_pose at, double values[7],
                                     size_t *count);

/* Puts the values of joints that the columns have into a row. given: NULL, or for each of the columns'
 * joints whether it was put; then joints whose value the caller of the library has set are left as they
 * are. Errors: argument (the pose of a planar joint is out of its plane, or of a joint of one value).
 */
lw_status lw_robot_state_put(const lw_scene *scene, lw_document *document, const lw_robot_state *state,
                             const lw_columns *columns, double *row, bool *given);

/* Gives a motion the values of the robot's joints that the columns do not have, but for those that the
 * caller of the library has set. A joint that the robot does not have is a notice. Errors: argument,
 * limit, name (an object is attached that no link carries in the scene), state (the robot's base is
 * elsewhere in the scene), notice, memory. */
lw_status lw_robot_state_set_others(const lw_scene *scene, lw_document *document,
                                    const lw_robot_state *state, const lw_columns *columns,
                                    lw_motion *motion);

/* The joint of a robot by its name or as robot/joint; -1: none. */
int64_t lw_robot_state_joint(const lw_columns *columns, const char *name);

/* The same, or one of a joint's values by its name (scene/variable_name.h); *value -1: the joint as a
 * whole. Errors: memory. */
lw_status lw_robot_state_find(lw_document *document, const lw_columns *columns, const char *name,
                              int64_t *joint, int64_t *value);

#endif
