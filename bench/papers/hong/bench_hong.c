/* leeway-bench hong: Table II of Hong, "A New Algorithm for Detecting the Collision of Moving Objects",
 * from objects and starts that are generated or read from files, each figure beside the paper's. The
 * paper's times are from an Apollo DN 4000: compare rows with rows. */
#include "table/bench_clock.h"
#include "table/papers.h"

#include "base/arena.h"
#include "base/error.h"
#include "hong/hong_file.h"
#include "hong/hong_motions.h"
#include "hong/hong_published.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_TRIES = 100000,
    LEAST = 200,         /* motions in a timed sweep: a processor learns the order of fewer */
    MOST_PUBLISHED = 192 /* the most vertices that the published method takes */
};

/* Half of a row of the table: the examples with contact, or those without. */
typedef struct figures {
    double count;
    double steps, time, abscissas; /* the paper's k, seconds, n */
} figures;

typedef struct row {
    const char *name;
    unsigned vertices;    /* of K1 */
    figures published[2]; /* contact, free */
} row;

static const row rows[] = {
    {"12, 12", 12, {{656, 4.4, 0.15, 12.6}, {164, 4.0, 0.16, 14.7}}},
    {"44, 12", 44, {{568, 4.8, 0.30, 12.8}, {189, 3.3, 0.30, 14.9}}},
    {"164, 12", 164, {{567, 4.8, 0.84, 12.8}, {189, 3.3, 0.93, 14.8}}},
};
static const char *const names[] = {"contact", "free"};
enum { ROW_COUNT = sizeof rows / sizeof *rows };

/* Two bodies and their motions. */
typedef struct example {
    lw_arena arena;
    char name[24];
    const row *paper; /* NULL: the paper has no such row */
    lw_convex shapes[2];
    lw_hong_start *halves[2]; /* contact, free */
    int counts[2];
    double share; /* the share of contacts among random motions */
    lw_convex_pair *pair;
    double medians[2]; /* seconds a motion */
    lw_published published[2];
} example;

/* ---- the examples ------------------------------------------------------------------------------ */

static lw_status generate(example *e, const row *r, uint64_t seed, lw_error *error)
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

static lw_status load(example *e, const char *path, lw_error *error)
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
    for (int i = 0; i < ROW_COUNT; i++)
        if (rows[i].vertices == vertices[0] && vertices[1] == 12)
            e->paper = &rows[i];
    e->share = e->counts[0] / (double)set.count;
    return LW_OK;
}

static lw_status make_pair(example *e, lw_error *error)
{
    const lw_shape_def shapes[2] = {lw_hong_shape(&e->shapes[0]), lw_hong_shape(&e->shapes[1])};
    return lw_convex_pair_create(&shapes[0], &shapes[1], &e->pair, error);
}

static void drop(example *e)
{
    lw_convex_pair_destroy(e->pair);
    lw_arena_free(&e->arena);
}

/* ---- the figures ------------------------------------------------------------------------------- */

static lw_pcda search_of(const example *e)
{
    return lw_default_pcda(&e->shapes[0], &e->shapes[1], lw_hong_moves, NULL);
}

static figures count_steps(const example *e, int half)
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
    return (figures){.count = e->counts[half],
                     .steps = (double)steps / e->counts[half],
                     .abscissas = (double)abscissas / (double)slabs};
}

/* Seconds per motion of the public call: medians of sweeps through each half, each in a new order. With
 * few motions a sweep runs through several orders, one after the other. */
