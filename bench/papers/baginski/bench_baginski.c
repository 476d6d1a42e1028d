/* leeway-bench baginski: Table 1 of Baginski, "Efficient Dynamic Collision Detection using Expanded
 * Geometry Models", on arms and work-cells rebuilt in its spirit. */
#include "baginski/baginski_measure.h"

lw_status lw_bench_baginski(const lw_bench_options *options, lw_bench_results *results, lw_error *error)
{
    lw_baginski_measured measured;
    lw_status status = lw_baginski_measure(options, &measured, error);
    if (!status)
        lw_baginski_add_tables(results, measured.figures, measured.inside, measured.cusps);
    return status;
}
