/* Tests base/array.h: items keep their values, and new ones begin as zero. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "allocation.h"
#include "base/array.h"

typedef struct numbers {
    uint64_t *items;
    size_t count, capacity;
} numbers;

static void test_keeps_what_was_put(void **state)
{
    (void)state;
    numbers array = {0};
    size_t before = allocation_count();
    for (uint64_t i = 0; i < 1000; i++) {
        assert_true(LW_ARRAY_GROW(&array));
        assert_int_equal(array.items[array.count], 0);
        array.items[array.count++] = i * i;
    }
    for (uint64_t i = 0; i < 1000; i++)
        assert_int_equal(array.items[i], i * i);
    /* capacities 8, 16, ... 1024: doubling, so that n items cost O(n) */
    assert_int_equal(allocation_count() - before, 8);
    assert_int_equal(array.capacity, 1024);
    free(array.items);
}

static void test_reserve(void **state)
{
    (void)state;
    numbers array = {0};
    assert_true(LW_ARRAY_RESERVE(&array, 0));
    assert_null(array.items);
    assert_true(LW_ARRAY_RESERVE(&array, 100));
    assert_int_equal(array.capacity, 100);
    for (size_t i = 0; i < 100; i++)
        assert_int_equal(array.items[i], 0);
    uint64_t *items = array.items;
    assert_true(LW_ARRAY_RESERVE(&array, 50));
    assert_ptr_equal(array.items, items);
    assert_int_equal(array.capacity, 100);
    free(array.items);
}

static void test_failure_leaves_all_as_it_was(void **state)
{
    (void)state;
    numbers array = {0};
    assert_true(LW_ARRAY_GROW(&array));
    array.items[array.count++] = 42;
    numbers before = array;
    assert_false(LW_ARRAY_RESERVE(&array, SIZE_MAX));
    assert_false(LW_ARRAY_RESERVE(&array, SIZE_MAX / sizeof *array.items));
    allocation_fail(1);
    assert_false(LW_ARRAY_RESERVE(&array, 100));
    assert_true(allocation_failed());
    allocation_fail(0);
    assert_ptr_equal(array.items, before.items);
    assert_int_equal(array.capacity, before.capacity);
    assert_int_equal(array.items[0], 42);
    free(array.items);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keeps_what_was_put),
        cmocka_unit_test(test_reserve),
        cmocka_unit_test(test_failure_leaves_all_as_it_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
