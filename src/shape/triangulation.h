/* Triangles from the polygons that mesh files hold. */
#ifndef LW_SHAPE_TRIANGULATION_H
#define LW_SHAPE_TRIANGULATION_H

#include "math/vec.h"

enum { LW_TRIANGULATION_SCRATCH = 4 };

/* Splits the polygon over count >= 3 corners (indices into vertices) into exactly
 * count - 2 triangles that turn as it does. They cover it always: a planar polygon exactly where it
 * does not cross itself, and otherwise perhaps with more beside it. scratch: LW_TRIANGULATION_SCRATCH
 * count entries. */
void lw_polygon_triangulate(const vec3 *vertices, const uint32_t *corners, size_t count,
                            uint32_t *scratch, uint32_t (*triangles)[3]);

#endif
