/* Tests lw_scene_load_robot on the robots of the data, as they are and damaged in many places. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/random.h"
#include "data.h"
#include "files.h"
#include "io/mesh/mesh_file.h"
#include "scene/model.h"
#include "seed.h"

static files here;
static const char *data;

static char *path_of(const char *robot, const char *file)
{
    static char paths[4][600];
    static unsigned next = 0;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/robots/%s/%s", data, robot, file);
    return path;
}

static size_t count_text(const char *text, const char *part)
{
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, part)); at += strlen(part))
        count++;
    return count;
}

static lw_status on_notice(void *context, const char *file, int line, const char *sentence)
{
    (void)context;
    fail_msg("notice: %s:%d: %s", file ? file : "", line, sentence);
    return LW_OK;
}

/* Loads a robot, and checks the counts of links, joints, collision elements, groups, states and pairs
 * against a search of the texts. (Comments contain none; groups within groups end in "/>", all others
 * do not.) */
static lw_scene *load(const char *robot, const char *urdf, const char *srdf)
{
    lw_error error;
    lw_scene *scene = NULL;
    size_t size = 0;
    assert_int_equal(lw_scene_create(&scene, NULL), LW_OK);
    lw_scene_on_notice(scene, on_notice, NULL);
    if (lw_scene_load_robot(scene, path_of(robot, urdf), path_of(robot, srdf), NULL, NULL, &error))
        fail_msg("%s:%d: %s", error.file, error.line, error.message);
    const lw_model *model = &scene->model;
    char *text = files_read(path_of(robot, urdf), &size);
    assert_non_null(text);
    assert_int_equal(model->links.count, count_text(text, "<link name="));
    assert_int_equal(model->joints.count, count_text(text, "<joint name="));
    assert_int_equal(model->shapes.count, count_text(text, "<collision>"));
    free(text);
    text = files_read(path_of(robot, srdf), &size);
    assert_non_null(text);
    assert_int_equal(model->groups.count, count_text(text, "</group>"));
    assert_int_equal(model->states.count, count_text(text, "</group_state>"));
    assert_int_equal(model->rules.count, count_text(text, "<disable_collisions link1="));
    free(text);
    return scene;
}

static void check_group(const lw_scene *scene, const char *name, const char *expected)
{
    for (size_t i = 0; i < scene->model.groups.count; i++) {
        const lw_model_group *group = &scene->model.groups.items[i];
        if (strcmp(group->name, name))
            continue;
        char joints[400] = "";
        for (size_t k = 0; k < group->joint_count; k++) {
            size_t used = strlen(joints);
            snprintf(joints + used, sizeof joints - used, "%s%s", k ? " " : "", group->joints[k]);
        }
        assert_string_equal(joints, expected);
        return;
    }
    fail_msg("there is no group %s", name);
}

static void check_triangles(const lw_scene *scene, size_t expected)
{
    size_t found = 0;
    for (size_t i = 0; i < scene->model.shapes.count; i++)
        found += scene->model.shapes.items[i].def.triangle_count;
    assert_int_equal(found, expected);
}

/* triangles: of a binary STL (size - 84) / 50, of an OBJ the lines that begin with "f " */
static void test_real_robots(void **state)
{
    (void)state;
    static const char panda[] = "panda_joint1 panda_joint2 panda_joint3 panda_joint4 panda_joint5 "
                                "panda_joint6 panda_joint7";
    static const char ur5[] = "shoulder_pan_joint shoulder_lift_joint elbow_joint wrist_1_joint "
                              "wrist_2_joint wrist_3_joint";
    for (int spheres = 0; spheres < 2; spheres++) {
        lw_scene *scene = load("panda", spheres ? "panda_spherized.urdf" : "panda.urdf", "panda.srdf");
        check_triangles(scene, spheres ? 0 : 3472);
        check_group(scene, "panda_arm", panda);
        check_group(scene, "hand", "");
        check_group(scene, "panda_arm_hand", panda);
        /* "open" and "close" of the hand, whose joints are fixed here */
        size_t empty = 0;
        for (size_t s = 0; s < scene->model.states.count; s++)
            empty += scene->model.states.items[s].joint_count == 0;
        assert_int_equal(empty, 2);
        lw_scene_destroy(scene);
        scene = load("ur5", spheres ? "ur5_spherized.urdf" : "ur5.urdf", "ur5.srdf");
        check_triangles(scene, spheres ? 0 : 104185);
        check_group(scene, "manipulator", ur5);
        check_group(scene, "gripper", "");
        lw_scene_destroy(scene);
    }
    lw_scene *scene = load("fanuc", "fanuc.urdf", "fanuc.srdf");
    check_triangles(scene, 6934);
    check_group(scene, "manipulator", "joint_1 joint_2 joint_3 joint_4 joint_5 joint_6");
    lw_scene_destroy(scene);
}

