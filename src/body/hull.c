/* An outer approximation of the convex hull of many points: a polytope with a bounded number of
 * vertices, and a radius. Most vertices are chosen by directions: next comes the support point along
 * the direction along which the support value of the chosen vertices falls short by the most. Then the
 * points farthest outside the hull of the chosen ones are added. A radius covers the points that are
 * left outside: each is within the radius of some convex combination of the vertices, which GJK finds.
 * That the shape contains the points rests on these distances alone, and they take no more from GJK
 * than a few vertices with weights.
 *
 * Costs a few steps of GJK for each point, and a few thousand products. */
#include "body/hull.h"

#include <stdlib.h>

#include "base/error.h"
#include "distance/gjk.h"
#include "math/pose.h"
#include "math/rounding.h"

enum {
    DIRECTIONS = 256,  /* number of directions that are tried */
    BY_DIRECTION = 48, /* number of vertices that are chosen by directions */
    RUN = 32           /* consecutive points in one sphere, which are searched or left out together */
};

/* The smallest cosine between two offsets that count as one direction. */
static const double SAME = 0.9;

/* A sphere around some consecutive points. */
typedef struct run {
    vec3 center;
    double radius;
} run;

/* The points, and the vertices chosen from them. */
typedef struct choice {
    const vec3 *points;
    size_t count;
    vec3 directions[DIRECTIONS];
    size_t support[DIRECTIONS]; /* index of the support point along each direction */
    double missing[DIRECTIONS]; /* how much the support value of the chosen vertices falls short along
                                   each direction */
    vec3 chosen[LW_HULL_VERTICES];
    size_t chosen_count;
} choice;

/* Unit directions: spread over the sphere (along a spiral, by the golden angle), then scaled by the
 * points' box, so that needles and plates are sampled from as many sides as balls are. */
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

/* Spheres around every RUN consecutive points, which tend to be neighbours in meshes. */
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

/* The support point along each direction; each search starts from the result of the one before. */
static void find_supports(choice *c, const run *runs)
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
                double value = dot(d, c->points[i]);
                if (value > most) {
                    most = value;
                    best = i;
                }
            }
        }
        c->support[k] = best;
        c->missing[k] = HUGE_VAL;
    }
}

/* Chooses vertices until no more than the rounding error is missing, or there are enough. */
static void choose(choice *c, double rounding)
{
    int next = 0;
    while (c->chosen_count < BY_DIRECTION && c->missing[next] > rounding) {
        vec3 p = c->points[c->support[next]];
        c->chosen[c->chosen_count++] = p;
        for (int k = 0; k < DIRECTIONS; k++) {
            double missing = dot(c->directions[k], sub(c->points[c->support[k]], p));
            c->missing[k] = lesser(c->missing[k], missing);
        }
        for (int k = 0; k < DIRECTIONS; k++)
            next = c->missing[k] > c->missing[next] ? k : next;
    }
}

/* The vector to a point from the nearest point of the core by GJK. Whatever GJK finds, that is a convex
 * combination of the core's vertices. GJK may stop once the vector is no longer than `enough`. */
static vec3 offset_from(const lw_convex *core, vec3 p, double enough, lw_warm_start *warm)
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

/* Finds the offsets of all points from the hull of the chosen vertices, and returns the length of the
 * longest. An offset less than half as long as another may be longer than necessary. */
static double find_offsets(const choice *c, const lw_convex *core, vec3 *offsets)
{
    lw_warm_start warm = {0};
    double longest = 0;
    for (size_t i = 0; i < c->count; i++) {
        offsets[i] = offset_from(core, c->points[i], 0.5 * longest, &warm);
        longest = greater(longest, norm(offsets[i]));
    }
    return longest;
}

/* The length of the longest offset once more vertices are chosen. No offset counts as longer than it
 * was before. */
static double shorten_offsets(const choice *c, const lw_convex *core, const double *lengths)
{
    lw_warm_start warm = {0};
    double longest = 0;
    for (size_t i = 0; i < c->count; i++)
        if (lengths[i] > longest) {
            vec3 offset = offset_from(core, c->points[i], longest, &warm);
            longest = greater(longest, lesser(norm(offset), lengths[i]));
        }
    return longest;
}

/* Adds the points farthest outside, one among those in about the same direction. */
static void choose_outside(choice *c, const vec3 *offsets, double *lengths, double rounding)
{
    while (c->chosen_count < LW_HULL_VERTICES) {
        size_t best = 0;
        for (size_t i = 1; i < c->count; i++)
            best = lengths[i] > lengths[best] ? i : best;
        vec3 offset = offsets[best];
        double length = lengths[best];
        if (length <= rounding)
            return;
        c->chosen[c->chosen_count++] = c->points[best];
        for (size_t i = 0; i < c->count; i++)
            if (dot(offsets[i], offset) >= SAME * lengths[i] * length)
                lengths[i] = 0;
    }
}

static void fill_lengths(const choice *c, const vec3 *offsets, double *lengths)
{
    for (size_t i = 0; i < c->count; i++)
        lengths[i] = norm(offsets[i]);
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
    double rounding = LW_ROUNDING(8192) * extent;
    lw_arena scratch = {0};
    lw_status status = LW_OK;
    vec3 *offsets = lw_arena_array(&scratch, count, sizeof *offsets);
    double *lengths = lw_arena_array(&scratch, count, sizeof *lengths);
    run *runs = lw_arena_array(&scratch, count / RUN + 1, sizeof *runs);
    choice *c = lw_arena_take(&scratch, sizeof *c);
    if (!offsets || !lengths || !runs || !c) {
        status = lw_fail_memory(error);
        goto done;
    }
    c->points = points;
    c->count = count;
    choose_directions(c);
    enclose_runs(c, runs);
    find_supports(c, runs);
    choose(c, rounding);
    if ((status = make_core(&scratch, c, out, error)))
        goto done;
    find_offsets(c, out, offsets);
    fill_lengths(c, offsets, lengths);
    choose_outside(c, offsets, lengths, rounding);
    if ((status = make_core(arena, c, out, error)))
        goto done;
    fill_lengths(c, offsets, lengths);
    /* each offset comes from a dozen operations on numbers no larger than the extent, and a polytope
     * leaves out points that lie up to 16 ulps outside it */
    out->radius = shorten_offsets(c, out, lengths) + LW_HULL_ROUNDING * extent;
done:
    lw_arena_free(&scratch);
    return status;
}
