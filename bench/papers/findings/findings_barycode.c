/* The claims of Zhang et al., "Barycode-based GJK Algorithm": of the procedures as published, on
 * polygons that are placed before the query, as in the paper's data. */
#include "findings/paper_findings.h"

#include "barycode/barycode_measure.h"
#include "base/error.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* The geometric mean over all sizes of the time of one row over that of another: how many times faster
 * the other one is. m NULL: in the paper. */
static double times_faster(const lw_barycode_measured *m, lw_barycode_row row, lw_barycode_row than,
                           lw_pair_class which)
{
    double sum = 0;
    for (size_t i = 0; i < LW_BARYCODE_TABLES; i++) {
        const lw_barycode_table *table = &lw_barycode_tables[i];
        double own = m ? m->times[i][row][which] : lw_barycode_paper(table, row, which);
        double other = m ? m->times[i][than][which] : lw_barycode_paper(table, than, which);
        sum += log(other / own);
    }
    return exp(sum / LW_BARYCODE_TABLES);
}

/* A claim for each class: a row is faster than another one. */
static void add_orders(const lw_barycode_measured *m, const char *where, const char *claim,
                       lw_barycode_row row, lw_barycode_row than, lw_findings *out)
{
    for (int k = 0; k < LW_PAIR_CLASSES; k++) {
        const lw_pair_class which = (lw_pair_class)k;
        lw_finding f = {.unit = "times",
                        .digits = 2,
                        .paper = times_faster(NULL, row, than, which),
                        .ours = times_faster(m, row, than, which),
                        .rule = lw_at_least(LW_FASTER)};
        snprintf(f.where, sizeof f.where, "%s", where);
        snprintf(f.claim, sizeof f.claim, "%s, %s", claim, lw_pair_class_name(which));
        lw_findings_add(out, f);
    }
}

/* The same for the largest polygons alone. */
static void add_largest(const lw_barycode_measured *m, lw_barycode_row row, lw_barycode_row than,
                        const char *level, lw_findings *out)
{
    const size_t last = LW_BARYCODE_TABLES - 1;
    const lw_barycode_table *table = &lw_barycode_tables[last];
    for (int k = 0; k < LW_PAIR_CLASSES; k++) {
        const lw_pair_class which = (lw_pair_class)k;
        lw_finding f = {.where = "Table VI",
                        .unit = "times",
                        .digits = 2,
                        .paper = lw_barycode_paper(table, than, which) /
                                 lw_barycode_paper(table, row, which),
                        .ours = m->times[last][than][which] / m->times[last][row][which],
                        .rule = lw_at_least(LW_FASTER)};
        snprintf(f.claim, sizeof f.claim, "climbing faster, 24 vertices, %s, %s", level,
                 lw_pair_class_name(which));
        lw_findings_add(out, f);
    }
}

static void add_counts(const lw_barycode_measured *m, lw_findings *out)
{
    static const lw_barycode_row rows[] = {LW_PLACED_SCAN, LW_PLACED_CLIMB, LW_PLACED_MEETS_SCAN,
                                           LW_PLACED_MEETS_CLIMB};
    double fixed = 0;
    double general = 0;
    for (int k = 0; k < LW_PAIR_CLASSES; k++) {
        fixed +=
            log(m->times[0][LW_PLACED_FIXED][k] / m->times[0][LW_PLACED_SCAN][k]) / LW_PAIR_CLASSES;
        general += log(times_faster(m, LW_DISTANCE_CLIMB, LW_DISTANCE_GENERAL, (lw_pair_class)k)) /
                   LW_PAIR_CLASSES;
    }
    const lw_finding claims[] = {
        {"section IV", "gain of a first point of the difference, 4 vertices", "times", 2, exp(fixed), 2,
         lw_within_factor(LW_COUNT_FACTOR)},
        {"section II-C", "newest corner first is faster", "times", (double)NAN, exp(general), 2,
         lw_at_least(LW_FASTER)},
        {"Tables I to VI", "times in ns that are met, of 72", NULL, 72, lw_barycode_met(m, rows), 0,
         lw_at_least(72)},
        {"section IV", "distances that are not right", NULL, 0, (double)m->wrong_distances, 0,
         lw_never()},
        {"section III", "answers of Algorithm 6 that are not right", NULL, 0, (double)m->wrong_answers,
         0, lw_never()},
    };
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++)
        lw_findings_add(out, claims[i]);
}

lw_status lw_findings_barycode(const lw_bench_options *options, lw_findings *out, lw_error *error)
{
    lw_barycode_measured *m = malloc(sizeof *m);
    if (!m)
        return lw_fail_memory(error);
    lw_status status = lw_barycode_measure(options, m, error);
    if (!status) {
        add_orders(m, "section IV", "all vertices, faster than axes", LW_PLACED_MEETS_SCAN,
                   LW_PLACED_AXES, out);
        add_orders(m, "section IV", "climbing, faster than axes", LW_PLACED_MEETS_CLIMB, LW_PLACED_AXES,
                   out);
        add_orders(m, "section III", "Algorithm 6 faster than Algorithm 1", LW_PLACED_MEETS_SCAN,
                   LW_PLACED_SCAN, out);
        add_largest(m, LW_PLACED_CLIMB, LW_PLACED_SCAN, "distance", out);
        add_largest(m, LW_PLACED_MEETS_CLIMB, LW_PLACED_MEETS_SCAN, "collision", out);
        add_counts(m, out);
    }
    free(m);
    return status;
}
