/* Tests io/text/text.h: texts that fit, that are cut anywhere, and that are only counted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "expect.h"
#include "io/text/text.h"

static const char whole[] = "one, 18446744073709551615-9223372036854775808 end";

static void write_all(lw_text *text)
{
    lw_text_put(text, "one, ");
    lw_text_put_whole(text, UINT64_MAX);
    lw_text_put_signed(text, INT64_MIN);
    lw_text_put(text, "");
    lw_text_put_bytes(text, " end of it", 4);
}

/* As snprintf does, for each size: as many bytes as fit, a zero, and nothing behind the buffer. */
static void cut_texts(void **state)
{
    (void)state;
    for (size_t size = 0; size < sizeof whole + 3; size++) {
        char room[100];
        char wanted[100];
        lw_text text;
        size_t length = 0;
        memset(room, '#', sizeof room);
        memset(wanted, '#', sizeof wanted);
        if (size)
            snprintf(wanted, size, "%s", whole);
        assert_int_equal(lw_text_begin(&text, size ? room : NULL, size, NULL), LW_OK);
        write_all(&text);
        lw_text_end(&text, &length);
        assert_int_equal(length, strlen(whole));
        if (size)
            assert_string_equal(room, wanted);
        for (size_t i = size; i < sizeof room; i++)
            assert_int_equal(room[i], '#');
    }
}

static void signs(void **state)
{
    (void)state;
    char room[100];
    lw_text text;
    assert_int_equal(lw_text_begin(&text, room, sizeof room, NULL), LW_OK);
    lw_text_put_signed(&text, 0);
    lw_text_put_signed(&text, INT64_MAX);
    lw_text_put_signed(&text, -1);
    lw_text_end(&text, NULL);
    assert_string_equal(room, "09223372036854775807-1");
}

static void no_room(void **state)
{
    (void)state;
    lw_error e = {0};
    lw_text text;
    refused(lw_text_begin(&text, NULL, 3, &e), LW_ERROR_ARGUMENT, &e, "no room of 3 bytes");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(cut_texts), cmocka_unit_test(signs),
                                       cmocka_unit_test(no_room)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
