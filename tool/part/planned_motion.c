/* The proof of a planned path, or of its trajectory. */
#include "part/planned_motion.h"

#include "text/fail.h"
#include "text/interrupt.h"

lw_status lw_planned_motion_prove(const lw_scene *scene, const lw_motion *motion, const char *id,
                                  lw_method method, lw_claims_file *file, lw_error *error)
{
    lw_checker *checker = NULL;
    lw_check_options options = lw_default_check_options();
    lw_verdict verdict = lw_default_verdict();
    options.method = method;
    options.stop = lw_interrupted;
    options.blocks = true;
    options.claim = lw_claims_file_take;
    options.claim_context = file;
    lw_status status = lw_claims_file_begin(file, scene, error);
    if (!status)
        status = lw_checker_create(scene, &checker, error);
    if (!status)
        status = lw_check(checker, motion, &options, &verdict, error);
    if (!status && verdict.kind != LW_VERDICT_FREE)
        status = lw_fail(error, LW_ERROR_STATE, "%s",
                         verdict.reason == LW_REASON_STOPPED
                             ? "the proof was stopped"
                             : "each segment is proven free, but the whole path could not be proven");
    if (!status)
        status = lw_claims_file_write(file, 0, motion, id, &verdict, error);
    lw_checker_destroy(checker);
    return status;
}
