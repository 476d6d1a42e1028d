/* A mesh soup: vertices and polygons as the readers of mesh formats collect them for a shape. */
#ifndef LW_IO_MESH_MESH_SOUP_H
#define LW_IO_MESH_MESH_SOUP_H

#include "base/arena.h"
#include "base/array.h"
#include "math/vec.h"
#include "shape/corner_tree.h"

typedef struct lw_mesh_soup {
    struct {
        vec3 *items;
        size_t count, capacity;
    } vertices;
    struct {
        uint32_t (*items)[3];
        size_t count, capacity;
    } triangles;
    struct {
        lw_corner *items;
        size_t count, capacity;
    } scratch;
    struct lw_model *model; /* the scene that the files are noted in; NULL: none */
} lw_mesh_soup;

/* A zeroed soup is empty and ready for use. */
void lw_mesh_soup_free(lw_mesh_soup *soup);

/* A face of a file has at most so many corners: to cut a larger one into triangles may take minutes. */
enum { LW_MOST_CORNERS = 100000 };
#define LW_TOO_MANY_CORNERS "a face has %zu corners, and at most %d are read; export it as triangles"

/* Both return false where memory ran out. A polygon's corners are vertices that were added before; a
 * polygon of fewer than three is ignored. */
bool lw_mesh_soup_vertex(lw_mesh_soup *soup, vec3 vertex);
bool lw_mesh_soup_polygon(lw_mesh_soup *soup, const uint32_t *corners, size_t count);
/* Adds the triangles of a strip: each next corner makes one with the two before it, every second one
 * turned over. A triangle with two corners at one point only continues the strip, and is not added. */
bool lw_mesh_soup_strip(lw_mesh_soup *soup, const uint32_t *corners, size_t count, bool mirrored);

/* Makes the triangles, scaled per axis, the arrays of a shape in the arena, without vertices that no
 * triangle uses. A scale that mirrors turns them over, so that outside stays outside. Errors: argument
 * (no triangles, none with an area, a vertex that is not finite or too far away), memory. */
lw_status lw_mesh_soup_take(const lw_mesh_soup *soup, vec3 factor, lw_arena *arena, lw_shape_def *shape,
                            lw_error *error);

#endif
