/* The folder of real robots, problems and true distances that LEEWAY_DATA names (README.md). */
#ifndef LW_TEST_DATA_H
#define LW_TEST_DATA_H

#include <stdio.h>
#include <stdlib.h>

/* NULL if the variable is not set, or empty: then prints that `skipped` is not tested. */
static inline const char *data_folder(const char *skipped)
{
    const char *folder = getenv("LEEWAY_DATA");
    if (folder && *folder)
        return folder;
    printf("LEEWAY_DATA is not set: skips %s\n", skipped);
    return NULL;
}

#endif
