/* Reads SRDF files: groups, named states, and disabled pairs, the allowed collision matrix (ACM). */
#ifndef LW_IO_ROBOT_SRDF_H
#define LW_IO_ROBOT_SRDF_H

#include "scene/model.h"

/* Adds a file's contents to a robot of the scene whose links and joints exist. After an error, parts
 * may have been added; the caller rolls back. Errors: file, syntax, model, name, argument, memory. */
lw_status lw_srdf_load(lw_scene *scene, const char *path, size_t robot, lw_error *error);

#endif
