/* The boolean test of grown geometry against the distance: all kinds of shapes, and thicknesses just
 * below and above it. */
#include "crowd.h"
#include "math/pose.h"
#include "robot/shared_shape.h"
#include "seed.h"
#include "tree/grown.h"

/* Random shapes as bodies of a robot have them. */
static lw_shape *random_body(crowd *c, double size)
{
    lw_shape_def def = random_shape(c, size);
    lw_shape *shape = NULL;
    succeed(lw_shape_create(&def, &shape, &c->error), &c->error);
    return shape;
}

static pose any_place(lw_random *random, double far)
{
    pose p = {.position = random_point(random, far)};
    lw_quat q = {lw_random_between(random, -1, 1), lw_random_between(random, -1, 1),
                 lw_random_between(random, -1, 1), lw_random_between(random, -1, 1)};
    assert_true(lw_rotation_from_any_quat(q, &p.rotation));
    return p;
}

/* Holds one thickness against the bracket of the distance. */
static void check_thickness(const lw_geometry *a, const lw_geometry *b, pose b_in_a, double thickness,
                            const lw_bracket *distance, lw_grown_memory *memory)
{
    bool within = lw_geometry_within(a, b, b_in_a, thickness, memory);
    double slack = 1e-9 * distance->upper + 1e-12 * (1 + norm(b_in_a.position));
    if (within && thickness < distance->lower - slack)
        fail_msg("within %.17g, though %.17g apart", thickness, distance->lower);
    if (!within && thickness >= distance->upper)
        fail_msg("not within %.17g, though at most %.17g apart", thickness, distance->upper);
}

static void test_shapes(void **state)
{
    (void)state;
    crowd c = {.random = {test_seed()}};
    lw_random *random = &c.random;
    size_t counts[2] = {0};
    int rounds = test_rounds(2000, 100000);
    for (int round = 0; round < rounds; round++) {
        double size = pow(10, lw_random_between(random, -2, 1));
        lw_shape *shapes[2] = {random_body(&c, size), random_body(&c, size)};
        const lw_geometry *a = shapes[0]->geometry;
        const lw_geometry *b = shapes[1]->geometry;
        lw_grown_memory memory = {0};
        double far = size * pow(10, lw_random_between(random, -1, 3));
        pose b_in_a = any_place(random, far);
        for (int step = 0; step < 10; step++) {
            const lw_query query = {.b_in_a = b_in_a, .enough = INFINITY, .touch = -1};
            lw_bracket distance;
            uint32_t pair[2];
            lw_geometry_distance(a, b, &query, NULL, &distance, pair);
            counts[distance.upper > 0]++;
            const double thicknesses[] = {0,
                                          distance.upper,
                                          distance.upper * (1 + 1e-15),
                                          distance.upper * (1 + 1e-6),
                                          distance.lower * (1 - 2e-9) - 1e-11 * (1 + far),
                                          distance.lower * (1 - 1e-6) - 1e-11 * (1 + far),
                                          distance.lower * lw_random_between(random, 0, 1),
                                          distance.upper * lw_random_between(random, 1, 3)};
            for (size_t i = 0; i < sizeof thicknesses / sizeof *thicknesses; i++)
                if (thicknesses[i] >= 0)
                    check_thickness(a, b, b_in_a, thicknesses[i], &distance,
                                    lw_random_below(random, 4) ? &memory : NULL);
            b_in_a.position = add(b_in_a.position, random_point(random, 0.2 * size));
        }
        lw_shape_destroy(shapes[0]);
        lw_shape_destroy(shapes[1]);
    }
    assert_true(counts[0] > (size_t)rounds / 4 && counts[1] > (size_t)rounds);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_shapes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
