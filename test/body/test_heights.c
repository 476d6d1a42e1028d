/* body/heights.h: height fields against brute force over their prisms, against the same prisms as
 * polytopes, and against a sampled definition of what is solid. */
#include "alike.h"

#include "body/cover/cover_proof.h"
#include "body/heights.h"
#include "body/support_value.h"
#include "body/validate.h"
#include "seed.h"

enum { SIDE = 12, MOST = SIDE * SIDE, SEEDS = 5 };

/* A height field, and its prisms as polytopes. */
typedef struct twins {
    lw_arena arena;
    lw_geometry *field, *parts;
    lw_heights_def def;
    double heights[MOST];
} twins;

static lw_geometry *make_field(lw_arena *arena, const lw_heights_def *def)
{
    lw_geometry *geometry = NULL;
    lw_error error = {0};
    if (lw_heights_geometry(arena, def, &geometry, &error) != LW_OK)
        fail_msg("%s", error.message);
    return geometry;
}

/* Heights above the floor: noise, flat, walls of one row, needles of one point, or on the floor. */
static void fill(twins *t, lw_random *random)
{
    const uint32_t kind = lw_random_below(random, 5);
    const bool narrow = lw_random_below(random, 2);
    const uint32_t row = lw_random_below(random, t->def.rows);
    for (uint32_t i = 0; i < t->def.rows; i++)
        for (uint32_t k = 0; k < t->def.columns; k++) {
            double over = kind == 0 || kind == 4 ? lw_random_between(random, 0, 1)
                          : kind == 1            ? 0.5
                                                 : 0;
            if ((kind == 2 && i == row) || (kind == 3 && lw_random_below(random, 8) == 0))
                over = 2;
            if (kind == 4 && lw_random_below(random, 2))
                over = 0;
            const double height = t->def.floor + over;
            t->heights[i * t->def.columns + k] =
                greater(narrow ? (double)(float)height : height, t->def.floor);
        }
}

static lw_polytope *prism_of(lw_arena *arena, const vec3 top[3], double floor)
{
    double corners[18];
    lw_polytope *polytope = NULL;
    for (int k = 0; k < 6; k++) {
        corners[3 * k] = top[k % 3].x;
        corners[3 * k + 1] = top[k % 3].y;
        corners[3 * k + 2] = k < 3 ? top[k].z : floor;
    }
    assert_int_equal(lw_polytope_create(arena, corners, 6, &polytope, NULL), LW_OK);
    return polytope;
}

/* The point of row i and column k, by its definition. */
static vec3 point_of(const twins *t, uint32_t i, uint32_t k)
{
    return v3(k * t->def.spacing[0], i * t->def.spacing[1], t->heights[i * t->def.columns + k]);
}

static void open_twins(twins *t, lw_random *random)
{
    memset(t, 0, sizeof *t);
    const uint32_t most = lw_random_below(random, 2) ? 4 : SIDE;
    t->def =
        (lw_heights_def){.heights = t->heights,
                         .rows = 2 + lw_random_below(random, most - 1),
                         .columns = 2 + lw_random_below(random, most - 1),
                         .kept = lw_random_below(random, 2),
                         .floor = lw_random_below(random, 2) ? 0 : lw_random_between(random, -9, 9),
                         .radius = lw_random_below(random, 2) ? 0 : 0.03};
    t->def.spacing[0] = lw_random_between(random, 0.05, 0.5);
    t->def.spacing[1] = lw_random_below(random, 2) ? t->def.spacing[0] : 0.2;
    fill(t, random);
    t->field = make_field(&t->arena, &t->def);
    const size_t count = 2 * (size_t)(t->def.rows - 1) * (t->def.columns - 1);
    lw_part *parts = calloc(count, sizeof *parts);
    size_t next = 0;
    for (uint32_t i = 0; i + 1 < t->def.rows; i++)
        for (uint32_t k = 0; k + 1 < t->def.columns; k++)
            for (int half = 0; half < 2; half++) {
                const vec3 top[3] = {point_of(t, i, k), point_of(t, i + 1, k + 1),
                                     half ? point_of(t, i + 1, k) : point_of(t, i, k + 1)};
                parts[next++] = (lw_part){{.core = LW_CORE_POLYTOPE,
                                           .radius = t->def.radius,
                                           .polytope = prism_of(&t->arena, top, t->def.floor)},
                                          pose_identity()};
            }
    t->parts = make_parts(&t->arena, &(lw_geometry_def){.parts = parts, .part_count = count});
    free(parts);
}

static void close_twins(twins *t)
{
    lw_arena_free(&t->arena);
}

