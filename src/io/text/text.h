/* A line of text that is written into the caller's memory, as snprintf writes: what does not fit is
 * counted. Nothing is allocated. */
#ifndef LW_IO_TEXT_TEXT_H
#define LW_IO_TEXT_TEXT_H

#include <string.h>

#include "leeway/leeway.h"

typedef struct lw_text {
    char *room;    /* the caller's */
    size_t size;   /* of the room */
    size_t length; /* of the whole text so far */
} lw_text;

/* Begins a text in size bytes of the caller; room may be NULL where size is 0. Error argument. */
lw_status lw_text_begin(lw_text *text, char *room, size_t size, lw_error *error);

/* Ends it: a zero at the end of the text, or of the room. length (may be NULL) becomes that of the
 * whole text. */
void lw_text_end(lw_text *text, size_t *length);

/* Appends bytes for which there is not enough room. */
void lw_text_put_cut(lw_text *text, const char *bytes, size_t count);

/* Appends bytes; inline, because most are those of a constant string. */
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
