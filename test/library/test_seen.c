/* leeway/seen.h: every place of a free cell was seen empty by a camera, and shows no surface to any, or
 * is near a robot; the free cells are all that the definition has, by each pixel of each cell; what is
 * refused. */
#include "leeway/seen.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "allocation.h"
#include "seed.h"
#include "shape_kit.h"
#include "small_scene.h"

enum { VIEWS = 3, SIDE = 14, GRID = 12 };

/* Cameras about the origin, which see cells of one size there. */
typedef struct trial {
    lw_view views[VIEWS];
    lw_shape_def images[VIEWS];
    float depths[VIEWS][SIDE * SIDE];
    double axes[VIEWS][3][3]; /* of the cameras, in the world */
    size_t count;
    double resolution;
} trial;

static void set_axes(trial *t, size_t view)
{
    const lw_quat q = t->views[view].pose.orientation;
    const double m[3][3] = {
        {1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y + q.w * q.z), 2 * (q.x * q.z - q.w * q.y)},
        {2 * (q.x * q.y - q.w * q.z), 1 - 2 * (q.x * q.x + q.z * q.z), 2 * (q.y * q.z + q.w * q.x)},
        {2 * (q.x * q.z + q.w * q.y), 2 * (q.y * q.z - q.w * q.x), 1 - 2 * (q.x * q.x + q.y * q.y)}};
    memcpy(t->axes[view], m, sizeof m);
}

static void random_view(lw_random *random, trial *t, size_t view)
{
    lw_shape_def *image = &t->images[view];
    *image = lw_default_shape();
    image->kind = LW_SHAPE_DEPTH_IMAGE;
    image->unknown = LW_UNKNOWN_OBSTACLE;
    image->depths = t->depths[view];
    image->rows = 1 + lw_random_below(random, SIDE);
    image->columns = 1 + lw_random_below(random, SIDE);
    image->camera = (lw_camera){.fx = lw_random_between(random, 4, 12),
                                .fy = lw_random_between(random, 4, 12),
                                .cx = 0.5 * (double)image->columns + lw_random_between(random, -2, 2),
                                .cy = 0.5 * (double)image->rows + lw_random_between(random, -2, 2),
                                .near_z = lw_random_between(random, 0.1, 0.4),
                                .far_z = lw_random_between(random, 1.5, 4),
                                .error = lw_random_below(random, 2) ? 0 : 0.03,
                                .relative_error = lw_random_below(random, 2) ? 0 : 0.02};
    const double wall = lw_random_between(random, 1, 4.5);
    const uint32_t kind = lw_random_below(random, 3);
    for (size_t i = 0; i < image->rows * image->columns; i++) {
        const bool odd = lw_random_below(random, 6) == 0;
        double depth = kind == 0 ? wall : lw_random_between(random, 0.5, 4.5);
        if (kind == 1)
            depth = odd ? 0.6 * wall : wall;
        t->depths[view][i] = odd && kind == 2 ? 0 : (float)depth;
    }
    /* about as far from the middle as its walls, looking there */
    lw_pose *at = &t->views[view].pose;
    *at = random_pose(random, false, 0);
    t->views[view].image = image;
    set_axes(t, view);
    const double back = lw_random_between(random, 0.2, 2);
    double *const place[3] = {&at->position.x, &at->position.y, &at->position.z};
    for (int k = 0; k < 3; k++)
        *place[k] = lw_random_between(random, -0.3, 0.3) - back * t->axes[view][2][k];
}

static void random_trial(lw_random *random, trial *t)
{
    t->count = 1 + lw_random_below(random, VIEWS);
    t->resolution = lw_random_between(random, 0.05, 0.25);
    for (size_t i = 0; i < t->count; i++)
        random_view(random, t, i);
}

/* ---- the definition ----------------------------------------------------------------------------- */

static void in_camera(const trial *t, size_t view, const double world[3], double own[3])
{
    const lw_vec3 p = t->views[view].pose.position;
    const double from[3] = {world[0] - p.x, world[1] - p.y, world[2] - p.z};
    for (int k = 0; k < 3; k++) {
        const double *axis = t->axes[view][k];
        own[k] = axis[0] * from[0] + axis[1] * from[1] + axis[2] * from[2];
    }
}

