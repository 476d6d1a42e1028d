/* Where the files that other files name are. Only names are put together here; whether a file is
 * there is asked of the system once for each candidate. */
#include "io/resolve.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* The folders above the one of the naming file in which a package is looked for: one above urdf/ is the
 * package, two above it the folder of packages. */
enum { FOLDERS_ABOVE = 5 };

/* one name to find, and where it was looked for, for the error's sentence */
typedef struct search {
    char *path;
    size_t size;
    char places[360];
    bool too_long;
} search;

/* folder / up (dots) rest as a candidate; true where such a file is there */
static bool is_there(search *s, const char *folder, int folder_length, const char *up, const char *rest)
{
    const char *slash = folder_length && folder[folder_length - 1] != '/' ? "/" : "";
    int length = snprintf(s->path, s->size, "%.*s%s%s%s", folder_length, folder, slash, up, rest);
    if (length < 0 || (size_t)length >= s->size) {
        s->too_long = true;
        return false;
    }
    struct stat about;
    return !stat(s->path, &about) && !S_ISDIR(about.st_mode);
}

/* the same in a folder that the error's sentence lists */
static bool try(search *s, const char *folder, int folder_length, const char *rest)
{
    if (is_there(s, folder, folder_length, "", rest))
        return true;
    size_t used = strlen(s->places);
    snprintf(s->places + used, sizeof s->places - used, "%s%s", used ? ", " : "", s->path);
    return false;
}

/* the same in the folders above one, the nearest first */
static bool try_above(search *s, const char *folder, int folder_length, const char *rest)
{
    char up[3 * FOLDERS_ABOVE + 1] = "";
    for (int i = 0; i < FOLDERS_ABOVE; i++) {
        memcpy(up + strlen(up), "../", sizeof "../");
        if (is_there(s, folder, folder_length, up, rest))
            return true;
    }
    return false;
}

/* rest of name after a prefix; NULL where it has another beginning */
static const char *after(const char *name, const char *prefix)
{
    size_t length = strlen(prefix);
    return strncmp(name, prefix, length) ? NULL : name + length;
}

static bool find(search *s, const lw_model *model, const char *base, const char *name)
{
    const char *slash = strrchr(base, '/');
    int folder = slash ? (int)(slash - base) + 1 : 0;
    const char *rest = after(name, "package://");
    if (rest) {
        for (size_t i = 0; i < model->package_paths.count; i++) {
            const char *place = model->package_paths.items[i];
            if (try(s, place, (int)strlen(place), rest))
                return true;
        }
        const char *inside = strchr(rest, '/');
        return try(s, base, folder, rest) || (inside && try(s, base, folder, inside + 1)) ||
               try_above(s, base, folder, rest);
    }
    if ((rest = after(name, "file://"))) {
        const char *local = after(rest, "localhost/");
        rest = local ? local - 1 : rest;
    } else {
        rest = name;
    }
    return try(s, base, *rest == '/' ? 0 : folder, rest);
}

lw_status lw_resolve(const lw_model *model, const char *base, const char *name, char *path, size_t size,
                     lw_error *error)
{
    if (!*name)
        return lw_fail(error, LW_ERROR_FILE, "a file name is empty");
    const char *scheme = strstr(name, "://");
    if (scheme && !after(name, "package://") && !after(name, "file://"))
        return lw_fail(error, LW_ERROR_FILE,
                       "\"%.200s\": only package:// and file:// are read, and plain names", name);
    if (strlen(base) > INT_MAX / 2)
        return lw_fail(error, LW_ERROR_FILE, "a file name is too long");
    search s = {.size = size};
    s.path = path;
    if (find(&s, model, base, name))
        return LW_OK;
    if (s.too_long)
        return lw_fail(error, LW_ERROR_FILE, "\"%.80s...\" makes a path of more than %zu bytes", name,
                       size - 1);
    if (!after(name, "package://"))
        return lw_fail(error, LW_ERROR_FILE, "\"%.160s\" cannot be found; looked for %s", name,
                       s.places);
    return lw_fail(error, LW_ERROR_FILE,
                   "\"%.160s\" cannot be found; looked for %s, and for the package in the %d folders "
                   "above; add the folder that holds it",
                   name, s.places, FOLDERS_ABOVE);
}
