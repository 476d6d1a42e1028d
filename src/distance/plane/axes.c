/* The separating axis test (SAT), vectorised: four edges of one polygon side by side against the
 * vertices of the other, without a branch. The support vertex against an edge's normal gives the width
 * of the slab between the two. Compiled for two kinds of processors. */
#include "distance/plane/axes.h"

#include "math/intrinsics.h"
#include "math/simd.h"

/* How many fours of edges are tried together. */
enum { TOGETHER = 3 };

/* Four edges, in the other polygon's frame: their outward normals, not of unit length, and the edges'
 * offsets along their normals from that frame's origin. */
typedef struct edges {
    lw_doubles_4 x, y, out;
    lw_doubles_4 square; /* of the normals' length */
    lw_doubles_4 least;  /* the least product of a normal with a vertex so far */
} edges;

/* Two vertices, as they lie in memory. */
typedef double two_vertices __attribute__((vector_size(32), aligned(8), may_alias));

LW_INLINED void absolute(const lw_doubles_4 *of, lw_doubles_4 *out)
{
    lw_mask_of_4 rest = {INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX};
    *out = (lw_doubles_4)((lw_mask_of_4)*of & rest);
}

#ifdef LW_HAS_WIDE
LW_WIDE static inline void lesser_of_4(const lw_doubles_4 *a, const lw_doubles_4 *b, lw_doubles_4 *out)
{
    *out = _mm256_min_pd(*a, *b);
}
#endif

/* fours: true in functions that are LW_WIDE. */
LW_INLINED void lesser_of(const lw_doubles_4 *a, const lw_doubles_4 *b, bool fours, lw_doubles_4 *out)
{
#ifdef LW_HAS_WIDE
    if (fours) {
        lesser_of_4(a, b, out);
        return;
    }
#endif
    (void)fours;
    lw_mask_of_4 less = *a < *b;
    *out = (lw_doubles_4)((less & (lw_mask_of_4)*a) | (~less & (lw_mask_of_4)*b));
}

/* other: the pose of the other polygon in the frame of the edges' polygon. */
LW_INLINED void load_edges(const lw_polygon *one, uint32_t first, lw_pose2 other, edges *e)
{
    const vec2 *v = one->vertices + first;
    two_vertices from = *(const two_vertices *)v;
    two_vertices next = *(const two_vertices *)(v + 2);
    two_vertices along = *(const two_vertices *)(v + 1) - from;
    two_vertices then = *(const two_vertices *)(v + 3) - next;
    lw_doubles_4 nx = __builtin_shufflevector(along, then, 1, 5, 3, 7);
    lw_doubles_4 ny = -__builtin_shufflevector(along, then, 0, 4, 2, 6);
    lw_doubles_4 px = __builtin_shufflevector(from, next, 0, 4, 2, 6) - other.x;
    lw_doubles_4 py = __builtin_shufflevector(from, next, 1, 5, 3, 7) - other.y;
    e->x = other.cosine * nx + other.sine * ny;
    e->y = other.cosine * ny - other.sine * nx;
    e->out = nx * px + ny * py;
    e->square = nx * nx + ny * ny;
    e->least = (lw_doubles_4){HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL};
}

/* Tries `count` fours of edges, from edge `first` on, against all vertices of the other polygon; at:
 * its pose in the frame of the edges' polygon. Takes two vertices at a time: the first one twice where
 * their number is odd. */
LW_INLINED void meet_vertices(const lw_polygon *one, uint32_t first, uint32_t count,
                              const lw_polygon *other, lw_pose2 at, bool fours, edges e[TOGETHER])
{
    for (uint32_t g = 0; g < count; g++)
        load_edges(one, first + 4 * g, at, &e[g]);
    for (uint32_t j = 0; j < other->count; j += 2) {
        const vec2 *v = other->vertices + j;
        for (uint32_t g = 0; g < count; g++) {
            lw_doubles_4 here = e[g].x * v[0].x + e[g].y * v[0].y;
            lw_doubles_4 next = e[g].x * v[1].x + e[g].y * v[1].y;
            lesser_of(&here, &next, fours, &here);
            lesser_of(&here, &e[g].least, fours, &e[g].least);
        }
    }
}

/* How many fours of edges are tried next, from a given edge on. */
LW_INLINED uint32_t fours_from(const lw_polygon *one, uint32_t first)
{
    uint32_t left = (one->count - first + 3) / 4;
    return left < TOGETHER ? left : TOGETHER;
}

/* The widest slab so far in each lane. */
typedef struct best {
    lw_doubles_4 key;  /* the square of its width, with the width's sign */
    lw_mask_of_4 edge; /* index of its first vertex, plus OF_B for an edge of b */
} best;

/* A bit that no index of an edge has. */
static const int64_t OF_B = INT64_C(1) << 32;

