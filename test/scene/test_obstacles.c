/* Obstacles near a point, or that meet a box, after some have been moved, removed and added: the same
 * as by brute force. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/random.h"
#include "scene/obstacles.h"
#include "seed.h"
#include "small_scene.h"

enum { MOST = 400 };

static lw_pose random_place(lw_random *random, double reach)
{
    lw_vec3 at = {lw_random_between(random, -reach, reach), lw_random_between(random, -reach, reach),
                  lw_random_between(random, -reach, reach)};
    return lw_pose_from_rpy(at, at.x, at.y, at.z);
}

static lw_scene *scattered(lw_random *random, size_t count)
{
    lw_error e = {0};
    lw_scene *scene = new_scene();
    lw_shape_def def = lw_default_shape();
    def.kind = LW_SHAPE_BOX;
    def.size = (lw_vec3){0.1, 0.2, 0.3};
    for (size_t i = 0; i < count; i++) {
        char id[32];
        snprintf(id, sizeof id, "o%zu", i);
        succeed(lw_scene_add_obstacle(scene, id, &def, random_place(random, 2), &e), &e);
    }
    succeed(lw_scene_freeze(scene, &e), &e);
    return scene;
}

static void move_some(lw_random *random, lw_scene **scene, size_t count, size_t moves)
{
    lw_error e = {0};
    lw_scene *next = NULL;
    succeed(lw_scene_copy(*scene, &next, &e), &e);
    for (size_t i = 0; i < moves; i++) {
        char id[32];
        snprintf(id, sizeof id, "o%u", lw_random_below(random, (uint32_t)count));
        lw_status status = lw_scene_move_obstacle(next, id, random_place(random, 2), &e);
        assert_true(!status || status == LW_ERROR_NAME); /* it was removed */
    }
    succeed(lw_scene_freeze(next, &e), &e);
    lw_scene_destroy(*scene);
    *scene = next;
}

/* Removes some of the obstacles, and puts some of these back, behind the others. */
static void replace_some(lw_random *random, lw_scene **scene, size_t count, size_t changes, bool back)
{
    lw_error e = {0};
    lw_scene *next = NULL;
    lw_shape_def def = lw_default_shape();
    def.kind = LW_SHAPE_BOX;
    def.size = (lw_vec3){0.3, 0.1, 0.2};
    succeed(lw_scene_copy(*scene, &next, &e), &e);
    for (size_t i = 0; i < changes; i++) {
        char id[32];
        snprintf(id, sizeof id, "o%u", lw_random_below(random, (uint32_t)count));
        bool gone = !lw_scene_remove(next, id, &e);
        if (back && (!gone || !lw_random_below(random, 3)))
            succeed(lw_scene_add_obstacle(next, id, &def, random_place(random, 2), &e), &e);
    }
    succeed(lw_scene_freeze(next, &e), &e);
    lw_scene_destroy(*scene);
    *scene = next;
}

static void check_ball(const lw_obstacles *obstacles, lw_random *random)
{
    uint32_t found[MOST];
    vec3 point = random_place(random, 2).position;
    double distance = lw_random_between(random, 0, 2);
    size_t count = lw_obstacles_near(obstacles, point, distance, found);
    size_t next = 0;
    for (uint32_t i = 0; i < obstacles->count; i++)
        if (lw_box_square(&lw_obstacle_at(obstacles, i)->box, point) <= distance * distance)
            assert_true(next < count && found[next++] == i);
    assert_int_equal(next, count);
}

/* Returns whether there were more than `most`. */
static bool check_meeting(const lw_obstacles *obstacles, lw_random *random)
{
    uint32_t found[MOST];
    uint32_t tried[MOST];
    vec3 a = random_place(random, 2).position;
    vec3 b = random_place(random, 2).position;
    const lw_world_box box = {min3(a, b), max3(a, b)};
    size_t most = lw_random_below(random, 3) ? lw_random_below(random, 40) : SIZE_MAX;
    size_t wanted = 0;
    for (uint32_t i = 0; i < obstacles->count; i++)
        if (lw_boxes_meet(&box, &lw_obstacle_at(obstacles, i)->box))
            tried[wanted++] = i;
    size_t count = lw_obstacles_meeting(obstacles, &box, most, found);
    if (wanted > most) {
        assert_true(count > most && count <= obstacles->count);
        return true;
    }
    assert_int_equal(count, wanted);
    assert_memory_equal(found, tried, wanted * sizeof *found);
    return false;
}

