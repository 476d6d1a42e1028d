/* The lines of a file of jobs, many at a time. read(2) returns the bytes that have arrived; stdio may
 * wait for a full buffer, and hides its contents. */
#include "part/job_lines.h"

#include "text/fail.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* a file may have no newline at all, as /dev/zero */
static const size_t LONGEST_LINE = (size_t)256 * 1024 * 1024;
static const size_t FIRST_CAPACITY = (size_t)1024 * 1024;

static lw_status fail_read(const lw_job_lines *lines, int line, int code, lw_error *error)
{
    if (code == ENOMEM)
        return lw_fail_memory(error);
    return lw_fail_at(error, LW_ERROR_FILE, lines->name, line, 0, "cannot be read: %s", strerror(code));
}

lw_status lw_job_lines_open(lw_job_lines *lines, const char *path, lw_error *error)
{
    bool input = !strcmp(path, "-");
    *lines = (lw_job_lines){.name = input ? "standard input" : path};
    lines->descriptor = input ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (lines->descriptor < 0 || fstat(lines->descriptor, &status))
        return fail_read(lines, 0, errno, error);
    return S_ISDIR(status.st_mode) ? fail_read(lines, 0, EISDIR, error) : LW_OK;
}

void lw_job_lines_close(lw_job_lines *lines)
{
    if (lines->descriptor > STDIN_FILENO)
        close(lines->descriptor);
    free(lines->bytes);
    *lines = (lw_job_lines){.descriptor = -1};
}

/* Moves the remaining bytes to the front, and makes room for more behind them. */
static bool make_room(lw_job_lines *lines)
{
    if (lines->begin) {
        memmove(lines->bytes, lines->bytes + lines->begin, lines->end - lines->begin);
        lines->end -= lines->begin;
        lines->whole -= lines->begin;
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

/* Reads the bytes that have arrived, or waits for some. */
static lw_status read_once(lw_job_lines *lines, lw_error *error)
{
    ssize_t got = read(lines->descriptor, lines->bytes + lines->end, lines->capacity - lines->end);
    if (got < 0)
        return fail_read(lines, lines->number + 1, errno, error);
    size_t end = lines->end + (size_t)got;
    lines->ended = got == 0;
    size_t whole = end;
    while (whole > lines->end && lines->bytes[whole - 1] != '\n' && !lines->ended)
        whole--;
    lines->whole = whole > lines->end || lines->ended ? whole : lines->whole;
    lines->end = end;
    return LW_OK;
}

static bool has_to_wait(const lw_job_lines *lines)
{
    struct pollfd input = {.fd = lines->descriptor, .events = POLLIN};
    return poll(&input, 1, 0) == 0;
}

/* Leaves out the rest of a line whose beginning was dropped. */
static lw_status skip(lw_job_lines *lines, lw_error *error)
{
    const char *rest = lines->bytes + lines->begin;
    const char *end = memchr(rest, '\n', lines->whole - lines->begin);
    lines->begin = end ? lines->begin + (size_t)(end - rest) + 1 : lines->whole;
    lines->too_long = false;
    return lw_fail_at(error, LW_ERROR_SYNTAX, lines->name, ++lines->number, 0,
                      "the line is longer than %zu bytes", LONGEST_LINE);
}

lw_status lw_job_lines_fill(lw_job_lines *lines, lw_error *error)
{
    if (lines->begin < lines->whole)
        return LW_OK;
    lw_status status = LW_OK;
    while (!lines->ended && !status) {
        bool whole = lines->begin < lines->whole;
        if (whole && (lines->end == lines->capacity || has_to_wait(lines)))
            break;
        if (!whole && lines->end - lines->begin > LONGEST_LINE) {
            lines->too_long = true;
            lines->begin = lines->whole = lines->end;
        }
        status = make_room(lines) ? read_once(lines, error) : lw_fail_memory(error);
    }
    /* whole lines that are left come first; the error then comes again at the next call */
    if (status && lines->begin == lines->whole)
        return status;
    return lines->too_long ? skip(lines, error) : LW_OK;
}

bool lw_job_lines_left(const lw_job_lines *lines)
{
    return !lines->ended || lines->begin < lines->whole;
}

static bool is_blank(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (text[i] != ' ' && text[i] != '\t' && text[i] != '\r')
            return false;
    return true;
}

bool lw_job_lines_next(lw_job_lines *lines, const char **text, size_t *length, int *number)
{
    while (lines->begin < lines->whole) {
        const char *begin = lines->bytes + lines->begin;
        const char *end = memchr(begin, '\n', lines->whole - lines->begin);
        *text = begin;
        *length = end ? (size_t)(end - begin) : lines->whole - lines->begin;
        *number = ++lines->number;
        lines->begin += *length + (end != NULL);
        if (!is_blank(*text, *length))
            return true;
    }
    return false;
}
