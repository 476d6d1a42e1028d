/* Tests io/text/json.h: the same values as Python's json reads, with their lines and columns, and ids
 * exactly as written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <spawn.h>
#include <sys/wait.h>

#include "allocation.h"
#include "base/random.h"
#include "io/text/json.h"
#include "seed.h"
#include "written.h"

extern char **environ; /* POSIX declares it in no header */

static lw_status parse(lw_document *document, const char *text, lw_error *error, lw_value **out)
{
    *document = (lw_document){.file = "f.json", .error = error};
    return lw_json_parse(document, text, strlen(text), 1, out);
}

static void test_values_and_places(void **state)
{
    (void)state;
    lw_document document;
    lw_value *root = NULL;
    const char *text = "\xef\xbb\xbf{\n"
                       "  \"a,:\\\"\": [1, -2.5e3, \"x\\\"]}\", true, null],\n"
                       "  \"ü\": {\"deep\": [[], {}, 100000000000000000000]} , \"z\":false\n"
                       "}\n";
    assert_int_equal(parse(&document, text, NULL, &root), LW_OK);
    assert_int_equal(root->kind, LW_VALUE_MAP);
    assert_int_equal(root->count, 3);
    assert_string_equal(root->members[0].key, "a,:\"");
    assert_int_equal(root->members[0].line, 2);
    assert_int_equal(root->members[0].column, 3);
    const lw_value *a = root->members[0].value;
    assert_int_equal(a->count, 5);
    assert_int_equal(a->line, 2);
    assert_int_equal(a->column, 12);
    assert_true(a->items[1]->number == -2500);
    assert_int_equal(a->items[1]->column, 16);
    assert_string_equal(a->items[2]->text, "x\"]}");
    assert_int_equal(a->items[3]->column, 33);
    assert_true(a->items[3]->truth);
    assert_int_equal(a->items[4]->kind, LW_VALUE_NULL);
    /* columns count characters, not bytes: "ü" is one */
    const lw_value *deep = lw_value_find(lw_value_find(root, "ü"), "deep");
    assert_int_equal(deep->line, 3);
    assert_int_equal(deep->column, 17);
    assert_int_equal(deep->items[0]->count, 0);
    assert_int_equal(deep->items[1]->kind, LW_VALUE_MAP);
    assert_true(deep->items[2]->number == 1e20);
    assert_int_equal(deep->items[2]->column, 26);
    const lw_value *z = lw_value_find(root, "z");
    assert_int_equal(z->column, 56);
    assert_int_equal(z->kind, LW_VALUE_BOOL);
    lw_document_free(&document);
}

/* Random trees, written in a random layout: every scalar is read with its line and column. */
static char written_json[20000];
static size_t written_length;

static void put(const char *text)
{
    size_t length = strlen(text);
    assert_true(written_length + length < sizeof written_json);
    memcpy(written_json + written_length, text, length + 1);
    written_length += length;
}

static void put_blanks(lw_random *random)
{
    static const char *const some[] = {"", "", " ", "\n", "\t", "\r\n "};
    put(some[lw_random_below(random, 6)]);
}

static int scalar_count;
static struct {
    size_t offset;
    int value;
} scalars[2000];

static void put_tree(lw_random *random, int depth)
{
    uint32_t kind = depth ? lw_random_below(random, 3) : 0;
    char text[32];
    if (kind == 0) {
        scalars[scalar_count].offset = written_length;
        scalars[scalar_count].value = scalar_count;
        snprintf(text, sizeof text, "%d", scalar_count++);
        put(text);
        return;
    }
    put(kind == 1 ? "[" : "{");
    uint32_t count = lw_random_below(random, 4);
    for (uint32_t i = 0; i < count; i++) {
        if (i)
            put(",");
        put_blanks(random);
        if (kind == 2) {
            snprintf(text, sizeof text, "\"k\\\"%u\"", i);
            put(text);
            put_blanks(random);
            put(":");
            put_blanks(random);
        }
        put_tree(random, depth - 1);
        put_blanks(random);
    }
    if (!count)
        put_blanks(random);
    put(kind == 1 ? "]" : "}");
}

static int checked;

static void check_tree(const lw_value *node)
{
    if (node->kind == LW_VALUE_NUMBER) {
        size_t offset = scalars[checked].offset;
        int line = 1;
        int column = 1;
        for (size_t i = 0; i < offset; i++) {
            column = written_json[i] == '\n' ? 1 : column + 1;
            line += written_json[i] == '\n';
        }
        assert_int_equal((int)node->number, scalars[checked].value);
        assert_int_equal(node->line, line);
        assert_int_equal(node->column, column);
        assert_ptr_equal(node->source, written_json + offset);
        checked++;
    }
    for (size_t i = 0; i < node->count; i++)
        check_tree(node->kind == LW_VALUE_LIST ? node->items[i] : node->members[i].value);
}

