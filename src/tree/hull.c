/* A hull of many points, of bounded size. The vertices are chosen by directions: of all directions the
 * one in which the chosen reach least far for what the points do, whose farthest point is chosen next;
 * then those that stick out of the chosen ones' hull farthest. What is left outside is covered by a
 * radius, no smaller than the distance of any point from some combination of the vertices that GJK
 * comes to. Only these distances must be right for the shape to contain the points, and they ask of GJK
 * no more than a few vertices with weights.
 * Costs a few steps of GJK for each point, and a few thousand products. */
#include "tree/hull.h"

#include <stdlib.h>

#include "base/error.h"
#include "distance/gjk.h"
#include "math/pose.h"

enum {
    DIRECTIONS = 256,  /* that are tried, */
    BY_DIRECTION = 48, /* and how many vertices are chosen by them */
    RUN = 32           /* how many points are looked at together, or left out */
};

/* The cosine between two ways out that are taken for one. */
static const double SAME = 0.9;

/* A sphere about some points. */
typedef struct run {
    vec3 center;
    double radius;
} run;

/* What was chosen of the points. */
typedef struct choice {
    const vec3 *points;
    size_t count;
    vec3 directions[DIRECTIONS];
    size_t farthest[DIRECTIONS]; /* point along each */
    double missing[DIRECTIONS];  /* by how much the chosen reach less far */
    vec3 chosen[LW_HULL_VERTICES];
    size_t chosen_count;
} choice;

/* Spread over the sphere (along a spiral, by the golden angle), turned so that needles and plates are
 * seen from as many sides as balls are, and of unit length. */
static void choose_directions(choice *c)
{
    vec3 low;
    vec3 high;
    bounds3(c->points, c->count, &low, &high);
    vec3 width = sub(high, low);
    double least = max_component(width) > 0 ? 1e-3 * max_component(width) : 1;
    width = max3(width, v3(least, least, least));
    for (int k = 0; k < DIRECTIONS; k++) {
        double z = (2 * k + 1.0) / DIRECTIONS - 1;
        double across = sqrt(1 - z * z);
        double sine;
        double cosine;
        lw_sincos(2.399963229728653 * k, &sine, &cosine);
        vec3 d = v3(across * cosine / width.x, across * sine / width.y, z / width.z);
        c->directions[k] = scale(1 / norm(d), d);
    }
}

/* Spheres about every RUN points in a row, which in meshes tend to be neighbours. */
static void enclose_runs(const choice *c, run *runs)
{
    for (size_t r = 0; r * RUN < c->count; r++) {
        size_t end = r * RUN + RUN < c->count ? r * RUN + RUN : c->count;
        vec3 low;
        vec3 high;
        bounds3(c->points + r * RUN, end - r * RUN, &low, &high);
        runs[r].center = scale(0.5, add(low, high));
        runs[r].radius = norm(sub(high, runs[r].center));
    }
}

/* Of the points along each direction; the search starts from what was the farthest along the last. */
static void find_farthest(choice *c, const run *runs)
{
    size_t best = 0;
    for (int k = 0; k < DIRECTIONS; k++) {
        vec3 d = c->directions[k];
        double most = dot(d, c->points[best]);
        for (size_t r = 0; r * RUN < c->count; r++) {
            if (dot(d, runs[r].center) + runs[r].radius <= most)
                continue;
            size_t end = r * RUN + RUN < c->count ? r * RUN + RUN : c->count;
            for (size_t i = r * RUN; i < end; i++) {
                double along = dot(d, c->points[i]);
                if (along > most) {
                    most = along;
                    best = i;
                }
            }
        }
        c->farthest[k] = best;
        c->missing[k] = HUGE_VAL;
    }
}

/* Until nothing more than rounding is missing, or there are enough. */
static void choose(choice *c, double rounding)
{
    int next = 0;
    while (c->chosen_count < BY_DIRECTION && c->missing[next] > rounding) {
        vec3 p = c->points[c->farthest[next]];
        c->chosen[c->chosen_count++] = p;
        for (int k = 0; k < DIRECTIONS; k++) {
            double missing = dot(c->directions[k], sub(c->points[c->farthest[k]], p));
            c->missing[k] = lesser(c->missing[k], missing);
        }
        for (int k = 0; k < DIRECTIONS; k++)
            next = c->missing[k] > c->missing[next] ? k : next;
    }
}

/* From the nearest point of a core's hull that GJK comes to, in truth a combination of its vertices
 * whatever it is, to a point. Once that is no longer than `enough`, it need not be shorter. */
