/* The file of --proof. The claims of one motion stand together, and the motions stand
 * in their order, on any number of threads. */
#include "part/claims_file.h"

#include "text/fail.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* whether the open file of the claims is a regular file that also takes the results */
static bool takes_results(const lw_claims_file *file, const char *results)
{
    struct stat claims;
    struct stat other;
    bool standard = !results || !strcmp(results, "-");
    return !fstat(fileno(file->output.file), &claims) && S_ISREG(claims.st_mode) &&
           !(standard ? fstat(STDOUT_FILENO, &other) : stat(results, &other)) &&
           claims.st_dev == other.st_dev && claims.st_ino == other.st_ino;
}

lw_status lw_claims_file_open(lw_claims_file *file, const char *path, const char *results,
                              const lw_inputs *inputs, lw_error *error)
{
    *file = (lw_claims_file){.output = lw_output_to(path, LW_OUTPUT_LINES, inputs),
                             .form = lw_claims_form_of(path)};
    lw_status status = lw_output_begin(&file->output, error);
    if (status)
        return status;
    if (takes_results(file, results)) {
        lw_output_abandon(&file->output);
        return lw_fail(error, LW_ERROR_FILE, "%s: proof and results cannot go into one file", path);
    }
    return LW_OK;
}

/* Writes lines to the file, and empties them. */
static lw_status put(lw_claims_file *file, lw_claims_lines *lines, lw_error *error)
{
    lw_status status = lw_output_put(&file->output, lines->bytes, lines->size, error);
    lines->size = 0;
    return status;
}

lw_status lw_claims_file_begin(lw_claims_file *file, const lw_scene *scene, lw_error *error)
{
    lw_status status = lw_claims_lines_scene(&file->own, file->form, scene, error);
    if (!status)
        status = put(file, &file->own, error);
    if (!status)
        status = lw_output_flush(&file->output, error);
    file->failed = status != LW_OK;
    return status;
}

lw_status lw_claims_file_take(void *context, const lw_claim *claim)
{
    lw_claims_file *file = context;
    lw_waiting_claims *waiting = &file->waiting[file->first + claim->motion];
    if (file->failed)
        return LW_OK;
    waiting->count++;
    return lw_claims_lines_claim(&waiting->lines, file->form, claim, NULL);
}

lw_status lw_claims_file_write(lw_claims_file *file, size_t motion_waiting, const lw_motion *motion,
                               const char *id, const lw_verdict *verdict, lw_error *error)
{
    lw_waiting_claims *waiting = &file->waiting[motion_waiting];
    if (file->failed)
        return LW_OK;
    lw_claimed_motion of = lw_default_claimed_motion();
    of.motion = motion;
    of.id = id;
    of.index = file->written;
    of.verdict = verdict;
    of.claim_count = waiting->count;
    lw_status status = lw_claims_lines_begin(&file->own, file->form, &of, error);
    if (!status)
        status = put(file, &file->own, error);
    if (!status)
        status = put(file, &waiting->lines, error);
    if (!status)
        status = lw_claims_lines_end(&file->own, file->form, &of, error);
    if (!status)
        status = put(file, &file->own, error);
    waiting->count = 0;
    file->written++;
    file->failed = status != LW_OK;
    return status;
}

lw_status lw_claims_file_flush(lw_claims_file *file, lw_error *error)
{
    for (size_t i = 0; i < LW_CLAIMS_WAITING; i++) {
        file->waiting[i].count = 0;
        file->waiting[i].lines.size = 0;
    }
    lw_status status = file->failed ? LW_OK : lw_output_flush(&file->output, error);
    file->failed = file->failed || status;
    return status;
}

lw_status lw_claims_file_close(lw_claims_file *file, lw_error *error)
{
    return lw_output_close(&file->output, error);
}

void lw_claims_file_free(lw_claims_file *file)
{
    for (size_t i = 0; i < LW_CLAIMS_WAITING; i++)
        lw_claims_lines_free(&file->waiting[i].lines);
    lw_claims_lines_free(&file->own);
    lw_output_abandon(&file->output);
}
