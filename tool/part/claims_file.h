/* The file of --proof. The claims of one motion stand together, and the motions stand
 * in their order, on any number of threads. */
#ifndef LW_TOOL_PART_CLAIMS_FILE_H
#define LW_TOOL_PART_CLAIMS_FILE_H

#include "part/claims_lines.h"
#include "text/output.h"

/* The most motions whose claims wait to be written. */
enum { LW_CLAIMS_WAITING = 32 };

/* The lines of the claims of one motion. */
typedef struct lw_waiting_claims {
    lw_claims_lines lines;
    size_t count;
} lw_waiting_claims;

typedef struct lw_claims_file {
    lw_output output;
    lw_claims_form form;
    lw_claims_lines own; /* lines that are not claims */
    size_t first;        /* waiting[first + claim->motion] takes a claim */
    size_t written;      /* number of motions written */
    bool failed;         /* a write failed: nothing more is written */
    lw_waiting_claims waiting[LW_CLAIMS_WAITING];
} lw_claims_file;

/* Opens the file (path "-": standard output; in CBOR if its name ends so). results: the path of the
 * results; NULL or "-": standard output. Errors: file (cannot be written, is an input, or takes the
 * results). */
lw_status lw_claims_file_open(lw_claims_file *file, const char *path, const char *results,
                              const lw_inputs *inputs, lw_error *error);

/* Writes the first line. Error file: nothing more is written. */
lw_status lw_claims_file_begin(lw_claims_file *file, const lw_scene *scene, lw_error *error);

/* Takes a claim of the motion first + claim->motion, below LW_CLAIMS_WAITING, to be written with its
 * motion. An lw_claim_fn; the context is the file. */
lw_status lw_claims_file_take(void *context, const lw_claim *claim);

/* Writes the claims of a motion that waits, between the lines of its id and its verdict. Error file,
 * the first time. */
lw_status lw_claims_file_write(lw_claims_file *file, size_t motion_waiting, const lw_motion *motion,
                               const char *id, const lw_verdict *verdict, lw_error *error);

/* Flushes, and drops the claims that wait. Error file, the first time. */
lw_status lw_claims_file_flush(lw_claims_file *file, lw_error *error);

/* Flushes and closes. Error file, if it was not reported yet. */
lw_status lw_claims_file_close(lw_claims_file *file, lw_error *error);

/* Frees its memory, and closes the file if it is open. */
void lw_claims_file_free(lw_claims_file *file);

#endif
