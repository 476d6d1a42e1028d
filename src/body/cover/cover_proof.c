/* A proof that balls together contain a body: its bounding hulls are divided into simplices, each of
 * which is shown to lie in the union of the balls (body/cover/ball_union.h). Costs some milliseconds
 * for a hull of a mesh under a dozen balls. */
#include "body/cover/cover_proof.h"

#include <stdlib.h>

#include "base/error.h"
#include "body/cover/ball_union.h"
#include "body/points.h"
#include "math/pose.h"
#include "math/rounding.h"
#include "math/unit.h"
#include "shape/ellipsoid.h"
#include "shape/plane/polygon.h"
#include "shape/polytope.h"

enum {
    MOST_TRIES = 1000000, /* how many simplices of a body may be cut */
    FEW_SIDES = 12,       /* sides of the hull of a round shape, about its axis, as in
                             body/cover.c */
    MANY_SIDES = 48       /* tried if a hull of few sides sticks out of the balls */
};

static const double HALF_TURN = 3.141592653589793;

/* How far outside a polytope a point may lie that was left out of it, relative to its extent. */
static const double LEFT_OUT = LW_ROUNDING(32);

/* LEFT_OUT for flat polygons: larger, because points are taken to the plane and back. */
static const double FLAT_LEFT_OUT = LW_ROUNDING(512);

/* If a polytope may reach farther than this share of its extent both outside its facets and outside its
 * plane, the box about its vertices stands for it. */
static const double FAR_OUT = 0x1p-20;

/* ---- shapes divided into simplices -------------------------------------------------------------- */

/* Sets the growth and the rounding errors of a convex shape at a pose. extent: the largest distance of
 * its corners from its own origin. off: how far outside the simplices a point of the shape may lie. */
static void begin(lw_ball_union *u, double radius, double extent, const pose *at, double off)
{
    u->radius = radius;
    u->size = norm(at->position) + extent;
    u->off = off + LW_TRANSFORM_ROUNDING * u->size;
}

static bool covers(lw_ball_union *u, const pose *at, vec3 a, vec3 b, vec3 c, vec3 d)
{
    lw_simplex s = {{transform(*at, a), transform(*at, b), transform(*at, c), transform(*at, d)}};
    return lw_ball_union_holds(u, &s);
}

static bool covers_prism(lw_ball_union *u, const pose *at, const vec3 a[3], const vec3 b[3])
{
    lw_simplex pieces[3];
    size_t count = lw_prism_simplices(pieces, a, b);
    for (size_t i = 0; i < count; i++) {
        const vec3 *corner = pieces[i].corner;
        if (!covers(u, at, corner[0], corner[1], corner[2], corner[3]))
            return false;
    }
    return true;
}

/* Whether a box is proven to lie in the balls, as two prisms. */
static bool covers_box(lw_ball_union *u, const pose *at, vec3 low, vec3 high)
{
    for (int half = 0; half < 2; half++) {
        double x = half ? high.x : low.x;
        double y = half ? low.y : high.y;
        vec3 a[3] = {low, v3(x, y, low.z), v3(high.x, high.y, low.z)};
        vec3 b[3] = {v3(low.x, low.y, high.z), v3(x, y, high.z), high};
        if (!covers_prism(u, at, a, b))
            return false;
    }
    return true;
}

/* Whether a prism about a cylinder, or a pyramid about a cone, is proven to lie in the balls. */
static bool covers_round(lw_ball_union *u, const pose *at, const lw_convex *shape, int sides)
{
    double sine;
    double cosine;
    lw_sincos(HALF_TURN / sides, &sine, &cosine);
    double across = shape->half.x / cosine * LW_UPWARD;
    double half = shape->half.z;
    vec3 bottom = v3(0, 0, -half);
    vec3 top = v3(0, 0, half);
    vec3 last = v3(across, 0, 0);
    for (int i = 1; i <= sides; i++) {
        lw_sincos(2 * HALF_TURN * (i % sides) / sides, &sine, &cosine);
        vec3 next = v3(across * cosine, across * sine, 0);
        vec3 a[3] = {bottom, add(bottom, last), add(bottom, next)};
        vec3 b[3] = {top, add(top, last), add(top, next)};
        bool whole = shape->core == LW_CORE_CONE ? covers(u, at, a[0], a[1], a[2], top)
                                                 : covers_prism(u, at, a, b);
        if (!whole)
            return false;
        last = next;
    }
    return true;
}

