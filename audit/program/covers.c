/* That sets contain the elements of a body: the ball about it, the set around an obstacle, and the
 * balls of a cover. docs/proofs.md, "Covers". */
#include "bodies.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "real_double.h"

#include "geometry.h"
#include "nearest.h"

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

/* The length of a vector of two numbers. */
static real from_axis(real across, real along)
{
    return root(plus(times(across, across), times(along, along)));
}

/* How far an element reaches from a point, at most. */
static double reach_of(const element *e, const double from[3])
{
    const pose at = e->has_at ? pose_of(&e->at) : identity();
    real most = exact(0);
    vec centre = sub(exact_vec(from), at.position);
    if (e->core == CORE_CYLINDER || e->core == CORE_CONE) {
        vec own = turned_back(&at, centre);
        real off = root(plus(times(own.x, own.x), times(own.y, own.y)));
        real below = plus(own.z, exact(e->half[2]));
        real over = minus(exact(e->half[2]), own.z);
        most = from_axis(plus(off, exact(e->base)), below);
        most = larger(most, from_axis(e->core == CORE_CONE ? off : plus(off, exact(e->base)), over));
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

/* How far points are from the z axis at most that are within `beyond` of a point of a body. */
static double axis_lever(const pose *at, vec point, double beyond)
{
    const vec p = moved(at, point);
    return above(plus(from_axis(p.x, p.y), exact(beyond)));
}

/* The same of an element's core. at: the body's pose. */
static double axis_lever_of(const element *e, const pose *at)
{
    const pose own = e->has_at ? pose_of(&e->at) : identity();
    const double ends[2][3] = {{0, 0, -e->half[2]}, {0, 0, e->half[2]}};
    if (e->core == CORE_ELLIPSOID)
        return axis_lever(at, own.position, fmax(e->half[0], fmax(e->half[1], e->half[2])));
    if (e->core == CORE_CYLINDER || e->core == CORE_CONE) {
        /* by its discs, or by the ball about it */
        const double low = axis_lever(at, moved(&own, exact_vec(ends[0])), e->base);
        const double high =
            axis_lever(at, moved(&own, exact_vec(ends[1])), e->core == CORE_CONE ? 0 : e->base);
        const double all = above(from_axis(exact(e->base), exact(e->half[2])));
        return fmin(most_of(low, high), axis_lever(at, own.position, all));
    }
    vec *corners;
    const size_t count = corners_of(e, &corners);
    double most = 0;
    for (size_t k = 0; k < count; k++)
        most = most_of(most, axis_lever(at, corners[k], 0));
    free(corners);
    return most;
}

void body_levers(body *b)
{
    const pose at = pose_of(&b->at);
    const vec origin = turned_back(&at, opposite(at.position));
    const double from[3] = {near(origin.x), near(origin.y), near(origin.z)};
    const real lost = length(sub(origin, exact_vec(from)));
    b->levers[0] = b->levers[1] = 0;
    for (size_t i = 0; i < b->element_count; i++) {
        const element *e = &b->elements[i];
        const real reach = minus(exact(reach_of(e, from)), exact(e->radius));
        b->levers[0] = most_of(b->levers[0], axis_lever_of(e, &at));
        b->levers[1] = most_of(b->levers[1], above(plus(reach, lost)));
    }
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
    /* a cylinder about its own cylinder, cone or ellipsoid */
    bool same = same_pose(&e->at, &around->at) && e->has_at == around->has_at;
    const double across = e->core == CORE_ELLIPSOID ? fmax(e->half[0], e->half[1]) : e->base;
    if (around->core == CORE_CYLINDER && same &&
        (e->core == CORE_CYLINDER || e->core == CORE_CONE || e->core == CORE_ELLIPSOID))
        return above(plus(plus(larger(minus(exact(across), exact(around->base)), exact(0)),
                               larger(minus(exact(e->half[2]), exact(around->half[2])), exact(0))),
                          larger(minus(exact(e->radius), exact(around->radius)), exact(0))));
    if (around->core == CORE_POINTS && around->point_count == 1) {
        const vec middle = moved(&set, exact_vec(around->points[0]));
        const double from[3] = {near(middle.x), near(middle.y), near(middle.z)};
        const real rounding = length(sub(middle, exact_vec(from)));
        return above(
            larger(minus(plus(exact(reach_of(e, from)), rounding), exact(around->radius)), exact(0)));
    }
    vec *corners;
    size_t count = corners_of(e, &corners);
    real most = exact(0);
    for (size_t i = 0; i < count; i++) {
        vec p = turned_back(&set, sub(corners[i], set.position));
        real off[3] = {absolute(p.x), absolute(p.y), absolute(p.z)};
        real beyond;
        if (around->core == CORE_CYLINDER) {
            beyond = from_axis(larger(minus(from_axis(p.x, p.y), exact(around->base)), exact(0)),
                               larger(minus(off[2], exact(around->half[2])), exact(0)));
        } else if (around->core == CORE_BOX || around->core == CORE_SEGMENT) {
            for (int k = 0; k < 3; k++)
                off[k] = larger(minus(off[k], exact(around->half[k])), exact(0));
            beyond = length((vec){off[0], off[1], off[2]});
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

/* The power of a point to a ball of the cover, about: |p - c|^2 - r^2, with r less the element's
 * radius. Not above 0: the ball holds the point. */
static double power_of(const containment *c, size_t ball, vec point)
{
    const double *b = c->of->cover[ball];
    const double p[3] = {near(point.x) - b[0], near(point.y) - b[1], near(point.z) - b[2]};
    const double reach = b[3] + c->off - c->radius;
    return reach < 0 ? HUGE_VAL : p[0] * p[0] + p[1] * p[1] + p[2] * p[2] - reach * reach;
}

/* The ball to which a point has the least power. */
static size_t nearest_ball(const containment *c, vec point, double *power)
{
    size_t best = 0;
    *power = HUGE_VAL;
    for (size_t i = 0; i < c->of->cover_count; i++) {
        double own = power_of(c, i, point);
        if (own < *power) {
            *power = own;
            best = i;
        }
    }
    return best;
}

/* An edge of a simplex, and where it is cut: a share of the way from its first corner. */
typedef struct edge_cut {
    size_t first, second;
    double share;
    double most; /* how evenly the plane between two balls divides the simplex; 0: it does not */
} edge_cut;

/* Keeps the better cut: at the plane in which points have equal powers to two balls. */
static void try_plane(const containment *c, const vec *corners, size_t count, const size_t balls[2],
                      edge_cut *best)
{
    double low = 0;
    double high = 0;
    edge_cut own = {0};
    for (size_t i = 0; i < count; i++) {
        const double one = power_of(c, balls[0], corners[i]);
        const double other = power_of(c, balls[1], corners[i]);
        const double side = one - other;
        if (side < low) {
            low = side;
            own.first = i;
        } else if (side > high) {
            high = side;
            own.second = i;
        }
    }
    own.most = fmin(-low, high);
    own.share = low / (low - high);
    /* powers that differ by less are equal up to rounding */
    if (own.most > best->most && own.most > 0x1p-46 * c->of->ball[3] * c->of->ball[3])
        *best = own;
}

/* Where a simplex is best cut. Which cut it is does not matter: the pieces fill the simplex. Planes of
 * equal powers to the balls nearest to corners come to an end: behind all of them only one ball counts.
 * `most` is 0 where there is none, or where a corner is in no ball. */
static edge_cut best_cut(const containment *c, const vec *corners, size_t count)
{
    size_t nearest[4];
    edge_cut best = {0};
    for (size_t i = 0; i < count; i++) {
        double power;
        nearest[i] = nearest_ball(c, corners[i], &power);
        if (power > 0)
            return (edge_cut){0};
    }
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++)
            if (nearest[i] != nearest[k])
                try_plane(c, corners, count, (const size_t[]){nearest[i], nearest[k]}, &best);
    return best;
}

/* A simplex of up to four corners. */
static bool holds_simplex(containment *c, const vec *corners, size_t count, int cuts)
{
    if (in_one_ball(c, corners, count))
        return true;
    const edge_cut best = best_cut(c, corners, count);
    if (cuts == MOST_CUTS || ++c->pieces > MOST_PIECES || !(best.most > 0))
        return false;
    vec piece[4];
    memcpy(piece, corners, count * sizeof *piece);
    const vec way = sub(corners[best.second], corners[best.first]);
    piece[best.first] = add(corners[best.first], scaled(exact(best.share), way));
    if (!holds_simplex(c, piece, count, cuts + 1))
        return false;
    piece[best.second] = piece[best.first];
    piece[best.first] = corners[best.first];
    return holds_simplex(c, piece, count, cuts + 1);
}

/* Whether a box in the frame of a hull of points is outside of it: along the way from the nearest point
 * of the hull. */
static bool is_outside_hull(const element *e, const double low[3], const double high[3])
{
    weighted found[4];
    double middle[3];
    double n[3];
    for (int i = 0; i < 3; i++)
        n[i] = middle[i] = low[i] + 0.5 * (high[i] - low[i]);
    const size_t count =
        weights_of_nearest((const double(*)[3])e->points, e->point_count, middle, found);
    for (size_t k = 0; k < count; k++)
        for (int i = 0; i < 3; i++)
            n[i] -= found[k].weight * e->points[found[k].point][i];
    const double nearest[3] = {n[0] > 0 ? low[0] : high[0], n[1] > 0 ? low[1] : high[1],
                               n[2] > 0 ? low[2] : high[2]};
    const vec along = exact_vec(n);
    return positive(minus(dot(along, exact_vec(nearest)), support_of_core(e, along)));
}

/* Doubles decide, with an allowance above their errors. The sum for an ellipsoid is off by some eight
 * roundings of 2^-53, which are relative to it, and hypot likewise. Not so the radius of a cone at the
 * box's lower end: the quotient low / half is rounded, and near the tip 1 - low / half is no larger
 * than that. So the radius is off by up to 2^-53 of the base, whatever it is. */
bool is_outside_core(const element *e, const double low[3], const double high[3])
{
    double least[3];
    for (int i = 0; i < 3; i++)
        least[i] = low[i] > 0 ? low[i] : high[i] < 0 ? -high[i] : 0;
    if (e->core == CORE_POINTS)
        return is_outside_hull(e, low, high);
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
           hypot(least[0], least[1]) > across * (1 + 1e-12) + e->base * 0x1p-50 + 1e-300;
}

/* The axis across which a box is cut: that which brings its farthest corner nearest to the ball which
 * is nearest to its middle. (Across its longest extent, the ends of a needle would be cut to dust.) */
static int axis_of_cut(const containment *c, const double low[3], const double high[3])
{
    double middle[3];
    double power;
    int axis = 0;
    double most = -1;
    for (int i = 0; i < 3; i++)
        middle[i] = low[i] + 0.5 * (high[i] - low[i]);
    const vec at = moved(&c->at, exact_vec(middle));
    const double *ball = c->of->cover[nearest_ball(c, at, &power)];
    const vec from = turned_back(&c->at, sub(at, exact_vec(ball)));
    const double d[3] = {near(from.x), near(from.y), near(from.z)};
    for (int i = 0; i < 3; i++) {
        const double half = 0.5 * (high[i] - low[i]);
        const double nearer = half * (fabs(d[i]) + half);
        if (nearer > most) {
            most = nearer;
            axis = i;
        }
    }
    return axis;
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
    const int axis = axis_of_cut(c, low, high);
    const double middle = low[axis] + 0.5 * (high[axis] - low[axis]);
    double cut[3] = {high[0], high[1], high[2]};
    cut[axis] = middle;
    if (!holds_cell(c, low, cut, cuts + 1))
        return false;
    double from[3] = {low[0], low[1], low[2]};
    from[axis] = middle;
    return holds_cell(c, from, high, cuts + 1);
}

/* The sign of a number that four points give: on which side of the plane through the first three the
 * last is. Exact: the points are doubles. */
static int side_of_plane(const double (*p)[3], const size_t of[4])
{
    const vec origin = exact_vec(p[of[0]]);
    vec ways[3];
    for (int k = 0; k < 3; k++)
        ways[k] = sub(exact_vec(p[of[k + 1]]), origin);
    const real height = dot(cross(ways[0], ways[1]), ways[2]);
    if (positive(height) || positive(negative(height)))
        return height.middle > 0 ? 1 : -1;
    arb_struct e[9];
    arb_t product;
    arb_t sum;
    arb_init(product);
    arb_init(sum);
    for (int k = 0; k < 9; k++) {
        arb_init(&e[k]);
        arb_set_d(&e[k], p[of[k / 3 + 1]][k % 3]);
        arb_set_d(product, p[of[0]][k % 3]);
        arb_sub(&e[k], &e[k], product, ARF_PREC_EXACT);
    }
    for (int k = 0; k < 6; k++) {
        /* the six terms of a determinant */
        const int i = k % 3;
        const int j = (i + 1 + k / 3) % 3;
        arb_mul(product, &e[i], &e[3 + j], ARF_PREC_EXACT);
        arb_mul(product, product, &e[6 + 3 - i - j], ARF_PREC_EXACT);
        (k < 3 ? arb_add : arb_sub)(sum, sum, product, ARF_PREC_EXACT);
    }
    const int sign = arf_sgn(arb_midref(sum));
    for (int k = 0; k < 9; k++)
        arb_clear(&e[k]);
    arb_clear(product);
    arb_clear(sum);
    return sign;
}

/* Whether three points, i < j < k, have all others on one side of their plane or in it, and none before
 * the first is in it. */
static bool is_of_face(const double (*p)[3], size_t count, size_t i, size_t j, size_t k)
{
    bool above_it = false;
    bool below_it = false;
    for (size_t m = 0; m < count && !(above_it && below_it); m++) {
        if (m == i || m == j || m == k)
            continue;
        const int side = side_of_plane(p, (const size_t[]){i, j, k, m});
        if (!side && m < i)
            return false;
        above_it |= side > 0;
        below_it |= side < 0;
    }
    return !(above_it && below_it);
}

/* A hull of many points, as the box about them. */
static bool holds_points(containment *c, const element *e)
{
    double low[3];
    double high[3];
    for (int i = 0; i < 3; i++) {
        low[i] = high[i] = e->points[0][i];
        for (size_t k = 1; k < e->point_count; k++) {
            low[i] = fmin(low[i], e->points[k][i]);
            high[i] = fmax(high[i], e->points[k][i]);
        }
    }
    return holds_cell(c, low, high, 0);
}

/* A hull of points. Seen from its first point it consists of what is behind its faces, and a face, seen
 * from its own first point, of triangles with two others. */
static bool holds_hull(containment *c, const element *e, const vec *p)
{
    enum { MOST_POINTS = 96 };
    const size_t count = e->point_count;
    const double(*given)[3] = (const double(*)[3])e->points;
    if (in_one_ball(c, p, count))
        return true;
    if (count <= 4)
        return holds_simplex(c, p, count, 0);
    if (count > MOST_POINTS)
        return holds_points(c, e);
    for (size_t i = 0; i < count; i++)
        for (size_t j = i + 1; j < count; j++)
            for (size_t k = j + 1; k < count; k++) {
                const vec simplex[4] = {p[i], p[j], p[k], p[0]};
                if (is_of_face(given, count, i, j, k) && !holds_simplex(c, simplex, i ? 4 : 3, 0))
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
    for (size_t i = 0; i < c->of->cover_count && e->core != CORE_POINTS; i++)
        if (positive(minus(plus(exact(c->of->cover[i][3]), exact(c->off)),
                           exact(reach_of(e, c->of->cover[i])))))
            return true;
    if (e->core == CORE_POINTS) {
        vec *points;
        corners_of(e, &points);
        bool holds = holds_hull(c, e, points);
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
