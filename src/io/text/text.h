/* A writer of text into the caller's buffer with snprintf's rule: bytes that do not fit are counted,
 * not written. Nothing is allocated. */
#ifndef LW_IO_TEXT_TEXT_H
#define LW_IO_TEXT_TEXT_H

#include <string.h>

#include "leeway/leeway.h"

typedef struct lw_text {
    char *room;    /* the caller's */
    size_t size;   /* bytes of room */
    size_t length; /* bytes of the whole text so far, with those that did not fit */
} lw_text;

/* Begins a text in the caller's buffer of size bytes; room may be NULL where size is 0. Error:
 * argument. */
lw_status lw_text_begin(lw_text *text, char *room, size_t size, lw_error *error);

/* Ends a text with a NUL character, after the text or as the last byte of the buffer. length: NULL, or
 * out, the length of the whole text. */
void lw_text_end(lw_text *text, size_t *length);

/* Appends bytes that do not all fit: writes as many as fit, and counts all. */
void lw_text_put_cut(lw_text *text, const char *bytes, size_t count);

/* Appends bytes; inline, because most are constant strings. */
static inline void lw_text_put_bytes(lw_text *text, const char *bytes, size_t count)
{
    if (text->length > text->size || count > text->size - text->length) {
        lw_text_put_cut(text, bytes, count);
        return;
    }
    if (count)
        memcpy(text->room + text->length, bytes, count);
    text->length += count;
}
static inline void lw_text_put(lw_text *text, const char *string)
{
    lw_text_put_bytes(text, string, strlen(string));
}

/* Append a whole number. */
void lw_text_put_whole(lw_text *text, uint64_t number);
void lw_text_put_signed(lw_text *text, int64_t number);

#endif
