/* The grid of a cloud: a distance transform between cells, axis by axis (Felzenszwalb and Huttenlocher
 * 2012 separate the axes likewise). The function of an axis, max(0, |d| - 1)^2, is the same for all
 * cells, and distances end at LW_GRID_REACH, so each axis is a minimum over a window.
 *
 * Rounding. A coordinate is at most 512 cells from the origin: its index, of three operations in
 * floats, is off by less than 512 * 3 * 2^-24 < 2^-13 of a cell; that of a point, in doubles, by less.
 * A place or a point may so count for a neighbouring cell if it lies that near to the border: the true
 * gap is then less than that of the cells by at most 2 sqrt(3) 2^-13 < SLACK of a cell. */
#include "body/point_grid.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "math/wide.h"

static const double CELL = 0.02; /* metres */
static const double LARGER = 1.05;
static const double SLACK = 0x1p-10;

enum {
    CELLS_PER_POINT = 64,
    LEAST_CELLS = 4096, /* also of a grid of few points */
    MOST_ON_AXIS = 512,
    BORDER = 4,                 /* cells around the points */
    FAR = 4096,                 /* more than any square */
    WINDOW = LW_GRID_REACH + 1, /* a square beyond it is more than the largest bound */
    SQUARES = LW_GRID_REACH * LW_GRID_REACH + 1
};

typedef struct work {
    const lw_points *points;
    lw_point_grid *grid;
    double inverse;
    int32_t count[3];   /* cells along each axis */
    int16_t *squares;   /* per cell: the square of the gap from the nearest cell with a point */
    int16_t *along_one; /* the same before the last axis */
} work;

static size_t cells_of(const work *w)
{
    return (size_t)w->count[0] * (size_t)w->count[1] * (size_t)w->count[2];
}

/* Whether so few cells of a width are enough for a box; sets their numbers. */
static bool fits(work *w, vec3 low, vec3 high, double width, size_t most)
{
    double cells = 1;
    for (int i = 0; i < 3; i++) {
        double count = (component3(high, i) - component3(low, i)) / width + 2 * BORDER + 1;
        if (!(count < MOST_ON_AXIS))
            return false;
        w->count[i] = (int32_t)count;
        cells *= (double)w->count[i];
    }
    return cells <= (double)most;
}

static void set_cells(work *w)
{
    lw_point_grid *grid = w->grid;
    const lw_point_box *box = &w->points->boxes[0];
    const vec3 low = v3((double)box->low[0], (double)box->low[1], (double)box->low[2]);
    const vec3 high = v3((double)box->high[0], (double)box->high[1], (double)box->high[2]);
    size_t most = (size_t)w->points->count * CELLS_PER_POINT;
    most = most < LEAST_CELLS ? LEAST_CELLS : most;
    most = most < LW_GRID_MOST_CELLS ? most : LW_GRID_MOST_CELLS;
    double width = CELL;
    while (!fits(w, low, high, width, most))
        width *= LARGER;
    grid->inverse = (float)(1 / width);
    w->inverse = (double)grid->inverse;
    grid->step = (float)((1 - 0x1p-20) / (w->inverse * LW_GRID_STEPS));
    grid->row = w->count[0];
    grid->plane = w->count[0] * w->count[1];
    for (int i = 0; i < 3; i++) {
        grid->origin[i] = (float)(component3(low, i) - BORDER * width);
        grid->last[i] = (float)(w->count[i] - 1);
    }
}

static int32_t cell_along(const work *w, double at, int axis)
{
    double cell = (at - (double)w->grid->origin[axis]) * w->inverse;
    cell = cell > 0 ? cell : 0;
    return cell < w->count[axis] ? (int32_t)cell : w->count[axis] - 1;
}

/* Marks the cells that have points: in `bounds`, which has no bounds yet. */
static void mark_points(work *w)
{
    for (uint32_t i = 0; i < w->points->count; i++) {
        vec3 p = lw_point(w->points, i);
        w->grid->bounds[cell_along(w, p.x, 0) + cell_along(w, p.y, 1) * w->grid->row +
                        cell_along(w, p.z, 2) * w->grid->plane] = 1;
    }
}

static int16_t square_of(int32_t cells)
{
    int32_t gap = cells > 1 ? cells - 1 : 0;
    return (int16_t)(gap > LW_GRID_REACH ? FAR : gap * gap);
}

