/* Tests io/text/python_print.h: messages as `ros2 service call` prints them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "allocation.h"
#include "base/random.h"
#include "io/text/python_print.h"
#include "seed.h"

static lw_status parse(lw_document *document, const char *text, lw_value **out, lw_error *error)
{
    *document = (lw_document){.file = "file", .error = error};
    return lw_python_parse(document, text, strlen(text), out);
}

/* The place at which a message begins, and texts that contain none. */
static void test_find(void **state)
{
    (void)state;
    const char *text = "waiting for service to become available...\nrequester: making request: "
                       "a.srv.B_Request()\n\nresponse:\na.srv.B_Response(c=1)\n";
    assert_ptr_equal(lw_python_find(text), strstr(text, "a.srv.B_Response"));
    text = "\xef\xbb\xbf\n  a.b(c=1)";
    assert_ptr_equal(lw_python_find(text), strstr(text, "a.b"));
    static const char *const others[] = {"",           "a(b=1)",    "a.b: c(d=1)",
                                         "# a.b(c=1)", ".a.b(c=1)", "1.a(b=1)",
                                         "{a.b(c=1)",  "a.b (c=1)", "respond:\na.b(c=1)"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_null(lw_python_find(others[i]));
}

static void test_values(void **state)
{
    (void)state;
    static const char text[] =
        "response:\n"
        "p.msg.M(a=1, b=-2.5e-3, c='it\\'s \\u00e4\\x41\\U0001f600\\n', d=\"'\", e=b'\\x00\\xff\\'',\n"
        "  f=[], g=[1, [2.0, (3,)], ()], h=True, i=False, j=None, k=array('d', [1.0, 2.0]),\n"
        "  l=array([0, 7], dtype=uint32), m=array([1., 2.]), n=p.msg.N(), o=[p.msg.N(x=1)], q=nan,\n"
        "  r=[-inf, inf])\n";
    lw_document document;
    lw_error error = {0};
    lw_value *list = NULL;
    if (parse(&document, text, &list, &error))
        fail_msg("%d:%d: %s", error.line, error.column, error.message);
    assert_int_equal(list->kind, LW_VALUE_LIST);
    assert_int_equal(list->count, 1);
    const lw_value *m = list->items[0];
    assert_int_equal(m->kind, LW_VALUE_MAP);
    assert_int_equal(m->count, 17);
    assert_int_equal(m->line, 2);
    assert_int_equal(m->column, 1);
    assert_true(lw_value_as_number(lw_value_find(m, "a")) == 1);
    assert_true(lw_value_as_number(lw_value_find(m, "b")) == -2.5e-3);
    assert_string_equal(lw_value_as_text(lw_value_find(m, "c")), "it's \xc3\xa4"
                                                                 "A\xf0\x9f\x98\x80\n");
    assert_string_equal(lw_value_as_text(lw_value_find(m, "d")), "'");
    const lw_value *bytes = lw_value_find(m, "e");
    assert_int_equal(bytes->length, 3);
    assert_memory_equal(bytes->text, "\0\xff'", 3);
    assert_int_equal(lw_value_find(m, "f")->kind, LW_VALUE_LIST);
    assert_int_equal(lw_value_find(m, "f")->count, 0);
    const lw_value *nested = lw_value_find(m, "g");
    assert_int_equal(nested->count, 3);
    assert_int_equal(nested->items[1]->items[1]->count, 1);
    assert_true(nested->items[1]->items[1]->items[0]->number == 3);
    assert_int_equal(nested->items[2]->count, 0);
    assert_true(lw_value_is_true(lw_value_find(m, "h")));
    assert_int_equal(lw_value_find(m, "i")->kind, LW_VALUE_BOOL);
    assert_false(lw_value_find(m, "i")->truth);
    assert_int_equal(lw_value_member(m, "j")->kind, LW_VALUE_NULL);
    static const char *const arrays[] = {"k", "l", "m"};
    static const double ends[] = {2, 7, 2};
    for (size_t i = 0; i < 3; i++) {
        const lw_value *array = lw_value_find(m, arrays[i]);
        assert_int_equal(lw_value_item_count(array), 2);
        assert_true(array->items[1]->number == ends[i]);
    }
    assert_int_equal(lw_value_find(m, "n")->kind, LW_VALUE_MAP);
    assert_int_equal(lw_value_find(m, "n")->count, 0);
    assert_true(lw_value_as_number(lw_value_find(lw_value_find(m, "o")->items[0], "x")) == 1);
    assert_true(isnan(lw_value_find(m, "q")->number));
    assert_true(lw_value_find(m, "r")->items[0]->number == -(double)INFINITY);
    assert_int_equal(m->members[9].line, 3);
    assert_int_equal(m->members[9].column, 50);
    lw_document_free(&document);
}

/* Several messages become a list; requests are left out. */
static void test_several(void **state)
{
    (void)state;
    static const char text[] =
        "requester: making request: a.B_Request(x=1)\n\nresponse:\na.B_Response(x=2)\n\n"
        "response:\na.B_Response(x=3)\na.B_Request(x=4)\n";
    lw_document document;
    lw_value *list = NULL;
    assert_int_equal(parse(&document, text, &list, NULL), LW_OK);
    assert_int_equal(list->count, 2);
    assert_true(lw_value_as_number(lw_value_find(list->items[0], "x")) == 2);
    assert_true(lw_value_as_number(lw_value_find(list->items[1], "x")) == 3);
    lw_document_free(&document);
}

static void test_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *sentence;
        int line, column;
    } cases[] = {
        {"a.b(c=1", "a comma or the end of a message is missing", 1, 8},
        {"a.b(c=1 d=2)", "a comma or the end of a message is missing", 1, 9},
        {"a.b(1)", "a field has no name", 1, 5},
        {"a.b(c)", "a field has no name", 1, 6},
        {"a.b(c=1,\n c=2)", "a field is given twice", 2, 4},
        {"a.b(c=)", "there is no value", 1, 7},
        {"a.b(c=...)", "there is no value", 1, 7},
        {"a.b(c=01)", "there is no value", 1, 7},
        {"a.b(c=[1 2])", "a comma or the end of a list is missing", 1, 10},
        {"a.b(c=[1)", "a comma or the end of a list is missing", 1, 9},
        {"a.b(c='d)", "a text has no end", 1, 10},
        {"a.b(c='\\q')", "an escape sequence is not known", 1, 9},
        {"a.b(c='\\x4')", "an escape sequence has too few digits", 1, 9},
        {"a.b(c='\\ud800')", "an escape sequence is not known", 1, 9},
        {"a.b(c='\\U00110000')", "an escape sequence is not known", 1, 9},
        {"a.b(c=array(1))", "an array is no list in parentheses", 1, 14},
        {"a.b(c=array([1], dtype=d]))", "an array is no list in parentheses", 1, 25},
        {"a.b(c=1)\nmore", "something stands behind the message", 2, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_document document;
        lw_error error = {0};
        lw_value *list = NULL;
        assert_int_equal(parse(&document, cases[i].text, &list, &error), LW_ERROR_SYNTAX);
        if (!strstr(error.message, cases[i].sentence) || error.line != cases[i].line ||
            error.column != cases[i].column)
            fail_msg("%s: %d:%d: %s", cases[i].text, error.line, error.column, error.message);
        lw_document_free(&document);
    }
    char deep[400] = "a.b(c=";
    memset(deep + 6, '[', 101);
    lw_document document;
    lw_error error = {0};
    lw_value *list = NULL;
    assert_int_equal(parse(&document, deep, &list, &error), LW_ERROR_SYNTAX);
    assert_non_null(strstr(error.message, "more than 100 deep"));
    lw_document_free(&document);
}

