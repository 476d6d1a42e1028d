/* body/image.h: depth images against their definition, pixel by pixel, and against the frusta of the
 * definition as polytopes. */
#include "alike.h"

#include "body/cover/cover_proof.h"
#include "body/image.h"
#include "body/support_value.h"
#include "body/validate.h"

enum { SIDE = 40, MOST = SIDE * SIDE, SEEDS = 5 };

/* A depth image, and each frustum of its definition as a polytope. */
typedef struct twins {
    lw_arena arena;
    lw_geometry *image, *parts;
    lw_image_def def;
    float depths[MOST];
} twins;

static lw_geometry *make_image(lw_arena *arena, const lw_image_def *def)
{
    lw_geometry *geometry = NULL;
    lw_error error = {0};
    if (lw_image_geometry(arena, def, &geometry, &error) != LW_OK)
        fail_msg("%s", error.message);
    /* unseen space is connected, and each frustum of a pixel may stand alone */
    assert_int_equal(lw_seed_count(geometry), def->unseen ? 1 : lw_element_count(geometry));
    return geometry;
}

/* Depths: noise, a plane, a wall of one row or column before one, poles of one pixel, holes. */
static void fill(twins *t, lw_random *random)
{
    const lw_camera *camera = &t->def.camera;
    const uint32_t kind = lw_random_below(random, 6);
    const uint32_t line = lw_random_below(random, SIDE);
    const double most = 1.3 * camera->far_z;
    for (uint32_t i = 0; i < t->def.rows; i++)
        for (uint32_t k = 0; k < t->def.columns; k++) {
            double depth = 0.8 * camera->far_z;
            const bool odd = lw_random_below(random, 8) == 0;
            if (kind == 0 || (kind == 1 && odd))
                depth = lw_random_between(random, camera->near_z, most);
            if ((kind == 2 && i == line) || (kind == 3 && k == line) || (kind == 4 && odd))
                depth = 0.4 * camera->far_z;
            if (kind == 5 || (kind == 1 && lw_random_below(random, 3) == 0))
                depth = odd ? depth : 0;
            t->depths[i * t->def.columns + k] = (float)greater(depth, 0);
            if (depth > 0 && (double)(float)depth < camera->near_z)
                t->depths[i * t->def.columns + k] = nextafterf((float)depth, 1e9F);
        }
    if (!t->def.unseen)
        t->depths[lw_random_below(random, t->def.rows * t->def.columns)] = (float)(0.5 * camera->far_z);
}

/* Where a pixel begins to be solid, and where it ends, by the definition. False: it is not solid. */
static bool solid_of(const twins *t, uint32_t row, uint32_t column, double *from, double *to)
{
    const lw_camera *c = &t->def.camera;
    const double depth = (double)t->depths[row * t->def.columns + column];
    const double error = c->error + depth * c->relative_error;
    if (!t->def.unseen) {
        *from = greater(depth - error, c->near_z);
        *to = depth + error;
        return depth > 0;
    }
    *from = depth > 0 ? lesser(greater(depth - error, c->near_z), c->far_z) : c->near_z;
    *to = c->far_z;
    return true;
}

static double slope_x(const twins *t, double column)
{
    return (column - 0.5 - t->def.camera.cx) / t->def.camera.fx;
}

static double slope_y(const twins *t, double row)
{
    return (row - 0.5 - t->def.camera.cy) / t->def.camera.fy;
}

/* A part between two planes, and at each of them between slopes. */
static lw_part part_between(twins *t, const double z[2], const double x[2], const double y[2],
                            const double sizes[2])
{
    double corners[24];
    lw_polytope *polytope = NULL;
    for (int i = 0; i < 8; i++) {
        const double end = z[i / 4];
        /* an infinite slope is the end of space */
        corners[3 * i] = isinf(x[i % 2]) ? copysign(sizes[0], x[i % 2]) : x[i % 2] * end;
        corners[3 * i + 1] =
            isinf(y[i / 2 % 2]) ? copysign(sizes[1], y[i / 2 % 2]) : y[i / 2 % 2] * end;
        corners[3 * i + 2] = end;
    }
    assert_int_equal(lw_polytope_create(&t->arena, corners, 8, &polytope, NULL), LW_OK);
    return (lw_part){{.core = LW_CORE_POLYTOPE, .radius = t->def.radius, .polytope = polytope},
                     pose_identity()};
}

