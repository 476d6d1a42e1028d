/* body/slices.c: slices contain the mesh and the inside of its solids, and leave out space that only
 * the hull contains; and slabs between slices close no later than the bodies meet. */
#include "meshes.h"

#include "allocation.h"
#include "body/slices.h"
#include "bound/pair_bound.h"
#include "seed.h"

/* A body of one mesh and perhaps a ball. */
typedef struct body_def {
    const raw_mesh *raw;
    bool solid;
    double rounding;
    const lw_part *ball; /* NULL: none */
} body_def;

static lw_geometry *build(lw_arena *arena, const body_def *body)
{
    lw_mesh *mesh = raw_make(body->raw, arena);
    lw_geometry_def def = {.meshes = &mesh,
                           .mesh_is_solid = &body->solid,
                           .mesh_rounding = &body->rounding,
                           .mesh_count = 1,
                           .parts = body->ball,
                           .part_count = body->ball != NULL};
    lw_geometry *geometry = NULL;
    lw_error error = {0};
    if (lw_geometry_create(arena, &def, &geometry, &error))
        fail_msg("%s", error.message);
    return geometry;
}

/* Whether a point is in a slice and in the sphere around it, as far as the distance can tell. */
static bool holds(const lw_slice *slice, vec3 p)
{
    const lw_convex point = {.core = LW_CORE_POINT};
    pose at = relative(slice->part.at, (pose){mat3_identity(), p});
    lw_bracket bracket;
    lw_convex_distance(&slice->part.shape, &point, &at, NULL, &bracket);
    return !(bracket.lower > 0) && norm(sub(p, slice->center)) <= slice->radius * (1 + 1e-12);
}

static bool is_in_a_slice(const lw_geometry *geometry, vec3 p)
{
    for (uint32_t i = 0; i < geometry->slice_count; i++)
        if (holds(&geometry->slices[i], p))
            return true;
    return false;
}

static vec3 on_triangle(lw_random *random, const vec3 corner[3])
{
    double s = lw_random_between(random, 0, 1);
    double t = lw_random_between(random, 0, 1 - s);
    return add(corner[0],
               add(scale(s, sub(corner[1], corner[0])), scale(t, sub(corner[2], corner[0]))));
}

/* A box, by its centre and half its sizes. */
typedef struct block {
    vec3 center, half;
} block;

enum { BLOCKS = 4 };

/* A chain of boxes that overlap, each beside the last along a random axis. */
static void random_chain(lw_random *random, double size, raw_mesh *raw, block blocks[BLOCKS])
{
    vec3 center = scale(size * lw_random_between(random, 0, 3), random_direction(random));
    for (int i = 0; i < BLOCKS; i++) {
        double half[3];
        for (int k = 0; k < 3; k++)
            half[k] = size * lw_random_between(random, 0.5, 1);
        blocks[i] = (block){center, v3(half[0], half[1], half[2])};
        raw_box(raw, center, blocks[i].half, false);
        int axis = (int)lw_random_below(random, 3);
        double step = 1.7 * half[axis];
        center = add(center, v3(axis == 0 ? step : 0, axis == 1 ? step : 0, axis == 2 ? step : 0));
    }
}

static vec3 in_block(lw_random *random, const block *b)
{
    double at[3];
    for (int k = 0; k < 3; k++)
        at[k] = lw_random_between(random, -1, 1);
    return add(b->center, v3(at[0] * b->half.x, at[1] * b->half.y, at[2] * b->half.z));
}

static void test_contains(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int rounds = test_rounds(200, 10000);
    int sliced = 0;
    for (int round = 0; round < rounds; round++) {
        lw_arena arena = {0};
        raw_mesh raw = {0};
        block blocks[BLOCKS];
        double size = pow(10, lw_random_between(&random, -4, 4));
        bool soup = lw_random_below(&random, 4) == 0;
        if (soup)
            raw_soup(&raw, &random, 40, size, 0.3 * size);
        else
            random_chain(&random, size, &raw, blocks);
        lw_part ball = {{.core = LW_CORE_POINT, .radius = 0.3 * size},
                        {mat3_identity(), scale(2 * size, random_direction(&random))}};
        body_def body = {&raw, !soup, lw_random_below(&random, 2) ? 0 : 0.2 * size,
                         lw_random_below(&random, 2) ? &ball : NULL};
        lw_geometry *geometry = build(&arena, &body);
        sliced += geometry->slice_count > 0;
        for (int n = 0; n < 200 && geometry->slice_count; n++) {
            uint32_t which = (uint32_t)lw_random_below(&random, geometry->triangle_count);
            vec3 p = on_triangle(&random, geometry->triangles[which]);
            p = add_scaled(p, lw_triangle_radius(geometry, which), random_direction(&random));
            if (!soup && n % 3 == 0)
                p = in_block(&random, &blocks[lw_random_below(&random, BLOCKS)]);
            if (body.ball && n % 10 == 0)
                p = add_scaled(ball.at.position, ball.shape.radius, random_direction(&random));
            if (!is_in_a_slice(geometry, p))
                fail_msg("round %d: a point is in none of %u slices", round, geometry->slice_count);
        }
        raw_free(&raw);
        lw_arena_free(&arena);
    }
    assert_true(sliced > rounds / 3);
}

