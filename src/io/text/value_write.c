/* Writes values as JSON text, or in CBOR (RFC 8949). */
#include "io/text/value_write.h"

#include <math.h>

#include "base/assert.h"
#include "io/text/json_write.h"

/* ---- CBOR -------------------------------------------------------------------------------------- */

/* The kinds of items, in the upper three bits of their first byte. */
enum {
    WHOLE = 0 << 5,
    BELOW_ZERO = 1 << 5,
    BYTES = 2 << 5,
    TEXT = 3 << 5,
    LIST = 4 << 5,
    TAG = 6 << 5
};

enum {
    LIST_WITHOUT_LENGTH = 0x9F,
    OBJECT_WITHOUT_LENGTH = 0xBF,
    IS_TRUE = 0xF5,
    IS_NULL = 0xF6,
    SINGLE = 0xFA,
    DOUBLE = 0xFB,
    BREAK = 0xFF, /* ends what has no length */
    EMBEDDED_JSON = 262
};

static void put_byte(lw_values *out, unsigned byte)
{
    const char one = (char)byte;
    lw_text_put_bytes(out->text, &one, 1);
}

/* Writes the low bytes of a number, the highest of them first. */
static void put_bytes(lw_values *out, unsigned first, uint64_t value, int count)
{
    char bytes[9] = {(char)first};
    for (int i = 0; i < count; i++)
        bytes[1 + i] = (char)(value >> (8 * (count - 1 - i)));
    lw_text_put_bytes(out->text, bytes, 1 + (size_t)count);
}

/* Writes the first bytes of an item: its kind, and its value or length in as few bytes as hold it. */
static void put_head(lw_values *out, unsigned kind, uint64_t value)
{
    if (value < 24)
        put_byte(out, kind | (unsigned)value);
    else if (value <= UINT8_MAX)
        put_bytes(out, kind | 24, value, 1);
    else if (value <= UINT16_MAX)
        put_bytes(out, kind | 25, value, 2);
    else if (value <= UINT32_MAX)
        put_bytes(out, kind | 26, value, 4);
    else
        put_bytes(out, kind | 27, value, 8);
}

static void put_string(lw_values *out, unsigned kind, const char *bytes, size_t count)
{
    put_head(out, kind, count);
    lw_text_put_bytes(out->text, bytes, count);
}

/* Writes a double in the shortest form from which it reads back: a whole number, a single, a double. */
static void put_double(lw_values *out, double value)
{
    const double most_whole = 0x1p31;
    const float single = (float)value;
    if (fabs(value) < most_whole && value == (double)(int64_t)value &&
        (value != 0 || !signbit(value))) {
        lw_values_signed(out, (int64_t)value);
    } else if ((double)single == value) {
        uint32_t bits;
        memcpy(&bits, &single, sizeof bits);
        put_bytes(out, SINGLE, bits, 4);
    } else {
        uint64_t bits;
        memcpy(&bits, &value, sizeof bits);
        put_bytes(out, DOUBLE, bits, 8);
    }
}

/* ---- both -------------------------------------------------------------------------------------- */

/* Before a value: in JSON a comma, unless it is the first one or follows its key. */
static void begin_value(lw_values *out)
{
    if (out->cbor)
        return;
    if (!out->after_key && out->depth) {
        if (out->begun[out->depth - 1])
            lw_text_put_bytes(out->text, ", ", 2);
        out->begun[out->depth - 1] = true;
    }
    out->after_key = false;
}

static void begin(lw_values *out, unsigned cbor, unsigned json)
{
    begin_value(out);
    put_byte(out, out->cbor ? cbor : json);
    LW_ASSERT(out->depth, <, (unsigned)LW_VALUES_DEPTH);
    out->begun[out->depth++] = false;
}

static void end(lw_values *out, unsigned json)
{
    out->depth--;
    put_byte(out, out->cbor ? BREAK : json);
}

void lw_values_object(lw_values *out)
{
    begin(out, OBJECT_WITHOUT_LENGTH, '{');
}

void lw_values_list(lw_values *out)
{
    begin(out, LIST_WITHOUT_LENGTH, '[');
}

void lw_values_end_object(lw_values *out)
{
    end(out, '}');
}

void lw_values_end_list(lw_values *out)
{
    end(out, ']');
}

void lw_values_key(lw_values *out, const char *key)
{
    if (out->cbor) {
        put_string(out, TEXT, key, strlen(key));
        return;
    }
    begin_value(out);
    lw_text_put_bytes(out->text, "\"", 1);
    lw_text_put(out->text, key);
    lw_text_put_bytes(out->text, "\": ", 3);
    out->after_key = true;
}

void lw_values_true(lw_values *out)
{
    begin_value(out);
    if (out->cbor)
        put_byte(out, IS_TRUE);
    else
        lw_text_put(out->text, "true");
}

void lw_values_text(lw_values *out, const char *string)
{
    begin_value(out);
    if (!string && out->cbor)
        put_byte(out, IS_NULL);
    else if (!string)
        lw_text_put(out->text, "null");
    else if (out->cbor)
        put_string(out, TEXT, string, strlen(string));
    else
        lw_json_write_text(out->text, string);
}

void lw_values_whole(lw_values *out, uint64_t value)
{
    begin_value(out);
    if (out->cbor)
        put_head(out, WHOLE, value);
    else
        lw_text_put_whole(out->text, value);
}

void lw_values_signed(lw_values *out, int64_t value)
{
    begin_value(out);
    if (!out->cbor)
        lw_text_put_signed(out->text, value);
    else if (value < 0)
        put_head(out, BELOW_ZERO, (uint64_t)(-1 - value));
    else
        put_head(out, WHOLE, (uint64_t)value);
}

void lw_values_number(lw_values *out, double value)
{
    begin_value(out);
    if (out->cbor)
        put_double(out, value);
    else
        lw_json_write_number(out->text, value);
}

void lw_values_numbers(lw_values *out, const double *values, size_t count)
{
    begin_value(out);
    if (!out->cbor) {
        lw_json_write_numbers(out->text, values, count);
        return;
    }
    put_head(out, LIST, count);
    for (size_t i = 0; i < count; i++)
        put_double(out, values[i]);
}

void lw_values_json(lw_values *out, const char *json)
{
    begin_value(out);
    if (!out->cbor) {
        lw_text_put(out->text, json);
        return;
    }
    put_head(out, TAG, EMBEDDED_JSON);
    put_string(out, BYTES, json, strlen(json));
}

void lw_values_text_of(lw_values *out, const char *key, const char *string)
{
    lw_values_key(out, key);
    lw_values_text(out, string);
}

void lw_values_whole_of(lw_values *out, const char *key, uint64_t value)
{
    lw_values_key(out, key);
    lw_values_whole(out, value);
}

void lw_values_number_of(lw_values *out, const char *key, double value)
{
    lw_values_key(out, key);
    lw_values_number(out, value);
}

void lw_values_numbers_of(lw_values *out, const char *key, const double *values, size_t count)
{
    lw_values_key(out, key);
    lw_values_numbers(out, values, count);
}
