/* The tables of `leeway-bench baginski`. */
#include "baginski/baginski_tables.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum { LAYERS = LW_PUBLISHED_MOST_LAYERS };

static double percent(uint64_t part, uint64_t whole)
{
    return whole ? 100 * (double)part / (double)whole : 0;
}

static void add_row(lw_bench_results *results, int arm)
{
    lw_bench_add_row(results, (lw_bench_head){.name = lw_baginski_arms[arm].name});
}

/* The tests of a contender, as a share of those of the 1-norm. */
static double share(const lw_baginski_figures *f, lw_baginski_contender who)
{
    return percent(f->tests[0][who] + f->tests[1][who],
                   f->tests[0][LW_BAGINSKI_NORM] + f->tests[1][LW_BAGINSKI_NORM]);
}

static void add_tests(lw_bench_results *results, const lw_baginski_figures *figures)
{
    char title[LW_BENCH_TITLE];
    static const lw_bench_head columns[] = {{.name = "in contact", .unit = "% of lines"},
                                            {.name = "1-norm", .unit = "a line"},
                                            {.name = "any path", .unit = "%"},
                                            {"steps", "published", "%", NULL},
                                            {"steps", "sound", "%", NULL},
                                            {"8 layers", "published", "%", NULL},
                                            {"8 layers", "sound", "%", NULL}};
    snprintf(title, sizeof title,
             "Tests of a link against all obstacles, d0 = %g mm, %d layers: of the 1-norm, and "
             "percent of those",
             1e3 * lw_published_expansion, LAYERS);
    lw_bench_add_table(results, NULL, title);
    lw_bench_add_columns(results, columns, sizeof columns / sizeof *columns);
    for (int i = 0; i < LW_BAGINSKI_ARMS; i++) {
        const lw_baginski_figures *f = &figures[i];
        uint64_t whole = f->tests[0][LW_BAGINSKI_NORM] + f->tests[1][LW_BAGINSKI_NORM];
        add_row(results, i);
        lw_bench_add_figure(results, percent(f->truth.contacts, f->truth.lines), 1);
        lw_bench_add_figure(results, (double)whole / (double)f->truth.lines, 0);
        lw_bench_add_figure(results, share(f, LW_BAGINSKI_PATH), 2);
        for (int k = 0; k < 2; k++) {
            lw_bench_add_figure(results, share(f, k ? LW_BAGINSKI_MANY : LW_BAGINSKI_STEPS), 2);
            lw_bench_set_paper(results, lw_baginski_arms[i].paper[k], 1);
            lw_bench_add_figure(results, share(f, k ? LW_BAGINSKI_SOUND_MANY : LW_BAGINSKI_SOUND), 2);
        }
    }
}

static void add_layers(lw_bench_results *results, const lw_baginski_figures *figures)
{
    lw_bench_add_table(results, "%", "Steps made with each layer");
    lw_bench_add_column(results, (lw_bench_head){.name = "thinner"});
    for (int k = 0; k < LAYERS; k++) {
        char thickness[16];
        snprintf(thickness, sizeof thickness, "%g mm", 1e3 * ldexp(lw_published_expansion, k));
        lw_bench_add_column(results, (lw_bench_head){.name = thickness});
    }
    for (int i = 0; i < LW_BAGINSKI_ARMS; i++) {
        const char *arm = lw_baginski_arms[i].name;
        const lw_published_counts *published = &figures[i].published[LW_BAGINSKI_MANY];
        const lw_baginski_counts *sound =
            &figures[i].sound[LW_BAGINSKI_SOUND_MANY - LW_BAGINSKI_PUBLISHED];
        lw_bench_add_row(results, (lw_bench_head){.group = arm, .name = "published"});
        lw_bench_add_nothing(results);
        for (int k = 0; k < LAYERS; k++)
            lw_bench_add_figure(results, percent(published->steps_of[k], published->steps), 1);
        lw_bench_add_row(results, (lw_bench_head){.group = arm, .name = "sound"});
        lw_bench_add_figure(results, percent(sound->thinner, sound->steps), 1);
        for (int k = 0; k < LAYERS; k++)
            lw_bench_add_figure(results, percent(sound->steps_of[k], sound->steps), 1);
    }
}

static void add_use(lw_bench_results *results, const lw_baginski_figures *figures)
{
    static const char *const names[] = {"published", "most", "too long", "sound"};
    lw_bench_add_table(results, "%", "What steps use of what their layers cover");
    for (size_t k = 0; k < 8; k++)
        lw_bench_add_column(
            results, (lw_bench_head){.group = k < 4 ? "steps" : "8 layers", .name = names[k % 4]});
    for (int i = 0; i < LW_BAGINSKI_ARMS; i++) {
        add_row(results, i);
        for (int k = 0; k < 2; k++) {
            const lw_published_counts *counts =
                &figures[i].published[k ? LW_BAGINSKI_MANY : LW_BAGINSKI_STEPS];
            const lw_baginski_counts *sound =
                &figures[i]
                     .sound[(k ? LW_BAGINSKI_SOUND_MANY : LW_BAGINSKI_SOUND) - LW_BAGINSKI_PUBLISHED];
            lw_bench_add_figure(results, 100 * counts->used / (double)counts->steps, 1);
            lw_bench_add_figure(results, 100 * counts->longest, 1);
            lw_bench_add_figure(results, percent(counts->long_steps, counts->steps), 2);
            lw_bench_add_figure(results, 100 * sound->used / (double)sound->tested, 1);
        }
    }
    lw_bench_set_notes(results, "the paper's: 90 to 99; too long: steps that use more than 100");
}

