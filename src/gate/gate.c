/* The gate: the longest first part of a chunk of waypoints that is safe with the stop from its end. The
 * way through the waypoints is the same for every part, so that what one check has proven of it holds
 * for all shorter parts; of these, only the stops are checked. */
#include "leeway/gate.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/kinds.h"
#include "base/sized.h"
#include "gate/command.h"
#include "motion/cut.h"
#include "scene/build.h"

#include <stdlib.h>

/* Beside the tolerance, the robot may be so far from the motion that it follows: rounding. */
static const double ROUNDING = 1e-6;

struct lw_gate {
    lw_arena arena;
    const lw_scene *scene;
    lw_checker *checker;
    lw_command command;
    lw_motion *motion; /* the one that is examined */
    lw_motion *kept;   /* the one that passed last, or a proven stop */
    bool keeps;        /* there is one; then: */
    bool keeps_proven; /* it is proven in the scene of now */
    double kept_begun; /* the time at which it began */
    const lw_motion *shown;
    double *tolerance; /* per column */
    double start_tolerance;
    double time; /* of the last request */
    lw_check_options options;
};

const char *lw_gate_name(lw_gate_kind kind)
{
    static const char *const names[] = {"stop", "pass"};
    LW_ROW_FOR_EACH(LW_GATE, names, LW_GATE_PASS);
    return (int)kind < 0 || kind > LW_GATE_PASS ? NULL : names[kind];
}

const char *lw_gate_reason_name(lw_gate_reason reason)
{
    static const char *const names[] = {
        NULL,           "contact",      "position",      "velocity",
        "acceleration", "stop_contact", "stop_position", "stop_velocity",
        "start",        "budget",       "undecided",     "input"};
    LW_ROW_FOR_EACH(LW_GATE_REASON, names, LW_GATE_REASON_INPUT);
    return (int)reason < 0 || reason > LW_GATE_REASON_INPUT ? NULL : names[reason];
}

/* ---- making -------------------------------------------------------------------------------------- */

static lw_status check_options(const lw_gate_options *options, lw_error *error)
{
    if (!(options->period >= 1e-6 && options->period <= 1e6))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the period of a gate is %g s; it must be from 1e-6 to 1e6", options->period);
    if (options->points < 1 || options->points > 1000000)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "a gate for chunks of %zu waypoints; it must be 1 to 1000000", options->points);
    if (!(options->start_tolerance >= 0))
        return lw_fail(error, LW_ERROR_ARGUMENT, "the start tolerance is %g; it must be 0 or more",
                       options->start_tolerance);
    return LW_OK;
}

/* Takes the options of checks, without what a gate does not ask for. */
static lw_status take_check_options(lw_gate *gate, const lw_check_options *given, lw_error *error)
{
    gate->options = lw_default_check_options();
    lw_status status =
        given ? lw_sized_read(LW_SIZED(check_options), given, &gate->options, error) : LW_OK;
    gate->options.any = gate->options.clearance = false;
    gate->options.unmeasured = true;
    gate->options.limits = gate->options.leaving = gate->options.blocks = 0;
    gate->options.claim = NULL;
    gate->options.step = NULL;
    gate->options.sample = NULL;
    return status;
}

static lw_status take_tolerance(lw_gate *gate, const lw_gate_options *options, lw_error *error)
{
    const double *per_speed = options->tolerance_per_speed;
    gate->tolerance = lw_arena_array(&gate->arena, gate->command.column_count, sizeof(double));
    if (!gate->tolerance)
        return lw_fail_memory(error);
    for (size_t i = 0; options->tolerance && i < gate->command.column_count; i++)
        gate->tolerance[i] = options->tolerance[i];
    if (!options->tolerance && !per_speed)
        return LW_OK;
    lw_status status =
        lw_motion_set_tolerance(gate->motion, options->joints, gate->tolerance, per_speed, error);
    return status ? status
                  : lw_motion_set_tolerance(gate->kept, options->joints, gate->tolerance, per_speed,
                                            error);
}

/* Checks the robot at rest where the scene has it, so that options that no check takes are refused. */
static lw_status try_check(lw_gate *gate, lw_error *error)
{
    lw_check_options options = gate->options;
    lw_verdict verdict = lw_default_verdict();
    options.stop = NULL;
    options.budget_queries = 1;
    return lw_check(gate->checker, gate->motion, &options, &verdict, error);
}