static void test_random_layouts(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < test_rounds(500, 20000); i++) {
        lw_document document;
        lw_value *root = NULL;
        written_length = 0;
        scalar_count = checked = 0;
        put_blanks(&random);
        put_tree(&random, 5);
        put_blanks(&random);
        assert_int_equal(parse(&document, written_json, NULL, &root), LW_OK);
        check_tree(root);
        assert_int_equal(checked, scalar_count);
        lw_document_free(&document);
    }
}

static void test_source(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {{" 3 ", "3"},
                                           {"\"a b\\\" \\\\\"", "\"a b\\\" \\\\\""},
                                           {"{ \"a\" : [ 1 ,\n 2 ] }", "{\"a\":[1,2]}"},
                                           {"12345678901234567890", "12345678901234567890"},
                                           {"null", "null"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        lw_document document;
        lw_value *root = NULL;
        assert_int_equal(parse(&document, pairs[i][0], NULL, &root), LW_OK);
        assert_string_equal(lw_json_source(&document, root), pairs[i][1]);
        lw_document_free(&document);
    }
    lw_document document = {0};
    assert_string_equal(lw_json_quote(&document, "a\"\\\n\x01ü", 7), "\"a\\\"\\\\\\u000a\\u0001ü\"");
    lw_document_free(&document);
}

static void test_refused(void **state)
{
    (void)state;
    static const bad_input bad[] = {
        {"", LW_ERROR_SYNTAX, 1, "not JSON"},
        {"{\n\"a\": 1,\n}", LW_ERROR_SYNTAX, 3, "not JSON"},
        {"[1,\n2", LW_ERROR_SYNTAX, 2, "not JSON"},
        {"{\"a\": 1,\n \"a\": 2}", LW_ERROR_SYNTAX, 2, "duplicate"},
        {"[1] x", LW_ERROR_SYNTAX, 1, "the end is expected, not 'x'"},
        {"[\n1e999]", LW_ERROR_SYNTAX, 2, "overflow"},
        {"[NaN]", LW_ERROR_SYNTAX, 1, "not JSON"},
        {"[\"\xff\"]", LW_ERROR_SYNTAX, 1, "not JSON"},
        {"[\"a\\u0000\"]", LW_ERROR_SYNTAX, 1, "not JSON"},
        {"[\"\xed\xa0\x80\"]", LW_ERROR_SYNTAX, 1, "0xed is not UTF-8"},
        {"[\"a\\ud83d\"]", LW_ERROR_SYNTAX, 1, "half a character"},
        {"[\"a\\ud83d\\u0041\"]", LW_ERROR_SYNTAX, 1, "half a character"},
        {"[\"a\\ude00\"]", LW_ERROR_SYNTAX, 1, "half a character"},
        {"[\"\\x41\"]", LW_ERROR_SYNTAX, 1, "after a backslash"},
        {"[\"\\u00g0\"]", LW_ERROR_SYNTAX, 1, "hexadecimal"},
        {"[\"a\nb\"]", LW_ERROR_SYNTAX, 1, "control character 0x0a"},
        {"[\"a", LW_ERROR_SYNTAX, 1, "ends within a string"},
        {"[01]", LW_ERROR_SYNTAX, 1, "begins with 0"},
        {"[+1]", LW_ERROR_SYNTAX, 1, "a value is expected, not '+'"},
        {"[1.]", LW_ERROR_SYNTAX, 1, "a digit is expected"},
        {"[1e]", LW_ERROR_SYNTAX, 1, "a digit is expected"},
        {"[-]", LW_ERROR_SYNTAX, 1, "a digit is expected"},
        {"[tru]", LW_ERROR_SYNTAX, 1, "a value is expected"},
        {"{\"a\" 1}", LW_ERROR_SYNTAX, 1, "':' is expected"},
        {"{a: 1}", LW_ERROR_SYNTAX, 1, "a key in quotes is expected"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        lw_document document;
        lw_value *root = NULL;
        lw_error error = {0};
        lw_status status = parse(&document, bad[i].text, &error, &root);
        assert_true(expected_error(&bad[i], status, &error));
        assert_string_equal(error.file, "f.json");
        lw_document_free(&document);
    }
}

static void test_deep(void **state)
{
    (void)state;
    for (int depth = 99; depth < 100000; depth = depth < 102 ? depth + 1 : depth * 10) {
        char *text = malloc(2 * (size_t)depth + 1);
        memset(text, '[', (size_t)depth);
        memset(text + depth, ']', (size_t)depth);
        text[2 * depth] = '\0';
        lw_document document;
        lw_value *root = NULL;
        assert_int_equal(parse(&document, text, NULL, &root), depth <= 100 ? LW_OK : LW_ERROR_SYNTAX);
        lw_document_free(&document);
        free(text);
    }
}

static void test_first_line(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_document document = {.file = "f.jsonl", .error = &error};
    lw_value *root = NULL;
    assert_int_equal(lw_json_parse(&document, "[1, 2]", 6, 7, &root), LW_OK);
    assert_int_equal(root->items[1]->line, 7);
    assert_int_equal(lw_json_parse(&document, "[1\0]", 4, 7, &root), LW_ERROR_SYNTAX);
    assert_int_equal(error.line, 7);
    lw_document_free(&document);
}

static void test_every_allocation_failing(void **state)
{
    (void)state;
    for (size_t n = 1;; n++) {
        lw_document document;
        lw_value *root = NULL;
        allocation_fail(n);
        lw_status status = parse(&document, "{\"a\": [1, \"x\", {}]}", NULL, &root);
        bool failed = allocation_failed();
        allocation_fail(0);
        lw_document_free(&document);
        assert_int_equal(status, failed ? LW_ERROR_MEMORY : LW_OK);
        if (!failed)
            break;
    }
}

/* ---- comparison with another reader -------------------------------------------------------------- */

static void write_hexadecimal(FILE *file, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        fprintf(file, "%02x", (unsigned)(unsigned char)text[i]);
}

/* Writes a value as test/text/json_peer.py does. */
static void write_value(FILE *file, const lw_value *node)
{
    switch (node->kind) {
    case LW_VALUE_NULL:
        fputs("null", file);
        break;
    case LW_VALUE_BOOL:
        fputs(node->truth ? "true" : "false", file);
        break;
    case LW_VALUE_NUMBER:
        fprintf(file, "%a", node->number);
        break;
    case LW_VALUE_TEXT:
        fputc('"', file);
        write_hexadecimal(file, node->text, node->length);
        break;
    case LW_VALUE_LIST:
    case LW_VALUE_MAP:
        fputc(node->kind == LW_VALUE_LIST ? '[' : '{', file);
        for (size_t i = 0; i < node->count; i++) {
            if (node->kind == LW_VALUE_MAP) {
                write_hexadecimal(file, node->members[i].key, strlen(node->members[i].key));
                fputc(':', file);
            }
            write_value(file, node->kind == LW_VALUE_MAP ? node->members[i].value : node->items[i]);
            fputc(',', file);
        }
        fputc(node->kind == LW_VALUE_LIST ? ']' : '}', file);
        break;
    }
}

/* Reads a text, and writes its bytes and its value. Returns whether it is JSON. */
static bool compare(FILE *file, const char *text, size_t length)
{
    lw_error error = {0};
    lw_document document = {.file = "f.json", .error = &error};
    lw_value *root = NULL;
    lw_status status = lw_json_parse(&document, text, length, 1, &root);
    assert_int_equal(error.status, status);
    assert_true(status == LW_OK || (status == LW_ERROR_SYNTAX && error.message[0] && error.line > 0));
    write_hexadecimal(file, text, length);
    fputc(' ', file);
    if (status)
        fputs("refused", file);
    else
        write_value(file, root);
    fputc('\n', file);
    lw_document_free(&document);
    return !status;
}

/* Damaged text is refused, or read as Python's json reads it. */
static void test_damaged(void **state)
{
    (void)state;
    const char *good =
        "{\"a\": [1.5, -2e3, \"t\\u00e9xt\\n\", 0.0e-1, 10], \"b\": {\"c\": [true, false, "
        "null], \"\": []}, \"d\": \"\\ud83d\\ude00ü\\\\\", \"e\": 12345678901234567890.5e-7}";
    size_t length = strlen(good);
    lw_random random = {test_seed()};
    int accepted = 0;
    written cases = written_text("");
    FILE *file = fopen(cases.path, "w");
    assert_non_null(file);
    for (int i = 0; i < test_rounds(4000, 1000000); i++) {
        char *text = malloc(length);
        memcpy(text, good, length);
        size_t size = i % 4 ? length : lw_random_below(&random, (uint32_t)length);
        for (int j = 0; j < i % 5; j++)
            text[lw_random_below(&random, (uint32_t)length)] ^=
                (char)(1 << lw_random_below(&random, 8));
        accepted += compare(file, text, size);
        free(text);
    }
    assert_int_equal(fclose(file), 0);
    assert_true(accepted > 100);
    char *words[] = {"python3", "test/text/json_peer.py", cases.path, NULL};
    pid_t peer;
    int how = 0;
    assert_int_equal(posix_spawnp(&peer, words[0], NULL, NULL, words, environ), 0);
    assert_int_equal(waitpid(peer, &how, 0), peer);
    assert_true(WIFEXITED(how) && WEXITSTATUS(how) == 0);
    written_remove(&cases);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values_and_places),
        cmocka_unit_test(test_random_layouts),
        cmocka_unit_test(test_source),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_deep),
        cmocka_unit_test(test_first_line),
        cmocka_unit_test(test_every_allocation_failing),
        cmocka_unit_test(test_damaged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
