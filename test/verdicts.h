/* Verdicts compared bit by bit, field by field: between the fields there may be anything. */
#ifndef LW_TEST_VERDICTS_H
#define LW_TEST_VERDICTS_H

#include <string.h>

#include "leeway/leeway.h"

#define same_field(a, b, field) (memcmp(&(a)->field, &(b)->field, sizeof(a)->field) == 0)

static inline bool same_distance(const lw_distance *a, const lw_distance *b)
{
    return same_field(a, b, lower) && same_field(a, b, upper) && same_field(a, b, points) &&
           same_field(a, b, normal) && same_field(a, b, depth) && same_field(a, b, features) &&
           same_field(a, b, feature);
}

static inline bool same_verdict(const lw_verdict *a, const lw_verdict *b)
{
    return a->kind == b->kind && a->reason == b->reason && same_field(a, b, free_until) &&
           same_field(a, b, time) && a->first == b->first && a->segment == b->segment &&
           same_field(a, b, pair) && same_distance(&a->contact, &b->contact) &&
           a->has_clearance == b->has_clearance && same_field(a, b, clearance) &&
           same_field(a, b, clearance_at) && same_field(a, b, clearance_pair) &&
           a->has_self_clearance == b->has_self_clearance && same_field(a, b, self_clearance) &&
           same_field(a, b, self_clearance_at) && same_field(a, b, self_clearance_pair) &&
           a->queries == b->queries && a->samples == b->samples;
}

#endif
