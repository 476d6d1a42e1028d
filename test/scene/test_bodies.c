/* Bodies: names, the growing of links, the frame of the geometry, and the bound on the distance of a
 * body from each axis of its chain. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "motion/forward_kinematics.h"
#include "random_robot.h"
#include "seed.h"
#include "small_scene.h"

static const lw_body *body_named(const lw_scene *scene, const char *name)
{
    for (size_t i = 0; i < lw_scene_body_count(scene); i++)
        if (!strcmp(lw_scene_body_name(scene, i), name))
            return lw_frozen_body(scene->frozen, i);
    fail_msg("no body is named %s", name);
    return NULL;
}

/* links with their robot's name where there are several robots, objects by their id, obstacles last */
static void bodies_have_the_names_that_verdicts_give(void **state)
{
    (void)state;
    lw_error e = {0};
    for (int robots = 1; robots <= 2; robots++) {
        lw_scene *scene = new_scene();
        lw_shape_def shape = sphere_of(1);
        succeed(lw_scene_add_obstacle(scene, "table", &shape, lw_pose_identity(), &e), &e);
        add_chain(scene, "r", (lw_joint_kind[]){LW_JOINT_REVOLUTE}, 1);
        if (robots == 2)
            add_chain(scene, "s", (lw_joint_kind[]){LW_JOINT_REVOLUTE}, 1);
        succeed(lw_scene_add_attached(scene, "r", "l1", "cup", &shape, lw_pose_identity(), NULL, 0, &e),
                &e);
        succeed(lw_scene_add_link(scene, "r", "bare", &e), &e);
        lw_joint_def joint = joint_of("j", LW_JOINT_REVOLUTE, "l1", "bare");
        succeed(lw_scene_add_joint(scene, "r", &joint, &e), &e);
        succeed(lw_scene_freeze(scene, &e), &e);
        const char *const one[] = {"l0", "l1", "cup", "table"};
        const char *const two[] = {"r/l0", "r/l1", "s/l0", "s/l1", "cup", "table"};
        size_t count = robots == 1 ? 4 : 6;
        assert_int_equal(lw_scene_body_count(scene), count);
        assert_int_equal(lw_scene_robot_count(scene), robots);
        for (size_t i = 0; i < count; i++)
            assert_string_equal(lw_scene_body_name(scene, i), robots == 1 ? one[i] : two[i]);
        assert_null(lw_scene_body_name(scene, count));
        assert_string_equal(lw_scene_robot_name(scene, 0), "r");
        assert_null(lw_scene_robot_name(scene, (size_t)robots));
        /* an attached object moves with its link */
        const lw_body *cup = body_named(scene, "cup");
        assert_int_equal(cup->elementary, body_named(scene, robots == 1 ? "l1" : "r/l1")->elementary);
        lw_scene_destroy(scene);
    }
}

static void bodies_of_one_name_are_refused(void **state)
{
    (void)state;
    lw_error e = {0};
    lw_shape_def shape = sphere_of(1);
    lw_scene *scene = new_scene();
    add_chain(scene, "r", (lw_joint_kind[]){LW_JOINT_REVOLUTE}, 1);
    succeed(lw_scene_add_obstacle(scene, "l1", &shape, lw_pose_identity(), &e), &e);
    refused(lw_scene_freeze(scene, &e), LW_ERROR_NAME, &e, "two bodies are named \"l1\"");
    lw_scene_destroy(scene);
    scene = new_scene();
    add_chain(scene, "r", NULL, 0);
    add_chain(scene, "s", NULL, 0);
    succeed(lw_scene_add_obstacle(scene, "l0", &shape, lw_pose_identity(), &e), &e);
    succeed(lw_scene_freeze(scene, &e), &e); /* the links are r/l0 and s/l0 */
    lw_scene_destroy(scene);
}

