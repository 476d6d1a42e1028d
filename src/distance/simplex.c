/* The point of a simplex that is nearest to the origin.
 *
 * As in "Improving the GJK algorithm for faster and more reliable distance queries between convex
 * objects" (Montanari, Petrinic, Barbieri 2017), the weights are ratios of signed volumes, taken after
 * projecting the origin, and a negative one sends the search to the opposite face or edge. It differs
 * from the paper: areas are measured along the face's normal instead of in an axis' plane; v is
 * computed as perpendicular to its face or edge; the origin counts as inside only if the weighted sum
 * of the points is the origin up to rounding. And where rounding blurs whether the nearest point lies
 * on a face or on one of its edges, the face is taken: with the rounding error r, the direction from an
 * edge at the distance d errs by r / d, from a face of the height h by r / h. Costs some ten to a
 * hundred multiplications. */
#include "distance/simplex.h"

typedef struct simplex {
    const vec3 *w;
    double rounding;
} simplex;

/* Each try_ function stores its corner, edge or face in out if it is nearer than the one there. */
static void try_corner(const simplex *s, int i, lw_nearest *out)
{
    double square = norm2(s->w[i]);
    if (!(square < out->square))
        return;
    out->count = 1;
    out->index[0] = i;
    out->weight[0] = 1;
    out->v = s->w[i];
    out->square = square;
}

/* Whether the projection counts as on the edge: it is beyond an end by no more than the rounding error,
 * and the edge is longer than the end's distance from the origin. */
static bool blurred_edge(const simplex *s, double beyond, double square, vec3 end)
{
    return beyond * beyond <= s->rounding * s->rounding * square && square > norm2(end);
}

static void try_edge(const simplex *s, int i, int j, lw_nearest *out)
{
    vec3 e = sub(s->w[j], s->w[i]);
    double square = norm2(e);
    double along = -dot(s->w[i], e);
    if (!(along > 0) && !blurred_edge(s, along, square, s->w[i])) {
        try_corner(s, i, out);
        return;
    }
    if (!(along < square) && !blurred_edge(s, along - square, square, s->w[j])) {
        try_corner(s, j, out);
        return;
    }
    double inverse = 1 / square;
    double share = along * inverse;
    vec3 v = add_scaled(s->w[i], share, e);
    /* projected again, so that v is perpendicular to e relative to its own length */
    v = add_scaled(v, -dot(v, e) * inverse, e);
    double distance = norm2(v);
    if (!(distance < out->square))
        return;
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    out->count = 2;
    out->index[0] = i;
    out->index[1] = j;
    out->weight[0] = 1 - share;
    out->weight[1] = share;
    out->v = v;
    out->square = distance;
}

/* A triangle with its normal, from the two shorter edges: on a needle the product of the two long ones
 * cancels. */
typedef struct triangle {
    vec3 normal;
    double square;  /* of the normal's length */
    double edge[3]; /* squares of the edges across from each corner */
    double shorter; /* the product of the two smaller squares */
} triangle;

static triangle make_triangle(vec3 a, vec3 b, vec3 c)
{
    triangle t;
    vec3 ab = sub(b, a);
    vec3 ac = sub(c, a);
    vec3 bc = sub(c, b);
    t.edge[0] = norm2(bc);
    t.edge[1] = norm2(ac);
    t.edge[2] = norm2(ab);
    if (t.edge[0] >= t.edge[1] && t.edge[0] >= t.edge[2]) {
        t.normal = cross(ab, ac);
        t.shorter = t.edge[1] * t.edge[2];
    } else if (t.edge[1] >= t.edge[2]) {
        t.normal = cross(ab, bc);
        t.shorter = t.edge[0] * t.edge[2];
    } else {
        t.normal = cross(ac, bc);
        t.shorter = t.edge[0] * t.edge[1];
    }
    t.square = norm2(t.normal);
    if (t.square < 1e-8 * t.shorter) {
        /* all edges nearly along one line: the error along it would tilt the face most */
        vec3 longest = t.edge[0] >= t.edge[1] && t.edge[0] >= t.edge[2] ? bc
                       : t.edge[1] >= t.edge[2]                         ? ac
                                                                        : ab;
        t.normal = add_scaled(t.normal, -dot(t.normal, longest) / norm2(longest), longest);
        t.square = norm2(t.normal);
    }
    return t;
}

/* Whether the projection counts as on the face: it is beyond an edge by no more than the rounding
 * error, and the triangle's height over that edge is more than the distance. area: twice that of the
 * projection with each edge, times |normal|. */
