/* The lines of a file or of standard input, each as soon as it arrives: read(2) returns the bytes that
 * have arrived, while stdio may wait for a full buffer and does not tell how much it holds. */
#include "io/text/lines.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/text/document.h"

/* a file may have no newline at all, as /dev/zero */
static const size_t LONGEST_LINE = (size_t)256 * 1024 * 1024;
static const size_t FIRST_CAPACITY = (size_t)64 * 1024;

lw_status lw_lines_open(lw_lines *lines, const char *path, const char *name, lw_error *error)
{
    bool input = !strcmp(path, "-");
    *lines = (lw_lines){.name = name, .descriptor = -1};
    if (!*path)
        return lw_fail_unnamed(error);
    lines->descriptor = input ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (lines->descriptor < 0 || fstat(lines->descriptor, &status))
        return lw_fail_read(name, 0, errno, error);
    return S_ISDIR(status.st_mode) ? lw_fail_read(name, 0, EISDIR, error) : LW_OK;
}

void lw_lines_close(lw_lines *lines)
{
    if (lines->descriptor > STDIN_FILENO)
        close(lines->descriptor);
    free(lines->bytes);
    *lines = (lw_lines){.descriptor = -1};
}

static char *find_end(const lw_lines *lines)
{
    return lines->end > lines->searched
               ? memchr(lines->bytes + lines->searched, '\n', lines->end - lines->searched)
               : NULL;
}

/* makes room for more at the end of the buffer */
static bool make_room(lw_lines *lines)
{
    if (lines->begin) {
        memmove(lines->bytes, lines->bytes + lines->begin, lines->end - lines->begin);
        lines->end -= lines->begin;
        lines->searched -= lines->begin;
        lines->begin = 0;
    }
    if (lines->end < lines->capacity)
        return true;
    size_t capacity = lines->capacity ? 2 * lines->capacity : FIRST_CAPACITY;
    char *bytes = realloc(lines->bytes, capacity);
    if (!bytes)
        return false;
    lines->bytes = bytes;
    lines->capacity = capacity;
    return true;
}

/* reads the bytes that have arrived, or waits for the first */
static lw_status fill(lw_lines *lines, lw_error *error)
{
    if (!make_room(lines))
        return lw_fail_memory(error);
    ssize_t got = read(lines->descriptor, lines->bytes + lines->end, lines->capacity - lines->end);
    if (got < 0)
        return lw_fail_read(lines->name, lines->number + 1, errno, error);
    lines->end += (size_t)got;
    lines->ended = got == 0;
    return LW_OK;
}

lw_status lw_lines_next(lw_lines *lines, const char **text, size_t *length, bool *more, lw_error *error)
{
    char *end = NULL;
    *more = false;
    while (!(end = find_end(lines)) && !lines->ended) {
        lines->searched = lines->end;
        if (lines->end - lines->begin > LONGEST_LINE) {
            lines->too_long = true;
            lines->begin = lines->end;
        }
        lw_status status = fill(lines, error);
        if (status)
            return status;
    }
    size_t after = end ? (size_t)(end - lines->bytes) + 1 : lines->end;
    *text = lines->bytes + lines->begin;
    *length = (end ? after - 1 : after) - lines->begin;
    bool too_long = lines->too_long;
    *more = end || *length || too_long;
    lines->begin = lines->searched = after;
    lines->number += *more;
    lines->too_long = false;
    if (too_long)
        return lw_fail_at(error, LW_ERROR_SYNTAX, lines->name, lines->number, 0,
                          "the line is longer than %zu bytes", LONGEST_LINE);
    return LW_OK;
}

bool lw_lines_wait(const lw_lines *lines)
{
    struct pollfd input = {.fd = lines->descriptor, .events = POLLIN};
    return !lines->ended && !find_end(lines) && poll(&input, 1, 0) == 0;
}
