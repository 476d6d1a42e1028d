/* scene/body_hulls.h: several threads find the same hulls while a scene is frozen as one thread finds,
 * to the bit; errors are those of one thread, too. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "allocation.h"
#include "certify.h"
#include "scene/body_hulls.h"
#include "scene/frozen.h"
#include "seed.h"
#include "small_scene.h"

enum { MOST = 150 };

/* Corners on a ball, in a heap or on a coarse grid; some flat, straight or in one place. */
static void draw_corners(lw_random *random, double *corners, size_t count)
{
    uint32_t kind = lw_random_below(random, 3);
    uint32_t widths = lw_random_below(random, 6) ? 3 : lw_random_below(random, 3);
    for (size_t i = 0; i < count; i++) {
        vec3 p = kind == 0 ? random_direction(random) : random_vector(random, 1);
        if (kind == 1)
            p = v3(floor(3 * p.x), floor(3 * p.y), floor(3 * p.z));
        const double each[3] = {p.x, p.y, p.z};
        for (uint32_t k = 0; k < 3; k++)
            corners[3 * i + k] = k < widths ? each[k] : 0.5;
    }
}

static void add_polytope(lw_random *random, lw_scene *scene, const char *id, size_t most)
{
    lw_error e = {0};
    double corners[3 * MOST];
    lw_shape_def def = lw_default_shape();
    def.kind = LW_SHAPE_POLYTOPE;
    def.vertices = corners;
    def.vertex_count = 1 + lw_random_below(random, (uint32_t)most);
    draw_corners(random, corners, def.vertex_count);
    succeed(lw_scene_add_obstacle(scene, id, &def, lw_pose_identity(), &e), &e);
}

/* Obstacles of polytopes, every fifth of two, with boxes, a shared polytope and a mesh between; and a
 * link that is a polytope, twice as large as given. */