static const char good[] =
    "response:\na.b(c=[1, 2.5, 'x\\n'], d=array('d', [1.0]), e=a.c(f=b'\\x01', g=True))\n";

static void test_damaged(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < test_rounds(2000, 100000); i++) {
        char text[sizeof good];
        lw_document document;
        lw_error error = {0};
        lw_value *list = NULL;
        memcpy(text, good, sizeof good);
        for (int k = 0; k < i % 4; k++)
            text[lw_random_below(&random, sizeof good - 1)] ^= (char)(1 << lw_random_below(&random, 8));
        if (i % 3 == 0)
            text[lw_random_below(&random, sizeof good)] = '\0';
        document = (lw_document){.error = &error};
        const lw_status status = lw_python_parse(&document, text, sizeof good - 1, &list);
        assert_int_equal(error.status, status);
        assert_true(status != LW_OK || list->kind == LW_VALUE_LIST);
        lw_document_free(&document);
    }
}

static void test_every_allocation_failing(void **state)
{
    (void)state;
    for (size_t n = 1;; n++) {
        lw_document document;
        lw_error error = {0};
        lw_value *list = NULL;
        allocation_fail(n);
        const lw_status status = parse(&document, good, &list, &error);
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
        cmocka_unit_test(test_find),    cmocka_unit_test(test_values),
        cmocka_unit_test(test_several), cmocka_unit_test(test_refused),
        cmocka_unit_test(test_damaged), cmocka_unit_test(test_every_allocation_failing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
