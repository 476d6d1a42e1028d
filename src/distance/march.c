/* GJK's steps as long as no sign is in doubt.
 *
 * A search for the nearest point needs of each simplex only in which direction it lies, of any length:
 * a face's normal n = e x f, for an edge e x (w x e). No step divides or takes a root; that is left for
 * the end, and what the weights are too. With a new point a, only parts of the simplex with it can be
 * nearer: those of the old one were asked before. Squares are compared where lengths are meant:
 * the lower end d . w / |d| has met the upper one, d . v / |d|, where (d . v - d . w)^2 <= (closed
 * |d|)^2. With w = b - a, d . w is taken as d . b - d . a.
 *
 * Where a sign could be rounding's (by the same limits as in distance/simplex.c), the search of
 * distance/gjk.c takes over: nearly touching, needles, flat tetrahedra, and whatever overlaps. Compiled
 * for two kinds of processors.
 *
 * Vectors of which a step needs one are held in all lanes of a register, the three corners of a face
 * side by side, so that a step to the next face looks at three faces at once. */
#include "distance/march.h"

#include "distance/side_support.h"
#include "distance/simplex.h"

enum { MARCH = 64 /* steps; polytopes of 500 vertices take 12 */ };

/* What march is compiled for: any processor, one with wide registers, and there two polytopes of one
 * block each. */
typedef enum kind { NARROW, WIDE, BLOCKS } kind;

/* A corner of the simplex, in all lanes. */
typedef struct corner {
    vec3x4 w;
    uint64_t vertices; /* that it is the difference of: a's, and b's in the upper half */
} corner;

/* One to three corners that carry the nearest point, which lies along d. */
typedef struct front {
    int count;
    vec3x4 w;         /* p, q and r in the first lanes */
    uint64_t p, q, r; /* their vertices */
    vec3x4 d;         /* in all lanes; of three, (q - r) x (p - r), away from the origin */
    double height;    /* of the corners along d, times |d| */
    double square;    /* of |d| */
} front;

LW_INLINED void move_to_point(front *f, const corner *new)
{
    f->count = 1;
    f->w = f->d = new->w;
    f->p = new->vertices;
    f->height = f->square = x4_first_dot(&new->w, &new->w);
}

/* To that of the corner in a lane, and the new one. e: from this to that, in all lanes. */
LW_INLINED void move_to_edge(front *f, int lane, uint64_t vertices, const corner *new, const vec3x4 *e)
{
    vec3x4 across = x4_cross(&new->w, e);
    f->d = x4_cross(e, &across);
    f->height = x4_first_dot(&f->d, &new->w);
    f->square = x4_first_dot(&f->d, &f->d);
    f->count = 2;
    f->w = x4_spread(&f->w, lane);
    x4_put(&f->w, 1, &new->w);
    f->p = vertices;
    f->q = new->vertices;
}

LW_INLINED bool advance_from_point(front *f, const corner *new, double noise2)
{
    vec3x4 e = x4_sub(&f->w, &new->w);
    double along = -x4_first_dot(&new->w, &e);
    double square = x4_first_dot(&e, &e);
    if (along * along <= noise2 * square || !(along < square))
        return false;
    if (along > 0)
        move_to_edge(f, 0, f->p, new, &e);
    else
        move_to_point(f, new);
    return true;
}

/* A face that looks the wrong way: p and q change places. */
LW_INLINED void turn(front *f)
{
    const vec3x4 w = f->w;
    f->w.x = __builtin_shufflevector(w.x, w.x, 1, 0, 2, 1);
    f->w.y = __builtin_shufflevector(w.y, w.y, 1, 0, 2, 1);
    f->w.z = __builtin_shufflevector(w.z, w.z, 1, 0, 2, 1);
    uint64_t p = f->p;
    f->p = f->q;
    f->q = p;
    f->d = x4_neg(&f->d);
    f->height = -f->height;
}

