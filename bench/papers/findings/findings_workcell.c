/* The claims of Feyeux and Landry, "Collision detection between robots moving along specified
 * trajectories", of the method as published, on work-cells rebuilt in their spirit. */
#include "findings/paper_findings.h"

#include "base/error.h"
#include "workcell/workcell_measure.h"

#include <math.h>
#include <stdio.h>

static void add_case(const lw_workcell_paper *paper, const lw_workcell_case_measured *m, bool contact,
                     lw_findings *out)
{
    const lw_workcell_counts *c = &m->published;
    const double counts[][2] = {{paper->all, (double)c->all},
                                {paper->intervals, (double)c->intervals},
                                {paper->bisected, (double)c->bisected},
                                {paper->narrow, (double)c->narrow},
                                {paper->tests, (double)c->tests}};
    static const char *const names[] = {"intervals", "the interval of the end or the contact",
                                        "intervals bisected", "calls of the narrow phase",
                                        "tests of features"};
    lw_finding f = {.where = "section 6"};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        const bool about = contact && i == 2;
        snprintf(f.claim, sizeof f.claim, "%s: %s%s", paper->title, about ? "about so many " : "",
                 names[i]);
        f.paper = counts[i][0];
        f.ours = counts[i][1];
        f.rule = lw_within(about ? 3 : 1);
        lw_findings_add(out, f);
    }
    snprintf(f.claim, sizeof f.claim, "%s: wrong verdicts", paper->title);
    f.paper = 0;
    f.ours = c->apart == contact;
    f.rule = lw_never();
    lw_findings_add(out, f);
    snprintf(f.claim, sizeof f.claim, "%s: time", paper->title);
    f.unit = "ms";
    f.paper = 1e3 * paper->time;
    f.ours = 1e-3 * m->times[LW_WORKCELL_PUBLISHED];
    f.digits = 3;
    f.rule = lw_at_most(1e3 * paper->time);
    lw_findings_add(out, f);
    snprintf(f.claim, sizeof f.claim, "%s: distances by the broad phase", paper->title);
    const double all = (double)(c->intervals + 1 + c->bisected);
    f.unit = "%";
    f.paper = 100 - 100 * paper->narrow / (paper->intervals + 1.0 + paper->bisected);
    f.ours = 100 - 100 * (double)c->narrow / all;
    f.digits = 0;
    f.rule = lw_at_least(50);
    lw_findings_add(out, f);
    snprintf(f.claim, sizeof f.claim, "%s: feature tests a call", paper->title);
    snprintf(f.where, sizeof f.where, "section 5.4");
    f.unit = NULL;
    f.paper = (double)paper->tests / paper->narrow;
    f.ours = c->narrow ? (double)c->tests / (double)c->narrow : (double)NAN;
    f.digits = 2;
    f.rule = lw_within_factor(LW_COUNT_FACTOR);
    lw_findings_add(out, f);
}

lw_status lw_findings_workcell(const lw_bench_options *options, lw_findings *out, lw_error *error)
{
    lw_workcell_measured m;
    lw_status status = lw_workcell_measure(options, &m, error);
    if (status)
        return status;
    for (int i = 0; i < LW_WORKCELL_CASES; i++)
        add_case(&lw_workcell_papers[i], &m.cases[i], i == LW_WORKCELL_SHARED_END, out);
    const lw_finding claims[] = {
        {"Lemma 1, (12)", "contacts missed, velocities large enough", NULL, 0,
         (double)m.bounds[1].missed, 0, lw_never()},
        {"(12)", "contacts missed, velocities that do not agree", NULL, 0, (double)m.bounds[0].missed,
         0, lw_never()},
        {"(12)", "trajectories longer than (12), velocities agree", NULL, 0,
         (double)m.bounds[1].short_pairs, 0, lw_never()},
        {"(12)", "trajectories longer than (12), they do not", NULL, 0, (double)m.bounds[0].short_pairs,
         0, lw_never()},
    };
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++)
        lw_findings_add(out, claims[i]);
    return LW_OK;
}
