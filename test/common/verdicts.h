/* The comparison of verdicts bit by bit, field by field, as the padding between fields may differ. */
#ifndef LW_TEST_VERDICTS_H
#define LW_TEST_VERDICTS_H

#include <stdint.h>
#include <string.h>

#include "leeway/leeway.h"

static inline bool same_bits(double a, double b)
{
    uint64_t bits[2];
    memcpy(&bits[0], &a, sizeof a);
    memcpy(&bits[1], &b, sizeof b);
    return bits[0] == bits[1];
}

static inline bool same_vector(lw_vec3 a, lw_vec3 b)
{
    return same_bits(a.x, b.x) && same_bits(a.y, b.y) && same_bits(a.z, b.z);
}

static inline bool same_features(const lw_distance *a, const lw_distance *b)
{
    return !memcmp(a->features, b->features, sizeof a->features) &&
           !memcmp(a->feature, b->feature, sizeof a->feature);
}

static inline bool same_distance(const lw_distance *a, const lw_distance *b)
{
    return same_bits(a->lower, b->lower) && same_bits(a->upper, b->upper) &&
           same_vector(a->points[0], b->points[0]) && same_vector(a->points[1], b->points[1]) &&
           same_vector(a->normal, b->normal) && same_bits(a->depth, b->depth) && same_features(a, b);
}

static inline bool same_pair(const int64_t a[2], const int64_t b[2])
{
    return a[0] == b[0] && a[1] == b[1];
}

static inline bool same_clearance(const lw_clearance *a, const lw_clearance *b)
{
    return same_pair(a->pair, b->pair) && same_bits(a->lower, b->lower) &&
           same_bits(a->upper, b->upper) && same_bits(a->at, b->at);
}

static inline bool same_verdict(const lw_verdict *a, const lw_verdict *b)
{
    return a->kind == b->kind && a->reason == b->reason && same_bits(a->free_until, b->free_until) &&
           same_bits(a->time, b->time) && a->first == b->first && a->segment == b->segment &&
           same_pair(a->pair, b->pair) && same_distance(&a->contact, &b->contact) &&
           same_clearance(&a->clearance, &b->clearance) &&
           same_clearance(&a->self_clearance, &b->self_clearance) && a->queries == b->queries &&
           a->samples == b->samples && a->start_pairs == b->start_pairs &&
           same_bits(a->kept_until, b->kept_until) &&
           same_bits(a->start_distance[0], b->start_distance[0]) &&
           same_bits(a->start_distance[1], b->start_distance[1]) && a->failure == b->failure;
}

#endif
