/* The real path of a file or folder, without links and "..". */
#include "base/real_path.h"

#include <errno.h>
#include <string.h>

#include "base/platform.h"

lw_status lw_real_path(const char *path, char **out, lw_error *error)
{
    *out = NULL;
    if (!*path)
        return lw_fail_unnamed(error);
    errno = 0;
    *out = lw_file_resolve(path);
    if (!*out && errno == ENOMEM)
        return lw_fail_memory(error);
    if (!*out)
        return lw_fail(error, LW_ERROR_FILE, "\"%.300s\" cannot be found", path);
    return LW_OK;
}

bool lw_path_inside(const char *folder, const char *path)
{
    size_t length = strlen(folder);
    if (strncmp(path, folder, length) != 0)
        return false;
    /* the root's path ends with a slash */
    return !path[length] || path[length] == '/' || folder[length - 1] == '/';
}