/* Where a pixel begins to be unseen, and its surface, if it measured one. */
typedef struct pixel {
    double front, from, to;
    bool measured;
} pixel;

static pixel pixel_of(const trial *t, size_t view, size_t row, size_t column)
{
    const lw_shape_def *image = &t->images[view];
    const lw_camera *c = &image->camera;
    const double d = (double)t->depths[view][row * image->columns + column];
    const double e = c->error + c->relative_error * d;
    const double from = fmax(d - e, c->near_z);
    if (d <= 0)
        return (pixel){.front = c->near_z};
    return (pixel){fmin(from, c->far_z), from, d + e, true};
}

/* Whether a place was seen empty by one camera, and in the surface of none. */
static bool is_seen(const trial *t, const double world[3])
{
    bool out = false;
    for (size_t i = 0; i < t->count; i++) {
        const lw_camera *c = &t->images[i].camera;
        double p[3];
        in_camera(t, i, world, p);
        const double column = floor(c->fx * p[0] / p[2] + c->cx + 0.5);
        const double row = floor(c->fy * p[1] / p[2] + c->cy + 0.5);
        if (p[2] <= c->near_z || column < 0 || row < 0 || column >= (double)t->images[i].columns ||
            row >= (double)t->images[i].rows)
            continue;
        const pixel at = pixel_of(t, i, (size_t)row, (size_t)column);
        if (at.measured && p[2] >= at.from && p[2] <= at.to)
            return false;
        out |= p[2] < at.front;
    }
    return out;
}

typedef enum cell { CELL_SOLID, CELL_FREE, CELL_UNSURE } cell;

/* What one view says of a cell: 1 seen empty, -1 a surface, 0 neither, 2 what is not compared. */
static int view_of_cell(const trial *t, size_t view, const double low[3])
{
    const lw_shape_def *image = &t->images[view];
    const lw_camera *c = &image->camera;
    double z[2] = {HUGE_VAL, -HUGE_VAL};
    double u[2] = {HUGE_VAL, -HUGE_VAL};
    double v[2] = {HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < 8; i++) {
        double p[3];
        const double corner[3] = {low[0] + (i & 1 ? t->resolution : 0),
                                  low[1] + (i & 2 ? t->resolution : 0),
                                  low[2] + (i & 4 ? t->resolution : 0)};
        in_camera(t, view, corner, p);
        z[0] = fmin(z[0], p[2]);
        z[1] = fmax(z[1], p[2]);
        u[0] = fmin(u[0], c->fx * p[0] / p[2] + c->cx);
        u[1] = fmax(u[1], c->fx * p[0] / p[2] + c->cx);
        v[0] = fmin(v[0], c->fy * p[1] / p[2] + c->cy);
        v[1] = fmax(v[1], c->fy * p[1] / p[2] + c->cy);
    }
    if (z[0] <= c->near_z)
        return z[1] < c->near_z ? 0 : 2;
    bool empty = u[0] > -0.5 && v[0] > -0.5 && u[1] < (double)image->columns - 0.5 &&
                 v[1] < (double)image->rows - 0.5;
    for (size_t i = 0; i < image->rows; i++)
        for (size_t k = 0; k < image->columns; k++) {
            const pixel at = pixel_of(t, view, i, k);
            if ((double)i + 0.5 < v[0] || (double)i - 0.5 > v[1] || (double)k + 0.5 < u[0] ||
                (double)k - 0.5 > u[1])
                continue;
            if (at.measured && at.from <= z[1] && at.to >= z[0])
                return -1;
            empty &= at.front > z[1];
        }
    return empty;
}

static cell kind_of_cell(const trial *t, const double low[3])
{
    bool empty = false;
    for (size_t i = 0; i < t->count; i++) {
        const int one = view_of_cell(t, i, low);
        if (one == 2)
            return CELL_UNSURE;
        if (one == -1)
            return CELL_SOLID;
        empty |= one == 1;
    }
    return empty ? CELL_FREE : CELL_SOLID;
}

static bool has_cell(const lw_shape_def *octree, const int32_t at[3])
{
    for (size_t i = 0; i < octree->cell_count; i++) {
        const int32_t *row = octree->cells + 5 * i;
        if (at[0] >= row[0] && at[0] < row[0] + row[3] && at[1] >= row[1] && at[1] < row[1] + row[3] &&
            at[2] >= row[2] && at[2] < row[2] + row[3])
            return true;
    }
    return false;
}

