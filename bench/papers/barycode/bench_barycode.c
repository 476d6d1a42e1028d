/* leeway-bench barycode: Tables I to VI of the barycode GJK paper (Zhang et al.), from generated pairs,
 * each figure beside the paper's. The paper's times are from another machine (Xeon E3, 2.8 GHz):
 * compare the ratios of the rows of one column. */
#include "barycode/barycode_measure.h"

#include "base/error.h"

#include <stdlib.h>

static void add_table(lw_bench_results *results, const lw_barycode_measured *m, size_t i)
{
    char title[LW_BENCH_TITLE];
    const lw_barycode_table *table = &lw_barycode_tables[i];
    snprintf(title, sizeof title, "%u vertices", table->vertices);
    lw_bench_add_table(results, "ns a query", title);
    lw_bench_set_over(results, "vertices", table->vertices);
    for (int k = 0; k < LW_PAIR_CLASSES; k++)
        lw_bench_add_column(results, (lw_bench_head){.name = lw_pair_class_name((lw_pair_class)k)});
    for (int r = 0; r < LW_BARYCODE_ROWS; r++) {
        const lw_barycode_row row = (lw_barycode_row)r;
        lw_bench_add_row(
            results, (lw_bench_head){.group = lw_barycode_level(row), .name = lw_barycode_name(row)});
        for (int k = 0; k < LW_PAIR_CLASSES; k++) {
            lw_bench_add_figure(results, m->times[i][row][k], 0);
            lw_bench_set_paper(results, lw_barycode_paper(table, row, (lw_pair_class)k), 1);
        }
    }
}

/* An order of two rows that the paper's tables have: as published and placed, and Leeway's. */
typedef struct order {
    const char *name;
    lw_barycode_row published[2], leeway[2];
} order;

static const order orders[] = {
    {"GJK, all vertices, before separating axes",
     {LW_PLACED_MEETS_SCAN, LW_PLACED_AXES},
     {LW_MEETS_SCAN, LW_AXES}},
    {"GJK, hill climbing, before separating axes",
     {LW_PLACED_MEETS_CLIMB, LW_PLACED_AXES},
     {LW_MEETS_CLIMB, LW_AXES}},
    {"distance: hill climbing before all vertices",
     {LW_PLACED_CLIMB, LW_PLACED_SCAN},
     {LW_DISTANCE_CLIMB, LW_DISTANCE_SCAN}},
    {"collision: hill climbing before all vertices",
     {LW_PLACED_MEETS_CLIMB, LW_PLACED_MEETS_SCAN},
     {LW_MEETS_CLIMB, LW_MEETS_SCAN}},
};

static void add_orders(lw_bench_results *results, const lw_barycode_measured *m)
{
    static const char *const columns[] = {"the paper", "as published, placed", "Leeway's, posed",
                                          "Leeway's default"};
    static const lw_barycode_row rows[3][4] = {
        {LW_PLACED_SCAN, LW_PLACED_CLIMB, LW_PLACED_MEETS_SCAN, LW_PLACED_MEETS_CLIMB},
        {LW_DISTANCE_SCAN, LW_DISTANCE_CLIMB, LW_MEETS_SCAN, LW_MEETS_CLIMB},
        {LW_DISTANCE_DEFAULT, LW_DISTANCE_DEFAULT, LW_TOUCHES, LW_TOUCHES}};
    lw_bench_add_table(results, NULL,
                       "Cells, of 18, that have the paper's orders; and the paper's times "
                       "that are met, of 72");
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        lw_bench_add_column(results, (lw_bench_head){.name = columns[i]});
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        const order *o = &orders[i];
        lw_bench_add_row(results, (lw_bench_head){.name = o->name});
        lw_bench_add_figure(results, lw_barycode_faster_in_paper(o->published[0], o->published[1]), 0);
        lw_bench_add_figure(results, lw_barycode_faster(m, o->published[0], o->published[1]), 0);
        lw_bench_add_figure(results, lw_barycode_faster(m, o->leeway[0], o->leeway[1]), 0);
    }
    lw_bench_add_row(results, (lw_bench_head){.name = "times met"});
    lw_bench_add_figure(results, 72, 0);
    for (size_t i = 0; i < 3; i++)
        lw_bench_add_figure(results, lw_barycode_met(m, rows[i]), 0);
}

lw_status lw_bench_barycode(const lw_bench_options *options, lw_bench_results *results, lw_error *error)
{
    lw_barycode_measured *m = malloc(sizeof *m);
    if (!m)
        return lw_fail_memory(error);
    lw_status status = lw_barycode_measure(options, m, error);
    for (size_t i = 0; i < LW_BARYCODE_TABLES && !status; i++)
        add_table(results, m, i);
    if (!status) {
        lw_bench_set_notes(
            results,
            "placed: both polygons in one frame before the query, as the paper's data; all other rows\n"
            "pay for a pose. The published distances and lw_polygon_separation have points, Leeway's\n"
            "GJK and lw_polygon_distance have none. Plain separating axes make one product at a time;\n"
            "Leeway's are vectorised (SIMD). Hill climbing is the paper's, from the last vertex on;\n"
            "octants, circles and the lw_polygon rows are not in the paper. Rows of the paper without "
            "a\n"
            "peer here: FCL, Bullet, OpenGJK, Baidu Apollo, Box2D (./run bench planar has Box2D).");
        add_orders(results, m);
    }
    free(m);
    return status;
}
