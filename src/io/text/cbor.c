#include "io/text/cbor.h"

#include "base/array.h"
#include "io/text/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The kinds of items: the upper three bits of their first byte. */
typedef enum item_kind { WHOLE, BELOW_ZERO, BYTES, TEXT, LIST, MAP, TAG, SIMPLE } item_kind;

enum {
    ONE_BYTE = 24,       /* the lower five bits, if the number is in the byte behind */
    EIGHT_BYTES = 27,    /* or in eight */
    WITHOUT_LENGTH = 31, /* or a break ends the item */
    IS_FALSE = 20,       /* simple values */
    IS_TRUE = 21,
    IS_NULL = 22,
    SINGLE = 26,
    DOUBLE = 27,
    ITSELF = 55799, /* a tag without a meaning */
    JSON = 262,     /* the tag of a byte string that is JSON */
    MOST_KEYS = 64
};

/* The first bytes of an item. */
typedef struct head {
    item_kind kind;
    unsigned low;
    uint64_t value;
} head;

static lw_status wrong(const lw_cbor *cbor, lw_document *document, const char *what)
{
    const lw_value at = {.line = cbor->number};
    return lw_value_fail(document, &at, LW_ERROR_SYNTAX, "%s", what);
}

static lw_status cut_off(const lw_cbor *cbor, lw_document *document)
{
    return wrong(cbor, document, "the item is cut off");
}

static lw_status read_head(lw_cbor *cbor, lw_document *document, head *out)
{
    if (cbor->at >= cbor->size)
        return cut_off(cbor, document);
    const unsigned first = cbor->bytes[cbor->at++];
    *out = (head){(item_kind)(first >> 5), first & 31, first & 31};
    if (out->low < ONE_BYTE || out->low == WITHOUT_LENGTH)
        return LW_OK;
    if (out->low > EIGHT_BYTES)
        return wrong(cbor, document, "this is not CBOR");
    const size_t count = (size_t)1 << (out->low - ONE_BYTE);
    if (count > cbor->size - cbor->at)
        return cut_off(cbor, document);
    out->value = 0;
    for (size_t i = 0; i < count; i++)
        out->value = out->value << 8 | cbor->bytes[cbor->at++];
    return LW_OK;
}

static lw_value *make(const lw_cbor *cbor, lw_document *document, lw_value_kind kind)
{
    lw_value *value = lw_document_take(document, 1, sizeof *value);
    if (value) {
        value->kind = kind;
        value->line = cbor->number;
        value->weight = 1;
    }
    return value;
}

static lw_status read_item(lw_cbor *cbor, lw_document *document, int depth, bool *breaks,
                           lw_value **out);

/* The bytes of a string, which are within the file. */
static lw_status read_bytes(lw_cbor *cbor, lw_document *document, const head *of, const char **bytes)
{
    if (of->low == WITHOUT_LENGTH)
        return wrong(cbor, document, "a string has no length");
    if (of->value > cbor->size - cbor->at)
        return cut_off(cbor, document);
    *bytes = (const char *)cbor->bytes + cbor->at;
    cbor->at += (size_t)of->value;
    return LW_OK;
}

static lw_status read_text(lw_cbor *cbor, lw_document *document, const head *of, lw_value **out)
{
    const char *bytes = NULL;
    lw_status status = read_bytes(cbor, document, of, &bytes);
    if (status)
        return status;
    *out = make(cbor, document, LW_VALUE_TEXT);
    char *text = *out ? lw_document_text(document, bytes, (size_t)of->value) : NULL;
    if (!text)
        return lw_fail_memory(document->error);
    (*out)->text = text;
    (*out)->length = (size_t)of->value;
    return LW_OK;
}

/* Reads what a tag stands before. */
static lw_status read_tagged(lw_cbor *cbor, lw_document *document, const head *of, int depth,
                             lw_value **out)
{
    const char *bytes = NULL;
    head string;
    if (of->value == ITSELF && depth == 0)
        return read_item(cbor, document, 1, NULL, out);
    lw_status status = of->value == JSON ? read_head(cbor, document, &string)
                                         : wrong(cbor, document, "there is a tag that JSON has not");
    if (!status && string.kind != BYTES)
        status = wrong(cbor, document, "the tag of JSON stands before something else");
    if (!status)
        status = read_bytes(cbor, document, &string, &bytes);
    return status ? status : lw_json_parse(document, bytes, (size_t)string.value, cbor->number, out);
}

/* The sign, the exponent and the fraction of a single. */
static double single(uint64_t bits)
{
    const int exponent = (int)(bits >> 23 & 255);
    const double fraction = (double)(bits & 0x7fffff);
    const double size = exponent ? ldexp(fraction + 0x800000, exponent - 150) : ldexp(fraction, -149);
    return bits >> 31 ? -size : size;
}

