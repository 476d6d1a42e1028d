/* Finds the files that other files refer to. Candidates for the path are composed from names, and one
 * stat call each decides whether the file exists. package.xml files are read only where no folder has a
 * package's name. */
#include "io/robot/resolve.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/real_path.h"
#include "io/robot/package_xml.h"
#include "io/robot/suffix_search.h"

/* How many folders above the folder of `base` are searched for a package. One above urdf/ is the
 * package itself, two above is the folder of packages. */
enum { FOLDERS_ABOVE = 5 };

/* How many levels below a folder of packages are searched for a package.xml:
 * folder/repository/package. */
enum { LEVELS_BELOW = 2 };

/* bytes of a path */
enum { LONGEST = 4096 };

/* the search for one name, and the list of places searched, for the error's sentence */
typedef struct search {
    lw_model *model;
    const char *base; /* the file that has the name in it */
    int base_folder;  /* bytes of base, up to its last slash */
    char *path;
    size_t size;
    char places[360];
    bool too_long;
    bool given; /* the caller gave the package a folder */
    bool out_of_memory;
} search;

/* Whether the real path of a file, links followed, is inside the folder that the caller has set, if
 * any. A file outside counts as missing, so that no answer tells which files exist outside. */
static bool is_allowed(search *s, const char *path)
{
    const char *folder = s->model->inside;
    char *real = NULL;
    if (!folder)
        return true;
    s->out_of_memory = lw_real_path(path, &real, NULL) == LW_ERROR_MEMORY || s->out_of_memory;
    bool inside = real && lw_path_inside(folder, real);
    free(real);
    return inside;
}

/* writes folder/up/rest to s->path, with up such as "../../"; true where such a file exists */
static bool is_there(search *s, const char *folder, int folder_length, const char *up, const char *rest)
{
    const char *slash = folder_length && folder[folder_length - 1] != '/' ? "/" : "";
    int length = snprintf(s->path, s->size, "%.*s%s%s%s", folder_length, folder, slash, up, rest);
    if (length < 0 || (size_t)length >= s->size) {
        s->too_long = true;
        return false;
    }
    struct stat about;
    return !stat(s->path, &about) && !S_ISDIR(about.st_mode) && is_allowed(s, s->path);
}

/* tries folder/rest, and lists it among the places for the error's sentence */
static bool try(search *s, const char *folder, int folder_length, const char *rest)
{
    if (is_there(s, folder, folder_length, "", rest))
        return true;
    size_t used = strlen(s->places);
    snprintf(s->places + used, sizeof s->places - used, "%s%s", used ? ", " : "", s->path);
    return false;
}

/* tries rest in the folders above that of the base, the nearest first */
static bool try_above(search *s, const char *rest)
{
    char up[3 * FOLDERS_ABOVE + 1] = "";
    for (int i = 0; i < FOLDERS_ABOVE; i++) {
        memcpy(up + strlen(up), "../", sizeof "../");
        if (is_there(s, s->base, s->base_folder, up, rest))
            return true;
    }
    return false;
}

/* the rest of a name after a prefix; NULL where the name does not begin with the prefix */
static const char *after(const char *name, const char *prefix)
{
    size_t length = strlen(prefix);
    return strncmp(name, prefix, length) ? NULL : name + length;
}

/* tries the package that has this name in its package.xml, in folder/up or at most depth levels below
 * it */
static bool try_package(search *s, const char *folder, int length, const char *up, int depth,
                        const char *name)
{
    lw_folder start;
    lw_folder package;
    const char *slash = strchr(name, '/');
    int written = snprintf(start.path, sizeof start.path, "%.*s%s", length, folder, up);
    if (!slash || written < 0 || (size_t)written >= sizeof start.path)
        return false;
    while (written > 1 && start.path[written - 1] == '/')
        start.path[--written] = '\0';
    lw_package_search wanted = {s->model, name, (size_t)(slash - name), false};
    bool found = lw_package_find(&wanted, &start, depth, &package);
    s->out_of_memory = s->out_of_memory || wanted.out_of_memory;
    return found && is_there(s, package.path, (int)strlen(package.path), "", slash + 1);
}

/* tries packages by the names in package.xml files: in the base's folder, in the folders above it and
 * the folders within these, nearest first, then below the package paths */
static bool try_packages(search *s, const char *name)
{
    char up[3 * FOLDERS_ABOVE + 1] = "";
    if (try_package(s, s->base, s->base_folder, up, 1, name))
        return true;
    for (int i = 0; i < FOLDERS_ABOVE; i++) {
        memcpy(up + strlen(up), "../", sizeof "../");
        if (try_package(s, s->base, s->base_folder, up, 1, name))
            return true;
    }
    for (size_t i = 0; i < s->model->package_paths.count; i++) {
        const char *folder = s->model->package_paths.items[i];
        if (try_package(s, folder, (int)strlen(folder), "", LEVELS_BELOW, name))
            return true;
    }
    return false;
}

