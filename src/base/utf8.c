/* The characters of a text in UTF-8 (RFC 3629). */
#include "base/utf8.h"

size_t lw_utf8_read(const char *text, size_t length, uint32_t *code)
{
    /* the smallest character that needs so many bytes: a smaller one is overlong */
    static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *bytes = (const unsigned char *)text;
    if (!length)
        return 0;
    if (bytes[0] < 0x80) {
        *code = bytes[0];
        return 1;
    }
    size_t count = bytes[0] >= 0xf8   ? 0
                   : bytes[0] >= 0xf0 ? 4
                   : bytes[0] >= 0xe0 ? 3
                   : bytes[0] >= 0xc0 ? 2
                                      : 0;
    if (!count || count > length)
        return 0;
    uint32_t value = bytes[0] & (0xffu >> (count + 1));
    for (size_t i = 1; i < count; i++) {
        if ((bytes[i] & 0xc0) != 0x80)
            return 0;
        value = value << 6 | (bytes[i] & 0x3fu);
    }
    if (value < smallest[count] || value > 0x10ffff || (value >= 0xd800 && value < 0xe000))
        return 0;
    *code = value;
    return count;
}

size_t lw_utf8_write(uint32_t code, char out[4])
{
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    size_t count = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = count - 1; i > 0; i--) {
        out[i] = (char)(0x80 | (code & 0x3f));
        code >>= 6;
    }
    out[0] = (char)((0xf00u >> count & 0xf0u) | code);
    return count;
}
