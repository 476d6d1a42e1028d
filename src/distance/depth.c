/* How deep two convex shapes overlap: the expanding polytope (van den Bergen 2001).
 *
 * The difference D = b - a contains the origin. For any unit direction u, b comes free when it moves by
 * h(u) = max over D of u . w against u. A polytope inside D, grown at the face nearest to the origin,
 * leads to the u for which h is least; the answer is the least h that was met, so that it is never too
 * small, however the search went. Distances of faces are signed, so that the first tetrahedron need
 * not contain the origin. Costs a support and a pass over the faces for each of at most 60 vertices;
 * on cylinders and cones it may end there, some thousandths of the size too high. */
#include <float.h>

#include "distance/distance.h"
#include "distance/gjk.h"
#include "math/pose.h"

enum { VERTICES = 64, FACES = 2 * VERTICES };

/* Relative to the size of the shapes: what counts as flat, and how close the answer need come. */
static const double flat = 1e-13;
static const double close_enough = 1e-12;

/* Relative to the size: how far apart shapes are moved to see where they would touch. */
static const double lift = 1e-9;

typedef struct depth_vertex {
    vec3 w;
    vec3 point[2];
} depth_vertex;

typedef struct depth_face {
    int corner[3];   /* counter-clockwise seen from outside */
    vec3 direction;  /* outward unit normal */
    double distance; /* of its plane from the origin, along direction */
} depth_face;

typedef struct expansion {
    lw_sides *sides;
    int vertex_count;
    depth_vertex vertex[VERTICES];
    int face_count;
    depth_face face[FACES];
    double depth; /* the least h so far */
    vec3 direction;
    depth_face best; /* the face that it is of; none: distance HUGE_VAL */
    vec3 points[2];
} expansion;

static depth_vertex support(const expansion *x, vec3 u)
{
    uint32_t ignored;
    depth_vertex v;
    v.point[0] = lw_side_support(&x->sides->side[0], neg(u), &ignored);
    v.point[1] = lw_side_support(&x->sides->side[1], u, &ignored);
    v.w = sub(v.point[1], v.point[0]);
    return v;
}

/* The farther of the supports along u and against it, and how far it is from a given point along u. */
static depth_vertex farther(const expansion *x, vec3 u, vec3 from, double *distance)
{
    depth_vertex there = support(x, u);
    depth_vertex back = support(x, neg(u));
    double ahead = dot(u, sub(there.w, from));
    double behind = dot(u, sub(from, back.w));
    *distance = fmax(ahead, behind);
    return ahead >= behind ? there : back;
}

/* Of two directions, the support that goes farther. */
static depth_vertex farthest(const expansion *x, vec3 u, vec3 v, vec3 from, double *distance)
{
    double other;
    depth_vertex first = farther(x, u, from, distance);
    depth_vertex second = farther(x, v, from, &other);
    if (other <= *distance)
        return first;
    *distance = other;
    return second;
}

static bool add_face(expansion *x, int i, int j, int k)
{
    if (x->face_count == FACES)
        return false;
    vec3 a = x->vertex[i].w;
    vec3 normal = cross(sub(x->vertex[j].w, a), sub(x->vertex[k].w, a));
    double length = norm(normal);
    depth_face *f = &x->face[x->face_count++];
    *f = (depth_face){{i, j, k}, {0, 0, 0}, HUGE_VAL};
    if (length > 0) {
        f->direction = scale(1 / length, normal);
        f->distance = dot(f->direction, a);
    }
    return true;
}

/* Of the first four vertices. below: the fourth, seen from the side from which 0, 1, 2 are
 * counter-clockwise. */
static void add_tetrahedron(expansion *x, bool below)
{
    x->vertex_count = 4;
    x->face_count = 0;
    x->depth = HUGE_VAL;
    int i = below ? 1 : 2;
    int j = below ? 2 : 1;
    add_face(x, 0, i, j);
    add_face(x, 0, j, 3);
    add_face(x, j, i, 3);
    add_face(x, i, 0, 3);
}

