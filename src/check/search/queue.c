/* A priority queue of intervals of time, each with its work: a binary heap over linked lists. */
#include "check/search/queue.h"

#include "base/error.h"

/* docs/decisions/search.md, "A list of pairs without memory stands for all pairs" */
enum { DEPTH = 64, MOST_PAIRS = 256 };

lw_status lw_queue_create(lw_arena *arena, size_t pair_count, lw_queue *out, lw_error *error)
{
    /* a search in the order of time holds at most two lists for each level of halving, each with at
     * most every pair that is near; on average, chunks of short lists are half full */
    size_t works = (DEPTH + 8) * (pair_count < MOST_PAIRS ? pair_count : MOST_PAIRS);
    out->heap_capacity = 4 * DEPTH + 1024;
    out->chunk_count = (uint32_t)(works / LW_CHUNK_WORKS + 2 * out->heap_capacity);
    out->chunks = lw_arena_scratch(arena, out->chunk_count, sizeof *out->chunks);
    out->heap = lw_arena_scratch(arena, out->heap_capacity, sizeof *out->heap);
    if (!out->chunks || !out->heap)
        return lw_fail_memory(error);
    lw_queue_reset(out);
    return LW_OK;
}

void lw_queue_reset(lw_queue *queue)
{
    queue->free_chunk = -1;
    queue->chunks_used = queue->chunks_live = 0;
    queue->heap_count = 0;
}

bool lw_work_list_is_empty(const lw_work_list *list)
{
    return list->first < 0 && !list->all;
}

/* a chunk that was given back, or the next one that was never used */
static int32_t take_chunk(lw_queue *queue)
{
    int32_t chunk = queue->free_chunk;
    if (chunk >= 0)
        queue->free_chunk = queue->chunks[chunk].next;
    else if (queue->chunks_used < queue->chunk_count)
        chunk = (int32_t)queue->chunks_used++;
    else
        return -1;
    queue->chunks_live++;
    queue->chunks[chunk].next = -1;
    queue->chunks[chunk].count = 0;
    return chunk;
}

void lw_queue_put(lw_queue *queue, lw_work_list *list, lw_work work)
{
    if (list->all)
        return;
    if (list->last < 0 || queue->chunks[list->last].count == LW_CHUNK_WORKS) {
        int32_t chunk = take_chunk(queue);
        if (chunk < 0) {
            lw_queue_drop(queue, list);
            list->all = true;
            return;
        }
        if (list->last < 0)
            list->first = chunk;
        else
            queue->chunks[list->last].next = chunk;
        list->last = chunk;
    }
    lw_chunk *chunk = &queue->chunks[list->last];
    chunk->works[chunk->count++] = work;
}

void lw_queue_drop(lw_queue *queue, lw_work_list *list)
{
    for (int32_t chunk = list->first; chunk >= 0; chunk = queue->chunks[chunk].next)
        queue->chunks_live--;
    if (list->last >= 0) {
        queue->chunks[list->last].next = queue->free_chunk;
        queue->free_chunk = list->first;
    }
    *list = lw_work_list_empty();
}

bool lw_queue_crowded(const lw_queue *queue)
{
    return queue->chunks_live > queue->chunk_count / 2 || queue->heap_count > queue->heap_capacity / 2;
}

bool lw_queue_push(lw_queue *queue, lw_interval interval)
{
    if (queue->heap_count == queue->heap_capacity)
        return false;
    uint32_t i = queue->heap_count++;
    for (; i && queue->heap[(i - 1) / 2].key > interval.key; i = (i - 1) / 2)
        queue->heap[i] = queue->heap[(i - 1) / 2];
    queue->heap[i] = interval;
    return true;
}

bool lw_queue_pop(lw_queue *queue, lw_interval *out)
{
    if (!queue->heap_count)
        return false;
    *out = queue->heap[0];
    lw_interval last = queue->heap[--queue->heap_count];
    uint32_t i = 0;
    for (;;) {
        uint32_t child = 2 * i + 1;
        if (child >= queue->heap_count)
            break;
        if (child + 1 < queue->heap_count && queue->heap[child + 1].key < queue->heap[child].key)
            child++;
        if (queue->heap[child].key >= last.key)
            break;
        queue->heap[i] = queue->heap[child];
        i = child;
    }
    queue->heap[i] = last;
    return true;
}
