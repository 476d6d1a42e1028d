/* Tests shape/mesh.c: meshes of clean and of broken triangles, and the points inside them. */
#include "meshes.h"

#include <float.h>
#include <time.h>

#include "allocation.h"
#include "seed.h"

static const double PI = 3.14159265358979323846;

static void refused(const double *vertices, size_t vertex_count, const uint32_t *triangles,
                    size_t triangle_count, const char *word)
{
    lw_arena arena = {0};
    lw_mesh *mesh = NULL;
    lw_error error = {0};
    assert_int_equal(
        lw_mesh_create(&arena, vertices, vertex_count, triangles, triangle_count, &mesh, &error),
        LW_ERROR_ARGUMENT);
    assert_null(mesh);
    if (!strstr(error.message, word))
        fail_msg("\"%s\" does not say \"%s\"", error.message, word);
    lw_arena_free(&arena);
}

static void test_bad_input(void **state)
{
    (void)state;
    double vertices[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 2, 0, 0};
    const uint32_t good[] = {0, 1, 2};
    const uint32_t outside[] = {0, 1, 4};
    const uint32_t flat[] = {0, 1, 3, 1, 1, 2};
    refused(vertices, 4, good, 0, "no triangles");
    refused(vertices, 0, good, 1, "no triangles");
    refused(vertices, 4, outside, 1, "vertex 4");
    refused(vertices, 4, flat, 2, "none of the mesh's 2 triangles has an area");
    const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, 1e60};
    for (size_t i = 0; i < 4; i++) {
        vertices[7] = bad[i];
        refused(vertices, 4, good, 1, "vertex 2");
    }
}

static void test_box(void **state)
{
    (void)state;
    lw_arena arena = {0};
    raw_mesh raw = {0};
    raw_box(&raw, v3(1, 2, 3), v3(1, 2, 3), false);
    lw_mesh *mesh = raw_make(&raw, &arena);
    assert_int_equal(mesh->vertex_count, 8);
    assert_int_equal(mesh->triangle_count, 12);
    assert_int_equal(mesh->dropped, 0);
    assert_int_equal(mesh->component_count, 1);
    assert_true(mesh->components[0].closed);
    assert_false(mesh->shells[0].room);
    assert_true(fabs(mesh->components[0].volume - 48) <= 1e-12);
    assert_true(mesh->components[0].low.z == 0 && mesh->components[0].high.y == 4);
    assert_true(lw_mesh_contains(mesh, v3(1, 2, 3)));
    assert_false(lw_mesh_contains(mesh, v3(1, 2, 6.01)));
    assert_true(lw_mesh_contains(mesh, v3(1e-9, 1e-9, 1e-9)));
    raw_free(&raw);
    lw_arena_free(&arena);
}

/* Each triangle has vertices of its own, as in STL, in any order, and zeros of either sign. */
static void test_joins_equal_vertices(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    lw_arena arena = {0};
    raw_mesh raw = {0};
    raw_sphere(&raw, v3(0, 0, 0), 1, 20, 30, false);
    raw_box(&raw, v3(2, 0, 0), v3(0.5, 0.5, 0.5), false);
    lw_mesh *joined = raw_make(&raw, &arena);
    raw_mesh single = {0};
    size_t count = raw_triangle_count(&raw);
    for (size_t t = 0; t < count; t++) {
        /* the triangles are taken in steps, so that the components mix */
        size_t from = (t * 7919) % count;
        uint32_t corner[3];
        for (size_t k = 0; k < 3; k++) {
            vec3 v = raw.vertices.items[raw.indices.items[3 * from + k]];
            if (v.x == 0 && lw_random_below(&random, 2))
                v.x = -v.x;
            corner[k] = raw_vertex(&single, v);
        }
        raw_triangle(&single, corner[0], corner[1], corner[2]);
    }
    lw_mesh *mesh = raw_make(&single, &arena);
    assert_int_equal(mesh->vertex_count, joined->vertex_count);
    assert_int_equal(mesh->triangle_count, joined->triangle_count);
    assert_int_equal(mesh->component_count, 2);
    uint32_t sum = 0;
    for (uint32_t c = 0; c < 2; c++) {
        assert_true(mesh->components[c].closed && mesh->components[c].volume > 0);
        assert_int_equal(mesh->components[c].first_triangle, sum);
        sum += mesh->components[c].triangle_count;
    }
    assert_int_equal(sum, mesh->triangle_count);
    raw_free(&raw);
    raw_free(&single);
    lw_arena_free(&arena);
}

