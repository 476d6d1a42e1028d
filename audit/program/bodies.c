/* What a body's elements say of it: boxes about the nodes of its tree, its connected pieces, and its
 * closed surfaces. */
#include "bodies.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "places.h"
#include "real_double.h"

#include "geometry.h"

/* An upper bound of a number. */
static double above(real a)
{
    double sum = a.middle + a.radius;
    return sum + fabs(sum) * 0x1p-50 + 0x1p-1000;
}

/* The larger of two numbers: what is none, after an overflow, stays so. */
static double most_of(double a, double b)
{
    return b != b || b > a ? b : a;
}

static void box_of_element(const element *e, double box[6])
{
    const pose at = e->has_at ? pose_of(&e->at) : identity();
    for (int i = 0; i < 6; i++) {
        double direction[3] = {0};
        direction[i % 3] = i < 3 ? -1 : 1;
        real most = support_of_element(e, &at, exact_vec(direction), exact(1));
        box[i] = i < 3 ? -above(most) : above(most);
    }
}

void body_boxes(body *b)
{
    b->boxes = room(b->tree_count, sizeof *b->boxes);
    /* children come after their parents */
    for (size_t node = b->tree_count; node-- > 0;) {
        int64_t entry = b->tree[node];
        double *box = b->boxes[node];
        if (entry < 0) {
            box_of_element(&b->elements[-1 - entry], box);
            continue;
        }
        const double *one = b->boxes[entry];
        const double *other = b->boxes[entry + 1];
        for (int i = 0; i < 3; i++) {
            box[i] = -most_of(-one[i], -other[i]);
            box[3 + i] = most_of(one[3 + i], other[3 + i]);
        }
    }
}

/* ---- connected pieces --------------------------------------------------------------------------- */

static size_t find(size_t *parent, size_t i)
{
    while (parent[i] != i)
        i = parent[i] = parent[parent[i]];
    return i;
}

typedef struct edge {
    size_t from, to;
    long times; /* passed in this direction less in the other */
} edge;

static int by_ends(const void *a, const void *b)
{
    const edge *one = a;
    const edge *other = b;
    if (one->from != other->from)
        return one->from < other->from ? -1 : 1;
    return (one->to > other->to) - (one->to < other->to);
}

bool surface_closes(const size_t (*points)[3], const size_t *triangles, size_t count)
{
    edge *edges = room(3 * count, sizeof *edges);
    size_t used = 0;
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) {
            size_t from = points[triangles[i]][k];
            size_t to = points[triangles[i]][(k + 1) % 3];
            if (from != to)
                edges[used++] = from < to ? (edge){from, to, 1} : (edge){to, from, -1};
        }
    qsort(edges, used, sizeof *edges, by_ends);
    bool closed = true;
    for (size_t i = 0; i < used && closed;) {
        long sum = 0;
        size_t first = i;
        for (; i < used && !by_ends(&edges[i], &edges[first]); i++)
            sum += edges[i].times;
        closed = sum == 0;
    }
    free(edges);
    return closed;
}

void body_take_shell(body *b, const size_t *elements, size_t count)
{
    shell *s = &b->shells[b->shell_count++];
    *s = (shell){room(count, sizeof *s->triangles), 0, {0}};
    for (size_t i = 0; i < count; i++) {
        size_t which = elements[i];
        const double(*p)[3] = (const double(*)[3])b->elements[which].points;
        for (int k = 0; k < 9; k++) {
            double v = p[k / 3][k % 3];
            if ((!i && k < 3) || v < s->box[k % 3])
                s->box[k % 3] = v;
            if ((!i && k < 3) || v > s->box[3 + k % 3])
                s->box[3 + k % 3] = v;
        }
        bool flat =
            same_numbers(p[0], p[1], 3) || same_numbers(p[1], p[2], 3) || same_numbers(p[2], p[0], 3);
        if (!flat)
            s->triangles[s->count++] = which;
    }
}

void body_forget_shells(body *b, size_t most)
{
    for (size_t i = 0; i < b->shell_count; i++)
        free(b->shells[i].triangles);
    free(b->shells);
    b->shell_count = 0;
    b->shells = room(most, sizeof *b->shells);
}

/* elements: room for them. */
static void take_members(body *b, const size_t *own, const size_t *members, size_t count,
                         size_t *elements)
{
    for (size_t i = 0; i < count; i++)
        elements[i] = own[members[i]];
    body_take_shell(b, elements, count);
}