/* A polytope about an ellipsoid, as tetrahedra between its middle and its faces. */
static bool covers_ellipsoid(lw_ball_union *u, const pose *at, vec3 half, int sides)
{
    const vec3 middle = {0, 0, 0};
    const vec3 poles[2] = {v3(0, 0, half.z * LW_UPWARD), v3(0, 0, -half.z * LW_UPWARD)};
    int last = sides / 2 - 1;
    for (int side = 0; side < sides; side++) {
        vec3 a = lw_ellipsoid_corner(half, sides, 0, side);
        vec3 b = lw_ellipsoid_corner(half, sides, 0, side + 1);
        if (!covers(u, at, middle, poles[0], a, b))
            return false;
        for (int ring = 1; ring <= last; ring++) {
            vec3 c = lw_ellipsoid_corner(half, sides, ring, side);
            vec3 d = lw_ellipsoid_corner(half, sides, ring, side + 1);
            if (!covers(u, at, middle, a, b, c) || !covers(u, at, middle, b, c, d))
                return false;
            a = c;
            b = d;
        }
        if (!covers(u, at, middle, poles[1], a, b))
            return false;
    }
    return true;
}

/* ---- polytopes --------------------------------------------------------------------------------- */

static int by_number(const void *a, const void *b)
{
    uint64_t p = *(const uint64_t *)a;
    uint64_t q = *(const uint64_t *)b;
    return (p > q) - (p < q);
}

/* Whether the facets close: each edge is passed in both directions, once each. */
static lw_status close_up(const lw_polytope *polytope, bool *out, lw_error *error)
{
    size_t count = 3 * (size_t)polytope->facet_count;
    uint64_t *edges = malloc(2 * count * sizeof *edges);
    if (!edges)
        return lw_fail_memory(error);
    uint64_t *back = edges + count;
    for (size_t i = 0; i < count; i++) {
        uint64_t from = polytope->facets[i / 3][i % 3];
        uint64_t to = polytope->facets[i / 3][(i + 1) % 3];
        edges[i] = from << 32 | to;
        back[i] = to << 32 | from;
    }
    qsort(edges, count, sizeof *edges, by_number);
    qsort(back, count, sizeof *back, by_number);
    *out = true;
    for (size_t i = 0; i < count; i++)
        *out &= edges[i] == back[i] && (i == 0 || edges[i] != edges[i - 1]);
    free(edges);
    return LW_OK;
}

/* The corner of a facet between its two shorter edges: from there the area loses the least to rounding.
 */
static int widest_corner(const vec3 *vertices, const uint32_t facet[3])
{
    int best = 0;
    double longest = 0;
    for (int k = 0; k < 3; k++) {
        double across = norm2(sub(vertices[facet[(k + 1) % 3]], vertices[facet[(k + 2) % 3]]));
        best = across > longest ? k : best;
        longest = greater(across, longest);
    }
    return best;
}

/* A bound on how far a polytope reaches outside its facets. The facets must close, and the centre must
 * be inside the planes of all of them: then every ray from the centre meets a facet. A point of the
 * polytope behind that facet is at most as high above the facet's plane as the highest vertex. So its
 * distance from the facet is at most that height over the depth of the centre, times the reach of the
 * vertices. Height and depth are both taken times twice the facet's area, as determinants, which lose
 * 16 u of the product of three lengths. Infinite if the facets are no good. */
