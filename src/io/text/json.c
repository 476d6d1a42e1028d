/* A JSON parser (RFC 8259) by recursive descent, with a recursion limit (LW_DOCUMENT_DEPTH). No
 * library, because each value needs its line and column, and each number all of its digits. Linear in
 * the text, except for keys, which are sorted to find duplicates. */
#include "io/text/json.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/utf8.h"
#include "io/text/json_write.h"
#include "io/text/number.h"

typedef struct reader {
    lw_document *document;
    const char *at, *end;
    int line, column;
    struct {
        lw_member *items; /* a stack: the parts of open lists and maps; parts of a list have no key */
        size_t count, capacity;
    } parts;
} reader;

static const char blanks[] = " \t\r\n";

__attribute__((format(printf, 2, 3))) static lw_status fail_here(reader *r, const char *format, ...)
{
    char sentence[200];
    const lw_value location = {.line = r->line, .column = r->column};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    return lw_value_fail(r->document, &location, LW_ERROR_SYNTAX, "not JSON: %s", sentence);
}

/* fails with the expected thing, and the character that stands here instead */
static lw_status fail_expected(reader *r, const char *expected)
{
    if (r->at == r->end)
        return fail_here(r, "the text ends where %s is expected", expected);
    unsigned char c = (unsigned char)*r->at;
    if (c > ' ' && c < 0x7f)
        return fail_here(r, "%s is expected, not '%c'", expected, c);
    return fail_here(r, "%s is expected, not the byte 0x%02x", expected, c);
}

static lw_status fail_memory(const reader *r)
{
    return lw_fail_memory(r->document->error);
}

static void step(reader *r)
{
    unsigned char c = (unsigned char)*r->at++;
    if (c == '\n') {
        r->line++;
        r->column = 1;
    } else if ((c & 0xc0) != 0x80) { /* columns count characters, no continuation bytes */
        r->column++;
    }
}

static bool is_next(const reader *r, char c)
{
    return r->at < r->end && *r->at == c;
}

static void skip_blanks(reader *r)
{
    while (r->at < r->end && *r->at && strchr(blanks, *r->at))
        step(r);
}

static size_t skip_digits(reader *r)
{
    size_t count = 0;
    for (; r->at < r->end && *r->at >= '0' && *r->at <= '9'; count++)
        step(r);
    return count;
}

/* whole numbers become doubles too, since a coordinate may have 20 digits */
static lw_status read_number(reader *r, lw_value *node)
{
    const char *begin = r->at;
    if (is_next(r, '-'))
        step(r);
    bool zero = is_next(r, '0');
    size_t digits = skip_digits(r);
    if (!digits)
        return fail_expected(r, "a digit");
    if (zero && digits > 1)
        return fail_here(r, "a number begins with 0");
    if (is_next(r, '.')) {
        step(r);
        if (!skip_digits(r))
            return fail_expected(r, "a digit");
    }
    if (is_next(r, 'e') || is_next(r, 'E')) {
        step(r);
        if (is_next(r, '+') || is_next(r, '-'))
            step(r);
        if (!skip_digits(r))
            return fail_expected(r, "a digit");
    }
    node->kind = LW_VALUE_NUMBER;
    size_t length = (size_t)(r->at - begin);
    if (!lw_number_read(begin, length, &node->number))
        return fail_here(r, "a number of %zu characters is too long", length);
    if (!isfinite(node->number))
        return fail_here(r, "overflow: no double is as large as %.*s", length < 40 ? (int)length : 40,
                         begin);
    return LW_OK;
}

/* the four digits of \uXXXX */
static bool read_hexadecimal(reader *r, uint32_t *code)
{
    *code = 0;
    for (int i = 0; i < 4; i++) {
        static const char digits[] = "0123456789abcdef0123456789ABCDEF";
        const char *digit = r->at < r->end && *r->at ? strchr(digits, *r->at) : NULL;
        if (!digit)
            return false;
        *code = *code << 4 | (uint32_t)((digit - digits) & 15);
        step(r);
    }
    return true;
}

/* \uXXXX, or two of them for a character beyond U+FFFF */
static lw_status read_code(reader *r, char **out)
{
    uint32_t code = 0;
    uint32_t second = 0;
    if (!read_hexadecimal(r, &code))
        return fail_expected(r, "a hexadecimal digit");
    if (!code)
        return fail_here(r, "a text holds a NUL character, \\u0000");
    if (code >= 0xd800 && code < 0xe000) {
        bool paired = code < 0xdc00 && r->end - r->at >= 6 && r->at[0] == '\\' && r->at[1] == 'u';
        if (paired) {
            step(r);
            step(r);
            paired = read_hexadecimal(r, &second) && second >= 0xdc00 && second < 0xe000;
        }
        if (!paired)
            return fail_here(r, "\\u%04x is half a character", code);
        code = 0x10000 + ((code - 0xd800) << 10) + (second - 0xdc00);
    }
    *out += lw_utf8_write(code, *out);
    return LW_OK;
}