/* A place in a free cell, often on its border. */
static void place_in(lw_random *random, const trial *t, const int32_t *row, double out[3])
{
    for (int k = 0; k < 3; k++) {
        const uint32_t end = lw_random_below(random, 4);
        const double share = end == 0 ? 0 : end == 1 ? 1 : lw_random_between(random, 0, 1);
        out[k] = t->resolution * (row[k] + share * row[3]);
    }
}

static void cells_are_what_was_seen(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    static trial t;
    int free_cells = 0;
    int compared = 0;
    int covered = 0;
    for (int round = 0; round < test_rounds(150, 5000); round++) {
        lw_error e = {0};
        lw_shape_def octree = lw_default_shape();
        random_trial(&random, &t);
        const lw_status status =
            lw_seen_octree(t.views, t.count, t.resolution, NULL, 0, 0, &octree, &e);
        if (status) {
            refused(status, LW_ERROR_ARGUMENT, &e, "the depth images have seen no cell of ");
            assert_int_equal(octree.kind, LW_SHAPE_SPHERE);
        } else {
            assert_true(octree.kind == LW_SHAPE_OCTREE && octree.unknown == LW_UNKNOWN_OBSTACLE);
            assert_true(octree.length == t.resolution);
        }
        for (int i = 0; i < 200 && !status; i++) {
            const int32_t *row =
                octree.cells + 5 * lw_random_below(&random, (uint32_t)octree.cell_count);
            double place[3];
            place_in(&random, &t, row, place);
            assert_int_equal(row[4], 0);
            assert_true(is_seen(&t, place));
            free_cells++;
        }
        for (int i = 0; i < 100; i++) {
            const int32_t at[3] = {(int32_t)lw_random_below(&random, GRID) - GRID / 2,
                                   (int32_t)lw_random_below(&random, GRID) - GRID / 2,
                                   (int32_t)lw_random_below(&random, GRID) - GRID / 2};
            const double low[3] = {t.resolution * at[0], t.resolution * at[1], t.resolution * at[2]};
            const cell kind = kind_of_cell(&t, low);
            if (kind == CELL_UNSURE)
                continue;
            compared++;
            covered += kind == CELL_FREE;
            assert_true(has_cell(&octree, at) == (kind == CELL_FREE));
        }
        lw_octree_free(&octree);
    }
    print_message("%d places in free cells, %d cells compared, %d free\n", free_cells, compared,
                  covered);
    assert_true(free_cells > 5000 && compared > 5000 && covered > 500);
}

/* ---- cameras that see one wall ------------------------------------------------------------------ */

static float wall[16];

/* A camera at x, y, z that looks along the world's z at a wall. */
static lw_shape_def wall_image(float depth)
{
    for (int i = 0; i < 16; i++)
        wall[i] = depth;
    lw_shape_def image = lw_default_shape();
    image.kind = LW_SHAPE_DEPTH_IMAGE;
    image.unknown = LW_UNKNOWN_OBSTACLE;
    image.depths = wall;
    image.rows = image.columns = 4;
    image.camera = (lw_camera){4.1, 4.1, 1.5, 1.5, 0.3, 4, 0, 0};
    return image;
}

