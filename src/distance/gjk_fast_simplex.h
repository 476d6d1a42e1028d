/* The simplex of GJK's fast path, and its steps to the next one with a new corner
 * (distance/gjk_fast.c). Inline, because it is compiled for two kinds of processors.
 *
 * Vectorised (SIMD): a single vector is held in all lanes of a register, the three corners of a face
 * side by side, so that a step to the next face tries three faces at once. Each advance_from is false,
 * and changes nothing, where rounding could decide a sign: by the same limits as in distance/simplex.c.
 * rounding2 is the square of the corners' rounding error. */
#ifndef LW_DISTANCE_GJK_FAST_SIMPLEX_H
#define LW_DISTANCE_GJK_FAST_SIMPLEX_H

#include "math/intrinsics.h"
#include "math/simd.h"

/* The variants for which the steps are compiled: any processor; wide registers; and wide registers with
 * two polytopes of one block each. */
typedef enum fast_kind { NARROW, WIDE, BLOCKS } fast_kind;

/* A corner of the simplex, in all lanes. */
typedef struct corner {
    vec3x4 w;
    uint64_t vertices; /* the vertices whose difference it is: a's, and b's in the upper half */
} corner;

/* One to three corners that carry the nearest point; it lies along d. */
typedef struct fast_simplex {
    int count;        /* 4: these three and the new corner enclose the origin */
    vec3x4 w;         /* p, q and r in the first lanes */
    uint64_t p, q, r; /* the vertices of these corners */
    vec3x4 d;         /* in all lanes; of a face: (q - r) x (p - r), away from the origin */
    double height;    /* d . w of each corner */
    double square;    /* of |d| */
    double volume[3]; /* with count 4: for p, q and r, six times the volume of the origin with the face
                         across from it */
} fast_simplex;

LW_INLINED void move_to_point(fast_simplex *f, const corner *new)
{
    f->count = 1;
    f->w = f->d = new->w;
    f->p = new->vertices;
    f->height = f->square = x4_first_dot(&new->w, &new->w);
}

/* Moves to the edge between the corner in a lane and the new one. e: from the new one to the corner, in
 * all lanes. */
LW_INLINED void move_to_edge(fast_simplex *f, int lane, uint64_t vertices, const corner *new,
                             const vec3x4 *e)
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

LW_INLINED bool advance_from_point(fast_simplex *f, const corner *new, double rounding2)
{
    vec3x4 e = x4_sub(&f->w, &new->w);
    double along = -x4_first_dot(&new->w, &e);
    double square = x4_first_dot(&e, &e);
    if (along * along <= rounding2 * square || !(along < square))
        return false;
    if (along > 0)
        move_to_edge(f, 0, f->p, new, &e);
    else
        move_to_point(f, new);
    return true;
}

/* Turns a face around: p and q change places. */
LW_INLINED void turn(fast_simplex *f)
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

LW_INLINED bool advance_from_edge(fast_simplex *f, const corner *new, double rounding2)
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
    if (!(square > 1e-6 * (square_q * square_p)) || of_p * of_p <= rounding2 * (square * square_q) ||
        of_q * of_q <= rounding2 * (square * square_p))
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
    double along; /* the distance of the origin's projection from the new corner, times the edge's
                     length */
    double length2;
    double square; /* the line's squared distance from the origin, times length2 */
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

/* Moves to the nearest edge between the new corner and one of the face, or to the new corner itself.
 * to: from the new corner to the face's. */
LW_INLINED bool leave_face(fast_simplex *f, const corner *new, const vec3x4 *to)
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

/* A bit for each of the first three lanes that is set. */
LW_INLINED int three_bits(const lw_mask_of_4 *mask, fast_kind how)
{
#ifdef LW_HAS_WIDE
    if (how != NARROW)
        return three_bits_wide(mask);
#endif
    (void)how;
    return (int)((*mask)[0] & 1) | (int)((*mask)[1] & 2) | (int)((*mask)[2] & 4);
}

/* The lanes of the next corners: q, r, p. */
LW_INLINED void lanes_next(const lw_doubles_4 *of, lw_doubles_4 *out)
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

/* The new corner replaces one, and its face with the other two becomes the simplex. lane: of the first
 * of these two. */
LW_INLINED void move_to_face(fast_simplex *f, int lane, const corner *new, const vec3x4 *n,
                             const lw_doubles_4 *height, const lw_doubles_4 *square)
{
    int replaced = (lane + 2) % 3;
    x4_put(&f->w, replaced, &new->w);
    if (replaced == 0)
        f->p = new->vertices;
    else if (replaced == 1)
        f->q = new->vertices;
    else
        f->r = new->vertices;
    f->d = x4_spread(n, lane);
    f->height = (*height)[lane];
    f->square = (*square)[lane];
}

/* Tries the three faces that the new corner makes with two of the old ones, side by side, each in the
 * lane of the first of these two. gap: how much nearer the new corner is along d than the old face,
 * times |d|. The normals point inwards; of the faces that see the origin, at most one has its
 * projection inside. */
LW_INLINED bool advance_from_face(fast_simplex *f, const corner *new, double gap, double rounding2,
                                  fast_kind how)
{
    const vec3x4 to = x4_sub(&f->w, &new->w);
    const vec3x4 to_next = x4_next(&to);
    const vec3x4 n = x4_cross(&to_next, &to);
    const vec3x4 across = x4_cross(&new->w, &to);
    const vec3x4 across_next = x4_next(&across);
    lw_doubles_4 square, height, length2, next_length2, of_first, minus_of_next;
    x4_dot(&n, &n, &square);
    x4_dot(&n, &new->w, &height);
    x4_dot(&to, &to, &length2);
    lanes_next(&length2, &next_length2);
    x4_dot(&n, &across_next, &of_first);
    x4_dot(&n, &across, &minus_of_next);
    lw_doubles_4 of_new = square + minus_of_next - of_first;
    lw_doubles_4 limit = rounding2 * square;
    lw_mask_of_4 seen = height > 0;
    lw_mask_of_4 inside = seen & (of_first > 0) & (minus_of_next < 0);
    lw_mask_of_4 needle = square <= 1e-6 * (next_length2 * length2);
    lw_mask_of_4 at_edge = (of_first * of_first <= limit * next_length2) |
                           (minus_of_next * minus_of_next <= limit * length2);
    lw_mask_of_4 doubt =
        (seen & (needle | at_edge)) | (inside & (of_new <= 1e-6 * square)) | (height * height <= limit);
    if (three_bits(&doubt, how) || !(gap * gap > 1e-10 * (f->square * length2[0])))
        return false;
    switch (three_bits(&inside, how)) {
    case 0:
        if (three_bits(&seen, how))
            return leave_face(f, new, &to);
        f->count = 4;
        for (int i = 0; i < 3; i++)
            f->volume[i] = -height[(i + 1) % 3];
        return true;
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

#endif