/* A corner is cut by a triangle without area: its neighbours meet only through it. */
static void test_drops_flat_triangles_and_stays_closed(void **state)
{
    (void)state;
    lw_arena arena = {0};
    raw_mesh raw = {0};
    raw_box(&raw, v3(0, 0, 0), v3(1, 1, 1), false);
    /* splits the triangle with the directed edge 0 -> 2, whose neighbour does not know the middle, and
     * closes the crack with a triangle without area */
    uint32_t middle = raw_vertex(&raw, v3(-1, 0, -1));
    bool found = false;
    for (size_t t = 0; t < 12 && !found; t++) {
        uint32_t *row = raw.indices.items + 3 * t;
        for (size_t k = 0; k < 3 && !found; k++)
            if (row[k] == 0 && row[(k + 1) % 3] == 2) {
                uint32_t third = row[(k + 2) % 3];
                row[(k + 1) % 3] = middle;
                raw_triangle(&raw, middle, 2, third);
                raw_triangle(&raw, 0, 2, middle);
                found = true;
            }
    }
    assert_true(found);
    raw_triangle(&raw, 3, 3, 5);
    lw_mesh *mesh = raw_make(&raw, &arena);
    assert_int_equal(mesh->triangle_count, 13);
    assert_int_equal(mesh->dropped, 2);
    assert_int_equal(mesh->component_count, 1);
    assert_true(mesh->components[0].closed);
    assert_true(lw_mesh_contains(mesh, v3(0.5, 0.25, 0.125)));
    raw_free(&raw);
    lw_arena_free(&arena);
}

/* A triangle without area is dropped where it lies on an edge, or on two edges in a row. Otherwise it
 * is kept, once, beginning with the corners that are farthest from each other. */
static void test_keeps_what_lies_on_no_edge(void **state)
{
    (void)state;
    const double vertices[] = {0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 0, 0, 9, 0, 0, 7, 0, 0, 0, 0, 0, 5, 5, 5};
    const uint32_t triangles[] = {0, 1, 2,          /* the only one with an area */
                                  1, 0, 3, 0, 0, 1, /* on its edge; vertex 6 is vertex 0 again */
                                  6, 0, 6, 2, 2, 2, /* on its corners */
                                  5, 1, 4, 4, 5, 1, /* beyond a corner, twice */
                                  7, 7, 7, 7, 7, 7};
    lw_arena arena = {0};
    lw_mesh *mesh = NULL;
    assert_int_equal(lw_mesh_create(&arena, vertices, 8, triangles, 9, &mesh, NULL), LW_OK);
    assert_int_equal(mesh->triangle_count, 1);
    assert_int_equal(mesh->dropped, 8);
    assert_int_equal(mesh->degenerate_count, 2);
    const vec3 *segment = mesh->degenerate[0];
    assert_true(fabs(segment[0].x - segment[1].x) == 5 && segment[2].x == 7);
    for (int k = 0; k < 3; k++)
        assert_true(mesh->degenerate[1][k].x == 5 && mesh->degenerate[1][k].z == 5);
    lw_arena_free(&arena);
    /* two edges in a row: 0 to 3 and 3 to 1, of two triangles */
    const uint32_t split[] = {0, 3, 2, 3, 1, 2, 0, 1, 3};
    assert_int_equal(lw_mesh_create(&arena, vertices, 8, split, 3, &mesh, NULL), LW_OK);
    assert_int_equal(mesh->dropped, 1);
    assert_int_equal(mesh->degenerate_count, 0);
    lw_arena_free(&arena);
    /* triangles without area that go beyond either end of an edge are kept */
    const uint32_t beyond[] = {0, 1, 2, 1, 0, 4, 4, 3, 1};
    assert_int_equal(lw_mesh_create(&arena, vertices, 8, beyond, 3, &mesh, NULL), LW_OK);
    assert_int_equal(mesh->degenerate_count, 2);
    for (int i = 0; i < 2; i++) {
        const vec3 *kept = mesh->degenerate[i];
        assert_true(fmax(kept[0].x, kept[1].x) == 9 && fmin(kept[0].x, kept[1].x) == i);
    }
    lw_arena_free(&arena);
}

