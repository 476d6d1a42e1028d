/* body/points.h: clouds against brute force over their points, and against the same balls as parts. */
#include "alike.h"

#include "body/cover/cover_proof.h"
#include "body/points.h"
#include "body/support_value.h"
#include "body/validate.h"
#include "seed.h"

enum { MOST = 400, SEEDS = 9 };

/* A cloud, and the same balls as parts. */
typedef struct twins {
    lw_arena arena;
    lw_geometry *cloud, *parts;
    uint32_t count;
    double radius;
    double vertices[3 * MOST];
} twins;

static lw_geometry *make_cloud(lw_arena *arena, const double *vertices, size_t count, double radius)
{
    lw_geometry *geometry = NULL;
    lw_error error = {0};
    if (lw_points_geometry(arena, vertices, count, radius, &geometry, &error) != LW_OK)
        fail_msg("%s", error.message);
    return geometry;
}

/* Distinct points: in a cube, in a plane, on a line, or crowded with some far away. */
static void fill(twins *t, lw_random *random)
{
    const uint32_t kind = lw_random_below(random, 5);
    const bool narrow = lw_random_below(random, 2);
    for (uint32_t i = 0; i < t->count; i++) {
        double size = kind == 3 ? lw_random_below(random, 9) ? 1e-3 : 1e3 : 1;
        for (int k = 0; k < 3; k++) {
            double value = lw_random_between(random, -size, size);
            value = (kind == 1 && k == 2) || (kind == 2 && k > 0) ? 0.25 : value;
            t->vertices[3 * i + k] = narrow ? (double)(float)value : value;
        }
        if (kind == 4) /* a grid */
            for (int k = 0; k < 3; k++)
                t->vertices[3 * i + k] = i / (k == 0 ? 1 : k == 1 ? 8 : 64) % (k == 2 ? 64 : 8);
    }
}

static void open_twins(twins *t, lw_random *random)
{
    t->arena = (lw_arena){0};
    t->count = 1 + lw_random_below(random, lw_random_below(random, 2) ? 20 : MOST);
    t->radius = lw_random_between(random, 0.001, 0.2);
    fill(t, random);
    t->cloud = make_cloud(&t->arena, t->vertices, t->count, t->radius);
    lw_part *parts = calloc(t->count + 1, sizeof *parts);
    for (uint32_t i = 0; i < t->count; i++) {
        const double *v = t->vertices + 3 * i;
        parts[i] = (lw_part){{.core = LW_CORE_POINT, .radius = t->radius}, pose_identity()};
        parts[i].at.position = v3(v[0], v[1], v[2]);
    }
    t->parts = make_parts(&t->arena, &(lw_geometry_def){.parts = parts, .part_count = t->count});
    free(parts);
}

static void close_twins(twins *t)
{
    lw_arena_free(&t->arena);
}

static int compare_points(const void *a, const void *b)
{
    const double *p = a;
    const double *q = b;
    for (int k = 0; k < 3; k++)
        if (p[k] != q[k])
            return p[k] < q[k] ? -1 : 1;
    return 0;
}

/* The cloud has the points that it was made of, each once. */
static void check_points(const twins *t)
{
    double *own = calloc(3 * (size_t)t->count, sizeof *own);
    double *given = calloc(3 * (size_t)t->count, sizeof *given);
    for (uint32_t i = 0; i < t->count; i++) {
        vec3 p = lw_point(t->cloud->points, i);
        assert_true(norm(p) + t->radius <= t->cloud->extent);
        memcpy(own + 3 * i, (double[]){p.x, p.y, p.z}, 3 * sizeof *own);
        memcpy(given + 3 * i, t->vertices + 3 * i, 3 * sizeof *own);
    }
    qsort(own, t->count, 3 * sizeof *own, compare_points);
    qsort(given, t->count, 3 * sizeof *own, compare_points);
    for (uint32_t i = 0; i < 3 * t->count; i++)
        assert_true(own[i] == given[i]);
    free(own);
    free(given);
}

/* Each node has the points of its children, and a leaf has the point that it names. Boxes hold the
 * balls below them. */