LW_INLINED bool advance_from_edge(front *f, const corner *new, double noise2)
{
    const vec3x4 p = x4_spread(&f->w, 0);
    const vec3x4 q = x4_spread(&f->w, 1);
    vec3x4 to_p = x4_sub(&p, &new->w);
    vec3x4 to_q = x4_sub(&q, &new->w);
    vec3x4 n = x4_cross(&to_q, &to_p);
    vec3x4 across = x4_cross(&n, &new->w);
    double square = x4_first_dot(&n, &n);
    double square_p = x4_first_dot(&to_p, &to_p);
    double square_q = x4_first_dot(&to_q, &to_q);
    double of_p = x4_first_dot(&across, &to_q);
    double of_q = -x4_first_dot(&across, &to_p);
    double of_new = square - of_q - of_p;
    if (!(square > 1e-6 * (square_q * square_p)) || of_p * of_p <= noise2 * (square * square_q) ||
        of_q * of_q <= noise2 * (square * square_p))
        return false;
    if (of_q > 0 && of_p > 0) {
        if (!(of_new > 1e-6 * square))
            return false;
        double height = x4_first_dot(&n, &new->w);
        f->count = 3;
        x4_put(&f->w, 2, &new->w);
        f->r = new->vertices;
        f->d = n;
        f->height = height;
        f->square = square;
        if (height < 0)
            turn(f);
        return true;
    }
    double along_p = -x4_first_dot(&new->w, &to_p);
    double along_q = -x4_first_dot(&new->w, &to_q);
    if (of_p < 0 && along_q > 0) {
        if (!(along_q < square_q))
            return false;
        move_to_edge(f, 1, f->q, new, &to_q);
    } else if (of_q < 0 && along_p > 0) {
        if (!(along_p < square_p))
            return false;
        move_to_edge(f, 0, f->p, new, &to_p);
    } else {
        move_to_point(f, new);
    }
    return true;
}

/* One of the edges between a face and the new corner. */
typedef struct edge {
    double along; /* how far the origin's foot is from the new corner, times the length */
    double length2;
    double square; /* of its distance from the origin, times length2 */
} edge;

LW_INLINED edge make_edge(vec3 new, vec3 e)
{
    return (edge){-dot(new, e), norm2(e), norm2(cross(new, e))};
}

LW_INLINED bool is_nearer(const edge *one, const edge *other)
{
    return one->along > 0 &&
           !(other->along > 0 && other->square * one->length2 <= one->square * other->length2);
}

/* To the nearest of the edges with a corner of the face, or the new corner. to: from the new corner. */
LW_INLINED bool leave_face(front *f, const corner *new, const vec3x4 *to)
{
    vec3 w = x4_lane(&new->w, 0);
    edge to_p = make_edge(w, x4_lane(to, 0));
    edge to_q = make_edge(w, x4_lane(to, 1));
    edge to_r = make_edge(w, x4_lane(to, 2));
    int nearest = is_nearer(&to_q, &to_p) ? 1 : 0;
    edge best = nearest ? to_q : to_p;
    if (is_nearer(&to_r, &best)) {
        nearest = 2;
        best = to_r;
    }
    if (!(best.along > 0)) {
        move_to_point(f, new);
        return true;
    }
    if (!(best.along < best.length2))
        return false;
    vec3x4 e = x4_spread(to, nearest);
    move_to_edge(f, nearest, nearest == 0 ? f->p : nearest == 1 ? f->q : f->r, new, &e);
    return true;
}

#ifdef LW_HAS_WIDE
LW_WIDE static inline int three_bits_wide(const lw_mask_of_4 *mask)
{
    return _mm256_movemask_pd((__m256d)*mask) & 7;
}
#endif

/* Of three lanes, a bit for each that is set. */
LW_INLINED int three_bits(const lw_mask_of_4 *mask, kind how)
{
#ifdef LW_HAS_WIDE
    if (how != NARROW)
        return three_bits_wide(mask);
#endif
    (void)how;
    return (int)((*mask)[0] & 1) | (int)((*mask)[1] & 2) | (int)((*mask)[2] & 4);
}

/* Those of the next corner: q, r, p. */
LW_INLINED void lanes_next(const lw_lanes_4 *of, lw_lanes_4 *out)
{
    *out = __builtin_shufflevector(*of, *of, 1, 2, 0, 1);
}

