/* The real path of a file or folder, without links and "..". */
#ifndef LW_BASE_REAL_PATH_H
#define LW_BASE_REAL_PATH_H

#include "base/error.h"

/* The absolute path of a file or folder without links and ".."; the caller frees it. Errors: file (it
 * does not exist or cannot be accessed), memory. */
lw_status lw_real_path(const char *path, char **out, lw_error *error);

/* Whether a real path is the folder, or in it; folder is a real path too. */
bool lw_path_inside(const char *folder, const char *path);

#endif
