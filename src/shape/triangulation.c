/* Triangulation of polygons by ear clipping (Meisters 1975), in the coordinate plane that the polygon
 * faces most.
 *
 * Some polygons cannot be split so (collinear corners, fine circles, outlines that cross themselves),
 * and a surface that is left out is a collision missed. A polygon, or the rest of one, that has no ear
 * is fanned instead: the signed triangles of a fan add up to the polygon's winding numbers, so that
 * each point inside lies in one of them.
 *
 * A corner that is no ear becomes one only when a neighbour of it is clipped (a corner that blocks its
 * triangle is part of the outline, or beyond it). So only neighbours are looked at again: three looks a
 * corner, all told. Short cuts come first: their triangles cross few boxes of the tree below, while a
 * fan along a row of corners would cross the boxes of all of them. A tree over the concave corners
 * (shape/corner_tree.h) finds the corners in a triangle. Concave ones suffice: if any part of the
 * outline lies in the triangle, so does a concave corner.
 *
 * Cost: linear for convex polygons, which are fanned from their first corner; about corners times their
 * logarithm for others. Beyond a bound on the work the rest is fanned. */
#include "shape/triangulation.h"

/* how many boxes may be looked at, all told */
#define WORK_PER_CORNER 20000

/* classes of cuts, by their length */
#define CLASSES 48

static const uint32_t NONE = LW_NO_CORNER;
static const uint32_t NOT_WAITING = LW_NO_CORNER - 1;

typedef struct queue {
    uint32_t first, last;
} queue;

typedef struct polygon {
    lw_corner *corners;
    lw_corner_tree concave; /* the corners that do not turn left */
    queue
        waiting[CLASSES]; /* corners that may be ears, by the length of their cut: the shortest first */
    uint64_t filled;      /* the classes in which corners wait, one bit each */
    double largest;       /* size of the polygon, squared */
    uint64_t work;
} polygon;

/* Newell's normal tells which coordinate to leave out, and whether to swap the other two, so that the
 * polygon turns left */
static void project(const vec3 *vertices, const uint32_t *indices, size_t count, lw_corner *corners)
{
    vec3 normal = {0, 0, 0};
    for (size_t i = 0; i < count; i++) {
        vec3 a = vertices[indices[i]];
        vec3 b = vertices[indices[(i + 1) % count]];
        normal = add(normal, v3((a.y - b.y) * (a.z + b.z), (a.z - b.z) * (a.x + b.x),
                                (a.x - b.x) * (a.y + b.y)));
    }
    vec3 size = abs3(normal);
    int dropped = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    bool swapped = (dropped == 0 ? normal.x : dropped == 1 ? normal.y : normal.z) < 0;
    for (size_t i = 0; i < count; i++) {
        vec3 v = vertices[indices[i]];
        vec2 at = dropped == 0 ? v2(v.y, v.z) : dropped == 1 ? v2(v.z, v.x) : v2(v.x, v.y);
        corners[i].at = swapped ? v2(at.y, at.x) : at;
    }
}

static void triangle_at(const polygon *p, uint32_t i, vec2 out[3])
{
    const lw_corner *corners = p->corners;
    out[0] = corners[corners[i].previous].at;
    out[1] = corners[i].at;
    out[2] = corners[corners[i].next].at;
}

static bool is_convex(const polygon *p, uint32_t i)
{
    vec2 triangle[3];
    triangle_at(p, i, triangle);
    return twice_area(triangle[0], triangle[1], triangle[2]) > 0;
}

/* whether corner i turns left and no other corner lies in its triangle */
static bool is_ear(polygon *p, uint32_t i)
{
    vec2 triangle[3];
    triangle_at(p, i, triangle);
    return is_convex(p, i) && !lw_corner_tree_blocks(&p->concave, triangle, &p->work);
}

/* The class of a corner's cut: cuts of the next class are twice as long. */
static uint32_t length_class(const polygon *p, uint32_t i)
{
    const lw_corner *corners = p->corners;
    vec2 cut = sub2(corners[corners[i].next].at, corners[corners[i].previous].at);
    double share = dot2(cut, cut) / p->largest;
    if (!(share > 0 && share < 1))
        return share > 0 ? CLASSES - 1 : 0;
    int exponent;
    frexp(share, &exponent);
    return exponent / 2 > -CLASSES + 1 ? (uint32_t)(CLASSES - 1 + exponent / 2) : 0;
}

