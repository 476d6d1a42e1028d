/* Tests lw_points_near_robots and lw_scene_filter_robots: against the distance of each point from the
 * robots' shapes, by brute force in long double; what is left of a scene; what is refused. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "allocation.h"
#include "seed.h"
#include "shape_kit.h"
#include "shape_oracle.h"

enum { LINKS = 4, POINTS = 300 };

/* A robot of some links with random shapes, which carries an object, at a random configuration. */
typedef struct trial {
    kit kit;
    lw_scene *scene;
    lw_motion *motion;
    double margin;
    double points[3 * POINTS];
    lw_pose pose; /* of the points */
} trial;

static void add_shapes(lw_random *random, trial *t, const char *link)
{
    lw_error e = {0};
    for (uint32_t i = lw_random_below(random, 3); i; i--)
        succeed(lw_scene_add_shape(t->scene, "r", link, &t->kit.defs[lw_random_below(random, SPACE)],
                                   random_pose(random, false, 0.3), &e),
                &e);
}

/* A scene without obstacles; the caller adds some, and freezes it. */
static void open_trial(lw_random *random, trial *t)
{
    lw_error e = {0};
    open_kit(random, false, &t->kit);
    succeed(lw_scene_create(&t->scene, &e), &e);
    succeed(lw_scene_add_robot(t->scene, "r", random_pose(random, false, 1), &e), &e);
    for (int i = 0; i < LINKS; i++) {
        char link[] = "link 0";
        char parent[] = "link 0";
        link[5] = (char)('0' + i);
        parent[5] = (char)('0' + i - 1);
        succeed(lw_scene_add_link(t->scene, "r", link, &e), &e);
        add_shapes(random, t, link);
        if (lw_random_below(random, 2))
            succeed(lw_scene_set_link_padding(t->scene, "r", link, lw_random_between(random, 0.7, 1.3),
                                              lw_random_between(random, 0, 0.2), &e),
                    &e);
        lw_joint_def joint = lw_default_joint();
        joint.name = link;
        joint.kind = LW_JOINT_CONTINUOUS;
        joint.parent = parent;
        joint.child = link;
        joint.axis = (lw_vec3){0.6, 0, 0.8};
        joint.origin = random_pose(random, false, 0.4);
        if (i)
            succeed(lw_scene_add_joint(t->scene, "r", &joint, &e), &e);
    }
    succeed(lw_scene_add_attached(t->scene, "r", "link 2", "tool",
                                  &t->kit.defs[lw_random_below(random, SPACE)],
                                  random_pose(random, false, 0.3), NULL, 0, &e),
            &e);
    t->margin = lw_random_below(random, 4) ? lw_random_between(random, 0.001, 0.3) : 1e-9;
    t->pose = random_pose(random, false, 0.5);
    for (size_t i = 0; i < 3 * POINTS; i++)
        t->points[i] = lw_random_between(random, -2, 2);
    t->points[0] = (double)NAN;
    t->points[4] = (double)INFINITY;
}

static void freeze(lw_random *random, trial *t)
{
    lw_error e = {0};
    double q[LINKS - 1];
    for (int i = 0; i < LINKS - 1; i++)
        q[i] = lw_random_between(random, -3, 3);
    succeed(lw_scene_freeze(t->scene, &e), &e);
    succeed(lw_motion_create(t->scene, &t->motion, &e), &e);
    succeed(lw_motion_set_segment(t->motion, lw_scene_joints(t->scene, NULL, NULL, &e), q, q, &e), &e);
}

static void close_trial(trial *t)
{
    lw_motion_destroy(t->motion);
    lw_scene_destroy(t->scene);
    close_kit(&t->kit);
}

