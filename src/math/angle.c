/* Sine, cosine and atan2 by SLEEF. */
#include "math/angle.h"

#include <math.h>

#include <sleef.h>

void lw_sincos(double angle, double *sine, double *cosine)
{
    Sleef_double_2 both = Sleef_cinz_sincosd1_u10purec(angle);
    *sine = both.x;
    *cosine = both.y;
}

double lw_atan2(double y, double x)
{
    return Sleef_cinz_atan2d1_u10purec(y, x);
}

/* Subtracting whole turns by a division would add an error that grows with b. */
double lw_shorter_turn(double a, double b)
{
    const double straight = b - a;
    if (fabs(straight) <= LW_HALF_TURN)
        return straight;
    double sine[2];
    double cosine[2];
    lw_sincos(a, &sine[0], &cosine[0]);
    lw_sincos(b, &sine[1], &cosine[1]);
    const double way =
        lw_atan2(sine[1] * cosine[0] - cosine[1] * sine[0], cosine[1] * cosine[0] + sine[1] * sine[0]);
    /* near half a turn rounding may turn the sign of `way`; the true one is opposite to straight's */
    if (fabs(straight) < 1.5 * LW_HALF_TURN)
        return -copysign(way, straight);
    return way != 0 ? way : 0x1p-60;
}
