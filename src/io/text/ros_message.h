/* Readers of the parts that ROS messages share: vectors, poses, times, joint states. Messages come in
 * YAML or JSON with vectors as lists, or as `ros2 topic echo` prints them (x, y, z, w by name), or as
 * `ros2 service call` prints them (io/text/python_print.h). */
#ifndef LW_IO_TEXT_ROS_MESSAGE_H
#define LW_IO_TEXT_ROS_MESSAGE_H

#include "io/text/document.h"

/* Reads a file of one message, a map; `what` is its name in errors ("planning scene"). */
lw_status lw_ros_read(lw_document *document, const char *path, const char *what, lw_value **message);
/* The messages of a text, at least one, all maps. The text is JSON where it begins with a brace or
 * bracket and no bare key follows, Python where lw_python_find finds a message, else YAML with ---
 * between messages. The items of a list are messages. */
lw_status lw_ros_parse(lw_document *document, const char *text, size_t length, const char *what,
                       lw_value **messages);

/* [x, y, z] or {x, y, z}; a value missing from a map is 0, the default in ROS messages. */
lw_status lw_ros_vector(lw_document *document, const lw_value *node, const char *name, lw_vec3 *out);
/* x y z w, normalised. All zeros, the value of an orientation that was never set, is identity. */
lw_status lw_ros_quaternion(lw_document *document, const lw_value *node, const char *name,
                            lw_quat *out);
/* position and orientation, or translation and rotation; node NULL or a missing part: identity. */
lw_status lw_ros_pose(lw_document *document, const lw_value *node, const char *name, lw_pose *out);

/* A number of seconds, {secs, nsecs} of ROS 1 or {sec, nanosec} of ROS 2. */
lw_status lw_ros_time(lw_document *document, const lw_value *node, const char *name, double *out);

/* A list's length and items; a missing one (node NULL) is an empty list. */
lw_status lw_ros_list(lw_document *document, const lw_value *node, const char *name, size_t *count,
                      lw_value *const **items);

/* A part that must be a map if it exists; NULL where it is null or missing. */
lw_status lw_ros_part(lw_document *document, const lw_value *node, const char *key, lw_value **out);

/* name and position of a joint_state (node NULL: none), equally many of each. */
lw_status lw_ros_joint_state(lw_document *document, const lw_value *node, size_t *count,
                             const char ***names, double **positions);

#endif