static lw_status make(lw_gate *gate, const lw_gate_options *options, lw_error *error)
{
    lw_motion **motions[] = {&gate->motion, &gate->kept};
    lw_status status = lw_command_create(&gate->arena, gate->scene, options, &gate->command, error);
    for (int i = 0; i < 2 && !status; i++) {
        status = lw_motion_create(gate->scene, motions[i], error);
        if (!status)
            status = lw_command_reserve(&gate->command, *motions[i], error);
    }
    if (!status)
        status = take_tolerance(gate, options, error);
    if (!status)
        status = take_check_options(gate, options->check, error);
    if (!status)
        status = lw_checker_create(gate->scene, &gate->checker, error);
    if (!status) {
        gate->motion->seconds = true; /* a tolerance by speed needs it */
        status = try_check(gate, error);
    }
    return status;
}

lw_status lw_gate_create(const lw_scene *scene, const lw_gate_options *options, lw_gate **out,
                         lw_error *error)
{
    lw_gate_options own = lw_default_gate_options();
    if (!out)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_gate_create needs a place for the gate");
    *out = NULL;
    if (!scene || !scene->frozen)
        return lw_fail(error, LW_ERROR_STATE, "a gate is of a frozen scene");
    lw_status status = options ? lw_sized_read(LW_SIZED(gate_options), options, &own, error) : LW_OK;
    if (!status)
        status = check_options(&own, error);
    if (status)
        return status;
    lw_gate *gate = calloc(1, sizeof *gate);
    if (!gate)
        return lw_fail_memory(error);
    gate->scene = scene;
    gate->start_tolerance = own.start_tolerance;
    gate->time = -HUGE_VAL;
    status = make(gate, &own, error);
    if (status)
        lw_gate_destroy(gate);
    else
        *out = gate;
    return status;
}

void lw_gate_destroy(lw_gate *gate)
{
    if (!gate)
        return;
    lw_motion_destroy(gate->motion);
    lw_motion_destroy(gate->kept);
    lw_checker_destroy(gate->checker);
    lw_arena_free(&gate->arena);
    free(gate);
}

/* ---- one call ------------------------------------------------------------------------------------ */

typedef struct call {
    lw_gate *gate;
    lw_gate_chunk chunk;
    double time;
    lw_gate_answer answer;
    double free_until; /* the way is proven until then */
    double deadline;   /* of budget_seconds */
    bool blind;        /* the scene of now is not known: nothing is proven */
} call;

/* Checks a motion of the gate, within what is left of the budgets. */
static lw_status check(call *c, const lw_motion *motion, lw_verdict *verdict, lw_error *error)
{
    const lw_check_options *all = &c->gate->options;
    lw_check_options options = *all;
    *verdict = lw_default_verdict();
    verdict->kind = LW_VERDICT_UNDECIDED;
    verdict->reason = LW_REASON_BUDGET;
    if (c->blind || (all->budget_queries && c->answer.queries >= all->budget_queries) ||
        (all->budget_work && c->answer.work >= all->budget_work))
        return LW_OK;
    if (all->budget_queries)
        options.budget_queries = all->budget_queries - c->answer.queries;
    if (all->budget_work)
        options.budget_work = all->budget_work - c->answer.work;
    if (all->budget_seconds > 0)
        options.budget_seconds = c->deadline - lw_clock();
    if (all->budget_seconds > 0 && !(options.budget_seconds > 0))
        return LW_OK;
    c->answer.checks++;
    lw_status status = lw_check(c->gate->checker, motion, &options, verdict, error);
    c->answer.queries += verdict->queries;
    c->answer.work += verdict->work;
    return status;
}

/* Says why no more waypoints pass: a contact, or that a check did not decide. */
static void note_verdict(call *c, const lw_verdict *verdict, size_t passed)
{
    lw_gate_answer *answer = &c->answer;
    const bool contact = verdict->kind == LW_VERDICT_CONTACT;
    const bool ended = verdict->reason == LW_REASON_BUDGET || verdict->reason == LW_REASON_STOPPED;
    answer->joint = -1;
    answer->part = 0;
    answer->value = answer->limit = 0;
    answer->time = contact ? verdict->time : verdict->free_until;
    answer->reason = LW_GATE_REASON_UNDECIDED;
    if (ended)
        answer->reason = LW_GATE_REASON_BUDGET;
    else if (contact && verdict->time < lw_command_time(&c->gate->command, passed))
        answer->reason = LW_GATE_REASON_CONTACT;
    else if (contact)
        answer->reason = LW_GATE_REASON_STOP_CONTACT;
    for (int i = 0; i < 2; i++)
        answer->pair[i] = contact ? verdict->pair[i] : -1;
}

