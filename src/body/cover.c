/* The cover of a body. Each of its bounding hulls (body/bounding_hulls.c) is cut by planes into convex
 * pieces. A ball about the vertices of a piece contains the piece, because both are convex, and the
 * pieces fill the hull. So the balls contain everything inside the hulls as well: another body that
 * meets none of them is neither in contact nor inside.
 *
 * A ball is good if it sticks out of the hull by little. The best ball is not the smallest about a
 * piece, but one whose centre lies deeper. The piece whose ball sticks out farthest is cut next, across
 * the axis that helps most. */
#include "body/cover.h"

#include <float.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/error.h"
#include "math/pose.h"
#include "math/rounding.h"
#include "math/unit.h"
#include "shape/ellipsoid.h"
#include "shape/polytope.h"

enum {
    SIDES = 12, /* sides of the prism about a cylinder, of the pyramid about a cone, and of each ring of
                   the polytope about an ellipsoid */
    TRIAL_STEPS = 6,
    BALL_STEPS = 24
};

static const double HALF_TURN = 3.141592653589793;

/* The factor between two steps towards a better centre; and the first step, as a share of the piece's
 * size. */
static const double SHRINK = 0.8;
static const double FIRST_STEP = 0.25;

/* A piece whose ball sticks out by more than this share of its reach is cut although no single cut
 * helps: for a cube, only eight balls are better than one. docs/decisions/covers.md, "A cover uses
 * balls that stick out least, not the smallest balls". */
static const double STICKS_OUT = 0.15;

/* normal . p <= offset inside */
typedef struct plane {
    vec3 normal;
    double offset;
} plane;

typedef struct edge {
    size_t from, to;
} edge;

/* A convex piece: the hull of its points. Edges join points; all edges of the hull are among them. The
 * planes are those of the bounding hull that the piece was cut from, by their places in work.planes. */
typedef struct piece {
    LW_LIST(vec3) points;
    LW_LIST(edge) edges;
    size_t first_plane, plane_count;
    double radius; /* the radius by which the piece is grown */
    vec3 center;   /* centre of the ball, whose radius is `reach` + `radius` */
    double reach;  /* the largest distance of one of the points from the centre */
    double excess; /* how far the ball sticks out of the hull */
    bool whole;    /* it is not cut any more */
} piece;

#define OUTSIDE SIZE_MAX

typedef struct work {
    LW_LIST(piece) pieces;
    LW_LIST(plane) planes;
    LW_LIST(size_t) places; /* in a cut: the place of each point of the piece in the half, or OUTSIDE */
    bool failed;            /* memory ran out */
} work;

static void add_point(work *w, piece *p, vec3 point)
{
    w->failed |= !LW_ARRAY_GROW(&p->points);
    if (!w->failed)
        p->points.items[p->points.count++] = point;
}

static void add_edge(work *w, piece *p, size_t from, size_t to)
{
    w->failed |= !LW_ARRAY_GROW(&p->edges);
    if (!w->failed)
        p->edges.items[p->edges.count++] = (edge){from, to};
}

static void add_plane(work *w, piece *p, vec3 normal, double offset)
{
    w->failed |= !LW_ARRAY_GROW(&w->planes);
    if (w->failed)
        return;
    w->planes.items[w->planes.count++] = (plane){normal, offset};
    p->plane_count++;
}

static piece *add_piece(work *w, double radius)
{
    w->failed |= !LW_ARRAY_GROW(&w->pieces);
    if (w->failed)
        return NULL;
    piece *p = &w->pieces.items[w->pieces.count++];
    *p = (piece){.first_plane = w->planes.count, .radius = radius};
    return p;
}

static void free_piece(piece *p)
{
    free(p->points.items);
    free(p->edges.items);
    *p = (piece){.radius = 0};
}

/* ---- balls ------------------------------------------------------------------------------------- */

static double farthest(const piece *p, vec3 center, vec3 *where)
{
    double most = -1;
    for (size_t i = 0; i < p->points.count; i++) {
        double square = norm2(sub(p->points.items[i], center));
        if (square > most) {
            most = square;
            *where = p->points.items[i];
        }
    }
    return sqrt(most);
}

/* The largest height of a point above the planes of a piece, which is negative inside all of them; 0
 * without planes. normal: that of the plane with the largest height. */
static double height(const work *w, const piece *p, vec3 point, vec3 *normal)
{
    double most = p->plane_count ? -HUGE_VAL : 0;
    for (size_t i = p->first_plane; i < p->first_plane + p->plane_count; i++) {
        const plane *at = &w->planes.items[i];
        double above = dot(at->normal, point) - at->offset;
        if (above > most) {
            most = above;
            *normal = at->normal;
        }
    }
    return most;
}

