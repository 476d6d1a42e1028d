/* Meshes from COLLADA files (.dae). */
#ifndef LW_IO_MESH_DAE_H
#define LW_IO_MESH_DAE_H

#include "io/mesh/mesh_soup.h"

/* Adds the polygons of a file's scene, in metres: node transforms and the file's unit are applied, and
 * the file's axes are kept. Errors, with a line: file, syntax, argument (numbers not finite),
 * memory. */
lw_status lw_dae_read(const char *path, lw_mesh_soup *soup, lw_error *error);

#endif
