/* Tests sets of delays against a table of single delays. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "delay/spans.h"
#include "seed.h"

enum { PLACES = 40 };

/* the spans of whole numbers, at halves: whether a half lies in them */
typedef struct table {
    bool held[2 * PLACES + 1];
} table;

static void add(lw_spans *spans, table *t, int from, int to)
{
    assert_true(lw_spans_add(spans, &(lw_delay_span){.from = from, .to = to, .pair = {from, to}}));
    for (int i = 2 * from; i <= 2 * to; i++)
        t->held[i] = true;
}

/* what a half must be */
static lw_verdict_kind kind_at(const table *contact, const table *undecided, int half)
{
    return contact->held[half]     ? LW_VERDICT_CONTACT
           : undecided->held[half] ? LW_VERDICT_UNDECIDED
                                   : LW_VERDICT_FREE;
}

static void check_written(const lw_spans *contact, const lw_spans *undecided, const table *in_contact,
                          const table *open, double from, double to)
{
    size_t count;
    lw_delay_span *list = lw_spans_write(contact, undecided, from, to, &count);
    assert_non_null(list);
    assert_true(count > 0 && list[0].from == from && list[count - 1].to == to);
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            assert_true(list[i].from == list[i - 1].to);
        assert_true(list[i].from < list[i].to || (from == to && count == 1));
        assert_true((list[i].kind == LW_VERDICT_CONTACT) == (list[i].pair[0] >= 0));
        /* odd halves are never ends */
        for (int half = 1; half < 2 * PLACES; half += 2)
            if (list[i].from < 0.5 * half && 0.5 * half < list[i].to)
                assert_int_equal(list[i].kind, kind_at(in_contact, open, half));
        if (from == to)
            assert_int_equal(list[i].kind, kind_at(in_contact, open, (int)(2 * from)));
    }
    free(list);
}

static void check_trimmed(const lw_spans *spans, const table *t, int from, int to)
{
    double low = from;
    double high = to;
    int first = 2 * from;
    int last = 2 * to;
    while (first <= last && t->held[first])
        first++;
    while (last >= first && t->held[last])
        last--;
    bool left = lw_spans_trim(spans, &low, &high);
    assert_int_equal(left, first <= last);
    if (!left)
        return;
    /* cut off up to the last delay that is held */
    assert_true(low == (first > 2 * from ? 0.5 * (first - 1) : from));
    assert_true(high == (last < 2 * to ? 0.5 * (last + 1) : to));
}

static void test_random_sets(void **state)
{
    (void)state;
    lw_random random = {.state = test_seed()};
    for (int round = 0; round < 2000; round++) {
        lw_spans sets[2] = {{{0}}};
        table tables[2] = {{{0}}};
        for (int i = (int)lw_random_below(&random, 12); i > 0; i--) {
            int which = (int)lw_random_below(&random, 2);
            int from = (int)lw_random_below(&random, PLACES);
            int width = (int)lw_random_below(&random, 5);
            add(&sets[which], &tables[which], from, from + width < PLACES ? from + width : PLACES);
        }
        for (int which = 0; which < 2; which++)
            for (size_t i = 1; i < sets[which].list.count; i++)
                assert_true(sets[which].list.items[i - 1].to < sets[which].list.items[i].from);
        int from = (int)lw_random_below(&random, PLACES);
        int to = from + (int)lw_random_below(&random, (uint32_t)(PLACES - from) + 1);
        check_written(&sets[0], &sets[1], &tables[0], &tables[1], from, to);
        check_written(&sets[0], &sets[1], &tables[0], &tables[1], -HUGE_VAL, HUGE_VAL);
        check_trimmed(&sets[0], &tables[0], from, to);
        lw_spans_free(&sets[0]);
        lw_spans_free(&sets[1]);
    }
}

/* an interval that joins others keeps the pair of the first of them */
static void test_pairs(void **state)
{
    (void)state;
    lw_spans spans = {{0}};
    table t = {{0}};
    add(&spans, &t, 3, 4);
    add(&spans, &t, 7, 8);
    add(&spans, &t, 4, 7);
    assert_int_equal(spans.list.count, 1);
    assert_true(spans.list.items[0].from == 3 && spans.list.items[0].to == 8);
    assert_int_equal(spans.list.items[0].pair[1], 4);
    add(&spans, &t, 1, 9);
    assert_true(spans.list.items[0].from == 1 && spans.list.items[0].to == 9);
    assert_int_equal(spans.list.items[0].pair[1], 4);
    lw_spans_free(&spans);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_sets),
                                       cmocka_unit_test(test_pairs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