static void set_parts(twins *t)
{
    static const double sizes[2] = {LW_IMAGE_REACH, LW_IMAGE_REACH};
    lw_part *parts = calloc((size_t)t->def.rows * t->def.columns + 6, sizeof *parts);
    size_t count = 0;
    for (uint32_t i = 0; i < t->def.rows; i++)
        for (uint32_t k = 0; k < t->def.columns; k++) {
            double z[2];
            const double x[2] = {slope_x(t, k), slope_x(t, k + 1.0)};
            const double y[2] = {slope_y(t, i), slope_y(t, i + 1.0)};
            if (solid_of(t, i, k, &z[0], &z[1]))
                parts[count++] = part_between(t, z, x, y, sizes);
        }
    for (int i = 0; i < 6 && t->def.unseen; i++) {
        double z[2] = {t->def.camera.near_z, t->def.camera.far_z};
        double x[2] = {-HUGE_VAL, HUGE_VAL};
        double y[2] = {-HUGE_VAL, HUGE_VAL};
        if (i == 0) {
            z[1] = z[0];
            z[0] = -LW_IMAGE_REACH;
        } else if (i == 1) {
            z[0] = z[1];
            z[1] = LW_IMAGE_REACH;
        } else if (i < 4) {
            x[3 - i] = slope_x(t, i == 2 ? 0 : t->def.columns);
        } else {
            y[5 - i] = slope_y(t, i == 4 ? 0 : t->def.rows);
        }
        parts[count++] = part_between(t, z, x, y, sizes);
    }
    t->parts = make_parts(&t->arena, &(lw_geometry_def){.parts = parts, .part_count = count});
    free(parts);
}

static void open_twins(twins *t, lw_random *random, bool with_parts)
{
    memset(t, 0, sizeof *t);
    const uint32_t most = lw_random_below(random, 2) ? 4 : SIDE;
    t->def = (lw_image_def){.depths = t->depths,
                            .rows = 1 + lw_random_below(random, most),
                            .columns = 1 + lw_random_below(random, most),
                            .unseen = lw_random_below(random, 2),
                            .kept = lw_random_below(random, 2),
                            .radius = lw_random_below(random, 2) ? 0 : 0.01};
    lw_camera *camera = &t->def.camera;
    camera->fx = lw_random_between(random, 0.5, 2) * t->def.columns;
    camera->fy =
        lw_random_below(random, 2) ? camera->fx : lw_random_between(random, 0.5, 2) * t->def.rows;
    /* mostly in the picture, sometimes beside it */
    camera->cx = lw_random_between(random, -0.3, 1.3) * t->def.columns;
    camera->cy = lw_random_between(random, 0, 1) * t->def.rows;
    camera->near_z = lw_random_between(random, 0.05, 0.3);
    camera->far_z = lw_random_between(random, 1, 4);
    camera->error = lw_random_below(random, 3) ? lw_random_between(random, 0, 0.05) : 0;
    camera->relative_error = lw_random_below(random, 3) ? 0 : 0.02;
    fill(t, random);
    t->image = make_image(&t->arena, &t->def);
    if (with_parts)
        set_parts(t);
}

static void close_twins(twins *t)
{
    lw_arena_free(&t->arena);
}

/* Each element stands in one leaf, boxes hold what is below them, and no leaf's box is too large. */
static void test_trees(void **state)
{
    (void)state;
    size_t counts[2] = {0};
    for (int seed = 0; seed < SEEDS; seed++) {
        lw_random random = seeded(seed);
        for (int round = 0; round < test_rounds(60, 5000); round++) {
            twins t;
            open_twins(&t, &random, false);
            const char *fault = lw_geometry_fault(t.image);
            if (fault)
                fail_msg("%s", fault);
            assert_true((t.image->image->depths == t.depths) == t.def.kept);
            assert_int_equal(lw_node_total(t.image), 2 * lw_element_count(t.image) - 1);
            for (uint32_t i = 0; i < lw_node_total(t.image); i++) {
                lw_node room;
                const lw_node *node = lw_node_at(t.image, i, &room);
                if (node->child >= 0) {
                    assert_int_equal(node->patch, 0);
                    continue;
                }
                lw_element_room element_room;
                lw_convex shape;
                pose at;
                vec3 low, high;
                lw_geometry_element(t.image, node->element, &element_room, &shape, &at);
                bounds3(shape.polytope->vertices, 8, &low, &high);
                assert_true(max_component(sub(node->half, scale(0.5, sub(high, low)))) <=
                            t.def.radius + 3e-12 * t.image->extent);
            }
            counts[t.def.unseen]++;
            close_twins(&t);
        }
    }
    assert_true(counts[0] > 50 && counts[1] > 50);
}