/* The height of the surface over a place in the grid; the diagonal goes up along both axes. */
static double surface(const twins *t, double x, double y)
{
    const double u = x / t->def.spacing[0];
    const double v = y / t->def.spacing[1];
    const double most[2] = {t->def.columns - 2, t->def.rows - 2};
    const uint32_t k = (uint32_t)lesser(u, most[0]);
    const uint32_t i = (uint32_t)lesser(v, most[1]);
    const double a = u - k;
    const double b = v - i;
    const double first = point_of(t, i, k).z;
    const double last = point_of(t, i + 1, k + 1).z;
    if (a >= b)
        return first + (point_of(t, i, k + 1).z - first) * (a - b) + (last - first) * b;
    return first + (point_of(t, i + 1, k).z - first) * (b - a) + (last - first) * a;
}

/* Each element stands in one leaf, boxes hold what is below them, and the largest heights of blocks are
 * not above all heights. */
static void test_trees(void **state)
{
    (void)state;
    for (int seed = 0; seed < SEEDS; seed++) {
        lw_random random = seeded(seed);
        for (int round = 0; round < test_rounds(100, 10000); round++) {
            twins t;
            open_twins(&t, &random);
            const char *fault = lw_geometry_fault(t.field);
            if (fault)
                fail_msg("%s", fault);
            assert_int_equal(lw_element_count(t.field), lw_element_count(t.parts));
            assert_int_equal(lw_node_total(t.field), 2 * lw_element_count(t.field) - 1);
            assert_true((t.field->heights->wide == t.heights) == t.def.kept);
            const double loose = t.def.radius + 3e-7 * (fabs(t.def.floor) + 2) + 1e-9 * t.field->extent;
            for (uint32_t i = 0; i < lw_node_total(t.field); i++) {
                lw_node room;
                lw_element_room element_room;
                lw_convex prism;
                pose at;
                const lw_node *node = lw_node_at(t.field, i, &room);
                if (node->child >= 0)
                    continue;
                vec3 low, high;
                lw_geometry_element(t.field, node->element, &element_room, &prism, &at);
                bounds3(prism.polytope->vertices, 6, &low, &high);
                assert_true(max_component(sub(node->half, scale(0.5, sub(high, low)))) <= loose);
            }
            close_twins(&t);
        }
    }
}

/* The node's box holds no more than the blocks of its children: a tree is as good as its heights. */
static void test_boxes(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int round = 0; round < test_rounds(200, 5000); round++) {
        twins t;
        open_twins(&t, &random);
        for (uint32_t i = 0; i < lw_node_total(t.field); i++) {
            lw_node room[3];
            const lw_node *node = lw_node_at(t.field, i, &room[0]);
            if (node->child < 0)
                continue;
            double top = -HUGE_VAL;
            for (uint32_t k = 0; k < 2; k++) {
                const lw_node *child = lw_node_at(t.field, (uint32_t)node->child + k, &room[1 + k]);
                top = greater(top, child->center.z + child->half.z);
            }
            assert_true(node->center.z + node->half.z <= top + 3e-7 * (fabs(t.def.floor) + 2));
            assert_int_equal(node->patch, 0);
        }
        close_twins(&t);
    }
}

/* A field of floats takes 4 bytes a height and a pyramid of 2; one of doubles, and one that is kept. */
static void test_memory(void **state)
{
    (void)state;
    enum { WIDE = 700 };
    double *heights = calloc((size_t)WIDE * WIDE, sizeof *heights);
    for (int kind = 0; kind < 3; kind++) {
        lw_arena arena = {0};
        heights[5] = kind == 0 ? 0.5 : 0.1;
        const lw_heights_def def = {.heights = heights,
                                    .kept = kind == 2,
                                    .rows = WIDE,
                                    .columns = WIDE,
                                    .spacing = {0.1, 0.1}};
        const lw_geometry *g = make_field(&arena, &def);
        const size_t each = kind == 0 ? 4 : kind == 1 ? 8 : 0;
        assert_true((g->heights->narrow != NULL) == (kind == 0));
        assert_true(arena.total < (each + 3) * WIDE * WIDE + 100000);
        lw_arena_free(&arena);
    }
    free(heights);
}

/* Another body: a box, a thin needle, a ball, or a soup of triangles. */
static lw_geometry *random_body(lw_arena *arena, lw_random *random)
{
    const uint32_t kind = lw_random_below(random, 4);
    if (kind == 3) {
        raw_mesh raw = {0};
        raw_soup(&raw, random, 20, 0.3, 0.2);
        lw_mesh *mesh = raw_make(&raw, arena);
        raw_free(&raw);
        const bool solid = false;
        return make_parts(
            arena, &(lw_geometry_def){.meshes = &mesh, .mesh_is_solid = &solid, .mesh_count = 1});
    }
    lw_part part = {{.core = LW_CORE_BOX, .half = v3(0.1, 0.2, 0.3)}, random_turn(random)};
    if (kind == 1)
        part.shape.half = v3(1e-4, 1e-4, 0.5);
    if (kind == 2)
        part.shape =
            (lw_convex){.core = LW_CORE_POINT, .radius = lw_random_below(random, 2) ? 1e-3 : 0.2};
    return make_parts(arena, &(lw_geometry_def){.parts = &part, .part_count = 1});
}

