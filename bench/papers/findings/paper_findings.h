/* The claims of each of the five papers, measured by the functions of its benchmark. */
#ifndef LW_PAPERS_PAPER_FINDINGS_H
#define LW_PAPERS_PAPER_FINDINGS_H

#include "findings/finding.h"
#include "table/papers.h"

/* Counts on data rebuilt in a paper's spirit count as reproduced within this factor. */
#define LW_COUNT_FACTOR 1.2

/* What is said to be faster has to be so by this factor: less is noise. */
#define LW_FASTER 1.02

/* Each measures and adds its claims. Errors: those of the measurements, memory. */
lw_status lw_findings_hong(const lw_bench_options *options, lw_findings *out, lw_error *error);
lw_status lw_findings_baginski(const lw_bench_options *options, lw_findings *out, lw_error *error);
lw_status lw_findings_barycode(const lw_bench_options *options, lw_findings *out, lw_error *error);
lw_status lw_findings_workcell(const lw_bench_options *options, lw_findings *out, lw_error *error);
lw_status lw_findings_adaptive(const lw_bench_options *options, lw_findings *out, lw_error *error);

#endif
