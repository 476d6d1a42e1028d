/* Tests base/error.h: sentences, lines and columns, and no overrun. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/error.h"

static void test_fail_fills_everything(void **state)
{
    (void)state;
    lw_error error;
    memset(&error, 'x', sizeof error);
    assert_int_equal(lw_fail(&error, LW_ERROR_NAME, "joint \"%s\": %d values", "elbow", 3),
                     LW_ERROR_NAME);
    assert_int_equal(error.status, LW_ERROR_NAME);
    assert_string_equal(error.message, "joint \"elbow\": 3 values");
    assert_string_equal(error.file, "");
    assert_int_equal(error.line, 0);
    assert_int_equal(error.column, 0);

    assert_int_equal(lw_fail_at(&error, LW_ERROR_SYNTAX, "a.urdf", 118, 7, "axis has zero length"),
                     LW_ERROR_SYNTAX);
    assert_string_equal(error.file, "a.urdf");
    assert_int_equal(error.line, 118);
    assert_int_equal(error.column, 7);
}

static void test_no_error_wanted(void **state)
{
    (void)state;
    assert_int_equal(lw_fail(NULL, LW_ERROR_FILE, "no file"), LW_ERROR_FILE);
    assert_int_equal(lw_fail_at(NULL, LW_ERROR_FILE, "f", 1, 1, "no file"), LW_ERROR_FILE);
    assert_int_equal(lw_fail_memory(NULL), LW_ERROR_MEMORY);
    lw_error_place(NULL, "f", 1, 1);
    lw_error_clear(NULL);
}

static void test_arguments_may_lie_in_the_error(void **state)
{
    (void)state;
    lw_error error;
    lw_fail_at(&error, LW_ERROR_FILE, "scene.json", 3, 0, "no such mesh");
    lw_fail_at(&error, LW_ERROR_MODEL, error.file, error.line, 0, "link \"hand\": %s", error.message);
    assert_string_equal(error.message, "link \"hand\": no such mesh");
    assert_string_equal(error.file, "scene.json");
}

static void test_long_texts_are_cut(void **state)
{
    (void)state;
    char name[2000];
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    struct {
        lw_error error;
        unsigned char after[16];
    } guarded = {0};
    lw_fail_at(&guarded.error, LW_ERROR_NAME, name, 1, 2, "%s", name);
    assert_int_equal(strlen(guarded.error.message), sizeof guarded.error.message - 1);
    assert_int_equal(strlen(guarded.error.file), sizeof guarded.error.file - 1);
    for (size_t i = 0; i < sizeof guarded.after; i++)
        assert_int_equal(guarded.after[i], 0);
    char text[16];
    lw_error_format(&guarded.error, text, sizeof text);
    assert_string_equal(text, "nnnnnnnnnnnnnnn");
}

static void test_the_first_place_stays(void **state)
{
    (void)state;
    lw_error error;
    lw_fail(&error, LW_ERROR_ARGUMENT, "size is negative");
    lw_error_place(&error, "inner.json", 5, 9);
    lw_error_place(&error, "outer.json", 1, 1);
    assert_string_equal(error.file, "inner.json");
    assert_int_equal(error.line, 5);
    assert_int_equal(error.column, 9);
}

static void test_format(void **state)
{
    (void)state;
    const struct {
        const char *file;
        int line, column;
        const char *text;
    } cases[] = {
        {NULL, 4, 2, "sentence"},     {"f", 0, 0, "f: sentence"},     {"f", 0, 2, "f: sentence"},
        {"f", 4, 0, "f:4: sentence"}, {"f", 4, 2, "f:4:2: sentence"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_error error;
        char text[64];
        lw_fail_at(&error, LW_ERROR_FILE, cases[i].file, cases[i].line, cases[i].column, "sentence");
        lw_error_format(&error, text, sizeof text);
        assert_string_equal(text, cases[i].text);
    }
}

static void test_clear(void **state)
{
    (void)state;
    const lw_error empty = {0};
    lw_error error = {0};
    lw_fail_at(&error, LW_ERROR_LIMIT, "f", 1, 1, "above");
    lw_error_clear(&error);
    assert_int_equal(error.status, LW_OK);
    assert_string_equal(error.message, empty.message);
    assert_string_equal(error.file, "");
    assert_int_equal(error.line, 0);
}

static void test_every_status_has_its_own_name(void **state)
{
    (void)state;
    for (lw_status a = LW_OK; a <= LW_ERROR_NOTICE; a++) {
        assert_string_not_equal(lw_status_name(a), "unknown");
        for (lw_status b = LW_OK; b < a; b++)
            assert_string_not_equal(lw_status_name(a), lw_status_name(b));
    }
    assert_string_equal(lw_status_name(LW_ERROR_NOTICE), "notice");
    assert_string_equal(lw_status_name((lw_status)(LW_ERROR_NOTICE + 1)), "unknown");
    assert_string_equal(lw_status_name((lw_status)-1), "unknown");
}

/* the header, the library and the project's build are of one version */
static void test_version(void **state)
{
    (void)state;
    char text[64];
    snprintf(text, sizeof text, "%d.%d.%d", LEEWAY_VERSION_MAJOR, LEEWAY_VERSION_MINOR,
             LEEWAY_VERSION_PATCH);
    assert_string_equal(lw_version(), text);
    assert_string_equal(lw_version(), PROJECT_VERSION);
    assert_true(LEEWAY_VERSION_MAJOR + LEEWAY_VERSION_MINOR + LEEWAY_VERSION_PATCH > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fail_fills_everything),
        cmocka_unit_test(test_no_error_wanted),
        cmocka_unit_test(test_arguments_may_lie_in_the_error),
        cmocka_unit_test(test_long_texts_are_cut),
        cmocka_unit_test(test_the_first_place_stays),
        cmocka_unit_test(test_format),
        cmocka_unit_test(test_clear),
        cmocka_unit_test(test_every_status_has_its_own_name),
        cmocka_unit_test(test_version),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
