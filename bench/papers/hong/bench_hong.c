/* leeway-bench hong: Table II of Hong, "A New Algorithm for Detecting the Collision of Moving Objects",
 * from objects and starts that are generated or read from files, each figure beside the paper's. The
 * paper's times are from an Apollo DN 4000: compare rows with rows. */
#include "table/papers.h"

#include "hong/hong_examples.h"

static const char *const names[] = {"contact", "free"};

static void add_row(lw_bench_results *results, const lw_hong_example *e, int half)
{
    lw_bench_add_row(results, (lw_bench_head){.group = e->name, .name = names[half]});
}

static void add_example(lw_bench_results *results, const lw_hong_example *e)
{
    for (int half = 0; half < 2; half++) {
        if (e->counts[half] == 0)
            continue;
        const lw_hong_figures paper =
            e->paper ? e->paper->published[half] : (lw_hong_figures){.count = 0};
        lw_hong_figures ours = lw_hong_count_steps(e, half);
        add_row(results, e, half);
        lw_bench_add_figure(results, ours.count, 0);
        lw_bench_set_paper(results, paper.count, 0);
        lw_bench_add_figure(results, 100 * (half ? 1 - e->share : e->share), 1);
        lw_bench_set_paper(results, e->paper ? lw_hong_percent(e->paper, half) : 0, 0);
        lw_bench_add_figure(results, ours.steps, 2);
        lw_bench_set_paper(results, paper.steps, 1);
        lw_bench_add_figure(results, ours.abscissas, 1);
        lw_bench_set_paper(results, paper.abscissas, 1);
        lw_bench_add_figure(results, 1e6 * e->medians[half], 2);
        lw_bench_set_paper(results, paper.time, 2);
    }
}

static void add_published(lw_bench_results *results, const lw_hong_example *e)
{
    for (int half = 0; half < 2; half++) {
        const lw_published *p = &e->published[half];
        if (p->motions == 0)
            continue;
        const lw_hong_figures paper =
            e->paper ? e->paper->published[half] : (lw_hong_figures){.count = 0};
        add_row(results, e, half);
        lw_bench_add_figure(results, (double)p->steps / (double)p->motions, 2);
        lw_bench_set_paper(results, paper.steps, 1);
        lw_bench_add_figure(results, (double)p->abscissas / (double)p->slabs, 1);
        lw_bench_set_paper(results, paper.abscissas, 1);
        lw_bench_add_figure(results, (double)p->certified / (double)p->slabs, 1);
        lw_bench_add_figure(results, (double)p->slabs, 0);
        lw_bench_add_figure(results, (double)p->over, 0);
        lw_bench_add_figure(results, (double)p->wrong, 0);
        lw_bench_add_figure(results, (double)p->late, 0);
    }
}

static double share(double part, double whole)
{
    return whole > 0 ? 100 * part / whole : 0;
}

static void add_parts(lw_bench_results *results, const lw_hong_example *e)
{
    for (int half = 0; half < 2; half++) {
        const lw_published *p = &e->alone[half];
        if (p->motions == 0)
            continue;
        add_row(results, e, half);
        lw_bench_add_figure(results, (double)p->most, 0);
        lw_bench_add_figure(results, e->basic[half], 2);
        lw_bench_add_figure(results, (double)e->open[half], 0);
        lw_bench_add_figure(results, 1e6 * p->seconds / (double)p->motions, 1);
        lw_bench_set_paper(results, e->paper ? e->paper->published[half].time : 0, 2);
        lw_bench_add_figure(results, share(p->of_distances, p->seconds), 0);
        lw_bench_set_paper(results, 35, 0);
        lw_bench_add_figure(results, share(p->of_roots, p->seconds), 0);
        lw_bench_set_paper(results, 55, 0);
    }
}

static void add_tables(lw_bench_results *results, const lw_hong_example *examples, size_t count,
                       bool chosen)
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
    static const lw_bench_head more[] = {
        {.name = "largest k", .unit = "steps"},   {.name = "BCDA", .unit = "steps"},
        {.name = "left open", .unit = "motions"}, {.name = "time", .unit = "us", .paper_unit = "s"},
        {.name = "distances", .unit = "%"},       {.name = "roots", .unit = "%"}};
    lw_bench_add_table(results, NULL,
                       "N moving polytopes of M1 and M2 vertices: k steps, n abscissas a step");
    lw_bench_add_columns(results, measured, sizeof measured / sizeof *measured);
    for (size_t i = 0; i < count; i++)
        add_example(results, &examples[i]);
    snprintf(notes, sizeof notes, "share: of the motions that begin apart%s; the paper's is of its N",
             chosen ? "" : ", before any are chosen");
    lw_bench_set_notes(results, notes);
    lw_bench_add_table(results, NULL,
                       "The search as published, with the appendix's root finder (i), beside the "
                       "certified one (ii) at the same slabs");
    lw_bench_add_columns(results, compared, sizeof compared / sizeof *compared);
    for (size_t i = 0; i < count; i++)
        add_published(results, &examples[i]);
    lw_bench_set_notes(results,
                       "n: abscissas, not reproduced: no constants of (i) bring it to the paper's\n"
                       "(docs/papers.md); stepped over: slabs whose first root (i) missed");
    lw_bench_add_table(results, NULL,
                       "The search as published by itself: its largest k, the mean k of BCDA, its "
                       "time and the shares of its parts");
    lw_bench_add_columns(results, more, sizeof more / sizeof *more);
    for (size_t i = 0; i < count; i++)
        add_parts(results, &examples[i]);
    lw_bench_set_notes(results, "the paper's largest k: between 8 and 12; BCDA to 1e-6 m, left open "
                                "after 1,000 slabs");
}

lw_status lw_bench_hong(const lw_bench_options *options, lw_bench_results *results, lw_error *error)
{
    size_t count;
    lw_hong_example *examples;
    lw_status status = lw_hong_examples_make(options, &examples, &count, error);
    if (!status)
        status = lw_hong_examples_measure(examples, count, options, error);
    if (!status)
        add_tables(results, examples, count, options->file_count > 0);
    lw_hong_examples_drop(examples, count);
    return status;
}
