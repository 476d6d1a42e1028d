/* A page as its reader sees it: the index, the bytes, and the arrays in them. */
#ifndef LW_TEST_PAGE_TEXT_H
#define LW_TEST_PAGE_TEXT_H

#include <jansson.h>
#include <stdlib.h>

#include "small_scene.h"

/* a viewer with text on both sides of the data */
static const char small_viewer[] = "<html><body>before<!--leeway-->after</body></html>";

typedef struct page_text {
    char *text; /* all that was written */
    size_t size;
    json_t *index;
    unsigned char *bytes;
    size_t byte_count;
} page_text;

static inline lw_status page_text_take(void *context, const char *bytes, size_t size)
{
    page_text *page = context;
    page->text = realloc(page->text, page->size + size + 1);
    assert_non_null(page->text);
    memcpy(page->text + page->size, bytes, size);
    page->size += size;
    page->text[page->size] = '\0';
    return LW_OK;
}

static inline int base64_value(char digit)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = strchr(digits, digit);
    assert_true(at && digit);
    return (int)(at - digits);
}

/* what is between two texts, which stand once each; it ends with a zero then */
static inline char *between(char *text, const char *first, const char *last)
{
    char *begin = strstr(text, first);
    assert_non_null(begin);
    begin += strlen(first);
    char *end = strstr(begin, last);
    assert_non_null(end);
    *end = '\0';
    return begin;
}

static inline void page_text_decode(page_text *page, const char *text)
{
    const size_t length = strlen(text);
    assert_true(length % 4 == 0);
    page->bytes = calloc(length + 1, 1);
    assert_non_null(page->bytes);
    for (size_t i = 0; i < length; i += 4) {
        int used = text[i + 2] == '=' ? 1 : text[i + 3] == '=' ? 2 : 3;
        assert_true(used == 3 || i + 4 == length);
        uint32_t group = 0;
        for (int k = 0; k < 4; k++)
            group = group << 6 |
                    (uint32_t)(text[i + (size_t)k] == '=' ? 0 : base64_value(text[i + (size_t)k]));
        for (int k = 0; k < used; k++)
            page->bytes[page->byte_count++] = (unsigned char)(group >> (16 - 8 * k));
    }
}

/* Makes the arrays of a motion count from the beginning of all bytes. */
static inline void page_text_place(json_t *value, json_int_t base)
{
    const char *key;
    json_t *inner;
    size_t i;
    json_t *at = json_object_get(value, "at");
    if (at && json_object_get(value, "type")) {
        json_integer_set(at, json_integer_value(at) + base);
        return;
    }
    json_object_foreach(value, key, inner) page_text_place(inner, base);
    json_array_foreach(value, i, inner) page_text_place(inner, base);
}

/* Writes a page with the small viewer and reads it. */
static inline page_text page_text_of(const lw_page *page)
{
    page_text read = {0};
    lw_error error = {0};
    json_error_t where;
    succeed(lw_page_write(page, page_text_take, &read, &error), &error);
    char *copy = strdup(read.text);
    assert_non_null(copy);
    /* the data stand where their place was, and nothing else has changed */
    assert_true(!strncmp(copy, "<html><body>before<script id=", 29));
    assert_non_null(strstr(copy, "</script>after</body></html>"));
    assert_null(strstr(copy, "<!--"));
    char *second = strstr(copy, "<script id=\"leeway-bytes\"");
    assert_non_null(second);
    page_text_decode(&read, between(second, " type=\"text/plain\">", "</script>"));
    char *index = between(copy, "<script id=\"leeway-index\" type=\"application/json\">", "</script>");
    assert_null(strchr(index, '<'));
    read.index = json_loads(index, 0, &where);
    if (!read.index)
        fail_msg("%s: %.200s", where.text, index + (where.position > 60 ? where.position - 60 : 0));
    free(copy);
    json_t *motion;
    size_t i;
    json_array_foreach(json_object_get(read.index, "motions"), i, motion)
    {
        assert_true(json_is_integer(json_object_get(motion, "bytes")));
        page_text_place(motion, json_integer_value(json_object_get(motion, "bytes")));
    }
    return read;
}