/* A point is in the slice of each cell that it is in. Returns how many these are. */
static int cells_hold(const lw_geometry *geometry, uint32_t node, vec3 core, vec3 p)
{
    const lw_cell *cell = &geometry->cells[node];
    if (!cell->child) {
        assert_true(cell->slice < geometry->slice_count);
        if (!holds(&geometry->slices[cell->slice], p))
            fail_msg("a point is in cell %u, but not in its slice", node);
        return 1;
    }
    double at = component3(core, cell->axis);
    assert_true(cell->child > node && cell->child + 1 < geometry->cell_count);
    return (at <= cell->at ? cells_hold(geometry, cell->child, core, p) : 0) +
           (at >= cell->at ? cells_hold(geometry, cell->child + 1, core, p) : 0);
}

/* Each leaf has a slice of its own, with all that triangles have in it: with planes through points of
 * the body, and with soups, of which some cells are empty. */
static void test_cells(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int rounds = test_rounds(200, 10000);
    int several = 0;
    int pruned = 0;
    for (int round = 0; round < rounds; round++) {
        lw_arena arena = {0};
        raw_mesh raw = {0};
        block blocks[BLOCKS];
        double size = pow(10, lw_random_between(&random, -4, 4));
        bool soup = lw_random_below(&random, 2) == 0;
        if (soup)
            raw_soup(&raw, &random, 12, size, 0.3 * size);
        else
            random_chain(&random, size, &raw, blocks);
        lw_part ball = {{.core = LW_CORE_POINT, .radius = 0.3 * size}, pose_identity()};
        body_def body = {&raw, !soup, lw_random_below(&random, 2) ? 0 : 0.2 * size,
                         lw_random_below(&random, 5) ? NULL : &ball};
        lw_geometry *geometry = build(&arena, &body);
        assert_int_equal(geometry->cell_count,
                         geometry->slice_count && !body.ball ? 2 * geometry->slice_count - 1 : 0);
        pruned += geometry->cell_count > 1 && geometry->slice_count < 8;
        bool has_slice[8] = {false};
        for (uint32_t i = 0; i < geometry->cell_count; i++)
            if (!geometry->cells[i].child) {
                assert_false(has_slice[geometry->cells[i].slice]);
                has_slice[geometry->cells[i].slice] = true;
            }
        for (int n = 0; n < 100 && geometry->cell_count; n++) {
            uint32_t which = (uint32_t)lw_random_below(&random, geometry->triangle_count);
            vec3 core = on_triangle(&random, geometry->triangles[which]);
            for (uint32_t i = 0; i < geometry->cell_count && n % 2; i++)
                if (geometry->cells[i].child && lw_random_below(&random, 2)) {
                    /* where an edge meets the plane */
                    const vec3 *corner = geometry->triangles[which];
                    double a = component3(corner[0], geometry->cells[i].axis) - geometry->cells[i].at;
                    double b = component3(corner[1], geometry->cells[i].axis) - geometry->cells[i].at;
                    if (a * b < 0)
                        core = add_scaled(corner[0], a / (a - b), sub(corner[1], corner[0]));
                }
            vec3 p = add_scaled(core, lw_triangle_radius(geometry, which), random_direction(&random));
            int in = cells_hold(geometry, 0, core, p);
            assert_true(in > 0);
            several += in > 1;
        }
        raw_free(&raw);
        lw_arena_free(&arena);
    }
    assert_true(several > 0 && pruned > 0);
}

/* An outline in the plane, counter-clockwise, and triangles that fill it. */
typedef struct outline {
    uint32_t count, triangles;
    double at[6][2];
    uint32_t triangle[4][3];
} outline;

