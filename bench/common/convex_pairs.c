/* Random pairs of convex polytopes. Their true distance and depth come without the library's searches.
 * The gap along a direction, measured over all vertices, is a lower bound of the distance. The least
 * distance of a facet at one side of that gap from a facet at the other side is an upper bound; equal
 * bounds prove the distance. The depth is the least support value of the Minkowski difference over the
 * normals of its faces: the normals of the facets of both polytopes, and those of pairs of edges whose
 * arcs on the sphere of normals cross. */
#include "common/convex_pairs.h"

#include "distance/depth.h"
#include "distance/distance.h"
#include "math/pose.h"

#include <stdlib.h>

typedef struct wide {
    long double x, y, z;
} wide;

static wide wide_of(vec3 p)
{
    return (wide){(long double)p.x, (long double)p.y, (long double)p.z};
}

static wide along(wide a, long double s, wide b)
{
    return (wide){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

static wide minus(wide a, wide b)
{
    return along(a, -1, b);
}

static long double times(wide a, wide b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static wide product(wide a, wide b)
{
    return (wide){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static long double length(wide a)
{
    return sqrtl(times(a, a));
}

/* A posed polytope: its vertices, its edges with the normals of the facets on both sides. */
typedef struct solid {
    const lw_polytope *polytope;
    wide *points;
    wide *normals;
    struct {
        wide along;
        uint32_t facet[2];
    } * edges;
    uint32_t edge_count;
} solid;

static void free_solid(solid *s)
{
    free(s->points);
    free(s->normals);
    free(s->edges);
}

static bool make_solid(const lw_polytope *polytope, pose at, solid *s)
{
    uint32_t count = polytope->vertex_count;
    *s = (solid){.polytope = polytope};
    s->points = malloc(count * sizeof *s->points);
    s->normals = malloc(polytope->facet_count * sizeof *s->normals);
    s->edges = malloc(3 * (size_t)polytope->facet_count * sizeof *s->edges);
    uint32_t *facet_of = malloc((size_t)count * count * sizeof *facet_of);
    if (!s->points || !s->normals || !s->edges || !facet_of) {
        free(facet_of);
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        wide v = wide_of(polytope->vertices[i]);
        wide p = along(wide_of(at.position), v.x, wide_of(at.rotation.x));
        s->points[i] = along(along(p, v.y, wide_of(at.rotation.y)), v.z, wide_of(at.rotation.z));
    }
    for (uint32_t f = 0; f < polytope->facet_count; f++) {
        const uint32_t *c = polytope->facets[f];
        wide n =
            product(minus(s->points[c[1]], s->points[c[0]]), minus(s->points[c[2]], s->points[c[0]]));
        s->normals[f] = along((wide){0, 0, 0}, 1 / length(n), n);
        for (int k = 0; k < 3; k++)
            facet_of[c[k] * count + c[(k + 1) % 3]] = f;
    }
    for (uint32_t f = 0; f < polytope->facet_count; f++)
        for (int k = 0; k < 3; k++) {
            uint32_t i = polytope->facets[f][k];
            uint32_t j = polytope->facets[f][(k + 1) % 3];
            if (i > j)
                continue;
            s->edges[s->edge_count].along = minus(s->points[j], s->points[i]);
            s->edges[s->edge_count].facet[0] = f;
            s->edges[s->edge_count++].facet[1] = facet_of[j * count + i];
        }
    free(facet_of);
    return true;
}

static long double extreme(const solid *s, wide n)
{
    long double most = -HUGE_VALL;
    for (uint32_t i = 0; i < s->polytope->vertex_count; i++)
        most = fmaxl(most, times(n, s->points[i]));
    return most;
}

static long double point_segment(wide p, wide a, wide b)
{
    wide e = minus(b, a);
    long double share = times(minus(p, a), e) / times(e, e);
    return length(minus(p, along(a, fminl(fmaxl(share, 0), 1), e)));
}

static long double segments(const wide a[2], const wide b[2])
{
    wide e = minus(a[1], a[0]);
    wide f = minus(b[1], b[0]);
    wide n = product(e, f);
    wide between = minus(b[0], a[0]);
    long double square = times(n, n);
    if (square > 0) {
        long double s = times(product(between, f), n) / square;
        long double t = times(product(between, e), n) / square;
        if (s >= 0 && s <= 1 && t >= 0 && t <= 1)
            return fabsl(times(n, between)) / sqrtl(square);
    }
    return fminl(fminl(point_segment(a[0], b[0], b[1]), point_segment(a[1], b[0], b[1])),
                 fminl(point_segment(b[0], a[0], a[1]), point_segment(b[1], a[0], a[1])));
}

static long double point_face(wide p, const wide t[3])
{
    wide n = product(minus(t[1], t[0]), minus(t[2], t[0]));
    for (int k = 0; k < 3; k++)
        if (times(n, product(minus(t[(k + 1) % 3], t[k]), minus(p, t[k]))) < 0)
            return HUGE_VALL;
    return fabsl(times(n, minus(p, t[0]))) / length(n);
}

static long double triangles(const wide a[3], const wide b[3])
{
    long double least = HUGE_VALL;
    for (int i = 0; i < 3; i++) {
        least = fminl(least, fminl(point_face(a[i], b), point_face(b[i], a)));
        for (int k = 0; k < 3; k++)
            least =
                fminl(least, segments((wide[]){a[i], a[(i + 1) % 3]}, (wide[]){b[k], b[(k + 1) % 3]}));
    }
    return least;
}

/* The facets that reach within slack of the support value along n. */
static uint32_t reaching(const solid *s, wide n, long double slack, wide (**out)[3])
{
    long double least = extreme(s, n) - slack;
    uint32_t count = 0;
    *out = malloc(s->polytope->facet_count * sizeof **out);
    for (uint32_t f = 0; *out && f < s->polytope->facet_count; f++) {
        bool reaches = false;
        for (int k = 0; k < 3; k++) {
            (*out)[count][k] = s->points[s->polytope->facets[f][k]];
            reaches = reaches || times(n, (*out)[count][k]) >= least;
        }
        count += reaches;
    }
    return count;
}

/* The true distance, by a direction that is expected to prove it; less than 0 if it does not. */
static double true_distance(const solid s[2], wide n)
{
    n = along((wide){0, 0, 0}, 1 / length(n), n);
    wide back = along((wide){0, 0, 0}, -1, n);
    long double lower = -extreme(&s[1], back) - extreme(&s[0], n);
    wide(*faces[2])[3];
    uint32_t count[2] = {reaching(&s[0], n, 1e-6L, &faces[0]), reaching(&s[1], back, 1e-6L, &faces[1])};
    long double upper = HUGE_VALL;
    for (uint32_t i = 0; i < count[0]; i++)
        for (uint32_t k = 0; k < count[1]; k++)
            upper = fminl(upper, triangles(faces[0][i], faces[1][k]));
    free(faces[0]);
    free(faces[1]);
    return upper - lower <= 1e-14L ? (double)upper : -1;
}

/* Whether the arcs from a to b and from c to d on the sphere cross. */
static bool arcs_cross(wide a, wide b, wide c, wide d)
{
    wide ab = product(b, a);
    wide cd = product(d, c);
    long double cba = times(c, ab);
    long double dba = times(d, ab);
    long double adc = times(a, cd);
    long double bdc = times(b, cd);
    return cba * dba < 0 && adc * bdc < 0 && cba * bdc > 0;
}

static double true_depth(const solid s[2])
{
    const wide zero = {0, 0, 0};
    long double least = HUGE_VALL;
    for (int k = 0; k < 2; k++)
        for (uint32_t f = 0; f < s[k].polytope->facet_count; f++)
            least = fminl(least, extreme(&s[k], s[k].normals[f]) +
                                     extreme(&s[1 - k], along(zero, -1, s[k].normals[f])));
    for (uint32_t i = 0; i < s[0].edge_count; i++) {
        wide a = s[0].normals[s[0].edges[i].facet[0]];
        wide b = s[0].normals[s[0].edges[i].facet[1]];
        for (uint32_t k = 0; k < s[1].edge_count; k++) {
            wide c = along(zero, -1, s[1].normals[s[1].edges[k].facet[0]]);
            wide d = along(zero, -1, s[1].normals[s[1].edges[k].facet[1]]);
            if (!arcs_cross(a, b, c, d))
                continue;
            wide n = product(s[0].edges[i].along, s[1].edges[k].along);
            long double size = length(n);
            /* the sign puts n on the arc from a to b, which may be longer than a quarter turn */
            n = along(zero, (times(n, a) + times(n, b) > 0 ? 1 : -1) / size, n);
            least = fminl(least, extreme(&s[0], n) + extreme(&s[1], along(zero, -1, n)));
        }
    }
    return (double)least;
}

static lw_polytope *random_polytope(lw_random *random, lw_arena *arena, uint32_t n)
{
    double *points = malloc(3 * (size_t)n * sizeof *points);
    lw_polytope *out = NULL;
    double axes[3];
    for (int k = 0; k < 3; k++)
        axes[k] = lw_random_between(random, 0.4, 1);
    for (uint32_t i = 0; points && i < n; i++) {
        vec3 p;
        do {
            p.x = lw_random_between(random, -1, 1);
            p.y = lw_random_between(random, -1, 1);
            p.z = lw_random_between(random, -1, 1);
        } while (norm2(p) > 1 || norm2(p) < 0.01);
        p = scale(1 / norm(p), p);
        points[3 * i] = axes[0] * p.x;
        points[3 * i + 1] = axes[1] * p.y;
        points[3 * i + 2] = axes[2] * p.z;
    }
    if (points && lw_polytope_create(arena, points, n, &out, NULL) != LW_OK)
        out = NULL;
    free(points);
    return out;
}

static mat3 random_turn(lw_random *random)
{
    lw_quat q;
    do {
        q.x = lw_random_between(random, -1, 1);
        q.y = lw_random_between(random, -1, 1);
        q.z = lw_random_between(random, -1, 1);
        q.w = lw_random_between(random, -1, 1);
    } while (!lw_quat_normalize(&q));
    return lw_rotation_from_quat(q);
}

bool convex_pair_shapes(lw_random *random, lw_arena *arena, uint32_t n, convex_pair *out)
{
    for (int side = 0; side < 2; side++) {
        out->shape[side] = (lw_convex){.core = LW_CORE_POLYTOPE};
        out->shape[side].polytope = random_polytope(random, arena, n);
        if (!out->shape[side].polytope || out->shape[side].polytope->facet_count == 0)
            return false;
    }
    return true;
}

bool convex_pair_place(lw_random *random, convex_class which, convex_pair *out)
{
    const lw_convex *a = &out->shape[0];
    const lw_convex *b = &out->shape[1];
    out->b_in_a.rotation = random_turn(random);
    vec3 away = random_turn(random).x;
    double gap = which == CONVEX_DISTANT ? lw_random_between(random, 1, 4)
                 : which == CONVEX_NEAR  ? lw_random_between(random, 1e-3, 1e-2)
                                         : 1e-4;
    /* Newton's method from outside: the distance is a convex function of `way`, how far b is shifted
     */
    double way = 8;
    lw_bracket bracket;
    for (int i = 0; i < 100; i++) {
        out->b_in_a.position = scale(way, away);
        lw_convex_distance(a, b, &out->b_in_a, NULL, &bracket);
        if (bracket.upper - gap <= 1e-9)
            break;
        way -= (bracket.upper - gap) / dot(bracket.normal, away);
    }
    double depth = lw_random_between(random, 0.02, 0.25);
    double in = 0;
    for (int i = 0; i < 40 && which == CONVEX_OVERLAP; i++) {
        lw_depth found;
        double middle = 0.5 * (in + way);
        out->b_in_a.position = scale(middle, away);
        lw_convex_depth(a, b, &out->b_in_a, &found);
        if (found.upper > depth)
            in = middle;
        else
            way = middle;
    }
    solid s[2];
    bool made = make_solid(a->polytope, pose_identity(), &s[0]);
    made = make_solid(b->polytope, out->b_in_a, &s[1]) && made;
    if (made)
        out->truth =
            which == CONVEX_OVERLAP ? -true_depth(s) : true_distance(s, wide_of(bracket.normal));
    free_solid(&s[0]);
    free_solid(&s[1]);
    return made && (which == CONVEX_OVERLAP) == (out->truth < 0);
}