/* Another body: a box, a thin needle, a ball, or a soup of triangles. */
static lw_geometry *random_body(lw_arena *arena, lw_random *random)
{
    const uint32_t kind = lw_random_below(random, 4);
    if (kind == 3)
        return box_or_soup(arena, random, false);
    lw_part part = {{.core = LW_CORE_BOX, .half = v3(0.05, 0.1, 0.15)}, random_turn(random)};
    if (kind == 1)
        part.shape.half = v3(1e-4, 1e-4, 0.5);
    if (kind == 2)
        part.shape =
            (lw_convex){.core = LW_CORE_POINT, .radius = lw_random_below(random, 2) ? 1e-3 : 0.2};
    return make_parts(arena, &(lw_geometry_def){.parts = &part, .part_count = 1});
}

/* A point that the picture may see, near the depth of its pixel or anywhere before it, now and then on
 * an edge between pixels; or a point somewhere. */
static vec3 random_point(const twins *t, lw_random *random)
{
    const uint32_t kind = lw_random_below(random, 5);
    if (kind == 0)
        return v3(lw_random_between(random, -3, 3), lw_random_between(random, -3, 3),
                  lw_random_between(random, -1, 5));
    const uint32_t row = lw_random_below(random, t->def.rows);
    const uint32_t column = lw_random_below(random, t->def.columns);
    double from = 0;
    double to = 0;
    if (!solid_of(t, row, column, &from, &to))
        from = to = 1;
    const double z = kind == 1   ? from
                     : kind == 2 ? lw_random_between(random, 0, from)
                     : kind == 3 ? to
                                 : from + lw_random_between(random, -0.05, 0.05);
    const double over = lw_random_below(random, 3) ? lw_random_between(random, 0, 1) : 0;
    return v3(slope_x(t, column + over) * z, slope_y(t, row + lw_random_between(random, 0, 1)) * z, z);
}

static pose random_place(const twins *t, lw_random *random)
{
    pose at = random_turn(random);
    at.position = random_point(t, random);
    at.position = add_scaled(at.position, lw_random_between(random, 0, 0.6), random_direction(random));
    return at;
}

/* Distances, within and without a limit, are those of the parts, whichever body comes first. */
static void test_distances(void **state)
{
    (void)state;
    size_t counts[2] = {0};
    for (int seed = 0; seed < SEEDS; seed++) {
        lw_random random = seeded(seed);
        for (int round = 0; round < test_rounds(60, 4000); round++) {
            twins t;
            open_twins(&t, &random, true);
            for (int i = 0; i < 10; i++) {
                const lw_geometry *other = random_body(&t.arena, &random);
                const double apart =
                    check_distances(&random, (const lw_geometry *const[]){t.image, t.parts}, other,
                                    random_place(&t, &random), t.def.unseen ? 1e-12 : 1e-11);
                counts[apart > 0]++;
            }
            close_twins(&t);
        }
    }
    assert_true(counts[0] > 100 && counts[1] > 100);
}

/* Whether a point is solid, by the definition: its pixel, and its z. at: a border counts on either
 * side. */
static bool is_solid(const twins *t, vec3 at)
{
    const lw_camera *c = &t->def.camera;
    const double slack = 1e-13;
    bool solid = false;
    if (t->def.unseen && (at.z <= c->near_z || at.z >= c->far_z))
        return true;
    if (at.z <= 0)
        return false;
    const double u = c->fx * at.x / at.z + c->cx + 0.5;
    const double v = c->fy * at.y / at.z + c->cy + 0.5;
    for (int i = 0; i < 4; i++) {
        const double column = floor(u + (i % 2 ? slack : -slack));
        const double row = floor(v + (i / 2 ? slack : -slack));
        double from, to;
        if (column < 0 || row < 0 || column >= t->def.columns || row >= t->def.rows)
            solid = solid || t->def.unseen;
        else if (solid_of(t, (uint32_t)row, (uint32_t)column, &from, &to))
            solid = solid || (at.z >= from && at.z <= to);
    }
    return solid;
}

/* A point is in contact if it is solid by the definition, and is clear if it is not, as near as
 * rounding tells. */
