/* CBOR (RFC 8949) as the JSON text of the same values, for tests: what io/text/value_write.h writes. */
#ifndef TEST_CBOR_TEXT_H
#define TEST_CBOR_TEXT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "io/text/json_write.h"

typedef struct cbor_bytes {
    const unsigned char *next, *end;
} cbor_bytes;

/* The value of so many bytes, the highest first. */
static inline uint64_t cbor_take(cbor_bytes *from, int count)
{
    uint64_t value = 0;
    assert_true(from->end - from->next >= count);
    for (int i = 0; i < count; i++)
        value = value << 8 | *from->next++;
    return value;
}

static inline void cbor_item_as_text(cbor_bytes *from, lw_text *out);

/* The items of a list, or the keys and values of an object, up to their end. */
static inline void cbor_items_as_text(cbor_bytes *from, bool is_object, uint64_t count, lw_text *out)
{
    lw_text_put(out, is_object ? "{" : "[");
    for (uint64_t i = 0; i < count; i++) {
        assert_true(from->next < from->end);
        if (count == UINT64_MAX && *from->next == 0xFF) {
            from->next++;
            break;
        }
        lw_text_put(out, i ? ", " : "");
        cbor_item_as_text(from, out);
        if (is_object) {
            lw_text_put(out, ": ");
            cbor_item_as_text(from, out);
        }
    }
    lw_text_put(out, is_object ? "}" : "]");
}

static inline void cbor_simple_as_text(cbor_bytes *from, unsigned low, lw_text *out)
{
    if (low == 26) {
        uint32_t bits = (uint32_t)cbor_take(from, 4);
        float single;
        memcpy(&single, &bits, sizeof single);
        lw_json_write_number(out, (double)single);
        return;
    }
    if (low == 27) {
        uint64_t bits = cbor_take(from, 8);
        double number;
        memcpy(&number, &bits, sizeof number);
        lw_json_write_number(out, number);
        return;
    }
    assert_true(low == 21 || low == 22);
    lw_text_put(out, low == 21 ? "true" : "null");
}

static inline void cbor_item_as_text(cbor_bytes *from, lw_text *out)
{
    unsigned first = (unsigned)cbor_take(from, 1);
    unsigned kind = first >> 5;
    unsigned low = first & 31;
    if (kind == 7) {
        cbor_simple_as_text(from, low, out);
        return;
    }
    assert_true(low < 28 || low == 31);
    uint64_t value = low == 31 ? UINT64_MAX : low < 24 ? low : cbor_take(from, 1 << (low - 24));
    switch (kind) {
    case 0:
        lw_text_put_whole(out, value);
        return;
    case 1:
        lw_text_put_signed(out, -1 - (int64_t)value);
        return;
    case 2: /* JSON, behind its tag */
    case 3:
        assert_true((uint64_t)(from->end - from->next) >= value);
        if (kind == 2)
            lw_text_put_bytes(out, (const char *)from->next, value);
        else
            lw_json_write_bytes(out, (const char *)from->next, value);
        from->next += value;
        return;
    case 4:
    case 5:
        cbor_items_as_text(from, kind == 5, value, out);
        return;
    default:
        assert_int_equal(value, 262);
        assert_true(from->next < from->end && *from->next >> 5 == 2);
        cbor_item_as_text(from, out);
    }
}

/* The text of one item, which all the bytes are. */
static inline void cbor_as_text(const char *bytes, size_t length, lw_text *out)
{
    cbor_bytes from = {(const unsigned char *)bytes, (const unsigned char *)bytes + length};
    cbor_item_as_text(&from, out);
    assert_ptr_equal(from.next, from.end);
}

#endif