static lw_status read_escape(reader *r, char **out)
{
    static const char letters[] = "\"\\/bfnrt";
    static const char meanings[] = "\"\\/\b\f\n\r\t";
    step(r);
    if (is_next(r, 'u')) {
        step(r);
        return read_code(r, out);
    }
    const char *letter = r->at < r->end && *r->at ? strchr(letters, *r->at) : NULL;
    if (!letter)
        return fail_expected(r, "one of \"\\/bfnrtu after a backslash");
    *(*out)++ = meanings[letter - letters];
    step(r);
    return LW_OK;
}

/* the length of a string in the text, in bytes, up to its closing quote */
static size_t measure_string(const reader *r)
{
    const char *at = r->at + 1;
    while (at < r->end && *at != '"')
        at += *at == '\\' && at + 1 < r->end ? 2 : 1;
    return (size_t)(at - r->at);
}

/* reads a string; its length in the text is room enough, since no escape is shorter than its
 * character */
static lw_status read_string(reader *r, const char **text, size_t *length)
{
    char *out = lw_document_take(r->document, measure_string(r) + 1, 1);
    if (!out)
        return fail_memory(r);
    *text = out;
    step(r);
    while (!is_next(r, '"')) {
        uint32_t code = 0;
        size_t bytes = lw_utf8_read(r->at, (size_t)(r->end - r->at), &code);
        if (r->at == r->end)
            return fail_here(r, "the text ends within a string");
        if (!bytes)
            return fail_here(r, "the byte 0x%02x is not UTF-8 here", (unsigned)(unsigned char)*r->at);
        if (code < 0x20)
            return fail_here(r, "a string holds the control character 0x%02x; \\u%04x is right",
                             (unsigned)code, (unsigned)code);
        if (code == '\\') {
            lw_status status = read_escape(r, &out);
            if (status)
                return status;
            continue;
        }
        for (size_t i = 0; i < bytes; i++) {
            *out++ = *r->at;
            step(r);
        }
    }
    step(r);
    *length = (size_t)(out - *text);
    return LW_OK;
}

static lw_status read_value(reader *r, int depth, lw_value **out);

/* Reads one part of a list or map onto the stack of parts; a list's part has no key. */
static lw_status read_part(reader *r, bool keyed, int depth)
{
    lw_member part = {.line = r->line, .column = r->column};
    lw_status status = LW_OK;
    size_t length;
    if (keyed) {
        if (!is_next(r, '"'))
            return fail_expected(r, "a key in quotes");
        if ((status = read_string(r, &part.key, &length)))
            return status;
        skip_blanks(r);
        if (!is_next(r, ':'))
            return fail_expected(r, "':'");
        step(r);
        skip_blanks(r);
    }
    status = read_value(r, depth + 1, &part.value);
    if (status)
        return status;
    if (!LW_ARRAY_GROW(&r->parts))
        return fail_memory(r);
    r->parts.items[r->parts.count++] = part;
    return LW_OK;
}

static int by_key(const void *a, const void *b)
{
    const lw_member *const *x = a;
    const lw_member *const *y = b;
    int order = strcmp((*x)->key, (*y)->key);
    return order ? order : (*x > *y) - (*x < *y);
}

static lw_status refuse_doubles(reader *r, const lw_value *node)
{
    const lw_member *twice = NULL;
    const lw_member **sorted = lw_document_take(r->document, node->count, sizeof(lw_member *));
    if (!sorted)
        return fail_memory(r);
    for (size_t i = 0; i < node->count; i++)
        sorted[i] = &node->members[i];
    qsort(sorted, node->count, sizeof *sorted, by_key);
    for (size_t i = 1; i < node->count; i++)
        if (!strcmp(sorted[i - 1]->key, sorted[i]->key) && (!twice || sorted[i] < twice))
            twice = sorted[i];
    if (!twice)
        return LW_OK;
    const lw_value location = {.line = twice->line, .column = twice->column};
    return lw_value_fail(r->document, &location, LW_ERROR_SYNTAX, "not JSON: duplicate key \"%s\"",
                         twice->key);
}

