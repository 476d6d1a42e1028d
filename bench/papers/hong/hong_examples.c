/* Hong's Table II: its examples, generated or read from files, with the paper's figures and ours. */
#include "hong/hong_examples.h"

#include "base/arena.h"
#include "base/error.h"
#include "hong/hong_file.h"
#include "table/bench_clock.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_TRIES = 100000,
    LEAST = 200,         /* motions in a timed sweep: a processor learns the order of fewer */
    MOST_PUBLISHED = 192 /* the most vertices that the published method takes */
};

/* BCDA's epsilon, metres. */
static const double epsilon = 1e-6;

const lw_hong_row lw_hong_rows[LW_HONG_ROWS] = {
    {"12, 12", 12, {{656, 4.4, 0.15, 12.6}, {164, 4.0, 0.16, 14.7}}},
    {"44, 12", 44, {{568, 4.8, 0.30, 12.8}, {189, 3.3, 0.30, 14.9}}},
    {"164, 12", 164, {{567, 4.8, 0.84, 12.8}, {189, 3.3, 0.93, 14.8}}},
};

/* ---- the examples ------------------------------------------------------------------------------ */

static lw_status generate(lw_hong_example *e, const lw_hong_row *r, uint64_t seed, lw_error *error)
{
    int contacts = (int)r->published[0].count;
    lw_hong_starts starts = {.contact =
                                 lw_arena_array(&e->arena, (size_t)contacts, sizeof(lw_hong_start)),
                             .free = lw_arena_array(&e->arena, LEAST, sizeof(lw_hong_start))};
    if (!starts.contact || !starts.free)
        return lw_fail_memory(error);
    lw_status status = r->vertices == 12
                           ? lw_hong_bar(&e->arena, &e->shapes[0], error)
                           : lw_hong_arm(&e->arena, (int)r->vertices / 4, &e->shapes[0], error);
    if (!status)
        status = lw_hong_prism(&e->arena, &e->shapes[1], error);
    if (status)
        return status;
    lw_pcda slab = lw_default_pcda(&e->shapes[0], &e->shapes[1], lw_hong_moves, NULL);
    lw_random random = {seed};
    lw_hong_draw(&slab, &random, MOST_TRIES, contacts, LEAST, &starts);
    e->paper = r;
    snprintf(e->name, sizeof e->name, "%s", r->name);
    e->halves[0] = starts.contact;
    e->halves[1] = starts.free;
    e->counts[0] = starts.contacts;
    e->counts[1] = starts.frees;
    e->share = (double)starts.colliding / (double)(starts.tries - starts.touching);
    return LW_OK;
}

static lw_status load(lw_hong_example *e, const char *path, lw_error *error)
{
    lw_hong_set set;
    lw_status status = lw_hong_read(&e->arena, path, &set, error);
    if (status)
        return status;
    memcpy(e->shapes, set.shapes, sizeof e->shapes);
    unsigned vertices[2];
    for (int i = 0; i < 2; i++) {
        vertices[i] = set.shapes[i].polytope->vertex_count;
        if (vertices[i] > MOST_PUBLISHED)
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "%s: body %d has %u vertices; the published method takes at most %d here",
                           path, i + 1, vertices[i], MOST_PUBLISHED);
        e->halves[i] = lw_arena_array(&e->arena, set.count, sizeof(lw_hong_start));
        if (!e->halves[i])
            return lw_fail_memory(error);
    }
    for (size_t i = 0; i < set.count; i++) {
        int half = !set.cases[i].contact;
        e->halves[half][e->counts[half]++] = set.cases[i].start;
    }
    snprintf(e->name, sizeof e->name, "%u, %u", vertices[0], vertices[1]);
    for (int i = 0; i < LW_HONG_ROWS; i++)
        if (lw_hong_rows[i].vertices == vertices[0] && vertices[1] == 12)
            e->paper = &lw_hong_rows[i];
    e->share = e->counts[0] / (double)set.count;
    return LW_OK;
}

static lw_status make_pair(lw_hong_example *e, lw_error *error)
{
    const lw_shape_def shapes[2] = {lw_hong_shape(&e->shapes[0]), lw_hong_shape(&e->shapes[1])};
    return lw_convex_pair_create(&shapes[0], &shapes[1], &e->pair, error);
}

static void drop(lw_hong_example *e)
{
    lw_convex_pair_destroy(e->pair);
    lw_arena_free(&e->arena);
}

/* ---- the figures ------------------------------------------------------------------------------- */

static lw_pcda search_of(const lw_hong_example *e)
{
    return lw_default_pcda(&e->shapes[0], &e->shapes[1], lw_hong_moves, NULL);
}

lw_hong_figures lw_hong_count_steps(const lw_hong_example *e, int half)
{
    lw_pcda slab = search_of(e);
    size_t steps = 0;
    size_t slabs = 0;
    size_t abscissas = 0;
    for (int i = 0; i < e->counts[half]; i++) {
        slab.context = &e->halves[half][i];
        lw_pcda_result found = lw_pcda_run(&slab);
        steps += found.steps;
        slabs += found.steps + (found.state == LW_PCDA_FREE);
        abscissas += found.instants;
    }
    return (lw_hong_figures){.count = e->counts[half],
                             .steps = (double)steps / e->counts[half],
                             .abscissas = (double)abscissas / (double)slabs};
}

