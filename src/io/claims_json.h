/* The claims of checks as JSON Lines: the proof of verdicts, for programs that verify it. */
#ifndef LW_IO_CLAIMS_JSON_H
#define LW_IO_CLAIMS_JSON_H

#include <stdio.h>

#include "leeway/leeway.h"

/* The lines of docs/claims.md, each with a newline at its end. Numbers are printed so that they read
 * back as the same double. A stream that failed tells so itself (ferror). */

/* The first line: the bodies and pairs of a frozen scene. */
void lw_claims_write_scene(FILE *file, const lw_scene *scene);

/* The line before the claims of a motion. id: JSON text. index: its place among the verdicts, from 0.
 */
void lw_claims_write_motion(FILE *file, const lw_motion *motion, const char *id, size_t index);

/* The line of a stage of a motion, before the claims. */
void lw_claims_write_stage(FILE *file, const lw_motion *motion, size_t stage);

/* A claim of the motion. */
void lw_claims_write_claim(FILE *file, const lw_claim *claim);

/* The line after the claims of a motion. count: how many claims stand before it. */
void lw_claims_write_verdict(FILE *file, const lw_verdict *verdict, const char *id, size_t index,
                             size_t count);

#endif
