/* Packages by the name in their package.xml, which need not be that of their folder. */
#ifndef LW_IO_PACKAGE_XML_H
#define LW_IO_PACKAGE_XML_H

#include <stdbool.h>
#include <stddef.h>

#include "robot/model.h"

typedef struct lw_folder {
    char path[4096];
} lw_folder;

/* What is looked for. Each package.xml that is read becomes one of the model's files. */
typedef struct lw_package_search {
    lw_model *model;
    const char *name; /* not ended by a zero */
    size_t name_length;
    bool out_of_memory; /* to begin with false */
} lw_package_search;

/* The folder of the package of this name: folder itself (a path without a slash at its end, or "" for
 * the working folder), else one of those below it, down to depth levels; of several in one level the
 * first by the alphabet. False where there is none, or its path is too long. */
bool lw_package_find(lw_package_search *search, const lw_folder *folder, int depth, lw_folder *out);

#endif
