/* A cube, in the frame of the camera, reaches from one z to another and is in a rectangle of pixels.
 * Both are rounded outwards. Where it is wholly before the camera the rectangle is that of its corners,
 * since the picture of a box is within the picture of its corners; otherwise it is that of the cube's
 * own box, from the near plane on. */
#include "check/ask/seen_cube.h"

#include <float.h>

#include "base/error.h"
#include "math/rounding.h"

/* ---- the pyramid -------------------------------------------------------------------------------- */

static uint32_t squares_of(uint32_t pixels, uint32_t level)
{
    return ((pixels - 1) >> level) + 1;
}

static lw_seen_depths depths_at(const lw_seen *seen, uint32_t level, uint32_t row, uint32_t column)
{
    if (level > 0)
        return seen->squares[level][row * squares_of(seen->image.columns, level) + column];
    const float depth = seen->image.depths[(size_t)row * seen->image.columns + column];
    return (lw_seen_depths){depth, depth, depth > 0 ? depth : FLT_MAX};
}

static lw_seen_depths join(lw_seen_depths a, lw_seen_depths b)
{
    return (lw_seen_depths){b.least < a.least ? b.least : a.least, b.most > a.most ? b.most : a.most,
                            b.measured < a.measured ? b.measured : a.measured};
}

/* The depths of a square of a level, from those of its quarters, which may end with the picture. */
static lw_seen_depths joined(const lw_seen *seen, uint32_t level, uint32_t row, uint32_t column)
{
    const uint32_t rows = squares_of(seen->image.rows, level - 1);
    const uint32_t columns = squares_of(seen->image.columns, level - 1);
    lw_seen_depths out = {FLT_MAX, 0, FLT_MAX};
    for (uint32_t i = 2 * row; i < 2 * row + 2 && i < rows; i++)
        for (uint32_t k = 2 * column; k < 2 * column + 2 && k < columns; k++)
            out = join(out, depths_at(seen, level - 1, i, k));
    return out;
}

lw_status lw_seen_create(lw_arena *arena, const lw_image_def *def, pose at, lw_seen *out,
                         lw_error *error)
{
    *out = (lw_seen){.image = {.rows = def->rows,
                               .columns = def->columns,
                               .unseen = true,
                               .camera = def->camera,
                               .depths = def->depths},
                     .at = at,
                     .levels = 1};
    for (uint32_t level = 1;
         squares_of(def->rows, level - 1) > 1 || squares_of(def->columns, level - 1) > 1; level++) {
        const uint32_t rows = squares_of(def->rows, level);
        const uint32_t columns = squares_of(def->columns, level);
        lw_seen_depths *squares = lw_arena_scratch(arena, (size_t)rows * columns, sizeof *squares);
        if (!squares)
            return lw_fail_memory(error);
        for (uint32_t i = 0; i < rows; i++)
            for (uint32_t k = 0; k < columns; k++)
                squares[i * columns + k] = joined(out, level, i, k);
        out->squares[level] = squares;
        out->levels = level + 1;
    }
    return LW_OK;
}

/* ---- the rectangle of a cube -------------------------------------------------------------------- */

/* Where a cube is in the picture. */
typedef struct place {
    double z[2];                  /* from, to; rounded outwards */
    double column[2], row[2];     /* the coordinates of pixels, not rounded to whole ones */
    uint32_t columns[2], rows[2]; /* of the rectangle: first, last; empty if the first is greater */
    bool before;                  /* wholly behind the near plane, and so before the camera */
    bool inside;                  /* wholly in the picture */
} place;

static void widen(double range[2], double a)
{
    range[0] = lesser(range[0], a);
    range[1] = greater(range[1], a);
}

/* The slopes of all points from x - slack to x + slack and from z[0] to z[1] > 0. */
static void add_slopes(double range[2], double x, double slack, const double z[2])
{
    for (int i = 0; i < 2; i++) {
        widen(range, (x - slack) / z[i]);
        widen(range, (x + slack) / z[i]);
    }
}

/* Turns slopes into the coordinates of pixels, rounded outwards, and these into whole pixels within the
 * picture. Returns whether all of it is inside. */
static bool to_pixels(double range[2], double f, double c, uint32_t count, uint32_t pixels[2])
{
    for (int i = 0; i < 2; i++) {
        const double at = f * range[i] + c;
        const double wrong = LW_ROUNDING(64) * (fabs(f * range[i]) + fabs(c) + count + 1);
        range[i] = i ? at + wrong : at - wrong;
    }
    /* where the numbers are no numbers any more, all of the picture */
    const double first = range[0] > -1 ? floor(range[0] + 0.5) : -1;
    const double last = range[1] < count ? floor(range[1] + 0.5) : count;
    const bool inside = first >= 0 && last <= count - 1.0;
    pixels[0] = last >= 0 ? (uint32_t)lesser(greater(first, 0), count) : count;
    pixels[1] = (uint32_t)lesser(greater(last, 0), count - 1.0);
    return inside;
}

