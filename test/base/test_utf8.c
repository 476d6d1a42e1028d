/* Tests base/utf8.h against the definition, for all characters and all texts of up to three bytes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdbool.h>

#include "base/random.h"
#include "base/utf8.h"
#include "seed.h"

static void test_all_characters(void **state)
{
    (void)state;
    for (uint32_t code = 0; code <= 0x10ffff; code++) {
        char text[5] = "";
        uint32_t back = 0;
        size_t length = lw_utf8_write(code, text);
        assert_int_equal(length, code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4);
        bool surrogate = code >= 0xd800 && code < 0xe000;
        assert_int_equal(lw_utf8_read(text, length, &back), surrogate ? 0 : length);
        assert_true(surrogate || back == code);
        assert_int_equal(lw_utf8_read(text, length - 1, &back), 0);
    }
}

/* Bytes that are read as a character are the encoding of that character: overlong encodings are
 * refused. */
static void test_only_as_written(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (uint32_t i = 0; i < 1 << 24; i += 1 + lw_random_below(&random, 7)) {
        char text[4] = {(char)(i >> 16), (char)(i >> 8), (char)i, (char)(0x80 | (i & 0x3f))};
        char again[4];
        uint32_t code = 0;
        size_t length = lw_utf8_read(text, sizeof text, &code);
        if (!length)
            continue;
        assert_int_equal(lw_utf8_write(code, again), length);
        assert_memory_equal(text, again, length);
    }
    uint32_t code;
    assert_int_equal(lw_utf8_read("\xf4\x90\x80\x80", 4, &code), 0); /* U+110000 */
    assert_int_equal(lw_utf8_read("\xff\xbf\xbf\xbf", 4, &code), 0);
    assert_int_equal(lw_utf8_read("", 0, &code), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_characters),
        cmocka_unit_test(test_only_as_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
