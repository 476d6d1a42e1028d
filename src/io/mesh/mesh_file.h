/* Meshes from files: STL, OBJ, DAE, PLY, glTF, told apart by their endings. */
#ifndef LW_IO_MESH_MESH_FILE_H
#define LW_IO_MESH_MESH_FILE_H

#include "scene/model.h"

/* Fills vertices and triangles of shape (kind LW_SHAPE_MESH), in the arena. It applies node transforms
 * and DAE units, keeps the file's axes, as RViz does, and then applies the factor, the mesh's scale per
 * axis, which may mirror. Errors: file (cannot be opened, no known ending), syntax (not a mesh),
 * argument (no triangles, a vertex or factor that is not finite, a factor of zero), memory. Any
 * thread.
 *
 * model: NULL, or the scene that the mesh is read for: the files that the mesh names (the buffers of
 * glTF) have to be in the folder that the scene's files are restricted to, and are noted among its
 * files. */
lw_status lw_mesh_file_read(lw_model *model, lw_arena *arena, const char *path, lw_vec3 factor,
                            lw_shape_def *shape, lw_error *error);

#endif
