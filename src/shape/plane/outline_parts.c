/* Cleans outlines and splits them into convex parts: triangles by ear clipping (shape/triangulation.h),
 * joined across every diagonal that is not needed (Hertel and Mehlhorn 1983), which leaves at most four
 * times the least number of parts. Parts whose union is convex only up to rounding are joined too: the
 * hull of a part is used, which covers at least the parts that were joined. Cleaning and joining are
 * linear, the proof that no edges cross takes vertices times their logarithm and the ears about as much
 * (bench/outlines.c): 8,000 vertices take some 10 ms. */
#include "shape/plane/outline_parts.h"

#include "base/error.h"
#include "math/rounding.h"
#include "math/vec2.h"
#include "shape/plane/outline_crossing.h"
#include "shape/plane/outline_edges.h"
#include "shape/triangulation.h"

#include <stdlib.h>
#include <string.h>

/* corners that turn by less are straight: relative to the outline's size */
#define STRAIGHT LW_ROUNDING(8)

static const uint32_t NONE = UINT32_MAX;

/* whether q is straight between p and r, or one of them */
static bool is_straight(vec2 p, vec2 q, vec2 r, double tiny)
{
    if (length2(sub2(q, p)) <= tiny || length2(sub2(r, q)) <= tiny)
        return true;
    return fabs(aside(p, q, r)) <= tiny && dot2(sub2(q, p), sub2(r, q)) > 0;
}

/* Drops straight corners on a walk along the outline, and moves the others to the front. A corner that
 * was kept may become straight once the next one is dropped, and so may the first ones in the end. */
static size_t drop_straight(double *vertices, size_t count, double tiny)
{
    size_t begin = 0;
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        vec2 next = outline_vertex(vertices, i);
        while (kept > 1 && is_straight(outline_vertex(vertices, kept - 2),
                                       outline_vertex(vertices, kept - 1), next, tiny))
            kept--;
        memmove(vertices + 3 * kept++, vertices + 3 * i, 3 * sizeof *vertices);
    }
    for (bool more = true; more && kept - begin > 1;) {
        vec2 first = outline_vertex(vertices, begin);
        vec2 last = outline_vertex(vertices, kept - 1);
        more = false;
        if (is_straight(outline_vertex(vertices, kept - 2), last, first, tiny)) {
            kept--;
            more = true;
        } else if (is_straight(last, first, outline_vertex(vertices, begin + 1), tiny)) {
            begin++;
            more = true;
        }
    }
    memmove(vertices, vertices + 3 * begin, 3 * (kept - begin) * sizeof *vertices);
    return kept - begin;
}

lw_status lw_outline_clean(double *vertices, size_t *count, lw_outline_repair *repair, lw_error *error)
{
    if (*count > LW_OUTLINE_MOST)
        return lw_fail(error, LW_ERROR_ARGUMENT, "an outline of %zu vertices; there may be %d", *count,
                       (int)LW_OUTLINE_MOST);
    double size = 0;
    for (size_t i = 0; i < *count; i++) {
        vec2 p = sub2(outline_vertex(vertices, i), outline_vertex(vertices, 0));
        size = fmax(size, fmax(fabs(p.x), fabs(p.y)));
    }
    double tiny = STRAIGHT * size;
    size_t given = *count;
    *count = drop_straight(vertices, given, tiny);
    double area = 0;
    for (size_t i = 1; i + 1 < *count; i++)
        area += cross2(sub2(outline_vertex(vertices, i), outline_vertex(vertices, 0)),
                       sub2(outline_vertex(vertices, i + 1), outline_vertex(vertices, 0)));
    if (area < 0)
        for (size_t i = 0, k = *count - 1; i < k; i++, k--)
            for (size_t c = 0; c < 3; c++) {
                double swap = vertices[3 * i + c];
                vertices[3 * i + c] = vertices[3 * k + c];
                vertices[3 * k + c] = swap;
            }
    if (repair)
        *repair = (lw_outline_repair){area < 0, given - *count};
    return *count > 2 ? lw_outline_check_simple(vertices, *count, tiny, error) : LW_OK;
}

/* ---- parts ---------------------------------------------------------------------------------- */

/* The sides of all triangles, three of each in a row: side 3 t + k goes from corner k of triangle t to
 * the next one. A part is a ring of sides; where two parts are joined, a side and its twin leave their
 * rings. */
typedef struct side {
    uint32_t from;
    uint32_t next, previous; /* in the ring of the part; itself where the side has left its ring */
    uint32_t twin;           /* the side of another triangle that goes the other way; NONE: none */
} side;

typedef struct splitting {
    const double *vertices;
    side *sides;
    uint32_t count; /* of sides */
    uint32_t *slots;
    uint32_t mask;
} splitting;

static uint32_t end_of(const splitting *s, uint32_t i)
{
    uint32_t first = i - i % 3;
    return s->sides[first + (i + 1) % 3].from;
}

/* The slot of the side from one corner to another in a hash table; of several such sides the last
 * counts. */
