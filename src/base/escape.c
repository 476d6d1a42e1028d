/* Escapes text for terminals: each character that acts on a terminal is made visible. A name with a
 * newline could forge a result, one with an escape sequence could control the terminal. */
#include "leeway/leeway.h"

#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

/* the longest text for one character: \u{10ffff} */
enum { LONGEST = 16 };

/* Whether a character acts instead of showing: C0, DEL and C1, line and paragraph separators,
 * characters that change the direction of writing, and the byte order mark. */
static bool acts(uint32_t code)
{
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x61c || code == 0x200e ||
           code == 0x200f || (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) ||
           code == 0xfeff;
}

/* Writes the visible form of the text's first character into shown; returns the bytes of the text that
 * it took. */
static size_t show(const char *text, size_t length, char shown[LONGEST])
{
    static const char letters[] = "abtnvfr"; /* the letters of the codes from 7 on */
    uint32_t code;
    size_t bytes = lw_utf8_read(text, length, &code);
    if (!bytes)
        snprintf(shown, LONGEST, "\\x%02x", (unsigned)(unsigned char)*text);
    else if (!acts(code))
        snprintf(shown, LONGEST, "%.*s", (int)bytes, text);
    else if (code >= '\a' && code <= '\r')
        snprintf(shown, LONGEST, "\\%c", letters[code - '\a']);
    else
        snprintf(shown, LONGEST, code < 0x80 ? "\\x%02x" : "\\u%04x", (unsigned)code);
    return bytes ? bytes : 1;
}

size_t lw_text_escape(const char *text, size_t length, char *out, size_t size)
{
    char shown[LONGEST];
    size_t written = 0; /* bytes of out; a character is written whole or not at all */
    size_t whole = 0;
    for (size_t i = 0; i < length;) {
        i += show(text + i, length - i, shown);
        size_t bytes = strlen(shown);
        if (written == whole && written + bytes < size) {
            memcpy(out + written, shown, bytes);
            written += bytes;
        }
        whole += bytes;
    }
    if (size)
        out[written] = '\0';
    return whole;
}
