/* The data of glTF files: buffers, and accessors, which read them as rows of numbers. */
#ifndef LW_IO_MESH_GLTF_DATA_H
#define LW_IO_MESH_GLTF_DATA_H

#include "io/text/document.h"

typedef struct lw_gltf_buffer {
    const unsigned char *bytes; /* NULL before the first use */
    size_t size;
} lw_gltf_buffer;

typedef struct lw_gltf {
    lw_document document; /* the parsed file; buffers are named relative to its path */
    const lw_value *root;
    lw_gltf_buffer chunk;    /* of a GLB: the content of its first buffer */
    lw_gltf_buffer *buffers; /* one for each entry of "buffers" */
    struct lw_model *model;  /* the scene that lists the files of the buffers; NULL: none */
    size_t bytes;            /* size of the file and of the buffers that were read */
} lw_gltf;

/* The types of components, as the files number them. */
enum {
    LW_GLTF_INT8 = 5120,
    LW_GLTF_UINT8 = 5121,
    LW_GLTF_INT16 = 5122,
    LW_GLTF_UINT16 = 5123,
    LW_GLTF_UINT32 = 5125,
    LW_GLTF_FLOAT = 5126
};

/* Rows of numbers, read from the first to the last. */
typedef struct lw_gltf_accessor {
    size_t count; /* rows */
    size_t width; /* numbers in a row: 1 or 3 */
    size_t type;
    bool normalized;
    const unsigned char *rows; /* NULL: all zeros */
    size_t stride;             /* bytes from row to row */
    size_t next;               /* row */
    struct {
        size_t count, next;
        size_t index_type;
        const unsigned char *indices; /* rising */
        const unsigned char *rows;    /* without gaps */
    } sparse;                         /* rows that replace some of the others */
} lw_gltf_accessor;

/* A whole number of an object by its key, no larger than `most`; fallback where the key is missing.
 * Error: syntax. */
lw_status lw_gltf_whole(lw_gltf *gltf, const lw_value *node, const char *key, size_t fallback,
                        size_t most, size_t *out);

/* The entry of a list of the file ("nodes", "meshes") by its index, and the index as a number. Error:
 * syntax. */
lw_status lw_gltf_entry(lw_gltf *gltf, const char *list, const lw_value *index, const lw_value **out,
                        size_t *number);

/* Opens the accessor with an index, and checks that all its rows lie within its buffers. type: "SCALAR"
 * or "VEC3", which the accessor must have. Errors: file (a buffer cannot be read), syntax, memory. */
lw_status lw_gltf_open(lw_gltf *gltf, const lw_value *index, const char *type, lw_gltf_accessor *out);

/* The numbers of the next row, which must exist. Floats and whole numbers are exact, normalised ones
 * are the nearest doubles. */
void lw_gltf_next(lw_gltf_accessor *accessor, double *row);

#endif
