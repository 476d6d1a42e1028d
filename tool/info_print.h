/* All that is known of a frozen scene, for people and for programs. */
#ifndef LW_TOOL_INFO_PRINT_H
#define LW_TOOL_INFO_PRINT_H

#include "leeway/leeway.h"

#include <stdio.h>

/* pairs: each pair, not only their number. Errors: memory; whether the file took it shows when it is
 * closed. */
lw_status lw_info_print_text(FILE *file, const lw_scene *scene, bool pairs, lw_error *error);
lw_status lw_info_print_json(FILE *file, const lw_scene *scene, bool pairs, lw_error *error);

#endif
