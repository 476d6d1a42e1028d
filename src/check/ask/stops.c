/* The stops from all moments of a motion: interval by interval, one stop stands for those from the
 * whole interval, with a tolerance that contains them (motion/stop_spread.h). */
#include "check/ask/stops.h"

#include "base/error.h"
#include "check/checker/checker.h"
#include "motion/stages.h"
#include "motion/stop_spread.h"
#include "motion/tolerance.h"

#include <stdlib.h>

/* Intervals of moments are not divided below this share of the motion. Where one as short is neither
 * proven nor in contact the answer can no longer be safe. From there on, longer and longer intervals
 * are passed over, since only a stop in contact is sought. */
static const double SHORTEST = 1e-7;

/* Above the rounding errors of a sum. */
static const double UP = 1 + 0x1p-40;

/* A proof for one motion, or one of its stages. */
typedef struct family {
    const lw_motion *motion;
    lw_motion *stop;
    lw_checker *checker; /* of the motion's scene */
    lw_check_options options;
    lw_stops *out;
    lw_stop_spread *spreads; /* per variable */
    lw_brake *brakes;        /* per variable */
    double *constants;       /* per variable: a tolerance */
    double shortest;         /* intervals as short are not divided */
} family;

typedef enum outcome {
    PROVEN,
    OPEN,   /* it has to be divided */
    PASSED, /* it is too short to be divided */
    ENDED   /* the proof is */
} outcome;

/* The track of a variable in the stop; NULL: the variable rests there. */
static const lw_motion_track *stop_track(const family *f, int32_t variable)
{
    for (size_t i = 0; i < f->stop->tracks.count; i++)
        if (f->stop->tracks.items[i].variables[0] == variable)
            return &f->stop->tracks.items[i];
    return NULL;
}

/* Finds how the stops from the moments of an interval of a piece differ from that of its middle, which
 * is set. */
static void find_spreads(family *f, size_t piece, double begin, double end)
{
    const double middle = begin + (end - begin) / 2;
    const double half = greater(middle - begin, end - middle) * UP;
    for (size_t i = 0; i < f->motion->chains->variable_count; i++)
        f->spreads[i] = (lw_stop_spread){0};
    for (size_t i = 0; i < f->motion->tracks.count; i++) {
        const lw_motion_track *track = &f->motion->tracks.items[i];
        const int64_t own = f->motion->piece_of_track.items[piece * f->motion->tracks.count + i];
        for (size_t c = 0; own >= 0 && c < track->column_count; c++) {
            const int32_t variable = track->variables[c];
            const lw_stop_rates rates = lw_stop_rates_of(track, c, (size_t)own, begin, end);
            f->spreads[variable] = lw_stop_spread_of(&rates, f->brakes[variable], half,
                                                     f->stop->rest[variable], stop_track(f, variable));
        }
    }
}

/* ---- one interval -------------------------------------------------------------------------------- */

/* Gives the stop a tolerance that contains the stops from the whole interval, each with the motion's
 * own tolerance. Error memory. */
static lw_status widen(family *f, lw_error *error)
{
    const lw_tolerances *own = f->motion->tolerances;
    for (size_t i = 0; i < f->motion->chains->variable_count; i++) {
        const lw_stop_spread *s = &f->spreads[i];
        f->constants[i] = s->value;
        if (own)
            f->constants[i] = (f->constants[i] + own->constant[i] + own->per_speed[i] * s->rate) * UP;
    }
    return lw_tolerances_set(f->stop, f->constants, own ? own->per_speed : NULL, error);
}

/* Whether the joints stay within their limits of position in the stops from the whole interval. */
static bool keeps_positions(const family *f)
{
    const lw_chains *chains = f->motion->chains;
    for (size_t i = 0; i < chains->joint_count; i++) {
        const lw_frozen_joint *joint = &chains->joints[i];
        const bool has = joint->kind == LW_JOINT_REVOLUTE || joint->kind == LW_JOINT_PRISMATIC;
        if (!has || !f->spreads[joint->variable].moves)
            continue;
        const lw_stop_spread *s = &f->spreads[joint->variable];
        const lw_elementary_joint *elementary = &chains->elementary[joint->elementary];
        const bool mimics = joint->mimic >= 0;
        const double times = mimics ? elementary->multiplier : 1;
        const double plus = mimics ? elementary->offset : 0;
        const double a = times * s->reach.low + plus;
        const double b = times * s->reach.high + plus;
        if (lesser(a, b) < joint->lower - LW_LIMITS_SLACK ||
            greater(a, b) > joint->upper + LW_LIMITS_SLACK)
            return false;
    }
    return true;
}

/* Whether a check was ended by the caller or by a budget. */
static bool is_ended(const lw_verdict *verdict)
{
    return verdict->kind == LW_VERDICT_UNDECIDED &&
           (verdict->reason == LW_REASON_BUDGET || verdict->reason == LW_REASON_STOPPED);
}

static outcome end_with(family *f, lw_safety_kind kind, lw_reason reason, double time)
{
    f->out->kind = kind;
    f->out->reason = reason;
    f->out->time = time;
    return ENDED;
}

/* Passes over an interval that is neither proven nor in contact. */
static outcome pass_over(family *f, lw_reason reason)
{
    if (f->out->kind == LW_SAFETY_SAFE)
        f->out->reason = reason;
    f->out->kind = LW_SAFETY_UNDECIDED;
    f->shortest *= 2;
    return PASSED;
}

