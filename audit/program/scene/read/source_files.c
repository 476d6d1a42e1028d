#include "source_files.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <nettle/sha2.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void *keep(source_store *store, size_t count, size_t size)
{
    if (size && count > (SIZE_MAX / 2 - sizeof(kept_block)) / size)
        count = size = SIZE_MAX; /* room ends the program */
    kept_block *block = room(1, sizeof *block + count * size);
    block->next = store->kept;
    store->kept = block;
    return block->memory;
}

char *keep_text(source_store *store, const char *text, size_t length)
{
    char *copy = keep(store, length + 1, 1);
    memcpy(copy, text, length);
    return copy;
}

/* ---- bytes and sums -------------------------------------------------------------------------------
 */

/* Of any regular file, up to a size that fits into memory. */
static char *read_whole(const char *path, size_t *size, refusal *why)
{
    const size_t most = (size_t)1 << 30;
    struct stat about;
    FILE *file = fopen(path, "rb");
    if (!file || fstat(fileno(file), &about) || !S_ISREG(about.st_mode)) {
        if (file)
            fclose(file);
        refuse(why, "%.300s cannot be opened", path);
        return NULL;
    }
    *size = (size_t)about.st_size;
    if (*size > most) {
        fclose(file);
        refuse(why, "%.300s has more than %zu bytes", path, most);
        return NULL;
    }
    char *bytes = room(*size + 1, 1);
    const bool whole = fread(bytes, 1, *size, file) == *size && getc(file) == EOF;
    fclose(file);
    if (whole)
        return bytes;
    free(bytes);
    refuse(why, "%.300s cannot be read", path);
    return NULL;
}

const source_file *source_file_at(source_store *store, const char *path, refusal *why)
{
    for (const source_file *f = store->files; f; f = f->next)
        if (!strcmp(f->path, path))
            return f;
    size_t size = 0;
    char *bytes = read_whole(path, &size, why);
    if (!bytes)
        return NULL;
    source_file *out = keep(store, 1, sizeof *out);
    *out = (source_file){.path = keep_text(store, path, strlen(path)), .bytes = bytes, .size = size};
    struct sha256_ctx sum;
    sha256_init(&sum);
    sha256_update(&sum, size, (const uint8_t *)bytes);
    sha256_digest(&sum, SUM_SIZE, out->sum);
    if (!store->last)
        store->last = &store->files;
    *store->last = out;
    store->last = &out->next;
    return out;
}

void source_store_free(source_store *store)
{
    for (source_file *f = store->files; f; f = f->next)
        free(f->bytes);
    while (store->kept) {
        kept_block *next = store->kept->next;
        free(store->kept);
        store->kept = next;
    }
    *store = (source_store){0};
}

/* ---- names ------------------------------------------------------------------------------------- */

void folder_of(const char *path, char folder[PATH_SIZE])
{
    const char *slash = strrchr(path, '/');
    const size_t length = slash ? (size_t)(slash + 1 - path) : 0;
    folder[0] = 0;
    if (length < PATH_SIZE) {
        memcpy(folder, path, length);
        folder[length] = 0;
    }
}

static bool is_file(const char *folder, const char *name, char found[PATH_SIZE])
{
    struct stat about;
    const int length = snprintf(found, PATH_SIZE, "%s%s", name[0] == '/' ? "" : folder, name);
    return length > 0 && length < PATH_SIZE && !stat(found, &about) && S_ISREG(about.st_mode);
}

/* Looks for a name in the five folders above one, the nearest first. */
static bool is_above(const char *folder, const char *name, char found[PATH_SIZE])
{
    char above[PATH_SIZE];
    snprintf(above, sizeof above, "%s", folder);
    for (int i = 0; i < 5; i++) {
        const size_t length = strlen(above);
        if (length + 4 > sizeof above)
            return false;
        memcpy(above + length, "../", 4);
        if (is_file(above, name, found))
            return true;
    }
    return false;
}

bool resolve_name(const char *name, const char *folder, char found[PATH_SIZE])
{
    const char *scheme = strstr(name, "://");
    if (!scheme)
        return is_file(folder, name, found) ||
               (name[0] != '/' && !strstr(name, "..") && is_above(folder, name, found));
    const char *rest = scheme + 3;
    if (!strncmp(name, "file://", 7)) {
        if (!strncmp(rest, "localhost/", 10))
            rest += 9;
        return is_file(folder, rest, found);
    }
    if (strncmp(name, "package://", 10) != 0)
        return false;
    /* the folder of the package may have another name than the package */
    const char *inner = strchr(rest, '/');
    return is_file(folder, rest, found) || is_file(folder, inner ? inner + 1 : rest, found) ||
           is_above(folder, rest, found);
}

/* ---- numbers ----------------------------------------------------------------------------------- */

const char *number_of_text(const char *text, double *out)
{
    while (isspace((unsigned char)*text))
        text++;
    /* strtod would take hexadecimal numbers and names, too */
    size_t length = strspn(text, "+-.0123456789eE");
    const char after = text[length];
    if (!length || (after && !isspace((unsigned char)after)))
        return NULL;
    char *end;
    *out = strtod(text, &end);
    return end == text + length && isfinite(*out) ? end : NULL;
}

bool numbers_of_text(const char *text, size_t count, double *out)
{
    for (size_t i = 0; i < count; i++) {
        text = text ? number_of_text(text, &out[i]) : NULL;
        if (!text)
            return false;
    }
    return text[strspn(text, " \t\r\n\f\v")] == 0;
}
