/* Height fields as shapes: checked, copied, and made into geometry. */
#include "scene/shape_body.h"

#include <stdlib.h>

#include "base/error.h"
#include "body/heights.h"
#include "math/pose.h"
#include "scene/build.h"
#include "shape/polytope.h"

/* prisms of height fields in a body of several shapes, at about 1 kB each */
enum { MOST_PARTS = 1 << 18 };

/* ---- taking ------------------------------------------------------------------------------------ */

static lw_status check_side(const char *what, double spacing, size_t count, lw_error *error)
{
    if (spacing > 0 && lw_build_in_range(spacing * (double)(count - 1)))
        return LW_OK;
    return lw_fail(error, LW_ERROR_ARGUMENT,
                   "the spacing of a height field's %s is %g; it must be a number above 0, and the %zu "
                   "of them at most %g wide",
                   what, spacing, count, LW_LARGEST);
}

static lw_status check_sizes(const lw_shape_def *field, lw_error *error)
{
    const size_t rows = field->rows;
    const size_t columns = field->columns;
    if (rows < 2 || columns < 2)
        return lw_fail(
            error, LW_ERROR_ARGUMENT,
            "a height field has %zu row%s and %zu column%s of heights; it must have at least "
            "2 of each",
            rows, rows == 1 ? "" : "s", columns, columns == 1 ? "" : "s");
    if (rows > LW_MOST_HEIGHTS / columns)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "a height field has %zu rows and %zu columns of heights; it may have at most %d "
                       "heights",
                       rows, columns, LW_MOST_HEIGHTS);
    if (!field->heights)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a height field has no heights");
    if (!lw_build_in_range(field->floor))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the floor of a height field is %g; it must be finite and at most %g",
                       field->floor, LW_LARGEST);
    lw_status status = check_side("columns", field->spacing_x, columns, error);
    return status ? status : check_side("rows", field->spacing_y, rows, error);
}

static lw_status check_height(const lw_shape_def *field, size_t at, lw_error *error)
{
    const double height = field->heights[at];
    const size_t row = at / field->columns;
    const size_t column = at % field->columns;
    if (!lw_build_in_range(height))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the height in row %zu and column %zu of a height field, counted from 0, is %g; "
                       "it must be finite and at most %g: where nothing is solid, give the floor's",
                       row, column, height, LW_LARGEST);
    if (height < field->floor)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the height in row %zu and column %zu of a height field, counted from 0, is %g, "
                       "below the floor, %g",
                       row, column, height, field->floor);
    return LW_OK;
}

lw_status lw_height_field_take(lw_arena *arena, lw_shape_def *field, lw_error *error)
{
    lw_status status = check_sizes(field, error);
    if (status)
        return status;
    const size_t count = field->rows * field->columns;
    for (size_t i = 0; i < count && !status; i++)
        status = check_height(field, i, error);
    if (status)
        return status;
    field->heights = lw_arena_copy(arena, field->heights, count * sizeof *field->heights);
    return field->heights ? LW_OK : lw_fail_memory(error);
}

/* ---- geometry ---------------------------------------------------------------------------------- */

static lw_heights_def definition_of(const lw_shape_def *field, bool kept)
{
    return (lw_heights_def){.heights = field->heights,
                            .kept = kept,
                            .rows = (uint32_t)field->rows,
                            .columns = (uint32_t)field->columns,
                            .spacing = {field->spacing_x, field->spacing_y},
                            .floor = field->floor,
                            .radius = field->rounding};
}

lw_status lw_height_field_geometry(lw_arena *arena, const lw_shape_def *field, bool kept,
                                   lw_geometry **out, lw_error *error)
{
    const lw_heights_def def = definition_of(field, kept);
    return lw_heights_geometry(arena, &def, out, error);
}

lw_status lw_height_field_parts(lw_arena *arena, const lw_shape_def *field, pose at, lw_parts *parts,
                                lw_error *error)
{
    const size_t count = 2 * (field->rows - 1) * (field->columns - 1);
    if (count > MOST_PARTS)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "a body of several shapes has a height field of %zu triangles; it may have at "
                       "most %d, and more only in a body of its own",
                       count, MOST_PARTS);
    if (!LW_ARRAY_RESERVE(parts, parts->count + count))
        return lw_fail_memory(error);
    const lw_heights_def def = definition_of(field, true);
    const lw_heights heights = lw_heights_of(&def);
    lw_status status = LW_OK;
    for (size_t i = 0; i < count && !status; i++) {
        lw_element_room room;
        lw_convex prism;
        lw_polytope *own = NULL;
        double corners[18];
        lw_heights_prism(&heights, (uint32_t)i, &room, &prism);
        for (size_t k = 0; k < 6; k++) {
            corners[3 * k] = room.vertices[k].x;
            corners[3 * k + 1] = room.vertices[k].y;
            corners[3 * k + 2] = room.vertices[k].z;
        }
        status = lw_polytope_create(arena, corners, 6, &own, error);
        prism.polytope = own;
        if (!status)
            parts->items[parts->count++] = (lw_part){prism, at};
    }
    return status;
}