/* sizes times the scale; the padding is the body's, not the shapes' */
static void links_grow_as_told(void **state)
{
    (void)state;
    lw_error e = {0};
    const double points[] = {3, 0, 0, -1, 0, 0, 1, 2, 0, 1, -2, 0};
    lw_shape_def shapes[7];
    shapes[0] = lw_default_shape();
    for (int i = 0; i < 7; i++) {
        static const lw_shape_kind kinds[] = {LW_SHAPE_SPHERE,   LW_SHAPE_CAPSULE, LW_SHAPE_BOX,
                                              LW_SHAPE_CYLINDER, LW_SHAPE_CONE,    LW_SHAPE_POLYTOPE,
                                              LW_SHAPE_ELLIPSOID};
        shapes[i] = lw_default_shape();
        shapes[i].kind = kinds[i];
        shapes[i].radius = 0.5;
        shapes[i].length = 2;
        shapes[i].size = v3(1, 2, 3);
        shapes[i].rounding = 0.25;
        shapes[i].vertices = points;
        shapes[i].vertex_count = 4;
    }
    for (int named = 0; named < 2; named++) {
        lw_scene *scene = new_scene();
        add_chain(scene, "r", NULL, 0);
        for (int i = 0; i < 7; i++) {
            char link[16];
            char joint[16];
            snprintf(link, sizeof link, "s%d", i);
            snprintf(joint, sizeof joint, "t%d", i);
            succeed(lw_scene_add_link(scene, "r", link, &e), &e);
            succeed(lw_scene_add_shape(scene, "r", link, &shapes[i], lw_pose_identity(), &e), &e);
            lw_joint_def def = joint_of(joint, LW_JOINT_REVOLUTE, "l0", link);
            succeed(lw_scene_add_joint(scene, "r", &def, &e), &e);
            if (named)
                succeed(lw_scene_set_link_padding(scene, "r", link, 2, 0.125, &e), &e);
        }
        /* for all links; links that are named keep theirs, in any order */
        succeed(lw_scene_set_link_padding(scene, NULL, NULL, named ? 7 : 2, named ? 7 : 0.125, &e), &e);
        succeed(lw_scene_freeze(scene, &e), &e);
        const lw_convex *grown[7];
        assert_near(body_named(scene, "l0")->padding, named ? 7 : 0.125, 0);
        for (int i = 0; i < 7; i++) {
            char link[16];
            snprintf(link, sizeof link, "s%d", i);
            grown[i] = &body_named(scene, link)->geometry->parts[0].shape;
            assert_near(body_named(scene, link)->padding, 0.125, 0);
        }
        assert_near(grown[0]->radius, 2 * 0.5 + 2 * 0.25, 1e-15);
        assert_near(grown[1]->radius, 2 * 0.5 + 2 * 0.25, 1e-15);
        assert_near(grown[1]->half.z, 2, 1e-15);
        assert_near(norm(sub(grown[2]->half, v3(1, 2, 3))), 0, 1e-15);
        for (int i = 3; i < 5; i++) {
            assert_near(grown[i]->half.x, 1, 1e-15);
            assert_near(grown[i]->half.z, 2, 1e-15);
        }
        assert_near(norm(sub(grown[6]->half, v3(1, 2, 3))), 0, 1e-15);
        for (int i = 2; i < 7; i++)
            assert_near(grown[i]->radius, 0.5, 1e-15); /* the rounding */
        /* twice as far away from their mean (1, 0, 0) */
        const vec3 wanted[] = {{5, 0, 0}, {-3, 0, 0}, {1, 4, 0}, {1, -4, 0}};
        const lw_polytope *polytope = grown[5]->polytope;
        assert_int_equal(polytope->vertex_count, 4);
        for (uint32_t i = 0; i < 4; i++)
            assert_near(norm(sub(polytope->vertices[i], wanted[polytope->given[i]])), 0, 1e-14);
        lw_scene_destroy(scene);
    }
}

