/* A search below folders for the file whose path has the longest common suffix with a name, for
 * packages that have another name on this machine. */
#ifndef LW_IO_ROBOT_SUFFIX_SEARCH_H
#define LW_IO_ROBOT_SUFFIX_SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { LW_SUFFIX_PATH = 4096, LW_SUFFIX_ENTRIES = 20000, LW_SUFFIX_LEVELS = 8 };

typedef struct lw_suffix_search {
    const char *name;              /* the name to find, its parts separated by slashes */
    size_t parts;                  /* the longest common suffix found, in parts; 0: none */
    size_t count;                  /* how many files have it: 0, 1, or 2 for more than one */
    char paths[2][LW_SUFFIX_PATH]; /* two of these files */
    dev_t device; /* device and inode of the first file, to recognise it on another path */
    ino_t inode;
    size_t entries; /* how many entries were visited; beyond LW_SUFFIX_ENTRIES nothing is known */
} lw_suffix_search;

/* Visits the regular files below a folder, and keeps the best match over all folders searched so far.
 * Links are not followed, so that nothing outside is read; hidden files (".name") are left out. */
void lw_suffix_search_below(lw_suffix_search *search, const char *folder);

/* Whether exactly one file has the longest common suffix, and all files were visited. */
bool lw_suffix_search_one(const lw_suffix_search *search);

/* The beginning of the longest common suffix within the name. */
const char *lw_suffix_search_end(const lw_suffix_search *search);

#endif
