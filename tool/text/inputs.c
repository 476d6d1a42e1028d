/* The files that a command reads, by device and inode. */
#include "text/inputs.h"

#include "text/fail.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

lw_status lw_inputs_add(lw_inputs *inputs, const char *path, lw_error *error)
{
    struct stat file;
    if (!path || (strcmp(path, "-") != 0 ? stat(path, &file) : fstat(STDIN_FILENO, &file)) ||
        !S_ISREG(file.st_mode))
        return LW_OK;
    if (!LW_LIST_GROW(&inputs->files))
        return lw_fail_memory(error);
    inputs->files.items[inputs->files.count++] = file;
    return LW_OK;
}

lw_status lw_inputs_add_scene(lw_inputs *inputs, const lw_scene *scene, lw_error *error)
{
    lw_status status = LW_OK;
    for (size_t i = 0; i < lw_scene_file_count(scene) && !status; i++)
        status = lw_inputs_add(inputs, lw_scene_file(scene, i), error);
    return status;
}

bool lw_inputs_hold(const lw_inputs *inputs, const struct stat *file)
{
    for (size_t i = 0; inputs && i < inputs->files.count; i++)
        if (inputs->files.items[i].st_dev == file->st_dev &&
            inputs->files.items[i].st_ino == file->st_ino)
            return S_ISREG(file->st_mode);
    return false;
}

void lw_inputs_free(lw_inputs *inputs)
{
    free(inputs->files.items);
    *inputs = (lw_inputs){0};
}
