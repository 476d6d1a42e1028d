/* The fast path of GJK: steps without divisions and roots, as long as no sign is in doubt.
 *
 * From each simplex the search needs only the direction of its nearest point, of any length. For a face
 * this is the normal n = e x f of two edges, for an edge e x (w x e). No step divides or takes a root:
 * lengths and weights are left for the end. With a new corner, only features of the simplex that have
 * it can be nearer: the others were tried before. Squares stand in for lengths: the lower bound
 * d . w / |d| has met the upper one, d . v / |d|, where (d . v - d . w)^2 <= (tolerance |d|)^2. With
 * w = b - a, d . w is taken as d . b - d . a.
 *
 * Where rounding could decide a sign (by the same limits as in distance/simplex.c), the search of
 * distance/gjk.c takes over: for shapes that nearly touch, needles, flat tetrahedra, and whatever
 * overlaps. Vectorised (SIMD), and compiled for two kinds of processors. The steps are in
 * distance/gjk_fast_simplex.h. */
#include "distance/gjk_fast.h"

#include "distance/gjk_fast_simplex.h"
#include "distance/proxy_support.h"
#include "distance/simplex.h"
#include "math/intrinsics.h"

enum { FAST_STEPS = 64 /* polytopes of 500 vertices take 12 */ };

LW_INLINED uint64_t join(uint32_t a, uint32_t b)
{
    return a | (uint64_t)b << 32;
}

#ifdef LW_HAS_WIDE
LW_WIDE static inline void load_wide(const vec3 *v, vec3x4 *out)
{
    out->x = _mm256_broadcast_sd(&v->x);
    out->y = _mm256_broadcast_sd(&v->y);
    out->z = _mm256_broadcast_sd(&v->z);
}

LW_WIDE static inline double find_in_blocks(const lw_proxies *proxies, const vec3x4 *d, corner *out)
{
    const lw_polytope_block *a = proxies->proxy[0].blocks;
    const lw_polytope_block *b = proxies->proxy[1].blocks;
    double along_a, along_b;
    uint32_t i = support_blocks_wide(a, 1, d, false, &along_a);
    uint32_t k = support_blocks_wide(b, 1, d, true, &along_b);
    out->vertices = join(i, k);
    out->w.x = _mm256_broadcast_sd(&b->each[0][k]) - _mm256_broadcast_sd(&a->each[0][i]);
    out->w.y = _mm256_broadcast_sd(&b->each[1][k]) - _mm256_broadcast_sd(&a->each[1][i]);
    out->w.z = _mm256_broadcast_sd(&b->each[2][k]) - _mm256_broadcast_sd(&a->each[2][i]);
    return along_b - along_a;
}
#endif

/* A vector in memory, in all lanes. */
LW_INLINED void load(const vec3 *v, vec3x4 *out, fast_kind how)
{
#ifdef LW_HAS_WIDE
    if (how != NARROW) {
        load_wide(v, out);
        return;
    }
#endif
    (void)how;
    *out = x4_all(*v);
}

/* The Minkowski support against a direction. Returns its product with the direction, from the products
 * by which the vertices were compared: they are known long before the corner is, and the search's end
 * depends on them. */
LW_INLINED double find_corner(const lw_proxies *proxies, const vec3x4 *direction, corner *out,
                              fast_kind how)
{
#ifdef LW_HAS_WIDE
    if (how == BLOCKS)
        return find_in_blocks(proxies, direction, out);
#endif
    vec3 d = x4_lane(direction, 0);
    lw_minkowski_point found;
    minkowski_support(proxies, d, &found, how != NARROW);
    out->vertices = join(found.vertex[0], found.vertex[1]);
    out->w = x4_all(found.w);
    return dot(found.point[1], d) - dot(found.point[0], d);
}

LW_INLINED vec3 vertex_of(const lw_proxy *proxy, uint32_t index, fast_kind how)
{
    if (how != BLOCKS)
        return proxy_vertex(proxy, index);
    const lw_polytope_block *block = proxy->blocks;
    return v3(block->each[0][index], block->each[1][index], block->each[2][index]);
}

/* A corner and the points of a and of b whose difference it is. */
typedef struct couple {
    vec3 a, b, w;
} couple;

LW_INLINED couple couple_of(const lw_proxies *proxies, uint64_t vertices, fast_kind how)
{
    vec3 a = vertex_of(&proxies->proxy[0], (uint32_t)vertices, how);
    vec3 b = vertex_of(&proxies->proxy[1], (uint32_t)(vertices >> 32), how);
    return (couple){a, b, sub(b, a)};
}

LW_INLINED void set_vertices(uint64_t vertices, int slot, lw_gjk *gjk)
{
    gjk->vertex[0][slot] = (uint32_t)vertices;
    gjk->vertex[1][slot] = (uint32_t)(vertices >> 32);
}

/* The corners' vertices, by value for functions that are not inline: a simplex whose address is known
 * elsewhere is not held in registers. */
typedef struct corners {
    int count;
    uint64_t vertices[4];
} corners;

LW_INLINED corners corners_of(const fast_simplex *f)
{
    return (corners){f->count, {f->p, f->q, f->r}};
}

