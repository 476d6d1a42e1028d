/* A text as a JSON string, and back: ids are JSON text. */
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "io/text/json.h"
#include "io/text/text.h"

/* The first byte of a text that is NUL or not valid UTF-8; NULL: there is none. */
static const char *find_wrong(const char *text, size_t length)
{
    const char *const end = text + length;
    uint32_t code;
    for (size_t bytes; text < end; text += bytes)
        if (!(bytes = lw_utf8_read(text, (size_t)(end - text), &code)) || !code)
            return text;
    return NULL;
}

static void put_escape(lw_text *out, unsigned char c)
{
    static const char meanings[] = "\"\\\b\f\n\r\t";
    static const char letters[] = "\"\\bfnrt";
    const char *meaning = strchr(meanings, c);
    char escape[8];
    if (meaning)
        snprintf(escape, sizeof escape, "\\%c", letters[meaning - meanings]);
    else
        snprintf(escape, sizeof escape, "\\u%04X", (unsigned)c);
    lw_text_put(out, escape);
}

lw_status lw_text_json(const char *text, size_t length, char *out, size_t size, size_t *written,
                       lw_error *error)
{
    lw_text string;
    const char *const end = text ? text + length : NULL;
    if (!text)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there is no text to write as JSON");
    const char *wrong = find_wrong(text, length);
    if (wrong)
        return lw_fail(error, LW_ERROR_ARGUMENT, "byte %zu of the text, 0x%02x, is %s",
                       (size_t)(wrong - text) + 1, (unsigned)(unsigned char)*wrong,
                       *wrong ? "not UTF-8" : "a NUL character");
    lw_status status = lw_text_begin(&string, out, size, error);
    if (status)
        return status;
    lw_text_put(&string, "\"");
    while (text < end) {
        const char *from = text;
        while (text < end && (unsigned char)*text >= 0x20 && *text != '"' && *text != '\\')
            text++;
        lw_text_put_bytes(&string, from, (size_t)(text - from));
        if (text < end)
            put_escape(&string, (unsigned char)*text++);
    }
    lw_text_put(&string, "\"");
    lw_text_end(&string, written);
    return LW_OK;
}

lw_status lw_text_read_json(const char *json, char *out, size_t size, size_t *written, lw_error *error)
{
    lw_text text;
    lw_document document = {.error = error};
    lw_value *value = NULL;
    if (!json)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there is no JSON to read");
    lw_status status = lw_text_begin(&text, out, size, error);
    if (!status)
        status = lw_json_parse(&document, json, strlen(json), 1, &value);
    if (!status)
        status = lw_value_expect(&document, value, "the JSON", LW_VALUE_TEXT);
    if (!status) {
        lw_text_put_bytes(&text, value->text, value->length);
        lw_text_end(&text, written);
    }
    lw_document_free(&document);
    return status;
}
