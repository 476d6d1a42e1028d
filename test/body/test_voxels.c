/* body/voxels.h: boxes of voxels against brute force, and against the same boxes as stored parts. */
#include "alike.h"

#include "body/cover/cover_proof.h"
#include "body/support_value.h"
#include "body/validate.h"
#include "body/voxels.h"

enum { MOST = 300, SEEDS = 9 };

/* Boxes in the compact form, and the same as stored parts. */
typedef struct twins {
    lw_arena arena;
    lw_geometry *voxels, *parts;
    lw_voxels_def def;
    lw_voxel_box boxes[MOST];
} twins;

/* A box within `side` voxels of the middle of the grid. It may overlap others. */
static lw_voxel_box random_box(lw_random *random, uint32_t side)
{
    lw_voxel_box box = {0};
    for (int k = 0; k < 3; k++)
        box.low[k] = (uint16_t)(LW_VOXELS_HALF - side + lw_random_below(random, 2 * side));
    box.level = (uint8_t)lw_random_below(random, lw_random_below(random, 4) ? 1 : 4);
    box.along = (uint8_t)lw_random_below(random, 7);
    return box;
}

static lw_geometry *make_voxels(lw_arena *arena, const lw_voxels_def *def)
{
    lw_geometry *geometry = NULL;
    lw_error error = {0};
    if (lw_voxels_geometry(arena, def, &geometry, &error) != LW_OK)
        fail_msg("%s", error.message);
    return geometry;
}

static void open_twins(twins *t, lw_random *random)
{
    t->arena = (lw_arena){0};
    const uint32_t side = 8U << lw_random_below(random, 4);
    const bool flat = lw_random_below(random, 4) == 0; /* all at one height: lengths of 0 */
    t->def = (lw_voxels_def){
        .unit = lw_random_between(random, 0.5, 1.5) / side,
        .radius = lw_random_below(random, 2) ? 0 : 0.02,
        .outer_reach = lw_random_below(random, 4) ? 0 : 2e4,
        .known = (int32_t)side + 16,
        .boxes = t->boxes,
        .count = 2 + lw_random_below(random, lw_random_below(random, 2) ? 20 : MOST - 1)};
    for (uint32_t i = 0; i < t->def.count; i++) {
        t->boxes[i] = random_box(random, side);
        t->boxes[i].low[2] = flat ? LW_VOXELS_HALF : t->boxes[i].low[2];
    }
    t->voxels = make_voxels(&t->arena, &t->def);
    lw_part *parts = calloc(t->voxels->part_count, sizeof *parts);
    for (uint32_t i = 0; i < t->voxels->part_count; i++)
        lw_part_at(t->voxels, i, &parts[i]);
    t->parts =
        make_parts(&t->arena, &(lw_geometry_def){.parts = parts, .part_count = t->voxels->part_count});
    free(parts);
}

static void close_twins(twins *t)
{
    lw_arena_free(&t->arena);
}

static int compare_boxes(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(lw_voxel_box));
}

/* The geometry has the boxes that it was made of, each once, and each part is its box grown by rounding
 * alone; behind them are the outer boxes, which leave the grid open. */
