/* Buffers of glTF files: within the file as base64, in a file beside it, or in the chunk of a GLB. */
#ifndef LW_IO_MESH_GLTF_BUFFER_H
#define LW_IO_MESH_GLTF_BUFFER_H

#include "io/mesh/gltf_data.h"

/* The bytes of the buffer with an index; its file is read at the first use. Errors: file, syntax,
 * memory. */
lw_status lw_gltf_buffer_open(lw_gltf *gltf, const lw_value *index, lw_gltf_buffer *out);

#endif
