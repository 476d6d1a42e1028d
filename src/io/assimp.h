/* Meshes that assimp reads: OBJ, glTF. */
#ifndef LW_IO_ASSIMP_H
#define LW_IO_ASSIMP_H

#include "io/mesh_soup.h"

/* Adds the polygons of a file, with node transforms applied. Errors: syntax, memory. Any thread. */
lw_status lw_assimp_read(const char *path, lw_mesh_soup *soup, lw_error *error);

#endif