static void check_nodes(const lw_geometry *g)
{
    const lw_points *points = g->points;
    assert_int_equal(lw_node_total(g), 2 * points->count - 1);
    assert_int_equal(lw_points_below(points, 0).first, 0);
    assert_int_equal(lw_points_below(points, 0).end, points->count);
    for (uint32_t i = 0; i < lw_node_total(g); i++) {
        lw_node room;
        const lw_node *node = lw_node_at(g, i, &room);
        const lw_heap_range range = lw_points_below(points, i);
        assert_true(range.first < range.end && range.end <= points->count);
        for (uint32_t k = range.first; k < range.end; k++) {
            vec3 beyond = sub(abs3(sub(lw_point(points, k), node->center)), node->half);
            assert_true(max_component(beyond) < -points->radius);
        }
        if (node->child < 0) {
            assert_int_equal(range.end - range.first, 1);
            assert_int_equal(node->element, range.first);
            continue;
        }
        assert_int_equal(node->patch, 0);
        const lw_heap_range first = lw_points_below(points, (uint32_t)node->child);
        const lw_heap_range second = lw_points_below(points, (uint32_t)node->child + 1);
        assert_true(first.first == range.first && first.end == second.first && second.end == range.end);
        const bool group = (uint32_t)node->child >= points->stored && i < points->stored;
        assert_true(!group || range.end - range.first <= 8);
    }
}

static void test_trees(void **state)
{
    (void)state;
    for (int seed = 0; seed < SEEDS; seed++) {
        lw_random random = seeded(seed);
        for (int round = 0; round < test_rounds(40, 2000); round++) {
            twins t;
            open_twins(&t, &random);
            const char *fault = lw_geometry_fault(t.cloud);
            if (fault)
                fail_msg("%s", fault);
            check_points(&t);
            check_nodes(t.cloud);
            assert_int_equal(lw_element_count(t.cloud), t.count);
            close_twins(&t);
        }
    }
}

/* A cloud of floats takes at most 24 bytes a point, one of doubles 36. */
static void test_memory(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (size_t count = 100000; count < 300000; count += 31111)
        for (int narrow = 0; narrow < 2; narrow++) {
            double *vertices = calloc(3 * count, sizeof *vertices);
            for (size_t i = 0; i < 3 * count; i++) {
                double value = lw_random_between(&random, -3, 3);
                vertices[i] = narrow ? (double)(float)value : value;
            }
            lw_arena arena = {0};
            const lw_geometry *g = make_cloud(&arena, vertices, count, 0.005);
            const lw_points *points = g->points;
            size_t bytes = 3 * count * (narrow ? sizeof(float) : sizeof(double)) +
                           points->stored * sizeof *points->boxes;
            assert_true((points->narrow[0] != NULL) == narrow);
            assert_true(bytes <= (narrow ? 24 : 36) * count);
            assert_true(arena.total >= bytes && arena.total < bytes + (1 << 20));
            free(vertices);
            lw_arena_free(&arena);
        }
}

/* The sum of the largest half widths of the boxes above groups. */
static double sum_of_groups(const lw_geometry *g)
{
    double sum = 0;
    for (uint32_t i = g->points->stored / 2; i < g->points->stored; i++) {
        lw_node room;
        sum += max_component(lw_node_at(g, i, &room)->half);
    }
    return sum;
}

/* Neighbours in space are neighbours in memory, also beside a point far away: the boxes of groups of up
 * to 8 of 20,000 points in a unit square are about sqrt(8 / 20000) = 0.02 wide. */
static void test_order(void **state)
{
    (void)state;
    enum { COUNT = 20000 };
    lw_random random = {test_seed()};
    double *vertices = calloc(3 * COUNT, sizeof *vertices);
    for (int outlier = 0; outlier < 2; outlier++) {
        for (size_t i = 0; i < 3 * COUNT; i++)
            vertices[i] = i % 3 == 2 ? 0 : lw_random_between(&random, 0, 1);
        if (outlier)
            vertices[3] = 1e6;
        lw_arena arena = {0};
        lw_geometry *g = make_cloud(&arena, vertices, COUNT, 1e-6);
        const double groups = (g->points->stored + 1) / 2.0;
        const double far = outlier ? 0.5e6 : 0; /* half the width of the group with that point */
        assert_true(sum_of_groups(g) - far < 0.02 * groups);
        lw_arena_free(&arena);
    }
    free(vertices);
}

typedef struct seen {
    const twins *t;
    uint32_t count, stop;
    bool is[MOST];
} seen;

static bool see(void *context, uint32_t point)
{
    seen *s = context;
    assert_true(point < s->t->count && !s->is[point]);
    s->is[point] = true;
    return ++s->count == s->stop;
}