static double outside_facets(const lw_polytope *polytope)
{
    const vec3 *v = polytope->vertices;
    double reach = 0;
    double most = 0;
    for (uint32_t i = 0; i < polytope->vertex_count; i++)
        reach = greater(reach, norm(sub(v[i], polytope->center)));
    for (uint32_t f = 0; f < polytope->facet_count; f++) {
        const uint32_t *facet = polytope->facets[f];
        int at = widest_corner(v, facet);
        vec3 first = v[facet[at]];
        vec3 one = sub(v[facet[(at + 1) % 3]], first);
        vec3 two = sub(v[facet[(at + 2) % 3]], first);
        vec3 across = cross(one, two);
        double rounding = LW_ROUNDING(16) * norm(one) * norm(two) * 2 * reach;
        double depth = dot(across, sub(first, polytope->center)) - rounding;
        double height = 0;
        for (uint32_t i = 0; i < polytope->vertex_count; i++)
            height = greater(height, dot(across, sub(v[i], first)));
        if (!(depth > LW_LEAST_SQUARE))
            return HUGE_VAL;
        most = greater(most, (height + rounding) / depth);
    }
    return most * reach * LW_UPWARD;
}

static bool covers_facets(lw_ball_union *u, const pose *at, const lw_polytope *polytope)
{
    const vec3 *v = polytope->vertices;
    for (uint32_t f = 0; f < polytope->facet_count; f++) {
        const uint32_t *facet = polytope->facets[f];
        if (!covers(u, at, polytope->center, v[facet[0]], v[facet[1]], v[facet[2]]))
            return false;
    }
    return true;
}

/* A plane near all vertices of a polytope: through one of them, along two unit vectors. */
typedef struct flat {
    vec3 origin, x, y;
    double off; /* no vertex is farther from the plane; rounded up */
} flat;

static flat plane_of(const lw_polytope *polytope)
{
    const vec3 *v = polytope->vertices;
    flat out = {.origin = v[0], .x = {1, 0, 0}};
    vec3 far = {0, 0, 0};
    vec3 normal = {0, 0, 0};
    for (uint32_t i = 0; i < polytope->vertex_count; i++)
        far = norm2(sub(v[i], v[0])) > norm2(far) ? sub(v[i], v[0]) : far;
    for (uint32_t i = 0; i < polytope->vertex_count; i++) {
        vec3 across = cross(far, sub(v[i], v[0]));
        normal = norm2(across) > norm2(normal) ? across : normal;
    }
    if (norm(far) > 0)
        out.x = lw_unit(far);
    /* if the points lie near one line, any plane along it will do */
    vec3 up = normal;
    for (int pass = 0; pass < 2; pass++)
        up = add_scaled(up, -dot(up, out.x), out.x);
    up = norm(up) > 0 ? lw_unit(up) : lw_perpendicular(out.x);
    out.y = cross(up, out.x);
    for (uint32_t i = 0; i < polytope->vertex_count; i++)
        out.off = greater(out.off, fabs(dot(up, sub(v[i], v[0]))));
    out.off += FLAT_LEFT_OUT * polytope->extent;
    return out;
}

/* Finds out whether a flat polygon is proven to lie in the balls: the hull of the vertices in the
 * plane, as a fan of triangles. */
