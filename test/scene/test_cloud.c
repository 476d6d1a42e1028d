/* scene/cloud.c: a cloud is the union of balls about its points: in scenes it gives the verdicts of as
 * many spheres; points that repeat or are not finite are joined or left out, and counted. */
#include "scene/cloud.h"

#include <string.h>

#include "body/voxels.h"
#include "math/pose.h"
#include "scene/frozen.h"
#include "seed.h"
#include "twins.h"

enum { MOST = 200 };

static lw_shape_def cloud_of(const double *points, size_t count, double radius)
{
    lw_shape_def cloud = lw_default_shape();
    cloud.kind = LW_SHAPE_CLOUD;
    cloud.radius = radius;
    cloud.vertices = points;
    cloud.vertex_count = count;
    return cloud;
}

static void refuses(const lw_shape_def *cloud, const char *why)
{
    lw_error e = {0};
    lw_shape *shape = NULL;
    refused(lw_shape_create(cloud, &shape, &e), LW_ERROR_ARGUMENT, &e, why);
    lw_scene *scene = new_scene();
    refused(lw_scene_add_obstacle(scene, "scan", cloud, lw_pose_identity(), &e), LW_ERROR_ARGUMENT, &e,
            why);
    assert_int_equal(lw_scene_find_body(scene, "scan"), -1);
    lw_scene_destroy(scene);
}

static void bad_clouds_are_refused(void **state)
{
    (void)state;
    double points[] = {0, 0, 0, 1, 2, 1e9};
    lw_shape_def cloud = cloud_of(points, 2, 0.5);
    cloud.vertex_count = 0;
    refuses(&cloud, "a cloud has no points");
    cloud = cloud_of(NULL, 2, 0.5);
    refuses(&cloud, "a cloud has no points");
    cloud = cloud_of(points, UINT32_MAX / 4 + 1, 0.5);
    refuses(&cloud, "a cloud has 1073741824 points; it may have at most 1073741823");
    const double radii[] = {0, -1, NAN, HUGE_VAL, 1.1e9};
    for (int i = 0; i < 5; i++) {
        cloud = cloud_of(points, 2, radii[i]);
        refuses(&cloud, "a cloud's radius is");
    }
    cloud = cloud_of(points, 2, 0.5);
    cloud.rounding = -1;
    refuses(&cloud, "a rounding is");
    cloud.rounding = 0;
    points[5] = -1.1e9;
    refuses(&cloud, "point 1 of a cloud, counted from 0, holds -1.1e+09");
    points[5] = NAN;
    points[0] = HUGE_VAL;
    refuses(&cloud, "none of the 2 points of a cloud is finite");
}

static void no_cloud_in_the_plane(void **state)
{
    (void)state;
    const double points[] = {0, 0, 0};
    lw_error e = {0};
    lw_scene *scene = NULL;
    lw_shape_def cloud = cloud_of(points, 1, 0.5);
    succeed(lw_scene_create(&scene, &e), &e);
    succeed(lw_scene_set_dimension(scene, 2, &e), &e);
    refused(lw_scene_add_obstacle(scene, "scan", &cloud, lw_pose_identity(), &e), LW_ERROR_ARGUMENT, &e,
            "in dimension 2 shapes are discs and polygons");
    lw_scene_destroy(scene);
    lw_convex_pair *pair = NULL;
    lw_shape_def sphere = lw_default_shape();
    refused(lw_convex_pair_create(&sphere, &cloud, &pair, &e), LW_ERROR_ARGUMENT, &e, "no clouds");
    refused(lw_convex_pair_create(&cloud, &sphere, &pair, &e), LW_ERROR_ARGUMENT, &e, "no clouds");
}

typedef struct heard {
    size_t count;
    char text[4][200];
} heard;

static lw_status listen(void *context, const char *file, int line, const char *sentence)
{
    heard *h = context;
    assert_true(!file && !line && h->count < 4);
    snprintf(h->text[h->count++], sizeof h->text[0], "%s", sentence);
    return LW_OK;
}

/* Two points are not finite; (1, 0, 0) is there three times, and so is the origin, as 0 and -0. */
static const double MESSY[] = {1,    0, 0,    NAN, 0, 0, 0, 0, 0,        1, 0,    0, 0, 0,
                               -0.0, 2, 3e-9, 4,   1, 0, 0, 0, HUGE_VAL, 0, -0.0, 0, 0};