/* Extrudes an outline from -0.05 to 0.05 along z. */
static void extrude(raw_mesh *raw, const outline *o)
{
    uint32_t n = o->count;
    for (uint32_t i = 0; i < 2 * n; i++)
        raw_vertex(raw, v3(o->at[i % n][0], o->at[i % n][1], i < n ? -0.05 : 0.05));
    for (uint32_t i = 0; i < o->triangles; i++) {
        const uint32_t *t = o->triangle[i];
        raw_triangle(raw, t[2], t[1], t[0]);
        raw_triangle(raw, n + t[0], n + t[1], n + t[2]);
    }
    for (uint32_t i = 0; i < n; i++) {
        uint32_t next = (i + 1) % n;
        raw_triangle(raw, i, next, n + next);
        raw_triangle(raw, i, n + next, n + i);
    }
}

/* An L of one piece, of two legs 1 m long and 0.1 m wide, along x and y from the origin. */
static void make_l(raw_mesh *raw)
{
    static const outline l = {
        6,
        4,
        {{-0.05, -0.05}, {1, -0.05}, {1, 0.05}, {0.05, 0.05}, {0.05, 1}, {-0.05, 1}},
        {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}}};
    extrude(raw, &l);
}

/* The ground of a valley lies in the plane across which the body is cut first. */
static void test_corner_in_the_cut(void **state)
{
    (void)state;
    static const outline valley = {
        5, 3, {{0, 0}, {2, 0}, {2, 2}, {1, 0.5}, {0, 2}}, {{0, 1, 3}, {1, 2, 3}, {0, 3, 4}}};
    lw_arena arena = {0};
    raw_mesh raw = {0};
    extrude(&raw, &valley);
    lw_geometry *geometry = build(&arena, &(body_def){.raw = &raw, .solid = true});
    assert_true(geometry->slice_count > 0);
    assert_true(is_in_a_slice(geometry, v3(1, 0.5, 0.05)));
    assert_true(is_in_a_slice(geometry, v3(1, 0.5, -0.05)));
    assert_true(cells_hold(geometry, 0, v3(1, 0.5, 0.05), v3(1, 0.5, 0.05)) > 1);
    raw_free(&raw);
    lw_arena_free(&arena);
}

static void test_leaves_the_notch_out(void **state)
{
    (void)state;
    lw_arena arena = {0};
    raw_mesh raw = {0};
    make_l(&raw);
    lw_geometry *geometry = build(&arena, &(body_def){.raw = &raw, .solid = true});
    assert_int_equal(geometry->hull_count, 1);
    assert_true(geometry->slice_count >= 2);
    assert_true(is_in_a_slice(geometry, v3(0.9, 0, 0)));
    assert_false(is_in_a_slice(geometry, v3(0.45, 0.45, 0)));
    assert_false(is_in_a_slice(geometry, v3(0.3, 0.3, 0)));
    raw_free(&raw);
    lw_arena_free(&arena);
}

static void test_none_of_what_is_convex(void **state)
{
    (void)state;
    lw_arena arena = {0};
    raw_mesh raw = {0};
    raw_box(&raw, v3(1, 2, 3), v3(0.5, 0.7, 0.2), false);
    assert_int_equal(build(&arena, &(body_def){.raw = &raw})->slice_count, 0);
    raw_free(&raw);
    lw_arena_free(&arena);
}

/* An L whose triangles do not quite meet: the repair joins their corners, and the faces that bound the
 * solid are not those of the mesh. */
static void test_repaired_solids(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    lw_arena arena = {0};
    raw_mesh raw = {0};
    raw_mesh loose = {0};
    make_l(&raw);
    for (size_t t = 0; t < raw.indices.count; t += 3) {
        uint32_t corner[3];
        for (int k = 0; k < 3; k++)
            corner[k] = raw_vertex(&loose, add_scaled(raw.vertices.items[raw.indices.items[t + k]],
                                                      1e-7, random_direction(&random)));
        raw_triangle(&loose, corner[0], corner[1], corner[2]);
    }
    lw_geometry *geometry = build(&arena, &(body_def){.raw = &loose, .solid = true});
    assert_int_equal(geometry->solid_count, 1);
    assert_true(geometry->slice_count > 0);
    const lw_mesh *mesh = geometry->solids[0];
    for (int n = 0; n < 2000; n++) {
        const lw_mesh_shell *shell = &mesh->shells[lw_random_below(&random, mesh->shell_count)];
        const uint32_t *row = shell->triangles[lw_random_below(&random, shell->triangle_count)];
        vec3 corner[3];
        for (int k = 0; k < 3; k++)
            corner[k] = mesh->vertices[row[k]];
        assert_true(is_in_a_slice(geometry, on_triangle(&random, corner)));
    }
    raw_free(&raw);
    raw_free(&loose);
    lw_arena_free(&arena);
}