/* Checks the stop from a moment alone, whose wider check failed. */
static lw_status check_alone(family *f, double moment, outcome *out, lw_verdict *verdict,
                             lw_error *error)
{
    lw_motion_clear_tolerance(f->stop);
    lw_status status = lw_tolerances_join(f->stop, f->motion, error);
    if (!status)
        status = lw_check(f->checker, f->stop, &f->options, verdict, error);
    if (!status && verdict->kind == LW_VERDICT_CONTACT)
        *out = end_with(f, LW_SAFETY_UNSAFE, LW_REASON_NONE, moment);
    return status;
}

/* Whether the proof has to end before the next stop is checked. */
static bool has_to_end(family *f, double begin)
{
    if (f->out->count >= f->out->budget)
        end_with(f, LW_SAFETY_UNDECIDED, LW_REASON_BUDGET, begin);
    else if (f->options.stop && f->options.stop(f->options.stop_context))
        end_with(f, LW_SAFETY_UNDECIDED, LW_REASON_STOPPED, begin);
    else
        return false;
    return true;
}

/* Tries to prove the stops from an interval of a piece. */
static lw_status prove_interval(family *f, size_t piece, double begin, double end, outcome *out,
                                lw_error *error)
{
    const double middle = begin + (end - begin) / 2;
    lw_verdict verdict = lw_default_verdict();
    *out = has_to_end(f, begin) ? ENDED : OPEN;
    if (*out == ENDED)
        return LW_OK;
    f->out->count++;
    lw_status status = lw_motion_set_stop_at(f->stop, f->motion, middle, error);
    if (status)
        return status;
    find_spreads(f, piece, begin, end);
    status = widen(f, error);
    if (!status)
        status = lw_check(f->checker, f->stop, &f->options, &verdict, error);
    if (status)
        return status;
    if (verdict.kind == LW_VERDICT_FREE && keeps_positions(f)) {
        *out = PROVEN;
        return LW_OK;
    }
    if (!is_ended(&verdict))
        status = check_alone(f, middle, out, &verdict, error);
    if (is_ended(&verdict))
        *out = end_with(f, LW_SAFETY_UNDECIDED, verdict.reason, begin);
    else if (*out == OPEN && end - begin <= f->shortest)
        *out = pass_over(f, verdict.kind == LW_VERDICT_FREE ? LW_REASON_TOLERANCE : verdict.reason);
    return status;
}

/* ---- all moments --------------------------------------------------------------------------------- */

/* Proves the stops from a piece, interval by interval. The next one is twice as long as one that was
 * proven, and half as long as one that was not. */
static lw_status prove_piece(family *f, size_t piece, outcome *out, lw_error *error)
{
    const double last = f->motion->pieces.items[piece].end;
    double begin = f->motion->pieces.items[piece].begin;
    double step = last - begin;
    lw_status status;
    do {
        const double end = begin + step < last ? begin + step : last;
        status = prove_interval(f, piece, begin, end, out, error);
        step = *out == OPEN ? (end - begin) / 2 : 2 * (end - begin);
        if (*out == PROVEN && f->out->kind == LW_SAFETY_SAFE)
            f->out->until = end;
        if (*out != OPEN)
            begin = end;
    } while (!status && *out != ENDED && begin < last);
    return status;
}

/* Makes the memory of a proof. Error memory. */
static lw_status begin_family(family *f, lw_error *error)
{
    const size_t count = f->motion->chains->variable_count;
    f->spreads = calloc(count + 1, sizeof *f->spreads);
    f->brakes = calloc(count + 1, sizeof *f->brakes);
    f->constants = calloc(count + 1, sizeof *f->constants);
    if (!f->spreads || !f->brakes || !f->constants)
        return lw_fail_memory(error);
    for (size_t i = 0; i < count; i++)
        f->brakes[i] = lw_brake_of(f->motion, (int32_t)i);
    return lw_motion_create(f->motion->scene, &f->stop, error);
}

static void end_family(family *f)
{
    lw_motion_destroy(f->stop);
    free(f->spreads);
    free(f->brakes);
    free(f->constants);
}

/* Moves the proof on to a stage. */
static lw_status begin_stage(family *f, const lw_motion *stage, lw_error *error)
{
    f->motion = stage;
    lw_status status = lw_motion_set_scene(f->stop, stage->scene, error);
    return status ? status : lw_checker_set_scene(f->checker, stage->scene, error);
}

static lw_status prove_stages(family *f, const lw_motion *motion, lw_error *error)
{
    outcome last = PROVEN;
    lw_status status = LW_OK;
    for (size_t i = 0; i < lw_motion_stage_count(motion) && !status && last != ENDED; i++) {
        status = begin_stage(f, lw_motion_stage(motion, i), error);
        for (size_t p = 0; p < f->motion->pieces.count && !status && last != ENDED; p++)
            status = prove_piece(f, p, &last, error);
    }
    return status;
}

lw_status lw_stops_prove(const lw_motion *motion, lw_stops *stops, lw_error *error)
{
    family f = {.motion = motion, .options = *stops->check, .out = stops};
    f.shortest = SHORTEST * motion->length;
    f.options.any = true;
    f.options.clearance = false;
    stops->kind = LW_SAFETY_SAFE;
    stops->reason = LW_REASON_NONE;
    stops->until = motion->begin;
    stops->count = 0;
    lw_status status = begin_family(&f, error);
    if (!status)
        status = lw_checker_create(motion->scene, &f.checker, error);
    if (!status)
        status = lw_stop_check_joints(motion, error);
    if (!status)
        status = prove_stages(&f, motion, error);
    lw_checker_destroy(f.checker);
    end_family(&f);
    return status;
}
