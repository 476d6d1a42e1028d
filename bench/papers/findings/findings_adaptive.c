/* The claims of Wu et al., "Adaptive Continuous Collision Detection for Linear Segments in High
 * Dimensional Configuration Space", of the methods as published, on cells rebuilt in their spirit. */
#include "findings/paper_findings.h"

#include "adaptive/adaptive_measure.h"
#include "base/error.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double saving(double fixed, double adaptive)
{
    return 100 * (fixed - adaptive) / fixed;
}

/* Table 1: what the adaptive method saves over fixed steps, both as published. */
static void add_savings(const lw_adaptive_measured *m, lw_findings *out)
{
    static const char *const names[] = {"random lines", "roadmap"};
    for (int i = 0; i < LW_ADAPTIVE_CELLS; i++)
        for (int k = 0; k < 2; k++)
            for (int p = 0; p < LW_ADAPTIVE_PRECISIONS; p++) {
                const lw_adaptive_figures *figures = k ? &m->roadmaps[i].edges : &m->figures[i];
                const lw_adaptive_cell *cell = &lw_adaptive_cells[i];
                const bool known = cell->fixed[p] > 0;
                lw_finding f = {.unit = "%",
                                .paper = known ? saving(cell->fixed[p], cell->adaptive[p])
                                               : lw_adaptive_least_saving,
                                .ours = saving(lw_adaptive_time(figures, LW_ADAPTIVE_PUBLISHED, p),
                                               lw_adaptive_time(figures, LW_ADAPTIVE_EXACT, p)),
                                .digits = 1,
                                .rule = lw_at_least(lw_adaptive_least_saving)};
                snprintf(f.where, sizeof f.where, "%s", known ? "Table 1" : "abstract");
                snprintf(f.claim, sizeof f.claim, "time saved, case %d, %s, %g m", i + 1, names[k],
                         lw_adaptive_precisions[p]);
                lw_findings_add(out, f);
            }
}

/* How the times grow from the coarsest to the finest precision. */
static void add_growth(const lw_adaptive_figures *figures, lw_findings *out)
{
    const int last = LW_ADAPTIVE_PRECISIONS - 1;
    for (int i = 0; i < LW_ADAPTIVE_CELLS; i++) {
        const lw_adaptive_cell *cell = &lw_adaptive_cells[i];
        lw_finding f = {.where = "Table 1", .unit = "times", .digits = 1, .rule = lw_within_factor(2)};
        if (!(cell->fixed[0] > 0))
            continue;
        snprintf(f.claim, sizeof f.claim, "case %d: fixed, 0.0001 m over 0.01 m", i + 1);
        f.paper = cell->fixed[last] / cell->fixed[0];
        f.ours = lw_adaptive_time(&figures[i], LW_ADAPTIVE_PUBLISHED, last) /
                 lw_adaptive_time(&figures[i], LW_ADAPTIVE_PUBLISHED, 0);
        lw_findings_add(out, f);
        snprintf(f.claim, sizeof f.claim, "case %d: adaptive, 0.0001 m over 0.01 m", i + 1);
        f.paper = cell->adaptive[last] / cell->adaptive[0];
        f.ours = lw_adaptive_time(&figures[i], LW_ADAPTIVE_EXACT, last) /
                 lw_adaptive_time(&figures[i], LW_ADAPTIVE_EXACT, 0);
        lw_findings_add(out, f);
    }
}

/* A small sigma costs nothing; contacts lie in the middle; the order finds them early. */
static void add_cells(const lw_adaptive_figures *figures, lw_findings *out)
{
    const int last = LW_ADAPTIVE_PRECISIONS - 1;
    for (int i = 0; i < LW_ADAPTIVE_CELLS; i++) {
        const lw_adaptive_figures *f = &figures[i];
        const double contacts = f->of_class[1];
        const lw_adaptive_counts *orders = f->orders[1];
        lw_finding claims[] = {
            {"section 2.2", "a small sigma costs nothing", "times", 1,
             lw_adaptive_time(f, LW_ADAPTIVE_EXACT, last) / lw_adaptive_time(f, LW_ADAPTIVE_EXACT, 0),
             2, lw_at_most(1.2)},
            {"section 2.2", "contacts that show in the middle", "%", 90,
             100 * (double)f->middles[0] / contacts, 0, lw_at_least(90)},
            {"section 2.3", "tests of contacts, stack over order (14)", "times", (double)NAN,
             (double)orders[LW_ADAPTIVE_STACK].tests / (double)orders[LW_ADAPTIVE_LACK_FIRST].tests, 2,
             lw_at_least(LW_FASTER)},
        };
        for (size_t k = 0; k < sizeof claims / sizeof *claims; k++) {
            char text[LW_FINDING_TEXT];
            snprintf(text, sizeof text, "case %d: %.40s", i + 1, claims[k].claim);
            snprintf(claims[k].claim, sizeof claims[k].claim, "%s", text);
            lw_findings_add(out, claims[k]);
        }
    }
}

/* The answers of all cells together. */
static void add_answers(const lw_adaptive_measured *m, lw_findings *out)
{
    uint64_t by_adaptive = 0;
    uint64_t posts_by_adaptive = 0;
    uint64_t posts_by_fixed = 0;
    uint64_t halved = 0;
    uint64_t nearer = 0;
    for (int p = 0; p < LW_ADAPTIVE_PRECISIONS; p++) {
        const int exact = LW_ADAPTIVE_EXACT * LW_ADAPTIVE_PRECISIONS + p;
        posts_by_adaptive += m->posts[exact];
        posts_by_fixed += m->posts[LW_ADAPTIVE_PUBLISHED * LW_ADAPTIVE_PRECISIONS + p];
        for (int i = 0; i < LW_ADAPTIVE_CELLS; i++) {
            by_adaptive += m->figures[i].missed[exact];
            halved += m->figures[i].counts[0][exact].halved;
        }
    }
    for (int i = 0; i < LW_ADAPTIVE_CELLS; i++)
        for (int k = 1; k < LW_ADAPTIVE_MARGINS; k++)
            nearer += m->figures[i].least_clearance[k] < m->figures[i].least_clearance[k - 1];
    const lw_finding claims[] = {
        {"section 2.2", "contacts that the adaptive method misses", NULL, 0,
         (double)(by_adaptive + posts_by_adaptive), 0, lw_never()},
        {"(1) to (4)", "contacts that fixed steps by (4) miss", NULL, 0, (double)posts_by_fixed, 0,
         lw_never()},
        {"(13)", "parts of free lines that meet (13), a sure contact", NULL, 0, (double)halved, 0,
         lw_never()},
        {"(18)", "cells in which a larger tau comes nearer", NULL, 0, (double)nearer, 0, lw_never()},
    };
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++)
        lw_findings_add(out, claims[i]);
}

lw_status lw_findings_adaptive(const lw_bench_options *options, lw_findings *out, lw_error *error)
{
    lw_adaptive_measured *m = malloc(sizeof *m);
    if (!m)
        return lw_fail_memory(error);
    lw_status status = lw_adaptive_measure(options, m, error);
    if (!status) {
        add_savings(m, out);
        add_growth(m->figures, out);
        add_cells(m->figures, out);
        add_answers(m, out);
    }
    free(m);
    return status;
}
