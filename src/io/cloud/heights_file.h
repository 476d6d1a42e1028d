/* Height fields from files: NPY. */
#ifndef LW_IO_CLOUD_HEIGHTS_FILE_H
#define LW_IO_CLOUD_HEIGHTS_FILE_H

#include "base/error.h"

/* A grid of heights, row by row, which `free` frees. */
typedef struct lw_height_grid {
    double *heights;
    size_t rows, columns;
} lw_height_grid;

/* Reads a file's heights, each times the scale. Where it fails there is nothing to free. Errors: file,
 * syntax (with the file), memory. */
lw_status lw_heights_file_read(const char *path, double scale, lw_height_grid *out, lw_error *error);

/* The heights of an NPY file: a two-dimensional array of floats or of whole numbers of at most 32
 * bits. Errors: syntax, memory. */
lw_status lw_npy_read_heights(const char *bytes, size_t size, lw_height_grid *out, lw_error *error);

#endif
