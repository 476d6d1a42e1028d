/* Errors for files that were given with the wrong flag: a sentence that names the right flag. */
#ifndef LW_TOOL_OPTION_WRONG_KIND_H
#define LW_TOOL_OPTION_WRONG_KIND_H

#include "leeway/leeway.h"

typedef enum lw_file_flag {
    LW_FLAG_PATH,
    LW_FLAG_MOTIONS,
    LW_FLAG_REQUEST,
    LW_FLAG_TRAJECTORIES, /* a flag of leeway cell, as is --jobs */
    LW_FLAG_JOBS
} lw_file_flag;

/* Whether a flag does not take files of this kind. If so, error gets the sentence, with status file,
 * and the file's other lines need not be read. */
bool lw_wrong_kind(lw_file_flag flag, const char *path, lw_motion_kind kind, lw_error *error);

#endif
