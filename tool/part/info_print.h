/* A frozen scene in full, for people and for programs. */
#ifndef LW_TOOL_PART_INFO_PRINT_H
#define LW_TOOL_PART_INFO_PRINT_H

#include "leeway/leeway.h"

#include <stdio.h>

/* pairs: prints each pair, not only their number. Errors: memory; write errors show when the file is
 * closed. */
lw_status lw_info_print_text(FILE *file, const lw_scene *scene, bool pairs, lw_error *error);
lw_status lw_info_print_json(FILE *file, const lw_scene *scene, bool pairs, lw_error *error);

#endif