/* ---- drawing ----------------------------------------------------------------------------------- */

typedef struct drawing {
    const lw_shape_def *field;
    double *vertices;
    uint32_t *triangles;
    size_t vertex_count, triangle_count;
} drawing;

static uint32_t add_vertex(drawing *d, size_t row, size_t column, double height)
{
    double *at = d->vertices + 3 * d->vertex_count;
    at[0] = (double)column * d->field->spacing_x;
    at[1] = (double)row * d->field->spacing_y;
    at[2] = height;
    return (uint32_t)d->vertex_count++;
}

static void add_triangle(drawing *d, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t *corner = d->triangles + 3 * d->triangle_count++;
    corner[0] = a;
    corner[1] = b;
    corner[2] = c;
}

/* The wall from one border height to the next one, seen from outside from left to right. */
static void add_wall(drawing *d, size_t row, size_t column, size_t next_row, size_t next_column)
{
    const size_t columns = d->field->columns;
    const uint32_t low[2] = {add_vertex(d, row, column, d->field->floor),
                             add_vertex(d, next_row, next_column, d->field->floor)};
    const uint32_t high[2] = {(uint32_t)(row * columns + column),
                              (uint32_t)(next_row * columns + next_column)};
    add_triangle(d, low[0], low[1], high[1]);
    add_triangle(d, low[0], high[1], high[0]);
}

static void draw(drawing *d)
{
    const lw_shape_def *field = d->field;
    const size_t rows = field->rows;
    const size_t columns = field->columns;
    for (size_t i = 0; i < rows; i++)
        for (size_t k = 0; k < columns; k++)
            add_vertex(d, i, k, field->heights[i * columns + k]);
    for (size_t i = 0; i + 1 < rows; i++)
        for (size_t k = 0; k + 1 < columns; k++) {
            const uint32_t at = (uint32_t)(i * columns + k);
            const uint32_t next = at + (uint32_t)columns;
            add_triangle(d, at, at + 1, next + 1);
            add_triangle(d, at, next + 1, next);
        }
    for (size_t k = 0; k + 1 < columns; k++) {
        add_wall(d, 0, k, 0, k + 1);
        add_wall(d, rows - 1, k + 1, rows - 1, k);
    }
    for (size_t i = 0; i + 1 < rows; i++) {
        add_wall(d, i, columns - 1, i + 1, columns - 1);
        add_wall(d, i + 1, 0, i, 0);
    }
    const uint32_t corner[4] = {
        add_vertex(d, 0, 0, field->floor), add_vertex(d, 0, columns - 1, field->floor),
        add_vertex(d, rows - 1, columns - 1, field->floor), add_vertex(d, rows - 1, 0, field->floor)};
    add_triangle(d, corner[0], corner[2], corner[1]);
    add_triangle(d, corner[0], corner[3], corner[2]);
}

lw_status lw_height_field_mesh(const lw_shape_def *field, lw_shape_def *out, lw_error *error)
{
    const size_t cells = (field->rows - 1) * (field->columns - 1);
    const size_t border = 2 * (field->rows + field->columns - 2);
    drawing d = {.field = field,
                 .vertices = calloc(field->rows * field->columns + 2 * border + 4, 3 * sizeof(double)),
                 .triangles = calloc(2 * cells + 2 * border + 2, 3 * sizeof(uint32_t))};
    if (!d.vertices || !d.triangles) {
        free(d.vertices);
        free(d.triangles);
        return lw_fail_memory(error);
    }
    draw(&d);
    *out = lw_default_shape();
    out->kind = LW_SHAPE_MESH;
    out->rounding = field->rounding;
    out->vertices = d.vertices;
    out->vertex_count = d.vertex_count;
    out->triangles = d.triangles;
    out->triangle_count = d.triangle_count;
    return LW_OK;
}