static lw_status time_halves(const example *e, const lw_bench_options *options, double medians[2],
                             lw_error *error)
{
    int most = e->counts[0] > e->counts[1] ? e->counts[0] : e->counts[1];
    uint32_t *order = malloc((size_t)most * sizeof *order);
    double *times = malloc((size_t)2 * options->rounds * sizeof *times);
    lw_status status = order && times ? LW_OK : lw_fail_memory(error);
    lw_random random = {options->seed};
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
static void compare_roots(example *e, int half)
{
    lw_pcda slab = search_of(e);
    for (int i = 0; i < e->counts[half]; i++) {
        slab.context = &e->halves[half][i];
        lw_pcda_result right = lw_pcda_run(&slab);
        lw_hong_published(&slab, &right, &e->published[half]);
    }
}

/* ---- the tables -------------------------------------------------------------------------------- */

static double percent_of(const row *paper, int half)
{
    const figures *p = paper->published;
    return 100 * p[half].count / (p[0].count + p[1].count);
}

static lw_status measure(example *e, const lw_bench_options *options, lw_error *error)
{
    lw_status status = time_halves(e, options, e->medians, error);
    for (int half = 0; half < 2 && !status; half++)
        compare_roots(e, half);
    return status;
}

static void add_row(lw_bench_results *results, const example *e, int half)
{
    lw_bench_add_row(results, (lw_bench_head){.group = e->name, .name = names[half]});
}

static void add_example(lw_bench_results *results, const example *e)
{
    for (int half = 0; half < 2; half++) {
        if (e->counts[half] == 0)
            continue;
        const figures paper = e->paper ? e->paper->published[half] : (figures){.count = 0};
        figures ours = count_steps(e, half);
        add_row(results, e, half);
        lw_bench_add_figure(results, ours.count, 0);
        lw_bench_set_paper(results, paper.count, 0);
        lw_bench_add_figure(results, 100 * (half ? 1 - e->share : e->share), 1);
        lw_bench_set_paper(results, e->paper ? percent_of(e->paper, half) : 0, 0);
        lw_bench_add_figure(results, ours.steps, 2);
        lw_bench_set_paper(results, paper.steps, 1);
        lw_bench_add_figure(results, ours.abscissas, 1);
        lw_bench_set_paper(results, paper.abscissas, 0);
        lw_bench_add_figure(results, 1e6 * e->medians[half], 2);
        lw_bench_set_paper(results, paper.time, 2);
    }
}

static void add_published(lw_bench_results *results, const example *e)
{
    for (int half = 0; half < 2; half++) {
        const lw_published *p = &e->published[half];
        if (p->motions == 0)
            continue;
        const figures paper = e->paper ? e->paper->published[half] : (figures){.count = 0};
        add_row(results, e, half);
        lw_bench_add_figure(results, (double)p->steps / (double)p->motions, 2);
        lw_bench_set_paper(results, paper.steps, 1);
        lw_bench_add_figure(results, (double)p->abscissas / (double)p->slabs, 1);
        lw_bench_set_paper(results, paper.abscissas, 0);
        lw_bench_add_figure(results, (double)p->certified / (double)p->slabs, 1);
        lw_bench_add_figure(results, (double)p->slabs, 0);
        lw_bench_add_figure(results, (double)p->over, 0);
        lw_bench_add_figure(results, (double)p->wrong, 0);
        lw_bench_add_figure(results, (double)p->late, 0);
    }
}

static void add_tables(lw_bench_results *results, const example *examples, size_t count, bool chosen)
{
    char notes[LW_BENCH_TITLE];
    static const lw_bench_head measured[] = {{.name = "N", .unit = "motions"},
                                             {.name = "share", .unit = "%"},
                                             {.name = "k", .unit = "steps"},
                                             {.name = "n", .unit = "a step"},
                                             {.name = "time", .unit = "us", .paper_unit = "s"}};
    static const lw_bench_head compared[] = {{.name = "k", .unit = "steps"},
                                             {.name = "n", .unit = "a slab"},
                                             {.name = "n (ii)", .unit = "a slab"},
                                             {.name = "slabs"},
                                             {.name = "stepped over"},
                                             {.name = "wrong", .unit = "motions"},
                                             {.name = "late", .unit = "motions"}};
    lw_bench_add_table(results, NULL,
                       "N moving polytopes of M1 and M2 vertices: k steps, n abscissas a step");
    for (size_t i = 0; i < sizeof measured / sizeof *measured; i++)
        lw_bench_add_column(results, measured[i]);
    for (size_t i = 0; i < count; i++)
        add_example(results, &examples[i]);
    snprintf(notes, sizeof notes, "share: of the motions that begin apart%s; the paper's is of its N",
             chosen ? "" : ", before any are chosen");
    lw_bench_set_notes(results, notes);
    lw_bench_add_table(results, NULL,
                       "The search as published, with the appendix's root finder (i), beside the "
                       "certified one (ii) at the same slabs");
    for (size_t i = 0; i < sizeof compared / sizeof *compared; i++)
        lw_bench_add_column(results, compared[i]);
    for (size_t i = 0; i < count; i++)
        add_published(results, &examples[i]);
    lw_bench_set_notes(results, "n: abscissas; stepped over: slabs whose first root (i) missed");
}

lw_status lw_bench_hong(const lw_bench_options *options, lw_bench_results *results, lw_error *error)
{
    size_t count = options->file_count ? options->file_count : ROW_COUNT;
    example *examples = calloc(count, sizeof *examples);
    if (!examples)
        return lw_fail_memory(error);
    lw_status status = LW_OK;
    for (size_t i = 0; i < count && !status; i++) {
        example *e = &examples[i];
        status = options->file_count ? load(e, options->files[i], error)
                                     : generate(e, &rows[i], options->seed, error);
        if (!status)
            status = make_pair(e, error);
    }
    for (size_t i = 0; i < count && !status; i++)
        status = measure(&examples[i], options, error);
    if (!status)
        add_tables(results, examples, count, options->file_count > 0);
    for (size_t i = 0; i < count; i++)
        drop(&examples[i]);
    free(examples);
    return status;
}