static void check_boxes(twins *t)
{
    const lw_voxels *voxels = t->voxels->voxels;
    lw_voxel_box *own = calloc(t->def.count, sizeof *own);
    memcpy(own, voxels->boxes, t->def.count * sizeof *own);
    for (uint32_t i = 0; i < t->def.count; i++) {
        lw_part room;
        const lw_part *part = lw_part_at(t->voxels, i, &room);
        const double unit = t->def.unit;
        assert_true(part->shape.core == LW_CORE_BOX && part->shape.radius == t->def.radius);
        for (int k = 0; k < 3; k++) {
            const double low = component3(sub(part->at.position, part->shape.half), k) / unit;
            const double high = component3(add(part->at.position, part->shape.half), k) / unit;
            const double first = own[i].low[k] - LW_VOXELS_HALF;
            const double width = (1 << own[i].level) * (own[i].along >> k & 1 ? 2 : 1);
            assert_true(low <= first && low > first - 1e-11);
            assert_true(high >= first + width && high < first + width + 1e-11);
        }
    }
    for (uint32_t i = voxels->inner; i < voxels->count; i++) {
        lw_part room;
        const lw_part *part = lw_part_at(t->voxels, i, &room);
        const vec3 low = sub(part->at.position, part->shape.half);
        const vec3 high = add(part->at.position, part->shape.half);
        const int axis = (int)(i - voxels->inner) / 2;
        const double root = t->def.unit * LW_VOXELS_HALF;
        const double gap = lesser(fabs(component3(low, axis)), fabs(component3(high, axis)));
        const double far = greater(max_component(abs3(low)), max_component(abs3(high)));
        assert_true(gap <= root && gap > root * (1 - 1e-11) - 1e-11);
        assert_true(far >= 2e4 && far < 2e4 + 1e-6);
        assert_true((component3(part->at.position, axis) > 0) == ((i - voxels->inner) % 2 == 1));
    }
    qsort(own, t->def.count, sizeof *own, compare_boxes);
    qsort(t->boxes, t->def.count, sizeof *own, compare_boxes);
    assert_memory_equal(own, t->boxes, t->def.count * sizeof *own);
    free(own);
}

static void test_trees(void **state)
{
    (void)state;
    size_t outer = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
        lw_random random = seeded(seed);
        for (int round = 0; round < test_rounds(40, 2000); round++) {
            twins t;
            open_twins(&t, &random);
            const char *fault = lw_geometry_fault(t.voxels);
            if (fault)
                fail_msg("%s", fault);
            check_boxes(&t);
            assert_int_equal(lw_element_count(t.voxels), lw_element_count(t.parts));
            assert_int_equal(lw_node_total(t.voxels), 2 * lw_element_count(t.voxels) - 1);
            assert_int_equal(lw_seed_count(t.voxels), lw_seed_count(t.parts));
            for (uint32_t i = 0; i < lw_seed_count(t.parts); i++)
                assert_true(norm(sub(lw_seed(t.voxels, i), lw_seed(t.parts, i))) == 0);
            assert_true(t.voxels->extent <= 1.8 * t.parts->extent); /* corners of groups */
            outer += t.def.outer_reach > 0;
            close_twins(&t);
        }
    }
    assert_true(outer > 20);
}

/* A box takes at most 14 bytes. */
static void test_memory(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (size_t count = 100000; count < 300000; count += 31111) {
        lw_voxel_box *boxes = calloc(count, sizeof *boxes);
        for (size_t i = 0; i < count; i++)
            boxes[i] = random_box(&random, 1000);
        lw_arena arena = {0};
        make_voxels(&arena,
                    &(lw_voxels_def){.unit = 0.01, .known = 1010, .boxes = boxes, .count = count});
        assert_true(arena.total < 14 * count + (1 << 20));
        free(boxes);
        lw_arena_free(&arena);
    }
}

/* Each stored node halves its boxes: those of a group of up to 8 of 32,768 voxels in a flat square of
 * 200 x 200 lie within sqrt(8 / 32768) * 200 = 3.1 voxels, or little more. */
static void test_order(void **state)
{
    (void)state;
    enum { COUNT = 32768 };
    lw_random random = {test_seed()};
    lw_voxel_box *boxes = calloc(COUNT, sizeof *boxes);
    for (int axis = 0; axis < 3; axis++) {
        for (size_t i = 0; i < COUNT; i++)
            for (int k = 0; k < 3; k++)
                boxes[i].low[k] = (uint16_t)(k == axis ? 9 : lw_random_below(&random, 200));
        lw_arena arena = {0};
        const lw_geometry *g = make_voxels(
            &arena, &(lw_voxels_def){.unit = 1, .known = 1 << 15, .boxes = boxes, .count = COUNT});
        double sum = 0;
        for (uint32_t i = g->voxels->stored / 2; i < g->voxels->stored; i++)
            for (int k = 0; k < 3; k++)
                sum += g->voxels->bounds[i].last[k] + 1 - g->voxels->bounds[i].low[k];
        assert_true(sum < (1 + 2 * 4) * (g->voxels->stored + 1) / 2.0);
        lw_arena_free(&arena);
    }
    free(boxes);
}

