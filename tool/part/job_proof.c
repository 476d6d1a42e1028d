/* The file of leeway cell --proof. */
#include "part/job_proof.h"

#include "text/fail.h"
#include "text/interrupt.h"

lw_status lw_job_proof_open(lw_job_proof *proof, const lw_scene *scene, const lw_cell *cell,
                            const lw_check_options *options, const char *path, const char *results,
                            const lw_inputs *inputs, lw_error *error)
{
    *proof = (lw_job_proof){.scene = scene, .cell = cell, .options = options};
    lw_status status = lw_claims_file_open(&proof->file, path, results, inputs, error);
    if (!status)
        status = lw_claims_file_begin(&proof->file, scene, error);
    if (!status)
        status = lw_checker_create(scene, &proof->checker, error);
    return status ? status : lw_motion_create(scene, &proof->motion, error);
}

/* Checks a job as one motion, whose claims go to the file. */
static lw_status check(lw_job_proof *proof, const lw_job *job, lw_verdict *out, lw_error *error)
{
    lw_check_options options = lw_default_check_options();
    options.time_tolerance = proof->options->time_tolerance;
    options.distance_tolerance = proof->options->distance_tolerance;
    options.stop = lw_interrupted;
    options.blocks = true;
    options.claim = lw_claims_file_take;
    options.claim_context = &proof->file;
    *out = lw_default_verdict();
    lw_status status =
        job->timed ? lw_motion_set_courses(proof->motion, proof->cell, job->courses, job->count, error)
                   : lw_motion_set_job(proof->motion, proof->cell, job->sequences, job->count, error);
    return status ? status : lw_check(proof->checker, proof->motion, &options, out, error);
}

lw_status lw_job_proof_add(lw_job_proof *proof, const lw_job *job, const lw_cell_verdict *verdict,
                           lw_error *error)
{
    lw_verdict own;
    lw_status status = check(proof, job, &own, error);
    if (!status && verdict->kind == LW_VERDICT_FREE && own.kind != LW_VERDICT_FREE)
        status = lw_fail(error, LW_ERROR_STATE, "%s: %s", job->id,
                         own.reason == LW_REASON_STOPPED
                             ? "its proof was stopped"
                             : "it is free, trajectory by trajectory, but could not be proven as one "
                               "motion");
    if (!status)
        return lw_claims_file_write(&proof->file, 0, proof->motion, job->id, &own, error);
    proof->file.failed = true;
    return status;
}

lw_status lw_job_proof_close(lw_job_proof *proof, lw_error *error)
{
    return lw_claims_file_close(&proof->file, error);
}

void lw_job_proof_free(lw_job_proof *proof)
{
    lw_claims_file_free(&proof->file);
    lw_checker_destroy(proof->checker);
    lw_motion_destroy(proof->motion);
}
