/* The tables of `leeway-bench adaptive`. */
#include "adaptive/adaptive_tables.h"

#include <inttypes.h>

const double lw_adaptive_least_saving = 25.1;
const double lw_adaptive_margins[LW_ADAPTIVE_MARGINS] = {0, 1, 1.9};

static double share(double part, double whole)
{
    return whole > 0 ? 100 * part / whole : 0;
}

/* A contender's mean over all lines, from the means of the classes. */
static double mean(const lw_adaptive_figures *f, double of_free, double of_contact)
{
    return (f->of_class[0] * of_free + f->of_class[1] * of_contact) / f->lines;
}

static double time_of(const lw_adaptive_figures *f, int who, int column)
{
    return column ? f->times[column - 1][who] : mean(f, f->times[0][who], f->times[1][who]);
}

double lw_adaptive_time(const lw_adaptive_figures *figures, int method, int precision)
{
    return time_of(figures, method * LW_ADAPTIVE_PRECISIONS + precision, 0);
}

/* The same of one class, from the tests of a line. */
static double dear_of(const lw_adaptive_figures *f, int class, int precision)
{
    const int who = LW_ADAPTIVE_PUBLISHED * LW_ADAPTIVE_PRECISIONS + precision;
    return f->of_class[class]
               ? f->dear[class] * (double)f->counts[class][who].tests / f->of_class[class]
               : 0;
}

double lw_adaptive_dear_time(const lw_adaptive_figures *figures, int precision)
{
    return mean(figures, dear_of(figures, 0, precision), dear_of(figures, 1, precision));
}

static double per_line(const lw_adaptive_figures *f, int class, uint64_t count)
{
    return f->of_class[class] ? (double)count / f->of_class[class] : 0;
}

static const char *const method_names[LW_ADAPTIVE_METHODS] = {
    "fixed, as published", "fixed, right steps", "adaptive, as published", "adaptive, rough (ours)"};

static const char *contender_name(int who)
{
    return who < LW_ADAPTIVE_BISECTION ? method_names[who / LW_ADAPTIVE_PRECISIONS]
           : who == LW_ADAPTIVE_SLAB   ? "slab"
                                       : "bisection";
}

/* Adds columns for the precisions, in groups. */
static void add_precisions(lw_bench_results *results, const char *const *groups, int count)
{
    for (int g = 0; g < count; g++)
        for (int p = 0; p < LW_ADAPTIVE_PRECISIONS; p++) {
            char precision[16];
            snprintf(precision, sizeof precision, "%g m", lw_adaptive_precisions[p]);
            lw_bench_add_column(results, (lw_bench_head){.group = groups[g], .name = precision});
        }
}

/* Leaves the other columns of a group empty: a figure that does not depend on the precision stands in
 * the first. */
static void fill_group(lw_bench_results *results)
{
    for (int p = 1; p < LW_ADAPTIVE_PRECISIONS; p++)
        lw_bench_add_nothing(results);
}

/* The time of fixed steps as published with tests that compute distances, of the class of a column. */
static double dear_in(const lw_adaptive_figures *f, int column, int precision)
{
    return column ? dear_of(f, column - 1, precision) : lw_adaptive_dear_time(f, precision);
}

/* Adds the time that an adaptive method saves over a method with fixed steps; LW_ADAPTIVE_METHODS: over
 * the published one with tests that compute distances. cell: the cell with the paper's figures beside
 * it; NULL: one of the methods is not the paper's. */