static lw_status cover_flat(lw_ball_union *u, const pose *at, const lw_polytope *polytope,
                            const flat *plane, bool *shown, lw_error *error)
{
    size_t count = polytope->vertex_count;
    lw_arena arena = {0};
    lw_polygon *polygon = NULL;
    double *points = lw_arena_array(&arena, count, 2 * sizeof *points);
    lw_status status = points ? LW_OK : lw_fail_memory(error);
    for (size_t i = 0; i < count && !status; i++) {
        vec3 from = sub(polytope->vertices[i], plane->origin);
        points[2 * i] = dot(from, plane->x);
        points[2 * i + 1] = dot(from, plane->y);
    }
    if (!status)
        status = lw_polygon_hull(&arena, points, count, 0, &polygon, error);
    *shown = !status;
    vec3 corner[3] = {{0, 0, 0}};
    for (uint32_t i = 0; !status && *shown && i < polygon->count; i++) {
        vec2 own = polygon->vertices[i];
        corner[2] = add_scaled(add_scaled(plane->origin, own.x, plane->x), own.y, plane->y);
        if (i == 0)
            corner[0] = corner[1] = corner[2];
        *shown = covers(u, at, corner[0], corner[1], corner[2], corner[2]);
        corner[1] = corner[2];
    }
    lw_arena_free(&arena);
    return status;
}

/* Whether the box about a polytope's vertices is proven to lie in the balls. The box stands for the
 * polytope if neither the facets nor the plane are good enough. */
static bool covers_vertex_box(lw_ball_union *u, const pose *at, const lw_polytope *polytope,
                              double radius)
{
    vec3 low;
    vec3 high;
    bounds3(polytope->vertices, polytope->vertex_count, &low, &high);
    begin(u, radius, norm(max3(abs3(low), abs3(high))), at, LEFT_OUT * polytope->extent);
    return covers_box(u, at, low, high);
}

static lw_status show_polytope(lw_ball_union *u, const pose *at, const lw_polytope *polytope,
                               double radius, bool *shown, lw_error *error)
{
    const vec3 *v = polytope->vertices;
    uint32_t few = polytope->vertex_count;
    if (few <= 3) {
        begin(u, radius, polytope->extent, at, LEFT_OUT * polytope->extent);
        *shown = covers(u, at, v[0], v[few / 2], v[few - 1], v[few - 1]);
        return LW_OK;
    }
    bool closed = false;
    if (polytope->facet_count) {
        lw_status status = close_up(polytope, &closed, error);
        if (status)
            return status;
    }
    double extent = polytope->extent;
    double off = closed ? outside_facets(polytope) : HUGE_VAL;
    flat plane = plane_of(polytope);
    bool facets = off <= plane.off;
    double outside = lesser(off, plane.off) + LEFT_OUT * extent;
    if (outside > FAR_OUT * extent) {
        *shown = covers_vertex_box(u, at, polytope, radius);
        return LW_OK;
    }
    begin(u, radius, extent, at, outside);
    if (!facets)
        return cover_flat(u, at, polytope, &plane, shown, error);
    *shown = covers_facets(u, at, polytope);
    return LW_OK;
}
/* ---- parts ------------------------------------------------------------------------------------- */

static bool show_point(lw_ball_union *u, const pose *at, vec3 point, double radius)
{
    begin(u, radius, norm(point), at, 0);
    return covers(u, at, point, point, point, point);
}

static bool show_round(lw_ball_union *u, const pose *at, const lw_convex *shape, double radius)
{
    begin(u, radius, 2 * (shape->half.x + shape->half.z), at, 0);
    return covers_round(u, at, shape, FEW_SIDES) || covers_round(u, at, shape, MANY_SIDES);
}

static bool show_ellipsoid(lw_ball_union *u, const pose *at, const lw_convex *shape)
{
    begin(u, shape->radius, 2 * lw_convex_extent(shape), at, 0);
    return covers_ellipsoid(u, at, shape->half, FEW_SIDES) ||
           covers_ellipsoid(u, at, shape->half, MANY_SIDES);
}

/* Whether a capsule is proven to lie in the balls: by its core, grown by the radius; or else by a
 * ball at either end and the cylinder between them. */
