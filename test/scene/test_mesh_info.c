/* scene/ask/mesh_info.c: meshes of random boxes, some of them open, inside out, or doubled, whose
 * components are known; and bad arguments. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "allocation.h"
#include "base/random.h"
#include "expect.h"
#include "seed.h"

enum { BOXES = 5, CORNERS = 8, FACES = 12 };

/* Boxes in a row, each a component: with all its triangles, or without two opposite sides. */
typedef struct boxes {
    double vertices[BOXES * CORNERS * 3];
    uint32_t triangles[BOXES * FACES * 3];
    size_t count, triangle_count;
    size_t triangles_of[BOXES];
    bool open[BOXES], inwards[BOXES];
    lw_vec3 low[BOXES], high[BOXES];
} boxes;

static void add_box(lw_random *random, boxes *all)
{
    /* the last four are the sides z = 0 and z = 1 */
    static const uint32_t faces[FACES][3] = {{0, 1, 5}, {0, 5, 4}, {1, 3, 7}, {1, 7, 5},
                                             {3, 2, 6}, {3, 6, 7}, {2, 0, 4}, {2, 4, 6},
                                             {0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}};
    size_t b = all->count++;
    lw_vec3 size = {lw_random_between(random, 0.5, 1), lw_random_between(random, 0.5, 1),
                    lw_random_between(random, 0.5, 1)};
    all->low[b] = (lw_vec3){2 * (double)b, 0, 0};
    all->high[b] = (lw_vec3){2 * (double)b + size.x, size.y, size.z};
    all->open[b] = lw_random_below(random, 2);
    all->inwards[b] = !all->open[b] && lw_random_below(random, 3) == 0;
    for (size_t c = 0; c < CORNERS; c++) {
        double *at = &all->vertices[3 * (CORNERS * b + c)];
        at[0] = c & 1 ? all->high[b].x : all->low[b].x;
        at[1] = c & 2 ? size.y : 0;
        at[2] = c & 4 ? size.z : 0;
    }
    all->triangles_of[b] = all->open[b] ? FACES - 4 : FACES;
    for (size_t f = 0; f < all->triangles_of[b]; f++)
        for (size_t k = 0; k < 3; k++)
            all->triangles[3 * all->triangle_count + 3 * f + k] =
                (uint32_t)(CORNERS * b) + faces[f][all->inwards[b] ? 2 - k : k];
    all->triangle_count += all->triangles_of[b];
}

static lw_shape_def mesh_of(const boxes *all)
{
    lw_shape_def mesh = lw_default_shape();
    mesh.kind = LW_SHAPE_MESH;
    mesh.vertices = all->vertices;
    mesh.vertex_count = CORNERS * all->count;
    mesh.triangles = all->triangles;
    mesh.triangle_count = all->triangle_count;
    return mesh;
}

static void assert_same(lw_vec3 got, lw_vec3 wanted)
{
    assert_near(got.x, wanted.x, 0);
    assert_near(got.y, wanted.y, 0);
    assert_near(got.z, wanted.z, 0);
}

/* a tube, whose ends are too large to be closed, stays open */
static void components_are_found(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    size_t opened = 0;
    for (int round = test_rounds(300, 5000); round > 0; round--) {
        boxes all = {.count = 0};
        size_t open = 0;
        size_t inwards = 0;
        for (size_t n = 1 + lw_random_below(&random, BOXES); n > 0; n--)
            add_box(&random, &all);
        for (size_t b = 0; b < all.count; b++) {
            open += all.open[b];
            inwards += all.inwards[b];
        }
        lw_shape_def mesh = mesh_of(&all);
        lw_mesh_info info = lw_default_mesh_info();
        lw_component_info found[BOXES];
        size_t room = lw_random_below(&random, BOXES + 1);
        memset(found, 0xff, sizeof found);
        const lw_component_info untouched = found[0];
        if (room)
            found[0].struct_size = sizeof found[0];
        assert_int_equal(lw_shape_mesh_info(&mesh, &info, room ? found : NULL, room, NULL), LW_OK);
        assert_int_equal(info.triangle_count, all.triangle_count);
        assert_int_equal(info.component_count, all.count);
        assert_int_equal(info.closed_count, all.count - open);
        assert_int_equal(info.cavity_count, inwards);
        assert_int_equal(info.left_out + info.segment_count, 0);
        size_t repaired = 0;
        for (size_t i = 0; i < room && i < all.count; i++) {
            size_t b = (size_t)(found[i].low.x / 2 + 0.5);
            assert_same(found[i].low, all.low[b]);
            assert_same(found[i].high, all.high[b]);
            assert_int_equal(found[i].triangle_count, all.triangles_of[b]);
            assert_int_equal(found[i].closed, !all.open[b]);
            assert_int_equal(found[i].hollow, all.open[b] && !found[i].repaired);
            assert_int_equal(found[i].open_edges, found[i].hollow ? 8 : 0);
            repaired += found[i].repaired;
            opened += found[i].hollow;
        }
        assert_true(repaired <= info.repaired_count);
        for (size_t i = room < all.count ? room : all.count; i < BOXES; i++)
            assert_memory_equal(&found[i], &untouched, sizeof untouched);
    }
    assert_true(opened > 100);
}