static lw_scene *scattered(lw_random *random, size_t count, size_t most)
{
    static const double corners[] = {0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3};
    static const uint32_t triangles[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    lw_error e = {0};
    lw_scene *scene = new_scene();
    lw_shape *shared = NULL;
    lw_shape_def def = lw_default_shape();
    def.vertices = corners;
    def.vertex_count = 4;
    def.triangles = triangles;
    def.triangle_count = 4;
    def.kind = LW_SHAPE_MESH;
    succeed(lw_scene_add_obstacle(scene, "mesh", &def, lw_pose_identity(), &e), &e);
    def.kind = LW_SHAPE_POLYTOPE;
    succeed(lw_shape_create(&def, &shared, &e), &e);
    succeed(lw_scene_add_robot(scene, "robot", lw_pose_identity(), &e), &e);
    succeed(lw_scene_add_link(scene, "robot", "link", &e), &e);
    succeed(lw_scene_add_shape(scene, "robot", "link", &def, lw_pose_identity(), &e), &e);
    succeed(lw_scene_set_link_padding(scene, "robot", "link", 2, 0, &e), &e);
    for (size_t i = 0; i < count; i++) {
        char id[32];
        snprintf(id, sizeof id, "box%zu", i);
        lw_shape_def box = lw_default_shape();
        box.kind = LW_SHAPE_BOX;
        box.size = (lw_vec3){1, 2, 3};
        if (i % 3 == 0)
            succeed(lw_scene_add_obstacle(scene, id, &box, lw_pose_identity(), &e), &e);
        snprintf(id, sizeof id, "shared%zu", i);
        if (i % 7 == 0)
            succeed(lw_scene_add_shared_obstacle(scene, id, shared, lw_pose_identity(), &e), &e);
        snprintf(id, sizeof id, "o%zu", i);
        add_polytope(random, scene, id, most);
        if (i % 5 == 0)
            add_polytope(random, scene, id, most);
    }
    lw_shape_destroy(shared);
    return scene;
}

#define expect_same(a, b, count) assert_memory_equal((a), (b), (count) * sizeof *(a))

static void expect_polytope(const lw_polytope *a, const lw_polytope *b)
{
    assert_int_equal(a->vertex_count, b->vertex_count);
    assert_int_equal(a->facet_count, b->facet_count);
    assert_int_equal(a->block_count, b->block_count);
    assert_int_equal(a->cells_along, b->cells_along);
    assert_int_equal(a->is_centered, b->is_centered);
    expect_same(a->vertices, b->vertices, a->vertex_count);
    expect_same(a->given, b->given, a->vertex_count);
    if (a->facet_count)
        expect_same(a->facets, b->facets, a->facet_count);
    expect_same(a->blocks, b->blocks, a->block_count);
    expect_same(&a->center, &b->center, 1);
    expect_same(&a->extent, &b->extent, 1);
    expect_same(&a->stretch, &b->stretch, 1);
}

/* The polytope that one thread makes of a shape of the model. */
static lw_polytope *alone(lw_arena *arena, const lw_model_shape *shape)
{
    lw_polytope *polytope = NULL;
    assert_int_equal(
        lw_polytope_create(arena, shape->def.vertices, shape->def.vertex_count, &polytope, NULL),
        LW_OK);
    return polytope;
}

static void test_threads(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int round = 0; round < test_rounds(12, 600); round++) {
        lw_scene *scene = scattered(&random, 60, lw_random_below(&random, 2) ? 40 : MOST);
        const lw_model *model = &scene->model;
        for (unsigned threads = 1; threads <= 8; threads *= 2) {
            lw_body_hulls hulls;
            lw_body_hulls_begin(scene, threads, &hulls);
            assert_int_equal(hulls.found != NULL, threads > 1);
            for (size_t i = 0; i < model->shapes.count; i++)
                assert_null(lw_body_hull(&hulls, i)); /* not before the end */
            lw_body_hulls_end(&hulls);
            for (size_t i = 0; i < model->shapes.count; i++) {
                const lw_model_shape *shape = &model->shapes.items[i];
                const lw_found_hull *hull = lw_body_hull(&hulls, i);
                bool own = shape->object >= 0 && shape->def.kind == LW_SHAPE_POLYTOPE && !shape->shared;
                assert_int_equal(hull != NULL, own && threads > 1);
                if (!hull)
                    continue;
                lw_arena arena = {0};
                lw_polytope *polytope = NULL;
                assert_int_equal(lw_polytope_from_hull(&arena, shape->def.vertices,
                                                       shape->def.vertex_count, hull, &polytope, NULL),
                                 LW_OK);
                expect_polytope(polytope, alone(&arena, shape));
                lw_arena_free(&arena);
            }
            lw_body_hulls_free(&hulls);
        }
        lw_scene_destroy(scene);
    }
}

/* No threads for hulls with too few points for two, nor for bodies that the original scene has. */
static void test_few(void **state)
{
    (void)state;
    lw_error e = {0};
    lw_random random = {test_seed()};
    lw_body_hulls hulls;
    lw_scene *scene = scattered(&random, 15, 40);
    lw_body_hulls_begin(scene, 8, &hulls);
    assert_null(hulls.found);
    lw_body_hulls_free(&hulls);
    lw_scene_destroy(scene);
    scene = scattered(&random, 100, 40);
    succeed(lw_scene_freeze(scene, &e), &e);
    lw_scene *next = NULL;
    lw_shape_def ball = sphere_of(1);
    succeed(lw_scene_copy(scene, &next, &e), &e);
    succeed(lw_scene_add_obstacle(next, "ball", &ball, lw_pose_identity(), &e), &e);
    lw_body_hulls_begin(next, 8, &hulls);
    assert_null(hulls.found);
    lw_body_hulls_free(&hulls);
    lw_scene_destroy(next);
    lw_scene_destroy(scene);
}

