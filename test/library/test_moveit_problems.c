/* Tests io/scene/moveit.h on all planning scenes of MotionBenchMaker. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "data.h"
#include "io/scene/moveit.h"

static size_t count_in(const char *text, const char *part)
{
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, part)); at += strlen(part))
        count++;
    return count;
}

/* One set of problems: the counts of objects and shapes are those of a search of the text. */
static int check_folder(const char *folder)
{
    int files = 0;
    for (int number = 1; number <= 40; number++) {
        char path[600];
        static char text[200000];
        snprintf(path, sizeof path, "%s/scene%04d.yaml", folder, number);
        FILE *file = fopen(path, "rb");
        if (!file)
            continue;
        size_t length = fread(text, 1, sizeof text - 1, file);
        fclose(file);
        assert_true(length < sizeof text - 1);
        text[length] = '\0';
        lw_scene *scene = NULL;
        lw_error error = {0};
        assert_int_equal(lw_scene_create(&scene, NULL), LW_OK);
        if (lw_scene_load(scene, path, &error))
            fail_msg("%s:%d: %s", path, error.line, error.message);
        assert_int_equal(scene->model.objects.count, count_in(text, " id: "));
        assert_int_equal(scene->model.shapes.count, count_in(text, "dimensions: ["));
        assert_true(scene->model.rules.count > 0);
        lw_scene_destroy(scene);
        files++;
    }
    return files;
}

static void test_all_problems(void **state)
{
    (void)state;
    const char *data = data_folder("the 560 scenes of MotionBenchMaker");
    if (!data)
        skip();
    static const char *const robots[] = {"panda", "ur5"};
    static const char *const sets[] = {
        "bookshelf_small", "bookshelf_tall",  "bookshelf_thin", "box", "cage",
        "table_pick",      "table_under_pick"};
    int files = 0;
    for (size_t r = 0; r < 2; r++) {
        for (size_t s = 0; s < 7; s++) {
            char folder[500];
            snprintf(folder, sizeof folder, "%s/mbm/%s/%s", data, robots[r], sets[s]);
            files += check_folder(folder);
        }
    }
    assert_int_equal(files, 560);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_problems),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