/* Keeps the wider slab in each lane; `out` stays where the two are equal, or one is not a number. */
LW_INLINED void keep_wider(const lw_doubles_4 *key, const lw_mask_of_4 *edge, best *out)
{
    lw_mask_of_4 wider = *key > out->key;
    out->key = (lw_doubles_4)((wider & (lw_mask_of_4)*key) | (~wider & (lw_mask_of_4)out->key));
    out->edge = (wider & *edge) | (~wider & out->edge);
}

/* An edge without a length, whose key is not a number, is never the widest. */
LW_INLINED void find_some_widest(const lw_polygon *one, uint32_t first, uint32_t count,
                                 const lw_polygon *other, lw_pose2 at, int64_t of_b, bool fours,
                                 best *out)
{
    /* as load_edges puts them */
    const lw_mask_of_4 edge_in_lane = {0, 2, 1, 3};
    edges e[TOGETHER];
    meet_vertices(one, first, count, other, at, fours, e);
    for (uint32_t g = 0; g < count; g++) {
        lw_doubles_4 gap = e[g].least - e[g].out;
        lw_doubles_4 size;
        absolute(&gap, &size);
        lw_doubles_4 key = gap * (size / e[g].square);
        lw_mask_of_4 edge = edge_in_lane + (of_b + first + 4 * g);
        keep_wider(&key, &edge, out);
    }
}

LW_INLINED void find_widest(const lw_polygon *one, const lw_polygon *other, lw_pose2 at, int64_t of_b,
                            bool fours, best *out)
{
    for (uint32_t i = 0; i < one->count; i += 4 * TOGETHER)
        switch (fours_from(one, i)) {
        case 1:
            find_some_widest(one, i, 1, other, at, of_b, fours, out);
            break;
        case 2:
            find_some_widest(one, i, 2, other, at, of_b, fours, out);
            break;
        default:
            find_some_widest(one, i, TOGETHER, other, at, of_b, fours, out);
        }
}

/* Tries only the fours that contain an edge of a set. Among equally wide edges the choice is that of
 * find_widest: the edge whose lane is gathered first. An edge that is repeated behind the last one is
 * in a lane that is gathered after its own lane. */
LW_INLINED void find_widest_of(const lw_polygon *one, const lw_polygon *other, lw_pose2 at,
                               uint64_t set, int64_t of_b, bool fours, best *out)
{
    for (uint32_t i = 0; i < one->count; i += 4)
        if (set >> i & 0xF)
            find_some_widest(one, i, 1, other, at, of_b, fours, out);
}

/* Brings the widest slab of the four lanes into the first, without branches, which could not be
 * predicted. */
LW_INLINED void gather_widest(best *found)
{
    lw_doubles_4 key = __builtin_shufflevector(found->key, found->key, 2, 3, 0, 1);
    lw_mask_of_4 edge = __builtin_shufflevector(found->edge, found->edge, 2, 3, 0, 1);
    keep_wider(&key, &edge, found);
    key = __builtin_shufflevector(found->key, found->key, 1, 0, 3, 2);
    edge = __builtin_shufflevector(found->edge, found->edge, 1, 0, 3, 2);
    keep_wider(&key, &edge, found);
}

/* set NULL: all edges */
LW_INLINED void widest(const lw_posed_polygons *p, const lw_edge_set *set, bool fours, lw_axis *out)
{
    best found = {{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL, -HUGE_VAL}, {0, 0, 0, 0}};
    lw_pose2 a_in_b = inverse2(p->b_in_a);
    if (set) {
        find_widest_of(p->a, p->b, p->b_in_a, set->of_a, 0, fours, &found);
        find_widest_of(p->b, p->a, a_in_b, set->of_b, OF_B, fours, &found);
    } else {
        find_widest(p->a, p->b, p->b_in_a, 0, fours, &found);
        find_widest(p->b, p->a, a_in_b, OF_B, fours, &found);
    }
    gather_widest(&found);
    out->key = found.key[0];
    out->of_b = (found.edge[0] & OF_B) != 0;
    uint32_t count = out->of_b ? p->b->count : p->a->count;
    uint32_t edge = (uint32_t)found.edge[0];
    out->edge = edge < count ? edge : edge % count;
}

static void widest_in_twos(const lw_posed_polygons *p, lw_axis *out)
{
    widest(p, NULL, false, out);
}

LW_WIDE static void widest_in_fours(const lw_posed_polygons *p, lw_axis *out)
{
    widest(p, NULL, true, out);
}

void lw_axes_widest(const lw_posed_polygons *p, lw_axis *out)
{
    if (lw_has_wide())
        widest_in_fours(p, out);
    else
        widest_in_twos(p, out);
}

static void widest_of_in_twos(const lw_posed_polygons *p, const lw_edge_set *set, lw_axis *out)
{
    widest(p, set, false, out);
}

LW_WIDE static void widest_of_in_fours(const lw_posed_polygons *p, const lw_edge_set *set, lw_axis *out)
{
    widest(p, set, true, out);
}

void lw_axes_widest_of(const lw_posed_polygons *p, const lw_edge_set *set, lw_axis *out)
{
    if (lw_has_wide())
        widest_of_in_fours(p, set, out);
    else
        widest_of_in_twos(p, set, out);
}
