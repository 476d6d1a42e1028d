#include "yaml_file.h"

#include <string.h>
#include <yaml.h>

enum { MOST_LEVELS = 40 };

typedef struct yaml_reader {
    yaml_parser_t parser;
    const char *path;
    refusal *why;
} yaml_reader;

static json_t *refuse_at(yaml_reader *r, size_t line, const char *what)
{
    refuse(r->why, "%.300s:%zu: %s", r->path, line + 1, what);
    return NULL;
}

static bool next_event(yaml_reader *r, yaml_event_t *event)
{
    if (yaml_parser_parse(&r->parser, event))
        return true;
    refuse_at(r, r->parser.problem_mark.line, r->parser.problem ? r->parser.problem : "it is no YAML");
    return false;
}

static json_t *take_node(yaml_reader *r, const yaml_event_t *event, size_t level);

static json_t *take_list(yaml_reader *r, size_t level)
{
    json_t *list = json_array();
    yaml_event_t event;
    while (next_event(r, &event)) {
        if (event.type == YAML_SEQUENCE_END_EVENT) {
            yaml_event_delete(&event);
            return list;
        }
        json_t *item = take_node(r, &event, level + 1);
        yaml_event_delete(&event);
        if (!item || json_array_append_new(list, item))
            break;
    }
    json_decref(list);
    return NULL;
}

static json_t *take_map(yaml_reader *r, size_t level)
{
    json_t *map = json_object();
    yaml_event_t event;
    while (next_event(r, &event)) {
        if (event.type == YAML_MAPPING_END_EVENT) {
            yaml_event_delete(&event);
            return map;
        }
        const size_t line = event.start_mark.line;
        json_t *key = event.type == YAML_SCALAR_EVENT ? take_node(r, &event, level + 1) : NULL;
        yaml_event_delete(&event);
        yaml_event_t value_event;
        if (!key || json_object_get(map, json_string_value(key))) {
            refuse_at(r, line, key ? "a key stands twice" : "a key is no text");
            json_decref(key);
            break;
        }
        json_t *value = NULL;
        if (next_event(r, &value_event)) {
            value = take_node(r, &value_event, level + 1);
            yaml_event_delete(&value_event);
        }
        const bool good = value && !json_object_set_new(map, json_string_value(key), value);
        json_decref(key);
        if (!good)
            break;
    }
    json_decref(map);
    return NULL;
}

/* The value that begins with an event. */
static json_t *take_node(yaml_reader *r, const yaml_event_t *event, size_t level)
{
    const size_t line = event->start_mark.line;
    if (level > MOST_LEVELS)
        return refuse_at(r, line, "it has too many levels");
    if (event->type == YAML_SEQUENCE_START_EVENT)
        return take_list(r, level);
    if (event->type == YAML_MAPPING_START_EVENT)
        return take_map(r, level);
    if (event->type != YAML_SCALAR_EVENT)
        return refuse_at(r, line, "it has an alias, which is not read here");
    json_t *text = json_stringn((const char *)event->data.scalar.value, event->data.scalar.length);
    if (text && strlen(json_string_value(text)) == event->data.scalar.length)
        return text;
    json_decref(text);
    return refuse_at(r, line, "a text is no UTF-8");
}

/* Takes the document from its begin; the stream ends behind it. */
static json_t *take_document(yaml_reader *r)
{
    static const yaml_event_type_t begins[] = {YAML_STREAM_START_EVENT, YAML_DOCUMENT_START_EVENT};
    static const yaml_event_type_t ends[] = {YAML_DOCUMENT_END_EVENT, YAML_STREAM_END_EVENT};
    json_t *out = NULL;
    yaml_event_t event;
    for (int i = 0; i < 5; i++) {
        if (!next_event(r, &event))
            break;
        const size_t line = event.start_mark.line;
        const bool good = i == 2 || event.type == (i < 2 ? begins[i] : ends[i - 3]);
        if (i == 2)
            out = take_node(r, &event, 0);
        yaml_event_delete(&event);
        if (!good || (i == 2 && !out)) {
            if (!good)
                refuse_at(r, line, "it has not one document");
            break;
        }
        if (i == 4)
            return out;
    }
    json_decref(out);
    return NULL;
}

json_t *yaml_load(const source_file *file, refusal *why)
{
    yaml_reader r = {.path = file->path, .why = why};
    if (!yaml_parser_initialize(&r.parser)) {
        refuse(why, "%.300s: there is no memory to read it", file->path);
        return NULL;
    }
    yaml_parser_set_input_string(&r.parser, (const unsigned char *)file->bytes, file->size);
    json_t *out = take_document(&r);
    yaml_parser_delete(&r.parser);
    return out;
}
