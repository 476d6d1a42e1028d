/* Tests breaking text between words: lines end before the margin, and lines and blanks of the text
 * stay. */
#include "text/wrapped.h"

#include "expect.h"

#include <stdlib.h>
#include <string.h>

static void expect_lines(const char *text, size_t column, size_t indent, size_t margin,
                         const char *wanted)
{
    char *shown = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&shown, &size);
    assert_non_null(file);
    lw_print_wrapped(file, text, column, indent, margin);
    assert_int_equal(fclose(file), 0);
    assert_string_equal(shown, wanted);
    free(shown);
}

static void test_breaks_at_blanks(void **state)
{
    (void)state;
    expect_lines("", 0, 0, 10, "");
    expect_lines("one two", 0, 0, 10, "one two");
    expect_lines("one two three", 0, 0, 10, "one two\nthree");
    expect_lines("one two three", 0, 4, 10, "one two\n    three");
    expect_lines("one two  three", 0, 2, 8, "one two\n  three");
    /* ten columns hold ten characters, if more follow */
    expect_lines("one two 89 b", 0, 0, 10, "one two 89\nb");
    expect_lines("one two 890 b", 0, 0, 10, "one two\n890 b");
    /* the first line begins at a column */
    expect_lines("one two", 4, 0, 10, "one\ntwo");
}

static void test_keeps_lines_and_blanks(void **state)
{
    (void)state;
    expect_lines("a\n\n  b\n", 0, 3, 10, "a\n\n  b\n");
    expect_lines("  a b c d e\nf", 0, 1, 7, "  a b c\n d e\nf");
}

static void test_long_words_stay_whole(void **state)
{
    (void)state;
    expect_lines("abcdefghijkl m", 0, 0, 6, "abcdefghijkl\nm");
    expect_lines("a bcdefghijkl m", 0, 0, 6, "a\nbcdefghijkl\nm");
    expect_lines("abcdefghijkl\nm", 0, 2, 6, "abcdefghijkl\nm");
    expect_lines("abcdefghijkl", 0, 0, 6, "abcdefghijkl");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_breaks_at_blanks),
        cmocka_unit_test(test_keeps_lines_and_blanks),
        cmocka_unit_test(test_long_words_stay_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
