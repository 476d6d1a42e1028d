/* Point clouds from PCD files: ascii, binary and binary_compressed. */
#ifndef LW_IO_CLOUD_PCD_H
#define LW_IO_CLOUD_PCD_H

#include "io/cloud/points.h"

/* Errors: syntax, with the line of the header or of the point; memory. */
lw_status lw_pcd_read(const char *bytes, size_t size, lw_point_list *points, lw_error *error);

#endif