LW_INLINED vec3x4 x4_next(const vec3x4 *of)
{
    vec3x4 out;
    lanes_next(&of->x, &out.x);
    lanes_next(&of->y, &out.y);
    lanes_next(&of->z, &out.z);
    return out;
}

/* The new corner takes the place of another, and the face of the two that stay becomes the front: in
 * the lane of the first of them. */
LW_INLINED void move_to_face(front *f, int lane, const corner *new, const vec3x4 *n,
                             const lw_lanes_4 *height, const lw_lanes_4 *square)
{
    int gone = (lane + 2) % 3;
    x4_put(&f->w, gone, &new->w);
    if (gone == 0)
        f->p = new->vertices;
    else if (gone == 1)
        f->q = new->vertices;
    else
        f->r = new->vertices;
    f->d = x4_spread(n, lane);
    f->height = (*height)[lane];
    f->square = (*square)[lane];
}

/* The three faces of the new corner with two of the old ones side by side, in the lane of the first of
 * the two. gap: how much farther in the new corner is than the old face, times |d|. The normals look
 * inwards; of faces that the origin is seen from, at most one has its foot inside. */
LW_INLINED bool advance_from_face(front *f, const corner *new, double gap, double noise2, kind how)
{
    const vec3x4 to = x4_sub(&f->w, &new->w);
    const vec3x4 to_next = x4_next(&to);
    const vec3x4 n = x4_cross(&to_next, &to);
    const vec3x4 across = x4_cross(&new->w, &to);
    const vec3x4 across_next = x4_next(&across);
    lw_lanes_4 square, height, length2, next_length2, of_first, minus_of_next;
    x4_dot(&n, &n, &square);
    x4_dot(&n, &new->w, &height);
    x4_dot(&to, &to, &length2);
    lanes_next(&length2, &next_length2);
    x4_dot(&n, &across_next, &of_first);
    x4_dot(&n, &across, &minus_of_next);
    lw_lanes_4 of_new = square + minus_of_next - of_first;
    lw_lanes_4 noise = noise2 * square;
    lw_mask_of_4 seen = height > 0;
    lw_mask_of_4 inside = seen & (of_first > 0) & (minus_of_next < 0);
    lw_mask_of_4 needle = square <= 1e-6 * (next_length2 * length2);
    lw_mask_of_4 at_edge = (of_first * of_first <= noise * next_length2) |
                           (minus_of_next * minus_of_next <= noise * length2);
    lw_mask_of_4 doubt =
        (seen & (needle | at_edge)) | (inside & (of_new <= 1e-6 * square)) | (height * height <= noise);
    if (three_bits(&doubt, how) || !(gap * gap > 1e-10 * (f->square * length2[0])))
        return false;
    switch (three_bits(&inside, how)) {
    case 0:
        return three_bits(&seen, how) && leave_face(f, new, &to);
    case 1:
        move_to_face(f, 0, new, &n, &height, &square);
        return true;
    case 2:
        move_to_face(f, 1, new, &n, &height, &square);
        return true;
    default:
        move_to_face(f, 2, new, &n, &height, &square);
        return true;
    }
}

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