static inline void page_text_free(page_text *page)
{
    free(page->text);
    free(page->bytes);
    json_decref(page->index);
    *page = (page_text){0};
}

static inline const json_t *member(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    if (!value)
        fail_msg("there is no \"%s\"", key);
    return value;
}

static inline double number_of(const json_t *object, const char *key)
{
    const json_t *value = member(object, key);
    assert_true(json_is_number(value));
    return json_number_value(value);
}

/* How many bytes a number of an array takes. */
static inline size_t page_width(const json_t *array)
{
    const char *type = json_string_value(member(array, "type"));
    return !strcmp(type, "f64") ? 8 : !strcmp(type, "u16") ? 2 : 4;
}

/* A number of an array of the bytes. */
static inline double page_number(const page_text *page, const json_t *array, size_t index)
{
    const char *type = json_string_value(member(array, "type"));
    const size_t at = (size_t)json_integer_value(member(array, "at"));
    const size_t size = page_width(array);
    assert_true(index < (size_t)json_integer_value(member(array, "count")));
    assert_true(at + (index + 1) * size <= page->byte_count);
    uint64_t bits = 0;
    for (size_t i = size; i-- > 0;)
        bits = bits << 8 | page->bytes[at + index * size + i];
    if (!strcmp(type, "f64")) {
        double value;
        memcpy(&value, &bits, sizeof value);
        return value;
    }
    if (!strcmp(type, "f32")) {
        uint32_t low = (uint32_t)bits;
        float value;
        memcpy(&value, &low, sizeof value);
        return (double)value;
    }
    return (double)bits;
}

static inline size_t page_count(const json_t *array)
{
    return (size_t)json_integer_value(member(array, "count"));
}

/* Every array of the index lies in the bytes, where it may begin, and none has a number of another. */
static inline size_t check_arrays(const page_text *page, const json_t *value, size_t end)
{
    if (json_is_object(value) && json_object_get(value, "at") && json_object_get(value, "type")) {
        const size_t size = page_width(value);
        const size_t at = (size_t)json_integer_value(member(value, "at"));
        assert_true(at % (size == 8 ? 8 : 4) == 0 && at >= end);
        assert_true(at + size * page_count(value) <= page->byte_count);
        return at + size * page_count(value);
    }
    const char *key;
    json_t *inner;
    size_t i;
    if (json_is_object(value)) {
        json_object_foreach((json_t *)value, key, inner) end = check_arrays(page, inner, end);
    } else if (json_is_array(value)) {
        json_array_foreach(value, i, inner) end = check_arrays(page, inner, end);
    }
    return end;
}

static inline lw_pose pose_of(const json_t *row)
{
    double v[7];
    assert_int_equal(json_array_size(row), 7);
    for (size_t i = 0; i < 7; i++)
        v[i] = json_number_value(json_array_get(row, i));
    return (lw_pose){{v[0], v[1], v[2]}, {v[3], v[4], v[5], v[6]}};
}

/* ---- making pages ------------------------------------------------------------------------------- */

static inline lw_page *page_with(const lw_scene *scene, lw_page_options options)
{
    lw_error error = {0};
    lw_page *page = NULL;
    options.viewer = small_viewer;
    options.viewer_size = sizeof small_viewer - 1;
    succeed(lw_page_create(scene, &options, &page, &error), &error);
    return page;
}

static inline lw_page *page_of(const lw_scene *scene)
{
    return page_with(scene, lw_default_page_options());
}

static inline void add_motion(lw_page *page, const lw_motion *motion, const char *id)
{
    lw_error error = {0};
    lw_page_motion shown = lw_default_page_motion();
    shown.motion = motion;
    shown.id = id;
    succeed(lw_page_add(page, &shown, &error), &error);
}

/* A page with one motion, read. */
static inline page_text page_text_of_motion(const lw_scene *scene, const lw_motion *motion,
                                            const char *id)
{
    lw_page *page = page_of(scene);
    add_motion(page, motion, id);
    page_text read = page_text_of(page);
    lw_page_destroy(page);
    return read;
}

#endif
