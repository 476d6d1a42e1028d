/* Rasters: the levels of their pyramids, and the element at a place. */
#include "body/raster.h"

#include "base/error.h"
#include "math/rounding.h"

enum { FIRST_STORED = 3 }; /* of an image */

/* Sets the level of an image that is stored first. */
static void begin_level(const lw_raster *raster, const lw_raster_level *level, float *least,
                        float *most)
{
    for (uint32_t i = 0; i < level->rows; i++)
        for (uint32_t k = 0; k < level->columns; k++) {
            const lw_raster_range range = lw_raster_range_of(raster, FIRST_STORED, i, k);
            *least++ = range.least;
            if (most)
                *most++ = range.most;
        }
}

/* Sets a level from the one below. */
static void join_level(const lw_raster *raster, int index, float *least, float *most)
{
    const lw_raster_level *level = &raster->levels[index];
    const lw_raster_level *below = level - 1;
    for (uint32_t i = 0; i < level->rows; i++)
        for (uint32_t k = 0; k < level->columns; k++) {
            lw_raster_range range = {HUGE_VALF, -HUGE_VALF};
            for (uint32_t row = 2 * i; row < below->rows && row < 2 * i + 2; row++)
                for (uint32_t column = 2 * k; column < below->columns && column < 2 * k + 2; column++)
                    range = lw_raster_join(range, lw_raster_at(raster, index - 1, row, column));
            *least++ = raster->heights ? -range.least : range.least;
            if (most)
                *most++ = range.most;
        }
}

static uint32_t half_of(uint32_t count)
{
    return count / 2 + count % 2;
}

/* The largest heights of a field's blocks of 2^level x 2^level cells, if the field has them. */
static const float *shared_level(const lw_heights *heights, int level)
{
    const lw_height_block *root = &heights->root;
    return level <= root->row_bits && level <= root->col_bits ? heights->largest[2 * level] : NULL;
}

/* Builds the pyramid. ends: solids end. */
static bool set_pyramid(lw_arena *arena, lw_raster *raster, bool ends)
{
    uint32_t rows = raster->rows;
    uint32_t columns = raster->columns;
    raster->levels[0] = (lw_raster_level){.rows = rows, .columns = columns};
    while (rows > 1 || columns > 1) {
        lw_raster_level *level = &raster->levels[++raster->top];
        rows = level->rows = half_of(rows);
        columns = level->columns = half_of(columns);
        if (raster->heights && (level->least = shared_level(raster->heights, raster->top)))
            continue;
        if (!raster->heights && raster->top < FIRST_STORED)
            continue;
        const size_t count = (size_t)rows * columns;
        float *least = lw_arena_scratch(arena, count, sizeof *least);
        float *most = ends ? lw_arena_scratch(arena, count, sizeof *most) : NULL;
        if (!least || (ends && !most))
            return false;
        if (!raster->heights && raster->top == FIRST_STORED)
            begin_level(raster, level, least, most);
        else
            join_level(raster, raster->top, least, most);
        level->least = least;
        level->most = most;
    }
    return true;
}

/* Whether floats hold the edges of cells along an axis, and the inverse of their steps. */
static bool are_edges_floats(double first, double step)
{
    return fabs(first) < 0x1p60 && step > 0x1p-60 && step < 0x1p60;
}

/* Sets where cells begin along an axis. */
static void set_edges(lw_raster *raster, int axis, uint32_t count, double first, double step)
{
    raster->first[axis] = (float)first;
    raster->step[axis] = (float)step;
    raster->inverse[axis] = (float)(1 / step);
    raster->blur[axis] = (float)(0x1p-20 * (fabs(first / step) + count + 1));
}

lw_status lw_raster_of_heights(lw_arena *arena, const lw_heights *heights, const lw_raster **out,
                               lw_error *error)
{
    *out = NULL;
    if (!are_edges_floats(0, heights->spacing[0]) || !are_edges_floats(0, heights->spacing[1]))
        return LW_OK;
    lw_raster *raster = lw_arena_take_small(arena, sizeof *raster);
    if (!raster)
        return lw_fail_memory(error);
    *raster = (lw_raster){.rows = heights->rows - 1,
                          .columns = heights->columns - 1,
                          .heights = heights,
                          .share = 1,
                          .near_z = -HUGE_VALF,
                          .far_z = HUGE_VALF,
                          .back = -(float)heights->floor};
    set_edges(raster, 0, raster->columns, 0, heights->spacing[0]);
    set_edges(raster, 1, raster->rows, 0, heights->spacing[1]);
    *out = raster;
    return set_pyramid(arena, raster, false) ? LW_OK : lw_fail_memory(error);
}

/* The largest size of a slope between two edges. */
static double steepest(double first, double step, uint32_t count)
{
    return greater(fabs(first), fabs(first + step * count));
}

/* The largest depth of an image. */
static double largest_depth(const lw_image *image)
{
    float most = 0;
    for (uint32_t i = 0; i < image->block_count; i++)
        most = image->blocks[i].most > most ? image->blocks[i].most : most;
    return (double)most;
}