static void small_faults_are_told(void **state)
{
    (void)state;
    lw_random random = {1};
    boxes all = {.count = 0};
    do {
        all = (boxes){.count = 0};
        add_box(&random, &all);
    } while (all.open[0] || all.inwards[0]);
    /* a triangle that is an edge of the box, and one that is a segment beside it */
    memcpy(&all.triangles[3 * FACES], (uint32_t[]){0, 1, 1}, 3 * sizeof(uint32_t));
    memcpy(&all.triangles[3 * FACES + 3], (uint32_t[]){8, 9, 9}, 3 * sizeof(uint32_t));
    memcpy(&all.vertices[24], (double[]){5, 0, 0, 6, 0, 0}, 6 * sizeof(double));
    lw_shape_def mesh = mesh_of(&all);
    mesh.vertex_count = 10;
    mesh.triangle_count = FACES + 2;
    lw_mesh_info info = lw_default_mesh_info();
    assert_int_equal(lw_shape_mesh_info(&mesh, &info, NULL, 0, NULL), LW_OK);
    assert_int_equal(info.triangle_count, FACES);
    assert_int_equal(info.left_out, 1);
    assert_int_equal(info.segment_count, 1);
    assert_int_equal(info.closed_count, 1);
    /* one triangle less: a hole, which is closed */
    mesh.triangle_count = FACES - 1;
    lw_component_info component = lw_default_component_info();
    assert_int_equal(lw_shape_mesh_info(&mesh, &info, &component, 1, NULL), LW_OK);
    assert_int_equal(info.closed_count, 0);
    assert_int_equal(info.repaired_count, component.repaired);
}

static void every_allocation_failing(void **state)
{
    (void)state;
    lw_random random = {3};
    boxes all = {.count = 0};
    add_box(&random, &all);
    lw_shape_def mesh = mesh_of(&all);
    for (size_t n = 1;; n++) {
        lw_mesh_info info = lw_default_mesh_info();
        allocation_fail(n);
        lw_status status = lw_shape_mesh_info(&mesh, &info, NULL, 0, NULL);
        bool failed = allocation_failed();
        allocation_fail(0);
        assert_int_equal(status, failed ? LW_ERROR_MEMORY : LW_OK);
        if (!failed) {
            assert_true(n > 3);
            return;
        }
    }
}

static void wrong_meshes_are_refused(void **state)
{
    (void)state;
    lw_error e = {0};
    lw_random random = {2};
    boxes all = {.count = 0};
    lw_mesh_info info = lw_default_mesh_info();
    add_box(&random, &all);
    lw_shape_def mesh = mesh_of(&all);
    refused(lw_shape_mesh_info(NULL, &info, NULL, 0, &e), LW_ERROR_ARGUMENT, &e, "needs a mesh");
    refused(lw_shape_mesh_info(&mesh, NULL, NULL, 0, &e), LW_ERROR_ARGUMENT, &e, "needs a mesh");
    refused(lw_shape_mesh_info(&mesh, &info, NULL, 1, &e), LW_ERROR_ARGUMENT, &e, "room");
    mesh.kind = LW_SHAPE_BOX;
    refused(lw_shape_mesh_info(&mesh, &info, NULL, 0, &e), LW_ERROR_ARGUMENT, &e, "not a mesh");
    mesh.kind = LW_SHAPE_MESH;
    all.triangles[4] = 8;
    refused(lw_shape_mesh_info(&mesh, &info, NULL, 0, &e), LW_ERROR_ARGUMENT, &e, "8");
    all.triangles[4] = 5;
    all.vertices[3] = (double)NAN;
    refused(lw_shape_mesh_info(&mesh, &info, NULL, 0, &e), LW_ERROR_ARGUMENT, &e, "");
    all.vertices[3] = 0.5;
    mesh.vertices = NULL;
    refused(lw_shape_mesh_info(&mesh, &info, NULL, 0, &e), LW_ERROR_ARGUMENT, &e, "vertices");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(components_are_found),
        cmocka_unit_test(small_faults_are_told),
        cmocka_unit_test(every_allocation_failing),
        cmocka_unit_test(wrong_meshes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
