/* Points that are found again nearly. */
#include "source_geometry.h"

#include <math.h>
#include <stdlib.h>

#include "places.h"

typedef struct grid_point {
    double cell[3]; /* whole numbers */
    size_t point;
} grid_point;

static int by_cell(const void *a, const void *b)
{
    return compare_places(((const grid_point *)a)->cell, ((const grid_point *)b)->cell);
}

void grid_make(point_grid *out, const double (*points)[3], size_t count, double reach)
{
    *out =
        (point_grid){points, count, fmax(reach * 0x1p-36, 0x1p-80), room(count, sizeof *out->sorted)};
    for (size_t i = 0; i < count; i++) {
        for (int k = 0; k < 3; k++)
            out->sorted[i].cell[k] = floor(points[i][k] / out->width);
        out->sorted[i].point = i;
    }
    qsort(out->sorted, count, sizeof *out->sorted, by_cell);
}

void grid_free(point_grid *g)
{
    free(g->sorted);
}

static size_t first_of_cell(const point_grid *g, const grid_point *key)
{
    size_t low = 0;
    size_t high = g->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (by_cell(&g->sorted[middle], key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static double distance_along_axes(const double a[3], const double b[3])
{
    double far = 0;
    for (int k = 0; k < 3; k++)
        far = fmax(far, fabs(a[k] - b[k]));
    return far;
}

long grid_near(const point_grid *g, const double point[3], double within)
{
    double low[3];
    double high[3];
    long found = -1;
    double best = within;
    for (int k = 0; k < 3; k++) {
        low[k] = floor((point[k] - within) / g->width);
        high[k] = floor((point[k] + within) / g->width);
        if (!(high[k] - low[k] <= 1))
            return -1;
    }
    /* the eight corners of the range; a cell may be looked at twice */
    for (int corner = 0; corner < 8; corner++) {
        grid_point key = {{0}, 0};
        for (int k = 0; k < 3; k++)
            key.cell[k] = corner >> k & 1 ? high[k] : low[k];
        for (size_t i = first_of_cell(g, &key); i < g->count && !by_cell(&g->sorted[i], &key); i++) {
            const double far = distance_along_axes(point, g->points[g->sorted[i].point]);
            if (far > best || (far == best && found >= 0))
                continue;
            best = far;
            found = (long)g->sorted[i].point;
        }
    }
    return found;
}
