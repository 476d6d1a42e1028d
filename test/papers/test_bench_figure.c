/* Tests the figure of a benchmark: its axes, and the panels of its numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "figure/bench_strips.h"
#include "plot/axis.h"

#include <math.h>
#include <string.h>

static lw_axis axis_of(bool linear, double one, double other, int parts)
{
    lw_axis axis = lw_axis_begin(linear);
    lw_axis_take(&axis, one);
    lw_axis_take(&axis, other);
    lw_axis_take(&axis, (double)NAN);
    lw_axis_end(&axis, parts);
    return axis;
}

static void axes_are_linear_until_values_lie_far_apart(void **state)
{
    (void)state;
    double ticks[8];
    lw_axis axis = axis_of(false, 3, 140, 4);
    assert_false(axis.logarithmic);
    assert_true(axis.low == 0 && axis.high == 150);
    assert_true(fabs(lw_axis_at(&axis, 75) - 0.5) < 1e-12);
    assert_int_equal(lw_axis_ticks(&axis, 4, ticks, 8), 4);
    assert_true(ticks[0] == 0 && ticks[3] == 150);

    axis = axis_of(false, 2, 900, 4);
    assert_true(axis.logarithmic);
    assert_true(fabs(axis.low - 1) < 1e-12 && fabs(axis.high - 1000) < 1e-9);
    assert_true(fabs(lw_axis_at(&axis, 10) - 1.0 / 3) < 1e-12);
    assert_true(lw_axis_at(&axis, 0) == 0);
    assert_int_equal(lw_axis_ticks(&axis, 4, ticks, 8), 4);
    assert_true(fabs(ticks[3] - 1000) < 1e-9);

    assert_false(axis_of(true, 2, 900, 4).logarithmic);
    axis = axis_of(false, -1, 900, 4);
    assert_false(axis.logarithmic);
    assert_true(axis.low <= -1 && lw_axis_at(&axis, axis.low) == 0);
    axis = axis_of(false, 0, 0, 4);
    assert_true(axis.high == 1);
}

/* Two rows, the second with a unit of its own, in three columns. */
static void add_table(lw_bench_results *results, const char *over, double at)
{
    char title[LW_BENCH_TITLE];
    snprintf(title, sizeof title, "a %s", "table");
    lw_bench_add_table(results, "ns", title);
    lw_bench_set_over(results, over, at);
    lw_bench_add_column(results, (lw_bench_head){.name = "plain"});
    lw_bench_add_column(results, (lw_bench_head){.name = "share", .unit = "%", .paper_unit = "s"});
    lw_bench_add_column(results, (lw_bench_head){.name = "other"});
    lw_bench_add_row(results, (lw_bench_head){.name = "one", .group = "A"});
    lw_bench_add_figure(results, 1, 0);
    lw_bench_set_paper(results, 7, 1);
    lw_bench_add_figure(results, 2, 0);
    lw_bench_set_paper(results, 7, 1);
    lw_bench_add_figure(results, 3, 0);
    lw_bench_set_paper(results, 0, 1);
    lw_bench_add_figure(results, 4, 0); /* one too many */
    lw_bench_add_row(results, (lw_bench_head){.name = "two", .unit = "m", .group = "B"});
    lw_bench_add_word(results, "none");
    lw_bench_add_nothing(results);
    lw_bench_add_figure(results, 6, 0);
}

static void panels_have_one_unit(void **state)
{
    (void)state;
    lw_bench_results results = {.bench = "test"};
    lw_bench_strip strip;
    add_table(&results, NULL, 0);
    const lw_bench_table *table = &results.tables.items[0];
    assert_string_equal(table->title, "a table");
    assert_int_equal(table->rows.items[0].count, 3);
    assert_string_equal(lw_bench_unit(table, &table->rows.items[0], 0), "ns");
    assert_string_equal(lw_bench_unit(table, &table->rows.items[0], 1), "%");
    assert_string_equal(lw_bench_unit(table, &table->rows.items[1], 1), "m");

    assert_true(lw_bench_strip_at(table, 1, 0, &strip));
    assert_false(strip.grows);
    assert_int_equal(strip.panel_count, 2);
    assert_int_equal(strip.panels[0].count, 2);
    assert_int_equal(strip.panels[0].columns[1], 2);
    assert_string_equal(strip.panels[1].unit, "%");
    assert_true(lw_bench_strip_has(&strip, 0) && !lw_bench_strip_has(&strip, 1));
    assert_true(lw_bench_strip_at(table, 1, 1, &strip));
    assert_int_equal(strip.panel_count, 1);
    assert_int_equal(strip.panels[0].columns[0], 2);

    assert_true(lw_bench_paper_of(table, 0, 0) == 7);
    assert_true(isnan(lw_bench_paper_of(table, 0, 1))); /* in another unit */
    assert_true(isnan(lw_bench_paper_of(table, 0, 2))); /* there is none */
    assert_false(results.out_of_memory);
    lw_bench_results_free(&results);
}

static void tables_that_grow_become_lines(void **state)
{
    (void)state;
    lw_bench_results results = {.bench = "test"};
    lw_bench_strip strip;
    add_table(&results, "corners", 4);
    add_table(&results, "corners", 8);
    add_table(&results, "corners", 8); /* not larger */
    add_table(&results, NULL, 16);
    add_table(&results, NULL, 32);
    const lw_bench_table *tables = results.tables.items;
    assert_int_equal(lw_bench_same_tables(tables, 5), 2);
    assert_int_equal(lw_bench_same_tables(tables + 2, 3), 1);
    assert_int_equal(lw_bench_same_tables(tables + 3, 2), 1);
    assert_true(lw_bench_strip_at(tables, 2, 0, &strip));
    assert_true(strip.grows);
    assert_string_equal(strip.key, "A");
    assert_int_equal(strip.panel_count, 3);
    lw_bench_results_free(&results);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(axes_are_linear_until_values_lie_far_apart),
        cmocka_unit_test(panels_have_one_unit),
        cmocka_unit_test(tables_that_grow_become_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