/* moves the parts on the stack from first on into the node */
static lw_status close_collection(reader *r, size_t first, lw_value *node)
{
    const lw_member *parts = first ? r->parts.items + first : r->parts.items; /* NULL if none yet */
    node->count = r->parts.count - first;
    r->parts.count = first;
    if (node->kind == LW_VALUE_LIST) {
        node->items = lw_document_take(r->document, node->count, sizeof(lw_value *));
        if (!node->items)
            return fail_memory(r);
        for (size_t i = 0; i < node->count; i++)
            node->items[i] = parts[i].value;
        return LW_OK;
    }
    node->members = lw_document_take(r->document, node->count, sizeof *node->members);
    if (!node->members)
        return fail_memory(r);
    if (!node->count)
        return LW_OK;
    memcpy(node->members, parts, node->count * sizeof *parts);
    return node->count > 1 ? refuse_doubles(r, node) : LW_OK;
}

static lw_status read_collection(reader *r, int depth, lw_value *node)
{
    bool keyed = *r->at == '{';
    char closing = keyed ? '}' : ']';
    size_t first = r->parts.count;
    node->kind = keyed ? LW_VALUE_MAP : LW_VALUE_LIST;
    step(r);
    skip_blanks(r);
    while (!is_next(r, closing) || r->parts.count > first) {
        lw_status status = read_part(r, keyed, depth);
        if (status)
            return status;
        skip_blanks(r);
        if (is_next(r, closing))
            break;
        if (!is_next(r, ','))
            return fail_expected(r, keyed ? "',' or '}'" : "',' or ']'");
        step(r);
        skip_blanks(r);
    }
    step(r);
    return close_collection(r, first, node);
}

static lw_status read_word(reader *r, lw_value *node)
{
    static const char *const words[] = {"null", "true", "false"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t length = strlen(words[i]);
        if ((size_t)(r->end - r->at) < length || memcmp(r->at, words[i], length) != 0)
            continue;
        node->kind = i ? LW_VALUE_BOOL : LW_VALUE_NULL;
        node->truth = i == 1;
        while (length--)
            step(r);
        return LW_OK;
    }
    return fail_expected(r, "a value");
}

static lw_status read_kind(reader *r, int depth, lw_value *node)
{
    if (is_next(r, '[') || is_next(r, '{'))
        return read_collection(r, depth, node);
    if (is_next(r, '"')) {
        node->kind = LW_VALUE_TEXT;
        return read_string(r, &node->text, &node->length);
    }
    if (r->at < r->end && (*r->at == '-' || (*r->at >= '0' && *r->at <= '9')))
        return read_number(r, node);
    return read_word(r, node);
}

static lw_status read_value(reader *r, int depth, lw_value **out)
{
    lw_value *node = lw_document_take(r->document, 1, sizeof *node);
    if (!node)
        return fail_memory(r);
    *out = node;
    node->line = r->line;
    node->column = r->column;
    node->source = r->at;
    if (depth > LW_DOCUMENT_DEPTH)
        return lw_value_fail(r->document, node, LW_ERROR_SYNTAX, "values are nested more than %d deep",
                             LW_DOCUMENT_DEPTH);
    lw_status status = read_kind(r, depth, node);
    node->source_length = (size_t)(r->at - node->source);
    return status;
}

lw_status lw_json_parse(lw_document *document, const char *text, size_t length, int first_line,
                        lw_value **out)
{
    /* Windows editors put a byte order mark before UTF-8 */
    if (length >= 3 && !memcmp(text, "\xef\xbb\xbf", 3)) {
        text += 3;
        length -= 3;
    }
    reader r = {
        .document = document, .at = text, .end = text + length, .line = first_line, .column = 1};
    lw_value *root = NULL;
    skip_blanks(&r);
    lw_status status = read_value(&r, 1, &root);
    skip_blanks(&r);
    if (!status && r.at < r.end)
        status = fail_expected(&r, "the end");
    free(r.parts.items);
    if (!status)
        *out = root;
    return status;
}

char *lw_json_source(lw_document *document, const lw_value *node)
{
    if (!node->source)
        return lw_json_quote(document, node->text ? node->text : "", node->text ? node->length : 0);
    char *copy = lw_document_take(document, node->source_length + 1, 1);
    if (!copy)
        return NULL;
    char *out = copy;
    bool quoted = false;
    for (size_t i = 0; i < node->source_length; i++) {
        char c = node->source[i];
        if (!quoted && strchr(blanks, c))
            continue;
        *out++ = c;
        if (quoted && c == '\\')
            *out++ = node->source[++i];
        else if (c == '"')
            quoted = !quoted;
    }
    return copy;
}

char *lw_json_quote(lw_document *document, const char *text, size_t length)
{
    size_t room = 6 * length + 3;
    char *quoted = length < LW_DOCUMENT_BYTES ? lw_document_take(document, room, 1) : NULL;
    lw_text out = {quoted, room, 0};
    if (!quoted)
        return NULL;
    lw_json_write_bytes(&out, text, length);
    lw_text_end(&out, NULL);
    return quoted;
}
