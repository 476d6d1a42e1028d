/* The claims of papers beside our figures, and the rules that decide whether each is reproduced. */
#ifndef LW_PAPERS_FINDING_H
#define LW_PAPERS_FINDING_H

#include "text/list.h"

#include <stdbool.h>

typedef enum lw_finding_verdict {
    LW_REPRODUCED,
    LW_NOT_REPRODUCED,
    LW_REFUTED /* the claim is about all cases, and the run found a case against it */
} lw_finding_verdict;

enum { LW_FINDING_VERDICTS = LW_REFUTED + 1 };

/* The rule of a claim. Its bounds stand in the claim's definition, fixed before the run. */
typedef enum lw_finding_kind {
    LW_WITHIN_FACTOR, /* ours over the paper's lies in [1 / most, most] */
    LW_WITHIN,        /* ours differs from the paper's by at most `most` */
    LW_BETWEEN,       /* ours lies in [least, most] */
    LW_AT_LEAST,      /* ours is at least `least` */
    LW_AT_MOST,       /* ours is at most `most` */
    LW_NEVER          /* ours counts the cases against the claim: one refutes it */
} lw_finding_kind;

typedef struct lw_finding_rule {
    lw_finding_kind kind;
    double least, most;
} lw_finding_rule;

enum { LW_FINDING_TEXT = 64 };

typedef struct lw_finding {
    char where[LW_FINDING_TEXT]; /* in the paper */
    char claim[LW_FINDING_TEXT];
    const char *unit; /* NULL: a count, a ratio, or a word of the claim */
    double paper;     /* NAN: the paper has no figure, only the claim */
    double ours;      /* NAN: not measured */
    int digits;
    lw_finding_rule rule;
} lw_finding;

typedef struct lw_findings {
    LW_LIST(lw_finding) claims;
    bool out_of_memory;
} lw_findings;

/* A claim that was not measured is not reproduced. Both ends of a band belong to it. */
lw_finding_verdict lw_finding_judge(const lw_finding *finding);

const char *lw_finding_verdict_name(lw_finding_verdict verdict);

/* Writes the rule in words, such as "within a factor 1.2". */
void lw_finding_rule_text(const lw_finding *finding, char text[LW_FINDING_TEXT]);

/* Rules with their bounds. */
lw_finding_rule lw_within_factor(double most);
lw_finding_rule lw_within(double most);
lw_finding_rule lw_between(double least, double most);
lw_finding_rule lw_at_least(double least);
lw_finding_rule lw_at_most(double most);
lw_finding_rule lw_never(void);

/* Adds a claim. Longer texts are cut. */
void lw_findings_add(lw_findings *findings, lw_finding finding);
void lw_findings_free(lw_findings *findings);

#endif