static void a_mesh_is_as_solid_as_it_and_its_scene_say(void **state)
{
    (void)state;
    lw_error e = {0};
    const double vertices[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const uint32_t triangles[] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
    for (int which = 0; which < 4; which++) {
        lw_scene *scene = new_scene();
        lw_shape_def mesh = lw_default_shape();
        mesh.kind = LW_SHAPE_MESH;
        mesh.vertices = vertices;
        mesh.vertex_count = 4;
        mesh.triangles = triangles;
        mesh.triangle_count = 4;
        mesh.mesh_mode = which & 1 ? LW_MESH_SURFACE : LW_MESH_SOLID;
        succeed(lw_scene_set_mesh_mode(scene, which & 2 ? LW_MESH_SURFACE : LW_MESH_SOLID, &e), &e);
        lw_pose at = lw_pose_from_rpy(v3(1, 2, 3), 0.5, 0, 0);
        succeed(lw_scene_add_obstacle(scene, "tooth", &mesh, at, &e), &e);
        if (which == 3)
            succeed(lw_scene_add_obstacle(scene, "tooth", &mesh, lw_pose_identity(), &e), &e);
        succeed(lw_scene_freeze(scene, &e), &e);
        const lw_body *body = lw_frozen_body(scene->frozen, 0);
        assert_int_equal(body->geometry->solid_count, which == 0);
        assert_int_equal(body->geometry->triangle_count, which == 3 ? 8 : 4);
        /* one shape: the geometry's frame is the shape's; several: the world's */
        assert_near(body->local.position.z, which == 3 ? 0 : 3, 0);
        lw_scene_destroy(scene);
    }
}

/* An outline that is not convex is scaled as a whole: its parts go on sharing their borders. */
static void outlines_are_scaled_as_a_whole(void **state)
{
    (void)state;
    lw_error e = {0};
    const double corner[] = {0, 0, 0, 3, 0, 0, 3, 1, 0, 1, 1, 0, 1, 3, 0, 0, 3, 0};
    lw_scene *scene = new_scene();
    succeed(lw_scene_set_dimension(scene, 2, &e), &e);
    lw_shape_def shape = lw_default_shape();
    shape.kind = LW_SHAPE_POLYGON;
    shape.vertices = corner;
    shape.vertex_count = 6;
    succeed(lw_scene_add_robot(scene, "r", lw_pose_identity(), &e), &e);
    succeed(lw_scene_add_link(scene, "r", "l", &e), &e);
    succeed(lw_scene_add_shape(scene, "r", "l", &shape, lw_pose_identity(), &e), &e);
    succeed(lw_scene_set_link_padding(scene, "r", "l", 3, 0, &e), &e);
    succeed(lw_scene_freeze(scene, &e), &e);
    const lw_body *body = body_named(scene, "l");
    /* every vertex is one of the outline's, three times as far from their mean (4/3, 4/3) */
    assert_int_equal(body->polygon_count, 2);
    for (uint32_t i = 0; i < body->polygon_count; i++)
        for (uint32_t k = 0; k < body->polygons[i]->count; k++) {
            vec3 p = v3(body->polygons[i]->vertices[k].x, body->polygons[i]->vertices[k].y, 0);
            double nearest = HUGE_VAL;
            for (size_t v = 0; v < 6; v++)
                nearest = fmin(nearest, norm(sub(p, v3(3 * corner[3 * v] - 8.0 / 3,
                                                       3 * corner[3 * v + 1] - 8.0 / 3, 0))));
            assert_near(nearest, 0, 1e-14);
        }
    lw_scene_destroy(scene);
}

/* The distance of a link with a shape from a wall that begins at x = 1, and the notices. */
static lw_distance distance_from_wall(const lw_shape_def *shape, bool turned_round, notices *noticed)
{
    lw_error e = {0};
    lw_distance found;
    lw_scene *scene = new_scene();
    lw_motion *still = NULL;
    lw_checker *checker = NULL;
    lw_shape_def wall = lw_default_shape();
    wall.kind = LW_SHAPE_BOX;
    wall.size = v3(1, 10, 10);
    lw_pose at = lw_pose_identity();
    at.position.x = 1.5;
    lw_scene_on_notice(scene, take_notice, noticed);
    add_chain(scene, "r", NULL, 0);
    succeed(lw_scene_add_link(scene, "r", "part", &e), &e);
    lw_joint_def joint = joint_of("j", LW_JOINT_FIXED, "l0", "part");
    joint.origin.position.x = 0;
    succeed(lw_scene_add_joint(scene, "r", &joint, &e), &e);
    succeed(lw_scene_add_shape(scene, "r", "part", turned_round ? &wall : shape,
                               turned_round ? at : lw_pose_identity(), &e),
            &e);
    succeed(lw_scene_add_obstacle(scene, "other", turned_round ? shape : &wall,
                                  turned_round ? lw_pose_identity() : at, &e),
            &e);
    succeed(lw_scene_allow_pair(scene, "l0", NULL, true, &e), &e);
    succeed(lw_scene_freeze(scene, &e), &e);
    succeed(lw_motion_create(scene, &still, &e), &e);
    succeed(lw_checker_create(scene, &checker, &e), &e);
    assert_int_equal(lw_scene_pair_count(scene), 1);
    succeed(lw_pair_distance(checker, still, 0, 0, &found, &e), &e);
    lw_checker_destroy(checker);
    lw_motion_destroy(still);
    lw_scene_destroy(scene);
    return found;
}

/* The rounding of a mesh is of its body, of a robot or not, solid or not; a triangle without area is a
 * capsule then. */
static void meshes_are_rounded(void **state)
{
    (void)state;
    const double vertices[] = {0, 0, 0, 0.5, 0, 0, 0, 0.5, 0, 0, 0, 0.5, 0.75, 0, 0.25, 0.5, 0, 0.25};
    const uint32_t triangles[] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3, 5, 4, 5};
    lw_shape_def mesh = lw_default_shape();
    mesh.kind = LW_SHAPE_MESH;
    mesh.vertices = vertices;
    mesh.triangles = triangles;
    for (int which = 0; which < 8; which++) {
        bool needle = which & 4;
        mesh.mesh_mode = which & 1 ? LW_MESH_SURFACE : LW_MESH_SOLID;
        mesh.vertex_count = needle ? 6 : 4;
        mesh.triangle_count = needle ? 5 : 4;
        for (int tenth = 0; tenth < 8; tenth++) {
            mesh.rounding = 0.1 * tenth;
            notices noticed = {0};
            lw_distance found = distance_from_wall(&mesh, which & 2, &noticed);
            double gap = (needle ? 0.25 : 0.5) - mesh.rounding;
            assert_near(fmax(0, found.upper), fmax(0, gap), 1e-12);
            assert_near(fmax(0, found.lower), fmax(0, gap), 1e-12);
            /* to move away from the wall is one way out */
            assert_true(found.lower <= found.upper && found.upper >= gap - 1e-12);
            if (gap > 1e-9) {
                int mine = which & 2 ? 1 : 0;
                assert_near(found.points[mine].x, 1 - gap, 1e-12);
                assert_near(fabs(found.normal.x), 1, 1e-12);
            } else if (gap < -1e-9) {
                assert_near(found.depth, -gap, 1e-9);
            }
            assert_int_equal(noticed.count, needle);
            if (needle)
                assert_non_null(strstr(noticed.last, mesh.rounding > 0 ? "a capsule" : "a segment"));
        }
    }
}

