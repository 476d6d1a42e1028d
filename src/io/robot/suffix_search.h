/* Files by the end of their path, below some folders: where a package has another name on this machine.
 */
#ifndef LW_IO_ROBOT_SUFFIX_SEARCH_H
#define LW_IO_ROBOT_SUFFIX_SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { LW_SUFFIX_PATH = 4096, LW_SUFFIX_ENTRIES = 20000, LW_SUFFIX_LEVELS = 8 };

typedef struct lw_suffix_search {
    const char *name;              /* that is looked for, its parts separated by slashes */
    size_t parts;                  /* of the longest end of it that a file has; 0: none has any */
    size_t count;                  /* of the files that have that end */
    char paths[2][LW_SUFFIX_PATH]; /* of two of them */
    dev_t device;                  /* of the first */
    ino_t inode;
    size_t entries; /* that were looked at; beyond LW_SUFFIX_ENTRIES nothing is known */
} lw_suffix_search;

/* Looks at the regular files below a folder, and adds to what was found below others. Links are not
 * followed, so that nothing outside is read, and names that begin with a point are left out. */
void lw_suffix_search_below(lw_suffix_search *search, const char *folder);

/* Whether one file has the longest end, and all files were looked at. */
bool lw_suffix_search_one(const lw_suffix_search *search);

/* Where the end of the name begins that the files have. */
const char *lw_suffix_search_end(const lw_suffix_search *search);

#endif
