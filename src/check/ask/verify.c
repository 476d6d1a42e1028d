/* lw_verify: whether a robot may run a motion. */
#include "leeway/verify.h"

#include "base/error.h"
#include "base/kinds.h"
#include "base/sized.h"
#include "check/ask/ends.h"
#include "check/ask/stops.h"
#include "check/checker/checker.h"
#include "delay/slack.h"

const char *lw_safety_name(lw_safety_kind kind)
{
    static const char *const names[] = {"safe", "unsafe", "undecided"};
    LW_ROW_FOR_EACH(LW_SAFETY, names, LW_SAFETY_UNDECIDED);
    return (int)kind < 0 || kind > LW_SAFETY_UNDECIDED ? NULL : names[kind];
}

const char *lw_safety_reason_name(lw_safety_reason reason)
{
    static const char *const names[] = {
        NULL,           "start",     "start_moving",  "collision",         "position",   "velocity",
        "acceleration", "jerk",      "velocity_jump", "acceleration_jump", "end_moving", "stop",
        "budget",       "precision", "stopped",       "tolerance",         "sampled",    "slack"};
    LW_ROW_FOR_EACH(LW_SAFETY_REASON, names, LW_SAFETY_REASON_SLACK);
    return (int)reason < 0 || reason > LW_SAFETY_REASON_SLACK ? NULL : names[reason];
}

/* Why a verdict is undecided. */
static lw_safety_reason reason_of(lw_reason reason)
{
    static const lw_safety_reason reasons[] = {
        LW_SAFETY_REASON_NONE,    LW_SAFETY_REASON_BUDGET,    LW_SAFETY_REASON_PRECISION,
        LW_SAFETY_REASON_SAMPLED, LW_SAFETY_REASON_STOPPED,   LW_SAFETY_REASON_PRECISION,
        LW_SAFETY_REASON_NONE,    LW_SAFETY_REASON_TOLERANCE,
    };
    LW_ROW_FOR_EACH(LW_REASON, reasons, LW_REASON_TOLERANCE);
    return reasons[reason];
}

static lw_safety_reason limit_reason(lw_limit_kind kind)
{
    static const lw_safety_reason reasons[] = {
        LW_SAFETY_REASON_POSITION, LW_SAFETY_REASON_VELOCITY,      LW_SAFETY_REASON_ACCELERATION,
        LW_SAFETY_REASON_JERK,     LW_SAFETY_REASON_VELOCITY_JUMP, LW_SAFETY_REASON_ACCELERATION_JUMP,
    };
    LW_ROW_FOR_EACH(LW_LIMIT, reasons, LW_LIMIT_ACCELERATION_JUMP);
    return reasons[kind];
}

static void set_end(lw_safety *out, const lw_end *end, double time)
{
    out->kind = LW_SAFETY_UNSAFE;
    out->reason = end->fault;
    out->time = time;
    out->joint = (int64_t)end->joint;
    out->part = end->part;
    out->value = end->value;
    out->robot_at = end->robot;
}

static lw_status set_contact(lw_safety *out, const lw_motion *motion, const lw_verdict *verdict,
                             lw_error *error)
{
    lw_violation first;
    size_t count;
    out->kind = LW_SAFETY_UNSAFE;
    out->reason = LW_SAFETY_REASON_COLLISION;
    out->time = verdict->time;
    if (verdict->reason != LW_REASON_LIMIT)
        return LW_OK;
    lw_status status = lw_motion_limits(motion, LW_LIMITS_SLACK, &first, 1, &count, error);
    if (status)
        return status;
    out->reason = limit_reason(first.kind);
    out->joint = (int64_t)first.joint;
    out->part = first.part;
    out->value = first.value;
    out->limit = first.limit;
    return LW_OK;
}

/* What is known of the motion itself. */
typedef struct findings {
    lw_end begin, end;
    lw_verdict verdict; /* with limits */
} findings;

/* The answer without stops. */
static lw_status conclude(const findings *of, const lw_motion *motion, lw_safety *out, lw_error *error)
{
    lw_status status = LW_OK;
    *out = lw_default_safety();
    out->joint = -1;
    out->time = motion->end;
    out->unstated = of->begin.unstated;
    out->stops_until = motion->begin;
    out->pair[0] = out->pair[1] = -1;
    if (of->begin.fault) {
        set_end(out, &of->begin, motion->begin);
    } else if (of->verdict.kind == LW_VERDICT_CONTACT) {
        status = set_contact(out, motion, &of->verdict, error);
    } else if (of->end.fault) {
        set_end(out, &of->end, motion->end);
    } else if (of->verdict.kind == LW_VERDICT_UNDECIDED) {
        out->kind = LW_SAFETY_UNDECIDED;
        out->reason = reason_of(of->verdict.reason);
        out->time = of->verdict.free_until;
    }
    return status;
}

