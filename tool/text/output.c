/* The output of results: standard output, or the file of -o. A document is kept in memory until it is
 * complete, written beside the file and renamed to it. */
#include "text/output.h"

#include "text/fail.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool wants_color(FILE *file)
{
    const char *no_color = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");
    return isatty(fileno(file)) && !(no_color && *no_color) && !(terminal && !strcmp(terminal, "dumb"));
}

lw_output lw_output_to(const char *path, lw_output_kind kind, const lw_inputs *inputs)
{
    bool standard = !path || !strcmp(path, "-");
    return (lw_output){.kind = kind, .path = standard ? NULL : path, .inputs = inputs};
}

static const char *name_of(const lw_output *output)
{
    return output->path ? output->path : "standard output";
}

static lw_status fail_open(const lw_output *output, int number, lw_error *error)
{
    return lw_fail(error, LW_ERROR_FILE, "%s: cannot be written: %s", name_of(output),
                   strerror(number));
}

/* whether a new file can be made beside path */
static bool folder_is_writable(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder = slash ? strndup(path, slash > path ? (size_t)(slash - path) : 1) : strdup(".");
    bool writable = folder && !access(folder, W_OK | X_OK);
    free(folder);
    return writable;
}

/* Whether the output is held back until the end: a document for a regular or new file is; pipes and
 * devices get it at once. */
static bool is_held(const lw_output *output, bool exists, const struct stat *file)
{
    return output->kind == LW_OUTPUT_DOCUMENT && (!exists || S_ISREG(file->st_mode));
}

static lw_status open_file(lw_output *output, lw_error *error)
{
    struct stat file;
    const char *path = output->path;
    bool exists = !(path ? stat(path, &file) : fstat(STDOUT_FILENO, &file));
    if (exists && lw_inputs_hold(output->inputs, &file))
        return lw_fail(error, LW_ERROR_FILE, "%s: results cannot go into a file that is read",
                       name_of(output));
    output->held = path && is_held(output, exists, &file);
    errno = 0;
    /* tested now, before the work is done */
    if (output->held && (exists ? access(path, W_OK) != 0 : !folder_is_writable(path)))
        return fail_open(output, errno, error);
    output->file = output->held ? open_memstream(&output->text, &output->size)
                   : path       ? fopen(path, "w")
                                : stdout;
    if (!output->file)
        return fail_open(output, errno, error);
    output->color = !output->held && wants_color(output->file);
    return LW_OK;
}

lw_status lw_output_begin(lw_output *output, lw_error *error)
{
    if (output->file)
        return LW_OK;
    lw_status status = open_file(output, error);
    output->failed = status != LW_OK;
    return status;
}

/* Whether an output is a pipe or socket without a reader. Tested here, because errno may come from an
 * earlier write. */
static bool is_unread(const lw_output *output)
{
    struct pollfd end = {.fd = output->file ? fileno(output->file) : -1, .events = POLLOUT};
    return poll(&end, 1, 0) > 0 && (end.revents & POLLERR);
}

static lw_status fail(lw_output *output, int number, lw_error *error)
{
    output->unread = output->unread || number == EPIPE || is_unread(output);
    if (output->unread)
        return LW_OK;
    if (output->failed)
        return LW_ERROR_FILE;
    output->failed = true;
    return lw_fail(error, LW_ERROR_FILE, "%s: results could not be written: %s", name_of(output),
                   number ? strerror(number) : "an earlier write failed");
}

lw_status lw_output_put(lw_output *output, const char *bytes, size_t count, lw_error *error)
{
    errno = 0;
    return !count || fwrite(bytes, 1, count, output->file) == count ? LW_OK
                                                                    : fail(output, errno, error);
}

lw_status lw_output_flush(lw_output *output, lw_error *error)
{
    errno = 0;
    if (output->file && (fflush(output->file) || ferror(output->file)))
        return fail(output, errno, error);
    return LW_OK;
}

/* writes the text into an open file and closes it; false and errno where that fails */
static bool write_text(const lw_output *output, FILE *file)
{
    bool written = fwrite(output->text, 1, output->size, file) == output->size;
    int number = errno;
    if (fclose(file))
        return false;
    errno = number;
    return written;
}

/* The mode of a new file, or of the old one. */
static mode_t mode_of(const struct stat *old)
{
    if (old)
        return old->st_mode & 07777;
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/* Replaces the file atomically: writes a new file beside it, then renames it. */
static bool replace(const lw_output *output, const char *path, const struct stat *old)
{
    size_t size = strlen(path) + sizeof ".XXXXXX";
    char *beside = malloc(size);
    if (!beside)
        return false;
    snprintf(beside, size, "%s.XXXXXX", path);
    int descriptor = mkstemp(beside);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    bool done =
        file && !fchmod(descriptor, mode_of(old)) && write_text(output, file) && !rename(beside, path);
    int number = errno;
    if (!done && descriptor >= 0)
        unlink(beside);
    free(beside);
    errno = number;
    return done;
}

/* Writes the document to its file. A symbolic link, a file with several names or of another owner, and
 * one in a folder that takes no new files are overwritten in place, so that links and owners stay. */
static bool put_in_place(const lw_output *output)
{
    struct stat old;
    bool exists = !lstat(output->path, &old);
    if (!exists || (S_ISREG(old.st_mode) && old.st_nlink == 1 && old.st_uid == geteuid() &&
                    folder_is_writable(output->path)))
        return replace(output, output->path, exists ? &old : NULL);
    FILE *file = fopen(output->path, "w");
    return file && write_text(output, file);
}

lw_status lw_output_close(lw_output *output, lw_error *error)
{
    lw_error ignored;
    bool reported = output->failed;
    if (!output->file)
        return LW_OK;
    lw_status status = lw_output_flush(output, reported ? &ignored : error);
    errno = 0;
    FILE *file = output->file;
    output->file = NULL;
    /* closes standard output too: some file systems report a full disk only now */
    if (fclose(file) && !status)
        status = fail(output, errno, error);
    if (output->held && !status && !put_in_place(output))
        status = fail(output, errno, error);
    free(output->text);
    output->text = NULL;
    return reported ? LW_OK : status;
}

void lw_output_abandon(lw_output *output)
{
    if (output->file)
        fclose(output->file);
    output->file = NULL;
    free(output->text);
    output->text = NULL;
}

lw_status lw_output_close_standard(lw_error *error)
{
    lw_output output = lw_output_to(NULL, LW_OUTPUT_LINES, NULL);
    lw_status status = lw_output_begin(&output, error);
    return status ? status : lw_output_close(&output, error);
}
