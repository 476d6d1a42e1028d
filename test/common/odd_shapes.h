/* Shapes as files have them, beyond the plain ones: meshes of a hundred triangles that are not convex,
 * open, hollow or in pieces; polytopes of many vertices; and shapes without thickness. */
#ifndef LW_TEST_ODD_SHAPES_H
#define LW_TEST_ODD_SHAPES_H

#include "base/random.h"
#include "leeway/leeway.h"

enum { ODD_VERTICES = 64, ODD_TRIANGLES = 128 };

/* A random shape of about a size. Its arrays are the two given ones: ODD_VERTICES and ODD_TRIANGLES
 * rows of three. */
lw_shape_def odd_shape(lw_random *random, double size, double *vertices, uint32_t *triangles);

#endif
