/* Checks of motions that attach or release objects: stage after stage, each in its own scene
 * (motion/stages.h). One verdict for all stages names bodies as in the motion's scene. */
#include "check/ask/stages.h"

#include "base/error.h"
#include "check/ask/clearance.h"
#include "check/ask/proof.h"
#include "check/method/methods.h"
#include "motion/stages.h"

/* A check of all stages. */
typedef struct stage_check {
    lw_checker *checker; /* of the motion's scene; it holds options, budgets and the verdict */
    lw_checker *own;     /* of the stage's scene; NULL before the first one */
    const lw_motion *stage;
    lw_verdict verdict; /* of the stage */
} stage_check;

void lw_check_take_up(lw_checker *stage_checker, const lw_checker *checker, const lw_motion *stage,
                      lw_verdict *verdict)
{
    lw_checker_begin(stage_checker, stage, checker->options, verdict);
    stage_checker->deadline = checker->deadline;
    *stage_checker->work = *checker->work;
    verdict->queries = checker->verdict->queries;
    verdict->samples = checker->verdict->samples;
}

void lw_check_give_back(lw_checker *checker, const lw_verdict *stage)
{
    checker->verdict->queries = stage->queries;
    checker->verdict->samples = stage->samples;
}

static int64_t body_in(const lw_scene *stage, const lw_scene *scene, int64_t body)
{
    return body < 0 ? -1 : lw_stage_body(stage, (size_t)body, scene);
}

void lw_stage_pair(const lw_scene *stage, const lw_scene *scene, int64_t pair[2])
{
    pair[0] = body_in(stage, scene, pair[0]);
    pair[1] = body_in(stage, scene, pair[1]);
}

/* Prepares a checker for a stage. */
static lw_status begin_stage(stage_check *check, size_t index, lw_error *error)
{
    check->stage = lw_motion_stage(check->checker->motion, index);
    const lw_scene *scene = check->stage->scene;
    lw_status status = check->own ? lw_checker_set_scene(check->own, scene, error)
                                  : lw_checker_create(scene, &check->own, error);
    if (!status)
        lw_check_take_up(check->own, check->checker, check->stage, &check->verdict);
    return status;
}

static void end_stage(stage_check *check)
{
    lw_verdict *out = check->checker->verdict;
    lw_check_give_back(check->checker, &check->verdict);
    *check->checker->work = *check->own->work;
    out->pairs = check->verdict.pairs > out->pairs ? check->verdict.pairs : out->pairs;
    lw_checker_end(check->own);
}

/* Whether a verdict ends the checks of stages: at a contact, or when a budget is used up. */
static bool ends_checks(const lw_verdict *verdict)
{
    return verdict->kind == LW_VERDICT_CONTACT || verdict->reason == LW_REASON_BUDGET ||
           verdict->reason == LW_REASON_STOPPED;
}

/* Adds the verdict of a stage to that of the stages before it: the first contact, and the time until
 * which all is free. */
static void add_verdict(const stage_check *check)
{
    lw_verdict *out = check->checker->verdict;
    const lw_verdict *own = &check->verdict;
    bool free_before = out->kind == LW_VERDICT_FREE;
    if (free_before)
        out->free_until = own->free_until;
    if (own->kind == LW_VERDICT_FREE)
        return;
    if (own->kind == LW_VERDICT_UNDECIDED) {
        out->reason = free_before || ends_checks(own) ? own->reason : out->reason;
        out->kind = LW_VERDICT_UNDECIDED;
        return;
    }
    double tolerance = check->checker->options->time_tolerance * check->checker->motion->length;
    out->kind = LW_VERDICT_CONTACT;
    out->reason = LW_REASON_NONE;
    out->time = own->time;
    out->first = free_before ? own->first : own->time - out->free_until <= tolerance;
    out->segment = own->segment;
    out->contact = own->contact;
    out->pair[0] = own->pair[0];
    out->pair[1] = own->pair[1];
    lw_stage_pair(check->stage->scene, check->checker->scene, out->pair);
}

static lw_status decide_stages(stage_check *check, lw_error *error)
{
    lw_checker *checker = check->checker;
    lw_verdict *out = checker->verdict;
    lw_status status = LW_OK;
    out->kind = LW_VERDICT_FREE;
    for (size_t i = 0; i < lw_motion_stage_count(checker->motion) && !status && !ends_checks(out);
         i++) {
        status = begin_stage(check, i, error);
        if (status)
            break;
        status = lw_check_decide(check->own, error);
        if (!status)
            status = lw_check_prove(check->own, error);
        add_verdict(check);
        end_stage(check);
    }
    return status;
}

/* Among the smallest distances of the stages so far: the one with the smallest upper bound, with its
 * pair's margin, and the one with the smallest lower bound. */
typedef struct stage_clearance {
    lw_clearance nearest, lowest;
    double margin; /* of the nearest pair */
} stage_clearance;

static void add_clearance(const stage_check *check, const lw_clearance *own, stage_clearance *all)
{
    if (own->pair[0] < 0)
        return;
    lw_clearance added = *own;
    lw_stage_pair(check->stage->scene, check->checker->scene, added.pair);
    if (all->nearest.pair[0] < 0 || own->upper < all->nearest.upper) {
        lw_pair_id pair = lw_pair_id_of((uint32_t)own->pair[0], (uint32_t)own->pair[1]);
        all->nearest = added;
        all->margin = lw_frozen_pair(check->own->frozen, pair).margin;
    }
    if (all->lowest.pair[0] < 0 || own->lower < all->lowest.lower)
        all->lowest = added;
}

/* Makes the bracket of all stages: that of the nearest pair, with the smallest lower bound. If that
 * lower bound is below the nearest pair's margin, the bracket of the stage that it is from is given
 * instead. */
static void give_clearance(const stage_clearance *all, lw_clearance *out)
{
    *out = all->lowest.lower < all->margin ? all->lowest : all->nearest;
    out->lower = all->lowest.lower;
}

static lw_status measure_stages(stage_check *check, lw_error *error)
{
    lw_checker *checker = check->checker;
    lw_verdict *out = checker->verdict;
    lw_status status = LW_OK;
    stage_clearance others = {out->clearance, out->clearance, 0};
    stage_clearance inside = {out->self_clearance, out->self_clearance, 0};
    for (size_t i = 0; i < lw_motion_stage_count(checker->motion) && !status; i++) {
        status = begin_stage(check, i, error);
        if (status)
            break;
        lw_check_clearance(check->own);
        add_clearance(check, &check->verdict.clearance, &others);
        add_clearance(check, &check->verdict.self_clearance, &inside);
        end_stage(check);
    }
    give_clearance(&others, &out->clearance);
    give_clearance(&inside, &out->self_clearance);
    return status;
}

lw_status lw_check_stages(lw_checker *checker, lw_error *error)
{
    stage_check check = {.checker = checker};
    lw_status status = decide_stages(&check, error);
    if (!status && checker->verdict->kind == LW_VERDICT_FREE && checker->options->clearance)
        status = measure_stages(&check, error);
    lw_checker_destroy(check.own);
    return status;
}