/* Each camera sees a part of a ball's way, and both see all of it. */
static void two_cameras_see_together(void **state)
{
    (void)state;
    lw_error e = {0};
    const lw_shape_def image = wall_image(3);
    lw_view views[2] = {{&image, lw_pose_identity()}, {&image, lw_pose_identity()}};
    views[1].pose.position.x = 0.9;
    for (size_t count = 1; count <= 2; count++) {
        lw_shape_def octree = lw_default_shape();
        lw_scene *scene = new_scene();
        lw_checker *checker = NULL;
        lw_motion *motion = NULL;
        lw_verdict verdict = lw_default_verdict();
        const lw_joint_kind slide = LW_JOINT_PRISMATIC;
        lw_joint_def joint = joint_of("j", slide, "l0", "l1");
        lw_shape_def ball = sphere_of(0.1);
        joint.origin = (lw_pose){{0, 0, 2}, {0, 0, 0, 1}};
        joint.axis = (lw_vec3){1, 0, 0};
        succeed(lw_seen_octree(views, count, 0.05, NULL, 0, 0, &octree, &e), &e);
        succeed(lw_scene_add_robot(scene, "r", lw_pose_identity(), &e), &e);
        succeed(lw_scene_add_link(scene, "r", "l0", &e), &e);
        succeed(lw_scene_add_link(scene, "r", "l1", &e), &e);
        succeed(lw_scene_add_shape(scene, "r", "l1", &ball, lw_pose_identity(), &e), &e);
        succeed(lw_scene_add_joint(scene, "r", &joint, &e), &e);
        succeed(lw_scene_add_obstacle(scene, "seen", &octree, lw_pose_identity(), &e), &e);
        built_scene b = build_on(scene);
        checker = b.checker;
        motion = b.motion;
        const double from = -0.6;
        const double to = 1.5;
        const lw_check_options options = lw_default_check_options();
        succeed(lw_motion_set_segment(motion, NULL, &from, &to, &e), &e);
        succeed(lw_check(checker, motion, &options, &verdict, &e), &e);
        assert_int_equal(verdict.kind, count == 1 ? LW_VERDICT_CONTACT : LW_VERDICT_FREE);
        lw_octree_free(&octree);
        drop_built(&b);
    }
}

/* A wall that one camera sees stands where another one looks through it. */
static void surfaces_count_from_any_camera(void **state)
{
    (void)state;
    static float nearer[16];
    lw_error e = {0};
    lw_shape_def octree = lw_default_shape();
    const lw_shape_def image = wall_image(3);
    lw_shape_def other = image;
    for (int i = 0; i < 16; i++)
        nearer[i] = 2;
    other.depths = nearer;
    const lw_view views[2] = {{&image, lw_pose_identity()}, {&other, lw_pose_identity()}};
    succeed(lw_seen_octree(views, 2, 0.125, NULL, 0, 0, &octree, &e), &e);
    const int32_t before[3] = {0, 0, 14};
    const int32_t in_wall[3] = {0, 0, 15};
    const int32_t behind[3] = {0, 0, 16};
    const int32_t farther[3] = {0, 0, 17};
    /* the wall is the face between two cells, and neither is free */
    assert_true(has_cell(&octree, before) && !has_cell(&octree, in_wall));
    assert_true(!has_cell(&octree, behind) && has_cell(&octree, farther));
    lw_octree_free(&octree);
}

/* ---- robots ------------------------------------------------------------------------------------- */

/* A ball before a wall: what it covers is free, what is behind it is not. */
static void robots_are_no_obstacles(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    lw_error e = {0};
    const double radius = 0.3;
    const double resolution = 0.05;
    const double margin = 0.1;
    lw_shape_def image = wall_image(3);
    wall[5] = wall[6] = wall[9] = wall[10] = 1.7F; /* the ball */
    const lw_view view = {&image, lw_pose_identity()};
    const lw_shape_def ball = sphere_of(radius);
    const double z = 2;
    lw_pose at = lw_pose_identity();
    at.position.z = z;
    for (int filtered = 0; filtered < 2; filtered++) {
        lw_shape_def octree = lw_default_shape();
        lw_scene *scene = new_scene();
        succeed(lw_scene_add_robot(scene, "r", lw_pose_identity(), &e), &e);
        succeed(lw_scene_add_link(scene, "r", "l", &e), &e);
        succeed(lw_scene_add_shape(scene, "r", "l", &ball, at, &e), &e);
        built_scene b = build_on(scene);
        succeed(
            lw_seen_octree(&view, 1, resolution, filtered ? b.motion : NULL, 0, margin, &octree, &e),
            &e);
        int near_by = 0;
        for (size_t i = 0; i < 20 * octree.cell_count; i++) {
            const int32_t *row = octree.cells + 5 * (i % octree.cell_count);
            double p[3];
            for (int k = 0; k < 3; k++)
                p[k] = resolution * (row[k] + lw_random_between(&random, 0, 1) * row[3]);
            const double apart = sqrt(p[0] * p[0] + p[1] * p[1] + (p[2] - z) * (p[2] - z)) - radius;
            const double u = floor(image.camera.fx * p[0] / p[2] + image.camera.cx + 0.5);
            const double v = floor(image.camera.fy * p[1] / p[2] + image.camera.cy + 0.5);
            const bool inside = u >= 0 && u < 4 && v >= 0 && v < 4 && p[2] > image.camera.near_z;
            const bool seen = inside && p[2] < (double)wall[inside ? (int)v * 4 + (int)u : 0];
            near_by += apart <= margin && !seen;
            assert_true(seen || (filtered && apart <= margin));
        }
        assert_true(filtered ? near_by > 1000 : near_by == 0);
        /* the ball where it was */
        lw_scene *copy = NULL;
        lw_verdict verdict = lw_default_verdict();
        const lw_check_options options = lw_default_check_options();
        succeed(lw_scene_copy(b.scene, &copy, &e), &e);
        succeed(lw_scene_add_obstacle(copy, "seen", &octree, lw_pose_identity(), &e), &e);
        built_scene again = build_on(copy);
        succeed(lw_check(again.checker, again.motion, &options, &verdict, &e), &e);
        assert_int_equal(verdict.kind, filtered ? LW_VERDICT_FREE : LW_VERDICT_CONTACT);
        drop_built(&again);
        drop_built(&b);
        lw_octree_free(&octree);
    }
}