LW_WIDE static inline double find_in_blocks(const lw_sides *sides, const vec3x4 *d, corner *out)
{
    const lw_polytope_block *a = sides->side[0].blocks;
    const lw_polytope_block *b = sides->side[1].blocks;
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
LW_INLINED void load(const vec3 *v, vec3x4 *out, kind how)
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

/* Gives back how far out it is along the direction: from what the vertices were compared by, which is
 * known long before the corner is, and whether the search has ended hangs on it. */
LW_INLINED double find_corner(const lw_sides *sides, const vec3x4 *direction, corner *out, kind how)
{
#ifdef LW_HAS_WIDE
    if (how == BLOCKS)
        return find_in_blocks(sides, direction, out);
#endif
    vec3 d = x4_lane(direction, 0);
    uint32_t vertex[2];
    vec3 a = side_support(&sides->side[0], d, &vertex[0], how != NARROW);
    vec3 b = side_support(&sides->side[1], neg(d), &vertex[1], how != NARROW);
    out->vertices = join(vertex[0], vertex[1]);
    out->w = x4_all(sub(b, a));
    return dot(b, d) - dot(a, d);
}

LW_INLINED vec3 vertex_of(const lw_side *side, uint32_t index, kind how)
{
    if (how != BLOCKS)
        return side_vertex(side, index);
    const lw_polytope_block *block = side->blocks;
    return v3(block->each[0][index], block->each[1][index], block->each[2][index]);
}

/* A corner as the points of a and of b that it is the difference of. */
typedef struct couple {
    vec3 a, b, w;
} couple;

LW_INLINED couple couple_of(const lw_sides *sides, uint64_t vertices, kind how)
{
    vec3 a = vertex_of(&sides->side[0], (uint32_t)vertices, how);
    vec3 b = vertex_of(&sides->side[1], (uint32_t)(vertices >> 32), how);
    return (couple){a, b, sub(b, a)};
}

LW_INLINED void name_corner(uint64_t vertices, int slot, lw_gjk *gjk)
{
    gjk->vertex[0][slot] = (uint32_t)vertices;
    gjk->vertex[1][slot] = (uint32_t)(vertices >> 32);
}

LW_INLINED void hand_over_corner(const lw_sides *sides, uint64_t vertices, lw_gjk *gjk, kind how)
{
    const couple c = couple_of(sides, vertices, how);
    int slot = gjk->count++;
    name_corner(vertices, slot, gjk);
    gjk->point[0][slot] = c.a;
    gjk->point[1][slot] = c.b;
    gjk->w[slot] = c.w;
}

LW_INLINED void hand_over(const lw_sides *sides, const front *f, lw_gjk *gjk, kind how)
{
    gjk->count = 0;
    hand_over_corner(sides, f->p, gjk, how);
    if (f->count > 1)
        hand_over_corner(sides, f->q, gjk, how);
    if (f->count > 2)
        hand_over_corner(sides, f->r, gjk, how);
}

/* The corners' weights, and the points that they stand for. */
LW_INLINED void weigh(const lw_sides *sides, const front *f, lw_gjk *gjk, kind how)
{
    gjk->count = f->count;
    name_corner(f->p, 0, gjk);
    const couple p = couple_of(sides, f->p, how);
    if (f->count == 1) {
        gjk->weight[0] = 1;
        gjk->nearest[0] = p.a;
        gjk->nearest[1] = p.b;
        return;
    }
    name_corner(f->q, 1, gjk);
    const couple q = couple_of(sides, f->q, how);
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
    name_corner(f->r, 2, gjk);
    const couple r = couple_of(sides, f->r, how);
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

/* low: of the newest point along d. */
LW_INLINED void finish(const lw_sides *sides, const front *f, double low, lw_gjk *gjk, kind how)
{
    gjk->overlap = false;
    double inverse = 1 / sqrt(f->square);
    gjk->lower = low * inverse;
    gjk->normal = scale(inverse, x4_lane(&f->d, 0));
    gjk->v = scale(f->height * inverse, gjk->normal);
    weigh(sides, f, gjk, how);
    if (f->height * f->height > 1e-8 * (sides->size * sides->size) * f->square)
        return;
    /* nearer than that, what the weights are off shows */
    hand_over(sides, f, gjk, how);
    lw_simplex_correct(gjk->w, gjk->count, gjk->v, gjk->weight);
    lw_gjk_weigh(gjk);
}

LW_INLINED uint32_t vertex_count_of(const lw_side *side, kind how)
{
    return how == BLOCKS ? side->shape->polytope->vertex_count : lw_side_vertex_count(side);
}

/* How many corners memory holds for these shapes: at most three. */
LW_INLINED int count_recalled(const lw_sides *sides, const lw_memory *memory, kind how)
{
    if (!memory || memory->count > 3)
        return 0;
    for (int s = 0; s < 2; s++) {
        uint32_t vertices = vertex_count_of(&sides->side[s], how);
        for (uint32_t i = 0; i < memory->count; i++)
            if (memory->vertex[s][i] >= vertices)
                return 0;
    }
    return (int)memory->count;
}

LW_INLINED corner recall(const lw_sides *sides, const lw_memory *memory, int slot, kind how)
{
    uint64_t vertices = join(memory->vertex[0][slot], memory->vertex[1][slot]);
    return (corner){x4_all(couple_of(sides, vertices, how).w), vertices};
}

/* Its square, with its own sign. */
LW_INLINED double signed_square(double a)
{
    return a * fabs(a);
}

/* New corners come from memory first, as far as they make a simplex with its foot inside, and then from
 * supports. */
LW_INLINED bool march(const lw_sides *sides, lw_gjk_limits limits, const lw_memory *memory, lw_gjk *gjk,
                      kind how)
{
    double contact = lw_sides_contact(sides);
    double tolerance = lw_sides_tolerance(sides);
    double noise2 = contact * contact;
    double tolerance2 = tolerance * tolerance;
    double near2 = limits.touch > contact ? limits.touch * limits.touch : noise2;
    double enough2 = limits.enough * limits.enough;
    int recalled = count_recalled(sides, memory, how);
    front f = {.count = 0};
    corner new;
    if (recalled == 0) {
        vec3x4 d;
        load(&gjk->v, &d, how);
        find_corner(sides, &d, &new, how);
    } else {
        new = recall(sides, memory, 0, how);
    }
    move_to_point(&f, &new);
    for (int slot = 1; slot < recalled; slot++) {
        new = recall(sides, memory, slot, how);
        if (!(f.count == 1 ? advance_from_point(&f, &new, noise2)
                           : advance_from_edge(&f, &new, noise2)))
            break;
    }
    for (int step = 0; step < MARCH; step++) {
        double low = find_corner(sides, &f.d, &new, how);
        double gap = f.height - low;
        if (!(signed_square(gap) > tolerance2 * f.square) ||
            !(signed_square(f.height) > near2 * f.square) || signed_square(low) > enough2 * f.square) {
            if (!(signed_square(f.height) > noise2 * f.square))
                break;
            gjk->iterations = step;
            finish(sides, &f, low, gjk, how);
            return true;
        }
        bool clear = f.count == 1   ? advance_from_point(&f, &new, noise2)
                     : f.count == 2 ? advance_from_edge(&f, &new, noise2)
                                    : advance_from_face(&f, &new, gap, noise2, how);
        if (!clear) {
            hand_over(sides, &f, gjk, how);
            hand_over_corner(sides, new.vertices, gjk, how);
            return false;
        }
    }
    hand_over(sides, &f, gjk, how);
    return false;
}

static bool march_narrow(const lw_sides *sides, lw_gjk_limits limits, const lw_memory *memory,
                         lw_gjk *gjk)
{
    return march(sides, limits, memory, gjk, NARROW);
}

LW_WIDE static bool march_wide(const lw_sides *sides, lw_gjk_limits limits, const lw_memory *memory,
                               lw_gjk *gjk)
{
    return march(sides, limits, memory, gjk, WIDE);
}

LW_WIDE static bool march_in_blocks(const lw_sides *sides, lw_gjk_limits limits,
                                    const lw_memory *memory, lw_gjk *gjk)
{
    return march(sides, limits, memory, gjk, BLOCKS);
}

const lw_march_variant lw_march_variants[3] = {march_narrow, march_wide, march_in_blocks};

static bool is_block(const lw_side *side)
{
    return side->blocks && side->block_count == 1;
}

int lw_march_variant_count(const lw_sides *sides)
{
    if (!lw_has_wide())
        return 1;
    return is_block(&sides->side[0]) && is_block(&sides->side[1]) ? 3 : 2;
}

bool lw_march(const lw_sides *sides, lw_gjk_limits limits, const lw_memory *memory, lw_gjk *gjk)
{
    switch (lw_march_variant_count(sides)) {
    case 1:
        return march_narrow(sides, limits, memory, gjk);
    case 2:
        return march_wide(sides, limits, memory, gjk);
    default:
        return march_in_blocks(sides, limits, memory, gjk);
    }
}