static void test_moved(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    size_t planted = 0;
    size_t many = 0;
    for (int round = 0; round < test_rounds(100, 3000); round++) {
        size_t count = 1 + lw_random_below(&random, MOST - 1);
        lw_scene *scene = scattered(&random, count);
        for (int i = 0; i < 8; i++) {
            const lw_box_tree *tree = scene->frozen->obstacles.tree;
            size_t moved = scene->frozen->obstacles.moved_count;
            move_some(&random, &scene, count, lw_random_below(&random, 9));
            const lw_obstacles *obstacles = &scene->frozen->obstacles;
            /* a new tree has all obstacles; until then moved ones are listed */
            bool is_new = obstacles->tree != tree;
            planted += is_new;
            assert_true(is_new ? obstacles->moved_count == 0 : obstacles->moved_count >= moved);
            for (int k = 0; k < 20; k++) {
                check_ball(obstacles, &random);
                many += check_meeting(obstacles, &random);
            }
        }
        lw_scene_destroy(scene);
    }
    assert_true(planted > 50 && many > 1000);
}

static void test_replaced(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 1};
    size_t grafted = 0;
    size_t planted = 0;
    for (int round = 0; round < test_rounds(100, 3000); round++) {
        size_t count = 1 + lw_random_below(&random, MOST - 1);
        lw_scene *scene = scattered(&random, count);
        for (int i = 0; i < 8; i++) {
            if (lw_random_below(&random, 2))
                move_some(&random, &scene, count, lw_random_below(&random, 6));
            /* now and then most of them go */
            bool many = !lw_random_below(&random, 6);
            size_t changes = lw_random_below(&random, many ? 2 * MOST : 12);
            replace_some(&random, &scene, count, changes, !many || lw_random_below(&random, 2));
            const lw_obstacles *obstacles = &scene->frozen->obstacles;
            size_t held = 0;
            for (uint32_t k = 0; k < obstacles->tree->leaf_count; k++)
                held += obstacles->tree->leaves[k].count;
            /* each is in the tree or listed, or both where it was moved */
            assert_true(held <= obstacles->count && held + obstacles->moved_count >= obstacles->count);
            grafted += obstacles->moved_count > 0;
            planted += obstacles->moved_count == 0;
            assert_true(obstacles->tree->leaf_count <=
                        2 * ((obstacles->count + LW_LEAF_BOXES - 1) / LW_LEAF_BOXES) + 4);
            for (int k = 0; k < 20; k++) {
                check_ball(obstacles, &random);
                check_meeting(obstacles, &random);
            }
        }
        lw_scene_destroy(scene);
    }
    assert_true(grafted > 100 && planted > 50);
}

/* Copy-on-write: a page is copied for the scene that writes to it, and for no other. */
static void test_pages(void **state)
{
    (void)state;
    lw_error e = {0};
    lw_random random = {1};
    lw_scene *scene = scattered(&random, 3 * LW_PAGE);
    lw_scene *next = NULL;
    succeed(lw_scene_copy(scene, &next, &e), &e);
    succeed(lw_scene_move_obstacle(next, "o40", random_place(&random, 1), &e), &e);
    succeed(lw_scene_freeze(next, &e), &e);
    const lw_obstacles *old = &scene->frozen->obstacles;
    const lw_obstacles *new = &next->frozen->obstacles;
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(old->pages.items[i] == new->pages.items[i], i != 40 / LW_PAGE);
    assert_true(lw_obstacle_at(new, 40)->moved && !lw_obstacle_at(old, 40)->moved);
    assert_ptr_equal(old->tree, new->tree);
    assert_ptr_equal(scene->frozen->world, next->frozen->world);
    lw_scene_destroy(scene);
    assert_int_equal(atomic_load(&next->frozen->obstacles.pages.items[0]->references), 1);
    lw_scene_destroy(next);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_moved), cmocka_unit_test(test_replaced),
                                       cmocka_unit_test(test_pages)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
