/* Results of `leeway-bench --json` from a file. */
#ifndef LW_PAPERS_BENCH_FILE_H
#define LW_PAPERS_BENCH_FILE_H

#include "leeway/leeway.h"
#include "table/bench_results.h"

/* Reads results; path "-": standard input. Free them, also after an error. Errors: file (cannot be
 * read), syntax (no JSON, or no results of a benchmark), memory. */
lw_status lw_bench_read(const char *path, lw_bench_results *out, lw_error *error);

#endif
