/* Hong's PCDA with the root finder of his appendix ("A New Algorithm for Detecting the Collision of
 * Moving Objects"), compared with the certified one. At every slab both search the first root of the
 * same functions, and the search goes on from where the published one ends. It uses Table I as
 * published, but takes B if C has no wedge or a determinant is zero at the start. */
#include "hong/hong_published.h"

#include "convex/slab_table.h"
#include "hong/hong_wedges.h"
#include "math/fitted_roots.h"
#include "shape/polytope.h"
#include "table/bench_clock.h"

enum { VERTICES = 192, STEPS = 60, ABSCISSAS = 2000 };

static const double mu = 1e-9;       /* the root finder's tolerance */
static const double touching = 1e-7; /* the paper's epsilon: the distance that mu may leave */
static const double beyond = 1e-6;   /* a root later by more than this is a different one */

/* Procedures A and B, (6.2): one function for each vertex of the body that is not the carrier,
 * (6.3). */
typedef struct family {
    const lw_pcda *slab;
    lw_normal_course course;
} family;

static size_t vertex_count(const lw_pcda *slab, int body)
{
    return slab->shapes[body]->polytope->vertex_count;
}

static void distances(void *context, double at, double *values)
{
    const family *f = context;
    lw_pair_sample sample;
    lw_pcda_sample(f->slab, at, at, &sample);
    int carrier = (int)f->course.carrier;
    int other = 1 - carrier;
    pose seen = relative(sample.bodies[carrier].pose, sample.bodies[other].pose);
    vec3 outward = carrier ? neg(f->course.normal) : f->course.normal;
    vec3 turned = rotate_back(seen.rotation, outward);
    double start = dot(outward, seen.position) - f->course.support;
    const lw_polytope *polytope = f->slab->shapes[other]->polytope;
    for (size_t i = 0; i < polytope->vertex_count; i++)
        values[i] = start + dot(turned, polytope->vertices[i]);
}

/* Whether a function is negative soon after the time that the certified search has proven. */
static bool crosses(lw_values evaluate, void *context, size_t count, double after, double end)
{
    double share = 1e-10;
    for (int sample = 0; sample < 15; sample++) {
        double values[VERTICES];
        share *= 2;
        evaluate(context, fmin(after + share, end), values);
        for (size_t i = 0; i < count; i++)
            if (values[i] < 0)
                return true;
    }
    return false;
}

static lw_fitted both_roots(lw_values evaluate, void *context, size_t count, const lw_pcda *slab,
                            double from, const lw_slab_extension *certified, lw_published *sum)
{
    static const lw_fitted none = {LW_FITTED_BUDGET, 0, 0};
    double values[4 * VERTICES];
    if (count > VERTICES)
        return none;
    double begin = lw_bench_elapsed();
    lw_fitted fitted = lw_fitted_root(evaluate, context, count, from, slab->end, lw_default_fitting(mu),
                                      ABSCISSAS, values);
    sum->of_roots += lw_bench_elapsed() - begin;
    sum->slabs++;
    sum->abscissas += fitted.abscissas;
    if (sum->alone)
        return fitted;
    sum->certified += certified->instants;
    double reached = fitted.state == LW_FITTED_NONE ? slab->end : fitted.root;
    sum->over += !certified->at_end && reached > certified->time + beyond &&
                 crosses(evaluate, context, count, certified->time, slab->end);
    return fitted;
}

/* The end of one slab that begins at a sample. */
static lw_fitted next_root(const lw_pcda *slab, lw_pair_sample *sample, lw_bracket *bracket, int flag,
                           lw_published *sum)
{
    double from = sample->at;
    vec3 normal = rotate(sample->bodies[0].pose.rotation, bracket->normal);
    lw_slab_extension certified = {.time = from};
    lw_wedges wedges;
    bool edges = flag == 2 && bracket->features[0] == 2 && bracket->features[1] == 2;
    lw_normal_course between;
    if (edges && lw_slab_edges(slab, sample, bracket, &between) &&
        lw_wedges_make(slab, sample, bracket->feature, normal, &wedges)) {
        if (!sum->alone)
            certified = lw_slab_extend(slab, sample, between, true);
        return both_roots(lw_wedges_values, &wedges, LW_WEDGE_FUNCTIONS, slab, from, &certified, sum);
    }
    lw_carrier carrier = lw_slab_choose(bracket, flag);
    lw_normal_course course = lw_slab_normal_course(slab, sample, bracket, carrier);
    if (!sum->alone)
        certified = lw_slab_extend(slab, sample, course, true);
    family f = {slab, course};
    return both_roots(distances, &f, vertex_count(slab, 1 - (int)carrier), slab, from, &certified, sum);
}

/* Searches a motion; true: contact at `time`, false: free. */
static bool search(const lw_pcda *slab, lw_published *sum, double *time)
{
    lw_slab_flags known = {.flag = 0};
    for (int step = 0; step < STEPS; step++) {
        lw_pair_sample sample;
        lw_bracket bracket;
        if (!lw_pcda_sample(slab, *time, slab->end, &sample))
            return false;
        const pose at = relative(sample.bodies[0].pose, sample.bodies[1].pose);
        double begin = lw_bench_elapsed();
        lw_convex_distance(slab->shapes[0], slab->shapes[1], &at, NULL, &bracket);
        sum->of_distances += lw_bench_elapsed() - begin;
        if (bracket.lower <= touching)
            return true;
        lw_slab_raise_flag(&known, &bracket);
        lw_fitted root = next_root(slab, &sample, &bracket, known.flag, sum);
        if (root.state == LW_FITTED_NONE || root.root >= slab->end)
            return false;
        sum->steps++;
        *time = root.root;
    }
    return true;
}

void lw_hong_published(const lw_pcda *slab, const lw_pcda_result *right, lw_published *sum)
{
    double time = slab->begin;
    const size_t before = sum->steps;
    double begin = lw_bench_elapsed();
    bool contact = search(slab, sum, &time);
    sum->seconds += lw_bench_elapsed() - begin;
    if (sum->steps - before > sum->most)
        sum->most = sum->steps - before;
    bool known = right->state == LW_PCDA_CONTACT;
    sum->motions++;
    sum->wrong += contact != known;
    sum->late += contact && known && time > right->time + beyond * (slab->end - slab->begin);
}
