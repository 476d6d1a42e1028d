/* A parser of ROS messages as Python prints them, by recursive descent with a recursion limit
 * (LW_DOCUMENT_DEPTH). Linear in the text, except for the keys of one message, which are compared pair
 * by pair. */
#include "io/text/python_print.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "io/text/number.h"
#include "io/text/text_place.h"

typedef struct parser {
    lw_document *document;
    const char *at, *end;
    lw_text_place place;
    size_t depth;
    struct {
        lw_member *items; /* a stack: the parts of open collections; parts of a list have no key */
        size_t count, capacity;
    } parts;
} parser;

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The length of a dotted name; 0: there is none. */
static size_t name_length(const char *text)
{
    size_t length = 0;
    while (is_letter(text[length]) || (length && (is_digit(text[length]) || text[length] == '.')))
        length++;
    return length;
}

/* Whether a line begins with a constructor of a package: name.name(. */
static bool begins_message(const char *line)
{
    const size_t length = name_length(line);
    return length && line[length] == '(' && memchr(line, '.', length);
}

static bool begins_with(const char *text, const char *prefix)
{
    return !strncmp(text, prefix, strlen(prefix));
}

const char *lw_python_find(const char *text)
{
    if (begins_with(text, "\xef\xbb\xbf"))
        text += 3;
    for (;;) {
        text += strspn(text, " \t\r\n");
        if (begins_message(text))
            return text;
        if (!begins_with(text, "waiting for service") && !begins_with(text, "requester:") &&
            !begins_with(text, "response:"))
            return NULL;
        text += strcspn(text, "\n");
    }
}

/* ---- values ------------------------------------------------------------------------------------ */

static lw_value place(parser *p)
{
    return lw_text_value(&p->place, p->at);
}

static lw_status fail(parser *p, const char *sentence)
{
    const lw_value location = place(p);
    return lw_value_fail(p->document, &location, LW_ERROR_SYNTAX, "not a printed message: %s",
                         sentence);
}

static lw_value *new_value(parser *p, lw_value_kind kind)
{
    lw_value *value = lw_document_take(p->document, 1, sizeof *value);
    if (!value)
        return NULL;
    *value = place(p);
    value->kind = kind;
    return value;
}

static void skip_blanks(parser *p)
{
    p->at += strspn(p->at, " \t\r\n");
}

static bool take(parser *p, char c)
{
    skip_blanks(p);
    if (*p->at != c)
        return false;
    p->at++;
    return true;
}

static lw_status parse_value(parser *p, lw_value **out);

static lw_status add_part(parser *p, lw_member part)
{
    if (!LW_ARRAY_GROW(&p->parts))
        return lw_fail_memory(p->document->error);
    p->parts.items[p->parts.count++] = part;
    return LW_OK;
}

/* Moves the parts on the stack from first on into a collection. */
static lw_status close_collection(parser *p, size_t first, lw_value *value)
{
    value->count = p->parts.count - first;
    const lw_member *parts = value->count ? p->parts.items + first : NULL;
    if (value->kind == LW_VALUE_MAP)
        value->members = lw_document_take(p->document, value->count, sizeof *value->members);
    else
        value->items = lw_document_take(p->document, value->count, sizeof(lw_value *));
    if (value->kind == LW_VALUE_MAP ? !value->members : !value->items)
        return lw_fail_memory(p->document->error);
    for (size_t i = 0; i < value->count; i++) {
        if (value->kind == LW_VALUE_MAP)
            value->members[i] = parts[i];
        else
            value->items[i] = parts[i].value;
    }
    p->parts.count = first;
    return LW_OK;
}

/* A list up to its closing bracket; p->at is after the opening one. */
static lw_status parse_list(parser *p, char close, lw_value *list)
{
    const size_t first = p->parts.count;
    while (!take(p, close)) {
        lw_member part = {0};
        lw_status status = LW_OK;
        if (p->parts.count > first && !take(p, ','))
            return fail(p, "a comma or the end of a list is missing");
        if (take(p, close))
            break;
        if ((status = parse_value(p, &part.value)) || (status = add_part(p, part)))
            return status;
    }
    return close_collection(p, first, list);
}