static void add_savings(lw_bench_results *results, const lw_adaptive_figures *f, int method, int over,
                        const char *name, const lw_adaptive_cell *cell)
{
    lw_bench_add_row(results, (lw_bench_head){.name = name, .unit = "%"});
    for (int column = 0; column < 3; column++)
        for (int p = 0; p < LW_ADAPTIVE_PRECISIONS; p++) {
            double fixed = over == LW_ADAPTIVE_METHODS
                               ? dear_in(f, column, p)
                               : time_of(f, over * LW_ADAPTIVE_PRECISIONS + p, column);
            double adaptive = time_of(f, method * LW_ADAPTIVE_PRECISIONS + p, column);
            lw_bench_add_figure(results, share(fixed - adaptive, fixed), 1);
            if (!column && cell)
                lw_bench_set_paper(results, share(cell->fixed[p] - cell->adaptive[p], cell->fixed[p]),
                                   1);
        }
}

static const double *paper_of(const lw_adaptive_cell *cell, int method)
{
    return method == LW_ADAPTIVE_PUBLISHED ? cell->fixed
           : method == LW_ADAPTIVE_EXACT   ? cell->adaptive
                                           : NULL;
}

static void add_times(lw_bench_results *results, const lw_adaptive_figures *f,
                      const lw_adaptive_cell *cell)
{
    char title[LW_BENCH_TITLE];
    static const char *const groups[] = {"all lines", "free", "in contact"};
    snprintf(title, sizeof title,
             "%s; %d joints, %zu triangles (the paper's: %u), %zu pairs; %u lines free, %u in "
             "contact",
             cell->name, cell->joints, f->triangles, cell->triangles, f->pairs, f->of_class[0],
             f->of_class[1]);
    lw_bench_add_table(results, "ms a line", title);
    add_precisions(results, groups, 3);
    for (int m = 0; m < LW_ADAPTIVE_METHODS; m++) {
        const double *paper = paper_of(cell, m);
        lw_bench_add_row(results, (lw_bench_head){.name = method_names[m]});
        for (int column = 0; column < 3; column++)
            for (int p = 0; p < LW_ADAPTIVE_PRECISIONS; p++) {
                lw_bench_add_figure(results, time_of(f, m * LW_ADAPTIVE_PRECISIONS + p, column), 4);
                if (!column && paper)
                    lw_bench_set_paper(results, paper[p], 3);
            }
    }
    lw_bench_add_row(results, (lw_bench_head){.name = "fixed, as published, tests by distances"});
    for (int column = 0; column < 3; column++)
        for (int p = 0; p < LW_ADAPTIVE_PRECISIONS; p++)
            lw_bench_add_figure(results, dear_in(f, column, p), 4);
    add_savings(results, f, LW_ADAPTIVE_EXACT, LW_ADAPTIVE_PUBLISHED, "as published saves", cell);
    add_savings(results, f, LW_ADAPTIVE_EXACT, LW_ADAPTIVE_METHODS, "the same over tests by distances",
                NULL);
    add_savings(results, f, LW_ADAPTIVE_EXACT, LW_ADAPTIVE_RIGHT, "the same over right steps", NULL);
    add_savings(results, f, LW_ADAPTIVE_ROUGH, LW_ADAPTIVE_RIGHT, "rough (ours) saves over right steps",
                NULL);
    for (int who = LW_ADAPTIVE_BISECTION; who < LW_ADAPTIVE_CONTENDERS; who++) {
        lw_bench_add_row(results, (lw_bench_head){.name = contender_name(who)});
        for (int column = 0; column < 3; column++) {
            lw_bench_add_figure(results, time_of(f, who, column), 4);
            fill_group(results);
        }
    }
}

/* Adds a row of tests or poses of a contender. */
static void add_count_row(lw_bench_results *results, const lw_adaptive_figures *f, int who, bool poses)
{
    const bool own = who >= LW_ADAPTIVE_BISECTION;
    lw_bench_add_row(results, (lw_bench_head){.name = contender_name(who),
                                              .unit = poses ? "poses"
                                                      : own ? "queries"
                                                            : "tests"});
    for (int class = 0; class < LW_ADAPTIVE_CLASSES; class ++) {
        for (int p = 0; p < (own ? 1 : LW_ADAPTIVE_PRECISIONS); p++) {
            const lw_adaptive_counts *c = &f->counts[class][who + p];
            uint64_t count = poses ? c->poses : own ? c->trees : c->tests;
            lw_bench_add_figure(results, per_line(f, class, count), 1);
        }
        if (own)
            fill_group(results);
    }
}