static void check_messy(bool shared, bool on_a_link, bool strict)
{
    lw_error e = {0};
    heard h = {0};
    lw_shape_def cloud = cloud_of(MESSY, 9, 0.125);
    lw_shape *shape = NULL;
    succeed(lw_shape_create(&cloud, &shape, &e), &e);
    lw_scene *scene = new_scene();
    lw_scene_on_notice(scene, listen, &h);
    succeed(lw_scene_set_strict(scene, strict, &e), &e);
    add_chain(scene, "r", NULL, 0);
    lw_pose at = lw_pose_from_rpy((lw_vec3){3, 4, 5}, 0.1, 0.2, 0.3);
    if (on_a_link)
        succeed(shared ? lw_scene_add_shared_shape(scene, "r", "l0", shape, at, &e)
                       : lw_scene_add_shape(scene, "r", "l0", &cloud, at, &e),
                &e);
    else
        succeed(shared ? lw_scene_add_shared_obstacle(scene, "scan", shape, at, &e)
                       : lw_scene_add_obstacle(scene, "scan", &cloud, at, &e),
                &e);
    lw_shape_destroy(shape);
    if (strict) {
        refused(lw_scene_freeze(scene, &e), LW_ERROR_NOTICE, &e, "2 points that are not finite");
        lw_scene_destroy(scene);
        return;
    }
    succeed(lw_scene_freeze(scene, &e), &e);
    assert_int_equal(h.count, 2);
    assert_non_null(strstr(h.text[0], "has 2 points that are not finite: they are left out"));
    assert_non_null(strstr(h.text[0], on_a_link ? "\"l0\"" : "\"scan\""));
    assert_non_null(strstr(h.text[1], "has 4 points that repeat others: they are joined"));
    lw_body_shape found = lw_default_body_shape();
    lw_shape_def def = lw_default_shape();
    succeed(lw_scene_body_shape(scene, !on_a_link, on_a_link, &found, &def, &e), &e);
    assert_int_equal(found.left_out, 2);
    assert_int_equal(found.joined, 4);
    assert_int_equal(def.kind, LW_SHAPE_CLOUD);
    assert_int_equal(def.vertex_count, 3);
    assert_true(def.radius == 0.125);
    const double left[] = {1, 0, 0, 0, 0, 0, 2, 3e-9, 4};
    for (int i = 0; i < 9; i++)
        assert_true(def.vertices[i] == left[i]);
    /* a copy that has the same body says nothing again */
    lw_scene *copy = NULL;
    succeed(lw_scene_copy(scene, &copy, &e), &e);
    lw_scene_on_notice(copy, listen, &h);
    succeed(lw_scene_freeze(copy, &e), &e);
    assert_int_equal(h.count, 2);
    lw_scene_destroy(copy);
    lw_scene_destroy(scene);
}

static void points_are_joined_and_left_out(void **state)
{
    (void)state;
    for (int i = 0; i < 8; i++)
        check_messy(i & 1, i & 2, i & 4);
}

/* Points that differ in one number are kept, also where they meet in the hash table. */
static void points_of_a_line_are_kept(void **state)
{
    (void)state;
    enum { COUNT = 1000 };
    static double points[3 * COUNT];
    for (int axis = 0; axis < 3; axis++) {
        lw_arena arena = {0};
        lw_error e = {0};
        lw_cloud_count count;
        memset(points, 0, sizeof points);
        for (int i = 0; i < COUNT; i++)
            points[3 * i + axis] = i;
        lw_shape_def cloud = cloud_of(points, COUNT, 1);
        succeed(lw_cloud_take(&arena, &cloud, &count, &e), &e);
        assert_int_equal(cloud.vertex_count, COUNT);
        assert_int_equal(count.joined, 0);
        lw_arena_free(&arena);
    }
}

/* ---- scenes with a cloud and with spheres ------------------------------------------------------ */

/* Points, which are an obstacle as one cloud, and as a sphere for each point. */
typedef struct scan {
    size_t count;
    double points[3 * MOST];
} scan;

