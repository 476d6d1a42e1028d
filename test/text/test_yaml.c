/* Tests io/text/yaml.h: the values of YAML texts, their lines and columns, and refusals. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "allocation.h"
#include "base/random.h"
#include "io/text/yaml.h"
#include "seed.h"
#include "written.h"

static lw_status parse(lw_document *document, const char *text, lw_error *error, lw_value **out)
{
    *document = (lw_document){.file = "f.yaml", .error = error};
    return lw_yaml_parse(document, text, strlen(text), out);
}

static void test_kinds_and_places(void **state)
{
    (void)state;
    lw_document document;
    lw_value *stream = NULL;
    const char *text = "a: 1.5\n"
                       "b: [true, False, ~, 'true', \"2\", 0x10]\n"
                       "c:\n"
                       "  - {x: .nan, y: -.inf}\n"
                       "  - text with blanks\n";
    assert_int_equal(parse(&document, text, NULL, &stream), LW_OK);
    assert_int_equal(stream->count, 1);
    const lw_value *root = stream->items[0];
    assert_int_equal(root->kind, LW_VALUE_MAP);
    assert_int_equal(root->count, 3);
    const lw_value *a = lw_value_find(root, "a");
    assert_int_equal(a->kind, LW_VALUE_NUMBER);
    assert_true(a->number == 1.5);
    assert_int_equal(a->line, 1);
    assert_int_equal(a->column, 4);
    const lw_value *b = lw_value_find(root, "b");
    static const lw_value_kind kinds[] = {LW_VALUE_BOOL, LW_VALUE_BOOL, LW_VALUE_NULL,
                                          LW_VALUE_TEXT, LW_VALUE_TEXT, LW_VALUE_TEXT};
    assert_int_equal(b->count, 6);
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(b->items[i]->kind, kinds[i]);
    assert_true(b->items[0]->truth);
    assert_false(b->items[1]->truth);
    const lw_value *c = lw_value_find(root, "c");
    const lw_value *y = lw_value_find(c->items[0], "y");
    assert_true(y->number < -1e308);
    assert_int_equal(y->line, 4);
    assert_int_equal(y->column, 18);
    assert_string_equal(c->items[1]->text, "text with blanks");
    assert_null(lw_value_find(root, "d"));
    lw_document_free(&document);
}

static void test_documents(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t count;
    } streams[] = {{"", 0},
                   {"---\n", 0},
                   {"# nothing\n", 0},
                   {"a: 1\n---\n", 1},
                   {"a: 1\n---\na: 2\n---\n", 2},
                   {"---\na: 1\n...\n", 1},
                   {"- 1\n- 2\n", 1}};
    for (size_t i = 0; i < sizeof streams / sizeof *streams; i++) {
        lw_document document;
        lw_value *stream = NULL;
        assert_int_equal(parse(&document, streams[i].text, NULL, &stream), LW_OK);
        assert_int_equal(stream->count, streams[i].count);
        lw_document_free(&document);
    }
}

static void test_aliases(void **state)
{
    (void)state;
    lw_document document;
    lw_value *stream = NULL;
    assert_int_equal(parse(&document, "a: &row [1, 2]\nb: [*row, *row]\n", NULL, &stream), LW_OK);
    const lw_value *b = lw_value_find(stream->items[0], "b");
    assert_int_equal(b->count, 2);
    assert_true(b->items[1]->items[1]->number == 2);
    lw_document_free(&document);
}

static void test_refused(void **state)
{
    (void)state;
    static const bad_input bad[] = {
        {"a: 1\nb: [1, 2\nc: 3\n", LW_ERROR_SYNTAX, 3, "not YAML"},
        {"a: 1\n\tb: 2\n", LW_ERROR_SYNTAX, 2, "not YAML"},
        {"a: 1\nb: 2\na: 3\n", LW_ERROR_SYNTAX, 3, "given twice, first on line 1"},
        {"a: *b\n", LW_ERROR_SYNTAX, 1, "no anchor"},
        {"a: 1\nb: &b [1, *b]\n", LW_ERROR_SYNTAX, 2, "inside of what it stands for"},
        {"a: &a {x: 1}\nb:\n  <<: *a\n", LW_ERROR_SYNTAX, 3, "merge keys"},
        {"[1, 2]: 3\n", LW_ERROR_SYNTAX, 1, "a key must be a text"},
        {"a: 1\nb: \xff\xfe\n", LW_ERROR_SYNTAX, 2, "not YAML"},
        {"a: 1\nb: \x01\n", LW_ERROR_SYNTAX, 2, "not YAML"},
        {"\"a\\0b\": 1\n", LW_ERROR_SYNTAX, 1, "NUL"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        lw_document document;
        lw_value *stream = NULL;
        lw_error error = {0};
        lw_status status = parse(&document, bad[i].text, &error, &stream);
        assert_true(expected_error(&bad[i], status, &error));
        assert_string_equal(error.file, "f.yaml");
        lw_document_free(&document);
    }
}

static void test_nul_byte(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_document document = {.file = "f.yaml", .error = &error};
    lw_value *stream = NULL;
    assert_int_equal(lw_yaml_parse(&document, "a: 1\nb\0: 2\n", 11, &stream), LW_ERROR_SYNTAX);
    assert_int_equal(error.line, 2);
    lw_document_free(&document);
}

/* Ten aliases of ten aliases, nine times over: a billion values in a few lines. */
static void test_bomb(void **state)
{
    (void)state;
    char text[1000] = "a0: &a0 [1]\n";
    for (int level = 1; level <= 9; level++) {
        char line[100];
        snprintf(line, sizeof line, "a%d: &a%d [", level, level);
        strcat(text, line);
        for (int i = 0; i < 10; i++) {
            snprintf(line, sizeof line, "*a%d%s", level - 1, i < 9 ? ", " : "]\n");
            strcat(text, line);
        }
    }
    const bad_input bad = {text, LW_ERROR_SYNTAX, 7, "more than a million values"};
    lw_document document;
    lw_value *stream = NULL;
    lw_error error = {0};
    lw_status status = parse(&document, text, &error, &stream);
    assert_true(expected_error(&bad, status, &error));
    lw_document_free(&document);
}

