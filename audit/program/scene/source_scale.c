/* Shapes of links that a scene scales: docs/interfaces.md, "Padding and scale". */
#include "source_geometry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "places.h"

/* Whether a vertex of an outline is on the line through its neighbours, or at the place of one, up to
 * rounding. */
static bool is_straight(const double p[3], const double q[3], const double r[3], double tiny)
{
    const double across = (q[0] - p[0]) * (r[1] - q[1]) - (q[1] - p[1]) * (r[0] - q[0]);
    return fabs(across) <= tiny * hypot(r[0] - p[0], r[1] - p[1]);
}

/* Copies the vertices of an outline that are corners; returns how many. */
static size_t corners_of_outline(const source_shape *s, double (*out)[3])
{
    size_t count = s->vertex_count;
    double size = 0;
    memcpy(out, s->vertices, count * sizeof *out);
    for (size_t i = 0; i < count; i++)
        size = fmax(size, fmax(fabs(out[i][0]), fabs(out[i][1])));
    for (size_t before = count + 1; count > 2 && count < before;) {
        before = count;
        for (size_t i = 0; i < count && count > 2; i++) {
            const size_t last = (i + count - 1) % count;
            if (!is_straight(out[last], out[i], out[(i + 1) % count], 0x1p-50 * size))
                continue;
            memmove(out + i, out + i + 1, (count - i - 1) * sizeof *out);
            count--;
            i--;
        }
    }
    return count;
}

void shape_scale(source_shape *s, double scale)
{
    size_t count;
    const double(*points)[3] = vertices_of(s, &count);
    double(*corners)[3] = room(count, sizeof *corners);
    double(*distinct)[3] = room(count, sizeof *distinct);
    size_t *numbers = room(count, sizeof *numbers);
    if (s->kind == SOURCE_POLYGON) {
        count = corners_of_outline(s, corners);
        points = (const double(*)[3])corners;
    }
    const size_t places = number_points(points, count, numbers, distinct);
    vec sum = exact_vec((const double[3]){0});
    for (size_t i = 0; i < places; i++)
        sum = add(sum, vertex_in_shape(s, distinct[i]));
    s->middle = places ? scaled(inverse(exact((double)places)), sum) : sum;
    s->is_scaled = true;
    s->scale = exact(scale);
    s->radius = times(s->scale, s->radius);
    for (int k = 0; k < 3; k++)
        s->half[k] = times(s->scale, s->half[k]);
    free(corners);
    free(distinct);
    free(numbers);
}
