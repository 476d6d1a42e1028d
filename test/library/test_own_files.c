/* Tests that the files of the project and the problems of MotionBenchMaker are read completely: robots,
 * scenes, requests and motions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "data.h"
#include "io/motion/motion_reader.h"
#include "io/scene/moveit.h"
#include "motion/motion.h"

static lw_scene *load_scene(const char *path)
{
    lw_scene *scene = NULL;
    lw_error error = {0};
    assert_int_equal(lw_scene_create(&scene, NULL), LW_OK);
    if (lw_scene_load(scene, path, &error) || lw_scene_freeze(scene, &error))
        fail_msg("%s:%d: %s", error.file, error.line, error.message);
    return scene;
}

/* The number of motions in a file; all of them must be good. */
static int count_motions(const lw_scene *scene, const char *path, lw_motion_format format,
                         lw_motion *motion)
{
    lw_motion_reader *reader = NULL;
    lw_error error = {0};
    if (lw_motion_reader_open(scene, path, format, NULL, &reader, &error))
        fail_msg("%s: %s", error.file, error.message);
    int count = 0;
    for (;;) {
        const char *id = NULL;
        bool more = false;
        if (lw_motion_reader_next(reader, motion, &id, &more, &error))
            fail_msg("%s:%d: %s", error.file, error.line, error.message);
        if (!more)
            break;
        count++;
    }
    lw_motion_reader_close(reader);
    return count;
}

static void test_named_motions(void **state)
{
    (void)state;
    static const char *const paths[] = {"scenes/cell.json", "scenes/bodies.json",
                                        "scenes/two_arms.json", "scenes/pick.json"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        lw_scene *scene = load_scene(paths[i]);
        lw_motion *motion = NULL;
        assert_int_equal(lw_motion_create(scene, &motion, NULL), LW_OK);
        assert_true(scene->model.motions.count >= 3);
        for (size_t k = 0; k < scene->model.motions.count; k++) {
            const lw_model_motion *named = &scene->model.motions.items[k];
            lw_error error = {0};
            if (lw_motion_read_json(scene, named->json, named->file, named->line, NULL, motion, NULL, 0,
                                    &error))
                fail_msg("%s:%d: \"%s\": %s", error.file, error.line, named->name, error.message);
        }
        lw_motion_destroy(motion);
        lw_scene_destroy(scene);
    }
}

static void test_files_of_motions(void **state)
{
    (void)state;
    lw_scene *scene = load_scene("scenes/cell.json");
    lw_motion *motion = NULL;
    assert_int_equal(lw_motion_create(scene, &motion, NULL), LW_OK);
    assert_true(count_motions(scene, "scenes/motions.jsonl", LW_MOTION_FORMAT_JSON_LINES, motion) > 1);
    assert_int_equal(count_motions(scene, "scenes/waypoints.csv", LW_MOTION_FORMAT_PATH, motion), 1);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

/* The value of a joint at the beginning or end of a motion. */
static double value_at(const lw_motion *motion, const lw_joints *joints, size_t joint, bool end)
{
    const lw_chains *chains = joints->chains;
    lw_arena arena = {0};
    double *numbers = lw_arena_array(&arena, chains->variable_count, 6 * sizeof *numbers);
    assert_non_null(numbers);
    size_t n = chains->variable_count;
    lw_coordinates c = {.value = numbers,
                        .rate = numbers + n,
                        .rate_bound = numbers + 2 * n,
                        .acceleration_bound = numbers + 3 * n,
                        .magnitude = numbers + 4 * n,
                        .rate_error = numbers + 5 * n};
    size_t piece = end ? motion->pieces.count - 1 : 0;
    lw_motion_coordinates(motion, piece, end ? motion->end : motion->begin, 0, &c);
    double value = c.value[chains->joints[joints->joints[joint]].variable];
    lw_arena_free(&arena);
    return value;
}

/* A request's motion goes from the values of the start state to those of the goal. */
static void check_request(const lw_scene *scene, const char *path, lw_motion *motion)
{
    lw_moveit_request request;
    lw_error error = {0};
    lw_document document = {.file = path, .error = &error};
    assert_int_equal(count_motions(scene, path, LW_MOTION_FORMAT_REQUEST, motion), 1);
    if (lw_moveit_read_request(&document, path, &request))
        fail_msg("%s:%d: %s", error.file, error.line, error.message);
    const lw_joints *joints = lw_scene_joints(scene, NULL, request.group, NULL);
    assert_non_null(joints);
    assert_int_equal(request.goal_count, lw_joints_count(joints));
    for (size_t end = 0; end < 2; end++) {
        size_t count = end ? request.goal_count : request.start.count;
        const char *const *names = end ? request.goal_joints : request.start.joints;
        const double *values = end ? request.goal_values : request.start.values;
        size_t found = 0;
        for (size_t i = 0; i < count; i++) {
            for (size_t k = 0; k < lw_joints_count(joints); k++) {
                if (strcmp(names[i], lw_joints_name(joints, k)) != 0)
                    continue;
                found++;
                assert_true(fabs(value_at(motion, joints, k, end) - values[i]) < 1e-12);
            }
        }
        assert_int_equal(found, lw_joints_count(joints));
    }
    lw_document_free(&document);
}

static void check_robot(const char *data, const char *robot, int *requests, int *motions)
{
    static const char *const sets[] = {
        "bookshelf_small", "bookshelf_tall",  "bookshelf_thin", "box", "cage",
        "table_pick",      "table_under_pick"};
    char urdf[600];
    char srdf[600];
    lw_scene *scene = NULL;
    lw_motion *motion = NULL;
    lw_error error = {0};
    snprintf(urdf, sizeof urdf, "%s/robots/%s/%s.urdf", data, robot, robot);
    snprintf(srdf, sizeof srdf, "%s/robots/%s/%s.srdf", data, robot, robot);
    assert_int_equal(lw_scene_create(&scene, NULL), LW_OK);
    if (lw_scene_load_robot(scene, urdf, srdf, NULL, NULL, &error) || lw_scene_freeze(scene, &error))
        fail_msg("%s:%d: %s", error.file, error.line, error.message);
    assert_int_equal(lw_motion_create(scene, &motion, NULL), LW_OK);
    for (size_t s = 0; s < 7; s++) {
        for (int number = 1; number <= 40; number++) {
            char path[600];
            snprintf(path, sizeof path, "%s/mbm/%s/%s/request%04d.yaml", data, robot, sets[s], number);
            check_request(scene, path, motion);
            ++*requests;
            snprintf(path, sizeof path, "%s/motions/%s/%s_%04d.jsonl", data, robot, sets[s], number);
            FILE *file = fopen(path, "rb");
            if (!file)
                continue;
            int lines = 0;
            for (int c = getc(file); c != EOF; c = getc(file))
                lines += c == '\n';
            fclose(file);
            assert_int_equal(count_motions(scene, path, LW_MOTION_FORMAT_JSON_LINES, motion), lines);
            *motions += lines;
        }
    }
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

static void test_problems(void **state)
{
    (void)state;
    const char *data = data_folder("requests and motions of MotionBenchMaker");
    if (!data)
        skip();
    int requests = 0;
    int motions = 0;
    check_robot(data, "panda", &requests, &motions);
    check_robot(data, "ur5", &requests, &motions);
    assert_int_equal(requests, 560);
    assert_true(motions > 20000); /* about 24,000, according to the data */
    printf("%d requests, %d motions\n", requests, motions);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_named_motions),
        cmocka_unit_test(test_files_of_motions),
        cmocka_unit_test(test_problems),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