/* The fields of a message up to its closing parenthesis; p->at is after the opening one. */
static lw_status parse_fields(parser *p, lw_value *map)
{
    const size_t first = p->parts.count;
    while (!take(p, ')')) {
        if (p->parts.count > first && !take(p, ','))
            return fail(p, "a comma or the end of a message is missing");
        skip_blanks(p);
        const lw_value location = place(p);
        const size_t length = name_length(p->at);
        lw_member part = {lw_document_text(p->document, p->at, length), location.line, location.column,
                          NULL};
        if (!part.key)
            return lw_fail_memory(p->document->error);
        p->at += length;
        if (!length || !take(p, '='))
            return fail(p, "a field has no name");
        for (size_t i = first; i < p->parts.count; i++)
            if (!strcmp(p->parts.items[i].key, part.key))
                return fail(p, "a field is given twice");
        lw_status status = parse_value(p, &part.value);
        if (status || (status = add_part(p, part)))
            return status;
    }
    return close_collection(p, first, map);
}

/* An array such as array('d', [1.0]) or array([1, 2], dtype=uint32), up to its closing parenthesis;
 * p->at is after the opening one. *out becomes its list. */
static lw_status parse_array(parser *p, lw_value **out)
{
    lw_status status = parse_value(p, out);
    while (!status && take(p, ',')) {
        skip_blanks(p);
        const size_t length = name_length(p->at);
        lw_value *next = NULL;
        if (length) {
            p->at += length;
            p->at += *p->at == '=';
            p->at += name_length(p->at);
        } else if (!(status = parse_value(p, &next))) {
            *out = next;
        }
    }
    if (!status && ((*out)->kind != LW_VALUE_LIST || !take(p, ')')))
        return fail(p, "an array is no list in parentheses");
    return status;
}

static lw_status parse_call(parser *p, size_t length, lw_value **out)
{
    const bool array = length == 5 && begins_with(p->at, "array");
    lw_value *map = new_value(p, LW_VALUE_MAP);
    if (!map)
        return lw_fail_memory(p->document->error);
    p->at += length + 1;
    *out = map;
    return array ? parse_array(p, out) : parse_fields(p, map);
}

/* ---- scalars ----------------------------------------------------------------------------------- */

/* Writes a character in UTF-8; returns its length. */
static size_t put_utf8(unsigned long code, char *out)
{
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    const size_t length = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = length; i-- > 1; code >>= 6)
        out[i] = (char)(0x80 | (code & 0x3f));
    out[0] = (char)((length == 2 ? 0xc0 : length == 3 ? 0xe0 : 0xf0) | code);
    return length;
}

/* The number of hexadecimal digits after \x, \u and \U. */
static size_t digits_of(char letter)
{
    return letter == 'x' ? 2 : letter == 'u' ? 4 : letter == 'U' ? 8 : 0;
}