/* Finds a ball that sticks out of the hull by little. How far it sticks out is the sum of two convex
 * functions of its centre: the distance of the farthest point, and the height above the planes. The
 * centre descends along the subgradient. */
static void enclose(const work *w, piece *p, int steps)
{
    vec3 low;
    vec3 high;
    bounds3(p->points.items, p->points.count, &low, &high);
    vec3 center = scale(0.5, add(low, high));
    double step = FIRST_STEP * norm(sub(high, low));
    p->excess = HUGE_VAL;
    for (int i = 0; i < steps; i++) {
        vec3 where = center;
        vec3 normal = {0, 0, 0};
        double reach = farthest(p, center, &where);
        double excess = reach + height(w, p, center, &normal);
        if (excess < p->excess) {
            p->excess = excess;
            p->reach = reach;
            p->center = center;
        }
        vec3 up = reach > 0 ? add(scale(1 / reach, sub(center, where)), normal) : normal;
        double steepness = norm(up);
        if (!(steepness > 0))
            break;
        center = add_scaled(center, -step / steepness, up);
        step *= SHRINK;
    }
}

/* ---- cutting ----------------------------------------------------------------------------------- */

/* A corner of the polygon in which a plane cuts a piece. */
typedef struct corner {
    vec3 point;
    size_t edge; /* the edge of the piece that the corner lies on */
    double turn; /* grows with the angle about the polygon's middle */
} corner;

static int compare(const void *a, const void *b)
{
    const corner *p = a;
    const corner *q = b;
    if (p->turn == q->turn)
        return (p->edge > q->edge) - (p->edge < q->edge);
    return p->turn > q->turn ? 1 : -1;
}

/* The points in which a plane across an axis cuts the edges of a piece, in order about their middle.
 * out: room for one per edge. Returns their number. */
static size_t section(const piece *p, int axis, double at, corner *out)
{
    size_t count = 0;
    vec3 sum = {0, 0, 0};
    for (size_t i = 0; i < p->edges.count; i++) {
        vec3 from = p->points.items[p->edges.items[i].from];
        vec3 to = p->points.items[p->edges.items[i].to];
        double low = component3(from, axis);
        double high = component3(to, axis);
        if ((low < at) == (high < at))
            continue;
        out[count].point = add_scaled(from, (at - low) / (high - low), sub(to, from));
        out[count].edge = i;
        sum = add(sum, out[count++].point);
    }
    for (size_t i = 0; i < count; i++) {
        vec3 from = sub(out[i].point, scale(1 / (double)count, sum));
        double x = component3(from, (axis + 1) % 3);
        double y = component3(from, (axis + 2) % 3);
        double size = fabs(x) + fabs(y);
        double slope = size > 0 ? y / size : 0;
        out[i].turn = x < 0 ? 2 - slope : slope;
    }
    qsort(out, count, sizeof *out, compare);
    return count;
}

/* Fills one half of a piece: with its points on one side of a plane and the edges between them; with
 * the corners of the section, the edges of the section's polygon, and the part of each cut edge that
 * lies in this half. */
static void take_half(work *w, const piece *whole, int axis, double at, bool upper,
                      const corner *corners, size_t corner_count, piece *half)
{
    size_t *places = w->places.items;
    for (size_t i = 0; i < whole->points.count; i++) {
        bool inside = (component3(whole->points.items[i], axis) >= at) == upper;
        places[i] = inside ? half->points.count : OUTSIDE;
        if (inside)
            add_point(w, half, whole->points.items[i]);
    }
    for (size_t i = 0; i < whole->edges.count; i++) {
        edge e = whole->edges.items[i];
        if (places[e.from] != OUTSIDE && places[e.to] != OUTSIDE)
            add_edge(w, half, places[e.from], places[e.to]);
    }
    size_t first = half->points.count;
    for (size_t i = 0; i < corner_count; i++) {
        edge e = whole->edges.items[corners[i].edge];
        add_point(w, half, corners[i].point);
        add_edge(w, half, first + i, first + (i + 1) % corner_count);
        add_edge(w, half, first + i, places[places[e.from] == OUTSIDE ? e.to : e.from]);
    }
}

