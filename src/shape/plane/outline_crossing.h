/* Whether an outline crosses or touches itself. */
#ifndef LW_SHAPE_PLANE_OUTLINE_CROSSING_H
#define LW_SHAPE_PLANE_OUTLINE_CROSSING_H

#include <stddef.h>

#include "leeway/leeway.h"

/* Checks that no two edges of an outline but neighbours meet, or come nearer to each other than tiny.
 * If some do, an argument error names two: the first ones, unless it takes long to find these. Rows x y
 * z, of which z is not read. Errors: argument, memory. */
lw_status lw_outline_check_simple(const double *vertices, size_t count, double tiny, lw_error *error);

#endif
