/* Reads the state of a robot from which a motion begins, in a message of MoveIt
 * (moveit_msgs/RobotState): start_state of a request, trajectory_start of a trajectory. */
#ifndef LW_IO_SCENE_ROBOT_STATE_H
#define LW_IO_SCENE_ROBOT_STATE_H

#include "io/robot/columns.h"
#include "io/text/document.h"

/* Joint values of a state, in the document's memory. A later value of a joint replaces an earlier
 * one. */
typedef struct lw_robot_state {
    const char *name;     /* the state's key in the message, for errors: "start_state" */
    const lw_value *node; /* NULL: there is none */
    size_t count;
    const char **joints;
    double *values;
    size_t pose_count; /* how many joints of several values have a pose */
    const char **pose_joints;
    lw_pose *poses;
} lw_robot_state;

/* Reads a RobotState. node NULL: a state without values. Errors: syntax, argument, memory. */
lw_status lw_robot_state_read(lw_document *document, const lw_value *node, const char *name,
                              lw_robot_state *out);

/* Reads a RobotState, or a JointState by itself. */
lw_status lw_robot_state_read_any(lw_document *document, const lw_value *node, const char *name,
                                  lw_robot_state *out);

/* Appends values of joints, which replace earlier ones. */
lw_status lw_robot_state_add(lw_document *document, lw_robot_state *state, size_t count,
                             const char *const *joints, const double *values);

/* Appends the pose of a joint, which replaces an earlier one. */
lw_status lw_robot_state_add_pose(lw_document *document, lw_robot_state *state, const char *joint,
                                  lw_pose at);

/* The values of a planar or floating joint at a pose; the heading of a planar joint is within half a
 * turn. name: of the pose's source, for errors. Errors: argument (the pose is out of the joint's plane,
 * or the joint has one value). */
lw_status lw_robot_state_pose_values(lw_document *document, const lw_value *node, const char *name,
                                     const lw_frozen_joint *joint, lw_pose at, double values[7],
                                     size_t *count);

/* Writes the state's values into a row, for the joints of the columns. given: NULL, or in and out, a
 * flag for each of the columns' joints, set where a value was written; then joints whose value the
 * caller of the library has set are left alone. Errors: argument (the pose of a planar joint is out of
 * its plane, or a joint of one value has a pose). */
lw_status lw_robot_state_put(const lw_scene *scene, lw_document *document, const lw_robot_state *state,
                             const lw_columns *columns, double *row, bool *given);

/* Sets the values of the robot's other joints, which are not among the columns, in a motion; those that
 * the caller of the library has set are left alone. A joint that the robot does not have gives a
 * notice. Errors: argument, limit, name (the state attaches an object that no link carries in the
 * scene), state (the scene has the robot's base elsewhere), notice, memory. */
lw_status lw_robot_state_set_others(const lw_scene *scene, lw_document *document,
                                    const lw_robot_state *state, const lw_columns *columns,
                                    lw_motion *motion);

/* The joint of a robot by its name or as robot/joint; -1: none. */
int64_t lw_robot_state_joint(const lw_columns *columns, const char *name);

/* Finds a joint as lw_robot_state_joint, or one of a joint's values by its name
 * (scene/variable_name.h); *value is -1 for the whole joint. Errors: memory. */
lw_status lw_robot_state_find(lw_document *document, const lw_columns *columns, const char *name,
                              int64_t *joint, int64_t *value);

#endif
