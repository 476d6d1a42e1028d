/* Bodies of revolution A and B about unit axes e and f, B's centre at c: b comes free along a unit
 * vector n when it moves by N(n) = h_A(n) + h_B(-n) - n . c, and the depth is the least N. Either
 * support value is the larger of two ends, z (n . e) + r |n x e| (the two discs of a cylinder; a cone's
 * base, and its tip with r = 0). For a choice of ends N is
 *
 *   rA |n x e| + rB |n x f| + q . n,   q = zA e - zB f - c.
 *
 * If B has corners instead, N for a choice of one corner is the same with rB = 0 and the corner in the
 * place of c.
 *
 * Branch and bound over n in polar coordinates about e. There |n x e| is the sine of the polar angle,
 * so that all but the term of B's radius is a sinusoid in either angle and has a minimum in closed
 * form. |n x f| is the square root of 1 - t^2 with t = n . f, concave in t, and is bounded below by its
 * secant over the cell's range of t, which is linear in n again. The error of the secant falls with the
 * square of the cell, and is zero where the axes are parallel. Cells nearer to B's axis are left to a
 * second run with the roles exchanged, because a secant is a poor bound at the pole. The bound of a
 * cell is that of the choice for which it is largest, or of a mean of two choices: where two ends give
 * the same N, N has a kink, and only a mean of the two has its minimum there. */
#include "distance/round_depth.h"

#include "distance/distance.h"
#include "math/pose.h"
#include "math/rounding.h"
#include "math/unit.h"

enum {
    CELLS = 8000, /* the most cells that are halved in a run */
    STACK = 512,
    CORNERS = 32,
    TERMS = 2 * CORNERS
};

/* Relative to the size: a cell is closed where its bound is so near to the least N found.
 * docs/decisions/distance.md, "The depth of round shapes is refined by directions and proven by branch
 * and bound". */
static const double close_enough = 2e-10;

/* An angle as a unit vector. */
typedef struct circle_point {
    double cosine, sine;
} circle_point;

typedef struct angles {
    circle_point from, to; /* counter-clockwise, at most half a turn */
} angles;

typedef struct cell {
    angles polar, azimuth;
    double bound;
} cell;

/* One end of a body: a disc about the axis. */
typedef struct disc {
    double along, radius;
} disc;

typedef struct revolved {
    disc ends[2];
    vec3 axis;
} revolved;

/* The frame has its z along a's axis, and b's axis in the plane of x and z. */
typedef struct search {
    revolved a, b; /* b's axis is turned round, because N has b's support value against n */
    int b_ends;    /* 1: b is a point */
    int offset_count;
    vec3 offset[CORNERS]; /* the largest of their products with n is a term of N */
    mat3 frame;           /* turns directions to the shapes' own frame */
    bool is_parallel;
    double tilt; /* sine of the angle between the axes; of a body with corners: 1 */
    double size, close;
    double least; /* N found */
    vec3 normal;
    double lower; /* the least bound of the closed cells */
} search;

static bool is_round(const lw_convex *shape)
{
    switch (shape->core) {
    case LW_CORE_POINT:
    case LW_CORE_SEGMENT:
    case LW_CORE_CYLINDER:
    case LW_CORE_CONE:
        return true;
    case LW_CORE_TRIANGLE:
    case LW_CORE_BOX:
    case LW_CORE_POLYTOPE:
    case LW_CORE_ELLIPSOID: /* none of revolution either: its ends are not discs */
        break;
    }
    return false;
}

static void set_ends(const lw_convex *shape, disc ends[2])
{
    double base = shape->core == LW_CORE_CYLINDER || shape->core == LW_CORE_CONE ? shape->half.x : 0;
    double half = shape->core == LW_CORE_POINT ? 0 : shape->half.z;
    ends[0] = (disc){-half, base};
    ends[1] = (disc){half, shape->core == LW_CORE_CONE ? 0 : base};
}

static double farther_end(const revolved *body, vec3 n)
{
    double along = dot(n, body->axis);
    double across = norm(cross(n, body->axis));
    double first = body->ends[0].along * along + body->ends[0].radius * across;
    return greater(first, body->ends[1].along * along + body->ends[1].radius * across);
}