LW_INLINED corners corners_with(const fast_simplex *f, const corner *new)
{
    corners all = {f->count, {f->p, f->q, f->r}};
    all.vertices[all.count++] = new->vertices;
    return all;
}

LW_INLINED void set_corner(const lw_proxies *proxies, uint64_t vertices, int slot, lw_gjk *gjk,
                           fast_kind how)
{
    const couple c = couple_of(proxies, vertices, how);
    set_vertices(vertices, slot, gjk);
    gjk->point[0][slot] = c.a;
    gjk->point[1][slot] = c.b;
    gjk->w[slot] = c.w;
}

static __attribute__((noinline)) void hand_over(const lw_proxies *proxies, corners all, lw_gjk *gjk)
{
    gjk->count = all.count;
    for (int i = 0; i < all.count; i++)
        set_corner(proxies, all.vertices[i], i, gjk, NARROW);
}

/* Sets the corners' weights and the nearest points. */
LW_INLINED void weigh(const lw_proxies *proxies, const fast_simplex *f, lw_gjk *gjk, fast_kind how)
{
    gjk->count = f->count;
    set_vertices(f->p, 0, gjk);
    const couple p = couple_of(proxies, f->p, how);
    if (f->count == 1) {
        gjk->weight[0] = 1;
        gjk->nearest[0] = p.a;
        gjk->nearest[1] = p.b;
        return;
    }
    set_vertices(f->q, 1, gjk);
    const couple q = couple_of(proxies, f->q, how);
    if (f->count == 2) {
        vec3 e = sub(p.w, q.w);
        double of_p = -dot(q.w, e) / norm2(e);
        double of_q = 1 - of_p;
        gjk->weight[0] = of_p;
        gjk->weight[1] = of_q;
        gjk->nearest[0] = add_scaled(scale(of_p, p.a), of_q, q.a);
        gjk->nearest[1] = add_scaled(scale(of_p, p.b), of_q, q.b);
        return;
    }
    set_vertices(f->r, 2, gjk);
    const couple r = couple_of(proxies, f->r, how);
    vec3 to_p = sub(p.w, r.w);
    vec3 to_q = sub(q.w, r.w);
    vec3 n = cross(to_q, to_p);
    double inverse = 1 / norm2(n);
    double of_p = dot(n, cross(r.w, to_q)) * inverse;
    double of_q = dot(n, cross(to_p, r.w)) * inverse;
    double of_r = 1 - of_p - of_q;
    gjk->weight[0] = of_p;
    gjk->weight[1] = of_q;
    gjk->weight[2] = of_r;
    gjk->nearest[0] = add_scaled(add_scaled(scale(of_p, p.a), of_q, q.a), of_r, r.a);
    gjk->nearest[1] = add_scaled(add_scaled(scale(of_p, p.b), of_q, q.b), of_r, r.b);
}

/* Corrects the weights: near contact their errors show. */
static __attribute__((noinline)) void correct(const lw_proxies *proxies, corners all, lw_gjk *gjk)
{
    hand_over(proxies, all, gjk);
    lw_simplex_correct(gjk->w, gjk->count, gjk->v, gjk->weight);
    lw_gjk_weigh(gjk);
}

/* Fills gjk. low: the newest corner's product with d. */
LW_INLINED void finish(const lw_proxies *proxies, const fast_simplex *f, double low, lw_gjk *gjk,
                       fast_kind how)
{
    gjk->overlap = false;
    double inverse = 1 / sqrt(f->square);
    gjk->lower = low * inverse;
    gjk->normal = scale(inverse, x4_lane(&f->d, 0));
    gjk->v = scale(f->height * inverse, gjk->normal);
    weigh(proxies, f, gjk, how);
    if (!(f->height * f->height > 1e-8 * (proxies->size * proxies->size) * f->square))
        correct(proxies, corners_of(f), gjk);
}

/* Fills gjk where the corners enclose the origin. True: the weighted sum of the corners is the origin
 * up to rounding, and the nearest points are a common point. */
LW_INLINED bool finish_inside(const lw_proxies *proxies, const fast_simplex *f, const corner *new,
                              double rounding2, lw_gjk *gjk, fast_kind how)
{
    gjk->count = 4;
    set_corner(proxies, f->p, 0, gjk, how);
    set_corner(proxies, f->q, 1, gjk, how);
    set_corner(proxies, f->r, 2, gjk, how);
    set_corner(proxies, new->vertices, 3, gjk, how);
    double inverse = 1 / (f->volume[0] + f->volume[1] + f->volume[2] + f->height);
    gjk->weight[3] = 1;
    for (int i = 0; i < 3; i++) {
        gjk->weight[i] = f->volume[i] * inverse;
        gjk->weight[3] -= gjk->weight[i];
    }
    gjk->v = v3(0, 0, 0);
    for (int i = 0; i < 4; i++)
        gjk->v = add_scaled(gjk->v, gjk->weight[i], gjk->w[i]);
    gjk->overlap = true;
    gjk->lower = -HUGE_VAL;
    gjk->normal = v3(0, 0, 0);
    lw_gjk_weigh(gjk);
    return norm2(gjk->v) <= rounding2;
}

