/* A line of text for the caller's memory, written through a stream. */
#include "io/text_stream.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

lw_status lw_text_begin(lw_text_stream *stream, char *text, size_t size, lw_error *error)
{
    *stream = (lw_text_stream){.size = size};
    stream->room = text;
    if (!text && size)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there is no room of %zu bytes", size);
    stream->file = open_memstream(&stream->text, &stream->length);
    return stream->file ? LW_OK : lw_fail_memory(error);
}

lw_status lw_text_end(lw_text_stream *stream, bool written, size_t *length, lw_error *error)
{
    bool whole = written && !ferror(stream->file);
    whole = !fclose(stream->file) && whole;
    if (whole) {
        size_t full = stream->length - 1;
        size_t size = stream->size;
        size_t kept = full < size ? full : size ? size - 1 : 0;
        if (size) {
            memcpy(stream->room, stream->text, kept);
            stream->room[kept] = '\0';
        }
        if (length)
            *length = full;
    }
    free(stream->text);
    return whole ? LW_OK : lw_fail_memory(error);
}