static void try_normal(search *s, vec3 n)
{
    double farthest = -HUGE_VAL;
    for (int i = 0; i < s->offset_count; i++)
        farthest = greater(farthest, dot(n, s->offset[i]));
    double need = farther_end(&s->a, n) + farther_end(&s->b, n) + farthest;
    if (need < s->least) {
        s->least = need;
        s->normal = rotate(s->frame, n);
    }
}

static circle_point between(angles a)
{
    double x = a.from.cosine + a.to.cosine;
    double y = a.from.sine + a.to.sine;
    double length = sqrt(x * x + y * y);
    return (circle_point){x / length, y / length};
}

static vec3 direction_at(circle_point polar, circle_point azimuth)
{
    return v3(polar.sine * azimuth.cosine, polar.sine * azimuth.sine, polar.cosine);
}

/* Where p cosine + q sine is the least over the angles. */
static circle_point least_at(double p, double q, angles over)
{
    double first = p * over.from.cosine + q * over.from.sine;
    double last = p * over.to.cosine + q * over.to.sine;
    /* -(p, q) lies between the ends */
    if (over.from.sine * p > over.from.cosine * q && over.to.cosine * q > over.to.sine * p) {
        double square = p * p + q * q;
        if (!(square > LW_LEAST_SQUARE)) { /* hardly an offset */
            vec3 unit = lw_unit(v3(p, q, 0));
            return (circle_point){-unit.x, -unit.y};
        }
        double length = sqrt(square);
        return (circle_point){-p / length, -q / length};
    }
    return first <= last ? over.from : over.to;
}

static double value_at(double p, double q, circle_point at)
{
    return p * at.cosine + q * at.sine;
}

/* The direction of the cell in which u . n is the least; polar sines are not negative. */
static vec3 least_direction(vec3 u, const cell *c)
{
    circle_point azimuth = least_at(u.x, u.y, c->azimuth);
    return direction_at(least_at(u.z, value_at(u.x, u.y, azimuth), c->polar), azimuth);
}

/* |n x f| >= constant + slope t over the cell. */
typedef struct secant {
    double constant, slope;
} secant;

/* b's axis is in the plane of x and z. */
static secant secant_over(vec3 axis, const cell *c, double *nearest_pole)
{
    vec3 low = least_direction(axis, c);
    vec3 high = least_direction(neg(axis), c);
    double t[2] = {dot(low, axis), dot(high, axis)};
    double across[2] = {norm(cross(low, axis)), norm(cross(high, axis))};
    *nearest_pole = t[0] * t[1] <= 0 ? 0 : lesser(fabs(t[0]), fabs(t[1]));
    double width = t[1] - t[0];
    if (!(width > 1e-15))
        return (secant){lesser(across[0], across[1]) - 1e-15, 0};
    secant found;
    found.slope = (across[1] - across[0]) / width;
    found.constant = across[0] - found.slope * t[0];
    return found;
}

/* A function that is nowhere above N: constant + radius |n x e| + q . n. */
typedef struct term {
    double constant, radius;
    vec3 q;
    double slope; /* how fast the term changes with n, at most: scales the rounding error */
} term;

static term term_of(const search *s, const disc *a, const disc *b, vec3 offset, const secant *over)
{
    if (s->is_parallel) {
        offset.z += a->along + b->along * s->b.axis.z;
        return (term){0, a->radius + b->radius, offset, s->size};
    }
    vec3 q = add_scaled(offset, b->along + b->radius * over->slope, s->b.axis);
    q.z += a->along;
    return (term){b->radius * over->constant, a->radius, q, s->size + b->radius * fabs(over->slope)};
}

static term mix(const term *first, const term *second, double share)
{
    double rest = 1 - share;
    return (term){share * first->constant + rest * second->constant,
                  share * first->radius + rest * second->radius,
                  add(scale(share, first->q), scale(rest, second->q)),
                  greater(first->slope, second->slope)};
}

/* Raises the bound to a term's least value over the cell, where that is higher. at: out, the direction
 * of that value. */
