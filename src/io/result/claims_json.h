/* Writes the claims of checks: the proof of verdicts, for programs that verify it. */
#ifndef LW_IO_RESULT_CLAIMS_JSON_H
#define LW_IO_RESULT_CLAIMS_JSON_H

#include "io/text/value_write.h"

/* Each function writes a line of docs/proofs.md, as JSON without its newline, or in CBOR. Numbers read
 * back as the same double (round trip). */

/* The first line: the bodies and pairs of a frozen scene. */
void lw_claims_write_scene(lw_values *out, const lw_scene *scene);

/* The line before the claims of a motion. id: JSON text. index: of the motion's verdict, from 0. */
void lw_claims_write_motion(lw_values *out, const lw_motion *motion, const char *id, size_t index);

/* The line of a stage of a motion, before the claims, as it was before cuts. stage: below 0, one that a
 * cut has left out (lw_stages_past). */
void lw_claims_write_stage(lw_values *out, const lw_motion *motion, int64_t stage);

/* A claim of the motion. */
void lw_claims_write_claim(lw_values *out, const lw_claim *claim);

/* The line after the claims of a motion. count: the number of its claims. */
void lw_claims_write_verdict(lw_values *out, const lw_verdict *verdict, const char *id, size_t index,
                             size_t count);

#endif