/* The halves of a piece on either side of a plane across an axis, with trial balls. */
static void halve(work *w, const piece *whole, int axis, double at, corner *corners, piece halves[2])
{
    size_t count = section(whole, axis, at, corners);
    for (int i = 0; i < 2 && !w->failed; i++) {
        halves[i] = (piece){.first_plane = whole->first_plane,
                            .plane_count = whole->plane_count,
                            .radius = whole->radius};
        take_half(w, whole, axis, at, i == 1, corners, count, &halves[i]);
        if (!w->failed)
            enclose(w, &halves[i], TRIAL_STEPS);
    }
}

/* Cuts a piece across the axis that helps most. False: no cut helps, or memory ran out. */
static bool cut(work *w, size_t index)
{
    const piece whole = w->pieces.items[index];
    vec3 low;
    vec3 high;
    bounds3(whole.points.items, whole.points.count, &low, &high);
    corner *corners = malloc((whole.edges.count + 1) * sizeof *corners);
    w->failed |= !corners || !LW_ARRAY_RESERVE(&w->places, whole.points.count);
    piece best[2] = {{.radius = 0}, {.radius = 0}};
    double least = whole.excess > STICKS_OUT * whole.reach ? HUGE_VAL : whole.excess;
    for (int axis = 0; axis < 3 && !w->failed; axis++) {
        double at = 0.5 * (component3(low, axis) + component3(high, axis));
        if (!(component3(low, axis) < at && at < component3(high, axis)))
            continue;
        piece halves[2] = {{.radius = 0}, {.radius = 0}};
        halve(w, &whole, axis, at, corners, halves);
        double excess = greater(halves[0].excess, halves[1].excess);
        bool better = !w->failed && excess < least;
        for (int i = 0; i < 2; i++) {
            free_piece(better ? &best[i] : &halves[i]);
            if (better)
                best[i] = halves[i];
        }
        least = better ? excess : least;
    }
    free(corners);
    w->failed |= !LW_ARRAY_GROW(&w->pieces);
    if (w->failed || !best[0].points.count) {
        free_piece(&best[0]);
        free_piece(&best[1]);
        return false;
    }
    free_piece(&w->pieces.items[index]);
    w->pieces.items[index] = best[0];
    w->pieces.items[w->pieces.count++] = best[1];
    enclose(w, &w->pieces.items[index], BALL_STEPS);
    enclose(w, &w->pieces.items[w->pieces.count - 1], BALL_STEPS);
    return true;
}

static void cut_all(work *w, uint32_t balls)
{
    while (w->pieces.count < balls && !w->failed) {
        size_t worst = 0;
        for (size_t i = 1; i < w->pieces.count; i++)
            if (w->pieces.items[worst].whole ||
                (!w->pieces.items[i].whole &&
                 w->pieces.items[i].excess > w->pieces.items[worst].excess))
                worst = i;
        if (w->pieces.items[worst].whole)
            return;
        if (!cut(w, worst))
            w->pieces.items[worst].whole = true;
    }
}

/* ---- the pieces of a body before any cut -------------------------------------------------------- */

static void add_polytope(work *w, const lw_polytope *polytope, double radius)
{
    piece *p = add_piece(w, radius);
    for (uint32_t i = 0; i < polytope->vertex_count && !w->failed; i++)
        add_point(w, p, polytope->vertices[i]);
    for (uint32_t i = 0; i < polytope->facet_count && !w->failed; i++) {
        const uint32_t *at = polytope->facets[i];
        vec3 corners[3];
        for (int k = 0; k < 3; k++) {
            corners[k] = polytope->vertices[at[k]];
            /* each edge belongs to two facets, which pass it in opposite directions */
            if (at[k] < at[(k + 1) % 3])
                add_edge(w, p, at[k], at[(k + 1) % 3]);
        }
        vec3 across = lw_squarable(cross(sub(corners[1], corners[0]), sub(corners[2], corners[0])));
        double size = norm(across);
        if (size > 0)
            add_plane(w, p, scale(1 / size, across), dot(across, corners[0]) / size);
    }
    for (uint32_t i = 0; i < polytope->vertex_count && polytope->facet_count == 0; i++)
        for (uint32_t j = 0; j < i && !w->failed; j++)
            add_edge(w, p, i, j);
}

static void add_box(work *w, vec3 half, double radius)
{
    piece *p = add_piece(w, radius);
    for (unsigned i = 0; i < 8 && !w->failed; i++) {
        add_point(w, p, box_corner(half, i));
        for (unsigned bit = 1; bit < 8; bit *= 2)
            if (!(i & bit))
                add_edge(w, p, i, i | bit);
    }
    for (int side = -1; side <= 1 && !w->failed; side += 2) {
        add_plane(w, p, v3(side, 0, 0), half.x);
        add_plane(w, p, v3(0, side, 0), half.y);
        add_plane(w, p, v3(0, 0, side), half.z);
    }
}