static void raise(const term *t, const cell *c, double *most, vec3 *at)
{
    circle_point azimuth = least_at(t->q.x, t->q.y, c->azimuth);
    double across = value_at(t->q.x, t->q.y, azimuth) + t->radius;
    circle_point polar = least_at(t->q.z, across, c->polar);
    double value = value_at(t->q.z, across, polar) + t->constant - LW_ROUNDING(64) * t->slope;
    if (value > *most) {
        *most = value;
        *at = direction_at(polar, azimuth);
    }
}

static int fill_terms(const search *s, const secant *over, term terms[TERMS])
{
    int count = 0;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < s->b_ends; k++)
            for (int j = 0; j < s->offset_count; j++)
                terms[count++] = term_of(s, &s->a.ends[i], &s->b.ends[k], s->offset[j], over);
    return count;
}

/* A term in the middle of a cell: its value, and how it changes with either angle. */
typedef struct middle {
    double value, rise[2];
} middle;

static middle middle_of(const term *t, circle_point polar, circle_point azimuth)
{
    double across = value_at(t->q.x, t->q.y, azimuth) + t->radius;
    return (middle){
        value_at(t->q.z, across, polar) + t->constant,
        {across * polar.cosine - t->q.z * polar.sine, polar.sine * value_at(t->q.y, -t->q.x, azimuth)}};
}

/* A lower bound of N over a cell, and where that bound lies. The term that is largest in the
 * middle is also mixed with terms that fall where it rises, so that the mean does neither. */
static double bound(const search *s, const cell *c, const secant *over, vec3 *at)
{
    term terms[TERMS];
    middle middles[TERMS];
    int count = fill_terms(s, over, terms);
    int best = 0;
    double most = -HUGE_VAL;
    circle_point polar = between(c->polar);
    circle_point azimuth = between(c->azimuth);
    for (int i = 0; i < count; i++) {
        middles[i] = middle_of(&terms[i], polar, azimuth);
        best = middles[i].value > middles[best].value ? i : best;
        raise(&terms[i], c, &most, at);
    }
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 2; k++) {
            double here = middles[i].rise[k];
            double there = middles[best].rise[k];
            if (!(here * there < 0))
                continue;
            term mean = mix(&terms[i], &terms[best], there / (there - here));
            raise(&mean, c, &most, at);
        }
    return most;
}

/* Whether all of a cell is nearer to b's axis than to a's. */
static bool is_left_to_other(const search *s, const cell *c, double nearest_pole)
{
    double most = greater(fabs(c->polar.from.cosine), fabs(c->polar.to.cosine));
    return !s->is_parallel && nearest_pole > most + 1e-12;
}

/* Bounds a cell. A cell that is left to the other run counts as closed. */
static void look_at(search *s, cell *c)
{
    double nearest_pole = 0;
    secant over = {0, 0};
    if (!s->is_parallel)
        over = secant_over(s->b.axis, c, &nearest_pole);
    c->bound = HUGE_VAL;
    if (is_left_to_other(s, c, nearest_pole))
        return;
    vec3 at = {0, 0, 1};
    c->bound = bound(s, c, &over, &at);
    try_normal(s, at);
}

static double extent_of(angles a)
{
    double x = a.to.cosine - a.from.cosine;
    double y = a.to.sine - a.from.sine;
    return sqrt(x * x + y * y);
}

/* Halves a cell by the angle that moves n . f farther: the azimuth moves it by the polar sine times the
 * tilt of b's axis. */
static void halve(search *s, const cell *c, cell halves[2])
{
    double sine = greater(c->polar.from.sine, c->polar.to.sine);
    halves[0] = halves[1] = *c;
    if (extent_of(c->azimuth) * sine * s->tilt > extent_of(c->polar))
        halves[0].azimuth.to = halves[1].azimuth.from = between(c->azimuth);
    else
        halves[0].polar.to = halves[1].polar.from = between(c->polar);
    look_at(s, &halves[0]);
    look_at(s, &halves[1]);
}

static void close_all(search *s)
{
    static const circle_point turn[5] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 0}};
    cell stack[STACK];
    int waiting = 0;
    for (int i = 0; i < 8; i++) {
        stack[waiting] = (cell){{turn[i / 4], turn[i / 4 + 1]}, {turn[i % 4], turn[i % 4 + 1]}, 0};
        look_at(s, &stack[waiting++]);
    }
    for (int looked = 0; waiting > 0; looked++) {
        cell c = stack[--waiting];
        if (c.bound >= s->least - s->close || looked >= CELLS || waiting + 2 > STACK) {
            s->lower = lesser(s->lower, c.bound);
            continue;
        }
        halve(s, &c, stack + waiting);
        if (stack[waiting].bound < stack[waiting + 1].bound) {
            c = stack[waiting];
            stack[waiting] = stack[waiting + 1];
            stack[waiting + 1] = c;
        }
        waiting += 2;
    }
}