/* D is flat: the better of the two ways across it. */
static bool leave_across(expansion *x, vec3 direction)
{
    double ahead = dot(direction, support(x, direction).w);
    double behind = dot(neg(direction), support(x, neg(direction)).w);
    x->depth = fmin(ahead, behind);
    x->direction = ahead <= behind ? direction : neg(direction);
    return false;
}

/* A tetrahedron of far apart points of D. False where D is flat, and all is then known. */
static bool begin(expansion *x)
{
    double limit = flat * x->sides->size;
    double distance;
    x->vertex[0] = support(x, v3(1, 0, 0));
    vec3 from = x->vertex[0].w;
    depth_vertex along_x = farther(x, v3(1, 0, 0), from, &distance);
    x->vertex[1] = along_x;
    double other;
    depth_vertex across = farthest(x, v3(0, 1, 0), v3(0, 0, 1), from, &other);
    if (other > distance) {
        distance = other;
        x->vertex[1] = across;
    }
    if (!(distance > limit))
        return leave_across(x, v3(1, 0, 0));
    vec3 axis = sub(x->vertex[1].w, from);
    axis = scale(1 / norm(axis), axis);
    vec3 side = lw_perpendicular(axis);
    x->vertex[2] = farthest(x, side, cross(axis, side), from, &distance);
    if (!(distance > limit))
        return leave_across(x, side);
    vec3 normal = cross(axis, sub(x->vertex[2].w, from));
    normal = scale(1 / norm(normal), normal);
    x->vertex[3] = farther(x, normal, from, &distance);
    if (!(distance > limit))
        return leave_across(x, normal);
    /* the fourth lies below the other three, or above */
    add_tetrahedron(x, dot(normal, sub(x->vertex[3].w, from)) < 0);
    return true;
}

/* The tetrahedron in which GJK found the origin, where it is one to begin with. */
static bool begin_from(expansion *x, const lw_gjk *gjk)
{
    if (gjk->count != 4)
        return false;
    for (int i = 0; i < 4; i++)
        x->vertex[i] = (depth_vertex){gjk->w[i], {gjk->point[0][i], gjk->point[1][i]}};
    vec3 across = sub(gjk->w[3], gjk->w[0]);
    vec3 normal = cross(sub(gjk->w[1], gjk->w[0]), sub(gjk->w[2], gjk->w[0]));
    double volume = dot(normal, across);
    if (!(volume * volume > 1e-12 * (norm2(normal) * norm2(across))))
        return false;
    add_tetrahedron(x, volume < 0);
    return true;
}

/* The points of the two shapes in the best face, under the origin; false where that is beside the face,
 * which may be one of several in a plane. */
static bool find_points(expansion *x)
{
    const depth_face *f = &x->best;
    const depth_vertex *v[3];
    double area[3];
    double sum = 0;
    bool inside = true;
    vec3 under = scale(f->distance, f->direction);
    for (int k = 0; k < 3; k++)
        v[k] = &x->vertex[f->corner[k]];
    for (int k = 0; k < 3; k++) {
        vec3 left = sub(v[(k + 1) % 3]->w, under);
        vec3 right = sub(v[(k + 2) % 3]->w, under);
        area[k] = dot(f->direction, cross(left, right));
        inside = inside && area[k] >= -close_enough * x->sides->size * x->sides->size;
        area[k] = fmax(area[k], 0);
        sum += area[k];
    }
    for (int s = 0; s < 2; s++) {
        x->points[s] = v3(0, 0, 0);
        for (int k = 0; k < 3; k++)
            x->points[s] = add_scaled(x->points[s], sum > 0 ? area[k] / sum : 1.0 / 3, v[k]->point[s]);
    }
    return inside;
}

/* The points where the shapes touch once b has come free, and a little more, with b moved back. */
static void find_points_apart(expansion *x)
{
    const lw_side *side = x->sides->side;
    double way = x->depth + lift * x->sides->size;
    pose moved = *side[1].pose;
    moved.position = add_scaled(moved.position, -way, x->direction);
    lw_sides apart;
    lw_sides_make(side[0].shape, side[1].shape, &moved, &apart);
    lw_gjk gjk;
    lw_gjk_run(&apart, (lw_gjk_limits){HUGE_VAL, -1}, NULL, &gjk);
    if (gjk.overlap)
        return;
    lw_gjk_points(&gjk, x->points);
    x->points[1] = add_scaled(x->points[1], way, x->direction);
}

