/* A YAML parser. libyaml gives events with marks; an explicit stack of open collections turns them into
 * nodes, without recursion. Linear in the text, except for the look-up of anchors (at most ANCHORS of
 * them). */
#include "io/text/yaml.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "base/array.h"
#include "io/text/number.h"

enum { ANCHORS = 4096 };

typedef struct anchor {
    char *name;
    lw_value *node;
} anchor;

/* an open collection; its parts so far are on the stack of parts from first on */
typedef struct frame {
    lw_value *node;
    size_t first;
    bool has_key; /* map: a key is waiting for its value */
    lw_member member;
} frame;

typedef struct builder {
    lw_document *document;
    yaml_parser_t parser;
    frame stack[LW_DOCUMENT_DEPTH + 1];
    size_t depth;
    struct {
        lw_member *items; /* list items have no key */
        size_t count, capacity;
    } parts;
    struct {
        anchor *items;
        size_t count, capacity;
    } anchors;
    size_t most; /* values in all */
} builder;

static lw_status fail_mark(builder *b, yaml_mark_t mark, const char *sentence)
{
    const lw_value location = {.line = mark.line < INT_MAX ? (int)mark.line + 1 : INT_MAX,
                               .column = mark.column < INT_MAX ? (int)mark.column + 1 : INT_MAX};
    return lw_value_fail(b->document, &location, LW_ERROR_SYNTAX, "%s", sentence);
}

static lw_value *new_node(builder *b, lw_value_kind kind, yaml_mark_t mark)
{
    lw_value *node = lw_document_take(b->document, 1, sizeof *node);
    if (!node)
        return NULL;
    node->kind = kind;
    node->line = mark.line < INT_MAX ? (int)mark.line + 1 : INT_MAX;
    node->column = mark.column < INT_MAX ? (int)mark.column + 1 : INT_MAX;
    node->weight = 1;
    return node;
}

static bool one_of(const char *text, const char *const *words)
{
    for (; *words; words++)
        if (!strcmp(text, *words))
            return true;
    return false;
}

/* resolves a plain scalar: YAML 1.2, 10.3.2; octal and hexadecimal numbers stay texts */
static void resolve(lw_value *node)
{
    static const char *const nothing[] = {"", "~", "null", "Null", "NULL", NULL};
    static const char *const yes[] = {"true", "True", "TRUE", NULL};
    static const char *const no[] = {"false", "False", "FALSE", NULL};
    node->plain = true;
    if (one_of(node->text, nothing)) {
        node->kind = LW_VALUE_NULL;
    } else if (one_of(node->text, yes) || one_of(node->text, no)) {
        node->kind = LW_VALUE_BOOL;
        node->truth = one_of(node->text, yes);
    } else if (lw_number_read(node->text, node->length, &node->number)) {
        node->kind = LW_VALUE_NUMBER;
    }
}

static lw_status make_scalar(builder *b, const yaml_event_t *event, lw_value **out)
{
    lw_value *node = new_node(b, LW_VALUE_TEXT, event->start_mark);
    if (!node)
        return lw_fail_memory(b->document->error);
    node->length = event->data.scalar.length;
    node->text = lw_document_text(b->document, (const char *)event->data.scalar.value, node->length);
    if (!node->text)
        return lw_fail_memory(b->document->error);
    if (event->data.scalar.plain_implicit)
        resolve(node);
    *out = node;
    return LW_OK;
}

static lw_status add_anchor(builder *b, const yaml_char_t *name, lw_value *node, yaml_mark_t mark)
{
    if (!name)
        return LW_OK;
    if (b->anchors.count >= ANCHORS)
        return fail_mark(b, mark, "there are more than 4096 anchors in the file");
    char *copy = lw_document_text(b->document, (const char *)name, strlen((const char *)name));
    if (!copy || !LW_ARRAY_GROW(&b->anchors))
        return lw_fail_memory(b->document->error);
    b->anchors.items[b->anchors.count++] = (anchor){copy, node};
    return LW_OK;
}

