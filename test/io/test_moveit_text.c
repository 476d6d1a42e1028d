/* Tests io/scene/moveit_text.h: the .scene files of MoveIt's RViz plugin, in both formats. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "allocation.h"
#include "base/random.h"
#include "io/scene/moveit_text.h"
#include "seed.h"

static lw_status read(lw_document *document, const char *text, lw_moveit_text *out, lw_error *error)
{
    *document = (lw_document){.file = "file", .error = error};
    return lw_moveit_text_read(document, text, strlen(text), out);
}

#define POSE "1 2 3\n0 0 1 0\n"
static const char newer[] =
    "a name\n* two words \n" POSE "2\nbox\n0.1 0.2 0.3\n" POSE "0 0 0 0\nmesh\n3 1\n0 0 0\n"
    "1 0 0\n0 1 0\n0 1 2\n" POSE "1 0.5 0 1\n2\nfront\n" POSE "back\n" POSE "* b\r\n" POSE
    "1\ncylinder\n0.3 2\n0 0 0\n0 0 0 2\n0 0 0 0\n0\n.\n";
static const char older[] =
    "\n\n* a\n1\nsphere\n0.25\n" POSE "0 0 0 0\n* b\n1\ncone\n0.3 2\n" POSE "0 0 0 0\n.\n";

static void test_kinds(void **state)
{
    (void)state;
    static const char *const others[] = {"",    "a: 1\n", "{}\n* a", "a\n*a\n",  "a\n",
                                         "* a", "a\n.b",  "a\n. b",  "a\nb\n* c"};
    assert_true(lw_moveit_is_text(newer));
    assert_true(lw_moveit_is_text(older));
    assert_true(lw_moveit_is_text("empty\n.\n"));
    assert_true(lw_moveit_is_text("\n* a"));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_int_equal(lw_moveit_is_text(others[i]), !strcmp(others[i], "{}\n* a"));
}

static void test_newer(void **state)
{
    (void)state;
    lw_document document;
    lw_error error = {0};
    lw_moveit_text text;
    if (read(&document, newer, &text, &error))
        fail_msg("%d:%d: %s", error.line, error.column, error.message);
    assert_int_equal(text.objects.count, 2);
    const lw_moveit_object *a = &text.objects.items[0];
    assert_string_equal(a->id, "two words");
    assert_true(a->has_pose && a->pose.position.z == 3 && a->pose.orientation.z == 1);
    assert_int_equal(a->operation, LW_MOVEIT_ADD);
    assert_string_equal(a->frame, "");
    assert_int_equal(a->node->line, 2);
    assert_int_equal(a->count, 2);
    assert_int_equal(a->shapes[0].shape.kind, LW_SHAPE_BOX);
    assert_true(a->shapes[0].shape.size.x == 0.1 && a->shapes[0].shape.size.z == 0.3);
    assert_true(a->shapes[0].pose.position.y == 2);
    assert_int_equal(a->shapes[1].shape.kind, LW_SHAPE_MESH);
    assert_int_equal(a->shapes[1].shape.vertex_count, 3);
    assert_true(a->shapes[1].shape.vertices[7] == 1);
    assert_int_equal(a->shapes[1].shape.triangle_count, 1);
    assert_int_equal(a->shapes[1].shape.triangles[2], 2);
    const lw_moveit_object *b = &text.objects.items[1];
    assert_string_equal(b->id, "b");
    assert_int_equal(b->shapes[0].shape.kind, LW_SHAPE_CYLINDER);
    assert_true(b->shapes[0].shape.radius == 0.3 && b->shapes[0].shape.length == 2);
    assert_true(b->shapes[0].pose.orientation.w == 1);
    lw_document_free(&document);
}

static void test_older(void **state)
{
    (void)state;
    lw_document document;
    lw_error error = {0};
    lw_moveit_text text;
    if (read(&document, older, &text, &error))
        fail_msg("%d:%d: %s", error.line, error.column, error.message);
    assert_int_equal(text.objects.count, 2);
    const lw_moveit_object *a = &text.objects.items[0];
    assert_false(a->has_pose);
    assert_true(a->pose.position.x == 0 && a->pose.orientation.w == 1);
    assert_int_equal(a->shapes[0].shape.kind, LW_SHAPE_SPHERE);
    assert_true(a->shapes[0].shape.radius == 0.25 && a->shapes[0].pose.position.x == 1);
    assert_int_equal(text.objects.items[1].shapes[0].shape.kind, LW_SHAPE_CONE);
    assert_true(text.objects.items[1].shapes[0].shape.length == 2);
    lw_document_free(&document);
}

#define OBJECT "n\n* a\n" POSE
static void test_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        lw_status status;
        int line;
        const char *sentence;
    } cases[] = {
        {"n\n* a", LW_ERROR_SYNTAX, 2, "the number of shapes is expected, not the end of the file"},
        {OBJECT "1\nplane\n0 0 1 0\n", LW_ERROR_SYNTAX, 6, "is expected, not \"plane\""},
        {OBJECT "1\nbox\n1 2\n", LW_ERROR_SYNTAX, 8, "a size of a box is expected"},
        {OBJECT "1\nbox\n1 2 x\n", LW_ERROR_SYNTAX, 7, "not \"x\""},
        {OBJECT "1\nbox\n1 0 1\n", LW_ERROR_ARGUMENT, 7, "a size of a box is 0; it must be above 0"},
        {OBJECT "1\nsphere\n1e300\n", LW_ERROR_ARGUMENT, 7, "at most 1e+09"},
        {OBJECT "1\nsphere\n1\n1 2 3\n0 0 0 0\n0 0 0 0\n0\n.\n", LW_ERROR_ARGUMENT, 8,
         "the pose of a shape has an orientation of length zero"},
        {OBJECT "1\nsphere\n1\n1 2 3\n0 0 0 1\n0\n.\n", LW_ERROR_SYNTAX, 11, "a part of a colour"},
        {OBJECT "1.5\n", LW_ERROR_SYNTAX, 5, "the number of shapes is 1.5"},
        {OBJECT "1000\n", LW_ERROR_SYNTAX, 5, "more than the file holds"},
        {OBJECT "-1\n", LW_ERROR_SYNTAX, 5, "the number of shapes is -1"},
        {OBJECT "1\nmesh\n3 0\n", LW_ERROR_ARGUMENT, 7, "a mesh has no triangles"},
        {OBJECT "1\nmesh\n3 1\n0 0 0 1 0 0 0 1 0\n0 1 3\n", LW_ERROR_ARGUMENT, 9,
         "there is no vertex 3"},
        {OBJECT "1\nmesh\n3 1\n0 0 0 1 0 0 0 1 0\n0 1 0.5\n", LW_ERROR_ARGUMENT, 9,
         "there is no vertex 0.5"},
        {OBJECT "1\nmesh\n3 1\n0 0 0 1 0 0 0 1 0\n0 1 -1\n", LW_ERROR_ARGUMENT, 9,
         "there is no vertex -1"},
        {OBJECT "0\n1\n", LW_ERROR_SYNTAX, 7, "the name of a subframe is expected"},
        {OBJECT "0\n0\n", LW_ERROR_SYNTAX, 7, "the end of the scene (.) is expected, not the end of"},
        {OBJECT "0\n0\nx\n", LW_ERROR_SYNTAX, 7, "not \"x\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_document document;
        lw_error error = {0};
        lw_moveit_text text;
        const lw_status status = read(&document, cases[i].text, &text, &error);
        if (status != cases[i].status || error.line != cases[i].line ||
            !strstr(error.message, cases[i].sentence))
            fail_msg("%zu: %d at %d:%d: %s", i, (int)status, error.line, error.column, error.message);
        lw_document_free(&document);
    }
}

static void test_damaged(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < test_rounds(2000, 100000); i++) {
        char text[sizeof newer];
        const size_t length = i % 2 ? sizeof newer - 1 : sizeof older - 1;
        lw_document document;
        lw_error error = {0};
        lw_moveit_text out;
        memcpy(text, i % 2 ? newer : older, length + 1);
        for (int k = 0; k < i % 4; k++)
            text[lw_random_below(&random, (uint32_t)length)] ^=
                (char)(1 << lw_random_below(&random, 8));
        document = (lw_document){.error = &error};
        const lw_status status = lw_moveit_text_read(&document, text, length, &out);
        assert_int_equal(error.status, status);
        lw_document_free(&document);
    }
}

static void test_every_allocation_failing(void **state)
{
    (void)state;
    for (size_t n = 1;; n++) {
        lw_document document;
        lw_error error = {0};
        lw_moveit_text text;
        allocation_fail(n);
        const lw_status status = read(&document, newer, &text, &error);
        const bool failed = allocation_failed();
        allocation_fail(0);
        assert_int_equal(status, failed ? LW_ERROR_MEMORY : LW_OK);
        lw_document_free(&document);
        if (!failed)
            break;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds),   cmocka_unit_test(test_newer),
        cmocka_unit_test(test_older),   cmocka_unit_test(test_refused),
        cmocka_unit_test(test_damaged), cmocka_unit_test(test_every_allocation_failing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