static void test_near(void **state)
{
    (void)state;
    for (int seed = 0; seed < SEEDS; seed++) {
        lw_random random = seeded(seed);
        for (int round = 0; round < test_rounds(200, 20000); round++) {
            twins t;
            open_twins(&t, &random);
            vec3 at = lw_point(t.cloud->points, lw_random_below(&random, t.count));
            at = add_scaled(at, lw_random_between(&random, 0, 0.3), random_direction(&random));
            const double within = lw_random_between(&random, 0, 0.5);
            seen s = {.t = &t};
            assert_false(lw_points_near(t.cloud->points, at, within, see, &s));
            double deepest = 0;
            uint32_t near = 0;
            for (uint32_t i = 0; i < t.count; i++) {
                double apart = norm(sub(lw_point(t.cloud->points, i), at));
                assert_true(s.is[i] ? apart <= within * (1 + 1e-12) : apart >= within * (1 - 1e-12));
                deepest = greater(deepest, t.radius - apart);
                near += s.is[i];
            }
            assert_int_equal(s.count, near);
            uint32_t which = 0;
            double depth = lw_points_depth(t.cloud->points, at, &which);
            assert_true(fabs(depth - deepest) <= 1e-15);
            assert_true(depth == 0 || fabs(t.radius - norm(sub(lw_point(t.cloud->points, which), at)) -
                                           depth) <= 1e-15);
            if (near) {
                s = (seen){.t = &t, .stop = 1 + lw_random_below(&random, near)};
                assert_true(lw_points_near(t.cloud->points, at, within, see, &s));
                assert_int_equal(s.count, s.stop);
            }
            close_twins(&t);
        }
    }
}

/* Another body: a box, a soup of triangles, or a cloud. */
static lw_geometry *random_body(lw_arena *arena, lw_random *random)
{
    const uint32_t kind = lw_random_below(random, 3);
    if (kind < 2)
        return box_or_soup(arena, random, kind == 0);
    double vertices[3 * 30];
    for (int i = 0; i < 90; i++)
        vertices[i] = lw_random_between(random, -0.3, 0.3);
    return make_cloud(arena, vertices, 30, 0.02);
}

static pose random_place(const twins *t, lw_random *random)
{
    pose at = random_turn(random);
    at.position = lw_point(t->cloud->points, lw_random_below(random, t->count));
    at.position = add_scaled(at.position, lw_random_between(random, 0, 1.2), random_direction(random));
    return at;
}

/* Distances, within and without a limit, are those of the parts, whichever body comes first. */
static void test_distances(void **state)
{
    (void)state;
    for (int seed = 0; seed < SEEDS; seed++) {
        lw_random random = seeded(seed);
        for (int round = 0; round < test_rounds(100, 10000); round++) {
            twins t;
            open_twins(&t, &random);
            const lw_geometry *other = random_body(&t.arena, &random);
            const lw_geometry *const own[2] = {t.cloud, t.parts};
            check_distances(&random, own, other, random_place(&t, &random), 1e-12);
            close_twins(&t);
        }
    }
}

/* Depths: the brackets of the cloud and of the parts agree. */
static void test_depths(void **state)
{
    (void)state;
    size_t met = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
        lw_random random = seeded(seed);
        for (int round = 0; round < test_rounds(30, 2000); round++) {
            twins t;
            open_twins(&t, &random);
            const lw_geometry *other = random_body(&t.arena, &random);
            const pose at = random_place(&t, &random);
            met += check_depths((const lw_geometry *const[]){t.cloud, t.parts}, other, at, 0.9);
            close_twins(&t);
        }
    }
    assert_true(met > 30);
}

/* Support values are those of the farthest point; of the whole body they are no less. */
static void test_support(void **state)
{
    (void)state;
    for (int seed = 0; seed < SEEDS; seed++) {
        lw_random random = seeded(seed);
        for (int round = 0; round < test_rounds(100, 5000); round++) {
            twins t;
            open_twins(&t, &random);
            vec3 along = scale(lw_random_between(&random, 0.5, 2), random_direction(&random));
            double most = -HUGE_VAL;
            for (uint32_t i = 0; i < t.count; i++) {
                vec3 p = lw_point(t.cloud->points, i);
                double value = dot(along, p) + t.radius * norm(along);
                assert_true(lw_element_support_value(t.cloud, i, along) == value);
                assert_true(norm(sub(lw_element_support(t.cloud, i, along), p)) == 0);
                assert_true(lw_element_radius(t.cloud, i) == t.radius);
                assert_true(norm(sub(lw_seed(t.cloud, i), p)) == 0);
                most = greater(most, value);
            }
            double value = lw_geometry_support_value(t.cloud, along);
            assert_true(value >= most);
            if (t.count <= 2) /* few boxes are opened */
                assert_true(value <= most + 1e-9 * t.cloud->extent);
            close_twins(&t);
        }
    }
}

