/* Tests base/name_table.h: it finds the same as a linear search of a list. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "allocation.h"
#include "base/name_table.h"
#include "base/random.h"
#include "seed.h"

enum { NAMES = 3000, LENGTH = 8 };

typedef struct list {
    char names[NAMES][LENGTH];
    int64_t count;
} list;

/* the first index of a name, by the table and by the list */
static void compare(const lw_name_table *table, const list *l, const char *name)
{
    bool first = true;
    for (int64_t i = 0; i < l->count; i++) {
        if (strcmp(l->names[i], name) != 0)
            continue;
        if (first)
            assert_int_equal(lw_name_table_find(table, name), i);
        first = false;
    }
    if (first)
        assert_int_equal(lw_name_table_find(table, name), -1);
}

/* names are added several times, forgotten from some index on, and added again */
static void test_as_a_list(void **state)
{
    (void)state;
    static list l;
    lw_random random = {test_seed()};
    lw_name_table table = {0};
    compare(&table, &l, "none");
    for (int step = 0; step < 6000; step++) {
        if (lw_random_below(&random, 500) == 0 && l.count) {
            l.count = (int64_t)lw_random_below(&random, (uint32_t)l.count);
            lw_name_table_forget(&table, l.count);
        }
        if (l.count == NAMES)
            break;
        char *name = l.names[l.count];
        /* in the buffer of a name that was forgotten: the table must not read the old one any more */
        snprintf(name, LENGTH, "%u", (unsigned)lw_random_below(&random, 900));
        assert_true(lw_name_table_add(&table, name, l.count++));
        if (step % 50 == 0)
            for (int k = 0; k < 20; k++) {
                char wanted[LENGTH];
                snprintf(wanted, LENGTH, "%u", (unsigned)lw_random_below(&random, 950));
                compare(&table, &l, wanted);
            }
    }
    lw_name_table_free(&table);
}

/* each owner has names of its own; the table also finds the first characters of a longer text */
static void test_owners(void **state)
{
    (void)state;
    lw_name_table table = {0};
    for (int64_t owner = 99; owner >= -2; owner--)
        assert_true(lw_name_table_add_of(&table, owner, "arm", 1000 + owner));
    for (int64_t owner = -2; owner < 100; owner++)
        assert_int_equal(lw_name_table_find_of(&table, owner, "arm"), 1000 + owner);
    assert_int_equal(lw_name_table_find_of(&table, 100, "arm"), -1);
    assert_int_equal(lw_name_table_find(&table, "arm"), 1000 + LW_NO_OWNER);
    assert_int_equal(lw_name_table_find_part(&table, "arm/base", 3), 1000 + LW_NO_OWNER);
    assert_int_equal(lw_name_table_find_part(&table, "arm/base", 4), -1);
    assert_int_equal(lw_name_table_find_part(&table, "ar", 2), -1);
    lw_name_table_free(&table);
}

static void test_out_of_memory(void **state)
{
    (void)state;
    lw_name_table table = {0};
    static char names[100][LENGTH];
    size_t failures = 0;
    for (int64_t i = 0; i < 100; i++) {
        snprintf(names[i], LENGTH, "%d", (int)i);
        allocation_fail(1);
        bool added = lw_name_table_add(&table, names[i], i);
        failures += !added;
        allocation_fail(0);
        for (int64_t k = 0; k < i; k++)
            assert_int_equal(lw_name_table_find(&table, names[k]), k);
        if (!added)
            assert_true(lw_name_table_add(&table, names[i], i));
    }
    /* the table allocates three times: 64, 128 and 256 slots */
    assert_int_equal(failures, 3);
    lw_name_table_free(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_as_a_list),
        cmocka_unit_test(test_owners),
        cmocka_unit_test(test_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
