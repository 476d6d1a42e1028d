/* Meshes from files: STL, OBJ, DAE, PLY or glTF, by the ending of the name. */
#ifndef LW_IO_MESH_MESH_FILE_H
#define LW_IO_MESH_MESH_FILE_H

#include "scene/model.h"

/* Reads a mesh into the vertices and triangles of shape (kind LW_SHAPE_MESH), in the arena. Node
 * transforms and DAE units are applied, and the file's axes are kept, as RViz does. Then the factor is
 * applied, a scale for each axis, which may mirror. Errors: file (cannot be opened, no known ending),
 * syntax (not a mesh), argument (no triangles, a vertex or factor that is not finite, a factor of
 * zero), memory. Any thread.
 *
 * model: NULL, or the scene that the mesh is for. Other files that the mesh refers to (buffers of glTF)
 * must then be in the folder that the scene restricts files to, and are listed among the scene's
 * files. */
lw_status lw_mesh_file_read(lw_model *model, lw_arena *arena, const char *path, lw_vec3 factor,
                            lw_shape_def *shape, lw_error *error);

#endif
