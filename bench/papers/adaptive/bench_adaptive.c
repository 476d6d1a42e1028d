/* leeway-bench adaptive: Table 1 of Wu et al., "Adaptive Continuous Collision Detection for Linear
 * Segments in High Dimensional Configuration Space", on cells rebuilt in its spirit. */
#include "adaptive/adaptive_measure.h"

#include "base/error.h"

#include <stdlib.h>

lw_status lw_bench_adaptive(const lw_bench_options *options, lw_bench_results *results, lw_error *error)
{
    lw_adaptive_measured *measured = malloc(sizeof *measured);
    if (!measured)
        return lw_fail_memory(error);
    lw_status status = lw_adaptive_measure(options, measured, error);
    if (!status)
        lw_adaptive_add_tables(results, measured->figures, measured->roadmaps, measured->posts);
    free(measured);
    return status;
}
