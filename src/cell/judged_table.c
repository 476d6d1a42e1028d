/* The judge's memo table: a set-associative hash table whose buckets have four slots each, the newest
 * first. */
#include "cell/judged_table.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

lw_status lw_judged_table_create(size_t bytes, lw_judged_table *out, lw_error *error)
{
    *out = (lw_judged_table){.buckets = 0};
    size_t buckets = 1;
    if (bytes < LW_BUCKET * sizeof(lw_judged))
        return LW_OK;
    while (buckets <= bytes / (2 * LW_BUCKET * sizeof(lw_judged)))
        buckets *= 2;
    /* zeroed slots are empty; the system gives memory only when it is written to */
    out->slots = calloc(buckets, LW_BUCKET * sizeof(lw_judged));
    if (!out->slots)
        return lw_fail_memory(error);
    out->buckets = buckets;
    return LW_OK;
}

void lw_judged_table_free(lw_judged_table *table)
{
    free(table->slots);
    *table = (lw_judged_table){.buckets = 0};
}

void lw_judged_table_clear(lw_judged_table *table)
{
    if (table->buckets)
        memset(table->slots, 0, table->buckets * LW_BUCKET * sizeof *table->slots);
}

static lw_judged *bucket_of(const lw_judged_table *table, lw_judged_key key)
{
    uint64_t hash = lw_hash_mix(((uint64_t)key.a << 32 | key.b) + lw_hash_mix(lw_bits_of(key.offset)));
    return &table->slots[LW_BUCKET * (hash & (table->buckets - 1))];
}

const lw_judged *lw_judged_table_find(const lw_judged_table *table, lw_judged_key key)
{
    if (!table->buckets)
        return NULL;
    const lw_judged *bucket = bucket_of(table, key);
    for (int i = 0; i < LW_BUCKET && bucket[i].known; i++)
        if (bucket[i].key.a == key.a && bucket[i].key.b == key.b &&
            lw_bits_of(bucket[i].key.offset) == lw_bits_of(key.offset))
            return &bucket[i];
    return NULL;
}

void lw_judged_table_put(lw_judged_table *table, lw_judged judged)
{
    if (!table->buckets)
        return;
    lw_judged *bucket = bucket_of(table, judged.key);
    memmove(bucket + 1, bucket, (LW_BUCKET - 1) * sizeof *bucket);
    bucket[0] = judged;
}
