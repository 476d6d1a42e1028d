/* leeway-bench workcell: section 6 of Feyeux and Landry, "Collision detection between robots moving
 * along specified trajectories", on work-cells rebuilt in its spirit: the published method, with its
 * counts, beside Leeway's. */
#include "workcell/workcell_measure.h"

/* Adds a count of the paper, of the published method and of Leeway; negative: there is none. */
static void add_counts(lw_bench_results *results, const char *name, double of_paper, double published,
                       double ours)
{
    const double figures[] = {of_paper, published, ours};
    lw_bench_add_row(results, (lw_bench_head){.name = name});
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
        if (figures[i] >= 0)
            lw_bench_add_figure(results, figures[i], 0);
        else
            lw_bench_add_nothing(results);
}

static void add_verdicts(lw_bench_results *results, bool free, const lw_workcell_counts *published,
                         const lw_verdict *verdict)
{
    static const char *const words[] = {"free", "contact", "undecided"};
    lw_bench_add_row(results, (lw_bench_head){.name = "verdict"});
    lw_bench_add_word(results, words[free ? 0 : 1]);
    lw_bench_add_word(results, words[published->apart ? 0 : 1]);
    lw_bench_add_word(results, words[verdict->kind]);
}

static void add_part(lw_bench_results *results, size_t part, size_t whole)
{
    char text[64];
    snprintf(text, sizeof text, "%zu of %zu", part, whole);
    if (part < whole)
        lw_bench_add_word(results, text);
    else
        lw_bench_add_figure(results, (double)whole, 0);
}

static void add_intervals(lw_bench_results *results, const lw_workcell_paper *paper,
                          const lw_workcell_counts *published)
{
    lw_bench_add_row(results, (lw_bench_head){.name = "intervals"});
    add_part(results, paper->intervals, paper->all);
    add_part(results, published->intervals, published->all);
}

static void add_times(lw_bench_results *results, double of_paper,
                      const double times[LW_WORKCELL_CONTENDERS])
{
    lw_bench_add_row(results, (lw_bench_head){.name = "time", .unit = "us"});
    lw_bench_add_figure(results, 1e6 * of_paper, 0);
    lw_bench_add_figure(results, times[LW_WORKCELL_PUBLISHED], 2);
    lw_bench_add_figure(results, times[LW_WORKCELL_PAIR], 2);
    lw_bench_add_row(results, (lw_bench_head){.name = "obstacles too", .unit = "us"});
    lw_bench_add_nothing(results);
    lw_bench_add_nothing(results);
    lw_bench_add_figure(results, times[LW_WORKCELL_ALL], 2);
}

static void add_case(lw_bench_results *results, lw_workcell_case which,
                     const lw_workcell_case_measured *measured)
{
    const lw_workcell_counts *published = &measured->published;
    const lw_verdict *verdict = &measured->leeway;
    static const char *const columns[] = {"the paper", "as published", "leeway"};
    const lw_workcell_paper *paper = &lw_workcell_papers[which];
    lw_bench_add_table(results, NULL, paper->title);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        lw_bench_add_column(results, (lw_bench_head){.name = columns[i]});
    add_verdicts(results, which == LW_WORKCELL_APART, published, verdict);
    add_intervals(results, paper, published);
    add_counts(results, "bisected", paper->bisected, (double)published->bisected, -1);
    add_counts(results, "times sampled", -1, -1, (double)verdict->samples);
    add_counts(results, "distances of polygons", paper->narrow, (double)published->narrow,
               (double)verdict->queries);
    add_counts(results, "tests of features", paper->tests, (double)published->tests, -1);
    if (verdict->kind == LW_VERDICT_CONTACT) {
        lw_bench_add_row(results, (lw_bench_head){.name = "contact at", .unit = "s"});
        lw_bench_add_nothing(results);
        lw_bench_add_nothing(results);
        lw_bench_add_figure(results, verdict->time, 5);
    }
    add_times(results, paper->time, measured->times);
}

static void add_bounds(lw_bench_results *results, const lw_workcell_bound_measured bounds[2])
{
    char title[LW_BENCH_TITLE];
    static const char *const columns[] = {"short", "contacts", "missed"};
    snprintf(title, sizeof title,
             "The bound (12) on %d random pairs of trajectories, places interpolated linearly",
             LW_WORKCELL_PAIRS);
    lw_bench_add_table(results, NULL, title);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        lw_bench_add_column(results, (lw_bench_head){.name = columns[i]});
    for (int agree = 1; agree >= 0; agree--) {
        lw_bench_add_row(results,
                         (lw_bench_head){.name = agree ? "velocities as large as the trajectories need"
                                                       : "velocities that do not agree"});
        lw_bench_add_figure(results, (double)bounds[agree].short_pairs, 0);
        lw_bench_add_figure(results, (double)bounds[agree].contacts, 0);
        lw_bench_add_figure(results, (double)bounds[agree].missed, 0);
    }
}

lw_status lw_bench_workcell(const lw_bench_options *options, lw_bench_results *results, lw_error *error)
{
    lw_workcell_measured measured;
    lw_status status = lw_workcell_measure(options, &measured, error);
    if (status)
        return status;
    for (int i = 0; i < LW_WORKCELL_CASES; i++)
        add_case(results, (lw_workcell_case)i, &measured.cases[i]);
    lw_bench_set_notes(results,
                       "the paper: about 30 bisected. The trajectories, which it does not give, were "
                       "chosen so that the published method\ncounts what it reports, within 1");
    add_bounds(results, measured.bounds);
    return LW_OK;
}
