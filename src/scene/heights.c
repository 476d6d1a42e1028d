/* Height fields and depth images as shapes: checked, copied, and made into geometry. */
#include "scene/shape_body.h"

#include <float.h>
#include <stdlib.h>

#include "base/error.h"
#include "body/heights.h"
#include "body/image.h"
#include "math/pose.h"
#include "scene/build.h"
#include "shape/polytope.h"

/* prisms of height fields in a body of several shapes, at about 1 kB each */
enum { MOST_PARTS = 1 << 18 };

enum {
    MOST_FRUSTA = 1 << 18, /* frusta of images in a body of several shapes, at about 1 kB each */
    MOST_DRAWN = 1 << 16   /* pixels that are drawn of an image, roughly */
};

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

lw_status lw_convex_parts(lw_arena *arena, const lw_geometry *elements, pose at, lw_parts *parts,
                          lw_error *error)
{
    const uint32_t count = lw_element_count(elements);
    if (!LW_ARRAY_RESERVE(parts, parts->count + count))
        return lw_fail_memory(error);
    lw_status status = LW_OK;
    for (uint32_t i = 0; i < count && !status; i++) {
        lw_element_room room;
        lw_convex shape;
        pose own; /* the identity */
        lw_polytope *polytope = NULL;
        double corners[24];
        lw_geometry_element(elements, i, &room, &shape, &own);
        for (uint32_t k = 0; k < room.polytope.vertex_count; k++) {
            corners[3 * k] = room.vertices[k].x;
            corners[3 * k + 1] = room.vertices[k].y;
            corners[3 * k + 2] = room.vertices[k].z;
        }
        status = lw_polytope_create(arena, corners, room.polytope.vertex_count, &polytope, error);
        shape.polytope = polytope;
        if (!status)
            parts->items[parts->count++] = (lw_part){shape, at};
    }
    return status;
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
    const lw_heights_def def = definition_of(field, true);
    const lw_heights heights = lw_heights_of(&def);
    lw_geometry elements = {.heights = &heights, .height_count = (uint32_t)count};
    return lw_convex_parts(arena, &elements, at, parts, error);
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

/* ---- depth images: taking ------------------------------------------------------------------------ */

static lw_status check_positive(const char *what, double value, lw_error *error)
{
    if (value > 0 && lw_build_in_range(value))
        return LW_OK;
    return lw_fail(error, LW_ERROR_ARGUMENT,
                   "%s of a depth image's camera is %g; it must be a number above 0, at most %g", what,
                   value, LW_LARGEST);
}

/* Checks that the picture is not wider at the far plane than unseen space reaches. */
static lw_status check_angle(const char *side, double first, double last, const lw_camera *camera,
                             lw_error *error)
{
    const double widest = greater(fabs(first), fabs(last)) * camera->far_z;
    if (widest <= LW_IMAGE_REACH)
        return LW_OK;
    return lw_fail(error, LW_ERROR_ARGUMENT,
                   "the picture of a depth image reaches %g m to a side of its camera's z at the far "
                   "plane, %g, along its %s; it may reach %d m: give a nearer far plane, or another "
                   "focal length or middle",
                   widest, camera->far_z, side, LW_IMAGE_REACH);
}

static lw_status check_camera(const lw_shape_def *shape, lw_error *error)
{
    const lw_camera *camera = &shape->camera;
    lw_status status = check_positive("the focal length fx", camera->fx, error);
    if (!status)
        status = check_positive("the focal length fy", camera->fy, error);
    if (!status)
        status = check_positive("the near plane", camera->near_z, error);
    if (status)
        return status;
    if (!lw_build_in_range(camera->cx) || !lw_build_in_range(camera->cy))
        return lw_fail(
            error, LW_ERROR_ARGUMENT,
            "the middle of a depth image's camera is %g, %g; both must be finite and at most "
            "%g",
            camera->cx, camera->cy, LW_LARGEST);
    if (!(camera->far_z > camera->near_z) || !(camera->far_z <= LW_IMAGE_REACH))
        return lw_fail(
            error, LW_ERROR_ARGUMENT,
            "the far plane of a depth image's camera is %g; it must be behind the near plane, "
            "%g, and at most %d",
            camera->far_z, camera->near_z, LW_IMAGE_REACH);
    if (!(camera->error >= 0) || !(camera->error <= LW_IMAGE_REACH))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the error of a depth image's camera is %g; it must be 0 or more, at most %d",
                       camera->error, LW_IMAGE_REACH);
    if (!(camera->relative_error >= 0) || !(camera->relative_error < 1))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the relative error of a depth image's camera is %g; it must be 0 or more, and "
                       "below 1",
                       camera->relative_error);
    const lw_image image = {.camera = *camera};
    status = check_angle("rows", lw_image_slope_x(&image, 0),
                         lw_image_slope_x(&image, (uint32_t)shape->columns), camera, error);
    if (!status)
        status = check_angle("columns", lw_image_slope_y(&image, 0),
                             lw_image_slope_y(&image, (uint32_t)shape->rows), camera, error);
    return status;
}

