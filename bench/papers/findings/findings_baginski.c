/* The claims of Baginski, "Efficient Dynamic Collision Detection using Expanded Geometry Models". */
#include "findings/paper_findings.h"

#include "baginski/baginski_measure.h"
#include "base/error.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double share(const lw_baginski_figures *f, lw_baginski_contender who)
{
    return 100 * (double)f->published[who].tests / (double)f->published[LW_BAGINSKI_NORM].tests;
}

/* Table 1. */
static void add_table(const lw_baginski_measured *m, lw_findings *out)
{
    static const char *const names[] = {"steps of each link", "eight layers"};
    static const lw_baginski_contender contenders[] = {LW_BAGINSKI_STEPS, LW_BAGINSKI_MANY};
    for (int i = 0; i < LW_BAGINSKI_ARMS; i++)
        for (int k = 0; k < 2; k++) {
            lw_finding f = {.where = "Table 1",
                            .unit = "% of 1-norm",
                            .paper = lw_baginski_arms[i].paper[k],
                            .ours = share(&m->figures[i], contenders[k]),
                            .digits = 1,
                            .rule = lw_within_factor(LW_COUNT_FACTOR)};
            snprintf(f.claim, sizeof f.claim, "tests, %s, %s", names[k], lw_baginski_arms[i].name);
            if (f.paper > 0)
                lw_findings_add(out, f);
        }
}

/* The arm with so many joints. */
static int arm_of(int joints)
{
    int arm = 0;
    while (arm + 1 < LW_BAGINSKI_ARMS && lw_baginski_arms[arm].joints != joints)
        arm++;
    return arm;
}

/* The claims about all arms together. */
static void add_all(const lw_baginski_measured *m, lw_findings *out)
{
    uint64_t steps = 0;
    uint64_t too_long = 0;
    uint64_t lines = 0;
    uint64_t missed_by_norm = 0;
    double least_use = HUGE_VAL;
    double most_contacts = 0;
    double least_gain = HUGE_VAL;
    for (int i = 0; i < LW_BAGINSKI_ARMS; i++) {
        const lw_baginski_figures *f = &m->figures[i];
        const lw_published_counts *own = &f->published[LW_BAGINSKI_STEPS];
        steps += own->steps;
        too_long += own->long_steps;
        lines += f->truth.lines;
        missed_by_norm += f->missed[LW_BAGINSKI_NORM];
        least_use = fmin(least_use, 100 * own->used / (double)own->steps);
        least_gain = fmin(least_gain, share(f, LW_BAGINSKI_STEPS) / share(f, LW_BAGINSKI_MANY));
        for (int a = LW_BAGINSKI_STEPS; a <= LW_BAGINSKI_MANY; a++)
            most_contacts =
                fmax(most_contacts, 100 *
                                        fabs((double)f->published[a].contacts -
                                             (double)f->published[LW_BAGINSKI_NORM].contacts) /
                                        (double)f->truth.lines);
    }
    const double of_6 = share(&m->figures[arm_of(6)], LW_BAGINSKI_STEPS);
    const double of_16 = share(&m->figures[arm_of(16)], LW_BAGINSKI_STEPS);
    const lw_finding claims[] = {
        {"abstract", "6 joints: fewer tests, at least by 4", "times", 100 / 24.5, 100 / of_6, 1,
         lw_at_least(4)},
        {"section 6", "16 joints gain more than 6 joints", "times", 24.5 / 7.4, of_6 / of_16, 1,
         lw_at_least(LW_FASTER)},
        {"section 6", "layers need fewer tests than steps, any arm", "times", (double)NAN, least_gain,
         1, lw_at_least(LW_FASTER)},
        {"section 4", "mean length of steps, of 2d, lowest of the arms", "%", 90, least_use, 1,
         lw_between(90, 100)},
        {"section 4", "steps by (8) that break (4)", NULL, 0, (double)too_long, 0, lw_never()},
        {"section 6", "lines called colliding, methods differ by", "% of lines", 0, most_contacts, 1,
         lw_within(0.5)},
        {"section 2", "contacts missed by (1), on lines and cusps", NULL, 0,
         (double)(missed_by_norm + m->cusps[LW_BAGINSKI_NORM]), 0, lw_never()},
        {"section 3", "contacts missed where (4) holds, any path, cusps", NULL, 0,
         (double)m->cusps[LW_BAGINSKI_PATH], 0, lw_never()},
        {"section 4", "contacts missed by steps of each link, cusps", NULL, 0,
         (double)m->cusps[LW_BAGINSKI_STEPS], 0, lw_never()},
        {"section 5", "contacts missed with eight layers, cusps", NULL, 0,
         (double)m->cusps[LW_BAGINSKI_MANY], 0, lw_never()},
    };
    for (size_t i = 0; i < sizeof claims / sizeof *claims && steps && lines; i++)
        lw_findings_add(out, claims[i]);
}

lw_status lw_findings_baginski(const lw_bench_options *options, lw_findings *out, lw_error *error)
{
    lw_baginski_measured *m = malloc(sizeof *m);
    if (!m)
        return lw_fail_memory(error);
    lw_status status = lw_baginski_measure(options, m, error);
    if (!status) {
        add_table(m, out);
        add_all(m, out);
    }
    free(m);
    return status;
}
