/* Strings and numbers as JSON text, for writers whose order of fields is part of the format. */
#include "io/json_write.h"

#include <stdio.h>

#include "io/number.h"

/* How many bytes from text on are one character of UTF-8; 0: invalid. */
static size_t character_length(const unsigned char *text)
{
    if (text[0] < 0x80)
        return 1;
    size_t length = text[0] >= 0xf0 ? 4 : text[0] >= 0xe0 ? 3 : 2;
    if (text[0] < 0xc2 || text[0] > 0xf4)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    /* an overlong form, half of a surrogate pair, beyond the last character */
    bool wrong = (text[0] == 0xe0 && text[1] < 0xa0) || (text[0] == 0xed && text[1] > 0x9f) ||
                 (text[0] == 0xf0 && text[1] < 0x90) || (text[0] == 0xf4 && text[1] > 0x8f);
    return wrong ? 0 : length;
}

void lw_json_write_text(lw_text *text, const char *string)
{
    lw_text_put(text, "\"");
    for (const unsigned char *at = (const unsigned char *)(string ? string : ""); *at;) {
        size_t length = character_length(at);
        if (!length) {
            lw_text_put(text, "\\ufffd");
        } else if (*at < 0x20) {
            char code[8];
            snprintf(code, sizeof code, "\\u%04x", (unsigned)*at);
            lw_text_put(text, code);
        } else {
            if (*at == '"' || *at == '\\')
                lw_text_put(text, "\\");
            lw_text_put_bytes(text, (const char *)at, length);
        }
        at += length ? length : 1;
    }
    lw_text_put(text, "\"");
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
