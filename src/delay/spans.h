/* Sets of delays: intervals that do not overlap, in ascending order. */
#ifndef LW_DELAY_SPANS_H
#define LW_DELAY_SPANS_H

#include "base/array.h"
#include "leeway/delay.h"

typedef struct lw_spans {
    LW_LIST(lw_delay_span) list;
} lw_spans;

/* Adds an interval. Those that it meets become one with it, which keeps the pair and the times of the
 * first one. False: memory ran out. */
bool lw_spans_add(lw_spans *spans, const lw_delay_span *span);

/* Cuts off from both ends of [*from, *to] what an interval contains. Whether anything is left. */
bool lw_spans_trim(const lw_spans *spans, double *from, double *to);

/* Writes the delays from `from` to `to` in order, each interval as contact, undecided or free: contact
 * wins over undecided, and both over free. NULL: memory ran out. */
lw_delay_span *lw_spans_write(const lw_spans *contact, const lw_spans *undecided, double from,
                              double to, size_t *count);

void lw_spans_free(lw_spans *spans);

#endif
