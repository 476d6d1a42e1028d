/* Meshes from glTF files (.gltf, .glb), version 2.0. */
#ifndef LW_IO_MESH_GLTF_H
#define LW_IO_MESH_GLTF_H

#include "io/mesh/mesh_soup.h"

/* Adds the triangles of a file's scene, with node transforms applied, in the file's axes. path: the
 * file's name, since files of buffers are named relative to it. Errors, with a line where the file is
 * text: file (a buffer's file), syntax, argument, memory. */
lw_status lw_gltf_read(const char *path, const char *bytes, size_t size, lw_mesh_soup *soup,
                       lw_error *error);

/* As lw_gltf_read, of the binary form (GLB): a header, the JSON text, and the bytes of its first
 * buffer. */
lw_status lw_glb_read(const char *path, const char *bytes, size_t size, lw_mesh_soup *soup,
                      lw_error *error);

#endif