static vec3 way_out(const lw_convex *core, vec3 p, double enough, lw_warm_start *warm)
{
    const lw_convex point = {.core = LW_CORE_POINT};
    pose at = {mat3_identity(), p};
    lw_proxies proxies;
    lw_gjk gjk;
    lw_proxies_make(core, &point, &at, &proxies);
    lw_gjk_run(&proxies, (lw_gjk_limits){HUGE_VAL, enough}, warm, &gjk);
    vec3 sum = {0, 0, 0};
    double weights = 0;
    for (int i = 0; i < gjk.count; i++) {
        double weight = greater(gjk.weight[i], 0);
        sum = add_scaled(sum, weight, lw_proxy_vertex(&proxies.proxy[0], gjk.vertex[0][i]));
        weights += weight;
    }
    return sub(p, scale(1 / weights, sum));
}

/* The ways out of the chosen ones' hull to all points; those less than half as long as another need not
 * be as short as they can. The length of the longest. */
static double find_ways(const choice *c, const lw_convex *core, vec3 *ways)
{
    lw_warm_start warm = {0};
    double longest = 0;
    for (size_t i = 0; i < c->count; i++) {
        ways[i] = way_out(core, c->points[i], 0.5 * longest, &warm);
        longest = greater(longest, norm(ways[i]));
    }
    return longest;
}

/* The length of the longest way out when more were chosen: no way is longer than it was before. */
static double shorten_ways(const choice *c, const lw_convex *core, const double *lengths)
{
    lw_warm_start warm = {0};
    double longest = 0;
    for (size_t i = 0; i < c->count; i++)
        if (lengths[i] > longest) {
            vec3 way = way_out(core, c->points[i], longest, &warm);
            longest = greater(longest, lesser(norm(way), lengths[i]));
        }
    return longest;
}

/* The points farthest outside are chosen too, of those in about one direction one. */
static void choose_outside(choice *c, const vec3 *ways, double *lengths, double rounding)
{
    while (c->chosen_count < LW_HULL_VERTICES) {
        size_t best = 0;
        for (size_t i = 1; i < c->count; i++)
            best = lengths[i] > lengths[best] ? i : best;
        vec3 way = ways[best];
        double length = lengths[best];
        if (length <= rounding)
            return;
        c->chosen[c->chosen_count++] = c->points[best];
        for (size_t i = 0; i < c->count; i++)
            if (dot(ways[i], way) >= SAME * lengths[i] * length)
                lengths[i] = 0;
    }
}

static void fill_lengths(const choice *c, const vec3 *ways, double *lengths)
{
    for (size_t i = 0; i < c->count; i++)
        lengths[i] = norm(ways[i]);
}

static lw_status make_core(lw_arena *arena, const choice *c, lw_convex *out, lw_error *error)
{
    lw_polytope *polytope = NULL;
    lw_status status = lw_polytope_create(arena, &c->chosen[0].x, c->chosen_count, &polytope, error);
    *out = (lw_convex){.core = LW_CORE_POLYTOPE, .polytope = polytope};
    return status;
}

lw_status lw_hull_create(lw_arena *arena, const vec3 *points, size_t count, lw_convex *out,
                         lw_error *error)
{
    if (count == 0)
        return lw_fail(error, LW_ERROR_ARGUMENT, "hull: there are no points; at least one is needed");
    double extent = 0;
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(norm2(points[i])))
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "hull: point %zu is (%g, %g, %g); finite coordinates are needed", i,
                           points[i].x, points[i].y, points[i].z);
        extent = greater(extent, norm(points[i]));
    }
    double rounding = 0x1p-40 * extent;
    lw_arena scratch = {0};
    lw_status status = LW_OK;
    vec3 *ways = lw_arena_array(&scratch, count, sizeof *ways);
    double *lengths = lw_arena_array(&scratch, count, sizeof *lengths);
    run *runs = lw_arena_array(&scratch, count / RUN + 1, sizeof *runs);
    choice *c = lw_arena_take(&scratch, sizeof *c);
    if (!ways || !lengths || !runs || !c) {
        status = lw_fail_memory(error);
        goto done;
    }
    c->points = points;
    c->count = count;
    choose_directions(c);
    enclose_runs(c, runs);
    find_farthest(c, runs);
    choose(c, rounding);
    if ((status = make_core(&scratch, c, out, error)))
        goto done;
    find_ways(c, out, ways);
    fill_lengths(c, ways, lengths);
    choose_outside(c, ways, lengths, rounding);
    if ((status = make_core(arena, c, out, error)))
        goto done;
    fill_lengths(c, ways, lengths);
    /* a dozen operations on numbers no larger than the extent stand behind each way, and a polytope
     * leaves out points that are outside it by 16 ulps */
    out->radius = shorten_ways(c, out, lengths) + 0x1p-46 * extent;
done:
    lw_arena_free(&scratch);
    return status;
}
