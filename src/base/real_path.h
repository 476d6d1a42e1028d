/* Where a path leads in the end. */
#ifndef LW_BASE_REAL_PATH_H
#define LW_BASE_REAL_PATH_H

#include "base/error.h"

/* The absolute path of a file or folder without links and "..", to be freed with free. Errors: file (it
 * is not there, or not to be looked at), memory. */
lw_status lw_real_path(const char *path, char **out, lw_error *error);

/* Whether a real path is folder, a real path too, or in it. */
bool lw_path_inside(const char *folder, const char *path);

#endif
