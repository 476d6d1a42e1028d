/* The penetration depth of two convex shapes. The expanding polytope algorithm (EPA,
 * distance/expansion.h) finds a direction and a lower bound; for polytopes it meets the upper bound. On
 * round surfaces the two converge only slowly, so the direction is refined. `need` is the overlap of
 * the shapes' projections on a direction n: once b has moved by it along n, a plane across n separates
 * the two. Moved somewhat farther still, b is apart from a, and the normal of that distance has no
 * larger overlap than n. With D = b - a, the overlap is least where that normal is n itself: -need n is
 * then the point of D's surface that is nearest to the origin. This fixed point is found by Anderson
 * acceleration, in which a step is taken back where the overlap grows.
 *
 * Where round surfaces lie about each other (coaxial cones), the lower bound comes from
 * distance/round_depth.h. */
#include "distance/depth.h"

#include <float.h>

#include "distance/distance.h"
#include "distance/expansion.h"
#include "distance/gjk.h"
#include "distance/round_depth.h"
#include "math/rounding.h"

enum {
    STARTS = 5, /* faces whose directions are refined */
    STEPS = 40  /* of a refinement */
};

/* Relative to the size. lift: how far b is moved beyond the overlap, at least. closed: a bracket no
 * wider than this counts as closed. */
static const double lift = 1e-3;
static const double closed = 1e-11;

/* Relative to the size: the largest miss (miss_of) of points that count as straight across from each
 * other. */
static const double exact = 1e-12;

/* Directions that differ by no more than same_direction are the same; starts that differ by no more
 * than same_start are one. */
static const double same_direction = 1e-14;
static const double same_start = 0.2;

typedef struct refinement {
    const lw_proxies *proxies;
    double need; /* the least overlap so far */
    vec3 normal; /* from a to b */
    vec3 points[2];
    double miss; /* of the points, see miss_of */
} refinement;

static double need_along(const lw_proxies *proxies, vec3 normal)
{
    lw_minkowski_point found;
    lw_minkowski_support(proxies, normal, &found);
    return -dot(normal, found.w);
}

/* How far two points are from lying straight across from each other: how far points[0] - points[1] is
 * from need times the normal. */
static double miss_of(const vec3 points[2], double need, vec3 normal)
{
    return norm(sub(sub(points[0], points[1]), scale(need, normal)));
}

/* Moves b along a direction by the overlap, and somewhat farther. Returns the normal of the distance
 * there; zero: the shapes still meet. points: out, the nearest points there, that of b moved back with
 * b. */
static vec3 step_from(const lw_proxies *proxies, vec3 normal, double need, vec3 points[2])
{
    const lw_proxy *proxy = proxies->proxy;
    double beyond = greater(0.1 * need, lift * proxies->size);
    pose moved = *proxy[1].pose;
    moved.position = add_scaled(moved.position, need + beyond, normal);
    lw_proxies apart;
    lw_proxies_make(proxy[0].shape, proxy[1].shape, &moved, &apart);
    lw_gjk gjk;
    lw_gjk_run(&apart, (lw_gjk_limits){HUGE_VAL, -1}, NULL, &gjk);
    points[0] = gjk.nearest[0];
    points[1] = add_scaled(gjk.nearest[1], -(need + beyond), normal);
    return gjk.overlap ? v3(0, 0, 0) : gjk.normal;
}

/* The last steps of a refinement, the latest first. */
typedef struct history {
    int count;
    vec3 image[3];    /* the direction to which the step led */
    vec3 residual[3]; /* the image minus the direction from which the step began */
} history;

static void keep(history *h, vec3 image, vec3 residual)
{
    for (int i = 2; i > 0; i--) {
        h->image[i] = h->image[i - 1];
        h->residual[i] = h->residual[i - 1];
    }
    h->image[0] = image;
    h->residual[0] = residual;
    h->count = h->count < 3 ? h->count + 1 : 3;
}

/* The combination of the last steps that has the least residual. */
static vec3 mix(const history *h)
{
    vec3 image = h->image[0];
    vec3 r = h->residual[0];
    if (h->count < 2)
        return image;
    vec3 first = sub(r, h->residual[1]);
    vec3 second = h->count > 2 ? sub(r, h->residual[2]) : v3(0, 0, 0);
    double a = norm2(first);
    double b = dot(first, second);
    double c = norm2(second);
    double determinant = a * c - b * b;
    double x, y;
    if (determinant > 1e-6 * a * c) {
        x = (dot(first, r) * c - dot(second, r) * b) / determinant;
        y = (dot(second, r) * a - dot(first, r) * b) / determinant;
    } else if (a > 0) {
        x = dot(first, r) / a;
        y = 0;
    } else {
        return image;
    }
    image = add_scaled(image, -x, sub(h->image[0], h->image[1]));
    return y != 0 ? add_scaled(image, -y, sub(h->image[0], h->image[2])) : image;
}

