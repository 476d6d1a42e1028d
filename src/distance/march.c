/* GJK's steps as long as no sign is in doubt.
 *
 * A search for the nearest point needs of each simplex only in which direction it lies, of any length:
 * a face's normal n = e x f, for an edge e x (w x e). No step divides or takes a root; that is left for
 * the end, and what the weights are too. With a new point a, only parts of the simplex with it can be
 * nearer: those of the old one were asked before. Squares are compared where lengths are meant:
 * the lower end d . w / |d| has met the upper one, d . v / |d|, where (d . v - d . w)^2 <= (closed
 * |d|)^2.
 *
 * Where a sign could be rounding's (by the same limits as in distance/simplex.c), the search of
 * distance/gjk.c takes over: nearly touching, needles, flat tetrahedra, and whatever overlaps. Compiled
 * for two kinds of processors. */
#include "distance/march.h"

#include "distance/side_support.h"
#include "distance/simplex.h"

enum { MARCH = 64 /* steps; polytopes of 500 vertices take 12 */ };

/* A corner of the simplex. */
typedef struct corner {
    vec3 w;
    uint32_t a, b; /* the vertices it is the difference of */
} corner;

typedef enum region { DOUBTFUL, AROUND, AT_POINT, ON_FIRST_EDGE, ON_SECOND_EDGE, ON_FACE } region;

/* The part of a face or edge that is nearest to the origin: along d, at the root of square / scale. */
typedef struct view {
    region at;
    vec3 d;
    double square, scale;
} view;

LW_INLINED view view_point(vec3 a)
{
    return (view){AT_POINT, a, norm2(a), 1};
}

/* The edge e from the new point a; along: how far the origin's foot is from a, times |e|. */
LW_INLINED view view_edge(vec3 a, vec3 e, double along, double square, region at)
{
    vec3 across = cross(a, e);
    return (view){along < square ? at : DOUBTFUL, cross(e, across), norm2(across), square};
}

/* The face of a, new, the first corner at a + ac, and the second at a + ab; n = ab x ac, whose length
 * has that square, and from which the origin is seen if it looks away from it. */
LW_INLINED view view_face(vec3 a, vec3 ac, vec3 ab, vec3 n, double square, double height, double noise2)
{
    double ab2 = norm2(ab);
    double ac2 = norm2(ac);
    vec3 across = cross(n, a);
    double of_c = dot(across, ab);
    double of_b = -dot(across, ac);
    double of_a = square - of_b - of_c;
    if (!(square > 1e-6 * (ab2 * ac2)) || of_c * of_c <= noise2 * (square * ab2) ||
        of_b * of_b <= noise2 * (square * ac2))
        return (view){.at = DOUBTFUL};
    if (of_b > 0 && of_c > 0)
        return (view){of_a > 1e-6 * square ? ON_FACE : DOUBTFUL, n, height * height, square};
    double along_b = -dot(a, ab);
    double along_c = -dot(a, ac);
    if (of_c < 0 && along_b > 0)
        return view_edge(a, ab, along_b, ab2, ON_SECOND_EDGE);
    if (of_b < 0 && along_c > 0)
        return view_edge(a, ac, along_c, ac2, ON_FIRST_EDGE);
    return view_point(a);
}

LW_INLINED bool is_nearer(const view *one, const view *other)
{
    return one->square * other->scale < other->square * one->scale;
}

/* One to three corners that carry the nearest point. Of three, d = (q - r) x (p - r), away from the
 * origin. */
typedef struct front {
    int count;
    corner p, q, r;
    vec3 d;
} front;

/* With a new corner; first and second are those of the face that the view is of. */
LW_INLINED void move_on(front *f, corner first, corner second, corner new, const view *v)
{
    f->d = v->d;
    switch (v->at) {
    case AT_POINT:
        f->count = 1;
        f->p = new;
        break;
    case ON_FIRST_EDGE:
        f->count = 2;
        f->p = first;
        f->q = new;
        break;
    case ON_SECOND_EDGE:
        f->count = 2;
        f->p = second;
        f->q = new;
        break;
    default:
        f->count = 3;
        f->p = first;
        f->q = second;
        f->r = new;
    }
}

LW_INLINED bool advance_from_point(front *f, corner new, double noise2)
{
    vec3 e = sub(f->p.w, new.w);
    double along = -dot(new.w, e);
    double square = norm2(e);
    if (along * along <= noise2 * square)
        return false;
    if (!(along > 0)) {
        f->p = new;
        f->d = new.w;
        return true;
    }
    view v = view_edge(new.w, e, along, square, ON_FIRST_EDGE);
    f->count = 2;
    f->q = new;
    f->d = v.d;
    return v.at != DOUBTFUL;
}

