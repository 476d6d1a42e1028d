/* Decodes base64. */
#include "io/text/base64.h"

#include <stdint.h>

/* the value of a base64 digit; -1 for any other character */
static int digit_value(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

bool lw_base64_decode(const char *text, size_t length, unsigned char *bytes, size_t *size)
{
    for (int padding = 0; padding < 2 && length && text[length - 1] == '='; padding++)
        length--;
    uint32_t bits = 0;
    *size = 0;
    for (size_t i = 0; i < length; i++) {
        int value = digit_value(text[i]);
        if (value < 0)
            return false;
        bits = bits << 6 | (uint32_t)value;
        if (i % 4)
            bytes[(*size)++] = (unsigned char)(bits >> (6 - 2 * (i % 4)) & 255);
    }
    return length % 4 != 1;
}
