/* The slices of a body. The box about its mesh is cut into cells by planes across two of its axes. A
 * slice is the hull of the pieces of the surface that lie in one cell. The slices contain the inside of
 * a solid too: take a point inside, and the line through it along the third axis. The line stays in the
 * point's cell and meets the surface on either side of the point. The slice contains both of these
 * points, and so the one between them.
 *
 * Costs a pass over the pieces for each halving of the cells, and a hull for each of the last cells. */
#include "body/slices.h"

#include <stdlib.h>

#include "base/array.h"
#include "base/error.h"
#include "body/hull.h"
#include "math/pose.h"
#include "math/rounding.h"

enum {
    HALVINGS = 3,
    MOST_SLICES = 1 << HALVINGS,
    MOST_CORNERS = 3 + 2 * HALVINGS /* corners of a piece of a triangle, at most */
};

/* Slices gain nothing if their volumes add up to more than this share of the hull's.
 * docs/decisions/covers.md, "Links that are not convex are cut into slices, each with a hull". */
static const double WORTH = 0.97;

/* The rounding error of a corner at which an edge is cut, relative to the extent: the share of the edge
 * errs by 3 u, the corner by 12 u, in each halving. */
#define CUT_ROUNDING LW_ROUNDING(16 * HALVINGS)

/* A cell, and the pieces of triangles in it. The corners of a piece go from the end of the piece before
 * to its own end. */
typedef struct cell {
    double low[3], high[3];
    LW_LIST(vec3) corners;
    LW_LIST(size_t) ends;
} cell;

typedef struct slicing {
    lw_arena *arena;
    lw_geometry *geometry;
    int axes[2]; /* the axes across which cells are cut */
    double radius;
    lw_error *error;
    double volume;
} slicing;

static void set_component(vec3 *v, int axis, double value)
{
    *(axis == 0 ? &v->x : axis == 1 ? &v->y : &v->z) = value;
}

static void free_cell(cell *c)
{
    free(c->corners.items);
    free(c->ends.items);
}

static bool add_corner(cell *c, vec3 corner)
{
    if (!LW_ARRAY_GROW(&c->corners))
        return false;
    c->corners.items[c->corners.count++] = corner;
    return true;
}

/* Ends the piece whose corners were added last, if there are any. */
static bool end_piece(cell *c)
{
    size_t begin = c->ends.count ? c->ends.items[c->ends.count - 1] : 0;
    if (c->corners.count == begin)
        return true;
    if (!LW_ARRAY_GROW(&c->ends))
        return false;
    c->ends.items[c->ends.count++] = c->corners.count;
    return true;
}

static bool add_triangle(cell *c, vec3 one, vec3 two, vec3 three)
{
    return add_corner(c, one) && add_corner(c, two) && add_corner(c, three) && end_piece(c);
}

/* The part of a piece on one side of a plane across an axis: where sign * coordinate <= sign * at. */
static bool cut_piece(const vec3 *corner, size_t count, int axis, double at, double sign, cell *out)
{
    for (size_t i = 0; i < count; i++) {
        vec3 from = corner[i];
        vec3 to = corner[(i + 1) % count];
        double begin = sign * (component3(from, axis) - at);
        double end = sign * (component3(to, axis) - at);
        if (begin <= 0 && !add_corner(out, from))
            return false;
        if ((begin < 0 && end > 0) || (begin > 0 && end < 0)) {
            vec3 between = add_scaled(from, begin / (begin - end), sub(to, from));
            set_component(&between, axis, at);
            if (!add_corner(out, between))
                return false;
        }
    }
    return end_piece(out);
}

/* Cuts a cell in two across the axis along which it is longer. Sets the axis, and where it is cut. */
static bool cut(const slicing *s, const cell *whole, cell halves[2], lw_cell *plane)
{
    const double *low = whole->low;
    const double *high = whole->high;
    int one = s->axes[0];
    int other = s->axes[1];
    int axis = high[one] - low[one] >= high[other] - low[other] ? one : other;
    double at = 0.5 * (low[axis] + high[axis]);
    bool good = true;
    plane->axis = axis;
    plane->at = at;
    for (int side = 0; side < 2; side++) {
        halves[side] = (cell){0};
        for (int i = 0; i < 3; i++) {
            halves[side].low[i] = low[i];
            halves[side].high[i] = high[i];
        }
        (side ? halves[side].low : halves[side].high)[axis] = at;
        size_t begin = 0;
        for (size_t i = 0; good && i < whole->ends.count; i++) {
            size_t end = whole->ends.items[i];
            good = cut_piece(whole->corners.items + begin, end - begin, axis, at, side ? -1 : 1,
                             &halves[side]);
            begin = end;
        }
    }
    return good;
}

static double volume_of(const lw_convex *hull)
{
    const lw_polytope *p = hull->polytope;
    double six = 0;
    for (uint32_t i = 0; i < p->facet_count; i++) {
        const uint32_t *f = p->facets[i];
        six += dot(sub(p->vertices[f[0]], p->center),
                   cross(sub(p->vertices[f[1]], p->center), sub(p->vertices[f[2]], p->center)));
    }
    return six / 6;
}

/* The volume that the triangles bound, if they are closed and oriented outwards; otherwise it means
 * nothing. */
static double volume_within(const lw_geometry *geometry)
{
    double six = 0;
    for (uint32_t i = 0; i < geometry->triangle_count; i++) {
        const vec3 *corner = geometry->triangles[i];
        vec3 a = sub(corner[0], geometry->center);
        six += dot(a, cross(sub(corner[1], geometry->center), sub(corner[2], geometry->center)));
    }
    return six / 6;
}

