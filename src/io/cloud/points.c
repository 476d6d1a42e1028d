/* The points that a reader of a cloud's format collects, and coordinates in memory as binary formats
 * have them. */
#include "io/cloud/points.h"

#include <inttypes.h>
#include <string.h>

uint64_t lw_bytes_whole(const char *at, size_t size, bool big_endian)
{
    uint64_t whole = 0;
    for (size_t i = 0; i < size; i++)
        whole = whole << 8 | (unsigned char)at[big_endian ? i : size - 1 - i];
    return whole;
}

double lw_bytes_real(const char *at, size_t size, bool big_endian)
{
    uint64_t bits = lw_bytes_whole(at, size, big_endian);
    uint32_t half = (uint32_t)bits;
    double wide;
    float narrow;
    memcpy(&wide, &bits, sizeof wide);
    memcpy(&narrow, &half, sizeof narrow);
    return size == 8 ? wide : (double)narrow;
}

lw_status lw_points_unpack(lw_point_list *points, const lw_coordinate axes[3], bool big_endian,
                           size_t count, lw_error *error)
{
    if (!LW_ARRAY_RESERVE(points, points->count + count))
        return lw_fail_memory(error);
    for (size_t i = 0; i < count; i++) {
        double p[3];
        for (int k = 0; k < 3; k++)
            p[k] = lw_bytes_real(axes[k].at + i * axes[k].step, axes[k].size, big_endian);
        points->items[points->count++] = (lw_vec3){p[0], p[1], p[2]};
    }
    return LW_OK;
}

lw_status lw_points_check_count(uint64_t count, lw_error *error)
{
    if (!count)
        return lw_fail(error, LW_ERROR_SYNTAX, "the file has no points");
    if (count > LW_MOST_POINTS)
        return lw_fail(error, LW_ERROR_SYNTAX,
                       "the file says that it has %" PRIu64 " points; a cloud has at most %" PRIu64,
                       count, LW_MOST_POINTS);
    return LW_OK;
}
