/* Sets of delays: intervals that do not overlap, in ascending order. */
#include "delay/spans.h"

#include <stdlib.h>
#include <string.h>

/* The first interval that ends at a delay or behind it. */
static size_t first_ending_at(const lw_spans *spans, double at)
{
    size_t low = 0;
    size_t high = spans->list.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (spans->list.items[middle].to < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool lw_spans_add(lw_spans *spans, const lw_delay_span *span)
{
    if (!LW_ARRAY_GROW(&spans->list))
        return false;
    lw_delay_span *items = spans->list.items;
    size_t first = first_ending_at(spans, span->from);
    size_t end = first;
    lw_delay_span own = *span;
    while (end < spans->list.count && items[end].from <= span->to)
        end++;
    if (end > first) {
        own = items[first];
        own.from = own.from < span->from ? own.from : span->from;
        own.to = items[end - 1].to > span->to ? items[end - 1].to : span->to;
    }
    memmove(items + first + 1, items + end, (spans->list.count - end) * sizeof *items);
    items[first] = own;
    spans->list.count = spans->list.count + 1 - (end - first);
    return true;
}

/* The interval that contains a delay; NULL: none does. */
static const lw_delay_span *span_at(const lw_spans *spans, double at)
{
    size_t i = first_ending_at(spans, at);
    return i < spans->list.count && spans->list.items[i].from <= at ? &spans->list.items[i] : NULL;
}

bool lw_spans_trim(const lw_spans *spans, double *from, double *to)
{
    const lw_delay_span *first = span_at(spans, *from);
    const lw_delay_span *last = span_at(spans, *to);
    if (first && first == last)
        return false;
    if (first)
        *from = first->to;
    if (last)
        *to = last->from;
    return true;
}

/* A list that is written in order. */
typedef struct writer {
    LW_LIST(lw_delay_span) list;
    double at; /* all delays before are written */
    bool failed;
} writer;

static void put(writer *w, const lw_delay_span *like, lw_verdict_kind kind, double to)
{
    if (!(w->at < to) || w->failed)
        return;
    lw_delay_span own = {.pair = {-1, -1}};
    if (like)
        own = *like;
    own.kind = kind;
    own.from = w->at;
    own.to = w->at = to;
    w->failed = !LW_ARRAY_GROW(&w->list);
    if (!w->failed)
        w->list.items[w->list.count++] = own;
}

/* Writes the delays up to one, none of which is in contact. */
static void put_open(writer *w, const lw_spans *undecided, double to)
{
    for (size_t i = first_ending_at(undecided, w->at); i < undecided->list.count; i++) {
        const lw_delay_span *span = &undecided->list.items[i];
        if (span->from >= to)
            break;
        put(w, NULL, LW_VERDICT_FREE, span->from);
        put(w, NULL, LW_VERDICT_UNDECIDED, span->to < to ? span->to : to);
    }
    put(w, NULL, LW_VERDICT_FREE, to);
}

lw_delay_span *lw_spans_write(const lw_spans *contact, const lw_spans *undecided, double from,
                              double to, size_t *count)
{
    writer w = {.at = from};
    for (size_t i = first_ending_at(contact, from); i < contact->list.count; i++) {
        const lw_delay_span *span = &contact->list.items[i];
        if (span->from >= to)
            break;
        put_open(&w, undecided, span->from);
        put(&w, span, LW_VERDICT_CONTACT, span->to < to ? span->to : to);
    }
    put_open(&w, undecided, to);
    if (from == to) { /* a single delay */
        const lw_delay_span *touching = span_at(contact, from);
        w.at = -HUGE_VAL;
        put(&w, touching,
            touching                   ? LW_VERDICT_CONTACT
            : span_at(undecided, from) ? LW_VERDICT_UNDECIDED
                                       : LW_VERDICT_FREE,
            to);
        if (w.list.count)
            w.list.items[0].from = from;
    }
    *count = w.list.count;
    if (w.failed) {
        free(w.list.items);
        return NULL;
    }
    return w.list.items;
}

void lw_spans_free(lw_spans *spans)
{
    free(spans->list.items);
}