/* in random configurations, no point of a body is farther from an axis than its arm says */
static void no_point_is_beyond_its_arms(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    double tightest = HUGE_VAL;
    for (int round = test_rounds(400, 5000); round > 0; round--) {
        world_options options = {1, 8, 1};
        world *w = world_random(&random, &options);
        world_motion *m = world_motion_create(w);
        const lw_frozen *frozen = w->scene->frozen;
        lw_arena arena = {0};
        lw_kinematics kinematics;
        assert_int_equal(lw_kinematics_create(&arena, w->scene, &kinematics, NULL), LW_OK);
        for (int k = 0; k < 6; k++) {
            world_motion_random(&random, w, WORLD_ANY, m);
            size_t piece = lw_random_below(&random, (uint32_t)m->motion->pieces.count);
            double t = m->motion->pieces.items[piece].begin;
            lw_kinematics_sample(&kinematics, m->motion, piece, t, 0);
            long double values[WORLD_JOINTS][7];
            wide_pose links[WORLD_LINKS];
            wide_values(w, m, t, values);
            wide_links(w, values, links);
            for (size_t l = 0; l < w->link_count; l++) {
                if (frozen->chains->links[l].body < 0)
                    continue;
                const lw_body *body = lw_frozen_body(frozen, frozen->chains->links[l].body);
                wide_point in_link[WIDE_POINTS];
                wide_point in_body[WIDE_POINTS];
                size_t count = wide_points(&random, &w->links[l], in_link, in_body);
                const double *lever_arm = frozen->lever_arms + body->first_lever_arm;
                for (int32_t f = body->elementary; f >= 0;
                     f = frozen->chains->elementary[f].parent, lever_arm++) {
                    if (frozen->chains->elementary[f].kind != LW_ELEMENTARY_REVOLUTE)
                        continue;
                    pose axis = kinematics.elementary[f].frame;
                    for (size_t i = 0; i < count; i++) {
                        wide_point p = wide_apply(&links[l], in_link[i]);
                        vec3 from =
                            sub(v3((double)p.x[0], (double)p.x[1], (double)p.x[2]), axis.position);
                        double distance = norm(cross(from, axis.rotation.z));
                        double error = kinematics.error[frozen->chains->links[l].body];
                        if (distance > *lever_arm + error)
                            fail_msg("a point is %.17g from an axis, its arm is %.17g", distance,
                                     *lever_arm);
                        tightest = fmin(tightest, *lever_arm / distance);
                    }
                }
                assert_int_equal(lever_arm - frozen->lever_arms,
                                 body->first_lever_arm + body->lever_arm_count);
            }
        }
        lw_arena_free(&arena);
        world_motion_free(m);
        world_free(w);
    }
    assert_true(tightest < 1.01);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_have_the_names_that_verdicts_give),
        cmocka_unit_test(bodies_of_one_name_are_refused),
        cmocka_unit_test(links_grow_as_told),
        cmocka_unit_test(a_mesh_is_as_solid_as_it_and_its_scene_say),
        cmocka_unit_test(outlines_are_scaled_as_a_whole),
        cmocka_unit_test(meshes_are_rounded),
        cmocka_unit_test(no_point_is_beyond_its_arms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
