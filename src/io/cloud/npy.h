/* Point clouds from NPY files, NumPy's arrays. */
#ifndef LW_IO_CLOUD_NPY_H
#define LW_IO_CLOUD_NPY_H

#include "io/cloud/points.h"

/* An array of n x 3 binary32 or binary64, versions 1 to 3. Errors: syntax, memory. */
lw_status lw_npy_read(const char *bytes, size_t size, lw_point_list *points, lw_error *error);

#endif
