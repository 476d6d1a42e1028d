/* Claims: each as a tuple of its numbers and its line of a file of claims (docs/proofs.md). */
#include "core.h"

#include <math.h>

static lw_status write_line(const void *claim, char *text, size_t size, size_t *length, lw_error *error)
{
    return lw_claim_json(claim, text, size, length, error);
}

static PyObject *claim_part(const lw_claim_part *part)
{
    static const char *const kinds[] = {"node", "hull", "cell"};
    static const char *const rules[] = {"slab", "travel", "chord"};
    return Py_BuildValue("((si)(si)sNN)", kinds[part->sets[0].kind], (int)part->sets[0].index,
                         kinds[part->sets[1].kind], (int)part->sets[1].index, rules[part->rule],
                         core_vec3(part->normal), core_vec3(part->turn));
}

static PyObject *claim_tuple(const lw_claim *claim)
{
    PyObject *parts = PyTuple_New((Py_ssize_t)claim->part_count);
    for (size_t i = 0; parts && i < claim->part_count; i++)
        if (PyTuple_SetItem(parts, (Py_ssize_t)i, claim_part(&claim->parts[i])))
            Py_CLEAR(parts);
    if (!parts)
        return NULL;
    return Py_BuildValue("(snndddNnN)", claim->kind == LW_CLAIM_APART ? "apart" : "outside",
                         (Py_ssize_t)claim->motion, (Py_ssize_t)claim->pair, claim->from, claim->to,
                         claim->at, parts, (Py_ssize_t)claim->stage, core_write(write_line, claim));
}

/* ---- lines of a proof -----------------------------------------------------------------------------
 */

/* What a line is about: a scene, a motion, one of its stages, or a claim. */
typedef struct subject {
    bool cbor;
    const lw_scene *scene;
    const lw_claimed_motion *of;
    size_t stage;
    const lw_claim *claim;
} subject;

static lw_status write_scene(const void *of, char *text, size_t size, size_t *length, lw_error *error)
{
    const subject *what = of;
    return (what->cbor ? lw_claims_blocks_cbor : lw_claims_blocks_json)(what->scene, text, size, length,
                                                                        error);
}

static lw_status write_begin(const void *of, char *text, size_t size, size_t *length, lw_error *error)
{
    const subject *what = of;
    return (what->cbor ? lw_claims_blocks_begin_cbor
                       : lw_claims_blocks_begin_json)(what->of, text, size, length, error);
}

static lw_status write_stage(const void *of, char *text, size_t size, size_t *length, lw_error *error)
{
    const subject *what = of;
    return (what->cbor ? lw_claims_blocks_stage_cbor : lw_claims_blocks_stage_json)(
        what->of->motion, what->stage, text, size, length, error);
}

static lw_status write_claim(const void *of, char *text, size_t size, size_t *length, lw_error *error)
{
    const subject *what = of;
    return (what->cbor ? lw_claim_cbor : lw_claim_json)(what->claim, text, size, length, error);
}

static lw_status write_end(const void *of, char *text, size_t size, size_t *length, lw_error *error)
{
    const subject *what = of;
    return (what->cbor ? lw_claims_end_cbor : lw_claims_end_json)(what->of, text, size, length, error);
}

static PyObject *line_of(core_writer writer, const subject *what)
{
    return (what->cbor ? core_write_bytes : core_write)(writer, what);
}

PyObject *core_claims_scene(const lw_scene *scene, bool cbor)
{
    return line_of(write_scene, &(subject){.cbor = cbor, .scene = scene});
}

bool core_claims_begin(core_claims *claims, const lw_claimed_motion *of)
{
    subject what = {.cbor = claims->cbor, .of = of};
    bool done = core_deliver(claims->taker, line_of(write_begin, &what));
    bool staged = lw_motion_stage(of->motion, 0) != of->motion;
    for (; done && staged && what.stage < lw_motion_stage_count(of->motion); what.stage++)
        done = core_deliver(claims->taker, line_of(write_stage, &what));
    return done;
}

bool core_claims_end(core_claims *claims, const lw_claimed_motion *of)
{
    return core_deliver(claims->taker, line_of(write_end, &(subject){.cbor = claims->cbor, .of = of}));
}

lw_status core_claim_take(void *context, const lw_claim *claim)
{
    core_claims *claims = context;
    PyGILState_STATE lock = PyGILState_Ensure();
    PyObject *made = claims->lines
                         ? line_of(write_claim, &(subject){.cbor = claims->cbor, .claim = claim})
                         : core_package("leeway._facts", "claim_of", claim_tuple(claim));
    if (!core_deliver(claims->taker, made))
        core_call_keep(claims->call);
    PyGILState_Release(lock);
    return core_call_failed(claims->call) ? LW_ERROR_STOPPED : LW_OK;
}
