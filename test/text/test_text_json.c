/* Tests lw_text_json and lw_text_read_json: a text as a JSON string, and back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "allocation.h"
#include "small_scene.h"

/* control characters have the short escapes of JSON if there are any */
static const struct {
    const char *text, *json;
} texts[] = {{"", "\"\""},
             {"pick 7", "\"pick 7\""},
             {"\"\\/\b\f\n\r\t", "\"\\\"\\\\/\\b\\f\\n\\r\\t\""},
             {"\x01\x0b\x1f\x7f", "\"\\u0001\\u000B\\u001F\x7f\""},
             {"\xc3\xbc\xe2\x82\xac\xf0\x9f\xa4\x96", "\"\xc3\xbc\xe2\x82\xac\xf0\x9f\xa4\x96\""}};

static void texts_come_back(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char json[100];
        char text[100];
        size_t length = 0;
        size_t whole = strlen(texts[i].json);
        assert_int_equal(
            lw_text_json(texts[i].text, strlen(texts[i].text), json, sizeof json, &length, NULL),
            LW_OK);
        assert_string_equal(json, texts[i].json);
        assert_int_equal(length, whole);
        assert_int_equal(lw_text_read_json(json, text, sizeof text, &length, NULL), LW_OK);
        assert_string_equal(text, texts[i].text);
        assert_int_equal(length, strlen(texts[i].text));
        /* text that does not fit is cut, with a zero at the end, and counted */
        for (size_t size = 0; size <= whole + 1; size++) {
            memset(json, '#', sizeof json);
            assert_int_equal(lw_text_json(texts[i].text, strlen(texts[i].text), size ? json : NULL,
                                          size, &length, NULL),
                             LW_OK);
            assert_int_equal(length, whole);
            assert_true(!size || (!strncmp(json, texts[i].json, size - 1) && !json[size - 1]));
            assert_int_equal(json[size], '#');
        }
    }
}

static void parts_of_texts(void **state)
{
    (void)state;
    char json[10];
    char text[3];
    size_t length = 0;
    assert_int_equal(lw_text_json("left=1,2", 4, json, sizeof json, NULL, NULL), LW_OK);
    assert_string_equal(json, "\"left\"");
    assert_int_equal(lw_text_read_json(" \"\\u0061b\\\"\" ", text, sizeof text, &length, NULL), LW_OK);
    assert_string_equal(text, "ab");
    assert_int_equal(length, 3);
}

static void what_is_no_text_is_refused(void **state)
{
    (void)state;
    char out[10];
    lw_error e = {0};
    refused(lw_text_json(NULL, 0, out, sizeof out, NULL, &e), LW_ERROR_ARGUMENT, &e, "no text");
    refused(lw_text_json("a", 1, NULL, 3, NULL, &e), LW_ERROR_ARGUMENT, &e, "no room of 3 bytes");
    refused(lw_text_json("ab\xff", 3, out, sizeof out, NULL, &e), LW_ERROR_ARGUMENT, &e,
            "byte 3 of the text, 0xff, is not UTF-8");
    refused(lw_text_json("\xc3\xbc", 1, out, sizeof out, NULL, &e), LW_ERROR_ARGUMENT, &e,
            "byte 1 of the text, 0xc3, is not UTF-8");
    refused(lw_text_json("a\0b", 3, out, sizeof out, NULL, &e), LW_ERROR_ARGUMENT, &e,
            "byte 2 of the text, 0x00, is a NUL character");
    refused(lw_text_read_json(NULL, out, sizeof out, NULL, &e), LW_ERROR_ARGUMENT, &e, "no JSON");
    refused(lw_text_read_json("\"a\"", NULL, 3, NULL, &e), LW_ERROR_ARGUMENT, &e, "no room of 3 bytes");
    refused(lw_text_read_json("3", out, sizeof out, NULL, &e), LW_ERROR_SYNTAX, &e,
            "the JSON must be a text, not a number");
    refused(lw_text_read_json("\"a", out, sizeof out, NULL, &e), LW_ERROR_SYNTAX, &e,
            "ends within a string");
    refused(lw_text_read_json("\"a\\u0000\"", out, sizeof out, NULL, &e), LW_ERROR_SYNTAX, &e, "NUL");
    refused(lw_text_read_json("\"a\" 1", out, sizeof out, NULL, &e), LW_ERROR_SYNTAX, &e,
            "the end is expected");
    allocation_fail(1);
    lw_status status = lw_text_read_json("\"a\"", out, sizeof out, NULL, &e);
    allocation_fail(0);
    assert_int_equal(status, LW_ERROR_MEMORY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(texts_come_back),
                                       cmocka_unit_test(parts_of_texts),
                                       cmocka_unit_test(what_is_no_text_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
