/* Each edge of the Minkowski difference of two convex polygons is an edge of one of them, up to its
 * sign, so the penetration depth is the least over the normals of all edges (separating axis theorem).
 * With few vertices all edges are tried against all vertices (distance/plane/axes.h); with some dozens,
 * only the edges that a coarse test leaves (distance/plane/coarse_axes.h). With more, the support
 * vertex of the other polygon against a normal moves on as the normal turns from edge to edge: rotating
 * calipers. */
#include "distance/plane/way_out.h"

#include "distance/plane/coarse_axes.h"

#include "math/vec.h"

/* Up to this product of the numbers of vertices, all are tried against all. docs/decisions/plane.md,
 * "Where the circles about two polygons meet, all separating axes are tried at once". */
enum { FEW = 4096 };

/* The strip between the line through an edge of one polygon and the parallel line through the vertex of
 * the other polygon that lies farthest against the edge's outward normal. Its width is gap divided by
 * the edge's length, negative if the polygons overlap along the normal; square is the square of that
 * length. */
typedef struct slab {
    double gap, square;
    bool any, of_b;
    uint32_t edge;
} slab;

/* Whether the width gap / length is larger than that of the best slab; square: the length squared. */
static bool is_wider(double gap, double square, const slab *best)
{
    if (!best->any || (gap > 0) != (best->gap > 0))
        return !best->any || gap > best->gap;
    double here = gap * gap * best->square;
    double there = best->gap * best->gap * square;
    return gap > 0 ? here > there : here < there;
}

/* Tries the edges of one polygon against the vertices of the other, posed in its frame. */
static void turn_calipers(const lw_polygon *one, const lw_polygon *other, lw_pose2 other_in_one,
                          bool of_b, slab *best)
{
    if (one->count < 2)
        return;
    uint32_t k = 0;
    for (uint32_t i = 0; i < one->count; i++) {
        vec2 n = outward(sub2(one->vertices[i + 1], one->vertices[i]));
        vec2 turned = turn_back(other_in_one, n);
        if (i == 0)
            k = lw_polygon_climb(other, neg2(turned));
        for (uint32_t step = 0; step < other->count; step++) {
            vec2 next = sub2(other->vertices[k + 1], other->vertices[k]);
            if (!(dot2(next, turned) < 0))
                break;
            k = k + 1 == other->count ? 0 : k + 1;
        }
        double gap = dot2(n, sub2(transform2(other_in_one, other->vertices[k]), one->vertices[i]));
        double square = dot2(n, n);
        if (square > 0 && is_wider(gap, square, best))
            *best = (slab){gap, square, true, of_b, i};
    }
}

/* From this product of the numbers of vertices on, the coarse test pays off. docs/decisions/plane.md,
 * "A coarse kernel of 16 bits leaves out most edges of large polygons". */
enum { MANY = 200 };

static bool has_one(uint64_t set)
{
    return (set & (set - 1)) == 0;
}

/* Finds the axis by the coarse test first. Where it leaves a single edge, the key is not computed. */
static bool find_axis_coarsely(const lw_posed_polygons *p, lw_axis *out)
{
    lw_edge_set set;
    if ((uint64_t)p->a->count * p->b->count < MANY || !lw_coarse_axes(p, &set))
        return false;
    uint64_t either = set.of_a | set.of_b;
    if (has_one(either) && !(set.of_a && set.of_b))
        *out = (lw_axis){0, set.of_b != 0, (uint32_t)__builtin_ctzll(either)};
    else
        lw_axes_widest_of(p, &set, out);
    return true;
}

static void find_axis(const lw_posed_polygons *p, lw_axis *out)
{
    if (find_axis_coarsely(p, out))
        return;
    if ((uint64_t)p->a->count * p->b->count <= FEW) {
        lw_axes_widest(p, out);
        return;
    }
    slab best = {0};
    turn_calipers(p->a, p->b, p->b_in_a, false, &best);
    turn_calipers(p->b, p->a, inverse2(p->b_in_a), true, &best);
    double key = best.any ? best.gap * (fabs(best.gap) / best.square) : -HUGE_VAL;
    *out = (lw_axis){key, best.of_b, best.edge};
}

/* A point that moves along an outline, from a vertex to the next or back. */
typedef struct walker {
    const lw_polygon *polygon;
    uint32_t vertex;
    double share; /* of the way to the next vertex, 0 to 1 */
    bool back;
    vec2 along, outward; /* where the point has to go, and the way out; unit, in the polygon's frame */
} walker;

static uint32_t next_vertex(const walker *w)
{
    uint32_t n = w->polygon->count;
    return w->back ? (w->vertex == 0 ? n - 1 : w->vertex - 1) : w->vertex + 1 == n ? 0 : w->vertex + 1;
}

