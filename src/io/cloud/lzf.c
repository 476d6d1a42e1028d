/* Decompresses LZF (Lehmann, liblzf), the format of compressed PCD files: runs of bytes, and copies of
 * earlier bytes. A byte c < 32 begins a run of c + 1 bytes. Another one begins a copy: its upper 3 bits
 * are the length less 2, or 7 where a further byte is added; its lower 5 bits and the next byte are the
 * distance less 1. A copy may overlap what it writes. liblzf itself is no dependency: it has no file
 * for pkg-config, and this is all of it that is needed. */
#include "io/cloud/lzf.h"

#include <string.h>

bool lw_lzf_decompress(const char *bytes, size_t size, char *out, size_t room)
{
    size_t in = 0;
    size_t at = 0;
    while (in < size) {
        const unsigned control = (unsigned char)bytes[in++];
        size_t length = control + 1;
        if (control < 32) {
            if (length > size - in || length > room - at)
                return false;
            memcpy(out + at, bytes + in, length);
            in += length;
            at += length;
            continue;
        }
        length = (control >> 5) + 2;
        if (length == 9 && in < size)
            length += (unsigned char)bytes[in++];
        if (in >= size)
            return false;
        const size_t back = ((size_t)(control & 31) << 8 | (unsigned char)bytes[in++]) + 1;
        if (back > at || length > room - at)
            return false;
        for (; length; length--, at++)
            out[at] = out[at - back];
    }
    return at == room;
}