/* tries the folders of a list of ROS, such as ROS_PACKAGE_PATH, which colons separate */
static bool try_list(search *s, const char *at, const char *below, const char *name)
{
    while (at && *at) {
        size_t length = strcspn(at, ":");
        char inside[LONGEST];
        int written = snprintf(inside, sizeof inside, "%s%s", below, name);
        bool fits = length && length < INT_MAX && written >= 0 && (size_t)written < sizeof inside;
        if (fits && (is_there(s, at, (int)length, "", inside) ||
                     (!*below && try_package(s, at, (int)length, "", LEVELS_BELOW, name))))
            return true;
        at += length + (at[length] == ':');
    }
    return false;
}

/* Tries the folder that the caller gave the package, if any; then no other folder is searched
 * (s->given). */
static bool try_given(search *s, const char *name)
{
    for (size_t i = s->model->packages.count; i-- > 0 && !s->given;) {
        const lw_model_package *package = &s->model->packages.items[i];
        const char *rest = after(name, package->name);
        if (!rest || *rest != '/')
            continue;
        s->given = true;
        if (try(s, package->folder, (int)strlen(package->folder), rest + 1))
            return true;
    }
    return false;
}

static bool find_in_package(search *s, const char *name)
{
    bool found = try_given(s, name);
    if (s->given)
        return found;
    for (size_t i = 0; i < s->model->package_paths.count; i++) {
        const char *folder = s->model->package_paths.items[i];
        if (try(s, folder, (int)strlen(folder), name))
            return true;
    }
    const char *inside = strchr(name, '/');
    return try(s, s->base, s->base_folder, name) ||
           (inside && try(s, s->base, s->base_folder, inside + 1)) || try_above(s, name) ||
           try_packages(s, name) || try_list(s, s->model->ros_package_path, "", name) ||
           try_list(s, s->model->ament_prefix_path, "share/", name);
}

static bool find(search *s, const char *name)
{
    const char *rest = after(name, "package://");
    if (rest)
        return find_in_package(s, rest);
    if ((rest = after(name, "file://"))) {
        const char *local = after(rest, "localhost/");
        rest = local ? local - 1 : rest;
    } else {
        rest = name;
    }
    return try(s, s->base, *rest == '/' ? 0 : s->base_folder, rest);
}

/* Tries the name without its package in the folders above, where the file is not at the place that the
 * name says. */
static bool guess(search *s, const char *name)
{
    const char *rest = after(name, "package://");
    const char *inside = rest ? strchr(rest, '/') : NULL;
    if (s->given || strstr(name, "..") || name[0] == '/' || after(name, "file://") || (rest && !inside))
        return false;
    return try_above(s, inside ? inside + 1 : name);
}

/* Whether a folder holds a package.xml. */
static bool is_package_folder(const char *folder)
{
    char path[LONGEST];
    struct stat about;
    const int length = snprintf(path, sizeof path, "%spackage.xml", folder);
    return length > 0 && (size_t)length < sizeof path && !stat(path, &about);
}

/* Searches below a folder, or only below the part of it that is inside the folder that the caller has
 * set. */
static void search_below(search *s, const char *folder, lw_suffix_search *found)
{
    const char *inside = s->model->inside;
    char *real = NULL;
    if (!inside) {
        lw_suffix_search_below(found, folder);
        return;
    }
    s->out_of_memory =
        lw_real_path(*folder ? folder : ".", &real, NULL) == LW_ERROR_MEMORY || s->out_of_memory;
    if (real && lw_path_inside(inside, real))
        lw_suffix_search_below(found, folder);
    else if (real && lw_path_inside(real, inside))
        lw_suffix_search_below(found, inside);
    free(real);
}

/* Whether `base` is in a folder of descriptions (urdf/, xacro/, cfg/), which packages have beside their
 * meshes. */
static bool is_among_descriptions(const search *s)
{
    static const char *const names[] = {"urdf/", "xacro/", "cfg/"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const int length = (int)strlen(names[i]);
        const int before = s->base_folder - length;
        if (before >= 0 && !strncmp(s->base + before, names[i], (size_t)length) &&
            (!before || s->base[before - 1] == '/'))
            return true;
    }
    return false;
}

/* Searches the surroundings of `base`: the package that contains it; without a package its folder, or
 * the folder above if it is a folder of descriptions. */
