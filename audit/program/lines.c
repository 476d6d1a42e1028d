/* Reads the lines of a proof file. Of a hostile file no more is kept in memory than it holds. */
#include "lines.h"

#include <stdlib.h>
#include <string.h>

enum {
    DEEPEST = 64,       /* lists and objects in one another, at most */
    CHUNK = 1 << 16,    /* bytes of a string that are read at once */
    EMBEDDED_JSON = 262 /* the tag of a byte string that is JSON */
};

/* The kinds of items of CBOR: the upper three bits of their first byte. */
enum { WHOLE, BELOW_ZERO, BYTES, TEXT, LIST, OBJECT, TAG, SIMPLE };

/* What the lower five bits of a first byte say, if it is no number of its own. */
enum { ONE_BYTE = 24, EIGHT_BYTES = 27, WITHOUT_LENGTH = 31 };

enum { IS_FALSE = 20, IS_TRUE = 21, IS_NULL = 22, SINGLE = 26, DOUBLE = 27 };

typedef struct head {
    unsigned kind, low;
    uint64_t value;
} head;

static json_t *wrong(refusal *why, const char *what)
{
    refuse(why, "%s", what);
    return NULL;
}

static const char cut_off[] = "it is cut off";

/* Reads an item's first bytes: false at the end of the file, or where they are none, with a sentence.
 */
static bool read_head(FILE *file, head *out, refusal *why)
{
    int first = getc(file);
    if (first == EOF)
        return refuse(why, "%s", cut_off);
    *out = (head){(unsigned)first >> 5, (unsigned)first & 31, (unsigned)first & 31};
    if (out->low < ONE_BYTE || out->low == WITHOUT_LENGTH)
        return true;
    if (out->low > EIGHT_BYTES)
        return refuse(why, "it is not CBOR");
    out->value = 0;
    for (int left = 1 << (out->low - ONE_BYTE); left; left--) {
        int byte = getc(file);
        if (byte == EOF)
            return refuse(why, "%s", cut_off);
        out->value = out->value << 8 | (unsigned)byte;
    }
    return true;
}

/* Reads the bytes of a string, in as much memory as the file has bytes; NULL with a sentence. */
static char *read_bytes(FILE *file, uint64_t length, refusal *why)
{
    char *bytes = NULL;
    uint64_t count = 0;
    do {
        size_t more = length - count < CHUNK ? (size_t)(length - count) : CHUNK;
        char *larger = realloc(bytes, count + more + 1);
        if (!larger) {
            free(bytes);
            refuse(why, "there is no memory");
            return NULL;
        }
        bytes = larger;
        if (fread(bytes + count, 1, more, file) != more) {
            free(bytes);
            refuse(why, "%s", cut_off);
            return NULL;
        }
        count += more;
    } while (count < length);
    return bytes;
}

static json_t *read_item(FILE *file, int depth, bool *breaks, refusal *why);

static json_t *read_string(FILE *file, const head *of, refusal *why)
{
    char *bytes = of->low == WITHOUT_LENGTH ? NULL : read_bytes(file, of->value, why);
    if (!bytes)
        return of->low == WITHOUT_LENGTH ? wrong(why, "a string has no length") : NULL;
    json_t *out = json_stringn(bytes, (size_t)of->value);
    free(bytes);
    return out ? out : wrong(why, "a string is not UTF-8");
}

/* Reads a byte string that is JSON, behind its tag. */
static json_t *read_json(FILE *file, refusal *why)
{
    head of;
    if (!read_head(file, &of, why))
        return NULL;
    if (of.kind != BYTES || of.low == WITHOUT_LENGTH)
        return wrong(why, "a tag stands before something else");
    char *bytes = read_bytes(file, of.value, why);
    if (!bytes)
        return NULL;
    json_error_t problem;
    json_t *out =
        json_loadb(bytes, (size_t)of.value, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, &problem);
    free(bytes);
    return out ? out : wrong(why, problem.text);
}

static json_t *read_list(FILE *file, const head *of, int depth, refusal *why)
{
    json_t *list = json_array();
    for (uint64_t i = 0; list && (of->low == WITHOUT_LENGTH || i < of->value); i++) {
        bool ends = of->low == WITHOUT_LENGTH;
        json_t *item = read_item(file, depth + 1, &ends, why);
        if (ends)
            return list;
        if (!item || json_array_append_new(list, item)) {
            json_decref(list);
            return NULL;
        }
    }
    return list;
}

