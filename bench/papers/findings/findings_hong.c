/* The claims of Hong, "A New Algorithm for Detecting the Collision of Moving Objects", about the
 * published procedures with the root finder of the appendix; those about BCDA are tried on Leeway's. */
#include "findings/paper_findings.h"

#include "base/error.h"
#include "hong/hong_examples.h"

#include <math.h>
#include <stdio.h>

static const char *const halves[] = {"contact", "free"};

static double mean(double sum, size_t count)
{
    return count ? sum / (double)count : (double)NAN;
}

/* Table II: a claim for each row and half. */
static void add_table(const lw_hong_example *e, lw_findings *out)
{
    for (int half = 0; half < LW_HONG_HALVES; half++) {
        const lw_published *p = &e->published[half];
        lw_finding f = {.where = "Table II", .digits = 1, .rule = lw_within_factor(LW_COUNT_FACTOR)};
        snprintf(f.claim, sizeof f.claim, "mean steps k, %s vertices, %s", e->name, halves[half]);
        f.paper = e->paper->published[half].steps;
        f.ours = mean((double)p->steps, p->motions);
        lw_findings_add(out, f);
        snprintf(f.claim, sizeof f.claim, "mean abscissas n, %s vertices, %s", e->name, halves[half]);
        f.paper = e->paper->published[half].abscissas;
        f.ours = mean((double)p->abscissas, p->slabs);
        lw_findings_add(out, f);
    }
    lw_finding share = {.where = "Table II",
                        .unit = "%",
                        .paper = lw_hong_percent(e->paper, 0),
                        .ours = 100 * e->share,
                        .digits = 0,
                        .rule = lw_within(5)};
    snprintf(share.claim, sizeof share.claim, "examples that collide, %s vertices", e->name);
    lw_findings_add(out, share);
}

/* The exponent with which a quantity grows with the number of vertices of both bodies, from the first
 * row to the last. */
static double growth(const lw_hong_example *examples, double first, double last)
{
    const double from = examples[0].paper->vertices + 12;
    const double to = examples[LW_HONG_ROWS - 1].paper->vertices + 12;
    return log(last / first) / log(to / from);
}

static double time_of(const lw_hong_example *e, int half)
{
    return mean(e->alone[half].seconds, e->alone[half].motions);
}

/* Sections VII and VIII: k and the time over the number of vertices. */
static void add_growth(const lw_hong_example *examples, lw_findings *out)
{
    const lw_hong_example *last = &examples[LW_HONG_ROWS - 1];
    for (int half = 0; half < LW_HONG_HALVES; half++) {
        lw_finding f = {.where = "section VIII", .digits = 2};
        const lw_published *few = &examples[0].published[half];
        const lw_published *many = &last->published[half];
        snprintf(f.claim, sizeof f.claim, "k with 164 over k with 12 vertices, %s", halves[half]);
        f.paper = last->paper->published[half].steps / examples[0].paper->published[half].steps;
        f.ours = mean((double)many->steps, many->motions) / mean((double)few->steps, few->motions);
        f.rule = lw_within_factor(LW_COUNT_FACTOR);
        lw_findings_add(out, f);
        snprintf(f.claim, sizeof f.claim, "time at most linear in the vertices, exponent, %s",
                 halves[half]);
        f.paper = growth(examples, examples[0].paper->published[half].time,
                         last->paper->published[half].time);
        f.ours = growth(examples, time_of(&examples[0], half), time_of(last, half));
        f.rule = lw_at_most(1.1);
        lw_findings_add(out, f);
    }
}

/* Sums over all examples, and the claims about them. */
static void add_sums(const lw_hong_example *examples, lw_findings *out)
{
    lw_published sum = {0};
    double basic = 0;
    size_t open = 0;
    double of_distances = 0;
    double of_roots = 0;
    double seconds = 0;
    for (int i = 0; i < LW_HONG_ROWS; i++)
        for (int half = 0; half < LW_HONG_HALVES; half++) {
            const lw_hong_example *e = &examples[i];
            const lw_published *p = &e->published[half];
            sum.motions += p->motions;
            sum.steps += p->steps;
            sum.over += p->over;
            sum.wrong += p->wrong;
            sum.late += p->late;
            sum.most = p->most > sum.most ? p->most : sum.most;
            basic += e->basic[half] * e->counts[half];
            open += e->open[half];
            of_distances += e->alone[half].of_distances;
            of_roots += e->alone[half].of_roots;
            seconds += e->alone[half].seconds;
        }
    const double k = mean((double)sum.steps, sum.motions);
    const lw_finding claims[] = {
        {"section VIII", "an average of 5 to 6 iterations (k + 1)", NULL, 5.5, k + 1, 1,
         lw_between(5, 6)},
        {"section VII", "the largest k lies between 8 and 12", NULL, 12, (double)sum.most, 0,
         lw_between(8, 12)},
        {"section VII", "share of time in distances", "%", 35, 100 * of_distances / seconds, 0,
         lw_within(10)},
        {"section VII", "share of time in procedures A, B, C", "%", 55, 100 * of_roots / seconds, 0,
         lw_within(10)},
        {"section IV", "BCDA needs more steps than PCDA", "times", (double)NAN,
         basic / (double)sum.motions / k, 1, lw_at_least(LW_FASTER)},
        {"Theorem 4.1", "motions on which BCDA does not end", NULL, 0, (double)open, 0, lw_never()},
        {"section VIII", "root finding problems that are not solved", NULL, 0, (double)sum.over, 0,
         lw_never()},
        {"Theorem 5.1", "motions with a wrong answer, by these roots", NULL, 0, (double)sum.wrong, 0,
         lw_never()},
        {"Theorem 5.1", "contacts found too late, by the appendix's roots", NULL, 0, (double)sum.late,
         0, lw_never()},
    };
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++)
        lw_findings_add(out, claims[i]);
}

lw_status lw_findings_hong(const lw_bench_options *options, lw_findings *out, lw_error *error)
{
    size_t count;
    lw_hong_example *examples;
    lw_status status = lw_hong_examples_make(options, &examples, &count, error);
    if (!status)
        status = lw_hong_examples_measure(examples, count, options, error);
    for (size_t i = 0; i < count && !status; i++)
        add_table(&examples[i], out);
    if (!status) {
        add_growth(examples, out);
        add_sums(examples, out);
    }
    lw_hong_examples_drop(examples, count);
    return status;
}
