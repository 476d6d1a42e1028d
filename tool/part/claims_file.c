/* The file of --claims, or of --proof. The claims of one motion stand together, and the motions stand
 * in their order, on any number of threads. */
#include "part/claims_file.h"

#include "part/result_line.h"
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
    *file = (lw_claims_file){.output = lw_output_to(path, LW_OUTPUT_LINES, inputs)};
    lw_status status = lw_output_begin(&file->output, error);
    if (status)
        return status;
    if (takes_results(file, results)) {
        lw_output_abandon(&file->output);
        return lw_fail(error, LW_ERROR_FILE, "%s: claims and results cannot go into one file", path);
    }
    return LW_OK;
}

lw_status lw_claims_file_begin(lw_claims_file *file, const lw_scene *scene, lw_error *error)
{
    lw_status status = lw_claims_scene_line(file->output.file, scene, file->of_blocks, error);
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
    if (!waiting->file)
        waiting->file = open_memstream(&waiting->text, &waiting->size);
    if (!waiting->file)
        return LW_ERROR_MEMORY;
    if (lw_claim_line(waiting->file, claim, NULL))
        return LW_ERROR_MEMORY;
    waiting->count++;
    return ferror(waiting->file) ? LW_ERROR_MEMORY : LW_OK;
}

static void empty(lw_waiting_claims *waiting)
{
    if (waiting->file)
        fclose(waiting->file);
    free(waiting->text);
    *waiting = (lw_waiting_claims){0};
}

/* Writes the lines before the claims: that of the motion, and if objects are attached or released those
 * of its stages. */
static lw_status begin_motion(FILE *out, const lw_claimed_motion *of, bool of_blocks, lw_error *error)
{
    bool one = lw_motion_stage(of->motion, 0) == of->motion;
    size_t stages = one ? 0 : lw_motion_stage_count(of->motion);
    lw_status status = lw_claims_begin_line(out, of, of_blocks, error);
    for (size_t i = 0; i < stages && !status; i++)
        status = lw_claims_stage_line(out, of->motion, i, of_blocks, error);
    return status;
}

lw_status lw_claims_file_write(lw_claims_file *file, size_t motion_waiting, const lw_motion *motion,
                               const char *id, const lw_verdict *verdict, lw_error *error)
{
    lw_waiting_claims *waiting = &file->waiting[motion_waiting];
    FILE *out = file->output.file;
    if (file->failed)
        return LW_OK;
    lw_claimed_motion of = lw_default_claimed_motion();
    of.motion = motion;
    of.id = id;
    of.index = file->written;
    of.verdict = verdict;
    of.claim_count = waiting->count;
    bool whole = !waiting->file || !fflush(waiting->file);
    lw_status status = whole ? begin_motion(out, &of, file->of_blocks, error) : lw_fail_memory(error);
    if (!status && waiting->size)
        fwrite(waiting->text, 1, waiting->size, out);
    if (!status)
        status = lw_claims_end_line(out, &of, error);
    file->written++;
    if (!status)
        status = lw_output_flush(&file->output, error);
    file->failed = status != LW_OK;
    empty(waiting);
    return status;
}

void lw_claims_file_drop(lw_claims_file *file)
{
    for (size_t i = 0; i < LW_CLAIMS_WAITING; i++)
        empty(&file->waiting[i]);
}

lw_status lw_claims_file_close(lw_claims_file *file, lw_error *error)
{
    lw_claims_file_drop(file);
    return lw_output_close(&file->output, error);
}