static void furnish(lw_scene *scene, const scan *t, bool cloud, double radius, double rounding,
                    lw_pose at)
{
    lw_error e = {0};
    lw_shape_def shape = cloud ? cloud_of(t->points, t->count, radius) : lw_default_shape();
    shape.radius = radius;
    shape.rounding = rounding;
    if (cloud) {
        succeed(lw_scene_add_obstacle(scene, "scan", &shape, at, &e), &e);
        return;
    }
    for (size_t i = 0; i < t->count; i++) {
        char id[32];
        snprintf(id, sizeof id, "p%zu", i);
        const double *p = t->points + 3 * i;
        lw_pose own = at;
        own.position = lw_pose_point(at, (lw_vec3){p[0], p[1], p[2]});
        succeed(lw_scene_add_obstacle(scene, id, &shape, own, &e), &e);
    }
}

static void clouds_are_as_spheres(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    size_t counts[3] = {0};
    int rounds = test_rounds(300, 10000);
    for (int round = 0; round < rounds; round++) {
        scan t = {.count = 1 + lw_random_below(&random, MOST)};
        double size = lw_random_below(&random, 2) ? 2.5 : 1.2;
        for (size_t i = 0; i < 3 * t.count; i++)
            t.points[i] = lw_random_between(&random, -size, size);
        if (lw_random_below(&random, 3) == 0) /* a wall */
            for (size_t i = 0; i < t.count; i++)
                t.points[3 * i] = 0.7;
        twins both;
        open_twins(&random, &both);
        double radius = lw_random_between(&random, 0.001, lw_random_below(&random, 2) ? 0.02 : 0.2);
        double rounding = lw_random_below(&random, 2) ? 0 : 0.01;
        lw_pose at = random_pose(&random, false, 0.3);
        for (int i = 0; i < 2; i++)
            furnish(both.scenes[i], &t, i == 0, radius, rounding, at);
        freeze_twins(&both);
        for (int i = 0; i < 4; i++)
            same_verdicts(&both, &random, counts);
        close_twins(&both);
    }
    many_verdicts(counts);
}

/* How often claims were made: of first blocks, of finer blocks, and of single pairs. */
typedef struct claimed {
    const lw_scene *scene;
    int first, finer, apart;
} claimed;

/* Blocks leave all pairs with clouds, octrees and height fields to other claims: they test points,
 * boxes and cells, and their claims are about one box around them all. */
static lw_status note_claim(void *context, const lw_claim *claim)
{
    claimed *of = context;
    of->apart += claim->kind == LW_CLAIM_APART;
    of->first += claim->kind == LW_CLAIM_BLOCK;
    of->finer += claim->kind == LW_CLAIM_FINER;
    if (claim->kind != LW_CLAIM_BLOCK && claim->kind != LW_CLAIM_FINER)
        return LW_OK;
    const size_t cloud = (size_t)lw_scene_find_body(of->scene, "scan");
    size_t listed = 0;
    size_t pairs = 0;
    for (size_t i = 0; i < lw_scene_pair_count(of->scene); i++) {
        size_t bodies[2];
        lw_scene_pair(of->scene, i, bodies);
        pairs += bodies[1] == cloud;
    }
    for (size_t i = 0; i < claim->interval_count; i++) {
        size_t bodies[2];
        lw_scene_pair(of->scene, claim->intervals[i].pair, bodies);
        if (bodies[1] != cloud)
            continue;
        listed++;
        assert_int_equal(claim->intervals[i].mask, 127);
    }
    assert_int_equal(listed, claim->kind == LW_CLAIM_BLOCK ? pairs : 0);
    return LW_OK;
}

/* Adds an octree with a cell at each point. */
static void add_octree(lw_scene *scene, const scan *points)
{
    lw_error e = {0};
    int32_t cells[5 * MOST];
    lw_shape_def octree = lw_default_shape();
    octree.kind = LW_SHAPE_OCTREE;
    octree.length = 0.02;
    octree.unknown = LW_UNKNOWN_FREE;
    octree.cells = cells;
    octree.cell_count = points->count;
    for (size_t i = 0; i < points->count; i++) {
        for (size_t k = 0; k < 3; k++) /* cells of even heights: no two make one box */
            cells[5 * i + k] = (int32_t)(50 * points->points[3 * i + k]) / 2 * 2;
        cells[5 * i] = (int32_t)i - MOST / 2; /* no two are the same */
        cells[5 * i + 3] = cells[5 * i + 4] = 1;
    }
    succeed(lw_scene_add_obstacle(scene, "scan", &octree, lw_pose_identity(), &e), &e);
}

