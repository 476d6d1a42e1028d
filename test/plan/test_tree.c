/* Tests the nearest node of a tree against all lengths, in spaces of lines, turns and rotations. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "plan/tree.h"
#include "seed.h"
#include "small_scene.h"

enum { MOST_NODES = 60, WIDTH = 16 };

static void check_nearest(const lw_tree *tree, const double *values)
{
    size_t nearest = lw_tree_nearest(tree, values);
    double least = HUGE_VAL;
    for (size_t i = 0; i < lw_tree_count(tree); i++)
        least = fmin(least, lw_cspace_length(tree->space, lw_tree_node(tree, i), values));
    assert_true(nearest < lw_tree_count(tree));
    double length = lw_cspace_length(tree->space, lw_tree_node(tree, nearest), values);
    assert_true(length <= least * (1 + 1e-12) + 1e-12);
    double square;
    assert_int_equal(lw_tree_nearest_square(tree, values, &square), nearest);
    assert_true(fabs(sqrt(square) - length) < 1e-9);
    for (size_t b = 0; b < lw_tree_block_count(tree); b++) {
        double squares[LW_TREE_BLOCK];
        size_t count = lw_tree_squares(tree, b, values, squares);
        size_t left = lw_tree_count(tree) - b * LW_TREE_BLOCK;
        assert_int_equal(count, left < LW_TREE_BLOCK ? left : LW_TREE_BLOCK);
        for (size_t i = 0; i < count; i++) {
            const double *node = lw_tree_node(tree, b * LW_TREE_BLOCK + i);
            assert_true(fabs(sqrt(squares[i]) - lw_cspace_length(tree->space, node, values)) < 1e-9);
            /* of equally near nodes the first */
            assert_true(b * LW_TREE_BLOCK + i >= nearest || squares[i] > square);
        }
    }
}

/* The nearest node, with its cost as one more coordinate, against all nodes. */
static void check_within(const lw_tree *tree, const double *values, double cost)
{
    size_t nearest = lw_tree_nearest_within(tree, values, cost);
    double least = HUGE_VAL;
    for (size_t i = 0; i < lw_tree_count(tree); i++) {
        double length = lw_cspace_length(tree->space, lw_tree_node(tree, i), values);
        if (lw_tree_cost(tree, i) + length <= cost)
            least = fmin(least, hypot(length, cost - lw_tree_cost(tree, i)));
    }
    assert_true(nearest < lw_tree_count(tree));
    double length = lw_cspace_length(tree->space, lw_tree_node(tree, nearest), values);
    double whole = lw_tree_cost(tree, nearest) + length;
    if (least == HUGE_VAL) {
        assert_true(nearest == 0 || whole < cost + 1e-9);
    } else {
        assert_true(whole <= cost + 1e-9);
        assert_true(hypot(length, cost - lw_tree_cost(tree, nearest)) <= least + 1e-9);
    }
    assert_int_equal(lw_tree_nearest_within(tree, values, HUGE_VAL), lw_tree_nearest(tree, values));
}

/* Costs are the lengths of the ways from the root. */
static void check_costs(const lw_tree *tree)
{
    for (size_t i = 0; i < lw_tree_count(tree); i++) {
        double sum = 0;
        size_t node = i;
        for (int64_t up; (up = tree->parents.items[node]) != LW_NO_PARENT; node = (size_t)up)
            sum +=
                lw_cspace_length(tree->space, lw_tree_node(tree, (size_t)up), lw_tree_node(tree, node));
        assert_true(fabs(sum - lw_tree_cost(tree, i)) < 1e-9);
    }
}

static void try_space(const lw_joint_kind *kinds, size_t count, lw_random *random)
{
    lw_error error = {0};
    lw_arena arena = {0};
    lw_cspace space;
    lw_tree tree = {0};
    double lower[WIDTH];
    double upper[WIDTH];
    for (int i = 0; i < WIDTH; i++) {
        lower[i] = -2;
        upper[i] = 3;
    }
    for (size_t i = 0, at = 0; i < count; i++) {
        at += kinds[i] == LW_JOINT_FLOATING ? 7 : kinds[i] == LW_JOINT_PLANAR ? 3 : 1;
        if (kinds[i] == LW_JOINT_CONTINUOUS || kinds[i] == LW_JOINT_PLANAR)
            lower[at - 1] = upper[at - 1] = (double)NAN; /* turns freely */
    }
    lw_scene *scene = new_scene();
    add_chain(scene, "s", kinds, count);
    succeed(lw_scene_freeze(scene, &error), &error);
    lw_plan_space def = lw_default_plan_space();
    def.lower = lower;
    def.upper = upper;
    succeed(lw_cspace_make(&arena, scene, &def, &space, &error), &error);
    for (int round = 0; round < 20; round++) {
        lw_tree_clear(&tree, &space);
        uint32_t nodes = 1 + lw_random_below(random, MOST_NODES);
        for (uint32_t i = 0; i < nodes + 3; i++) {
            double values[WIDTH];
            lw_cspace_sample(&space, random, values);
            /* angles of paths go on beyond a turn */
            for (size_t k = 0; k < space.column_count; k++)
                if (space.columns[k].kind == LW_COLUMN_TURN)
                    values[space.columns[k].at] += 6.283185307179586 * lw_random_below(random, 3);
            if (i && !lw_random_below(random, 4)) /* as near as another one */
                memcpy(values, lw_tree_node(&tree, lw_random_below(random, i)),
                       space.value_count * sizeof *values);
            int64_t parent = i ? (int64_t)lw_random_below(random, i) : LW_NO_PARENT;
            succeed(lw_tree_add(&tree, values, parent, &error), &error);
        }
        for (int i = 0; i < 3; i++)
            lw_tree_remove_last(&tree);
        assert_int_equal(lw_tree_count(&tree), nodes);
        assert_int_equal(tree.radii.count, nodes);
        check_costs(&tree);
        for (int i = 0; i < 20; i++) {
            double values[WIDTH];
            lw_cspace_sample(&space, random, values);
            check_nearest(&tree, values);
            check_within(&tree, values, lw_random_between(random, 0, 20));
        }
    }
    lw_tree_free(&tree);
    lw_arena_free(&arena);
    lw_scene_destroy(scene);
}

static void test_nearest(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    static const lw_joint_kind lines[] = {LW_JOINT_REVOLUTE, LW_JOINT_PRISMATIC, LW_JOINT_REVOLUTE};
    static const lw_joint_kind turns[] = {LW_JOINT_CONTINUOUS, LW_JOINT_PLANAR, LW_JOINT_PRISMATIC};
    static const lw_joint_kind rotations[] = {LW_JOINT_CONTINUOUS, LW_JOINT_FLOATING};
    try_space(lines, 3, &random);
    try_space(turns, 3, &random);
    try_space(rotations, 2, &random);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nearest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
