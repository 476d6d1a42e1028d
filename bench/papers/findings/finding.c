/* The claims of papers beside our figures, and the rules that decide whether each is reproduced. */
#include "findings/finding.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

lw_finding_rule lw_within_factor(double most)
{
    return (lw_finding_rule){LW_WITHIN_FACTOR, 1 / most, most};
}

lw_finding_rule lw_within(double most)
{
    return (lw_finding_rule){LW_WITHIN, -most, most};
}

lw_finding_rule lw_between(double least, double most)
{
    return (lw_finding_rule){LW_BETWEEN, least, most};
}

lw_finding_rule lw_at_least(double least)
{
    return (lw_finding_rule){LW_AT_LEAST, least, (double)INFINITY};
}

lw_finding_rule lw_at_most(double most)
{
    return (lw_finding_rule){LW_AT_MOST, -(double)INFINITY, most};
}

lw_finding_rule lw_never(void)
{
    return (lw_finding_rule){LW_NEVER, 0, 0};
}

static bool holds(double value, const lw_finding_rule *rule)
{
    return value >= rule->least && value <= rule->most;
}

lw_finding_verdict lw_finding_judge(const lw_finding *finding)
{
    bool good = false;
    switch (finding->rule.kind) {
    case LW_WITHIN_FACTOR:
        /* products in place of the quotient, so that an end of the band is met exactly */
        good = finding->paper > 0 && finding->ours <= finding->rule.most * finding->paper &&
               finding->ours * finding->rule.most >= finding->paper;
        break;
    case LW_WITHIN:
        good = holds(finding->ours - finding->paper, &finding->rule);
        break;
    case LW_BETWEEN:
    case LW_AT_LEAST:
    case LW_AT_MOST:
        good = holds(finding->ours, &finding->rule);
        break;
    case LW_NEVER:
        if (finding->ours > 0)
            return LW_REFUTED;
        good = finding->ours == 0;
        break;
    }
    return good ? LW_REPRODUCED : LW_NOT_REPRODUCED;
}

const char *lw_finding_verdict_name(lw_finding_verdict verdict)
{
    static const char *const names[] = {"reproduced", "not reproduced", "refuted"};
    return names[verdict];
}

void lw_finding_rule_text(const lw_finding *finding, char text[LW_FINDING_TEXT])
{
    const lw_finding_rule *rule = &finding->rule;
    switch (rule->kind) {
    case LW_WITHIN_FACTOR:
        snprintf(text, LW_FINDING_TEXT, "within a factor %g", rule->most);
        break;
    case LW_WITHIN:
        snprintf(text, LW_FINDING_TEXT, "within %g", rule->most);
        break;
    case LW_BETWEEN:
        snprintf(text, LW_FINDING_TEXT, "%g to %g", rule->least, rule->most);
        break;
    case LW_AT_LEAST:
        snprintf(text, LW_FINDING_TEXT, "at least %g", rule->least);
        break;
    case LW_AT_MOST:
        snprintf(text, LW_FINDING_TEXT, "at most %g", rule->most);
        break;
    case LW_NEVER:
        snprintf(text, LW_FINDING_TEXT, "never");
        break;
    }
}

void lw_findings_add(lw_findings *findings, lw_finding finding)
{
    if (findings->out_of_memory || !LW_LIST_GROW(&findings->claims))
        findings->out_of_memory = true;
    else
        findings->claims.items[findings->claims.count++] = finding;
}

void lw_findings_free(lw_findings *findings)
{
    free(findings->claims.items);
    *findings = (lw_findings){.out_of_memory = false};
}
