/* A file as a tree of values: its memory, its text, and the errors in it. */
#include "io/text/document.h"

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void lw_document_free(lw_document *document)
{
    lw_arena_free(&document->arena);
}

void *lw_document_take(lw_document *document, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / 4 / size)
        return NULL;
    return lw_arena_take_small(&document->arena, count * size);
}

char *lw_document_text(lw_document *document, const char *text, size_t length)
{
    char *copy = lw_document_take(document, length + 1, 1);
    if (copy && length)
        memcpy(copy, text, length);
    return copy;
}

lw_status lw_fail_read(const char *file, int line, int code, lw_error *error)
{
    char reason[200];
    if (code == ENOMEM)
        return lw_fail_memory(error);
    if (strerror_r(code, reason, sizeof reason) != 0)
        snprintf(reason, sizeof reason, "error %d", code);
    return lw_fail_at(error, LW_ERROR_FILE, file, line, 0, "cannot be read: %s", reason);
}

lw_status lw_document_read(lw_document *document, const char *path, char **text, size_t *length)
{
    if (!*path)
        return lw_fail_unnamed(document->error);
    FILE *file = strcmp(path, "-") ? fopen(path, "rb") : stdin;
    if (!file)
        return lw_fail_read(path, 0, errno, document->error);
    lw_status status = LW_OK;
    size_t capacity = 64 * 1024;
    size_t used = 0;
    char *bytes = malloc(capacity);
    for (;;) {
        if (!bytes) {
            status = lw_fail_memory(document->error);
            break;
        }
        used += fread(bytes + used, 1, capacity - 1 - used, file);
        if (ferror(file)) {
            status = lw_fail_read(path, 0, errno, document->error);
            break;
        }
        if (used < capacity - 1)
            break;
        if (capacity >= LW_DOCUMENT_BYTES) {
            status = lw_fail_at(document->error, LW_ERROR_FILE, path, 0, 0, "is larger than %d bytes",
                                (int)LW_DOCUMENT_BYTES);
            break;
        }
        capacity *= 2;
        char *more = realloc(bytes, capacity);
        if (!more)
            free(bytes);
        bytes = more;
    }
    if (!status) {
        *length = used;
        if (!(*text = lw_arena_take(&document->arena, used + 1)))
            status = lw_fail_memory(document->error);
        else
            memcpy(*text, bytes, used);
    }
    free(bytes);
    if (file != stdin)
        fclose(file);
    return status;
}

void lw_document_subject(lw_document *document, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(document->subject, sizeof document->subject, format, arguments);
    va_end(arguments);
}

void lw_value_say(lw_document *document, const lw_value *node, lw_status status, const char *format,
                  ...)
{
    char sentence[480];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    lw_error_set(document->error, status, document->file, node ? node->line : 0,
                 node ? node->column : 0, "%s%s%s", document->subject, document->subject[0] ? ": " : "",
                 sentence);
}

lw_status lw_value_place_within(lw_document *document, const lw_value *node, lw_status status)
{
    char sentence[sizeof document->error->file + sizeof document->error->message + 32];
    if (!status || status == LW_ERROR_MEMORY || !document->error)
        return status;
    lw_error_format(document->error, sentence, sizeof sentence);
    return lw_value_fail(document, node, status, "%s", sentence);
}

lw_status lw_value_place(lw_document *document, const lw_value *node, lw_status status)
{
    if (status)
        lw_error_place(document->error, document->file, node ? node->line : 0, node ? node->column : 0);
    return status;
}