/* Refines a direction to a local minimum of the overlap. */
static void refine(refinement *r, vec3 normal)
{
    double need = need_along(r->proxies, normal);
    history h = {0};
    for (int step = 0; step < STEPS; step++) {
        vec3 points[2];
        vec3 next = step_from(r->proxies, normal, need, points);
        if (!(norm2(next) > 0))
            return;
        vec3 residual = sub(next, normal);
        double miss = miss_of(points, need, normal);
        double rounding = 4 * DBL_EPSILON * r->proxies->size;
        if (need < r->need - rounding || (need <= r->need + rounding && miss < r->miss))
            *r = (refinement){r->proxies, need, normal, {points[0], points[1]}, miss};
        if (norm(residual) <= same_direction)
            return;
        keep(&h, next, residual);
        vec3 mixed = mix(&h);
        double length = norm(mixed);
        double need_next = need_along(r->proxies, next);
        double need_mixed = HUGE_VAL;
        if (h.count > 1 && length > 0.5) {
            mixed = scale(1 / length, mixed);
            need_mixed = need_along(r->proxies, mixed);
        }
        bool mixes = need_mixed <= need_next + DBL_EPSILON * r->proxies->size;
        normal = mixes ? mixed : next;
        need = mixes ? need_mixed : need_next;
        if (!mixes && h.count > 1)
            h.count = 1;
    }
}

/* Refines the directions of the nearest faces. */
static void refine_faces(refinement *r, const lw_expansion *x)
{
    vec3 tried[STARTS];
    int count = 0;
    tried[count++] = neg(x->direction);
    refine(r, tried[0]);
    while (count < STARTS) {
        int best = -1;
        double most = r->need * r->need;
        for (int f = 0; f < x->face_count; f++) {
            if (!(x->key[f] < most))
                continue;
            vec3 normal = scale(-1 / sqrt(x->face[f].square), x->face[f].normal);
            bool is_new = true;
            for (int i = 0; i < count && is_new; i++)
                is_new = norm2(sub(normal, tried[i])) > same_start * same_start;
            if (is_new) {
                best = f;
                most = x->key[f];
            }
        }
        if (best < 0)
            return;
        tried[count] = scale(-1 / sqrt(x->face[best].square), x->face[best].normal);
        refine(r, tried[count++]);
    }
}

/* For an expansion that did not close: refines the directions, and raises the lower bound by
 * distance/round_depth.h where that covers the pair, else by more vertices. */
static void close_in(lw_expansion *x, const lw_convex *a, const lw_convex *b, const pose *b_in_a,
                     refinement *r, double *lower)
{
    const lw_proxies *proxies = x->difference->proxies;
    refine_faces(r, x);
    if (r->need - *lower <= closed * proxies->size)
        return;
    lw_round_depth round = {.upper = r->need, .normal = r->normal};
    if (lw_round_depth_find(a, b, b_in_a, proxies->size, &round)) {
        if (round.upper < r->need)
            refine(r, round.normal);
        *lower = greater(*lower, round.lower);
        return;
    }
    lw_expansion_run(x, LW_EXPANSION_MOST, 0);
    *lower = greater(*lower, lw_expansion_lower(x));
    if (x->depth < r->need)
        refine(r, neg(x->direction));
}

/* The points of the best face, where the origin's projection lies in it. */
static void take_face(lw_expansion *x, lw_depth *out)
{
    out->lower = lw_expansion_lower(x);
    out->upper = x->depth;
    out->normal = neg(x->direction);
    if (x->best.distance < HUGE_VAL)
        lw_expansion_find_points(x);
    out->points[0] = x->points[0];
    out->points[1] = x->points[1];
}

static void take_refined(const refinement *r, double miss, lw_depth *out)
{
    double rounding = 4 * DBL_EPSILON * r->proxies->size;
    if (!(r->need < out->upper - rounding || (r->need <= out->upper + rounding && r->miss < miss)))
        return;
    out->upper = r->need;
    out->normal = r->normal;
    out->points[0] = r->points[0];
    out->points[1] = r->points[1];
}

static lw_convex core_of(const lw_convex *shape)
{
    lw_convex core = *shape;
    core.radius = 0;
    return core;
}

/* Moves b by the separating translation that was found, so that the shapes touch. Sets both points to
 * the place where they touch, moved back for b. False where the shapes are too far apart to touch. */
