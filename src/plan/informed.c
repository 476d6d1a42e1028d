/* Informed sampling (Gammell, Srinivasa and Barfoot, "Informed RRT*", 2014): random configurations x
 * with |x - start| + |goal - x| below a bound, since no other can lie on a shorter path. They fill an
 * ellipsoid whose foci are start and goal; with several goals, the ellipsoids of all of them. Rejection
 * sampling: every second draw is from the whole space, the others from a whole ellipsoid, until one
 * lies in the space and in an ellipsoid; draws from the smaller of the two soon do. Where there are
 * rotations, all draws are from the space. */
#include <math.h>

#include "plan/search.h"

enum { MOST_DRAWS = 64 };

static const double pi = 3.141592653589793;

/* A random number with the standard normal distribution (Box and Muller 1958). */
static double normal(lw_random *random)
{
    double radius = sqrt(-2 * log(1 - lw_random_between(random, 0, 1)));
    return radius * cos(lw_random_between(random, 0, 2 * pi));
}

static bool has_rotations(const lw_cspace *space)
{
    return space->column_count < space->value_count;
}

/* A random point, uniform in the unit ball, with one dimension for each column. */
static void draw_in_ball(lw_search *search, double *out)
{
    const lw_cspace *space = search->space;
    double sum = 0;
    for (size_t i = 0; i < space->column_count; i++) {
        out[i] = normal(&search->random);
        sum += out[i] * out[i];
    }
    double radius = pow(lw_random_between(&search->random, 0, 1), 1 / (double)space->column_count);
    for (size_t i = 0; i < space->column_count; i++)
        out[i] *= sum > 0 ? radius / sqrt(sum) : 0;
}

/* The goal of the ellipsoid that is drawn from next: any of them. */
static const double *pick_goal(lw_search *search)
{
    if (search->goal_count == 1)
        return search->goals;
    double at = lw_random_between(&search->random, 0, (double)search->goal_count);
    size_t index = (size_t)at;
    return lw_search_goal(search, index < search->goal_count ? index : search->goal_count - 1);
}

/* A random point, uniform in the ellipsoid: a point of the unit ball, stretched along the first axis
 * and across it, reflected so that this axis leads from start to goal (Householder 1958), and moved to
 * the middle between them. */
static void draw_in_ellipsoid(lw_search *search, double *out)
{
    const lw_cspace *space = search->space;
    size_t count = space->column_count;
    const double *goal = pick_goal(search);
    double straight = lw_cspace_length(space, search->start, goal);
    double across = 0.5 * sqrt(fmax(0, search->bound * search->bound - straight * straight));
    double *end = search->scratch; /* the goal; later the mirror's normal, then the middle */
    draw_in_ball(search, out);
    for (size_t i = 0; i < count; i++)
        out[i] *= i ? across : 0.5 * search->bound;
    lw_cspace_between(space, search->start, goal, 1, end);
    /* the mirror's normal is e1 less the unit vector from start to goal */
    double along = 0;
    double square = 0;
    for (size_t i = 0; i < count; i++) {
        double axis = straight > 0 ? (end[i] - search->start[i]) / straight : !i;
        end[i] = !i - axis;
        along += end[i] * out[i];
        square += end[i] * end[i];
    }
    for (size_t i = 0; i < count; i++)
        out[i] -= square > 0 ? 2 * along / square * end[i] : 0;
    lw_cspace_between(space, search->start, goal, 0.5, end);
    for (size_t i = 0; i < count; i++)
        out[i] += end[i];
}

static bool is_inside(const lw_search *search, const double *values)
{
    const lw_cspace *space = search->space;
    for (size_t i = 0; i < space->column_count; i++) {
        const lw_column *column = &space->columns[i];
        if (column->kind == LW_COLUMN_LINE &&
            (values[column->at] < column->lower || values[column->at] > column->upper))
            return false;
    }
    return lw_cspace_length(space, search->start, values) + lw_search_to_goal(search, values) <
           search->bound;
}

bool lw_informed_sample(lw_search *search, double *out)
{
    for (int i = 0; i < MOST_DRAWS; i++) {
        if (i % 2 || has_rotations(search->space))
            lw_cspace_sample(search->space, &search->random, out);
        else
            draw_in_ellipsoid(search, out);
        if (is_inside(search, out))
            return true;
    }
    return false;
}