/* The distance of a point of the world from the padded robot; below 0 inside. */
static long double oracle(const trial *t, wide_point p)
{
    lw_error e = {0};
    long double best = HUGE_VALL;
    for (size_t i = 0; i < lw_scene_body_count(t->scene); i++) {
        lw_body_info info = lw_default_body_info();
        lw_pose at;
        succeed(lw_scene_body_info(t->scene, i, &info, &e), &e);
        succeed(lw_motion_pose(t->motion, i, 0, &at, &e), &e);
        for (size_t k = 0; k < info.shape_count && info.robot >= 0; k++) {
            lw_body_shape shape = lw_default_body_shape();
            lw_shape_def def = lw_default_shape();
            succeed(lw_scene_body_shape(t->scene, i, k, &shape, &def, &e), &e);
            const wide_pose body = wide_pose_of(at);
            const wide_pose own = wide_pose_of(shape.pose);
            const wide_pose whole = wide_multiply(&body, &own);
            const wide_pose back = wide_inverse(&whole);
            const bool solid = def.mesh_mode == LW_MESH_SOLID && def.triangle_count != 3;
            const long double from = oracle_distance(&def, solid, wide_apply(&back, p));
            best = fminl(best, from - def.rounding - info.padding);
        }
    }
    return best;
}

static void points_are_near_as_shapes_are(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int sides[2] = {0, 0};
    for (int round = 0; round < test_rounds(300, 20000); round++) {
        trial t;
        lw_error e = {0};
        bool near_by[POINTS];
        open_trial(&random, &t);
        lw_shape_def room = lw_default_shape();
        room.kind = LW_SHAPE_BOX;
        room.size = (lw_vec3){9, 9, 9}; /* an obstacle at all points, which is no robot */
        succeed(lw_scene_add_obstacle(t.scene, "room", &room, lw_pose_identity(), &e), &e);
        freeze(&random, &t);
        succeed(lw_points_near_robots(t.motion, 0, t.margin, t.points, POINTS, t.pose, near_by, &e),
                &e);
        assert_true(!near_by[0] && !near_by[1]);
        for (size_t i = 2; i < POINTS; i++) {
            const double *point = t.points + 3 * i;
            const wide_pose at = wide_pose_of(t.pose);
            const long double d =
                oracle(&t, wide_apply(&at, (wide_point){{point[0], point[1], point[2]}}));
            if (fabsl(d - t.margin) < 5e-10L)
                continue;
            sides[d < t.margin]++;
            if (near_by[i] != (d < t.margin))
                fail_msg("round %d: point %zu is %.17Lg from the robot, and %snear by a margin of %g",
                         round, i, d, near_by[i] ? "" : "not ", t.margin);
        }
        close_trial(&t);
    }
    assert_true(sides[0] > 1000 && sides[1] > 1000);
}

/* A cube of mesh: its middle is far from all triangles, and near the robot where the mesh is solid. */
static void points_inside_meshes_are_near(void **state)
{
    (void)state;
    static const uint32_t faces[] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                     2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
    const double points[] = {0, 0, 0, 0.3, 0.2, -0.1, 0, 0, 1.009, 0, 0, 1.011, 0.98, 0, 0};
    double vertices[24];
    lw_error e = {0};
    for (int i = 0; i < 24; i++)
        vertices[i] = i / 3 >> i % 3 & 1 ? 1 : -1;
    for (int surface = 0; surface < 2; surface++) {
        lw_scene *scene = NULL;
        lw_motion *motion = NULL;
        bool out[5];
        lw_shape_def cube = lw_default_shape();
        cube.kind = LW_SHAPE_MESH;
        cube.vertices = vertices;
        cube.vertex_count = 8;
        cube.triangles = faces;
        cube.triangle_count = 12;
        cube.mesh_mode = surface ? LW_MESH_SURFACE : LW_MESH_SOLID;
        succeed(lw_scene_create(&scene, &e), &e);
        succeed(lw_scene_add_robot(scene, "r", lw_pose_identity(), &e), &e);
        succeed(lw_scene_add_link(scene, "r", "cube", &e), &e);
        succeed(lw_scene_add_shape(scene, "r", "cube", &cube, lw_pose_identity(), &e), &e);
        succeed(lw_scene_freeze(scene, &e), &e);
        succeed(lw_motion_create(scene, &motion, &e), &e);
        succeed(lw_points_near_robots(motion, 0, 0.01, points, 5, lw_pose_identity(), out, &e), &e);
        assert_true(out[0] == !surface && out[1] == !surface && out[2] && !out[3] &&
                    out[4] == !surface);
        lw_motion_destroy(motion);
        lw_scene_destroy(scene);
    }
}