/* Adds a finished value to the collection around it: as a key, a value or an item. */
static lw_status add_value(builder *b, lw_value *node, yaml_mark_t mark)
{
    frame *top = &b->stack[b->depth];
    if (top->node->kind == LW_VALUE_MAP && !top->has_key) {
        if (!node->text)
            return fail_mark(b, mark, "a key must be a text, not a list or an object");
        if (strlen(node->text) != node->length)
            return fail_mark(b, mark, "a key holds a NUL character");
        if (node->plain && !strcmp(node->text, "<<"))
            return fail_mark(b, mark, "merge keys (<<) are not read; write the keys out");
        top->member = (lw_member){node->text, node->line, node->column, NULL};
        top->has_key = true;
        return LW_OK;
    }
    if (top->node->kind == LW_VALUE_LIST)
        top->member = (lw_member){NULL, node->line, node->column, NULL};
    top->member.value = node;
    top->has_key = false;
    if (!LW_ARRAY_GROW(&b->parts))
        return lw_fail_memory(b->document->error);
    b->parts.items[b->parts.count++] = top->member;
    /* an alias is stored as a pointer, but its whole weight is visited by every walk over the tree */
    top->node->weight += node->weight;
    if (top->node->weight > b->most)
        return fail_mark(b, mark, "its aliases stand for more than a million values");
    return LW_OK;
}

static lw_status open_collection(builder *b, lw_value_kind kind, const yaml_event_t *event)
{
    if (b->depth >= LW_DOCUMENT_DEPTH)
        return fail_mark(b, event->start_mark, "values are nested more than 100 deep");
    lw_value *node = new_node(b, kind, event->start_mark);
    if (!node)
        return lw_fail_memory(b->document->error);
    b->stack[++b->depth] = (frame){.node = node, .first = b->parts.count};
    return add_anchor(
        b, kind == LW_VALUE_MAP ? event->data.mapping_start.anchor : event->data.sequence_start.anchor,
        node, event->start_mark);
}

static int compare_members(const void *a, const void *b)
{
    const lw_member *const *left = a;
    const lw_member *const *right = b;
    int order = strcmp((*left)->key, (*right)->key);
    return order ? order : (*left < *right ? -1 : *left > *right);
}

/* refuses duplicate keys; sorts them, so that a map of n keys costs n log n */
static lw_status check_keys(builder *b, const lw_value *map)
{
    const lw_member **sorted = lw_document_take(b->document, map->count, sizeof *sorted);
    if (!sorted)
        return lw_fail_memory(b->document->error);
    for (size_t i = 0; i < map->count; i++)
        sorted[i] = &map->members[i];
    qsort(sorted, map->count, sizeof *sorted, compare_members);
    for (size_t i = 1; i < map->count; i++) {
        if (!strcmp(sorted[i - 1]->key, sorted[i]->key)) {
            const lw_value location = {.line = sorted[i]->line, .column = sorted[i]->column};
            return lw_value_fail(b->document, &location, LW_ERROR_SYNTAX,
                                 "key \"%.60s\" is given twice, first on line %d", sorted[i]->key,
                                 sorted[i - 1]->line);
        }
    }
    return LW_OK;
}

static lw_status close_collection(builder *b, yaml_mark_t mark)
{
    frame top = b->stack[b->depth--];
    lw_value *node = top.node;
    node->count = b->parts.count - top.first;
    const lw_member *parts = node->count ? b->parts.items + top.first : NULL;
    if (node->kind == LW_VALUE_MAP) {
        node->members = lw_document_take(b->document, node->count, sizeof *node->members);
        if (!node->members)
            return lw_fail_memory(b->document->error);
        if (node->count)
            memcpy(node->members, parts, node->count * sizeof *parts);
        lw_status status = check_keys(b, node);
        if (status)
            return status;
    } else {
        node->items = lw_document_take(b->document, node->count, sizeof(lw_value *));
        if (!node->items)
            return lw_fail_memory(b->document->error);
        for (size_t i = 0; i < node->count; i++)
            node->items[i] = parts[i].value;
    }
    b->parts.count = top.first;
    return b->depth ? add_value(b, node, mark) : LW_OK;
}

