/* Results as lines of JSON. */
#ifndef LW_TOOL_PART_RESULT_LINE_H
#define LW_TOOL_PART_RESULT_LINE_H

#include "leeway/leeway.h"

#include <stdio.h>

/* Print a line about a motion, with what ends it, or about a job of a cell. Errors: those of the
 * library's functions that write the lines; write errors show when the file is closed. */
lw_status lw_result_line(FILE *file, const lw_result *result, const char *end, lw_error *error);
lw_status lw_cell_line(FILE *file, const lw_cell *cell, const char *id, const lw_cell_verdict *verdict,
                       lw_error *error);

#endif
