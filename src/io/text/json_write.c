/* Strings and numbers as JSON text, for writers whose order of fields is part of the format. */
#include "io/text/json_write.h"

#include <stdio.h>

#include "base/utf8.h"
#include "io/text/number.h"

void lw_json_write_bytes(lw_text *text, const char *string, size_t length)
{
    const char *const end = string + length;
    lw_text_put(text, "\"");
    while (string < end) {
        uint32_t code;
        size_t count = lw_utf8_read(string, (size_t)(end - string), &code);
        if (!count) {
            lw_text_put(text, "\\ufffd");
        } else if (code < 0x20) {
            char escape[8];
            snprintf(escape, sizeof escape, "\\u%04x", (unsigned)code);
            lw_text_put(text, escape);
        } else {
            if (code == '"' || code == '\\')
                lw_text_put(text, "\\");
            lw_text_put_bytes(text, string, count);
        }
        string += count ? count : 1;
    }
    lw_text_put(text, "\"");
}

void lw_json_write_text(lw_text *text, const char *string)
{
    lw_json_write_bytes(text, string ? string : "", string ? strlen(string) : 0);
}

void lw_json_write_key(lw_text *text, const char *key)
{
    lw_text_put(text, ", \"");
    lw_text_put(text, key);
    lw_text_put(text, "\": ");
}

void lw_json_write_number(lw_text *text, double value)
{
    char digits[LW_NUMBER_SIZE];
    lw_text_put_bytes(text, digits, lw_number_print(value, digits));
}

void lw_json_write_numbers(lw_text *text, const double *values, size_t count)
{
    lw_text_put(text, "[");
    for (size_t i = 0; i < count; i++) {
        lw_text_put(text, i ? ", " : "");
        lw_json_write_number(text, values[i]);
    }
    lw_text_put(text, "]");
}

void lw_json_write_number_key(lw_text *text, const char *key, double value)
{
    lw_json_write_key(text, key);
    lw_json_write_number(text, value);
}