static lw_status follow_alias(builder *b, const yaml_event_t *event)
{
    const char *name = (const char *)event->data.alias.anchor;
    for (size_t i = b->anchors.count; i-- > 0;) { /* the latest anchor of that name */
        lw_value *node = b->anchors.items[i].node;
        if (strcmp(b->anchors.items[i].name, name))
            continue;
        for (size_t level = 1; level <= b->depth; level++)
            if (b->stack[level].node == node)
                return fail_mark(b, event->start_mark, "an alias stands inside of what it stands for");
        return add_value(b, node, event->start_mark);
    }
    return fail_mark(b, event->start_mark, "an alias has no anchor before it");
}

static lw_status take_event(builder *b, const yaml_event_t *event)
{
    lw_value *node = NULL;
    lw_status status = LW_OK;
    switch (event->type) {
    case YAML_SCALAR_EVENT:
        if ((status = make_scalar(b, event, &node)) ||
            (status = add_anchor(b, event->data.scalar.anchor, node, event->start_mark)))
            return status;
        /* an empty scalar between two `---` is no document */
        if (b->depth == 1 && node->kind == LW_VALUE_NULL)
            return LW_OK;
        return add_value(b, node, event->start_mark);
    case YAML_SEQUENCE_START_EVENT:
        return open_collection(b, LW_VALUE_LIST, event);
    case YAML_MAPPING_START_EVENT:
        return open_collection(b, LW_VALUE_MAP, event);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        return close_collection(b, event->start_mark);
    case YAML_ALIAS_EVENT:
        return follow_alias(b, event);
    case YAML_DOCUMENT_START_EVENT:
        b->anchors.count = 0;
        return LW_OK;
    default:
        return LW_OK;
    }
}

/* the line and column of a byte; libyaml's reader only gives the byte where it stopped */
static yaml_mark_t mark_of_offset(const char *text, size_t length, size_t offset)
{
    yaml_mark_t mark = {.index = offset};
    for (size_t i = 0; i < offset && i < length; i++) {
        mark.column++;
        if (text[i] == '\n') {
            mark.line++;
            mark.column = 0;
        }
    }
    return mark;
}

static lw_status fail_parser(builder *b, const char *text, size_t length)
{
    const yaml_parser_t *parser = &b->parser;
    if (parser->error == YAML_MEMORY_ERROR)
        return lw_fail_memory(b->document->error);
    yaml_mark_t mark = parser->error == YAML_READER_ERROR
                           ? mark_of_offset(text, length, parser->problem_offset)
                           : parser->problem_mark;
    char sentence[300];
    snprintf(sentence, sizeof sentence, "not YAML: %s%s%s",
             parser->problem ? parser->problem : "unreadable", parser->context ? " " : "",
             parser->context ? parser->context : "");
    return fail_mark(b, mark, sentence);
}

static lw_status parse_all(builder *b, const char *text, size_t length)
{
    yaml_parser_set_input_string(&b->parser, (const unsigned char *)text, length);
    for (;;) {
        yaml_event_t event;
        if (!yaml_parser_parse(&b->parser, &event))
            return fail_parser(b, text, length);
        yaml_event_type_t type = event.type;
        lw_status status = take_event(b, &event);
        yaml_event_delete(&event);
        if (status || type == YAML_STREAM_END_EVENT)
            return status;
    }
}

lw_status lw_yaml_parse(lw_document *document, const char *text, size_t length, lw_value **out)
{
    builder *b = calloc(1, sizeof *b);
    if (!b || !yaml_parser_initialize(&b->parser)) {
        free(b);
        return lw_fail_memory(document->error);
    }
    b->document = document;
    b->most = length + LW_DOCUMENT_WEIGHT; /* without aliases there are fewer values than characters */
    /* the stream is the outermost list */
    yaml_mark_t start = {0};
    lw_status status = LW_OK;
    lw_value *stream = new_node(b, LW_VALUE_LIST, start);
    if (!stream) {
        status = lw_fail_memory(document->error);
    } else {
        b->stack[++b->depth] = (frame){.node = stream};
        if (!(status = parse_all(b, text, length)) && !(status = close_collection(b, start)))
            *out = stream;
    }
    yaml_parser_delete(&b->parser);
    free(b->parts.items);
    free(b->anchors.items);
    free(b);
    return status;
}
