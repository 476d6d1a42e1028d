/* A picture of the layers of the method expanded over time: a row for each link, with a block for each
 * test, as high as its layer is thick, over the time that the test covers. */
#include "plot/layer_plot.h"

#include "plot/axis.h"
#include "plot/svg.h"
#include "text/length_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* pixels */
static const double WIDTH = 960;
static const double LEFT = 236;
static const double RIGHT = 928;
static const double TOP = 104;
static const double ROW = 34;
static const double HIGHEST = 28; /* of the highest block */
static const double LOWEST = 3;
static const double SWATCH = 84; /* width of a colour in the legend, with its text */

enum { TEXT = 256 };

/* from the thinnest layer to the thickest; further layers share the last colour */
static const char *const colors[] = {"#b5332e", "#dd6b3c", "#eda64a", "#d3c45a",
                                     "#8fbf6a", "#4fa57e", "#2f7f92", "#2b5590"};
enum { COLORS = sizeof colors / sizeof *colors };

/* ---- collecting ---- */

static bool is_same(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

/* The row for the bodies of a step; NULL: memory ran out. */
static lw_layer_row *row_of(lw_layer_chart *chart, const lw_step *step)
{
    const lw_scene *scene = lw_motion_scene(lw_motion_stage(chart->motion, step->stage));
    const char *name = lw_scene_body_name(scene, (size_t)step->body);
    const char *other = step->other < 0 ? NULL : lw_scene_body_name(scene, (size_t)step->other);
    for (size_t i = 0; i < chart->count; i++)
        if (is_same(chart->rows[i].name, name) && is_same(chart->rows[i].other, other))
            return &chart->rows[i];
    if (chart->count == chart->capacity) {
        size_t capacity = chart->capacity ? 2 * chart->capacity : 16;
        lw_layer_row *rows = realloc(chart->rows, capacity * sizeof *rows);
        if (!rows)
            return NULL;
        chart->rows = rows;
        chart->capacity = capacity;
    }
    lw_layer_row *row = &chart->rows[chart->count++];
    *row = (lw_layer_row){name, other, step->body, step->other, NULL, 0, 0};
    return row;
}

lw_status lw_layer_chart_add(void *context, const lw_step *step)
{
    lw_layer_chart *chart = context;
    lw_layer_row *row = row_of(chart, step);
    if (!row)
        return LW_ERROR_MEMORY;
    if (row->count == row->capacity) {
        size_t capacity = row->capacity ? 2 * row->capacity : 32;
        lw_step *steps = realloc(row->steps, capacity * sizeof *steps);
        if (!steps)
            return LW_ERROR_MEMORY;
        row->steps = steps;
        row->capacity = capacity;
    }
    row->steps[row->count++] = *step;
    return LW_OK;
}

void lw_layer_chart_free(lw_layer_chart *chart)
{
    for (size_t i = 0; i < chart->count; i++)
        free(chart->rows[i].steps);
    free(chart->rows);
}

/* Links among the obstacles before pairs of links; else in the order of the bodies. */
static int compare_rows(const void *a, const void *b)
{
    const lw_layer_row *one = a;
    const lw_layer_row *two = b;
    if ((one->second < 0) != (two->second < 0))
        return one->second < 0 ? -1 : 1;
    if (one->body != two->body)
        return one->body < two->body ? -1 : 1;
    return (one->second > two->second) - (one->second < two->second);
}

/* ---- drawing ---- */

typedef struct frame {
    FILE *file;
    double first, last; /* times */
    double expansion;
    double layers;
} frame;

static double at_x(const frame *f, double time)
{
    return LEFT + (RIGHT - LEFT) * (time - f->first) / (f->last - f->first);
}

/* The layer of a thickness, 0 the thinnest. */
static double layer_of(const frame *f, double thickness)
{
    return round(log2(thickness / f->expansion));
}

static const char *color_of(double layer)
{
    return colors[layer < 0 ? 0 : layer < COLORS ? (int)layer : COLORS - 1];
}

static void write_block(const frame *f, double from, double to, double bottom, double thickness)
{
    double layer = layer_of(f, thickness);
    double height = layer < 0 ? LOWEST : fmax(LOWEST, HIGHEST * (layer + 1) / f->layers);
    double x = at_x(f, from);
    fprintf(f->file, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"%s\"/>\n", x,
            bottom - height, fmax(0.3, at_x(f, to) - x), height, color_of(layer));
}

/* Draws a step, which the tests at its two ends cover, each as far as its layer is thick. */
static void write_step(const frame *f, const lw_step *step, double bottom)
{
    double share = step->clear[0] / (step->clear[0] + step->clear[1]);
    double between = step->from + share * (step->to - step->from);
    if (step->clear[0] > 0)
        write_block(f, step->from, between, bottom, step->clear[0]);
    if (step->clear[1] > 0)
        write_block(f, between, step->to, bottom, step->clear[1]);
    if (step->clear[1] > 0) {
        double x = at_x(f, step->to);
        lw_svg_line(f->file, x, bottom, x, bottom + 4, "class=\"axis\"");
    }
}

static void write_row(const frame *f, const lw_layer_row *row, double bottom)
{
    char name[TEXT];
    snprintf(name, sizeof name, "%s%s%s", row->name, row->other ? " – " : "",
             row->other ? row->other : "");
    lw_svg_text(f->file, LEFT - 12, bottom - 4, "text-anchor=\"end\"", name);
    lw_svg_line(f->file, LEFT, bottom, RIGHT, bottom, "class=\"grid\"");
    for (size_t i = 0; i < row->count; i++)
        write_step(f, &row->steps[i], bottom);
}

static void write_legend(const frame *f)
{
    char text[TEXT];
    for (int i = 0; i < f->layers && i < COLORS; i++) {
        double x = LEFT + SWATCH * i;
        fprintf(f->file, "<rect x=\"%.1f\" y=\"60\" width=\"14\" height=\"14\" fill=\"%s\"/>\n", x,
                colors[i]);
        lw_length_text(ldexp(f->expansion, i), text, sizeof text);
        lw_svg_text(f->file, x + 19, 72, "class=\"mark\"", text);
    }
}

static void write_times(const frame *f, double bottom, const char *label)
{
    char text[TEXT];
    double step = lw_nice_step(f->last - f->first, 10);
    double from = ceil(f->first / step - 1e-9) * step;
    for (int i = 0; from + i * step <= f->last + 1e-9 * step; i++) {
        double x = at_x(f, from + i * step);
        lw_svg_line(f->file, x, bottom, x, bottom + 5, "class=\"axis\"");
        snprintf(text, sizeof text, "%.6g", from + i * step);
        lw_svg_text(f->file, x, bottom + 21, "text-anchor=\"middle\"", text);
    }
    lw_svg_text(f->file, (LEFT + RIGHT) / 2, bottom + 44, "text-anchor=\"middle\"", label);
}

void lw_layer_chart_write(FILE *file, lw_layer_chart *chart, const lw_check_options *options,
                          const lw_verdict *verdict, const char *title, const char *caption)
{
    frame f = {.file = file, .expansion = options->expansion, .layers = options->layers};
    lw_motion_interval(chart->motion, &f.first, &f.last);
    if (!(f.last > f.first))
        f.last = f.first + 1;
    if (chart->count)
        qsort(chart->rows, chart->count, sizeof *chart->rows, compare_rows);
    double bottom = TOP + ROW * (double)chart->count;
    double foot = lw_svg_paragraph(NULL, 24, bottom + 78, WIDTH - 48, 12.5, "", caption);
    lw_svg_begin(file, &(lw_svg_head){title, caption, WIDTH, foot, 24});
    write_legend(&f);
    for (size_t i = 0; i < chart->count; i++)
        write_row(&f, &chart->rows[i], TOP + ROW * (double)(i + 1) - 6);
    if (verdict->kind == LW_VERDICT_CONTACT) {
        double x = at_x(&f, verdict->time);
        lw_svg_line(file, x, TOP - 8, x, bottom, "stroke=\"#c22f2f\" stroke-width=\"2\"");
        lw_svg_text(file, x, TOP - 12, "class=\"mark contact\" text-anchor=\"middle\"", "contact");
    }
    write_times(&f, bottom, lw_motion_in_seconds(chart->motion) ? "time (s)" : "t");
    lw_svg_paragraph(file, 24, bottom + 78, WIDTH - 48, 12.5, "class=\"mark\"", caption);
    lw_svg_end(file);
}