static pose random_place(const twins *t, lw_random *random)
{
    pose at = random_turn(random);
    at.position =
        point_of(t, lw_random_below(random, t->def.rows), lw_random_below(random, t->def.columns));
    at.position = add_scaled(at.position, lw_random_between(random, 0, 1.2), random_direction(random));
    return at;
}

/* Distances, within and without a limit, are those of the parts, whichever body comes first. */
static void test_distances(void **state)
{
    (void)state;
    size_t counts[2] = {0};
    for (int seed = 0; seed < SEEDS; seed++) {
        lw_random random = seeded(seed);
        for (int round = 0; round < test_rounds(400, 20000); round++) {
            twins t;
            open_twins(&t, &random);
            const lw_geometry *other = random_body(&t.arena, &random);
            const double apart =
                check_distances(&random, (const lw_geometry *const[]){t.field, t.parts}, other,
                                random_place(&t, &random), 1e-11);
            counts[apart > 0]++;
            close_twins(&t);
        }
    }
    assert_true(counts[0] > 100 && counts[1] > 100);
}

/* A point is in contact if it lies below the surface and above the floor, by the definition, on seams
 * between prisms too. */
static void test_inside(void **state)
{
    (void)state;
    size_t counts[2] = {0};
    for (int seed = 0; seed < SEEDS; seed++) {
        lw_random random = seeded(seed);
        for (int round = 0; round < test_rounds(100, 3000); round++) {
            twins t;
            open_twins(&t, &random);
            lw_part dot_part = {{.core = LW_CORE_POINT}, pose_identity()};
            const lw_geometry *point =
                make_parts(&t.arena, &(lw_geometry_def){.parts = &dot_part, .part_count = 1});
            for (int i = 0; i < 20; i++) {
                const double wide[2] = {(t.def.columns - 1) * t.def.spacing[0],
                                        (t.def.rows - 1) * t.def.spacing[1]};
                double x = lw_random_between(&random, 0, wide[0]);
                double y = lw_random_between(&random, 0, wide[1]);
                const uint32_t seam = lw_random_below(&random, 4);
                if (seam == 1) /* between columns */
                    x = lw_random_below(&random, t.def.columns) * t.def.spacing[0];
                if (seam == 2) /* between rows */
                    y = lw_random_below(&random, t.def.rows) * t.def.spacing[1];
                if (seam == 3) /* on a diagonal */
                    y = fmod(x, t.def.spacing[0]) / t.def.spacing[0] * t.def.spacing[1];
                const double z = lw_random_between(&random, t.def.floor - 0.5, t.def.floor + 2);
                const double top = surface(&t, x, y);
                lw_query query = {.enough = HUGE_VAL, .touch = -1, .b_in_a = pose_identity()};
                query.b_in_a.position = v3(x, y, z);
                lw_bracket found;
                uint32_t pair[2];
                lw_geometry_distance(t.field, point, &query, NULL, &found, pair);
                const double slack = 1e-12 * (t.field->extent + 1);
                /* along z; the surface may be nearer than that, and steeper than 1 in 100 nowhere */
                const double outside = greater(z - top, t.def.floor - z);
                if (outside <= t.def.radius - slack)
                    assert_true(found.upper == 0);
                if (outside > 100 * t.def.radius + slack)
                    assert_true(found.upper > 0);
                assert_true(found.lower <= greater(outside - t.def.radius, 0) + slack);
                counts[found.upper > 0]++;
            }
            close_twins(&t);
        }
    }
    assert_true(counts[0] > 1000 && counts[1] > 1000);
}

/* Depths: the brackets of the field and of the parts agree. */
static void test_depths(void **state)
{
    (void)state;
    size_t met = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
        lw_random random = seeded(seed);
        for (int round = 0; round < test_rounds(60, 2000); round++) {
            twins t;
            open_twins(&t, &random);
            const lw_geometry *other = random_body(&t.arena, &random);
            /* the lower bound of a field may be weak */
            met += check_depths((const lw_geometry *const[]){t.field, t.parts}, other,
                                random_place(&t, &random), 0);
            close_twins(&t);
        }
    }
    assert_true(met > 30);
}