/* Sets the frame for polar coordinates about `one`. */
static void set_frame(const revolved *one, const revolved *other, search *s)
{
    vec3 z = one->axis;
    vec3 x = sub(other->axis, scale(dot(other->axis, z), z));
    double tilt = norm(x);
    /* axes this nearly parallel count as parallel: the support values change by less */
    s->is_parallel = tilt <= 1e-13;
    s->tilt = s->is_parallel ? 0 : tilt;
    x = s->is_parallel ? lw_perpendicular(z) : scale(1 / tilt, x);
    x = sub(x, scale(dot(x, z), z));
    x = scale(1 / norm(x), x);
    s->frame = (mat3){x, cross(z, x), z};
    s->a = *one;
    s->b = *other;
    s->a.axis = v3(0, 0, 1);
    s->b.axis = s->is_parallel ? v3(0, 0, dot(other->axis, z) > 0 ? 1 : -1)
                               : rotate_back(s->frame, other->axis);
}

/* Searches for two bodies of revolution: a run about either axis. */
static void find_round(const revolved bodies[2], vec3 center, search *s)
{
    s->b_ends = 2;
    s->offset_count = 1;
    for (int i = 0; i < 2; i++) {
        set_frame(&bodies[i], &bodies[1 - i], s);
        s->offset[0] = neg(rotate_back(s->frame, center));
        close_all(s);
        if (s->is_parallel)
            return;
    }
}

/* Searches for a body of revolution and one with corners; offsets in the shapes' frame. */
static void find_cornered(const revolved *body, const vec3 *offsets, uint32_t count, search *s)
{
    const revolved point = {.axis = body->axis};
    set_frame(body, &point, s);
    s->tilt = 1;
    s->b_ends = 1;
    s->offset_count = (int)count;
    for (uint32_t i = 0; i < count; i++)
        s->offset[i] = rotate_back(s->frame, offsets[i]);
    close_all(s);
}

static bool has_few_corners(const lw_convex *shape)
{
    uint32_t count = lw_convex_vertex_count(shape);
    return count > 0 && count <= CORNERS;
}

bool lw_round_depth_find(const lw_convex *a, const lw_convex *b, const pose *b_in_a, double size,
                         lw_round_depth *out)
{
    bool round[2] = {is_round(a), is_round(b)};
    if (!(round[0] || has_few_corners(a)) || !(round[1] || has_few_corners(b)) ||
        !(round[0] || round[1]))
        return false;
    revolved bodies[2] = {{.axis = {0, 0, 1}}, {.axis = neg(b_in_a->rotation.z)}};
    set_ends(a, bodies[0].ends);
    set_ends(b, bodies[1].ends);
    if (a->core == LW_CORE_POINT)
        bodies[0].axis = bodies[1].axis;
    if (b->core == LW_CORE_POINT)
        bodies[1].axis = bodies[0].axis;
    search s = {.size = size,
                .close = close_enough * size,
                .least = out->upper,
                .normal = out->normal,
                .lower = HUGE_VAL};
    if (round[0] && round[1]) {
        find_round(bodies, b_in_a->position, &s);
    } else {
        const lw_convex *cornered = round[0] ? b : a;
        uint32_t count = lw_convex_vertex_count(cornered);
        vec3 offsets[CORNERS];
        for (uint32_t i = 0; i < count; i++) {
            vec3 corner = lw_convex_vertex(cornered, i);
            offsets[i] = round[0] ? neg(transform(*b_in_a, corner)) : sub(corner, b_in_a->position);
        }
        find_cornered(&bodies[round[0] ? 0 : 1], offsets, count, &s);
    }
    out->lower = greater(0, s.lower - 1e-12 * size);
    if (s.least < out->upper) {
        out->upper = s.least;
        out->normal = s.normal;
    }
    return true;
}