static lw_status check_image_sizes(const lw_shape_def *shape, lw_error *error)
{
    if (!shape->rows || !shape->columns)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "a depth image has %zu rows and %zu columns; it must have at least 1 of each",
                       shape->rows, shape->columns);
    if (shape->rows > LW_MOST_PIXELS / shape->columns)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "a depth image has %zu rows and %zu columns; it may have at most %d pixels",
                       shape->rows, shape->columns, LW_MOST_PIXELS);
    if (!shape->depths)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a depth image has no depths");
    if (shape->unknown != LW_UNKNOWN_FREE && shape->unknown != LW_UNKNOWN_OBSTACLE)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "a depth image has to say what unseen space is: free, or an obstacle");
    return LW_OK;
}

/* The first depth that is out of range, as an error. */
static lw_status refuse_depth(const lw_shape_def *shape, lw_error *error)
{
    const lw_camera *camera = &shape->camera;
    size_t at = 0;
    while (!(isfinite(shape->depths[at]) && shape->depths[at] != 0 &&
             ((double)shape->depths[at] < camera->near_z || shape->depths[at] > LW_IMAGE_REACH)))
        at++;
    return lw_fail(
        error, LW_ERROR_ARGUMENT,
        "the depth in row %zu and column %zu of a depth image, counted from 0, is %g; it must "
        "be from the near plane, %g, to %d, or, where nothing was measured, 0, NaN or "
        "infinite",
        at / shape->columns, at % shape->columns, (double)shape->depths[at], camera->near_z,
        LW_IMAGE_REACH);
}

/* Copies depths; those that are no measurements become 0. Returns how many are out of range. measured:
 * how many are measurements. */
static size_t copy_depths(const lw_shape_def *shape, float *out, size_t *measured)
{
    const size_t count = shape->rows * shape->columns;
    const double near_z = shape->camera.near_z;
    size_t bad = 0;
    size_t good = 0;
    for (size_t i = 0; i < count; i++) {
        const float depth = shape->depths[i];
        const bool is_none = !(fabsf(depth) <= FLT_MAX) || depth == 0;
        const bool in_range = (double)depth >= near_z && depth <= (float)LW_IMAGE_REACH;
        out[i] = in_range ? depth : 0;
        good += in_range;
        bad += !in_range && !is_none;
    }
    *measured = good;
    return bad;
}

lw_status lw_image_take(lw_arena *arena, lw_shape_def *shape, lw_error *error)
{
    lw_status status = check_image_sizes(shape, error);
    if (!status)
        status = check_camera(shape, error);
    if (status)
        return status;
    size_t measured = 0;
    float *depths = lw_arena_scratch(arena, shape->rows * shape->columns, sizeof *depths);
    if (!depths)
        return lw_fail_memory(error);
    if (copy_depths(shape, depths, &measured))
        return refuse_depth(shape, error);
    if (!measured && shape->unknown == LW_UNKNOWN_FREE)
        return lw_fail(
            error, LW_ERROR_ARGUMENT,
            "a depth image has no measured depth, and its unseen space is free: nothing would "
            "be an obstacle");
    shape->depths = depths;
    return LW_OK;
}

