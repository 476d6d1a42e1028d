/* A coarse separating axis test in integers of 16 bits. The width of an edge's slab is h(-n), the other
 * polygon's support value against the edge's normal n, plus two products for each edge. Only h costs
 * the product of the numbers of vertices. It needs no more digits than tell most edges from the best
 * one, so vertices and rotated normals are rounded to 16 bits: one SIMD instruction then makes eight
 * inner products.
 *
 * The error of an edge's width: a vertex is off by half a unit of extent / 32767 in each coordinate,
 * along a unit normal by sqrt(1/2) units. A normal is off by half a unit of 1 / 32767, and by a
 * twentieth of that for the rounding of floats; for a vertex at most the extent away, this makes 0.75
 * units. Together less than 1.5 / 32768 extents of the other polygon. Floats err by ten roundings of
 * 2^-24 of both extents and the distance of the middles. The doubles computed here err by 2^-49 of the
 * size, and so do the widths that lw_axes_widest compares. */
#include "distance/plane/coarse_axes.h"

#ifdef LW_HAS_WIDE

#include <string.h>

#include "math/intrinsics.h"

#define COARSE 0x1.8p-15
#define FLOATS 0x1p-20

/* Smaller shapes come near the least floats, and larger ones near the greatest. */
#define SMALLEST 1e-20
#define LARGEST  1e20

enum { EIGHTS = LW_COARSE_MOST / 8, TOGETHER = 3 };

typedef struct widths {
    float of[2][8 * EIGHTS];
} widths;

/* One polygon, whose edges are measured, and the other one in the frame of the first. */
typedef struct side {
    const lw_polygon *one, *other;
    float cosine, sine; /* of the other's pose */
    float x, y;         /* from the first's middle to the other's, divided by LW_COARSE_ONE */
    float unit;         /* of the inner products */
} side;

static inline side side_of(const lw_polygon *one, const lw_polygon *other, lw_pose2 at, vec2 between)
{
    return (side){one,
                  other,
                  (float)at.cosine,
                  (float)at.sine,
                  (float)(between.x / LW_COARSE_ONE),
                  (float)(between.y / LW_COARSE_ONE),
                  (float)(other->extent / ((double)LW_COARSE_ONE * LW_COARSE_ONE))};
}

/* Eight rotated normals: in each 32 bits, x and y of 16 bits. */
LW_WIDE static inline void load_normals(const side *s, const lw_coarse_eight *edges, __m256i *out)
{
    __m256 nx = _mm256_loadu_ps(edges->x);
    __m256 ny = _mm256_loadu_ps(edges->y);
    __m256 cosine = _mm256_set1_ps(s->cosine);
    __m256 sine = _mm256_set1_ps(s->sine);
    __m256i x = _mm256_cvtps_epi32(cosine * nx + sine * ny);
    __m256i y = _mm256_cvtps_epi32(cosine * ny - sine * nx);
    *out = _mm256_blend_epi16(x, _mm256_slli_epi32(y, 16), 0xAA);
}

LW_WIDE static inline void finish(const side *s, const lw_coarse_eight *edges, const __m256i *least,
                                  float *out, __m256 *widest)
{
    __m256 h = _mm256_cvtepi32_ps(*least) * _mm256_set1_ps(s->unit);
    __m256 between = _mm256_loadu_ps(edges->x) * _mm256_set1_ps(s->x) +
                     _mm256_loadu_ps(edges->y) * _mm256_set1_ps(s->y);
    __m256 width = h + (between - _mm256_loadu_ps(edges->out));
    _mm256_storeu_ps(out, width);
    *widest = _mm256_max_ps(*widest, width);
}

/* Measures `count` eights of edges against all vertices of the other polygon. */
__attribute__((always_inline)) LW_WIDE static inline void
measure_some(const side *s, const lw_coarse_eight *edges, uint32_t count, float *out, __m256 *widest)
{
    __m256i normals[TOGETHER];
    __m256i least[TOGETHER];
    for (uint32_t g = 0; g < count; g++) {
        load_normals(s, edges + g, &normals[g]);
        least[g] = _mm256_set1_epi32(INT32_MAX);
    }
    for (uint32_t j = 0; j < s->other->count; j += 4) {
        const int16_t(*v)[2] = s->other->coarse[j / 8].vertices + j % 8;
        for (uint32_t k = 0; k < 4; k++) {
            int32_t both;
            memcpy(&both, v[k], sizeof both);
            __m256i vertex = _mm256_set1_epi32(both);
            for (uint32_t g = 0; g < count; g++)
                least[g] = _mm256_min_epi32(least[g], _mm256_madd_epi16(normals[g], vertex));
        }
    }
    for (uint32_t g = 0; g < count; g++)
        finish(s, edges + g, &least[g], out + 8 * g, widest);
}