/* The points of a body's cloud. */
static lw_shape_def cloud_of(const lw_scene *scene, const char *name, size_t index,
                             lw_body_shape *shape)
{
    lw_error e = {0};
    lw_shape_def def = lw_default_shape();
    *shape = lw_default_body_shape();
    const int64_t body = lw_scene_find_body(scene, name);
    assert_true(body >= 0);
    succeed(lw_scene_body_shape(scene, (size_t)body, index, shape, &def, &e), &e);
    assert_int_equal(def.kind, LW_SHAPE_CLOUD);
    return def;
}

/* Compares a filtered cloud with what the points of the original one say of themselves. */
static size_t compare(const trial *t, const lw_scene *copy, const char *name, size_t index, lw_pose at)
{
    lw_error e = {0};
    lw_body_shape shape;
    bool near_by[POINTS];
    size_t kept = 0;
    const lw_shape_def from = cloud_of(t->scene, name, index, &shape);
    succeed(lw_points_near_robots(t->motion, 0, t->margin, from.vertices, from.vertex_count, at,
                                  near_by, &e),
            &e);
    for (size_t i = 0; i < from.vertex_count; i++)
        kept += !near_by[i];
    if (!kept) {
        const int64_t body = lw_scene_find_body(copy, name);
        lw_body_info info = lw_default_body_info();
        if (!index) {
            assert_int_equal(body, -1);
            return from.vertex_count;
        }
        succeed(lw_scene_body_info(copy, (size_t)body, &info, &e), &e);
        assert_int_equal(info.shape_count, index);
        return from.vertex_count;
    }
    const lw_shape_def to = cloud_of(copy, name, index, &shape);
    assert_true(to.radius == from.radius && to.vertex_count == kept);
    assert_int_equal(shape.filtered, from.vertex_count - kept);
    for (size_t i = 0, k = 0; i < from.vertex_count; i++)
        if (!near_by[i])
            assert_memory_equal(to.vertices + 3 * k++, from.vertices + 3 * i, 3 * sizeof(double));
    return from.vertex_count - kept;
}

static void scenes_lose_the_points_on_robots(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 1};
    size_t lost = 0;
    int removed = 0;
    for (int round = 0; round < test_rounds(200, 5000); round++) {
        trial t;
        lw_error e = {0};
        lw_shape_def cloud = lw_default_shape();
        lw_shape_def box = lw_default_shape();
        lw_scene *copy = NULL;
        size_t count = 0;
        open_trial(&random, &t);
        if (round % 8 == 0)
            t.margin = 20; /* all points */
        cloud.kind = LW_SHAPE_CLOUD;
        cloud.radius = 0.01;
        cloud.vertices = t.points;
        cloud.vertex_count = round % 4 ? POINTS : 3;
        box.kind = LW_SHAPE_BOX;
        box.size = (lw_vec3){1, 1, 1};
        const lw_pose at = t.pose;
        succeed(lw_scene_add_obstacle(t.scene, "scan", &cloud, at, &e), &e);
        cloud.vertex_count = POINTS;
        succeed(lw_scene_add_obstacle(t.scene, "mixed", &box, random_pose(&random, false, 1), &e), &e);
        succeed(lw_scene_add_obstacle(t.scene, "mixed", &cloud, at, &e), &e);
        for (size_t i = 0; i < 9; i++)
            t.points[i] += 90;
        cloud.vertex_count = 3;
        succeed(lw_scene_add_obstacle(t.scene, "away", &cloud, at, &e), &e);
        succeed(lw_scene_allow_pair(t.scene, "scan", "tool", true, &e), &e);
        freeze(&random, &t);
        succeed(lw_scene_filter_robots(t.motion, 0, t.margin, &copy, &count, &e), &e);
        succeed(lw_scene_freeze(copy, &e), &e);
        size_t own = compare(&t, copy, "scan", 0, at);
        own += compare(&t, copy, "mixed", 1, at);
        own += compare(&t, copy, "away", 0, at);
        assert_int_equal(own, count);
        lost += count;
        const int64_t scan = lw_scene_find_body(copy, "scan");
        removed += scan < 0;
        if (scan >= 0)
            assert_int_equal(
                lw_scene_find_pair(copy, (size_t)scan, (size_t)lw_scene_find_body(copy, "tool")), -1);
        lw_scene_destroy(copy);
        close_trial(&t);
    }
    assert_true(lost > 1000 && removed > 0);
}