/* Adds a height field of spikes on a plane. */
static void add_field(lw_scene *scene, lw_random *random)
{
    enum { SIDE = 20 };
    lw_error e = {0};
    double heights[SIDE * SIDE];
    for (size_t i = 0; i < (size_t)SIDE * SIDE; i++)
        heights[i] = lw_random_below(random, 12) ? -2 : lw_random_between(random, -2, 2);
    lw_shape_def field = lw_default_shape();
    field.kind = LW_SHAPE_HEIGHTS;
    field.rows = field.columns = SIDE;
    field.spacing_x = field.spacing_y = 0.2;
    field.floor = -2.5;
    field.heights = heights;
    lw_pose at = lw_pose_identity();
    at.position = (lw_vec3){-1.9, -1.9, 0};
    succeed(lw_scene_add_obstacle(scene, "scan", &field, at, &e), &e);
}

static void blocks_claim_nothing_of_clouds(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    claimed all = {0};
    for (int round = 0; round < test_rounds(300, 6000); round++) {
        lw_error e = {0};
        twins t;
        scan points = {.count = 13 + lw_random_below(&random, MOST - 12)};
        for (size_t i = 0; i < 3 * points.count; i++)
            points.points[i] = lw_random_between(&random, -2, 2);
        lw_shape_def shapes[3];
        lw_pose poses[3] = {lw_pose_identity(), lw_pose_identity(), lw_pose_identity()};
        for (int i = 0; i < 3; i++) {
            shapes[i] = lw_default_shape();
            shapes[i].kind = LW_SHAPE_BOX;
            shapes[i].size = (lw_vec3){0.2, 0.2, 0.6};
        }
        all.scene = t.scenes[0] = open_arm(shapes, poses);
        if (round % 3 == 0)
            furnish(t.scenes[0], &points, true, 0.02, 0, lw_pose_identity());
        else if (round % 3 == 1)
            add_octree(t.scenes[0], &points);
        else
            add_field(t.scenes[0], &random);
        succeed(lw_scene_freeze(t.scenes[0], &e), &e);
        succeed(lw_motion_create(t.scenes[0], &t.motions[0], &e), &e);
        succeed(lw_checker_create(t.scenes[0], &t.checkers[0], &e), &e);
        lw_check_options options = lw_default_check_options();
        options.blocks = 1;
        options.claim = note_claim;
        options.claim_context = &all;
        double values[6];
        for (int i = 0; i < 6; i++)
            values[i] = i < 3 ? lw_random_between(&random, -2, 2)
                              : values[i - 3] + lw_random_between(&random, -0.5, 0.5);
        const lw_joints *joints = lw_scene_joints(t.scenes[0], NULL, NULL, &e);
        succeed(lw_motion_set_segment(t.motions[0], joints, values, values + 3, &e), &e);
        lw_verdict verdict = lw_default_verdict();
        succeed(lw_check(t.checkers[0], t.motions[0], &options, &verdict, &e), &e);
        lw_checker_destroy(t.checkers[0]);
        lw_motion_destroy(t.motions[0]);
        lw_scene_destroy(t.scenes[0]);
    }
    assert_true(all.first > 20 && all.apart > 20);
}

/* The octree of a link is scaled with the link, also if it is the only shape. */
static void octrees_are_scaled(void **state)
{
    (void)state;
    lw_error e = {0};
    int32_t cells[5 * 20];
    for (int32_t i = 0; i < 20; i++)
        memcpy(cells + (ptrdiff_t)5 * i, (int32_t[]){2 * i, 0, 0, 1, 1}, 5 * sizeof *cells);
    lw_shape_def octree = lw_default_shape();
    octree.kind = LW_SHAPE_OCTREE;
    octree.length = 0.25;
    octree.unknown = LW_UNKNOWN_FREE;
    octree.cells = cells;
    octree.cell_count = 20;
    lw_scene *scene = new_scene();
    succeed(lw_scene_add_robot(scene, "r", lw_pose_identity(), &e), &e);
    succeed(lw_scene_add_link(scene, "r", "l", &e), &e);
    succeed(lw_scene_add_shape(scene, "r", "l", &octree, lw_pose_identity(), &e), &e);
    succeed(lw_scene_set_link_padding(scene, "r", "l", 2, 0, &e), &e);
    succeed(lw_scene_freeze(scene, &e), &e);
    assert_true(lw_frozen_body(scene->frozen, 0)->geometry->voxels->unit == 0.5);
    lw_scene_destroy(scene);
}

