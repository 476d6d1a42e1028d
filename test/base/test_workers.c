/* Tests base/workers.h, the thread pool: each item is done once, and all are done when the calls
 * return, whether the caller did something else in between or not. Also tests the default number of
 * threads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <sched.h>
#include <stdatomic.h>
#include <time.h>

#include "base/workers.h"
#include "leeway/leeway.h"
#include "seed.h"

enum { MOST = 40 };

static atomic_int begun[MOST];
static atomic_int done[MOST];

/* The last items take the longest, so that one is still being done when the caller finds none left. */
static bool do_item(void *context, unsigned worker, size_t item)
{
    (void)worker;
    const size_t *items = context;
    atomic_fetch_add(&begun[item], 1);
    if (item + 2 >= *items)
        nanosleep(&(struct timespec){.tv_nsec = item % 2 ? 300000 : 100000}, NULL);
    atomic_fetch_add(&done[item], 1);
    return true;
}

static void test_items(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= 4; threads++) {
        lw_workers *workers = lw_workers_create(threads);
        assert_non_null(workers);
        for (int round = 0; round < test_rounds(200, 5000); round++) {
            size_t items = (size_t)round % MOST;
            for (size_t i = 0; i < MOST; i++) {
                atomic_store(&begun[i], 0);
                atomic_store(&done[i], 0);
            }
            if (round / 5 % 2) {
                lw_workers_run(workers, items, do_item, &items);
            } else {
                lw_workers_begin(workers, items, do_item, &items);
                if (round % 3)
                    nanosleep(&(struct timespec){.tv_nsec = 50000}, NULL);
                lw_workers_end(workers);
            }
            for (size_t i = 0; i < MOST; i++) {
                assert_int_equal(atomic_load(&begun[i]), i < items);
                assert_int_equal(atomic_load(&done[i]), i < items);
            }
        }
        lw_workers_destroy(workers);
    }
}

/* The other threads begin while the caller does something else. */
static void test_others_begin(void **state)
{
    (void)state;
    size_t items = 1;
    lw_workers *workers = lw_workers_create(2);
    assert_non_null(workers);
    assert_int_equal(lw_workers_count(workers), 2);
    atomic_store(&done[0], 0);
    lw_workers_begin(workers, items, do_item, &items);
    for (int wait = 0; wait < 10000 && !atomic_load(&done[0]); wait++)
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    assert_int_equal(atomic_load(&done[0]), 1);
    lw_workers_end(workers);
    lw_workers_destroy(workers);
}

/* By default as many threads as the process's affinity (taskset) allows, and never more than there is
 * work. */
static void test_threads_by_default(void **state)
{
    (void)state;
    cpu_set_t before;
    cpu_set_t one;
    assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
    const unsigned all = lw_processor_count();
    assert_int_equal(all, CPU_COUNT(&before));
    assert_int_equal(lw_parallel_threads(0, 5000), all < 1024 ? all : 1024);
    assert_int_equal(lw_parallel_threads(0, 1), 1);
    assert_int_equal(lw_parallel_threads(0, 0), 1);
    assert_int_equal(lw_parallel_threads(7, 3), 3);
    assert_int_equal(lw_parallel_threads(7, 9), 7);
    assert_int_equal(lw_parallel_threads(5000, 5000), 1024);
    int first = 0;
    while (!CPU_ISSET(first, &before))
        first++;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    assert_int_equal(lw_processor_count(), 1);
    assert_int_equal(lw_parallel_threads(0, 5000), 1);
    assert_int_equal(sched_setaffinity(0, sizeof before, &before), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_items),
        cmocka_unit_test(test_others_begin),
        cmocka_unit_test(test_threads_by_default),
    };
    return cmocka_run_group_tests_name("workers", tests, NULL, NULL);
}
