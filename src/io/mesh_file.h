/* Meshes from files, by assimp: STL, OBJ, DAE, PLY, glTF and whatever else it reads. */
#ifndef LW_IO_MESH_FILE_H
#define LW_IO_MESH_FILE_H

#include "base/arena.h"
#include "leeway/leeway.h"

/* Fills vertices and triangles of shape (kind LW_MESH), in the arena. Node transforms are applied,
 * DAE units honoured, up-axis as RViz does it (the file's axes are kept as they are); then the
 * scale, per axis. Errors: file (cannot be opened), syntax (not a mesh), argument (no triangles,
 * scale zero or not finite), memory. Any thread. */
lw_status lw_mesh_file_read(lw_arena *arena, const char *path, lw_vec3 scale, lw_shape_def *shape,
                            lw_error *error);

#endif