static void test_depth(void **state)
{
    (void)state;
    char text[4001];
    memset(text, '[', 4000);
    text[4000] = '\0';
    const bad_input bad = {text, LW_ERROR_SYNTAX, 1, "more than 100 deep"};
    lw_document document;
    lw_value *stream = NULL;
    lw_error error = {0};
    lw_status status = parse(&document, text, &error, &stream);
    assert_true(expected_error(&bad, status, &error));
    lw_document_free(&document);
}

static void test_every_allocation_failing(void **state)
{
    (void)state;
    const char *text = "a: &x [1, {b: 2}]\nc: *x\nd: [[[]]]\n";
    for (size_t n = 1;; n++) {
        lw_document document;
        lw_value *stream = NULL;
        allocation_fail(n);
        lw_status status = parse(&document, text, NULL, &stream);
        lw_document_free(&document);
        if (!allocation_failed()) {
            assert_int_equal(status, LW_OK);
            break;
        }
        assert_int_equal(status, LW_ERROR_MEMORY);
    }
    allocation_fail(0);
}

/* Damaged text is refused or read, and never read past its end. */
static void test_damaged(void **state)
{
    (void)state;
    const char *good =
        "a: &x [1.5, 'two', {b: ~, c: \"\\x41\"}]\nd: *x\ne:\n  - |\n    f\n  - true\n---\n";
    size_t length = strlen(good);
    lw_random random = {test_seed()};
    for (int i = 0; i < test_rounds(1000, 100000); i++) {
        char *text = malloc(length);
        memcpy(text, good, length);
        size_t size = i % 2 ? length : lw_random_below(&random, (uint32_t)length);
        for (int j = 0; j < i % 5; j++)
            text[lw_random_below(&random, (uint32_t)length)] ^=
                (char)(1 << lw_random_below(&random, 8));
        lw_error error = {0};
        lw_document document = {.file = "f.yaml", .error = &error};
        lw_value *stream = NULL;
        lw_status status = lw_yaml_parse(&document, text, size, &stream);
        assert_int_equal(error.status, status);
        assert_true(status == LW_OK ? stream != NULL : error.message[0] && error.line > 0);
        lw_document_free(&document);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds_and_places),
        cmocka_unit_test(test_documents),
        cmocka_unit_test(test_aliases),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_nul_byte),
        cmocka_unit_test(test_bomb),
        cmocka_unit_test(test_depth),
        cmocka_unit_test(test_every_allocation_failing),
        cmocka_unit_test(test_damaged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
