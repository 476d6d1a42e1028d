/* The smallest root of a family of functions, found from below: no step can pass a root.
 *
 * Taylor's formula bounds each function from below by a parabola,
 *     f(at + tau) >= value + tau * slope - tau^2 / 2 * bend,
 * and all are positive as far as the first of the parabolas is. Each step goes that far. At a simple
 * root the steps are Newton's, from the safe side: what is left is squared by each. Where a function
 * comes near zero without crossing it, what is left shrinks by a fixed factor until the parabola clears
 * the dip. A step costs one evaluation of the family and one square root a function.
 *
 * (Hong's own search for the same is math/fitted_roots.h: it can step over a root.) */
#include "math/roots.h"

#include <float.h>
#include <math.h>

/* A bound over a short stretch is tighter: the next one is this many times the last step. */
static const double stretch = 4;

/* How far the parabola is sure to be positive. The root's handful of roundings is a few ulps. */
static double sure_step(const lw_jet *jet)
{
    if (!(jet->value > 0))
        return 0;
    double root = sqrt(jet->slope * jet->slope + 2 * jet->bend * jet->value);
    if (jet->slope < 0)
        return 2 * jet->value / (root - jet->slope) * (1 - 0x1p-48);
    if (jet->slope >= 0 && jet->bend == 0)
        return HUGE_VAL;
    return (root + jet->slope) / jet->bend * (1 - 0x1p-48); /* NaN where a bound is */
}

/* The smallest of all steps; NaN counts as no step at all. */
static double smallest_step(const lw_jet *jets, size_t count, size_t *which)
{
    double smallest = HUGE_VAL;
    for (size_t i = 0; i < count; i++) {
        double step = sure_step(&jets[i]);
        if (!(step >= smallest)) {
            smallest = step > 0 ? step : 0;
            *which = i;
        }
    }
    return smallest;
}

/* The sum rounded towards the safe side, never below at. */
static double advance(double at, double step)
{
    double next = at + step;
    return fmax(at, next - fabs(next) * DBL_EPSILON);
}

static bool crosses(const lw_family *family, double at, lw_jet *jets, size_t *which)
{
    family->jets(family->context, at, at, jets);
    for (size_t i = 0; i < family->count; i++)
        if (jets[i].value + jets[i].error <= 0) {
            *which = i;
            return true;
        }
    return false;
}

lw_root lw_first_root(const lw_family *family, double begin, double end, double tolerance,
                      size_t evaluations, lw_jet *jets)
{
    lw_root root = {.state = LW_ROOT_BUDGET, .before = begin, .after = begin};
    double window = end - begin;
    while (root.evaluations < evaluations) {
        double until = fmin(root.before + window, end);
        family->jets(family->context, root.before, until, jets);
        root.evaluations++;
        double step = smallest_step(jets, family->count, &root.which);
        double next = advance(root.before, step);
        if (next > until || step == HUGE_VAL)
            next = until;
        /* at the very end a function may be zero: positive up to there is not positive there */
        if (next >= end && root.before + step > end) {
            root.before = root.after = end;
            root.state = LW_ROOT_NONE;
            return root;
        }
        window = stretch * fmin(step, end - begin);
        bool stuck = step <= tolerance || !(next > root.before);
        root.before = root.after = next;
        if (stuck)
            break;
    }
    if (root.evaluations == evaluations)
        return root;
    root.state = LW_ROOT_NEAR;
    double beyond = fmin(root.before + 2 * tolerance, end);
    root.evaluations++;
    if (crosses(family, beyond, jets, &root.which)) {
        root.state = LW_ROOT_CROSSED;
        root.after = beyond;
    }
    return root;
}
