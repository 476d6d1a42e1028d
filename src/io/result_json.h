/* A verdict as one JSON line. */
#ifndef LW_IO_RESULT_JSON_H
#define LW_IO_RESULT_JSON_H

#include <stdio.h>

#include "leeway/leeway.h"

/* One line with a newline at its end, the fields in the order of docs/interfaces.md, only what
 * applies. id: JSON text. microseconds < 0: left out. Numbers are printed so that they read back as
 * the same double. False where writing failed. */
bool lw_result_write_json(FILE *file, const lw_scene *scene, const lw_motion *motion, const char *id,
                          const lw_verdict *verdict, double microseconds);

#endif
