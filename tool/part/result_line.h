/* Results as lines of JSON. */
#ifndef LW_TOOL_PART_RESULT_LINE_H
#define LW_TOOL_PART_RESULT_LINE_H

#include "leeway/leeway.h"

#include <stdio.h>

/* Print a line about a motion, about a job of a cell, or of a file of claims. Errors: those of the
 * library's functions that write the lines; write errors show when the file is closed. */
lw_status lw_result_line(FILE *file, const lw_result *result, lw_error *error);
lw_status lw_cell_line(FILE *file, const lw_cell *cell, const char *id, const lw_cell_verdict *verdict,
                       lw_error *error);
/* of_blocks, here and below: of a file that may hold claims of blocks (lw_check_options.blocks) */
lw_status lw_claims_scene_line(FILE *file, const lw_scene *scene, bool of_blocks, lw_error *error);
lw_status lw_claims_begin_line(FILE *file, const lw_claimed_motion *of, bool of_blocks,
                               lw_error *error);
lw_status lw_claims_stage_line(FILE *file, const lw_motion *motion, size_t stage, bool of_blocks,
                               lw_error *error);
lw_status lw_claim_line(FILE *file, const lw_claim *claim, lw_error *error);
lw_status lw_claims_end_line(FILE *file, const lw_claimed_motion *of, lw_error *error);

#endif
