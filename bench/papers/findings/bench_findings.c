/* leeway-bench findings: claims of the five papers with the papers' figures, ours and a verdict each,
 * from one run. */
#include "findings/paper_findings.h"

#include "base/error.h"
#include "base/random.h"

#include <string.h>
#include <time.h>

enum { PAPERS = 5 };

typedef struct paper {
    const char *name, *title;
    lw_status (*measure)(const lw_bench_options *options, lw_findings *out, lw_error *error);
    unsigned rounds, lines, quick_rounds, quick_lines;
    const char *notes; /* NULL: none */
} paper;

static const paper papers[PAPERS] = {
    {"Hong", "Hong, A New Algorithm for Detecting the Collision of Moving Objects", lw_findings_hong,
     31, 0, 1, 0, NULL},
    {"Baginski",
     "Baginski, Efficient Dynamic Collision Detection using Expanded Geometry Models (1997)",
     lw_findings_baginski, 0, 1000, 0, 10, NULL},
    {"Zhang et al.", "Zhang et al., Barycode-based GJK Algorithm", lw_findings_barycode, 31, 0, 1, 0,
     "Both polygons are placed before the query, as in the paper's data"},
    {"Feyeux and Landry",
     "Feyeux and Landry, Collision detection between robots moving along specified trajectories (2013)",
     lw_findings_workcell, 31, 0, 1, 0,
     "The trajectories of section 6, which are not published, were chosen so that the counts come "
     "within 1: "
     "those rows show that such trajectories exist"},
    {"Wu et al.",
     "Wu et al., Adaptive Continuous Collision Detection for Linear Segments in High Dimensional "
     "Configuration Space (2017)",
     lw_findings_adaptive, 3, 60, 1, 2, NULL},
};

/* Adds the number of claims of each paper with each verdict. */
static void add_summary(lw_bench_results *results, const lw_findings findings[PAPERS],
                        const char *notes)
{
    size_t all[LW_FINDING_VERDICTS] = {0};
    lw_bench_add_table(results, "claims", "Claims of the papers");
    for (int v = 0; v < LW_FINDING_VERDICTS; v++)
        lw_bench_add_column(results,
                            (lw_bench_head){.name = lw_finding_verdict_name((lw_finding_verdict)v)});
    for (int i = 0; i <= PAPERS; i++) {
        size_t counts[LW_FINDING_VERDICTS] = {0};
        for (size_t k = 0; i < PAPERS && k < findings[i].claims.count; k++) {
            const lw_finding_verdict verdict = lw_finding_judge(&findings[i].claims.items[k]);
            counts[verdict]++;
            all[verdict]++;
        }
        lw_bench_add_row(results, (lw_bench_head){.name = i < PAPERS ? papers[i].name : "all"});
        for (int v = 0; v < LW_FINDING_VERDICTS; v++)
            lw_bench_add_figure(results, (double)(i < PAPERS ? counts[v] : all[v]), 0);
    }
    lw_bench_set_notes(results, notes);
}

/* Adds the claims of one paper. */
static void add_claims(lw_bench_results *results, const paper *p, const lw_findings *findings)
{
    static const char *const columns[] = {"where", "paper", "ours", "rule", "verdict"};
    lw_bench_add_table(results, NULL, p->title);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        lw_bench_add_column(results, (lw_bench_head){.name = columns[i]});
    for (size_t i = 0; i < findings->claims.count; i++) {
        const lw_finding *f = &findings->claims.items[i];
        char rule[LW_FINDING_TEXT];
        lw_finding_rule_text(f, rule);
        lw_bench_add_row(results, (lw_bench_head){.name = f->claim, .unit = f->unit});
        lw_bench_add_word(results, f->where);
        lw_bench_add_figure(results, f->paper, f->digits);
        lw_bench_add_figure(results, f->ours, f->digits);
        lw_bench_add_word(results, rule);
        lw_bench_add_word(results, lw_finding_verdict_name(lw_finding_judge(f)));
    }
    lw_bench_set_notes(results, p->notes);
}

/* An order that no earlier run had: what is timed first differs, the data do not. */
static uint64_t fresh_order(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static lw_bench_options options_of(const paper *p, const lw_bench_options *options, uint64_t order)
{
    lw_bench_options own = *options;
    own.order = order;
    own.rounds = options->quick ? p->quick_rounds : p->rounds;
    own.lines = options->quick ? p->quick_lines : p->lines;
    return own;
}

lw_status lw_bench_findings(const lw_bench_options *options, lw_bench_results *results, lw_error *error)
{
    lw_findings findings[PAPERS] = {{.out_of_memory = false}};
    uint32_t turns[PAPERS];
    char notes[512] = "Measured in this order: ";
    lw_status status = LW_OK;
    lw_random random = {fresh_order()};
    lw_random_order(&random, turns, PAPERS);
    for (int i = 0; i < PAPERS && !status; i++) {
        const paper *p = &papers[turns[i]];
        const lw_bench_options own = options_of(p, options, lw_random_bits(&random));
        status = p->measure(&own, &findings[turns[i]], error);
        if (!status && findings[turns[i]].out_of_memory)
            status = lw_fail_memory(error);
        size_t length = strlen(notes);
        snprintf(notes + length, sizeof notes - length, "%s%s", p->name, i + 1 < PAPERS ? ", " : "\n");
    }
    size_t length = strlen(notes);
    snprintf(
        notes + length, sizeof notes - length,
        "A rule decides each verdict. Refuted: the claim is about all cases (rule: never), and ours "
        "counts the\ncases against it that the run found.");
    if (!status)
        add_summary(results, findings, notes);
    for (int i = 0; i < PAPERS; i++) {
        if (!status)
            add_claims(results, &papers[i], &findings[i]);
        lw_findings_free(&findings[i]);
    }
    return status;
}
