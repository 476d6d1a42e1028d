/* body/grown/grown.h: the boolean test of grown geometry against the distance, for shapes of all kinds
 * against each other and thicknesses just below and above the distance. */
#include "body/grown/grown.h"
#include "math/pose.h"
#include "scene/shared_shape.h"
#include "seed.h"
#include "shape_kit.h"

#include <math.h>

/* Checks the test at one thickness against the bracket of the distance. */
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

/* How often each pair of kinds was tested, in contact and apart. */
typedef struct tally {
    size_t cases, by_pair[SPACE][SPACE][2];
} tally;

/* One shape stands still, the other one wanders about it, far away and near. */
static void check_pair(lw_random *random, const kit *shapes, uint32_t i, uint32_t j, tally *all)
{
    const lw_geometry *a = shapes[0].shapes[i]->geometry;
    const lw_geometry *b = shapes[1].shapes[j]->geometry;
    lw_grown_memory memory = {0};
    double far = 0.3 * pow(10, lw_random_between(random, -1, 3));
    pose b_in_a = lw_pose_in(random_pose(random, false, far));
    for (int step = 0; step < 10; step++) {
        const lw_query query = {.b_in_a = b_in_a, .enough = INFINITY, .touch = -1};
        lw_bracket distance;
        uint32_t pair[2];
        lw_geometry_distance(a, b, &query, NULL, &distance, pair);
        all->by_pair[i][j][distance.upper > 0]++;
        const double thicknesses[] = {0,
                                      distance.upper,
                                      distance.upper * (1 + 1e-15),
                                      distance.upper * (1 + 1e-6),
                                      distance.lower * (1 - 2e-9) - 1e-11 * (1 + far),
                                      distance.lower * (1 - 1e-6) - 1e-11 * (1 + far),
                                      distance.lower * lw_random_between(random, 0, 1),
                                      distance.upper * lw_random_between(random, 1, 3)};
        for (size_t k = 0; k < sizeof thicknesses / sizeof *thicknesses; k++) {
            if (thicknesses[k] < 0)
                continue;
            all->cases++;
            check_thickness(a, b, b_in_a, thicknesses[k], &distance,
                            lw_random_below(random, 4) ? &memory : NULL);
        }
        vec3 way = v3(lw_random_between(random, -0.1, 0.1), lw_random_between(random, -0.1, 0.1),
                      lw_random_between(random, -0.1, 0.1));
        b_in_a.position = add(b_in_a.position, way);
    }
}

static void test_shapes(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    static tally all;
    int rounds = test_rounds(20, 300);
    for (int round = 0; round < rounds; round++) {
        kit shapes[2];
        open_kit(&random, false, &shapes[0]);
        open_kit(&random, false, &shapes[1]);
        for (uint32_t i = 0; i < SPACE; i++)
            for (uint32_t j = 0; j < SPACE; j++)
                check_pair(&random, shapes, i, j, &all);
        close_kit(&shapes[0]);
        close_kit(&shapes[1]);
    }
    printf("%zu cases\n", all.cases);
    for (int i = 0; i < SPACE; i++)
        for (int j = 0; j < SPACE; j++)
            if (!all.by_pair[i][j][1] || (rounds > 100 && !all.by_pair[i][j][0]))
                fail_msg("kinds %d and %d: %zu times in contact, %zu apart", i, j, all.by_pair[i][j][0],
                         all.by_pair[i][j][1]);
    assert_true(all.cases > (size_t)rounds * 3000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_shapes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