/* The corners of a cube, each with the z that it may have. */
static void add_corners(place *p, const mat3 *turn, vec3 middle, double half, double slack)
{
    for (uint32_t i = 0; i < 8; i++) {
        const vec3 corner = box_corner(v3(half, half, half), i);
        const vec3 q = add(middle, rotate_back(*turn, corner));
        const double z[2] = {greater(q.z - slack, p->z[0]), q.z + slack};
        add_slopes(p->column, q.x, slack, z);
        add_slopes(p->row, q.y, slack, z);
    }
}

static place place_of(const lw_seen *seen, vec3 center, double half)
{
    const lw_camera *camera = &seen->image.camera;
    const mat3 *turn = &seen->at.rotation;
    const vec3 middle = transform_back(seen->at, center);
    const vec3 reach = scale(half, v3(sum3(turn->x), sum3(turn->y), sum3(turn->z)));
    /* of the cube's corners, its middle in the camera's frame, and of where pixels begin and end */
    const double slack = LW_ROUNDING(256) * (norm(center) + norm(seen->at.position) + 2 * half) +
                         LW_ROUNDING(64) * LW_IMAGE_REACH;
    place p = {.z = {middle.z - reach.z - slack, middle.z + reach.z + slack},
               .column = {HUGE_VAL, -HUGE_VAL},
               .row = {HUGE_VAL, -HUGE_VAL}};
    p.before = p.z[0] > camera->near_z;
    if (p.before) {
        add_corners(&p, turn, middle, half, slack);
    } else {
        const double z[2] = {camera->near_z, greater(p.z[1], camera->near_z)};
        add_slopes(p.column, middle.x, reach.x + slack, z);
        add_slopes(p.row, middle.y, reach.y + slack, z);
    }
    p.inside = to_pixels(p.column, camera->fx, camera->cx, seen->image.columns, p.columns);
    p.inside &= to_pixels(p.row, camera->fy, camera->cy, seen->image.rows, p.rows);
    return p;
}

/* ---- the depths in it --------------------------------------------------------------------------- */

typedef struct look {
    const lw_seen *seen;
    place p;
    lw_seen_answer out;
} look;

static bool meets(const uint32_t range[2], uint32_t first, uint32_t level)
{
    const uint64_t from = (uint64_t)first << level;
    return from <= range[1] && from + ((uint64_t)1 << level) > range[0];
}

/* Whether a surface of these depths may be in the cube. */
static bool may_be_in(const look *l, const lw_seen_depths *d)
{
    const lw_camera *camera = &l->seen->image.camera;
    const double measured = (double)d->measured;
    const double front =
        greater(measured * (1 - camera->relative_error) - camera->error, camera->near_z);
    return d->measured < FLT_MAX && front <= l->p.z[1] &&
           lw_image_back(&l->seen->image, (double)d->most) >= l->p.z[0];
}

static void look_at(look *l, uint32_t level, uint32_t row, uint32_t column)
{
    if (l->out.surface || !meets(l->p.rows, row, level) || !meets(l->p.columns, column, level))
        return;
    const lw_image *image = &l->seen->image;
    const lw_seen_depths d = depths_at(l->seen, level, row, column);
    const bool surface = may_be_in(l, &d);
    if (!surface && lw_image_front(image, (double)d.least) > l->p.z[1]) {
        l->out.some = true;
        return;
    }
    if (!surface && lw_image_front(image, (double)d.most) <= l->p.z[0]) {
        l->out.empty = false;
        return;
    }
    if (level == 0) {
        l->out.empty = false;
        l->out.some = true;
        l->out.surface = surface;
        return;
    }
    for (uint32_t i = 0; i < 4; i++) {
        const uint32_t below[2] = {2 * row + i / 2, 2 * column + i % 2};
        if (below[0] < squares_of(image->rows, level - 1) &&
            below[1] < squares_of(image->columns, level - 1))
            look_at(l, level - 1, below[0], below[1]);
    }
}

lw_seen_answer lw_seen_cube(const lw_seen *seen, vec3 center, double half)
{
    look l = {.seen = seen, .p = place_of(seen, center, half)};
    const bool beside = l.p.columns[0] > l.p.columns[1] || l.p.rows[0] > l.p.rows[1];
    if (beside || !(l.p.z[1] > seen->image.camera.near_z))
        return l.out;
    l.out.empty = l.p.before && l.p.inside;
    look_at(&l, seen->levels - 1, 0, 0);
    return l.out;
}