/* All polytopes of a frozen scene's bodies equal those of one thread, in the order of shapes. */
static void expect_frozen(const lw_scene *scene)
{
    const lw_frozen *frozen = scene->frozen;
    lw_arena arena = {0};
    for (size_t i = 0; i < scene->model.objects.count; i++) {
        const lw_geometry *geometry =
            lw_frozen_body(frozen, (size_t)frozen->object_bodies[i])->geometry;
        size_t part = 0;
        for (size_t s = frozen->object_shapes[i]; s != LW_NO_SHAPE; s = frozen->next_shape[s]) {
            const lw_model_shape *shape = &scene->model.shapes.items[s];
            if (shape->def.kind == LW_SHAPE_MESH)
                break;
            const lw_convex *convex = &geometry->parts[part++].shape;
            if (shape->def.kind != LW_SHAPE_POLYTOPE)
                continue;
            assert_int_equal(convex->core, LW_CORE_POLYTOPE);
            expect_polytope(convex->polytope, alone(&arena, shape));
        }
        assert_int_equal(part, geometry->part_count);
    }
    lw_arena_free(&arena);
}

static void test_frozen(void **state)
{
    (void)state;
    lw_error e = {0};
    lw_random random = {test_seed()};
    for (int round = 0; round < test_rounds(6, 300); round++) {
        lw_scene *scene = scattered(&random, 80, lw_random_below(&random, 2) ? 40 : MOST);
        succeed(lw_scene_freeze(scene, &e), &e);
        expect_frozen(scene);
        /* the scaled link has corners at twice their distances from their mean */
        const lw_convex *link = &scene->frozen->moving[0].geometry->parts[0].shape;
        assert_float_equal(norm(sub(link->polytope->vertices[3], link->polytope->vertices[0])), 6,
                           1e-12);
        lw_scene_destroy(scene);
    }
}

/* The first of two bad polytopes is the error, whichever thread finds one first; then the scene
 * freezes. */
static void test_errors(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int round = 0; round < test_rounds(20, 1000); round++) {
        lw_error e = {0};
        lw_scene *scene = scattered(&random, 80, 40);
        double *bad[2];
        double was[2];
        const char *id = NULL;
        for (size_t k = 2; k-- > 0;) {
            size_t i = lw_random_below(&random, (uint32_t)(scene->model.shapes.count - 2) / 2);
            i += 2 + k * (scene->model.shapes.count - 2) / 2;
            while (scene->model.shapes.items[i].def.kind != LW_SHAPE_POLYTOPE ||
                   scene->model.shapes.items[i].shared)
                i--;
            const lw_model_shape *shape = &scene->model.shapes.items[i];
            bad[k] = (double *)&shape->def.vertices[0];
            was[k] = *bad[k];
            *bad[k] = (double)NAN;
            id = scene->model.objects.items[shape->object].id;
        }
        assert_int_equal(lw_scene_freeze(scene, &e), LW_ERROR_ARGUMENT);
        char wanted[64];
        snprintf(wanted, sizeof wanted, "\"%s\": polytope: point 0 is (nan", id);
        assert_memory_equal(e.message, wanted, strlen(wanted));
        *bad[0] = was[0];
        *bad[1] = was[1];
        succeed(lw_scene_freeze(scene, &e), &e);
        expect_frozen(scene);
        lw_scene_destroy(scene);
    }
}

/* Where memory runs out, freezing fails, or does without the threads. */
static void test_memory_runs_out(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    lw_scene *scene = scattered(&random, 14, MOST);
    bool lost = false;
    bool failed = true;
    for (size_t n = 1; failed; n++) {
        lw_error e = {0};
        allocation_fail(n);
        lw_status status = lw_scene_freeze(scene, &e);
        failed = allocation_failed();
        allocation_fail(0);
        lost = lost || status;
        if (status) {
            assert_int_equal(status, LW_ERROR_MEMORY);
            assert_true(failed);
            continue;
        }
        expect_frozen(scene);
        lw_scene_destroy(scene);
        scene = scattered(&random, 14, MOST);
    }
    assert_true(lost);
    lw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads),         cmocka_unit_test(test_few),
        cmocka_unit_test(test_frozen),          cmocka_unit_test(test_errors),
        cmocka_unit_test(test_memory_runs_out),
    };
    return cmocka_run_group_tests_name("body_hulls", tests, NULL, NULL);
}
