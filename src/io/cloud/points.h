/* The points that a reader of a cloud's format collects, and coordinates in memory as binary formats
 * have them. */
#ifndef LW_IO_CLOUD_POINTS_H
#define LW_IO_CLOUD_POINTS_H

#include <stdint.h>

#include "base/array.h"
#include "base/error.h"

typedef LW_LIST(lw_vec3) lw_point_list;

/* The most points of a file: those of a cloud (scene/cloud.c). */
#define LW_MOST_POINTS ((uint64_t)UINT32_MAX / 4)

/* A coordinate of points in memory. */
typedef struct lw_coordinate {
    const char *at; /* that of the first point */
    size_t step;    /* bytes from one point to the next */
    size_t size;    /* 4: binary32, 8: binary64 */
} lw_coordinate;

/* A whole number of `size` bytes, at most 8. */
uint64_t lw_bytes_whole(const char *at, size_t size, bool big_endian);

/* A real number: 4 bytes are binary32, 8 binary64. */
double lw_bytes_real(const char *at, size_t size, bool big_endian);

/* Appends points, each number as the double that is equal to it. Errors: memory. */
lw_status lw_points_unpack(lw_point_list *points, const lw_coordinate axes[3], bool big_endian,
                           size_t count, lw_error *error);

/* Error syntax where a file says that it has more points than LW_MOST_POINTS, or none. */
lw_status lw_points_check_count(uint64_t count, lw_error *error);

#endif
