/* Triangulation of polygons: the faces of mesh files, and outlines. */
#ifndef LW_SHAPE_TRIANGULATION_H
#define LW_SHAPE_TRIANGULATION_H

#include "math/vec.h"
#include "shape/corner_tree.h"

/* Splits the polygon over count >= 3 corners (indices into vertices) into exactly
 * count - 2 triangles that turn as it does. They always cover it: exactly where the polygon is planar
 * and does not cross itself; otherwise they may cover more. scratch: count entries. */
void lw_polygon_triangulate(const vec3 *vertices, const uint32_t *corners, size_t count,
                            lw_corner *scratch, uint32_t (*triangles)[3]);

#endif