static json_t *read_object(FILE *file, const head *of, int depth, refusal *why)
{
    json_t *object = json_object();
    for (uint64_t i = 0; object && (of->low == WITHOUT_LENGTH || i < of->value); i++) {
        bool ends = of->low == WITHOUT_LENGTH;
        bool ends_in_value = false;
        json_t *key = read_item(file, depth + 1, &ends, why);
        if (ends)
            return object;
        json_t *value = json_is_string(key) ? read_item(file, depth + 1, &ends_in_value, why) : NULL;
        const char *name = json_string_value(key);
        bool twice = value && json_object_get(object, name);
        if (twice)
            refuse(why, "a key stands twice");
        else if (key && !name)
            refuse(why, "a key is no text");
        bool good = value && !twice && !json_object_set(object, name, value);
        json_decref(key);
        json_decref(value);
        if (!good) {
            json_decref(object);
            return NULL;
        }
    }
    return object;
}

static json_t *read_simple(const head *of, bool is_end, refusal *why)
{
    float single;
    double number;
    uint32_t bits = (uint32_t)of->value;
    switch (of->low) {
    case IS_FALSE:
    case IS_TRUE:
        return json_boolean(of->low == IS_TRUE);
    case IS_NULL:
        return json_null();
    case SINGLE:
        memcpy(&single, &bits, sizeof single);
        number = (double)single;
        break;
    case DOUBLE:
        memcpy(&number, &of->value, sizeof number);
        break;
    case WITHOUT_LENGTH:
        if (is_end)
            return NULL;
        return wrong(why, "an end stands where nothing has begun");
    default:
        return wrong(why, "there is a value that JSON does not have");
    }
    json_t *out = json_real(number);
    return out ? out : wrong(why, "a number is not finite");
}

/* Reads an item. breaks: in, whether an end is expected here too; out, whether it was one. */
static json_t *read_item(FILE *file, int depth, bool *breaks, refusal *why)
{
    const bool may_break = *breaks;
    head of;
    *breaks = false;
    if (depth > DEEPEST)
        return wrong(why, "lists are too deep in one another");
    if (!read_head(file, &of, why))
        return NULL;
    switch (of.kind) {
    case WHOLE:
    case BELOW_ZERO:
        if (of.low == WITHOUT_LENGTH || of.value > INT64_MAX)
            return wrong(why, "a whole number is too large");
        return json_integer(of.kind == WHOLE ? (json_int_t)of.value : -1 - (json_int_t)of.value);
    case TEXT:
        return read_string(file, &of, why);
    case LIST:
        return read_list(file, &of, depth, why);
    case OBJECT:
        return read_object(file, &of, depth, why);
    case TAG:
        if (of.value == EMBEDDED_JSON && of.low != WITHOUT_LENGTH)
            return read_json(file, why);
        return wrong(why, "there is a tag that is not known");
    case SIMPLE:
        *breaks = may_break && of.low == WITHOUT_LENGTH;
        return read_simple(&of, *breaks, why);
    default:
        return wrong(why, "there are bytes that are no text");
    }
}

/* ---- lines -------------------------------------------------------------------------------------- */

/* Finds out whether the file is CBOR, by its first three bytes. */
static bool begin(lines *in, refusal *why)
{
    static const int mark[] = {0xD9, 0xD9, 0xF7};
    int first = getc(in->file);
    in->begun = true;
    if (first != mark[0]) {
        if (first != EOF)
            ungetc(first, in->file);
        return true;
    }
    in->cbor = true;
    return (getc(in->file) == mark[1] && getc(in->file) == mark[2]) ||
           refuse(why, "it is neither text nor CBOR");
}

static json_t *next_text(lines *in, refusal *why)
{
    json_error_t problem;
    ssize_t count = getline(&in->text, &in->capacity, in->file);
    if (count < 0) {
        in->ended = true;
        return NULL;
    }
    in->number++;
    json_t *line = json_loadb(in->text, (size_t)count, JSON_REJECT_DUPLICATES, &problem);
    return line ? line : wrong(why, problem.text);
}

json_t *lines_next(lines *in, refusal *why)
{
    if (!in->begun && !begin(in, why)) {
        in->ended = true;
        return NULL;
    }
    if (!in->cbor)
        return next_text(in, why);
    int first = getc(in->file);
    if (first == EOF) {
        in->ended = true;
        return NULL;
    }
    ungetc(first, in->file);
    in->number++;
    bool breaks = false;
    json_t *line = read_item(in->file, 0, &breaks, why);
    if (line && !json_is_object(line)) {
        json_decref(line);
        line = wrong(why, "an item is no object");
    }
    if (!line && !why->sentence[0])
        refuse(why, "there is no memory");
    in->ended = !line;
    return line;
}

void lines_free(lines *in)
{
    free(in->text);
    *in = (lines){0};
}
