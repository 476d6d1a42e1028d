/* Reads one job of a cell in JSON: the trajectories that each robot follows. */
#ifndef LW_IO_MOTION_JOB_JSON_H
#define LW_IO_MOTION_JOB_JSON_H

#include "io/text/document.h"

/* Reads a job from one line of text. Its memory is the document's, which must be freed in any case.
 * Errors: syntax, name (no such robot or trajectory), memory, with line and column. */
lw_status lw_job_read_json(const lw_cell *cell, lw_document *document, const char *text, size_t length,
                           int line, lw_job *out);

#endif