lw_status lw_raster_of_image(lw_arena *arena, const lw_image *image, const lw_raster **out,
                             lw_error *error)
{
    const lw_camera *camera = &image->camera;
    const double first[2] = {lw_image_slope_x(image, 0), lw_image_slope_y(image, 0)};
    *out = NULL;
    if (!are_edges_floats(first[0], 1 / camera->fx) || !are_edges_floats(first[1], 1 / camera->fy))
        return LW_OK;
    lw_raster *raster = lw_arena_take_small(arena, sizeof *raster);
    if (!raster)
        return lw_fail_memory(error);
    *raster = (lw_raster){.rows = image->rows,
                          .columns = image->columns,
                          .image = image,
                          .unseen = image->unseen,
                          .share = (float)(1 - camera->relative_error),
                          .error = (float)camera->error,
                          .near_z = (float)greater(camera->near_z, 0x1p-60),
                          .far_z = image->unseen ? (float)camera->far_z : HUGE_VALF,
                          .back = (float)(1 + camera->relative_error)};
    set_edges(raster, 0, image->columns, first[0], 1 / camera->fx);
    set_edges(raster, 1, image->rows, first[1], 1 / camera->fy);
    const double depth = largest_depth(image);
    const double deepest = image->unseen ? lw_image_front(image, depth) : lw_image_back(image, depth);
    raster->deepest = (float)deepest;
    raster->reach = deepest * norm(v3(steepest(first[0], 1 / camera->fx, image->columns),
                                      steepest(first[1], 1 / camera->fy, image->rows), 1));
    *out = raster;
    return set_pyramid(arena, raster, !image->unseen) ? LW_OK : lw_fail_memory(error);
}

/* The cell that a place is in or next to along an axis. */
static uint32_t cell_along(const lw_raster *raster, int axis, double at, uint32_t count)
{
    const double cell = (at - (double)raster->first[axis]) / (double)raster->step[axis];
    return cell > 0 ? cell < count ? (uint32_t)cell : count - 1 : 0;
}

/* Whether a place is out of the picture of an image, and before its near plane. */
static bool is_unseen(const lw_raster *raster, vec3 at)
{
    const double edges[2] = {(double)raster->first[0], (double)raster->first[1]};
    return at.z < (double)raster->near_z || at.x < edges[0] * at.z || at.y < edges[1] * at.z ||
           at.x > (edges[0] + (double)raster->step[0] * raster->columns) * at.z ||
           at.y > (edges[1] + (double)raster->step[1] * raster->rows) * at.z;
}

double lw_raster_gap(const lw_raster *raster, vec3 at)
{
    if (raster->unseen && is_unseen(raster, at))
        return 0;
    const double z = raster->heights ? -at.z : at.z;
    const double x = raster->heights ? at.x : at.x / z;
    const double y = raster->heights ? at.y : at.y / z;
    const double depth = (double)lw_raster_depth(raster, cell_along(raster, 1, y, raster->rows),
                                                 cell_along(raster, 0, x, raster->columns));
    const double gap = (double)raster->share * depth - (double)raster->error - z;
    return greater(gap, 0);
}

/* A height field's element below or above a place. */
static uint32_t element_of_field(const lw_raster *raster, vec3 at)
{
    const lw_heights *heights = raster->heights;
    const uint32_t row = cell_along(raster, 1, at.y, raster->rows);
    const uint32_t column = cell_along(raster, 0, at.x, raster->columns);
    const bool other = (at.x / heights->spacing[0] - column) < (at.y / heights->spacing[1] - row);
    return 2 * (row * raster->columns + column) + other;
}

typedef struct holding {
    const lw_image *image;
    vec3 at;
    uint32_t element;
} holding;

/* Whether a frustum holds a place: its sides are between those of its ends. */
static bool holds(void *context, uint32_t element)
{
    holding *h = context;
    const lw_frustum f = lw_image_frustum(h->image, element);
    const vec3 at = h->at;
    if (!(at.z >= f.z[0] && at.z <= f.z[1]) || !(f.z[0] < f.z[1]))
        return false;
    const double share = (at.z - f.z[0]) / (f.z[1] - f.z[0]);
    for (int side = 0; side < 2; side++) {
        const double x = f.x[0][side] + share * (f.x[1][side] - f.x[0][side]);
        const double y = f.y[0][side] + share * (f.y[1][side] - f.y[0][side]);
        if (side ? at.x > x || at.y > y : at.x < x || at.y < y)
            return false;
    }
    h->element = element;
    return true;
}

bool lw_raster_element_at(const lw_geometry *geometry, vec3 at, uint32_t *element)
{
    if (geometry->heights) {
        if (!geometry->heights->raster || lw_raster_gap(geometry->heights->raster, at) > 0)
            return false;
        *element = element_of_field(geometry->heights->raster, at);
        return true;
    }
    if (!geometry->image || !geometry->image->raster || lw_raster_gap(geometry->image->raster, at) > 0)
        return false;
    holding h = {geometry->image, at, 0};
    if (!lw_image_near(geometry, at, 0, holds, &h))
        return false;
    *element = h.element;
    return true;
}
