/* Writes a verdict as one line of JSON. */
#ifndef LW_IO_RESULT_RESULT_JSON_H
#define LW_IO_RESULT_RESULT_JSON_H

#include "io/text/text.h"

/* Writes the line of lw_result_json. */
void lw_result_write_json(lw_text *text, const lw_result *result);

/* The word for a verdict: "free". */
const char *lw_verdict_name(lw_verdict_kind kind);

/* Writes a verdict alone as an object, with bodies of the scene. */
void lw_verdict_write_json(lw_text *text, const lw_scene *scene, const lw_verdict *verdict);

/* Writes the line of lw_cell_verdict_json, for a job of a cell. */
void lw_cell_write_json(lw_text *text, const lw_cell *cell, const char *id,
                        const lw_cell_verdict *verdict);

#endif