static lw_status read_simple(const lw_cbor *cbor, lw_document *document, const head *of, lw_value **out)
{
    const bool is_single = of->low == SINGLE;
    const bool is_number = is_single || of->low == DOUBLE;
    if (!is_number && of->low != IS_FALSE && of->low != IS_TRUE && of->low != IS_NULL)
        return wrong(cbor, document, "there is a value that JSON has not");
    *out = make(cbor, document,
                is_number            ? LW_VALUE_NUMBER
                : of->low == IS_NULL ? LW_VALUE_NULL
                                     : LW_VALUE_BOOL);
    if (!*out)
        return lw_fail_memory(document->error);
    (*out)->truth = of->low == IS_TRUE;
    if (!is_number)
        return LW_OK;
    if (is_single)
        (*out)->number = (of->value >> 23 & 255) == 255 ? (double)NAN : single(of->value);
    else
        memcpy(&(*out)->number, &of->value, sizeof(double));
    return isfinite((*out)->number) ? LW_OK : wrong(cbor, document, "a number is not finite");
}

static lw_status read_list(lw_cbor *cbor, lw_document *document, const head *of, int depth,
                           lw_value **out)
{
    LW_LIST(lw_value *) found = {0};
    lw_status status = LW_OK;
    bool ends = false;
    for (uint64_t i = 0; !status && !ends && (of->low == WITHOUT_LENGTH || i < of->value); i++) {
        lw_value *item = NULL;
        status = read_item(cbor, document, depth + 1, of->low == WITHOUT_LENGTH ? &ends : NULL, &item);
        if (status || ends)
            break;
        if (LW_ARRAY_GROW(&found))
            found.items[found.count++] = item;
        else
            status = lw_fail_memory(document->error);
    }
    *out = status ? NULL : make(cbor, document, LW_VALUE_LIST);
    if (*out)
        (*out)->items = lw_document_take(document, found.count + 1, sizeof(lw_value *));
    if (!status && (!*out || !(*out)->items))
        status = lw_fail_memory(document->error);
    for (size_t i = 0; i < found.count && !status; i++)
        (*out)->items[(*out)->count++] = found.items[i];
    free(found.items);
    return status;
}

static lw_status read_map(lw_cbor *cbor, lw_document *document, const head *of, int depth,
                          lw_value **out)
{
    bool ends = false;
    lw_value *map = *out = make(cbor, document, LW_VALUE_MAP);
    if (map)
        map->members = lw_document_take(document, MOST_KEYS, sizeof *map->members);
    lw_status status = map && map->members ? LW_OK : lw_fail_memory(document->error);
    for (uint64_t i = 0; !status && (of->low == WITHOUT_LENGTH || i < of->value); i++) {
        lw_value *key = NULL;
        status = read_item(cbor, document, depth + 1, of->low == WITHOUT_LENGTH ? &ends : NULL, &key);
        if (status || ends)
            break;
        if (key->kind != LW_VALUE_TEXT)
            return wrong(cbor, document, "a key is no text");
        if (map->count == MOST_KEYS)
            return wrong(cbor, document, "an object has more than 64 keys");
        if (lw_value_member(map, key->text))
            return wrong(cbor, document, "a key stands twice in an object");
        lw_member *member = &map->members[map->count];
        *member = (lw_member){key->text, cbor->number, 0, NULL};
        status = read_item(cbor, document, depth + 1, NULL, &member->value);
        map->count += !status;
    }
    return status;
}

/* breaks: NULL, or an item may be the break that ends a list or a map, which makes it true. */
static lw_status read_item(lw_cbor *cbor, lw_document *document, int depth, bool *breaks,
                           lw_value **out)
{
    head of;
    if (depth > LW_DOCUMENT_DEPTH)
        return wrong(cbor, document, "it is nested too deep");
    lw_status status = read_head(cbor, document, &of);
    if (status)
        return status;
    if (of.kind == SIMPLE && of.low == WITHOUT_LENGTH && breaks) {
        *breaks = true;
        return LW_OK;
    }
    switch (of.kind) {
    case WHOLE:
    case BELOW_ZERO:
        *out = make(cbor, document, LW_VALUE_NUMBER);
        if (!*out)
            return lw_fail_memory(document->error);
        (*out)->number = of.kind == WHOLE ? (double)of.value : -1 - (double)of.value;
        return of.low == WITHOUT_LENGTH ? wrong(cbor, document, "this is not CBOR") : LW_OK;
    case BYTES:
        break;
    case TEXT:
        return read_text(cbor, document, &of, out);
    case LIST:
        return read_list(cbor, document, &of, depth, out);
    case MAP:
        return read_map(cbor, document, &of, depth, out);
    case TAG:
        return read_tagged(cbor, document, &of, depth, out);
    case SIMPLE:
        return read_simple(cbor, document, &of, out);
    }
    return wrong(cbor, document, "there is a byte string");
}

lw_status lw_cbor_next(lw_cbor *cbor, lw_document *document, lw_value **out)
{
    *out = NULL;
    if (cbor->at >= cbor->size)
        return LW_OK;
    cbor->number++;
    return read_item(cbor, document, 0, NULL, out);
}
