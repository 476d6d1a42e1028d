/* The files that a command reads, by device and inode, so that its results cannot replace one of them
 * under any name. */
#ifndef LW_TOOL_TEXT_INPUTS_H
#define LW_TOOL_TEXT_INPUTS_H

#include "leeway/leeway.h"
#include "text/list.h"

#include <sys/stat.h>

typedef struct lw_inputs {
    LW_LIST(struct stat)
    files; /* only regular ones; a terminal or /dev/null may well be both read and written */
} lw_inputs;

/* Adds a file. path NULL: nothing; "-": standard input. A file that does not exist is no input. Error
 * memory. */
lw_status lw_inputs_add(lw_inputs *inputs, const char *path, lw_error *error);

/* Adds all files that the scene was read from, and the files that they name. */
lw_status lw_inputs_add_scene(lw_inputs *inputs, const lw_scene *scene, lw_error *error);

bool lw_inputs_hold(const lw_inputs *inputs, const struct stat *file);
void lw_inputs_free(lw_inputs *inputs);

#endif
