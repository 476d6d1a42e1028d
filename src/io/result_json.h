/* A verdict as one JSON line. */
#ifndef LW_IO_RESULT_JSON_H
#define LW_IO_RESULT_JSON_H

#include <stdio.h>

#include "leeway/leeway.h"

/* The result of one motion. Start with zeros; NULL and 0 are left out. */
typedef struct lw_result {
    const lw_scene *scene;
    const lw_motion *motion;
    const char *id; /* JSON text */
    const lw_verdict *verdict;
    double microseconds;      /* 0: not measured */
    const lw_near_miss *near; /* NULL: not asked for */
    size_t near_count;
} lw_result;

/* Writes one line with a newline at its end, the fields in the order of docs/interfaces.md, only those
 * that apply. Numbers are printed so that they read back as the same double. False where writing
 * failed. */
bool lw_result_write_json(FILE *file, const lw_result *result);

/* The same for a job of a cell. */
bool lw_cell_write_json(FILE *file, const lw_scene *scene, const lw_cell *cell, const char *id,
                        const lw_cell_verdict *verdict);

#endif
