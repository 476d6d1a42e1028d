/* Newton's method where GJK meets the rim of a cylinder or cone, or an ellipsoid.
 *
 * GJK closes in on a rim by bisection: each step halves a chord of it. On an ellipsoid, each step
 * shrinks the gap by a factor that depends on the curvatures. But once the simplex tells which
 * vertices, rims and ellipsoids carry the distance, the rest is smooth. Let w_i(n) be the support point
 * of b - a for the direction n, for each pair of vertices, rims or ellipsoids i in the simplex; the
 * solution is a unit n and weights l_i, summing to 1, with
 *
 *     n . (w_i - w_0) = 0    and    sum l_i w_i = t n.
 *
 * A support point moves within its tangent plane, so that n . dw_i = 0, and along a rim of radius r it
 * moves by dw = -(r / |n across the axis|) u u^T dn, where u is the rim's tangent. On an ellipsoid with
 * semi-axes S, where e = S n, it moves by -(S^2 / |e| - S e e^T S / |e|^3) dn, and
 *
 *     p . (S^2 / |e| - S e e^T S / |e|^3) q = (S p x e) . (S q x e) / |e|^3.
 *
 * So, in coordinates of the plane across n and with H = sum l_i dw_i/dn - t I and g_i = w_i - w_0, a
 * Newton step is
 *
 *     g_i . dn = -n . g_i    and    H dn + sum g_i dl_i = -sum l_i w_i.
 *
 * Two to four steps reach the last digit. A step costs about as much as one of GJK's. */
#include "distance/rim.h"

#include "math/pose.h"
#include "shape/support.h"

enum { NEWTON_STEPS = 8 };

typedef struct plane2 {
    double x, y;
} plane2;

typedef struct corner {
    uint32_t vertex[2];
    double weight;
    vec3 point[2];
    vec3 w;
} corner;

typedef struct rim_state {
    int count;
    corner corner[3];
    vec3 n;
    vec3 p, q;      /* across n and each other */
    double h[2][2]; /* H without its -t */
} rim_state;

/* Gathers the corners of the simplex: corners of the same vertices, rims and ellipsoids become one. */
static void gather(const lw_gjk *gjk, rim_state *s)
{
    s->count = 0;
    for (int i = 0; i < gjk->count; i++) {
        int k = 0;
        while (k < s->count && (s->corner[k].vertex[0] != gjk->vertex[0][i] ||
                                s->corner[k].vertex[1] != gjk->vertex[1][i]))
            k++;
        corner *c = &s->corner[k];
        if (k == s->count) {
            s->count++;
            *c = (corner){{gjk->vertex[0][i], gjk->vertex[1][i]}, 0, {{0, 0, 0}, {0, 0, 0}}, {0, 0, 0}};
            c->point[0] = gjk->point[0][i];
            c->point[1] = gjk->point[1][i];
        }
        c->weight += gjk->weight[i];
    }
}

static bool is_rim(const lw_proxy *proxy, uint32_t vertex)
{
    return proxy->shape->core == LW_CORE_CYLINDER ||
           (proxy->shape->core == LW_CORE_CONE && vertex == 0);
}

/* A direction in the frame of a proxy's shape. */
static vec3 in_shape(const lw_proxy *proxy, vec3 direction)
{
    return proxy->at ? rotate_back(proxy->at->rotation, direction) : direction;
}

/* Moves a corner's point to the support point of its ellipsoid, and adds the curvature to H. */
static void move_on_ellipsoid(const lw_proxy *proxy, int which, corner *c, rim_state *s)
{
    vec3 half = proxy->shape->half;
    vec3 d = in_shape(proxy, which == 0 ? s->n : neg(s->n));
    vec3 image = stretched(half, d);
    double length = norm(image);
    vec3 point = support_ellipsoid(half, d);
    vec3 u = cross(stretched(half, in_shape(proxy, s->p)), image);
    vec3 v = cross(stretched(half, in_shape(proxy, s->q)), image);
    double bend = c->weight / (length * length * length);
    c->point[which] = proxy->at ? transform(*proxy->at, point) : point;
    s->h[0][0] -= bend * norm2(u);
    s->h[0][1] -= bend * dot(u, v);
    s->h[1][1] -= bend * norm2(v);
}

/* Moves a corner's point to the support point of its rim, and adds the rim's curvature to H. */
static bool move_on_rim(const lw_proxy *proxy, int which, corner *c, rim_state *s)
{
    vec3 half = proxy->shape->half;
    vec3 d = in_shape(proxy, which == 0 ? s->n : neg(s->n));
    double across = sqrt(d.x * d.x + d.y * d.y);
    if (!(across > 0))
        return false;
    vec3 out = {d.x / across, d.y / across, 0};
    vec3 point = {half.x * out.x, half.x * out.y, c->vertex[which] ? half.z : -half.z};
    vec3 tangent = {-out.y, out.x, 0};
    if (proxy->at) {
        point = transform(*proxy->at, point);
        tangent = rotate(proxy->at->rotation, tangent);
    }
    c->point[which] = point;
    double bend = c->weight * half.x / across;
    plane2 u = {dot(tangent, s->p), dot(tangent, s->q)};
    s->h[0][0] -= bend * u.x * u.x;
    s->h[0][1] -= bend * u.x * u.y;
    s->h[1][1] -= bend * u.y * u.y;
    return true;
}