static void add_counts(lw_bench_results *results, const lw_adaptive_figures *f,
                       const lw_adaptive_cell *cell)
{
    char title[LW_BENCH_TITLE];
    static const char *const groups[] = {"free", "in contact"};
    snprintf(title, sizeof title, "%s: tests of a pair a line, and poses", cell->name);
    lw_bench_add_table(results, NULL, title);
    add_precisions(results, groups, 2);
    for (int who = 0; who < LW_ADAPTIVE_CONTENDERS;
         who += who < LW_ADAPTIVE_BISECTION ? LW_ADAPTIVE_PRECISIONS : 1) {
        add_count_row(results, f, who, false);
        add_count_row(results, f, who, true);
    }
}

static lw_adaptive_figures sum_of(const lw_adaptive_figures *figures)
{
    lw_adaptive_figures sum = {.lines = 0};
    for (int i = 0; i < LW_ADAPTIVE_CELLS; i++) {
        sum.lines += figures[i].lines;
        sum.of_class[1] += figures[i].of_class[1];
        sum.undecided += figures[i].undecided;
        for (int who = 0; who < LW_ADAPTIVE_CONTENDERS; who++) {
            sum.missed[who] += figures[i].missed[who];
            sum.far[who] += figures[i].far[who];
            sum.open[who] += figures[i].open[who];
        }
    }
    return sum;
}

static void add_answers(lw_bench_results *results, const lw_adaptive_figures *figures,
                        const uint64_t posts[LW_ADAPTIVE_CONTENDERS])
{
    char notes[LW_BENCH_TITLE];
    char title[LW_BENCH_TITLE];
    static const char *const columns[] = {"missed", "far off", "undecided", "posts missed"};
    const lw_adaptive_figures sum = sum_of(figures);
    snprintf(title, sizeof title, "Answers beside those of slab: %u lines, %u in contact, %u undecided",
             sum.lines, sum.of_class[1], sum.undecided);
    lw_bench_add_table(results, NULL, title);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        lw_bench_add_column(results, (lw_bench_head){.name = columns[i]});
    for (int who = 0; who < LW_ADAPTIVE_CONTENDERS; who++) {
        char precision[16] = "";
        if (who < LW_ADAPTIVE_BISECTION)
            snprintf(precision, sizeof precision, "%g m",
                     lw_adaptive_precisions[who % LW_ADAPTIVE_PRECISIONS]);
        lw_bench_add_row(results, (lw_bench_head){.group = contender_name(who), .name = precision});
        lw_bench_add_figure(results, (double)sum.missed[who], 0);
        lw_bench_add_figure(results, (double)sum.far[who], 0);
        lw_bench_add_figure(results, (double)sum.open[who], 0);
        lw_bench_add_figure(results, (double)posts[who], 0);
    }
    snprintf(notes, sizeof notes,
             "missed: contacts called free; far off: contact reported with a clearance above "
             "the precision; posts: %d swings that graze a thin post",
             LW_ADAPTIVE_POSTS);
    lw_bench_set_notes(results, notes);
}

