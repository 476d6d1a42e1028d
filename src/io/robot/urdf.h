/* Robots from URDF files. */
#ifndef LW_IO_ROBOT_URDF_H
#define LW_IO_ROBOT_URDF_H

#include "scene/model.h"

/* Adds the robot of a file to an open scene and gives its index. name NULL: as in the file. What was
 * added before an error stays; the caller rolls back. Errors: file, syntax, model, name, argument,
 * memory. */
lw_status lw_urdf_load(lw_scene *scene, const char *path, const char *name, lw_pose base, size_t *robot,
                       lw_error *error);

#endif