/* own: the elements that are triangles. Parts of other shapes are pieces of their own. */
static void find_components(body *b, const size_t *own, size_t count)
{
    double(*corners)[3] = room(3 * count, sizeof *corners);
    double(*distinct)[3] = room(3 * count, sizeof *distinct);
    size_t(*points)[3] = room(count, sizeof *points);
    size_t *parent = room(count, sizeof *parent);
    size_t *first = room(3 * count, sizeof *first); /* triangles; 1 is the first one, 0 none */
    for (size_t i = 0; i < 3 * count; i++)
        memcpy(corners[i], b->elements[own[i / 3]].points[i % 3], sizeof corners[i]);
    number_points((const double(*)[3])corners, 3 * count, (size_t *)points, distinct);
    for (size_t i = 0; i < count; i++)
        parent[i] = i;
    for (size_t i = 0; i < 3 * count; i++) {
        size_t *known = &first[points[i / 3][i % 3]];
        if (!*known)
            *known = i / 3 + 1;
        parent[find(parent, i / 3)] = find(parent, *known - 1);
    }
    size_t *sizes = room(count, sizeof *sizes);
    size_t **members = room(count, sizeof *members);
    for (size_t i = 0; i < count; i++)
        sizes[find(parent, i)]++;
    for (size_t i = 0; i < count; i++) {
        size_t top = find(parent, i);
        if (!members[top]) {
            members[top] = room(sizes[top], sizeof **members);
            sizes[top] = 0;
            b->seeds[b->seed_count++] = own[i];
        }
        members[top][sizes[top]++] = i;
    }
    size_t *elements = room(count, sizeof *elements);
    b->shells = room(b->solid ? count : 0, sizeof *b->shells);
    for (size_t i = 0; i < count; i++) {
        if (members[i] && b->solid && surface_closes((const size_t(*)[3])points, members[i], sizes[i]))
            take_members(b, own, members[i], sizes[i], elements);
        free(members[i]);
    }
    free(elements);
    free(members);
    free(sizes);
    free(parent);
    free(first);
    free(points);
    free(distinct);
    free(corners);
}

void body_pieces(body *b)
{
    size_t *own = room(b->element_count, sizeof *own);
    size_t count = 0;
    b->seeds = room(b->element_count, sizeof *b->seeds);
    for (size_t i = 0; i < b->element_count; i++)
        if (b->elements[i].is_triangle)
            own[count++] = i;
        else
            b->seeds[b->seed_count++] = i;
    if (count)
        find_components(b, own, count);
    free(own);
}

/* ---- trees of balls ------------------------------------------------------------------------------ */

static int axis_of_order;

static int by_axis(const void *a, const void *b)
{
    double one = ((const double *)a)[axis_of_order];
    double other = ((const double *)b)[axis_of_order];
    return (one > other) - (one < other);
}

/* A ball about some balls: about the middle of their centres' box; its radius is rounded up. */
static ball_node ball_about(double (*balls)[4], size_t count, int *axis)
{
    ball_node out = {{0}, 0, 0};
    double widest = -1;
    for (int i = 0; i < 3; i++) {
        double low = balls[0][i];
        double high = low;
        for (size_t k = 1; k < count; k++) {
            low = balls[k][i] < low ? balls[k][i] : low;
            high = balls[k][i] > high ? balls[k][i] : high;
        }
        out.centre[i] = low + 0.5 * (high - low);
        if (high - low > widest) {
            widest = high - low;
            *axis = i;
        }
    }
    for (size_t k = 0; k < count; k++) {
        real reach = plus(length(sub(exact_vec(balls[k]), exact_vec(out.centre))), exact(balls[k][3]));
        out.radius = most_of(out.radius, above(reach));
    }
    return out;
}

static void divide(body *b, size_t node, double (*balls)[4], size_t count)
{
    int axis = 0;
    if (count == 1) {
        b->balls[node] = (ball_node){{balls[0][0], balls[0][1], balls[0][2]}, balls[0][3], 0};
        return;
    }
    b->balls[node] = ball_about(balls, count, &axis);
    size_t first = b->ball_count;
    b->balls[node].children = first;
    b->ball_count += 2;
    axis_of_order = axis;
    qsort(balls, count, sizeof *balls, by_axis);
    divide(b, first, balls, count / 2);
    divide(b, first + 1, balls + count / 2, count - count / 2);
}

void body_balls(body *b)
{
    free(b->balls);
    b->balls = NULL;
    b->ball_count = 0;
    if (!b->cover_count)
        return;
    b->balls = room(2 * b->cover_count, sizeof *b->balls);
    b->ball_count = 1;
    divide(b, 0, b->cover, b->cover_count);
}

