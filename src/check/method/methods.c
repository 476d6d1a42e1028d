/* The table of methods. A new method is a file and a row. */
#include "check/method/methods.h"

#include "base/error.h"
#include "base/kinds.h"
#include "check/method/planar.h"
#include "lanes/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* services as bits */
enum {
    FREE = 1 << LW_SERVICE_FREE,
    PLANE = 1 << LW_SERVICE_PLANE,
    ANY = 1 << LW_SERVICE_ANY,
    CLEARANCE = 1 << LW_SERVICE_CLEARANCE,
    LEAVING = 1 << LW_SERVICE_LEAVING,
    CLAIMS = 1 << LW_SERVICE_CLAIMS,
    STEPS = 1 << LW_SERVICE_STEPS,
    PROOFS = 1 << LW_SERVICE_PROOFS,
    TOLERANCES = 1 << LW_SERVICE_TOLERANCES,
    BY_DISTANCES = FREE | PLANE | ANY | CLEARANCE | LEAVING | CLAIMS | TOLERANCES
};

/* auto is the proving method that is fastest today. It proves pairs by the thousand side by side, which
 * is too much for a trace. */
static const lw_method_row methods[] = {
    [LW_METHOD_AUTO] = {"auto", lw_check_auto, lw_check_planar, BY_DISTANCES, true},
    [LW_METHOD_BISECTION] = {"bisection", lw_check_bisection, lw_check_planar, BY_DISTANCES | PROOFS,
                             false},
    [LW_METHOD_SLAB] = {"slab", lw_check_convex, NULL, BY_DISTANCES | PROOFS, false},
    [LW_METHOD_SAMPLED] = {"sampled", lw_check_sampled, NULL, PLANE, false},
    [LW_METHOD_EXPANDED] = {"expanded", lw_check_expanded, NULL,
                            FREE | PLANE | ANY | CLAIMS | STEPS | PROOFS, false},
};
LW_ROW_FOR_EACH(LW_METHOD, methods, LW_METHODS - 1);

static const char *const services[] = {
    [LW_SERVICE_FREE] = "free",
    [LW_SERVICE_PLANE] = "plane",
    [LW_SERVICE_ANY] = "any",
    [LW_SERVICE_CLEARANCE] = "clearance",
    [LW_SERVICE_LEAVING] = "leaving",
    [LW_SERVICE_CLAIMS] = "claims",
    [LW_SERVICE_STEPS] = "steps",
    [LW_SERVICE_PROOFS] = "proofs",
    [LW_SERVICE_TOLERANCES] = "tolerances",
};
LW_ROW_FOR_EACH(LW_SERVICE, services, LW_SERVICE_TOLERANCES);

bool lw_method_from_name(const char *name, lw_method *out)
{
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (!strcmp(methods[i].name, name)) {
            *out = (lw_method)i;
            return true;
        }
    return false;
}

static const lw_method_row *find_method(lw_method method)
{
    const size_t index = (size_t)method;
    return index < sizeof methods / sizeof *methods ? &methods[index] : NULL;
}

const char *lw_method_name(lw_method method)
{
    const lw_method_row *row = find_method(method);
    return row ? row->name : NULL;
}

bool lw_method_serves(lw_method method, lw_service service)
{
    const lw_method_row *row = find_method(method);
    return row && lw_service_name(service) && row->serves >> service & 1;
}

const char *lw_service_name(lw_service service)
{
    const size_t index = (size_t)service;
    return index < sizeof services / sizeof *services ? services[index] : NULL;
}

bool lw_method_takes_shortcuts(lw_method method)
{
    const lw_method_row *row = find_method(method);
    return row && row->shortcuts;
}

/* Fails because a method does not serve a request; names the methods that do. */
static lw_status fail_to_serve(const lw_method_row *method, unsigned wanted, const char *what,
                               lw_error *error)
{
    char names[128] = "";
    size_t length = 0;
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (methods[i].serves & wanted)
            length += (size_t)snprintf(names + length, sizeof names - length, "%s%s",
                                       length ? ", " : "", methods[i].name);
    return lw_fail(error, LW_ERROR_ARGUMENT, "the method %s does not serve %s; these do: %s",
                   method->name, what, names);
}

/* Whether a method and the requests of the options serve a motion with tolerances. */
static lw_status serves_tolerances(const lw_motion *motion, const lw_method_row *method,
                                   const lw_check_options *options, bool near_misses, lw_error *error)
{
    const char *what = near_misses          ? "near misses"
                       : options->clearance ? "clearances"
                       : options->claim     ? "proofs"
                       : options->leaving   ? "motions that leave contacts"
                       : motion->stages     ? "motions that attach or release objects"
                                            : NULL;
    if (!(method->serves & TOLERANCES))
        return fail_to_serve(method, TOLERANCES, "motions with a tolerance", error);
    if (what)
        return lw_fail(error, LW_ERROR_ARGUMENT, "the motion has a tolerance: %s do not know it", what);
    if (motion->tolerances->by_speed && !motion->seconds)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the motion has a tolerance per speed, but is a path: paths have no speeds");
    return LW_OK;
}

