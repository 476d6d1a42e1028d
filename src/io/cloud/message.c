/* Messages of ROS that carry bytes. A cloud of 300,000 points has some ten million bytes, each printed
 * as a number. So the list behind the key "data" is read first, from the text, and overwritten with
 * blanks and an empty list; the parser then sees a small message with the same lines. */
#include "io/cloud/message.h"

#include <inttypes.h>
#include <string.h>

#include "io/text/base64.h"
#include "io/text/file.h"
#include "io/text/ros_message.h"

/* The search for the list of bytes. */
typedef struct search {
    lw_document *document;
    char *text;
    char *bytes; /* NULL: no list was found */
    size_t size;
    bool found; /* a list, perhaps an empty one */
} search;

static lw_status fail_at(const search *s, const char *at, const char *sentence)
{
    lw_value place = {.line = 1};
    for (const char *c = s->text; c < at; c++)
        place.line += *c == '\n';
    return lw_value_fail(s->document, &place, LW_ERROR_SYNTAX, "%s", sentence);
}

/* Reads a number from -128 to 255; false: there is none. */
static bool read_byte(char **at, char *out)
{
    char *c = *at;
    const bool negative = *c == '-';
    int value = 0;
    c += negative;
    const char *digits = c;
    while (*c >= '0' && *c <= '9' && c - digits < 4)
        value = 10 * value + (*c++ - '0');
    if (c == digits || c - digits > 3 || value > (negative ? 128 : 255))
        return false;
    *out = (char)(unsigned char)(negative ? -value : value);
    *at = c;
    return true;
}

static void skip(char **at, const char *blanks)
{
    *at += strspn(*at, blanks);
}

/* Overwrites a text with blanks, except for the ends of its lines. */
static void blank_out(char *from, const char *to)
{
    for (; from < to; from++)
        if (*from != '\n')
            *from = ' ';
}

static const char not_bytes[] =
    "data must be a list of bytes, whole numbers from -128 to 255; ros2 topic echo prints all of them "
    "with --full-length";

/* [1, 2, 3]. at: behind the bracket, then behind the list. */
static lw_status read_flow(search *s, char **at)
{
    static const char blanks[] = " \t\r\n";
    char *begin = *at;
    skip(at, blanks);
    if (**at == ']')
        return LW_OK;
    for (bool more = true; more; (*at)++) {
        skip(at, blanks);
        if (!read_byte(at, &s->bytes[s->size]))
            return fail_at(s, *at, not_bytes);
        s->size++;
        skip(at, blanks);
        more = **at == ',';
        if (!more && **at != ']')
            return fail_at(s, *at, not_bytes);
    }
    blank_out(begin, *at - 1);
    return LW_OK;
}

/* Lines "- 1", all indented alike. at: at the first line's dash, then behind the last line. */
static lw_status read_block(search *s, char **at, size_t indent)
{
    char *begin = *at;
    for (bool more = true; more;) {
        char *item = *at + 1;
        skip(&item, " ");
        if (!read_byte(&item, &s->bytes[s->size]))
            return fail_at(s, item, not_bytes);
        s->size++;
        skip(&item, " \r");
        if (*item && *item != '\n')
            return fail_at(s, item, not_bytes);
        *at = item + (*item == '\n');
        item = *at;
        skip(&item, " ");
        more = *item == '-' && item[1] == ' ' && (size_t)(item - *at) == indent;
        if (more)
            *at = item;
    }
    blank_out(begin, *at);
    begin[1] = '['; /* one column behind that of the dash, and so behind the key's, as YAML wants it */
    begin[2] = ']';
    return LW_OK;
}

/* If the key "data" with a list stands at a place of the text, the place behind the colon and blanks,
 * at the bracket or the first dash; else NULL. indent: of the line with the dash. */
static char *find_list(const search *s, char *key, size_t *indent)
{
    static const char before[] = " \t\n{,\"'";
    char *at = key + strlen("data");
    if (key > s->text && !strchr(before, key[-1]))
        return NULL;
    at += *at == '"' || *at == '\'';
    skip(&at, " \t");
    if (*at++ != ':')
        return NULL;
    skip(&at, " \t\r\n");
    const char *line = at;
    while (line > key && line[-1] == ' ')
        line--;
    *indent = (size_t)(at - line);
    return *at == '[' || (*at == '-' && at[1] == ' ' && line[-1] == '\n') ? at : NULL;
}