static void what_is_wrong_is_refused(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 2};
    trial t;
    lw_error e = {0};
    bool out[POINTS];
    lw_scene *copy = NULL;
    open_trial(&random, &t);
    lw_shape_def cloud = lw_default_shape();
    cloud.kind = LW_SHAPE_CLOUD;
    cloud.radius = 0.01;
    cloud.vertices = t.points;
    cloud.vertex_count = POINTS;
    succeed(lw_scene_add_obstacle(t.scene, "scan", &cloud, t.pose, &e), &e);
    freeze(&random, &t);
    const double bad[] = {0, 9e-10, -1, (double)NAN, (double)INFINITY, 2e9};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(lw_points_near_robots(t.motion, 0, bad[i], t.points, POINTS, t.pose, out, &e),
                         LW_ERROR_ARGUMENT);
        assert_non_null(strstr(e.message, "the margin about robots is"));
        assert_int_equal(lw_scene_filter_robots(t.motion, 0, bad[i], &copy, NULL, &e),
                         LW_ERROR_ARGUMENT);
    }
    assert_int_equal(lw_points_near_robots(NULL, 0, 1, t.points, POINTS, t.pose, out, &e),
                     LW_ERROR_ARGUMENT);
    assert_int_equal(lw_points_near_robots(t.motion, 0, 1, NULL, POINTS, t.pose, out, &e),
                     LW_ERROR_ARGUMENT);
    assert_int_equal(lw_points_near_robots(t.motion, 0, 1, t.points, POINTS, t.pose, NULL, &e),
                     LW_ERROR_ARGUMENT);
    assert_int_equal(lw_points_near_robots(t.motion, 0, 1, NULL, 0, t.pose, NULL, &e), LW_OK);
    assert_int_equal(lw_points_near_robots(t.motion, 2, 1, t.points, POINTS, t.pose, out, &e),
                     LW_ERROR_ARGUMENT);
    const lw_pose none = {{0, 0, 0}, {0, 0, 0, 0}};
    assert_int_equal(lw_points_near_robots(t.motion, 0, 1, t.points, POINTS, none, out, &e),
                     LW_ERROR_ARGUMENT);
    assert_int_equal(lw_scene_filter_robots(NULL, 0, 1, &copy, NULL, &e), LW_ERROR_ARGUMENT);
    assert_int_equal(lw_scene_filter_robots(t.motion, 0, 1, NULL, NULL, &e), LW_ERROR_ARGUMENT);
    assert_null(copy);
    for (size_t n = 1, failed = 1; failed; n++) {
        allocation_fail(n);
        lw_status status = lw_scene_filter_robots(t.motion, 0, 1, &copy, NULL, &e);
        failed = allocation_failed();
        allocation_fail(0);
        assert_int_equal(status, failed ? LW_ERROR_MEMORY : LW_OK);
        lw_scene_destroy(copy);
        copy = NULL;
    }
    close_trial(&t);

    lw_scene *flat = NULL;
    lw_motion *motion = NULL;
    succeed(lw_scene_create(&flat, &e), &e);
    succeed(lw_scene_set_dimension(flat, 2, &e), &e);
    succeed(lw_scene_freeze(flat, &e), &e);
    succeed(lw_motion_create(flat, &motion, &e), &e);
    assert_int_equal(lw_scene_filter_robots(motion, 0, 1, &copy, NULL, &e), LW_ERROR_ARGUMENT);
    assert_non_null(strstr(e.message, "in the plane"));
    lw_motion_destroy(motion);
    lw_scene_destroy(flat);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_are_near_as_shapes_are),
        cmocka_unit_test(points_inside_meshes_are_near),
        cmocka_unit_test(scenes_lose_the_points_on_robots),
        cmocka_unit_test(what_is_wrong_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