static lw_status add_slice(slicing *s, const cell *c)
{
    lw_slice *slice = &s->geometry->slices[s->geometry->slice_count++];
    slice->part.at = pose_identity();
    lw_status status =
        lw_hull_create(s->arena, c->corners.items, c->corners.count, &slice->part.shape, s->error);
    if (status)
        return status;
    lw_convex *shape = &slice->part.shape;
    shape->radius = (shape->radius + s->radius + CUT_ROUNDING * s->geometry->extent) * LW_UP_BY(4);
    slice->radius = lw_convex_sphere(shape, &slice->center);
    s->volume += volume_of(shape);
    return LW_OK;
}

/* node: of the cell, in the geometry's tree of cells. A cell of which one half is empty has the node of
 * the other half: so what rounding takes over the plane between them is in a cell too. */
static lw_status slice_cell(slicing *s, const cell *c, int halvings, uint32_t node)
{
    lw_geometry *geometry = s->geometry;
    if (!c->corners.count)
        return LW_OK;
    if (!halvings) {
        geometry->cells[node] = (lw_cell){.slice = geometry->slice_count};
        return add_slice(s, c);
    }
    cell halves[2];
    uint32_t nodes[2] = {node, node};
    lw_cell plane = {0};
    lw_status status = cut(s, c, halves, &plane) ? LW_OK : lw_fail_memory(s->error);
    if (halves[0].corners.count && halves[1].corners.count) {
        plane.child = nodes[0] = geometry->cell_count;
        nodes[1] = nodes[0] + 1;
        geometry->cells[node] = plane;
        geometry->cell_count += 2;
    }
    for (int side = 0; side < 2 && !status; side++)
        status = slice_cell(s, &halves[side], halvings - 1, nodes[side]);
    for (int side = 0; side < 2; side++)
        free_cell(&halves[side]);
    return status;
}

/* Whether a mesh was repaired anywhere. */
static bool is_mended(const lw_mesh *mesh)
{
    bool mended = false;
    for (uint32_t i = 0; i < mesh->component_count; i++)
        mended |= mesh->components[i].mended;
    return mended;
}

/* Fills a cell with all triangles, and with the faces of repaired solids, some of which are not among
 * the triangles. */
static bool fill(const lw_geometry *geometry, cell *c)
{
    bool good = true;
    for (uint32_t i = 0; good && i < geometry->triangle_count; i++) {
        const vec3 *corner = geometry->triangles[i];
        good = add_triangle(c, corner[0], corner[1], corner[2]);
    }
    for (uint32_t k = 0; k < geometry->solid_count; k++) {
        const lw_mesh *mesh = geometry->solids[k];
        bool mended = is_mended(mesh);
        for (uint32_t i = 0; mended && i < mesh->shell_count; i++)
            for (uint32_t t = 0; good && t < mesh->shells[i].triangle_count; t++) {
                const uint32_t *row = mesh->shells[i].triangles[t];
                good = add_triangle(c, mesh->vertices[row[0]], mesh->vertices[row[1]],
                                    mesh->vertices[row[2]]);
            }
    }
    if (!good || !c->corners.count)
        return good;
    vec3 low;
    vec3 high;
    bounds3(c->corners.items, c->corners.count, &low, &high);
    for (int i = 0; i < 3; i++) {
        c->low[i] = component3(low, i);
        c->high[i] = component3(high, i);
    }
    return true;
}

/* The two axes along which a cell is longest. */
static void choose_axes(slicing *s, const cell *c)
{
    int shortest = 0;
    for (int i = 1; i < 3; i++)
        if (c->high[i] - c->low[i] < c->high[shortest] - c->low[shortest])
            shortest = i;
    s->axes[0] = (shortest + 1) % 3;
    s->axes[1] = (shortest + 2) % 3;
}

static double largest_radius(const lw_geometry *geometry)
{
    double largest = 0;
    for (uint32_t i = 0; geometry->radii && i < geometry->triangle_count; i++)
        largest = greater(largest, geometry->radii[i]);
    return largest;
}

lw_status lw_geometry_add_slices(lw_arena *arena, lw_geometry *geometry, lw_error *error)
{
    if (geometry->hull_count != 1 + geometry->part_count)
        return LW_OK;
    /* a body that fills its hull is not cut: to find that out costs much less than slices */
    double least = WORTH * volume_of(&geometry->hulls[0].shape);
    if (volume_within(geometry) > least)
        return LW_OK;
    geometry->slices =
        lw_arena_array(arena, MOST_SLICES + geometry->part_count, sizeof *geometry->slices);
    geometry->cells = lw_arena_array(arena, 2 * MOST_SLICES - 1, sizeof *geometry->cells);
    if (!geometry->slices || !geometry->cells)
        return lw_fail_memory(error);
    geometry->cell_count = 1;
    slicing s = {
        .arena = arena, .geometry = geometry, .radius = largest_radius(geometry), .error = error};
    cell all = {0};
    lw_status status = fill(geometry, &all) ? LW_OK : lw_fail_memory(error);
    if (!status) {
        choose_axes(&s, &all);
        status = slice_cell(&s, &all, HALVINGS, 0);
    }
    free_cell(&all);
    if (!status && s.volume > least)
        geometry->slice_count = 0;
    if (!geometry->slice_count || geometry->part_count)
        geometry->cell_count = 0;
    for (uint32_t i = 0; !status && geometry->slice_count && i < geometry->part_count; i++) {
        lw_slice *slice = &geometry->slices[geometry->slice_count++];
        slice->part = geometry->parts[i];
        slice->radius = lw_convex_sphere(&slice->part.shape, &slice->center);
        slice->center = transform(slice->part.at, slice->center);
    }
    return status;
}