/* A small cube in the notch of an L moves towards one of the legs, and meets it after a while: a slab
 * between slices is proven open for no longer than that, and for nearly as long. */
static void test_slabs_end_at_contact(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    lw_arena arena = {0};
    raw_mesh raw = {0};
    make_l(&raw);
    raw_mesh cube = {0};
    raw_box(&cube, v3(0, 0, 0), v3(0.02, 0.02, 0.02), false);
    lw_geometry *l = build(&arena, &(body_def){.raw = &raw, .solid = true});
    lw_geometry *small = build(&arena, &(body_def){.raw = &cube, .solid = true});
    for (int round = 0; round < 200; round++) {
        double gap = lw_random_between(&random, 0.02, 0.2);
        double speed = lw_random_between(&random, 0.5, 3) * gap;
        double target = lw_random_below(&random, 2) ? 0 : 0.3 * gap;
        bool swapped = lw_random_below(&random, 2) != 0;
        bool later = lw_random_below(&random, 2) != 0;
        bool along_x = lw_random_below(&random, 2) != 0;
        vec3 at = along_x ? v3(0.8, 0.07 + gap, 0) : v3(0.07 + gap, 0.8, 0);
        vec3 towards = along_x ? v3(0, -speed, 0) : v3(-speed, 0, 0);
        double tau = later ? 1 : -1;
        lw_pair_bound s = {.geometry = {l, small},
                           .b_in_a = {mat3_identity(), at},
                           .touch = -1,
                           .target = target,
                           .before = later ? 0 : 1,
                           .after = later ? 1 : 0,
                           .displacement = speed};
        s.linear[1] = scale(tau, towards);
        s.moves[1] = true;
        if (swapped) {
            s.geometry[0] = small;
            s.geometry[1] = l;
            s.b_in_a.position = neg(at);
            s.linear[0] = scale(tau, towards);
            s.linear[1] = v3(0, 0, 0);
            s.moves[0] = true;
            s.moves[1] = false;
        }
        lw_share_open before;
        lw_share_open after;
        assert_true(lw_pair_slab_of_slices(&s, &before, &after));
        lw_share_open share = later ? after : before;
        double meets = (gap - target) / speed;
        assert_true(share.open <= lesser(1, meets) + 1e-9);
        /* slices are a little larger than the legs */
        assert_true(share.open >= lesser(1, (gap - target - 1e-6) / speed) - 1e-6);
        assert_true((later ? before : after).open == 1);
        s.target = gap * 1.01;
        assert_false(lw_pair_slab_of_slices(&s, &before, &after));
        /* far from each other, but nearer than the target */
        s.b_in_a.position = scale(100, s.b_in_a.position);
        assert_true(lw_pair_slab_of_slices(&s, &before, &after));
        s.target = 1000;
        assert_false(lw_pair_slab_of_slices(&s, &before, &after));
    }
    raw_free(&raw);
    raw_free(&cube);
    lw_arena_free(&arena);
}

static void test_memory(void **state)
{
    (void)state;
    raw_mesh raw = {0};
    make_l(&raw);
    int failures = 0;
    for (bool failed = true; failed; failures += failed) {
        lw_arena arena = {0};
        lw_mesh *mesh = raw_make(&raw, &arena);
        bool solid = true;
        lw_geometry_def def = {.meshes = &mesh, .mesh_is_solid = &solid, .mesh_count = 1};
        lw_geometry *geometry = NULL;
        lw_error error = {0};
        allocation_fail((size_t)failures + 1);
        lw_status status = lw_geometry_create(&arena, &def, &geometry, &error);
        failed = allocation_failed();
        allocation_fail(0);
        assert_int_equal(status, failed ? LW_ERROR_MEMORY : LW_OK);
        lw_arena_free(&arena);
    }
    assert_true(failures > 50);
    raw_free(&raw);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_contains),
        cmocka_unit_test(test_cells),
        cmocka_unit_test(test_corner_in_the_cut),
        cmocka_unit_test(test_leaves_the_notch_out),
        cmocka_unit_test(test_none_of_what_is_convex),
        cmocka_unit_test(test_repaired_solids),
        cmocka_unit_test(test_slabs_end_at_contact),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