LW_INLINED bool advance_from_edge(front *f, corner new, double noise2)
{
    vec3 ab = sub(f->q.w, new.w);
    vec3 ac = sub(f->p.w, new.w);
    vec3 n = cross(ab, ac);
    double square = norm2(n);
    double height = dot(n, new.w);
    view v = view_face(new.w, ac, ab, n, square, height, noise2);
    if (v.at == DOUBTFUL)
        return false;
    if (v.at == ON_FACE && height < 0) {
        v.d = neg(n);
        move_on(f, f->q, f->p, new, &v);
    } else {
        move_on(f, f->p, f->q, new, &v);
    }
    return true;
}

/* One of the faces with the new corner, which lies on the inner side of the old one. */
typedef struct flank {
    vec3 n; /* inwards, as d will be */
    double square, height;
} flank;

LW_INLINED flank make_flank(vec3 a, vec3 ac, vec3 ab)
{
    vec3 n = cross(ab, ac);
    return (flank){n, norm2(n), dot(n, a)};
}

LW_INLINED bool is_clear(const flank *f, double noise2)
{
    return f->height * f->height > noise2 * f->square;
}

/* Of the faces looked at so far the part that is nearest, and the corners of its face. */
typedef struct candidate {
    view best;
    corner first, second;
} candidate;

/* The face of two old corners and the new one, a, if the origin is seen from it. ac, ab: to the old
 * ones. */
LW_INLINED void consider(const flank *f, vec3 a, vec3 ac, vec3 ab, corner first, corner second,
                         double noise2, candidate *c)
{
    if (!(f->height > 0) || c->best.at == DOUBTFUL)
        return;
    view v = view_face(a, ac, ab, f->n, f->square, f->height, noise2);
    if (v.at == DOUBTFUL || is_nearer(&v, &c->best))
        *c = (candidate){v, first, second};
}

/* gap: how much farther in the new corner is than the old face, times |d|; square: |d|^2. Of the three
 * faces with the new corner those are looked at that the origin is seen from. */
LW_INLINED bool advance_from_face(front *f, corner new, double gap, double square, double noise2)
{
    vec3 to_p = sub(f->p.w, new.w);
    vec3 to_q = sub(f->q.w, new.w);
    vec3 to_r = sub(f->r.w, new.w);
    if (!(gap * gap > 1e-10 * (square * norm2(to_r))))
        return false;
    flank pq = make_flank(new.w, to_p, to_q);
    flank qr = make_flank(new.w, to_q, to_r);
    flank rp = make_flank(new.w, to_r, to_p);
    if (!is_clear(&pq, noise2) || !is_clear(&qr, noise2) || !is_clear(&rp, noise2))
        return false;
    candidate c = {.best = {.at = AROUND, .square = HUGE_VAL, .scale = 1}};
    consider(&pq, new.w, to_p, to_q, f->p, f->q, noise2, &c);
    consider(&qr, new.w, to_q, to_r, f->q, f->r, noise2, &c);
    consider(&rp, new.w, to_r, to_p, f->r, f->p, noise2, &c);
    if (c.best.at == AROUND || c.best.at == DOUBTFUL)
        return false;
    move_on(f, c.first, c.second, new, &c.best);
    return true;
}

LW_INLINED corner find_corner(const lw_sides *sides, vec3 d, bool fours)
{
    corner new;
    vec3 a = side_support(&sides->side[0], d, &new.a, fours);
    vec3 b = side_support(&sides->side[1], neg(d), &new.b, fours);
    new.w = sub(b, a);
    return new;
}

LW_INLINED void hand_over_corner(const lw_sides *sides, const corner *c, int slot, lw_gjk *gjk)
{
    gjk->w[slot] = c->w;
    gjk->vertex[0][slot] = c->a;
    gjk->vertex[1][slot] = c->b;
    gjk->point[0][slot] = side_vertex(&sides->side[0], c->a);
    gjk->point[1][slot] = side_vertex(&sides->side[1], c->b);
}

LW_INLINED void hand_over(const lw_sides *sides, const front *f, lw_gjk *gjk)
{
    gjk->count = f->count;
    hand_over_corner(sides, &f->p, 0, gjk);
    if (f->count > 1)
        hand_over_corner(sides, &f->q, 1, gjk);
    if (f->count > 2)
        hand_over_corner(sides, &f->r, 2, gjk);
}

