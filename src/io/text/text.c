/* A writer of text into the caller's buffer. */
#include "io/text/text.h"

#include "base/error.h"
#include "io/text/number.h"

lw_status lw_text_begin(lw_text *text, char *room, size_t size, lw_error *error)
{
    *text = (lw_text){.size = size};
    text->room = room;
    if (!room && size)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there is no room of %zu bytes", size);
    return LW_OK;
}

void lw_text_end(lw_text *text, size_t *length)
{
    if (text->size)
        text->room[text->length < text->size ? text->length : text->size - 1] = '\0';
    if (length)
        *length = text->length;
}

void lw_text_put_cut(lw_text *text, const char *bytes, size_t count)
{
    if (text->length < text->size)
        memcpy(text->room + text->length, bytes, text->size - text->length);
    text->length += count;
}

void lw_text_put_whole(lw_text *text, uint64_t number)
{
    char digits[LW_NUMBER_SIZE];
    lw_text_put_bytes(text, digits, lw_number_print_whole(number, digits));
}

void lw_text_put_signed(lw_text *text, int64_t number)
{
    if (number < 0)
        lw_text_put(text, "-");
    lw_text_put_whole(text, number < 0 ? -(uint64_t)number : (uint64_t)number);
}
