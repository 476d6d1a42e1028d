/* The smallest ball that contains points, by Welzl's algorithm with his move to the front. If a point
 * lies outside the smallest ball of the points before it, it lies on the boundary of the smallest ball
 * of all of these; that ball is then searched among the balls with the point on their boundary. */
#include "adaptive/smallest_ball.h"

#include "base/random.h"
#include "math/rounding.h"

#include <stdbool.h>
#include <string.h>

/* a point this far outside, relative to the squared radius, counts as on the boundary */
static const double SLACK = 1e-12;
/* a direction whose square is below this share of the others' squares adds nothing to their span */
static const double FLAT = 1e-14;

/* Solves a symmetric system of up to three equations; rows: the coefficients, then the right side.
 * False if it is singular. */
static bool solve(double rows[3][4], int size, double *out)
{
    double largest = 0;
    for (int i = 0; i < size; i++)
        largest = greater(largest, rows[i][i]);
    for (int k = 0; k < size; k++) {
        int pivot = k;
        for (int i = k + 1; i < size; i++)
            if (fabs(rows[i][k]) > fabs(rows[pivot][k]))
                pivot = i;
        if (!(fabs(rows[pivot][k]) > FLAT * largest))
            return false;
        for (int c = 0; c < 4; c++) {
            double other = rows[k][c];
            rows[k][c] = rows[pivot][c];
            rows[pivot][c] = other;
        }
        for (int i = k + 1; i < size; i++) {
            double factor = rows[i][k] / rows[k][k];
            for (int c = k; c < 4; c++)
                rows[i][c] -= factor * rows[k][c];
        }
    }
    for (int k = size - 1; k >= 0; k--) {
        double rest = rows[k][3];
        for (int c = k + 1; c < size; c++)
            rest -= rows[k][c] * out[c];
        out[k] = rest / rows[k][k];
    }
    return true;
}

/* The smallest ball with 1 to 4 points on its boundary: its centre is the first point plus the
 * combination of the directions to the others that is equally far from all. False if the points lie too
 * flat. */
static bool through(const vec3 *support, int count, lw_ball *out)
{
    vec3 to[3];
    double rows[3][4];
    double share[3];
    for (int i = 0; i + 1 < count; i++)
        to[i] = sub(support[i + 1], support[0]);
    for (int i = 0; i + 1 < count; i++) {
        for (int k = 0; k + 1 < count; k++)
            rows[i][k] = 2 * dot(to[i], to[k]);
        rows[i][3] = norm2(to[i]);
    }
    if (!solve(rows, count - 1, share))
        return false;
    vec3 center = v3(0, 0, 0);
    for (int i = 0; i + 1 < count; i++)
        center = add_scaled(center, share[i], to[i]);
    *out = (lw_ball){add(support[0], center), norm(center), count};
    return true;
}

static void move_to_front(vec3 *points, size_t index)
{
    vec3 first = points[index];
    memmove(points + 1, points, index * sizeof *points);
    points[0] = first;
}

/* The smallest ball of points with `fixed` further ones on its boundary, from the smallest ball of the
 * fixed ones alone. */
static lw_ball grow(vec3 *points, size_t count, vec3 support[4], int fixed, lw_ball ball)
{
    for (size_t i = 0; i < count; i++) {
        double slack = SLACK * ball.radius * ball.radius;
        if (fixed > 0 || i > 0)
            if (norm2(sub(points[i], ball.center)) <= ball.radius * ball.radius + slack)
                continue;
        lw_ball wider;
        support[fixed] = points[i];
        if (!through(support, fixed + 1, &wider))
            continue;
        ball = fixed < 3 ? grow(points, i, support, fixed + 1, wider) : wider;
        move_to_front(points, i);
    }
    return ball;
}

static void shuffle(vec3 *points, size_t count)
{
    lw_random random = {1};
    for (size_t i = count; i > 1; i--) {
        uint32_t k = lw_random_below(&random, (uint32_t)i);
        vec3 other = points[i - 1];
        points[i - 1] = points[k];
        points[k] = other;
    }
}

lw_ball lw_smallest_ball(vec3 *points, size_t count)
{
    vec3 support[4];
    shuffle(points, count);
    lw_ball ball = grow(points, count, support, 0, (lw_ball){.radius = 0});
    double most = 0;
    for (size_t i = 0; i < count; i++)
        most = greater(most, norm(sub(points[i], ball.center)));
    ball.radius = most * LW_UPWARD;
    return ball;
}
