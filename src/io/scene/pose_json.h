/* Reads poses of leeway's JSON: a position, and roll, pitch and yaw or a quaternion. */
#ifndef LW_IO_SCENE_POSE_JSON_H
#define LW_IO_SCENE_POSE_JSON_H

#include "io/text/document.h"

/* The keys of a pose, with NULL at the end: position, rpy and orientation; in the plane position and
 * theta. */
const char *const *lw_json_pose_keys(bool planar);

/* Reads a pose from a map that may hold other keys too. */
lw_status lw_json_pose(lw_document *document, const lw_value *node, bool planar, lw_pose *out);

#endif
