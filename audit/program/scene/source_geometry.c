#include "source_geometry.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "bodies.h"
#include "nearest.h"

bool refuse_body(const comparison *c, refusal *why, const char *format, ...)
{
    char what[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    return refuse(why, "%.200s: body \"%.80s\": %s", c->path, c->of->name, what);
}

void note_deviation(comparison *c, double off)
{
    /* NaN counts as infinite */
    if (!(off <= c->deviation))
        c->deviation = off == off ? off : HUGE_VAL;
}

bool is_on_segment(comparison *c, vec from, vec to, vec at, double *share)
{
    const vec along = sub(to, from);
    const vec inner = sub(at, from);
    const real square = dot(along, along);
    *share = 0;
    if (!positive(square))
        return true;
    const real part = times(dot(inner, along), inverse(square));
    const double off = most(length(sub(inner, scaled(part, along))));
    *share = near(part);
    if (!(off <= c->tolerance) || positive(negative(part)) || positive(minus(part, exact(1))))
        return false;
    note_deviation(c, off);
    return true;
}

vec vertex_in_shape(const source_shape *s, const double vertex[3])
{
    const vec v = exact_vec(vertex);
    if (s->factors[0] == 1 && s->factors[1] == 1 && s->factors[2] == 1)
        return v;
    return (vec){times(exact(s->factors[0]), v.x), times(exact(s->factors[1]), v.y),
                 times(exact(s->factors[2]), v.z)};
}

vec vertex_in_body(const source_shape *s, const double vertex[3])
{
    vec v = vertex_in_shape(s, vertex);
    if (s->is_scaled)
        v = add(s->middle, scaled(s->scale, sub(v, s->middle)));
    return moved(&s->at, v);
}

const double (*vertices_of(const source_shape *s, size_t *count))[3]
{
    *count = s->mesh ? 3 * s->mesh->count : s->vertex_count;
    return (const double(*)[3])(s->mesh ? s->mesh->corners : s->vertices);
}

/* How far a shape reaches from the origin of the body's frame, at most. */
static double reach_of(const source_shape *s)
{
    vec sizes = {s->half[0], s->half[1], s->half[2]};
    size_t count;
    const double(*points)[3] = vertices_of(s, &count);
    const double scale = s->is_scaled ? near(s->scale) : 1;
    const double middle[3] = {near(s->middle.x), near(s->middle.y), near(s->middle.z)};
    double far[3] = {0};
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) {
            const double inner = points[i][k] * s->factors[k] - middle[k];
            far[k] = fmax(far[k], fabs(middle[k] + scale * inner));
        }
    if (count)
        sizes = exact_vec(far);
    return most(plus(plus(length(s->at.position), length(sizes)), size_above(s->radius))) *
           (1 + 0x1p-40);
}

/* ---- convex shapes ------------------------------------------------------------------------------ */

static real difference(real a, real b)
{
    return size_above(minus(a, b));
}

/* So far columns of two rotations are apart in any coordinate, at most. */
static real turned_apart(const pose *a, const pose *b)
{
    const vec differences[3] = {sub(a->x, b->x), sub(a->y, b->y), sub(a->z, b->z)};
    real off = exact(0);
    for (int i = 0; i < 3; i++)
        off = larger(off, larger(larger(size_above(differences[i].x), size_above(differences[i].y)),
                                 size_above(differences[i].z)));
    return off;
}

static const core core_of_kind[] = {
    [SOURCE_POINT] = CORE_POINTS,    [SOURCE_SEGMENT] = CORE_SEGMENT,
    [SOURCE_BOX] = CORE_BOX,         [SOURCE_CYLINDER] = CORE_CYLINDER,
    [SOURCE_CONE] = CORE_CONE,       [SOURCE_ELLIPSOID] = CORE_ELLIPSOID,
    [SOURCE_POLYTOPE] = CORE_POINTS, [SOURCE_POLYGON] = CORE_POINTS,
    [SOURCE_CLOUD] = CORE_POINTS};

