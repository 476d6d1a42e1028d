/* The claims of a paper as a list with a coloured mark for each verdict. */
#include "figure/bench_verdicts.h"

#include "findings/finding.h"
#include "plot/svg.h"

#include <string.h>

/* pixels */
static const double LINE = 17;
static const double MARK = 9;
static const double APART = 20; /* the two halves */
static const double FIGURE = 62;

static const char right[] = "class=\"small\" text-anchor=\"end\"";

bool lw_bench_has_verdicts(const lw_bench_table *table)
{
    return table->column_count && !strcmp(table->columns[table->column_count - 1].name, "verdict");
}

/* The mark of a verdict: a colour, and a shape that differs too. */
static void draw_mark(FILE *file, double x, double y, const char *verdict)
{
    if (verdict && !strcmp(verdict, lw_finding_verdict_name(LW_REPRODUCED)))
        fprintf(file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"#2e7d32\"/>\n", x + MARK / 2,
                y - MARK / 2, MARK / 2);
    else if (verdict && !strcmp(verdict, lw_finding_verdict_name(LW_REFUTED)))
        fprintf(file,
                "<path d=\"M%.1f,%.1fl%.1f,%.1fm0,-%.1fl-%.1f,%.1f\" stroke=\"#b3261e\" "
                "stroke-width=\"2.4\"/>\n",
                x, y - MARK, MARK, MARK, MARK, MARK, MARK);
    else
        fprintf(file, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"#d9a520\"/>\n",
                x, y - MARK, MARK, MARK);
}

/* Draws the figures of the columns "paper" and "ours", and the verdict's mark. */
static void draw_row(const lw_strip_place *place, const lw_bench_table *table, size_t r, double left,
                     double width, double y)
{
    const lw_bench_row *row = &table->rows.items[r];
    char name[LW_BENCH_NAME];
    double end = left + width;
    draw_mark(place->file, left, y, row->figures[table->column_count - 1].word);
    snprintf(name, sizeof name, "%s%s%s", row->head.name, row->head.unit ? ", " : "",
             row->head.unit ? row->head.unit : "");
    lw_svg_text(place->file, left + MARK + 6, y, "class=\"small\"", name);
    for (size_t c = table->column_count; c-- > 0;) {
        char text[LW_BENCH_TEXT];
        const lw_bench_figure *figure = &row->figures[c];
        const bool ours = !strcmp(table->columns[c].name, "ours");
        if (!ours && strcmp(table->columns[c].name, "paper") != 0)
            continue;
        if (lw_bench_has_number(figure)) {
            lw_bench_number(figure->value, text);
            lw_svg_text(place->file, ours ? end : end - FIGURE, y, right, text);
        }
    }
}

/* Names the marks. */
static void draw_key(const lw_strip_place *place, double y)
{
    double x = place->left;
    for (int v = 0; v < LW_FINDING_VERDICTS; v++) {
        const char *name = lw_finding_verdict_name((lw_finding_verdict)v);
        draw_mark(place->file, x, y, name);
        lw_svg_text(place->file, x + MARK + 4, y, "class=\"small\"", name);
        x += MARK + 22 + lw_svg_width(name, 11.5);
    }
}

double lw_bench_draw_verdicts(const lw_strip_place *place, const lw_bench_table *table)
{
    const double width = (place->right - place->left - APART) / 2;
    const size_t half = (table->rows.count + 1) / 2;
    double top = place->top + 6;
    draw_key(place, top);
    for (size_t side = 0; side < 2; side++) {
        const double left = place->left + (double)side * (width + APART);
        lw_svg_text(place->file, left + width - FIGURE, top, right, "paper");
        lw_svg_text(place->file, left + width, top, right, "ours");
        for (size_t r = side * half; r < table->rows.count && r < (side + 1) * half; r++)
            draw_row(place, table, r, left, width, top + LINE * (double)(r - side * half + 1));
    }
    return top + LINE * (double)half + 18;
}
