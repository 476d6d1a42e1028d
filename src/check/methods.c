/* The table of methods, and lw_check, which calls one of them. A new method is a file and a row. */
#include "check/methods.h"

#include "base/error.h"
#include "base/sized.h"
#include "check/planar.h"

#include <string.h>

/* auto is the proving method that is fastest today */
static const lw_method_row methods[] = {
    {LW_METHOD_AUTO, "auto", lw_check_convex, lw_check_planar},
    {LW_METHOD_BISECTION, "bisection", lw_check_bisection, lw_check_planar},
    {LW_METHOD_SLAB, "slab", lw_check_convex, NULL},
    {LW_METHOD_SAMPLED, "sampled", lw_check_sampled, NULL},
};

bool lw_method_from_name(const char *name, lw_method *out)
{
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (!strcmp(methods[i].name, name)) {
            *out = methods[i].method;
            return true;
        }
    return false;
}

static const lw_method_row *find_method(lw_method method)
{
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (methods[i].method == method)
            return &methods[i];
    return NULL;
}

const char *lw_method_name(lw_method method)
{
    const lw_method_row *row = find_method(method);
    return row ? row->name : NULL;
}

lw_status lw_check_decide(lw_checker *checker, lw_error *error)
{
    lw_method wanted = checker->options->method;
    const lw_method_row *method = find_method(wanted);
    if (!method)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there is no method %d", (int)wanted);
    lw_claims_begin(checker);
    /* the search of the plane makes no claims */
    if (checker->frozen->flat && method->check_flat && !checker->claims.on)
        method->check_flat(checker);
    else
        method->check(checker);
    return lw_claims_end(checker, error);
}

/* A check into a verdict as this library has it. */
static lw_status check(lw_checker *checker, const lw_motion *motion, const lw_options *options,
                       lw_verdict *out, lw_error *error)
{
    lw_status status = lw_check_begin(checker, motion, options, out, error);
    if (status)
        return status;
    if (motion->stages)
        status = lw_check_stages(checker, error);
    else if (!(status = lw_check_decide(checker, error)) && out->kind == LW_VERDICT_FREE &&
             checker->options->clearance)
        lw_check_clearance(checker);
    lw_checker_end(checker);
    return status;
}

lw_status lw_check(lw_checker *checker, const lw_motion *motion, const lw_options *options,
                   lw_verdict *out, lw_error *error)
{
    if (!checker || !motion || !out)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_check needs a checker, a motion and a verdict");
    if (out->struct_size == sizeof *out)
        return check(checker, motion, options, out, error);
    const lw_sized *type = LW_SIZED(verdict, default_verdict);
    lw_verdict own = lw_no_verdict();
    lw_status status = lw_sized_check(type, out, error);
    if (status)
        return status;
    status = check(checker, motion, options, &own, error);
    lw_sized_write(type, &own, out);
    return status;
}