static void add_orders(lw_bench_results *results, const lw_adaptive_figures *figures)
{
    char title[LW_BENCH_TITLE];
    static const char *const names[LW_ADAPTIVE_ORDERS] = {"last left first", "longest (15)",
                                                          "(15), then (14)", "(14), then (15)"};
    static const char *const classes[LW_ADAPTIVE_CLASSES] = {"free", "in contact"};
    snprintf(title, sizeof title, "Orders at sigma = %g", lw_adaptive_precisions[1]);
    lw_bench_add_table(results, "tests of a pair a line", title);
    for (int i = 0; i < LW_ADAPTIVE_CELLS; i++)
        for (int class = 0; class < LW_ADAPTIVE_CLASSES; class ++) {
            char group[32];
            snprintf(group, sizeof group, "case %d", i + 1);
            lw_bench_add_column(results, (lw_bench_head){.group = group, .name = classes[class]});
        }
    for (lw_adaptive_order order = 0; order < LW_ADAPTIVE_ORDERS; order++) {
        lw_bench_add_row(results, (lw_bench_head){.name = names[order]});
        for (int i = 0; i < LW_ADAPTIVE_CELLS; i++)
            for (int class = 0; class < LW_ADAPTIVE_CLASSES; class ++)
                lw_bench_add_figure(
                    results, per_line(&figures[i], class, figures[i].orders[class][order].tests), 1);
    }
    for (int k = 0; k < 2; k++) {
        lw_bench_add_row(
            results,
            (lw_bench_head){.name = k ? "middle within 0.01 m" : "contact in the middle", .unit = "%"});
        for (int i = 0; i < LW_ADAPTIVE_CELLS; i++) {
            lw_bench_add_nothing(results);
            lw_bench_add_figure(
                results, share((double)figures[i].middles[k], (double)figures[i].of_class[1]), 1);
        }
    }
    lw_bench_set_notes(results, "percent of contacts that show in the middle of the line (the paper: "
                                "over 90)");
}

static void add_margins(lw_bench_results *results, const lw_adaptive_figures *figures)
{
    char title[LW_BENCH_TITLE];
    static const lw_bench_head columns[] = {{.name = "free", .unit = "lines"},
                                            {.name = "tests", .unit = "a line"},
                                            {.name = "clearance", .unit = "m"}};
    snprintf(title, sizeof title, "The margin tau of (18) at sigma = %g", lw_adaptive_precisions[0]);
    lw_bench_add_table(results, NULL, title);
    for (int i = 0; i < LW_ADAPTIVE_CELLS; i++)
        for (size_t k = 0; k < 3; k++) {
            char group[32];
            lw_bench_head column = columns[k];
            snprintf(group, sizeof group, "case %d", i + 1);
            column.group = group;
            lw_bench_add_column(results, column);
        }
    for (int k = 0; k < LW_ADAPTIVE_MARGINS; k++) {
        char name[32];
        snprintf(name, sizeof name, "tau %g m", lw_adaptive_margins[k] * lw_adaptive_precisions[0]);
        lw_bench_add_row(results, (lw_bench_head){.name = name});
        for (int i = 0; i < LW_ADAPTIVE_CELLS; i++) {
            const lw_adaptive_counts *c = &figures[i].margin_counts[k];
            lw_bench_add_figure(results, (double)(c->lines - c->contacts), 0);
            lw_bench_add_figure(results, (double)c->tests / (double)c->lines, 1);
            lw_bench_add_figure(results, figures[i].least_clearance[k], 5);
        }
    }
    lw_bench_set_notes(results, "lines called free, tests a line, and the least clearance of those "
                                "lines, by slab (more than tau / 2)");
}