/* Whether robots that are early or late are free of each other, where nothing else is at fault. */
static lw_status examine_slack(const lw_motion *motion, const lw_verify_options *options,
                               const lw_check_options *check, lw_safety *out, lw_error *error)
{
    lw_delay_options delays = lw_default_delay_options();
    lw_delay_span found;
    bool ended;
    delays.stop = check->stop;
    delays.stop_context = check->stop_context;
    lw_status status = lw_slack_prove(motion, options->slack, &delays, &found, &ended, error);
    if (status || found.kind == LW_VERDICT_FREE)
        return status;
    if (found.kind == LW_VERDICT_CONTACT) {
        out->kind = LW_SAFETY_UNSAFE;
        out->reason = LW_SAFETY_REASON_SLACK;
        out->time = lesser(found.time[0], found.time[1]);
        for (int i = 0; i < 2; i++) {
            out->pair[i] = found.pair[i];
            out->times[i] = found.time[i];
        }
    } else if (out->kind == LW_SAFETY_SAFE) {
        out->kind = LW_SAFETY_UNDECIDED;
        out->reason = ended ? LW_SAFETY_REASON_BUDGET : LW_SAFETY_REASON_PRECISION;
        out->time = motion->begin;
    }
    return LW_OK;
}

static lw_status examine(lw_checker *checker, const lw_motion *motion, const lw_verify_options *options,
                         const lw_check_options *check, lw_safety *out, lw_verdict *verdict,
                         lw_error *error)
{
    findings of = {.verdict = lw_default_verdict()};
    if (options->stops && lw_frozen_fastest(checker->frozen) > 0)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "bodies of the scene may move: the stops of a trajectory, which have a clock of "
                       "their own, do not know it");
    if (options->stops && options->slack != 0)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the stops of a trajectory do not know a time slack: verify one or the other");
    lw_status status = lw_end_begin(motion, options, &of.begin, error);
    if (!status)
        status = lw_end_last(motion, &of.end, error);
    if (!status)
        status = lw_check(checker, motion, check, &of.verdict, error);
    if (!status)
        status = conclude(&of, motion, out, error);
    *verdict = of.verdict;
    if (!status && out->kind != LW_SAFETY_UNSAFE)
        status = examine_slack(motion, options, check, out, error);
    if (status || !options->stops || out->kind == LW_SAFETY_UNSAFE)
        return status;
    lw_stops stops = {.check = check, .budget = options->budget_stops};
    status = lw_stops_prove(motion, &stops, error);
    out->stops = stops.count;
    out->stops_until = stops.until;
    if (status || stops.kind == LW_SAFETY_SAFE ||
        (out->kind == LW_SAFETY_UNDECIDED && stops.kind == LW_SAFETY_UNDECIDED))
        return status;
    out->kind = stops.kind;
    out->reason = stops.kind == LW_SAFETY_UNSAFE ? LW_SAFETY_REASON_STOP : reason_of(stops.reason);
    out->time = stops.kind == LW_SAFETY_UNSAFE ? stops.time : stops.until;
    return LW_OK;
}

static lw_status check_arguments(const lw_checker *checker, const lw_motion *motion,
                                 const lw_safety *out, lw_error *error)
{
    if (!checker || !motion || !out)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_verify needs a checker, a motion and a safety");
    if (!motion->seconds)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "a path has no times, so that its velocities are not known: verify takes a "
                       "trajectory");
    return lw_sized_check(LW_SIZED(safety), out, error);
}

lw_status lw_verify(lw_checker *checker, const lw_motion *motion, const lw_verify_options *options,
                    lw_verdict *verdict, lw_safety *out, lw_error *error)
{
    lw_verify_options own = lw_default_verify_options();
    lw_check_options check = lw_default_check_options();
    lw_verdict found = lw_default_verdict();
    lw_safety answer = lw_default_safety();
    lw_status status = check_arguments(checker, motion, out, error);
    if (!status && verdict)
        status = lw_sized_check(LW_SIZED(verdict), verdict, error);
    if (!status && options)
        status = lw_sized_read(LW_SIZED(verify_options), options, &own, error);
    if (!status && own.check)
        status = lw_sized_read(LW_SIZED(check_options), own.check, &check, error);
    check.limits = 1;
    if (!status)
        status = examine(checker, motion, &own, &check, &answer, &found, error);
    if (status)
        return status;
    if (verdict)
        lw_sized_write(LW_SIZED(verdict), &found, verdict);
    lw_sized_write(LW_SIZED(safety), &answer, out);
    return LW_OK;
}
