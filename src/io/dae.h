/* Meshes from COLLADA files (.dae). */
#ifndef LW_IO_DAE_H
#define LW_IO_DAE_H

#include "io/mesh_soup.h"

/* Adds the polygons of the scene that a file shows, in metres: node transforms and the file's unit
 * are applied, its axes kept. Errors, with a line: file, syntax, argument (numbers not finite), memory.
 */
lw_status lw_dae_read(const char *path, lw_mesh_soup *soup, lw_error *error);

#endif