/* An escape sequence; p->at is after its backslash. bytes: \x is a byte, not a character. */
static lw_status parse_escape(parser *p, bool bytes, char *out, size_t *length)
{
    static const char letters[] = "ntrabfv0\\'\"";
    static const char meanings[] = "\n\t\r\a\b\f\v\0\\'\"";
    const char letter = *p->at;
    const char *known = letter ? strchr(letters, letter) : NULL;
    const size_t digits = digits_of(letter);
    char number[9] = "";
    if (known) {
        p->at++;
        *out = meanings[known - letters];
        *length = 1;
        return LW_OK;
    }
    for (size_t i = 0; i < digits; i++) {
        const char c = p->at[1 + i];
        if (!is_digit(c) && !(c >= 'a' && c <= 'f') && !(c >= 'A' && c <= 'F'))
            return fail(p, "an escape sequence has too few digits");
        number[i] = c;
    }
    const unsigned long code = strtoul(number, NULL, 16);
    if (!digits || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
        return fail(p, "an escape sequence is not known");
    p->at += 1 + digits;
    *length = 1;
    if (bytes)
        *out = (char)code;
    else
        *length = put_utf8(code, out);
    return LW_OK;
}

static lw_status parse_text(parser *p, bool bytes, lw_value **out)
{
    lw_value *value = new_value(p, LW_VALUE_TEXT);
    p->at += bytes;
    const char quote = *p->at++;
    const size_t most = (size_t)(p->end - p->at);
    /* room enough: no escape sequence is shorter than its character */
    size_t room = 0;
    while (room < most && p->at[room] != quote)
        room += p->at[room] == '\\' && room + 1 < most ? 2 : 1;
    char *text = value ? lw_document_take(p->document, room + 1, 1) : NULL;
    if (!text)
        return lw_fail_memory(p->document->error);
    while (p->at < p->end && *p->at != quote) {
        size_t length = 1;
        if (*p->at != '\\') {
            text[value->length++] = *p->at++;
            continue;
        }
        p->at++;
        lw_status status = parse_escape(p, bytes, text + value->length, &length);
        if (status)
            return status;
        value->length += length;
    }
    if (p->at >= p->end)
        return fail(p, "a text has no end");
    p->at++;
    value->text = text;
    *out = value;
    return LW_OK;
}

/* A number, True, False, None, nan or inf. */
static lw_status parse_word(parser *p, lw_value **out)
{
    size_t length = 0;
    while (is_letter(p->at[length]) || is_digit(p->at[length]) ||
           (p->at[length] && strchr("+-.", p->at[length])))
        length++;
    lw_value *value = new_value(p, LW_VALUE_NULL);
    char *word = value ? lw_document_text(p->document, p->at, length) : NULL;
    if (!word)
        return lw_fail_memory(p->document->error);
    *out = value;
    if (!strcmp(word, "True") || !strcmp(word, "False")) {
        value->kind = LW_VALUE_BOOL;
        value->truth = *word == 'T';
    } else if (strcmp(word, "None") != 0) {
        value->kind = LW_VALUE_NUMBER;
        if (!length || !lw_number_read(word, length, &value->number))
            return fail(p, "there is no value");
    }
    value->text = word;
    value->length = length;
    p->at += length;
    return LW_OK;
}

static lw_status parse_value(parser *p, lw_value **out)
{
    lw_status status = LW_OK;
    skip_blanks(p);
    const size_t length = name_length(p->at);
    const char close = *p->at == '[' ? ']' : ')';
    if (p->depth >= LW_DOCUMENT_DEPTH)
        return fail(p, "values are nested more than 100 deep");
    p->depth++;
    if (length && p->at[length] == '(') {
        status = parse_call(p, length, out);
    } else if (*p->at == '[' || *p->at == '(') {
        *out = new_value(p, LW_VALUE_LIST);
        p->at++;
        status = *out ? parse_list(p, close, *out) : lw_fail_memory(p->document->error);
    } else if (*p->at == '\'' || *p->at == '"') {
        status = parse_text(p, false, out);
    } else if (*p->at == 'b' && (p->at[1] == '\'' || p->at[1] == '"')) {
        status = parse_text(p, true, out);
    } else {
        status = parse_word(p, out);
    }
    p->depth--;
    return status;
}

/* ---- messages ---------------------------------------------------------------------------------- */

/* Whether a constructor makes a request. */
static bool is_request(const char *text)
{
    static const char suffix[] = "_Request";
    const size_t length = name_length(text);
    return length > strlen(suffix) && begins_with(text + length - strlen(suffix), suffix);
}

lw_status lw_python_parse(lw_document *document, const char *text, size_t length, lw_value **out)
{
    parser p = {.document = document, .at = text, .end = text + length, .place = lw_text_begin(text)};
    lw_status status = LW_OK;
    lw_value *list = new_value(&p, LW_VALUE_LIST);
    for (const char *next = text; list && !status && (next = lw_python_find(next));) {
        lw_member part = {0};
        p.at = next;
        const bool left_out = is_request(p.at);
        status = parse_value(&p, &part.value);
        if (!status && !left_out)
            status = add_part(&p, part);
        next = p.at;
    }
    skip_blanks(&p);
    if (!status && list && p.at < p.end)
        status = fail(&p, "something stands behind the message");
    if (!status)
        status = list ? close_collection(&p, 0, list) : lw_fail_memory(document->error);
    *out = list;
    free(p.parts.items);
    return status;
}