static void test_inside(void **state)
{
    (void)state;
    size_t counts[2][2] = {{0}};
    for (int seed = 0; seed < SEEDS; seed++) {
        lw_random random = seeded(seed);
        for (int round = 0; round < test_rounds(200, 20000); round++) {
            twins t;
            open_twins(&t, &random, false);
            lw_part dot_part = {{.core = LW_CORE_POINT}, pose_identity()};
            const lw_geometry *point =
                make_parts(&t.arena, &(lw_geometry_def){.parts = &dot_part, .part_count = 1});
            for (int i = 0; i < 20; i++) {
                lw_query query = {.enough = HUGE_VAL, .touch = -1, .b_in_a = pose_identity()};
                query.b_in_a.position = random_point(&t, &random);
                lw_bracket found;
                uint32_t pair[2];
                lw_geometry_distance(t.image, point, &query, NULL, &found, pair);
                const bool solid = is_solid(&t, query.b_in_a.position);
                if (solid)
                    assert_true(found.lower == 0);
                /* nothing is solid within the upper bound, as far as a few directions tell */
                for (int k = 0; k < 8; k++) {
                    const vec3 near_by = add_scaled(query.b_in_a.position,
                                                    found.lower * lw_random_between(&random, 0, 1),
                                                    random_direction(&random));
                    if (found.lower > 1e-9)
                        assert_false(is_solid(&t, near_by));
                }
                /* the place that is said to be nearest is solid */
                if (found.upper > 1e-9 && t.def.radius == 0) {
                    const vec3 hit = add_scaled(found.points[0], 1e-9 / found.upper,
                                                sub(found.points[0], query.b_in_a.position));
                    const vec3 aside = v3(hit.x * (1 + 1e-9), hit.y * (1 + 1e-9), hit.z);
                    const vec3 inside = v3(hit.x * (1 - 1e-9), hit.y * (1 - 1e-9), hit.z);
                    if (t.def.camera.error > 0)
                        counts[1][is_solid(&t, hit) || is_solid(&t, aside) || is_solid(&t, inside)]++;
                }
                counts[0][solid]++;
            }
            close_twins(&t);
        }
    }
    assert_true(counts[0][0] > 1000 && counts[0][1] > 1000);
    /* a corner of a frustum has room beside it */
    assert_true(counts[1][1] > 10 * counts[1][0]);
}

/* Depths: the brackets of the image and of the parts agree. */
static void test_depths(void **state)
{
    (void)state;
    size_t met = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
        lw_random random = seeded(seed);
        for (int round = 0; round < test_rounds(30, 1000); round++) {
            twins t;
            open_twins(&t, &random, true);
            const lw_geometry *other = random_body(&t.arena, &random);
            /* the lower bound of an image may be weak: slabs are thin */
            met += check_depths((const lw_geometry *const[]){t.image, t.parts}, other,
                                random_place(&t, &random), 0);
            close_twins(&t);
        }
    }
    assert_true(met > 30);
}

/* Groups of pixels, and the elements that are in none, have the support value of the whole body. */
static void check_groups(const twins *t, vec3 along, double most, double slack)
{
    double groups = -HUGE_VAL;
    for (uint32_t node = 0; node < t->image->node_count; node++) {
        uint32_t which = t->image->nodes[node].element;
        double value = lw_element_support_value(t->image, which, along);
        if (lw_is_group(t->image, node)) {
            value = lw_group_support_value(t->image, node, along, &which);
            assert_true(fabs(lw_element_support_value(t->image, which, along) - value) <= slack);
        } else if (t->image->nodes[node].child >= 0) {
            continue;
        }
        groups = greater(groups, value);
    }
    assert_true(fabs(groups - most) <= slack);
}

/* Support values are those of the farthest vertex; of the whole body they are no less. */
static void test_support(void **state)
{
    (void)state;
    for (int seed = 0; seed < SEEDS; seed++) {
        lw_random random = seeded(seed);
        for (int round = 0; round < test_rounds(60, 3000); round++) {
            twins t;
            open_twins(&t, &random, false);
            const vec3 along = scale(lw_random_between(&random, 0.5, 2), random_direction(&random));
            const double slack = 1e-14 * (t.image->extent + 1);
            double most = -HUGE_VAL;
            for (uint32_t i = 0; i < lw_element_count(t.image); i++) {
                lw_element_room room;
                lw_convex shape;
                pose at;
                lw_geometry_element(t.image, i, &room, &shape, &at);
                double truth = -HUGE_VAL;
                for (int k = 0; k < 8; k++)
                    truth = greater(truth, dot(along, room.vertices[k]));
                truth += t.def.radius * norm(along);
                const double value = lw_element_support_value(t.image, i, along);
                const vec3 point = lw_element_support(t.image, i, along);
                assert_true(fabs(value - truth) <= slack);
                assert_true(fabs(dot(point, along) + t.def.radius * norm(along) - truth) <= slack);
                assert_true(lw_element_radius(t.image, i) == t.def.radius);
                most = greater(most, value);
            }
            assert_true(lw_geometry_support_value(t.image, along) >= most);
            check_groups(&t, along, most, slack);
            close_twins(&t);
        }
    }
}