LW_INLINED uint32_t vertex_count_of(const lw_proxy *proxy, fast_kind how)
{
    return how == BLOCKS ? proxy->shape->polytope->vertex_count : lw_proxy_vertex_count(proxy);
}

/* How many corners the warm start holds for these shapes: at most three. */
LW_INLINED int count_recalled(const lw_proxies *proxies, const lw_warm_start *warm, fast_kind how)
{
    if (!warm || warm->count > 3)
        return 0;
    for (int s = 0; s < 2; s++) {
        uint32_t vertices = vertex_count_of(&proxies->proxy[s], how);
        for (uint32_t i = 0; i < warm->count; i++)
            if (warm->vertex[s][i] >= vertices)
                return 0;
    }
    return (int)warm->count;
}

LW_INLINED corner recall(const lw_proxies *proxies, const lw_warm_start *warm, int slot, fast_kind how)
{
    uint64_t vertices = join(warm->vertex[0][slot], warm->vertex[1][slot]);
    return (corner){x4_all(couple_of(proxies, vertices, how).w), vertices};
}

/* The square of a number, with the number's sign. */
LW_INLINED double signed_square(double a)
{
    return a * fabs(a);
}

/* New corners come from the warm start first, as long as they make a simplex that has the origin's
 * projection inside, and then from supports. */
LW_INLINED bool run_fast(const lw_proxies *proxies, lw_gjk_limits limits, const lw_warm_start *warm,
                         lw_gjk *gjk, fast_kind how)
{
    double contact = lw_proxies_contact(proxies);
    double tolerance = lw_proxies_tolerance(proxies);
    double rounding2 = contact * contact;
    double tolerance2 = tolerance * tolerance;
    double near2 = limits.touch > contact ? limits.touch * limits.touch : rounding2;
    double enough2 = limits.enough * limits.enough;
    int recalled = count_recalled(proxies, warm, how);
    fast_simplex f = {.count = 0};
    corner new;
    if (recalled == 0) {
        vec3x4 d;
        load(&gjk->v, &d, how);
        find_corner(proxies, &d, &new, how);
    } else {
        new = recall(proxies, warm, 0, how);
    }
    move_to_point(&f, &new);
    for (int slot = 1; slot < recalled; slot++) {
        new = recall(proxies, warm, slot, how);
        if (!(f.count == 1 ? advance_from_point(&f, &new, rounding2)
                           : advance_from_edge(&f, &new, rounding2)))
            break;
    }
    for (int step = 0; step < FAST_STEPS; step++) {
        double low = find_corner(proxies, &f.d, &new, how);
        double gap = f.height - low;
        if (!(signed_square(gap) > tolerance2 * f.square) ||
            !(signed_square(f.height) > near2 * f.square) || signed_square(low) > enough2 * f.square) {
            if (!(signed_square(f.height) > rounding2 * f.square))
                break;
            gjk->iterations = step;
            finish(proxies, &f, low, gjk, how);
            return true;
        }
        bool clear = f.count == 1   ? advance_from_point(&f, &new, rounding2)
                     : f.count == 2 ? advance_from_edge(&f, &new, rounding2)
                                    : advance_from_face(&f, &new, gap, rounding2, how);
        if (f.count == 4) {
            gjk->iterations = step;
            return finish_inside(proxies, &f, &new, rounding2, gjk, how);
        }
        if (!clear) {
            hand_over(proxies, corners_with(&f, &new), gjk);
            return false;
        }
    }
    hand_over(proxies, corners_of(&f), gjk);
    return false;
}

static bool fast_narrow(const lw_proxies *proxies, lw_gjk_limits limits, const lw_warm_start *warm,
                        lw_gjk *gjk)
{
    return run_fast(proxies, limits, warm, gjk, NARROW);
}

LW_WIDE static bool fast_wide(const lw_proxies *proxies, lw_gjk_limits limits,
                              const lw_warm_start *warm, lw_gjk *gjk)
{
    return run_fast(proxies, limits, warm, gjk, WIDE);
}

LW_WIDE static bool fast_in_blocks(const lw_proxies *proxies, lw_gjk_limits limits,
                                   const lw_warm_start *warm, lw_gjk *gjk)
{
    return run_fast(proxies, limits, warm, gjk, BLOCKS);
}

const lw_gjk_fast_variant lw_gjk_fast_variants[3] = {fast_narrow, fast_wide, fast_in_blocks};

static bool is_block(const lw_proxy *proxy)
{
    return proxy->blocks && proxy->block_count == 1;
}

int lw_gjk_fast_variant_count(const lw_proxies *proxies)
{
    if (!lw_has_wide())
        return 1;
    return is_block(&proxies->proxy[0]) && is_block(&proxies->proxy[1]) ? 3 : 2;
}

bool lw_gjk_fast(const lw_proxies *proxies, lw_gjk_limits limits, const lw_warm_start *warm,
                 lw_gjk *gjk)
{
    return lw_gjk_fast_variants[lw_gjk_fast_variant_count(proxies) - 1](proxies, limits, warm, gjk);
}
