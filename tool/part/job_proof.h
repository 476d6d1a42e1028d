/* The file of leeway cell --proof: for each job the proof of its verdict, as that of one motion. */
#ifndef LW_TOOL_PART_JOB_PROOF_H
#define LW_TOOL_PART_JOB_PROOF_H

#include "part/claims_file.h"

typedef struct lw_job_proof {
    lw_claims_file file;
    const lw_scene *scene;
    const lw_cell *cell;
    const lw_check_options *options; /* of the jobs: their tolerances count */
    lw_checker *checker;
    lw_motion *motion;
} lw_job_proof;

/* Opens the file and writes its first line. results: as for lw_claims_file_open. The other arguments
 * must outlive the proof. Free it with lw_job_proof_free in any case. Errors: file, memory. */
lw_status lw_job_proof_open(lw_job_proof *proof, const lw_scene *scene, const lw_cell *cell,
                            const lw_check_options *options, const char *path, const char *results,
                            const lw_inputs *inputs, lw_error *error);

/* Adds the proof that no bodies meet in a job until its first contact. Errors: memory, file; state: a
 * free job is not proven free as one motion; nothing more is written then. */
lw_status lw_job_proof_add(lw_job_proof *proof, const lw_job *job, const lw_cell_verdict *verdict,
                           lw_error *error);

/* Flushes and closes. Error file. */
lw_status lw_job_proof_close(lw_job_proof *proof, lw_error *error);
void lw_job_proof_free(lw_job_proof *proof);

#endif
