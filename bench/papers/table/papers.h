/* The tables of papers that `leeway-bench` reproduces, one file each. */
#ifndef LW_PAPERS_PAPERS_H
#define LW_PAPERS_PAPERS_H

#include "leeway/leeway.h"
#include "table/bench_results.h"
#include "table/scene_files.h"

typedef struct lw_bench_options {
    uint64_t seed;
    uint64_t order;  /* seeds the order in which things are timed */
    unsigned rounds; /* odd */
    unsigned lines;  /* lines for each arm of baginski, or each case of adaptive */
    const char *const *files;
    size_t file_count;
    bool quick; /* findings: fewer lines and rounds */
} lw_bench_options;

lw_status lw_bench_adaptive(const lw_bench_options *options, lw_bench_results *results,
                            lw_error *error);
lw_status lw_bench_baginski(const lw_bench_options *options, lw_bench_results *results,
                            lw_error *error);
lw_status lw_bench_barycode(const lw_bench_options *options, lw_bench_results *results,
                            lw_error *error);
lw_status lw_bench_findings(const lw_bench_options *options, lw_bench_results *results,
                            lw_error *error);
lw_status lw_bench_hong(const lw_bench_options *options, lw_bench_results *results, lw_error *error);
lw_status lw_bench_workcell(const lw_bench_options *options, lw_bench_results *results,
                            lw_error *error);

/* Write the bodies and motions of a benchmark as scenes, instead of its tables. Errors: file, memory.
 */
lw_status lw_adaptive_write_scenes(const lw_bench_options *options, lw_scene_files *files,
                                   lw_error *error);
lw_status lw_baginski_write_scenes(const lw_bench_options *options, lw_scene_files *files,
                                   lw_error *error);
lw_status lw_barycode_write_scenes(const lw_bench_options *options, lw_scene_files *files,
                                   lw_error *error);
lw_status lw_hong_write_scenes(const lw_bench_options *options, lw_scene_files *files, lw_error *error);
lw_status lw_workcell_write_scenes(const lw_bench_options *options, lw_scene_files *files,
                                   lw_error *error);

#endif