LW_INLINED void weigh(const front *f, lw_gjk *gjk)
{
    gjk->weight[0] = 1;
    if (f->count == 2) {
        vec3 e = sub(f->p.w, f->q.w);
        gjk->weight[0] = -dot(f->q.w, e) / norm2(e);
        gjk->weight[1] = 1 - gjk->weight[0];
    } else if (f->count == 3) {
        vec3 a = f->r.w;
        vec3 ab = sub(f->q.w, a);
        vec3 ac = sub(f->p.w, a);
        vec3 n = cross(ab, ac);
        double inverse = 1 / norm2(n);
        gjk->weight[0] = dot(n, cross(a, ab)) * inverse;
        gjk->weight[1] = dot(n, cross(ac, a)) * inverse;
        gjk->weight[2] = 1 - gjk->weight[0] - gjk->weight[1];
    }
}

/* height: of the simplex along d; low: of the newest point. */
LW_INLINED void finish(const lw_sides *sides, const front *f, double height, double low, double square,
                       lw_gjk *gjk)
{
    hand_over(sides, f, gjk);
    gjk->overlap = false;
    double inverse = 1 / sqrt(square);
    gjk->lower = low * inverse;
    gjk->normal = scale(inverse, f->d);
    gjk->v = scale(height * inverse, gjk->normal);
    weigh(f, gjk);
    /* nearer than that, what they are off shows */
    if (!(height * height > 1e-8 * (sides->size * sides->size) * square))
        lw_simplex_correct(gjk->w, gjk->count, gjk->v, gjk->weight);
}

LW_INLINED corner corner_of(const lw_gjk *gjk, int slot)
{
    return (corner){gjk->w[slot], gjk->vertex[0][slot], gjk->vertex[1][slot]};
}

LW_INLINED void turn_outwards(front *f)
{
    f->d = cross(sub(f->q.w, f->r.w), sub(f->p.w, f->r.w));
    if (dot(f->d, f->r.w) > 0)
        return;
    corner p = f->p;
    f->p = f->q;
    f->q = p;
    f->d = neg(f->d);
}

LW_INLINED bool march(const lw_sides *sides, lw_gjk_limits limits, lw_gjk *gjk, bool fours)
{
    double contact = lw_sides_contact(sides);
    double tolerance = lw_sides_tolerance(sides);
    double noise2 = contact * contact;
    double touch2 = limits.touch > 0 ? limits.touch * limits.touch : 0;
    double enough2 = limits.enough * limits.enough;
    front f = {.count = gjk->count, .d = gjk->v};
    if (f.count == 0) {
        f.count = 1;
        f.p = find_corner(sides, f.d, fours);
        f.d = f.p.w;
    } else {
        f.p = corner_of(gjk, 0);
        f.q = f.count > 1 ? corner_of(gjk, 1) : f.p;
        f.r = f.count > 2 ? corner_of(gjk, 2) : f.p;
        if (f.count == 3)
            turn_outwards(&f);
    }
    for (int step = 0; step < MARCH; step++) {
        double height = dot(f.d, f.count == 1 ? f.p.w : f.count == 2 ? f.q.w : f.r.w);
        double square = norm2(f.d);
        if (!(height > 0) || !(height * height > noise2 * square))
            break;
        corner new = find_corner(sides, f.d, fours);
        double low = dot(f.d, new.w);
        double gap = height - low;
        if (!(gap > 0) || gap * gap <= tolerance * tolerance * square ||
            (low > 0 && low * low > enough2 * square) || height * height <= touch2 * square) {
            gjk->iterations = step;
            finish(sides, &f, height, low, square, gjk);
            return true;
        }
        bool clear = f.count == 1   ? advance_from_point(&f, new, noise2)
                     : f.count == 2 ? advance_from_edge(&f, new, noise2)
                                    : advance_from_face(&f, new, gap, square, noise2);
        if (!clear) {
            hand_over(sides, &f, gjk);
            hand_over_corner(sides, &new, gjk->count++, gjk);
            return false;
        }
    }
    hand_over(sides, &f, gjk);
    return false;
}

static bool march_narrow(const lw_sides *sides, lw_gjk_limits limits, lw_gjk *gjk)
{
    return march(sides, limits, gjk, false);
}

LW_WIDE static bool march_wide(const lw_sides *sides, lw_gjk_limits limits, lw_gjk *gjk)
{
    return march(sides, limits, gjk, true);
}

const lw_march_variant lw_march_variants[2] = {march_narrow, march_wide};

bool lw_march(const lw_sides *sides, lw_gjk_limits limits, lw_gjk *gjk)
{
    return lw_has_wide() ? march_wide(sides, limits, gjk) : march_narrow(sides, limits, gjk);
}