/* Says why no more waypoints pass: a limit. */
static void note_violation(call *c, const lw_violation *violation, bool in_stop)
{
    lw_gate_answer *answer = &c->answer;
    answer->reason = violation->kind == LW_LIMIT_POSITION   ? LW_GATE_REASON_POSITION
                     : violation->kind == LW_LIMIT_VELOCITY ? LW_GATE_REASON_VELOCITY
                                                            : LW_GATE_REASON_ACCELERATION;
    if (in_stop)
        answer->reason = violation->kind == LW_LIMIT_POSITION ? LW_GATE_REASON_STOP_POSITION
                                                              : LW_GATE_REASON_STOP_VELOCITY;
    answer->time = violation->time;
    answer->joint = (int64_t)violation->joint;
    answer->part = violation->part;
    answer->value = violation->value;
    answer->limit = violation->limit;
    answer->pair[0] = answer->pair[1] = -1;
}

/* How many waypoints are reached by a time, fewer than `below`. */
static size_t reached_by(const call *c, double time, size_t below)
{
    size_t count = below;
    while (count > 0 && (count == below || lw_command_time(&c->gate->command, count) > time))
        count--;
    return count;
}

/* Examines the first `passed` waypoints and the stop. *passes: they are safe; else *next: fewer may be.
 */
static lw_status examine(call *c, size_t passed, bool *passes, size_t *next, lw_error *error)
{
    lw_gate *gate = c->gate;
    lw_violation violation;
    lw_verdict verdict;
    bool in_stop;
    const double end = lw_command_time(&gate->command, passed);
    *passes = false;
    lw_status status = lw_command_set(&gate->command, &c->chunk, passed, gate->motion, error);
    if (status)
        return status;
    if (lw_command_violation(&gate->command, gate->motion, passed, &violation, &in_stop)) {
        note_violation(c, &violation, in_stop);
        *next = reached_by(c, in_stop ? HUGE_VAL : violation.begin, passed);
        return LW_OK;
    }
    const bool stop_alone = c->free_until >= end;
    if (stop_alone)
        lw_motion_drop_before(gate->motion, end);
    status = check(c, gate->motion, &verdict, error);
    if (status)
        return status;
    *passes = verdict.kind == LW_VERDICT_FREE;
    if (*passes)
        return stop_alone ? lw_command_set(&gate->command, &c->chunk, passed, gate->motion, error)
                          : LW_OK;
    note_verdict(c, &verdict, passed);
    if (!stop_alone)
        c->free_until = lesser(verdict.free_until, end);
    *next = c->answer.reason == LW_GATE_REASON_BUDGET ? 0 : reached_by(c, c->free_until, passed);
    return LW_OK;
}

/* Keeps the motion that was examined: it is proven, and begins now. */
static void keep(call *c)
{
    lw_gate *gate = c->gate;
    lw_motion *other = gate->kept;
    gate->kept = gate->motion;
    gate->motion = other;
    gate->keeps = gate->keeps_proven = true;
    gate->kept_begun = c->time;
    gate->shown = gate->kept;
    c->answer.proven = 1;
    c->answer.begun = 0;
}

/* Whether the first waypoint is near enough to where the robot is. */
static bool starts_near(call *c)
{
    const lw_gate *gate = c->gate;
    for (size_t i = 0; i < gate->command.column_count; i++) {
        const double off = fabs(c->chunk.points[i] - c->chunk.values[i]);
        if (off <= gate->start_tolerance)
            continue;
        c->answer.reason = LW_GATE_REASON_START;
        c->answer.joint = (int64_t)gate->command.values[i].joint;
        c->answer.part = gate->command.values[i].part;
        c->answer.value = c->chunk.points[i];
        c->answer.limit = c->chunk.values[i];
        return false;
    }
    return true;
}

