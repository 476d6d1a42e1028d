/* scene/link_pose.h: poses of links before a scene is frozen, against their poses afterwards, on random
 * robots with joints of all kinds, mimics among them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "scene/link_pose.h"

#include "pose_error.h"
#include "random_robot.h"
#include "seed.h"

/* Whether a joint stands above a link of the world. */
static bool is_above(const world *w, size_t joint, size_t link)
{
    for (int at = w->links[link].joint; at >= 0; at = w->links[w->joints[at].parent].joint)
        if ((size_t)at == joint)
            return true;
    return false;
}

/* The world's joint of a joint of the model. */
static size_t joint_of(const world *w, const lw_model *model, size_t joint)
{
    size_t i = 0;
    while (strcmp(w->joints[i].name, model->joints.items[joint].def.name) != 0 ||
           w->joints[i].robot != model->joints.items[joint].robot)
        i++;
    return i;
}

static void test_random_robots(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    size_t mimics = 0;
    size_t stated = 0;
    for (int round = 0; round < test_rounds(200, 5000); round++) {
        world *w = world_random(&random, &(world_options){3, 6, 1});
        const lw_model *model = &w->scene->model;
        lw_motion *motion = NULL;
        assert_int_equal(lw_motion_create(w->scene, &motion, NULL), LW_OK);
        for (size_t i = 0; i < w->link_count; i++) {
            bool chain[WORLD_JOINTS] = {false};
            lw_pose got;
            lw_pose wanted;
            const int64_t link =
                lw_model_find_link(model, (int64_t)w->links[i].robot, w->links[i].name);
            assert_int_equal(lw_model_link_pose(model, (size_t)link, &got, chain, NULL), LW_OK);
            assert_int_equal(lw_motion_link_pose(motion, (size_t)link, 0, &wanted, NULL), LW_OK);
            const lw_vec3 points[2] = {{0, 0, 0}, {1, 1, 1}};
            for (size_t k = 0; k < 2; k++) {
                const vec3 off = sub(lw_pose_point(got, points[k]), lw_pose_point(wanted, points[k]));
                assert_true(norm(off) <= 1e-12 * (1 + norm(wanted.position)));
            }
            for (size_t k = 0; k < model->joints.count; k++)
                assert_int_equal(chain[k], is_above(w, joint_of(w, model, k), i) &&
                                               model->joints.items[k].def.kind != LW_JOINT_FIXED);
        }
        for (size_t k = 0; k < model->joints.count; k++) {
            mimics += model->joints.items[k].def.mimic != NULL;
            stated += lw_model_stated_values(model, k, (double[7]){0});
        }
        lw_motion_destroy(motion);
        world_free(w);
    }
    assert_true(mimics > 20 && stated > 20);
}

/* base --a--> one --b (mimics c)--> two --c--> three */
static lw_scene *chain_of_three(const char *mimics_of_b)
{
    static const char *const links[] = {"base", "one", "two", "three"};
    lw_scene *scene = NULL;
    assert_int_equal(lw_scene_create(&scene, NULL), LW_OK);
    assert_int_equal(lw_scene_add_robot(scene, "r", lw_pose_identity(), NULL), LW_OK);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(lw_scene_add_link(scene, "r", links[i], NULL), LW_OK);
    for (size_t i = 0; i < 3; i++) {
        lw_joint_def joint = lw_default_joint();
        joint.name = (const char *[]){"a", "b", "c"}[i];
        joint.parent = links[i];
        joint.child = links[i + 1];
        joint.kind = LW_JOINT_PRISMATIC;
        joint.axis = (lw_vec3){1, 0, 0};
        joint.mimic = i == 1 ? mimics_of_b : NULL;
        joint.mimic_multiplier = 2;
        joint.mimic_offset = 0.5;
        assert_int_equal(lw_scene_add_joint(scene, "r", &joint, NULL), LW_OK);
    }
    return scene;
}

/* The highest rank decides, and of one rank the last value; those of another robot do not count. */
static void test_which_value(void **state)
{
    (void)state;
    lw_scene *scene = chain_of_three("c");
    lw_pose at;
    const double values[] = {1, 2, 3, 5, 7};
    assert_int_equal(lw_scene_value(scene, "r", "a", &values[0], 1, LW_RANK_SCENE, NULL), LW_OK);
    assert_int_equal(lw_scene_value(scene, "r", "c", &values[3], 1, LW_RANK_CALLER, NULL), LW_OK);
    assert_int_equal(lw_scene_value(scene, NULL, "a", &values[1], 1, LW_RANK_SCENE, NULL), LW_OK);
    assert_int_equal(lw_scene_value(scene, "other", "a", &values[4], 1, LW_RANK_CALLER, NULL), LW_OK);
    assert_int_equal(lw_scene_value(scene, "r", "c", &values[2], 1, LW_RANK_SCENE, NULL), LW_OK);
    assert_int_equal(lw_model_link_pose(&scene->model, 3, &at, NULL, NULL), LW_OK);
    assert_true(at.position.x == 2 + (2 * 5 + 0.5) + 5);
    double multiplier;
    double offset;
    assert_int_equal(lw_model_followed_joint(&scene->model, 1, &multiplier, &offset), 2);
    assert_true(multiplier == 2 && offset == 0.5);
    assert_int_equal(lw_model_followed_joint(&scene->model, 0, &multiplier, &offset), 0);
    assert_true(multiplier == 1 && offset == 0);
    lw_scene_destroy(scene);
}

static void test_loops(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_pose at;
    lw_scene *scene = chain_of_three("b");
    assert_int_equal(lw_model_link_pose(&scene->model, 1, &at, NULL, &error), LW_OK);
    assert_int_equal(lw_model_link_pose(&scene->model, 2, &at, NULL, &error), LW_ERROR_MODEL);
    assert_non_null(strstr(error.message, "\"b\" mimics itself"));
    lw_joint_def joint = lw_default_joint();
    joint.name = "d";
    joint.parent = "three";
    joint.child = "base";
    assert_int_equal(lw_scene_add_joint(scene, "r", &joint, NULL), LW_OK);
    assert_int_equal(lw_model_link_pose(&scene->model, 1, &at, NULL, &error), LW_ERROR_MODEL);
    lw_scene_destroy(scene);
    scene = chain_of_three(NULL);
    assert_int_equal(lw_scene_add_joint(scene, "r", &joint, NULL), LW_OK);
    assert_int_equal(lw_model_link_pose(&scene->model, 1, &at, NULL, &error), LW_ERROR_MODEL);
    assert_non_null(strstr(error.message, "loop of joints"));
    lw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_robots),
        cmocka_unit_test(test_which_value),
        cmocka_unit_test(test_loops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