/* Triangles that share a corner are one component, whichever of their corners it is. */
static void test_components(void **state)
{
    (void)state;
    const double vertices[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 3, 0, 2};
    for (uint32_t turn = 0; turn < 9; turn++) {
        uint32_t rows[2][3];
        const uint32_t given[2][3] = {{0, 1, 2}, {0, 3, 4}};
        for (uint32_t k = 0; k < 3; k++) {
            rows[0][k] = given[0][(k + turn) % 3];
            rows[1][k] = given[1][(k + turn / 3) % 3];
        }
        lw_arena arena = {0};
        lw_mesh *mesh = NULL;
        assert_int_equal(lw_mesh_create(&arena, vertices, 5, &rows[0][0], 2, &mesh, NULL), LW_OK);
        assert_int_equal(mesh->triangle_count, 2);
        assert_int_equal(mesh->component_count, 1);
        lw_arena_free(&arena);
    }
}

/* A small box far from the origin: its volume has as many digits as its coordinates do. */
static void test_volume_far_away(void **state)
{
    (void)state;
    for (int inwards = 0; inwards < 2; inwards++) {
        lw_arena arena = {0};
        raw_mesh raw = {0};
        raw_box(&raw, v3(1e6, -1e6, 1e6), v3(0x1p-10, 0x1p-10, 0x1p-10), inwards);
        lw_mesh *mesh = raw_make(&raw, &arena);
        double volume = inwards ? -0x1p-27 : 0x1p-27;
        assert_true(fabs(mesh->shells[0].volume - volume) <= 1e-12 * 0x1p-27);
        assert_true(mesh->shells[0].room == (inwards == 1));
        raw_free(&raw);
        lw_arena_free(&arena);
    }
}

static void test_open_and_twisted(void **state)
{
    (void)state;
    lw_arena arena = {0};
    raw_mesh raw = {0};
    raw_sphere(&raw, v3(0, 0, 0), 1, 8, 9, false);
    raw.indices.count /= 2;
    lw_mesh *mesh = raw_make(&raw, &arena);
    assert_false(mesh->components[0].closed || mesh->components[0].mended);
    assert_true(mesh->components[0].hollow);
    assert_in_range(mesh->components[0].open_edges, 9, 20);
    assert_false(lw_mesh_contains(mesh, v3(0, 0, 0.1)));
    raw_free(&raw);
    /* one triangle turned round */
    raw_box(&raw, v3(0, 0, 0), v3(1, 1, 1), false);
    uint32_t swap = raw.indices.items[0];
    raw.indices.items[0] = raw.indices.items[1];
    raw.indices.items[1] = swap;
    mesh = raw_make(&raw, &arena);
    assert_false(mesh->components[0].closed);
    assert_true(mesh->components[0].mended);
    assert_int_equal(mesh->components[0].open_edges, 0);
    assert_true(lw_mesh_contains(mesh, v3(0, 0.1, 0.2)));
    raw_free(&raw);
    /* two boxes that share an edge: four triangles at it, still closed */
    raw_box(&raw, v3(0, 0, 0), v3(1, 1, 1), false);
    raw_box(&raw, v3(2, 2, 0), v3(1, 1, 1), false);
    mesh = raw_make(&raw, &arena);
    assert_int_equal(mesh->component_count, 1);
    assert_int_equal(mesh->vertex_count, 14);
    assert_true(mesh->components[0].closed);
    assert_true(lw_mesh_contains(mesh, v3(0.1, 0.2, 0.3)));
    assert_true(lw_mesh_contains(mesh, v3(2.1, 2.2, 0.3)));
    assert_false(lw_mesh_contains(mesh, v3(2, 0, 0)));
    raw_free(&raw);
    lw_arena_free(&arena);
}

/* Shells in each other, and a room with a table. */
static void test_cavities(void **state)
{
    (void)state;
    lw_arena arena = {0};
    raw_mesh raw = {0};
    raw_box(&raw, v3(0, 0, 0), v3(4, 4, 4), false);
    raw_box(&raw, v3(0, 0, 0), v3(3, 3, 3), true);
    raw_box(&raw, v3(0, 0, 0), v3(2, 2, 2), false);
    lw_mesh *mesh = raw_make(&raw, &arena);
    assert_int_equal(mesh->component_count, 3);
    assert_true(mesh->shells[1].volume < 0 && !mesh->shells[1].room);
    assert_true(lw_mesh_contains(mesh, v3(3.5, 0, 0.1)));
    assert_false(lw_mesh_contains(mesh, v3(2.5, 0, 0.1)));
    assert_false(lw_mesh_contains(mesh, v3(2.5, 0, 0.1)));
    assert_true(lw_mesh_contains(mesh, v3(1.5, 0, 0.1)));
    assert_false(lw_mesh_contains(mesh, v3(4.5, 0, 0.1)));
    raw_free(&raw);
    raw_box(&raw, v3(0, 0, 0), v3(4, 4, 4), true);
    raw_box(&raw, v3(1, 1, 1), v3(1, 1, 1), false);
    mesh = raw_make(&raw, &arena);
    assert_true(mesh->shells[0].room && !mesh->shells[1].room);
    assert_false(lw_mesh_contains(mesh, v3(-1, -1, -1)));
    assert_true(lw_mesh_contains(mesh, v3(1, 1.2, 1.3)));
    raw_free(&raw);
    lw_arena_free(&arena);
}

