/* Repairs a mesh: closed surfaces from its open components. They decide which points are inside. */
#ifndef LW_SHAPE_MESH_REPAIR_H
#define LW_SHAPE_MESH_REPAIR_H

#include "base/arena.h"
#include "base/error.h"
#include "shape/mesh.h"

/* Finds mesh->shells: the closed components, and the repaired surfaces of open ones (and of closed ones
 * that have each triangle in both orientations). Fills in the components' `mended`, `hollow` and
 * `open_edges`; vertices and triangles stay as they are. Errors: memory. */
lw_status lw_mesh_find_shells(lw_arena *arena, lw_mesh *mesh, lw_error *error);

#endif
