/* Meshes from STL files, binary and text. */
#ifndef LW_IO_MESH_STL_H
#define LW_IO_MESH_STL_H

#include "io/mesh/mesh_soup.h"

/* Adds the triangles of a file. Errors, with a line in text files: syntax, memory. */
lw_status lw_stl_read(const char *bytes, size_t size, lw_mesh_soup *soup, lw_error *error);

#endif
