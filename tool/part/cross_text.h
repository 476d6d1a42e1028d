/* The answers of all methods to one motion, in words. */
#ifndef LW_TOOL_PART_CROSS_TEXT_H
#define LW_TOOL_PART_CROSS_TEXT_H

#include "text/output.h"

/* Prints which method says what, and each contradiction; for these the whole result as a line of JSON,
 * which holds everything that a report needs. Errors: those of lw_result_json. */
lw_status lw_cross_print(const lw_output *output, const lw_result *result, lw_error *error);

#endif
