/* Height fields and the numbers of depth images from files: NPY, and PNG (png.h). */
#ifndef LW_IO_CLOUD_HEIGHTS_FILE_H
#define LW_IO_CLOUD_HEIGHTS_FILE_H

#include "base/error.h"

/* A grid of heights or depths, row by row, which `free` frees. */
typedef struct lw_height_grid {
    double *heights;
    size_t rows, columns;
} lw_height_grid;

/* What a grid is read for: a height field, whose numbers are heights, or a depth image. */
typedef struct lw_grid_use {
    const char *name; /* with its article */
    const char *numbers;
    const char *rows; /* a row of these */
    int least;        /* rows and columns, each */
    int most;         /* numbers */
} lw_grid_use;
extern const lw_grid_use lw_grid_of_heights;
extern const lw_grid_use lw_grid_of_depths;

/* Reads a file's numbers, each times the scale. Where it fails there is nothing to free. Errors: file,
 * syntax (with the file), memory. */
lw_status lw_heights_file_read(const char *path, const lw_grid_use *use, double scale,
                               lw_height_grid *out, lw_error *error);

/* The numbers of an NPY file: a two-dimensional array of floats or of whole numbers of at most 32
 * bits. Errors: syntax, memory. */
lw_status lw_npy_read_grid(const char *bytes, size_t size, const lw_grid_use *use, lw_height_grid *out,
                           lw_error *error);

#endif
