/* Clean outlines and their convex parts: triangles from ears (shape/triangulation.h), joined across
 * every diagonal that is not needed (Hertel and Mehlhorn 1983), which leaves at most four times as many
 * parts as there have to be. A joint of two parts that is convex but for rounding is taken, since the
 * hull of a part is what is used: it covers at least what was joined. */
#include "shape/outline_parts.h"

#include "base/error.h"
#include "math/vec2.h"
#include "shape/triangulation.h"

#include <stdlib.h>
#include <string.h>

/* corners that turn by less are straight: relative to the outline's size */
#define STRAIGHT 0x1p-50

static vec2 vertex(const double *vertices, size_t i)
{
    return v2(vertices[3 * i], vertices[3 * i + 1]);
}

/* how far q is to the left of the line from p to r; as far as q is from p where these are one */
static double aside(vec2 p, vec2 q, vec2 r)
{
    vec2 e = sub2(r, p);
    double length = length2(e);
    return length > 0 ? cross2(e, sub2(q, p)) / length : length2(sub2(q, p));
}

/* whether q is straight between p and r, or one of them */
static bool is_straight(vec2 p, vec2 q, vec2 r, double tiny)
{
    if (length2(sub2(q, p)) <= tiny || length2(sub2(r, q)) <= tiny)
        return true;
    return fabs(aside(p, q, r)) <= tiny && dot2(sub2(q, p), sub2(r, q)) > 0;
}

static size_t drop_straight(double *vertices, size_t count, double tiny)
{
    for (size_t i = 0; i < count && count > 1;) {
        vec2 p = vertex(vertices, (i + count - 1) % count);
        vec2 q = vertex(vertices, i);
        vec2 r = vertex(vertices, (i + 1) % count);
        if (!is_straight(p, q, r, tiny)) {
            i++;
            continue;
        }
        memmove(vertices + 3 * i, vertices + 3 * (i + 1), 3 * (count - i - 1) * sizeof *vertices);
        count--;
        /* the one before may be straight now */
        i -= i > 0;
    }
    return count;
}

/* sides of a line: 1, -1, or 0 on it */
static int side_of(vec2 a, vec2 b, vec2 p, double tiny)
{
    double away = aside(a, p, b);
    return away > tiny ? 1 : away < -tiny ? -1 : 0;
}

static bool is_between(vec2 a, vec2 b, vec2 p)
{
    return dot2(sub2(p, a), sub2(b, a)) >= 0 && dot2(sub2(p, b), sub2(a, b)) >= 0;
}

/* whether two edges have a point in common */
static bool edges_meet(vec2 a, vec2 b, vec2 c, vec2 d, double tiny)
{
    int ac = side_of(a, b, c, tiny);
    int ad = side_of(a, b, d, tiny);
    int ca = side_of(c, d, a, tiny);
    int cb = side_of(c, d, b, tiny);
    if (ac * ad < 0 && ca * cb < 0)
        return true;
    return (ac == 0 && is_between(a, b, c)) || (ad == 0 && is_between(a, b, d)) ||
           (ca == 0 && is_between(c, d, a)) || (cb == 0 && is_between(c, d, b));
}

static lw_status check_simple(const double *vertices, size_t count, double tiny, lw_error *error)
{
    for (size_t i = 0; i < count; i++)
        for (size_t k = i + 2; k < count; k++) {
            if (i == 0 && k == count - 1)
                continue;
            vec2 a = vertex(vertices, i);
            vec2 c = vertex(vertices, k);
            if (edges_meet(a, vertex(vertices, i + 1), c, vertex(vertices, (k + 1) % count), tiny))
                return lw_fail(error, LW_ERROR_ARGUMENT,
                               "the outline crosses or touches itself: its edges from (%g, %g) and "
                               "from (%g, %g) meet",
                               a.x, a.y, c.x, c.y);
        }
    return LW_OK;
}