/* Seconds per motion of the public call: medians of sweeps through each half, each in a new order. With
 * few motions a sweep runs through several orders, one after the other. */
static lw_status time_halves(const lw_hong_example *e, const lw_bench_options *options,
                             double medians[2], lw_error *error)
{
    int most = e->counts[0] > e->counts[1] ? e->counts[0] : e->counts[1];
    uint32_t *order = malloc((size_t)most * sizeof *order);
    double *times = malloc((size_t)2 * options->rounds * sizeof *times);
    lw_status status = order && times ? LW_OK : lw_fail_memory(error);
    lw_random random = {options->order};
    for (unsigned r = 0; r < options->rounds && !status; r++)
        for (int half = 0; half < 2; half++) {
            int taken = 0;
            double seconds = 0;
            do {
                lw_random_order(&random, order, (uint32_t)e->counts[half]);
                double begin = lw_bench_seconds();
                for (int i = 0; i < e->counts[half] && !status; i++) {
                    lw_convex_motion motion = {lw_hong_states, &e->halves[half][order[i]], 0, 1};
                    lw_convex_contact found = lw_default_convex_contact();
                    status = lw_convex_pair_first_contact(e->pair, &motion, NULL, &found, error);
                }
                seconds += lw_bench_seconds() - begin;
                taken += e->counts[half];
            } while (taken < LEAST && taken > 0);
            times[(unsigned)half * options->rounds + r] = seconds / taken;
        }
    for (int half = 0; half < 2 && !status; half++)
        medians[half] = lw_bench_median(times + (unsigned)half * options->rounds, options->rounds);
    free(order);
    free(times);
    return status;
}

/* Compares the published root finder with the certified one at the same slabs. */
static void compare_roots(lw_hong_example *e, int half)
{
    lw_pcda slab = search_of(e);
    for (int i = 0; i < e->counts[half]; i++) {
        slab.context = &e->halves[half][i];
        lw_pcda_result right = lw_pcda_run(&slab);
        lw_hong_published(&slab, &right, &e->published[half]);
    }
}

/* Times the published search by itself: the fastest round, which other processes disturb least. */
static void time_published(lw_hong_example *e, int half, unsigned rounds)
{
    lw_pcda slab = search_of(e);
    const lw_pcda_result unknown = {.state = LW_PCDA_FREE};
    for (unsigned r = 0; r < rounds; r++) {
        lw_published round = {.alone = true};
        for (int i = 0; i < e->counts[half]; i++) {
            slab.context = &e->halves[half][i];
            lw_hong_published(&slab, &unknown, &round);
        }
        if (r == 0 || round.seconds < e->alone[half].seconds)
            e->alone[half] = round;
    }
}

/* Counts the steps of BCDA. */
static void count_basic(lw_hong_example *e, int half)
{
    lw_pcda slab = search_of(e);
    size_t steps = 0;
    slab.kind = LW_PCDA_BASIC;
    slab.near = epsilon;
    for (int i = 0; i < e->counts[half]; i++) {
        slab.context = &e->halves[half][i];
        const lw_pcda_result found = lw_pcda_run(&slab);
        steps += found.steps;
        e->open[half] += found.state == LW_PCDA_BUDGET;
    }
    e->basic[half] = e->counts[half] ? (double)steps / e->counts[half] : 0;
}

double lw_hong_percent(const lw_hong_row *row, int half)
{
    const lw_hong_figures *p = row->published;
    return 100 * p[half].count / (p[0].count + p[1].count);
}

static lw_status measure(lw_hong_example *e, const lw_bench_options *options, lw_error *error)
{
    lw_status status = time_halves(e, options, e->medians, error);
    for (int half = 0; half < LW_HONG_HALVES && !status; half++) {
        compare_roots(e, half);
        time_published(e, half, options->rounds);
        count_basic(e, half);
    }
    return status;
}

lw_status lw_hong_examples_make(const lw_bench_options *options, lw_hong_example **out, size_t *count,
                                lw_error *error)
{
    *count = options->file_count ? options->file_count : LW_HONG_ROWS;
    *out = calloc(*count, sizeof **out);
    if (!*out)
        return lw_fail_memory(error);
    lw_status status = LW_OK;
    for (size_t i = 0; i < *count && !status; i++) {
        lw_hong_example *e = &(*out)[i];
        status = options->file_count ? load(e, options->files[i], error)
                                     : generate(e, &lw_hong_rows[i], options->seed, error);
        if (!status)
            status = make_pair(e, error);
    }
    return status;
}

lw_status lw_hong_examples_measure(lw_hong_example *examples, size_t count,
                                   const lw_bench_options *options, lw_error *error)
{
    lw_status status = LW_OK;
    for (size_t i = 0; i < count && !status; i++)
        status = measure(&examples[i], options, error);
    return status;
}

void lw_hong_examples_drop(lw_hong_example *examples, size_t count)
{
    for (size_t i = 0; i < count && examples; i++)
        drop(&examples[i]);
    free(examples);
}
