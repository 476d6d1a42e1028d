/* A priority queue of intervals of time, smallest key first, each with the pairs that are still to be
 * proven in it. All memory is taken at creation. If it does not suffice for a list, the list is
 * replaced by that of all items; if not for an interval, lw_queue_push returns false. */
#ifndef LW_CHECK_SEARCH_QUEUE_H
#define LW_CHECK_SEARCH_QUEUE_H

#include "base/arena.h"
#include "leeway/leeway.h"

/* An item of a search over time: a pair of bodies (lw_pair_id), or a number that its bound explains. */
typedef uint64_t lw_item;

/* An item that is not yet proven apart on [from, to]. */
typedef struct lw_work {
    double from, to;
    lw_item item;
} lw_work;

enum { LW_CHUNK_WORKS = 15 };

typedef struct lw_chunk {
    int32_t next;
    uint32_t count;
    lw_work works[LW_CHUNK_WORKS];
} lw_chunk;

/* A list of work: a chain of chunks. -1: empty. Where there is no memory for a list, `all` stands for
 * it: every item, on all of the interval. */
typedef struct lw_work_list {
    int32_t first, last;
    bool all;
} lw_work_list;

typedef struct lw_interval {
    double key;
    double begin, end;
    lw_work_list list;
    int kept; /* for the search: the place of a kept sample */
} lw_interval;

typedef struct lw_queue {
    lw_chunk *chunks;
    int32_t free_chunk;
    uint32_t chunk_count;
    uint32_t chunks_used; /* ever */
    uint32_t chunks_live;
    lw_interval *heap;
    uint32_t heap_count, heap_capacity;
} lw_queue;

/* Takes memory for the work of pair_count pairs: enough for a search as deep as doubles allow, if they
 * are not too many. There is an upper limit. */
lw_status lw_queue_create(lw_arena *arena, size_t pair_count, lw_queue *out, lw_error *error);

void lw_queue_reset(lw_queue *queue);

static inline lw_work_list lw_work_list_empty(void)
{
    return (lw_work_list){-1, -1, false};
}

static inline lw_work_list lw_work_list_all(void)
{
    return (lw_work_list){-1, -1, true};
}

void lw_queue_put(lw_queue *queue, lw_work_list *list, lw_work work);
bool lw_work_list_is_empty(const lw_work_list *list);
void lw_queue_drop(lw_queue *queue, lw_work_list *list);

/* Whether more than half of the memory is in use: time to go deep instead of wide. */
bool lw_queue_crowded(const lw_queue *queue);

/* Takes over the interval's list; false where there is no room. */
bool lw_queue_push(lw_queue *queue, lw_interval interval);
bool lw_queue_pop(lw_queue *queue, lw_interval *out);

#endif
