/* Tests lw_text_escape: characters that act on a terminal become visible, the rest stays as it is, and
 * nothing is written beyond the room. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "leeway/leeway.h"

static const char from_right_to_left[] = {'\xe2', '\x80', '\xae', 'a', 'b', 'c', '\0'};

static const struct {
    const char *text, *shown;
} texts[] = {
    {"", ""},
    {"panda_link5 \"hand\"", "panda_link5 \"hand\""},
    {"a\nb\tc\rd\ae\x1b[0m\x7f", "a\\nb\\tc\\rd\\ae\\x1b[0m\\x7f"},
    {"Gr\xc3\xb6\xc3\x9f"
     "e \xe6\x97\xa5 \xf0\x9f\xa4\x96",
     "Gr\xc3\xb6\xc3\x9f"
     "e \xe6\x97\xa5 \xf0\x9f\xa4\x96"},
    {"\xc2\x9b"
     "31m",
     "\\u009b31m"}, /* C1: a terminal's escape sequence */
    {from_right_to_left, "\\u202eabc"},
    {"\xef\xbb\xbf", "\\ufeff"},         /* the byte order mark */
    {"\xff\xc3", "\\xff\\xc3"},          /* no UTF-8 */
    {"\xed\xa0\x80", "\\xed\\xa0\\x80"}, /* a surrogate */
};

static void test_texts(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char out[100];
        size_t wanted = strlen(texts[i].shown);
        assert_int_equal(lw_text_escape(texts[i].text, strlen(texts[i].text), NULL, 0), wanted);
        assert_int_equal(lw_text_escape(texts[i].text, strlen(texts[i].text), out, sizeof out), wanted);
        assert_string_equal(out, texts[i].shown);
    }
    char out[10];
    assert_int_equal(lw_text_escape("a\0b", 3, out, sizeof out), 6);
    assert_string_equal(out, "a\\x00b");
}

/* The buffer gets as many whole characters as fit, and a zero. The first one that does not fit ends the
 * text, even if shorter ones follow it. */
static void test_room(void **state)
{
    (void)state;
    static const char text[] = "ab\x1b\xc3\xb6z";
    static const char *const cut[] = {NULL,
                                      "",
                                      "a",
                                      "ab",
                                      "ab",
                                      "ab",
                                      "ab",
                                      "ab\\x1b",
                                      "ab\\x1b",
                                      "ab\\x1b\xc3\xb6",
                                      "ab\\x1b\xc3\xb6z"};
    for (size_t size = 1; size <= 10; size++) {
        char out[12];
        memset(out, '#', sizeof out);
        assert_int_equal(lw_text_escape(text, strlen(text), out, size), 9);
        assert_string_equal(out, cut[size]);
        for (size_t i = size; i < sizeof out; i++)
            assert_int_equal(out[i], '#');
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
