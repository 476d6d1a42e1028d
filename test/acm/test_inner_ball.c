/* Tests acm/inner_ball.h: each ball that is given as inside a body, against the body's distance. */
#include "acm/inner_ball.h"

#include "random_robot.h"
#include "scene/frozen.h"
#include "seed.h"
#include "small_scene.h"

/* Whether a point is in a body: in a part, or in a solid. */
static bool holds(const lw_geometry *geometry, vec3 p)
{
    lw_convex point = {.core = LW_CORE_POINT};
    for (uint32_t i = 0; i < geometry->part_count; i++) {
        lw_bracket bracket;
        pose at = relative(geometry->parts[i].at, (pose){mat3_identity(), p});
        lw_convex_distance(&geometry->parts[i].shape, &point, &at, NULL, &bracket);
        if (bracket.lower <= 1e-12 * (1 + geometry->extent))
            return true;
    }
    for (uint32_t i = 0; i < geometry->solid_count; i++)
        if (lw_mesh_contains(geometry->solids[i], p))
            return true;
    return false;
}

static void check_ball(lw_random *random, const lw_geometry *geometry, vec3 p, size_t *found)
{
    double radius = lw_inner_ball(geometry, p, 0, true);
    assert_true(radius >= 0);
    if (!(radius > 0))
        return;
    ++*found;
    for (int i = 0; i < 40; i++) {
        vec3 u = v3(lw_random_between(random, -1, 1), lw_random_between(random, -1, 1),
                    lw_random_between(random, -1, 1));
        if (i < 6)
            u = v3(i / 2 == 0, i / 2 == 1, i / 2 == 2);
        if (norm(u) > 0)
            assert_true(
                holds(geometry, add_scaled(p, (i % 2 ? -1 : 1) * radius * (1 - 1e-9) / norm(u), u)));
    }
}

static void test_random_bodies(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    size_t found = 0;
    for (int round = 0; round < test_rounds(300, 20000); round++) {
        world *w = world_random(&random, &(world_options){1, 6, 1});
        for (size_t i = 0; i < w->scene->frozen->moving_count; i++) {
            const lw_geometry *geometry = w->scene->frozen->moving[i].geometry;
            lw_inner_points points;
            lw_inner_points_find(geometry, &points);
            assert_true(points.count > 0 && points.count <= LW_MOST_INNER_POINTS);
            for (size_t k = 0; k < points.count; k++)
                check_ball(&random, geometry, points.points[k], &found);
            for (int k = 0; k < 10; k++) {
                vec3 p = v3(lw_random_between(&random, -1, 1), lw_random_between(&random, -1, 1),
                            lw_random_between(&random, -1, 1));
                check_ball(&random, geometry, add_scaled(geometry->center, geometry->radius, p),
                           &found);
            }
        }
        world_free(w);
    }
    printf("%zu balls\n", found);
    assert_true(found > 1000);
}

/* the radius of the ball about a point of the shape's frame, for a body of one shape */
static double ball_in(const lw_shape_def *shape, vec3 p, double error, bool is_seed)
{
    lw_error e = {0};
    lw_scene *scene = new_scene();
    succeed(lw_scene_add_robot(scene, "r", lw_pose_identity(), &e), &e);
    succeed(lw_scene_add_link(scene, "r", "l", &e), &e);
    succeed(lw_scene_add_shape(scene, "r", "l", shape, lw_pose_identity(), &e), &e);
    succeed(lw_scene_freeze(scene, &e), &e);
    double radius = lw_inner_ball(scene->frozen->moving[0].geometry, p, error, is_seed);
    lw_scene_destroy(scene);
    return radius;
}

static void test_known_balls(void **state)
{
    (void)state;
    lw_shape_def shape = lw_default_shape();
    shape.radius = 0.5;
    shape.length = 2;
    shape.size = (lw_vec3){1, 2, 4};
    assert_near(ball_in(&shape, v3(0.2, 0, 0), 0, false), 0.3, 1e-12);
    assert_near(ball_in(&shape, v3(0.2, 0, 0), 0.1, false), 0.2, 1e-12);
    assert_true(ball_in(&shape, v3(0.2, 0, 0), 0.31, false) == 0);
    shape.kind = LW_SHAPE_CAPSULE;
    assert_near(ball_in(&shape, v3(0.1, 0, 0.9), 0, false), 0.4, 1e-12);
    assert_near(ball_in(&shape, v3(0, 0, 1.2), 0, false), 0.3, 1e-12);
    shape.kind = LW_SHAPE_BOX;
    assert_near(ball_in(&shape, v3(0.1, 0.7, -1.8), 0, false), 0.2, 1e-12);
    assert_near(ball_in(&shape, v3(0.1, -0.9, 1.8), 0, false), 0.1, 1e-12);
    assert_near(ball_in(&shape, v3(-0.45, 0, 0), 0, false), 0.05, 1e-12);
    shape.kind = LW_SHAPE_CYLINDER;
    assert_near(ball_in(&shape, v3(0.3, 0, 0.2), 0, false), 0.2, 1e-12);
    assert_near(ball_in(&shape, v3(0.1, 0, -0.9), 0, false), 0.1, 1e-12);
    shape.kind = LW_SHAPE_CONE; /* its side has the slope 0.5 : 2 */
    assert_near(ball_in(&shape, v3(0, 0, 0), 0, false), 0.5 / sqrt(0.25 + 4), 1e-12);
    assert_near(ball_in(&shape, v3(0, 0, -0.95), 0, false), 0.05, 1e-12);
    shape.rounding = 0.25;
    assert_near(ball_in(&shape, v3(0, 0, -0.95), 0, false), 0.3, 1e-12);
    shape.kind = LW_SHAPE_ELLIPSOID; /* semi-axes 0.5, 1, 2 */
    assert_near(ball_in(&shape, v3(0.3, 0, 0), 0, false), 0.45, 1e-12);
    assert_near(ball_in(&shape, v3(0, 0, 0), 0, false), 0.75, 1e-12);
    /* near the long tip, where the radii of curvature are 0.125 and 0.5 */
    assert_near(ball_in(&shape, v3(0, 0, 1.9), 0, false), 0.35, 1e-12);
    assert_true(ball_in(&shape, v3(0.5, 0.1, 0), 0, false) == 0);
}

/* A cube as a mesh, closed or with a hole that is repaired: in a repaired solid a point is proven to be
 * inside only if it is the seed. */
static void test_open_meshes(void **state)
{
    (void)state;
    static const double corners[] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0,
                                     0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1};
    static const uint32_t sides[] = {0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4,
                                     1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7};
    lw_shape_def mesh = lw_default_shape();
    mesh.kind = LW_SHAPE_MESH;
    mesh.vertices = corners;
    mesh.vertex_count = 8;
    mesh.triangles = sides;
    mesh.triangle_count = 12;
    vec3 p = v3(0.5, 0.5, 0.3);
    assert_near(ball_in(&mesh, p, 0, false), 0.3, 1e-12);
    assert_near(ball_in(&mesh, p, 0, true), 0.3, 1e-12);
    assert_true(ball_in(&mesh, v3(0.5, 0.5, -0.3), 0, true) == 0);
    mesh.triangle_count = 11; /* a hole of one triangle is closed again */
    assert_true(ball_in(&mesh, p, 0, false) == 0);
    assert_true(ball_in(&mesh, p, 0, true) > 0.2);
    mesh.mesh_mode = LW_MESH_SURFACE;
    assert_true(ball_in(&mesh, p, 0, true) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_bodies),
        cmocka_unit_test(test_known_balls),
        cmocka_unit_test(test_open_meshes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