static lw_status find_bytes(search *s)
{
    lw_status status = LW_OK;
    char *key = strstr(s->text, "data");
    while (key && !status) {
        size_t indent = 0;
        char *at = find_list(s, key, &indent);
        if (at && s->found)
            return fail_at(s, key, "data stands there twice; keep one message");
        if (at) {
            s->found = true;
            /* a byte takes two characters at least */
            s->bytes = lw_document_take(s->document, strlen(at) / 2 + 1, 1);
            if (!s->bytes)
                return lw_fail_memory(s->document->error);
            at += *at == '[';
            status = at[-1] == '[' ? read_flow(s, &at) : read_block(s, &at, indent);
        }
        key = strstr(at ? at : key + 1, "data");
    }
    return status;
}

lw_status lw_message_bytes(lw_document *document, const lw_value *value, const char **bytes,
                           size_t *size)
{
    const bool is_text = lw_value_as_text(value) && value->kind == LW_VALUE_TEXT;
    *size = is_text ? value->length : lw_value_item_count(value);
    if (!is_text && value->kind != LW_VALUE_LIST)
        return lw_value_fail(document, value, LW_ERROR_SYNTAX,
                             "data must be a list of bytes, or text in base64");
    char *out = lw_document_take(document, *size + 3, 1);
    *bytes = out;
    if (!out)
        return lw_fail_memory(document->error);
    if (is_text && !lw_base64_decode(value->text, value->length, (unsigned char *)out, size))
        return lw_value_fail(document, value, LW_ERROR_SYNTAX,
                             "data is a text that is not base64; ros2 topic echo prints the bytes with "
                             "--full-length, and without --no-arr");
    lw_status status = LW_OK;
    for (size_t i = 0; i < value->count && !status; i++) {
        double number = 0;
        status = lw_value_number(document, value->items[i], "a byte of the data", &number);
        if (!status && (!(number >= -128 && number <= 255) || number != (int)number))
            return lw_value_fail(document, value->items[i], LW_ERROR_SYNTAX,
                                 "the data are bytes, from -128 to 255; %g is none", number);
        out[i] = (char)(unsigned char)(int)number;
    }
    return status;
}

bool lw_message_is_named(const char *path)
{
    return lw_path_ends(path, "yaml") || lw_path_ends(path, "yml") || lw_path_ends(path, "json");
}

lw_status lw_message_parse(lw_document *document, const char *text, size_t length, const char *what,
                           lw_message *out)
{
    lw_value *messages = NULL;
    lw_value *data = NULL;
    search s = {.document = document, .text = lw_document_text(document, text, length)};
    lw_status status = s.text ? find_bytes(&s) : lw_fail_memory(document->error);
    if (status || (status = lw_ros_parse(document, s.text, length, what, &messages)))
        return status;
    if (messages->count > 1)
        return lw_value_fail(document, messages->items[1], LW_ERROR_SYNTAX,
                             "the file holds %zu messages; keep one %s", messages->count, what);
    *out = (lw_message){.map = messages->items[0], .data = s.bytes, .size = s.size};
    if ((status = lw_value_need(document, out->map, "data", &data)))
        return status;
    if (!s.size)
        return lw_message_bytes(document, data, &out->data, &out->size);
    return data->kind == LW_VALUE_LIST && !data->count
               ? LW_OK
               : lw_value_fail(document, data, LW_ERROR_SYNTAX, "data stands there twice");
}

lw_status lw_message_whole(lw_document *document, const lw_value *map, const char *key, uint64_t *out)
{
    lw_value *value = NULL;
    double number = 0;
    lw_status status = lw_value_need(document, map, key, &value);
    if (status || (status = lw_value_number(document, value, key, &number)))
        return status;
    if (!(number >= 0 && number <= UINT32_MAX) || number != (double)(uint64_t)number)
        return lw_value_fail(document, value, LW_ERROR_SYNTAX,
                             "%s must be a whole number from 0 to %" PRIu32 ", not %g", key, UINT32_MAX,
                             number);
    *out = (uint64_t)number;
    return LW_OK;
}
