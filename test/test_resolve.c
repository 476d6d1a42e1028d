/* io/resolve.h: where the files that other files name are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "files.h"
#include "io/resolve.h"

static files here;

/* robots/a.urdf beside robots/arm/link.stl and robots/link.stl; packages/arm/link.stl and
 * packages/other/only.stl elsewhere */
static int open_files(void **state)
{
    (void)state;
    files_open(&here);
    files_folder(&here, "robots");
    files_folder(&here, "robots/arm");
    files_folder(&here, "packages");
    files_folder(&here, "packages/arm");
    files_folder(&here, "packages/arm/urdf");
    files_folder(&here, "packages/other");
    files_write(&here, "robots/a.urdf", "");
    files_write(&here, "robots/arm/link.stl", "");
    files_write(&here, "robots/link.stl", "");
    files_write(&here, "robots/base.stl", "");
    files_write(&here, "packages/arm/link.stl", "");
    files_write(&here, "packages/other/only.stl", "");
    static const char *const nested[] = {"a", "a/b", "a/b/c", "a/b/c/d", "a/b/c/d/e", "a/b/c/d/e/f"};
    for (size_t i = 0; i < sizeof nested / sizeof *nested; i++)
        files_folder(&here, nested[i]);
    files_write(&here, "deep.stl", "");
    return 0;
}

static int close_files(void **state)
{
    (void)state;
    files_close(&here);
    return 0;
}

static void find(const lw_model *model, const char *name, const char *expected)
{
    char path[300];
    lw_error error = {0};
    lw_status status =
        lw_resolve(model, files_path(&here, "robots/a.urdf"), name, path, sizeof path, &error);
    if (status)
        fail_msg("%s: %s", name, error.message);
    assert_string_equal(path, files_path(&here, expected));
}

static void miss(const lw_model *model, const char *name, const char *part)
{
    char path[300];
    lw_error error = {0};
    assert_int_equal(
        lw_resolve(model, files_path(&here, "robots/a.urdf"), name, path, sizeof path, &error),
        LW_ERROR_FILE);
    if (!strstr(error.message, part))
        fail_msg("\"%s\" is not in: %s", part, error.message);
    assert_null(strchr(error.message, '\n'));
}

static void test_beside_the_file(void **state)
{
    (void)state;
    lw_model model = {0};
    find(&model, "link.stl", "robots/link.stl");
    find(&model, "arm/link.stl", "robots/arm/link.stl");
    find(&model, "../packages/arm/link.stl", "robots/../packages/arm/link.stl");
    find(&model, files_path(&here, "packages/arm/link.stl"), "packages/arm/link.stl");
    char url[300];
    snprintf(url, sizeof url, "file://%s", files_path(&here, "robots/link.stl"));
    find(&model, url, "robots/link.stl");
    snprintf(url, sizeof url, "file://localhost%s", files_path(&here, "robots/link.stl"));
    find(&model, url, "robots/link.stl");
    find(&model, "file://link.stl", "robots/link.stl");
    miss(&model, "none.stl", "robots/none.stl");
    miss(&model, "arm", "cannot be found");
}

/* with the package's name, and without it where that is not there */
static void test_packages_beside_the_file(void **state)
{
    (void)state;
    lw_model model = {0};
    find(&model, "package://arm/link.stl", "robots/arm/link.stl");
    find(&model, "package://arm/base.stl", "robots/base.stl");
    find(&model, "package://nobody_description/arm/link.stl", "robots/arm/link.stl");
    find(&model, "package://link.stl", "robots/link.stl");
    miss(&model, "package://arm/none.stl", "robots/arm/none.stl, ");
    miss(&model, "package://arm/none.stl",
         "/robots/none.stl, and for the package in the 5 folders above; add the folder");
    miss(&model, "package://none", "cannot be found");
}

/* the usual layout: pkg/urdf/x.urdf, whose meshes are in pkg/meshes or in another package beside pkg */
static void test_packages_above_the_file(void **state)
{
    (void)state;
    lw_model model = {0};
    find(&model, "package://packages/other/only.stl", "robots/../packages/other/only.stl");
    lw_error error;
    char path[300];
    const char *urdf = files_path(&here, "packages/arm/urdf/a.urdf");
    assert_int_equal(lw_resolve(&model, urdf, "package://arm/link.stl", path, sizeof path, &error),
                     LW_OK);
    assert_string_equal(path, files_path(&here, "packages/arm/urdf/../../arm/link.stl"));
    assert_int_equal(lw_resolve(&model, urdf, "package://other/only.stl", path, sizeof path, &error),
                     LW_OK);
    assert_string_equal(path, files_path(&here, "packages/arm/urdf/../../other/only.stl"));
    /* what is beside the file, even without the package's name, comes before */
    files_write(&here, "packages/arm/urdf/only.stl", "");
    assert_int_equal(lw_resolve(&model, urdf, "package://other/only.stl", path, sizeof path, &error),
                     LW_OK);
    assert_string_equal(path, files_path(&here, "packages/arm/urdf/only.stl"));
    /* no more than five folders above */
    find(&model, "package://deep.stl", "robots/../deep.stl");
    assert_int_equal(lw_resolve(&model, files_path(&here, "a/b/c/d/e/a.urdf"), "package://deep.stl",
                                path, sizeof path, &error),
                     LW_OK);
    assert_int_equal(lw_resolve(&model, files_path(&here, "a/b/c/d/e/f/a.urdf"), "package://deep.stl",
                                path, sizeof path, &error),
                     LW_ERROR_FILE);
}

static void test_package_paths_come_first(void **state)
{
    (void)state;
    char nowhere[300];
    char packages[300];
    snprintf(nowhere, sizeof nowhere, "%s/", files_path(&here, "nowhere"));
    snprintf(packages, sizeof packages, "%s", files_path(&here, "packages"));
    char *paths[] = {nowhere, packages};
    lw_model model = {.package_paths = {paths, 2, 2}};
    find(&model, "package://arm/link.stl", "packages/arm/link.stl");
    find(&model, "package://other/only.stl", "packages/other/only.stl");
    find(&model, "package://arm/base.stl", "robots/base.stl");
    find(&model, "link.stl", "robots/link.stl");
    miss(&model, "package://arm/none.stl", "/nowhere/arm/none.stl, ");
}

static void test_base_without_folder(void **state)
{
    (void)state;
    lw_model model = {0};
    lw_error error;
    char path[300];
    char before[1000];
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(files_path(&here, "robots")), 0);
    assert_int_equal(lw_resolve(&model, "a.urdf", "package://arm/link.stl", path, sizeof path, &error),
                     LW_OK);
    assert_string_equal(path, "arm/link.stl");
    assert_int_equal(chdir(before), 0);
}

static void test_refused(void **state)
{
    (void)state;
    lw_model model = {0};
    lw_error error;
    char path[40];
    miss(&model, "", "empty");
    miss(&model, "http://example.org/link.stl", "only package:// and file://");
    miss(&model, "model://arm/link.stl", "only package:// and file://");
    assert_int_equal(lw_resolve(&model, "a.urdf",
                                "a_name_that_is_much_longer_than_the_room_that_is_given.stl", path,
                                sizeof path, &error),
                     LW_ERROR_FILE);
    assert_non_null(strstr(error.message, "more than 39 bytes"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_beside_the_file),         cmocka_unit_test(test_packages_beside_the_file),
        cmocka_unit_test(test_packages_above_the_file), cmocka_unit_test(test_package_paths_come_first),
        cmocka_unit_test(test_base_without_folder),     cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, open_files, close_files);
}
