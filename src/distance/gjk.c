/* The distance of two cores by GJK (Gilbert, Johnson, Keerthi 1988), in a's frame.
 *
 * Each step has v, the point nearest to the origin of a simplex inside the Minkowski difference b - a,
 * and takes the support point w of the difference against v. |v| is an upper bound of the distance,
 * v . w / |v| a lower one (min over b of n . p minus max over a of n . p with n = v / |v|), and the
 * search ends when they meet. On polytopes they meet exactly, after a few steps; on cylinders and cones
 * each step divides the gap by about four, and on ellipsoids by a factor that depends on their
 * curvatures, so that Newton's method ends the search (distance/rim.h). A step costs two supports and a
 * simplex of at most four points. */
#include "distance/gjk.h"

#include "distance/gjk_fast.h"
#include "distance/minkowski_support.h"
#include "distance/rim.h"
#include "distance/simplex.h"

enum {
    STEPS = 200,   /* cylinders need about a third of it at worst */
    RIM_EVERY = 4, /* steps */
    STALLS = 6     /* steps without progress, in all, before rounding is taken to be the limit */
};

static vec3 support(const lw_proxies *proxies, vec3 v, lw_gjk *gjk, int slot)
{
    lw_minkowski_point found;
    lw_minkowski_support(proxies, v, &found);
    gjk->w[slot] = found.w;
    for (int s = 0; s < 2; s++) {
        gjk->point[s][slot] = found.point[s];
        gjk->vertex[s][slot] = found.vertex[s];
    }
    return found.w;
}

/* Shrinks the simplex to the feature that carries the nearest point. */
static void keep(lw_gjk *gjk, const lw_nearest *nearest)
{
    gjk->count = nearest->count;
    gjk->v = nearest->v;
    for (int k = 0; k < nearest->count; k++) {
        int from = nearest->index[k];
        gjk->weight[k] = nearest->weight[k];
        if (from == k)
            continue;
        gjk->w[k] = gjk->w[from];
        for (int s = 0; s < 2; s++) {
            gjk->point[s][k] = gjk->point[s][from];
            gjk->vertex[s][k] = gjk->vertex[s][from];
        }
    }
}

static vec3 middle_of_points(const lw_proxy *proxy)
{
    if (proxy->count == 1)
        return proxy->points[0];
    if (proxy->count == 2)
        return scale(0.5, add(proxy->points[0], proxy->points[1]));
    if (proxy->count == 3)
        return scale(1.0 / 3, add(add(proxy->points[0], proxy->points[1]), proxy->points[2]));
    return proxy->at ? proxy->at->position : v3(0, 0, 0);
}

/* Whether the support points of both shapes are vertices with indices. */
LW_INLINED bool is_indexed(const lw_proxies *proxies)
{
    return proxies->proxy[0].indexed && proxies->proxy[1].indexed;
}

/* A point inside the core, or nearly so. */
LW_INLINED vec3 middle(const lw_proxy *proxy)
{
    if (proxy->shape->core != LW_CORE_POLYTOPE)
        return middle_of_points(proxy);
    const lw_polytope *polytope = proxy->shape->polytope;
    if (polytope->is_centered)
        return proxy->pose ? proxy->pose->position : v3(0, 0, 0);
    return proxy->pose ? transform(*proxy->pose, polytope->center) : polytope->center;
}

/* Takes the four corners of the warm start, which enclosed the origin the last time. False: there are
 * none, or they do not fit. */
static bool recall(const lw_proxies *proxies, const lw_warm_start *warm, lw_gjk *gjk)
{
    if (!warm || warm->count != 4 || !is_indexed(proxies))
        return false;
    for (int i = 0; i < 4; i++) {
        for (int s = 0; s < 2; s++) {
            uint32_t vertex = warm->vertex[s][i];
            if (vertex >= lw_proxy_vertex_count(&proxies->proxy[s]))
                return false;
            gjk->vertex[s][i] = vertex;
            gjk->point[s][i] = lw_proxy_vertex(&proxies->proxy[s], vertex);
        }
        gjk->w[i] = sub(gjk->point[1][i], gjk->point[0][i]);
    }
    gjk->count = 4;
    return true;
}

/* From a to b, roughly. */
LW_INLINED vec3 first_direction(const lw_proxies *proxies, const lw_warm_start *warm)
{
    if (warm && norm2(warm->direction) > 0)
        return warm->direction;
    return sub(middle(&proxies->proxy[1]), middle(&proxies->proxy[0]));
}

static bool known(const lw_gjk *gjk, vec3 w)
{
    for (int i = 0; i < gjk->count; i++)
        if (gjk->w[i].x == w.x && gjk->w[i].y == w.y && gjk->w[i].z == w.z)
            return true;
    return false;
}

/* True where the simplex is now nearer, or by slack farther at most. The normal that Newton's method
 * finds is tried as well: close to contact v's direction errs by the rounding error over |v|, while the
 * normal is held by the curvature. It may cost slack of the lower end. */
static bool step_on_rim(const lw_proxies *proxies, double slack, lw_gjk *gjk)
{
    vec3 normal;
    bool nearer = lw_rim_step(proxies, slack, gjk, &normal);
    if (!(norm2(normal) > 0))
        return nearer;
    lw_minkowski_point found;
    lw_minkowski_support(proxies, normal, &found);
    double lower = dot(normal, found.w);
    if (lower > gjk->lower - slack) {
        gjk->lower = lower;
        gjk->normal = normal;
    }
    return nearer;
}

