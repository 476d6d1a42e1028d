/* The results of `leeway-bench` as text and as JSON (docs/schema/bench.schema.json). */
#ifndef LW_PAPERS_BENCH_PRINT_H
#define LW_PAPERS_BENCH_PRINT_H

#include "table/bench_results.h"

/* Both print the same digits of each figure. Write errors show when the file is closed. */
void lw_bench_print_text(FILE *file, const lw_bench_results *results);
void lw_bench_print_json(FILE *file, const lw_bench_results *results);

#endif
