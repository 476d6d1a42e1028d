/* The public functions that write the lines of a file of claims into the caller's buffer. */
#include "base/error.h"
#include "base/sized.h"
#include "io/result/claims_json.h"
#include "io/text/text.h"
#include "motion/stages.h"
#include "scene/model.h"

/* The forms of a file. */
typedef enum form { IN_JSON, IN_CBOR } form;

/* Where the values of a line go. */
static lw_values values_into(lw_text *line, form how)
{
    return (lw_values){.text = line, .cbor = how == IN_CBOR};
}

static lw_status write_scene(const char *asked, const lw_scene *scene, form how, char *text,
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
    if (how == IN_CBOR)
        lw_text_put(&line, LW_CLAIMS_CBOR);
    lw_values out = values_into(&line, how);
    lw_claims_write_scene(&out, scene);
    lw_text_end(&line, length);
    return LW_OK;
}

lw_status lw_claims_blocks_json(const lw_scene *scene, char *text, size_t size, size_t *length,
                                lw_error *error)
{
    return write_scene("lw_claims_blocks_json", scene, IN_JSON, text, size, length, error);
}

lw_status lw_claims_blocks_cbor(const lw_scene *scene, char *bytes, size_t size, size_t *length,
                                lw_error *error)
{
    return write_scene("lw_claims_blocks_cbor", scene, IN_CBOR, bytes, size, length, error);
}

static lw_status write_begin(const char *asked, const lw_claimed_motion *of, form how, char *text,
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
    lw_values out = values_into(&line, how);
    lw_claims_write_motion(&out, of->motion, of->id ? of->id : "null", of->index);
    lw_text_end(&line, length);
    return LW_OK;
}

lw_status lw_claims_blocks_begin_json(const lw_claimed_motion *of, char *text, size_t size,
                                      size_t *length, lw_error *error)
{
    return write_begin("lw_claims_blocks_begin_json", of, IN_JSON, text, size, length, error);
}

lw_status lw_claims_blocks_begin_cbor(const lw_claimed_motion *of, char *bytes, size_t size,
                                      size_t *length, lw_error *error)
{
    return write_begin("lw_claims_blocks_begin_cbor", of, IN_CBOR, bytes, size, length, error);
}

static lw_status write_stage(const char *asked, const lw_motion *motion, size_t stage, form how,
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
    /* those that a cut has left out come before the first one */
    const int64_t last = (int64_t)stage;
    for (int64_t i = stage ? last : -lw_stages_past(motion); i <= last; i++) {
        lw_values out = values_into(&line, how);
        lw_claims_write_stage(&out, motion, i);
        if (i < last && how != IN_CBOR)
            lw_text_put(&line, "\n");
    }
    lw_text_end(&line, length);
    return LW_OK;
}

lw_status lw_claims_blocks_stage_json(const lw_motion *motion, size_t stage, char *text, size_t size,
                                      size_t *length, lw_error *error)
{
    return write_stage("lw_claims_blocks_stage_json", motion, stage, IN_JSON, text, size, length,
                       error);
}

lw_status lw_claims_blocks_stage_cbor(const lw_motion *motion, size_t stage, char *bytes, size_t size,
                                      size_t *length, lw_error *error)
{
    return write_stage("lw_claims_blocks_stage_cbor", motion, stage, IN_CBOR, bytes, size, length,
                       error);
}

static lw_status check_claim(const char *asked, const lw_claim *claim, lw_error *error)
{
    if (!claim || (claim->part_count && !claim->parts) || (claim->interval_count && !claim->intervals))
        return lw_fail(error, LW_ERROR_ARGUMENT, "%s needs a claim with its parts", asked);
    if ((int)claim->kind < LW_CLAIM_APART || (int)claim->kind > LW_CLAIM_INSIDE)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there is no claim of kind %d", (int)claim->kind);
    if (claim->inner > 1)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a pair has no body %zu", claim->inner);
    for (size_t i = 0; i < claim->part_count; i++)
        if ((int)claim->parts[i].rule < LW_CLAIM_SLAB || (int)claim->parts[i].rule > LW_CLAIM_CHORD)
            return lw_fail(error, LW_ERROR_ARGUMENT, "part %zu of the claim: there is no rule %d", i,
                           (int)claim->parts[i].rule);
    return LW_OK;
}

static lw_status write_claim(const char *asked, const lw_claim *claim, form how, char *text,
                             size_t size, size_t *length, lw_error *error)
{
    lw_text line;
    lw_claim room;
    lw_status status = LW_OK;
    LW_SIZED_TAKE(claim, claim, &room, status, error);
    if (status || (status = check_claim(asked, claim, error)) ||
        (status = lw_text_begin(&line, text, size, error)))
        return status;
    lw_values out = values_into(&line, how);
    lw_claims_write_claim(&out, claim);
    lw_text_end(&line, length);
    return LW_OK;
}

lw_status lw_claim_json(const lw_claim *claim, char *text, size_t size, size_t *length, lw_error *error)
{
    return write_claim("lw_claim_json", claim, IN_JSON, text, size, length, error);
}

lw_status lw_claim_cbor(const lw_claim *claim, char *bytes, size_t size, size_t *length,
                        lw_error *error)
{
    return write_claim("lw_claim_cbor", claim, IN_CBOR, bytes, size, length, error);
}

static lw_status write_end(const char *asked, const lw_claimed_motion *of, form how, char *text,
                           size_t size, size_t *length, lw_error *error)
{
    lw_text line;
    lw_claimed_motion room;
    lw_status status = LW_OK;
    LW_SIZED_TAKE(claimed_motion, of, &room, status, error);
    if (status)
        return status;
    if (!of || !of->verdict)
        return lw_fail(error, LW_ERROR_ARGUMENT, "%s needs a verdict", asked);
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
    lw_values out = values_into(&line, how);
    lw_claims_write_verdict(&out, verdict, of->id ? of->id : "null", of->index, of->claim_count);
    lw_text_end(&line, length);
    return LW_OK;
}

lw_status lw_claims_end_json(const lw_claimed_motion *of, char *text, size_t size, size_t *length,
                             lw_error *error)
{
    return write_end("lw_claims_end_json", of, IN_JSON, text, size, length, error);
}

lw_status lw_claims_end_cbor(const lw_claimed_motion *of, char *bytes, size_t size, size_t *length,
                             lw_error *error)
{
    return write_end("lw_claims_end_cbor", of, IN_CBOR, bytes, size, length, error);
}

/* ---- old names (deprecated.h) ----------------------------------------------------------------- */

lw_status lw_claims_scene_json(const lw_scene *scene, char *text, size_t size, size_t *length,
                               lw_error *error)
{
    return lw_claims_blocks_json(scene, text, size, length, error);
}

lw_status lw_claims_begin_json(const lw_claimed_motion *of, char *text, size_t size, size_t *length,
                               lw_error *error)
{
    return lw_claims_blocks_begin_json(of, text, size, length, error);
}

lw_status lw_claims_stage_json(const lw_motion *motion, size_t stage, char *text, size_t size,
                               size_t *length, lw_error *error)
{
    return lw_claims_blocks_stage_json(motion, stage, text, size, length, error);
}