/* Seeks the longest part that passes. */
static lw_status seek(call *c, lw_error *error)
{
    size_t passed = c->chunk.count;
    bool passes = false;
    lw_status status = LW_OK;
    if (!starts_near(c))
        return LW_OK;
    while (passed && !passes && !status) {
        size_t next = 0;
        status = examine(c, passed, &passes, &next, error);
        if (!passes)
            passed = next;
    }
    if (status || !passes)
        return status;
    c->answer.kind = LW_GATE_PASS;
    c->answer.passed = passed;
    if (passed == c->chunk.count) {
        lw_gate_answer fresh = lw_default_gate_answer();
        fresh.kind = LW_GATE_PASS;
        fresh.passed = passed;
        fresh.pair[0] = fresh.pair[1] = fresh.joint = -1;
        fresh.checks = c->answer.checks;
        fresh.queries = c->answer.queries;
        fresh.work = c->answer.work;
        c->answer = fresh;
    }
    keep(c);
    return LW_OK;
}

/* ---- stops --------------------------------------------------------------------------------------- */

/* Sets the motion to the stop from where the robot is now; whether it keeps its limits and is free. */
static bool stops_from_here(call *c)
{
    lw_gate *gate = c->gate;
    lw_violation violation;
    lw_verdict verdict;
    bool in_stop;
    if (lw_command_set(&gate->command, &c->chunk, 0, gate->motion, NULL))
        return false;
    gate->shown = gate->motion;
    if (lw_command_violation(&gate->command, gate->motion, 0, &violation, &in_stop) &&
        violation.kind == LW_LIMIT_POSITION)
        return false;
    return !check(c, gate->motion, &verdict, NULL) && verdict.kind == LW_VERDICT_FREE;
}

/* Whether the robot is where the motion that passed last has it now. */
static bool follows(const call *c, double at)
{
    const lw_gate *gate = c->gate;
    const size_t piece = lw_motion_piece_at(gate->kept, at);
    for (size_t i = 0; i < gate->command.column_count; i++) {
        const double value = lw_motion_value(gate->kept, piece, at, gate->command.values[i].variable);
        if (!(fabs(c->chunk.values[i] - value) <= gate->tolerance[i] + ROUNDING))
            return false;
    }
    return true;
}

/* Goes on with the motion that passed last. near: the robot is where it has it. */
static void go_on(call *c, double at, bool near)
{
    lw_gate *gate = c->gate;
    lw_verdict verdict;
    gate->shown = gate->kept;
    c->answer.begun = c->time - gate->kept_begun;
    if (near && !gate->keeps_proven) {
        if (at > gate->kept->begin)
            lw_motion_drop_before(gate->kept, at);
        gate->keeps_proven = !check(c, gate->kept, &verdict, NULL) && verdict.kind == LW_VERDICT_FREE;
    }
    c->answer.proven = near && gate->keeps_proven;
}

/* Finds the stop to follow. state: where the robot is now is known. */
static void stop(call *c, bool state)
{
    const lw_gate *gate = c->gate;
    if (state && stops_from_here(c)) {
        keep(c);
        return;
    }
    if (!gate->keeps)
        return;
    const double at = lesser(c->time - gate->kept_begun, gate->kept->end);
    const bool near = state && follows(c, at);
    if (near || !state)
        go_on(c, at, near);
}

/* ---- requests ------------------------------------------------------------------------------------ */

/* The sentence of numbers that cannot be used; false: they all can. */
static bool find_fault(const lw_gate *gate, const char *what, const double *numbers, size_t count,
                       lw_error *error)
{
    const size_t columns = gate->command.column_count;
    for (size_t i = 0; i < count; i++) {
        const lw_command_value *value = &gate->command.values[i % columns];
        if (lw_build_in_range(numbers[i]))
            continue;
        (void)lw_fail(error, LW_ERROR_ARGUMENT,
                      "joint \"%s\": %s is %g in row %zu; it must be finite and at most %g",
                      gate->motion->chains->joints[value->joint].name, what, numbers[i], i / columns,
                      LW_LARGEST);
        return true;
    }
    return false;
}

/* Checks where the robot is. */
static bool knows_state(const lw_gate *gate, const lw_gate_request *request, lw_error *error)
{
    const size_t columns = gate->command.column_count;
    if (!request->values || !request->rates) {
        (void)lw_fail(error, LW_ERROR_ARGUMENT, "a gate needs the robot's values and rates");
        return false;
    }
    return !find_fault(gate, "its value now", request->values, columns, error) &&
           !find_fault(gate, "its velocity now", request->rates, columns, error);
}

