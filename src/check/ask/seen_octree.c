/* Several depth images as one octree. Cubes are looked at in one size after another, from the root cube
 * on: those that all images together say nothing of are dropped, those that one image has seen empty,
 * or a robot fills, become free cells, and the others are cut into eight. */
#include "leeway/seen.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/sized.h"
#include "check/ask/seen_cube.h"
#include "leeway/ask.h"
#include "math/pose.h"
#include "math/rounding.h"
#include "scene/build.h"
#include "scene/octree.h"
#include "scene/shape_body.h"

enum { MOST_CUBES = 1 << 24 };

/* A cube's lower corner, in the smallest cells from the root cube's middle. */
typedef struct corner {
    int32_t at[3];
} corner;
typedef LW_LIST(corner) corners;

typedef LW_LIST(int32_t) cells;

typedef struct merge {
    lw_arena arena;
    lw_seen *views;
    size_t count;
    double resolution;
    const lw_motion *robots;
    double time, margin;
    corners now, next; /* cubes of this size, and of half of it */
    cells free;        /* rows of cells */
    lw_error *error;
} merge;

/* ---- what is given ------------------------------------------------------------------------------ */

static lw_status take_view(merge *m, const lw_view *given, lw_seen *out)
{
    if (!given->image)
        return lw_fail(m->error, LW_ERROR_ARGUMENT, "a view needs a depth image");
    lw_shape_def image = lw_default_shape();
    lw_pose at = given->pose;
    lw_status status = lw_sized_read(LW_SIZED(shape_def), given->image, &image, m->error);
    if (!status && image.kind != LW_SHAPE_DEPTH_IMAGE)
        status = lw_fail(m->error, LW_ERROR_ARGUMENT, "a view needs a depth image, not another shape");
    if (!status)
        status = lw_image_take(&m->arena, &image, m->error);
    if (!status)
        status = lw_build_check_pose(&at, m->error);
    if (status)
        return status;
    if (image.unknown != LW_UNKNOWN_OBSTACLE)
        return lw_fail(m->error, LW_ERROR_ARGUMENT,
                       "a depth image whose unseen space is free has no part in what several have "
                       "seen: it is an obstacle of its own");
    if (image.rounding != 0)
        return lw_fail(m->error, LW_ERROR_ARGUMENT,
                       "a depth image of a view has the rounding %g; round the octree instead",
                       image.rounding);
    const lw_image_def def = {.depths = image.depths,
                              .rows = (uint32_t)image.rows,
                              .columns = (uint32_t)image.columns,
                              .camera = image.camera};
    return lw_seen_create(&m->arena, &def, lw_pose_in(at), out, m->error);
}

static lw_status take_views(merge *m, const lw_view *views, size_t count)
{
    if (!views || !count)
        return lw_fail(m->error, LW_ERROR_ARGUMENT, "lw_seen_octree needs views");
    if (!(m->resolution >= LW_OCTREE_LEAST_RESOLUTION) ||
        !(m->resolution <= LW_OCTREE_LARGEST_RESOLUTION))
        return lw_fail(m->error, LW_ERROR_ARGUMENT,
                       "the resolution of what was seen is %g; it must be a number from %g to %g",
                       m->resolution, LW_OCTREE_LEAST_RESOLUTION, LW_OCTREE_LARGEST_RESOLUTION);
    m->views = lw_arena_scratch(&m->arena, count, sizeof *m->views);
    if (!m->views)
        return lw_fail_memory(m->error);
    lw_status status = LW_OK;
    for (size_t i = 0; i < count && !status; i++)
        status = take_view(m, &views[i], &m->views[i]);
    m->count = count;
    return status;
}

/* ---- cubes -------------------------------------------------------------------------------------- */

static lw_status put_free(merge *m, corner cube, int32_t width)
{
    const int32_t row[LW_CELL_COLUMNS] = {cube.at[0], cube.at[1], cube.at[2], width, LW_CELL_FREE};
    if (!LW_ARRAY_RESERVE(&m->free, m->free.count + LW_CELL_COLUMNS))
        return lw_fail_memory(m->error);
    memcpy(m->free.items + m->free.count, row, sizeof row);
    m->free.count += LW_CELL_COLUMNS;
    return LW_OK;
}

static lw_status put_eighths(merge *m, corner cube, int32_t width)
{
    if (m->next.count + 8 > MOST_CUBES)
        return lw_fail(m->error, LW_ERROR_ARGUMENT,
                       "what the depth images have seen takes more than %d cells of %g m; give a "
                       "larger resolution than %g",
                       MOST_CUBES, 0.5 * width * m->resolution, m->resolution);
    if (!LW_ARRAY_RESERVE(&m->next, m->next.count + 8))
        return lw_fail_memory(m->error);
    for (int i = 0; i < 8; i++) {
        corner *part = &m->next.items[m->next.count++];
        for (int k = 0; k < 3; k++)
            part->at[k] = cube.at[k] + (i >> k & 1 ? width / 2 : 0);
    }
    return LW_OK;
}

