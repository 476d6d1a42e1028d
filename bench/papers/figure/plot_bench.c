/* leeway-bench --plot: the results of a benchmark as a figure. */
#include "figure/plot_bench.h"

#include "figure/bench_file.h"
#include "figure/bench_plot.h"
#include "text/fail.h"
#include "text/output.h"

#include <stdlib.h>

/* Keeps only the chosen tables, in their order. */
static lw_status choose(const lw_plot_bench *which, lw_bench_results *results, lw_error *error)
{
    size_t kept = 0;
    size_t count = results->tables.count;
    for (size_t i = 0; i < which->tables.count; i++)
        if (which->tables.items[i] > count)
            return lw_fail(error, LW_ERROR_ARGUMENT, "%s: there is no table %zu; there are %zu",
                           which->path, which->tables.items[i], count);
    for (size_t t = 0; t < count && which->tables.count; t++) {
        bool chosen = false;
        for (size_t i = 0; i < which->tables.count; i++)
            chosen = chosen || which->tables.items[i] == t + 1;
        if (chosen)
            results->tables.items[kept++] = results->tables.items[t];
        else
            free(results->tables.items[t].rows.items);
    }
    if (which->tables.count)
        results->tables.count = kept;
    return LW_OK;
}

static lw_status draw(const lw_plot_bench *which, const lw_bench_results *results, const char *title,
                      const char *out, lw_error *error)
{
    lw_inputs inputs = {0};
    lw_output output = lw_output_to(out, LW_OUTPUT_DOCUMENT, &inputs);
    lw_status status = lw_inputs_add(&inputs, which->path, error);
    if (!status)
        status = lw_output_begin(&output, error);
    if (!status && !lw_bench_plot_write(output.file, results, title))
        status = lw_fail_memory(error);
    if (!status)
        status = lw_output_close(&output, error);
    lw_output_abandon(&output);
    lw_inputs_free(&inputs);
    return status;
}

lw_status lw_plot_bench_draw(const lw_plot_bench *which, const char *title, const char *out,
                             lw_error *error)
{
    lw_bench_results results = {.bench = NULL};
    lw_status status = lw_bench_read(which->path, &results, error);
    if (!status)
        status = choose(which, &results, error);
    if (!status)
        status = draw(which, &results, title, out, error);
    lw_bench_results_free(&results);
    return status;
}
