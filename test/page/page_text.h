/* A page as its reader sees it: the index, the bytes, and the arrays in them. */
#ifndef LW_TEST_PAGE_TEXT_H
#define LW_TEST_PAGE_TEXT_H

#include <stdlib.h>

#include "json_tree.h"
#include "small_scene.h"

/* a viewer with text on both sides of the data */
static const char small_viewer[] = "<html><body>before<!--leeway-->after</body></html>";

typedef struct page_text {
    char *text; /* the whole page */
    size_t size;
    lw_document document; /* of the index */
    lw_value *index;
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

/* Returns the text between two others, terminated in place. */
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

/* The value of item i of a list, or of member i of a map. */
static inline lw_value *part_of(const lw_value *value, size_t i)
{
    return lw_value_is(value, LW_VALUE_MAP) ? value->members[i].value : value->items[i];
}

/* Makes the offsets of a motion's arrays count from the beginning of all bytes. */
static inline void page_text_place(lw_value *value, double base)
{
    lw_value *at = lw_value_find(value, "at");
    if (at && lw_value_find(value, "type")) {
        at->number += base;
        return;
    }
    for (size_t i = 0; i < value->count; i++)
        page_text_place(part_of(value, i), base);
}

/* Writes a page with the small viewer and reads it. */
static inline page_text page_text_of(const lw_page *page)
{
    page_text read = {0};
    lw_error error = {0};
    succeed(lw_page_write(page, page_text_take, &read, &error), &error);
    char *copy = strdup(read.text);
    assert_non_null(copy);
    /* the data replace the mark, and the rest is unchanged */
    assert_true(!strncmp(copy, "<html><body>before<script id=", 29));
    assert_non_null(strstr(copy, "</script>after</body></html>"));
    assert_null(strstr(copy, "<!--"));
    char *second = strstr(copy, "<script id=\"leeway-bytes\"");
    assert_non_null(second);
    page_text_decode(&read, between(second, " type=\"text/plain\">", "</script>"));
    char *index = between(copy, "<script id=\"leeway-index\" type=\"application/json\">", "</script>");
    assert_null(strchr(index, '<'));
    read.index = json_tree(&read.document, index);
    free(copy);
    const lw_value *motions = lw_value_find(read.index, "motions");
    for (size_t i = 0; i < lw_value_item_count(motions); i++) {
        lw_value *motion = lw_value_item(motions, i);
        assert_true(lw_value_is(lw_value_find(motion, "bytes"), LW_VALUE_NUMBER));
        page_text_place(motion, lw_value_as_number(lw_value_find(motion, "bytes")));
    }
    return read;
}

static inline void page_text_free(page_text *page)
{
    free(page->text);
    free(page->bytes);
    lw_document_free(&page->document);
    *page = (page_text){0};
}

static inline const lw_value *member(const lw_value *object, const char *key)
{
    const lw_value *value = lw_value_member(object, key);
    if (!value)
        fail_msg("there is no \"%s\"", key);
    return value;
}

static inline double number_of(const lw_value *object, const char *key)
{
    const lw_value *value = member(object, key);
    assert_true(lw_value_is(value, LW_VALUE_NUMBER));
    return lw_value_as_number(value);
}

static inline int64_t whole_of(const lw_value *object, const char *key)
{
    return (int64_t)number_of(object, key);
}

/* The size of a number of an array, in bytes. */
static inline size_t page_width(const lw_value *array)
{
    const char *type = lw_value_as_text(member(array, "type"));
    return !strcmp(type, "f64") ? 8 : !strcmp(type, "u16") ? 2 : 4;
}

/* The number at an index of an array of the page. */
static inline double page_number(const page_text *page, const lw_value *array, size_t index)
{
    const char *type = lw_value_as_text(member(array, "type"));
    const size_t at = (size_t)whole_of(array, "at");
    const size_t size = page_width(array);
    assert_true(index < (size_t)whole_of(array, "count"));
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

static inline size_t page_count(const lw_value *array)
{
    return (size_t)whole_of(array, "count");
}

/* Checks that every array of the index lies within the bytes, is aligned, and overlaps no other. */
static inline size_t check_arrays(const page_text *page, const lw_value *value, size_t end)
{
    if (lw_value_is(value, LW_VALUE_MAP) && lw_value_find(value, "at") &&
        lw_value_find(value, "type")) {
        const size_t size = page_width(value);
        const size_t at = (size_t)whole_of(value, "at");
        assert_true(at % (size == 8 ? 8 : 4) == 0 && at >= end);
        assert_true(at + size * page_count(value) <= page->byte_count);
        return at + size * page_count(value);
    }
    for (size_t i = 0; i < value->count; i++)
        end = check_arrays(page, part_of(value, i), end);
    return end;
}

static inline lw_pose pose_of(const lw_value *row)
{
    double v[7];
    assert_int_equal(lw_value_item_count(row), 7);
    for (size_t i = 0; i < 7; i++)
        v[i] = lw_value_as_number(lw_value_item(row, i));
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

/* options: NULL for the default ones. */
static inline void add_motion_with(lw_page *page, const lw_motion *motion, const char *id,
                                   const lw_check_options *options)
{
    lw_error error = {0};
    lw_page_motion shown = lw_default_page_motion();
    shown.motion = motion;
    shown.id = id;
    shown.options = options;
    succeed(lw_page_add(page, &shown, &error), &error);
}

static inline void add_motion(lw_page *page, const lw_motion *motion, const char *id)
{
    add_motion_with(page, motion, id, NULL);
}

/* A page with one motion, read. options: NULL for the default ones. */
static inline page_text page_text_with(const lw_scene *scene, const lw_motion *motion, const char *id,
                                       const lw_check_options *options)
{
    lw_page *page = page_of(scene);
    add_motion_with(page, motion, id, options);
    page_text read = page_text_of(page);
    lw_page_destroy(page);
    return read;
}

static inline page_text page_text_of_motion(const lw_scene *scene, const lw_motion *motion,
                                            const char *id)
{
    return page_text_with(scene, motion, id, NULL);
}

#endif