static bool show_capsule(lw_ball_union *u, const pose *at, const lw_convex *shape)
{
    vec3 top = v3(0, 0, shape->half.z);
    vec3 bottom = neg(top);
    begin(u, shape->radius, shape->half.z, at, 0);
    if (covers(u, at, bottom, top, top, top))
        return true;
    lw_convex cylinder = {.core = LW_CORE_CYLINDER,
                          .half = v3(shape->radius, shape->radius, shape->half.z)};
    return show_point(u, at, bottom, shape->radius) && show_point(u, at, top, shape->radius) &&
           show_round(u, at, &cylinder, 0);
}

static lw_status show_part(lw_ball_union *u, const lw_part *part, bool *shown, lw_error *error)
{
    const lw_convex *shape = &part->shape;
    const vec3 *corner = shape->triangle;
    *shown = false;
    switch (shape->core) {
    case LW_CORE_POLYTOPE:
        return show_polytope(u, &part->at, shape->polytope, shape->radius, shown, error);
    case LW_CORE_BOX:
        begin(u, shape->radius, norm(shape->half), &part->at, 0);
        *shown = covers_box(u, &part->at, neg(shape->half), shape->half);
        break;
    case LW_CORE_CYLINDER:
    case LW_CORE_CONE:
        *shown = show_round(u, &part->at, shape, shape->radius);
        break;
    case LW_CORE_ELLIPSOID:
        *shown = show_ellipsoid(u, &part->at, shape);
        break;
    case LW_CORE_TRIANGLE:
        begin(u, shape->radius, lw_convex_extent(shape), &part->at, 0);
        *shown = covers(u, &part->at, corner[0], corner[1], corner[2], corner[2]);
        break;
    case LW_CORE_SEGMENT:
        *shown = show_capsule(u, &part->at, shape);
        break;
    case LW_CORE_POINT:
        *shown = show_point(u, &part->at, v3(0, 0, 0), shape->radius);
        break;
    }
    return LW_OK;
}

/* ---- bodies ------------------------------------------------------------------------------------ */

/* Whether one ball contains the sphere about the body. A ball is convex, so it contains everything
 * inside the body too. */
static bool one_ball_contains(const lw_ball_union *u, const lw_geometry *geometry)
{
    for (uint32_t i = 0; i < u->count; i++) {
        double apart = norm(sub(geometry->center, lw_ball_center(&u->balls[i])));
        if (apart * LW_UP_BY(32) <= ((double)u->balls[i].radius - geometry->radius) * LW_SHARE_DOWN)
            return true;
    }
    return false;
}

lw_status lw_cover_prove(const lw_geometry *geometry, const lw_ball *balls, uint32_t count,
                         lw_cover_gap *gap, lw_error *error)
{
    lw_ball_union u = {.balls = balls, .count = count, .tries = MOST_TRIES};
    *gap = (lw_cover_gap){.open = false};
    if (one_ball_contains(&u, geometry))
        return LW_OK;
    lw_status status = LW_OK;
    bool shown = true;
    uint32_t part_count = 0;
    const lw_part *parts = lw_cover_parts(geometry, &part_count);
    for (uint32_t i = 0; i < part_count && shown && !status; i++)
        status = show_part(&u, &parts[i], &shown, error);
    for (uint32_t i = 0; geometry->voxels && i < geometry->part_count && shown && !status; i++) {
        lw_part room;
        status = show_part(&u, lw_part_at(geometry, i, &room), &shown, error);
    }
    for (uint32_t i = 0; i < geometry->point_count && shown; i++) {
        const pose at = pose_identity();
        shown = show_point(&u, &at, lw_point(geometry->points, i), geometry->points->radius);
    }
    if (!parts && !geometry->points && !geometry->voxels && geometry->node_count) {
        const pose at = pose_identity();
        const lw_node *root = &geometry->nodes[0];
        begin(&u, 0, norm(root->center) + norm(root->half), &at, 0);
        shown = covers_box(&u, &at, sub(root->center, root->half), add(root->center, root->half));
    }
    if (!shown && !status)
        *gap = (lw_cover_gap){true, u.open};
    return status;
}