/* Covers contain the frusta, and a ball that shrinks is found out. */
static void test_covers(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int round = 0; round < test_rounds(40, 2000); round++) {
        twins t;
        open_twins(&t, &random, false);
        const lw_cover *cover = NULL;
        assert_int_equal(
            lw_cover_create(&t.arena, t.image, 1 + lw_random_below(&random, 60), &cover, NULL), LW_OK);
        const char *fault = lw_cover_fault(cover, t.image);
        if (fault)
            fail_msg("%s", fault);
        close_twins(&t);
    }
}

/* A pixel of free space, or the whole image, inside a closed box is found. */
static void test_contained(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    size_t counts[2] = {0};
    for (int round = 0; round < test_rounds(300, 10000); round++) {
        twins t;
        open_twins(&t, &random, false);
        const bool around = lw_random_below(&random, 2);
        const double half = around ? 2 * LW_IMAGE_REACH : 0.3;
        const lw_geometry *box = closed_box(&t.arena, v3(half, half, half));
        pose at = random_turn(&random);
        at.position = random_point(&t, &random);
        bool inside = false;
        for (uint32_t i = 0; i < lw_element_count(t.image); i++) {
            const lw_frustum f = lw_image_frustum(t.image->image, i);
            const vec3 corner = abs3(transform_back(at, v3(f.x[0][0], f.y[0][0], f.z[0])));
            inside = inside || max_component(corner) < half;
            if (t.def.unseen)
                break;
        }
        vec3 where;
        assert_int_equal(lw_geometry_contained(t.image, box, at, &where), inside);
        assert_int_equal(lw_geometry_contained(box, t.image, inverse(at), &where), inside);
        counts[inside]++;
        close_twins(&t);
    }
    assert_true(counts[0] > 20 && counts[1] > 20);
}

/* A picture far longer than wide, of one pixel, and of blocks that are cut at its edges. */
static void test_odd_sizes(void **state)
{
    (void)state;
    static const uint32_t sizes[][2] = {{1, 1},  {1, 1000}, {1000, 1}, {16, 16},
                                        {17, 1}, {33, 47},  {65, 64}};
    float *depths = calloc(65 * 64 + 1, sizeof *depths);
    for (size_t i = 0; i < 2 * sizeof sizes / sizeof *sizes; i++) {
        lw_arena arena = {0};
        const lw_image_def def = {.depths = depths,
                                  .rows = sizes[i / 2][0],
                                  .columns = sizes[i / 2][1],
                                  .unseen = i % 2,
                                  .camera = {.fx = 500, .fy = 500, .near_z = 0.1, .far_z = 9}};
        for (size_t k = 0; k < 65 * 64; k++)
            depths[k] = k % 7 == 3 ? 0 : 1 + (float)(k % 5);
        const lw_geometry *image = make_image(&arena, &def);
        const char *fault = lw_geometry_fault(image);
        if (fault)
            fail_msg("%s", fault);
        lw_arena_free(&arena);
    }
    free(depths);
}

/* Beside the copy of its depths an image takes less than 2 bytes a pixel. */
static void test_memory(void **state)
{
    (void)state;
    enum { HIGH = 480, WIDE = 640 };
    float *depths = calloc((size_t)HIGH * WIDE, sizeof *depths);
    for (size_t i = 0; i < (size_t)HIGH * WIDE; i++)
        depths[i] = 1 + (float)(i % 11);
    for (int kind = 0; kind < 4; kind++) {
        lw_arena arena = {0};
        const lw_image_def def = {.depths = depths,
                                  .rows = HIGH,
                                  .columns = WIDE,
                                  .kept = kind % 2,
                                  .unseen = kind / 2,
                                  .camera = {.fx = 600, .fy = 600, .near_z = 0.1, .far_z = 9}};
        make_image(&arena, &def);
        assert_true(arena.total < ((kind % 2 ? 0 : 4) + 2) * HIGH * WIDE + 200000);
        lw_arena_free(&arena);
    }
    free(depths);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_trees),     cmocka_unit_test(test_memory),
        cmocka_unit_test(test_odd_sizes), cmocka_unit_test(test_distances),
        cmocka_unit_test(test_inside),    cmocka_unit_test(test_depths),
        cmocka_unit_test(test_support),   cmocka_unit_test(test_covers),
        cmocka_unit_test(test_contained),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