static void add_inside(lw_bench_results *results, const lw_baginski_figures *inside)
{
    static const lw_bench_head columns[] = {{.name = "inside", .unit = "pairs"},
                                            {.name = "in contact", .unit = "% of lines"},
                                            {"tests", "links", "a line", NULL},
                                            {"tests", "pairs", "a line", NULL}};
    lw_bench_add_table(results, NULL,
                       "With the pairs inside the arm, which the paper leaves out, on lines of their "
                       "own: sound, 8 layers");
    lw_bench_add_columns(results, columns, sizeof columns / sizeof *columns);
    for (int i = 0; i < LW_BAGINSKI_ARMS; i++) {
        const lw_baginski_figures *f = &inside[i];
        double lines = (double)f->truth.lines;
        add_row(results, i);
        lw_bench_add_figure(results, (double)f->pairs, 0);
        lw_bench_add_figure(results, percent(f->truth.contacts, f->truth.lines), 1);
        lw_bench_add_figure(results, (double)f->sound[0].tests / lines, 0);
        lw_bench_add_figure(results, (double)f->sound[0].pair_tests / lines, 0);
    }
}

/* The answers of all arms together. */
static lw_baginski_figures sum_of(const lw_baginski_figures *figures)
{
    lw_baginski_figures sum = {.differ = 0};
    for (int i = 0; i < LW_BAGINSKI_ARMS; i++) {
        const lw_baginski_figures *f = &figures[i];
        sum.truth.lines += f->truth.lines;
        sum.truth.contacts += f->truth.contacts;
        sum.truth.undecided += f->truth.undecided;
        sum.truth.clear += f->truth.clear;
        sum.differ += f->differ;
        for (int who = 0; who < LW_BAGINSKI_CONTENDERS; who++) {
            sum.missed[who] += f->missed[who];
            sum.far[who] += f->far[who];
            sum.undecided[who] += f->undecided[who];
        }
    }
    return sum;
}

static void add_answers(lw_bench_results *results, const lw_baginski_figures *figures,
                        const uint64_t cusps[LW_BAGINSKI_CONTENDERS])
{
    char notes[LW_BENCH_TITLE];
    char title[LW_BENCH_TITLE];
    static const char *const names[LW_BAGINSKI_CONTENDERS] = {
        "1-norm", "any path", "steps", "8 layers", "sound steps", "sound 8 layers"};
    static const char *const columns[] = {"missed", "far off", "undecided", "cusps missed"};
    const lw_baginski_figures sum = sum_of(figures);
    const lw_baginski_truth *truth = &sum.truth;
    snprintf(title, sizeof title,
             "Answers beside those of slab: %" PRIu64 " lines, %" PRIu64 " in contact, %" PRIu64
             " undecided; %" PRIu64
             " free with a clearance above d0; bisection says otherwise on %" PRIu64,
             truth->lines, truth->contacts, truth->undecided, truth->clear, sum.differ);
    lw_bench_add_table(results, NULL, title);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        lw_bench_add_column(results, (lw_bench_head){.name = columns[i]});
    for (int who = 0; who < LW_BAGINSKI_CONTENDERS; who++) {
        lw_bench_add_row(results, (lw_bench_head){.name = names[who]});
        lw_bench_add_figure(results, (double)sum.missed[who], 0);
        lw_bench_add_figure(results, (double)sum.far[who], 0);
        lw_bench_add_figure(results, (double)sum.undecided[who], 0);
        lw_bench_add_figure(results, (double)cusps[who], 0);
    }
    snprintf(notes, sizeof notes,
             "missed: contacts called free; far off: contact reported with a clearance above "
             "d0; cusps: %d lines with a dot on a path that turns round",
             LW_BAGINSKI_CUSPS);
    lw_bench_set_notes(results, notes);
}

void lw_baginski_add_tables(lw_bench_results *results,
                            const lw_baginski_figures figures[LW_BAGINSKI_ARMS],
                            const lw_baginski_figures inside[LW_BAGINSKI_ARMS],
                            const uint64_t cusps[LW_BAGINSKI_CONTENDERS])
{
    add_tests(results, figures);
    add_layers(results, figures);
    add_use(results, figures);
    add_inside(results, inside);
    add_answers(results, figures, cusps);
}
