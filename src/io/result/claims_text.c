/* The public functions that write the lines of a file of claims into the caller's buffer. */
#include "base/error.h"
#include "base/sized.h"
#include "io/result/claims_json.h"
#include "io/text/text.h"
#include "scene/model.h"

static lw_status write_scene(const char *asked, const lw_scene *scene, bool of_blocks, char *text,
                             size_t size, size_t *length, lw_error *error)
{
    lw_text line;
    if (!scene)
        return lw_fail(error, LW_ERROR_ARGUMENT, "%s needs a scene", asked);
    if (!scene->frozen)
        return lw_fail(error, LW_ERROR_STATE, "the scene is not frozen yet");
    lw_status status = lw_text_begin(&line, text, size, error);
    if (status)
        return status;
    lw_claims_write_scene(&line, scene, of_blocks);
    lw_text_end(&line, length);
    return LW_OK;
}

lw_status lw_claims_scene_json(const lw_scene *scene, char *text, size_t size, size_t *length,
                               lw_error *error)
{
    return write_scene("lw_claims_scene_json", scene, false, text, size, length, error);
}

lw_status lw_claims_blocks_json(const lw_scene *scene, char *text, size_t size, size_t *length,
                                lw_error *error)
{
    return write_scene("lw_claims_blocks_json", scene, true, text, size, length, error);
}

static lw_status write_begin(const char *asked, const lw_claimed_motion *of, bool of_blocks, char *text,
                             size_t size, size_t *length, lw_error *error)
{
    lw_text line;
    lw_claimed_motion room;
    lw_status status = LW_OK;
    LW_SIZED_TAKE(claimed_motion, of, &room, status, error);
    if (status)
        return status;
    if (!of || !of->motion)
        return lw_fail(error, LW_ERROR_ARGUMENT, "%s needs a motion", asked);
    if ((status = lw_text_begin(&line, text, size, error)))
        return status;
    lw_claims_write_motion(&line, of->motion, of->id ? of->id : "null", of->index, of_blocks);
    lw_text_end(&line, length);
    return LW_OK;
}

lw_status lw_claims_begin_json(const lw_claimed_motion *of, char *text, size_t size, size_t *length,
                               lw_error *error)
{
    return write_begin("lw_claims_begin_json", of, false, text, size, length, error);
}

lw_status lw_claims_blocks_begin_json(const lw_claimed_motion *of, char *text, size_t size,
                                      size_t *length, lw_error *error)
{
    return write_begin("lw_claims_blocks_begin_json", of, true, text, size, length, error);
}

static lw_status write_stage(const char *asked, const lw_motion *motion, size_t stage, bool of_blocks,
                             char *text, size_t size, size_t *length, lw_error *error)
{
    lw_text line;
    if (!motion)
        return lw_fail(error, LW_ERROR_ARGUMENT, "%s needs a motion", asked);
    if (stage >= lw_motion_stage_count(motion))
        return lw_fail(error, LW_ERROR_ARGUMENT, "there is no stage %zu; the motion has %zu", stage,
                       lw_motion_stage_count(motion));
    lw_status status = lw_text_begin(&line, text, size, error);
    if (status)
        return status;
    lw_claims_write_stage(&line, motion, stage, of_blocks);
    lw_text_end(&line, length);
    return LW_OK;
}

lw_status lw_claims_stage_json(const lw_motion *motion, size_t stage, char *text, size_t size,
                               size_t *length, lw_error *error)
{
    return write_stage("lw_claims_stage_json", motion, stage, false, text, size, length, error);
}

lw_status lw_claims_blocks_stage_json(const lw_motion *motion, size_t stage, char *text, size_t size,
                                      size_t *length, lw_error *error)
{
    return write_stage("lw_claims_blocks_stage_json", motion, stage, true, text, size, length, error);
}

static lw_status check_claim(const lw_claim *claim, lw_error *error)
{
    if (!claim || (claim->part_count && !claim->parts) || (claim->interval_count && !claim->intervals))
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_claim_json needs a claim with its parts");
    if ((int)claim->kind < LW_CLAIM_APART || (int)claim->kind > LW_CLAIM_FINER)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there is no claim of kind %d", (int)claim->kind);
    for (size_t i = 0; i < claim->part_count; i++)
        if ((int)claim->parts[i].rule < LW_CLAIM_SLAB || (int)claim->parts[i].rule > LW_CLAIM_CHORD)
            return lw_fail(error, LW_ERROR_ARGUMENT, "part %zu of the claim: there is no rule %d", i,
                           (int)claim->parts[i].rule);
    return LW_OK;
}

lw_status lw_claim_json(const lw_claim *claim, char *text, size_t size, size_t *length, lw_error *error)
{
    lw_text line;
    lw_claim room;
    lw_status status = LW_OK;
    LW_SIZED_TAKE(claim, claim, &room, status, error);
    if (status || (status = check_claim(claim, error)) ||
        (status = lw_text_begin(&line, text, size, error)))
        return status;
    lw_claims_write_claim(&line, claim);
    lw_text_end(&line, length);
    return LW_OK;
}

lw_status lw_claims_end_json(const lw_claimed_motion *of, char *text, size_t size, size_t *length,
                             lw_error *error)
{
    lw_text line;
    lw_claimed_motion room;
    lw_status status = LW_OK;
    LW_SIZED_TAKE(claimed_motion, of, &room, status, error);
    if (status)
        return status;
    if (!of || !of->verdict)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_claims_end_json needs a verdict");
    const lw_verdict *verdict = of->verdict;
    lw_verdict verdict_room;
    LW_SIZED_TAKE(verdict, verdict, &verdict_room, status, error);
    if (status)
        return status;
    if (verdict->kind == LW_VERDICT_LEAVES)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a motion that leaves contacts has no claims");
    if ((int)verdict->kind < LW_VERDICT_FREE || (int)verdict->kind > LW_VERDICT_UNDECIDED)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there is no verdict of kind %d", (int)verdict->kind);
    if ((status = lw_text_begin(&line, text, size, error)))
        return status;
    lw_claims_write_verdict(&line, verdict, of->id ? of->id : "null", of->index, of->claim_count);
    lw_text_end(&line, length);
    return LW_OK;
}