static vec3 middle_of(const merge *m, corner cube, int32_t width)
{
    const double half = 0.5 * width;
    return scale(m->resolution, v3(cube.at[0] + half, cube.at[1] + half, cube.at[2] + half));
}

typedef enum seen { SEEN_NOT, SEEN_IN_PART, SEEN_EMPTY } seen;

/* What all views say of a cube. A surface that one of them may show in it outweighs what others see. */
static seen seen_by_all(const merge *m, vec3 middle, double half)
{
    seen out = SEEN_NOT;
    for (size_t i = 0; i < m->count; i++) {
        const lw_seen_answer answer = lw_seen_cube(&m->views[i], middle, half);
        if (answer.surface)
            return SEEN_IN_PART;
        if (answer.empty)
            out = SEEN_EMPTY;
        else if (answer.some && out == SEEN_NOT)
            out = SEEN_IN_PART;
    }
    return out;
}

/* Which cubes are wholly near a robot (inside), and which ones may be in part (in_part). */
static lw_status look_for_robots(const merge *m, int32_t width, bool *inside, bool *in_part)
{
    const size_t count = m->now.count;
    const double apart = 0.5 * sqrt(3) * width * m->resolution * LW_UPWARD;
    double *points = malloc(3 * count * sizeof *points);
    lw_status status = points ? LW_OK : lw_fail_memory(m->error);
    for (size_t i = 0; i < count && points; i++) {
        const vec3 middle = middle_of(m, m->now.items[i], width);
        points[3 * i] = middle.x;
        points[3 * i + 1] = middle.y;
        points[3 * i + 2] = middle.z;
    }
    if (!status)
        status = lw_points_near_robots(m->robots, m->time, m->margin + apart, points, count,
                                       lw_pose_identity(), in_part, m->error);
    if (!status && m->margin - apart >= 1e-9)
        status = lw_points_near_robots(m->robots, m->time, m->margin - apart, points, count,
                                       lw_pose_identity(), inside, m->error);
    free(points);
    return status;
}

/* Looks at all cubes of a width. */
static lw_status look(merge *m, int32_t width)
{
    lw_status status = LW_OK;
    bool *inside = calloc(m->now.count + 1, sizeof *inside);
    bool *in_part = calloc(m->now.count + 1, sizeof *in_part);
    if (!inside || !in_part)
        status = lw_fail_memory(m->error);
    else if (m->robots)
        status = look_for_robots(m, width, inside, in_part);
    for (size_t i = 0; i < m->now.count && !status; i++) {
        const corner cube = m->now.items[i];
        const double half = 0.5 * width * m->resolution;
        const seen found = inside[i] ? SEEN_EMPTY : seen_by_all(m, middle_of(m, cube, width), half);
        if (found == SEEN_EMPTY)
            status = put_free(m, cube, width);
        else if (width > 1 && (found == SEEN_IN_PART || in_part[i]))
            status = put_eighths(m, cube, width);
    }
    free(inside);
    free(in_part);
    return status;
}

static lw_status look_at_all(merge *m)
{
    static const corner root = {{-LW_OCTREE_WIDTH / 2, -LW_OCTREE_WIDTH / 2, -LW_OCTREE_WIDTH / 2}};
    if (!LW_ARRAY_RESERVE(&m->now, 1))
        return lw_fail_memory(m->error);
    m->now.items[0] = root;
    m->now.count = 1;
    lw_status status = LW_OK;
    for (int32_t width = LW_OCTREE_WIDTH; width > 0 && !status; width /= 2) {
        status = look(m, width);
        const corners done = m->now;
        m->now = m->next;
        m->next = done;
        m->next.count = 0;
    }
    if (!status && !m->free.count)
        return lw_fail(m->error, LW_ERROR_ARGUMENT,
                       "the depth images have seen no cell of %g m as empty", m->resolution);
    return status;
}

lw_status lw_seen_octree(const lw_view *views, size_t count, double resolution, const lw_motion *robots,
                         double time, double margin, lw_shape_def *out, lw_error *error)
{
    if (!out)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_seen_octree needs room for an octree");
    merge m = {
        .resolution = resolution, .robots = robots, .time = time, .margin = margin, .error = error};
    bool none;
    lw_status status = lw_sized_check(LW_SIZED(shape_def), out, error);
    if (!status)
        status = take_views(&m, views, count);
    if (!status && robots)
        status = lw_points_near_robots(robots, time, margin, NULL, 0, lw_pose_identity(), &none, error);
    if (!status)
        status = look_at_all(&m);
    free(m.now.items);
    free(m.next.items);
    lw_arena_free(&m.arena);
    if (status) {
        free(m.free.items);
        return status;
    }
    lw_shape_def octree = lw_default_shape();
    octree.kind = LW_SHAPE_OCTREE;
    octree.length = resolution;
    octree.cells = m.free.items;
    octree.cell_count = m.free.count / LW_CELL_COLUMNS;
    octree.unknown = LW_UNKNOWN_OBSTACLE;
    lw_sized_write(LW_SIZED(shape_def), &octree, out);
    return LW_OK;
}
