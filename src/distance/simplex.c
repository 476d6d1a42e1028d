/* The point of a simplex that is nearest to the origin.
 *
 * As in "Improving the GJK algorithm for faster and more reliable distance queries between convex
 * objects" (Montanari, Petrinic, Barbieri 2017), the weights are ratios of signed volumes, taken after
 * projecting the origin, and a negative one sends the search to the opposite face or edge. Different
 * from there: areas are measured along the face's normal instead of on an axis' plane; v is computed
 * as perpendicular to its face or edge; an origin inside is believed only if the weights bring it back
 * to the origin. Costs some ten to a hundred multiplications. */
#include "distance/simplex.h"

static void corner(const vec3 *w, int i, lw_nearest *out)
{
    out->count = 1;
    out->index[0] = i;
    out->weight[0] = 1;
    out->v = w[i];
    out->square = norm2(w[i]);
}

static void edge(const vec3 *w, int i, int j, lw_nearest *out)
{
    vec3 e = sub(w[j], w[i]);
    double square = norm2(e);
    double along = -dot(w[i], e);
    if (!(along > 0)) {
        corner(w, i, out);
        return;
    }
    if (!(along < square)) {
        corner(w, j, out);
        return;
    }
    double share = along / square;
    vec3 v = add_scaled(w[i], share, e);
    /* once more, so that v is perpendicular to e relative to its own length */
    v = add_scaled(v, -dot(v, e) / square, e);
    out->count = 2;
    out->index[0] = i;
    out->index[1] = j;
    out->weight[0] = 1 - share;
    out->weight[1] = share;
    out->v = v;
    out->square = norm2(v);
}

static void better_edge(const vec3 *w, int i, int j, lw_nearest *out)
{
    lw_nearest other;
    edge(w, i, j, &other);
    if (other.square < out->square)
        *out = other;
}

/* i < j < k */
static void face(const vec3 *w, int i, int j, int k, lw_nearest *out)
{
    vec3 e = sub(w[j], w[i]);
    vec3 f = sub(w[k], w[i]);
    vec3 normal = cross(e, f);
    double square = norm2(normal);
    if (square > 1e-28 * norm2(e) * norm2(f)) {
        /* corners as seen from the origin's projection, and the areas between it and the edges */
        vec3 v = scale(dot(normal, w[i]) / square, normal);
        vec3 a = sub(w[i], v);
        vec3 b = sub(w[j], v);
        vec3 c = sub(w[k], v);
        double of_a = dot(normal, cross(b, c));
        double of_b = dot(normal, cross(c, a));
        double of_c = dot(normal, cross(a, b));
        if (of_a > 0 && of_b > 0 && of_c > 0) {
            double all = 1 / (of_a + of_b + of_c);
            out->count = 3;
            out->index[0] = i;
            out->index[1] = j;
            out->index[2] = k;
            out->weight[0] = of_a * all;
            out->weight[1] = of_b * all;
            out->weight[2] = of_c * all;
            out->v = v;
            out->square = norm2(v);
            return;
        }
        /* the nearest point lies on an edge that the projection is beyond */
        out->square = HUGE_VAL;
        if (!(of_c > 0))
            better_edge(w, i, j, out);
        if (!(of_b > 0))
            better_edge(w, i, k, out);
        if (!(of_a > 0))
            better_edge(w, j, k, out);
        if (out->square < HUGE_VAL)
            return;
    }
    edge(w, i, j, out);
    better_edge(w, i, k, out);
    better_edge(w, j, k, out);
}

static void better_face(const vec3 *w, int i, int j, int k, lw_nearest *out)
{
    lw_nearest other;
    face(w, i, j, k, &other);
    if (other.square < out->square)
        *out = other;
}

/* True where the weights bring the point back to the origin. */
static bool inside(const vec3 *w, const double weight[4], double tolerance, lw_nearest *out)
{
    vec3 v = {0, 0, 0};
    for (int i = 0; i < 4; i++) {
        out->index[i] = i;
        out->weight[i] = weight[i];
        v = add_scaled(v, weight[i], w[i]);
    }
    out->count = 4;
    out->v = v;
    out->square = norm2(v);
    return out->square <= tolerance * tolerance;
}

static void solid(const vec3 *w, double tolerance, lw_nearest *out)
{
    vec3 e = sub(w[0], w[3]);
    vec3 f = sub(w[1], w[3]);
    vec3 g = sub(w[2], w[3]);
    vec3 ef = cross(e, f);
    vec3 fg = cross(f, g);
    vec3 ge = cross(g, e);
    double volume = dot(ef, g);
    out->square = HUGE_VAL;
    if (volume * volume > 1e-26 * norm2(ef) * norm2(g)) {
        /* volumes between the origin and the faces, over the whole: its weights */
        double share = -1 / volume;
        double weight[4] = {share * dot(fg, w[3]), share * dot(ge, w[3]), share * dot(ef, w[3]), 0};
        weight[3] = 1 - weight[0] - weight[1] - weight[2];
        if (weight[0] > 0 && weight[1] > 0 && weight[2] > 0 && weight[3] > 0 &&
            inside(w, weight, tolerance, out))
            return;
        out->square = HUGE_VAL;
        if (!(weight[0] > 0))
            better_face(w, 1, 2, 3, out);
        if (!(weight[1] > 0))
            better_face(w, 0, 2, 3, out);
        if (!(weight[2] > 0))
            better_face(w, 0, 1, 3, out);
        if (!(weight[3] > 0))
            better_face(w, 0, 1, 2, out);
        if (out->square < HUGE_VAL)
            return;
    }
    face(w, 0, 1, 2, out);
    better_face(w, 0, 1, 3, out);
    better_face(w, 0, 2, 3, out);
    better_face(w, 1, 2, 3, out);
}

void lw_simplex_nearest(const vec3 *w, int count, double tolerance, lw_nearest *out)
{
    switch (count) {
    case 1:
        corner(w, 0, out);
        break;
    case 2:
        edge(w, 0, 1, out);
        break;
    case 3:
        face(w, 0, 1, 2, out);
        break;
    default:
        solid(w, tolerance, out);
    }
}

void lw_simplex_nearest_of_all(const vec3 *w, int count, lw_nearest *out)
{
    corner(w, 0, out);
    for (int i = 1; i < count; i++) {
        if (norm2(w[i]) < out->square)
            corner(w, i, out);
        for (int j = 0; j < i; j++)
            better_edge(w, j, i, out);
    }
    for (int k = 2; k < count; k++)
        for (int j = 1; j < k; j++)
            for (int i = 0; i < j; i++)
                better_face(w, i, j, k, out);
}
