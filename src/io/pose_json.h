/* Poses of our JSON: a position, and roll, pitch and yaw or a quaternion. */
#ifndef LW_IO_POSE_JSON_H
#define LW_IO_POSE_JSON_H

#include "io/document.h"

/* The keys position, rpy and orientation of a map that may hold others too. */
lw_status lw_json_pose(lw_document *document, const lw_value *node, lw_pose *out);

#endif