/* ---- that sets contain the elements -------------------------------------------------------------- */

static vec placed_point(const element *e, const pose *at, const double p[3])
{
    return e->has_at ? moved(at, exact_vec(p)) : exact_vec(p);
}

/* The corners of a box about an element's core, or the points of which the core is the hull, in the
 * frame of the body. */
static size_t corners_of(const element *e, vec **out)
{
    const pose at = e->has_at ? pose_of(&e->at) : identity();
    if (e->core == CORE_POINTS) {
        *out = room(e->point_count, sizeof **out);
        for (size_t i = 0; i < e->point_count; i++)
            (*out)[i] = placed_point(e, &at, e->points[i]);
        return e->point_count;
    }
    double half[3] = {e->half[0], e->half[1], e->half[2]};
    if (e->core == CORE_CYLINDER || e->core == CORE_CONE)
        half[0] = half[1] = e->base;
    *out = room(8, sizeof **out);
    for (int i = 0; i < 8; i++) {
        const double p[3] = {i & 1 ? half[0] : -half[0], i & 2 ? half[1] : -half[1],
                             i & 4 ? half[2] : -half[2]};
        (*out)[i] = placed_point(e, &at, p);
    }
    return 8;
}

/* How far an element reaches from a point, at most. */
static double reach_of(const element *e, const double from[3])
{
    const pose at = e->has_at ? pose_of(&e->at) : identity();
    real most = exact(0);
    vec centre = sub(exact_vec(from), at.position);
    if (e->core == CORE_CYLINDER || e->core == CORE_CONE) {
        vec own = turned_back(&at, centre);
        real across = plus(root(plus(times(own.x, own.x), times(own.y, own.y))), exact(e->base));
        real along = plus(absolute(own.z), exact(e->half[2]));
        most = root(plus(times(across, across), times(along, along)));
    } else if (e->core == CORE_ELLIPSOID) {
        double longest = fmax(e->half[0], fmax(e->half[1], e->half[2]));
        most = plus(length(centre), exact(longest));
    } else {
        vec *corners;
        size_t count = corners_of(e, &corners);
        for (size_t i = 0; i < count; i++)
            most = larger(most, length(sub(corners[i], exact_vec(from))));
        free(corners);
    }
    return above(plus(most, exact(e->radius)));
}

void body_radius(body *b)
{
    b->ball[3] = 0;
    for (size_t i = 0; i < b->element_count; i++)
        b->ball[3] = most_of(b->ball[3], reach_of(&b->elements[i], b->ball));
}

/* How far an element sticks out of the set around a body, at most. */
static double sticks_out(const element *e, const element *around)
{
    const pose at = e->has_at ? pose_of(&e->at) : identity();
    const pose set = around->has_at ? pose_of(&around->at) : identity();
    if (around->core == CORE_BOX && around->radius == 0) {
        real most = exact(0);
        const vec axes[3] = {set.x, set.y, set.z};
        for (int i = 0; i < 6; i++) {
            vec g = i < 3 ? axes[i] : opposite(axes[i - 3]);
            real value = support_of_element(e, &at, g, exact(1));
            value = minus(minus(value, dot(g, set.position)), exact(around->half[i % 3]));
            most = plus(most, larger(value, exact(0)));
        }
        return above(most);
    }
    /* a cylinder about its own cylinder or cone */
    bool same = same_pose(&e->at, &around->at) && e->has_at == around->has_at;
    if (around->core == CORE_CYLINDER && same && (e->core == CORE_CYLINDER || e->core == CORE_CONE))
        return above(plus(plus(larger(minus(exact(e->base), exact(around->base)), exact(0)),
                               larger(minus(exact(e->half[2]), exact(around->half[2])), exact(0))),
                          larger(minus(exact(e->radius), exact(around->radius)), exact(0))));
    vec *corners;
    size_t count = corners_of(e, &corners);
    real most = exact(0);
    for (size_t i = 0; i < count; i++) {
        vec p = turned_back(&set, sub(corners[i], set.position));
        real off[3] = {absolute(p.x), absolute(p.y), absolute(p.z)};
        real beyond;
        if (around->core == CORE_CYLINDER) {
            real across = larger(
                minus(root(plus(times(p.x, p.x), times(p.y, p.y))), exact(around->base)), exact(0));
            real along = larger(minus(off[2], exact(around->half[2])), exact(0));
            beyond = root(plus(times(across, across), times(along, along)));
        } else if (around->core == CORE_BOX || around->core == CORE_SEGMENT) {
            for (int k = 0; k < 3; k++)
                off[k] = larger(minus(off[k], exact(around->half[k])), exact(0));
            beyond = length((vec){off[0], off[1], off[2]});
        } else if (around->core == CORE_POINTS && around->point_count == 1) {
            beyond = length(sub(p, exact_vec(around->points[0])));
        } else {
            beyond = exact(HUGE_VAL);
        }
        most = larger(most, beyond);
    }
    free(corners);
    return above(larger(minus(plus(most, exact(e->radius)), exact(around->radius)), exact(0)));
}

