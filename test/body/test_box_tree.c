/* body/box_tree.h: the tree of boxes against a loop over all boxes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/random.h"
#include "body/box_tree.h"
#include "seed.h"

#include <math.h>

static vec3 random_point(lw_random *random, double size)
{
    return v3(lw_random_between(random, -size, size), lw_random_between(random, -size, size),
              lw_random_between(random, -size, size));
}

/* the boxes lie on a grid now and then, so that distances and sides are equal */
static lw_world_box random_box(lw_random *random, bool grid)
{
    vec3 low = random_point(random, 4);
    vec3 size = random_point(random, lw_random_below(random, 8) ? 0.3 : 3);
    if (grid) {
        low = v3(floor(low.x), floor(low.y), floor(low.z));
        size = v3(1, 1, 1);
    }
    return (lw_world_box){low, add(low, abs3(size))};
}

static void expect_found(const uint32_t *found, size_t count, const bool *wanted, size_t boxes)
{
    size_t next = 0;
    for (uint32_t i = 0; i < boxes; i++) {
        if (!wanted[i])
            continue;
        assert_true(next < count && found[next] == i);
        next++;
    }
    assert_int_equal(next, count);
}

static void test_tree(void **state)
{
    (void)state;
    enum { MOST = 700 };
    static lw_world_box boxes[MOST];
    static uint32_t found[MOST];
    static bool wanted[MOST];
    lw_random random = {test_seed()};
    size_t some = 0;
    int rounds = test_rounds(400, 20000);
    for (int round = 0; round < rounds; round++) {
        lw_arena arena = {0};
        lw_box_tree tree;
        bool grid = lw_random_below(&random, 2);
        size_t count = lw_random_below(&random, round % 2 ? 40 : MOST);
        for (size_t i = 0; i < count; i++)
            boxes[i] = random_box(&random, grid);
        assert_int_equal(lw_box_tree_create(&arena, boxes, count, &tree, NULL), LW_OK);
        for (int query = 0; query < 20; query++) {
            vec3 at = random_point(&random, 5);
            double distance = lw_random_between(&random, 0, query % 4 ? 1 : 8);
            if (grid) {
                at = v3(floor(at.x), floor(at.y), floor(at.z));
                distance = floor(distance);
            }
            for (size_t i = 0; i < count; i++)
                wanted[i] = lw_box_square(&boxes[i], at) <= distance * distance;
            size_t near = lw_box_tree_near(&tree, at, distance, found);
            expect_found(found, near, wanted, count);
            lw_world_box box = random_box(&random, grid);
            size_t meeting = 0;
            for (size_t i = 0; i < count; i++)
                meeting += wanted[i] = lw_boxes_meet(&boxes[i], &box);
            expect_found(found, lw_box_tree_meeting(&tree, &box, SIZE_MAX, found), wanted, count);
            size_t most = lw_random_below(&random, 10);
            size_t here = lw_box_tree_meeting(&tree, &box, most, found);
            if (meeting <= most)
                expect_found(found, here, wanted, count);
            assert_true(meeting <= most ? here == meeting : here > most);
            some += near > 0 && near < count;
        }
        lw_arena_free(&arena);
    }
    assert_true(some > (size_t)rounds * 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_tree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
