/* Claims: the proofs of bounds for pairs, passed to the caller's function while a check runs. */
#include "check/checker/claims.h"

#include "base/assert.h"
#include "check/checker/checker.h"
#include "math/unit.h"

lw_status lw_claims_end(lw_checker *checker, lw_error *error)
{
    lw_claims *claims = &checker->claims;
    const lw_frozen *frozen = checker->frozen;
    lw_status status = claims->status;
    bool out_of_memory = claims->parts.out_of_memory;
    claims->on = claims->parts.out_of_memory = false;
    claims->status = LW_OK;
    if (out_of_memory)
        return lw_fail_memory(error);
    if (!status)
        return LW_OK;
    const lw_claim_kind kind = claims->shown.known.kind;
    if (kind == LW_CLAIM_BLOCK || kind == LW_CLAIM_FINER)
        return lw_fail(error, status,
                       "the function that takes claims failed (%s) at a claim about a block of poses",
                       lw_status_name(status));
    lw_pair_id pair = lw_frozen_pair_at(frozen, claims->pair);
    return lw_fail(error, status,
                   "the function that takes claims failed (%s) at a claim about %s and %s",
                   lw_status_name(status), lw_frozen_body(frozen, lw_pair_first(pair))->name,
                   lw_frozen_body(frozen, lw_pair_second(pair))->name);
}

/* of the length of a unit vector: more than rounding errors */
#define UNIT_ERROR 1e-9

/* Hands a claim to the caller, unless an earlier one could not be made or taken. */
static void make(lw_checker *checker, const lw_claim *claim)
{
    lw_claims *claims = &checker->claims;
    if (lw_claims_failed(claims))
        return;
    LW_ASSERT(claim->from, <=, claim->at);
    LW_ASSERT(claim->at, <=, claim->to);
    for (size_t i = 0; i < claim->part_count; i++)
        LW_ASSERT(fabs(norm(claim->parts[i].normal) - 1), <=, UNIT_ERROR);
    lw_claim *shown = &claims->shown.known;
    *shown = *claim;
    shown->stage = checker->motion->stage;
    claims->pair = shown->pair;
    claims->status = checker->options->claim(checker->options->claim_context, shown);
}

static size_t index_of(const lw_checker *checker, const lw_pair *pair)
{
    return lw_frozen_pair_index(checker->frozen, lw_pair_id_of((uint32_t)pair->a, (uint32_t)pair->b));
}

void lw_claim_apart(lw_checker *checker, const lw_pair *pair, double from, double at, double to,
                    const lw_claim_part *parts, size_t count)
{
    make(checker, &(lw_claim){.struct_size = sizeof(lw_claim),
                              .kind = LW_CLAIM_APART,
                              .pair = index_of(checker, pair),
                              .from = from,
                              .to = to,
                              .at = at,
                              .parts = parts,
                              .part_count = count});
}

void lw_claim_block(lw_checker *checker, bool is_finer, double begin, double end,
                    const lw_claim_intervals *intervals, size_t count)
{
    make(checker, &(lw_claim){.struct_size = sizeof(lw_claim),
                              .kind = is_finer ? LW_CLAIM_FINER : LW_CLAIM_BLOCK,
                              .from = begin,
                              .to = end,
                              .at = begin,
                              .intervals = intervals,
                              .interval_count = count});
}

/* From the centre of the first body's sphere to the nearest point of the second's box, in the world. */
static vec3 to_box(const lw_kinematics *kinematics, const lw_pair *pair, const lw_node *box)
{
    pose frame = lw_body_pose(kinematics, pair->b);
    vec3 away = sub(box->center, transform_back(frame, lw_body_center(kinematics, pair->a)));
    vec3 gap = max3(sub(abs3(away), box->half), v3(0, 0, 0));
    return rotate(frame.rotation,
                  v3(copysign(gap.x, away.x), copysign(gap.y, away.y), copysign(gap.z, away.z)));
}

void lw_claim_far(lw_checker *checker, const lw_pair *pair, double from, double to)
{
    const lw_kinematics *kinematics = &checker->kinematics;
    const lw_geometry *b = lw_frozen_body(checker->frozen, pair->b)->geometry;
    vec3 along = sub(lw_body_center(kinematics, pair->b), lw_body_center(kinematics, pair->a));
    vec3 box = to_box(kinematics, pair, &b->nodes[0]);
    if (norm(box) > norm(along) - b->radius)
        along = box;
    vec3 normal = rotate_back(lw_body_pose(kinematics, pair->a).rotation, lw_unit(along));
    lw_claim_apart(checker, pair, from, kinematics->time, to,
                   &(lw_claim_part){.rule = LW_CLAIM_TRAVEL, .normal = normal}, 1);
}

void lw_claim_outside(lw_checker *checker, const lw_pair *pair)
{
    double at = checker->kinematics.time;
    make(checker, &(lw_claim){.struct_size = sizeof(lw_claim),
                              .kind = LW_CLAIM_OUTSIDE,
                              .pair = index_of(checker, pair),
                              .from = at,
                              .to = at,
                              .at = at});
}

void lw_claim_contact(lw_checker *checker, const lw_pair *pair, double time, const uint32_t elements[2],
                      const vec3 points[2])
{
    make(checker, &(lw_claim){.struct_size = sizeof(lw_claim),
                              .kind = LW_CLAIM_CONTACT,
                              .pair = index_of(checker, pair),
                              .from = time,
                              .to = time,
                              .at = time,
                              .elements = {elements[0], elements[1]},
                              .points = {points[0], points[1]}});
}

void lw_claim_inside(lw_checker *checker, const lw_pair *pair, double time, int inner, uint32_t element,
                     vec3 point)
{
    lw_claim claim = {.struct_size = sizeof(lw_claim),
                      .kind = LW_CLAIM_INSIDE,
                      .pair = index_of(checker, pair),
                      .from = time,
                      .to = time,
                      .at = time,
                      .inner = (size_t)inner};
    claim.elements[inner] = element;
    claim.points[inner] = point;
    make(checker, &claim);
}