/* ---- depth images: geometry ---------------------------------------------------------------------- */

lw_status lw_image_body(lw_arena *arena, const lw_shape_def *shape, bool kept, lw_geometry **out,
                        lw_error *error)
{
    const lw_image_def def = {.depths = shape->depths,
                              .kept = kept,
                              .unseen = shape->unknown == LW_UNKNOWN_OBSTACLE,
                              .rows = (uint32_t)shape->rows,
                              .columns = (uint32_t)shape->columns,
                              .camera = shape->camera,
                              .radius = shape->rounding};
    return lw_image_geometry(arena, &def, out, error);
}

lw_status lw_image_parts(lw_arena *arena, const lw_shape_def *shape, pose at, lw_parts *parts,
                         lw_error *error)
{
    lw_geometry *image = NULL;
    lw_status status = lw_image_body(arena, shape, true, &image, error);
    if (status)
        return status;
    if (image->image_count > MOST_FRUSTA)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "a body of several shapes has a depth image of %u frusta; it may have at most "
                       "%d, and more only in a body of its own",
                       (unsigned)image->image_count, MOST_FRUSTA);
    return lw_convex_parts(arena, image, at, parts, error);
}

/* ---- depth images: drawing ----------------------------------------------------------------------- */

typedef struct picture {
    const lw_shape_def *shape;
    size_t step; /* pixels from one that is drawn to the next one */
    double *vertices;
    uint32_t *triangles;
    size_t vertex_count, triangle_count;
} picture;

static float depth_at(const picture *d, size_t row, size_t column)
{
    return d->shape->depths[row * d->shape->columns + column];
}

/* Appends the square of `step` pixels around a pixel, at its depth. */
static void draw_pixel(picture *d, size_t row, size_t column)
{
    static const int corners[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    const lw_camera *camera = &d->shape->camera;
    const double depth = (double)depth_at(d, row, column);
    const uint32_t first = (uint32_t)d->vertex_count;
    for (int i = 0; i < 4; i++) {
        double *at = d->vertices + 3 * d->vertex_count++;
        const double side = (double)d->step;
        at[0] = ((double)column - 0.5 + corners[i][0] * side - camera->cx) / camera->fx * depth;
        at[1] = ((double)row - 0.5 + corners[i][1] * side - camera->cy) / camera->fy * depth;
        at[2] = depth;
    }
    const uint32_t both[6] = {first, first + 2, first + 1, first, first + 3, first + 2};
    for (int i = 0; i < 6; i++)
        d->triangles[3 * d->triangle_count + (size_t)i] = both[i];
    d->triangle_count += 2;
}

lw_status lw_image_mesh(const lw_shape_def *shape, lw_shape_def *out, lw_error *error)
{
    picture d = {.shape = shape, .step = 1};
    while ((shape->rows / d.step) * (shape->columns / d.step) > MOST_DRAWN)
        d.step++;
    const size_t most = ((shape->rows - 1) / d.step + 1) * ((shape->columns - 1) / d.step + 1);
    d.vertices = calloc(4 * most, 3 * sizeof(double));
    d.triangles = calloc(2 * most, 3 * sizeof(uint32_t));
    if (!d.vertices || !d.triangles) {
        free(d.vertices);
        free(d.triangles);
        return lw_fail_memory(error);
    }
    for (size_t i = 0; i < shape->rows; i += d.step)
        for (size_t k = 0; k < shape->columns; k += d.step)
            if (depth_at(&d, i, k) > 0)
                draw_pixel(&d, i, k);
    *out = lw_default_shape();
    out->kind = LW_SHAPE_MESH;
    out->rounding = shape->rounding;
    out->vertices = d.vertices;
    out->vertex_count = d.vertex_count;
    out->triangles = d.triangles;
    out->triangle_count = d.triangle_count;
    return LW_OK;
}