/* So far the points of a shape are from an element of its kind, and these from those, at most. */
static double apart_from(const source_shape *s, const element *e)
{
    const pose at = pose_of(&e->at);
    const bool round = e->core == CORE_CYLINDER || e->core == CORE_CONE;
    const double halves[3] = {round ? e->base : e->half[0], round ? e->base : e->half[1], e->half[2]};
    if (s->kind == SOURCE_POINT && e->point_count != 1)
        return HUGE_VAL;
    if (s->kind == SOURCE_POINT)
        return most(length(sub(moved(&at, exact_vec(e->points[0])), s->at.position)));
    real size = exact(0);
    real off = length(sub(at.position, s->at.position));
    for (int k = 0; k < 3; k++) {
        size = plus(size, exact(halves[k]));
        off = plus(off, difference(exact(halves[k]), s->half[k]));
    }
    return most(plus(off, times(times(exact(3), turned_apart(&at, &s->at)), size)));
}

/* By how much the radius of an element is too small, or too large. */
static bool radius_fits(const comparison *c, const source_shape *s, const element *e, double *lacks)
{
    const real more = minus(s->radius, exact(e->radius));
    *lacks = positive(more) ? most(more) : 0;
    return *lacks <= c->tolerance;
}

static void mark(comparison *c, const source_shape *s, size_t index)
{
    const real less = minus(exact(c->own->elements[index].radius), s->radius);
    c->used[index] = true;
    if (!positive(less) || most(less) <= c->tolerance)
        c->own->of_files[index] = true;
}

static bool find_primitive(comparison *c, const source_shape *s, refusal *why)
{
    static const char *const names[] = {"sphere", "capsule", "box", "cylinder", "cone", "ellipsoid"};
    double least = HUGE_VAL;
    for (size_t i = 0; i < c->own->element_count; i++) {
        const element *e = &c->own->elements[i];
        double lacks;
        if (c->used[i] || e->is_triangle || e->core != core_of_kind[s->kind])
            continue;
        radius_fits(c, s, e, &lacks);
        const double off = apart_from(s, e) + lacks;
        least = fmin(least, off);
        if (!(off <= c->tolerance))
            continue;
        note_deviation(c, off);
        mark(c, s, i);
        return true;
    }
    if (least < HUGE_VAL)
        return refuse_body(c, why, "its %s is %.3g m off from the nearest one of the proof's body",
                           names[s->kind], least);
    return refuse_body(c, why, "its %s is not in the proof's body", names[s->kind]);
}

/* ---- polytopes ---------------------------------------------------------------------------------- */

/* So far a point is from a hull of points, at most; it may be nearer. */
static double from_hull(vec point, const double (*points)[3], size_t count)
{
    weighted found[4];
    const double middle[3] = {near(point.x), near(point.y), near(point.z)};
    const size_t used = weights_of_nearest(points, count, middle, found);
    vec sum = {exact(0), exact(0), exact(0)};
    real weight = exact(0);
    for (size_t i = 0; i < used; i++) {
        if (!(found[i].weight > 0))
            return HUGE_VAL;
        sum = add(sum, scaled(exact(found[i].weight), exact_vec(points[found[i].point])));
        weight = plus(weight, exact(found[i].weight));
    }
    return used ? most(length(sub(point, scaled(inverse(weight), sum)))) : HUGE_VAL;
}

/* A point in the frame of an element. */
static vec in_element(const element *e, vec point)
{
    const pose at = pose_of(&e->at);
    return turned_back(&at, sub(point, at.position));
}

static bool find_polytope(comparison *c, const source_shape *s, refusal *why)
{
    double least = HUGE_VAL;
    for (size_t i = 0; i < c->own->element_count; i++) {
        const element *e = &c->own->elements[i];
        double off = 0;
        double lacks;
        if (c->used[i] || e->is_triangle || e->core != CORE_POINTS || !radius_fits(c, s, e, &lacks))
            continue;
        for (size_t k = 0; k < s->vertex_count && off < HUGE_VAL; k++)
            off = fmax(off, from_hull(in_element(e, vertex_in_body(s, s->vertices[k])),
                                      (const double(*)[3])e->points, e->point_count));
        off += lacks;
        least = fmin(least, off);
        if (!(off <= c->tolerance))
            continue;
        note_deviation(c, off);
        mark(c, s, i);
        /* a contact may be in it if its vertices are of the files, too */
        const pose at = pose_of(&e->at);
        for (size_t k = 0; k < e->point_count && c->own->of_files[i]; k++) {
            double nearest = HUGE_VAL;
            for (size_t v = 0; v < s->vertex_count; v++)
                nearest = fmin(nearest, most(length(sub(moved(&at, exact_vec(e->points[k])),
                                                        vertex_in_body(s, s->vertices[v])))));
            c->own->of_files[i] = nearest <= c->tolerance;
            note_deviation(c, nearest <= c->tolerance ? nearest : 0);
        }
        return true;
    }
    if (least < HUGE_VAL)
        return refuse_body(c, why, "a vertex of its polytope is %.3g m outside of the proof's body",
                           least);
    return refuse_body(c, why, "its polytope is not in the proof's body");
}

