/* A search for ROS packages by the name in their package.xml, by iterative deepening. Cost: one attempt
 * to open a file for each folder of the searched levels. */
#include "io/robot/package_xml.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/real_path.h"
#include "io/text/file.h"

#define LARGEST_FILE ((size_t)1 << 20)

/* folder/name; false where the path is too long */
static bool join(const lw_folder *folder, const char *name, lw_folder *out)
{
    int length =
        snprintf(out->path, sizeof out->path, "%s%s%s", folder->path, folder->path[0] ? "/" : "", name);
    return length >= 0 && (size_t)length < sizeof out->path;
}

/* The content of the first element <name>, without blanks; comments are skipped. */
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

/* Lists a package.xml among the scene's files, once, since several meshes of a package are found by
 * it. */
static void remember(lw_package_search *search, const char *path)
{
    lw_model *model = search->model;
    for (size_t i = 0; i < model->files.count; i++)
        if (!strcmp(model->files.items[i], path))
            return;
    if (lw_model_add_file(model, path, NULL))
        search->out_of_memory = true;
}

/* Whether a file may be read: any file, or only those inside the folder that the caller has set. */
static bool is_allowed(lw_package_search *search, const char *path)
{
    const char *inside = search->model->inside;
    char *real = NULL;
    if (!inside)
        return true;
    if (lw_real_path(path, &real, NULL) == LW_ERROR_MEMORY)
        search->out_of_memory = true;
    bool allowed = real && lw_path_inside(inside, real);
    free(real);
    return allowed;
}

static bool is_package(lw_package_search *search, const lw_folder *folder)
{
    lw_folder file;
    char *bytes = NULL;
    size_t size = 0;
    size_t length = 0;
    if (!join(folder, "package.xml", &file) || !is_allowed(search, file.path) ||
        lw_file_read(file.path, LARGEST_FILE, &bytes, &size, NULL))
        return false;
    remember(search, file.path);
    const char *found = find_name(bytes, &length);
    bool same = found && length == search->name_length && !strncmp(found, search->name, length);
    free(bytes);
    return same;
}

/* by bytes, so that the order is the same in every locale */
static int by_alphabet(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

/* searches the folders exactly depth levels below a folder */
static bool find_below(lw_package_search *search, const lw_folder *folder, int depth, lw_folder *out)
{
    struct dirent **entries = NULL;
    lw_folder child;
    bool found = false;
    int count = scandir(folder->path[0] ? folder->path : ".", &entries, NULL, by_alphabet);
    for (int i = 0; i < count; i++) {
        if (!found && entries[i]->d_name[0] != '.' && join(folder, entries[i]->d_name, &child)) {
            found = depth > 1 ? find_below(search, &child, depth - 1, out) : is_package(search, &child);
            if (found && depth == 1)
                *out = child;
        }
        free(entries[i]);
    }
    free(entries);
    return found;
}

bool lw_package_find(lw_package_search *search, const lw_folder *folder, int depth, lw_folder *out)
{
    if (is_package(search, folder)) {
        *out = *folder;
        return true;
    }
    for (int level = 1; level <= depth; level++)
        if (find_below(search, folder, level, out))
            return true;
    return false;
}
