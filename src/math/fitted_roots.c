/* The smallest root of a family of functions by the method of Hong's appendix ("A New Algorithm for
 * Detecting the Collision of Moving Objects", Root Finding Algorithm, steps 1 to 9).
 *
 * The error, (A.1), of the quadratic through three abscissas h apart is of the order of h^3, (A.2): the
 * function is no less than quadratic minus error, (A.3), and has no root where that is positive, (A.4).
 * The error is not known. Four abscissas carry a cubic and two quadratics for each function; the error
 * is at most the sum of the cubic's error and the difference of the two, (A.5). The cubic's error is
 * neglected, (A.6): the largest difference of the cubic and a quadratic, (A.9), stands for the
 * quadratic's error. That makes (A.7) likely, and nothing more. Where it is small beside the function's
 * first value, the quadratics less twice the error are searched for roots, (A.8); else h is divided by
 * three. All functions are treated at once. (A.9)'s 0.06415 is sqrt(3) / 27. A function is never
 * evaluated between abscissas that fit it well by chance: that is how a root is stepped over. */
#include "math/fitted_roots.h"

#include <math.h>
#include <stdbool.h>

static const double alpha = 2;
static const double cubic_share = 0.064150029909958413;

typedef struct search {
    lw_values evaluate;
    void *context;
    size_t count;
    double *f[4]; /* the values at at[0] to at[3] */
    double at[4];
    double h;
    size_t abscissas, most;
} search;

lw_fitting lw_default_fitting(double mu)
{
    return (lw_fitting){.beta = 1.0 / 12, .mu = mu, .chi1 = 0.4, .chi2 = 0.04};
}

/* Evaluates the family at one of the four abscissas; returns the smallest value. */
static double evaluate_at(search *s, int k)
{
    s->evaluate(s->context, s->at[k], s->f[k]);
    s->abscissas++;
    double least = HUGE_VAL;
    for (size_t i = 0; i < s->count; i++)
        least = fmin(least, s->f[k][i]);
    return least;
}

static void space(search *s, double from, double h)
{
    s->h = h;
    for (int k = 0; k < 4; k++)
        s->at[k] = from + k * h;
}

/* "trisection [from, to]" */
static void trisect(search *s, double from, double to)
{
    space(s, from, (to - from) / 3);
    s->at[3] = to;
}

/* (A.9) */
static double fit_error(const search *s, size_t i)
{
    return cubic_share * fabs(s->f[0][i] - 3 * s->f[1][i] + 3 * s->f[2][i] - s->f[3][i]);
}

static double worst_fit(const search *s)
{
    double worst = 0;
    for (size_t i = 0; i < s->count; i++)
        worst = fmax(worst, fit_error(s, i) / s->f[0][i]);
    return worst;
}

/* The smallest root, in units of h from the abscissa k, of the quadratic through the three values from
 * there, less alpha times its error, (A.8); above 2 where there is none. */
static double quadratic_root(const search *s, int k, size_t i)
{
    double a = 0.5 * (s->f[k][i] - 2 * s->f[k + 1][i] + s->f[k + 2][i]);
    double b = s->f[k + 1][i] - s->f[k][i] - a;
    double c = s->f[k][i] - alpha * fit_error(s, i);
    if (c <= 0)
        return 0;
    double square = b * b - 4 * a * c;
    double below = square >= 0 ? sqrt(square) - b : 0;
    return below > 0 ? 2 * c / below : HUGE_VAL;
}

/* Steps 7 and 8: whether a fit has a root on the two intervals from the abscissa k. The search then
 * goes on from the root to the end of its interval. */
static bool narrows(search *s, int k)
{
    double first = HUGE_VAL;
    for (size_t i = 0; i < s->count; i++)
        first = fmin(first, quadratic_root(s, k, i));
    if (!(first < 2))
        return false;
    trisect(s, s->at[k] + first * s->h, first < 1 ? s->at[k + 1] : s->at[k + 2]);
    return true;
}

static lw_fitted ended(const search *s, lw_fitted_state state)
{
    return (lw_fitted){state, s->at[0], s->abscissas};
}

lw_fitted lw_fitted_root(lw_values evaluate, void *context, size_t count, double begin, double end,
                         lw_fitting fitting, size_t abscissas, double *values)
{
    search s = {.evaluate = evaluate, .context = context, .count = count, .most = abscissas};
    for (size_t k = 0; k < 4; k++)
        s.f[k] = values + k * count;
    space(&s, begin, fitting.beta * (end - begin));
    bool first_known = false;
    while (s.abscissas < s.most) {
        if (s.at[0] >= end)
            return ended(&s, LW_FITTED_NONE);
        if (!first_known) {
            double least = evaluate_at(&s, 0);
            if (!(least > 0))
                return ended(&s, least < 0 ? LW_FITTED_PAST : LW_FITTED_FOUND);
            first_known = true;
        }
        bool low = false;
        bool found = false;
        for (int k = 1; k < 4 && !low && !found; k++) {
            bool negative = evaluate_at(&s, k) <= 0;
            found = negative && s.at[k] - s.at[0] <= fitting.mu;
            low = negative && k == 1;
        }
        /* abscissas may lie beyond the end, and so may the root */
        if (found)
            return ended(&s, LW_FITTED_FOUND);
        double worst = low ? HUGE_VAL : worst_fit(&s);
        if (worst > fitting.chi1) {
            trisect(&s, s.at[0], s.at[1]);
            continue;
        }
        first_known = false;
        if (narrows(&s, 0) || narrows(&s, 1))
            continue;
        space(&s, s.at[3], worst < fitting.chi2 ? 3 * s.h : s.h);
    }
    return ended(&s, LW_FITTED_BUDGET);
}
