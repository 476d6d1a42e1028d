/* Whole files as bytes. */
#include "io/text/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/array.h"

static const char *open_problem(int number)
{
    switch (number) {
    case ENOENT:
    case ENOTDIR:
        return "cannot be opened: there is no such file";
    case EACCES:
        return "cannot be opened: reading it is not permitted";
    default:
        return "cannot be opened";
    }
}

static lw_status read_open_file(FILE *file, const char *path, size_t limit, char **bytes, size_t *size,
                                lw_error *error)
{
    struct stat about;
    if (fstat(fileno(file), &about) || !S_ISREG(about.st_mode))
        return lw_fail_at(error, LW_ERROR_FILE, path, 0, 0, "cannot be opened: not a regular file");
    if ((uintmax_t)about.st_size > limit)
        return lw_fail_at(error, LW_ERROR_FILE, path, 0, 0,
                          "has %ju bytes; %zu are the most that is read", (uintmax_t)about.st_size,
                          limit);
    char *content = calloc((size_t)about.st_size + 1, 1);
    if (!content)
        return lw_fail_memory(error);
    *size = fread(content, 1, (size_t)about.st_size, file);
    if (ferror(file)) {
        free(content);
        return lw_fail_at(error, LW_ERROR_FILE, path, 0, 0, "cannot be read");
    }
    *bytes = content;
    return LW_OK;
}

lw_status lw_file_read(const char *path, size_t limit, char **bytes, size_t *size, lw_error *error)
{
    *bytes = NULL;
    if (!*path)
        return lw_fail_unnamed(error);
    /* tested before it is opened: opening a pipe waits until somebody writes to it */
    struct stat about;
    if (!stat(path, &about) && !S_ISREG(about.st_mode))
        return lw_fail_at(error, LW_ERROR_FILE, path, 0, 0, "cannot be opened: not a regular file");
    errno = 0;
    FILE *file = fopen(path, "rb");
    if (!file && errno == ENOMEM)
        return lw_fail_memory(error);
    if (!file)
        return lw_fail_at(error, LW_ERROR_FILE, path, 0, 0, "%s", open_problem(errno));
    lw_status status = read_open_file(file, path, limit, bytes, size, error);
    fclose(file);
    return status;
}

lw_status lw_file_read_input(size_t limit, char **bytes, size_t *size, lw_error *error)
{
    struct {
        char *items;
        size_t count, capacity;
    } read = {0};
    lw_status status = LW_OK;
    size_t length = 1;
    while (!status && length) {
        if (!LW_ARRAY_RESERVE(&read, read.count + (64 << 10) + 1)) {
            status = lw_fail_memory(error);
            break;
        }
        length = fread(read.items + read.count, 1, 64 << 10, stdin);
        read.count += length;
        if (ferror(stdin))
            status = lw_fail(error, LW_ERROR_FILE, "standard input cannot be read");
        else if (read.count > limit)
            status = lw_fail(error, LW_ERROR_FILE,
                             "standard input has more than %zu bytes, the most that is read", limit);
    }
    if (status) {
        free(read.items);
        return status;
    }
    read.items[read.count] = '\0';
    *bytes = read.items;
    *size = read.count;
    return LW_OK;
}

bool lw_path_ends(const char *path, const char *ending)
{
    const char *dot = strrchr(path, '.');
    size_t i = 0;
    while (dot && dot[1 + i] && (dot[1 + i] | 0x20) == ending[i])
        i++;
    return dot && !dot[1 + i] && !ending[i];
}