/* The edges of the hole that the visible faces leave, each between a face that goes and one that stays;
 * false where it is too large. */
static bool remove_visible(expansion *x, vec3 w, int horizon[][2], int *count)
{
    double margin = 4 * DBL_EPSILON * x->sides->size;
    int edges = 0;
    for (int f = 0; f < x->face_count;) {
        const depth_face *face = &x->face[f];
        bool visible = face->distance < HUGE_VAL && dot(face->direction, w) - face->distance > margin;
        if (!visible) {
            f++;
            continue;
        }
        for (int k = 0; k < 3; k++) {
            int from = face->corner[k];
            int to = face->corner[(k + 1) % 3];
            int other = 0;
            while (other < edges && !(horizon[other][0] == to && horizon[other][1] == from))
                other++;
            if (other < edges) {
                /* between two that go */
                edges--;
                horizon[other][0] = horizon[edges][0];
                horizon[other][1] = horizon[edges][1];
                continue;
            }
            if (edges == FACES)
                return false;
            horizon[edges][0] = from;
            horizon[edges++][1] = to;
        }
        x->face[f] = x->face[--x->face_count];
    }
    *count = edges;
    return true;
}

static void expand(expansion *x)
{
    int horizon[FACES][2];
    while (x->vertex_count < VERTICES) {
        const depth_face *nearest = &x->face[0];
        for (int f = 1; f < x->face_count; f++)
            if (x->face[f].distance < nearest->distance)
                nearest = &x->face[f];
        if (x->face_count == 0 || !(nearest->distance < HUGE_VAL))
            return;
        depth_vertex v = support(x, nearest->direction);
        double reach = dot(nearest->direction, v.w);
        double below = nearest->distance;
        if (reach < x->depth) {
            x->depth = reach;
            x->best = *nearest;
        }
        double close = close_enough * x->sides->size;
        if (x->depth - below <= close) {
            /* an earlier face along the same direction was not yet as far out */
            if (reach <= x->depth + close) {
                x->depth = reach;
                x->best = *nearest;
            }
            return;
        }
        int count;
        int added = x->vertex_count++;
        x->vertex[added] = v;
        if (!remove_visible(x, v.w, horizon, &count) || count == 0)
            return;
        for (int e = 0; e < count; e++)
            if (!add_face(x, horizon[e][0], horizon[e][1], added))
                return;
    }
}

/* From GJK's tetrahedron or another one to the end. */
static void find_depth(expansion *x, const lw_gjk *gjk, vec3 inside)
{
    x->points[0] = x->points[1] = inside;
    if (!begin_from(x, gjk) && !begin(x))
        return;
    x->best.distance = HUGE_VAL;
    expand(x);
    if (x->best.distance < HUGE_VAL) {
        x->direction = x->best.direction;
        if (!find_points(x))
            find_points_apart(x);
    }
}

double lw_convex_depth(const lw_convex *a, const lw_convex *b, pose b_in_a, vec3 *normal,
                       vec3 points[2])
{
    lw_sides sides;
    lw_sides_make(a, b, &b_in_a, &sides);
    lw_gjk gjk;
    lw_gjk_run(&sides, (lw_gjk_limits){HUGE_VAL, -1}, NULL, &gjk);
    lw_gjk_points(&gjk, points);
    double depth;
    if (gjk.overlap) {
        expansion x;
        x.sides = &sides;
        x.direction = v3(1, 0, 0);
        vec3 inside = scale(0.5, add(points[0], points[1]));
        find_depth(&x, &gjk, inside);
        *normal = neg(x.direction);
        points[0] = x.points[0];
        points[1] = x.points[1];
        depth = fmax(x.depth, 0);
    } else {
        /* the lower end, not the upper one: from above */
        *normal = scale(1 / norm(gjk.normal), gjk.normal);
        depth = -gjk.lower;
    }
    points[0] = add_scaled(points[0], a->radius, *normal);
    points[1] = add_scaled(points[1], -b->radius, *normal);
    return fmax(depth + a->radius + b->radius, 0);
}