static uint32_t find_slot(const splitting *s, uint32_t from, uint32_t to)
{
    uint64_t hash = ((uint64_t)from << 32 | to) * 0x9e3779b97f4a7c15u;
    uint32_t slot = (uint32_t)(hash >> 32) & s->mask;
    while (s->slots[slot] != NONE &&
           (s->sides[s->slots[slot]].from != from || end_of(s, s->slots[slot]) != to))
        slot = (slot + 1) & s->mask;
    return slot;
}

static void find_twins(splitting *s)
{
    memset(s->slots, 0xff, (s->mask + 1) * sizeof *s->slots);
    for (uint32_t i = 0; i < s->count; i++) {
        uint32_t other = s->slots[find_slot(s, end_of(s, i), s->sides[i].from)];
        s->sides[i].twin = NONE;
        if (other != NONE && s->sides[other].twin == NONE) {
            s->sides[i].twin = other;
            s->sides[other].twin = i;
        }
        s->slots[find_slot(s, s->sides[i].from, end_of(s, i))] = i;
    }
}

static bool turns_left(const double *vertices, uint32_t p, uint32_t q, uint32_t r)
{
    return !(aside(outline_vertex(vertices, p), outline_vertex(vertices, r),
                   outline_vertex(vertices, q)) < 0);
}

/* whether the corner in which side i begins stays convex when the two parts are joined */
static bool turns_left_across(const splitting *s, uint32_t i, uint32_t twin)
{
    const side *sides = s->sides;
    uint32_t before = sides[i].previous;
    uint32_t after = sides[twin].next;
    return turns_left(s->vertices, sides[before].from, sides[after].from,
                      sides[sides[after].next].from);
}

/* Joins two parts across a side where both of its ends stay convex. A side that had to stay once has to
 * stay for ever, because joining only makes corners wider: so each side is looked at once. */
static void join_all(splitting *s)
{
    side *sides = s->sides;
    for (uint32_t i = 0; i < s->count; i++) {
        uint32_t twin = sides[i].twin;
        if (twin == NONE || twin < i || !turns_left_across(s, i, twin) ||
            !turns_left_across(s, twin, i))
            continue;
        for (int k = 0; k < 2; k++) {
            uint32_t before = sides[k ? twin : i].previous;
            uint32_t after = sides[k ? i : twin].next;
            sides[before].next = after;
            sides[after].previous = before;
        }
        sides[i].next = sides[i].previous = i;
        sides[twin].next = sides[twin].previous = twin;
    }
}

static bool is_convex(const double *vertices, size_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!turns_left(vertices, i, (uint32_t)((i + 1) % count), (uint32_t)((i + 2) % count)))
            return false;
    return true;
}

/* Gives out the rings that are left; a side leaves its ring when it is given out. */
static lw_status give(splitting *s, lw_outline_parts *out, lw_error *error)
{
    *out = (lw_outline_parts){0};
    out->sizes = malloc((s->count + 1) * sizeof *out->sizes);
    out->corners = malloc((s->count + 1) * sizeof *out->corners);
    if (!out->sizes || !out->corners) {
        lw_outline_parts_free(out);
        return lw_fail_memory(error);
    }
    size_t at = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        uint32_t size = 0;
        for (uint32_t k = i, next; s->sides[k].next != k; k = next, size++) {
            next = s->sides[k].next;
            out->corners[at++] = s->sides[k].from;
            s->sides[k].next = k;
        }
        if (size)
            out->sizes[out->count++] = size;
    }
    return LW_OK;
}

static void make_proxies(splitting *s, const uint32_t (*triangles)[3])
{
    for (uint32_t i = 0; i < s->count; i++) {
        uint32_t first = i - i % 3;
        s->sides[i] = (side){.from = triangles[i / 3][i % 3],
                             .next = first + (i + 1) % 3,
                             .previous = first + (i + 2) % 3};
    }
}

static lw_status split_concave(const double *vertices, size_t count, lw_outline_parts *out,
                               lw_error *error)
{
    splitting s = {.vertices = vertices, .count = 3 * (uint32_t)(count - 2), .mask = 7};
    while (s.mask < 2 * s.count)
        s.mask = 2 * s.mask + 1;
    vec3 *points = malloc(count * sizeof *points);
    uint32_t *numbers = malloc(count * sizeof *numbers);
    lw_corner *scratch = malloc(count * sizeof *scratch);
    uint32_t(*triangles)[3] = malloc((count - 2) * sizeof *triangles);
    s.sides = malloc(s.count * sizeof *s.sides);
    s.slots = malloc((s.mask + 1) * sizeof *s.slots);
    lw_status status = LW_OK;
    if (!points || !numbers || !scratch || !triangles || !s.sides || !s.slots) {
        status = lw_fail_memory(error);
    } else {
        for (size_t i = 0; i < count; i++) {
            points[i] = v3(vertices[3 * i], vertices[3 * i + 1], 0);
            numbers[i] = (uint32_t)i;
        }
        lw_polygon_triangulate(points, numbers, count, scratch, triangles);
        make_proxies(&s, (const uint32_t(*)[3])triangles);
        find_twins(&s);
        join_all(&s);
        status = give(&s, out, error);
    }
    free(points);
    free(numbers);
    free(scratch);
    free(triangles);
    free(s.sides);
    free(s.slots);
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