static bool blurred_face(const simplex *s, const triangle *t, const double area[3], double distance2)
{
    for (int k = 0; k < 3; k++)
        if (!(area[k] > 0) &&
            !(area[k] * area[k] <= s->rounding * s->rounding * t->square * t->edge[k] &&
              t->square > distance2 * t->edge[k]))
            return false;
    return true;
}

/* Whether the weighted sum of the corners is the origin's projection when negative weights are left
 * out; the corners are relative to the projection. The lines of all edges of a needle may pass close by
 * the origin while the needle itself is far. */
static bool comes_back(const simplex *s, const vec3 corner[3], const double weight[3])
{
    vec3 off = scale(weight[0], corner[0]);
    off = add_scaled(off, weight[1], corner[1]);
    off = add_scaled(off, weight[2], corner[2]);
    return norm2(off) <= 256 * s->rounding * s->rounding;
}

/* i < j < k */
static void try_face(const simplex *s, int i, int j, int k, lw_nearest *out)
{
    const vec3 *w = s->w;
    triangle t = make_triangle(w[i], w[j], w[k]);
    bool beyond[3] = {true, true, true};
    /* below a height of the rounding error the weights mean nothing: one of the edges is as near */
    double longest = greater(t.edge[0], greater(t.edge[1], t.edge[2]));
    if (t.square > 1e-28 * t.shorter && t.square > s->rounding * s->rounding * longest) {
        /* corners relative to the origin's projection, and its areas with the edges */
        double inverse = 1 / t.square;
        vec3 v = scale(dot(t.normal, w[i]) * inverse, t.normal);
        vec3 a = sub(w[i], v);
        vec3 b = sub(w[j], v);
        vec3 c = sub(w[k], v);
        double area[3] = {dot(t.normal, cross(b, c)), dot(t.normal, cross(c, a)),
                          dot(t.normal, cross(a, b))};
        bool on_face = area[0] > 0 && area[1] > 0 && area[2] > 0;
        double square = norm2(v);
        if (on_face || blurred_face(s, &t, area, square)) {
            double weight[3];
            for (int m = 0; m < 3; m++)
                weight[m] = area[m] > 0 ? area[m] : 0;
            double all = 1 / (weight[0] + weight[1] + weight[2]);
            for (int m = 0; m < 3; m++)
                weight[m] *= all;
            if (on_face || comes_back(s, (const vec3[]){a, b, c}, weight)) {
                if (!(square < out->square))
                    return;
                out->count = 3;
                out->index[0] = i;
                out->index[1] = j;
                out->index[2] = k;
                for (int m = 0; m < 3; m++)
                    out->weight[m] = weight[m];
                out->v = v;
                out->square = square;
                return;
            }
        }
        /* the nearest point lies on an edge that has the projection beyond it */
        for (int m = 0; m < 3; m++)
            beyond[m] = !(area[m] > 0);
    }
    if (beyond[2])
        try_edge(s, i, j, out);
    if (beyond[1])
        try_edge(s, i, k, out);
    if (beyond[0])
        try_edge(s, j, k, out);
}

/* The gradients of the weights in a tetrahedron: the faces' normals, towards the fourth corner, over
 * six times the volume. */
typedef struct tetrahedron {
    vec3 slope[3]; /* gradients of the weights of corners 0, 1, 2 */
} tetrahedron;

static vec3 weighted(const vec3 *w, const double weight[4])
{
    vec3 v = scale(weight[0], w[0]);
    for (int i = 1; i < 4; i++)
        v = add_scaled(v, weight[i], w[i]);
    return v;
}

static void shift_weights(const tetrahedron *t, vec3 by, double weight[4])
{
    for (int i = 0; i < 3; i++)
        weight[i] -= dot(t->slope[i], by);
    weight[3] = 1 - weight[0] - weight[1] - weight[2];
}

static bool all_positive(const double weight[4])
{
    return weight[0] > 0 && weight[1] > 0 && weight[2] > 0 && weight[3] > 0;
}

/* True where the weighted sum of the corners is the origin up to rounding. In a flat tetrahedron the
 * weights are first corrected by the distance of that sum. */
static bool inside(const simplex *s, const tetrahedron *t, double weight[4], lw_nearest *out)
{
    for (int pass = 0; pass < 4 && all_positive(weight); pass++) {
        vec3 v = weighted(s->w, weight);
        if (norm2(v) <= s->rounding * s->rounding) {
            out->count = 4;
            out->v = v;
            out->square = norm2(v);
            for (int i = 0; i < 4; i++) {
                out->index[i] = i;
                out->weight[i] = weight[i];
            }
            return true;
        }
        shift_weights(t, v, weight);
    }
    return false;
}

