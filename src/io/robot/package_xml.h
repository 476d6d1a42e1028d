/* A search for ROS packages by the name in their package.xml, which may differ from the folder's
 * name. */
#ifndef LW_IO_ROBOT_PACKAGE_XML_H
#define LW_IO_ROBOT_PACKAGE_XML_H

#include <stdbool.h>
#include <stddef.h>

#include "scene/model.h"

typedef struct lw_folder {
    char path[4096];
} lw_folder;

/* A search for a package. Each package.xml that it reads becomes one of the model's files. */
typedef struct lw_package_search {
    lw_model *model;
    const char *name; /* without a NUL character at its end */
    size_t name_length;
    bool out_of_memory; /* the caller begins with false */
} lw_package_search;

/* Finds the folder of the package: `folder` itself (a path without a slash at its end, or "" for the
 * working folder), else the nearest folder within it, at most depth levels down; of several on one
 * level the first in alphabetical order. False where there is none, or its path is too long. */
bool lw_package_find(lw_package_search *search, const lw_folder *folder, int depth, lw_folder *out);

#endif
