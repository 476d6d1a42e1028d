/* Reads robots from URDF files. */
#ifndef LW_IO_ROBOT_URDF_H
#define LW_IO_ROBOT_URDF_H

#include "scene/model.h"

/* Adds the robot of a file to an open scene. robot: out, its index. name NULL: the name in the file.
 * After an error, parts may have been added; the caller rolls back. Errors: file, syntax, model, name,
 * argument, memory. */
lw_status lw_urdf_load(lw_scene *scene, const char *path, const char *name, lw_pose base, size_t *robot,
                       lw_error *error);

#endif