/* Whether a method and the requests of the options serve a scene with bodies that are not known
 * exactly.
 */
static lw_status serves_doubts(const lw_checker *checker, const lw_method_row *method,
                               const lw_check_options *options, bool near_misses, lw_error *error)
{
    const lw_frozen *frozen = checker->frozen;
    const lw_motion *motion = checker->motion;
    if (options->claim)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "obstacles or bases of the scene are not known exactly: proofs do not know it");
    if (!frozen->doubts)
        return LW_OK;
    const char *what = near_misses                ? "near misses"
                       : options->clearance       ? "clearances"
                       : options->leaving         ? "motions that leave contacts"
                       : motion && motion->stages ? "motions that attach or release objects"
                                                  : NULL;
    if (!(method->serves & TOLERANCES))
        return fail_to_serve(method, TOLERANCES, "scenes with bodies that may be turned or move",
                             error);
    if (what)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "bodies of the scene may be turned or move: %s do not know it", what);
    const double fastest = lw_frozen_fastest(frozen);
    if (fastest > 0 && motion && !motion->seconds && motion->end > motion->begin)
        return lw_fail(
            error, LW_ERROR_ARGUMENT,
            "bodies of the scene may move by up to %g m/s, but the motion is a path: paths have "
            "no times in seconds",
            fastest);
    return LW_OK;
}

lw_status lw_check_serves(const lw_checker *checker, const lw_check_options *options, bool near_misses,
                          lw_error *error)
{
    const lw_method_row *method = find_method(options->method);
    if (!method)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there is no method %d", (int)options->method);
    if (checker->frozen->flat && !(method->serves & PLANE))
        return fail_to_serve(method, PLANE, "scenes in the plane", error);
    /* only free motions have clearances: a method that finds no motion free may leave them out */
    if ((options->clearance || near_misses) && !(method->serves & CLEARANCE) && (method->serves & FREE))
        return fail_to_serve(method, CLEARANCE, near_misses ? "near misses" : "clearances", error);
    if (options->leaving && !near_misses && !(method->serves & LEAVING))
        return fail_to_serve(method, LEAVING, "motions that leave contacts", error);
    lw_status status = LW_OK;
    if (checker->frozen->uncertain)
        status = serves_doubts(checker, method, options, near_misses, error);
    if (!status && checker->motion && checker->motion->tolerances)
        status = serves_tolerances(checker->motion, method, options, near_misses, error);
    return status;
}

/* Begins the record of a check whose claims are of blocks. Errors: memory. */
static lw_status begin_record(lw_claims *claims, lw_error *error)
{
    if (!claims->kept)
        claims->kept = calloc(1, sizeof *claims->kept);
    if (!claims->kept)
        return lw_fail_memory(error);
    lw_lanes_record_clear(claims->kept);
    claims->record = claims->kept;
    return LW_OK;
}

/* Once no unit of work is left, nothing more is proven, but a body inside another may have stayed
 * unseen, and a contact is not measured to the end. */
static void keep_to_work(lw_checker *checker)
{
    static const lw_distance unmeasured;
    lw_verdict *verdict = checker->verdict;
    if (!lw_meter_is_over(checker->work))
        return;
    if (verdict->kind == LW_VERDICT_CONTACT) {
        verdict->contact = unmeasured;
        return;
    }
    if (verdict->kind == LW_VERDICT_FREE)
        verdict->free_until = checker->motion->begin;
    verdict->kind = LW_VERDICT_UNDECIDED;
    verdict->reason = LW_REASON_BUDGET;
}

lw_status lw_check_decide(lw_checker *checker, lw_error *error)
{
    const lw_method_row *method = find_method(checker->options->method);
    const bool makes_claims = checker->options->claim && method->serves & CLAIMS;
    /* methods that take shortcuts are those that use blocks */
    const bool of_blocks = makes_claims && method->shortcuts && checker->options->blocks;
    checker->claims.record = NULL;
    checker->claims.of_contact = makes_claims && checker->options->blocks;
    if (of_blocks && begin_record(&checker->claims, error))
        return LW_ERROR_MEMORY;
    if (checker->lanes)
        checker->lanes->record = checker->claims.record;
    checker->claims.on = makes_claims && !of_blocks;
    checker->step_status = LW_OK;
    /* the planar search makes no claims and knows no deviations */
    if (checker->frozen->flat && method->check_flat && !checker->claims.on &&
        !lw_checker_deviates(checker))
        method->check_flat(checker);
    else
        method->check(checker);
    keep_to_work(checker);
    if (checker->lanes)
        checker->lanes->record = NULL;
    lw_status status = lw_claims_end(checker, error);
    if (!status && checker->step_status)
        status = lw_fail(error, checker->step_status, "the function that takes steps failed (%s)",
                         lw_status_name(checker->step_status));
    return status;
}