static void search_own_tree(search *s, lw_suffix_search *found)
{
    char folder[LONGEST];
    char up[3 * FOLDERS_ABOVE + 1] = "";
    for (int i = 0; i <= FOLDERS_ABOVE; i++) {
        const int length = snprintf(folder, sizeof folder, "%.*s%s", s->base_folder, s->base, up);
        if (length < 0 || (size_t)length >= sizeof folder)
            return;
        if (is_package_folder(folder)) {
            search_below(s, folder, found);
            return;
        }
        memcpy(up + strlen(up), "../", i < FOLDERS_ABOVE ? sizeof "../" : 0);
    }
    snprintf(folder, sizeof folder, "%.*s%s", s->base_folder, s->base,
             is_among_descriptions(s) ? "../" : "");
    search_below(s, folder, found);
}

/* Searches for the file whose path has the longest common suffix with a package:// name, in the
 * surroundings of `base`, below the package paths and in the folders given for packages: a package may
 * have another name on this machine. */
static void search_ends(search *s, const char *name, lw_suffix_search *found)
{
    const lw_model *model = s->model;
    const char *rest = after(name, "package://");
    *found = (lw_suffix_search){.name = rest};
    if (!rest || s->given || strstr(rest, ".."))
        return;
    search_own_tree(s, found);
    for (size_t i = 0; i < model->package_paths.count; i++)
        search_below(s, model->package_paths.items[i], found);
    for (size_t i = 0; i < model->packages.count; i++)
        search_below(s, model->packages.items[i].folder, found);
}

/* Takes the file with the longest common suffix, if there is exactly one. */
static bool take_end(search *s, const lw_suffix_search *found)
{
    const size_t length = strlen(found->paths[0]);
    if (!lw_suffix_search_one(found) || length >= s->size || !is_allowed(s, found->paths[0]))
        return false;
    memcpy(s->path, found->paths[0], length + 1);
    return true;
}

static lw_status fail(const search *s, const char *name, const lw_suffix_search *found, lw_error *error)
{
    const char *rest = after(name, "package://");
    if (s->too_long)
        return lw_fail(error, LW_ERROR_FILE, "\"%.80s...\" makes a path of more than %zu bytes", name,
                       s->size - 1);
    if (found->count > 1)
        return lw_fail(
            error, LW_ERROR_FILE,
            "\"%.100s\" cannot be found, and several files end in \"%.80s\": %.120s and %.120s; "
            "give the folder of the package",
            name, lw_suffix_search_end(found), found->paths[0], found->paths[1]);
    if (s->model->inside)
        return lw_fail(error, LW_ERROR_FILE,
                       "\"%.120s\" cannot be found inside %.200s, and only files there are read", name,
                       s->model->inside);
    if (!rest || s->given)
        return lw_fail(error, LW_ERROR_FILE, "\"%.160s\" cannot be found; looked for %s", name,
                       s->places);
    return lw_fail(
        error, LW_ERROR_FILE,
        "\"%.120s\" cannot be found; looked for %.180s, and for the package in the %d folders "
        "above, by package.xml files and in ROS's paths; add the folder that holds it",
        name, s->places, FOLDERS_ABOVE);
}

lw_status lw_resolve(lw_scene *scene, const char *base, const char *name, char *path, size_t size,
                     lw_error *error)
{
    if (!*name)
        return lw_fail_unnamed(error);
    const char *scheme = strstr(name, "://");
    if (scheme && !after(name, "package://") && !after(name, "file://"))
        return lw_fail(error, LW_ERROR_FILE,
                       "\"%.200s\": only package:// and file:// are read, and plain names", name);
    if (strlen(base) > INT_MAX / 2)
        return lw_fail(error, LW_ERROR_FILE, "a file name is too long");
    const char *slash = strrchr(base, '/');
    search s = {.model = &scene->model, .base = base, .size = size};
    s.base_folder = slash ? (int)(slash - base) + 1 : 0;
    s.path = path;
    bool found = find(&s, name);
    if (s.out_of_memory)
        return lw_fail_memory(error);
    if (!found) {
        lw_suffix_search ends = {.name = name};
        bool taken = !s.too_long && guess(&s, name);
        if (!taken && !s.too_long) {
            search_ends(&s, name, &ends);
            taken = take_end(&s, &ends);
        }
        if (!taken)
            return s.out_of_memory ? lw_fail_memory(error) : fail(&s, name, &ends, error);
        lw_scene_notice(scene, base, 0, "\"%.160s\" is not there; %.250s is taken for it", name, path);
    }
    return s.out_of_memory ? lw_fail_memory(error) : LW_OK;
}
