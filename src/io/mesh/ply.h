/* Meshes from PLY files, text and binary. */
#ifndef LW_IO_MESH_PLY_H
#define LW_IO_MESH_PLY_H

#include "io/mesh/mesh_soup.h"

/* Adds the vertices, faces and triangle strips of a file. Errors, with a line in text files: syntax,
 * memory. */
lw_status lw_ply_read(const char *bytes, size_t size, lw_mesh_soup *soup, lw_error *error);

/* Adds the vertices of a file of points. Errors: as above, and syntax where the file has other elements
 * than vertices and a camera, which may be a surface, or more than its header says. */
lw_status lw_ply_read_points(const char *bytes, size_t size, lw_mesh_soup *soup, lw_error *error);

#endif
