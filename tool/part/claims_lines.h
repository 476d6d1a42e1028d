/* The lines of a file of claims, in memory that grows. */
#ifndef LW_TOOL_PART_CLAIMS_LINES_H
#define LW_TOOL_PART_CLAIMS_LINES_H

#include "leeway/leeway.h"

typedef enum lw_claims_form { LW_CLAIMS_IN_JSON, LW_CLAIMS_IN_CBOR } lw_claims_form;

/* The form of a file of --proof: in CBOR if its name ends so. */
lw_claims_form lw_claims_form_of(const char *path);

/* Lines so far. Begin with zeros; lw_claims_lines_free frees it. */
typedef struct lw_claims_lines {
    char *bytes;
    size_t size, room;
} lw_claims_lines;

void lw_claims_lines_free(lw_claims_lines *lines);

/* Append a line. Errors: those of the library's functions that write the lines. */
lw_status lw_claims_lines_scene(lw_claims_lines *lines, lw_claims_form form, const lw_scene *scene,
                                lw_error *error);
/* The lines before the claims: that of the motion, and if objects are attached or released those of its
 * stages. */
lw_status lw_claims_lines_begin(lw_claims_lines *lines, lw_claims_form form,
                                const lw_claimed_motion *of, lw_error *error);
lw_status lw_claims_lines_claim(lw_claims_lines *lines, lw_claims_form form, const lw_claim *claim,
                                lw_error *error);
lw_status lw_claims_lines_end(lw_claims_lines *lines, lw_claims_form form, const lw_claimed_motion *of,
                              lw_error *error);

#endif