/* Spheres, moved and scaled: a point is inside if its distance to the centre says so, except for the
 * facets. */
static void test_winding_of_spheres(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < 200; i++) {
        lw_arena arena = {0};
        raw_mesh raw = {0};
        double radius = pow(10, lw_random_between(&random, -3, 3));
        vec3 center = scale(radius * lw_random_between(&random, 0, 100), random_direction(&random));
        raw_sphere(&raw, center, radius, 12, 16, false);
        lw_mesh *mesh = raw_make(&raw, &arena);
        assert_true(mesh->components[0].closed);
        double ball = 4 * PI / 3 * radius * radius * radius;
        assert_true(mesh->components[0].volume < ball && mesh->components[0].volume > 0.9 * ball);
        /* a facet is nowhere deeper below the sphere than 1 - cos(pi/12) of the radius, twice: for
         * rings and for sectors */
        for (int k = 0; k < 20; k++) {
            double share = lw_random_between(&random, 0, 1.5);
            if (share > 0.93 && share < 1)
                share = 0.93;
            vec3 p = add_scaled(center, share * radius, random_direction(&random));
            assert_int_equal(lw_mesh_contains(mesh, p), share < 0.95);
        }
        raw_free(&raw);
        lw_arena_free(&arena);
    }
}

static void test_failing_allocations(void **state)
{
    (void)state;
    raw_mesh raw = {0};
    raw_box(&raw, v3(0, 0, 0), v3(1, 1, 1), false);
    for (size_t n = 1;; n++) {
        lw_arena arena = {0};
        lw_mesh *mesh = NULL;
        lw_error error = {0};
        allocation_fail(n);
        lw_status status = lw_mesh_create(&arena, raw_coordinates(&raw), raw.vertices.count,
                                          raw.indices.items, raw_triangle_count(&raw), &mesh, &error);
        bool failed = allocation_failed();
        lw_arena_free(&arena);
        if (!failed) {
            assert_int_equal(status, LW_OK);
            break;
        }
        assert_int_equal(status, LW_ERROR_MEMORY);
        assert_null(mesh);
    }
    allocation_fail(0);
    raw_free(&raw);
}

static void test_real_meshes(void **state)
{
    (void)state;
    lw_arena arena = {0};
    raw_mesh raw = {0};
    if (!raw_read_obj(&raw, "robots/panda/meshes/collision/link6.obj"))
        skip();
    lw_mesh *mesh = raw_make(&raw, &arena);
    assert_int_equal(mesh->component_count, 29);
    raw_free(&raw);
    /* 43,000 triangles */
    assert_true(raw_read_stl(&raw, "robots/ur5/meshes/robotiq_fts300.stl"));
    clock_t start = clock();
    mesh = raw_make(&raw, &arena);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    assert_int_equal(mesh->triangle_count + mesh->dropped, raw_triangle_count(&raw));
    /* Euler: a closed mesh has half as many vertices as triangles, about */
    assert_in_range(mesh->vertex_count, mesh->triangle_count / 3, mesh->triangle_count);
    printf("%u triangles, %u components in %.3f s\n", (unsigned)mesh->triangle_count,
           (unsigned)mesh->component_count, seconds);
    raw_free(&raw);
    lw_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad_input),
        cmocka_unit_test(test_box),
        cmocka_unit_test(test_joins_equal_vertices),
        cmocka_unit_test(test_drops_flat_triangles_and_stays_closed),
        cmocka_unit_test(test_keeps_what_lies_on_no_edge),
        cmocka_unit_test(test_components),
        cmocka_unit_test(test_volume_far_away),
        cmocka_unit_test(test_open_and_twisted),
        cmocka_unit_test(test_cavities),
        cmocka_unit_test(test_winding_of_spheres),
        cmocka_unit_test(test_failing_allocations),
        cmocka_unit_test(test_real_meshes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
