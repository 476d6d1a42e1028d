/* Tests lw_srdf_open and its related functions: the disabled pairs of a file are read and replaced, and
 * all else stays. */
#include "allocation.h"
#include "small_scene.h"

#include "files_fixture.h" /* last: it has a variable whose name headers use too */

static const char file[] =
    "<?xml version=\"1.0\"?>\n"
    "<!-- by hand -->\n"
    "<robot name=\"r\">\n"
    "  <group name=\"all\"><joint name=\"a &amp; b\"/></group>\n"
    "  <virtual_joint name=\"v\" type=\"fixed\" parent_frame=\"world\" child_link=\"l0\"/>\n"
    "  <disable_collisions link1=\"l0\" link2=\"l1\" reason=\"Adjacent\"/>\n"
    "  <!-- between -->\n"
    "  <disable_collisions link1=\"l1\" link2=\"l2\"/>\n"
    "  <enable_collisions link1=\"l0\" link2=\"l2\"/>\n"
    "  <passive_joint name=\"p\"/>\n"
    "</robot>\n";

static lw_srdf *open_text(const char *text, const char *robot, lw_error *error)
{
    lw_srdf *srdf = NULL;
    succeed(lw_srdf_open(files_write(&here, "in.srdf", text), robot, &srdf, error), error);
    return srdf;
}

static void test_pairs_are_read(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_srdf *srdf = open_text(file, "r", &error);
    assert_int_equal(lw_srdf_pair_count(srdf), 2);
    lw_srdf_pair first = lw_srdf_pair_at(srdf, 0);
    lw_srdf_pair second = lw_srdf_pair_at(srdf, 1);
    assert_string_equal(first.links[0], "l0");
    assert_string_equal(first.links[1], "l1");
    assert_string_equal(first.reason, "Adjacent");
    assert_int_equal(first.line, 6);
    assert_string_equal(second.links[0], "l1");
    assert_null(second.reason);
    assert_int_equal(second.line, 8);
    assert_true(lw_srdf_enables(srdf, "l0", "l2") && lw_srdf_enables(srdf, "l2", "l0"));
    assert_false(lw_srdf_enables(srdf, "l0", "l1") || lw_srdf_enables(srdf, "l0", NULL));
    lw_srdf_close(srdf);
    lw_srdf_close(NULL);
    assert_int_equal(lw_srdf_pair_count(NULL), 0);
}

static void check_text(lw_srdf *srdf, const char *wanted)
{
    lw_error error = {0};
    const char *text = NULL;
    size_t size = 0;
    succeed(lw_srdf_text(srdf, &text, &size, &error), &error);
    assert_int_equal(strlen(text), size);
    assert_string_equal(text, wanted);
}

static void test_pairs_are_replaced(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_srdf *srdf = open_text(file, "r", &error);
    const lw_srdf_pair pairs[] = {{{"l0", "l<1>"}, "Never", 0}, {{"l1", "l2"}, NULL, 0}};
    succeed(lw_srdf_set_pairs(srdf, pairs, 2, &error), &error);
    check_text(srdf,
               "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
               "<!-- by hand -->\n"
               "<robot name=\"r\">\n"
               "  <group name=\"all\"><joint name=\"a &amp; b\"/></group>\n"
               "  <virtual_joint name=\"v\" type=\"fixed\" parent_frame=\"world\" child_link=\"l0\"/>\n"
               "  <disable_collisions link1=\"l0\" link2=\"l&lt;1&gt;\" reason=\"Never\"/>\n"
               "  <disable_collisions link1=\"l1\" link2=\"l2\"/>\n"
               "  <!-- between -->\n"
               "  <enable_collisions link1=\"l0\" link2=\"l2\"/>\n"
               "  <passive_joint name=\"p\"/>\n"
               "</robot>\n");
    succeed(lw_srdf_set_pairs(srdf, NULL, 0, &error), &error);
    assert_int_equal(lw_srdf_pair_count(srdf), 0);
    /* there are no pairs to replace: they are added at the end */
    succeed(lw_srdf_set_pairs(srdf, pairs + 1, 1, &error), &error);
    const char *text = NULL;
    size_t size = 0;
    succeed(lw_srdf_text(srdf, &text, &size, &error), &error);
    assert_non_null(strstr(text, "  <passive_joint name=\"p\"/>\n"
                                 "  <disable_collisions link1=\"l1\" link2=\"l2\"/>\n</robot>"));
    lw_srdf_close(srdf);
}

static void test_files_without_pairs(void **state)
{
    (void)state;
    lw_error error = {0};
    const lw_srdf_pair pairs[] = {{{"a", "b"}, "Always", 0}};
    static const char wanted[] = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<robot name=\"r\">\n"
                                 "  <disable_collisions link1=\"a\" link2=\"b\" reason=\"Always\"/>\n"
                                 "</robot>\n";
    lw_srdf *srdf = NULL;
    succeed(lw_srdf_open(NULL, "r", &srdf, &error), &error);
    assert_int_equal(lw_srdf_pair_count(srdf), 0);
    succeed(lw_srdf_set_pairs(srdf, pairs, 1, &error), &error);
    check_text(srdf, wanted);
    succeed(lw_srdf_set_pairs(srdf, pairs, 1, &error), &error);
    check_text(srdf, wanted);
    lw_srdf_close(srdf);
    srdf = open_text("<robot name='r'/>", NULL, &error);
    succeed(lw_srdf_set_pairs(srdf, pairs, 1, &error), &error);
    assert_int_equal(lw_srdf_pair_count(srdf), 1);
    lw_srdf_close(srdf);
    srdf = open_text("<robot name='r'><disable_collisions link1='x' link2='y'/>text</robot>", NULL,
                     &error);
    succeed(lw_srdf_set_pairs(srdf, pairs, 1, &error), &error);
    assert_string_equal(lw_srdf_pair_at(srdf, 0).links[0], "a");
    assert_int_equal(lw_srdf_pair_count(srdf), 1);
    lw_srdf_close(srdf);
}

