/* What triangles have in the cells by which a body is cut: polygons, cut plane by plane, whose corners
 * are known up to rounding. A polygon may come out a little larger than it is, never smaller. */
#include "bodies.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "real_double.h"

#include "geometry.h"

/* A convex polygon: its corners in order, perhaps with points of its boundary between them. */
typedef struct polygon {
    vec *corners;
    size_t count;
} polygon;

/* A half-space: the points whose coordinate along an axis is at most `at`, or at least. */
typedef struct half_space {
    int axis;
    double at;
    bool above;
} half_space;

static real *component(vec *v, int axis)
{
    return axis == 0 ? &v->x : axis == 1 ? &v->y : &v->z;
}

/* How far a point is within a half-space; outside of it less than 0. */
static real depth_of(const half_space *h, vec v)
{
    real depth = minus(exact(h->at), *component(&v, h->axis));
    return h->above ? negative(depth) : depth;
}

static bool is_out(const half_space *h, vec v)
{
    return positive(negative(depth_of(h, v)));
}

static vec on_segment(vec from, vec to, real share)
{
    return add(from, scaled(share, sub(to, from)));
}

/* Adds where the boundary of a polygon leaves a half-space between two of its corners: `in`, which may
 * be within, and `out`, which is not. If `in` is not within either, any point from it on will do. */
static void add_crossing(const half_space *h, vec in, vec out, bool backwards, polygon *to)
{
    const real depth = depth_of(h, in);
    const bool is_in = positive(depth);
    const real share = times(depth, inverse(plus(depth, negative(depth_of(h, out)))));
    double low = (share.middle - share.radius) - (fabs(share.middle) + share.radius) * 0x1p-50;
    double high = (share.middle + share.radius) + (fabs(share.middle) + share.radius) * 0x1p-50;
    if (is_in && low >= 0 && high <= 1 && high - low < 0x1p-20) {
        vec at = on_segment(in, out, share);
        *component(&at, h->axis) = exact(h->at);
        to->corners[to->count++] = at;
        return;
    }
    /* it is on the segment between two of its points */
    low = low > 0 ? fmin(low, 1) : 0;
    high = high < 1 ? fmax(high, 0) : 1;
    const double ends[2] = {backwards ? high : low, backwards ? low : high};
    for (int i = 0; i < 2; i++)
        to->corners[to->count++] = on_segment(in, out, exact(ends[i]));
}

/* The part of a polygon in a half-space; the caller frees it. */
static polygon part_in(const half_space *h, const polygon *p)
{
    polygon out = {room(3 * p->count, sizeof *out.corners), 0};
    for (size_t i = 0; i < p->count; i++) {
        const vec from = p->corners[i];
        const vec to = p->corners[(i + 1) % p->count];
        const bool from_out = is_out(h, from);
        const bool to_out = is_out(h, to);
        if (!from_out)
            out.corners[out.count++] = from;
        if (from_out != to_out)
            add_crossing(h, from_out ? to : from, from_out ? from : to, from_out, &out);
    }
    return out;
}

/* Adds a corner to those of a leaf. */
static void keep(cell *c, vec corner)
{
    const size_t count = c->corner_count;
    if (!(count & (count - 1))) {
        double(*more)[3] = room(count ? 2 * count : 1, sizeof *more);
        if (count)
            memcpy(more, c->corners, count * sizeof *more);
        free(c->corners);
        c->corners = more;
    }
    for (int k = 0; k < 3; k++) {
        const real *own = component(&corner, k);
        c->corners[count][k] = own->middle;
        c->off = most_of(c->off, own->radius);
        c->size[k] = most_of(c->size[k], fabs(own->middle));
    }
    c->corner_count++;
}

/* Cuts a polygon in the region of a node by the planes below it. */
static void divide(const body *b, size_t node, const polygon *p)
{
    cell *c = &b->cells[node];
    for (size_t i = 0; i < p->count && !c->child; i++)
        keep(c, p->corners[i]);
    for (size_t side = 0; side < 2 && c->child; side++) {
        const half_space half = {c->axis, c->at, side > 0};
        polygon part = part_in(&half, p);
        divide(b, c->child + side, &part);
        free(part.corners);
    }
}

static int by_place(const void *a, const void *b)
{
    const double *one = a;
    const double *other = b;
    for (int i = 0; i < 3; i++)
        if (one[i] != other[i])
            return one[i] < other[i] ? -1 : 1;
    return 0;
}

/* Leaves out corners that stand twice. */
static void tidy(cell *c)
{
    size_t count = 0;
    if (c->corner_count)
        qsort(c->corners, c->corner_count, sizeof *c->corners, by_place);
    for (size_t i = 0; i < c->corner_count; i++)
        if (!count || by_place(c->corners[count - 1], c->corners[i]))
            memmove(c->corners[count++], c->corners[i], sizeof *c->corners);
    c->corner_count = count;
}

void body_cells(const body *b)
{
    if (b->cells[0].is_filled)
        return;
    b->cells[0].is_filled = true;
    for (size_t i = 0; i < b->element_count; i++) {
        const element *e = &b->elements[i];
        vec corners[3];
        for (int k = 0; k < 3; k++)
            corners[k] = exact_vec(e->points[k]);
        divide(b, 0, &(polygon){corners, 3});
    }
    for (size_t i = 0; i < b->cell_count; i++)
        tidy(&b->cells[i]);
}

bool cell_is_empty(const body *b, size_t node)
{
    const cell *c = &b->cells[node];
    return c->child ? cell_is_empty(b, c->child) && cell_is_empty(b, c->child + 1) : !c->corner_count;
}