/* Searches from the simplex in gjk to the end. True: lower and upper bound have met, the origin is
 * inside or a limit is reached. */
static bool search(lw_proxies *proxies, lw_gjk_limits limits, lw_gjk *gjk)
{
    double tolerance = lw_proxies_tolerance(proxies);
    double contact = lw_proxies_contact(proxies);
    gjk->lower = -HUGE_VAL;
    gjk->normal = v3(0, 0, 0);
    gjk->iterations = 0;
    int stalls = 0;
    bool rims = !is_indexed(proxies);
    lw_nearest nearest;
    lw_simplex_nearest(gjk->w, gjk->count, contact, &nearest);
    for (; gjk->iterations < STEPS; gjk->iterations++) {
        keep(gjk, &nearest);
        double length = sqrt(nearest.square);
        gjk->overlap = nearest.count == 4 || !(length > contact);
        if (gjk->overlap || length <= limits.touch)
            return true;
        if (rims && gjk->iterations % RIM_EVERY == RIM_EVERY - 1 && step_on_rim(proxies, 0, gjk)) {
            lw_simplex_nearest(gjk->w, gjk->count, contact, &nearest);
            continue;
        }
        vec3 w = support(proxies, gjk->v, gjk, gjk->count);
        double lower = dot(gjk->v, w) / length;
        bool higher = lower > gjk->lower;
        if (higher) {
            gjk->lower = lower;
            gjk->normal = scale(1 / length, gjk->v);
        }
        if (length - gjk->lower <= tolerance || gjk->lower > limits.enough)
            return true;
        bool again = known(gjk, w);
        double before = nearest.square;
        if (!again)
            lw_simplex_nearest(gjk->w, gjk->count + 1, contact, &nearest);
        /* the nearest feature should have the new point, and should be no farther than the last one */
        bool astray = again || nearest.index[nearest.count - 1] != gjk->count ||
                      nearest.square > (length + tolerance) * (length + tolerance);
        if (astray) {
            /* rounding has misled the choice of the feature, or is all that is left of the gap */
            lw_simplex_nearest_of_all(gjk->w, again ? gjk->count : gjk->count + 1, contact, &nearest);
            if (again && !(nearest.square < before))
                break;
        }
        if (nearest.square >= before && !higher && ++stalls > STALLS)
            break;
    }
    if (gjk->iterations == STEPS)
        keep(gjk, &nearest);
    return false;
}

void lw_gjk_remember(const lw_proxies *proxies, const lw_gjk *gjk, lw_warm_start *warm)
{
    if (!warm)
        return;
    warm->direction = gjk->v;
    warm->count = 0;
    if (!is_indexed(proxies))
        return;
    warm->count = (uint32_t)gjk->count;
    for (int i = 0; i < gjk->count; i++) {
        warm->vertex[0][i] = gjk->vertex[0][i];
        warm->vertex[1][i] = gjk->vertex[1][i];
    }
}

static bool is_ellipsoid(const lw_proxy *proxy)
{
    return proxy->shape->core == LW_CORE_ELLIPSOID;
}

/* When the ends of the bracket meet, the nearest points and the normal may still be off by far more:
 * where ellipsoids are a distance d apart, the points by the root of 2 d times the rest of the gap.
 * Another step by Newton's method sets them right, unless a limit ended the search. */
static void finish_on_ellipsoid(const lw_proxies *proxies, lw_gjk_limits limits, lw_gjk *gjk)
{
    bool is_over = gjk->overlap || gjk->lower > limits.enough || norm(gjk->v) <= limits.touch;
    if (is_over || !step_on_rim(proxies, LW_ROUNDING(32) * proxies->size, gjk))
        return;
    lw_nearest nearest;
    lw_simplex_nearest(gjk->w, gjk->count, lw_proxies_contact(proxies), &nearest);
    keep(gjk, &nearest);
}

/* Searches to the end, from the simplex or, where there is none, along v. Few queries need it. */
static __attribute__((noinline)) void finish_search(lw_proxies *proxies, lw_gjk_limits limits,
                                                    lw_gjk *gjk)
{
    if (gjk->count == 0) {
        support(proxies, norm2(gjk->v) > 0 ? gjk->v : v3(1, 0, 0), gjk, 0);
        gjk->count = 1;
    }
    search(proxies, limits, gjk);
    if (is_ellipsoid(&proxies->proxy[0]) || is_ellipsoid(&proxies->proxy[1]))
        finish_on_ellipsoid(proxies, limits, gjk);
    lw_simplex_correct(gjk->w, gjk->count, gjk->v, gjk->weight);
    lw_gjk_weigh(gjk);
}

void lw_gjk_run(lw_proxies *proxies, lw_gjk_limits limits, lw_warm_start *warm, lw_gjk *out)
{
    out->count = 0;
    out->v = first_direction(proxies, warm);
    /* corners that enclosed the origin the last time are tried first */
    bool fast = is_indexed(proxies) && !recall(proxies, warm, out);
    if (!fast || !lw_gjk_fast(proxies, limits, warm, out))
        finish_search(proxies, limits, out);
    lw_gjk_remember(proxies, out, warm);
}