/* The squares along one row. */
static void measure_row(const uint8_t *marks, int32_t count, int16_t *out)
{
    int32_t last = -MOST_ON_AXIS;
    for (int32_t i = 0; i < count; i++) {
        last = marks[i] ? i : last;
        out[i] = square_of(i - last);
    }
    last = 2 * MOST_ON_AXIS;
    for (int32_t i = count; i-- > 0;) {
        last = marks[i] ? i : last;
        int16_t square = square_of(last - i);
        if (square < out[i])
            out[i] = square;
    }
}

static bool is_empty(const uint8_t *marks, int32_t count)
{
    return !memchr(marks, 1, (size_t)count);
}

static void measure_rows(work *w)
{
    const size_t rows = cells_of(w) / (size_t)w->count[0];
    for (size_t i = 0; i < rows; i++) {
        const size_t first = i * (size_t)w->count[0];
        if (is_empty(w->grid->bounds + first, w->count[0]))
            for (int32_t k = 0; k < w->count[0]; k++)
                w->squares[first + (size_t)k] = FAR;
        else
            measure_row(w->grid->bounds + first, w->count[0], w->squares + first);
    }
}

/* Lowers numbers to those of another run, with a term added. */
LW_INLINED void lower(int16_t *restrict to, const int16_t *restrict from, size_t count, int16_t added)
{
    for (size_t i = 0; i < count; i++) {
        int16_t sum = (int16_t)(from[i] + added);
        to[i] = (int16_t)(sum < to[i] ? sum : to[i]);
    }
}

/* Minima along an axis. Runs of `length` cells follow each other along it, `count` of them a line. */
LW_INLINED void measure_along_in(const int16_t *from, int16_t *to, size_t length, int32_t count)
{
    memcpy(to, from, length * (size_t)count * sizeof *to);
    for (int32_t i = 0; i < count; i++)
        for (int32_t k = i - WINDOW; k <= i + WINDOW; k++)
            if (k >= 0 && k < count && k != i)
                lower(to + (size_t)i * length, from + (size_t)k * length, length,
                      square_of(k < i ? i - k : k - i));
}

static void measure_along_in_twos(const int16_t *from, int16_t *to, size_t length, int32_t count)
{
    measure_along_in(from, to, length, count);
}

LW_WIDE static void measure_along_in_fours(const int16_t *from, int16_t *to, size_t length,
                                           int32_t count)
{
    measure_along_in(from, to, length, count);
}

static void measure_along(const int16_t *from, int16_t *to, size_t length, int32_t count)
{
    if (lw_has_wide())
        measure_along_in_fours(from, to, length, count);
    else
        measure_along_in_twos(from, to, length, count);
}

/* Turns squares into bounds, rounded down. */
static void set_bounds(work *w)
{
    uint8_t bounds[SQUARES];
    for (int i = 0; i < SQUARES; i++) {
        double cells = sqrt(i) - SLACK;
        bounds[i] = cells > 0 ? (uint8_t)(cells * LW_GRID_STEPS) : 0;
    }
    for (size_t i = 0; i < cells_of(w); i++)
        w->grid->bounds[i] = bounds[w->squares[i] < SQUARES ? w->squares[i] : SQUARES - 1];
}

lw_status lw_point_grid_create(lw_arena *arena, const lw_points *points, const lw_point_grid **out,
                               lw_error *error)
{
    work w = {.points = points, .grid = lw_arena_take_small(arena, sizeof *w.grid)};
    if (!w.grid)
        return lw_fail_memory(error);
    set_cells(&w);
    const size_t cells = cells_of(&w);
    lw_status status = LW_OK;
    w.grid->bounds = lw_arena_array(arena, cells, sizeof *w.grid->bounds);
    w.squares = malloc(cells * sizeof *w.squares);
    w.along_one = malloc(cells * sizeof *w.along_one);
    if (!w.grid->bounds || !w.squares || !w.along_one) {
        status = lw_fail_memory(error);
        goto done;
    }
    mark_points(&w);
    measure_rows(&w);
    for (int32_t z = 0; z < w.count[2]; z++) {
        const size_t plane = (size_t)z * (size_t)w.grid->plane;
        measure_along(w.squares + plane, w.along_one + plane, (size_t)w.count[0], w.count[1]);
    }
    measure_along(w.along_one, w.squares, (size_t)w.grid->plane, w.count[2]);
    set_bounds(&w);
    *out = w.grid;
done:
    free(w.squares);
    free(w.along_one);
    return status;
}