static void try_solid(const simplex *s, lw_nearest *out)
{
    const vec3 *w = s->w;
    vec3 e = sub(w[0], w[3]);
    vec3 f = sub(w[1], w[3]);
    vec3 g = sub(w[2], w[3]);
    vec3 ef = cross(e, f);
    double volume = dot(ef, g);
    if (volume * volume > 1e-26 * norm2(ef) * norm2(g)) {
        double share = 1 / volume;
        tetrahedron t = {{scale(share, cross(f, g)), scale(share, cross(g, e)), scale(share, ef)}};
        double weight[4] = {0, 0, 0, 1};
        shift_weights(&t, w[3], weight);
        if (inside(s, &t, weight, out))
            return;
        /* the nearest point lies on a face that has the origin beyond it */
        if (!(weight[0] > 0))
            try_face(s, 1, 2, 3, out);
        if (!(weight[1] > 0))
            try_face(s, 0, 2, 3, out);
        if (!(weight[2] > 0))
            try_face(s, 0, 1, 3, out);
        if (!(weight[3] > 0))
            try_face(s, 0, 1, 2, out);
        if (out->square < HUGE_VAL)
            return;
    }
    try_face(s, 0, 1, 2, out);
    try_face(s, 0, 1, 3, out);
    try_face(s, 0, 2, 3, out);
    try_face(s, 1, 2, 3, out);
}

/* Begins with the first corner. Where no square is finite, it stays the answer: a point of the simplex
 * in any case. */
static void begin(const vec3 *w, lw_nearest *out)
{
    out->count = 1;
    out->index[0] = 0;
    out->weight[0] = 1;
    out->v = w[0];
    out->square = HUGE_VAL;
}

void lw_simplex_nearest(const vec3 *w, int count, double rounding, lw_nearest *out)
{
    simplex s = {w, rounding};
    begin(w, out);
    switch (count) {
    case 1:
        try_corner(&s, 0, out);
        break;
    case 2:
        try_edge(&s, 0, 1, out);
        break;
    case 3:
        try_face(&s, 0, 1, 2, out);
        break;
    default:
        try_solid(&s, out);
    }
}

void lw_simplex_nearest_of_all(const vec3 *w, int count, double rounding, lw_nearest *out)
{
    simplex s = {w, rounding};
    begin(w, out);
    for (int i = 0; i < count; i++)
        try_corner(&s, i, out);
    for (int j = 1; j < count; j++)
        for (int i = 0; i < j; i++)
            try_edge(&s, i, j, out);
    for (int k = 2; k < count; k++)
        for (int j = 1; j < k; j++)
            for (int i = 0; i < j; i++)
                try_face(&s, i, j, k, out);
}

static vec3 off_by(const vec3 *w, int count, vec3 v, const double *weight)
{
    vec3 off = sub(scale(weight[0], w[0]), v);
    for (int i = 1; i < count; i++)
        off = add_scaled(off, weight[i], w[i]);
    return off;
}

/* Shifts weight between the ends of an edge until the weighted sum is as near to v as it can be. */
static void correct_edge(const vec3 *w, int i, int j, vec3 off, double *weight)
{
    vec3 e = sub(w[j], w[i]);
    double both = weight[i] + weight[j];
    double share = weight[j] - dot(off, e) / norm2(e);
    weight[j] = lesser(greater(share, 0), both);
    weight[i] = both - weight[j];
}

void lw_simplex_correct(const vec3 *w, int count, vec3 v, double *weight)
{
    if (count == 2)
        correct_edge(w, 0, 1, off_by(w, 2, v, weight), weight);
    if (count != 3)
        return;
    triangle t = make_triangle(w[0], w[1], w[2]);
    vec3 off = off_by(w, 3, v, weight);
    int beyond = -1;
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        vec3 across = sub(w[(i + 2) % 3], w[(i + 1) % 3]);
        weight[i] -= dot(cross(t.normal, across), off) / t.square;
        if (!(weight[i] > 0)) {
            weight[i] = 0;
            beyond = i;
        }
        sum += weight[i];
    }
    for (int i = 0; i < 3; i++)
        weight[i] /= sum;
    /* on a needle the three products cancel along its length: correct along the longest edge */
    if (beyond < 0)
        beyond = t.edge[0] >= t.edge[1] && t.edge[0] >= t.edge[2] ? 0 : t.edge[1] >= t.edge[2] ? 1 : 2;
    correct_edge(w, (beyond + 1) % 3, (beyond + 2) % 3, off_by(w, 3, v, weight), weight);
}