void body_around(body *b)
{
    b->off = 0;
    for (size_t i = 0; i < b->element_count; i++)
        b->off = most_of(b->off, sticks_out(&b->elements[i], b->around));
}

/* ---- that balls contain them: pieces are cut until each is in one ball ----------------------------
 */

enum { MOST_CUTS = 100, MOST_PIECES = 1 << 20 };

typedef struct containment {
    const body *of;
    double radius, off; /* the element's radius; how far it may stick out */
    size_t pieces;
    size_t last;            /* the ball that held the last piece */
    const element *element; /* of cells that may be outside of its core */
    pose at;
} containment;

/* Whether points are in a ball of the cover, less the element's radius. */
static bool in_ball(const containment *c, const double ball[4], const vec *corners, size_t count)
{
    real room_left = minus(plus(exact(ball[3]), exact(c->off)), exact(c->radius));
    bool all = positive(room_left);
    real square = times(room_left, room_left);
    for (size_t k = 0; k < count && all; k++) {
        vec d = sub(corners[k], exact_vec(ball));
        all = positive(minus(square, dot(d, d)));
    }
    return all;
}

/* Whether a point is outside of a ball for sure, as doubles tell: what they tell only saves work. */
static bool is_far(const containment *c, const double ball[4], vec point)
{
    const double reach = (ball[3] + c->off) * (1 + 1e-6);
    double square = 0;
    const double p[3] = {near(point.x), near(point.y), near(point.z)};
    for (int i = 0; i < 3; i++)
        square += (p[i] - ball[i]) * (p[i] - ball[i]);
    return square > reach * reach;
}

static bool in_one_ball(containment *c, const vec *corners, size_t count)
{
    /* pieces that follow each other are mostly in the same ball */
    if (c->last < c->of->cover_count && in_ball(c, c->of->cover[c->last], corners, count))
        return true;
    for (size_t i = 0; i < c->of->cover_count; i++)
        if (!is_far(c, c->of->cover[i], corners[0]) && in_ball(c, c->of->cover[i], corners, count)) {
            c->last = i;
            return true;
        }
    return false;
}

static vec between(vec a, vec b)
{
    return scaled(exact(0.5), add(a, b));
}

/* A simplex of up to four corners, cut at its longest edge. */
static bool holds_simplex(containment *c, const vec *corners, size_t count, int cuts)
{
    if (in_one_ball(c, corners, count))
        return true;
    if (cuts == MOST_CUTS || ++c->pieces > MOST_PIECES || count < 2)
        return false;
    size_t first = 0;
    size_t second = 1;
    double longest = -1;
    for (size_t i = 0; i < count; i++)
        for (size_t k = i + 1; k < count; k++) {
            vec d = sub(corners[i], corners[k]);
            double square = near(dot(d, d));
            if (square > longest) {
                longest = square;
                first = i;
                second = k;
            }
        }
    vec piece[4];
    memcpy(piece, corners, count * sizeof *piece);
    piece[first] = between(corners[first], corners[second]);
    if (!holds_simplex(c, piece, count, cuts + 1))
        return false;
    piece[second] = piece[first];
    piece[first] = corners[first];
    return holds_simplex(c, piece, count, cuts + 1);
}

/* Whether a box in the frame of the element's core is outside of the core: of a cylinder, a cone or an
 * ellipsoid. */
static bool is_outside_core(const element *e, const double low[3], const double high[3])
{
    double least[3];
    for (int i = 0; i < 3; i++)
        least[i] = low[i] > 0 ? low[i] : high[i] < 0 ? -high[i] : 0;
    if (e->core == CORE_ELLIPSOID) {
        double sum = 0;
        for (int i = 0; i < 3 && e->half[i] > 0; i++)
            sum += (least[i] / e->half[i]) * (least[i] / e->half[i]);
        return sum > 1 + 1e-12;
    }
    double across = e->base;
    if (e->core == CORE_CONE && e->half[2] > 0)
        across *= 0.5 * (1 - low[2] / e->half[2]);
    return (e->core == CORE_CYLINDER || e->core == CORE_CONE) &&
           hypot(least[0], least[1]) > across * (1 + 1e-12) + 1e-300;
}

