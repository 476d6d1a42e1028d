/* Meshes from OBJ files. */
#ifndef LW_IO_MESH_OBJ_H
#define LW_IO_MESH_OBJ_H

#include "io/mesh/mesh_soup.h"

/* Adds the faces of a file. Errors, with a line: syntax, argument (a coordinate that is not finite),
 * memory. */
lw_status lw_obj_read(const char *bytes, size_t size, lw_mesh_soup *soup, lw_error *error);

#endif
