/* body/point_grid.h: bounds are no more than the distance of the nearest point, by brute force, and not
 * much less within the reach of the grid. */
#include "expect.h"
#include "meshes.h"

#include "body/point_grid.h"
#include "seed.h"

#include <float.h>

enum { MOST = 300, SEEDS = 9, PLACES = 200 };

typedef struct cloud {
    lw_arena arena;
    const lw_points *points;
    uint32_t count;
    double size;
    vec3 middle;
} cloud;

static void open_cloud(cloud *c, lw_random *random)
{
    static const double sizes[] = {1e-3, 0.3, 1, 3, 50, 1e6};
    double vertices[3 * MOST];
    *c = (cloud){.count = 1 + lw_random_below(random, MOST)};
    c->size = sizes[lw_random_below(random, 6)];
    const double far = lw_random_below(random, 3) ? 0 : 10 * c->size;
    c->middle = scale(far, random_direction(random));
    const uint32_t kind = lw_random_below(random, 3);
    for (uint32_t i = 0; i < c->count; i++)
        for (int k = 0; k < 3; k++) {
            double value = kind == 1 && k == 2 ? 0 : lw_random_between(random, -c->size, c->size);
            /* points on the borders of cells */
            value = kind == 2 ? 0.02 * floor(value * 50) : value;
            vertices[3 * i + k] = value + component3(c->middle, k);
        }
    lw_geometry *geometry = NULL;
    assert_int_equal(lw_points_geometry(&c->arena, vertices, c->count, 0.01, &geometry, NULL), LW_OK);
    c->points = geometry->points;
    assert_non_null(c->points->grid);
}

static double nearest(const cloud *c, const float at[3])
{
    const vec3 from = v3((double)at[0], (double)at[1], (double)at[2]);
    double least = HUGE_VAL;
    for (uint32_t i = 0; i < c->count; i++)
        least = lesser(least, norm(sub(lw_point(c->points, i), from)));
    return least;
}

static void check_place(const cloud *c, const float at[3], size_t *tight)
{
    const lw_point_grid *grid = c->points->grid;
    const double bound = (double)lw_grid_bound(grid, at);
    const double truth = nearest(c, at);
    const double width = 1 / (double)grid->inverse;
    assert_true(bound >= 0 && bound <= truth);
    assert_true(bound <= LW_GRID_REACH * width);
    /* each of the two places is less than a cell from the gap's end along each axis: 2 sqrt(3) cells,
     * and a step */
    bool inside = true;
    for (int k = 0; k < 3; k++)
        inside &= at[k] >= grid->origin[k] && at[k] < grid->origin[k] + grid->last[k] * (float)width;
    const double least = lesser(truth - 3.4642 * width, LW_GRID_REACH * width) - 0.13 * width;
    if (inside && c->size < 1e3)
        assert_true(bound >= least);
    *tight += inside && bound > 0;
}

static void test_bounds(void **state)
{
    (void)state;
    size_t tight = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
        lw_random random = {test_seed() + (uint64_t)seed};
        for (int round = 0; round < test_rounds(30, 3000); round++) {
            cloud c;
            open_cloud(&c, &random);
            for (int i = 0; i < PLACES; i++) {
                float at[3];
                const double reach = (i % 3 ? 1.1 : 2) * c.size;
                for (int k = 0; k < 3; k++)
                    at[k] =
                        (float)(component3(c.middle, k) + lw_random_between(&random, -reach, reach));
                if (i % 3 == 2) { /* near a point */
                    vec3 p = lw_point(c.points, lw_random_below(&random, c.count));
                    p = add_scaled(p, lw_random_between(&random, 0, 0.1), random_direction(&random));
                    for (int k = 0; k < 3; k++)
                        at[k] = (float)component3(p, k);
                }
                check_place(&c, at, &tight);
            }
            lw_arena_free(&c.arena);
        }
    }
    assert_true(tight > 1000);
}

/* Places that are no numbers, or infinite, have a bound of some cell. */
static void test_no_numbers(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    cloud c;
    open_cloud(&c, &random);
    const float odd[] = {NAN, INFINITY, -INFINITY, FLT_MAX, -FLT_MAX, 0};
    for (int i = 0; i < 6 * 6 * 6; i++) {
        const float at[3] = {odd[i % 6], odd[i / 6 % 6], odd[i / 36]};
        float bound = lw_grid_bound(c.points->grid, at);
        assert_true(bound >= 0 && bound < INFINITY);
    }
    lw_arena_free(&c.arena);
}

/* The grid is no larger than it says, whatever the shape of the cloud. */
static void test_sizes(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int round = 0; round < 60; round++) {
        const uint32_t count = 1 + lw_random_below(&random, round % 2 ? 100 : 20000);
        double *vertices = calloc(3 * (size_t)count, sizeof *vertices);
        double sizes[3];
        for (int k = 0; k < 3; k++)
            sizes[k] = pow(10, lw_random_between(&random, -3, 9));
        for (uint32_t i = 0; i < 3 * count; i++)
            vertices[i] = lw_random_between(&random, 0, sizes[i % 3]);
        lw_arena arena = {0};
        lw_geometry *geometry = NULL;
        assert_int_equal(lw_points_geometry(&arena, vertices, count, 0.01, &geometry, NULL), LW_OK);
        const lw_point_grid *grid = geometry->points->grid;
        size_t cells = (size_t)grid->plane * ((size_t)grid->last[2] + 1);
        assert_true(cells <= LW_GRID_MOST_CELLS);
        assert_true(cells <= (64 * count > 4096 ? 64 * (size_t)count : 4096));
        assert_true(1 / (double)grid->inverse > 0.01999);
        free(vertices);
        lw_arena_free(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_no_numbers),
        cmocka_unit_test(test_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