/* A box in the frame of the element's core. */
static bool holds_cell(containment *c, const double low[3], const double high[3], int cuts)
{
    vec corners[8];
    if (is_outside_core(c->element, low, high))
        return true;
    for (int i = 0; i < 8; i++) {
        const double p[3] = {i & 1 ? high[0] : low[0], i & 2 ? high[1] : low[1],
                             i & 4 ? high[2] : low[2]};
        corners[i] = moved(&c->at, exact_vec(p));
    }
    if (in_one_ball(c, corners, 8))
        return true;
    if (cuts == MOST_CUTS || ++c->pieces > MOST_PIECES)
        return false;
    int axis = 0;
    for (int i = 1; i < 3; i++)
        axis = high[i] - low[i] > high[axis] - low[axis] ? i : axis;
    double middle = low[axis] + 0.5 * (high[axis] - low[axis]);
    double cut[3] = {high[0], high[1], high[2]};
    cut[axis] = middle;
    if (!holds_cell(c, low, cut, cuts + 1))
        return false;
    double from[3] = {low[0], low[1], low[2]};
    from[axis] = middle;
    return holds_cell(c, from, high, cuts + 1);
}

/* A hull of points: with simplices between its first point and each triangle of points that has all
 * others on one side.
 */
static bool holds_hull(containment *c, const vec *p, size_t count)
{
    enum { MOST_POINTS = 96 };
    if (in_one_ball(c, p, count))
        return true;
    if (count <= 4)
        return holds_simplex(c, p, count, 0);
    if (count > MOST_POINTS)
        return false;
    for (size_t i = 0; i < count; i++)
        for (size_t j = i + 1; j < count; j++)
            for (size_t k = j + 1; k < count; k++) {
                vec n = cross(sub(p[j], p[i]), sub(p[k], p[i]));
                bool above_it = false;
                bool below_it = false;
                for (size_t m = 0; m < count && !(above_it && below_it); m++) {
                    if (m == i || m == j || m == k)
                        continue;
                    real height = dot(n, sub(p[m], p[i]));
                    above_it |= positive(height);
                    below_it |= positive(negative(height));
                }
                const vec simplex[4] = {p[i], p[j], p[k], p[0]};
                /* what is neither above nor below, up to rounding, counts as a facet */
                if (!(above_it && below_it) && !holds_simplex(c, simplex, 4, 0))
                    return false;
            }
    return true;
}

/* A capsule as two balls and the cylinder between them. */
static bool holds_capsule(containment *c, const element *e)
{
    const double low[3] = {-e->radius, -e->radius, -e->half[2]};
    const double high[3] = {e->radius, e->radius, e->half[2]};
    const double ends[2][3] = {{0, 0, low[2]}, {0, 0, high[2]}};
    element cylinder = *e;
    for (int i = 0; i < 2; i++) {
        vec end = moved(&c->at, exact_vec(ends[i]));
        if (!in_one_ball(c, &end, 1))
            return false;
    }
    cylinder.core = CORE_CYLINDER;
    cylinder.base = e->radius;
    cylinder.radius = c->radius = 0;
    c->element = &cylinder;
    c->pieces = 0;
    return holds_cell(c, low, high, 0);
}

static bool holds_element(containment *c, const element *e)
{
    c->element = e;
    c->radius = e->radius;
    c->at = e->has_at ? pose_of(&e->at) : identity();
    if (e->core == CORE_POINTS) {
        vec *points;
        size_t count = corners_of(e, &points);
        bool holds = holds_hull(c, points, count);
        free(points);
        return holds;
    }
    double half[3] = {e->half[0], e->half[1], e->half[2]};
    if (e->core == CORE_CYLINDER || e->core == CORE_CONE)
        half[0] = half[1] = e->base;
    const double low[3] = {-half[0], -half[1], -half[2]};
    return holds_cell(c, low, half, 0) || (e->core == CORE_SEGMENT && holds_capsule(c, e));
}

bool body_covered(body *b)
{
    /* a share of the body's size, by which it may stick out of its cover, and is then farther from
     * others */
    containment c = {.of = b, .off = b->ball[3] * 0x1p-40};
    b->off = c.off;
    for (size_t i = 0; i < b->element_count; i++)
        if (!holds_element(&c, &b->elements[i])) {
            b->cover_count = 0;
            return false;
        }
    return true;
}

void body_surround(body *b)
{
    body_radius(b);
    if (b->around)
        body_around(b);
    else if (b->cover_count)
        body_covered(b);
    body_balls(b);
}
