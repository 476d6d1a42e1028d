/* Tests io/text/value_write.c: the examples of RFC 8949, Appendix A, and random values in both forms,
 * which have to say the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "cbor_text.h"
#include "io/text/value_write.h"
#include "seed.h"

enum { ROOM = 1 << 16 };

typedef struct written {
    char room[ROOM];
    lw_text text;
    lw_values values;
} written;

static lw_values *begin(written *w, bool cbor)
{
    assert_int_equal(lw_text_begin(&w->text, w->room, ROOM, NULL), LW_OK);
    w->values = (lw_values){.text = &w->text, .cbor = cbor};
    return &w->values;
}

/* checks the bytes that were written, which `wanted` has in hexadecimal digits */
static void is(const written *w, const char *wanted)
{
    char digits[256] = "";
    assert_true(w->text.length < sizeof digits / 2);
    for (size_t i = 0; i < w->text.length; i++)
        snprintf(digits + 2 * i, 3, "%02x", (unsigned)(unsigned char)w->room[i]);
    assert_string_equal(digits, wanted);
}

static void whole_numbers_are_as_in_the_standard(void **state)
{
    (void)state;
    static const struct {
        int64_t value;
        const char *bytes;
    } known[] = {{0, "00"},
                 {1, "01"},
                 {10, "0a"},
                 {23, "17"},
                 {24, "1818"},
                 {25, "1819"},
                 {100, "1864"},
                 {255, "18ff"},
                 {256, "190100"},
                 {1000, "1903e8"},
                 {65535, "19ffff"},
                 {65536, "1a00010000"},
                 {1000000, "1a000f4240"},
                 {4294967295, "1affffffff"},
                 {4294967296, "1b0000000100000000"},
                 {1000000000000, "1b000000e8d4a51000"},
                 {-1, "20"},
                 {-10, "29"},
                 {-24, "37"},
                 {-25, "3818"},
                 {-100, "3863"},
                 {-1000, "3903e7"},
                 {INT64_MIN, "3b7fffffffffffffff"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        written w;
        lw_values_signed(begin(&w, true), known[i].value);
        is(&w, known[i].bytes);
        if (known[i].value >= 0) {
            lw_values_whole(begin(&w, true), (uint64_t)known[i].value);
            is(&w, known[i].bytes);
        }
    }
    written w;
    lw_values_whole(begin(&w, true), UINT64_MAX);
    is(&w, "1bffffffffffffffff");
}

static void numbers_take_the_fewest_bytes(void **state)
{
    (void)state;
    static const struct {
        double value;
        const char *bytes;
    } known[] = {{0, "00"},
                 {-0.0, "fa80000000"},
                 {0.5, "fa3f000000"},
                 {-1, "20"},
                 {2147483647, "1a7fffffff"},
                 {-2147483647, "3a7ffffffe"},
                 {2147483648, "fa4f000000"},
                 {2147483649, "fb41e0000000200000"},
                 {3.4028234663852886e+38, "fa7f7fffff"},
                 {1.1, "fb3ff199999999999a"},
                 {-4.1, "fbc010666666666666"},
                 {1e300, "fb7e37e43c8800759c"},
                 {5e-324, "fb0000000000000001"},
                 {1.401298464324817e-45, "fa00000001"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        written w;
        lw_values_number(begin(&w, true), known[i].value);
        is(&w, known[i].bytes);
        lw_values_numbers(begin(&w, true), (double[]){known[i].value}, 1);
        char list[64];
        snprintf(list, sizeof list, "81%s", known[i].bytes);
        is(&w, list);
    }
}

static void the_rest_is_as_in_the_standard(void **state)
{
    (void)state;
    written w;
    lw_values_text(begin(&w, true), "IETF");
    is(&w, "6449455446");
    lw_values_text(begin(&w, true), "");
    is(&w, "60");
    lw_values_text(begin(&w, true), NULL);
    is(&w, "f6");
    lw_values_true(begin(&w, true));
    is(&w, "f5");
    lw_values_json(begin(&w, true), "\"a\"");
    is(&w, "d9010643226122");
    /* {_ "a": 1, "b": [_ 2, 3]} */
    lw_values *out = begin(&w, true);
    lw_values_object(out);
    lw_values_whole_of(out, "a", 1);
    lw_values_key(out, "b");
    lw_values_list(out);
    lw_values_whole(out, 2);
    lw_values_whole(out, 3);
    lw_values_end_list(out);
    lw_values_end_object(out);
    is(&w, "bf61610161629f0203ffff");
}

/* writes a random value, the same in each form; depth: how deep it may be */
static void write_random(lw_random *random, lw_values *out, int depth)
{
    static const char *const texts[] = {"", "x", "a \"b\" \\ \xC3\xA9", "a text of more than 24 bytes"};
    double numbers[30];
    uint32_t kind = lw_random_below(random, depth > 0 ? 9 : 7);
    uint32_t count = lw_random_below(random, 30);
    for (size_t i = 0; i < 30; i++) {
        uint64_t bits = lw_random_bits(random);
        memcpy(&numbers[i], &bits, sizeof bits);
        if (!(numbers[i] - numbers[i] == 0) || i % 3 == 0)
            numbers[i] = (double)(int64_t)(bits >> (32 + bits % 31)) * (i % 2 ? 0.25 : -1);
    }
    switch (kind) {
    case 0:
        lw_values_true(out);
        return;
    case 1:
        lw_values_text(out, texts[count % 4]);
        return;
    case 2:
        lw_values_whole(out, lw_random_bits(random) >> (2 * count));
        return;
    case 3:
        lw_values_signed(out, -(int64_t)(lw_random_bits(random) >> (1 + 2 * count)));
        return;
    case 4:
        lw_values_number(out, numbers[count]);
        return;
    case 5:
        lw_values_numbers(out, numbers, count);
        return;
    case 6:
        lw_values_json(out, count % 2 ? "\"id\"" : "17");
        return;
    case 7:
        lw_values_list(out);
        for (uint32_t i = 0; i < count % 5; i++)
            write_random(random, out, depth - 1);
        lw_values_end_list(out);
        return;
    default:
        lw_values_object(out);
        lw_values_number_of(out, "number", numbers[count]);
        lw_values_numbers_of(out, "numbers", numbers, count);
        lw_values_text_of(out, "text", texts[count % 4]);
        for (uint32_t i = 0; i < count % 4; i++) {
            lw_values_key(out, texts[3]);
            write_random(random, out, depth - 1);
        }
        lw_values_end_object(out);
    }
}

static void both_forms_say_the_same(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    static written text;
    static written cbor;
    static written again;
    for (int round = test_rounds(20000, 1000000); round > 0; round--) {
        lw_random same = random;
        write_random(&random, begin(&text, false), 3);
        write_random(&same, begin(&cbor, true), 3);
        assert_true(text.text.length < ROOM && cbor.text.length < ROOM);
        begin(&again, false);
        cbor_as_text(cbor.room, cbor.text.length, &again.text);
        lw_text_end(&again.text, NULL);
        lw_text_end(&text.text, NULL);
        assert_string_equal(again.room, text.room);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_numbers_are_as_in_the_standard),
        cmocka_unit_test(numbers_take_the_fewest_bytes),
        cmocka_unit_test(the_rest_is_as_in_the_standard),
        cmocka_unit_test(both_forms_say_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
