/* Packages by the name in their package.xml. Costs one attempt to open a file for each folder that is
 * looked at. */
#include "io/package_xml.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/file.h"

#define LARGEST_FILE ((size_t)1 << 20)

/* folder/name; false where the path is too long */
static bool join(const lw_folder *folder, const char *name, lw_folder *out)
{
    int length =
        snprintf(out->path, sizeof out->path, "%s%s%s", folder->path, folder->path[0] ? "/" : "", name);
    return length >= 0 && (size_t)length < sizeof out->path;
}

/* What stands in the first element <name>, without blanks; comments are passed over. */
static const char *find_name(const char *text, size_t *length)
{
    static const char blanks[] = " \t\r\n";
    for (const char *at = text; (at = strchr(at, '<'));) {
        if (!strncmp(at, "<!--", 4)) {
            at = strstr(at, "-->");
            if (!at)
                return NULL;
        } else if (!strncmp(at, "<name>", 6)) {
            at += 6;
            at += strspn(at, blanks);
            *length = strcspn(at, " \t\r\n<");
            return at;
        } else {
            at++;
        }
    }
    return NULL;
}

static bool is_package(const lw_folder *folder, const char *name, size_t name_length)
{
    lw_folder file;
    char *bytes = NULL;
    size_t size = 0;
    size_t length = 0;
    if (!join(folder, "package.xml", &file) ||
        lw_file_read(file.path, LARGEST_FILE, &bytes, &size, NULL))
        return false;
    const char *found = find_name(bytes, &length);
    bool same = found && length == name_length && !strncmp(found, name, length);
    free(bytes);
    return same;
}

/* by bytes, the same under every locale */
static int by_alphabet(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

/* in the folders within one, depth levels down from it */
static bool find_below(const lw_folder *folder, int depth, const char *name, size_t name_length,
                       lw_folder *out)
{
    struct dirent **entries = NULL;
    lw_folder child;
    bool found = false;
    int count = scandir(folder->path[0] ? folder->path : ".", &entries, NULL, by_alphabet);
    for (int i = 0; i < count; i++) {
        if (!found && entries[i]->d_name[0] != '.' && join(folder, entries[i]->d_name, &child)) {
            found = depth > 1 ? find_below(&child, depth - 1, name, name_length, out)
                              : is_package(&child, name, name_length);
            if (found && depth == 1)
                *out = child;
        }
        free(entries[i]);
    }
    free(entries);
    return found;
}

bool lw_package_find(const lw_folder *folder, int depth, const char *name, size_t name_length,
                     lw_folder *out)
{
    if (is_package(folder, name, name_length)) {
        *out = *folder;
        return true;
    }
    for (int level = 1; level <= depth; level++)
        if (find_below(folder, level, name, name_length, out))
            return true;
    return false;
}