/* Loading the text disables the same pairs; those that were only sampled get a reason of their own. */
static void test_scenes_read_what_was_written(void **state)
{
    (void)state;
    lw_error error = {0};
    const char *urdf = files_write(
        &here, "r.urdf",
        "<robot name='r'>"
        "<link name='l0'><collision><geometry><sphere radius='0.1'/></geometry></collision></link>"
        "<link name='l1'><collision><geometry><sphere radius='0.1'/></geometry></collision></link>"
        "<link name='l2'><collision><geometry><sphere radius='0.1'/></geometry></collision></link>"
        "<joint name='j1' type='continuous'><parent link='l0'/><child link='l1'/></joint>"
        "<joint name='j2' type='continuous'><parent link='l1'/><child link='l2'/></joint></robot>");
    const lw_srdf_pair pairs[] = {{{"l0", "l1"}, "Never", 0}, {{"l0", "l2"}, LW_SRDF_SAMPLED, 0}};
    lw_srdf *srdf = NULL;
    const char *text = NULL;
    size_t size = 0;
    succeed(lw_srdf_open(NULL, "r", &srdf, &error), &error);
    succeed(lw_srdf_set_pairs(srdf, pairs, 2, &error), &error);
    succeed(lw_srdf_text(srdf, &text, &size, &error), &error);
    lw_scene *scene = new_scene();
    succeed(lw_scene_load_robot(scene, urdf, files_write(&here, "r.srdf", text), NULL, NULL, &error),
            &error);
    succeed(lw_scene_freeze(scene, &error), &error);
    lw_pair_reason reason;
    succeed(lw_scene_pair_reason(scene, 0, 1, &reason, &error), &error);
    assert_int_equal(reason, LW_PAIR_ROBOT);
    succeed(lw_scene_pair_reason(scene, 0, 2, &reason, &error), &error);
    assert_int_equal(reason, LW_PAIR_SAMPLED);
    succeed(lw_scene_pair_reason(scene, 1, 2, &reason, &error), &error);
    assert_int_equal(reason, LW_PAIR_ADJACENT);
    lw_scene_destroy(scene);
    lw_srdf_close(srdf);
}

static void test_what_is_refused(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_srdf *srdf = NULL;
    refused(lw_srdf_open(NULL, NULL, &srdf, &error), LW_ERROR_ARGUMENT, &error, "needs a file");
    refused(lw_srdf_open(NULL, "r", NULL, &error), LW_ERROR_ARGUMENT, &error, "room");
    refused(lw_srdf_open(files_path(&here, "none"), "r", &srdf, &error), LW_ERROR_FILE, &error, "");
    const char *path = files_write(&here, "other.srdf", file);
    refused(lw_srdf_open(path, "panda", &srdf, &error), LW_ERROR_MODEL, &error,
            "for robot \"r\", not for \"panda\"");
    path = files_write(&here, "bad.srdf", "<robot name='r'><disable_collisions link1='a'/></robot>");
    refused(lw_srdf_open(path, "r", &srdf, &error), LW_ERROR_SYNTAX, &error, "link2");
    path = files_write(&here, "bad.srdf", "<robot><group/></robot>");
    refused(lw_srdf_open(path, "r", &srdf, &error), LW_ERROR_SYNTAX, &error, "name");
    path = files_write(&here, "bad.srdf", "<robot");
    refused(lw_srdf_open(path, "r", &srdf, &error), LW_ERROR_SYNTAX, &error, "");
    assert_null(srdf);
    succeed(lw_srdf_open(NULL, "r", &srdf, &error), &error);
    const lw_srdf_pair half = {{"a", NULL}, "Never", 0};
    const char *text = NULL;
    size_t size = 0;
    refused(lw_srdf_set_pairs(srdf, &half, 1, &error), LW_ERROR_ARGUMENT, &error, "two links");
    refused(lw_srdf_set_pairs(srdf, NULL, 1, &error), LW_ERROR_ARGUMENT, &error, "no pairs");
    refused(lw_srdf_set_pairs(NULL, NULL, 0, &error), LW_ERROR_ARGUMENT, &error, "no SRDF");
    refused(lw_srdf_text(NULL, &text, &size, &error), LW_ERROR_ARGUMENT, &error, "no SRDF");
    refused(lw_srdf_text(srdf, NULL, &size, &error), LW_ERROR_ARGUMENT, &error, "room");
    lw_srdf_close(srdf);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pairs_are_read),      cmocka_unit_test(test_pairs_are_replaced),
        cmocka_unit_test(test_files_without_pairs), cmocka_unit_test(test_scenes_read_what_was_written),
        cmocka_unit_test(test_what_is_refused),
    };
    return cmocka_run_group_tests(tests, open_files, close_files);
}