/* Adds the roadmaps, with the paper's savings beside those of the published methods. */
static void add_roadmaps(lw_bench_results *results, const lw_adaptive_roadmap *roadmaps)
{
    static const char *const groups[] = {"adaptive saves", "over tests by distances",
                                         "rough (ours) saves"};
    lw_bench_add_table(
        results, NULL,
        "Roadmaps from start to goal: time that the published adaptive method saves over "
        "the published fixed steps, on all edges");
    lw_bench_add_column(results, (lw_bench_head){.name = "roadmaps"});
    lw_bench_add_column(results, (lw_bench_head){.name = "joined"});
    lw_bench_add_column(results, (lw_bench_head){.name = "nodes"});
    lw_bench_add_column(results, (lw_bench_head){.name = "edges"});
    lw_bench_add_column(results, (lw_bench_head){.name = "free"});
    for (int g = 0; g < 3; g++)
        for (int p = 0; p < LW_ADAPTIVE_PRECISIONS; p++) {
            char precision[16];
            snprintf(precision, sizeof precision, "%g m", lw_adaptive_precisions[p]);
            lw_bench_add_column(results,
                                (lw_bench_head){.group = groups[g], .name = precision, .unit = "%"});
        }
    for (int i = 0; i < LW_ADAPTIVE_CELLS; i++) {
        const lw_adaptive_figures *f = &roadmaps[i].edges;
        const lw_adaptive_cell *cell = &lw_adaptive_cells[i];
        lw_bench_add_row(results, (lw_bench_head){.name = cell->name});
        lw_bench_add_figure(results, roadmaps[i].count, 0);
        lw_bench_add_figure(results, roadmaps[i].found, 0);
        lw_bench_add_figure(results, roadmaps[i].nodes, 0);
        lw_bench_add_figure(results, f->lines, 0);
        lw_bench_add_figure(results, f->of_class[0], 0);
        for (int g = 0; g < 3; g++)
            for (int p = 0; p < LW_ADAPTIVE_PRECISIONS; p++) {
                double fixed = g == 1 ? lw_adaptive_dear_time(f, p)
                                      : lw_adaptive_time(f, LW_ADAPTIVE_PUBLISHED, p);
                double adaptive =
                    lw_adaptive_time(f, g == 2 ? LW_ADAPTIVE_ROUGH : LW_ADAPTIVE_EXACT, p);
                lw_bench_add_figure(results, share(fixed - adaptive, fixed), 1);
                if (g == 0)
                    lw_bench_set_paper(results,
                                       share(cell->fixed[p] - cell->adaptive[p], cell->fixed[p]), 1);
            }
    }
}

/* Adds below the first tables in how many of the nine cells the paper's saving comes out. */
static void add_note(lw_bench_results *results, const lw_adaptive_figures *figures)
{
    char notes[2 * LW_BENCH_TITLE];
    int cells[2] = {0};
    for (int i = 0; i < LW_ADAPTIVE_CELLS; i++)
        for (int p = 0; p < LW_ADAPTIVE_PRECISIONS; p++)
            for (int dear = 0; dear < 2; dear++) {
                double fixed = dear ? lw_adaptive_dear_time(&figures[i], p)
                                    : lw_adaptive_time(&figures[i], LW_ADAPTIVE_PUBLISHED, p);
                double adaptive = lw_adaptive_time(&figures[i], LW_ADAPTIVE_EXACT, p);
                cells[dear] += share(fixed - adaptive, fixed) >= lw_adaptive_least_saving;
            }
    snprintf(
        notes, sizeof notes,
        "the precision is epsilon of fixed steps and sigma of the adaptive method. The paper: 25.1 to "
        "84.1 %% are saved.\nThat comes out in %d of 9 cells; in %d where each test of a fixed step "
        "computes a distance (measured at\n0.01 m on a few lines, and scaled by the number of tests)",
        cells[0], cells[1]);
    lw_bench_set_notes(results, notes);
}

void lw_adaptive_add_tables(lw_bench_results *results,
                            const lw_adaptive_figures figures[LW_ADAPTIVE_CELLS],
                            const lw_adaptive_roadmap roadmaps[LW_ADAPTIVE_CELLS],
                            const uint64_t posts[LW_ADAPTIVE_CONTENDERS])
{
    for (int i = 0; i < LW_ADAPTIVE_CELLS; i++)
        add_times(results, &figures[i], &lw_adaptive_cells[i]);
    add_note(results, figures);
    add_roadmaps(results, roadmaps);
    for (int i = 0; i < LW_ADAPTIVE_CELLS; i++)
        add_counts(results, &figures[i], &lw_adaptive_cells[i]);
    add_answers(results, figures, posts);
    add_orders(results, figures);
    add_margins(results, figures);
}