/* CAPT's miss: the nearest point of a ball lies across a split plane. The ball touches the second
 * point, as one of four points and as one of many. */
static void a_point_beside_the_ball_is_found(void **state)
{
    (void)state;
    double points[3 * 40] = {0, 0, 0, 1, 0, 0, 2, 5, 0, 3, 5, 0};
    for (size_t i = 4; i < 40; i++) {
        points[3 * i] = 20 + (double)i;
        points[3 * i + 1] = 0.5 * (double)i;
    }
    for (int many = 0; many < 2; many++)
        for (int i = 0; i < 5; i++) {
            static const double radii[] = {0.1, 0.3, 0.5, 0.58, 0.6};
            const double radius = radii[i];
            lw_error e = {0};
            const lw_shape_def cloud = cloud_of(points, many ? 40 : 4, 1e-9);
            lw_shape_def ball = lw_default_shape();
            lw_pose at = lw_pose_identity();
            lw_distance d;
            at.position.x = 1.55;
            ball.radius = radius;
            succeed(lw_shape_distance(&cloud, lw_pose_identity(), &ball, at, &d, &e), &e);
            assert_true(fabs(d.upper - (0.55 - radius)) < 1e-8 &&
                        fabs(d.lower - (0.55 - radius)) < 1e-8);
            assert_int_equal(d.upper <= 0, radius > 0.55);
        }
}

/* The distance of two clouds is that of their nearest points less the radii. */
static void distances_are_of_the_nearest_points(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 1};
    for (int round = 0; round < test_rounds(2000, 50000); round++) {
        lw_error e = {0};
        double points[2][3 * MOST];
        size_t counts[2];
        lw_shape_def clouds[2];
        double nearest = HUGE_VAL;
        for (int k = 0; k < 2; k++) {
            counts[k] = 1 + lw_random_below(&random, MOST);
            for (size_t i = 0; i < 3 * counts[k]; i++)
                points[k][i] = lw_random_between(&random, -1, 1);
            clouds[k] = cloud_of(points[k], counts[k], lw_random_between(&random, 0.001, 0.01));
        }
        lw_pose at = random_pose(&random, false, 1.5);
        for (size_t i = 0; i < counts[0]; i++)
            for (size_t j = 0; j < counts[1]; j++) {
                const double *p = points[0] + 3 * i;
                const double *q = points[1] + 3 * j;
                vec3 moved = lw_pose_point(at, (lw_vec3){q[0], q[1], q[2]});
                nearest = lesser(nearest, norm(sub(moved, v3(p[0], p[1], p[2]))));
            }
        double expected = nearest - clouds[0].radius - clouds[1].radius;
        lw_distance d;
        succeed(lw_shape_distance(&clouds[0], lw_pose_identity(), &clouds[1], at, &d, &e), &e);
        assert_true(d.lower <= expected + 1e-12 && d.upper >= expected - 1e-12);
        if (expected > 0)
            assert_true(d.upper - d.lower < 1e-9);
    }
}

/* Of the parts, each is a ball about its point, where the cloud stands. */
static void parts_are_balls(void **state)
{
    (void)state;
    const double points[] = {1, 0, 0, 0, 2, 0};
    lw_shape_def cloud = cloud_of(points, 2, 0.25);
    cloud.rounding = 0.125;
    lw_part parts[2];
    lw_cloud_parts(&cloud, lw_pose_in(lw_pose_from_rpy((lw_vec3){0, 0, 3}, 0, 0, 0)), parts);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(parts[i].shape.core, LW_CORE_POINT);
        assert_true(parts[i].shape.radius == 0.375);
        assert_true(parts[i].at.position.x == points[3 * i] &&
                    parts[i].at.position.y == points[3 * i + 1] && parts[i].at.position.z == 3);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_clouds_are_refused),
        cmocka_unit_test(no_cloud_in_the_plane),
        cmocka_unit_test(points_are_joined_and_left_out),
        cmocka_unit_test(points_of_a_line_are_kept),
        cmocka_unit_test(parts_are_balls),
        cmocka_unit_test(blocks_claim_nothing_of_clouds),
        cmocka_unit_test(octrees_are_scaled),
        cmocka_unit_test(a_point_beside_the_ball_is_found),
        cmocka_unit_test(distances_are_of_the_nearest_points),
        cmocka_unit_test(clouds_are_as_spheres),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
