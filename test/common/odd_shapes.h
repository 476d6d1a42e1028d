/* Shapes of the kinds that files hold beyond plain ones: meshes of a hundred triangles that are not
 * convex, open, hollow or in pieces; polytopes of many vertices; and what has no thickness. */
#ifndef LW_TEST_ODD_SHAPES_H
#define LW_TEST_ODD_SHAPES_H

#include "base/random.h"
#include "leeway/leeway.h"

enum { ODD_VERTICES = 64, ODD_TRIANGLES = 128 };

/* A random shape of some size. Its arrays are the two given: rows of three, ODD_VERTICES and
 * ODD_TRIANGLES of them. */
lw_shape_def odd_shape(lw_random *random, double size, double *vertices, uint32_t *triangles);

#endif
