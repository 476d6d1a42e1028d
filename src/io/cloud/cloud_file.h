/* Point clouds from files: PCD, PLY, NPY or a message of ROS, by the ending of the name. */
#ifndef LW_IO_CLOUD_CLOUD_FILE_H
#define LW_IO_CLOUD_CLOUD_FILE_H

#include "io/cloud/points.h"

/* Reads a cloud's points. Errors: file, syntax (with the file, and where it is a text the line),
 * memory. */
lw_status lw_cloud_file_read(const char *path, lw_point_list *points, lw_error *error);

/* Adds a shape from a file as an obstacle that is new. id NULL: the file's name without its folders.
 * Errors: those of lw_scene_add_obstacle, name (there is an object of this id). */
lw_status lw_file_add_obstacle(lw_scene *scene, const char *path, const char *id,
                               const lw_shape_def *shape, lw_pose at, lw_error *error);

#endif
