/* Reads a spline in a motion in JSON: a Bézier curve, a B-spline or polynomials. */
#ifndef LW_IO_MOTION_SPLINE_JSON_H
#define LW_IO_MOTION_SPLINE_JSON_H

#include "io/robot/columns.h"
#include "leeway/spline.h"

/* Reads one robot's spline. Its arrays are in the document's memory. Errors: syntax, argument, memory;
 * lw_motion_set_splines checks the numbers. */
lw_status lw_spline_json_read(const lw_scene *scene, lw_document *document, const lw_value *node,
                              const lw_columns *columns, lw_spline *out);

#endif
