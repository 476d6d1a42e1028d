/* The distance of two convex shapes, as a bracket: the distance of the cores by the table below, minus
 * the radii and the rounding error. */
#include "distance/distance.h"

#include <float.h>
#include <string.h>

#include "distance/gjk.h"
#include "distance/primitive.h"
#include "math/rounding.h"

/* By how much lower can be too high, in units of u = DBL_EPSILON / 2 times size, where no coordinate of
 * the posed points (nor a sum of the shapes' extents and their offset) exceeds size:
 *  - the direction turned into b's frame errs by 3u per coordinate, 6u in length; the support chosen
 *    for it can thus fall short of the support value by 2 * 6u;
 *  - comparing dot products errs by 3u on each of two, on either body: 4 * 3u; a cylinder's or cone's
 *    support point is off by 3u itself: 2 * 3u; nothing is compared for an ellipsoid's, which is off by
 *    8u: 2 * 8u, less than these 18u;
 *  - posing b's point: 4u per coordinate, 7u in length;
 *  - the difference b - a: 1u per coordinate, 2u; its dot product with the normal: 3u; less where the
 *    products compared are subtracted themselves;
 *  - the normal's length, its root and the quotient: 5u of at most twice the size;
 *  - adding the radii and subtracting them again: 3u.
 * Together 55u. A hull may leave out points that lie outside it by 16 ulps, 32u. The sum is 87u; the
 * result is a quarter more, so that the normal also holds in a caller's own arithmetic. */
double lw_distance_rounding(double size)
{
    return LW_ROUNDING(112) * size;
}

/* The dispatch table, by the cores of a and b. GJK answers for pairs without an entry, and where an
 * entry cannot. */
static const lw_primitive table[LW_CORE_COUNT][LW_CORE_COUNT] = {
    [LW_CORE_POINT] = {[LW_CORE_POINT] = lw_primitive_points,
                       [LW_CORE_SEGMENT] = lw_primitive_point_first,
                       [LW_CORE_BOX] = lw_primitive_point_first},
    [LW_CORE_SEGMENT] = {[LW_CORE_POINT] = lw_primitive_point_second},
    [LW_CORE_BOX] = {[LW_CORE_POINT] = lw_primitive_point_second},
};

/* The vertices that carry the point of one shape, each once. */
static void fill_features(const lw_gjk *gjk, int proxy, lw_bracket *out)
{
    const uint32_t *v = gjk->vertex[proxy];
    uint32_t *feature = out->feature[proxy];
    feature[0] = v[0];
    int count = 1;
    if (gjk->count > 1 && v[1] != v[0])
        feature[count++] = v[1];
    if (gjk->count > 2 && v[2] != v[0] && v[2] != v[1])
        feature[count++] = v[2];
    out->features[proxy] = count;
}

/* Both points become one that lies in both shapes: between the cores' points, no farther from each
 * than its radius. */
static void join_points(vec3 points[2], double gap, const double radius[2])
{
    double from_a = 0.5 * (gap + radius[0] - radius[1]);
    double share = gap > 0 ? fmin(fmax(from_a / gap, 0), 1) : 0.5;
    points[0] = points[1] = add_scaled(points[0], share, sub(points[1], points[0]));
}

void lw_bracket_grow(lw_bracket *bracket, double radius_a, double radius_b)
{
    const double radius[2] = {radius_a, radius_b};
    double radii = radius_a + radius_b;
    if (!(radii > 0))
        return;
    vec3 between = sub(bracket->points[1], bracket->points[0]);
    double gap = norm(between);
    if (gap <= radii) {
        join_points(bracket->points, gap, radius);
        gap = 0;
    } else {
        vec3 direction = scale(1 / gap, between);
        bracket->points[0] = add_scaled(bracket->points[0], radius_a, direction);
        bracket->points[1] = add_scaled(bracket->points[1], -radius_b, direction);
        gap = norm(sub(bracket->points[1], bracket->points[0]));
    }
    /* three roundings, of the sum of the radii and of the difference, and a reserve */
    double lower = bracket->lower - radii - LW_ROUNDING(8) * (bracket->lower + radii);
    bool apart = gap > 0 && lower > 0;
    bracket->lower = apart ? lower : 0;
    bracket->upper = greater(gap, bracket->lower);
    if (!apart)
        bracket->normal = v3(0, 0, 0);
}

void lw_convex_distance_until(const lw_convex *a, const lw_convex *b, const pose *b_in_a, double enough,
                              double touch, lw_warm_start *warm, lw_bracket *out)
{
    const double radius[2] = {a->radius, b->radius};
    double radii = radius[0] + radius[1];
    lw_proxies proxies;
    lw_proxies_make(a, b, b_in_a, &proxies);
    double rounding = lw_distance_rounding(proxies.size + radii);
    lw_gjk gjk;
    lw_gjk_limits limits = {enough + radii + 2 * rounding, -1};
    if (touch >= 0)
        limits.touch = touch + radii - rounding;
    else if (radii > 0)
        limits.touch = radii - rounding; /* the shapes then overlap by their radii: no need to go on */
    lw_primitive primitive = table[a->core][b->core];
    if (primitive && primitive(&proxies, &gjk))
        lw_gjk_remember(&proxies, &gjk, warm);
    else
        lw_gjk_run(&proxies, limits, warm, &gjk);
    vec3 points[2] = {gjk.nearest[0], gjk.nearest[1]};
    double gap = norm(sub(points[1], points[0]));
    bool overlap = gjk.overlap || gap <= radii;
    if (overlap) {
        join_points(points, gap, radius);
        gap = 0;
    } else if (radii > 0) {
        vec3 direction = scale(1 / norm(gjk.v), gjk.v);
        points[0] = add_scaled(points[0], radius[0], direction);
        points[1] = add_scaled(points[1], -radius[1], direction);
        gap = norm(sub(points[1], points[0]));
    }
    double lower = overlap ? 0 : gjk.lower - radii - rounding;
    bool apart = lower > 0;
    out->lower = apart ? lower : 0;
    out->upper = greater(gap, out->lower);
    /* number by number, as they were written: a load of a whole vector, wider than the stores before
     * it, would defeat store forwarding and wait */
    for (int s = 0; s < 2; s++) {
        out->points[s].x = points[s].x;
        out->points[s].y = points[s].y;
        out->points[s].z = points[s].z;
    }
    out->normal.x = apart ? gjk.normal.x : 0;
    out->normal.y = apart ? gjk.normal.y : 0;
    out->normal.z = apart ? gjk.normal.z : 0;
    out->features[0] = out->features[1] = 0;
    memset(out->feature, 0, sizeof out->feature);
    for (int i = 0; i < 2 && !overlap; i++)
        if (proxies.proxy[i].indexed)
            fill_features(&gjk, i, out);
}

void lw_convex_distance(const lw_convex *a, const lw_convex *b, const pose *b_in_a, lw_warm_start *warm,
                        lw_bracket *out)
{
    lw_convex_distance_until(a, b, b_in_a, HUGE_VAL, -1, warm, out);
}