LW_WIDE static inline void measure(const side *s, float *out, __m256 *widest)
{
    uint32_t eights = lw_coarse_eights(s->one->count);
    for (uint32_t i = 0; i < eights; i += TOGETHER) {
        const lw_coarse_eight *edges = s->one->coarse + i;
        switch (eights - i) {
        case 1:
            measure_some(s, edges, 1, out + 8 * i, widest);
            break;
        case 2:
            measure_some(s, edges, 2, out + 8 * i, widest);
            break;
        default:
            measure_some(s, edges, TOGETHER, out + 8 * i, widest);
        }
    }
}

/* The widest of eight, in all lanes. */
LW_WIDE static inline void gather(__m256 *widest)
{
    *widest = _mm256_max_ps(*widest, _mm256_permute2f128_ps(*widest, *widest, 1));
    *widest = _mm256_max_ps(*widest, _mm256_shuffle_ps(*widest, *widest, 0x4E));
    *widest = _mm256_max_ps(*widest, _mm256_shuffle_ps(*widest, *widest, 0xB1));
}

LW_WIDE static inline uint64_t at_least(const float *of, uint32_t count, const __m256 *least)
{
    uint64_t set = 0;
    for (uint32_t g = 0; g < lw_coarse_eights(count); g++) {
        __m256 width = _mm256_loadu_ps(of + 8 * g);
        int lanes = _mm256_movemask_ps(_mm256_cmp_ps(width, *least, _CMP_GE_OQ));
        set |= (uint64_t)(uint32_t)lanes << (8 * g);
    }
    return set;
}

LW_WIDE static void find_likely(const lw_posed_polygons *p, vec2 between, float error, lw_edge_set *out)
{
    widths w;
    __m256 widest = _mm256_set1_ps(-HUGE_VALF);
    side a = side_of(p->a, p->b, p->b_in_a, between);
    side b = side_of(p->b, p->a, inverse2(p->b_in_a), neg2(turn_back(p->b_in_a, between)));
    measure(&a, w.of[0], &widest);
    measure(&b, w.of[1], &widest);
    gather(&widest);
    __m256 least = widest - _mm256_set1_ps(2 * error);
    out->of_a = at_least(w.of[0], p->a->count, &least);
    out->of_b = at_least(w.of[1], p->b->count, &least);
}

/* Prefetches all of a polygon that will be read, before the first read waits; its vertices are for the
 * exact measurement of the edges that are left. */
static inline void fetch(const lw_polygon *polygon)
{
    for (uint32_t i = 0; i < lw_coarse_eights(polygon->count); i++) {
        __builtin_prefetch(polygon->coarse[i].x);
        __builtin_prefetch(polygon->coarse[i].out);
        __builtin_prefetch(polygon->vertices + 8 * i);
        __builtin_prefetch(polygon->vertices + 8 * i + 4);
    }
}

bool lw_coarse_axes(const lw_posed_polygons *p, lw_edge_set *out)
{
    if (!lw_has_wide() || !p->a->coarse || !p->b->coarse)
        return false;
    fetch(p->a);
    fetch(p->b);
    vec2 between = sub2(transform2(p->b_in_a, p->b->center), p->a->center);
    double span = p->a->extent + p->b->extent + fabs(between.x) + fabs(between.y);
    if (!(span > SMALLEST && p->size < LARGEST))
        return false;
    double error =
        COARSE * greater(p->a->extent, p->b->extent) + FLOATS * span + 2 * LW_PLANE_ROUNDING * p->size;
    find_likely(p, between, (float)error * (1 + 0x1p-20F), out);
    return (out->of_a | out->of_b) != 0;
}

#else

bool lw_coarse_axes(const lw_posed_polygons *p, lw_edge_set *out)
{
    (void)p;
    (void)out;
    return false;
}

#endif