/* Checks the chunk and the time. */
static lw_status check_chunk(const lw_gate *gate, const lw_gate_request *request, lw_error *error)
{
    const size_t numbers = request->count * gate->command.column_count;
    if (!(request->time >= gate->time && lw_build_in_range(request->time)))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the time is %.9g s, and was %.9g s before: clocks must not run backwards",
                       request->time, gate->time);
    if (!request->points || request->count < 1 || request->count > gate->command.points)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a chunk of %zu waypoints; the gate takes 1 to %zu",
                       request->count, gate->command.points);
    if (find_fault(gate, "its value", request->points, numbers, error) ||
        (request->velocities && find_fault(gate, "its velocity", request->velocities, numbers, error)))
        return LW_ERROR_ARGUMENT;
    return LW_OK;
}

/* Moves the gate on to the scene of now. */
static lw_status take_scene(lw_gate *gate, const lw_scene *scene, lw_error *error)
{
    gate->keeps_proven = false;
    if (!scene->frozen)
        return lw_fail(error, LW_ERROR_STATE, "the scene of now is not frozen");
    if (scene->frozen->chains != gate->motion->chains)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the scene of now has other robots than the gate: neither came from the other");
    lw_status status = lw_checker_set_scene(gate->checker, scene, error);
    if (status)
        return status;
    gate->scene = scene;
    status = lw_motion_set_scene(gate->motion, scene, error);
    return status ? status : lw_motion_set_scene(gate->kept, scene, error);
}

/* Where obstacles or bases may move on by themselves, a scene is known for one moment: the motion of
 * the next request begins at a time of its own. */
static lw_status keep_scene(const lw_gate *gate, lw_error *error)
{
    if (lw_frozen_fastest(gate->scene->frozen) > 0)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "obstacles or bases of the scene may move: each request needs the scene of now");
    return LW_OK;
}

/* Answers a request; *state: where the robot is now is known. */
static lw_status answer(call *c, const lw_gate_request *request, bool *state, lw_error *error)
{
    lw_gate *gate = c->gate;
    *state = knows_state(gate, request, error);
    lw_status status =
        request->scene ? take_scene(gate, request->scene, error) : keep_scene(gate, error);
    c->blind = status;
    if (!status && !*state)
        status = LW_ERROR_ARGUMENT;
    if (!status)
        status = check_chunk(gate, request, error);
    if (lw_build_in_range(request->time))
        gate->time = greater(gate->time, request->time);
    c->time = isfinite(gate->time) ? gate->time : 0;
    return status ? status : seek(c, error);
}

lw_status lw_gate_check(lw_gate *gate, const lw_gate_request *request, lw_gate_answer *out,
                        lw_error *error)
{
    lw_gate_request own = lw_default_gate_request();
    if (!gate || !request || !out)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_gate_check needs a gate, a request and an answer");
    lw_status status = lw_sized_check(LW_SIZED(gate_answer), out, error);
    if (!status)
        status = lw_sized_read(LW_SIZED(gate_request), request, &own, error);
    if (status)
        return status;
    call c = {.gate = gate,
              .chunk = {own.values, own.rates, own.points, own.velocities, own.count},
              .answer = lw_default_gate_answer(),
              .free_until = -1,
              .deadline = gate->options.budget_seconds > 0 ? lw_clock() + gate->options.budget_seconds
                                                           : HUGE_VAL};
    c.answer.pair[0] = c.answer.pair[1] = c.answer.joint = -1;
    bool state;
    gate->shown = NULL;
    status = answer(&c, &own, &state, error);
    if (status)
        c.answer.reason = LW_GATE_REASON_INPUT;
    if (c.answer.kind == LW_GATE_STOP)
        stop(&c, state);
    c.answer.end = gate->shown ? gate->shown->end : 0;
    lw_sized_write(LW_SIZED(gate_answer), &c.answer, out);
    return status;
}

const lw_scene *lw_gate_scene(const lw_gate *gate)
{
    return gate->scene;
}

const lw_motion *lw_gate_motion(const lw_gate *gate)
{
    return gate->shown;
}
