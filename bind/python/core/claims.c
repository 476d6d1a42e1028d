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

/* A motion whose claims may be of blocks, or not. */
typedef struct begun {
    const lw_claimed_motion *of;
    bool blocks;
} begun;

static lw_status write_begin(const void *of, char *text, size_t size, size_t *length, lw_error *error)
{
    const begun *what = of;
    return (what->blocks ? lw_claims_blocks_begin_json : lw_claims_begin_json)(what->of, text, size,
                                                                               length, error);
}

static lw_status write_end(const void *of, char *text, size_t size, size_t *length, lw_error *error)
{
    return lw_claims_end_json(of, text, size, length, error);
}

typedef struct stage_of {
    const lw_motion *motion;
    size_t stage;
    bool blocks;
} stage_of;

static lw_status write_stage(const void *of, char *text, size_t size, size_t *length, lw_error *error)
{
    const stage_of *what = of;
    return (what->blocks ? lw_claims_blocks_stage_json
                         : lw_claims_stage_json)(what->motion, what->stage, text, size, length, error);
}

bool core_claims_begin(core_claims *claims, const lw_claimed_motion *of)
{
    bool done = core_deliver(claims->taker, core_write(write_begin, &(begun){of, claims->blocks}));
    bool staged = lw_motion_stage(of->motion, 0) != of->motion;
    for (size_t i = 0; done && staged && i < lw_motion_stage_count(of->motion); i++)
        done = core_deliver(claims->taker,
                            core_write(write_stage, &(stage_of){of->motion, i, claims->blocks}));
    return done;
}

bool core_claims_end(core_claims *claims, const lw_claimed_motion *of)
{
    return core_deliver(claims->taker, core_write(write_end, of));
}

lw_status core_claim_take(void *context, const lw_claim *claim)
{
    core_claims *claims = context;
    PyGILState_STATE lock = PyGILState_Ensure();
    PyObject *made = claims->lines ? core_write(write_line, claim)
                                   : core_package("leeway._facts", "claim_of", claim_tuple(claim));
    if (!core_deliver(claims->taker, made))
        core_call_keep(claims->call);
    PyGILState_Release(lock);
    return core_call_failed(claims->call) ? LW_ERROR_STOPPED : LW_OK;
}
