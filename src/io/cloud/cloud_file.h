/* Point clouds from files: PCD, PLY or NPY, by the ending of the name. */
#ifndef LW_IO_CLOUD_CLOUD_FILE_H
#define LW_IO_CLOUD_CLOUD_FILE_H

#include "io/cloud/points.h"

/* Reads a cloud's points. Errors: file, syntax (with the file, and where it is a text the line),
 * memory. */
lw_status lw_cloud_file_read(const char *path, lw_points *points, lw_error *error);

#endif
