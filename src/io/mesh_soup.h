/* Vertices and polygons as the readers of mesh formats find them, on their way to a shape. */
#ifndef LW_IO_MESH_SOUP_H
#define LW_IO_MESH_SOUP_H

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
    struct lw_model *model; /* whose files the readers read; NULL: nobody's */
} lw_mesh_soup;

/* A zeroed soup is empty and ready. */
void lw_mesh_soup_free(lw_mesh_soup *soup);

/* Each false where memory ran out. A polygon's corners are vertices that were added before; one of
 * fewer than three is left out. */
bool lw_mesh_soup_vertex(lw_mesh_soup *soup, vec3 vertex);
bool lw_mesh_soup_polygon(lw_mesh_soup *soup, const uint32_t *corners, size_t count);
/* The triangles of a strip: each next corner makes one with the two before it, every second one turned
 * over. Those with two corners in one place only lead on, and are left out. */
bool lw_mesh_soup_strip(lw_mesh_soup *soup, const uint32_t *corners, size_t count, bool mirrored);

/* The triangles, scaled per axis, as the arrays of a shape in the arena; vertices that none uses are
 * left out. A scale that mirrors turns them over, so that outside stays outside. Errors: argument (no
 * triangles, none with an area, a vertex that is not finite or too far away), memory. */
lw_status lw_mesh_soup_take(const lw_mesh_soup *soup, vec3 factor, lw_arena *arena, lw_shape_def *shape,
                            lw_error *error);

#endif
