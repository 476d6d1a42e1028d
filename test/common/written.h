/* Temporary files of tests, and expected errors. */
#ifndef LW_TEST_WRITTEN_H
#define LW_TEST_WRITTEN_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "leeway/leeway.h"

/* A new file with this content in the folder for temporary files; remove it with written_remove. */
typedef struct written {
    char path[64];
} written;

static inline written written_bytes(const char *bytes, size_t length)
{
    written file = {"/tmp/leeway-test-XXXXXX"};
    int descriptor = mkstemp(file.path);
    if (descriptor < 0 || write(descriptor, bytes, length) != (ssize_t)length) {
        perror(file.path);
        exit(1);
    }
    close(descriptor);
    return file;
}

static inline written written_text(const char *text)
{
    return written_bytes(text, strlen(text));
}

/* A new file with this content and an ending, for readers that select by it. */
static inline written written_as(const char *text, const char *ending)
{
    written plain = written_text(text);
    written file;
    snprintf(file.path, sizeof file.path, "%.40s%.20s", plain.path, ending);
    if (rename(plain.path, file.path)) {
        perror(file.path);
        exit(1);
    }
    return file;
}

static inline void written_remove(written *file)
{
    unlink(file->path);
}

/* A bad input and its expected error. */
typedef struct bad_input {
    const char *text;
    lw_status status;
    int line;
    const char *part; /* of the sentence */
} bad_input;

/* Whether an error is the expected one; prints both if it is not. */
static inline bool expected_error(const bad_input *bad, lw_status status, const lw_error *error)
{
    if (status == bad->status && error->status == status && error->line == bad->line &&
        strstr(error->message, bad->part) && !strchr(error->message, '\n'))
        return true;
    printf("of the input\n%s\nwas said (%s) %s:%d: %s\ninstead of (%s) line %d: ... %s ...\n",
           bad->text, lw_status_name(status), error->file, error->line, error->message,
           lw_status_name(bad->status), bad->line, bad->part);
    return false;
}

/* Loads a scene from a text. */
static inline lw_status written_load(lw_scene *scene, const char *text, lw_error *error)
{
    written file = written_text(text);
    lw_status status = lw_scene_load(scene, file.path, error);
    written_remove(&file);
    return status;
}

#endif