/* The distance of a place from a box of the twins; negative inside. */
static double truth(const twins *t, uint32_t box, vec3 at)
{
    const lw_part *part = &t->parts->parts[box];
    const vec3 out = sub(abs3(sub(at, part->at.position)), part->shape.half);
    const double most = max_component(out);
    return most > 0 ? norm(max3(out, v3(0, 0, 0))) : most;
}

typedef struct seen {
    const twins *t;
    uint32_t count, stop;
    bool is[MOST + LW_OUTER_BOXES];
} seen;

static bool see(void *context, uint32_t box)
{
    seen *s = context;
    assert_true(box < s->t->voxels->part_count && !s->is[box]);
    s->is[box] = true;
    return ++s->count == s->stop;
}

static vec3 random_point(const twins *t, lw_random *random)
{
    vec3 at = lw_seed(t->voxels, lw_random_below(random, (uint32_t)t->def.count));
    if (t->def.outer_reach > 0 && lw_random_below(random, 8) == 0)
        at = scale(lw_random_between(random, 0.9, 1.1) * t->def.unit * LW_VOXELS_HALF,
                   random_direction(random));
    return add_scaled(at, lw_random_between(random, 0, 0.3), random_direction(random));
}

static void test_near(void **state)
{
    (void)state;
    size_t inside = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
        lw_random random = seeded(seed);
        for (int round = 0; round < test_rounds(200, 20000); round++) {
            twins t;
            open_twins(&t, &random);
            const vec3 at = random_point(&t, &random);
            const double within = lw_random_between(&random, 0, 0.5);
            const double slack = 1e-9;
            seen s = {.t = &t};
            assert_false(lw_voxels_near(t.voxels->voxels, at, within, see, &s));
            double least = HUGE_VAL;
            for (uint32_t i = 0; i < t.voxels->part_count; i++) {
                const double apart = truth(&t, i, at);
                assert_true(s.is[i] ? apart <= within + slack : apart >= within - slack);
                least = lesser(least, apart);
            }
            uint32_t which = 0;
            assert_true(fabs(lw_voxels_distance(t.voxels->voxels, at, HUGE_VAL, &which) - least) <=
                        slack);
            assert_true(fabs(truth(&t, which, at) - least) <= slack);
            assert_true(fabs(lw_voxels_distance(t.voxels->voxels, at, within, &which) -
                             lesser(least, within)) <= slack);
            inside += least < 0;
            if (s.count) {
                s = (seen){.t = &t, .stop = 1 + lw_random_below(&random, s.count)};
                assert_true(lw_voxels_near(t.voxels->voxels, at, within, see, &s));
                assert_int_equal(s.count, s.stop);
            }
            close_twins(&t);
        }
    }
    assert_true(inside > 100);
}

static pose random_place(const twins *t, lw_random *random)
{
    pose at = random_turn(random);
    at.position =
        add_scaled(random_point(t, random), lw_random_between(random, 0, 1), random_direction(random));
    return at;
}

static void test_distances_and_depths(void **state)
{
    (void)state;
    size_t met = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
        lw_random random = seeded(seed);
        for (int round = 0; round < test_rounds(100, 10000); round++) {
            twins t;
            open_twins(&t, &random);
            const lw_geometry *const own[2] = {t.voxels, t.parts};
            const uint32_t kind = lw_random_below(&random, 3);
            const lw_geometry *other = kind < 2 ? box_or_soup(&t.arena, &random, kind)
                                                : closed_box(&t.arena, v3(0.2, 0.1, 0.3));
            const pose at = random_place(&t, &random);
            check_distances(&random, own, other, at, 1e-12);
            if (round % 4 == 0)
                met += check_depths(own, other, at, 0.9);
            close_twins(&t);
        }
    }
    assert_true(met > 30);
}

