/* Tests io/robot/resolve.h: the paths of files that other files name. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "io/robot/resolve.h"

#include "files_fixture.h" /* last: it has a variable whose name headers use too */

/* Makes robots/a.urdf, robots/arm/link.stl and robots/link.stl; elsewhere packages/arm/link.stl and
 * packages/other/only.stl. */
static int make_folders(void **state)
{
    open_files(state);
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

/* frees the memory that a resolved name took in a scene; its other lists are arrays of the tests */
static void forget(lw_scene *scene)
{
    free(scene->model.files.items);
    lw_arena_free(&scene->model.arena);
}

static void find(lw_scene *scene, const char *name, const char *expected)
{
    char path[300];
    lw_error error = {0};
    lw_status status =
        lw_resolve(scene, files_path(&here, "robots/a.urdf"), name, path, sizeof path, &error);
    if (status)
        fail_msg("%s: %s", name, error.message);
    assert_string_equal(path, files_path(&here, expected));
}

static void miss(lw_scene *scene, const char *name, const char *part)
{
    char path[300];
    lw_error error = {0};
    assert_int_equal(
        lw_resolve(scene, files_path(&here, "robots/a.urdf"), name, path, sizeof path, &error),
        LW_ERROR_FILE);
    if (!strstr(error.message, part))
        fail_msg("\"%s\" is not in: %s", part, error.message);
    assert_null(strchr(error.message, '\n'));
}

static void test_beside_the_file(void **state)
{
    (void)state;
    lw_scene scene = {0};
    find(&scene, "link.stl", "robots/link.stl");
    find(&scene, "arm/link.stl", "robots/arm/link.stl");
    find(&scene, "../packages/arm/link.stl", "robots/../packages/arm/link.stl");
    find(&scene, files_path(&here, "packages/arm/link.stl"), "packages/arm/link.stl");
    char url[300];
    snprintf(url, sizeof url, "file://%s", files_path(&here, "robots/link.stl"));
    find(&scene, url, "robots/link.stl");
    snprintf(url, sizeof url, "file://localhost%s", files_path(&here, "robots/link.stl"));
    find(&scene, url, "robots/link.stl");
    find(&scene, "file://link.stl", "robots/link.stl");
    miss(&scene, "none.stl", "robots/none.stl");
    miss(&scene, "arm", "cannot be found");
    forget(&scene);
}

/* with the package's name as a folder, and without it if that does not exist */
static void test_packages_beside_the_file(void **state)
{
    (void)state;
    lw_scene scene = {0};
    find(&scene, "package://arm/link.stl", "robots/arm/link.stl");
    find(&scene, "package://arm/base.stl", "robots/base.stl");
    find(&scene, "package://nobody_description/arm/link.stl", "robots/arm/link.stl");
    find(&scene, "package://link.stl", "robots/link.stl");
    miss(&scene, "package://arm/none.stl", "robots/arm/none.stl, ");
    miss(&scene, "package://arm/none.stl",
         ", and for the package in the 5 folders above, by package.xml files and in ROS's paths; add");
    miss(&scene, "package://none", "cannot be found");
    forget(&scene);
}

/* the usual layout: pkg/urdf/x.urdf, whose meshes are in pkg/meshes or in another package beside pkg */
static void test_packages_above_the_file(void **state)
{
    (void)state;
    lw_scene scene = {0};
    find(&scene, "package://packages/other/only.stl", "robots/../packages/other/only.stl");
    lw_error error;
    char path[300];
    const char *urdf = files_path(&here, "packages/arm/urdf/a.urdf");
    assert_int_equal(lw_resolve(&scene, urdf, "package://arm/link.stl", path, sizeof path, &error),
                     LW_OK);
    assert_string_equal(path, files_path(&here, "packages/arm/urdf/../../arm/link.stl"));
    assert_int_equal(lw_resolve(&scene, urdf, "package://other/only.stl", path, sizeof path, &error),
                     LW_OK);
    assert_string_equal(path, files_path(&here, "packages/arm/urdf/../../other/only.stl"));
    /* a file beside the URDF file, even without the package's name, comes first */
    files_write(&here, "packages/arm/urdf/only.stl", "");
    assert_int_equal(lw_resolve(&scene, urdf, "package://other/only.stl", path, sizeof path, &error),
                     LW_OK);
    assert_string_equal(path, files_path(&here, "packages/arm/urdf/only.stl"));
    /* at most five folders up */
    find(&scene, "package://deep.stl", "robots/../deep.stl");

    assert_int_equal(lw_resolve(&scene, files_path(&here, "a/b/c/d/e/a.urdf"), "package://deep.stl",
                                path, sizeof path, &error),
                     LW_OK);
    assert_int_equal(lw_resolve(&scene, files_path(&here, "a/b/c/d/e/f/a.urdf"), "package://deep.stl",
                                path, sizeof path, &error),
                     LW_ERROR_FILE);
    forget(&scene);
}

static void test_package_paths_come_first(void **state)
{
    (void)state;
    char nowhere[300];
    char packages[300];
    snprintf(nowhere, sizeof nowhere, "%s/", files_path(&here, "nowhere"));
    snprintf(packages, sizeof packages, "%s", files_path(&here, "packages"));
    char *paths[] = {nowhere, packages};
    lw_scene scene = {.model.package_paths = {paths, 2, 2}};
    find(&scene, "package://arm/link.stl", "packages/arm/link.stl");
    find(&scene, "package://other/only.stl", "packages/other/only.stl");
    find(&scene, "package://arm/base.stl", "robots/base.stl");
    find(&scene, "link.stl", "robots/link.stl");
    miss(&scene, "package://arm/none.stl", "/nowhere/arm/none.stl, ");
    forget(&scene);
}

/* counts notices */
static int heard;
static lw_status hear(void *context, const char *file, int line, const char *sentence)
{
    (void)context;
    assert_string_equal(file, files_path(&here, "robots/a.urdf"));
    assert_int_equal(line, 0);
    assert_non_null(strstr(sentence, "is taken for it"));
    heard++;
    return LW_OK;
}

/* a package's name may differ from its folder's name */
static void test_names_in_package_xml(void **state)
{
    (void)state;
    lw_scene scene = {0};
    char packages[300];
    snprintf(packages, sizeof packages, "%s", files_path(&here, "far"));
    char *paths[] = {packages};
    files_folder(&here, "far");
    files_folder(&here, "far/repository");
    static const char *const folders[] = {"beside", "far/one", "far/repository/two",
                                          "far/repository/twin"};
    static const char *const names[] = {"near_by", "one_pkg", "two_pkg", "two_pkg"};
    for (size_t i = 0; i < 4; i++) {
        char name[100];
        char text[300];
        files_folder(&here, folders[i]);
        snprintf(name, sizeof name, "%s/x.stl", folders[i]);
        files_write(&here, name, "");
        snprintf(name, sizeof name, "%s/package.xml", folders[i]);
        snprintf(text, sizeof text,
                 "<?xml version='1.0'?>\n<!-- <name>none</name> -->\n<package format='2'>\n  <name>\n "
                 "%s </name><author>near_by</author></package>",
                 names[i]);
        files_write(&here, name, text);
    }
    /* in a folder beside a folder of the URDF file's path */
    find(&scene, "package://near_by/x.stl", "robots/../beside/x.stl");
    miss(&scene, "package://near/x.stl", "cannot be found");
    miss(&scene, "package://none/x.stl", "cannot be found");
    miss(&scene, "package://one_pkg/x.stl", "cannot be found");
    /* below a package path, one and two levels down; of two, the first one by the alphabet */
    scene.model.package_paths.items = paths;
    scene.model.package_paths.count = 1;
    find(&scene, "package://one_pkg/x.stl", "far/one/x.stl");
    find(&scene, "package://two_pkg/x.stl", "far/repository/twin/x.stl");
    /* the package path is the package itself */
    snprintf(packages, sizeof packages, "%s/", files_path(&here, "far/one"));
    find(&scene, "package://one_pkg/x.stl", "far/one/x.stl");
    miss(&scene, "package://one_pkg/y.stl", "cannot be found");
    /* a folder of that name comes first */
    files_folder(&here, "near_by");
    files_write(&here, "near_by/x.stl", "");
    find(&scene, "package://near_by/x.stl", "robots/../near_by/x.stl");
    forget(&scene);
}

static void test_ros_paths_come_last(void **state)
{
    (void)state;
    char value[700];
    char prefixes[700];
    lw_scene scene = {0};
    files_folder(&here, "ros");
    files_folder(&here, "ros/arm");
    files_folder(&here, "ros/dull");
    files_folder(&here, "ament");
    files_folder(&here, "ament/share");
    files_folder(&here, "ament/share/new");
    files_write(&here, "ros/arm/only_ros.stl", "");
    files_write(&here, "ros/arm/link.stl", "");
    files_write(&here, "ros/dull/package.xml", "<package><name>bright</name></package>");
    files_write(&here, "ros/dull/x.stl", "");
    files_write(&here, "ament/share/new/x.stl", "");
    miss(&scene, "package://arm/only_ros.stl", "ROS's paths");
    snprintf(value, sizeof value, "/nowhere:%s::", files_path(&here, "ros"));
    snprintf(prefixes, sizeof prefixes, ":%s", files_path(&here, "ament"));
    scene.model.ros_package_path = value;
    scene.model.ament_prefix_path = prefixes;
    find(&scene, "package://arm/only_ros.stl", "ros/arm/only_ros.stl");
    find(&scene, "package://arm/link.stl", "robots/arm/link.stl");
    find(&scene, "package://bright/x.stl", "ros/dull/x.stl");
    find(&scene, "package://new/x.stl", "ament/share/new/x.stl");
    forget(&scene);
}

static void test_given_packages_decide(void **state)
{
    (void)state;
    lw_scene scene = {0};
    char first[300];
    char folder[300];
    char name[] = "arm";
    snprintf(first, sizeof first, "%s", files_path(&here, "robots"));
    snprintf(folder, sizeof folder, "%s", files_path(&here, "packages/arm"));
    lw_model_package packages[] = {{name, first}, {name, folder}};
    scene.model.packages.items = packages;
    scene.model.packages.count = 2;
    find(&scene, "package://arm/link.stl", "packages/arm/link.stl");
    /* in no other place, although the file is beside the URDF file */
    miss(&scene, "package://arm/base.stl", "packages/arm/base.stl");
    find(&scene, "package://arms/link.stl", "robots/link.stl");
    find(&scene, "package://other/base.stl", "robots/base.stl");
    scene.model.packages.count = 1;
    find(&scene, "package://arm/base.stl", "robots/base.stl");
    forget(&scene);
}

/* a file above the URDF file that the name does not lead to is taken with a notice */
static void test_guesses(void **state)
{
    (void)state;
    lw_notices notices = {.listener = hear};
    lw_scene scene = {.model.notices = &notices};
    heard = 0;
    files_folder(&here, "meshes");
    files_write(&here, "meshes/part.stl", "");
    find(&scene, "package://unknown_description/meshes/part.stl", "robots/../meshes/part.stl");
    find(&scene, "meshes/part.stl", "robots/../meshes/part.stl");
    assert_int_equal(heard, 2);
    miss(&scene, "../robots/meshes/part.stl", "cannot be found");
    miss(&scene, "file://meshes/part.stl", "cannot be found");
    assert_int_equal(heard, 2);
    forget(&scene);
}

static lw_status hear_of_tree(void *context, const char *file, int line, const char *sentence)
{
    (void)context;
    (void)line;
    assert_non_null(strstr(file, "tree/"));
    assert_non_null(strstr(file, "/a.urdf"));
    assert_non_null(strstr(sentence, "package://arm_description"));
    assert_non_null(strstr(sentence, "is not there; "));
    assert_non_null(strstr(sentence, "/data/meshes/"));
    heard++;
    return LW_OK;
}

/* a package of another name here: the file with the longest common suffix, if there is only one */
static void test_other_names(void **state)
{
    (void)state;
    lw_notices notices = {.listener = hear_of_tree};
    lw_scene scene = {.model.notices = &notices};
    char base[256];
    heard = 0;
    static const char *const folders[] = {"tree",
                                          "tree/urdf",
                                          "tree/data",
                                          "tree/data/meshes",
                                          "tree/data/meshes/arm",
                                          "tree/data/meshes/leg",
                                          "extra",
                                          "extra/deep"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        files_folder(&here, folders[i]);
    files_write(&here, "tree/data/meshes/arm/one.stl", "");
    files_write(&here, "tree/data/meshes/arm/two.stl", "");
    files_write(&here, "tree/data/meshes/leg/two.stl", "");
    files_write(&here, "extra/deep/three.stl", "");
    assert_int_equal(symlink("../../extra/deep/three.stl", files_path(&here, "tree/data/linked.stl")),
                     0);
    assert_int_equal(symlink("../../extra", files_path(&here, "tree/data/linked")), 0);
    static const struct {
        const char *name, *found, *sentence;
    } cases[] = {
        {"package://arm_description/meshes/arm/one.stl", "tree/urdf/../data/meshes/arm/one.stl", NULL},
        {"package://arm_description/other/one.stl", "tree/urdf/../data/meshes/arm/one.stl", NULL},
        {"package://arm_description/meshes/arm/two.stl", "tree/urdf/../data/meshes/arm/two.stl", NULL},
        {"package://arm_description/leg/two.stl", "tree/urdf/../data/meshes/leg/two.stl", NULL},
        {"package://arm_description/other/two.stl", NULL, "several files end in \"two.stl\": "},
        {"package://arm_description/other/two.stl", NULL, "/data/meshes/arm/two.stl and "},
        {"package://arm_description/other/two.stl", NULL, "/data/meshes/leg/two.stl; give the folder"},
        {"package://arm_description/leg/../one.stl", NULL, "cannot be found"},
        {"package://arm_description/meshes/none.stl", NULL, "cannot be found"},
        {"package://arm_description/meshes/wo.stl", NULL, "cannot be found"},
        {"package://arm_description/meshes/arm", NULL, "cannot be found"},
        /* links are not followed, and plain names are not packages */
        {"package://arm_description/meshes/three.stl", NULL, "cannot be found"},
        {"package://arm_description/meshes/linked.stl", NULL, "cannot be found"},
        {"meshes/arm/one.stl", NULL, "cannot be found"},
    };
    snprintf(base, sizeof base, "%s", files_path(&here, "tree/urdf/a.urdf"));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char path[400];
        lw_error error = {0};
        const int before = heard;
        const lw_status status = lw_resolve(&scene, base, cases[i].name, path, sizeof path, &error);
        if (status != (cases[i].found ? LW_OK : LW_ERROR_FILE))
            fail_msg("%s: %d %s", cases[i].name, (int)status, error.message);
        if (cases[i].found)
            assert_string_equal(path, files_path(&here, cases[i].found));
        else if (!strstr(error.message, cases[i].sentence))
            fail_msg("%s: %s", cases[i].name, error.message);
        assert_int_equal(heard - before, cases[i].found != NULL);
    }
    /* other names of folders with descriptions */
    static const char *const beside[] = {"xacro", "cfg"};
    for (size_t i = 0; i < 2; i++) {
        char path[400];
        char found[64];
        snprintf(found, sizeof found, "tree/%s", beside[i]);
        files_folder(&here, found);
        snprintf(found, sizeof found, "tree/%s/a.urdf", beside[i]);
        snprintf(base, sizeof base, "%s", files_path(&here, found));
        assert_int_equal(lw_resolve(&scene, base, cases[0].name, path, sizeof path, NULL), LW_OK);
        snprintf(found, sizeof found, "tree/%s/../data/meshes/arm/one.stl", beside[i]);
        assert_string_equal(path, files_path(&here, found));
    }
    forget(&scene);
}

/* in the package paths, in the folders of other packages, below a package.xml above; and files that may
 * not be read */
static void test_other_names_elsewhere(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = NULL;
    char path[400];
    char base[256];
    assert_int_equal(lw_scene_create(&scene, &error), LW_OK);
    static const char *const folders[] = {"own",       "own/a",       "own/a/b",      "own/meshes",
                                          "elsewhere", "elsewhere/m", "elsewhere/m/n"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        files_folder(&here, folders[i]);
    files_write(&here, "elsewhere/m/n/four.stl", "");
    files_write(&here, "own/meshes/five.stl", "");
    snprintf(base, sizeof base, "%s", files_path(&here, "own/a/b/x.urdf"));
    const char *four = "package://y/n/four.stl";
    const char *five = "package://y/far/five.stl";
    assert_int_equal(lw_resolve(scene, base, four, path, sizeof path, &error), LW_ERROR_FILE);
    assert_int_equal(lw_scene_add_package_path(scene, files_path(&here, "elsewhere"), &error), LW_OK);
    assert_int_equal(lw_resolve(scene, base, four, path, sizeof path, &error), LW_OK);
    assert_string_equal(path, files_path(&here, "elsewhere/m/n/four.stl"));
    /* a file that two folders lead to is one file */
    assert_int_equal(lw_scene_add_package(scene, "z", files_path(&here, "elsewhere/m"), &error), LW_OK);
    assert_int_equal(lw_resolve(scene, base, four, path, sizeof path, &error), LW_OK);
    /* the tree of a package begins at its package.xml */
    assert_int_equal(lw_resolve(scene, base, five, path, sizeof path, &error), LW_ERROR_FILE);
    files_write(&here, "own/package.xml", "<package><name>own</name></package>");
    assert_int_equal(lw_resolve(scene, base, five, path, sizeof path, &error), LW_OK);
    assert_string_equal(path, files_path(&here, "own/a/b/../../meshes/five.stl"));
    /* a package with a given folder is searched there alone */
    assert_int_equal(lw_scene_add_package(scene, "y", files_path(&here, "own/a"), &error), LW_OK);
    assert_int_equal(lw_resolve(scene, base, five, path, sizeof path, &error), LW_ERROR_FILE);
    lw_scene_destroy(scene);
    /* nothing outside is used, and it makes no difference whether it exists */
    assert_int_equal(lw_scene_create(&scene, &error), LW_OK);
    assert_int_equal(lw_scene_add_package_path(scene, files_path(&here, "elsewhere"), &error), LW_OK);
    assert_int_equal(lw_scene_set_inside(scene, files_path(&here, "own/a"), &error), LW_OK);
    assert_int_equal(lw_resolve(scene, base, four, path, sizeof path, &error), LW_ERROR_FILE);
    assert_non_null(strstr(error.message, "cannot be found inside"));
    assert_int_equal(lw_resolve(scene, base, five, path, sizeof path, &error), LW_ERROR_FILE);
    files_write(&here, "own/a/five.stl", "");
    assert_int_equal(lw_resolve(scene, base, five, path, sizeof path, &error), LW_OK);
    assert_non_null(strstr(path, "own/a/five.stl"));
    lw_scene_destroy(scene);
}

static void test_inside(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = NULL;
    assert_int_equal(lw_scene_create(&scene, &error), LW_OK);
    assert_int_equal(lw_scene_set_inside(scene, files_path(&here, "none"), &error), LW_ERROR_FILE);
    assert_int_equal(lw_scene_set_inside(scene, files_path(&here, "robots/../robots"), &error), LW_OK);
    find(scene, "link.stl", "robots/link.stl");
    find(scene, "package://arm/link.stl", "robots/arm/link.stl");
    find(scene, "arm/../../robots/link.stl", "robots/arm/../../robots/link.stl");
    char url[400];
    snprintf(url, sizeof url, "file://%s", files_path(&here, "packages/arm/link.stl"));
    miss(scene, url, "cannot be found inside");
    miss(scene, url + 7, "cannot be found inside");
    miss(scene, "../packages/arm/link.stl", "cannot be found inside");
    miss(scene, "package://packages/other/only.stl", "cannot be found inside");
    /* a folder whose name only begins in the same way */
    files_folder(&here, "robots2");
    files_write(&here, "robots2/link.stl", "");
    miss(scene, "../robots2/link.stl", "cannot be found inside");
    /* links */
    assert_int_equal(symlink("../packages/arm/link.stl", files_path(&here, "robots/sly.stl")), 0);
    assert_int_equal(symlink("../packages", files_path(&here, "robots/sly")), 0);
    assert_int_equal(symlink("arm/link.stl", files_path(&here, "robots/fair.stl")), 0);
    miss(scene, "sly.stl", "cannot be found inside");
    miss(scene, "sly/arm/link.stl", "cannot be found inside");
    find(scene, "fair.stl", "robots/fair.stl");
    /* paths of the environment and of the caller */
    assert_int_equal(lw_scene_set_ros_paths(scene, files_path(&here, "packages"), NULL, &error), LW_OK);
    miss(scene, "package://other/only.stl", "cannot be found inside");
    assert_int_equal(lw_scene_add_package(scene, "mine", files_path(&here, "packages/other"), &error),
                     LW_OK);
    miss(scene, "package://mine/only.stl", "cannot be found inside");
    assert_int_equal(lw_scene_set_inside(scene, "/", &error), LW_OK);
    find(scene, "../robots2/link.stl", "robots/../robots2/link.stl");
    assert_int_equal(lw_scene_set_inside(scene, NULL, &error), LW_OK);
    find(scene, "../robots2/link.stl", "robots/../robots2/link.stl");
    assert_int_equal(lw_scene_add_package(scene, "a/b", "x", &error), LW_ERROR_ARGUMENT);
    assert_int_equal(lw_scene_add_package(scene, "", "x", &error), LW_ERROR_ARGUMENT);
    assert_int_equal(lw_scene_add_package(scene, "a", "", &error), LW_ERROR_ARGUMENT);
    lw_scene_destroy(scene);
}

static void test_base_without_folder(void **state)
{
    (void)state;
    lw_scene scene = {0};
    lw_error error;
    char path[300];
    char before[1000];
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(files_path(&here, "robots")), 0);
    assert_int_equal(lw_resolve(&scene, "a.urdf", "package://arm/link.stl", path, sizeof path, &error),
                     LW_OK);
    assert_string_equal(path, "arm/link.stl");
    assert_int_equal(chdir(before), 0);
    forget(&scene);
}

static void test_refused(void **state)
{
    (void)state;
    lw_scene scene = {0};
    lw_error error;
    char path[40];
    miss(&scene, "", "empty");
    miss(&scene, "http://example.org/link.stl", "only package:// and file://");
    miss(&scene, "model://arm/link.stl", "only package:// and file://");
    assert_int_equal(lw_resolve(&scene, "a.urdf",
                                "a_name_that_is_much_longer_than_the_room_that_is_given.stl", path,
                                sizeof path, &error),
                     LW_ERROR_FILE);
    assert_non_null(strstr(error.message, "more than 39 bytes"));
    forget(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_beside_the_file),
        cmocka_unit_test(test_packages_beside_the_file),
        cmocka_unit_test(test_packages_above_the_file),
        cmocka_unit_test(test_package_paths_come_first),
        cmocka_unit_test(test_names_in_package_xml),
        cmocka_unit_test(test_ros_paths_come_last),
        cmocka_unit_test(test_given_packages_decide),
        cmocka_unit_test(test_guesses),
        cmocka_unit_test(test_other_names),
        cmocka_unit_test(test_other_names_elsewhere),
        cmocka_unit_test(test_inside),
        cmocka_unit_test(test_base_without_folder),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, make_folders, close_files);
}