/* ---- what is refused ---------------------------------------------------------------------------- */

static void refuses(const lw_view *views, size_t count, double resolution, const char *part)
{
    lw_error e = {0};
    lw_shape_def octree = lw_default_shape();
    refused(lw_seen_octree(views, count, resolution, NULL, 0, 0, &octree, &e), LW_ERROR_ARGUMENT, &e,
            part);
    assert_null(octree.cells);
}

static void bad_views_are_refused(void **state)
{
    (void)state;
    lw_error e = {0};
    lw_shape_def image = wall_image(3);
    lw_view view = {&image, lw_pose_identity()};
    refuses(NULL, 1, 0.1, "lw_seen_octree needs views");
    refuses(&view, 0, 0.1, "lw_seen_octree needs views");
    const double bad[] = {0, -1, (double)NAN, 1e-7, 17};
    for (int i = 0; i < 5; i++)
        refuses(&view, 1, bad[i], "the resolution of what was seen is ");
    refuses(&view, 1, 1e-4, "give a larger resolution than 0.0001");
    refuses(&view, 1, 3, "the depth images have seen no cell of 3 m as empty");
    refused(lw_seen_octree(&view, 1, 0.1, NULL, 0, 0, NULL, &e), LW_ERROR_ARGUMENT, &e, "needs room");
    image.rounding = 0.1;
    refuses(&view, 1, 0.1, "has the rounding 0.1; round the octree instead");
    image.rounding = 0;
    image.unknown = LW_UNKNOWN_FREE;
    refuses(&view, 1, 0.1, "a depth image whose unseen space is free has no part");
    image.unknown = LW_UNKNOWN_OBSTACLE;
    image.camera.fx = 0;
    refuses(&view, 1, 0.1, "the focal length fx of a depth image's camera is ");
    image.camera.fx = 4;
    view.pose.position.x = (double)NAN;
    refuses(&view, 1, 0.1, "");
    view.pose = lw_pose_identity();
    const lw_shape_def ball = sphere_of(1);
    view.image = &ball;
    refuses(&view, 1, 0.1, "a view needs a depth image, not another shape");
    view.image = NULL;
    refuses(&view, 1, 0.1, "a view needs a depth image");
    view.image = &image;
    lw_scene *scene = new_scene();
    const lw_joint_kind turn = LW_JOINT_REVOLUTE;
    add_chain(scene, "r", &turn, 0);
    built_scene b = build_on(scene);
    lw_shape_def octree = lw_default_shape();
    refused(lw_seen_octree(&view, 1, 0.1, b.motion, 0, 0, &octree, &e), LW_ERROR_ARGUMENT, &e,
            "the margin about robots is 0");
    drop_built(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_are_what_was_seen),        cmocka_unit_test(two_cameras_see_together),
        cmocka_unit_test(surfaces_count_from_any_camera), cmocka_unit_test(robots_are_no_obstacles),
        cmocka_unit_test(bad_views_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
