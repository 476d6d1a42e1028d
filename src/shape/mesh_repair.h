/* Closed surfaces from the open components of a mesh, for the question of what is inside. */
#ifndef LW_SHAPE_MESH_REPAIR_H
#define LW_SHAPE_MESH_REPAIR_H

#include "base/arena.h"
#include "base/error.h"
#include "shape/mesh.h"

/* Finds mesh->shells: its closed components, and what the triangles of open ones bound once they are
 * repaired (of closed ones too that have each triangle both ways round). Fills in the components'
 * `mended`, `hollow` and `open_edges`; vertices and triangles stay as they are. Errors: memory. */
lw_status lw_mesh_find_shells(lw_arena *arena, lw_mesh *mesh, lw_error *error);

#endif
