/* JSON as a tree of values. jansson decides what is valid and what each value is, but forgets where it
 * stood; so the text, known to be valid by then, is walked a second time beside jansson's values. */
#include "io/json.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

typedef struct walker {
    lw_document *document;
    const char *at, *end;
    int line, column;
} walker;

static void step(walker *w)
{
    unsigned char c = (unsigned char)*w->at++;
    if (c == '\n') {
        w->line++;
        w->column = 1;
    } else if ((c & 0xc0) != 0x80) { /* columns count characters, not their later bytes */
        w->column++;
    }
}

static void skip(walker *w, const char *set)
{
    while (w->at < w->end && *w->at && strchr(set, *w->at))
        step(w);
}

static void skip_string(walker *w)
{
    for (step(w); w->at < w->end && *w->at != '"'; step(w))
        if (*w->at == '\\' && w->at + 1 < w->end)
            step(w);
    if (w->at < w->end)
        step(w);
}

static const char blanks[] = " \t\r\n";
/* after a value and before the next one nothing else can stand in valid JSON */
static const char between[] = " \t\r\n,:";

static lw_status build(walker *w, json_t *value, int depth, lw_value **out);

static lw_status build_list(walker *w, json_t *value, int depth, lw_value *node)
{
    node->kind = LW_VALUE_LIST;
    node->count = json_array_size(value);
    node->items = lw_document_take(w->document, node->count, sizeof(lw_value *));
    if (!node->items)
        return lw_fail_memory(w->document->error);
    step(w);
    for (size_t i = 0; i < node->count; i++) {
        skip(w, between);
        lw_status status = build(w, json_array_get(value, i), depth + 1, &node->items[i]);
        if (status)
            return status;
    }
    skip(w, between);
    step(w);
    return LW_OK;
}

/* jansson keeps the order of the keys, and gave an error where one stands twice */
static lw_status build_map(walker *w, json_t *value, int depth, lw_value *node)
{
    node->kind = LW_VALUE_MAP;
    node->count = json_object_size(value);
    node->members = lw_document_take(w->document, node->count, sizeof *node->members);
    if (!node->members)
        return lw_fail_memory(w->document->error);
    step(w);
    lw_member *member = node->members;
    const char *key;
    json_t *part;
    json_object_foreach(value, key, part)
    {
        skip(w, between);
        member->line = w->line;
        member->column = w->column;
        member->key = lw_document_text(w->document, key, strlen(key));
        if (!member->key)
            return lw_fail_memory(w->document->error);
        skip_string(w);
        skip(w, between);
        lw_status status = build(w, part, depth + 1, &member->value);
        if (status)
            return status;
        member++;
    }
    skip(w, between);
    step(w);
    return LW_OK;
}

static lw_status build_scalar(walker *w, json_t *value, lw_value *node)
{
    switch (json_typeof(value)) {
    case JSON_STRING:
        node->kind = LW_VALUE_TEXT;
        node->length = json_string_length(value);
        node->text = lw_document_text(w->document, json_string_value(value), node->length);
        skip_string(w);
        return node->text ? LW_OK : lw_fail_memory(w->document->error);
    case JSON_REAL:
    case JSON_INTEGER:
        node->kind = LW_VALUE_NUMBER;
        node->number = json_number_value(value);
        break;
    case JSON_TRUE:
    case JSON_FALSE:
        node->kind = LW_VALUE_BOOL;
        node->truth = json_is_true(value);
        break;
    default:
        node->kind = LW_VALUE_NULL;
    }
    while (w->at < w->end && !strchr(" \t\r\n,]}", *w->at))
        step(w);
    return LW_OK;
}

static lw_status build(walker *w, json_t *value, int depth, lw_value **out)
{
    lw_value *node = lw_document_take(w->document, 1, sizeof *node);
    if (!node)
        return lw_fail_memory(w->document->error);
    *out = node;
    node->line = w->line;
    node->column = w->column;
    node->source = w->at;
    if (depth > LW_DOCUMENT_DEPTH)
        return lw_value_fail(w->document, node, LW_ERROR_SYNTAX, "values are nested more than %d deep",
                             LW_DOCUMENT_DEPTH);
    lw_status status = json_is_array(value)    ? build_list(w, value, depth, node)
                       : json_is_object(value) ? build_map(w, value, depth, node)
                                               : build_scalar(w, value, node);
    node->source_length = (size_t)(w->at - node->source);
    return status;
}

static lw_status fail_parse(lw_document *document, const json_error_t *error, int first_line)
{
    if (json_error_code(error) == json_error_out_of_memory)
        return lw_fail_memory(document->error);
    const lw_value place = {.line = error->line > 0 ? error->line - 1 + first_line : first_line,
                            .column = error->column};
    return lw_value_fail(document, &place, LW_ERROR_SYNTAX, "not JSON: %s", error->text);
}

lw_status lw_json_parse(lw_document *document, const char *text, size_t length, int first_line,
                        lw_value **out)
{
    /* Windows editors put a byte order mark before UTF-8 */
    if (length >= 3 && !memcmp(text, "\xef\xbb\xbf", 3)) {
        text += 3;
        length -= 3;
    }
    walker w = {document, text, text + length, first_line, 1};
    const char *nul = memchr(text, '\0', length);
    if (nul) { /* jansson overlooks some */
        while (w.at < nul)
            step(&w);
        const lw_value place = {.line = w.line, .column = w.column};
        return lw_value_fail(document, &place, LW_ERROR_SYNTAX, "not JSON: there is a NUL byte");
    }
    /* whole numbers as reals too: one of 20 digits is as good a coordinate as any */
    json_error_t error;
    json_t *value = json_loadb(
        text, length, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL, &error);
    if (!value)
        return fail_parse(document, &error, first_line);
    skip(&w, blanks);
    lw_value *root = NULL;
    lw_status status = build(&w, value, 1, &root);
    json_decref(value);
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
    char *quoted = length < LW_DOCUMENT_BYTES ? lw_document_take(document, 6 * length + 3, 1) : NULL;
    if (!quoted)
        return NULL;
    char *out = quoted;
    *out++ = '"';
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c < 0x20)
            out += snprintf(out, 7, "\\u%04x", (unsigned)c);
        else if (c == '"' || c == '\\') {
            *out++ = '\\';
            *out++ = (char)c;
        } else
            *out++ = (char)c;
    }
    *out = '"';
    return quoted;
}
