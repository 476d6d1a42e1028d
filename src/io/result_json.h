/* A verdict as one JSON line. */
#ifndef LW_IO_RESULT_JSON_H
#define LW_IO_RESULT_JSON_H

#include <stdio.h>

#include "leeway/leeway.h"

/* Writes the line of lw_result_json with a newline at its end. False where writing failed. */
bool lw_result_write_json(FILE *file, const lw_result *result);

/* The same for a job of a cell. */
bool lw_cell_write_json(FILE *file, const lw_cell *cell, const char *id,
                        const lw_cell_verdict *verdict);

#endif