static vec2 next_edge(const walker *w)
{
    return sub2(w->polygon->vertices[next_vertex(w)], w->polygon->vertices[w->vertex]);
}

static vec2 place_of(const walker *w)
{
    vec2 at = w->polygon->vertices[w->vertex];
    return w->share > 0 ? add_scaled2(at, w->share, next_edge(w)) : at;
}

/* Two points that should be straight across from each other are `apart` along the edge. Moves each
 * towards the other, first along the outline that falls off less. A parallel edge does not fall off,
 * and one that is parallel up to rounding falls off by as little. Where both outlines fall off steeply,
 * the distance that is left is rounding, and remains. */
static void come_together(walker both[2], double apart)
{
    uint32_t steps = both[0].polygon->count + both[1].polygon->count;
    while (apart > 0 && steps-- > 0) {
        walker *best = NULL;
        double advance = 0;
        double fall = 0;
        for (int i = 0; i < 2; i++) {
            vec2 e = next_edge(&both[i]);
            double ahead = dot2(e, both[i].along);
            double down = -dot2(e, both[i].outward);
            if (ahead > 0 && down < ahead && (!best || down * advance < fall * ahead)) {
                best = &both[i];
                advance = ahead;
                fall = down;
            }
        }
        if (!best)
            return;
        if (apart < advance) {
            best->share = apart / advance;
            return;
        }
        best->vertex = next_vertex(best);
        apart -= advance;
    }
}

/* Finds the points of the way out, each in the frame of its own polygon, where the vertex that faces
 * the edge is beside it. ahead: how far the vertex is from the edge's first one, along the edge. */
static void slide_together(const lw_axis *axis, const lw_axis_sides *sides, uint32_t facing,
                           double ahead, double length, lw_way_out *out)
{
    const lw_polygon *one = sides->one;
    lw_pose2 at = sides->other_in_one;
    vec2 along = scale2(1 / length, sub2(one->vertices[axis->edge + 1], one->vertices[axis->edge]));
    vec2 n = outward(along);
    walker both[2] = {{one, axis->edge, 0, ahead < 0, along, n},
                      {sides->other, facing, 0, ahead < 0, v2(0, 0), neg2(turn_back(at, n))}};
    /* counter-clockwise, the edge's polygon goes on in the edge's direction, and the polygon that faces
     * it goes in the opposite one */
    if (ahead < 0)
        both[0].along = neg2(along);
    else
        both[0].vertex = next_vertex(&both[0]);
    both[1].along = neg2(turn_back(at, both[0].along));
    come_together(both, ahead < 0 ? -ahead : ahead - length);
    out->points[axis->of_b] = place_of(&both[0]);
    out->points[!axis->of_b] = place_of(&both[1]);
}

/* The way out across a given edge. */
static void leave_by(const lw_posed_polygons *p, const lw_axis *axis, lw_way_out *out)
{
    lw_axis_sides sides = lw_axis_see(p, axis);
    vec2 from = sides.one->vertices[axis->edge];
    vec2 e = sub2(sides.one->vertices[axis->edge + 1], from);
    uint32_t facing = lw_polygon_support(sides.other, neg2(turn_back(sides.other_in_one, outward(e))));
    vec2 way = sub2(transform2(sides.other_in_one, sides.other->vertices[facing]), from);
    /* the root is needed last: nothing waits for it */
    double square = dot2(e, e);
    double length = sqrt(square);
    double ahead = dot2(way, e);
    double noise = LW_PLANE_ROUNDING * p->size * length;
    out->gap = dot2(way, outward(e)) / length;
    out->normal = scale2(1 / length, outward(e));
    if (axis->of_b)
        out->normal = neg2(turn(p->b_in_a, out->normal));
    out->across = ahead >= -noise && ahead <= square + noise;
    if (out->across) {
        double share = lesser(greater(ahead / square, 0), 1);
        out->points[axis->of_b] = add_scaled2(from, share, e);
        out->points[!axis->of_b] = sides.other->vertices[facing];
    } else {
        slide_together(axis, &sides, facing, ahead / length, length, out);
    }
    out->points[1] = transform2(p->b_in_a, out->points[1]);
}

void lw_find_way_out(const lw_posed_polygons *p, lw_way_out *out)
{
    lw_axis axis;
    find_axis(p, &axis);
    if (axis.key > -HUGE_VAL) {
        leave_by(p, &axis, out);
        return;
    }
    /* two points */
    out->points[0] = p->a->vertices[0];
    out->points[1] = transform2(p->b_in_a, p->b->vertices[0]);
    vec2 between = sub2(out->points[1], out->points[0]);
    out->across = true;
    out->gap = length2(between);
    out->normal = out->gap > 0 ? scale2(1 / out->gap, between) : v2(1, 0);
}