static bool find_touching(const lw_convex cores[2], const pose *b_in_a, lw_depth *out)
{
    pose moved = *b_in_a;
    moved.position = add_scaled(moved.position, out->upper, out->normal);
    lw_proxies touching;
    lw_proxies_make(&cores[0], &cores[1], &moved, &touching);
    lw_gjk gjk;
    lw_gjk_run(&touching, (lw_gjk_limits){HUGE_VAL, -1}, NULL, &gjk);
    if (!(norm(sub(gjk.nearest[0], gjk.nearest[1])) <= 100 * exact * touching.size))
        return false;
    out->points[0] = gjk.nearest[0];
    out->points[1] = add_scaled(gjk.nearest[0], -out->upper, out->normal);
    return true;
}

/* Makes the points lie straight across from each other. Sets both to the place where the shapes touch
 * at the end of the way, if they do. Otherwise moves one point to be across from the other: the one of
 * the two that then lies nearer to its shape. */
static void straighten(const lw_convex *a, const lw_convex *b, const pose *b_in_a, lw_depth *out)
{
    const lw_convex point = {.core = LW_CORE_POINT};
    const lw_convex cores[2] = {core_of(a), core_of(b)};
    if (find_touching(cores, b_in_a, out))
        return;
    const vec3 moved[2] = {add_scaled(out->points[1], out->upper, out->normal),
                           add_scaled(out->points[0], -out->upper, out->normal)};
    double off[2];
    for (int s = 0; s < 2; s++) {
        lw_bracket found;
        pose at = pose_identity();
        at.position = s == 0 ? moved[0] : transform_back(*b_in_a, moved[1]);
        lw_convex_distance(&cores[s], &point, &at, NULL, &found);
        off[s] = found.upper;
    }
    int better = off[0] <= off[1] ? 0 : 1;
    out->points[better] = moved[better];
}

static bool has_vertices(const lw_convex *shape)
{
    return lw_convex_vertex_count(shape) > 0;
}

/* The depth of the cores. */
static void find_depth(const lw_proxies *proxies, const lw_convex *a, const lw_convex *b,
                       const pose *b_in_a, const lw_gjk *gjk, lw_depth *out)
{
    lw_expansion x; /* large: not zeroed */
    const lw_difference difference = {.proxies = proxies, .size = proxies->size};
    vec3 inside = scale(0.5, add(gjk->nearest[0], gjk->nearest[1]));
    if (lw_expansion_begin(&x, &difference, gjk, inside))
        lw_expansion_run(&x, LW_EXPANSION_FEW, 0);
    if (!x.is_closed && has_vertices(a) && has_vertices(b))
        lw_expansion_run(&x, LW_EXPANSION_MOST, 0);
    take_face(&x, out);
    double miss = miss_of(out->points, out->upper, out->normal);
    if (!x.is_closed || miss > exact * proxies->size) {
        refinement r = {.proxies = proxies, .need = HUGE_VAL, .miss = HUGE_VAL};
        if (x.is_closed)
            refine(&r, out->normal);
        else
            close_in(&x, a, b, b_in_a, &r, &out->lower);
        take_refined(&r, miss, out);
    }
}

void lw_convex_depth(const lw_convex *a, const lw_convex *b, const pose *b_in_a, lw_depth *out)
{
    lw_proxies proxies;
    lw_proxies_make(a, b, b_in_a, &proxies);
    lw_gjk gjk;
    lw_gjk_run(&proxies, (lw_gjk_limits){HUGE_VAL, -1}, NULL, &gjk);
    if (gjk.overlap) {
        find_depth(&proxies, a, b, b_in_a, &gjk, out);
    } else {
        /* with the lower bound of the cores' distance the depth errs upwards, and with the upper one
           downwards */
        out->normal = gjk.normal;
        out->upper = -gjk.lower;
        out->points[0] = gjk.nearest[0];
        out->points[1] = gjk.nearest[1];
        out->lower = -norm(sub(out->points[1], out->points[0])) - LW_ROUNDING(64) * proxies.size;
    }
    if (miss_of(out->points, out->upper, out->normal) > exact * proxies.size)
        straighten(a, b, b_in_a, out);
    double radii = a->radius + b->radius;
    out->points[0] = add_scaled(out->points[0], a->radius, out->normal);
    out->points[1] = add_scaled(out->points[1], -b->radius, out->normal);
    out->upper = greater(out->upper + radii, 0);
    out->lower = lesser(greater(out->lower + radii * (1 - LW_ROUNDING(4)), 0), out->upper);
}
