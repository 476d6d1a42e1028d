/* A mesh soup: the vertices and triangles that a reader of a mesh format collects for a shape. Polygons
 * are triangulated as they are added. */
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
    struct lw_model *model; /* the scene that lists the files; NULL: none */
} lw_mesh_soup;

/* A zeroed soup is empty and ready for use. */
void lw_mesh_soup_free(lw_mesh_soup *soup);

/* The limit of corners of a face: triangulating a larger one could take minutes.
 * docs/decisions/files.md, "A mesh face has at most 100,000 corners". */
enum { LW_MOST_CORNERS = 100000 };
#define LW_TOO_MANY_CORNERS "a face has %zu corners, and at most %d are read; export it as triangles"

/* Add a vertex, and a polygon over vertices that were added before; a polygon of fewer than three
 * corners is ignored. False where memory ran out. */
bool lw_mesh_soup_vertex(lw_mesh_soup *soup, vec3 vertex);
bool lw_mesh_soup_polygon(lw_mesh_soup *soup, const uint32_t *corners, size_t count);
/* Adds the triangles of a strip: each corner from the third on makes one with the two before it, and
 * every second triangle is turned over. A triangle with two corners at one point only continues the
 * strip and is not added. False where memory ran out. */
bool lw_mesh_soup_strip(lw_mesh_soup *soup, const uint32_t *corners, size_t count, bool mirrored);

/* Writes the triangles, scaled per axis, to the arrays of a shape in the arena, without unused
 * vertices. A factor that mirrors also reverses the corners, so that outside stays outside. Errors:
 * argument (no triangles, none with an area, a vertex that is not finite or too far away), memory. */
lw_status lw_mesh_soup_take(const lw_mesh_soup *soup, vec3 factor, lw_arena *arena, lw_shape_def *shape,
                            lw_error *error);

#endif