/* Adds a prism about a cylinder, or a pyramid about a cone. The planes are those of the round shape:
 * tangent to its side, and of its flat ends. */
static void add_round(work *w, const lw_convex *shape, double radius)
{
    bool cone = shape->core == LW_CORE_CONE;
    vec3 half = shape->half;
    /* the sides of the polygon lie outside the circle in spite of rounding */
    double across = half.x / cos(HALF_TURN / SIDES) * LW_UPWARD;
    double slant = sqrt(half.x * half.x + 4 * half.z * half.z);
    piece *p = add_piece(w, radius);
    if (w->failed)
        return;
    add_plane(w, p, v3(0, 0, -1), half.z);
    if (cone)
        add_point(w, p, v3(0, 0, half.z));
    else
        add_plane(w, p, v3(0, 0, 1), half.z);
    size_t first = p->points.count;
    size_t step = cone ? 1 : 2;
    for (size_t i = 0; i < SIDES && !w->failed; i++) {
        double sine;
        double cosine;
        lw_sincos(2 * HALF_TURN * (double)i / SIDES, &sine, &cosine);
        size_t own = first + step * i;
        size_t next = first + step * ((i + 1) % SIDES);
        add_point(w, p, v3(across * cosine, across * sine, -half.z));
        add_edge(w, p, own, next);
        if (cone) {
            add_edge(w, p, own, 0);
        } else {
            add_point(w, p, v3(across * cosine, across * sine, half.z));
            add_edge(w, p, own, own + 1);
            add_edge(w, p, own + 1, next + 1);
        }
        vec3 out = v3(cosine, sine, 0);
        if (cone && slant > 0)
            out = v3(2 * half.z / slant * cosine, 2 * half.z / slant * sine, half.x / slant);
        add_plane(w, p, out, cone ? out.z * half.z : half.x);
    }
}

/* A polytope about an ellipsoid. Its planes touch the ellipsoid: they are the images of those of the
 * polytope about the unit ball. */
static void add_ellipsoid(work *w, vec3 half, double radius)
{
    const int rings = SIDES / 2;
    double least = lesser(half.x, lesser(half.y, half.z));
    piece *p = add_piece(w, radius);
    for (int ring = 0; ring < rings && !w->failed; ring++)
        for (int side = 0; side < SIDES; side++) {
            size_t own = (size_t)SIDES * (size_t)ring + (size_t)side;
            size_t next = (size_t)SIDES * (size_t)ring + (size_t)((side + 1) % SIDES);
            add_point(w, p, lw_ellipsoid_corner(half, SIDES, ring, side));
            add_edge(w, p, own, next);
            if (ring > 0)
                add_edge(w, p, own, own - SIDES);
        }
    for (int ring = 0; ring <= rings && !w->failed; ring++)
        for (int side = 0; side < (ring % rings ? SIDES : 1); side++) {
            double across, along, x, y;
            lw_sincos(2 * HALF_TURN * ring / SIDES, &across, &along);
            lw_sincos(HALF_TURN * (2 * side + 1) / SIDES, &y, &x);
            vec3 normal = v3(across * x * (least / half.x), across * y * (least / half.y),
                             along * (least / half.z));
            double length = norm(normal);
            add_plane(w, p, scale(1 / length, normal), least / length);
        }
}

static void add_points(work *w, const vec3 *points, size_t count, double radius)
{
    piece *p = add_piece(w, radius);
    for (size_t i = 0; i < count && !w->failed; i++) {
        add_point(w, p, points[i]);
        for (size_t j = 0; j < i; j++)
            add_edge(w, p, i, j);
    }
}

/* Adds the pieces of a convex shape, in its own frame. */
static void add_shape(work *w, const lw_convex *shape)
{
    const vec3 origin = {0, 0, 0};
    lw_convex between = *shape;
    switch (shape->core) {
    case LW_CORE_POLYTOPE:
        add_polytope(w, shape->polytope, shape->radius);
        break;
    case LW_CORE_BOX:
        add_box(w, shape->half, shape->radius);
        break;
    case LW_CORE_CYLINDER:
    case LW_CORE_CONE:
        add_round(w, shape, shape->radius);
        break;
    case LW_CORE_ELLIPSOID:
        add_ellipsoid(w, shape->half, shape->radius);
        break;
    case LW_CORE_TRIANGLE:
        add_points(w, shape->triangle, 3, shape->radius);
        break;
    case LW_CORE_SEGMENT:
        /* a capsule: a ball at either end, which is exact, and the cylinder between them */
        between.half.x = shape->radius;
        for (int end = -1; end <= 1; end += 2) {
            vec3 tip = v3(0, 0, end * shape->half.z);
            add_points(w, &tip, 1, shape->radius);
        }
        add_round(w, &between, 0);
        break;
    case LW_CORE_POINT:
        add_points(w, &origin, 1, shape->radius);
        break;
    }
}