/* Support values are those of the farthest vertex; of the whole body they are no less. */
static void test_support(void **state)
{
    (void)state;
    for (int seed = 0; seed < SEEDS; seed++) {
        lw_random random = seeded(seed);
        for (int round = 0; round < test_rounds(100, 5000); round++) {
            twins t;
            open_twins(&t, &random);
            vec3 along = scale(lw_random_between(&random, 0.5, 2), random_direction(&random));
            if (lw_random_below(&random, 4) == 0)
                along.z = 0;
            const double slack = 1e-14 * (t.field->extent + 1);
            double most = -HUGE_VAL;
            for (uint32_t i = 0; i < lw_element_count(t.field); i++) {
                const double truth = lw_element_support_value(t.parts, i, along);
                const double value = lw_element_support_value(t.field, i, along);
                const vec3 point = lw_element_support(t.field, i, along);
                assert_true(fabs(value - truth) <= slack);
                assert_true(fabs(dot(point, along) + t.def.radius * norm(along) - truth) <= slack);
                assert_true(lw_element_radius(t.field, i) == t.def.radius);
                most = greater(most, value);
            }
            assert_true(lw_geometry_support_value(t.field, along) >= most);
            close_twins(&t);
        }
    }
}

/* Covers contain the prisms, and a ball that shrinks is found out. */
static void test_covers(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int round = 0; round < test_rounds(60, 3000); round++) {
        twins t;
        open_twins(&t, &random);
        const lw_cover *cover = NULL;
        const uint32_t balls = 1 + lw_random_below(&random, 60);
        assert_int_equal(lw_cover_create(&t.arena, t.field, balls, &cover, NULL), LW_OK);
        const uint32_t most = balls < 32 ? 32 : balls;
        const uint32_t count = lw_element_count(t.field);
        assert_int_equal(cover->count, most < count ? most : count);
        const char *fault = lw_cover_fault(cover, t.field);
        if (fault)
            fail_msg("%s", fault);
        lw_ball *own = (lw_ball *)cover->balls;
        for (uint32_t i = 0; i < cover->count; i++)
            own[i].radius *= 0.2F;
        lw_cover_gap gap;
        assert_int_equal(lw_cover_prove(t.field, own, cover->count, &gap, NULL), LW_OK);
        assert_true(gap.open);
        close_twins(&t);
    }
}

/* A field inside a closed box is found. */
static void test_contained(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    raw_mesh raw = {0};
    raw_box(&raw, v3(0, 0, 0), v3(30, 30, 30), false);
    for (int round = 0; round < test_rounds(50, 2000); round++) {
        twins t;
        open_twins(&t, &random);
        lw_mesh *mesh = raw_make(&raw, &t.arena);
        const bool solid = true;
        const lw_geometry *box = make_parts(
            &t.arena, &(lw_geometry_def){.meshes = &mesh, .mesh_is_solid = &solid, .mesh_count = 1});
        pose at = random_turn(&random);
        const bool inside = lw_random_below(&random, 2);
        at.position.x = inside ? 0 : 90;
        vec3 where;
        assert_int_equal(lw_geometry_contained(t.field, box, at, &where), inside);
        assert_int_equal(lw_geometry_contained(box, t.field, inverse(at), &where), inside);
        close_twins(&t);
    }
    raw_free(&raw);
}

/* A field far longer than wide, and one of a single cell. */
static void test_odd_sizes(void **state)
{
    (void)state;
    static const uint32_t sizes[][2] = {{2, 2},    {2, 3},   {3, 2},  {2, 1000},
                                        {1000, 2}, {17, 33}, {65, 64}};
    double *heights = calloc(3000, sizeof *heights);
    for (size_t i = 0; i < 3000; i++)
        heights[i] = (double)(i % 7) / 3;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        lw_arena arena = {0};
        double *own = calloc((size_t)sizes[i][0] * sizes[i][1], sizeof *own);
        const lw_heights_def def = {
            .heights = own, .rows = sizes[i][0], .columns = sizes[i][1], .spacing = {0.1, 0.3}};
        for (size_t k = 0; k < (size_t)sizes[i][0] * sizes[i][1]; k++)
            own[k] = heights[k % 3000];
        const char *fault = lw_geometry_fault(make_field(&arena, &def));
        if (fault)
            fail_msg("%s", fault);
        free(own);
        lw_arena_free(&arena);
    }
    free(heights);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_trees),     cmocka_unit_test(test_boxes),
        cmocka_unit_test(test_memory),    cmocka_unit_test(test_odd_sizes),
        cmocka_unit_test(test_distances), cmocka_unit_test(test_inside),
        cmocka_unit_test(test_depths),    cmocka_unit_test(test_support),
        cmocka_unit_test(test_covers),    cmocka_unit_test(test_contained),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