/* damages a file: cuts it short, or changes some bytes */
static size_t break_bytes(char *bytes, size_t size, lw_random *random)
{
    if (lw_random_below(random, 2))
        return lw_random_below(random, (uint32_t)size);
    for (uint32_t flips = 1 + lw_random_below(random, 4); flips; flips--)
        bytes[lw_random_below(random, (uint32_t)size)] = (char)lw_random_below(random, 256);
    return size;
}

/* loads a robot with one damaged file: gives a whole robot, or an error with a sentence and nothing
 * else */
static void load_broken(const char *urdf, const char *srdf)
{
    lw_scene *scene = NULL;
    lw_error error = {0};
    assert_int_equal(lw_scene_create(&scene, NULL), LW_OK);
    assert_int_equal(lw_scene_add_package_path(scene, path_of("panda", ""), NULL), LW_OK);
    lw_status status = lw_scene_load_robot(scene, urdf, srdf, NULL, NULL, &error);
    assert_int_equal(scene->model.robots.count, status ? 0 : 1);
    if (status) {
        const lw_model *model = &scene->model;
        assert_int_equal(model->links.count + model->joints.count + model->shapes.count +
                             model->groups.count + model->states.count + model->rules.count,
                         0);
        assert_int_equal(error.status, status);
        assert_true(error.message[0] && error.file[0]);
    }
    lw_scene_destroy(scene);
}

static void break_file(const char *name, int rounds, lw_random *random)
{
    bool srdf = strstr(name, ".srdf") != NULL;
    size_t size = 0;
    char *bytes = files_read(path_of("panda", name), &size);
    assert_non_null(bytes);
    for (int round = 0; round < rounds; round++) {
        char *copy = malloc(size + 1);
        assert_non_null(copy);
        memcpy(copy, bytes, size);
        const char *path = files_write_bytes(&here, name, copy, break_bytes(copy, size, random));
        load_broken(srdf ? path_of("panda", "panda_spherized.urdf") : path, srdf ? path : NULL);
        free(copy);
    }
    free(bytes);
}

static void test_broken_robots(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    break_file("panda_spherized.urdf", test_rounds(200, 10000), &random);
    break_file("panda.srdf", test_rounds(200, 10000), &random);
    break_file("panda.urdf", test_rounds(20, 1000), &random);
}

static void break_mesh(const char *robot, const char *file, const char *name, lw_random *random)
{
    size_t size = 0;
    char *bytes = files_read(path_of(robot, file), &size);
    assert_non_null(bytes);
    for (int round = 0; round < test_rounds(30, 1000); round++) {
        lw_arena arena = {0};
        lw_error error = {0};
        lw_shape_def shape = lw_default_shape();
        char *copy = malloc(size + 1);
        assert_non_null(copy);
        memcpy(copy, bytes, size);
        const char *path = files_write_bytes(&here, name, copy, break_bytes(copy, size, random));
        lw_status status = lw_mesh_file_read(NULL, &arena, path, (lw_vec3){1, 1, 1}, &shape, &error);
        assert_int_equal(error.status, status);
        assert_true(status || shape.triangle_count > 0);
        lw_arena_free(&arena);
        free(copy);
    }
    free(bytes);
}

static void test_broken_meshes(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    break_mesh("panda", "meshes/collision/link4.obj", "broken.obj", &random);
    break_mesh("fanuc", "meshes/collision/link_6.stl", "broken.stl", &random);
}

static int close_files(void **state)
{
    (void)state;
    files_close(&here);
    return 0;
}

int main(void)
{
    data = data_folder("the real robots");
    if (!data)
        return 0;
    files_open(&here);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_real_robots),
        cmocka_unit_test(test_broken_robots),
        cmocka_unit_test(test_broken_meshes),
    };
    return cmocka_run_group_tests(tests, NULL, close_files);
}
