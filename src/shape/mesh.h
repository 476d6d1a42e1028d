/* A triangle mesh, made clean: equal vertices joined, triangles without area set apart, components
 * found, and the closed surfaces that bound its solids and cavities, repaired where possible. */
#ifndef LW_SHAPE_MESH_H
#define LW_SHAPE_MESH_H

#include "base/arena.h"
#include "math/vec.h"

/* A connected component: triangles that are connected through equal vertices. */
typedef struct lw_mesh_component {
    uint32_t first_triangle; /* triangles are sorted by component */
    uint32_t triangle_count;
    bool closed;         /* each edge is passed as often in one direction as in the other (triangles
                            that were dropped because they have no area count too) */
    bool mended;         /* not closed as given, but repaired: its triangles are part of shells */
    bool hollow;         /* neither closed, mended nor flat: a body in it would not be noticed */
    uint32_t open_edges; /* edges that the repair did not close */
    double volume;       /* signed; meaningless where not closed */
    vec3 low, high;      /* its box */
} lw_mesh_component;

/* A closed surface. */
typedef struct lw_mesh_shell {
    const uint32_t (*triangles)[3]; /* of a repaired shell some are not triangles of the mesh */
    uint32_t triangle_count;
    bool room;      /* oriented inwards, and inside no solid of the mesh: the space in it is free, and
                       solids inside it stay solid */
    double volume;  /* signed; negative: oriented inwards, a cavity */
    vec3 low, high; /* its box */
} lw_mesh_shell;

typedef struct lw_mesh {
    uint32_t vertex_count;
    vec3 *vertices;
    uint32_t triangle_count;
    uint32_t (*triangles)[3]; /* as given; distances are measured to them */
    uint32_t component_count;
    lw_mesh_component *components;
    uint32_t shell_count;
    lw_mesh_shell *shells;     /* they decide which points are inside */
    uint32_t dropped;          /* triangles without area, which are left out of the triangles */
    uint32_t degenerate_count; /* dropped triangles that lie on no edge of another triangle */
    vec3 (*degenerate)[3];     /* the corners of these triangles, which are segments or points */
} lw_mesh;

/* Whether a triangle is more than a line or a point, as computed in doubles. */
bool lw_has_area(vec3 a, vec3 b, vec3 c);

/* Cleans vertex_count rows x y z and triangle_count rows of indices. Errors: argument (index out of
 * range, NaN or infinity, no triangle with an area), memory. */
lw_status lw_mesh_create(lw_arena *arena, const double *vertices, size_t vertex_count,
                         const uint32_t *triangles, size_t triangle_count, lw_mesh **out,
                         lw_error *error);

/* The box around some triangles, and the volume that they bound if they are closed: signed, the sum of
 * tetrahedra from the box's centre. */
typedef struct lw_mesh_size {
    double volume;
    vec3 low, high;
} lw_mesh_size;

/* rows: count > 0 rows of three indices of vertices. */
lw_mesh_size lw_mesh_measure(const vec3 *vertices, const uint32_t (*rows)[3], size_t count);

/* How often the shells but the rooms wind round a point, in sum. */
int lw_mesh_winding(const lw_mesh *mesh, vec3 point);

/* Whether a point lies inside the solid that the shells bound: the winding number of all shells but the
 * rooms is 1 or more there (from solid angles; an exact whole number away from the surface). A table in
 * a room is solid. Open surfaces do not count. */
bool lw_mesh_contains(const lw_mesh *mesh, vec3 point);

#endif
