/* The figure of a benchmark: its head, and each table with its title, its strips and its notes. */
#include "figure/bench_plot.h"

#include "figure/bench_draw.h"
#include "figure/bench_verdicts.h"
#include "plot/svg.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* pixels */
static const double WIDTH = 960;
static const double LEFT = 32;
static const double RIGHT = 928;
static const double TEXT = 14; /* sizes of letters */
static const double MARK = 12.5;
static const double APART = 22; /* tables */

/* Whether figures of the paper are drawn, as diamonds or as dashed lines. */
static void find_paper(const lw_bench_results *results, bool *diamonds, bool *dashed)
{
    *diamonds = *dashed = false;
    for (size_t i = 0, same; i < results->tables.count; i += same) {
        const lw_bench_table *table = &results->tables.items[i];
        same = lw_bench_same_tables(table, results->tables.count - i);
        bool *found = same > 1 ? dashed : diamonds;
        for (size_t r = 0; r < table->rows.count; r++)
            for (size_t c = 0; c < table->column_count; c++)
                *found = *found || isfinite(lw_bench_paper_of(table, r, c));
    }
}

/* Draws the key to the marks of the paper's figures. */
static double draw_key(FILE *file, const lw_bench_results *results, double y)
{
    bool diamonds;
    bool dashed;
    find_paper(results, &diamonds, &dashed);
    if (!diamonds && !dashed)
        return y;
    if (diamonds)
        fprintf(file,
                "<path d=\"M%.1f,%.1fl5,5l-5,5l-5,-5z\" fill=\"#fff\" stroke=\"#222\" "
                "stroke-width=\"1.3\"/>\n",
                LEFT + 5, y - 9);
    if (dashed)
        fprintf(file,
                "<g fill=\"#fff\" stroke=\"#333\"><path d=\"M%.1f,%.1fh22\" stroke-width=\"1.2\" "
                "stroke-dasharray=\"4 3\"/><circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\"/></g>\n",
                LEFT + (diamonds ? 18 : 0), y - 4, LEFT + (diamonds ? 29 : 11), y - 4);
    lw_svg_text(file, LEFT + (diamonds ? 18 : 0) + (dashed ? 30 : 0), y, "class=\"mark\"",
                "the paper's, from another machine");
    return y + 20;
}

/* Draws the head: the paper, and the settings of the run. */
static double draw_head(FILE *file, const lw_bench_results *results)
{
    char text[256];
    double y = 68;
    if (results->paper)
        y = lw_svg_paragraph(file, LEFT, y, RIGHT - LEFT, TEXT, "", results->paper);
    int length = snprintf(text, sizeof text, "Leeway %s, seed %" PRIu64,
                          results->version ? results->version : "", results->seed);
    if (results->lines)
        length += snprintf(text + length, sizeof text - (size_t)length,
                           ", %u random lines of each case", results->lines);
    if (results->rounds)
        snprintf(text + length, sizeof text - (size_t)length, ", medians of %u round%s",
                 results->rounds, results->rounds == 1 ? "" : "s");
    lw_svg_text(file, LEFT, y, "class=\"mark\"", text);
    return draw_key(file, results, y + 20);
}

static const char *title_of(const lw_bench_table *table, bool grows, char text[LW_BENCH_NAME])
{
    if (!grows)
        return table->title;
    snprintf(text, LW_BENCH_NAME, "%s over %s", table->unit ? table->unit : "Figures", table->over);
    return text;
}

static double draw_tables(FILE *file, const lw_bench_table *tables, size_t count, double y)
{
    char text[LW_BENCH_NAME];
    const lw_bench_table *last = &tables[count - 1];
    y = lw_svg_paragraph(file, LEFT, y + APART, RIGHT - LEFT, TEXT * 1.06, "class=\"strong\"",
                         title_of(&tables[0], count > 1, text));
    const bool verdicts = lw_bench_has_verdicts(&tables[0]);
    if (verdicts)
        y = lw_bench_draw_verdicts(&(lw_strip_place){file, LEFT, RIGHT, y}, &tables[0]);
    for (size_t r = 0; r < tables[0].rows.count && !verdicts; r++) {
        lw_bench_strip strip;
        if (!lw_bench_strip_at(tables, count, r, &strip) || !strip.panel_count)
            continue;
        const lw_strip_place place = {file, LEFT, RIGHT, y};
        y = strip.grows ? lw_bench_draw_lines(&place, &strip) : lw_bench_draw_bars(&place, &strip);
    }
    if (last->notes)
        y = lw_svg_paragraph(file, LEFT, y + 6, RIGHT - LEFT, MARK, "class=\"mark\"", last->notes);
    return y;
}

bool lw_bench_plot_write(FILE *file, const lw_bench_results *results, const char *title)
{
    char name[LW_BENCH_NAME];
    char *body = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&body, &size);
    if (!stream)
        return false;
    double y = draw_head(stream, results);
    const size_t count = results->tables.count;
    for (size_t i = 0, same; i < count; i += same) {
        same = lw_bench_same_tables(&results->tables.items[i], count - i);
        y = draw_tables(stream, &results->tables.items[i], same, y + (i ? APART : 0));
    }
    if (fclose(stream)) {
        free(body);
        return false;
    }
    snprintf(name, sizeof name, "Benchmark %s", results->bench);
    lw_svg_begin(file, &(lw_svg_head){title ? title : name, results->paper ? results->paper : name,
                                      WIDTH, y + 18, LEFT});
    fwrite(body, 1, size, file);
    lw_svg_end(file);
    free(body);
    return true;
}