lw_status lw_outline_clean(double *vertices, size_t *count, lw_outline_repair *repair, lw_error *error)
{
    if (*count > LW_OUTLINE_MOST)
        return lw_fail(error, LW_ERROR_ARGUMENT, "an outline of %zu vertices; there may be %d", *count,
                       (int)LW_OUTLINE_MOST);
    double size = 0;
    for (size_t i = 0; i < *count; i++) {
        vec2 p = sub2(vertex(vertices, i), vertex(vertices, 0));
        size = fmax(size, fmax(fabs(p.x), fabs(p.y)));
    }
    double tiny = STRAIGHT * size;
    size_t given = *count;
    *count = drop_straight(vertices, given, tiny);
    double area = 0;
    for (size_t i = 1; i + 1 < *count; i++)
        area += cross2(sub2(vertex(vertices, i), vertex(vertices, 0)),
                       sub2(vertex(vertices, i + 1), vertex(vertices, 0)));
    if (area < 0)
        for (size_t i = 0, k = *count - 1; i < k; i++, k--)
            for (size_t c = 0; c < 3; c++) {
                double swap = vertices[3 * i + c];
                vertices[3 * i + c] = vertices[3 * k + c];
                vertices[3 * k + c] = swap;
            }
    if (repair)
        *repair = (lw_outline_repair){area < 0, given - *count};
    return *count > 2 ? check_simple(vertices, *count, tiny, error) : LW_OK;
}

/* ---- parts ---------------------------------------------------------------------------------- */

/* Rings of corners, each in a buffer of its own that is as long as the outline. */
typedef struct splitting {
    const double *vertices;
    size_t count;    /* of the outline */
    size_t parts;    /* triangles at first */
    uint32_t *rings; /* parts x count */
    uint32_t *sizes; /* 0: joined to another */
    uint32_t *spare; /* one ring */
} splitting;

static uint32_t *ring_of(const splitting *s, size_t part)
{
    return s->rings + part * s->count;
}

/* where a ring goes from one corner to another; its size where it does not */
static uint32_t find_edge(const splitting *s, size_t part, uint32_t from, uint32_t to)
{
    const uint32_t *ring = ring_of(s, part);
    uint32_t size = s->sizes[part];
    for (uint32_t i = 0; i < size; i++)
        if (ring[i] == from && ring[i + 1 == size ? 0 : i + 1] == to)
            return i;
    return size;
}

static bool turns_left(const splitting *s, uint32_t p, uint32_t q, uint32_t r)
{
    return !(aside(vertex(s->vertices, p), vertex(s->vertices, r), vertex(s->vertices, q)) < 0);
}

/* Joins two parts across the edge that begins at i in one and at k in the other, if that is convex. */
static void join(splitting *s, size_t one, uint32_t i, size_t other, uint32_t k)
{
    const uint32_t *a = ring_of(s, one);
    const uint32_t *b = ring_of(s, other);
    uint32_t m = s->sizes[one];
    uint32_t n = s->sizes[other];
    /* a from the edge's end round to its beginning, then b without the two */
    uint32_t size = 0;
    for (uint32_t step = 1; step <= m; step++)
        s->spare[size++] = a[(i + step) % m];
    for (uint32_t step = 2; step < n; step++)
        s->spare[size++] = b[(k + step) % n];
    const uint32_t *ring = s->spare;
    if (!turns_left(s, ring[m - 2], ring[m - 1], ring[m % size]) ||
        !turns_left(s, ring[size - 1], ring[0], ring[1]))
        return;
    memcpy(ring_of(s, one), s->spare, size * sizeof *s->spare);
    s->sizes[one] = size;
    s->sizes[other] = 0;
}