/* ---- clouds ------------------------------------------------------------------------------------- */

/* The elements that are points with a radius that is at least a cloud's, and where they are. Returns
 * how many; there is room for all elements. */
static size_t points_of_body(const comparison *c, const source_shape *s, double (*places)[3],
                             size_t *elements)
{
    size_t count = 0;
    for (size_t i = 0; i < c->own->element_count; i++) {
        const element *e = &c->own->elements[i];
        double lacks;
        if (e->is_triangle || e->core != CORE_POINTS || e->point_count != 1 ||
            !radius_fits(c, s, e, &lacks))
            continue;
        const pose at = pose_of(&e->at);
        const vec place = moved(&at, exact_vec(e->points[0]));
        places[count][0] = near(place.x);
        places[count][1] = near(place.y);
        places[count][2] = near(place.z);
        elements[count++] = i;
    }
    return count;
}

/* Finds each point of a cloud among the elements: one may stand for several points at one place. */
static bool find_cloud(comparison *c, const source_shape *s, refusal *why)
{
    double(*places)[3] = room(c->own->element_count, sizeof *places);
    size_t *elements = room(c->own->element_count, sizeof *elements);
    const size_t count = points_of_body(c, s, places, elements);
    point_grid grid;
    bool good = true;
    grid_make(&grid, (const double(*)[3])places, count, c->reach);
    for (size_t i = 0; i < s->vertex_count && good; i++) {
        source_shape ball = {.kind = SOURCE_POINT, .at = identity(), .radius = s->radius};
        double lacks;
        ball.at.position = vertex_in_body(s, s->vertices[i]);
        const double middle[3] = {near(ball.at.position.x), near(ball.at.position.y),
                                  near(ball.at.position.z)};
        const long found = grid_near(&grid, middle, c->tolerance);
        good = found >= 0;
        if (!good)
            break;
        const element *e = &c->own->elements[elements[found]];
        radius_fits(c, s, e, &lacks);
        note_deviation(c, apart_from(&ball, e) + lacks);
        if (!positive(minus(minus(exact(e->radius), s->radius), exact(c->tolerance))))
            c->own->of_files[elements[found]] = true;
    }
    grid_free(&grid);
    free(places);
    free(elements);
    return good ||
           refuse_body(c, why,
                       "a point of its cloud is not in the proof's body, or has no such radius");
}

bool shape_compare(comparison *c, const source_shape *s, refusal *why)
{
    if (s->kind == SOURCE_POLYTOPE)
        return find_polytope(c, s, why);
    if (s->kind == SOURCE_POLYGON)
        return polygon_compare(c, s, why);
    if (s->kind == SOURCE_CLOUD)
        return find_cloud(c, s, why);
    return find_primitive(c, s, why);
}

/* ---- bodies ------------------------------------------------------------------------------------- */

bool body_compare(comparison *c, refusal *why)
{
    size_t triangles = 0;
    bool good = true;
    c->reach = 0;
    for (size_t i = 0; i < c->of->shape_count; i++) {
        const source_shape *s = &c->of->shapes[i];
        c->reach = fmax(c->reach, reach_of(s));
        triangles += s->mesh ? s->mesh->count : 0;
    }
    if (!(c->reach < 1e100))
        return refuse_body(c, why, "its numbers are too large");
    c->tolerance = 1e-12 * c->reach + 0x1p-88;
    c->deviation = 0;
    c->own->of_files = room(c->own->element_count, sizeof *c->own->of_files);
    c->used = room(c->own->element_count, sizeof *c->used);
    body_forget_shells(c->own, triangles);
    for (size_t i = 0; i < c->of->shape_count && good; i++) {
        const source_shape *s = &c->of->shapes[i];
        good = s->mesh ? mesh_compare(c, s, why) : shape_compare(c, s, why);
    }
    free(c->used);
    c->used = NULL;
    return good && (c->deviation < HUGE_VAL || refuse_body(c, why, "its numbers are too large"));
}