/* Appends a corner to the queue of a class, unless it waits already. */
static void queue_up(polygon *p, uint32_t i, uint32_t length)
{
    if (p->corners[i].after != NOT_WAITING)
        return;
    queue *q = &p->waiting[length];
    p->corners[i].after = NONE;
    if (p->filled & 1ull << length)
        p->corners[q->last].after = i;
    else
        q->first = i;
    q->last = i;
    p->filled |= 1ull << length;
}

/* Takes the next corner to look at; NONE: there is none. A corner whose cut has become longer since it
 * was queued is queued again. */
static uint32_t take_waiting(polygon *p)
{
    while (p->filled) {
        uint32_t length = 0;
        while (!(p->filled >> length & 1))
            length++;
        queue *q = &p->waiting[length];
        uint32_t i = q->first;
        q->first = p->corners[i].after;
        if (q->first == NONE)
            p->filled &= ~(1ull << length);
        p->corners[i].after = NOT_WAITING;
        if (length_class(p, i) <= length)
            return i;
        queue_up(p, i, length_class(p, i));
    }
    return NONE;
}

/* Clips a corner: with its neighbours it becomes a triangle, and it leaves the ring. A corner that has
 * left is its own next. */
static void take(polygon *p, uint32_t i, const uint32_t *indices, uint32_t triangle[3])
{
    lw_corner *corner = &p->corners[i];
    triangle[0] = indices[corner->previous];
    triangle[1] = indices[i];
    triangle[2] = indices[corner->next];
    p->corners[corner->previous].next = corner->next;
    p->corners[corner->next].previous = corner->previous;
    corner->next = i;
}

/* Puts the corners into the ring, the concave ones into the tree, and all into the queues, the first
 * one last. */
static void begin(polygon *p, uint32_t count)
{
    uint32_t concave = 0;
    for (uint32_t i = 0; i < count; i++) {
        p->corners[i].next = (i + 1) % count;
        p->corners[i].previous = (i + count - 1) % count;
        p->corners[i].place = LW_NO_CORNER;
        p->corners[i].after = NOT_WAITING;
    }
    for (uint32_t i = 0; i < count; i++) {
        vec2 away = sub2(p->corners[i].at, p->corners[0].at);
        p->largest = greater(p->largest, 4 * dot2(away, away));
    }
    for (uint32_t i = 0; i < count; i++)
        if (!is_convex(p, i))
            p->corners[concave++].number = i;
    lw_corner_tree_build(&p->concave, p->corners, concave);
    if (!concave)
        p->largest = HUGE_VAL; /* all cuts are of one class */
    for (uint32_t i = 1; i <= count; i++)
        queue_up(p, i % count, length_class(p, i % count));
}

void lw_polygon_triangulate(const vec3 *vertices, const uint32_t *corners, size_t count,
                            lw_corner *scratch, uint32_t (*triangles)[3])
{
    polygon p = {.corners = scratch};
    project(vertices, corners, count, scratch);
    begin(&p, (uint32_t)count);
    size_t made = 0;
    while (made < count - 3 && p.work < WORK_PER_CORNER * count) {
        uint32_t i = take_waiting(&p);
        if (i == NONE)
            break;
        if (!is_ear(&p, i))
            continue;
        uint32_t sides[2] = {scratch[i].previous, scratch[i].next};
        take(&p, i, corners, triangles[made++]);
        lw_corner_tree_remove(&p.concave, i);
        for (int k = 0; k < 2; k++)
            queue_up(&p, sides[k], length_class(&p, sides[k]));
    }
    /* where there is no ear, or no time to seek one, all that is left is clipped in turn: a fan */
    uint32_t at = 0;
    while (scratch[at].next == at)
        at++;
    for (at = scratch[at].next; made < count - 2; made++) {
        uint32_t next = scratch[at].next;
        take(&p, at, corners, triangles[made]);
        at = next;
    }
}