/* Covers contain the balls, and are proven to; a ball that shrinks is found out. */
static void test_covers(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    size_t open = 0;
    for (int round = 0; round < test_rounds(60, 3000); round++) {
        twins t;
        open_twins(&t, &random);
        const lw_cover *cover = NULL;
        const uint32_t balls = 1 + lw_random_below(&random, 60);
        assert_int_equal(lw_cover_create(&t.arena, t.cloud, balls, &cover, NULL), LW_OK);
        const uint32_t most = balls < 32 ? 32 : balls;
        assert_int_equal(cover->count, most < t.count ? most : t.count);
        const char *fault = lw_cover_fault(cover, t.cloud);
        if (fault)
            fail_msg("%s", fault);
        for (uint32_t i = 0; i < cover->count; i++) {
            double apart = norm(sub(lw_ball_center(&cover->balls[i]), t.cloud->center));
            assert_true(apart <= t.cloud->radius + (double)cover->balls[i].radius);
            double excess = lw_cover_excess(t.cloud, &cover->balls[i]);
            double truth = HUGE_VAL;
            for (uint32_t k = 0; k < t.count; k++) {
                vec3 away = sub(lw_ball_center(&cover->balls[i]), lw_point(t.cloud->points, k));
                truth = lesser(truth, norm(away) + (double)cover->balls[i].radius - t.radius);
            }
            assert_true(fabs(excess - greater(truth, 0)) <= 1e-12 * (1 + t.cloud->extent));
        }
        lw_cover_gap gap;
        assert_int_equal(lw_cover_prove(t.cloud, cover->balls, cover->count, &gap, NULL), LW_OK);
        assert_false(gap.open);
        if (cover->count > 1) {
            lw_ball *own = (lw_ball *)cover->balls;
            uint32_t which = lw_random_below(&random, cover->count);
            own[which].radius = (float)(0.5 * t.radius);
            assert_int_equal(lw_cover_prove(t.cloud, own, cover->count, &gap, NULL), LW_OK);
            assert_true(gap.open || !lw_cover_fault(cover, t.cloud));
            open += gap.open;
            for (uint32_t i = 0; i < cover->count; i++)
                own[i].radius = (float)(0.5 * t.radius);
            assert_int_equal(lw_cover_prove(t.cloud, own, cover->count, &gap, NULL), LW_OK);
            assert_true(gap.open);
        }
        close_twins(&t);
    }
    assert_true(open > 20);
}

/* A point of a cloud inside a closed box is found; a cloud contains nothing. */
static void test_contained(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    size_t counts[2] = {0};
    for (int round = 0; round < test_rounds(500, 20000); round++) {
        twins t;
        open_twins(&t, &random);
        const lw_geometry *box = closed_box(&t.arena, v3(0.3, 0.2, 0.1));
        pose at = random_place(&t, &random);
        bool expected = false;
        for (uint32_t i = 0; i < t.count && !expected; i++) {
            vec3 p = abs3(transform_back(at, lw_point(t.cloud->points, i)));
            expected = p.x < 0.3 && p.y < 0.2 && p.z < 0.1;
        }
        vec3 inside = v3(9, 9, 9);
        assert_int_equal(lw_geometry_contained(t.cloud, box, at, &inside), expected);
        if (expected)
            assert_true(max_component(sub(abs3(transform_back(at, inside)), v3(0.3, 0.2, 0.1))) <=
                        1e-9);
        assert_int_equal(lw_geometry_contained(box, t.cloud, inverse(at), &inside), expected);
        counts[expected]++;
        close_twins(&t);
    }
    assert_true(counts[0] > 50 && counts[1] > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_trees),     cmocka_unit_test(test_memory),
        cmocka_unit_test(test_order),     cmocka_unit_test(test_near),
        cmocka_unit_test(test_distances), cmocka_unit_test(test_depths),
        cmocka_unit_test(test_support),   cmocka_unit_test(test_covers),
        cmocka_unit_test(test_contained),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
