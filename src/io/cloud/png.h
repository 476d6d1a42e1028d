/* Grids of heights or depths from PNG files, by libpng. */
#ifndef LW_IO_CLOUD_PNG_H
#define LW_IO_CLOUD_PNG_H

#include "io/cloud/heights_file.h"

/* The grey levels of a picture of 8 or 16 bits, as they stand in the file. The library may be built
 * without libpng (LW_PNG); then every file is refused. Errors: file (built without), syntax, memory. */
lw_status lw_png_read_grid(const char *bytes, size_t size, const lw_grid_use *use, lw_height_grid *out,
                           lw_error *error);

#endif
