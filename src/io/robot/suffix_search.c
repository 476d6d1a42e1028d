/* A search for the file whose path has the longest common suffix with a name. Cost: one lstat for each
 * entry below the folders, 20,000 at most. */
#include "io/robot/suffix_search.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The length of the longest common suffix of two paths, in whole parts. */
static size_t same_parts(const char *a, const char *b)
{
    size_t i = strlen(a);
    size_t k = strlen(b);
    size_t parts = 0;
    while (i && k && a[i - 1] == b[k - 1]) {
        i--;
        k--;
        parts += a[i] == '/';
    }
    return parts +
           ((!i || a[i - 1] == '/') && (!k || b[k - 1] == '/') && i + k != strlen(a) + strlen(b));
}

static void take_file(lw_suffix_search *search, const char *path, const struct stat *about)
{
    const size_t parts = same_parts(search->name, path);
    const bool better = parts > search->parts;
    if (!parts || parts < search->parts)
        return;
    if (!better &&
        (search->count > 1 || (about->st_dev == search->device && about->st_ino == search->inode)))
        return;
    snprintf(search->paths[!better], sizeof search->paths[0], "%s", path);
    search->count = better ? 1 : 2;
    search->parts = parts;
    if (better) {
        search->device = about->st_dev;
        search->inode = about->st_ino;
    }
}

/* by bytes, so that the order is the same in every locale */
static int by_alphabet(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static void search_below(lw_suffix_search *search, const char *folder, int levels)
{
    struct dirent **entries = NULL;
    const char *slash = *folder && folder[strlen(folder) - 1] != '/' ? "/" : "";
    const int count = scandir(*folder ? folder : ".", &entries, NULL, by_alphabet);
    for (int i = 0; i < count; i++) {
        char path[LW_SUFFIX_PATH];
        struct stat about;
        const char *name = entries[i]->d_name;
        const int length = snprintf(path, sizeof path, "%s%s%s", folder, slash, name);
        const bool fits = length > 0 && (size_t)length < sizeof path;
        if (name[0] != '.' && fits && search->entries++ < LW_SUFFIX_ENTRIES && !lstat(path, &about)) {
            if (S_ISREG(about.st_mode))
                take_file(search, path, &about);
            else if (S_ISDIR(about.st_mode) && levels > 1)
                search_below(search, path, levels - 1);
        }
        free(entries[i]);
    }
    free(entries);
}

void lw_suffix_search_below(lw_suffix_search *search, const char *folder)
{
    search_below(search, folder, LW_SUFFIX_LEVELS);
}

bool lw_suffix_search_one(const lw_suffix_search *search)
{
    return search->count == 1 && search->entries <= LW_SUFFIX_ENTRIES;
}

const char *lw_suffix_search_end(const lw_suffix_search *search)
{
    const char *end = search->name + strlen(search->name);
    for (size_t parts = 0; end > search->name; end--)
        if (end[-1] == '/' && ++parts == search->parts)
            return end;
    return end;
}