static void add_part(work *w, const lw_part *part)
{
    size_t first = w->pieces.count;
    size_t first_plane = w->planes.count;
    add_shape(w, &part->shape);
    for (size_t i = first_plane; i < w->planes.count; i++) {
        plane *at = &w->planes.items[i];
        at->normal = rotate(part->at.rotation, at->normal);
        at->offset += dot(at->normal, part->at.position);
    }
    for (size_t i = first; i < w->pieces.count && !w->failed; i++) {
        piece *p = &w->pieces.items[i];
        for (size_t k = 0; k < p->points.count; k++)
            p->points.items[k] = transform(part->at, p->points.items[k]);
        enclose(w, p, BALL_STEPS);
    }
}

/* ---- the cover --------------------------------------------------------------------------------- */

/* A ball in floats that contains a ball in doubles, with the rounding errors of a body of this extent.
 */
static lw_ball rounded_up(vec3 center, double radius, double extent)
{
    lw_ball ball = {.center = {(float)center.x, (float)center.y, (float)center.z}};
    double most = radius + norm(sub(center, lw_ball_center(&ball))) + LW_HULL_ROUNDING * extent;
    ball.radius = (float)(most * (1 + 0x1p-22) + (double)FLT_MIN);
    return ball;
}

lw_ball lw_cover_around(const lw_geometry *geometry)
{
    return rounded_up(geometry->center, geometry->radius, geometry->extent);
}

static lw_status write(lw_arena *arena, const work *w, const lw_geometry *geometry,
                       const lw_cover **out, lw_error *error)
{
    lw_cover *cover = lw_arena_take(arena, sizeof *cover);
    size_t count = w->pieces.count ? w->pieces.count : 1;
    lw_ball *balls = lw_arena_array(arena, count, sizeof *balls);
    if (!cover || !balls)
        return lw_fail_memory(error);
    cover->around = lw_cover_around(geometry);
    cover->balls = balls;
    cover->count = (uint32_t)count;
    for (size_t i = 0; i < count && count > 1; i++) {
        const piece *p = &w->pieces.items[i];
        /* a piece at a corner of the polytope about an ellipsoid may lie outside the sphere about the
           body: its ball is grown to reach it, as balls from files must */
        double apart = norm(sub(p->center, geometry->center));
        double radius = greater(p->reach + p->radius, apart - geometry->radius);
        balls[i] = rounded_up(p->center, radius, geometry->extent);
    }
    if (count == 1)
        balls[0] = cover->around;
    *out = cover;
    return LW_OK;
}

const lw_part *lw_cover_parts(const lw_geometry *geometry, uint32_t *count)
{
    bool hulls = geometry->hull_count > 0;
    bool parts = !hulls && geometry->triangle_count == 0;
    *count = hulls ? geometry->hull_count : parts ? geometry->part_count : 0;
    if (geometry->voxels)
        *count = 0;
    return !*count ? NULL : hulls ? geometry->hulls : geometry->parts;
}

lw_status lw_cover_create(lw_arena *arena, const lw_geometry *geometry, uint32_t balls,
                          const lw_cover **out, lw_error *error)
{
    if (geometry->points || geometry->voxels || geometry->heights || geometry->image)
        return lw_cover_of_nodes(arena, geometry, balls, out, error);
    work w = {.failed = false};
    uint32_t count = 0;
    const lw_part *parts = lw_cover_parts(geometry, &count);
    for (uint32_t i = 0; i < count && !w.failed; i++)
        add_part(&w, &parts[i]);
    if (w.pieces.count)
        cut_all(&w, balls);
    lw_status status = w.failed ? lw_fail_memory(error) : write(arena, &w, geometry, out, error);
    for (size_t i = 0; i < w.pieces.count; i++)
        free_piece(&w.pieces.items[i]);
    free(w.pieces.items);
    free(w.planes.items);
    free(w.places.items);
    return status;
}
