/* The priority queue against a plain list: every interval comes out once, smallest key first; released
 * memory is used again; when none is left, every loss is reported. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "allocation.h"
#include "base/random.h"
#include "check/search/queue.h"
#include "seed.h"

static lw_queue new_queue(lw_arena *arena, size_t pairs)
{
    lw_queue queue;
    assert_int_equal(lw_queue_create(arena, pairs, &queue, NULL), LW_OK);
    return queue;
}

static uint32_t length_of(const lw_queue *queue, const lw_work_list *list)
{
    uint32_t length = 0;
    for (int32_t c = list->first; c >= 0; c = queue->chunks[c].next)
        length += queue->chunks[c].count;
    return length;
}

/* a list of work whose pairs count up from a number */
static lw_work_list counted(lw_queue *queue, uint32_t first, uint32_t count)
{
    lw_work_list list = lw_work_list_empty();
    for (uint32_t i = 0; i < count; i++)
        lw_queue_put(queue, &list, (lw_work){first + i, first + i + 0.5, first + i});
    assert_false(list.all);
    assert_int_equal(lw_work_list_is_empty(&list), count == 0);
    return list;
}

static void expect_counted(const lw_queue *queue, const lw_work_list *list, uint32_t first,
                           uint32_t count)
{
    uint32_t next = first;
    for (int32_t c = list->first; c >= 0; c = queue->chunks[c].next)
        for (uint32_t i = 0; i < queue->chunks[c].count; i++, next++) {
            lw_work work = queue->chunks[c].works[i];
            assert_true(work.item == next && work.from == next && work.to == next + 0.5);
        }
    assert_int_equal(next, first + count);
}

/* random pushing and popping, beside an unsorted array */
static void test_smallest_first(void **state)
{
    (void)state;
    enum { MOST = 400 };
    lw_random random = {test_seed()};
    lw_arena arena = {0};
    lw_queue queue = new_queue(&arena, 20);
    struct {
        double key;
        uint32_t first, count;
    } plain[MOST];
    size_t count = 0;
    uint32_t made = 0;
    for (int round = 0; round < 20000; round++) {
        if (count < MOST && lw_random_below(&random, 100) < 55) {
            uint32_t length = lw_random_below(&random, 3 * LW_CHUNK_WORKS);
            /* equal keys now and then */
            double key = floor(lw_random_between(&random, -100, 100));
            lw_interval interval = {key, made, made + 1.0, counted(&queue, made, length), 0};
            assert_true(lw_queue_push(&queue, interval));
            plain[count].key = key;
            plain[count].first = made;
            plain[count++].count = length;
            made += length + 1;
            continue;
        }
        lw_interval interval;
        bool some = lw_queue_pop(&queue, &interval);
        assert_int_equal(some, count > 0);
        if (!some)
            continue;
        size_t found = MOST;
        for (size_t i = 0; i < count; i++) {
            assert_true(plain[i].key >= interval.key);
            if (plain[i].first == interval.begin)
                found = i;
        }
        assert_true(found < MOST && plain[found].key == interval.key);
        expect_counted(&queue, &interval.list, plain[found].first, plain[found].count);
        lw_queue_drop(&queue, &interval.list);
        assert_int_equal(interval.list.first, -1);
        plain[found] = plain[--count];
    }
    lw_arena_free(&arena);
}

/* All chunks can be used, dropped, and used again. With one more the list gives them all back, and
 * stands for all items from then on. */
static void test_chunks_run_out(void **state)
{
    (void)state;
    lw_arena arena = {0};
    lw_queue queue = new_queue(&arena, 3);
    for (int round = 0; round < 3; round++) {
        lw_work_list list = lw_work_list_empty();
        uint32_t all = queue.chunk_count * LW_CHUNK_WORKS;
        for (uint32_t i = 0; i < all; i++) {
            /* crowded when more than half of the chunks are used */
            uint32_t chunks = (i + LW_CHUNK_WORKS - 1) / LW_CHUNK_WORKS;
            assert_int_equal(lw_queue_crowded(&queue), chunks > queue.chunk_count / 2);
            lw_queue_put(&queue, &list, (lw_work){i, i + 0.5, i});
        }
        expect_counted(&queue, &list, 0, all);
        assert_true(lw_queue_crowded(&queue) && !list.all);
        if (round % 2) {
            for (int more = 0; more < 2; more++)
                lw_queue_put(&queue, &list, (lw_work){0, 1, 0});
            assert_true(list.all && list.first == -1 && !lw_work_list_is_empty(&list));
            assert_false(lw_queue_crowded(&queue));
        }
        lw_queue_drop(&queue, &list);
        assert_true(!lw_queue_crowded(&queue) && lw_work_list_is_empty(&list));
    }
    /* dropping nothing gives nothing back */
    lw_work_list none = lw_work_list_empty();
    lw_queue_drop(&queue, &none);
    lw_work_list one = counted(&queue, 0, 1);
    lw_work_list two = counted(&queue, 7, 1);
    assert_int_not_equal(one.first, two.first);
    assert_int_equal(length_of(&queue, &one), 1);
    lw_arena_free(&arena);
}

static void test_heap_runs_out(void **state)
{
    (void)state;
    lw_arena arena = {0};
    lw_queue queue = new_queue(&arena, 1);
    for (uint32_t i = 0; i < queue.heap_capacity; i++) {
        assert_int_equal(lw_queue_crowded(&queue), i > queue.heap_capacity / 2);
        assert_true(lw_queue_push(&queue, (lw_interval){-(double)i, 0, 1, lw_work_list_empty(), 0}));
    }
    assert_false(lw_queue_push(&queue, (lw_interval){0, 0, 1, lw_work_list_empty(), 0}));
    lw_interval interval;
    for (uint32_t i = queue.heap_capacity; i-- > 0;) {
        assert_true(lw_queue_pop(&queue, &interval));
        assert_true(interval.key == -(double)i);
    }
    assert_false(lw_queue_pop(&queue, &interval));
    /* reset forgets all */
    assert_true(lw_queue_push(&queue, (lw_interval){0, 0, 1, counted(&queue, 0, 40), 0}));
    lw_queue_reset(&queue);
    assert_false(lw_queue_pop(&queue, &interval));
    lw_work_list list = counted(&queue, 3, 100);
    expect_counted(&queue, &list, 3, 100);
    lw_arena_free(&arena);
}

static void test_memory(void **state)
{
    (void)state;
    for (size_t n = 1;; n++) {
        lw_arena arena = {0};
        lw_queue queue;
        allocation_fail(n);
        lw_status status = lw_queue_create(&arena, 100, &queue, NULL);
        bool failed = allocation_failed();
        allocation_fail(0);
        lw_arena_free(&arena);
        assert_int_equal(status, failed ? LW_ERROR_MEMORY : LW_OK);
        if (!failed)
            break;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_smallest_first),
        cmocka_unit_test(test_chunks_run_out),
        cmocka_unit_test(test_heap_runs_out),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
