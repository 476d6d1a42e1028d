/* The point of a hull that is nearest to a given one, by Wolfe's method (Finding the nearest point in a
 * polytope, 1976), in doubles. */
#include "nearest.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

/* Some corners, given from the point that is sought, and their weights of sum 1. */
typedef struct simplex {
    size_t count, index[4];
    double corner[4][3], weight[4];
} simplex;

static double product(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void mean(const simplex *s, double out[3])
{
    for (int k = 0; k < 3; k++) {
        out[k] = 0;
        for (size_t i = 0; i < s->count; i++)
            out[k] += s->weight[i] * s->corner[i][k];
    }
}

/* Edges from a simplex's first corner, made perpendicular to each other, the longest one first. */
typedef struct edges {
    size_t count, order[3];
    double given[3][3], unit[3][3], along[3][3];
} edges;

static void make_edges(const simplex *s, edges *e)
{
    double rest[3][3];
    bool used[3] = {false};
    double least = 0;
    e->count = 0;
    for (size_t i = 0; i + 1 < s->count; i++)
        for (int k = 0; k < 3; k++)
            e->given[i][k] = rest[i][k] = s->corner[i + 1][k] - s->corner[0][k];
    while (e->count + 1 < s->count) {
        size_t next = 0;
        double longest = -1;
        for (size_t i = 0; i + 1 < s->count; i++) {
            double square = product(rest[i], rest[i]);
            if (!used[i] && square > longest) {
                longest = square;
                next = i;
            }
        }
        if (!(longest > least))
            return;
        if (!e->count)
            least = longest * 1e-28;
        used[next] = true;
        size_t n = e->count++;
        e->order[n] = next;
        for (int k = 0; k < 3; k++)
            e->unit[n][k] = rest[next][k] / sqrt(longest);
        for (size_t i = 0; i + 1 < s->count; i++) {
            e->along[n][i] = product(e->unit[n], rest[i]);
            for (int k = 0; k < 3 && !used[i]; k++)
                rest[i][k] -= e->along[n][i] * e->unit[n][k];
        }
    }
}

/* Sets the weights to those of the point of the simplex's plane that is nearest to the origin; solves
 * again for what rounding has left. */
static void solve(simplex *s)
{
    edges e;
    make_edges(s, &e);
    memset(s->weight, 0, sizeof s->weight);
    s->weight[0] = 1;
    for (int round = 0; round < 3; round++) {
        double rest[3];
        double step[3] = {0};
        mean(s, rest);
        for (size_t n = e.count; n-- > 0;) {
            double value = -product(e.unit[n], rest);
            for (size_t k = n + 1; k < e.count; k++)
                value -= e.along[n][e.order[k]] * step[k];
            step[n] = value / e.along[n][e.order[n]];
        }
        for (size_t n = 0; n < e.count; n++) {
            s->weight[e.order[n] + 1] += step[n];
            s->weight[0] -= step[n];
        }
    }
}

/* Goes from old weights towards the nearest point of the plane, as far as all stay 0 or more, and
 * leaves out corners of weight 0. Until that point is in the simplex. */
static void descend(simplex *s)
{
    for (;;) {
        double before[4];
        memcpy(before, s->weight, sizeof before);
        solve(s);
        double way = 1;
        for (size_t i = 0; i < s->count; i++)
            if (s->weight[i] < 0 && before[i] - s->weight[i] > 0)
                way = fmin(way, before[i] / (before[i] - s->weight[i]));
        bool inside = way == 1;
        size_t kept = 0;
        size_t smallest = 0;
        double weight[4];
        for (size_t i = 0; i < s->count; i++) {
            weight[i] = inside ? s->weight[i] : before[i] + way * (s->weight[i] - before[i]);
            smallest = weight[i] < weight[smallest] ? i : smallest;
        }
        for (size_t i = 0; i < s->count; i++) {
            if (!(weight[i] > 0) || (!inside && i == smallest))
                continue;
            memmove(s->corner[kept], s->corner[i], sizeof *s->corner);
            s->index[kept] = s->index[i];
            s->weight[kept++] = weight[i];
        }
        s->count = kept;
        if (inside || kept < 2)
            break;
    }
    if (s->count == 1)
        s->weight[0] = 1;
}

static void set_corner(simplex *s, const double (*points)[3], size_t index, const double near_to[3])
{
    size_t n = s->count++;
    s->index[n] = index;
    s->weight[n] = n ? 0 : 1;
    for (int k = 0; k < 3; k++)
        s->corner[n][k] = points[index][k] - near_to[k];
}

/* The point of the hull that is lowest along a direction. */
static size_t lowest(const double (*points)[3], size_t count, const double along[3])
{
    size_t best = 0;
    for (size_t i = 1; i < count; i++)
        best = product(along, points[i]) < product(along, points[best]) ? i : best;
    return best;
}

static size_t nearest_corner(const double (*points)[3], size_t count, const double near_to[3])
{
    size_t best = 0;
    double least = DBL_MAX;
    for (size_t i = 0; i < count; i++) {
        double d[3] = {points[i][0] - near_to[0], points[i][1] - near_to[1], points[i][2] - near_to[2]};
        if (product(d, d) < least) {
            least = product(d, d);
            best = i;
        }
    }
    return best;
}

size_t weights_of_nearest(const double (*points)[3], size_t count, const double near_to[3],
                          weighted found[4])
{
    enum { STEPS = 200 };
    simplex s = {0};
    set_corner(&s, points, nearest_corner(points, count, near_to), near_to);
    for (int step = 0; step < STEPS && s.count < 4; step++) {
        double x[3];
        mean(&s, x);
        size_t next = lowest(points, count, x);
        simplex more = s;
        set_corner(&more, points, next, near_to);
        descend(&more);
        double y[3];
        mean(&more, y);
        if (!more.count || !(product(y, y) < product(x, x)))
            break;
        s = more;
    }
    for (size_t i = 0; i < s.count; i++)
        found[i] = (weighted){s.index[i], s.weight[i]};
    return s.count;
}
