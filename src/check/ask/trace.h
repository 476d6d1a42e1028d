/* The trace of a check, and the lists that it is made from. */
#ifndef LW_CHECK_ASK_TRACE_H
#define LW_CHECK_ASK_TRACE_H

#include "base/array.h"
#include "leeway/leeway.h"

typedef struct lw_tracing {
    LW_LIST(lw_proof) proofs;
    LW_LIST(double) samples;
} lw_tracing;

/* Append a proof or a sample; false when memory ran out. */
bool lw_tracing_add(lw_tracing *lists, const lw_proof *proof);
bool lw_tracing_sample(lw_tracing *lists, double time);

/* Sorts the lists, makes one proof of those of the same interval and sample, and hands all over to a
 * trace. */
void lw_tracing_end(lw_tracing *lists, lw_trace *out);

/* Frees lists that no trace has taken. */
void lw_tracing_drop(lw_tracing *lists);

#endif