static bool move_to_supports(const lw_proxies *proxies, rim_state *s)
{
    s->p = lw_perpendicular(s->n);
    s->q = cross(s->n, s->p);
    s->h[0][0] = s->h[0][1] = s->h[1][1] = 0;
    for (int k = 0; k < s->count; k++) {
        corner *c = &s->corner[k];
        for (int i = 0; i < 2; i++) {
            const lw_proxy *proxy = &proxies->proxy[i];
            if (proxy->shape->core == LW_CORE_ELLIPSOID)
                move_on_ellipsoid(proxy, i, c, s);
            else if (is_rim(proxy, c->vertex[i]) && !move_on_rim(proxy, i, c, s))
                return false;
        }
        c->w = sub(c->point[1], c->point[0]);
    }
    s->h[1][0] = s->h[0][1];
    return true;
}

static plane2 times(double h[2][2], plane2 v)
{
    return (plane2){h[0][0] * v.x + h[0][1] * v.y, h[1][0] * v.x + h[1][1] * v.y};
}

/* m^-1 v, with m's columns a and b */
static plane2 solve(plane2 a, plane2 b, plane2 v)
{
    double share = 1 / (a.x * b.y - b.x * a.y);
    return (plane2){share * (v.x * b.y - b.x * v.y), share * (a.x * v.y - v.x * a.y)};
}

/* One step; returns the squared length of dn. */
static double newton(rim_state *s)
{
    vec3 sum = scale(s->corner[0].weight, s->corner[0].w);
    for (int k = 1; k < s->count; k++)
        sum = add_scaled(sum, s->corner[k].weight, s->corner[k].w);
    double t = dot(s->n, sum);
    double h[2][2] = {{s->h[0][0] - t, s->h[0][1]}, {s->h[1][0], s->h[1][1] - t}};
    plane2 off = {-dot(s->p, sum), -dot(s->q, sum)};
    plane2 g[2] = {{0, 0}, {0, 0}};
    double level[2] = {0, 0};
    for (int k = 1; k < s->count; k++) {
        vec3 apart = sub(s->corner[k].w, s->corner[0].w);
        g[k - 1] = (plane2){dot(s->p, apart), dot(s->q, apart)};
        level[k - 1] = -dot(s->n, apart);
    }
    plane2 dn;
    plane2 shift = {0, 0}; /* of the weights */
    if (s->count == 1) {
        dn = solve((plane2){h[0][0], h[1][0]}, (plane2){h[0][1], h[1][1]}, off);
    } else if (s->count == 2) {
        /* along g, dn solves the equation with g, and across g the equation with H */
        double square = g[0].x * g[0].x + g[0].y * g[0].y;
        plane2 z = {-g[0].y, g[0].x};
        dn = (plane2){level[0] / square * g[0].x, level[0] / square * g[0].y};
        plane2 rest = times(h, dn);
        plane2 hz = times(h, z);
        double s_z = (z.x * (off.x - rest.x) + z.y * (off.y - rest.y)) / (z.x * hz.x + z.y * hz.y);
        dn = (plane2){dn.x + s_z * z.x, dn.y + s_z * z.y};
        rest = times(h, dn);
        shift.x = (g[0].x * (off.x - rest.x) + g[0].y * (off.y - rest.y)) / square;
    } else {
        dn = solve((plane2){g[0].x, g[1].x}, (plane2){g[0].y, g[1].y}, (plane2){level[0], level[1]});
        plane2 rest = times(h, dn);
        shift = solve(g[0], g[1], (plane2){off.x - rest.x, off.y - rest.y});
    }
    vec3 n = add_scaled(add_scaled(s->n, dn.x, s->p), dn.y, s->q);
    s->n = scale(1 / norm(n), n);
    s->corner[0].weight -= shift.x + shift.y;
    s->corner[1].weight += shift.x;
    s->corner[2].weight += shift.y;
    return dn.x * dn.x + dn.y * dn.y;
}

bool lw_rim_step(const lw_proxies *proxies, double slack, lw_gjk *gjk, vec3 *normal)
{
    *normal = v3(0, 0, 0);
    double length = norm(gjk->v);
    rim_state s;
    s.corner[1].weight = s.corner[2].weight = 0;
    gather(gjk, &s);
    s.n = scale(1 / length, gjk->v);
    double moved = 1;
    for (int step = 0; step < NEWTON_STEPS && moved > 1e-14; step++) {
        if (!move_to_supports(proxies, &s))
            return false;
        moved = newton(&s);
        if (!(moved < 0.25)) /* too far away for Newton's method, or not a number */
            return false;
    }
    if (!(moved <= 1e-14) || !move_to_supports(proxies, &s))
        return false;
    vec3 v = {0, 0, 0};
    for (int k = 0; k < s.count; k++) {
        if (s.corner[k].weight < 0)
            return false;
        v = add_scaled(v, s.corner[k].weight, s.corner[k].w);
    }
    *normal = s.n;
    if (!(norm(v) < length + slack))
        return false;
    gjk->count = s.count;
    for (int k = 0; k < s.count; k++) {
        gjk->w[k] = s.corner[k].w;
        for (int proxy = 0; proxy < 2; proxy++) {
            gjk->point[proxy][k] = s.corner[k].point[proxy];
            gjk->vertex[proxy][k] = s.corner[k].vertex[proxy];
        }
    }
    return true;
}
