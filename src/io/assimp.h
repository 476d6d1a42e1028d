/* Meshes that assimp reads: OBJ, DAE (COLLADA), glTF. */
#ifndef LW_IO_ASSIMP_H
#define LW_IO_ASSIMP_H

#include "io/mesh_soup.h"

/* Adds the polygons of a file, with node transforms and DAE units applied and the file's axes kept.
 * Errors: syntax, argument (nothing in it), memory. Any thread. */
lw_status lw_assimp_read(const char *path, lw_mesh_soup *soup, lw_error *error);

#endif