/* Support values and points are those of the parts; of the whole body no less. */
static void test_support(void **state)
{
    (void)state;
    for (int seed = 0; seed < SEEDS; seed++) {
        lw_random random = seeded(seed);
        for (int round = 0; round < test_rounds(100, 5000); round++) {
            twins t;
            open_twins(&t, &random);
            const vec3 along = scale(lw_random_between(&random, 0.5, 2), random_direction(&random));
            const double slack = 1e-12 * t.voxels->extent;
            double most = -HUGE_VAL;
            for (uint32_t i = 0; i < lw_element_count(t.parts); i++) {
                const double value = lw_element_support_value(t.parts, i, along);
                assert_true(lw_element_support_value(t.voxels, i, along) == value);
                assert_true(norm(sub(lw_element_support(t.voxels, i, along),
                                     lw_element_support(t.parts, i, along))) == 0);
                assert_true(lw_element_radius(t.voxels, i) == t.def.radius);
                most = greater(most, value);
            }
            assert_true(lw_geometry_support_value(t.voxels, along) >= most - slack);
            double groups = -HUGE_VAL;
            for (uint32_t node = 0; node < t.voxels->voxels->stored; node++) {
                uint32_t which = 0;
                if (!lw_is_group(t.voxels, node))
                    continue;
                const double value = lw_group_support_value(t.voxels, node, along, &which);
                assert_true(fabs(lw_element_support_value(t.parts, which, along) - value) <= slack);
                groups = greater(groups, value);
            }
            assert_true(fabs(groups - most) <= slack);
            close_twins(&t);
        }
    }
}

/* Covers contain the boxes, and are proven to; a ball that shrinks is found out. */
static void test_covers(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int round = 0; round < test_rounds(60, 3000); round++) {
        twins t;
        open_twins(&t, &random);
        const lw_cover *cover = NULL;
        const uint32_t balls = 1 + lw_random_below(&random, 60);
        const uint32_t most = balls < 32 ? 32 : balls;
        const uint32_t elements = lw_element_count(t.voxels);
        assert_int_equal(lw_cover_create(&t.arena, t.voxels, balls, &cover, NULL), LW_OK);
        assert_int_equal(cover->count, most < elements ? most : elements);
        lw_cover_gap gap;
        assert_int_equal(lw_cover_prove(t.voxels, cover->balls, cover->count, &gap, NULL), LW_OK);
        assert_false(gap.open);
        for (uint32_t i = 0; i < cover->count; i++) {
            double least = HUGE_VAL;
            for (uint32_t k = 0; k < elements; k++)
                least = lesser(least, truth(&t, k, lw_ball_center(&cover->balls[i])));
            least = greater(least + (double)cover->balls[i].radius - t.def.radius, 0);
            assert_true(fabs(lw_cover_excess(t.voxels, &cover->balls[i]) - least) <= 1e-9);
        }
        lw_ball *own = (lw_ball *)cover->balls;
        for (uint32_t i = 0; i < cover->count; i++)
            own[i].radius *= 0.4F;
        assert_int_equal(lw_cover_prove(t.voxels, own, cover->count, &gap, NULL), LW_OK);
        assert_true(gap.open);
        close_twins(&t);
    }
}

/* A box whose middle lies inside a closed box is found; voxels contain nothing. */
static void test_contained(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    size_t counts[2] = {0};
    const vec3 half = v3(0.3, 0.2, 0.1);
    for (int round = 0; round < test_rounds(500, 20000); round++) {
        twins t;
        open_twins(&t, &random);
        const lw_geometry *box = closed_box(&t.arena, half);
        const pose at = random_place(&t, &random);
        vec3 inside = v3(9, 9, 9);
        vec3 ignored;
        const bool expected = lw_geometry_contained(t.parts, box, at, &ignored);
        assert_int_equal(lw_geometry_contained(t.voxels, box, at, &inside), expected);
        if (expected)
            assert_true(max_component(sub(abs3(transform_back(at, inside)), half)) <= 1e-9);
        assert_int_equal(lw_geometry_contained(box, t.voxels, inverse(at), &inside), expected);
        counts[expected]++;
        close_twins(&t);
    }
    assert_true(counts[0] > 50 && counts[1] > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_trees),   cmocka_unit_test(test_memory),
        cmocka_unit_test(test_order),   cmocka_unit_test(test_near),
        cmocka_unit_test(test_support), cmocka_unit_test(test_distances_and_depths),
        cmocka_unit_test(test_covers),  cmocka_unit_test(test_contained),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
