/* Tests io/text/lines.h: lines through a pipe in random pieces, and whether reading the next one would
 * block. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/random.h"
#include "io/text/lines.h"
#include "seed.h"

/* a reader of lines from a pipe, and the pipe's end to write to */
static lw_lines lines_of_pipe(int *to)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    *to = ends[1];
    return (lw_lines){.descriptor = ends[0], .name = "pipe"};
}

static void put(int to, const char *text, size_t length)
{
    assert_int_equal(write(to, text, length), length);
}

static void expect_line(lw_lines *lines, const char *wanted, size_t wanted_length)
{
    const char *text = NULL;
    size_t length = 0;
    bool more = false;
    lw_error error = {0};
    assert_int_equal(lw_lines_next(lines, &text, &length, &more, &error), LW_OK);
    assert_true(more);
    assert_int_equal(length, wanted_length);
    assert_memory_equal(text, wanted, length);
}

static void expect_end(lw_lines *lines)
{
    const char *text = NULL;
    size_t length = 0;
    bool more = true;
    assert_int_equal(lw_lines_next(lines, &text, &length, &more, NULL), LW_OK);
    assert_false(more);
}

static void test_waiting(void **state)
{
    (void)state;
    int to;
    lw_lines lines = lines_of_pipe(&to);
    assert_true(lw_lines_wait(&lines));
    put(to, "one\ntwo\n\nfo", 11);
    assert_false(lw_lines_wait(&lines));
    expect_line(&lines, "one", 3);
    expect_line(&lines, "two", 3);
    assert_false(lw_lines_wait(&lines));
    expect_line(&lines, "", 0);
    assert_true(lw_lines_wait(&lines));
    put(to, "ur\n", 3);
    assert_false(lw_lines_wait(&lines));
    expect_line(&lines, "four", 4);
    assert_int_equal(lines.number, 4);
    assert_true(lw_lines_wait(&lines));
    put(to, "last", 4);
    close(to);
    assert_false(lw_lines_wait(&lines));
    expect_line(&lines, "last", 4);
    assert_false(lw_lines_wait(&lines));
    expect_end(&lines);
    expect_end(&lines);
    lw_lines_close(&lines);
}

enum { SIZE = 400000, PIECE = 30000 };

/* expects the next line of the text */
static void expect_next(lw_lines *lines, const char *text, size_t *given)
{
    size_t length = strcspn(text + *given, "\n");
    expect_line(lines, text + *given, length);
    *given += length + 1;
}

/* A text with random newlines: its lines have from a few to many thousands of bytes. */
static void fill_text(lw_random *random, char *text)
{
    uint64_t rare = lw_random_bits(random) % 50000 + 1;
    for (size_t i = 0; i < SIZE; i++)
        text[i] = lw_random_bits(random) % rare ? (char)('a' + i % 26) : '\n';
    text[SIZE - 1] = '\n';
    text[SIZE] = '\0';
}

/* Without blocking, reading fails if there is no whole line yet, and no byte is lost. */
static void test_random_pieces(void **state)
{
    lw_random *random = *state;
    char *text = malloc(SIZE + 1);
    for (int round = 0; round < test_rounds(10, 500); round++) {
        int to;
        lw_lines lines = lines_of_pipe(&to);
        assert_int_equal(fcntl(lines.descriptor, F_SETFL, O_NONBLOCK), 0);
        fill_text(random, text);
        size_t given = 0;
        for (size_t written = 0; written < SIZE;) {
            size_t piece = lw_random_bits(random) % PIECE + 1;
            piece = piece < SIZE - written ? piece : SIZE - written;
            put(to, text + written, piece);
            written += piece;
            while (memchr(text + given, '\n', written - given)) {
                assert_false(lw_lines_wait(&lines));
                expect_next(&lines, text, &given);
            }
            const char *line;
            size_t length;
            bool more;
            assert_int_equal(lw_lines_next(&lines, &line, &length, &more, NULL), LW_ERROR_FILE);
            assert_true(lw_lines_wait(&lines));
        }
        close(to);
        expect_end(&lines);
        assert_int_equal(given, SIZE);
        lw_lines_close(&lines);
    }
    free(text);
}

static void test_files(void **state)
{
    (void)state;
    lw_lines lines;
    lw_error error = {0};
    assert_int_equal(lw_lines_open(&lines, "/nowhere/lines", "that", &error), LW_ERROR_FILE);
    assert_string_equal(error.file, "that");
    lw_lines_close(&lines);
    assert_int_equal(lw_lines_open(&lines, "/", "folder", &error), LW_ERROR_FILE);
    lw_lines_close(&lines);
    assert_int_equal(lw_lines_open(&lines, "/dev/null", "nothing", &error), LW_OK);
    expect_end(&lines);
    lw_lines_close(&lines);
}

/* A line that is too long is one error. It comes through a pipe, because /dev/zero would never end. */
static void test_too_long(void **state)
{
    (void)state;
    enum { PIECES = 8193, BYTES = 32768 };
    if (!getenv("LEEWAY_LONG"))
        skip();
    int to;
    lw_lines lines = lines_of_pipe(&to);
    assert_int_equal(fcntl(lines.descriptor, F_SETFL, O_NONBLOCK), 0);
    char *piece = calloc(BYTES, 1);
    const char *text;
    size_t length;
    bool more;
    for (int i = 0; i < PIECES; i++) {
        put(to, piece, BYTES);
        assert_int_equal(lw_lines_next(&lines, &text, &length, &more, NULL), LW_ERROR_FILE);
    }
    put(to, "end\nnext\n", 9);
    assert_int_equal(lw_lines_next(&lines, &text, &length, &more, NULL), LW_ERROR_SYNTAX);
    assert_true(more);
    expect_line(&lines, "next", 4);
    assert_int_equal(lines.number, 2);
    close(to);
    lw_lines_close(&lines);
    free(piece);
}

static int seed(void **state)
{
    static lw_random random;
    random.state = test_seed();
    *state = &random;
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_waiting),
                                       cmocka_unit_test(test_random_pieces),
                                       cmocka_unit_test(test_files), cmocka_unit_test(test_too_long)};
    return cmocka_run_group_tests(tests, seed, NULL);
}
