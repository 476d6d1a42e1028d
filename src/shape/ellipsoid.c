/* An ellipsoid with its semi-axes along x, y and z: how deep a point lies inside, and the corners of a
 * polytope about it.
 *
 * The depth follows from the S-lemma: the ball of radius r about p lies inside
 * x^2 / a^2 + y^2 / b^2 + z^2 / c^2 <= 1 if and only if a number m in [0, min(a, b, c)^2] has
 *
 *     r^2 <= f(m) = m (1 - x^2 / (a^2 - m) - y^2 / (b^2 - m) - z^2 / (c^2 - m)),
 *
 * where x, y, z are those of p. So each m gives a true bound. f is concave: bisection by the sign of
 * its slope, 60 steps, finds where it is largest. */
#include "shape/ellipsoid.h"

#include "math/angle.h"
#include "math/rounding.h"

double lw_ellipsoid_depth(vec3 half, vec3 p)
{
    const double square[3] = {half.x * half.x, half.y * half.y, half.z * half.z};
    const double own[3] = {p.x * p.x, p.y * p.y, p.z * p.z};
    double low = 0;
    double high = lesser(square[0], lesser(square[1], square[2]));
    for (int step = 0; step < 60; step++) {
        double m = 0.5 * (low + high);
        double slope = 1;
        for (int i = 0; i < 3; i++)
            if (own[i] > 0)
                slope -= own[i] * square[i] / ((square[i] - m) * (square[i] - m));
        *(slope > 0 ? &low : &high) = m;
    }
    double share = 1;
    for (int i = 0; i < 3; i++)
        if (own[i] > 0)
            share -= own[i] / (square[i] - low);
    return share > 0 ? sqrt(low * share) : 0;
}

vec3 lw_ellipsoid_corner(vec3 half, int sides, int ring, int side)
{
    const double half_turn = 3.141592653589793;
    double sine, cosine, across, along, x, y;
    lw_sincos(half_turn / sides, &sine, &cosine);
    lw_sincos(half_turn * (2 * ring + 1) / sides, &across, &along);
    lw_sincos(2 * half_turn * (side % sides) / sides, &y, &x);
    double out = across / (cosine * cosine) * LW_UPWARD;
    return v3(half.x * out * x, half.y * out * y, half.z * along / cosine * LW_UPWARD);
}