static void join_all(splitting *s)
{
    for (size_t one = 0; one < s->parts; one++)
        for (uint32_t i = 0; i < s->sizes[one]; i++) {
            const uint32_t *ring = ring_of(s, one);
            uint32_t before = s->sizes[one];
            uint32_t from = ring[i];
            uint32_t to = ring[i + 1 == before ? 0 : i + 1];
            for (size_t other = 0; other < s->parts; other++) {
                if (other == one || s->sizes[other] == 0)
                    continue;
                uint32_t k = find_edge(s, other, to, from);
                if (k == s->sizes[other])
                    continue;
                join(s, one, i, other, k);
                break;
            }
            if (s->sizes[one] != before)
                i = UINT32_MAX; /* from the first edge again */
        }
}

static bool is_convex(const double *vertices, size_t count)
{
    splitting s = {.vertices = vertices, .count = count};
    for (uint32_t i = 0; i < count; i++)
        if (!turns_left(&s, i, (uint32_t)((i + 1) % count), (uint32_t)((i + 2) % count)))
            return false;
    return true;
}

/* the parts that are left */
static lw_status give(const splitting *s, lw_outline_parts *out, lw_error *error)
{
    size_t corners = 0;
    for (size_t i = 0; i < s->parts; i++)
        corners += s->sizes[i];
    *out = (lw_outline_parts){0};
    out->sizes = malloc((s->parts + 1) * sizeof *out->sizes);
    out->corners = malloc((corners + 1) * sizeof *out->corners);
    if (!out->sizes || !out->corners) {
        lw_outline_parts_free(out);
        return lw_fail_memory(error);
    }
    size_t at = 0;
    for (size_t i = 0; i < s->parts; i++) {
        if (s->sizes[i] == 0)
            continue;
        memcpy(out->corners + at, ring_of(s, i), s->sizes[i] * sizeof *s->rings);
        at += s->sizes[i];
        out->sizes[out->count++] = s->sizes[i];
    }
    return LW_OK;
}

static lw_status split_concave(const double *vertices, size_t count, lw_outline_parts *out,
                               lw_error *error)
{
    splitting s = {.vertices = vertices, .count = count, .parts = count - 2};
    vec3 *points = malloc(count * sizeof *points);
    uint32_t *numbers = malloc(8 * count * sizeof *numbers);
    uint32_t(*triangles)[3] = malloc(s.parts * sizeof *triangles);
    s.rings = malloc(s.parts * count * sizeof *s.rings);
    s.sizes = malloc(s.parts * sizeof *s.sizes);
    lw_status status = LW_OK;
    if (!points || !numbers || !triangles || !s.rings || !s.sizes) {
        status = lw_fail_memory(error);
    } else {
        for (size_t i = 0; i < count; i++) {
            points[i] = v3(vertices[3 * i], vertices[3 * i + 1], 0);
            numbers[i] = (uint32_t)i;
        }
        lw_polygon_triangulate(points, numbers, count, numbers + count, triangles);
        s.spare = numbers + 4 * count;
        for (size_t i = 0; i < s.parts; i++) {
            memcpy(ring_of(&s, i), triangles[i], sizeof triangles[i]);
            s.sizes[i] = 3;
        }
        join_all(&s);
        status = give(&s, out, error);
    }
    free(points);
    free(numbers);
    free(triangles);
    free(s.rings);
    free(s.sizes);
    return status;
}

lw_status lw_outline_split(const double *vertices, size_t count, lw_outline_parts *out, lw_error *error)
{
    if (count > 3 && !is_convex(vertices, count))
        return split_concave(vertices, count, out, error);
    uint32_t size = (uint32_t)count;
    *out = (lw_outline_parts){.count = 1};
    out->sizes = malloc(sizeof *out->sizes);
    out->corners = calloc(count + 1, sizeof *out->corners);
    if (!out->sizes || !out->corners) {
        lw_outline_parts_free(out);
        return lw_fail_memory(error);
    }
    out->sizes[0] = size;
    for (uint32_t i = 0; i < size; i++)
        out->corners[i] = i;
    return LW_OK;
}

void lw_outline_parts_free(lw_outline_parts *parts)
{
    free(parts->sizes);
    free(parts->corners);
    *parts = (lw_outline_parts){0};
}
